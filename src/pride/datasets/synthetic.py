"""Synthetic problems: functions of a random stream, for any number of samples.

The relevant features always come first. A ranking that breaks ties by position "finds"
them without having learnt anything, so whoever ranks features shuffles their positions.
"""

import numpy as np

NOISE_VARIANCE = 20.0  # of the linear problem; as a deviation an SVM would stay at 50 %
WESTON_FEATURES = 6


def xor(rng, *, samples, features=10, relevant=3):
    """Parity of the signs of the first features (margin2004, section 5.1).

    The paper names no distribution: the features are uniform on [-1, 1].
    """
    _require(features >= relevant, f"xor needs {relevant} features, got {features}")
    X = rng.uniform(-1.0, 1.0, size=(samples, features))
    return X, (X[:, :relevant] > 0).sum(axis=1) % 2


def linear_problem(rng, *, samples, features=202, balanced=False):
    """The linear problem of Weston et al. (2000), in Table 1 of gmeb2004.

    With probability 0.7 the features 1-3 are y N(i, 1) and 4-6 are N(0, 1), otherwise
    features 4-6 are y N(i - 3, 1) and 1-3 are N(0, 1); all others are N(0, 20). If
    `balanced`, the classes are equally large (the odd one goes to class 0), as in the
    training sets of Table 1.
    """
    _require(
        features >= WESTON_FEATURES,
        f"the linear problem needs {WESTON_FEATURES} features, got {features}",
    )
    y = _labels(rng, samples, balanced)
    sign = 2.0 * y - 1.0
    first = rng.random(samples) < 0.7
    X = rng.normal(size=(samples, features))
    X[:, WESTON_FEATURES:] *= np.sqrt(NOISE_VARIANCE)
    place = np.arange(3)
    informative = np.where(first[:, None], place, place + 3)
    rows = np.arange(samples)[:, None]
    X[rows, informative] = sign[:, None] * (X[rows, informative] + place + 1)
    return X, y


def lmba_s1(rng, *, samples=100, features=12, relevant=6, separation=2.0):
    """S1 of lmba2009, section 4: Gaussian features first, then uniform ones.

    Open in the paper and chosen here: two classes of equal size, unit variance with
    class means `separation` deviations apart in every relevant feature, noise on
    [0, 1], the number of features (its Table 1 shows that there are at least nine).
    """
    _require(features >= relevant, f"S1 needs {relevant} features, got {features}")
    y = _labels(rng, samples, balanced=True)
    X = rng.uniform(size=(samples, features))
    X[:, :relevant] = rng.normal(size=(samples, relevant)) + separation * y[:, None]
    return X, y


def lmba_multiclass(rng, *, samples=100, features=10, distribution="normal"):
    """The set multi-class of lmba2009, section 4: bin2dec of the first two signs.

    The values are only said to be random. They must be of both signs, so MATLAB's
    uniform ``rand`` is out and its ``randn`` likely; ``uniform`` is on [-1, 1]. The
    number of features is open (Table 1 shows that there are at least ten).
    """
    _require(features >= 2, f"multi-class needs 2 features, got {features}")
    if distribution == "normal":
        X = rng.normal(size=(samples, features))
    elif distribution == "uniform":
        X = rng.uniform(-1.0, 1.0, size=(samples, features))
    else:
        raise ValueError(f"distribution is normal or uniform, got {distribution!r}")
    return X, 2 * (X[:, 0] > 0).astype(np.int64) + (X[:, 1] > 0)


def _labels(rng, samples, balanced):
    if balanced:
        return rng.permutation(np.arange(samples) % 2)
    return rng.integers(2, size=samples)


def _require(condition, message):
    if not condition:
        raise ValueError(message)


GENERATORS = {
    "xor": xor,
    "linear_problem": linear_problem,
    "lmba_s1": lmba_s1,
    "lmba_multiclass": lmba_multiclass,
}

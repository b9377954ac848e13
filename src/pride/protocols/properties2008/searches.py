"""What section 7.1 states of Mufasa's runs: lemmas 1 and 2, theorems 4 and 5.

Small problems, in which all sets that a run may select from can be listed.
"""

from itertools import product

import numpy as np
from scipy.stats import norm

from pride.bounds import properties2008 as bounds
from pride.seeding import rng_for
from pride.selectors.mufasa import Space, mufasa

SPACE = Space(np.array([0.0, 0.0]), np.array([3.0, 2.0]), np.array([1.0, 1.0]))
VALUES = [np.array(u, dtype=float) for u in product(range(4), range(3))]
PER_VALUE = 6  # features of each value of the meta-features
SIZE = 3  # features selected, n
STEPS = 8  # J
SAMPLE = 20000  # m, at which theorems 4 and 5 say something for d = 1
DELTA, DIMENSION = 0.05, 1  # of the functions x - t, whatever t


def features_of(u):
    """Numbers of the features whose meta-features are u."""
    place = int(u[0] * 3 + u[1])
    return np.arange(place * PER_VALUE, (place + 1) * PER_VALUE)


def drawn(key, step, u):
    """The set of step and u: the same whenever it is asked for."""
    rng = rng_for(*key, "set", step, *u)
    return tuple(sorted(rng.choice(features_of(u), SIZE, replace=False).tolist()))


def near(key):
    """Step 2(d) with stored random numbers."""
    return lambda step, u: SPACE.near(rng_for(*key, "near", step), u, 0.4)


def start(key):
    """u_0."""
    return SPACE.anywhere(rng_for(*key, "start"), 1)[0]


def quality_on(key):
    """Agreement of a set's majority with random labels, coarse enough for ties."""
    rng = rng_for(*key, "data")
    X = rng.random((30, len(VALUES) * PER_VALUE)) < 0.5
    y = rng.random(30) < 0.5
    return lambda chosen: np.mean((X[:, list(chosen)].mean(axis=1) > 0.5) == y)


def original(key, quality):
    """A run in which every set is drawn when it is needed."""
    draw = lambda step, u: drawn(key, step, u)  # noqa: E731
    return mufasa(start(key), draw, quality, near(key), STEPS)


def beforehand(key):
    """The J |MF| sets of lemma 1, drawn without the data."""
    return {(step, *u): drawn(key, step, u) for step in range(STEPS) for u in VALUES}


def identical_run(key):
    """100 if reading the sets drawn beforehand gives the same run, else 0."""
    quality, sets = quality_on(key), beforehand(key)
    one = original(key, quality)
    two = mufasa(start(key), lambda s, u: sets[(s, *u)], quality, near(key), STEPS)
    same = np.array_equal(one.points, two.points) and one.best == two.best
    return 100 * (same and np.array_equal(one.kept, two.kept))


def lemma1_violations(key):
    """Whether the selected set is not among J |MF| that are drawn beforehand."""
    sets = beforehand(key)
    missing = original(key, quality_on(key)).best not in set(sets.values())
    return int(missing or len(sets) > STEPS * len(VALUES))


def decision_tree(key, steps):
    """All sets that may be the result, by the decisions of step 2(c)."""
    found = set()
    for decisions in product([True, False], repeat=steps - 1):
        heights, height = iter((True, *decisions)), 0.0

        def follow(chosen, heights=heights):
            nonlocal height
            height += 1.0
            return height if next(heights) else -height

        draw = lambda step, u: drawn(key, step, u)  # noqa: E731
        found.add(mufasa(start(key), draw, follow, near(key), steps).best)
    return found


def lemma2_violations(key):
    """Of 20 label sets: how many lead to a set that is not among the 2^(J-1)."""
    tree = decision_tree(key, STEPS)
    runs = [original(key, quality_on((*key, labels))).best for labels in range(20)]
    return sum(best not in tree for best in runs) + (len(tree) > 2 ** (STEPS - 1))


def candidate_excess(key):
    """By how many the features of the decision tree exceed n 2^J; 0 if they do not."""
    features = {f for chosen in decision_tree(key, STEPS) for f in chosen}
    return max(0, len(features) - SIZE * 2**STEPS)


def bound_fails(key, steps):
    """Whether the bound is violated at any threshold t and gamma, in one sample.

    Feature f is normal with mean y mu_f and deviation 1, and x - t decides, whose
    error is known. With steps, Mufasa chooses the feature by its training error at 0.
    """
    rng = rng_for(*key, "sample")
    means = np.linspace(0.0, 1.5, len(VALUES))
    y = rng.choice([-1.0, 1.0], SAMPLE)
    X = y[:, None] * means + rng.normal(size=(SAMPLE, len(VALUES)))
    feature, selection = len(VALUES) // 2, 0.0
    if steps:
        draw = lambda step, u: int(u[0] * 3 + u[1])  # noqa: E731
        right = lambda f: np.mean(y * X[:, f] > 0)  # noqa: E731
        feature = mufasa(start(key), draw, right, near(key), steps).best
        selection = bounds.g(steps, len(VALUES))
    mu = means[feature]
    for t in np.linspace(-2, 2, 21):
        error = 0.5 * (norm.cdf(t - mu) + norm.sf(t + mu))
        margins = np.sort(y * (X[:, feature] - t))
        gammas = np.array([0.01, 0.1, 0.3, 1.0])
        sensitive = np.searchsorted(margins, gammas) / SAMPLE
        limit = bounds.theorem_5(sensitive, SAMPLE, DIMENSION, gammas, DELTA, selection)
        if (error > limit).any():
            return True
    return False


def theorem4_violations(key):
    """100 if theorem 4 fails for this sample, else 0."""
    return 100.0 * bound_fails(key, STEPS)


def theorem5_violations(key):
    """100 if theorem 5 fails for this sample, else 0."""
    return 100.0 * bound_fails(key, 0)

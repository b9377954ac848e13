"""What Gilad-Bachrach, Navot and Tishby (2004) state for all data, on random data.

Sections 2 and 3 and lemma 1; theorem 1 is in `bound`. Numbers in brackets are that
paper's. A metric is a function of a random stream, which is keyed by the metric's name
and the repeat. Shares are in percent.
"""

import numpy as np
from scipy.spatial.distance import cdist

from pride.bounds import margin2004 as bounds
from pride.classifiers import nearest_neighbour
from pride.margins import LINEAR, evaluation
from pride.neighbours import near_hits_and_misses
from pride.protocols.margin2004 import bound
from pride.protocols.margin2004.bound import ROUNDING, percent, random_problem
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors import gflip, simba


def random_sample(rng, samples=40):
    """Two or three Gaussian classes in two to eight dimensions."""
    classes, features = rng.integers(2, 4), rng.integers(2, 9)
    y = rng.permutation(np.arange(samples) % classes)
    return rng.normal(size=(samples, features)) + rng.normal(size=(3, features))[y], y


# Section 2.1 and lemma 1: one_nn


def distances_to_hit_and_miss(sample, test, features):
    (X, y), (points, labels) = sample, test
    distances, same = cdist(points[:, features], X[:, features]), labels[:, None] == y
    return [np.where(part, distances, np.inf).min(axis=1) for part in (same, ~same)]


def margin_violations(rng):
    """Section 2.1, result 1, by size: both margins are negative if 1-NN errs."""
    sample, test, features = random_problem(rng)
    to_hit, to_miss = distances_to_hit_and_miss(sample, test, features)
    exact = bounds.sample_margins(*test, *sample, features)
    return percent(0.5 * np.abs(to_miss - to_hit) > np.abs(exact) + ROUNDING)


def changes(point, own, others, radius):
    """Whether moving each prototype by `radius`, own ones away, changes the label."""
    away, near = own - point, point - others
    lengths = [np.linalg.norm(part, axis=1, keepdims=True) for part in (away, near)]
    own = own + radius * away / lengths[0]
    others = others + np.minimum(radius, lengths[1]) * near / lengths[1]
    return cdist([point], others).min() < cdist([point], own).min()


def margin_formula_error(rng, steps=60):
    """(1) beside the least radius at which moved prototypes change the label.

    Random moves by 0.999 of that radius must not change it, or the error is 1.
    """
    (X, y), (points, _), features = random_problem(rng)
    X, worst = X[:, features], 0.0
    for point in points[:, features]:
        label = nearest_neighbour(X, y, point[None])[0]
        own, others = X[y == label], X[y != label]
        theta = 0.5 * (cdist([point], others).min() - cdist([point], own).min())
        low, high = 0.0, 2 * cdist([point], X).max()
        for _ in range(steps):
            middle = (low + high) / 2
            low, high = (
                (low, middle) if changes(point, own, others, middle) else (middle, high)
            )
        moves = rng.normal(size=X.shape)
        moves *= 0.999 * theta / np.linalg.norm(moves, axis=1, keepdims=True)
        fooled = nearest_neighbour(X + moves, y, point[None])[0] != label
        worst = max(worst, abs(high - theta) / theta, float(fooled))
    return worst


def lipschitz_violations(rng):
    """Lemma 1, for all pairs of points."""
    sample, (points, _), features = random_problem(rng)
    nn = bounds.sample_margins(points, np.ones(len(points)), *sample, features)
    far = cdist(points[:, features], points[:, features]) + ROUNDING
    return percent((np.abs(nn[:, None] - nn) > far)[np.triu_indices(len(nn), 1)])


# Section 2.2: evaluation


def scaling_error(rng):
    X, y = random_sample(rng)
    w, factor = rng.uniform(0, 1, X.shape[1]), rng.normal()
    expected = abs(factor) * evaluation(X, y, w)
    return abs(evaluation(X, y, factor * w) / expected - 1)


def norm_violations(rng, vectors=1000):
    z, w = rng.normal(size=(2, vectors, rng.integers(1, 20)))
    w /= np.abs(w).max(axis=1, keepdims=True)
    return percent(np.linalg.norm(w * z, axis=1) > np.linalg.norm(z, axis=1))


# Section 3: gflip and simba


def flips_kept(X, y, rng):
    """The sets of features that G-flip goes through, one feature at a time."""
    state, mask = gflip.prepare(X, y), np.zeros(X.shape[1], dtype=bool)
    e, removed = gflip.kernels.begin(state, mask), 0.0
    sets, changed = [mask.copy()], True
    while changed:
        changed = False
        for f in rng.permutation(len(mask)):
            e, flips, removed = gflip.one_pass(state, mask, np.array([f]), e, removed)
            if flips:
                sets.append(mask.copy())
                changed = True
    return sets


def improving_flips(rng):
    """Kept flips that do not raise e, and flips of the result that do."""
    X, y = random_sample(rng)
    sets = flips_kept(X, y, rng)
    values = np.array([evaluation(X, y, mask.astype(float)) for mask in sets])
    single = sets[-1] ^ np.eye(X.shape[1], dtype=bool)
    after = np.array([evaluation(X, y, mask.astype(float)) for mask in single])
    return float(np.sum(np.diff(values) <= 0) + np.sum(after > values[-1]))


def corrections(X, y, w):
    """The correction term of step 2(c) of Algorithm 2 for every instance."""
    near, far = near_hits_and_misses(X * w, y, np.arange(len(X)))
    each = enumerate(zip(*near, *far, strict=True))
    return 0.5 * np.array([simba.step(X, w, i, found, LINEAR) for i, found in each])


def gradient_error(rng, h=1e-6):
    X, y = random_sample(rng)
    w = rng.uniform(0.5, 1.5, X.shape[1])
    ends = [[evaluation(X, y, w + s * e) for s in (h, -h)] for e in np.eye(len(w))]
    slopes = -np.diff(ends, axis=1)[:, 0] / (2 * h)
    return np.abs(corrections(X, y, w).sum(axis=0) - slopes).max()


def step_scaling_error(rng):
    X, y = random_sample(rng)
    w, factor = rng.uniform(0.5, 1.5, X.shape[1]), np.exp(rng.normal())
    before, after = corrections(X, y, w), corrections(X, y, factor * w)
    return (np.abs(after - before).max(axis=1) / np.abs(before).max(axis=1)).max()


MEASURES = {
    "one_nn": (margin_violations, margin_formula_error, lipschitz_violations),
    "evaluation": (scaling_error, norm_violations),
    "gflip": (improving_flips,),
    "simba": (gradient_error, step_scaling_error),
    "bound": bound.MEASURES,
}


def overall(metric, values):
    """The share in all samples, or the worst sample.

    One number, without a standard error: a single counterexample to a theorem must not
    pass for chance.
    """
    return np.mean(values) if metric.endswith("violations") else np.max(values)


def theory(method, experiment, problem, repeats, seed):
    """All that is stated about a method; `problem` gives the sizes of the xor problem.

    Scores of the data set "theory", which is not one: every repeat draws its own. Only
    theorem 1, which holds with some probability, keeps the repeats apart.
    """
    rows = []
    for measure in MEASURES[method]:
        name = measure.__name__
        streams = (rng_for(seed, "theory", name, repeat) for repeat in range(repeats))
        values = [measure(rng) for rng in streams]
        if measure is not bound.violations:
            values = [overall(name, values)]
        rows += [(name, 0, repeat, value) for repeat, value in enumerate(values)]
    if method == "bound":
        rows += bound.formulas(experiment, problem)
    return scores("theory", method, rows)

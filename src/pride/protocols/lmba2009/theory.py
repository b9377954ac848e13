"""What Li and Lu (2009) state for all data in section 3.1, on random data.

Numbers in brackets are that paper's. A statement is a function of a random stream,
which is keyed by the function's name and the repeat. Those on energies are in `energy`.
"""

import numpy as np

from pride.protocols.lmba2009 import energy
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors import lmba
from pride.selectors.lmba_kernels import WEIGHTED

STEP = 1e-6  # of finite differences


def random_sample(rng, samples=14):
    """Two classes in three dimensions."""
    return rng.normal(size=(samples, 3)), np.arange(samples) % 2


def pairs_of(X, y, rules):
    """Squares by feature of all (target, other) pairs of all samples, and theta."""
    near, other, theta = [], [], []
    for i in range(len(X)):
        squares = (X - X[i]) ** 2
        distances = squares.sum(axis=1)
        same = np.flatnonzero((y == y[i]) & (np.arange(len(X)) != i))
        targets = same[np.argsort(distances[same], kind="stable")[: rules.k]]
        others = np.flatnonzero(y != y[i])
        margin = abs(distances[others].min() - distances[targets[0]])
        for j in targets:
            near += [squares[j]] * len(others)
            other += list(squares[others])
            theta += [margin] * len(others)
    return np.array(near), np.array(other), np.array(theta)


def hinge_difference(X, y, w, rules):
    """Largest relative error of the hinges' part of (16), off the kinks.

    Pairs at a kink are left out of both sides: at w = 1 the near hit and the near miss
    of every sample with a positive margin are one.
    """
    near, other, theta = pairs_of(X, y, rules)
    smooth = np.abs(theta + (near - other) @ w**2) > 1e-4
    near, other, theta = near[smooth], other[smooth], theta[smooth]
    space = w**2 if rules.condition == WEIGHTED else np.ones(len(w))
    active = theta + (near - other) @ space >= 0
    ours = 2 * w * (near - other)[active].sum(axis=0)

    def total(v):
        return np.maximum(theta + (near - other) @ v**2, 0).sum()

    unit = np.eye(len(w)) * STEP
    exact = [(total(w + step) - total(w - step)) / (2 * STEP) for step in unit]
    return np.abs(ours - exact).max() / np.abs(exact).max()


def gradient_error(rng):
    """(17) as printed, without weights in its condition, at a random w."""
    return hinge_difference(*random_sample(rng), rng.uniform(0.2, 1, 3), lmba.PRINTED)


def gradient_error_at_ones(rng):
    """(17) at w = 1, where it does not matter which distances the condition takes."""
    return hinge_difference(*random_sample(rng), np.ones(3), lmba.PRINTED)


def kinks_share(rng):
    """100 if e has different one-sided derivatives at a random w, else 0."""
    X, y = random_sample(rng)
    near, other, theta = pairs_of(X, y, lmba.PRINTED)
    return 100.0 * (theta + (near - other) @ rng.uniform(0.2, 1, 3) ** 2 == 0).any()


def each(values):
    """All of them, to be averaged."""
    return values


# How repeats become one number: a single counterexample must not pass for chance.
MEASURES = {
    energy.condition_1_share: each,
    energy.condition_1_possible: each,
    energy.energy_convexity_violations: each,
    energy.energy_gradient_error: np.max,
    energy.descent_direction_violations: np.max,
    energy.critical_point_violations: np.max,
    energy.inside_step_violations: np.max,
    energy.definition_5_difference: np.max,
    gradient_error: np.max,
    gradient_error_at_ones: np.max,
    kinks_share: np.max,
}


def theory(repeats, seed):
    """All statements; scores of the data set "theory", which is not one."""
    rows = []
    for measure, overall in MEASURES.items():
        name = measure.__name__
        streams = (rng_for(seed, "theory", name, repeat) for repeat in range(repeats))
        values = np.atleast_1d(overall([measure(rng) for rng in streams]))
        rows += [(name, 0, repeat, float(value)) for repeat, value in enumerate(values)]
    return scores("theory", "lmba", rows)

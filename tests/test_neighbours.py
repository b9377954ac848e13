"""Short cuts never change a neighbour: bounds hold, ties go to the lowest index."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.neighbours import (
    FEATURES,
    FEW_ROWS,
    MANY,
    ROWS,
    least,
    near_hit_and_miss,
    near_hits_and_misses,
    squared_distance,
)
from pride.samples import by_class


def literal(X, y, i):
    """Near hit, near miss and their distances by looking at every pair."""
    distances = np.sqrt(((X - X[i]) ** 2).sum(axis=1))
    hits = [k for k in range(len(X)) if y[k] == y[i] and k != i]
    misses = [k for k in range(len(X)) if y[k] != y[i]]
    near = [min(part, key=distances.__getitem__) for part in (hits, misses)]
    return near, distances[near]


def check(X, y):
    rows = np.arange(len(X))
    indices, distances = near_hits_and_misses(X, y, rows)
    for i in rows:
        expected, norms = literal(X, y, i)
        assert_array_equal(indices[:, i], expected)
        assert_allclose(distances[:, i], norms, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("samples, features", [(8, 1), (40, 7), (300, 50)])
@pytest.mark.parametrize("classes", [2, 4])
def test_neighbours_are_those_of_a_search_by_hand(samples, features, classes):
    rng = np.random.default_rng(samples + features)
    check(rng.normal(size=(samples, features)), np.arange(samples) % classes)


def test_ties_go_to_the_lowest_index():
    """Integers on a small grid: almost every distance is met several times."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, size=(60, 3)).astype(float)
    check(X, rng.integers(0, 3, size=60))


def test_a_large_offset_does_not_blur_the_neighbours():
    rng = np.random.default_rng(1)
    X = rng.integers(0, 100, size=(50, 6)).astype(float)
    check(X + 1e6, rng.integers(0, 2, size=50))


def test_some_rows_in_any_order():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(30, 4)), np.arange(30) % 3
    rows = np.array([7, 3, 7, 29])
    all_rows, _ = near_hits_and_misses(X, y, np.arange(30))
    assert_array_equal(near_hits_and_misses(X, y, rows)[0], all_rows[:, rows])


def test_the_least_of_a_span():
    values = np.array([3, 0.5, 0.25, 1e-40, 7], dtype=np.float32)
    bits = values.view(np.int32)
    assert least(bits) == values[3]
    assert least(bits[:3]) == 0.25
    assert least(bits[2:2]) == np.inf


def test_no_other_sample_of_the_class():
    indices, distances = near_hits_and_misses(
        np.array([[0.0], [1.0], [3.0]]), np.array([0, 1, 1]), np.arange(3)
    )
    assert_array_equal(indices, [[-1, 2, 1], [1, 0, 0]])
    assert_array_equal(distances, [[np.inf, 2, 2], [1, 1, 3]])


def measured(X, y):
    """Near hits and misses if the kernel's exact distance is taken for every pair."""
    ones = np.ones(X.shape[1])
    for i in range(len(X)):
        all_of_them = np.array([squared_distance(X[i], x, ones) for x in X])
        all_of_them[i] = np.inf
        same = y == y[i]
        yield [np.where(part, all_of_them, np.inf).argmin() for part in (same, ~same)]


def sphere(rng, scale=1.0):
    """Samples at almost the same distance from each other, and a few far away."""
    X = np.repeat(np.eye(60), 2, axis=0) * scale
    X += scale * 1e-9 * rng.normal(size=X.shape)
    X[:3] *= 1000
    return X


HARD = {
    "near ties": sphere,
    "huge": lambda rng: sphere(rng, 1e120),
    "tiny": lambda rng: sphere(rng, 1e-120),
    "an offset": lambda rng: sphere(rng) + 1e6,
    "twins": lambda rng: np.repeat(rng.normal(size=(40, 9)), 3, axis=0),
    "all the same": lambda rng: np.full((20, 3), 0.1),
    "bits": lambda rng: rng.integers(0, 2, size=(120, 40)).astype(float),
    "one feature": lambda rng: rng.normal(size=(100, 5)) * [1, 1e-5, 1e-12, 0, 1e-44],
    "many features": lambda rng: rng.normal(size=(30, 2 * FEATURES + 5)) * 1e-3 + 1,
}


@pytest.mark.parametrize("kind", HARD)
def test_hard_data_have_exactly_the_measured_neighbours(kind):
    rng = np.random.default_rng(4)
    X = HARD[kind](rng)
    y = rng.permutation(np.arange(len(X)) % 2)
    found, _ = near_hits_and_misses(X, y, np.arange(len(X)))
    assert_array_equal(found.T, list(measured(X, y)))


def test_near_ties_need_the_bound_on_the_errors():
    """The same search, told that its rough distances have no error, goes wrong."""
    rng = np.random.default_rng(4)
    X = sphere(rng)[3:]
    y = rng.permutation(np.arange(len(X)) % 2)
    classes, ones, wrong = by_class(y), np.ones(X.shape[1]), 0
    order = classes[0]
    for place, expected in zip(order.argsort(), measured(X, y), strict=True):
        distances = ((X[order] - X[order[place]]) ** 2).sum(axis=1)
        rough = (distances + rng.uniform(0, 1e-5, size=len(X))).astype(np.float32)
        near = near_hit_and_miss(X, ones, place, rough, (0.0, 0.0), classes)
        wrong += near[:2] != tuple(expected)
        near = near_hit_and_miss(X, ones, place, rough, (0.0, 1.1e-5), classes)
        assert near[:2] == tuple(expected)
    assert wrong > len(X) / 2


@pytest.mark.parametrize("samples, features", [(FEW_ROWS + 9, 3), (ROWS + 9, MANY)])
def test_samples_are_searched_in_blocks(samples, features):
    rng = np.random.default_rng(6)
    check(rng.normal(size=(samples, features)), np.arange(samples) % 2)

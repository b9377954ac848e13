"""Short cuts never change a neighbour: bounds hold, ties go to the lowest index."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.neighbours import (
    SAMPLES,
    largest_squares,
    near_hits_and_misses,
    rough_blocks,
    rough_distances,
    rough_slack,
)


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


@pytest.mark.parametrize("samples, features", [(5, 1), (300, 13), (SAMPLES, 640)])
@pytest.mark.parametrize("offset", [0.0, 100.0])
def test_rough_distances_err_by_less_than_their_slack(samples, features, offset):
    rng = np.random.default_rng(features)
    X = rng.normal(size=(samples, features)) + offset
    blocks = rough_blocks(X)
    squares = np.zeros((3, blocks.shape[1]))
    squares[:, :features] = rng.lognormal(0, 2, size=(3, features))
    places = rng.integers(samples, size=3)
    rough = np.empty((len(blocks), 3, SAMPLES), dtype=np.float32)
    rough_distances(blocks, squares.astype(np.float32), places, rough)
    for s, i in enumerate(places):
        exact = (squares[s, :features] * (X - X[i]) ** 2).sum(axis=1)
        found = rough[:, s].reshape(-1)[:samples].astype(np.float64)
        shifted = found - found[i]  # both are zero at the sample itself
        slack = rough_slack(squares[s], largest_squares(blocks))
        assert np.abs(shifted - exact).max() <= 2 * slack

"""Simba's rough distances: their errors are bounded, and never change a neighbour."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from pride import compiled
from pride.neighbours import squared_distance
from pride.selectors import simba
from pride.selectors.simba_kernels import (
    GROUP,
    MANY,
    SAMPLES,
    errors,
    lines,
    rough_data,
    rough_distances,
)


def rough_roots(X, w, samples):
    """Rough distances from some samples, each under its row of weights."""
    data = rough_data(X, np.arange(len(X)), len(w))
    assert bool(data.rows.size) == (len(w) >= GROUP and X.shape[1] >= MANY)
    blocks, features, size = data.blocks.shape
    width = max(features, data.rows.shape[1])
    slopes, intercepts = np.zeros((2, len(w), width), dtype=np.float32)
    for s, i in enumerate(samples):
        lines(w[s], X[i], data, slopes[s], intercepts[s])
    rough = np.empty((len(w), blocks, size), dtype=np.float32)
    rough_distances(data, slopes, intercepts, rough)
    lengths = np.linalg.norm(w * data.scales, axis=1, keepdims=True)
    return np.sqrt(rough.reshape(len(w), -1)[:, : len(X)].astype(float)), lengths


@pytest.mark.parametrize("samples, features", [(5, 1), (300, 13), (SAMPLES + 1, 640)])
@pytest.mark.parametrize("offset, scale", [(0, 1), (100, 1), (0, 1e30), (0, 1e-30)])
@pytest.mark.parametrize("starts", [1, 7])
def test_rough_distances_err_by_less_than_their_bound(
    samples, features, offset, scale, starts
):
    rng = np.random.default_rng(features)
    X = (rng.normal(size=(samples, features)) + offset) * scale
    w = rng.lognormal(0, 10, size=(starts, features))
    places = rng.integers(samples, size=starts)
    found, lengths = rough_roots(X, w, places)
    relative, absolute = errors(features)
    e = relative / 8
    f = np.sqrt(absolute * e / 6)
    exact = np.sqrt(
        [(w[s] ** 2 * (X - X[i]) ** 2).sum(1) for s, i in enumerate(places)]
    )
    assert (np.abs(found - exact / lengths) <= e * exact / lengths + f).all()


@pytest.mark.parametrize("features", [1, 10, 1000, 10**6])
def test_the_limit_covers_whatever_may_be_nearest(features):
    relative, absolute = errors(features)
    e = relative / 8
    f = np.sqrt(absolute * e / 6)
    least = np.concatenate([[0.0], np.logspace(-12, 1, 200)])
    nearest_is_below = (least + f) / (1 - e)
    its_rough = (1 + e) * nearest_is_below + f
    assert (its_rough**2 <= (1 + relative) * least**2 + absolute).all()


def measured_ascent(X, y, visits):
    """Algorithm 2, measuring every distance exactly."""
    w = np.ones(X.shape[1])
    for i in visits:
        distances = np.array([squared_distance(X[i], x, w * w) for x in X])
        distances[i] = np.inf
        same = y == y[i]
        near = [np.where(part, distances, np.inf).argmin() for part in (same, ~same)]
        w += 0.5 * simba.step(X, w, i, (*near, *np.sqrt(distances[near])), 0.0)
    return w


HARD = {
    "bits": lambda rng: rng.integers(0, 2, size=(80, 12)).astype(float),
    "near ties": lambda rng: (
        np.repeat(np.eye(40), 2, axis=0) + 1e-9 * rng.normal(size=(80, 40))
    ),
    "many bits": lambda rng: rng.integers(0, 2, size=(81, MANY + 9)).astype(float),
    "an offset": lambda rng: rng.integers(0, 9, size=(80, 6)) + 1e7,
    "a constant": lambda rng: rng.normal(size=(80, 3)) * [1e-20, 0, 1e-20] + [0, 1, 0],
}


@pytest.mark.parametrize("kind", HARD)
@pytest.mark.parametrize("starts", [1, 6])
def test_hard_data_are_ascended_as_if_every_distance_were_measured(
    kind, starts, monkeypatch
):
    monkeypatch.setattr(compiled, "get_num_threads", lambda: 1)  # groups of starts
    rng = np.random.default_rng(8)
    X = HARD[kind](rng)
    y = rng.permutation(np.arange(len(X)) % 3)
    orders = np.stack([rng.permutation(len(X)) for _ in range(starts)])
    found = simba.ascend_together(X, y, orders)
    for w, visits in zip(found, orders, strict=True):
        assert_array_equal(w, measured_ascent(X, y, visits))

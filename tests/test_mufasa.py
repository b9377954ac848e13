"""Mufasa against Algorithm 3, word for word, and as a selector."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.seeding import rng_for
from pride.selectors import Mufasa
from pride.selectors.mufasa import Space, mufasa

SPACE = Space(np.array([1.0, 0.0]), np.array([8.0, 3.5]), np.array([1.0, 0.5]))
PEAK = np.array([6.0, 2.5])


def pieces(seed):
    """Sets are numbers around -|u - PEAK|; quality is coarse, so that ties occur."""

    def draw(step, u):
        return rng_for(seed, "draw", step, u).normal() - np.abs(u - PEAK).sum()

    def near(step, u):
        return SPACE.near(rng_for(seed, "near", step), u, 0.3)

    return SPACE.anywhere(rng_for(seed, "start"), 1)[0], draw, np.round, near


def algorithm_3(seed, J):
    """As printed, but that q_best starts low."""
    u, draw, quality, near = pieces(seed)
    q_best = -np.inf
    trace = []
    for j in range(1, J + 1):
        F = draw(j - 1, u)
        q = quality(F)
        trace.append((*u, q))
        if q >= q_best:
            F_best, u_best, q_best = F, u, q
        u = near(j - 1, u_best)
    return F_best, u_best, q_best, np.array(trace)


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_algorithm(seed):
    start, *functions = pieces(seed)
    found = mufasa(start, *functions, n_steps=30)
    best, u, q, trace = algorithm_3(seed, 30)
    assert (found.best, found.quality) == (best, q)
    assert_array_equal(found.point, u)
    assert_array_equal(np.column_stack([found.points, found.qualities]), trace)
    kept = found.qualities[found.kept]
    assert_array_equal(kept, np.maximum.accumulate(found.qualities)[found.kept])
    assert found.kept[0] and (np.diff(kept) >= 0).all()


def test_an_equal_quality_replaces_the_best():
    found = mufasa(0, lambda step, u: step, lambda F: 1.0, lambda step, u: u, n_steps=4)
    assert found.best == 3 and found.kept.all()


def test_it_comes_near_to_the_peak():
    ends = []
    for seed in range(20):
        start, *functions = pieces(seed)
        ends.append(np.abs(mufasa(start, *functions, n_steps=50).point - PEAK).sum())
    assert np.mean(ends) < 1.5


def test_patience_counts_steps_without_a_higher_quality():
    heights = [1.0, 2.0, 2.0, 2.0, 5.0]
    found = mufasa(
        0, lambda step, u: heights[step], float, lambda s, u: u, 5, patience=2
    )
    assert_array_equal(found.qualities, [1, 2, 2, 2])
    assert len(mufasa(0, lambda s, u: heights[s], float, lambda s, u: u, 5).kept) == 5


def test_points_lie_on_the_grid_and_inside():
    rng = np.random.default_rng(0)
    points = np.array([SPACE.near(rng, np.array([8.0, 0.0]), 0.5) for _ in range(300)])
    assert_array_equal(points, SPACE.nearest(points))
    assert_array_equal(points.min(axis=0) >= SPACE.low, True)
    assert_array_equal(points.max(axis=0) <= SPACE.high, True)
    drawn = SPACE.anywhere(rng, 5000)
    assert [len(np.unique(column)) for column in drawn.T] == [8, 8]
    counts = np.unique(drawn[:, 0], return_counts=True)[1]
    assert counts.min() > 500


def informative(rng, samples=120, columns=60):
    """Classes differ in the columns from 20 to 29 only."""
    y = rng.integers(0, 3, samples)
    X = rng.normal(size=(samples, columns))
    X[:, 20:30] += rng.normal(size=(3, 10))[y]
    return X, y


def test_columns_are_found_by_their_place():
    X, y = informative(np.random.default_rng(1))
    model = Mufasa(5, random_state=0).fit(X, y)
    chosen = model.get_support(indices=True)
    assert len(chosen) == 5
    assert ((chosen >= 15) & (chosen < 35)).all()
    shuffled = np.random.default_rng(2).permutation(60)
    meta = np.empty((60, 1))
    meta[:, 0] = shuffled
    again = Mufasa(5, meta_features=meta, random_state=0).fit(X[:, shuffled], y)
    assert_array_equal(np.sort(shuffled[again.get_support()]), chosen)


def test_bad_arguments_are_told():
    X, y = informative(np.random.default_rng(1))
    with pytest.raises(ValueError, match=r"shape \(60, ...\)"):
        Mufasa(meta_features=np.zeros((3, 2))).fit(X, y)
    with pytest.raises(ValueError, match="n_steps must be"):
        Mufasa(n_steps=0).fit(X, y)


@parametrize_with_checks([Mufasa(n_features_to_select=2, n_steps=3)])
def test_it_keeps_to_the_conventions_of_scikit_learn(estimator, check):
    check(estimator)

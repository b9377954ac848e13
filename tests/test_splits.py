"""Splits are disjoint, complete, of the right size, and fair to classes and groups."""

import numpy as np
import pytest

from pride.datasets import splits


@pytest.fixture
def rng():
    return np.random.default_rng(3)


def assert_partition(train, test, samples):
    np.testing.assert_array_equal(np.sort(np.r_[train, test]), np.arange(samples))


def test_given_split_takes_the_first():
    train, test = splits.given(5, 3)
    np.testing.assert_array_equal(train, [0, 1, 2])
    np.testing.assert_array_equal(test, [3, 4])


def test_random_splits_partition_and_differ(rng):
    drawn = [splits.random(rng, 30, 20) for _ in range(5)]
    for train, test in drawn:
        assert len(train) == 20
        assert_partition(train, test, 30)
    assert len({tuple(train) for train, _ in drawn}) == 5


def test_every_sample_is_drawn_equally_often(rng):
    counts = np.zeros(10)
    for _ in range(4000):
        counts[splits.random(rng, 10, 3)[0]] += 1
    np.testing.assert_allclose(counts / 4000, 0.3, atol=0.04)


@pytest.mark.parametrize("train", [0, 5, 6, -1])
def test_impossible_sizes_are_refused(rng, train):
    with pytest.raises(ValueError, match=f"between 1 and 4 of 5 samples, got {train}"):
        splits.given(5, train)
    with pytest.raises(ValueError, match="between 1 and 4"):
        splits.random(rng, 5, train)


def test_groups_stay_whole(rng):
    groups = rng.integers(40, size=400) * 7
    for share in (0.1, 0.5, 0.9):
        train, test = splits.by_group(rng, groups, share)
        assert_partition(train, test, 400)
        assert not set(groups[train]) & set(groups[test])
        assert abs(len(train) - share * 400) <= np.bincount(groups).max() / 2


def test_both_parts_get_a_group(rng):
    groups = np.array([0] * 98 + [1, 2])
    for share in (0.01, 0.99):
        for _ in range(10):
            train, test = splits.by_group(rng, groups, share)
            assert len(train) > 0
            assert len(test) > 0


def test_groups_take_turns(rng):
    sides = {tuple(splits.by_group(rng, np.arange(6), 0.5)[0]) for _ in range(300)}
    assert len(sides) == 20


def test_impossible_group_splits_are_refused(rng):
    with pytest.raises(ValueError, match="two groups, found 1"):
        splits.by_group(rng, np.zeros(4), 0.5)
    with pytest.raises(ValueError, match="between 0 and 1, got 1"):
        splits.by_group(rng, np.arange(4), 1)


@pytest.mark.parametrize("stratified", [True, False])
def test_folds_are_even_and_differ(rng, stratified):
    y = np.repeat([0, 1, 2], [23, 11, 3])
    drawn = [splits.folds(rng, y, 5, stratified) for _ in range(4)]
    for numbers in drawn:
        np.testing.assert_array_equal(np.sort(np.bincount(numbers)), [7, 7, 7, 8, 8])
    assert len({tuple(numbers) for numbers in drawn}) == 4


def test_stratified_folds_share_out_every_class(rng):
    y = rng.permutation(np.repeat([0, 1, 2], [23, 11, 3]))
    numbers = splits.folds(rng, y, 5, stratified=True)
    for label in range(3):
        counts = np.bincount(numbers[y == label], minlength=5)
        assert counts.max() - counts.min() <= 1
    plain = [splits.folds(rng, y, 5, stratified=False) for _ in range(20)]
    counts = [np.bincount(numbers[y == 1], minlength=5) for numbers in plain]
    assert np.ptp(counts, axis=1).max() > 1


@pytest.mark.parametrize("n_folds", [1, 5])
def test_impossible_folds_are_refused(rng, n_folds):
    with pytest.raises(ValueError, match=f"between 2 and 4 samples, got {n_folds}"):
        splits.folds(rng, np.zeros(4), n_folds, stratified=False)

"""Ways to divide samples: a training and a test part by index, or folds by number."""

import numpy as np


def given(samples, train):
    """The first `train` samples and the others, as a paper or a challenge set them."""
    _check_train(samples, train)
    indices = np.arange(samples)
    return indices[:train], indices[train:]


def random(rng, samples, train):
    """`train` samples drawn without replacement and the others, each part in order."""
    _check_train(samples, train)
    order = rng.permutation(samples)
    return np.sort(order[:train]), np.sort(order[train:])


def by_group(rng, groups, share):
    """Whole groups in random order, so that about a `share` of the samples is training.

    Of all numbers of groups that leave some for both parts, the one that comes nearest.
    """
    if not 0 < share < 1:
        raise ValueError(f"share lies between 0 and 1, got {share}")
    names, members = np.unique(groups, return_inverse=True)
    if len(names) < 2:
        raise ValueError(f"a split by group needs two groups, found {len(names)}")
    order = rng.permutation(len(names))
    reached = np.cumsum(np.bincount(members)[order])[:-1]
    last = np.argmin(np.abs(reached - share * len(members)))
    training = np.isin(members, order[: last + 1])
    return np.flatnonzero(training), np.flatnonzero(~training)


def folds(rng, y, n_folds, stratified):
    """Fold number of each sample: folds, and classes in them if `stratified`, are even.

    Even means that two folds differ by at most one sample, of each class as of all.
    """
    samples = len(y)
    if not 2 <= n_folds <= samples:
        raise ValueError(f"n_folds lies between 2 and {samples} samples, got {n_folds}")
    order = rng.permutation(samples)
    if stratified:
        order = order[np.argsort(np.asarray(y)[order], kind="stable")]
    numbers = np.empty(samples, dtype=np.int64)
    numbers[order] = np.arange(samples) % n_folds
    return numbers


def _check_train(samples, train):
    if not 0 < train < samples:
        raise ValueError(
            f"a training part has between 1 and {samples - 1} of {samples} samples, "
            f"got {train}"
        )

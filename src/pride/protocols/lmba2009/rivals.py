"""What Li and Lu (2009), section 3.2, say about Simba, Relief and Mitra's, measured."""

import numpy as np
from scipy.stats import spearmanr

from pride.neighbours import near_hits_and_misses
from pride.selectors import fsfs, relief, simba

PERMUTATIONS = 10  # of labels that Mitra's must not notice


def trend(values):
    """Rank correlation with the place in a sequence."""
    return float(spearmanr(values, np.arange(len(values))).statistic)


def neighbours_of_simba(train, test, readings, state):
    """Section 3.2: are Simba's neighbours those of the original space?"""
    X, y = train
    visits = np.random.default_rng(state).permutation(len(X))
    along = np.vstack([np.ones(X.shape[1]), simba.path(X, y, visits)])
    original, _ = near_hits_and_misses(X, y, np.arange(len(X)))
    same = []
    for w, i in zip(along, visits, strict=False):
        now, _ = near_hits_and_misses(X * w, y, np.array([i]))
        same.append((now[:, 0] == original[:, i]).all())
    last, _ = near_hits_and_misses(X * along[-1], y, np.arange(len(X)))
    changed = (last != original).any(axis=0)
    return {
        ("simba", "original_neighbour_steps"): 100 * np.mean(same),
        ("simba", "neighbours_changed"): 100 * changed.mean(),
    }


def step_correlation(train, test, readings, state):
    """Section 3.2: the updates of Simba and Relief for the same sample at w = 1."""
    X, y = train
    values = []
    for i in range(len(X)):
        one = np.array([i])
        ours, others = simba.ascend(X, y, one) - 1, relief.weights(X, y, one)
        if ours.any():
            values.append(np.corrcoef(ours, others)[0, 1])
    return {("simba", "step_correlation_with_relief"): np.mean(values)}


def redundancy(X):
    """Mean absolute correlation of pairs of features."""
    r = np.abs(np.corrcoef(X.T))
    return r[np.triu_indices(len(r), 1)].mean()


def mitra(train, test, readings, state):
    """Section 3.2: what steers Mitra's, and what it removes."""
    X, y = train
    D, features = fsfs.dissimilarities(X), X.shape[1]
    neighbours = fsfs.neighbours_of(D)
    runs = [fsfs.clustered(D, neighbours, k) for k in range(1, features)]
    half = fsfs.select_number(D, features // 2)
    rng = np.random.default_rng(state)
    wanted = fsfs.FSFS(features // 2)
    kept = wanted.fit(X, y).get_support()
    changed = [
        (wanted.fit(X, rng.permutation(y)).get_support() != kept).any()
        for _ in range(PERMUTATIONS)
    ]
    return {
        ("fsfs", "size_trend_in_k"): trend([kept.sum() for kept, _ in runs]),
        ("fsfs", "neighbours_used"): max(used.sum() for _, used in runs),
        ("fsfs", "redundancy"): redundancy(X[:, half]),
        ("all_features", "redundancy"): redundancy(X),
        ("fsfs", "label_dependence"): 100 * np.mean(changed),
    }


CLAIMS = neighbours_of_simba, step_correlation, mitra

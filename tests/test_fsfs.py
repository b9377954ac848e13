"""FSFS against the algorithm of Mitra, Murthy and Pal (2002), step by step."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.selectors import FSFS, fsfs


@pytest.fixture
def groups():
    """Three groups of 5, 4 and 3 features, noisy copies of a signal each, shuffled."""
    rng = np.random.default_rng(1)
    signals = rng.normal(size=(200, 3))
    members = np.repeat([0, 1, 2], [5, 4, 3])
    X = signals[:, members] + 0.1 * rng.normal(size=(200, 12))
    order = rng.permutation(12)
    return X[:, order], members[order]


@pytest.fixture
def mixed():
    rng = np.random.default_rng(0)
    return rng.normal(size=(80, 6)) @ rng.normal(size=(6, 25)) + rng.normal(size=25)


def literal(D, k):
    """The eight steps of the algorithm, word for word, with the k of each cluster."""
    R, epsilon, used = list(range(len(D))), None, []

    def radius(i, k):
        return sorted(D[i, j] for j in R if j != i)[k - 1]

    k = min(k, len(R) - 1)
    while True:
        centre = min(R, key=lambda i: (radius(i, k), i))  # steps 2 and 3
        r = radius(centre, k)
        epsilon = r if epsilon is None else epsilon
        others = sorted((j for j in R if j != centre), key=lambda j: (D[centre, j], j))
        used.append(k)
        R = [j for j in R if j not in others[:k]]
        k = min(k, len(R) - 1)  # step 4
        if k <= 1:  # step 5
            return R, used
        while min(radius(i, k) for i in R) > epsilon:  # step 6
            k -= 1
            if k == 1:
                return R, used


@pytest.mark.parametrize("similarity", fsfs.DISSIMILARITIES)
@pytest.mark.parametrize("k", [1, 2, 3, 5, 8, 13, 24, 99])
def test_clusters_are_those_of_the_algorithm(mixed, k, similarity):
    D = fsfs.dissimilarities(mixed, similarity)
    kept, used = literal(D, k)
    found = fsfs.clustered(D, fsfs.neighbours_of(D), k)
    assert_array_equal(np.flatnonzero(found[0]), kept)
    assert_array_equal(np.flatnonzero(found[1]), np.unique(used))
    assert_array_equal(fsfs.select(mixed, k, similarity), kept)


def test_lambda_2_is_the_smaller_eigenvalue(mixed):
    D = fsfs.dissimilarities(mixed)
    for i, j in [(0, 1), (3, 20), (7, 7)]:
        covariance = np.cov(mixed[:, [i, j]].T, bias=True)
        smaller = np.linalg.eigvalsh(covariance)[0]
        assert_allclose(D[i, j], smaller, rtol=1e-9, atol=1e-12)


def test_correlation_and_regression_are_those_of_a_line(mixed):
    x, y = mixed[:, 3], mixed[:, 8]
    rho = np.corrcoef(x, y)[0, 1]
    D = fsfs.dissimilarities(mixed, "correlation")
    assert_allclose(D[3, 8], 1 - abs(rho), rtol=1e-9)
    left = y - np.polyval(np.polyfit(x, y, 1), x)
    assert_allclose(fsfs.dissimilarities(mixed, "regression")[3, 8], left.var())


def test_lambda_2_is_symmetric_and_does_not_see_a_rotation():
    """Properties 2 and 5 of the index: also the sign and the mean do not matter."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(50, 2)) * [1, 3]
    D = fsfs.dissimilarities(X)
    assert_allclose(D, D.T)
    turn = np.array([[np.cos(0.3), -np.sin(0.3)], [np.sin(0.3), np.cos(0.3)]])
    assert_allclose(fsfs.dissimilarities(X @ turn + 7)[0, 1], D[0, 1], rtol=1e-9)
    assert_allclose(fsfs.dissimilarities(X * [1, -1])[0, 1], D[0, 1], rtol=1e-9)


def test_one_of_each_group_is_kept(groups):
    X, members = groups
    chosen = FSFS(3).fit(X).get_support()
    assert sorted(members[chosen]) == [0, 1, 2]


@pytest.mark.parametrize("number", range(1, 26))
def test_any_number_can_be_had(mixed, number):
    D = fsfs.dissimilarities(mixed)
    assert len(fsfs.select_number(D, number)) == number
    k = [k for k in range(1, 25) if len(fsfs.select(mixed, k)) == number]
    sizes = [len(fsfs.select(mixed, k)) for k in range(1, 25)]
    if k and sizes == sorted(sizes, reverse=True):
        assert_array_equal(fsfs.select_number(D, number), fsfs.select(mixed, max(k)))


def test_constant_features_are_alike():
    X = np.random.default_rng(0).normal(size=(20, 4))
    X[:, 1] = X[:, 3] = 5
    for similarity in fsfs.DISSIMILARITIES:
        assert np.isfinite(fsfs.dissimilarities(X, similarity)).all()
    assert FSFS(3).fit(X).get_support()[[0, 2]].all()


def test_labels_do_not_matter(mixed):
    y = np.arange(80) % 3
    assert_array_equal(
        FSFS(5).fit(mixed, y).get_support(), FSFS(5).fit(mixed).get_support()
    )


def test_wrong_parameters_are_explained(mixed):
    with pytest.raises(ValueError, match="'lambda2' or 'correlation' or 'regression'"):
        FSFS(similarity="lambda1").fit(mixed)
    with pytest.raises(ValueError, match="n_features_to_select must be a whole"):
        FSFS(0).fit(mixed)


@parametrize_with_checks([FSFS(1)])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)

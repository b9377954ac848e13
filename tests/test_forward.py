"""Forward search adds the feature that lowers its criterion most, word for word."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from pride.selectors import forward, lmba


@pytest.fixture
def sample():
    rng = np.random.default_rng(2)
    y = rng.permutation(np.arange(36) % 2)
    X = rng.normal(size=(36, 6)) + y[:, None] * [0, 0, 1.2, 0, 2.0, 0]
    return X, y


def literal(features, criterion):
    order = []
    while len(order) < features:
        left = [f for f in range(features) if f not in order]
        order.append(min(left, key=lambda f: criterion([*order, f])))
    return order


def test_the_search_lowers_the_loss_of_lmba(sample):
    X, y = sample

    def loss(chosen):
        return lmba.evaluation(X, y, np.isin(np.arange(6), chosen).astype(float))

    assert_array_equal(forward.forward_search(X, y), literal(6, loss))


def test_the_wrapper_lowers_the_error_of_1_nn(sample):
    X, y = sample

    def error(chosen):
        wrong = 0
        for i in range(36):
            distances = ((X[:, chosen] - X[i, chosen]) ** 2).sum(axis=1)
            distances[i] = np.inf
            wrong += y[distances.argmin()] != y[i]
        return wrong

    assert_array_equal(forward.wrapper_forward(X, y), literal(6, error))


def test_small_classes_have_fewer_targets():
    X, y = np.arange(5.0)[:, None], np.array([0, 0, 1, 1, 1])
    targets, theta = forward.neighbourhoods(X, y, 2)
    assert_array_equal(targets, [[1, -1], [0, -1], [3, 4], [2, 4], [3, 2]])
    assert_array_equal(theta, [3, 0, 0, 3, 8])

"""Every method on any data set: folds are shared, and gaps are refused at once."""

import numpy as np
import pytest

from pride.protocols.own import accuracy

EXPERIMENT = {"sizes": [1, 2], "scaling": "minmax", "folds": 3}


def sample(gaps):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 4)), np.arange(30) % 2
    for row, column, value in gaps:
        X[row, column] = value
    return X, y


def measured(X, y, method):
    return accuracy(X, y, method, "mine", EXPERIMENT, repeats=2, seed=1)


@pytest.mark.parametrize("method", ["all_features", "relief", "fsfs"])
def test_gaps_are_refused_with_their_places_and_a_remedy(method):
    X, y = sample([(3, 1, np.nan), (3, 2, np.nan), (9, 2, np.inf)])
    with pytest.raises(ValueError, match="number in every cell") as error:
        measured(X, y, method)
    told = str(error.value)
    assert "features 1, 2 of 2 samples" in told
    assert "incomplete: drop" in told


def test_of_many_features_with_gaps_a_few_are_named():
    X, y = np.full((30, 40), np.nan), np.arange(30) % 2
    with pytest.raises(ValueError, match="features 0, 1, 2, 3, 4 and 35 more of 30"):
        measured(X, y, "all_features")


def test_all_features_are_measured_once_a_repeat():
    found = measured(*sample([]), "all_features")
    assert found["at"].tolist() == [0, 0]
    assert found["repeat"].tolist() == [0, 1]
    assert found["value"].between(0, 100).all()

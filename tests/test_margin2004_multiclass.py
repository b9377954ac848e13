"""More than two classes: what section 3 of margin2004 claims is measured as it says."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from pride.margins import evaluation
from pride.protocols.margin2004 import multiclass
from pride.seeding import rng_for
from pride.selectors import GFlip
from pride.tables import margin2004 as tables

METHODS = ["gflip", "simba"]


@pytest.fixture(scope="module")
def sample():
    """Three classes in the plane of features 1 and 2; feature 3 is large noise."""
    rng = np.random.default_rng(0)
    y = np.arange(60) % 3
    X = rng.normal(size=(60, 3)) * [0.3, 0.3, 20]
    X[:, :2] += np.array([[0, 0], [3, 0], [0, 3]])[y]
    return X, y


def measure(sample, method, features="raw", repeats=2):
    arguments = {"dataset": "made_up", "features": features, "seed": 1}
    return multiclass.multiclass(*sample, method, repeats=repeats, **arguments)


def values(scores, metric):
    return scores.loc[scores["metric"] == metric, "value"].to_numpy()


@pytest.mark.parametrize("method", METHODS)
def test_the_noise_is_given_up_and_the_margin_rises(sample, method):
    scores = measure(sample, method)
    assert (values(scores, "margin_gain") > 0).all()
    assert (
        values(scores, "margin_error") < values(scores, "margin_error_before")
    ).all()


def test_gains_are_differences_of_the_evaluation_of_definition_2(sample):
    """G-flip keeps features 1 and 2, as ones."""
    X, y = sample
    scores = measure(sample, "gflip")
    after, before = evaluation(X[:, :2], y, np.ones(2)), evaluation(X, y, np.ones(3))
    assert_allclose(values(scores, "margin_gain"), after - before, rtol=1e-12)
    of_length_one = values(scores, "margin_of_length_one")
    assert_allclose(of_length_one, after / np.sqrt(2), rtol=1e-12)
    of_length_one = values(scores, "margin_of_length_one_before")
    assert_allclose(of_length_one, before / np.sqrt(3), rtol=1e-12)
    assert (values(scores, "features") == 2).all()


def test_all_passes_of_gflip_are_counted(sample):
    scores = measure(sample, "gflip", repeats=3)
    expected = [
        GFlip(random_state=int(rng_for(1, "made_up", "order", r).integers(2**31)))
        .fit(*sample)
        .n_passes_
        for r in range(3)
    ]
    assert values(scores, "epochs").tolist() == expected
    others = pd.DataFrame(
        {"dataset": "faces", "metric": "epochs_by_person", "value": [9, 12, 20, 21]}
    )
    table = tables.passes(pd.concat([scores, others]))
    assert table["runs"].tolist() == [4, 3, 7]
    assert table.loc[0].tolist()[1:] == ["splits by person", 4, "9 to 21", "25", "50"]
    assert table["less than 20 (%)"].iloc[-1] == "71"


def test_a_set_of_all_features_has_no_gain(sample):
    """None at all, lest rounding pass for a gain."""
    X, y = sample
    scores = measure((X[:, :2], y), "gflip")
    assert (values(scores, "margin_gain") == 0).all()


def test_a_set_of_no_features_has_no_length_and_no_error():
    """No single feature separates the corners of a square: G-flip never begins."""
    corners = np.repeat([[0.0, 0], [1, 0], [0, 1], [1, 1]], 5, axis=0)
    y = np.repeat([0, 1, 1, 0], 5)
    with pytest.warns(UserWarning, match="chose no features"):
        scores = measure((corners, y), "gflip")
    assert (values(scores, "features") == 0).all()
    assert_allclose(values(scores, "margin_gain"), -evaluation(corners, y, np.ones(2)))
    table = tables.multiclass(scores)
    assert table["features"].item() == "0"
    assert table["1-NN error, leave-one-out (%): after"].item() == "none"


def test_the_largest_weight_is_one_whatever_the_scale(sample):
    for method in METHODS:
        for features in multiclass.SCALERS:
            X = multiclass.SCALERS[features]().fit_transform(sample[0])
            assert multiclass.weights(method, X, sample[1], 0)[0].max() == 1
            before = evaluation(X, sample[1], np.ones(3))
            found = values(measure(sample, method, features, 1), "margin_before")
            assert_allclose(found, before, rtol=1e-12)


def test_the_table_shows_both_sides(sample):
    table = tables.multiclass(pd.concat([measure(sample, m) for m in METHODS]))
    assert list(table["features"]) == ["2", "weighted"]
    before = evaluation(*sample, np.ones(3))
    assert table["e(w), largest weight 1: all features"][0] == f"{before:.6g}"
    assert table["1-NN error, leave-one-out (%): after"][0] == "0 ± 0"

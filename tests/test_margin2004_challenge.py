"""The experiment of section 5.3 of margin2004 does what it says."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import balanced_accuracy_score

from pride.protocols.margin2004 import challenge
from pride.seeding import rng_for
from pride.selectors.gflip import GFlip
from pride.tables import margin2004 as tables

TRAIN, REPEATS, SEED = 60, 3, 1
FEATURES = {"madelon": "raw", "arcene": "pca"}
SHARED = {"train": TRAIN, "repeats": REPEATS, "seed": SEED}
SVM = {"C": [1, 100], "gamma": [0.5, 2], "folds": 3}
METHODS = ["gflip_svm_rbf", "gflip_one_nn"]


def sample(columns=8, rows=100):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(rows, columns))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    return X * 10, y


@pytest.fixture(scope="module", params=["madelon", "arcene"])
def dataset(request):
    return request.param


@pytest.fixture(scope="module")
def selection(dataset):
    return challenge.selection(*sample(), dataset, features=FEATURES[dataset], **SHARED)


def measure(X, y, method, dataset, selection):
    options = {"features": FEATURES[dataset], "selected": selection, "svm": SVM}
    return challenge.errors(X, y, method, dataset, **options, **SHARED)


@pytest.fixture(scope="module")
def errors(dataset, selection):
    found = [measure(*sample(), method, dataset, selection) for method in METHODS]
    return pd.concat(found, ignore_index=True)


def values(scores, metric, **key):
    for column, wanted in {"metric": metric, **key}.items():
        scores = scores[scores[column] == wanted]
    return scores["value"].to_numpy()


def run_by_hand(dataset, part, repeat):
    """G-flip on the keyed order, after PCA written out for arcene."""
    X, y = sample()
    size = {"labelled": len(X), "training": TRAIN}[part]
    X, y = X[:size], y[:size]
    if dataset == "arcene":
        X = X - X.mean(axis=0)
        X = X @ np.linalg.svd(X, full_matrices=False)[2].T
    key = dataset, "order", part, repeat
    state = int(rng_for(SEED, *key).integers(2**31))
    return GFlip(random_state=state).fit(X, y)


@pytest.mark.parametrize("repeat", range(REPEATS))
def test_selections_are_those_of_gflip(selection, dataset, repeat):
    runs = selection[selection["repeat"] == repeat]
    for part, suffix in (("labelled", ""), ("training", "_training")):
        fitted = run_by_hand(dataset, part, repeat)
        assert values(runs, f"features{suffix}").item() == fitted.support_.sum()
        assert values(runs, f"epochs{suffix}").item() == fitted.n_passes_
    chosen = runs.loc[runs["metric"] == "chosen_training", "at"]
    assert list(chosen) == list(np.flatnonzero(fitted.support_) + 1)


def test_epochs_are_counted_over_all_runs(selection):
    every = [values(selection, f"epochs{suffix}") for suffix in ("", "_training")]
    every = np.concatenate(every)
    assert len(every) == 2 * REPEATS
    assert values(selection, "epochs_most").item() == every.max()
    share = 100 * (every < 10).mean()
    assert values(selection, "below_10_epochs").item() == share


@pytest.mark.parametrize("name", ["standardised", "minmax", "pca", "whitened"])
def test_features_are_fitted_to_the_training_part(name):
    X, _ = sample()
    changed = X.copy()
    changed[TRAIN:] += 100
    before, after = (challenge.represented(A, name, TRAIN) for A in (X, changed))
    assert_allclose(before[:TRAIN], after[:TRAIN])
    assert not np.allclose(before[TRAIN:], after[TRAIN:])


def test_all_components_are_kept():
    """Distances between the samples that PCA was fitted to stay what they are."""
    X, _ = sample(columns=200)
    Z = challenge.represented(X, "pca", len(X))
    assert Z.shape == (100, 99)
    distances = (np.linalg.norm(A[:, None] - A[None], axis=2) for A in (X, Z))
    assert_allclose(*distances, atol=1e-9)


def test_labels_of_the_validation_part_only_measure(dataset, selection):
    """Turned round, they turn the error round."""
    X, y = sample()
    turned = np.concatenate([y[:TRAIN], 1 - y[TRAIN:]])
    for method in METHODS:
        right, wrong = (
            measure(X, labels, method, dataset, selection) for labels in (y, turned)
        )
        right, wrong = (values(s, "balanced_error") for s in (right, wrong))
        assert_allclose(right + wrong, 100)


def test_one_nn_is_measured_on_the_chosen_features(errors, dataset):
    X, y = sample()
    chosen = run_by_hand(dataset, "training", 0).support_
    if dataset == "arcene":
        centred = X - X[:TRAIN].mean(axis=0)
        X = centred @ np.linalg.svd(centred[:TRAIN], full_matrices=False)[2].T
    train, test = X[:TRAIN, chosen], X[TRAIN:, chosen]
    nearest = np.linalg.norm(test[:, None] - train[None], axis=2).argmin(axis=1)
    expected = 100 * (1 - balanced_accuracy_score(y[TRAIN:], y[nearest]))
    found = values(errors, "balanced_error", method="gflip_one_nn", repeat=0)
    assert_allclose(found, expected)


def test_the_balanced_error_and_its_interval():
    y = np.repeat([0, 1], [20, 80])
    predicted = y.copy()
    predicted[:5] = 1  # a quarter of one class, none of the other
    error, low, high = challenge.balanced_error(y, predicted)
    assert_allclose(error, 12.5)
    assert 0 <= low < error < high <= 100


def test_the_interval_holds_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1], [56, 44])
    rates = np.where(y == 0, 0.1, 0.2)
    inside = 0
    for _ in range(1000):
        predicted = np.where(rng.random(100) < rates, 1 - y, y)
        _, low, high = challenge.balanced_error(y, predicted)
        inside += low <= 15 <= high
    assert 930 <= inside <= 975


def test_the_table_tells_errors_intervals_and_what_is_printed(
    selection, errors, dataset
):
    table = tables.challenge(pd.concat([selection, errors]))
    (row,) = table.to_dict("records")
    assert row["data set"] == dataset
    for name, method in zip(("SVM-RBF", "1-NN"), METHODS, strict=True):
        mean = values(errors, "balanced_error", method=method).mean()
        assert row[f"{name}, validation error (%)"].startswith(f"{mean:.1f} [")


def test_printed_numbers_are_the_published_ones():
    root = Path(__file__).parents[1]
    published = pd.read_csv(root / "config/published/margin2004.csv").set_index("id")
    for dataset, printed in tables.PRINTED.items():
        ids = [f"section5-3-{dataset}-{what}" for what in ("selected", "error")]
        assert tuple(published.loc[ids, "value"]) == printed


def test_a_range_of_counts():
    assert tables.smallest_to_largest(pd.Series([3, 5, 4])) == "3 to 5"
    assert tables.smallest_to_largest(pd.Series([20.0, 20.0])) == "20"

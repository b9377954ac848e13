"""The experiments of lmba2009 measure what they say, on data made up here."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.classifiers import accuracy, vote_of_nearest
from pride.figures.lmba2009 import accuracy as accuracy_figures
from pride.figures.lmba2009 import gender as gender_figures
from pride.figures.lmba2009 import illustration as illustration_figures
from pride.protocols.lmba2009 import (
    behaviour,
    curves,
    gender,
    illustration,
    methods,
    noise,
    ranking,
    rivals,
)
from pride.selectors import Lmba
from pride.tables import lmba2009 as tables

READINGS = {
    "lmba": {
        "n_neighbors": 3,
        "c": 1,
        "beta": 1,
        "decay": 0,
        "n_epochs": 1,
        "condition": "original",
        "theta": "original",
        "rank_by": "magnitude",
        "order": "given",
    },
    "simba": {"n_starts": 1},
}
RANKING = {
    "important": {"four": [0, 1]},
    "label_noise": 20,
    "outliers": 5,
    "subsets": 8,
}
GENERATOR = {"name": "lmba_multiclass", "options": {"samples": 200, "features": 5}}
CURVES = {
    "sizes": {"made_up": [1, 2, 4]},
    "svm_sizes": {},
    "methods": ["lmba", "simba", "fsfs", "relief", "random"],
    "searches": ["made_up"],
    "folds": 3,
}
NOISE = {"sizes": {"made_up": [1, 3]}, "levels": [0, 20], "k": 3, "folds": 3}
GENDER = {
    "gabor": {"grid": [4, 3], "scales": 2, "orientations": 2},
    "gallery": 20,
    "probe_sets": 4,
    "classes": ["female", "male"],
    "sizes": [4, 8, 16, 32],
    "methods": ["lmba", "simba", "fsfs", "random"],
}


@pytest.fixture(scope="module")
def sample():
    """Two classes, told apart by features 2 and 5; 1 is a copy of 2, 4 is constant."""
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    X = rng.normal(size=(60, 6))
    X[:, [1, 4]] += 3 * y[:, None]
    X[:, 0] = 2 * X[:, 1] + 0.01 * X[:, 0]
    X[:, 3] = 7
    return X, y


@pytest.fixture(scope="module")
def faces():
    """Noise, brighter on one side for one class; 25 people of 4 images each."""
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(25), 4)
    y = groups % 2
    X = rng.integers(0, 120, size=(100, 20, 14))
    X[y == 1, :, :6] += 60
    return X.reshape(100, -1).astype(np.uint8), y, groups


def values(scores, method, metric, at=0):
    mine = scores[(scores["method"] == method) & (scores["metric"] == metric)]
    return mine.loc[mine["at"] == at, "value"].to_numpy()


# Methods


def test_a_ranking_does_not_depend_on_positions(sample):
    """Equal weights come in a random order, so that nothing is found by its place."""
    X, y = sample
    flat = np.tile(X[:, :1], (1, 6))
    orders = {tuple(methods.ranked("relief", flat, y, READINGS, s)) for s in range(8)}
    assert len(orders) > 4
    (A,) = methods.scaled(X)
    found = {tuple(methods.ranked("lmba", A, y, READINGS, s)[:2]) for s in range(8)}
    assert all(set(pair) <= {0, 1, 4} for pair in found)


def test_variants_change_what_they_name(sample):
    options = methods.estimator("lmba_decay", READINGS, 0).get_params()
    assert options["decay"] == 1
    assert methods.estimator("lmba_k1", READINGS, 0).n_neighbors == 1
    assert methods.estimator("lmba_no_hinge", READINGS, 0).condition == "always"
    assert isinstance(methods.estimator("lmba", READINGS, 0), Lmba)


def test_labels_are_flipped_to_another_class():
    y = np.repeat([0, 1, 2], 40)
    noisy = methods.flipped(y, 20, np.random.default_rng(0))
    assert (noisy != y).sum() == 24
    assert set(noisy) == {0, 1, 2}


def test_outliers_are_far_and_as_many_as_asked_for():
    X = np.random.default_rng(0).normal(size=(400, 5))
    far = methods.with_outliers(X, 5, np.random.default_rng(1))
    changed = far != X
    assert 0.03 < changed.mean() < 0.07
    assert np.abs(far[changed]).min() > 5


def test_rank_correlation_is_spearmans():
    first = np.array([2, 0, 1, 3])
    assert methods.rank_correlation(first, first) == pytest.approx(1)
    assert methods.rank_correlation(first, first[::-1]) == pytest.approx(-1)


def test_a_vote_of_three():
    X, y = np.arange(6.0)[:, None], np.array([0, 1, 1, 2, 0, 2])
    found = vote_of_nearest(X, y, np.array([[0.9], [3.2], [2.9]]), 3)
    assert_array_equal(found, [1, 2, 2])


# Table 1


@pytest.fixture(scope="module")
def ranked():
    X, y = np.zeros((2, 5)), np.zeros(2, dtype=int)
    options = {"dataset": "four", "generator": GENERATOR, "experiment": RANKING}
    return ranking.ranking(X, y, **options, readings=READINGS, repeats=4, seed=1)


def test_table_1_counts_the_repeats_that_find_the_important_features(ranked):
    assert values(ranked, "lmba", "important_first").mean() >= 75
    ranks = np.array(
        [values(ranked, "lmba", f"rank_of_feature_{f}") for f in range(1, 6)]
    )
    assert_array_equal(np.sort(ranks, axis=0), np.arange(1, 6)[:, None] * np.ones(4))
    first = np.sort(ranks[:2], axis=0)
    expected = 100.0 * (first == [[1], [2]]).all(axis=0)
    assert_array_equal(values(ranked, "lmba", "important_first"), expected)
    assert values(ranked, "truth", "important_features") == [2]
    assert values(ranked, "truth", "label_disagreements") == [0]


def test_no_statement_of_table_1_is_lost(ranked):
    for metric in ("criterion_prefers_important", "convergence_correlation"):
        assert len(values(ranked, "lmba", metric)) == 4
    for method in ("lmba", "simba", "lmba_k1"):
        assert len(values(ranked, method, "important_first_label_noise", 20)) == 4
        assert len(values(ranked, method, "important_first_outliers", 5)) == 4


def test_the_criterion_is_compared_with_all_other_subsets():
    """Feature 1 alone tells the classes apart, and has the least loss of all three."""
    rng = np.random.default_rng(0)
    X, y = rng.uniform(size=(30, 3)), np.arange(30) % 2
    X[:, 0] = y + 0.1 * X[:, 0]
    assert ranking.criterion_share(X, y, [0], 9, rng) == 100
    assert ranking.criterion_share(X, y, [2], 9, rng) < 100


def test_pairs_of_iris_are_ranked_by_1_nn():
    rng = np.random.default_rng(0)
    X, y = rng.uniform(size=(60, 4)), np.arange(60) % 2
    X[:, 2] += y
    X[:, 3] -= y
    assert ranking.pair_rank(X, y, [2, 3]) == 1
    assert ranking.pair_rank(X, y, [0, 1]) == 6


def test_every_sample_has_an_invader_but_with_one_target():
    """Section 2.1: theta lets the near miss in, exactly on the border if k = 1."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 3)), np.repeat([0, 1], 25)
    X[25:] += 4
    assert ranking.without_invader(X, y, 3) == 0
    assert ranking.without_invader(X, y, 1) > 90


# Figures 4 to 6, and noise


@pytest.fixture(scope="module")
def curve(sample):
    options = {"experiment": CURVES, "readings": READINGS, "repeats": 2, "seed": 1}
    return curves.curves(*sample, "made_up", **options)


def test_accuracies_are_those_of_1_nn_on_the_chosen_features(sample, curve):
    right = []
    divided = list(curves.parts(*sample, "made_up", 3, 0, 1))
    for train, test in divided:
        order = methods.ranked("relief", *train, READINGS, 0)[:4]
        right.append(accuracy(train[0][:, order], train[1], test[0][:, order], test[1]))
        assert train[0].min() == 0
        assert train[0].max() == 1
    assert values(curve, "relief", "accuracy", 4)[0] == pytest.approx(np.mean(right))


def test_comparisons_count_sizes():
    found = {"lmba": [3, 2, 5, 5], "simba": [1, 4, 5, 5], "fsfs": [3, 2, 1, 6]}
    assert curves.comparison(found, "lmba") == [
        ("wins_over_fsfs", 0, 25.0),
        ("highest_share", 0, 50.0),
    ]
    assert curves.comparison(found, "simba") == [("wins_over_fsfs", 0, 50.0)]


def test_sets_that_do_not_overlap_are_unstable():
    assert curves.instability([[1, 2], [3, 4]]) == 1
    assert curves.instability([[1, 2], [2, 1], [1, 2]]) == 0
    assert curves.instability([[1, 2], [2, 3]]) == pytest.approx(2 / 3)


def test_all_that_is_judged_of_the_curves_is_measured(curve):
    for method in ("lmba", "simba", "fsfs", "forward_search", "wrapper_forward"):
        means = [values(curve, method, "accuracy", size) for size in (1, 2, 4)]
        assert_allclose(values(curve, method, "mean_accuracy"), np.mean(means, axis=0))
        assert len(values(curve, method, "selection_instability")) == 2
    assert len(values(curve, "fsfs", "svm_mean_accuracy")) == 2
    assert len(values(curve, "lmba_decay", "convergence_correlation")) == 1


def test_noise_lowers_the_accuracy_and_gains_are_differences(sample):
    options = {"experiment": NOISE, "readings": READINGS, "repeats": 2, "seed": 1}
    scores = noise.noise(*sample, "made_up", **options)
    for level in (0, 20):
        lmba, simba = (
            values(scores, method, "knn_accuracy_label_noise", level)
            for method in ("lmba", "simba")
        )
        gain = values(scores, "lmba", "knn_gain_over_simba", level)
        assert_allclose(gain, lmba - simba)
    clean, noisy = (
        values(scores, "one_nn", "accuracy_label_noise", level).mean()
        for level in (0, 20)
    )
    assert noisy < clean - 5
    figure = accuracy_figures.noise(scores)
    assert "addition" in figure.axes[0].get_title()
    plt.close(figure)


def test_accuracy_is_drawn(curve):
    figure = accuracy_figures.accuracy(curve)
    assert "2 repeats" in figure.axes[0].get_title()
    plt.close(figure)


# Behaviour


def test_claims_are_measured_on_the_first_fold():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 8)), np.arange(60) % 2
    X[:, 2] += 2 * y
    options = {"experiment": {"folds": 3}, "readings": READINGS, "seed": 1}
    scores = behaviour.behaviour(X, y, "made_up", **options, repeats=2)
    assert values(scores, "simba", "samples_per_update")[0] == 2
    assert values(scores, "lmba", "samples_per_update")[0] > 2
    assert (values(scores, "fsfs", "label_dependence") == 0).all()
    assert (values(scores, "lmba", "terms_gradient_cosine") < 0).all()
    assert len(values(scores, "lmba_no_hinge", "ranking_change_outliers", 5)) == 2


def test_invaders_are_counted_by_hand():
    """Sample 0 at 0, targets at 1 and 2, theta = |3^2 - 1| = 8: 3 < sqrt(12) < 4."""
    X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [9.0]])
    y = np.array([0, 0, 0, 1, 1, 1])
    near, far, share = behaviour.invaders(X, y, np.ones(1), 2)
    inside = 0
    for i in range(6):
        d = (X[:, 0] - X[i, 0]) ** 2
        own = np.sort(d[(y == y[i]) & (np.arange(6) != i)])[:2]
        limit = abs(d[y != y[i]].min() - own[0]) + own[1]
        inside += (d[y != y[i]] < limit * (1 - 1e-9)).sum()
    assert share == pytest.approx(100 * inside / 18)
    assert near > 0
    assert far > 0


def test_redundancy_is_the_mean_correlation(sample):
    X = sample[0][:, [0, 1, 2]]
    r = np.abs(np.corrcoef(X.T))
    assert rivals.redundancy(X) == pytest.approx((r[0, 1] + r[0, 2] + r[1, 2]) / 3)


# Gender


def test_nobody_is_in_two_parts(faces):
    _, y, groups = faces
    part = gender.divided(y, groups, 20, 4, np.random.default_rng(0))
    assert [np.sum(y[part == 0] == label) for label in (0, 1)] == [20, 20]
    for person in np.unique(groups):
        assert len(set(part[groups == person]) - {-1}) <= 1
    assert set(part) <= {-1, 0, 1, 2, 3, 4}
    few = gender.divided(y, groups, 20, 99, np.random.default_rng(0))
    assert few.max() == min(
        len(np.unique(groups[(few > 0) & (y == label)])) for label in (0, 1)
    )
    half = gender.divided(y, groups, 999, 4, np.random.default_rng(0))
    assert [np.sum(y[half == 0] == label) for label in (0, 1)] == [26, 24]


@pytest.fixture(scope="module")
def measured(faces):
    options = {"image": [20, 14], "dataset": "made_up", "readings": READINGS}
    return gender.gender(*faces, **options, experiment=GENDER, repeats=2, seed=1)


def test_means_over_probe_sets(measured):
    for method in ("lmba", "fsfs"):
        by_set = [values(measured, method, "probe_accuracy_8", n) for n in range(1, 5)]
        assert_allclose(
            values(measured, method, "accuracy", 8), np.mean(by_set, axis=0)
        )
    assert values(measured, "truth", "gabor_features")[0] == 48
    assert values(measured, "truth", "train_patterns_female")[0] == 20
    assert values(measured, "lmba", "accuracy", 32).mean() > 80


def test_probe_sets_are_won_by_the_best():
    found = {"lmba": [90, 80, 70], "simba": [90, 70, 80], "fsfs": [10, 80, 80]}
    rows = {(method, metric): v for method, metric, v in gender.of_one_size(found)}
    assert rows["lmba", "probe_sets_won"] == 2
    assert rows["simba", "highest_share"] == pytest.approx(200 / 3)
    assert rows["lmba", "wins_over_fsfs"] == pytest.approx(100 / 3)
    assert rows["lmba", "accuracy"] == 80


def test_given_probe_sets_are_kept(faces):
    _, _, groups = faces
    probes = np.where(groups < 12, 0, 1 + groups % 4)
    options = {"image": [20, 14], "dataset": "made_up", "readings": READINGS}
    scores = gender.gender(
        *faces, **options, experiment=GENDER, repeats=5, seed=1, probes=probes
    )
    counted = [values(scores, "truth", "test_patterns", n)[0] for n in range(1, 5)]
    assert_array_equal(counted, np.bincount(probes)[1:])
    assert set(scores["repeat"]) == {0}


def test_gender_is_drawn_and_tabulated(measured):
    figure = gender_figures.figures_7_to_10(measured)
    assert "made_up (a stand-in for CAS-PEAL)" in figure.get_suptitle()
    plt.close(figure)
    table = tables.table_2(measured)
    assert len(table) == 16


# Tables and illustrations


def test_table_1_shows_the_most_frequent_order(ranked):
    mine = ranked.assign(dataset="lmba_multiclass")
    table = tables.table_1(mine)
    assert list(table["method"]) == ["Lmba", "Simba"]
    share = values(ranked, "lmba", "important_first").mean()
    assert table["important first (%)"][0] == f"{share:.0f}"


def test_illustrations_are_computed_and_drawn():
    scores = illustration.illustrations(READINGS, seed=2004)
    weights = (
        values(scores, "figure_1", "weight", 1),
        values(scores, "figure_1", "weight", 2),
    )
    assert weights[0] > weights[1]
    kinds = scores[scores["metric"] == "kind"]["value"]
    assert (kinds == 3).sum() == 3
    assert (kinds == 0).sum() == 1
    for name in ("figure_1", "figure_2"):
        figure = getattr(illustration_figures, name)(pd.DataFrame(scores))
        assert figure.axes
        plt.close(figure)

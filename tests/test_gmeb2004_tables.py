"""Section 4 of gmeb2004: choosing hyperparameters, problems, counts, readings."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.programs import gmeb
from pride.protocols.gmeb2004 import fit, problems, readings
from pride.protocols.gmeb2004.choice import (
    Reading,
    chosen,
    errors,
    fits,
    hyperparameters,
    outcome,
    selection,
    shifted,
)
from pride.protocols.gmeb2004.tables import (
    overlaps,
    real_world,
    table_1,
    table_2,
    trends,
)
from pride.tables import gmeb2004 as tables

JUDGED = {
    "limits": "printed",
    "footnote": "svm",
    "folds": "stratified",
    "centring": "inside",
    "scaling": "raw",
    "missing": "mean",
    "ties": "first",
    "rule": "either",
}
READING = Reading(**JUDGED)
SETS = {
    "gmeb": [1, 10, 7],
    "svm": [0.02, 0.98, 49],
    "footnote": ["wdbc", "bupa", "pima"],
    "epsilon": 0.01,
    "folds": 5,
    "test_samples": 200,
    "train": None,
    "positive": None,
    "edition": "raw",
    "repeats": 2,
}
GENERATOR = {"name": "linear_problem", "options": {"features": 12, "balanced": True}}


def a_problem(samples=30):
    drawn = problems.linear_problems(GENERATOR, samples, SETS, READING, (1, "here"))
    return next(drawn)


# Hyperparameters


def test_sets_are_those_of_section_4_1():
    R = hyperparameters("gmeb", "wdbc", SETS, READING)
    assert_allclose(R, [1, 2.5, 4, 5.5, 7, 8.5, 10])
    C = hyperparameters("svm", "colon", SETS, READING)
    share = 0.02 * np.arange(1, 50)
    assert len(C) == 49
    assert_allclose(C, share / (1 - share))


def test_the_footnote_speaks_of_the_svm_on_three_data_sets():
    share = 0.02 * np.arange(1, 50)
    assert_allclose(hyperparameters("svm", "wdbc", SETS, READING), share)
    other = hyperparameters("l1_svm", "wdbc", SETS, READING)
    assert_allclose(other, share / (1 - share))
    both = READING._replace(footnote="both")
    assert_allclose(hyperparameters("l1_svm", "wdbc", SETS, both), share)


def test_of_gmeb_the_last_limit_changes_fastest():
    (X, y), _, _ = a_problem()
    values = np.array([0.3, 1.0, 3.0])
    found = fits("gmeb", X - X.mean(axis=0), y, values)
    one = gmeb.solve_grid(X - X.mean(axis=0), y, [0.3], [3.0])
    assert_allclose(found.coef[2], one.coef[0, 0], atol=1e-6)


@pytest.mark.parametrize("method", ["svm", "l1_svm", "gmeb"])
def test_cross_validation_word_for_word(method):
    problem, values = a_problem(), np.array([0.5, 2.0])
    (X, y), (fresh, labels), parts = problem
    found = outcome(method, values, problem, READING)
    wrong = np.zeros(len(found.test))
    for part in parts:
        mean = X[~part].mean(axis=0)
        fit_ = fits(method, X[~part] - mean, y[~part], values)
        for k in range(len(wrong)):
            margins = y[part] * ((X[part] - mean) @ fit_.coef[k] + fit_.intercept[k])
            wrong[k] += sum(margins <= 0)
    assert_allclose(found.cross_validated, 100 * wrong / len(y))
    mean = X.mean(axis=0)
    final = fits(method, X - mean, y, values)
    for k in range(len(wrong)):
        margins = labels * ((fresh - mean) @ final.coef[k] + final.intercept[k])
        assert_allclose(found.test[k], 100 * np.mean(margins <= 0))


def test_a_sample_on_the_hyperplane_is_wrong():
    X, y = np.array([[0.0], [1.0]]), np.array([-1.0, 1.0])
    assert_array_equal(errors(np.ones((1, 1)), np.zeros(1), X, y), [50.0])


def test_ties_go_to_the_first_or_the_last():
    found = np.array([3.0, 1.0, 2.0, 1.0 + 1e-12])
    assert (chosen(found, "first"), chosen(found, "last")) == (1, 3)


# Features


def test_training_means_are_taken_off_and_fill_gaps():
    X, fresh = np.array([[0.0, 2.0], [np.nan, 4.0]]), np.array([[1.0, np.nan]])
    own, other = shifted(X, (X, fresh), READING)
    assert_array_equal(own, [[0.0, -1.0], [0.0, 1.0]])
    assert_array_equal(other, [[1.0, 0.0]])
    (zero,) = shifted(X + 1, [X + 1], READING._replace(missing="zero"))
    assert_allclose(zero, [[0.5, -1.0], [-0.5, 1.0]])
    (scaled,) = shifted(X, [X], READING._replace(scaling="standardised"))
    assert_array_equal(scaled, [[0.0, -1.0], [0.0, 1.0]])


def test_weights_of_zero_select_nothing_unless_their_noise_counts():
    zero, some = np.zeros(4), np.array([0.0, 0.005, 0.2, 0.001])
    assert selection(zero, 0.01, "either").sum() == 0
    assert selection(zero, 0.01, "noisy").sum() == 4
    assert_array_equal(selection(some, 0.01, "either"), [False, True, True, False])
    assert_array_equal(selection(some, 0.01, "noisy"), [False, True, True, False])
    assert_array_equal(selection(some, 0.01, "both"), [False, False, True, False])


def test_overlaps_are_of_selections_that_share_no_sample():
    masks = [np.array(m, bool) for m in ([1, 1, 0], [0, 1, 1], [0, 0, 0], [0, 0, 0])]
    assert_allclose(overlaps(masks), [100 / 3, 0])


def test_trends_are_of_the_means():
    rows = [("features", n, r, n + 3 * r) for n in (10, 20, 30) for r in (0, 1)]
    rows += [("features", 40, 0, 0), ("error", 10, 0, 1)]
    found = {name: value for name, _, _, value in trends(rows)}
    assert_allclose(found["features_trend"], -0.2)
    assert_allclose(found["features_trend_from_20"], -0.5)


# Problems


def test_tenths_cover_a_data_set_once():
    y = np.arange(97) % 2
    masks = problems.left_out(y, SETS, READING, (1, "here"))
    assert len(masks) == 10
    assert_array_equal(np.sum(masks, axis=0), 1)


def test_random_training_sets_have_their_size_and_differ():
    X, y = np.arange(60.0)[:, None], np.arange(60) % 2
    sets = SETS | {"train": 20}
    one, other = problems.real_problems(X, y, sets, READING, (1, "here"))
    assert len(one.sample[1]) == len(other.sample[1]) == 20
    assert len(one.test[1]) == 40
    assert not np.array_equal(one.sample[0], other.sample[0])
    assert not set(one.sample[0].ravel()) & set(one.test[0].ravel())
    assert set(one.sample[1]) == {-1.0, 1.0}


def test_training_sets_are_balanced_and_test_sets_are_not():
    (_, y), (_, labels), parts = a_problem()
    assert y.sum() == 0
    assert labels.sum() != 0
    assert_array_equal(np.sum(parts, axis=0), 1)


def test_sets_do_not_depend_on_what_else_is_drawn():
    twice = [
        list(problems.linear_problems(GENERATOR, 20, SETS | more, READING, (1, "here")))
        for more in ({}, {"repeats": 1, "test_samples": 5})
    ]
    assert_array_equal(twice[0][0].sample[0], twice[1][0].sample[0])


# Tables


def test_table_1_counts_cells_and_certifies_all():
    sets = SETS | {"samples": [10, 20], "repeats": 2, "gmeb": [1, 10, 3]}
    table = table_1("gmeb", "here", GENERATOR, sets, JUDGED, 1)
    values = table.groupby("metric")["value"]
    assert values.get_group("grid_cells").item() == 9
    assert values.get_group("uncertified").sum() == 0
    assert len(values.get_group("error")) == 4
    assert_array_equal(table["at"].unique(), [10, 20, 0])


def some_scores(error, features=5):
    rows = []
    for dataset in ("a", "b"):
        for method, shift in error.items():
            for repeat in range(10):
                noise = 0.1 * (repeat % 3)
                rows.append((dataset, method, "error", 0, repeat, 10 + shift + noise))
                count = features + (method == "gmeb") * (-1 if dataset == "a" else 1)
                rows.append((dataset, method, "features", 0, repeat, count))
    columns = ["dataset", "method", "metric", "at", "repeat", "value"]
    return [pd.DataFrame(rows, columns=columns)]


def test_wins_are_counted_over_data_sets():
    found = real_world(
        some_scores({"gmeb": 0, "svm": 1, "l1_svm": 0.01}), "gmeb", ["svm", "l1_svm"]
    )
    mine = found[found["method"] == "gmeb"].groupby("metric")["value"].mean()
    assert mine["lowest_error_count"] == 2
    assert mine["strictly_lowest_error_count"] == 2
    assert mine["fewest_features_count"] == 1
    assert mine["lowest_error_and_fewest_features_count"] == 1
    assert mine["comparable_error_count"] == 2
    assert_allclose(mine["mean_error"], 10.09)


def test_a_method_far_above_is_not_comparable():
    tables = some_scores({"gmeb": 2, "svm": 1, "l1_svm": 0})
    found = real_world(tables, "gmeb", ["svm", "l1_svm"])
    mine = found[found["method"] == "gmeb"].set_index("metric")["value"]
    assert mine["comparable_error_count"] == 0
    assert mine["lowest_error_count"] == 0


# Readings


def test_all_combinations_of_levels_are_measured():
    factors = {"scaling": ["raw", "standardised"], "ties": ["first", "last"]}
    found = list(readings.combinations(factors, ["folds", "scaling", "ties"], JUDGED))
    assert len(found) == 4
    assert {r.folds for r in found} == {"stratified"}
    name = readings.named("error", found[0], ["scaling", "ties"])
    assert name == "error/-/-/-/-/raw/-/first/-"


def published_rows(value):
    row = {
        "item": "Table 2",
        "dataset": "toy",
        "method": "gmeb",
        "metric": "error",
        "at": 0,
        "relation": "=",
        "value": value,
        "reading_error": 0.5,
    }
    empty = dict.fromkeys(["than", "spread", "spread_is", "repeats"], np.nan)
    return pd.DataFrame([row | empty])


def test_the_judged_reading_is_the_one_that_the_table_uses():
    """The study and Table 2 measure the same under the same reading."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 4)), np.arange(60) % 2
    X[:, 0] += y
    sets = SETS | {"factors": {"ties": ["first", "last"]}, "gmeb": [1, 10, 2]}
    table = readings.of_table_2(X, y, "toy", ["gmeb"], sets, JUDGED, 1)
    name = readings.named(
        "error", READING, readings.CLASSIFIER["gmeb"] + ["ties", "rule"]
    )
    study = table[table["metric"] == name]["value"].to_numpy()
    judged = table_2(X, y, "toy", ["gmeb"], sets, JUDGED, 1)
    assert_array_equal(study, judged[judged["metric"] == "error"]["value"])
    result = fit.fit([table], published_rows(study.mean() + 1), sets["factors"], JUDGED)
    values = result.set_index("metric")["value"]
    spread = study.std(ddof=1) / np.sqrt(len(study))
    misfit = values[name.replace("error", "judged")]
    assert_allclose(misfit, min(5.0, 1 / (0.5 + 2 * spread)))


def test_editions_are_standard_where_they_say_so():
    X = np.exp(np.random.default_rng(1).normal(size=(9, 30)) * 3 + 2)
    samples = problems.EDITIONS["log_standard_samples"](X)
    assert_allclose(samples.mean(axis=1), 0, atol=1e-12)
    assert_allclose(samples.std(axis=1), 1)
    assert_allclose(problems.EDITIONS["log_standard"](X).std(axis=0), 1)


def test_digits_make_two_classes():
    y = np.array([0, 3, 9, 3])
    assert_array_equal(problems.two_classes(y, [3]), [0, 1, 0, 1])
    assert problems.two_classes(y, None) is y


def test_printed_cells_stand_beside_ours():
    measured = pd.concat(some_scores({"svm": 0, "l1_svm": 1, "gmeb": 2}))
    rows = published_rows(4.25).assign(dataset="a", method="svm")
    count = rows.assign(metric="features", value=7, spread=0.5)
    other = rows.assign(metric="non_unique_cells", value=0)
    table = tables.table_2(measured, pd.concat([rows, count, other]))
    assert table["data set"].tolist() == ["a", "b"]
    assert table["SVM"][0] == "10.1 ± 0.0 (5.0 ± 0.0)"
    assert table["SVM, printed"].tolist() == ["4.2 (7.0 ± 0.5)", ""]


def test_editions_that_need_logarithms_are_left_out_where_there_are_none():
    X = np.array([[1.0, 2.0], [3.0, 4.0]])
    one = SETS | {"edition": "log_standard"}
    assert set(readings.special(X, one)) == set(problems.EDITIONS)
    digits = readings.special(X - 2, SETS | {"edition": "standard", "positive": [0]})
    assert len(digits) == 2 + 12
    assert readings.special(X, SETS) == {}

"""Section 5 of properties2008 on made-up distances, against literal versions."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import binomtest
from sklearn.svm import LinearSVC

from pride.protocols.properties2008 import (
    patches,
    prediction,
    selection,
    selection_summary,
)
from pride.seeding import rng_for
from pride.selectors.svm_rfe import svm_rfe

ALPHAS = [0.4, 0.8, 1.0, 1.2]
EXPERIMENT = {
    "C": 1.0,
    "tolerance": 1e-3,
    "train": 6,
    "sizes": [8, 16],
    "candidates": 10,
    "small": 2.1,
    "steps": 6,
    "t": 0.5,
    "neighbours": 10,
    "alphas": {
        "mf_pfs": ALPHAS,
        "mf_pfs_alpha06": [0.6, *ALPHAS[1:]],
        "mf_pfs_x150": [1.5 * alpha for alpha in ALPHAS],
    },
    "largest_only": ["mf_pfs_alpha06", "mf_pfs_x150", "baseline_other_images"],
    "features": 80,
    "top": [5, 20],
    "few": [2, 3],
    "many": 6,
}


def made_up(seed=0, classes=5, images=12, pool=160, other=20):
    """Distances tell classes apart well where the std of small patches is large."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(classes) * 3, images)
    size = rng.choice([4.0, 16.0], pool + other)
    properties = np.column_stack([size, rng.random((pool + other, 5))])
    good = np.where(size == 4, properties[:, 2], 1 - properties[:, 2])
    centres = rng.normal(size=(classes, pool + other)) * 2 * good**2
    noise = rng.normal(size=(len(labels), pool + other))
    d = np.square(1.5 + 0.5 * (centres[labels // 3] + noise)).astype(np.float32)
    prototypes = {
        "properties": properties,
        "labels": labels,
        "other": np.arange(pool + other) >= pool,
    }
    return prototypes, [d[:, :100], d[:, 100:]]


def some_patches(**changes):
    return patches.patches(*made_up(**changes), beta=0.5)


def some_task(key=(1, "made_up", 0)):
    return patches.task(some_patches(), key, 6)


# Features and splits


def test_values_are_those_of_the_paper():
    prototypes, blocks = made_up()
    d = np.hstack(blocks).copy()
    found = patches.patches(prototypes, blocks, beta=0.5)
    assert_allclose(found.values, np.exp(-0.5 * d), rtol=1e-6)
    assert_array_equal(found.y, np.repeat(np.arange(5), 12))
    assert_array_equal(found.pool, np.arange(160))
    assert_array_equal(found.other, np.arange(160, 180))
    with pytest.raises(ValueError, match="60 images from 180 prototypes, found"):
        patches.patches(prototypes, blocks[:1], beta=1)


def test_a_split_has_as_many_images_of_each_category():
    split = some_task()
    assert_array_equal(np.bincount(split.y), [6] * 5)
    both = np.concatenate([split.train, split.test])
    assert_array_equal(np.sort(both), np.arange(60))
    assert_array_equal(np.sort(split.order), np.arange(160))
    other = some_task((1, "made_up", 1))
    assert not np.array_equal(split.train, other.train)
    with pytest.raises(ValueError, match="more than 12 images of every category"):
        patches.task(split.patches, (1,), 12)


def test_classes_of_unequal_size():
    y = np.array([0, 1, 1, 2, 2, 2])
    few, rest = patches.of_each_class(np.random.default_rng(0), y, 2)
    assert_array_equal(np.bincount(y[few]), [1, 2, 2])
    assert_array_equal(y[rest], [2])


def test_images_are_classified_by_the_svm():
    split = some_task()
    columns = split.order[:60]
    labels, weights = patches.classified(split, columns, 1.0)
    X, X_test = (split.values(columns, part) for part in (split.train, split.test))
    X, X_test = X - X.mean(axis=0), X_test - X.mean(axis=0)
    assert_allclose(split.measure(columns), X, atol=1e-6)
    peer = LinearSVC(
        multi_class="crammer_singer", fit_intercept=False, tol=1e-6, max_iter=10**6
    ).fit(X, split.y)
    assert np.mean(labels == peer.predict(X_test)) > 0.95
    assert_allclose(weights, peer.coef_, atol=0.05)


def test_what_is_above_chance():
    y = np.repeat([0, 1, 2, 3], 10)
    right = np.zeros(40)
    right[:4], right[10:16], right[20:30] = 1, 1, 1
    p = [binomtest(k, 10, 1 / 4, alternative="greater").pvalue for k in (4, 6, 10, 0)]
    wanted = 100 * np.mean(np.array(p) < 0.05)
    assert patches.above_chance(right, y) == wanted == 50


# Selection


def test_methods_choose_from_their_candidates():
    split, key = some_task(), (1, "made_up", 0)
    first = set(split.order[:80])
    for method, considered in (("rfe_all", 80), ("rfe_small", 17), ("mf_pfs", 80)):
        choice, _ = selection.chosen(split, method, 8, EXPERIMENT, key)
        assert len(set(choice.columns)) == 8
        assert set(choice.columns) <= set(choice.measured) <= first
        assert choice.considered == considered
    assert_array_equal(choice.facts["elimination_steps"], 4)
    base, _ = selection.chosen(split, "baseline", 8, EXPERIMENT, key)
    assert_array_equal(base.columns, split.order[:8])
    other, _ = selection.chosen(split, "baseline_other_images", 8, EXPERIMENT, key)
    assert (other.columns >= 160).all()


def test_numbers_of_a_split():
    found = some_patches()
    methods = ["rfe_all", "mf_pfs"]
    table = selection.selection(found, methods, "made_up", EXPERIMENT, 1, seed=1)
    values = table.set_index(["method", "metric", "at"])["value"]
    split, key = patches.task(found, (1, "made_up", 0), 6), (1, "made_up", 0)
    first = split.order[:160]
    best = svm_rfe(split.measure(first), split.y, 16, 6, 1.0, 1e-3).sets[-1]
    _, dropped = selection.chosen(split, "mf_pfs", 16, EXPERIMENT, key)
    assert len(dropped) == 80
    lost = 100 * np.mean([column in dropped for column in first[best]])
    assert values["mf_pfs", "good_lost_first_round", 16] == lost
    labels, _ = patches.classified(split, first[best], 1.0)
    accuracy = 100 * np.mean(labels == split.patches.y[split.test])
    assert values["rfe_all", "accuracy", 16] == accuracy
    both = values["rfe_all", "accuracy", 8], accuracy
    assert values["rfe_all", "mean_accuracy", 0] == pytest.approx(np.mean(both))
    assert values["rfe_all", "measured_share", 16] == 100
    share = values["mf_pfs", "measured_share", 16]
    assert values["mf_pfs", "measured_saving", 16] == pytest.approx(100 - share)
    assert values["mf_pfs", "measured_over_n", 16] == pytest.approx(share / 10)
    assert 15 < share < 30


def test_methods_share_splits_and_some_have_the_largest_n_only():
    found = some_patches()
    methods = ["baseline", "mf_pfs_alpha06", "baseline_other_images"]
    table = selection.selection(found, methods, "made_up", EXPERIMENT, 2, seed=1)
    accuracy = table[table["metric"] == "accuracy"]
    assert set(accuracy.loc[accuracy["method"] == "mf_pfs_alpha06", "at"]) == {16}
    assert set(accuracy.loc[accuracy["method"] == "baseline", "at"]) == {8, 16}
    alone = selection.selection(found, ["baseline"], "made_up", EXPERIMENT, 2, seed=1)
    mine = table[table["method"] == "baseline"].reset_index(drop=True)
    pd.testing.assert_frame_equal(mine, alone)


def test_where_a_curve_gets_to_a_level():
    line = pd.Series([10.0, 20.0, 30.0], index=[100, 200, 400])
    assert selection_summary.same_accuracy(25, line) == pytest.approx(200 * 2**0.5)
    assert selection_summary.same_accuracy(20, line) == pytest.approx(200)
    assert selection_summary.same_accuracy(35, line) == pytest.approx(400 * 2**0.5)
    assert selection_summary.same_accuracy(5, line) == pytest.approx(100 / 2**0.5)


def test_methods_side_by_side():
    rows = []
    for method, level, count in (
        ("mf_pfs", 50, 20),
        ("rfe_all", 51, 100),
        ("rfe_small", 45, 20),
        ("mf_pfs_alpha06", 50, 22),
        ("mf_pfs_x150", 52, 30),
    ):
        for n in (8, 16):
            for repeat in (0, 1, 2):
                value = level + n + (repeat if method == "mf_pfs" else 0)
                rows.append((method, "accuracy", n, repeat, value))
                rows.append((method, "measured_features", n, repeat, count))
    columns = ["method", "metric", "at", "repeat", "value"]
    table = pd.DataFrame(rows, columns=columns).assign(dataset="made_up")
    found = selection_summary.summary([table], "mf_pfs", {"mf_pfs_x150": 1.5})
    mean = found.groupby(["method", "metric", "at"])["value"].mean()
    assert mean["rfe_all", "measured_over_mf_pfs", 16] == 5
    assert mean["mf_pfs_alpha06", "measured_increase", 16] == pytest.approx(10)
    assert mean["mf_pfs", "accuracy_over_rfe_all", 16] == 0
    assert mean["mf_pfs", "alpha_accuracy_range", 16] == 1
    trends = found[found["metric"] == "alpha_accuracy_trend"]["value"]
    assert_allclose(trends, [1, 1])  # a tie has none
    assert mean["mf_pfs", "p_value_over_rfe_small", 16] == pytest.approx(
        0.0092, abs=1e-4
    )
    needed = mean["rfe_small", "features_for_same_accuracy"]
    assert needed[8] == pytest.approx(2 ** (6 / 8))


# Prediction of quality


def test_complexity_of_good_patches():
    std, quality = np.arange(100.0), -np.abs(np.arange(100.0) - 70)
    quality += 100
    found = prediction.about_size(std, quality)
    order = np.argsort(quality, kind="stable")
    wanted = (std[order[-10:]].mean() - std[order[:10]].mean()) / std.std()
    assert found["good_minus_bad_std"] == pytest.approx(wanted)
    assert found["middle_std_gain"] < 0
    assert prediction.optimal_std(std, quality) in (64.5, 74.5)
    middle = prediction.about_size(std, 100 - np.abs(std - 50))
    assert middle["middle_std_gain"] > 0


def test_means_of_the_top():
    quality = np.array([1.0, 5.0, 3.0, 4.0])
    assert prediction.top_means(quality, quality, [1, 2]) == {1: 5, 2: 4.5}
    assert prediction.top_means(-quality, quality, [1, 3]) == {1: 1, 3: 8 / 3}


def test_quality_is_predicted_from_properties():
    table, qualities = prediction.predictions(
        some_patches(), "made_up", EXPERIMENT, repeats=2, seed=1
    )
    mean = table.groupby(["method", "metric", "at"])["value"].mean()
    whole = mean["quality_map", "correlation", 80]
    assert whole > 0.5
    assert mean["quality_map_size_std", "correlation", 80] > 0.5
    assert mean["quality_map_std", "correlation", 80] < 0.5
    drop = mean["without_std", "correlation_drop", 80]
    assert drop == pytest.approx(whole - mean["without_std", "correlation", 80])
    assert drop > mean["without_peak", "correlation_drop", 80]
    small, large = mean["patch_quality", "quality_std_correlation"]
    assert small > 0.3 and large < -0.3
    assert mean["patch_quality", "optimal_std_trend", 0] == pytest.approx(-1)
    assert 50 < mean["quality_map", "top_mean_share", 20] <= 100
    split = patches.task(some_patches(), (1, "made_up", 0), 6)
    columns = split.order[:160]
    assert_array_equal(qualities["prototype"], columns)
    wanted = patches.quality(split, columns, EXPERIMENT)
    assert_array_equal(qualities["quality"], wanted)
    assert_array_equal(qualities["size"], split.patches.properties[columns, 0])


def test_few_images_are_none_of_the_many():
    split, asked = some_task(), []

    class Recording(patches.Task):
        def measure(self, columns, images=None):
            asked.append(images)
            return super().measure(columns, images)

    rows = prediction.few_images(
        Recording(*split), split.order[:40], EXPERIMENT, rng_for(1, "few")
    )
    many, *few = asked
    assert [len(images) for images in asked] == [30, 10, 15]
    assert not any(np.intersect1d(many, images).size for images in few)
    assert {(method, at) for method, _, at, _ in rows} == {
        (method, at) for method in ("direct_quality", "quality_map", "both")
        for at in (2, 3)
    }  # fmt: skip

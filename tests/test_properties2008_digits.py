"""The experiments of properties2008 on small images, against literal versions."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.feature_selection import mutual_info_classif
from sklearn.svm import LinearSVC

from pride.features import boolean, draws
from pride.protocols.properties2008 import (
    digits,
    features,
    images,
    landscape,
    pairs,
    single,
    smoothing,
    ways,
)
from pride.protocols.properties2008.images import SPACE

IMAGE = 16, 16
EXPERIMENT = {
    "samples": 60,
    "threshold": 128,
    "steps": 4,
    "noise": 0.2,
    "pool": 4,
    "C": 3,
    "budgets": [60, 120],
    "only": {"rand_value": [60]},
    "degrees": [1, 2],
}


def blobs(samples=160, classes=3):
    """Gray images: a square of ink whose place depends on the class, and noise."""
    rng = np.random.default_rng(0)
    y = np.arange(samples) % classes
    X = rng.integers(0, 150, (samples, *IMAGE))
    for image, label in zip(X, y, strict=True):
        top, left = rng.integers(0, 4, 2)
        image[top + 3 * label : top + 3 * label + 5, left : left + 5] += 100
    return X.reshape(samples, -1).clip(0, 255).astype(np.uint8), y


def task():
    X, y = blobs()
    return images.digits(X, y, 100, IMAGE, EXPERIMENT).task((1, "test"), 60)


def some_features(count=50):
    rng = np.random.default_rng(1)
    return draws.draw(rng, SPACE.anywhere(rng, count), IMAGE)


def measured(protocol, method, repeats=2, **changes):
    X, y = blobs()
    experiment = EXPERIMENT | changes
    return protocol(X, y, method, "blobs", 100, IMAGE, experiment, repeats, seed=1)


# Pieces


def test_a_task_holds_its_images():
    X, y = blobs()
    mine = task()
    assert_array_equal(np.bincount(mine.halves), [30, 30])
    pixels = boolean.unpack(mine.bits, 60).T
    known = {
        (tuple(x), label) for x, label in zip(X[:100] >= 128, y[:100], strict=True)
    }
    assert all((tuple(x), c) in known for x, c in zip(pixels, mine.y, strict=True))
    assert_array_equal(boolean.unpack(mine.test_bits, 60).T, X[100:] >= 128)


def test_information_is_mutual_information():
    mine, chosen = task(), some_features()
    values = images.values_on(mine, chosen)
    X = boolean.unpack(values, 60).T
    wanted = mutual_info_classif(X, mine.y, discrete_features=True) / np.log(2)
    assert_allclose(images.information(values, mine.y), wanted, atol=1e-12)


@pytest.mark.parametrize("intercept", [False, True])
def test_the_error_is_that_of_the_svm_on_the_features(intercept):
    mine, chosen = task()._replace(intercept=intercept), some_features(200)
    values = images.values_on(mine, chosen)
    X, X_test = (
        boolean.unpack(boolean.evaluate(chosen, bits, IMAGE[1]), 60).T.astype(float)
        for bits in (mine.bits, mine.test_bits)
    )
    if intercept:
        X, X_test = (np.column_stack([A, np.ones(60)]) for A in (X, X_test))
    scale = np.sqrt(np.square(X).sum() / 60)
    peer = LinearSVC(
        multi_class="crammer_singer", fit_intercept=False, C=3, tol=1e-6, max_iter=10**6
    ).fit(X / scale, mine.y)
    wrong = 100 * np.mean(peer.predict(X_test / scale) != mine.y_test)
    assert images.test_error(mine, chosen, values) == pytest.approx(wrong, abs=1.7)


def test_facts_of_features():
    mine, chosen = task(), some_features()
    values = images.values_on(mine, chosen)
    X, found = boolean.unpack(values, 60).T.astype(float), images.facts(values, mine.y)
    share = X.mean(axis=0)
    entropy = [-sum(p * np.log2(p) for p in (q, 1 - q) if p > 0) for q in share]
    assert found["feature_entropy"] == pytest.approx(np.mean(entropy))
    assert found["feature_density"] == pytest.approx(100 * share.mean())
    inside = pd.DataFrame(X).groupby(mine.y).transform(lambda c: c.var(ddof=0))
    assert found["in_class_variance"] == pytest.approx(inside.to_numpy().mean())
    assert 0 < found["useless_features"] < 100


def test_no_budget_is_exceeded():
    rng = np.random.default_rng(2)
    for budget in (50, 333, 1000):
        metas = digits.mixture(rng, budget)
        spent = boolean.cost(metas[:, 2]).sum()
        assert budget - 32.5 < spent <= budget
        u = SPACE.anywhere(rng, 1)[0]
        alike = digits.like(u, budget)
        assert len(alike) == int(budget / boolean.cost(u[2]))
    with pytest.raises(ValueError, match="does not pay for one feature"):
        digits.like(np.array([1.0, 0, 8, 1]), 20)


def test_ranking_by_information_over_cost():
    mine, chosen = task(), some_features(80)
    values = images.values_on(mine, chosen)
    merit = images.information(values, mine.y)
    for per_cost in (True, False):
        order = np.argsort(-(merit / boolean.cost(chosen.shift) if per_cost else merit))
        kept, spent = [], 0.0
        for f in order:
            spent += boolean.cost(chosen.shift[f])
            if spent > 90:
                break
            kept.append(f)
        _, bits = digits.best_within(mine, chosen, values, 90, per_cost)
        assert_array_equal(bits, values[kept])


def test_replacements_of_two_runs():
    runs = [[True, True, False, False, True], [True, False, False, True, True]]
    found = list(digits.replacements(runs))
    late = [value for name, (_, value) in found if name == "late_replacements"]
    assert_allclose(late, [50, 100])
    (entropy,) = (row[1] for name, row in found if name == "late_message_entropy")
    assert entropy == pytest.approx(50)  # decisions: 1/2, 0 | 1/2, 1


# Methods


def test_methods_differ_and_the_same_seed_gives_the_same_table():
    tables = {
        method: measured(digits.extraction, method, repeats=1)
        for method in ("mufasa", "rand_search", "norm_infogain", "mufasa_shift4")
    }
    again = measured(digits.extraction, "mufasa", repeats=1)
    pd.testing.assert_frame_equal(tables["mufasa"], again)
    for method, table in tables.items():
        values = table.set_index(["metric", "at"])["value"]
        assert 0 <= values["error", 120] <= 70, method
    four = tables["mufasa_shift4"].set_index(["metric", "at"])["value"]
    assert four["features", 120] == 120 // 8.5
    assert "chosen_scatter" not in set(tables["rand_search"]["metric"])


def test_some_methods_have_budgets_of_their_own():
    table = measured(digits.extraction, "rand_value", repeats=1)
    assert set(table.loc[table["metric"] == "error", "at"]) == {60}


def test_the_kernel_of_degree_1_is_a_linear_svm():
    table = measured(digits.polynomial, "poly_svm", repeats=1)
    X, y = blobs()
    mine = images.digits(X, y, 100, IMAGE, EXPERIMENT).task((1, "blobs", 0), 60)
    one = boolean.pack(np.ones((1, 60), bool)), boolean.pack(np.ones((1, 60), bool))
    A, B = (
        np.vstack([boolean.unpack(bits, 60), boolean.unpack(ones, 60)]).T.astype(float)
        for bits, ones in zip((mine.bits, mine.test_bits), one, strict=True)
    )
    scale = np.sqrt(np.square(A).sum() / 60)
    peer = LinearSVC(
        multi_class="crammer_singer", fit_intercept=False, C=3, tol=1e-6, max_iter=10**6
    ).fit(A / scale, mine.y)
    wrong = 100 * np.mean(peer.predict(B / scale) != mine.y_test)
    error = table.set_index("at")["value"]
    assert error[1] == pytest.approx(wrong, abs=1.7)
    assert set(error.index) == {1, 2}


# Other experiments


def test_landscape():
    X, y = blobs()
    setting = {"budget": 60, "steps": 6, "group": 2}
    place = "blobs", 100, IMAGE, setting, EXPERIMENT
    table = landscape.steps(X, y, *place, repeats=2, seed=1)
    curves = table[table["metric"] == "error_after_steps"]
    curves = curves.pivot(index="repeat", columns="at", values="value")
    metrics = table.groupby("metric")["value"].mean()
    assert metrics["steps_shortfall"] == pytest.approx((curves[4] - curves[6]).mean())
    overfit = curves[6].mean() - curves.mean().min()
    assert metrics["steps_overfit"] == pytest.approx(overfit)
    found = landscape.continuity(X, y, *place, repeats=1, seed=1)["value"]
    assert -1 <= found.item() <= 1
    chosen = measured(digits.extraction, "mufasa")
    table = landscape.sensitivity(X, y, *place, 2, seed=1, selected=chosen)
    one = table[(table["method"] == "mufasa_scatter") & (table["repeat"] == 0)]
    along = one.loc[one["metric"] == "error_along", "value"]
    spread = one.loc[one["metric"] == "performance_sensitivity", "value"]
    assert spread.item() == pytest.approx(np.ptp(along))
    assert len(along) == 6


def test_crossing_and_trends():
    budgets = [100.0, 200.0, 400.0]
    rows = [("error", b, r, 10 - 2 * i) for i, b in enumerate(budgets) for r in (0, 1)]
    for name in draws.NAMES:
        rows += [(f"chosen_{name}", b, r, b) for b in budgets for r in (0, 1)]
    mufasa = pd.DataFrame(rows, columns=["metric", "at", "repeat", "value"])
    svm = pd.DataFrame({"metric": "error", "at": [1, 2], "value": [20.0, 7.0]})
    found = landscape.summary([mufasa.assign(dataset="blobs"), svm], "mufasa", [])
    values = found.set_index("metric")["value"]
    assert values["crossing_budget"] == pytest.approx(300)
    assert values["scatter_trend"] == pytest.approx(1)


def test_features_as_such():
    X, _ = blobs()
    table = features.facts(X, "blobs", 100, IMAGE, {"threshold": 128}, 1, seed=1)
    values = table.set_index(["method", "metric", "at"])["value"]
    assert values["boolean_features", "and_terms", 2] == 4
    assert values["boolean_features", "cost_spread", 1] == 0
    stable = values["boolean_features", "shift_stability"]
    assert stable[8] > stable[1]
    assert values["truth", "image_side", 0] == 16
    assert values["truth", "test_instances", 0] == 60


def test_two_digits():
    X, y = blobs()
    experiment = EXPERIMENT | {
        "digits": [2, 0],
        "samples": 30,
        "test_samples": 30,
        "scatter": 2,
        "sizes": [5, 20],
        "pool": 200,
        "redundant": [2, 3],
    }
    table = pairs.pairs(X, y, "blobs", 100, IMAGE, experiment, 2, seed=1)
    values = table.groupby(["method", "metric", "at"])["value"].mean()
    location = values["mufasa_location"]
    assert 0 <= location["error_9_vs_4", 20] < 50
    assert location["redundancy", 0] > values["rand_search", "redundancy", 0]
    assert 0 < location["quality_explained", 0] < 100


def test_redundant_features_are_alike():
    X, y = blobs(600, classes=2)
    experiment = EXPERIMENT | {"scatter": 2, "test_samples": 10, "pool": 1000}
    experiment |= {"image": IMAGE}
    pixels = np.greater_equal(X, 128)
    mine = pairs.task_of(pixels, y, (1, "x"), experiment)
    _, values = single.redundant(mine, (1, "x"), experiment)
    alike = np.corrcoef(boolean.unpack(values, len(mine.y)))
    assert len(values) >= 2
    assert alike.min() > 0.9 - 1e-6


def test_features_in_the_window():
    experiment = EXPERIMENT | {"scatter": 1, "image": (28, 28)}
    rng = np.random.default_rng(3)
    found = ways.around(rng, np.array([14.0, 10.0]), 2000, experiment)
    off = boolean.centres(found) - [14, 10]
    assert off.min() >= -2.5 and off.max() <= 1.5
    assert len(np.unique(np.round(off[found.inputs == 1]), axis=0)) == 16


def test_smoothing_of_noise():
    X, y = blobs(600)
    experiment = {
        "threshold": 128,
        "features": 60,
        "top": 6,
        "passes": 3,
        "samples": [20, 400],
    }
    table = smoothing.smoothing(X, y, "blobs", 500, IMAGE, experiment, 2, seed=1)
    mean = table.groupby(["method", "metric", "at"])["value"].mean()
    direct = mean["direct_quality", "rank_correlation"]
    assert direct[400] > direct[20]
    assert mean["both", "top_share", 400] <= 100 + 1e-9

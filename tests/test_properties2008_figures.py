"""Figures and tables of properties2008 show what their scores say."""

import matplotlib
import numpy as np
import pandas as pd
import pytest

from pride.figures.properties2008 import digits, landscape, pairs
from pride.scores import scores
from pride.tables import properties2008 as tables

matplotlib.use("agg")
BUDGETS = [100, 200, 400]


def table(method, metrics, places, repeats=3):
    """Made up scores: 30 over the place on the axis, a little more in each repeat."""
    rows = [
        (metric, at, repeat, 10 + 30 / (i + 1) + 0.1 * repeat)
        for metric in metrics
        for i, at in enumerate(places)
        for repeat in range(repeats)
    ]
    return scores("mnist", method, rows)


@pytest.fixture(scope="module")
def extraction():
    chosen = [f"chosen_{name}" for name in digits.META]
    parts = [
        table("mufasa", ["error", *chosen], BUDGETS),
        table("rand_search", ["error"], BUDGETS),
        table("norm_infogain", ["error"], BUDGETS),
        table("rand_value", ["error"], BUDGETS[:2]),
        table("mufasa_then_infogain", ["error"], BUDGETS[1:]),
        table("poly_svm", ["error"], [1, 2, 3]),
    ]
    return pd.concat(parts, ignore_index=True)


def test_figure_6_shows_all_methods_and_the_best_degree(extraction):
    fig = digits.figure_6(extraction)
    legend = [text.get_text() for text in fig.axes[0].get_legend().get_texts()]
    assert "SVM on pixels, degree 2: 25.1" in legend
    assert "SVM on pixels, degree 3: 20.1" in legend
    assert {"Mufasa", "Rand Search", "Norm Infogain"} <= set(legend)


def test_figure_7_has_a_panel_for_each_meta_feature(extraction):
    fig = digits.figure_7(extraction)
    assert [ax.get_title()[:3] for ax in fig.axes] == ["(a)", "(b)", "(c)", "(d)"]
    line = fig.axes[0].lines[-1]
    np.testing.assert_allclose(line.get_ydata(), [40.1, 25.1, 20.1])


def test_the_filter_is_compared_repeat_by_repeat(extraction):
    fig = digits.filter_then_select(extraction)
    (points,) = fig.axes[1].containers
    np.testing.assert_allclose(points.lines[0].get_ydata().astype(float), [15, 5])


def test_other_figures_can_be_drawn():
    along = [
        table(f"mufasa_{name}", ["error_along"], [1, 2]) for name in landscape.AXES
    ]
    steps = table("mufasa", ["error_after_steps"], [1, 50, 200])
    assert len(landscape.landscape(pd.concat([steps, *along])).axes) == 5
    names = ["rank_correlation", "top_share"]
    quality = [table(method, names, [10, 100]) for method in pairs.ESTIMATES]
    assert len(pairs.smoothing(pd.concat(quality)).axes) == 2
    errors = [table(method, ["error_9_vs_4"], [5, 10]) for method in pairs.LINES]
    fig = pairs.figure_8(pd.concat(errors))
    np.testing.assert_allclose(fig.axes[1].lines[-1].get_ydata(), 0, atol=1e-12)


def test_the_table_of_figure_6(extraction):
    found = tables.digits(extraction).set_index(["method", "budget"])["test error (%)"]
    assert found["Mufasa", "200"] == "25.10 ± 0.06"
    assert found["SVM on pixels, degree 3", "none"] == "20.10 ± 0.06"
    assert len(found) == 3 * 3 + 2 + 2 + 3

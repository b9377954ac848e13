"""The experiments and figures of margin2004 do what they say."""

import io

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from pride.datasets.synthetic import xor as draw_xor
from pride.figures.margin2004 import xor as figures
from pride.protocols.margin2004 import xor as margin2004
from pride.seeding import rng_for
from pride.selectors import relief, simba
from pride.tables import margin2004 as tables

EXPERIMENT = {
    "relevant": [0, 1, 2],
    "iterations": 500,
    "weights_at": [100, 500],
    "correlation_from": 150,
    "relief_weight_is": "square",
}
GENERATOR = {"name": "xor", "options": {"samples": 500, "features": 10}}


def measure(method, **changes):
    arguments = {"dataset": "xor", "generator": GENERATOR, "repeats": 2, "seed": 1}
    return margin2004.xor(method, experiment=EXPERIMENT | changes, **arguments)


@pytest.fixture(scope="module")
def scores():
    methods = ("simba", "relief", "truth", "uniform")
    return pd.concat([measure(m) for m in methods], ignore_index=True)


def value(scores, method, metric, at, repeat=0):
    key = {"method": method, "metric": metric, "at": at, "repeat": repeat}
    found = scores[(scores[list(key)] == list(key.values())).all(axis=1)]
    return found["value"].item()


def test_the_angle_is_the_angle():
    truth = np.array([1.0, 1.0, 0.0])
    assert margin2004.angle(np.array([2.0, 2.0, 0.0]), truth) < 1e-7
    assert_allclose(margin2004.angle(np.array([1.0, 0.0, 0.0]), truth), np.pi / 4)
    assert_allclose(margin2004.angle(np.array([0.0, 0.0, 3.0]), truth), np.pi / 2)


def test_scores_are_those_of_the_algorithm_written_out(scores):
    """One run by hand: the sample, the order and the weights after 100 visits."""
    X, y = draw_xor(rng_for(1, "xor", "sample", 0), samples=500, features=10)
    visits = rng_for(1, "xor", "order", 0).permutation(500)[:100]
    w = simba.ascend(X, y, visits)
    weights = w**2 / (w**2).max()
    for j in range(10):
        found = value(scores, "simba", f"weight_{j + 1}", 100)
        assert_allclose(found, weights[j], rtol=1e-12)
    e = simba.evaluation(X, y, np.abs(w) / np.abs(w).max())
    assert_allclose(value(scores, "simba", "margin", 100), e, rtol=1e-9)
    assert_allclose(value(scores, "simba", "norm", 100), np.linalg.norm(w))
    truth = np.repeat([1.0, 0.0], [3, 7])
    assert_allclose(value(scores, "truth", "margin", 0), simba.evaluation(X, y, truth))


def test_the_correlation_is_over_the_late_iterations(scores):
    runs = scores[(scores["method"] == "simba") & (scores["repeat"] == 0)]
    late = runs[runs["at"] >= 150].pivot(columns="metric", index="at", values="value")
    expected = late["margin"].corr(late["angle"])
    assert_allclose(value(scores, "simba", "correlation", 150), expected)


def test_reliefs_weights_may_be_read_in_two_ways():
    square, itself = (
        measure("relief", relief_weight_is=reading) for reading in ("square", "itself")
    )
    angles = [s[s["metric"] == "angle"]["value"].to_numpy() for s in (square, itself)]
    assert_allclose(*angles)
    assert value(square, "relief", "margin", 500) != value(
        itself, "relief", "margin", 500
    )


def test_the_methods_share_samples_and_orders(scores):
    """Both first steps, written out on the sample and order of the keyed streams."""
    for repeat in (0, 1):
        X, y = draw_xor(rng_for(1, "xor", "sample", repeat), samples=500, features=10)
        first = rng_for(1, "xor", "order", repeat).permutation(500)[:1]
        for method, kernel in (("simba", simba.ascend), ("relief", relief.weights)):
            w = kernel(X, y, first)
            weights = margin2004.reported(method, w[None])[0]
            truth = np.repeat([1.0, 0.0], [3, 7])
            found = value(scores, method, "angle", 1, repeat)
            assert_allclose(found, margin2004.angle(weights, truth), rtol=1e-9)


def test_looking_beyond_the_last_iteration_is_refused():
    with pytest.raises(ValueError, match="at least 900 iterations"):
        measure("simba", weights_at=[100, 900])


@pytest.mark.parametrize("name", ["figure_1", "figure_2", "figure_3"])
def test_figures_are_drawn_and_always_the_same(scores, name):
    pages = []
    for _ in range(2):
        with plt.rc_context({"svg.hashsalt": "pride"}):
            figure = getattr(figures, name)(scores)
            page = io.StringIO()
            figure.savefig(page, format="svg", metadata={"Date": None})
            pages.append(page.getvalue())
            plt.close(figure)
    assert pages[0] == pages[1]
    labels = [ax.get_xlabel() + ax.get_title() for ax in figure.axes]
    assert any(labels)


def test_the_table_has_a_row_for_each_method_and_iteration(scores):
    table = tables.xor(scores)
    assert list(table["method"]) == ["simba"] * 2 + ["relief"] * 2 + [
        "truth",
        "uniform",
    ]
    angles = scores[(scores["metric"] == "angle") & (scores["at"] == 100)]
    mean = angles[angles["method"] == "simba"]["value"].mean()
    assert table["angle (rad)"][0].startswith(f"{mean:.3g} ± ")

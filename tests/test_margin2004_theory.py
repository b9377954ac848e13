"""What is measured of the theory of margin2004 would show it if it were false."""

import io
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.bounds import margin2004 as bounds
from pride.datasets.synthetic import xor as draw_xor
from pride.figures.margin2004 import bound as figures
from pride.margins import evaluation
from pride.protocols.margin2004 import bound, bound_xor, theory
from pride.published import judge
from pride.seeding import rng_for
from pride.selectors import gflip

EXPERIMENT = {"sizes": [1, 2, 3], "decades": [0, 10], "test_samples": 2000}
PROBLEM = {"samples": 200, "features": 6}
GENERATOR = {"name": "xor", "options": PROBLEM}


def measure_theory(method, repeats=2):
    return theory.theory(method, EXPERIMENT, PROBLEM, repeats, seed=1)


def measure_xor(method, relevant=(0, 1, 2)):
    arguments = {"experiment": EXPERIMENT, "relevant": list(relevant), "seed": 1}
    return bound_xor.xor(method, "xor", GENERATOR, repeats=2, **arguments)


def values(scores, metric, at=0):
    return scores[(scores["metric"] == metric) & (scores["at"] == at)]["value"]


@pytest.fixture(scope="module")
def drawn():
    return pd.concat(
        [measure_theory("bound"), measure_xor("one_nn")], ignore_index=True
    )


def rng(repeat=0):
    return rng_for(1, "test", repeat)


# What holds, and the same with something wrong in it


@pytest.mark.parametrize("name, found", [("some_error", 1), ("some_violations", 0.05)])
def test_one_counterexample_is_no_chance(monkeypatch, name, found):
    """Judged by a mean within two standard errors, 1 in 20 would pass for 0."""
    once = iter([1.0])

    def measure(rng):
        return next(once, 0.0)

    measure.__name__ = name
    monkeypatch.setitem(theory.MEASURES, "made_up", (measure,))
    scores = measure_theory("made_up", repeats=20)
    row = {"relation": "=", "value": 0.0, "reading_error": 1e-9, "method": "made_up"}
    row |= {"dataset": "theory", "metric": name, "at": 0}
    row |= dict.fromkeys(["than", "spread", "spread_is"])
    judged = judge(pd.DataFrame([row]), scores)
    assert judged["measured"].item() == found
    assert judged["verdict"].item() == "differs"


@pytest.mark.parametrize("method", ["one_nn", "evaluation", "simba"])
def test_what_is_stated_holds(method):
    scores = measure_theory(method)
    assert len(scores) == len(theory.MEASURES[method])
    assert set(scores["dataset"]) == {"theory"} and (scores["value"] < 1e-7).all()


def test_a_sample_margin_that_is_too_small_or_too_steep_is_seen(monkeypatch):
    exact = bounds.sample_margins
    monkeypatch.setattr(bounds, "sample_margins", lambda *a: 0.4 * exact(*a))
    assert max(theory.margin_violations(rng(r)) for r in range(5)) > 0
    monkeypatch.setattr(bounds, "sample_margins", lambda *a: 3 * exact(*a))
    assert max(theory.lipschitz_violations(rng(r)) for r in range(5)) > 0
    monkeypatch.setattr(bounds, "sample_margins", lambda *a: 0.1 * exact(*a))
    assert bound.hypothesis_margin_violations(rng()) == 100


def test_the_margin_by_moving_prototypes_is_not_the_formula():
    """The label changes just beyond theta, and not just below."""
    point, own, others = np.zeros(2), np.array([[1.0, 0]]), np.array([[0, 4.0]])
    assert not theory.changes(point, own, others, 1.4999)
    assert theory.changes(point, own, others, 1.5001)


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_wrong_factor_in_the_gradient_is_seen(monkeypatch, factor):
    right = theory.corrections
    assert theory.gradient_error(rng()) < 1e-7
    monkeypatch.setattr(theory, "corrections", lambda *a: factor * right(*a))
    assert theory.gradient_error(rng()) > 0.1


def test_a_step_that_grows_with_w_is_seen(monkeypatch):
    right = theory.corrections
    monkeypatch.setattr(theory, "corrections", lambda X, y, w: w * right(X, y, w))
    assert theory.step_scaling_error(rng()) > 1e-3


def test_an_evaluation_that_is_not_homogeneous_is_seen(monkeypatch):
    monkeypatch.setattr(theory, "evaluation", lambda X, y, w: evaluation(X, y, w**2))
    assert theory.scaling_error(rng()) > 1e-3


def test_gflip_goes_through_the_sets_of_its_algorithm(monkeypatch):
    X, y = theory.random_sample(rng(3))
    sets = theory.flips_kept(X, y, rng(4))
    again = rng(4)
    orders = [again.permutation(X.shape[1]) for _ in range(20)]
    assert_array_equal(sets[-1], gflip.flip(X, y, orders)[0])
    assert all(np.sum(a != b) == 1 for a, b in pairwise(sets))
    assert theory.improving_flips(rng(3)) == 0
    monkeypatch.setattr(theory, "flips_kept", lambda *a: sets[:1] * 2)
    assert theory.improving_flips(rng(3)) > 1


# Theorem 1


def test_on_a_line_the_margins_and_errors_are_those_of_1_nn(monkeypatch):
    (X, y), _, _ = bound.random_problem(rng(2), samples=40)
    x, x_test = X[:, 0], rng(5).normal(size=50)
    kept = []
    monkeypatch.setattr(bounds, "best_gamma", lambda m, *_: kept.append(m) or (1, 1))
    truth = np.zeros(50)
    error, _ = bound.error_and_bound(x, y, x_test, truth)
    exact = bounds.sample_margins(x[:, None], y, x[:, None], y, [0])
    assert_allclose(kept[0], exact[np.argsort(x)], atol=1e-9)
    nearest = y[np.abs(x_test[:, None] - x).argmin(axis=1)]
    assert error == np.mean(nearest != truth)


def test_the_bound_is_checked_where_it_says_something(monkeypatch):
    """For the relevant feature it is below 1, and a bound of nothing is violated."""
    train, test = (bound.separated(rng(r), 100_000) for r in (0, 1))
    sides = [np.stack([X[:, 0], y]) for X, y in (train, test)]
    error, least = bound.error_and_bound(*sides[0], *sides[1])
    assert error == 0 and 0.6 < least < 0.75
    assert np.linalg.norm(train[0], axis=1).max() <= np.sqrt(1.18)
    assert bound.violations(rng()) == 0
    monkeypatch.setattr(bounds, "best_gamma", lambda *_: (1, 0.3))
    assert bound.violations(rng()) == 100


def test_packings_lie_in_the_ball_and_exceed_the_printed_number():
    found = [bound.packing(rng(r)) for r in range(40)]
    assert {dimension for _, dimension, _ in found} == {1, 2, 3}
    assert all(size <= (1 + 2 * ratio) ** n for ratio, n, size in found)
    on_a_line = [size > 2 * ratio for ratio, n, size in found if n == 1]
    assert np.mean(on_a_line) > 0.7
    over = [bound.packing_violations(rng(r)) for r in range(40)]
    assert over == [100 * (size > (2 * ratio) ** n) for ratio, n, size in found]


def test_only_what_is_proved_is_written_down(drawn):
    for size in EXPERIMENT["sizes"]:
        rows = drawn[drawn["metric"] == f"bound_size_{size}"]
        m, ball = rows["at"].to_numpy(), (size, np.sqrt(size), 1.0)
        assert bounds.proved(m, *ball).all()
        assert (200 in m) == bounds.proved(200, *ball)
        literal = bounds.theorem_1(0, m, 6, *ball, 0.05)
        assert_allclose(rows["value"], literal, rtol=1e-12)
        needed = drawn[(drawn["method"] == "bound") & (drawn["at"] == size)]
        crossing = values(needed, "samples_needed", size).item()
        assert_array_equal(rows["value"] < 1, m > crossing)
    assert values(drawn, "log_d_slope_over_log_ratio").item() == pytest.approx(1)
    assert 0 < values(drawn, "log_n_share").item() < 1


def test_the_best_gamma_of_a_sample_is_nearly_the_best_of_all():
    X, y = draw_xor(rng(), samples=200, features=6)
    margins = bounds.hypothesis_margins(X, y, [0, 1, 2], leave_one_out=False)
    gammas = np.unique(margins.clip(max=1))
    errors = bounds.sensitive_error(margins, gammas)
    pairs = zip(gammas, errors, strict=True)
    ball = {"size": 3, "R": np.sqrt(3), "N": 6, "delta": 0.05}
    best = min(bounds.samples_needed(gamma=g, error=e, **ball) for g, e in pairs)
    gamma, error, log_m = bound.fewest_samples(margins, 6, 3, np.sqrt(3))
    assert 1 <= np.exp(log_m) / best < 1.1
    assert gamma in gammas and error == np.mean(margins < gamma)
    needed = bounds.samples_needed(gamma=gamma, error=error, **ball)
    assert needed == pytest.approx(np.exp(log_m))


# The xor problem


def test_1_nn_is_measured_on_the_samples_of_the_xor_experiment(drawn):
    X, y = draw_xor(rng_for(1, "xor", "sample", 1), **PROBLEM)
    test, labels = draw_xor(rng_for(1, "xor", "test", 1), samples=2000, features=6)
    distances = np.linalg.norm(test[:, None, :3] - X[:, :3], axis=2)
    error = 100 * np.mean(y[distances.argmin(axis=1)] != labels)
    assert values(drawn, "test_error", 3).iloc[1] == pytest.approx(error)
    assert (values(drawn, "training_error") == 0).all()


def test_infogain_finds_what_can_be_found_one_by_one_only():
    X = rng().uniform(-1, 1, size=(300, 6))
    places, y = np.array([3, 0, 5, 1, 4, 2]), (X[:, 1] + X[:, 4] > 0).astype(int)
    assert bound_xor.found_one_by_one((X, y), [1, 4], places) == [("found", 0, 100)]
    assert bound_xor.found_one_by_one((X, y), [1, 2], places) == [("found", 0, 0)]
    assert (values(measure_xor("infogain"), "found") == 0).all()


# The figure


def test_the_figure_is_always_the_same_and_labels_every_size(drawn):
    pages = []
    for _ in range(2):
        with plt.rc_context({"svg.hashsalt": "pride"}):
            figure, page = figures.theorem_1(drawn), io.StringIO()
            figure.savefig(page, format="svg", metadata={"Date": None})
        pages.append(page.getvalue())
        plt.close(figure)
    assert pages[0] == pages[1]
    left, _, right = figure.axes
    assert {"|F|=1", "2", "3", "m = 200"} <= {text.get_text() for text in left.texts}
    ticks = [label.get_text() for label in right.get_xticklabels()]
    assert ticks[0].startswith("1\n") and ticks[2] == "3\nnone"

"""What is measured of the theory of properties2008 would show it if it were false."""

import numpy as np
import pytest

from pride.bounds import properties2008 as bounds
from pride.protocols.properties2008 import dimensions, listings, searches, theory


@pytest.fixture(scope="module")
def measured():
    table = theory.theory(repeats=3, seed=1)
    assert set(table["dataset"]) == {"theory"}
    return table.set_index(["method", "metric", "at"])["value"]


def test_what_holds_and_what_does_not(measured):
    bound = measured["bound"]
    for (name, _), value in bound.items():
        assert value == (11 if name == "smallest_dc" else pytest.approx(0, abs=1e-9)), (
            name
        )
    assert measured["mufasa", "identical_runs", 0] == 100
    for name in ("lemma1_violations", "lemma2_violations", "candidate_excess"):
        assert measured["mufasa", name, 0] == 0
    printed = measured["direct_selection_as_printed", "selection_term", 50]
    assert printed == pytest.approx(375000, abs=500)
    assert measured["direct_selection", "selection_term", 50] < printed / 9
    assert measured["linear_selection", "vc_dimension", 4] == 5
    assert measured["linear_classifier", "vc_dimension", 10] == 11
    assert measured["binary_selection", "vc_dimension", 3] == 8


# A smaller bound, or a search that cheats, is found out


def test_a_bound_that_is_too_small_is_seen(monkeypatch):
    monkeypatch.setattr(bounds, "lemma_7", lambda d, H: (d + H) * np.log2(d) * 0.7)
    assert dimensions.lemma7_violations() > 0
    assert dimensions.theorem8_violations() > 0
    assert dimensions.substitution_residual() > 1e-9


def test_an_inequality_that_is_false_is_seen(monkeypatch):
    assert dimensions.violations(np.array([1.0, 2.0]), np.array([1.0, 1.9])) == 1
    monkeypatch.setattr(bounds, "lemma_6", lambda d, N: 0.5 * d * np.log2(N / d))
    assert listings.lemma6_violations() > 0
    monkeypatch.setattr(dimensions, "DC", np.array([[5]]))
    left = [np.array(x) for x in ((2 + np.log2(np.e)) * 10, np.log2(5) * 10)]
    assert dimensions.violations(*left) == 1  # step (5) below d_c = 11


def test_sets_that_depend_on_the_run_break_lemma_1(monkeypatch):
    count = iter(range(10**6))

    def drawn(key, step, u):
        rng = np.random.default_rng(next(count))
        return tuple(
            sorted(rng.choice(searches.features_of(u), 3, replace=False).tolist())
        )

    monkeypatch.setattr(searches, "drawn", drawn)
    assert any(searches.identical_run((1, r)) == 0 for r in range(5))


def test_the_tree_has_all_decisions():
    tree = searches.decision_tree((1, "tree"), 4)
    assert 2 <= len(tree) <= 2**3
    assert searches.original((1, "tree"), lambda chosen: 1.0).best is not None


def test_a_violated_bound_is_counted(monkeypatch):
    monkeypatch.setattr(bounds, "theorem_5", lambda error, *rest: 0.5 * error)
    assert searches.theorem4_violations((1, 0)) == 100
    assert searches.theorem5_violations((1, 0)) == 100


def test_vc_dimensions_by_listing():
    line = np.arange(5)
    below = {tuple(line < t) for t in range(6)}
    intervals = {tuple((line >= a) & (line < b)) for a in line for b in range(a, 6)}
    assert listings.vc_dimension(below, 5) == 1
    assert listings.vc_dimension(intervals, 5) == 2
    points = np.random.default_rng(0).normal(size=(6, 2))
    assert listings.vc_dimension(listings.half_planes(points), 6) == 3
    assert len(listings.half_planes(points)) == 2 * (1 + 5 + 10)  # Cover's count


def test_separability():
    square = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]])
    assert not listings.separable(square, np.array([1.0, 1, -1, -1]))
    assert listings.separable(square, np.array([1.0, -1, 1, -1]))

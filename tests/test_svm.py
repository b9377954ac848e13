"""The linear SVM: against a cvxpy program, the conditions of optimality, and a peer."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.programs import svm
from pride.programs.svm import solve_grid
from pride.programs.svm_members import drop, push
from pride.programs.svm_reference import svm_reference
from pride.selectors import LinearSVM, selector
from pride.selectors.thresholds import LinearThresholdSelector, selected

LAMBDA = np.arange(1, 50) / 50
GRID = LAMBDA / (1 - LAMBDA)  # section 4.1 of the paper
FEW = [0.02, 0.3, 1.0, 7.0, 49.0]


def problem(name):
    """Two classes that overlap, changed in one way or other."""
    rng = np.random.default_rng(sum(map(ord, name)))
    X, y = rng.normal(size=(40, 5)), np.repeat([-1.0, 1.0], 20)
    X[:, 0] += 0.7 * y
    wide = np.concatenate([X, rng.normal(size=(40, 90))], axis=1)
    whole = rng.integers(-2, 3, size=(60, 3)).astype(float)
    changed = {
        "plain": (X, y),
        "wide": (wide, y),
        "as wide as long": (wide[:, :40], y),
        "unbalanced": (X[15:], y[15:]),
        "one against all": (X[19:], y[19:]),
        "two samples": (X[19:21], y[19:21]),
        "separable": (X + 1.5 * y[:, None], y),
        "touching": (np.round(X), np.where(np.round(X)[:, 0] > 0, 1.0, -1.0)),
        "duplicates": (np.repeat(X, 3, axis=0), np.repeat(y, 3)),
        "contradictions": (np.tile(X, (2, 1)), np.concatenate([y, -y])),
        "one feature": (np.round(X[:, :1]), y),
        "on a line": (np.round(X[:, :1]) * np.ones(7), y),
        "whole numbers": (whole, np.where(rng.random(60) < 0.3, 1.0, -1.0)),
        "constant features": (np.insert(X, [0, 3], 7.0, axis=1), y),
        "nothing but zeros": (np.zeros((9, 3)), y[16:25]),
        "badly scaled": (X * [1e-3, 1, 1e3, 30, 0.1], y),
        "far from zero": (X + np.array([1e4, 0, -3e3, 5, 100]), y),
    }
    return changed[name] if name else list(changed)


NAMES = problem("")


def primal(X, y, w, b, C):
    """1/2 |w|^2 + C sum_i max(0, 1 - y_i (w.x_i + b)), word for word."""
    loss = sum(max(0.0, 1 - label * (x @ w + b)) for x, label in zip(X, y, strict=True))
    return sum(w**2) / 2 + C * loss


def dual(X, y, alpha):
    """sum_i alpha_i - 1/2 |sum_i alpha_i y_i x_i|^2; centred, which changes nothing."""
    w = (alpha * y) @ (X - X.mean(axis=0))
    return alpha.sum() - w @ w / 2


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_is_that_of_the_reference(name):
    X, y = problem(name)
    X = X - X.mean(axis=0)  # for the sake of the reference
    found = solve_grid(X, y, FEW)
    assert found.referred == 0
    for row, C in enumerate(FEW):
        w, b, _ = svm_reference(X, y, C)
        best = primal(X, y, w, b, C)
        assert_allclose(found.objective[row], best, rtol=1e-6)
        assert found.objective[row] <= best * (1 + 1e-9)
        apart = found.coef[row] - w  # strongly convex in w
        assert apart @ apart / 2 <= best - found.objective[row] + 1e-9 * best


@pytest.mark.parametrize("name", NAMES)
def test_the_gap_is_certified_by_both_objectives(name):
    X, y = problem(name)
    found = solve_grid(X, y, GRID)
    assert found.gap.max() < 1e-9
    for C, w, b, alpha, objective in zip(GRID, *found[:4], strict=True):
        assert_allclose(objective, primal(X, y, w, b, C), rtol=1e-9)
        assert_allclose(objective, dual(X, y, alpha), rtol=1e-8)


@pytest.mark.parametrize("name", NAMES)
def test_the_conditions_of_karush_kuhn_and_tucker_hold(name):
    X, y = problem(name)
    found = solve_grid(X, y, GRID)
    for C, w, b, alpha in zip(GRID, *found[:3], strict=True):
        size = C * len(y)
        margins = y * (X @ w + b)
        assert alpha.min() >= 0
        assert alpha.max() <= C
        assert abs(alpha @ y) <= 1e-12 * size
        atol = 1e-11 * size * np.abs(X).max()
        assert_allclose((alpha * y) @ X, w, rtol=1e-9, atol=atol)
        assert margins[alpha == 0].min(initial=1) >= 1 - 1e-7
        assert margins[alpha == C].max(initial=1) <= 1 + 1e-7
        between = (alpha > 0) & (alpha < C)
        assert_allclose(margins[between], 1, atol=1e-7)


@pytest.mark.parametrize("name", ["plain", "wide", "unbalanced", "whole numbers"])
def test_a_peer_finds_the_same(name):
    """libsvm keeps products of samples in single precision; of eighths, exact."""
    X, y = problem(name)
    X = np.round(8 * X) / 8
    found = solve_grid(X, y, FEW)
    for row, C in enumerate(FEW):
        peer = SVC(kernel="linear", C=C, tol=1e-10).fit(X, y)
        objective = primal(X, y, peer.coef_[0], peer.intercept_[0], C)
        assert_allclose(found.objective[row], objective, rtol=1e-7)
        assert_allclose(found.coef[row], peer.coef_[0], atol=1e-8)


def test_raw_features_of_very_different_scale_are_no_obstacle():
    """WDBC as it is; the paper could not solve it for all C of its grid."""
    X, y = load_breast_cancer(return_X_y=True)
    found = solve_grid(X, 2 * y - 1, GRID)
    assert found.referred == 0
    assert found.gap.max() < 1e-12


@pytest.mark.parametrize("position", range(5))
def test_the_factor_of_the_members_follows_them(position):
    X, y = problem("plain")
    state, _ = svm.start(X, y)
    assert all(push(state, i) for i in (7, 30, 2, 11, 25))
    drop(state, position)
    assert push(state, 39)
    members = [*np.delete([7, 30, 2, 11, 25], position).tolist(), 39]
    assert_array_equal(state.members[: state.count[0]], members)
    Q, R = state.Q[:4], state.R[:4, :4]
    assert_allclose(Q @ Q.T, np.eye(4), atol=1e-14)
    assert_array_equal(np.tril(R, -1), 0)
    assert_allclose(Q.T @ R, (X[members[1:]] - X[members[0]]).T, atol=1e-14)


def test_a_sample_between_members_is_not_independent_of_them():
    X, y = problem("plain")
    X[2] = 0.3 * X[7] + 0.7 * X[30]
    state, _ = svm.start(X, y)
    assert [push(state, i) for i in (7, 30, 2, 11, 30)] == [
        True,
        True,
        False,
        True,
        False,
    ]


def test_one_c_at_a_time_gives_the_same():
    X, y = problem("plain")
    found = solve_grid(X, y, GRID)
    for row, C in enumerate(GRID):
        alone = solve_grid(X, y, [C])
        assert_allclose(found.coef[row], alone.coef[0], rtol=1e-9, atol=1e-11)
        assert_allclose(found.intercept[row], alone.intercept[0], atol=1e-9)


def test_c_may_come_in_any_order_and_more_than_once():
    X, y = problem("plain")
    shuffled = solve_grid(X, y, [7.0, 0.3, 7.0, 1.0])
    found = solve_grid(X, y, [0.3, 1.0, 7.0])
    assert_allclose(shuffled.coef, found.coef[[2, 0, 2, 1]], rtol=1e-12)


@pytest.mark.parametrize("name", ["plain", "wide", "separable", "whole numbers"])
def test_what_must_not_matter_does_not(name):
    X, y = problem(name)
    rng = np.random.default_rng(1)
    rows, columns = rng.permutation(len(X)), rng.permutation(X.shape[1])
    found, flipped = solve_grid(X, y, FEW), solve_grid(X, -y, FEW)
    close = {"rtol": 1e-9, "atol": 1e-10}
    assert_allclose(flipped.coef, -found.coef, **close)
    assert_allclose(flipped.intercept, -found.intercept, **close)
    moved = solve_grid(X[rows][:, columns], y[rows], FEW)
    assert_allclose(moved.coef, found.coef[:, columns], **close)
    assert_allclose(moved.intercept, found.intercept, **close)
    shifted = solve_grid(X + 3, y, FEW)
    assert_allclose(shifted.coef, found.coef, **close)
    longer = solve_grid(10 * X, y, np.divide(FEW, 100))
    assert_allclose(10 * longer.coef, found.coef, **close)


@pytest.fixture
def ascents(monkeypatch):
    """The values of C that are solved for, as they come."""
    seen, ascend = [], svm.kernels.ascend

    def noted(state, C, rise, most):
        seen.append(C)
        return ascend(state, C, rise, most)

    monkeypatch.setattr(svm.kernels, "ascend", noted)
    return seen


def test_beyond_the_hard_margin_nothing_is_solved_and_nothing_changes(ascents):
    X, y = problem("separable")
    found = solve_grid(X, y, GRID)
    reached = found.alpha.max(axis=1) < GRID
    first = int(np.argmax(reached))
    assert 0 < first < len(GRID) - 1
    assert_array_equal(ascents, GRID[: first + 1])
    assert_array_equal(found.coef[first:], found.coef[[first] * sum(reached)])
    for row in (first + 1, len(GRID) - 1):
        w, b, _ = svm_reference(X, y, GRID[row])
        assert_allclose(found.coef[row], w, atol=1e-5)
        assert_allclose(found.intercept[row], b, atol=1e-5)


def test_samples_that_cannot_be_separated_are_solved_for_every_c(ascents):
    X, y = problem("contradictions")
    solve_grid(X, y, GRID)
    assert_array_equal(ascents, GRID)


@pytest.mark.parametrize("shift", [0.0, 5.0])
def test_b_is_the_middle_of_its_optimal_interval(shift):
    """Samples at 0 and 1 with alpha = C: w = C, and b may be -1 to 1 - C."""
    X, y, C = np.array([[0.0], [1.0]]) + shift, np.array([-1, 1]), 0.5
    found = solve_grid(X, y, [C])
    ends = np.array([-1, 1 - C]) - C * shift
    assert_allclose(found.coef, [[C]])
    assert_allclose(found.intercept, ends.mean())
    at = [primal(X, y, found.coef[0], b, C) for b in (*ends, ends.mean())]
    assert_allclose(at, found.objective[0])
    for b in ends + np.array([-0.01, 0.01]):
        assert primal(X, y, found.coef[0], b, C) > found.objective[0] + 0.001


@pytest.mark.parametrize("name", NAMES)
def test_the_middle_is_that_of_all_optimal_values(name):
    """The loss is linear in b between the points where a sample meets the margin."""
    X, y = problem(name)
    grid = [1e-5, 0.01, 0.25, *FEW]
    found = solve_grid(X, y, grid)
    for w, b in zip(found.coef, found.intercept, strict=True):
        corners = y - X @ w
        losses = [np.maximum(0, 1 - y * (X @ w + corner)).sum() for corner in corners]
        optimal = corners[losses <= min(losses) + 1e-8]
        assert_allclose(b, (optimal.min() + optimal.max()) / 2, rtol=1e-9, atol=1e-6)


def test_the_rounding_of_a_margin_is_not_multiplied_by_c():
    rng = np.random.default_rng(0)
    gaps = []
    for n in range(2, 30):
        X, y = 1e6 * rng.normal(size=(n, 40)), np.resize([-1, 1], n)
        gaps.append(solve_grid(X, y, GRID).gap.max())
    assert max(gaps) < 1e-11


def test_a_sample_just_inside_the_margin_counts():
    X, y = np.array([[-1.0], [1.0], [1.0 - 1e-6]]), [-1, 1, 1]
    found = solve_grid(X, y, [49.0])
    assert_allclose(found.coef, [[2 / (2 - 1e-6)]], rtol=1e-11)


def test_what_is_not_solved_is_left_to_the_reference_and_counted(monkeypatch):
    X, y = problem("plain")
    best = solve_grid(X, y, FEW)
    monkeypatch.setattr(svm, "STEPS", 0)
    found = solve_grid(X, y, FEW)
    assert found.referred == len(FEW)
    assert found.gap.max() < 1e-6
    assert_allclose(found.coef, best.coef, atol=1e-4)


def test_the_reference_says_when_it_fails():
    X, y = problem("plain")
    with pytest.raises(RuntimeError, match="Expected Clarabel to solve"):
        svm_reference(X * [1e12, 1e-12, 1, 1, 1], y, 1e12)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"y": [0, 1, 1, 0]}, r"labels -1 and \+1"),
        ({"y": [1, 1, 1, 1]}, "both of them"),
        ({"y": [1, -1, 1]}, r"y of shape \(3,\)"),
        ({"X": [[np.nan], [1], [2], [3]]}, "1 values that are not finite"),
        ({"X": [1, 2, 3, 4]}, r"Expected X of shape \(samples, features\)"),
        ({"C": [0.0, 1.0]}, "positive numbers C"),
        ({"C": 1.0}, "goes in brackets"),
        ({"C": []}, "positive numbers C"),
    ],
)
def test_wrong_arguments_are_explained(change, message):
    right = {"X": [[0], [1], [2], [3]], "y": [-1, 1, 1, -1], "C": [1.0]}
    with pytest.raises(ValueError, match=message):
        solve_grid(**(right | change))


# The selector


def literally_selected(w, epsilon, rule):
    """Section 4.1: at least one of two requirements; or, as another reading, both."""
    absolute = [int(abs(wj) >= epsilon) for wj in w]
    relative = [int(abs(wj) / max(map(abs, w)) >= epsilon) for wj in w]
    needed = {"either": 1, "both": 2}[rule]
    return [a + r >= needed for a, r in zip(absolute, relative, strict=True)]


@pytest.mark.parametrize("rule", ["either", "both"])
@pytest.mark.parametrize("scale", [1e-3, 1.0, 50.0])
def test_weights_are_selected_as_printed(rule, scale):
    w = scale * np.array([0.5, -0.02, 0.009, -0.006, 0.004, 0.0, -1.0])
    expected = literally_selected(w, 0.01, rule)
    assert_array_equal(selected(w, 0.01, rule), expected)
    assert 0 < sum(expected) < 7 or (rule, scale) == ("both", 1e-3)


def test_of_weights_of_zero_none_is_selected():
    assert not selected(np.zeros(3)).any()


def test_the_selector_keeps_what_passes_the_threshold():
    X, y = problem("badly scaled")
    labels = np.where(y > 0, "sick", "well")  # "well" comes second
    fitted = LinearSVM(C=0.3).fit(X, labels)
    best = solve_grid(X, -y, [0.3])
    assert_array_equal(fitted.coef_, best.coef[0])
    assert fitted.intercept_ == best.intercept[0]
    assert_array_equal(fitted.weights_, np.abs(fitted.coef_))
    assert_array_equal(fitted.get_support(), selected(fitted.coef_))
    strict = LinearSVM(C=0.3, rule="both", epsilon=0.05).fit(X, labels)
    expected = literally_selected(fitted.coef_, 0.05, "both")
    assert_array_equal(strict.get_support(), expected)
    assert 0 < sum(expected) < fitted.get_support().sum()


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"C": 0}, "C must be a positive number, found 0"),
        ({"C": "1"}, "C must be a positive number, found '1'"),
        ({"epsilon": -0.1}, "epsilon must be a positive number"),
        ({"rule": "any"}, "rule must be 'either' or 'both', found 'any'"),
    ],
)
def test_wrong_parameters_are_explained(parameters, message):
    with pytest.raises(ValueError, match=message):
        LinearSVM(**parameters).fit(*problem("plain"))


def test_more_than_two_classes_are_refused():
    X, _ = problem("plain")
    with pytest.raises(ValueError, match="Expected two classes, found 3: a, b, c"):
        LinearSVM().fit(X, np.resize(["a", "b", "c"], len(X)))


def test_the_selector_is_found_by_name():
    assert selector("svm") is LinearSVM
    assert issubclass(LinearSVM, LinearThresholdSelector)


@parametrize_with_checks([LinearSVM()])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)

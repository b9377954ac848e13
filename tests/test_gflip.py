"""G-flip against Algorithm 1 of Gilad-Bachrach, Navot and Tishby, ICML 2004.

Two versions beside the kernels: a literal one, which computes every e(F) from the data,
and a plain incremental one, whose bits the pruned kernels must reproduce.
"""

import math
import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import expit
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.datasets.synthetic import xor
from pride.selectors import GFlip, gflip, gflip_kernels, selector

TIE = 1e-10
UTILITIES = {
    "linear": lambda theta, beta: theta,
    "sigmoid": lambda theta, beta: expit(beta * theta),
    "zero-one": lambda theta, beta: float(theta > 1e-9),
}


def terms(X, y, F, u, beta=1.0):
    """u of the margin (1) of every sample in the features F."""
    margins = []
    for i in range(len(X)):
        norms = np.sqrt(((X[:, F] - X[i, F]) ** 2).sum(axis=1))
        hits = norms[(y == y[i]) & (np.arange(len(X)) != i)]
        margins.append(0.5 * (norms[y != y[i]].min() - hits.min()))
    return [u(theta, beta) for theta in margins]


def literal(X, y, orders, utility="linear", beta=1.0):
    """Algorithm 1, word for word but for ties; the scores of all sets on the way."""

    def e(F):
        values = terms(X, y, sorted(F), UTILITIES[utility], beta)
        return math.fsum(values), math.fsum(map(abs, values))

    F = set()
    score, _ = e(F)
    path = [score]
    for s in orders:
        changed = False
        for f in s:
            new, scale = e(F ^ {f})
            if new - score > TIE * scale:
                F, score, changed = F ^ {f}, new, True
                path.append(score)
        if not changed:
            break
    return np.isin(np.arange(X.shape[1]), list(F)), path


class Plain:
    """The incremental scheme in NumPy, without lists: all distances, at every flip."""

    def __init__(self, X, y, utility, beta):
        order = np.argsort(y, kind="stable")
        self.X, self.y, self.kind, self.beta = X[order], y[order], utility, beta
        self.same = self.y[:, None] == self.y
        self.ranges = np.ptp(X, axis=0) ** 2

    def flipped(self, f, removing):
        squares = (self.X[:, f, None] - self.X[:, f]) ** 2
        if not removing:
            return self.D + squares
        rest = self.D - squares
        return np.where(rest >= gflip_kernels.ROUNDING * self.D, rest, 0.0)

    def e(self, D):
        hits = np.where(self.same, D, np.inf).min(axis=1)
        misses = np.where(self.same, np.inf, D).min(axis=1)
        kind = gflip.UTILITIES[self.kind]
        total = scale = 0.0
        for hit, miss in zip(hits, misses, strict=True):
            u = gflip_kernels.utility(hit, miss, kind, self.beta)
            total, scale = total + u, scale + abs(u)
        return total, scale

    def sum_anew(self, mask):
        self.D, self.removed = np.zeros(self.same.shape), 0.0
        for f in np.flatnonzero(mask):
            self.D = self.flipped(f, False)
        np.fill_diagonal(self.D, np.inf)
        return self.e(self.D)[0]

    def climb(self, orders):
        mask = np.zeros(self.X.shape[1], dtype=bool)
        scores = [self.sum_anew(mask)]
        for order in orders:
            score, before = scores[-1], mask.copy()
            for f in order:
                D = self.flipped(f, mask[f])
                new, scale = self.e(D)
                if new - score > TIE * scale:
                    self.D, score, mask[f] = D, new, not mask[f]
                    self.removed += 0.0 if mask[f] else self.ranges[f]
                    if self.removed > self.ranges[mask].sum():
                        score = self.sum_anew(mask)
            scores.append(score)
            if (mask == before).all():
                break
        return mask, scores


def draw(seed, kind):
    """A small sample of one of several kinds, and orders for it."""
    rng = np.random.default_rng(seed)
    samples, features = (
        rng.integers(6, 61),
        rng.integers(1, 41 if kind != "mixed" else 9),
    )
    y = rng.permutation(np.arange(samples) % rng.choice([2, 3]))
    X = (
        rng.normal(size=(samples, features))
        + y[:, None] * rng.normal(size=features) / 2
    )
    if kind == "duplicate samples":
        X[: samples // 2] = X[samples // 2 : samples // 2 * 2]
    elif kind == "constant and duplicate features":
        X[:, rng.random(features) < 0.3] = 0.1
        X[:, features // 2] = X[:, 0]
    elif kind == "few values":
        X = np.round(X) / 10
    elif kind == "mixed":
        X = np.round(X, 1) * 10.0 ** rng.integers(-2, 4, size=features)
    return X, y, np.array([rng.permutation(features) for _ in range(20)])


KINDS = [
    "continuous",
    "duplicate samples",
    "constant and duplicate features",
    "few values",
    "mixed",
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_flip_is_algorithm_1(kind, seed):
    X, y, orders = draw(seed, kind)
    mask, score = gflip.flip(X, y, orders)
    expected, path = literal(X, y, orders)
    assert_array_equal(mask, expected)
    assert_allclose(score, path[-1], rtol=1e-9)
    assert (np.diff(path) > 0).all()


@pytest.mark.parametrize("kind", KINDS[:4])
@pytest.mark.parametrize(
    "utility, beta", [("sigmoid", 0.5), ("sigmoid", 20.0), ("zero-one", 1.0)]
)
@pytest.mark.parametrize("seed", range(20, 24))
def test_other_utilities_are_as_exact(kind, utility, beta, seed):
    X, y, orders = draw(seed, kind)
    mask, scores, _ = gflip.climb(gflip.prepare(X, y, utility, beta), orders)
    expected, path = literal(X, y, orders, utility, beta)
    assert_array_equal(mask, expected)
    assert_allclose(scores[-1], path[-1], rtol=1e-9)


@pytest.mark.parametrize("utility", UTILITIES)
@pytest.mark.parametrize("kind", ["near", "far", "whole numbers", "rare class"])
def test_pruning_changes_no_bit(kind, utility):
    """On samples large enough for lists to hold a part of the neighbours only."""
    rng = np.random.default_rng(7)
    y = rng.permutation(np.arange(150) % 3)
    X = rng.normal(size=(150, 40)) + y[:, None] * rng.normal(size=40) / 3
    if kind == "far":
        X *= 10.0 ** rng.integers(-3, 4, size=40)
    elif kind == "whole numbers":
        X = np.round(X)
    elif kind == "rare class":
        y = np.where(np.arange(150) < 3, 2, y % 2)
    orders = [rng.permutation(40) for _ in range(20)]
    mask, scores, done = gflip.climb(gflip.prepare(X, y, utility, 3.0), orders)
    expected, plain_scores = Plain(X, y, utility, 3.0).climb(orders)
    assert done
    assert_array_equal(mask, expected)
    assert scores == plain_scores


def test_lists_are_used_and_fail_at_times():
    """Otherwise the test before would compare full scans only, or none."""
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    state = gflip.prepare(rng.normal(size=(200, 30)), y)
    gflip_kernels.begin(state, np.arange(30) < 10)
    lists = state.near[0], state.reach[0]
    added = gflip_kernels.look_at_listed(*lists, state.columns[20], False)
    removed = gflip_kernels.look_at_listed(*lists, state.columns[0], True)
    assert 0 < (added < 0).sum() < 100 < (removed < 0).sum() < 200


@pytest.mark.parametrize("utility", UTILITIES)
def test_no_single_flip_improves_the_final_set(utility):
    X, y, orders = draw(5, "continuous")
    mask, scores, done = gflip.climb(gflip.prepare(X, y, utility), orders)
    assert done
    for f in range(X.shape[1]):
        F = np.flatnonzero(mask ^ (np.arange(X.shape[1]) == f))
        assert sum(terms(X, y, F, UTILITIES[utility])) <= scores[-1] * (1 + 1e-9)


def test_scores_rise_from_pass_to_pass_until_one_changes_nothing():
    X, y, orders = draw(5, "continuous")
    _, scores, done = gflip.climb(gflip.prepare(X, y), orders)
    assert done and scores[-1] == scores[-2]
    assert (np.diff(scores[:-1]) > 0).all()


def test_fewer_orders_stop_earlier():
    X, y, orders = draw(5, "continuous")
    mask, score = gflip.flip(X, y, orders[:1])
    expected, path = literal(X, y, orders[:1])
    assert_array_equal(mask, expected)
    assert_allclose(score, path[-1], rtol=1e-12)
    mask, score = gflip.flip(X, y, orders[:0])
    assert not mask.any() and score == 0


def test_order_of_the_samples_and_names_of_the_classes_do_not_matter():
    X, y, orders = draw(8, "continuous")
    mask, score = gflip.flip(X, y, orders)
    places = np.random.default_rng(0).permutation(len(X))
    other_mask, other = gflip.flip(X[places], np.array(list("zab"))[y[places]], orders)
    assert_array_equal(mask, other_mask)
    assert_allclose(other, score, rtol=1e-12)


def test_a_feature_of_another_scale_leaves_no_rounding_behind():
    """Once removed, it must not have cost the others their digits."""
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    X = rng.normal(size=(40, 4)) + y[:, None]
    X[:, 0] = 1e7 * rng.normal(size=40)
    F = np.array([True, False, True, True])
    state = gflip.prepare(X, y)
    gflip_kernels.begin(state, F)
    e, _, removed = gflip.one_pass(state, F, np.array([0]), -np.inf, 0.0)
    assert_array_equal(F, [False, False, True, True])
    assert removed == 0
    assert_allclose(e, sum(terms(X, y, [2, 3], UTILITIES["linear"])), rtol=1e-14)


def test_constant_and_repeated_features_are_never_worth_a_flip():
    X, y, _ = draw(3, "continuous")
    X = np.hstack([np.full((len(X), 2), 0.3), X])
    fitted = GFlip(random_state=0).fit(X, y)
    assert not fitted.support_[:2].any()


@pytest.mark.parametrize("seed", range(3))
def test_xor_features_are_found(seed):
    """Section 5.1, with the relevant features in places where no sorting puts them."""
    X, y = xor(np.random.default_rng(seed), samples=1000, features=10)
    places = np.random.default_rng(seed + 50).permutation(10)
    fitted = GFlip(n_starts=10, random_state=0).fit(X[:, places], y)
    assert_array_equal(fitted.get_support(indices=True), np.flatnonzero(places < 3))


def test_the_best_of_several_starts_is_kept():
    X, y, _ = draw(2, "continuous")
    one, five = (GFlip(n_starts=n, random_state=0).fit(X, y) for n in (1, 5))
    assert five.score_ >= one.score_
    assert five.passes_.shape == (5,) and five.passes_[0] == one.n_passes_
    assert five.n_passes_ in five.passes_
    e = sum(terms(X, y, np.flatnonzero(five.support_), UTILITIES["linear"]))
    assert_allclose(five.score_, e, rtol=1e-12)


def test_the_estimator_draws_its_orders_from_the_random_state():
    X, y, _ = draw(2, "continuous")
    fitted = GFlip(random_state=3).fit(X, y)
    rng = np.random.RandomState(3)
    orders = [rng.permutation(X.shape[1]) for _ in range(fitted.n_passes_)]
    mask, score = gflip.flip(X, y, orders)
    assert_array_equal(fitted.support_, mask)
    assert fitted.score_ == score


def test_labels_may_be_strings_and_data_in_any_layout():
    X, y, _ = draw(2, "continuous")
    names = np.array(["well", "sick", "dead"])[y]
    plain, named = (GFlip(random_state=0).fit(*d) for d in ((X, y), (X, names)))
    columns = GFlip(random_state=0).fit(np.asfortranarray(X), y)
    assert plain.score_ == columns.score_
    assert_allclose(named.score_, plain.score_, rtol=1e-12)
    assert_array_equal(named.support_, plain.support_)


def test_an_empty_choice_is_said_to_be_one():
    X, y = np.array([[0.0], [1.0], [0.1], [1.1]]), [0, 0, 1, 1]
    with pytest.warns(UserWarning, match="chose no features"):
        fitted = GFlip().fit(X, y)
    assert fitted.score_ == 0 and fitted.n_passes_ == 1
    with pytest.warns(UserWarning, match="No features were selected"):
        assert fitted.transform(X).shape == (4, 0)


def test_too_few_passes_are_said_to_be_too_few():
    X, y, _ = draw(5, "continuous")
    with pytest.warns(ConvergenceWarning, match="max_passes=1"):
        GFlip(max_passes=1, random_state=0).fit(X, y)


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"utility": "quadratic"}, "one of 'linear', 'sigmoid', 'zero-one'"),
        ({"beta": 0}, "beta must be a positive number"),
        ({"beta": "steep"}, "beta must be a positive number"),
        ({"n_starts": 0}, "n_starts must be a whole number"),
        ({"max_passes": 2.5}, "max_passes must be a whole number"),
    ],
)
def test_wrong_parameters_are_explained(parameters, message):
    with pytest.raises(ValueError, match=message):
        GFlip(**parameters).fit(np.arange(8.0).reshape(4, 2), [0, 0, 1, 1])


def test_wrong_data_are_explained():
    X, orders = np.arange(8.0).reshape(4, 2), [[0, 1]]
    with pytest.raises(ValueError, match="found 1 sample of class b"):
        gflip.flip(X, ["a", "a", "a", "b"], orders)
    with pytest.raises(ValueError, match="at least two classes"):
        gflip.flip(X, [1, 1, 1, 1], orders)
    for wrong in ([0, 1], [[0, 0]], [[0, 2]], [[0]]):
        with pytest.raises(ValueError, match="a permutation of 0 to 1"):
            gflip.flip(X, [0, 0, 1, 1], wrong)
    with pytest.raises(ValueError, match="NaN"):
        GFlip().fit(np.where(X == 3, np.nan, X), [0, 0, 1, 1])


def test_what_cancels_leaves_nothing():
    """Two samples that differ in removed features only lie at distance zero."""
    rng = np.random.default_rng(0)
    for first, second, third in rng.random((100, 3)):
        distance = first + second + third
        for square in (first, second, third):
            distance = gflip_kernels.changed(distance, square, True)
        assert distance == 0


def test_memory_is_that_of_the_distances_and_the_data():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(600, 50)), np.arange(600) % 2
    tracemalloc.start()
    GFlip(random_state=0).fit(X, y)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= 1.2 * 8 * 600**2 + X.nbytes


def test_it_is_found_by_name():
    assert selector("gflip") is GFlip


@parametrize_with_checks([GFlip(), GFlip(utility="sigmoid", n_starts=2)])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)

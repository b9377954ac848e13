"""Simba and Relief against their paper (Gilad-Bachrach, Navot and Tishby, ICML 2004).

An accuracy would hide a wrong gradient, so the formulas themselves are tested: against
a literal transcription, against finite differences, and against what the paper claims.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import approx_fprime
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride import compiled
from pride.datasets.synthetic import xor
from pride.selectors import (
    SELECTORS,
    TWO_CLASSES,
    Relief,
    Simba,
    gflip,
    relief,
    selector,
    simba,
)

WITHOUT_NEIGHBOURS = "infogain", "multiclass_svm", "svm_rfe", "mf_pfs"


@pytest.fixture
def sample():
    return xor(np.random.default_rng(0), samples=40, features=6)


@pytest.fixture
def three_classes():
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1, 2], 15)
    return rng.normal(size=(45, 5)) + y[:, None] * [1, 0, 0.5, 0, 0], y


def neighbours(X, y, w, i):
    """Near hit and near miss of x in the sample without x, and the norms of (1)."""
    norms = np.sqrt((w**2 * (X - X[i]) ** 2).sum(axis=1))
    hits = [k for k in range(len(X)) if y[k] == y[i] and k != i]
    misses = [k for k in range(len(X)) if y[k] != y[i]]
    return min(hits, key=norms.__getitem__), min(misses, key=norms.__getitem__), norms


def margin(X, y, w, i):
    """Definition 1, equation (1)."""
    hit, miss, norms = neighbours(X, y, w, i)
    return 0.5 * (norms[miss] - norms[hit])


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def step(X, y, w, i, beta=0.0):
    """The kernel's step at sample i, with neighbours found word for word."""
    hit, miss, norms = neighbours(X, y, w, i)
    return simba.step(X, w, i, (hit, miss, norms[hit], norms[miss]), beta)


def literal_simba(X, y, visits, factor):
    """Algorithm 2 up to step 3, word for word."""
    w = np.ones(X.shape[1])
    for i in visits:
        hit, miss, norms = neighbours(X, y, w, i)
        from_miss = (X[i] - X[miss]) ** 2 / norms[miss]
        from_hit = (X[i] - X[hit]) ** 2 / norms[hit]
        w = w + factor * (from_miss - from_hit) * w
    return w


def literal_relief(X, y, visits):
    """Algorithm 3, step 2, word for word."""
    w = np.zeros(X.shape[1])
    for i in visits:
        hit, miss, _ = neighbours(X, y, np.ones(X.shape[1]), i)
        w += (X[i] - X[miss]) ** 2 - (X[i] - X[hit]) ** 2
    return w


@pytest.mark.parametrize("data", ["sample", "three_classes"])
def test_evaluation_is_the_sum_of_the_margins(data, request):
    X, y = request.getfixturevalue(data)
    w = np.linspace(0.1, 2, X.shape[1])
    expected = sum(margin(X, y, w, i) for i in range(len(X)))
    assert_allclose(simba.evaluation(X, y, w), expected, rtol=1e-12)


@pytest.mark.parametrize("i", range(5))
def test_step_is_twice_the_gradient_of_the_margin(sample, i):
    X, y = sample
    w = np.linspace(0.5, 1.5, X.shape[1])
    gradient = approx_fprime(w, lambda v: margin(X, y, v, i), 1e-7)
    assert_allclose(0.5 * step(X, y, w, i), gradient, atol=1e-5)


@pytest.mark.parametrize("i", range(5))
def test_a_sigmoid_follows_the_chain_rule(sample, i):
    X, y = sample
    w, beta = np.linspace(0.5, 1.5, X.shape[1]), 3.0
    gradient = approx_fprime(w, lambda v: sigmoid(beta * margin(X, y, v, i)), 1e-7)
    assert_allclose(0.5 * step(X, y, w, i, beta), gradient, atol=1e-5)


def test_a_sigmoid_may_be_summed(sample):
    X, y = sample
    w = np.linspace(0.5, 1.5, X.shape[1])
    expected = sum(sigmoid(3 * margin(X, y, w, i)) for i in range(len(X)))
    assert_allclose(simba.evaluation(X, y, w, 3.0), expected, rtol=1e-12)


@pytest.mark.parametrize("factor", [0.5, 1.0])
@pytest.mark.parametrize("data", ["sample", "three_classes"])
def test_ascend_is_algorithm_2(data, factor, request):
    X, y = request.getfixturevalue(data)
    visits = np.random.default_rng(1).permutation(len(X))
    expected = literal_simba(X, y, visits, factor)
    assert_allclose(simba.ascend(X, y, visits, factor), expected, rtol=1e-9)


@pytest.mark.parametrize("data", ["sample", "three_classes"])
def test_relief_is_algorithm_3(data, request):
    X, y = request.getfixturevalue(data)
    visits = np.random.default_rng(1).permutation(len(X))
    expected = literal_relief(X, y, visits)
    assert_allclose(relief.weights(X, y, visits), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "run, path", [(simba.ascend, simba.path), (relief.weights, relief.path)]
)
def test_a_path_passes_through_every_shorter_run(sample, run, path):
    X, y = sample
    visits = np.arange(len(X))
    along = path(X, y, visits)
    for t in (1, 7, len(X)):
        assert_array_equal(along[t - 1], run(X, y, visits[:t]))


def test_scaling_the_weights_scales_the_evaluation_and_not_the_step(sample):
    """Section 2.2: e(aw) = |a| e(w). Section 3.2: Delta(aw) = Delta(w) for a > 0."""
    X, y = sample
    w = np.linspace(0.5, 1.5, X.shape[1])
    e = simba.evaluation(X, y, w)
    assert_allclose(simba.evaluation(X, y, -3 * w), 3 * e, rtol=1e-12)
    steps = [step(X, y, a * w, 0) for a in (1, 3)]
    assert_allclose(*steps, rtol=1e-12)


@pytest.mark.parametrize("threads", [1, 2, 3, 9])
def test_starts_side_by_side_are_the_same_as_one_by_one(
    three_classes, threads, monkeypatch
):
    X, y = three_classes
    rng = np.random.default_rng(5)
    orders = np.stack([rng.permutation(len(X)) for _ in range(7)])
    monkeypatch.setattr(compiled, "get_num_threads", lambda: threads)
    together = simba.ascend_together(X, y, orders)
    for w, order in zip(together, orders, strict=True):
        assert_array_equal(w, simba.ascend(X, y, order))


def test_the_path_of_the_best_start_is_kept(sample):
    X, y = sample
    fitted = Simba(n_starts=3, keep_path=True, random_state=0).fit(X, y)
    w = fitted.path_[-1]
    assert fitted.path_.shape == (40, 6)
    assert_allclose(fitted.weights_, w**2 / (w**2).max())


def test_the_path_of_relief_is_kept(sample):
    X, y = sample
    fitted = Relief(n_visits=30, keep_path=True, random_state=0).fit(X, y)
    assert fitted.path_.shape == (30, 6)
    plain = Relief(n_visits=30, random_state=0).fit(X, y)
    assert_array_equal(fitted.weights_, plain.weights_)
    assert not hasattr(plain, "path_")


def test_an_instance_with_a_twin_is_passed_over():
    X = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 1.0], [1.0, 1.0]])
    y = np.array([0, 0, 1, 1])
    assert_array_equal(simba.ascend(X, y, np.arange(4)), [1, 1])


KERNELS = {
    "evaluation": lambda X, y: simba.evaluation(X, y, [1.0, 2.0, 0.5]),
    "Simba": lambda X, y: simba.ascend(X, y, range(12)),
    "Simba's path": lambda X, y: simba.path(X, y, range(12)),
    "Relief": lambda X, y: relief.weights(X, y, range(12)),
    "Relief's path": lambda X, y: relief.path(X, y, range(12)),
    "G-flip": lambda X, y: gflip.flip(X, y, [range(3), range(3)])[1],
}


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernels_take_any_labels_and_lists(kernel):
    X, y = np.random.default_rng(4).normal(size=(12, 3)), np.arange(12) % 3
    expected = KERNELS[kernel](X, y)
    for names in (["a", "b", "c"], [-1, 1, 7], [0.5, 1.5, 2.5]):
        assert_array_equal(KERNELS[kernel](X.tolist(), np.array(names)[y]), expected)


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("kernel", KERNELS)
def test_kernels_refuse_what_they_cannot_use(kernel):
    X, y = np.random.default_rng(4).normal(size=(12, 3)), np.arange(12) % 3
    with pytest.raises(ValueError, match="1 sample of class 9"):
        KERNELS[kernel](X, np.append(y[:-1], 9))
    with pytest.raises(ValueError, match="at least two classes"):
        KERNELS[kernel](X, np.zeros(12))
    for wrong in (np.nan, np.inf, 1e200):
        X[5, 1] = wrong
        with pytest.raises(ValueError, match="found NaN, infinity"):
            KERNELS[kernel](X, y)


@pytest.mark.parametrize("kernel", KERNELS)
def test_constant_features_and_twins_are_nothing_special(kernel):
    """Every sample thrice: nothing is divided by the zero distances."""
    X = np.repeat(np.random.default_rng(4).integers(3, size=(4, 3)), 3, axis=0)
    X[:, 1] = 5
    assert np.isfinite(KERNELS[kernel](X, np.arange(12) % 2)).all()
    assert np.isfinite(KERNELS[kernel](np.ones((12, 3)), np.arange(12) % 2)).all()


def test_xor_features_are_found_and_the_rest_vanish():
    """Figure 2(b), with the relevant features in places where no sorting puts them."""
    X, y = xor(np.random.default_rng(1), samples=1000, features=10)
    places = np.random.default_rng(2).permutation(10)
    fitted = Simba(3, n_visits=500, random_state=0).fit(X[:, places], y)
    relevant = np.flatnonzero(places < 3)
    assert_array_equal(fitted.get_support(indices=True), relevant)
    assert fitted.weights_[relevant].min() > 0.5
    assert np.delete(fitted.weights_, relevant).max() < 0.1


def test_more_starts_never_lower_the_evaluation(sample):
    one, five = (Simba(n_starts=n, random_state=0).fit(*sample) for n in (1, 5))
    assert five.evaluation_ >= one.evaluation_


def test_the_step_of_the_code_is_offered(sample):
    X, y = sample
    fitted = Simba(step="code", random_state=0).fit(X, y)
    w = simba.ascend(X, y, np.random.RandomState(0).permutation(40), 1.0)
    assert_allclose(fitted.weights_, w**2 / (w**2).max())


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"step": "half"}, "'paper' or 'code'"),
        ({"n_starts": 0}, "n_starts must be a whole number"),
        ({"beta": -1.0}, "beta must be a number >= 0"),
        ({"n_visits": 41}, "more visits than there are samples"),
        ({"n_features_to_select": 1.5}, "n_features_to_select must be a whole"),
    ],
)
def test_wrong_parameters_are_explained(sample, parameters, message):
    with pytest.raises(ValueError, match=message):
        Simba(**parameters).fit(*sample)


@pytest.mark.parametrize("method", [name for name in SELECTORS if name != "fsfs"])
def test_bad_data_are_explained(method):
    X = np.arange(8.0).reshape(4, 2)
    with pytest.raises(ValueError, match="at least two classes"):
        selector(method)().fit(X, [1, 1, 1, 1])
    if method not in (*WITHOUT_NEIGHBOURS, *TWO_CLASSES):  # no near hit
        with pytest.raises(ValueError, match="1 sample of class b"):
            selector(method)().fit(X, ["a", "a", "a", "b"])
    X[0, 0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        selector(method)().fit(X, [0, 0, 1, 1])


def test_selectors_are_found_by_name():
    assert selector("simba") is Simba
    with pytest.raises(ValueError, match="there are relief, simba, "):
        selector("samba")
    with pytest.raises(ImportError):
        from pride.selectors import Samba  # noqa: F401


@parametrize_with_checks([Simba(n_features_to_select=1), Relief(1)])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)

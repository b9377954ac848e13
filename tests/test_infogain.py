"""Infogain against its definition (margin2004, footnote 4) and an independent version.

The positions of informative features are shuffled: a ranking that breaks ties by
position finds features that come first without having learnt anything.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import mutual_info_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.datasets.synthetic import xor
from pride.selectors import InfoGain, infogain, selector

BINS = ["median", 2, 3, 7, 100]


@pytest.fixture(params=["even", "odd", "ties"])
def sample(request):
    rng = np.random.default_rng(5)
    y = rng.integers(3, size=91 if request.param == "odd" else 90)
    X = rng.normal(size=(len(y), 8)) + 0.8 * y[:, None] * (np.arange(8) % 3 == 1)
    return (np.round(X) if request.param == "ties" else X), y


def literal_bin(values, bins):
    """The number of cuts below each value, from the definition of the cuts."""
    if bins == "median":
        return (values > np.median(values)).astype(int)
    cuts = [
        min(v for v in values if bins * np.sum(values <= v) >= k * len(values))
        for k in range(1, bins)
    ]
    return np.array([sum(v > cut for cut in cuts) for v in values])


def literal_information(events, y):
    """The sum over the joint table of p(b, c) log2 p(b, c) / (p(b) p(c))."""
    total = 0.0
    for b in set(events):
        for c in set(y):
            joint = np.mean((events == b) & (y == c))
            if joint > 0:
                independent = np.mean(events == b) * np.mean(y == c)
                total += joint * np.log2(joint / independent)
    return total


@pytest.mark.parametrize("bins", BINS)
def test_weights_are_mutual_information_in_bits(sample, bins):
    X, y = sample
    found = InfoGain(bins=bins).fit(X, y).weights_
    events = [literal_bin(column, bins) for column in X.T]
    literal = [literal_information(event, y) for event in events]
    assert_allclose(found, literal, rtol=1e-12, atol=1e-15)
    peer = [mutual_info_score(y, event) / np.log(2) for event in events]
    assert_allclose(found, peer, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("bins", BINS)
def test_increasing_maps_change_nothing(sample, bins):
    X, y = sample
    plain, mapped = (InfoGain(bins=bins).fit(Z, y) for Z in (X, np.exp(X / 3)))
    assert_array_equal(plain.weights_, mapped.weights_)


def test_decreasing_maps_change_nothing_where_values_differ_and_are_even_in_number():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 5)), rng.integers(2, size=60)
    for bins in ("median", 3):
        plain, mapped = (InfoGain(bins=bins).fit(Z, y) for Z in (X, -X))
        assert_allclose(plain.weights_, mapped.weights_, rtol=1e-12)


@pytest.mark.parametrize("bins", BINS)
def test_names_of_labels_change_nothing(sample, bins):
    X, y = sample
    plain = InfoGain(bins=bins).fit(X, y)
    renamed = InfoGain(bins=bins).fit(X, np.array(["c", "a", "b"])[y])
    assert_allclose(plain.weights_, renamed.weights_, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("bins", BINS)
def test_information_lies_between_nothing_and_the_entropy_of_the_labels(sample, bins):
    X, y = sample
    found = InfoGain(bins=bins).fit(np.column_stack([X, y]), y).weights_
    assert found.min() > -1e-15
    assert found.max() <= literal_information(y, y) + 1e-12
    if bins == 100:
        assert_allclose(found[-1], literal_information(y, y), rtol=1e-12)


def test_two_equal_halves_are_one_bit():
    X, y = np.arange(10.0)[:, None], np.arange(10) // 5
    assert InfoGain(1).fit(X, y).weights_ == [1.0]


def test_blocks_of_features_change_nothing():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(30, infogain.BLOCK + 3)), rng.integers(2, size=30)
    whole = infogain.mutual_information(infogain.joint_counts(X.T, y, 2))
    assert_array_equal(infogain.weights(X, y), whole)


def test_constant_features_tell_nothing():
    X = np.array([[3.0, 0.0], [3.0, 1.0], [3.0, 2.0], [3.0, 3.0]])
    for bins in BINS:
        assert InfoGain(1, bins=bins).fit(X, [0, 0, 1, 1]).weights_[0] == 0.0


@pytest.mark.parametrize("samples", [20, 21, 23])
@pytest.mark.parametrize("bins", [2, 3, 4, 7])
def test_bins_hold_equally_many_samples(samples, bins):
    X = np.random.default_rng(0).permutation(samples)[:, None] + 0.5
    sizes = infogain.joint_counts(X.T, np.zeros(samples, int), bins)[:, 0, 0]
    assert sizes.sum() == samples and np.ptp(sizes) <= 1


def test_equal_values_share_a_bin():
    X = np.array([0, 0, 0, 0, 0, 1, 2, 3, 3, 3.0])[:, None]
    sizes = infogain.joint_counts(X.T, np.zeros(10, int), 5)[:, 0, 0]
    assert_array_equal(infogain.cuts(X.T, 5)[0], [0, 0, 1, 3])
    assert_array_equal(sizes, [5, 0, 1, 4, 0])


def test_a_median_that_is_the_largest_value_hides_a_feature():
    """A consequence of "exceeds the median", for pixels that are mostly saturated."""
    y = np.array([0, 0, 0, 1, 1, 1, 1, 1])
    dark, bright = 1.0 - y, 1.0 * y
    found = InfoGain().fit(np.column_stack([dark, bright]), y).weights_
    assert found[0] == pytest.approx(literal_information(y, y)) and found[1] == 0.0
    more = InfoGain(bins=8).fit(bright[:, None], y).weights_
    assert more[0] == pytest.approx(literal_information(y, y))


def test_equal_weights_are_ranked_by_position():
    X = np.tile(np.arange(8.0)[:, None], (1, 4))
    fitted = InfoGain(2).fit(X, [0, 0, 0, 0, 1, 1, 1, 1])
    assert_array_equal(fitted.get_support(indices=True), [0, 1])


def test_informative_features_are_found_wherever_they_stand():
    rng = np.random.default_rng(4)
    y = rng.integers(2, size=300)
    places = rng.permutation(40)
    X = rng.normal(size=(300, 40)) + y[:, None] * (places < 5)
    found = InfoGain(5).fit(X, y).get_support(indices=True)
    assert_array_equal(found, np.flatnonzero(places < 5))


def test_single_features_tell_nothing_about_xor():
    """Section 5.1; 2 m ln 2 times an estimate is chi-squared, one degree."""
    X, y = xor(np.random.default_rng(1), samples=20_000, features=6)
    assert InfoGain().fit(X, y).weights_.max() < 10 / (2 * len(X) * np.log(2))


def test_a_class_with_one_member_is_allowed():
    X = np.arange(6.0)[:, None]
    fitted = InfoGain(1).fit(X, ["a", "a", "a", "b", "b", "c"])
    y = np.array([0, 0, 0, 1, 1, 2])
    assert fitted.weights_[0] == pytest.approx(literal_information(y > 0, y))


@pytest.mark.parametrize("bins", ["mean", 1, 2.0, True, None])
def test_wrong_bins_are_explained(bins):
    with pytest.raises(ValueError, match="'median' or a whole number >= 2"):
        InfoGain(bins=bins).fit(np.eye(4), [0, 0, 1, 1])


def test_it_is_found_by_name():
    assert selector("infogain") is InfoGain


@parametrize_with_checks([InfoGain(1), InfoGain(1, bins=3)])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)

"""The judge says "agrees" and "differs" when it should, in every direction."""

import numpy as np
import pandas as pd
import pytest

from pride.published import judge, lost, new, surprises
from pride.scores import scores

ROW = {
    "dataset": "d",
    "method": "a",
    "metric": "error",
    "at": 5,
    "relation": "=",
    "value": np.nan,
    "than": np.nan,
    "spread": np.nan,
    "spread_is": np.nan,
    "repeats": np.nan,
    "reading_error": np.nan,
    "expect": "agrees",
}


def measured(method="a", values=(10.0,), at=5):
    rows = [("error", at, repeat, value) for repeat, value in enumerate(values)]
    return scores("d", method, rows)


def verdict(row, *tables):
    published = pd.DataFrame([ROW | row])
    return judge(published, pd.concat(tables, ignore_index=True))["verdict"].item()


@pytest.mark.parametrize(
    "relation, value, expected",
    [
        ("=", 10.04, "agrees"),
        ("=", 9.96, "agrees"),
        ("=", 10.06, "differs"),
        ("=", 9.94, "differs"),
        ("<", 10.1, "agrees"),
        ("<", 9.9, "differs"),
        ("<", 10.04, "differs"),  # within the reading error: not shown to be below
        (">", 9.9, "agrees"),
        (">", 10.1, "differs"),
        (">", 9.96, "differs"),
    ],
)
def test_a_number_is_compared_within_its_reading_error(relation, value, expected):
    row = {"relation": relation, "value": value, "reading_error": 0.05}
    assert verdict(row, measured()) == expected


@pytest.mark.parametrize(
    "relation, other, expected",
    [
        ("<", 12, "agrees"),
        ("<", 8, "differs"),
        ("<", 10, "differs"),
        (">", 8, "agrees"),
        (">", 12, "differs"),
        ("=", 10, "agrees"),
        ("=", 12, "differs"),
    ],
)
def test_a_claim_compares_two_methods(relation, other, expected):
    row = {"relation": relation, "than": "b"}
    assert verdict(row, measured(), measured("b", [other])) == expected


def test_a_claim_may_look_elsewhere_on_the_axis():
    row = {"relation": ">", "than": "a@100"}
    assert verdict(row, measured(), measured(values=[3], at=100)) == "agrees"
    assert verdict(row, measured(), measured(values=[30], at=100)) == "differs"


def test_two_standard_errors_are_the_slack():
    values = [9, 11, 9, 11]  # mean 10, standard error 1 / sqrt(3)
    slack = 2 / np.sqrt(3)
    assert verdict({"value": 10 + 0.99 * slack}, measured(values=values)) == "agrees"
    assert verdict({"value": 10 + 1.01 * slack}, measured(values=values)) == "differs"


@pytest.mark.parametrize(
    "spread_is, repeats, allowed",
    [("se", np.nan, 2.0), ("sd", 4, 1.0), ("sd", np.nan, 0.0)],
)
def test_the_printed_spread_counts_for_what_it_is(spread_is, repeats, allowed):
    row = {"spread": 1.0, "spread_is": spread_is, "repeats": repeats}
    inside, outside = 10 + 0.99 * allowed, 10.01 + 1.01 * allowed
    assert verdict(row | {"value": inside}, measured()) == "agrees"
    assert verdict(row | {"value": outside}, measured()) == "differs"


def test_what_was_measured_once_spreads_as_our_repeats_do():
    values = [9, 11, 9, 11]  # mean 10, variance 4/3, of which a quarter for the mean
    allowed = 2 * np.sqrt(4 / 3 + 1 / 3)
    row = {"spread_is": "single"}
    inside, outside = 10 + 0.99 * allowed, 10 + 1.01 * allowed
    assert verdict(row | {"value": inside}, measured(values=values)) == "agrees"
    assert verdict(row | {"value": outside}, measured(values=values)) == "differs"


def test_methods_on_the_same_splits_are_compared_split_by_split():
    """The splits differ much, the methods by one on each of them."""
    ours, other = measured(values=[1, 20, 40]), measured("b", [2.1, 20.9, 41])
    assert verdict({"relation": "<", "than": "b"}, ours, other) == "agrees"
    unpaired = other.assign(repeat=other["repeat"] + 7)
    assert verdict({"relation": "<", "than": "b"}, ours, unpaired) == "differs"


def test_nothing_measured_is_missing():
    assert verdict({"value": 1, "at": 6}, measured()) == "missing"
    assert verdict({"than": "b"}, measured()) == "missing"


def verdicts(*rows):
    """Judged rows, each as data set, expected verdict and verdict."""
    return pd.DataFrame(rows, columns=["dataset", "expect", "verdict"])


def test_surprises_go_both_ways_and_absent_data_are_excused():
    judged = verdicts(
        ("here", "differs", "agrees"),
        ("here", "agrees", "differs"),
        ("here", "agrees", "missing"),
        ("absent", "agrees", "missing"),
        ("here", "agrees", "agrees"),
    )
    assert list(surprises(judged, ["absent"]).index) == [0, 1, 2]


def test_verdicts_on_data_that_nobody_had_before_are_new_and_no_surprise():
    judged = verdicts(
        ("brought", "missing", "agrees"),
        ("brought", "missing", "differs"),
        ("brought", "missing", "missing"),
        ("here", "agrees", "agrees"),
    )
    assert list(judged[new(judged)].index) == [0, 1]
    assert surprises(judged, []).empty


def test_a_verdict_on_what_was_not_measured_on_known_data_is_a_surprise():
    judged = verdicts(
        ("here", "agrees", "agrees"),
        ("here", "missing", "differs"),  # a time, say, that is measured all at once
    )
    assert not new(judged).any()
    assert list(surprises(judged, []).index) == [1]


def test_lost_is_what_had_a_verdict_and_is_missing_now():
    judged = verdicts(
        ("a", "agrees", "missing"),
        ("a", "differs", "differs"),
        ("b", "missing", "missing"),
        ("c", "differs", "missing"),
    )
    assert list(judged[lost(judged)].index) == [0, 3]


def test_a_number_that_is_not_one_is_refused():
    with pytest.raises(ValueError, match="a: error at 5, repeat 0"):
        measured(values=[np.nan])

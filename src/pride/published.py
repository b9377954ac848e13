"""Compare what was measured with what the papers print."""

import numpy as np
import pandas as pd

from pride.scores import KEY

ROUNDING = 1e-12  # relative: 12.65 is within 0.05 of 12.6
VERDICTS = ["agrees", "differs", "missing"]
JUDGED = [
    "measured",
    "measured_error",
    "measured_repeats",
    "compared_with",
    "slack",
    "verdict",
]


def judge(published, scores):
    """Add to each published row what was measured and whether the two agree.

    A row states that a quantity is equal to, below or above either a `value` or the
    same quantity of another method, `than`. The slack is the reading error plus two
    standard errors of the difference. Equal means a difference within the slack; below
    and above mean by more than the slack, so that a claim must be shown, not only be
    compatible with the measurement. Without a measurement the verdict is "missing".
    """
    twice = scores[scores.duplicated([*KEY, "repeat"])]
    if len(twice):
        first = ", ".join(map(str, twice.iloc[0][[*KEY, "repeat"]]))
        raise ValueError(f"measured more than once: {first}; name the metrics apart")
    measured = {
        key: group.set_index("repeat")["value"]
        for key, group in scores.astype({"at": float}).groupby(KEY)
    }
    verdicts = [judge_row(row, measured) for row in published.to_dict("records")]
    judged = pd.DataFrame(verdicts, columns=JUDGED, index=published.index)
    return published.join(judged)


def judge_row(row, measured):
    """What was measured for one published row, and the verdict."""
    ours = measured.get(
        (row["dataset"], row["method"], row["metric"], float(row["at"]))
    )
    if pd.isna(row["than"]):
        other = row["value"]
    else:
        method, _, at = row["than"].partition("@")
        at = float(at or row["at"])
        other = measured.get((row["dataset"], method, row["metric"], at))
    if ours is None or other is None:
        return {"verdict": "missing"}

    gap, error = difference(ours, other, published_error(row, ours))
    reading_error = 0.0 if pd.isna(row["reading_error"]) else row["reading_error"]
    slack = reading_error + 2 * error + ROUNDING * abs(ours.mean())
    agrees = {"=": abs(gap) <= slack, "<": gap < -slack, ">": gap > slack}
    return {
        "measured": ours.mean(),
        "measured_error": standard_error(ours),
        "measured_repeats": len(ours),
        "compared_with": np.mean(other),
        "slack": slack,
        "verdict": "agrees" if agrees[row["relation"]] else "differs",
    }


def difference(ours, other, published_error):
    """Mean difference from a number or from other repeats, and its standard error.

    Two methods measured in the same repeats (on the same splits) are compared repeat
    by repeat: what the repeats have in common drops out.
    """
    if np.isscalar(other):
        return ours.mean() - other, np.hypot(standard_error(ours), published_error)
    if ours.index.equals(other.index):
        return (ours - other).mean(), standard_error(ours - other)
    errors = standard_error(ours), standard_error(other)
    return ours.mean() - other.mean(), np.hypot(*errors)


def standard_error(values):
    """Of the mean of repeats; a single measurement is taken as it is."""
    return values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else 0.0


def published_error(row, ours):
    """Standard error of what is printed, zero if the paper does not let us know it.

    What was measured once, on a random split, spreads as our single repeats do.
    """
    if row["spread_is"] == "single":
        return ours.std(ddof=1) if len(ours) > 1 else 0.0
    if pd.isna(row["spread"]):
        return 0.0
    if row["spread_is"] == "se":
        return row["spread"]
    return 0.0 if pd.isna(row["repeats"]) else row["spread"] / np.sqrt(row["repeats"])


def new(judged):
    """Which rows have a verdict on data that nobody had when `expect` was written down.

    These are data sets of which all rows are expected to be missing.
    """
    known = judged.loc[judged["expect"] != "missing", "dataset"]
    return (judged["verdict"] != "missing") & ~judged["dataset"].isin(known)


def lost(judged):
    """Which rows are missing although a verdict is expected."""
    return (judged["verdict"] == "missing") & (judged["expect"] != "missing")


def surprises(judged, absent):
    """Rows whose verdict is not the expected one.

    No surprise are verdicts on new data, nor that a number is missing because its data,
    one of `absent`, cannot be had here.
    """
    excused = new(judged) | (lost(judged) & judged["dataset"].isin(absent))
    return judged[(judged["verdict"] != judged["expect"]) & ~excused]

"""Tables of Gilad-Bachrach, Navot and Tishby (2004)."""

import pandas as pd


def mean_and_error(values):
    """Mean and standard error of repeats as text."""
    return f"{values.mean():.3g} ± {values.sem() if len(values) > 1 else 0:.1g}"


def xor(scores):
    """Section 5.1: angle, margin and hits of each method after some iterations."""
    rows = []
    iterations = scores.loc[scores["metric"] == "found", "at"].unique()
    for method in ("simba", "relief"):
        for at in sorted(iterations):
            at_hand = scores[(scores["method"] == method) & (scores["at"] == at)]
            values = at_hand.groupby("metric")["value"]
            rows.append(
                {
                    "method": method,
                    "iterations": str(at),
                    "angle (rad)": mean_and_error(values.get_group("angle")),
                    "margin e(w)": mean_and_error(values.get_group("margin")),
                    "relevant first (%)": f"{values.get_group('found').mean():.0f}",
                }
            )
    for method in ("truth", "uniform"):
        margin = scores[(scores["method"] == method) & (scores["metric"] == "margin")]
        row = {"method": method, "margin e(w)": mean_and_error(margin["value"])}
        rows.append(row)
    return pd.DataFrame(rows).fillna("")

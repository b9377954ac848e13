"""Published rows as they are shown: what is printed, what we got, how far apart."""

import math

import pandas as pd

from pride.figures.agreement import deviation
from pride.figures.palette import NAMES
from pride.published import new

EDGE = 3  # tolerances: what is farther off is shown here


def rounded(mean, error):
    """A mean with its error, both to two digits of the error."""
    if error == 0:
        return f"{mean:.5g}"
    decimals = 1 - math.floor(math.log10(error))
    if not 0 <= decimals <= 6 or abs(mean) >= 1e6:
        return f"{mean:.4g} ± {error:.2g}"
    return f"{mean:.{decimals}f} ± {error:.{decimals}f}"


def published_text(row):
    """What the paper states, without saying of what."""
    if pd.isna(row["than"]):
        sign = "" if row["relation"] == "=" else f"{row['relation']} "
        spread = "" if pd.isna(row["spread"]) else f" ± {row['spread']:g}"
        return f"{sign}{row['value']:.10g}{spread}"
    method, _, at = row["than"].partition("@")
    name = NAMES.get(method, method.replace("_", " ")) + (f" at {at}" if at else "")
    sign = "as " if row["relation"] == "=" else f"{row['relation']} "
    other = "" if pd.isna(row["compared_with"]) else f" ({row['compared_with']:.4g})"
    return f"{sign}{name}{other}"


def ours_text(row):
    """Our mean and two standard errors; nothing where nothing was measured."""
    if pd.isna(row["measured"]):
        return ""
    return rounded(row["measured"], 2 * row["measured_error"])


def strip_of(row, deviation):
    """Where the dot of a row is, from 0 to 100, if anything was measured."""
    if pd.isna(row["measured"]):
        return None
    return round(50 + 50 * max(-EDGE, min(EDGE, deviation)) / EDGE)


def row_views(judged):
    """Every row of the scorecard as texts for the page."""
    rows = judged.assign(off=deviation(judged), new=new(judged))
    views = []
    for row in rows.to_dict("records"):
        note = "" if pd.isna(row["note"]) else row["note"]
        views.append(
            {
                "anchor": f"{row['paper']}-{row['id']}",
                "paper": row["paper"],
                "item": row["item"],
                "place": row["place"],
                "statement": row["statement"],
                "dataset": row["dataset"],
                "published": published_text(row),
                "ours": ours_text(row),
                "verdict": row["verdict"],
                "new": row["new"],
                "equal": row["relation"] == "=",
                "strip": strip_of(row, row["off"]),
                "note": note,
            }
        )
    return views

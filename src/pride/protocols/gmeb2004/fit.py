"""How well each reading of Peleg and Meir (2004) fits all cells of their tables.

The misfit of a cell is the difference to the printed number over what a verdict allows,
the reading error plus two standard errors: up to 1 the cell agrees. It counts as 5 at
the most, so that no single cell decides.
"""

import pandas as pd

from pride.protocols.gmeb2004.choice import Reading
from pride.protocols.gmeb2004.readings import (
    CHOICE,
    CLASSIFIER,
    combinations,
    named,
)
from pride.published import judge
from pride.scores import scores

MOST = 5.0
WHAT = ["error", "features"]


def misfits(rows, measured):
    """Of all cells in some published rows that were measured."""
    judged = judge(rows, measured)
    difference = (judged["measured"] - judged["value"]).abs()
    return (difference / judged["slack"]).clip(0, MOST).dropna()


def cells(published, method):
    """The cells of a method in both tables."""
    printed = published[published["item"].isin(["Table 1", "Table 2"])]
    mine = printed[(printed["method"] == method) & printed["metric"].isin(WHAT)]
    return mine[(mine["relation"] == "=") & mine["value"].notna()]


def measured_as(known, reading, judged, fields):
    """The scores of one data set under a reading; where a factor says nothing about the
    data set it was measured at the level that is judged, only."""
    for silent in ([], ["missing"], ["footnote"], ["missing", "footnote"]):
        used = reading._replace(**{field: judged[field] for field in silent})
        name = named("", used, fields)
        if name in known:
            return known[name]
    raise ValueError(f"expected {name.strip('/')} among what was measured, found none")


def split(table):
    """Scores by data set and name of the reading, with plain metrics."""
    what, _, reading = table["metric"].str.partition("/").T.to_numpy()
    table = table.assign(metric=what, reading=reading)
    groups = table.groupby(["dataset", "method", "reading"])
    return {key: group.drop(columns="reading") for key, group in groups}


def fit(tables, published, factors, judged):
    """Misfits and numbers of agreeing cells of all readings, method by method.

    Readings of one data set alone come with their means, under its name.
    """
    found, parts = split(pd.concat(tables)), []
    datasets, methods, _ = map(set, zip(*found, strict=True))
    for method in sorted(methods):
        rows, fields = cells(published, method), CLASSIFIER[method] + CHOICE
        each = {
            dataset: {
                f"/{reading}": table
                for (where, who, reading), table in found.items()
                if (where, who) == (dataset, method)
            }
            for dataset in sorted(datasets)
        }
        parts.append(over_all(method, rows, each, factors, judged, fields))
        parts += [alone(method, rows, *one) for one in each.items()]
    return pd.concat(parts, ignore_index=True)


def over_all(method, rows, each, factors, judged, fields):
    """Misfit of every reading over all data sets; that of the judged one twice."""
    known, result = {}, []
    for reading in combinations(factors, fields, judged):
        misfit = []
        for dataset, measured in each.items():
            table = measured_as(measured, reading, judged, fields)
            if id(table) not in known:
                known[id(table)] = misfits(rows[rows["dataset"] == dataset], table)
            misfit.append(known[id(table)])
        misfit, name = pd.concat(misfit), named("", reading, fields)
        if misfit.empty:
            continue
        result.append((f"misfit{name}", 0, 0, misfit.mean()))
        result.append((f"agreeing{name}", 0, 0, (misfit <= 1).sum()))
        if reading == Reading(**judged):
            result.append((f"judged{name}", 0, 0, misfit.mean()))
    return scores("both_tables", method, result)


def alone(method, rows, dataset, measured):
    """Means and misfit of the readings that only one data set has."""
    result = []
    for name, table in measured.items():
        if name.count("/") == len(Reading._fields):
            continue
        means = table.groupby("metric")["value"].mean()
        result += [(f"{what}{name}", 0, 0, means[what]) for what in WHAT]
        misfit = misfits(rows[rows["dataset"] == dataset], table)
        if len(misfit):
            result.append((f"misfit{name}", 0, 0, misfit.mean()))
    return scores(dataset, method, result)

"""What Peleg and Meir (2004) leave open in section 4, and what each reading gives.

A designed comparison: every combination of readings, on every cell of Tables 1 and 2.
A metric is named after what is measured and the fields of the `Reading`, "-" where a
field says nothing to a method.
"""

from itertools import product

import numpy as np
import pandas as pd

from pride.protocols.gmeb2004 import problems
from pride.protocols.gmeb2004.choice import (
    Reading,
    chosen,
    hyperparameters,
    outcome,
    selection,
)
from pride.scores import scores

CLASSIFIER = {  # fields of a reading on which the classifiers of a method depend
    "gmeb": ["limits", "folds", "centring", "scaling", "missing"],
    "svm": ["footnote", "folds", "scaling", "missing"],
    "l1_svm": ["footnote", "folds", "scaling", "missing"],
}
CHOICE = ["ties", "rule"]  # fields that choose among these, and count features
IRRELEVANT = "-"


def combinations(factors, fields, judged):
    """All readings with the given levels in some fields, the judged ones in others."""
    levels = [factors.get(field, [judged[field]]) for field in fields]
    for combination in product(*levels):
        yield Reading(**judged | dict(zip(fields, combination, strict=True)))


def named(what, reading, fields):
    """The name of a metric under a reading."""
    known = {field: IRRELEVANT for field in Reading._fields}
    known |= {field: getattr(reading, field) for field in fields}
    return "/".join([what, *known.values()])


def measured(method, values, problem, reading, factors, epsilon):
    """Rows of (metric, value) for all choices among the classifiers of a reading."""
    found = outcome(method, values, problem, reading)
    fields, rows = CLASSIFIER[method] + CHOICE, []
    for each in combinations(factors, CHOICE, reading._asdict()):
        best = chosen(found.cross_validated, each.ties)
        count = selection(found.coef[best], epsilon, each.rule).sum()
        rows.append((named("error", each, fields), found.test[best]))
        rows.append((named("features", each, fields), count))
    return rows


def all_readings(method, dataset, experiment, judged, drawn, at=0):
    """Rows of scores; `drawn` gives the problems for a reading."""
    factors, rows = experiment["factors"], []
    for reading in combinations(factors, CLASSIFIER[method], judged):
        values = hyperparameters(method, dataset, experiment, reading)
        for repeat, problem in enumerate(drawn(reading)):
            what = method, values, problem, reading, factors, experiment["epsilon"]
            rows += [(name, at, repeat, value) for name, value in measured(*what)]
    return rows


def speaking(experiment, dataset, gaps):
    """The experiment without the factors that say nothing about a data set."""
    silent = set() if gaps else {"missing"}
    silent |= set() if dataset in experiment["footnote"] else {"footnote"}
    factors = {k: v for k, v in experiment["factors"].items() if k not in silent}
    return experiment | {"factors": factors}


def of_table_1(dataset, generator, methods, experiment, judged, seed):
    """All readings on the linear problem."""
    experiment, tables = speaking(experiment, dataset, gaps=False), []
    for method in methods:
        rows = []
        for n in experiment["samples"]:

            def drawn(reading, n=n):
                key = seed, dataset
                return problems.linear_problems(generator, n, experiment, reading, key)

            rows += all_readings(method, dataset, experiment, judged, drawn, at=n)
        tables.append(scores(dataset, method, rows))
    return pd.concat(tables, ignore_index=True)


def of_table_2(X, y, dataset, methods, experiment, judged, seed):
    """All readings on a real data set, and what is open about this one alone."""
    experiment, tables = speaking(experiment, dataset, np.isnan(X).any()), []
    edition, positive = experiment["edition"], experiment["positive"]

    def drawn(reading, edition=edition, positive=positive):
        sample = problems.EDITIONS[edition](X), problems.two_classes(y, positive)
        return problems.real_problems(*sample, experiment, reading, (seed, dataset))

    for method in methods:
        rows = all_readings(method, dataset, experiment, judged, drawn)
        for name, options in special(X, experiment).items():
            rows += alone(method, dataset, experiment, judged, drawn, name, options)
        tables.append(scores(dataset, method, rows))
    return pd.concat(tables, ignore_index=True)


def special(X, experiment):
    """Readings of one data set alone: editions of it, and two classes out of digits."""
    options = {}
    if experiment["edition"] != "raw":
        known = [name for name in problems.EDITIONS if "log" not in name or X.min() > 0]
        options |= {edition: {"edition": edition} for edition in known}
    if experiment["positive"] is not None:
        ways = {f"digit {digit}": [digit] for digit in range(10)}
        ways |= {"even digits": [0, 2, 4, 6, 8], "digits below 5": [0, 1, 2, 3, 4]}
        options |= {name: {"positive": positive} for name, positive in ways.items()}
    return options


def alone(method, dataset, experiment, judged, drawn, name, options):
    """Rows for a reading of one data set alone; all else is as judged."""
    reading, factors, rows = Reading(**judged), {}, []
    values = hyperparameters(method, dataset, experiment, reading)
    for repeat, problem in enumerate(drawn(reading, **options)):
        what = method, values, problem, reading, factors, experiment["epsilon"]
        for metric, value in measured(*what):
            rows.append((f"{metric.partition('/')[0]}/{name}", 0, repeat, value))
    return rows

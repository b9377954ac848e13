"""Scores of several methods that are measured together."""

import pandas as pd

from pride.scores import COLUMNS, scores


def scores_by_method(dataset, rows):
    """Rows of (method, metric, at, repeat, value) as a table, method by method."""
    table = pd.DataFrame(rows, columns=COLUMNS[1:])
    parts = [
        scores(dataset, method, list(part[COLUMNS[2:]].itertuples(index=False)))
        for method, part in table.groupby("method")
    ]
    return pd.concat(parts, ignore_index=True)

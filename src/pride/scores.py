"""Scores: the one format in which everything that is measured is written down."""

import pandas as pd

COLUMNS = ["dataset", "method", "metric", "at", "repeat", "value"]
KEY = ["dataset", "method", "metric", "at"]  # one quantity, whatever the repeat


def scores(dataset, method, rows):
    """Rows of (metric, at, repeat, value) as a table; `at` is the place on the x axis.

    The order is by metric, then along the axis, then by repeat.
    """
    table = pd.DataFrame(rows, columns=COLUMNS[2:])
    if (lost := table[table["value"].isna()]).size:
        first = lost.iloc[0]
        raise ValueError(
            f"{dataset}, {method}: {first['metric']} at {first['at']}, repeat "
            f"{first['repeat']}, is not a number; a score must be measured or left out"
        )
    table = table.sort_values(COLUMNS[2:5], kind="stable", ignore_index=True)
    table.insert(0, "dataset", dataset)
    table.insert(1, "method", method)
    return table

"""Stop the build if a verdict is not the one written down for it; tell new ones."""

import pandas as pd

from entry import run
from pride.published import new, surprises

COLUMNS = ["paper", "id", "expect", "verdict", "measured", "value", "than"]


def main(scorecard, checked, papers, absent, scale):
    judged = pd.read_csv(scorecard)
    unexpected = surprises(judged, absent)
    unexpected = unexpected[unexpected["paper"].isin(papers)]
    told = told_of(judged[new(judged)])
    table = table_of(unexpected, COLUMNS) if len(unexpected) else "as expected"
    print(f"{told}{table}")
    if len(unexpected) and scale == "paper":
        raise ValueError(
            f"\n{table}\n"
            f"{len(unexpected)} verdicts are not the expected ones (above). If a "
            "change explains them, correct `expect` and `note` in config/published/."
        )
    checked.write_text(told, encoding="utf-8")


def told_of(rows):
    """How many verdicts are new, on which data, and which; nothing if none is."""
    if rows.empty:
        return ""
    number = "1 verdict is" if len(rows) == 1 else f"{len(rows)} verdicts are"
    data = ", ".join(rows["dataset"].unique())
    table = table_of(rows, ["paper", "id", "verdict", "measured"])
    return f"{number} new, on data not at hand before: {data}\n{table}\n"


def table_of(rows, columns):
    """Some columns as text."""
    return rows[columns].to_string(index=False)


if __name__ == "__main__":
    run(main, snakemake)

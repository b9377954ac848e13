"""Put the summary of the scorecard into a text, between its markers.

A build that lacks data leaves the text as it is, and says so.
"""

from pathlib import Path

import pandas as pd

from entry import run
from pride.published import lost
from pride.scorecard import between_markers


def main(summary, scorecard, readme, done):
    judged = pd.read_csv(scorecard)
    gone = judged[lost(judged)]
    if gone.empty:
        update(Path(readme), Path(summary).read_text("utf-8"))
    done.write_text(told_of(gone, readme), encoding="utf-8")


def update(page, block):
    """Replace what stands between the markers, if it is different."""
    text = page.read_text("utf-8")
    updated = between_markers(text, block)
    if updated != text:
        page.write_text(updated, encoding="utf-8")


def told_of(gone, readme):
    """Why a text was left as it is; nothing if it was not."""
    if gone.empty:
        return ""
    number = "1 of its verdicts is" if len(gone) == 1 else f"{len(gone)} verdicts are"
    data = ", ".join(gone["dataset"].unique())
    return f"{readme} keeps its scorecard: {number} missing here, on {data}\n"


if __name__ == "__main__":
    run(main, snakemake)

"""Compare all scores with all published numbers and claims."""

from pathlib import Path

import pandas as pd

from entry import run
from pride.published import judge
from pride.scorecard import markdown, summary
from pride.scores import COLUMNS


def main(published, scores, papers, csv, markdown_page, summary_text, scale):
    measured = {Path(file).stem: [pd.DataFrame(columns=COLUMNS)] for file in published}
    for paper, path in zip(papers, scores, strict=True):
        measured[paper].append(pd.read_csv(path))
    judged = []
    for file in published:
        paper = Path(file).stem
        table = judge(pd.read_csv(file), pd.concat(measured[paper]))
        table.insert(0, "paper", paper)
        judged.append(table)
    judged = pd.concat(judged, ignore_index=True)
    judged.assign(scale=scale).to_csv(csv, index=False)
    markdown_page.write_text(markdown(judged, scale), encoding="utf-8")
    summary_text.write_text(summary(judged, scale), encoding="utf-8")


if __name__ == "__main__":
    run(main, snakemake)

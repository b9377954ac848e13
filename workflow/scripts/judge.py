"""Compare all scores with all published numbers and claims."""

from pathlib import Path

import pandas as pd

from entry import run
from pride.published import judge
from pride.scorecard import html, markdown, summary
from pride.scores import COLUMNS


def main(published, scores, csv, markdown_page, html_page, summary_text, scale):
    stated = [pd.read_csv(p).assign(paper=Path(p).stem) for p in published]
    measured = [pd.read_csv(path) for path in scores]
    nothing = pd.DataFrame(columns=COLUMNS)
    judged = judge(
        pd.concat(stated, ignore_index=True),
        pd.concat([*measured] or [nothing], ignore_index=True),
    )
    judged.insert(0, "paper", judged.pop("paper"))
    judged.assign(scale=scale).to_csv(csv, index=False)
    markdown_page.write_text(markdown(judged, scale))
    html_page.write_text(html(judged, scale))
    summary_text.write_text(summary(judged, scale))


if __name__ == "__main__":
    run(main, snakemake)

"""Write one table of one paper, as CSV and Markdown."""

from importlib import import_module

import pandas as pd

from entry import run
from pride.scorecard import markdown_table, scale_note


def main(scores, csv, markdown, paper, table, scale, published=None):
    shown = [pd.concat([pd.read_csv(path) for path in scores], ignore_index=True)]
    if published:
        shown.append(pd.read_csv(published))
    tabulated = getattr(import_module(f"pride.tables.{paper}"), table)(*shown)
    tabulated.assign(scale=scale).to_csv(csv, index=False)
    rows = tabulated.astype(str).itertuples(index=False)
    lines = [*scale_note(scale), *markdown_table(tabulated.columns, rows), ""]
    markdown.write_text("\n".join(lines))


if __name__ == "__main__":
    run(main, snakemake)

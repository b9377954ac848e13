"""How scores become files to look at; what draw.py, tabulate.py and show.py share."""

from importlib import import_module

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from entry import listed
from pride.markdown import markdown_table, scale_note


def read(scores, published):
    """What figures and tables are made from: all scores and, if given, printed rows."""
    shown = [pd.concat([pd.read_csv(path) for path in scores], ignore_index=True)]
    return [*shown, pd.read_csv(published)] if published else shown


def draw(scores, style, svg, png, figure, scale, published=None):
    """One or several figures, as SVG and PNG."""
    matplotlib.use("agg")
    shown = read(scores, published)
    for name, *files in zip(listed(figure), listed(svg), listed(png), strict=True):
        module, _, function = name.rpartition(".")
        function = getattr(import_module(f"pride.figures.{module}"), function)
        with plt.style.context(style):
            drawing = function(*shown)
            if scale != "paper":
                drawing.text(0.995, 0.005, f"scale: {scale}", ha="right", color="0.5")
            save(drawing, *files)


def save(fig, svg, png):
    """A figure as SVG, if that is asked for, and PNG, without dates or versions.

    First its layout is fixed without the last digits, which differ from run to run: an
    SVG names by them what it clips.
    """
    fig.draw_without_rendering()
    fig.set_layout_engine("none")
    for ax in fig.axes:
        ax.set_position(np.round(ax.get_position(original=True).bounds, 6))
    if svg:
        fig.savefig(svg, format="svg", metadata={"Date": None})
    fig.savefig(png, format="png", metadata={"Software": None})
    plt.close(fig)


def tabulate(scores, csv, markdown, paper, table, scale, published=None):
    """One or several tables, as CSV and Markdown."""
    shown = read(scores, published)
    for name, *files in zip(listed(table), listed(csv), listed(markdown), strict=True):
        tabulated = getattr(import_module(f"pride.tables.{paper}"), name)(*shown)
        tabulated.assign(scale=scale).to_csv(files[0], index=False)
        rows = tabulated.astype(str).itertuples(index=False)
        lines = [*scale_note(scale), *markdown_table(tabulated.columns, rows), ""]
        files[1].write_text("\n".join(lines))

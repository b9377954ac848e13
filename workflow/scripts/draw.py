"""Draw one figure of one paper, as SVG and PNG."""

from importlib import import_module

import matplotlib
import matplotlib.pyplot as plt
import pandas as pd

from entry import run


def main(scores, style, svg, png, figure, scale, published=None):
    matplotlib.use("agg")
    shown = [pd.concat([pd.read_csv(path) for path in scores], ignore_index=True)]
    if published:
        shown.append(pd.read_csv(published))
    module, _, function = figure.rpartition(".")
    draw = getattr(import_module(f"pride.figures.{module}"), function)
    with plt.style.context(style):
        drawing = draw(*shown)
        if scale != "paper":
            drawing.text(0.995, 0.005, f"scale: {scale}", ha="right", color="0.5")
        drawing.savefig(svg, format="svg", metadata={"Date": None})
        drawing.savefig(png, format="png", metadata={"Software": None})


if __name__ == "__main__":
    run(main, snakemake)

"""Figures 1 and 2 of properties2008: images, and prototypes cut from them."""

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from entry import run
from pride.figures.properties2008 import prototypes as figures
from pride.protocols.properties2008.examples import excerpts, prototypes_shown


def main(data, prototypes, style, png, figure, image, svg=None, quality=None):
    matplotlib.use("agg")
    with np.load(data) as found, np.load(prototypes) as cut:
        arrays, pool = ({name: file[name] for name in file} for file in (found, cut))
    draw = getattr(figures, figure.rpartition(".")[2])
    with plt.style.context(style):
        if quality:
            fig = draw(prototypes_shown(arrays, image, pool, pd.read_csv(quality)))
            settle(fig)
            fig.savefig(svg, format="svg", metadata={"Date": None})
        else:
            fig = draw(*excerpts(arrays, image, pool))
        fig.savefig(png, format="png", metadata={"Software": None})


def settle(fig):
    """Fix the layout without its last digits, which differ from run to run; names of
    what is clipped in an SVG depend on them."""
    fig.draw_without_rendering()
    fig.set_layout_engine("none")
    for ax in fig.axes:
        ax.set_position(np.round(ax.get_position(original=True).bounds, 6))


if __name__ == "__main__":
    run(main, snakemake)

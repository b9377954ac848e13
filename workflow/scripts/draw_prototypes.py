"""Figures 1 and 2 of properties2008: images, and prototypes cut from them."""

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from entry import run
from pride.figures.properties2008 import prototypes as figures
from pride.protocols.properties2008.examples import excerpts, prototypes_shown
from showing import save


def main(data, prototypes, style, png, figure, image, svg=None, quality=None):
    matplotlib.use("agg")
    with np.load(data) as found, np.load(prototypes) as cut:
        arrays, pool = ({name: file[name] for name in file} for file in (found, cut))
    draw = getattr(figures, figure.rpartition(".")[2])
    with plt.style.context(style):
        if quality:
            fig = draw(prototypes_shown(arrays, image, pool, pd.read_csv(quality)))
        else:
            fig = draw(*excerpts(arrays, image, pool))
        save(fig, svg, png)


if __name__ == "__main__":
    run(main, snakemake)

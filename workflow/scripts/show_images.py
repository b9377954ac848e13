"""Show some images of each class of a data set."""

import matplotlib
import matplotlib.pyplot as plt
import numpy as np

from entry import run
from showing import save

EACH = 6


def main(data, style, png, image):
    matplotlib.use("agg")
    with np.load(data) as arrays:
        X, y = arrays["X"], arrays["y"]
    with plt.style.context(style):
        classes = np.unique(y)
        fig, axes = plt.subplots(len(classes), EACH, figsize=(6.4, 3.2))
        for row, label in zip(axes, classes, strict=True):
            places = np.linspace(0, (y == label).sum() - 1, EACH).astype(int)
            for ax, place in zip(row, np.flatnonzero(y == label)[places], strict=True):
                ax.imshow(X[place].reshape(image), cmap="gray", vmin=0, vmax=255)
                ax.set_axis_off()
        save(fig, None, png)


if __name__ == "__main__":
    run(main, snakemake)

"""Figures 1 and 2: images, and prototypes that serve well or badly."""

import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

BARS = "\u2212", "/", "|", "\\"  # orientations, in the order of the maps
COLUMNS = 6


def figure_1(pictures, names):
    """Excerpts of a data set: some images, each under its category's name."""
    rows = -(-len(pictures) // COLUMNS)
    fig, axes = plt.subplots(rows, COLUMNS, figsize=(8.4, 1.35 * rows), squeeze=False)
    for ax in axes.flat:
        ax.set_axis_off()
    for ax, picture, name in zip(axes.flat, pictures, names, strict=False):
        ax.imshow(picture, cmap="gray", vmin=0, vmax=255)
        ax.set_title(name.replace("_", " "), loc="center", fontsize=7, pad=2)
    return fig


def figure_2(examples):
    """Good and bad prototypes of each size.

    `examples` are (size, good, map, corner, patch): the map is what the prototype was
    cut from, at this corner, all orientations together. All patches have one scale of
    gray values.
    """
    sizes = sorted({example[0] for example in examples})
    brightest = max(example[-1].max() for example in examples)
    fig = plt.figure(figsize=(9.6, 9.2))
    halves = fig.subfigures(1, 2, wspace=0.04)
    for half, good in zip(halves, (True, False), strict=True):
        half.suptitle("Good prototypes" if good else "Bad prototypes")
        blocks = half.subfigures(len(sizes), 1)
        for block, size in zip(blocks, sizes, strict=True):
            shown = [e[2:] for e in examples if e[:2] == (size, good)]
            _rows(block, size, shown, brightest)
    return fig


def _rows(block, size, shown, brightest):
    """One row a prototype: the map that it was cut from, then its orientations."""
    block.supylabel(f"{size} × {size}", fontsize=9)
    axes = block.subplots(len(shown), 5, width_ratios=[1.5, 1, 1, 1, 1], squeeze=False)
    for row, (picture, corner, patch) in zip(axes, shown, strict=True):
        for ax in row:
            ax.set(xticks=[], yticks=[])
            ax.grid(visible=False)
            ax.spines[:].set_visible(True)
            ax.spines[:].set_color("0.7")
        row[0].imshow(picture, cmap="gray")
        place = corner[1] - 0.5, corner[0] - 0.5
        box = Rectangle(place, size, size, fill=False, ec="#e69f00", lw=1.4)
        row[0].add_patch(box)
        for k, ax in enumerate(row[1:]):
            ax.imshow(patch[:, :, k], cmap="gray", vmin=0, vmax=brightest)
        row[1].set_ylabel(f"std {patch.std():.2f}", fontsize=6.5, color="0.4")
    for ax, bar in zip(axes[0, 1:], BARS, strict=True):
        ax.set_title(bar, loc="center", pad=2)

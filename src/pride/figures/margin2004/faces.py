"""Figures 5 to 7 of Gilad-Bachrach, Navot and Tishby (2004): faces."""

import matplotlib.pyplot as plt
import numpy as np

from pride.figures.palette import COLOURS, NAMES

RANKERS = ["simba", "relief", "infogain"]
SHOWN = [100, 500, 1000]  # pixels, as in figure 7
SIZE = 85, 60


def by_method(scores, metric, method):
    """One column a split, one row a place on the axis."""
    rows = scores[(scores["metric"] == metric) & (scores["method"] == method)]
    return rows.pivot(index="at", columns="repeat", values="value")


def figure_5(scores):
    """Accuracy of 1-NN over the number of pixels; bands are two standard errors."""
    fig, ax = plt.subplots()
    for method in RANKERS:
        runs = by_method(scores, "accuracy", method)
        mean, error = runs.mean(axis=1), runs.sem(axis=1).fillna(0)
        colour = COLOURS[method]
        ax.plot(mean, color=colour, marker="o", ms=3, label=NAMES[method])
        low, high = mean - 2 * error, mean + 2 * error
        ax.fill_between(mean.index, low, high, color=colour, alpha=0.15, lw=0)
    everything = by_method(scores, "accuracy", "all_features").to_numpy().mean()
    ax.axhline(everything, color="k", ls="--", lw=1, label="all pixels")
    gflip = scores[scores["method"] == "gflip"].groupby("metric")["value"]
    at, right = gflip.get_group("features").mean(), gflip.get_group("accuracy").mean()
    ax.plot(
        at, right, "D", color=COLOURS["gflip"], ms=7, label="G-flip, its own number"
    )
    ax.set(xscale="log", xlabel="number of pixels", ylabel="accuracy of 1-NN (%)")
    ax.set_xticks(runs.index, [f"{size:g}" for size in runs.index])
    ax.set_xticks([], minor=True)
    ax.set_title(f"{name(scores)}, mean of {runs.shape[1]} splits")
    ax.legend(loc="lower right")
    return fig


def name(scores):
    """The data set, marked if it stands in for the paper's."""
    dataset = scores["dataset"].iloc[0]
    return dataset if dataset == "ar_faces" else f"{dataset} (a stand-in for AR)"


def figure_6(scores):
    """Accuracy of Simba against the others by split; Simba wins above the line."""
    simba = by_method(scores, "accuracy", "simba")
    sizes = [size for size in SHOWN if size in simba.index]
    fig, axes = plt.subplots(1, len(sizes), figsize=(7.2, 2.9), sharey=True)
    for ax, size in zip(np.atleast_1d(axes), sizes, strict=True):
        for method, mark in (("infogain", "o"), ("relief", "*")):
            other = by_method(scores, "accuracy", method).loc[size]
            wins = 100 * (simba.loc[size] > other).mean()
            label = f"{NAMES[method]}: Simba wins {wins:.0f}%"
            style = {"color": COLOURS[method], "alpha": 0.8, "lw": 0}
            ax.scatter(other, simba.loc[size], marker=mark, s=26, label=label, **style)
        ends = [*ax.get_xlim(), *ax.get_ylim()]
        ax.axline((min(ends), min(ends)), slope=1, color="0.5", lw=0.8)
        ax.set(title=f"{size} pixels", xlabel="accuracy of the other (%)")
        ax.legend(fontsize=7, loc="lower right", handletextpad=0.1)
    np.atleast_1d(axes)[0].set_ylabel("accuracy of Simba (%)")
    fig.suptitle(f"{name(scores)}: one mark for a split", x=0.01, ha="left")
    return fig


def figure_7(scores):
    """Pixels that Simba and Relief select in the first split, in black."""
    fig, axes = plt.subplots(2, len(SHOWN), figsize=(5.2, 5.2))
    panels = iter("abcdef")
    for row, method in zip(axes, ("simba", "relief"), strict=True):
        ranks = by_method(scores, "rank", method)[0]
        for ax, size in zip(row, SHOWN, strict=True):
            chosen = (ranks.sort_index().to_numpy() < size).reshape(SIZE)
            ax.imshow(~chosen, cmap="gray", vmin=0, vmax=1, interpolation="nearest")
            ax.set(xticks=[], yticks=[])
            ax.grid(False)
            for side in ax.spines.values():
                side.set_visible(True)
            ax.set_title(f"({next(panels)}) {NAMES[method]}, {size}")
    fig.suptitle(name(scores), x=0.01, ha="left")
    return fig

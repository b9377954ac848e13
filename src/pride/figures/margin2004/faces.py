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


def draw_accuracy(ax, scores, suffix=""):
    """Accuracy over the number of pixels; bands are two standard errors."""
    for method in RANKERS:
        runs = by_method(scores, f"accuracy{suffix}", method)
        mean, error = runs.mean(axis=1), runs.sem(axis=1).fillna(0)
        colour = COLOURS[method]
        ax.plot(mean, color=colour, marker="o", ms=3, label=NAMES[method])
        low, high = mean - 2 * error, mean + 2 * error
        ax.fill_between(mean.index, low, high, color=colour, alpha=0.15, lw=0)
    everything = by_method(scores, f"accuracy{suffix}", "all_features").to_numpy()
    ax.axhline(everything.mean(), color="k", ls="--", lw=1, label="all pixels")
    gflip = scores[scores["method"] == "gflip"].groupby("metric")["value"].mean()
    at = gflip[f"features{suffix}"], gflip[f"accuracy{suffix}"]
    ax.plot(*at, "D", color=COLOURS["gflip"], ms=7, label="G-flip, its own number")
    ax.set(xscale="log", xlabel="number of pixels", ylabel="accuracy of 1-NN (%)")
    ax.set_xticks(runs.index, [f"{size:g}" for size in runs.index])
    ax.set_xticks([], minor=True)
    return f"means of {runs.shape[1]} splits, bands: two standard errors"


def figure_5(scores):
    """Accuracy of 1-NN over the number of pixels, of splits by image."""
    fig, ax = plt.subplots()
    drawn = draw_accuracy(ax, scores)
    ax.legend(loc="lower right")
    ax.set_title(f"{name(scores)}: {drawn}")
    return fig


def figure_5_by_person(scores):
    """The same with nobody in both parts of a split, beside splits by image."""
    fig, ax = plt.subplots()
    drawn = draw_accuracy(ax, scores, "_by_person")
    for method in RANKERS:
        by_image = by_method(scores, "accuracy", method).mean(axis=1)
        ax.plot(by_image, color=COLOURS[method], ls=":", lw=1.2)
    ax.plot([], [], color="0.4", ls=":", lw=1.2, label="dotted: splits by image")
    ax.legend(loc="lower right")
    ax.set_title(f"{name(scores)}, nobody in both parts of a split\n{drawn}")
    return fig


def name(scores):
    """The data set, marked if it stands in for the paper's."""
    dataset = scores["dataset"].iloc[0]
    return dataset if dataset == "ar_faces" else f"{dataset} (a stand-in for AR)"


def figure_6(scores):
    """Accuracy of Simba against the others by split; Simba wins above the line."""
    others = {"infogain": "o", "relief": "*"}
    runs = {m: by_method(scores, "accuracy", m) for m in ("simba", *others)}
    sizes = [size for size in SHOWN if size in runs["simba"].index]
    shown = np.stack([table.loc[sizes] for table in runs.values()])
    ends = shown.min() - 2, shown.max() + 2
    fig = plt.figure(figsize=(7.6, 3.3))
    axes = fig.subplots(1, len(sizes), sharey=True, squeeze=False)
    for ax, size in zip(axes[0], sizes, strict=True):
        simba = runs["simba"].loc[size]
        for method, mark in others.items():
            other = runs[method].loc[size]
            wins = 100 * (simba > other).mean()
            label = f"{NAMES[method]}: Simba wins {wins:.0f}%"
            style = {"color": COLOURS[method], "alpha": 0.8, "lw": 0}
            ax.scatter(other, simba, marker=mark, s=26, label=label, **style)
        ax.plot(ends, ends, color="0.5", lw=0.8, zorder=0)
        ax.set(xlim=ends, ylim=ends, aspect="equal", title=f"{size} pixels")
        ax.set_xlabel("accuracy of the other (%)")
        ax.legend(fontsize=7, loc="lower right", handletextpad=0.1, borderpad=0.1)
    axes[0, 0].set_ylabel("accuracy of Simba (%)")
    title = f"{name(scores)}: one mark for a split, above the line Simba is better"
    fig.suptitle(title, x=0.01, ha="left")
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
    title = f"{name(scores)}: pixels selected in the first split"
    fig.suptitle(title, x=0.01, ha="left")
    return fig

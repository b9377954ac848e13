"""Tables 1 and 2 of Peleg and Meir (2004) as pictures: ours filled, printed open."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator

from pride.figures.palette import COLOURS, NAMES

METHODS = "svm", "l1_svm", "gmeb"
WHAT = {"error": "test error in percent", "features": "selected features"}
DATASETS = {
    "wdbc": "WDBC",
    "mfeat": "Multiple Features",
    "internet_ads": "Internet Ads",
    "colon": "Colon",
    "bupa": "BUPA",
    "pima": "Pima",
    "cleveland": "Cleveland",
    "ionosphere": "Ionosphere",
}


def printed(published, dataset, method, metric):
    """Numbers and spreads as printed, by their place."""
    mine = published[
        (published["dataset"] == dataset)
        & (published["method"] == method)
        & (published["metric"] == metric)
        & (published["relation"] == "=")
        & published["value"].notna()
    ]
    return mine.set_index("at")[["value", "spread"]]


def logarithmic(ax, axis, ticks):
    """A logarithmic axis with plain numbers."""
    getattr(ax, f"set_{axis}scale")("log")
    getattr(ax, f"set_{axis}ticks")(ticks, [f"{tick:g}" for tick in ticks])
    getattr(ax, f"{axis}axis").set_minor_locator(NullLocator())


def table_1(scores, published):
    """Errors and numbers of features over n; spreads are of single training sets."""
    fig = plt.figure(figsize=(9.6, 4.2))
    axes = fig.subplots(1, 2)
    for ax, (metric, label) in zip(axes, WHAT.items(), strict=True):
        for shift, method in enumerate(METHODS):
            mine = scores[(scores["method"] == method) & (scores["metric"] == metric)]
            values = mine.groupby("at")["value"]
            mean, spread = values.mean(), values.std()
            low = np.maximum(mean - spread, 0.3)
            place, colour = mean.index + 0.8 * (shift - 1), COLOURS[method]
            ax.vlines(place, low, mean + spread, color=colour, lw=1.2, alpha=0.6)
            ax.plot(place, mean, "o-", color=colour, ms=4.5, lw=1.2)
            paper = printed(published, "linear_problem", method, metric)
            ax.plot(
                paper.index + 0.8 * (shift - 1),
                paper["value"],
                "D",
                mfc="white",
                color=colour,
                ms=5.5,
                zorder=3,
            )
            end = mean.index[-1] + 2, mean.iloc[-1]
            ax.text(*end, NAMES[method], color=colour, va="center")
        ax.set(
            xlabel="training patterns n", title=f"{label.capitalize()}", xlim=(7, 61)
        )
        ax.set_xticks(mean.index)
    logarithmic(axes[0], "y", [1, 2, 5, 10, 20, 50])
    logarithmic(axes[1], "y", [1, 2, 5, 10, 20, 50, 100, 200])
    axes[0].set_ylim(0.7, 70)
    axes[1].set_ylim(0.9, 330)
    legend(axes[0], "lower left", "bar: one standard deviation")
    return fig


def legend(ax, place, last):
    """What filled and open marks are."""
    marks = [
        Line2D([], [], marker="o", color="0.3", ls="", label="ours"),
        Line2D([], [], marker="D", mfc="white", color="0.3", ls="", label="printed"),
        Line2D([], [], color="0.3", label=last),
    ]
    ax.legend(handles=marks, loc=place)


def table_2(scores, published):
    """Errors and numbers of features by data set and method."""
    fig = plt.figure(figsize=(9.6, 5.4))
    left, right = fig.subplots(1, 2, sharey=True)
    known = [name for name in DATASETS if name in set(scores["dataset"])]
    for row, dataset in enumerate(known):
        for shift, method in enumerate(METHODS):
            place = row + 0.24 * (shift - 1)
            for ax, metric in ((left, "error"), (right, "features")):
                mine = scores[
                    (scores["dataset"] == dataset)
                    & (scores["method"] == method)
                    & (scores["metric"] == metric)
                ]["value"]
                mean, error = mine.mean(), 2 * mine.sem()
                span = max(mean - error, 0.05), mean + error
                ax.hlines(place, *span, color=COLOURS[method], lw=1.5, alpha=0.6)
                ax.plot(mean, place, "o", color=COLOURS[method], ms=4.5)
                paper = printed(published, dataset, method, metric)["value"]
                style = {"mfc": "none", "color": COLOURS[method], "ms": 6}
                ax.plot(paper, [place] * len(paper), "D", **style)
    for ax, label in zip((left, right), WHAT.values(), strict=True):
        ax.set(xlabel=label, title=label.capitalize())
        for row in range(1, len(known)):
            ax.axhline(row - 0.5, color="0.9", lw=0.8)
        ax.grid(visible=False, axis="y")
    left.set_yticks(range(len(known)), [DATASETS[name] for name in known])
    left.set_ylim(len(known) - 0.5, -0.5)
    logarithmic(left, "x", [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50])
    logarithmic(right, "x", [1, 10, 100, 1000])
    legend(left, "lower left", "bar: two standard errors")
    names = [
        Line2D([], [], color=COLOURS[m], marker="o", ls="", label=NAMES[m])
        for m in METHODS
    ]
    right.legend(handles=names, loc="lower right")
    return fig

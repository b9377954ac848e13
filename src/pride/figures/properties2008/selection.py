"""Figure 5 of Krupka, Navot and Tishby (2008): selection of patch prototypes."""

import matplotlib.pyplot as plt
from matplotlib.ticker import NullLocator

from pride.figures.palette import COLOURS, NAMES

CURVES = ["rfe_all", "mf_pfs", "rfe_small", "baseline"]
VARIANTS = {  # of MF-PFS, at the largest n
    "mf_pfs_x075": "×0.75",
    "mf_pfs_alpha06": "α from 0.6",
    "mf_pfs_x125": "×1.25",
    "mf_pfs_x150": "×1.5",
    "mf_pfs_fixed_alpha": "α always 1.2",
}
COUNTS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000]


def runs(scores, method, metric):
    """One column a split, one row a number of features."""
    mine = scores[(scores["metric"] == metric) & (scores["method"] == method)]
    return mine.pivot(index="at", columns="repeat", values="value")


def count_axis(ax, low, high, label):
    """Numbers of features on a logarithmic scale."""
    ax.set(xscale="log", xlabel=label)
    ticks = [count for count in COUNTS if low <= count <= high]
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.xaxis.set_minor_locator(NullLocator())


def draw_curves(ax, scores, along_measured):
    """Mean accuracy over n or over measured features; bars are one s.d. of the mean."""
    for method in CURVES:
        table = runs(scores, method, "accuracy")
        mean, error = table.mean(axis=1), table.sem(axis=1).fillna(0)
        places = mean.index
        if along_measured:
            places = runs(scores, method, "measured_features").mean(axis=1)
        style = {"color": COLOURS[method], "marker": "o", "ms": 4, "capsize": 2}
        ax.errorbar(places, mean, error, label=NAMES[method], **style)


def figure_5(scores):
    """Accuracy over the number of selected features, and over that of measured ones."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(10.0, 4.2), sharey=True)
    draw_curves(left, scores, along_measured=False)
    sizes = runs(scores, "mf_pfs", "accuracy")
    count_axis(left, sizes.index[0], sizes.index[-1], "selected features, n")
    left.set_ylabel("test images classified rightly (%)")
    left.set_title(f"(a) Over what is selected, {sizes.shape[1]} splits")
    left.legend()
    draw_curves(right, scores, along_measured=True)
    for method in VARIANTS:
        found = runs(scores, method, "accuracy").mean(axis=1)
        if len(found):
            place = runs(scores, method, "measured_features").mean(axis=1)
            right.plot(place, found, "D", mfc="white", ms=4.5, color=COLOURS["mf_pfs"])
    count_axis(right, sizes.index[0], 10 * sizes.index[-1], "measured features")
    right.set_title("(b) Over what is measured; diamonds: other α, largest n")
    return fig

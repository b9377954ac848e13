"""Figure 8 of Krupka, Navot and Tishby (2008), and smoothed quality after section 9."""

import matplotlib.pyplot as plt
from matplotlib.ticker import NullLocator

from pride.figures.palette import COLOURS, NAMES

LINES = {
    "random_features": ":",
    "rand_search": "--",
    "mufasa_location": "-",
    "mufasa_num_inputs": "-",
    "mufasa_location_mixture": "--",
}
ESTIMATES = {
    "direct_quality": ("measured", "#d55e00"),
    "quality_map": ("regression on meta-features", "#0072b2"),
    "both": ("mean of both", "#cc79a7"),
}


def along(scores, method, metric):
    """Mean over the repeats and its standard error, by place."""
    mine = scores[(scores["metric"] == metric) & (scores["method"] == method)]
    groups = mine.groupby("at")["value"]
    return groups.mean(), groups.sem().fillna(0)


def log_axis(ax, places, label):
    """Counts on a logarithmic scale, each with its number."""
    ax.set(xscale="log", xlabel=label)
    ax.set_xticks(places, [f"{place:g}" for place in places])
    ax.xaxis.set_minor_locator(NullLocator())


def band(ax, mean, error, colour, **style):
    """A line with a band of two standard errors."""
    ax.plot(mean, color=colour, marker="o", ms=3.5, **style)
    low, high = mean - 2 * error, mean + 2 * error
    ax.fill_between(mean.index, low, high, color=colour, alpha=0.15, lw=0)


def figure_8(scores):
    """Error of 9 against 4, and how location and number of inputs differ."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.9), width_ratios=[1.4, 1])
    for method, style in LINES.items():
        mean, error = along(scores, method, "error_9_vs_4")
        colour = "#999999" if "rand" in method else COLOURS[method]
        text = "best of 50 random sets" if method == "rand_search" else NAMES[method]
        band(left, mean, error, colour, ls=style, label=text)
    log_axis(left, mean.index, "number of features")
    left.set(ylabel="test error (%)", ylim=(0, None))
    left.set_title("(a) 9 against 4: which meta-feature Mufasa searches")
    left.legend()
    errors = scores[scores["metric"] == "error_9_vs_4"]
    table = errors.pivot(index=["repeat", "at"], columns="method", values="value")
    gap = (table["mufasa_location"] - table["mufasa_num_inputs"]).dropna().unstack("at")
    right.axhline(0, color="0.5", lw=0.8)
    band(right, gap.mean(), gap.sem().fillna(0), "k")
    log_axis(right, gap.columns, "number of features")
    right.set_title("(b) Location minus number of inputs (points)")
    right.text(
        0.98,
        0.97,
        "number of inputs better",
        transform=right.transAxes,
        ha="right",
        va="top",
    )
    right.text(0.98, 0.03, "location better", transform=right.transAxes, ha="right")
    reach = max(abs(value) for value in right.get_ylim())
    right.set_ylim(-reach, reach)
    return fig


def smoothing(scores):
    """Section 9: how well features are ranked by quality estimated from few images."""
    fig, axes = plt.subplots(1, 2, figsize=(8.4, 3.6))
    shown = {
        "rank_correlation": "(a) Rank correlation with true Infogain",
        "top_share": "(b) True Infogain of the top tenth (% of best)",
    }
    for ax, (metric, title) in zip(axes, shown.items(), strict=True):
        for method, (label, colour) in ESTIMATES.items():
            mean, error = along(scores, method, metric)
            band(ax, mean, error, colour, label=label)
        log_axis(ax, mean.index, "images on which quality is measured")
        ax.set_title(title)
    axes[0].legend(loc="lower right")
    return fig

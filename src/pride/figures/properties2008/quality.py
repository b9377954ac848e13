"""Figures 3 and 4 of Krupka, Navot and Tishby (2008): good patches, and prediction."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import NullLocator

MEASURED, PREDICTED = "#d55e00", "#0072b2"
BINS = 10  # of equally many patches
NAMES = {
    "without_size": "size",
    "without_mean": "mean (DC)",
    "without_std": "std",
    "without_peak": "peak",
    "without_quantile30": "quantile 0.3",
    "without_quantile70": "quantile 0.7",
}
ESTIMATES = {
    "direct_quality": ("as measured", MEASURED),
    "quality_map": ("smoothed over meta-features", PREDICTED),
    "both": ("mean of both (ours)", "#cc79a7"),
}


def along(scores, method, metric):
    """Mean over the splits and its standard error, by place."""
    mine = scores[(scores["metric"] == metric) & (scores["method"] == method)]
    groups = mine.groupby("at")["value"]
    return groups.mean(), groups.sem().fillna(0)


def figure_3(scores):
    """Quality of patches over their standard deviation, a panel for each size."""
    qualities = scores.dropna(subset="prototype")
    sizes = np.unique(qualities["size"])
    shape = {"figsize": (2.5 * len(sizes), 3.2), "squeeze": False}
    fig, axes = plt.subplots(1, len(sizes), sharex=True, sharey=True, **shape)
    top = qualities["quality"].quantile(0.99) / qualities["quality"].mean()
    for ax, size in zip(axes[0], sizes, strict=True):
        mine = qualities[qualities["size"] == size].sort_values("std")
        quality = mine["quality"] / qualities["quality"].mean()
        ax.plot(mine["std"], quality.clip(upper=1.1 * top), ".", ms=3, color="0.65")
        parts = np.array_split(np.arange(len(mine)), BINS)
        centres = [mine["std"].iloc[part].mean() for part in parts]
        means = [quality.iloc[part].mean() for part in parts]
        ax.plot(centres, means, color=PREDICTED, marker="o", ms=4)
        rank = mine["std"].rank().corr(quality.rank())
        ax.set_title(f"{size:g} × {size:g}: rank correlation {rank:+.2f}", fontsize=9)
        ax.set(xlabel="std of the patch", ylim=(0, 1.15 * top))
    axes[0, 0].set_ylabel("quality over mean quality")
    fig.suptitle(
        "Quality of patches over their complexity; line: means of tenths",
        x=0.01,
        ha="left",
    )
    return fig


def draw_scatter(ax, scores):
    """Predicted against measured quality of the unseen features of the first split."""
    mine = scores[scores["metric"] == "quality_of_feature"]
    points = mine.pivot(index="at", columns="method", values="value")
    points = points / points["direct_quality"].mean()
    found, _ = along(scores, "quality_map", "correlation")
    ax.plot(points["direct_quality"], points["quality_map"], ".", ms=4, color="0.45")
    end = points.to_numpy().max()
    ax.plot([0, end], [0, end], color="0.7", lw=0.8, zorder=0)
    ax.set(xlabel="measured quality over its mean", ylabel="predicted quality")
    printed = " (printed 0.94)" if "caltech101" in set(scores["dataset"]) else ""
    ax.set_title(f"(a) Unseen features: correlation {found.iloc[0]:.2f}{printed}")


def draw_top(ax, scores):
    """Mean quality of the k features ranked first, by prediction and by measurement."""
    for method, colour, label in (
        ("direct_quality", MEASURED, "ranked by measurement"),
        ("quality_map", PREDICTED, "ranked by prediction"),
    ):
        mean, error = along(scores, method, "top_mean")
        style = {"color": colour, "marker": "o", "ms": 3.5, "capsize": 2}
        ax.errorbar(mean.index, mean, error, label=label, **style)
    ax.axhline(1, color="0.5", ls="--", lw=1, label="any features")
    ax.set(xlabel="k", ylabel="quality over mean quality", ylim=(0, None))
    ax.set_title("(b) Mean quality of the k ranked first")
    ax.legend()


def draw_drops(ax, scores):
    """By how much the correlation falls without each meta-feature."""
    drops = [along(scores, method, "correlation_drop") for method in NAMES]
    places = np.arange(len(NAMES))[::-1]
    means = [mean.iloc[0] for mean, _ in drops]
    errors = [2 * error.iloc[0] for _, error in drops]
    ax.barh(places, means, xerr=errors, color=PREDICTED, capsize=2, height=0.6)
    ax.axvline(0, color="0.5", lw=0.8)
    ax.set_yticks(places, list(NAMES.values()))
    ax.set_xlabel("drop of the correlation, ± 2 s.e.")
    ax.set_title("(c) Without one meta-feature")


def draw_few(ax, scores):
    """Section 9: quality measured on few images, as it is and smoothed."""
    for method, (label, colour) in ESTIMATES.items():
        mean, error = along(scores, method, "few_images_correlation")
        style = {"color": colour, "marker": "o", "ms": 3.5, "capsize": 2}
        ax.errorbar(mean.index, mean, 2 * error, label=label, **style)
    ax.set_xticks(mean.index, [f"{place:g}" for place in mean.index])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set(xlabel="images a category", ylabel="correlation, ± 2 s.e.")
    ax.set_title("(d) Quality on few images, against that on many")
    ax.legend()


def figure_4(scores):
    """Quality that is predicted from meta-features."""
    fig, axes = plt.subplots(2, 2, figsize=(9.0, 6.8))
    parts = (draw_scatter, draw_top, draw_drops, draw_few)
    for ax, draw in zip(axes.flat, parts, strict=True):
        draw(ax, scores)
    return fig

"""Figures 6 and 7 of Krupka, Navot and Tishby (2008): digits under a budget."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import NullLocator, StrMethodFormatter

from pride.figures.palette import COLOURS, NAMES

SHOWN = ["rand_search", "norm_infogain", "mufasa", "rand_value"]
META = {
    "num_inputs": ("(a) number of inputs", 1, 8),
    "shift_inv_len": ("(b) shiftInvLen", 1, 8),
    "percent_pos": ("(c) percent positive", 0, 100),
    "scatter": ("(d) scatter", 1, 3.5),
}
POINTS = {"ls": "none", "marker": "D", "mfc": "white", "ms": 6}  # at some budgets only
ERRORS = [4, 5, 6, 8, 10, 15, 20, 30, 50]


def runs(scores, method, metric="error"):
    """One column a training set, one row a place on the axis."""
    mine = scores[(scores["metric"] == metric) & (scores["method"] == method)]
    return mine.pivot(index="at", columns="repeat", values="value")


def budget_axis(ax, budgets, nearest=1.0):
    """Budgets on a logarithmic scale, with numbers if the next is not too near."""
    ax.set(xscale="log", xlabel="budget")
    ratios = [*np.divide(budgets[1:], budgets[:-1]), np.inf]
    labels = [
        f"{b:g}" if r > nearest else "" for b, r in zip(budgets, ratios, strict=True)
    ]
    ax.set_xticks(budgets, labels)
    ax.xaxis.set_minor_locator(NullLocator())


def error_axis(ax, low, high):
    """Errors on a logarithmic scale, with round numbers."""
    ticks = [tick for tick in ERRORS if low <= tick <= high]
    ax.set(yscale="log", ylabel="test error (%)")
    ax.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.yaxis.set_minor_locator(NullLocator())


def draw_method(ax, table, method, **style):
    """Mean over training sets; bars are one standard deviation of the mean."""
    mean, error = table.mean(axis=1), table.sem(axis=1).fillna(0)
    style = {"color": COLOURS[method], "marker": "o", "ms": 3.5, "capsize": 2} | style
    ax.errorbar(mean.index, mean, error, **style)
    return mean


def figure_6(scores):
    """Error over the budget; the SVM on pixels has no budget and is a line across."""
    fig, ax = plt.subplots(figsize=(6.8, 4.4))
    ends = {}
    for method in SHOWN:
        table = runs(scores, method)
        if len(table):
            style = POINTS if method == "rand_value" else {}
            label = NAMES[method] + (" (ours)" if method == "rand_value" else "")
            ends[method] = draw_method(ax, table, method, label=label, **style)
    degrees = runs(scores, "poly_svm").mean(axis=1)
    best = degrees.idxmin()
    for degree in sorted({2, int(best)}):
        style = "--" if degree == 2 else "-."
        text = f"{NAMES['poly_svm']}, degree {degree}: {degrees[degree]:.1f}"
        ax.axhline(degrees[degree], color="k", ls=style, lw=1, label=text)
    budget_axis(ax, ends["mufasa"].index)
    every = [value for mean in ends.values() for value in mean]
    error_axis(ax, min(every) * 0.9, max(every) * 1.1)
    count = runs(scores, "mufasa").shape[1]
    ax.set_title(f"Digits: features extracted under a budget, {count} training sets")
    ax.legend()
    return fig


def figure_7(scores):
    """The values that Mufasa chooses: mean, and the range of 80% of the runs."""
    fig, axes = plt.subplots(2, 2, figsize=(7.2, 4.8), sharex=True)
    for ax, (name, (title, low, high)) in zip(axes.flat, META.items(), strict=True):
        table = runs(scores, "mufasa", f"chosen_{name}")
        mean, inner = table.mean(axis=1), table.quantile([0.1, 0.9], axis=1)
        colour = COLOURS["mufasa"]
        ax.vlines(
            mean.index, inner.loc[0.1], inner.loc[0.9], color=colour, alpha=0.35, lw=5
        )
        ax.plot(mean, color=colour, marker="o", ms=4)
        margin = 0.04 * (high - low)
        ax.set_ylim(low - margin, high + margin)
        ax.set_title(title)
        budget_axis(ax, mean.index, nearest=1.4)
        ax.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    for ax in axes[0]:
        ax.set_xlabel("")
    fig.suptitle(
        "What Mufasa chooses: mean, and where 80% of the runs lie", x=0.01, ha="left"
    )
    return fig


def filter_then_select(scores):
    """Section 9: Mufasa with twice the budget and then Infogain, against Mufasa."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(8.4, 3.6), width_ratios=[1.3, 1])
    both = runs(scores, "mufasa_then_infogain")
    table = runs(scores, "mufasa").loc[both.index]
    lines = {}
    for method, found in (
        ("norm_infogain", runs(scores, "norm_infogain").loc[both.index]),
        ("mufasa", table),
        ("mufasa_then_infogain", both),
    ):
        lines[method] = draw_method(left, found, method, label=NAMES[method])
    budget_axis(left, both.index)
    every = np.concatenate(list(lines.values()))
    error_axis(left, every.min() * 0.9, every.max() * 1.1)
    left.set_title("(a) Error over the budget")
    left.legend()
    gain = (both - table).dropna(axis=1)
    mean, error = gain.mean(axis=1), 2 * gain.sem(axis=1).fillna(0)
    right.axhline(0, color="0.5", lw=0.8)
    right.errorbar(
        range(len(mean)),
        mean,
        error,
        fmt="o",
        color=COLOURS["mufasa_then_infogain"],
        capsize=3,
    )
    right.set_xticks(range(len(mean)), [f"{budget:g}" for budget in mean.index])
    right.set(xlabel="budget", ylabel="difference of errors (points)")
    right.set_title("(b) With Infogain minus without, ± 2 s.e.")
    return fig

"""Theorem 1 of Gilad-Bachrach, Navot and Tishby (2004), beside what is measured."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, NullLocator


def metric(scores, method, name):
    """One metric by its place on the axis, over the repeats: mean and deviation."""
    chosen = (scores["method"] == method) & (scores["metric"] == name)
    groups = scores[chosen].groupby("at")["value"]
    return groups.mean(), groups.std().fillna(0)


def colours(sizes):
    """One colour for each |F|, from dark to light."""
    shades = plt.get_cmap("viridis")(np.linspace(0, 0.85, len(sizes)))
    return dict(zip(sizes, shades, strict=True))


def beside(ax, text, point, offset, **options):
    """A label some points away from what it names."""
    where = {"xytext": offset, "textcoords": "offset points"}
    ax.annotate(text, point, **where, **{"va": "center"} | options)


def draw_bounds(ax, scores, needed, m):
    """(4) against m, one line for each |F|, and the m at which it falls below 1."""
    ax.axhspan(1, 1e3, color="0.95", lw=0)
    ax.axhline(1, color="0.3", lw=1)
    ax.axvline(m, color="k", ls=":", lw=1)
    for size, colour in colours(needed.index).items():
        bound, _ = metric(scores, "bound", f"bound_size_{size:.0f}")
        ax.plot(bound, color=colour)
        ax.plot(needed[size], 1, "o", color=colour, ms=5)
        start = (bound.index[0], bound.iloc[0])
        ax.plot(*start, "|", color=colour, ms=7)
        first = size == needed.index[0]
        label, shift = (f"|F|={size:.0f}", -5) if first else (f"{size:.0f}", 0)
        beside(ax, label, start, (shift, 10), color=colour)
    beside(ax, "above 1 it says nothing", (1e15, 500), (-4, 0), ha="right", color="0.4")
    beside(ax, f"m = {m:.0f}", (m, 0.02), (4, 0))
    ax.set(xscale="log", yscale="log", xlim=(0.3, 1e15), ylim=(0.01, 1e3))
    ax.xaxis.set_major_locator(LogLocator(base=1000, numticks=6))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_minor_locator(NullLocator())
    ax.set(xlabel="samples m", ylabel="bound on the error")
    ax.set_title("(a) Theorem 1 at its best: margins of 1, no error")


def draw_needed(ax, scores, needed, m):
    """The m at which (4) falls below 1, against |F|."""
    xor, _ = metric(scores, "one_nn", "samples_needed")
    ax.axhline(m, color="k", ls=":", lw=1)
    ax.plot(needed, color="0.7", lw=1, zorder=1)
    ax.scatter(needed.index, needed, color=list(colours(needed.index).values()), s=25)
    ax.plot(xor, "s", mfc="white", color="0.35", ms=5)
    first, last = needed.index[[0, -1]]
    middle = needed.index[len(needed) // 2]
    text = "at the margins of the\nxor samples, best γ:"
    beside(ax, text, (first, 3e17), (-9, 0))
    for size, value in metric(scores, "one_nn", "best_gamma")[0].items():
        beside(ax, f"{value:.2g}", (size, xor[size]), (0, 10), ha="center", fontsize=8)
    beside(ax, "at margins of 1,\nwithout error", (middle, needed[middle]), (9, -15))
    beside(ax, f"m = {m:.0f}", (last, m), (0, 7), ha="right")
    ax.set(yscale="log", ylim=(100, 1e19), xlim=(first - 0.5, last + 0.5))
    ax.yaxis.set_major_locator(LogLocator(base=1000, numticks=8))
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set(xlabel="selected features |F|", ylabel="samples m", xticks=needed.index)
    ax.set_title("(b) Samples for a bound below 1")


def draw_errors(ax, scores, m):
    """The error of 1-NN on fresh points of the xor problem, and (4) for such an m."""
    error, spread = (part / 100 for part in metric(scores, "one_nn", "test_error"))
    ax.bar(error.index, error, color=list(colours(error.index).values()), width=0.6)
    ax.errorbar(error.index, error, spread, fmt="none", ecolor="0.2", lw=1)
    labels = []
    for size, value in error.items():
        beside(ax, f"{value:.2f}", (size, value + spread[size]), (0, 7), ha="center")
        bound = metric(scores, "bound", f"bound_size_{size:.0f}")[0].get(m)
        labels.append(f"{size:.0f}\n" + (f"{bound:.2g}" if bound else "none"))
    ax.set_xticks(error.index, labels)
    ax.set(
        xlabel="|F|, and the bound proved for it", ylabel="test error", ylim=(0, 0.6)
    )
    ax.set_title(f"(c) 1-NN on xor, m = {m:.0f}")


def theorem_1(scores):
    """The bound (4) against m and |F|, and the error that it is about.

    Lines begin where (4) is proved.
    """
    fig = plt.figure(figsize=(9.6, 3.8))
    left, middle, right = fig.subplots(1, 3, width_ratios=[1.5, 1.15, 1])
    needed, _ = metric(scores, "bound", "samples_needed")
    m = metric(scores, "one_nn", "samples")[0].item()
    draw_bounds(left, scores, needed, m)
    draw_needed(middle, scores, needed, m)
    draw_errors(right, scores, m)
    return fig

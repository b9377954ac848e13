"""Theorem 1 of Gilad-Bachrach, Navot and Tishby (2004) for selected pixels of faces."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import NullLocator

from pride.figures.margin2004.bound import beside, colours, metric
from pride.figures.margin2004.faces import name
from pride.figures.palette import COLOURS, NAMES

DECADES = [3, 10, 100, 1000, 10000]


def named_sizes(sizes):
    """Every third size from the first on, without those too near to the last."""
    near = [size for size in sizes[::3] if 2 * size <= sizes[-1]]
    return [*near, sizes[-1]]


def log_pixels(ax, sizes):
    """The number of pixels as a logarithmic axis."""
    shown = named_sizes(sizes)
    ax.set(xscale="log", xlabel="selected pixels |F|")
    ax.set_xticks(shown, [f"{size:.0f}" for size in shown])
    ax.set_xticks([], minor=True)


def draw_sensitive(ax, scores):
    """The gamma-sensitive training error over gamma, and the best gamma, by |F|."""
    gamma, _ = metric(scores, "simba", "best_gamma")
    error, _ = metric(scores, "simba", "best_gamma_error")
    named = named_sizes(gamma.index)
    for size, colour in colours(gamma.index).items():
        line, _ = metric(scores, "simba", f"sensitive_error_size_{size:.0f}")
        label = f"|F| = {size:.0f}" if size in named else None
        ax.plot(line / 100, color=colour, lw=1.3, label=label)
        ax.plot(gamma[size], error[size] / 100, "o", color=colour, ms=5, zorder=3)
    ax.set(xlim=(0, 1.6 * gamma.max()), ylim=(0, 1.06), xlabel="γ / R")
    ax.set_ylabel("γ-sensitive training error")
    ax.legend(loc="lower right", handlelength=1)
    ax.set_title("(a) Margins below γ; dots: the best γ")


def draw_needed(ax, scores):
    """The m at which (4) falls below 1, against |F|; the axis counts decades."""
    needed, _ = metric(scores, "simba", "log10_samples_needed")
    ideal, _ = metric(scores, "simba", "log10_samples_needed_at_best")
    own, _ = metric(scores, "gflip", "log10_samples_needed")
    m = metric(scores, "simba", "samples")[0].item()
    ax.axhline(np.log10(m), color="k", ls=":", lw=1)
    ax.plot(ideal, color="0.7", lw=1, zorder=1)
    ax.plot(needed, color=COLOURS["simba"], lw=1, zorder=1)
    shades = list(colours(needed.index).values())
    ax.scatter(needed.index, needed, color=shades, s=25, zorder=2)
    ax.plot(own, "D", color=COLOURS["gflip"], ms=6)
    middle = needed.index[len(needed) // 2]
    beside(ax, "at the best γ", (middle, needed[middle]), (-6, 9), ha="right")
    text = "at margins of R,\nwithout error"
    beside(ax, text, (middle, ideal[middle]), (6, -15), color="0.45")
    beside(ax, f"m = {m:.0f}", (needed.index[-1], np.log10(m)), (0, 7), ha="right")
    log_pixels(ax, needed.index)
    ax.set(yscale="log", ylim=(1.5, 3e4), ylabel="samples m")
    ax.set_yticks(DECADES, [f"$10^{{{power}}}$" for power in DECADES])
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set_title("(b) Samples for a bound below 1")


def draw_errors(ax, scores):
    """The test error of 1-NN, and what (4) proves for it."""
    error, spread = (part / 100 for part in metric(scores, "simba", "test_error"))
    own, deviation = (part / 100 for part in metric(scores, "gflip", "test_error"))
    ax.errorbar(error.index, error, spread, fmt="none", ecolor="0.5", lw=1)
    ax.plot(error, color=COLOURS["simba"], lw=1)
    shades = list(colours(error.index).values())
    ax.scatter(error.index, error, color=shades, s=25, zorder=3)
    ax.errorbar(own.index, own, deviation, fmt="D", color=COLOURS["gflip"], ms=6)
    first = error.index[0]
    top = (first, error[first] + spread[first])
    beside(ax, NAMES["simba"], top, (0, 7), color=COLOURS["simba"])
    if len(own):
        at = (own.index[0], own.iloc[0])
        beside(ax, NAMES["gflip"], at, (-2, -13), color=COLOURS["gflip"], ha="right")
    bound, _ = metric(scores, "simba", "bound")
    proved = [f"{value:.2g} at |F|={size:.0f}" for size, value in bound.items()]
    m = metric(scores, "simba", "samples")[0].item()
    text = f"bound proved for m = {m:.0f}:\n{', '.join(proved) or 'none, at any |F|'}"
    ax.text(0.97, 0.95, text, transform=ax.transAxes, ha="right", va="top")
    log_pixels(ax, error.index)
    ax.set(ylabel="test error", ylim=(0, 0.6))
    ax.set_title("(c) 1-NN on the pixels")


def theorem_1_faces(scores):
    """Theorem 1 for the pixels of Simba and G-flip, one row for each set of faces."""
    datasets = scores["dataset"].unique()
    fig = plt.figure(figsize=(9.6, 3.1 * len(datasets)))
    parts = fig.subfigures(len(datasets), 1, squeeze=False)[:, 0]
    for part, dataset in zip(parts, datasets, strict=True):
        mine = scores[scores["dataset"] == dataset]
        axes = part.subplots(1, 3, width_ratios=[1.2, 1.2, 1])
        draw_sensitive(axes[0], mine)
        draw_needed(axes[1], mine)
        draw_errors(axes[2], mine)
        part.suptitle(name(mine), x=0.01, ha="left")
    return fig

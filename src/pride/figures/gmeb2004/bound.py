"""Theorem 3 of Peleg and Meir (2004) for classifiers of GMEB, beside their errors."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, NullLocator

from pride.figures.palette import COLOURS

TERMS = {  # in the order in which they are labelled: name and colour
    "confidence": ("probability 1 − δ", "#0072b2"),
    "freedom": ("free scales", "#56b4e9"),
    "intercept": ("intercept", "#999999"),
    "plus": ("norm terms, both", "#cc79a7"),
    "margin_cost": ("margin cost", "#009e73"),
}
UNITS = {
    "raw": ("features as they come", "#000000"),
    "unit": ("unit variance", "#d55e00"),
    "best": ("the best units, found\nafter seeing the sample", "#009e73"),
}
LIMITS = {"xlim": (8, 3e8), "ylim": (1e-3, 2e3)}


def metric(scores, name):
    """One metric by number of samples, averaged over the repeats."""
    return scores[scores["metric"] == name].groupby("at")["value"].mean()


def beside(ax, text, point, offset, **options):
    """A label some points away from what it names."""
    where = {"xytext": offset, "textcoords": "offset points"}
    ax.annotate(text, point, **where, **{"va": "center"} | options)


def count(n):
    """A large number in powers of ten, such as 2·10⁷."""
    power = int(np.floor(np.log10(n)))
    return f"${n / 10**power:.0f}\\cdot10^{power}$"


def prepare(ax):
    """Logarithmic axes, and what is above 1 in gray."""
    ax.axhspan(1, LIMITS["ylim"][1], color="0.95", lw=0)
    ax.axhline(1, color="0.3", lw=1)
    ax.set(xscale="log", yscale="log", xlabel="samples n", **LIMITS)
    ax.xaxis.set_major_locator(LogLocator(numticks=9))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_minor_locator(NullLocator())


def draw_bound(ax, scores, kind, colour):
    """(2) against n; from the last n on, the classifier and its margin cost stay."""
    bound = metric(scores, f"{kind}_bound")
    cost = metric(scores, f"{kind}_margin_cost")
    last = bound.index[-1]
    n = np.geomspace(last, LIMITS["xlim"][1], 50)
    ahead = cost[last] + (bound[last] - cost[last]) * np.sqrt(last / n)
    ax.plot(bound, color=colour, lw=2)
    ax.plot(n, ahead, color=colour, lw=1.2, ls=(0, (4, 2)))
    needed = metric(scores, f"{kind}_samples_needed")[last]
    ax.plot(needed, 1, "o", color=colour, ms=6, zorder=3)
    return bound, needed


def draw_error(ax, scores):
    """The test error of the classifiers."""
    error = metric(scores, "bound_test_error") / 100
    ax.plot(error, color=COLOURS["gmeb"], marker="o", ms=3)
    last = error.index[-1]
    beside(ax, "test error", (last, error[last]), (7, 0), color=COLOURS["gmeb"])


def draw_terms(ax, scores):
    """(a) All terms of (2) against n, in the units of the data."""
    prepare(ax)
    bound, needed = draw_bound(ax, scores, "raw", "k")
    for term, (name, colour) in TERMS.items():
        line = metric(scores, f"raw_{term}")
        if term == "plus":
            line = line + metric(scores, "raw_minus")
        ax.plot(line[line > LIMITS["ylim"][0]], color=colour, lw=1.3)
        last = line.index[-1]
        shift = -4 if term == "freedom" else 4 if term == "confidence" else 0
        beside(ax, name, (last, line[last]), (7, shift), color=colour)
    draw_error(ax, scores)
    first = bound.index[0]
    beside(ax, "the bound", (first, bound[first]), (4, 9), weight="bold")
    beside(ax, f"below 1 from\nn = {count(needed)} on", (needed, 1), (-6, 16), ha="center")
    ax.set_ylabel("error, bound and its terms")
    ax.set_title("(a) The terms of (2): what GMEB minimises is the least of them")


def draw_units(ax, scores):
    """(b) The bound in three kinds of units; the classifiers are the same in all."""
    prepare(ax)
    for kind, (name, colour) in UNITS.items():
        bound, needed = draw_bound(ax, scores, kind, colour)
        beside(ax, f"{count(needed)}", (needed, 1), (3, 9), color=colour)
        at = bound.index[len(bound) // 2]
        shift = (6, 8) if kind != "best" else (-10, -22)
        beside(ax, name, (at, bound[at]), shift, color=colour)
    draw_error(ax, scores)
    large = metric(scores, "large_bound")
    size, value = large.index[0], large.iloc[0]
    ax.plot(size, value, "D", mfc="white", color="k", ms=5)
    beside(ax, "six features only", (size, value), (7, -6))
    ax.set_title("(b) The same classifiers in other units")
    ax.tick_params(labelleft=False)


def theorem_3(scores):
    """Every term of (2) against n, and (2) in other units, beside the test error."""
    fig = plt.figure(figsize=(9.6, 4.2))
    left, right = fig.subplots(1, 2)
    draw_terms(left, scores)
    draw_units(right, scores)
    return fig

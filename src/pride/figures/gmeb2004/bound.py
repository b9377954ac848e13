"""Theorem 3 of Peleg and Meir (2004) for classifiers of GMEB, beside their errors."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, NullLocator

from pride.figures.palette import COLOURS

TERMS = {  # name and colour, largest first
    "confidence": ("probability 1 − δ", "#0072b2"),
    "freedom": ("free scales", "#56b4e9"),
    "intercept": ("intercept", "#999999"),
    "norms": ("norm terms", "#cc79a7"),
    "margin_cost": ("margin cost", "#009e73"),
}
UNITS = {
    "raw": ("features as they come", "#000000"),
    "unit": ("unit variance", "#d55e00"),
    "best": ("best for the bound", "#009e73"),
}
HEIGHT = 1e-3, 2e3


def metric(scores, name):
    """One metric by number of samples, averaged over the repeats."""
    return scores[scores["metric"] == name].groupby("at")["value"].mean()


def term(scores, name):
    """One term of (2), or the sum of the two norm terms, in the units of the data."""
    parts = ["plus", "minus"] if name == "norms" else [name]
    return sum(metric(scores, f"raw_{part}") for part in parts)


def beside(ax, text, point, offset, **options):
    """A label some points away from what it names."""
    where = {"xytext": offset, "textcoords": "offset points"}
    ax.annotate(text, point, **where, **{"va": "center"} | options)


def rounded(n):
    """A large number with one digit, such as 2·10⁷."""
    power = int(np.floor(np.log10(n)))
    return f"${n / 10**power:.0f}\\cdot10^{{{power}}}$"


def prepare(ax, last):
    """Logarithmic axes up to some n, and what is above 1 in gray."""
    ax.axhspan(1, HEIGHT[1], color="0.95", lw=0)
    ax.axhline(1, color="0.3", lw=1)
    ax.set(xscale="log", yscale="log", xlim=(8, last), ylim=HEIGHT)
    ax.set_xlabel("samples n")
    ax.xaxis.set_major_locator(LogLocator(numticks=9))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_minor_locator(NullLocator())


def draw_error(ax, scores):
    """The test error of the classifiers."""
    error, colour = metric(scores, "bound_test_error") / 100, COLOURS["gmeb"]
    ax.plot(error, color=colour, marker="o", ms=3)
    beside(ax, "test error", (error.index[-1], error.iloc[-1]), (7, 0), color=colour)


def draw_terms(ax, scores):
    """All terms of (2) against n, in the units of the data."""
    bound = metric(scores, "raw_bound")
    last = bound.index[-1]
    prepare(ax, 300 * last)
    ax.plot(bound, color="k", lw=2)
    beside(ax, "the bound", (last, bound[last]), (7, 3), weight="bold")
    for name, (label, colour) in TERMS.items():
        line = term(scores, name)
        ax.plot(line, color=colour, lw=1.3)
        beside(ax, label, (last, line[last]), (7, 0), color=colour)
    ends = [term(scores, name)[last] for name in ("norms", "margin_cost")]
    ax.plot([13 * last] * 2, ends, color="0.3", lw=1)
    share = f"GMEB minimises\nthese: {sum(ends) / bound[last]:.1%}\nof the bound"
    beside(ax, share, (13 * last, np.sqrt(np.prod(ends))), (5, 0), color="0.3")
    draw_error(ax, scores)
    corner = {"transform": ax.transAxes, "ha": "right", "va": "top", "color": "0.4"}
    ax.text(0.99, 0.98, "above 1 it says nothing", **corner)
    ax.set_ylabel("error, bound and its terms")
    ax.set_title("(a) Theorem 3 for the classifiers of GMEB, linear problem")


def draw_bound(ax, scores, kind, colour):
    """(2) against n; beyond the last n with the same classifier (dashed)."""
    bound = metric(scores, f"{kind}_bound")
    last = bound.index[-1]
    cost = metric(scores, f"{kind}_margin_cost")[last]
    n = np.geomspace(last, ax.get_xlim()[1], 50)
    ahead = cost + (bound[last] - cost) * np.sqrt(last / n)
    ax.plot(bound, color=colour, lw=2)
    ax.plot(n, ahead, color=colour, lw=1.2, ls=(0, (4, 2)))
    needed = metric(scores, f"{kind}_samples_needed")[last]
    ax.plot(needed, 1, "o", color=colour, ms=6, zorder=3)
    return needed


def draw_units(ax, scores):
    """The bound in three kinds of units; the classifiers are the same in all."""
    prepare(ax, 3e8)
    lines = [("units", "below 1 from n =", "0.3")]
    for kind, (name, colour) in UNITS.items():
        needed = draw_bound(ax, scores, kind, colour)
        lines.append((name, rounded(needed), colour))
    for row, (name, n, colour) in enumerate(lines):
        place = {"transform": ax.transAxes, "color": colour, "va": "center"}
        ax.text(0.33, 0.96 - 0.05 * row, name, **place)
        ax.text(0.74, 0.96 - 0.05 * row, n, **place)
    draw_error(ax, scores)
    large = metric(scores, "large_bound")
    point = large.index[0], large.iloc[0]
    ax.plot(*point, "D", mfc="white", color="k", ms=5, zorder=3)
    beside(ax, f"six features,\nraw: {point[1]:.2f}", point, (-6, -10), ha="right")
    ax.set_title("(b) The same classifiers, features in other units")
    ax.tick_params(labelleft=False)


def theorem_3(scores):
    """Every term of (2) against n, and (2) in other units, beside the test error."""
    fig = plt.figure(figsize=(9.6, 4.2))
    left, right = fig.subplots(1, 2)
    draw_terms(left, scores)
    draw_units(right, scores)
    return fig

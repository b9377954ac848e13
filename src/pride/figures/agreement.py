"""All published numbers and claims of all papers against what was measured."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullLocator

COLOURS = {"agrees": "#0072b2", "differs": "#d55e00"}
FARTHEST = 6  # tolerances; what is farther off stands at the edge
STEP = 0.4  # between columns of dots


def deviation(rows):
    """How far ours is from what is stated, in tolerances.

    Numbers agree from -1 to 1. Orderings, whose sign is that of the claim, from 1 on.
    """
    gap = rows["measured"] - rows["compared_with"]
    gap = gap.where(rows["relation"] != "<", -gap)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (gap / rows["slack"]).where(gap != 0, 0.0)


def plain(value, _):
    """A power of ten as people write it."""
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    return f"{value / 1e3:g} k" if value >= 1e4 else f"{value:g}"


def draw_pairs(ax, rows):
    """Measured against published, with the tolerance: bars on the diagonal agree."""
    ax.axline((0, 0), (1, 1), color="0.6", linewidth=1, zorder=1)
    for verdict, colour in COLOURS.items():
        some = rows[rows["verdict"] == verdict]
        places = some["compared_with"], some["measured"]
        style = {"color": colour, "alpha": 0.55, "zorder": 2}
        ax.errorbar(*places, yerr=some["slack"], fmt="none", linewidth=0.8, **style)
        ax.scatter(*places, s=11, linewidth=0, **style)
    largest = np.nanmax([rows["compared_with"].max(), rows["measured"].max(), 1000])
    ax.set(xscale="log", yscale="log", aspect="equal", xlabel="published")
    ax.set(xlim=(0.05, 3 * largest), ylim=(0.05, 3 * largest))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(LogLocator(numticks=7))
        axis.set_major_formatter(plain)
        axis.set_minor_locator(NullLocator())
    ax.grid(True, axis="both")


def draw_deviations(ax, rows, where):
    """A dot for each row over its deviation; the shaded part agrees."""
    edge = FARTHEST + STEP
    ax.axvspan(*where, color=COLOURS["agrees"], alpha=0.1, linewidth=0)
    columns = (deviation(rows).clip(-edge, edge) / STEP).round().astype(int)
    order = rows.assign(column=columns).sort_values("verdict", kind="stable")
    heights = order.groupby("column").cumcount()
    shade = order["verdict"].map(COLOURS)
    ax.bar(order["column"] * STEP, 0.82, 0.82 * STEP, heights, color=shade)
    ax.set_xlim(-edge - STEP, edge + STEP)
    ticks = [-FARTHEST, -1, 0, 1, FARTHEST]
    ax.set_xticks(ticks, ["≤−6", "−1", "0", "1", "≥6"])
    ax.set_yticks([])
    ax.grid(False)
    ax.spines["left"].set_visible(False)


def agreement(judged):
    """Published against measured, and the difference of each in units of its tolerance.

    Zeros are not on logarithmic axes; they are in the lower panels.
    """
    built = judged[judged["verdict"].isin(COLOURS)]
    papers = list(dict.fromkeys(built["paper"]))
    size = {"figsize": (2.55 * len(papers) + 0.3, 5.6), "squeeze": False}
    fig, axes = plt.subplots(3, len(papers), height_ratios=[2.5, 1, 1], **size)
    for (above, numbers, orderings), paper in zip(axes.T, papers, strict=True):
        rows = built[built["paper"] == paper]
        agreeing = (rows["verdict"] == "agrees").sum()
        above.set_title(f"{paper}: {agreeing} of {len(rows)} agree")
        equal = rows["relation"] == "="
        positive = (rows["measured"] > 0) & (rows["compared_with"] > 0)
        draw_pairs(above, rows[equal & positive])
        draw_deviations(numbers, rows[equal], (-1, 1))
        draw_deviations(orderings, rows[~equal], (1, FARTHEST + 2 * STEP))
        orderings.set_xlabel("difference / tolerance")
    for ax, label in zip(axes[:, 0], ["measured", "numbers", "orderings"], strict=True):
        ax.set_ylabel(label)
    marks = [
        Line2D([], [], color=c, marker="s", linestyle="") for c in COLOURS.values()
    ]
    fig.legend(marks, COLOURS, loc="outside upper right", ncols=2)
    return fig

"""What the limits R+ and R- of GMEB do; additions to Peleg and Meir (2004)."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator, NullLocator, StrMethodFormatter

from pride.figures.palette import COLOURS

GRID = 1, 10  # ends of the values of R+ and R- in section 4.1
INFORMATIVE = 6
KINDS = {
    "error": "(a) Test error in percent, {:.1f} as chosen",
    "features": "(b) Selected features, {:.1f} as chosen",
}
FEATURES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]


def table(scores, name):
    """Means over the repeats, with R+ down and R- across."""
    start = f"{name}_r_plus_"
    mine = scores[scores["metric"].str.startswith(start)]
    plus = mine["metric"].str.removeprefix(start).astype(float).rename("plus")
    return mine.groupby([plus, "at"])["value"].mean().unstack()


def edges(values):
    """Borders of cells around values at equal ratios."""
    half = np.sqrt(values[1] / values[0])
    return np.append(values / half, values[-1] * half)


def draw_plane(ax, means, chosen, marks, colours):
    """One heat map, with the grid of the paper and the choices of cross-validation."""
    plus, minus = means.index.to_numpy(), means.columns.to_numpy()
    ax.grid(False)
    mesh = ax.pcolormesh(edges(minus), edges(plus), means, **colours, rasterized=True)
    width = GRID[1] - GRID[0]
    corner = GRID[0], GRID[0]
    ax.add_patch(Rectangle(corner, width, width, fill=False, ec=marks, lw=1.2))
    for row, line in chosen.iterrows():
        shown = line[line > 0]
        ax.scatter(shown.index, [row] * len(shown), 14 * shown, "none", ec=marks)
    ax.set(xscale="log", yscale="log", xlabel="$R_-$", ylabel="$R_+$", box_aspect=1)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axis.set_minor_locator(NullLocator())
    return mesh


def plane(scores):
    """Test error and number of selected features over R+ and R-."""
    fig = plt.figure(figsize=(9.6, 4.4))
    left, right = fig.subplots(1, 2)
    picked = scores[scores["metric"].str.startswith("chosen_r_plus")]
    plus = picked["metric"].str.removeprefix("chosen_r_plus_").astype(float)
    chosen = picked.groupby([plus, "at"])["value"].sum().unstack(fill_value=0)
    error, number = table(scores, "plane_error"), table(scores, "plane_features")
    norm = LogNorm(error.min().min(), 50)
    shown = draw_plane(left, error, chosen, "k", {"norm": norm, "cmap": "viridis_r"})
    bar = fig.colorbar(shown, ax=left, ticks=[1, 2, 5, 10, 20, 50], format="%g")
    bar.ax.yaxis.set_minor_locator(NullLocator())
    shown = draw_plane(right, number, chosen, "w", {"vmin": 0, "cmap": "viridis"})
    fig.colorbar(shown, ax=right, ticks=MaxNLocator(5, integer=True))
    mean = {name: along(scores, f"chosen_{name}")[0].item() for name in KINDS}
    for ax, name in zip((left, right), KINDS, strict=True):
        ax.set_title(KINDS[name].format(mean[name]))
    text = "box: grid of the paper\ncircles: how often chosen\nby cross-validation"
    right.text(GRID[0], 0.8 * GRID[0], text, color="white", va="top")
    return fig


def along(scores, name):
    """A metric by its place: mean over the repeats and its standard error."""
    groups = scores[scores["metric"] == name].groupby("at")["value"]
    return groups.mean(), groups.sem().fillna(0)


def spaced(heights, least):
    """Heights moved up as little as keeps each a distance above the one before."""
    moved = []
    for height in heights:
        moved.append(max(height, moved[-1] + least) if moved else height)
    return moved


def draw_weights(ax, scores):
    """The weights of one training set, one line a feature."""
    starts = scores["metric"].str.startswith("path_weight_")
    lines = {int(name[12:]): line for name, line in scores[starts].groupby("metric")}
    for feature, line in lines.items():
        known = feature <= INFORMATIVE
        colour, width = (FEATURES[feature - 1], 1.8) if known else ("0.7", 0.7)
        ax.plot(line["at"], line["value"], color=colour, lw=width, zorder=2 + known)
    ends = {j: lines[j]["value"].iloc[-1] for j in range(1, INFORMATIVE + 1)}
    ends = dict(sorted(ends.items(), key=lambda end: end[1]))
    heights = spaced(ends.values(), 0.045 * np.diff(ax.get_ylim()).item())
    last = scores.loc[starts, "at"].max()
    for feature, height in zip(ends, heights, strict=True):
        text = f" $x_{feature}$"
        ax.text(last, height, text, color=FEATURES[feature - 1], va="center")
    ax.set_ylabel("weight times deviation of the feature")
    ax.set_title("(a) Weights, one training set; others in gray")


def path(scores):
    """Weights of all features along R+ = R-, with numbers of features and errors."""
    fig = plt.figure(figsize=(9.6, 3.8))
    axes = fig.subplots(1, 3, width_ratios=[1.5, 1, 1])
    draw_weights(axes[0], scores)
    shown = {
        "path_informative": (axes[1], "#0072b2", "informative,\nof 6"),
        "path_others": (axes[1], "0.5", "others"),
        "path_error": (axes[2], COLOURS["gmeb"], ""),
    }
    for name, (ax, colour, label) in shown.items():
        mean, error = along(scores, name)
        ax.plot(mean, color=colour)
        band = mean - 2 * error, mean + 2 * error
        ax.fill_between(mean.index, *band, color=colour, alpha=0.15, lw=0)
        start = mean.index[0], mean.iloc[0]
        ax.annotate(label, start, (0, 5), textcoords="offset points", color=colour)
    axes[1].set_title("(b) Selected features")
    axes[2].set(yscale="log", title="(c) Test error in percent")
    axes[2].set_yticks([1, 2, 5, 10, 20, 50], ["1", "2", "5", "10", "20", "50"])
    axes[2].yaxis.set_minor_locator(NullLocator())
    for ax in axes:
        ax.axvspan(*GRID, color="0.94", lw=0, zorder=0)
        ax.set(xscale="log", xlabel="$R_+ = R_-$")
        ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        ax.xaxis.set_minor_locator(NullLocator())
    axes[2].text(GRID[0], 50, " grid of\n the paper", color="0.4", va="top")
    return fig

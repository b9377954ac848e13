"""What the limits R+ and R- of GMEB do; additions to Peleg and Meir (2004)."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullLocator, ScalarFormatter

from pride.figures.palette import COLOURS

GRID = 1, 10  # ends of the values of R+ and R- in section 4.1
INFORMATIVE = 6
OKABE_ITO = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]


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


def draw_plane(ax, means, chosen, colours):
    """One heat map, with the grid of the paper and the choices of cross-validation."""
    plus, minus = means.index.to_numpy(), means.columns.to_numpy()
    ax.grid(False)
    mesh = ax.pcolormesh(edges(minus), edges(plus), means, **colours, rasterized=True)
    width = GRID[1] - GRID[0]
    ax.add_patch(Rectangle((1, 1), width, width, fill=False, ec="white", lw=1.2))
    for row, line in chosen.iterrows():
        shown = line[line > 0]
        ax.scatter(shown.index, [row] * len(shown), 14 * shown, "none", ec="white")
    ax.set(xscale="log", yscale="log", xlabel="$R_-$", ylabel="$R_+$", aspect="equal")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(ScalarFormatter())
        axis.set_minor_locator(NullLocator())
    return mesh


def plane(scores):
    """Test error and number of selected features over R+ and R-."""
    fig = plt.figure(figsize=(9.6, 4.3))
    left, right = fig.subplots(1, 2)
    picked = scores[scores["metric"].str.startswith("chosen_r_plus")]
    plus = picked["metric"].str.removeprefix("chosen_r_plus_").astype(float)
    chosen = picked.groupby([plus, "at"])["value"].sum().unstack(fill_value=0)
    error, number = table(scores, "plane_error"), table(scores, "plane_features")
    norm = LogNorm(error.min().min(), 50)
    shown = draw_plane(left, error, chosen, {"norm": norm, "cmap": "viridis"})
    bar = fig.colorbar(shown, ax=left, ticks=[2, 5, 10, 20, 50], format="%g")
    bar.ax.yaxis.set_minor_locator(NullLocator())
    left.set_title("(a) Test error in percent")
    shown = draw_plane(right, number, chosen, {"vmin": 0, "cmap": "viridis"})
    fig.colorbar(shown, ax=right)
    right.set_title("(b) Number of selected features")
    left.text(1.1, 8.8, "grid of the paper", color="white", va="top")
    return fig


def along(scores, name):
    """A metric along R+ = R-: mean over the repeats and its standard error."""
    groups = scores[scores["metric"] == name].groupby("at")["value"]
    return groups.mean(), groups.sem().fillna(0)


def draw_weights(ax, scores):
    """(a) The weights of one training set, one line a feature."""
    for name in scores["metric"].unique():
        if name.startswith("path_weight_"):
            feature, line = int(name.rpartition("_")[2]), along(scores, name)[0]
            known = feature <= INFORMATIVE
            colour = OKABE_ITO[feature - 1] if known else "0.75"
            ax.plot(line, color=colour, lw=1.6 if known else 0.7, zorder=2 + known)
            if known:
                ax.text(line.index[-1] * 1.15, line.iloc[-1], feature, color=colour)
    ax.set_ylabel("weight times deviation of the feature")


def path(scores):
    """Weights of all features along R+ = R-, with numbers of features and errors."""
    fig = plt.figure(figsize=(9.6, 3.8))
    axes = fig.subplots(1, 3, width_ratios=[1.5, 1, 1])
    draw_weights(axes[0], scores)
    lines = {
        "path_informative": (axes[1], "#0072b2", "informative"),
        "path_others": (axes[1], "0.5", "others"),
        "path_error": (axes[2], COLOURS["gmeb"], "error"),
    }
    for name, (ax, colour, label) in lines.items():
        mean, spread = along(scores, name)
        ax.plot(mean, color=colour)
        band = mean - 2 * spread, mean + 2 * spread
        ax.fill_between(mean.index, *band, color=colour, alpha=0.15, lw=0)
    for ax in axes:
        ax.axvspan(*GRID, color="0.95", lw=0, zorder=0)
        ax.set(xscale="log", xlabel="$R_+ = R_-$")
    return fig

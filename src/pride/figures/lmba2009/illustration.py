"""Figures 1 and 2 of Li and Lu (2009), from computed values."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Circle

from pride.figures.palette import COLOURS

OWN, OTHER, LIMIT = COLOURS["simba"], COLOURS["relief"], COLOURS["infogain"]
KINDS = {  # of points: mark, colour, whether filled, size, label
    1: ("o", OWN, False, 22, "own class"),
    2: ("s", OTHER, False, 20, "other class"),
    3: ("o", OWN, True, 46, "target neighbour"),
    4: ("s", OTHER, True, 40, "invader before"),
    0: ("*", "k", True, 130, "the sample"),
}


def values(scores, method, metric):
    """One metric, by place."""
    rows = scores[(scores["method"] == method) & (scores["metric"] == metric)]
    return rows.set_index("at")["value"].sort_index()


def figure_1(scores):
    """A sample and its neighbours under w = 1 and under the weights of Lmba."""
    mine = "figure_1"
    kind = values(scores, mine, "kind").to_numpy()
    theta = values(scores, mine, "theta").item()
    w = values(scores, mine, "weight").to_numpy()
    fig, axes = plt.subplots(1, 2, figsize=(8.4, 4.3), sharex=True, sharey=True)
    for ax, name in zip(axes, ("before", "after"), strict=True):
        x, y = (values(scores, mine, f"{name}_{axis}").to_numpy() for axis in (0, 1))
        for number, (mark, colour, filled, size, label) in KINDS.items():
            chosen, face = kind == number, colour if filled else "none"
            style = {"marker": mark, "s": size, "edgecolor": colour, "facecolor": face}
            ax.scatter(x[chosen], y[chosen], label=label, **style, zorder=3)
        radius = (x[kind == 3] ** 2 + y[kind == 3] ** 2).max()
        ax.add_patch(Circle((0, 0), np.sqrt(radius), fill=False, color=OWN, lw=1))
        limit = np.sqrt(radius + theta)
        ax.add_patch(Circle((0, 0), limit, fill=False, color=LIMIT, ls="--", lw=1.4))
        inside = np.sum((x**2 + y**2 <= limit**2) & np.isin(kind, (2, 4)))
        everywhere = values(scores, mine, f"mean_invaders_{name}").item()
        weights = "w = (1, 1)" if name == "before" else f"w = ({w[0]:.2f}, {w[1]:.2f})"
        count = f"{inside} invaders (mean of all samples {everywhere:.1f})"
        ax.set_title(f"{name.capitalize()}, {weights}: {count}")
        ax.set(aspect="equal", xlabel="w₁ × feature 1, informative")
        ax.grid(False)
    axes[0].set_ylabel("w₂ × feature 2, noise")
    handles, labels = axes[0].get_legend_handles_labels()
    fig.legend(handles, labels, loc="outside lower center", ncols=5)
    fig.suptitle(
        "Solid: farthest target neighbour. Dashed: the same plus the margin θ",
        x=0.01,
        ha="left",
    )
    return fig


def figure_2(scores):
    """The loss over the energies, the critical line, and where the gradient leads."""
    mine = scores[scores["method"] == "figure_2"]
    columns = mine[mine["metric"].str.startswith("loss_")].copy()
    columns["genuine"] = columns["metric"].str.removeprefix("loss_").astype(float)
    table = columns.pivot(index="at", columns="genuine", values="value")
    m = values(scores, "figure_2", "m").item()
    cp = [
        values(scores, "figure_2", f"critical_{c}").item() for c in ("genuine", "other")
    ]
    g = table.columns.to_numpy()
    fig, ax = plt.subplots(figsize=(6.4, 4.8))
    levels = ax.contourf(g, table.index, table, levels=16, cmap="Greys", alpha=0.75)
    fig.colorbar(levels, label="loss L")
    high = table.index.max()
    ax.fill_between(g, g + m, high, where=g + m < high, color=OWN, alpha=0.15, lw=0)
    ax.plot(g, g + m, color=OWN, lw=2)
    slopes = [values(scores, "figure_2", f"gradient_{c}") for c in ("genuine", "other")]
    at = slopes[0].index.to_numpy()
    length = np.hypot(*slopes)
    arrows = [-0.28 * slope / length for slope in slopes]
    style = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.006}
    ax.quiver(at, at + m, *arrows, color=OTHER, zorder=4, **style)
    ax.plot(*cp, "o", color="k", ms=6, zorder=5)
    ax.annotate(
        "cp: least loss on the line", cp, xytext=(9, -13), textcoords="offset points"
    )
    ax.annotate("solution region\n$E^g + m < E^h$", (0.12, 2.0), color=OWN)
    end = 1.55
    ax.annotate("critical line $E^g + m = E^h$", (end, end + m - 0.28), color=OWN)
    ax.annotate("arrows: minus the gradient", (0.35, 0.2), color=OTHER)
    ax.set(xlim=(0, high), ylim=(0, high), xlabel="energy $E^g$ of the genuine pair")
    ax.set(ylabel="energy $E^h$ of the heterogeneous pair")
    ax.set_title("On the critical line the gradient leads into the solution region")
    ax.grid(False)
    return fig

"""How well each reading of Peleg and Meir (2004) fits their tables."""

import matplotlib.pyplot as plt
import numpy as np

from pride.figures.palette import COLOURS, NAMES

FACTORS = {
    "limits": "limits R",
    "footnote": "C = Λ for",
    "folds": "folds",
    "centring": "centred",
    "scaling": "features",
    "missing": "missing values",
    "ties": "of ties the",
    "rule": "ε rule",
}
METHODS = "gmeb", "l1_svm", "svm"


def combinations(scores, method, what="misfit"):
    """Misfit of every combination of a method, with the factors as columns."""
    mine = scores[
        (scores["method"] == method) & scores["metric"].str.startswith(f"{what}/")
    ]
    mine = mine[mine["dataset"] == "both_tables"].reset_index()
    table = mine["metric"].str.split("/", expand=True).iloc[:, 1:]
    table.columns = list(FACTORS)
    return table.assign(misfit=mine["value"])


def draw_method(ax, table, judged, method, places):
    """A strip for each level: all combinations, and the judged one with that level."""
    colour = COLOURS[method]
    for (factor, level), place in places.items():
        mine = table[table[factor] == level]
        if mine.empty:
            continue
        spread = 0.22 * np.cos(7.0 * np.arange(len(mine)))
        ax.scatter(mine["misfit"], place + spread, 3, color="0.75", lw=0)
        one = judged[list(FACTORS)].to_dict() | {factor: level}
        same = np.logical_and.reduce([mine[k] == v for k, v in one.items()])
        face = colour if level == judged[factor] else "white"
        ax.plot(mine.loc[same, "misfit"], place, "o", color=colour, mfc=face, ms=6)
    ax.axvline(judged["misfit"], color=colour, lw=0.8, zorder=0)
    ax.set_title(NAMES[method])


def rows_of(tables, judged):
    """Places and labels of all levels, that of the judged reading first."""
    places, labels, row = {}, {}, 0.0
    for factor, name in FACTORS.items():
        first = [reading[factor] for reading in judged.values()]
        levels = [level for table in tables.values() for level in table[factor]]
        for level in dict.fromkeys([*first, *levels]):
            if level != "-":
                places[factor, level], labels[row] = row, f"{name} {level}"
                row += 1
        row += 0.6
    return places, labels


def readings(scores):
    """Section 4.1: misfits of all ways to read it, a panel for each method."""
    fitted = set(scores.loc[scores["dataset"] == "both_tables", "method"])
    methods = [method for method in METHODS if method in fitted]
    tables = {method: combinations(scores, method) for method in methods}
    judged = {m: combinations(scores, m, "judged").iloc[0] for m in methods}
    places, labels = rows_of(tables, judged)
    fig = plt.figure(figsize=(9.6, 6.4))
    axes = fig.subplots(1, len(methods), sharey=True, squeeze=False)[0]
    for ax, (method, table) in zip(axes, tables.items(), strict=True):
        draw_method(ax, table, judged[method], method, places)
        ax.grid(visible=False, axis="y")
    axes[0].set_yticks(list(labels), list(labels.values()))
    axes[0].set_ylim(max(labels) + 0.8, -0.8)
    fig.supxlabel(
        "mean misfit of a cell; 1 is what a verdict allows. Filled: the reading that "
        "is judged; open: with one factor changed; gray: all combinations",
        fontsize="medium",
    )
    return fig

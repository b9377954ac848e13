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
JUDGED = {  # the reading that is judged, as in config/gmeb2004.yaml
    "limits": "printed",
    "footnote": "svm",
    "folds": "stratified",
    "centring": "inside",
    "scaling": "raw",
    "missing": "mean",
    "ties": "first",
    "rule": "either",
}
METHODS = "gmeb", "l1_svm", "svm"


def combinations(scores, method):
    """Misfit of every combination of a method, with the factors as columns."""
    mine = scores[
        (scores["method"] == method) & scores["metric"].str.startswith("misfit/")
    ]
    mine = mine[mine["dataset"] == "both_tables"].reset_index()
    table = mine["metric"].str.split("/", expand=True).iloc[:, 1:]
    table.columns = list(FACTORS)
    return table.assign(misfit=mine["value"])


def draw_method(ax, table, method, places):
    """A strip for each level: all combinations, and the judged one with that level."""
    judged = {k: v if v in set(table[k]) else "-" for k, v in JUDGED.items()}
    for (factor, level), place in places.items():
        if level not in set(table[factor]):
            continue
        mine = table[table[factor] == level]
        spread = 0.22 * np.cos(7.0 * np.arange(len(mine)))
        ax.scatter(mine["misfit"], place + spread, 3, color="0.75", lw=0)
        one = judged | {factor: level}
        same = np.logical_and.reduce([mine[k] == v for k, v in one.items()])
        value = mine.loc[same, "misfit"].item()
        chosen = level == JUDGED[factor]
        face = COLOURS[method] if chosen else "white"
        ax.plot(value, place, "o", color=COLOURS[method], mfc=face, ms=6)
        if chosen:
            ax.axvline(value, color=COLOURS[method], lw=0.8, zorder=0)
    ax.set(title=NAMES[method], xlabel="misfit")


def readings(scores):
    """Strips of misfits for all levels of all factors, a panel for each method."""
    tables = {method: combinations(scores, method) for method in METHODS}
    places, labels, row = {}, {}, 0.0
    for factor, name in FACTORS.items():
        levels = [
            level
            for table in tables.values()
            for level in table[factor]
            if level != "-"
        ]
        for level in dict.fromkeys([JUDGED[factor], *levels]):
            places[factor, level] = row
            labels[row] = f"{name} {level}"
            row += 1
        row += 0.6
    fig = plt.figure(figsize=(9.6, 6.4))
    axes = fig.subplots(1, 3, sharey=True)
    for ax, (method, table) in zip(axes, tables.items(), strict=True):
        draw_method(ax, table, method, places)
        ax.grid(visible=False, axis="y")
    axes[0].set_yticks(list(labels), list(labels.values()))
    axes[0].set_ylim(row - 0.6, -0.8)
    axes[1].set_xlabel(
        "mean misfit of a cell: 1 is what a verdict allows\n"
        "filled: the reading that is judged; open: with one factor changed; "
        "gray: all combinations"
    )
    axes[0].set_xlabel("")
    axes[2].set_xlabel("")
    return fig

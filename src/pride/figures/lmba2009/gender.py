"""Figures 7 to 10 of Li and Lu (2009): gender classification by probe set."""

import matplotlib.pyplot as plt

from pride.figures.palette import COLOURS, NAMES

MARKS = {"lmba": "o", "simba": "s", "fsfs": "^"}


def name(scores):
    """The data set, marked if it stands in for the paper's."""
    dataset = scores["dataset"].iloc[0]
    return dataset if dataset == "cas_peal" else f"{dataset} (a stand-in for CAS-PEAL)"


def figures_7_to_10(scores):
    """Figures 7 to 10: accuracy on each probe set, a panel for each size.

    Probe sets are those of the first division. Lines across are means over probe sets
    and all divisions.
    """
    prefix = "probe_accuracy_"
    rows = scores[scores["metric"].str.startswith(prefix)].copy()
    rows["size"] = rows["metric"].str.removeprefix(prefix).astype(int)
    sizes = sorted(rows["size"].unique())
    fig, axes = plt.subplots(2, 2, figsize=(8.4, 5.8), sharex=True, sharey=True)
    for number, (ax, size) in enumerate(zip(axes.flat, sizes, strict=False), start=7):
        means = []
        for method, mark in MARKS.items():
            mine = rows[(rows["method"] == method) & (rows["size"] == size)]
            first = mine[mine["repeat"] == 0].set_index("at")["value"].sort_index()
            mean, colour = (
                mine.groupby("repeat")["value"].mean().mean(),
                COLOURS[method],
            )
            ax.plot(first, mark, ms=4.5, color=colour, alpha=0.9, label=NAMES[method])
            ax.axhline(mean, color=colour, lw=1.2, alpha=0.8)
            means.append(f"{NAMES[method]} {mean:.1f}")
        ax.set_title(f"{size} features (fig. {number}): {', '.join(means)}")
        ax.set_xticks(first.index[::2], [f"{n:g}" for n in first.index[::2]])
    handles, labels = axes[0, 0].get_legend_handles_labels()
    fig.legend(handles, labels, loc="outside upper right", ncols=3)
    fig.supxlabel(
        "probe set; marks: the first division, lines: mean of all", fontsize=9
    )
    fig.supylabel("accuracy of an SVM, C = 1 (%)", fontsize=9)
    fig.suptitle(name(scores), x=0.01, ha="left")
    return fig

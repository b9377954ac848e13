"""Figures of the experiment on data of one's own."""

import matplotlib.pyplot as plt

from pride.figures.palette import COLOURS, NAMES


def accuracy(scores):
    """Accuracy of 1-NN over the number of features; bands are two standard errors."""
    fig, ax = plt.subplots()
    sizes = set()
    for method, runs in scores.groupby("method", sort=False):
        values = runs.groupby("at")["value"]
        mean, error = values.mean(), values.sem().fillna(0)
        colour, name = COLOURS.get(method), NAMES.get(method, method)
        if set(mean.index) == {0}:  # the method chooses the number itself
            colour = colour or "k"
            ax.axhline(mean.iloc[0], color=colour, ls="--", lw=1, label=name)
            continue
        (line,) = ax.plot(mean, color=colour, marker="o", ms=3, label=name)
        band = {"color": line.get_color(), "alpha": 0.15, "lw": 0}
        ax.fill_between(mean.index, mean - 2 * error, mean + 2 * error, **band)
        sizes |= set(mean.index)
    ax.set(xscale="log", xlabel="number of features", ylabel="accuracy of 1-NN (%)")
    ax.set_xticks(sorted(sizes), [f"{size:g}" for size in sorted(sizes)])
    ax.set_xticks([], minor=True)
    ax.set_title(f"{scores['dataset'].iloc[0]}: features ranked by each method")
    ax.legend()
    return fig

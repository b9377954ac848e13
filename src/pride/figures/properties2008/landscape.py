"""Errors over the steps of Mufasa and along each meta-feature (sections 6.1, 6.2)."""

import matplotlib.pyplot as plt
from matplotlib.ticker import NullLocator

from pride.figures.palette import COLOURS

AXES = {
    "num_inputs": "number of inputs",
    "shift_inv_len": "shiftInvLen",
    "percent_pos": "percent positive",
    "scatter": "scatter",
}


def along(scores, method, metric):
    """Mean over the repeats and its standard error, by place."""
    mine = scores[(scores["metric"] == metric) & (scores["method"] == method)]
    groups = mine.groupby("at")["value"]
    return groups.mean(), groups.sem().fillna(0)


def landscape(scores):
    """Section 6.1: the error after J steps (left) and along each meta-feature."""
    fig = plt.figure(figsize=(10.4, 3.9))
    wide, narrow = fig.subfigures(1, 2, width_ratios=[1, 1.5])
    ax = wide.subplots()
    mean, error = along(scores, "mufasa", "error_after_steps")
    ax.plot(mean, color=COLOURS["mufasa"])
    low, high = mean - 2 * error, mean + 2 * error
    ax.fill_between(mean.index, low, high, color=COLOURS["mufasa"], alpha=0.15, lw=0)
    ax.axvline(50, color="0.5", ls="--", lw=1)
    ax.text(50, mean.max(), " J of the paper", color="0.4", va="top")
    ax.set(xscale="log", xlabel="steps J", ylabel="test error (%)")
    ax.set_xticks(
        [1, 2, 5, 10, 20, 50, 100, 200], ["1", "2", "5", "10", "20", "50", "100", "200"]
    )
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_title("(a) The best set after J steps")
    axes = narrow.subplots(2, 2, sharey=True)
    for panel, (name, label) in zip(axes.flat, AXES.items(), strict=True):
        mean, error = along(scores, f"mufasa_{name}", "error_along")
        panel.errorbar(
            mean.index, mean, error, color="k", marker="o", ms=3.5, capsize=2
        )
        panel.set(yscale="log", xlabel=label)
        panel.set_yticks([6, 10, 20, 40, 80], ["6", "10", "20", "40", "80"])
        panel.yaxis.set_minor_locator(NullLocator())
    narrow.suptitle(
        "(b) Test error along one meta-feature, the others as chosen", x=0.02, ha="left"
    )
    return fig

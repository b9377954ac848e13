"""Figures 4 to 6 of Li and Lu (2009), and accuracy with flipped labels."""

import matplotlib.pyplot as plt

from pride.figures.palette import COLOURS, NAMES

TITLES = {
    "mfeat": "Multi-features (figure 4)",
    "wdbc": "WDBC (figure 5)",
    "pima": "Pima (figure 6)",
}
STYLES = {  # the paper's three methods are drawn through
    "lmba": {"lw": 2.2, "zorder": 5},
    "simba": {"zorder": 4},
    "fsfs": {"zorder": 3},
    "relief": {"ls": "--", "lw": 1.2},
    "random": {"ls": ":", "lw": 1.2},
}
MANY = 100  # features from which on the axis is logarithmic


def mean_and_error(scores, metric, method):
    """Mean and standard error over repeats, by place on the axis."""
    rows = scores[(scores["metric"] == metric) & (scores["method"] == method)]
    values = rows.groupby("at")["value"]
    return values.mean(), values.sem().fillna(0)


def title(scores):
    """The paper's name of the data set and its figure."""
    dataset = scores["dataset"].iloc[0]
    return TITLES.get(dataset, dataset)


def draw(ax, scores, metric):
    """A line for each method; bands are two standard errors over repeats."""
    for method, style in STYLES.items():
        mean, error = mean_and_error(scores, metric, method)
        if len(mean):
            colour = COLOURS[method]
            ax.plot(mean, color=colour, label=NAMES[method], **style)
            low, high = mean - 2 * error, mean + 2 * error
            ax.fill_between(mean.index, low, high, color=colour, alpha=0.15, lw=0)
    return mean.index


def accuracy(scores):
    """Figures 4 to 6: accuracy of 1-NN over the number of features.

    Where it is flat, its upper part, too.
    """
    curves = scores[scores["metric"] == "accuracy"]
    means = curves[curves["at"] > 0].groupby(["method", "at"])["value"].mean()
    best = means.max()
    spread = best - means.loc[["lmba", "simba"]].median()
    low = best - max(4 * spread, 2)
    flat = means.min() < low - spread
    size = {"figsize": (8.4, 3.8), "width_ratios": [1.5, 1]} if flat else {}
    fig, axes = plt.subplots(1, 1 + flat, squeeze=False, **size)
    everything = curves.loc[curves["method"] == "all_features", "value"].mean()
    for ax in axes[0]:
        sizes = draw(ax, scores, "accuracy")
        level = {"color": "0.3", "ls": (0, (6, 3)), "lw": 0.9}
        ax.axhline(everything, **level, label=NAMES["all_features"])
        if sizes.max() > MANY:
            ax.set_xscale("log")
            shown = [n for n in (1, 3, 10, 30, 100, 300) if n in sizes]
            ax.set_xticks(shown, [f"{n:g}" for n in shown])
            ax.set_xticks([], minor=True)
        ax.set_xlabel("number of features")
    repeats = curves["repeat"].nunique()
    axes[0, 0].set_ylabel("accuracy of 1-NN (%)")
    axes[0, 0].set_title(f"{title(scores)}: five folds, {repeats} repeats")
    axes[0, 0].legend(loc="lower right")
    if flat:
        axes[0, 1].set_ylim(low, best + min(max(spread, 0.5), 1))
        axes[0, 1].set_title("The upper part")
    return fig


def noise(scores):
    """Section 4.3: accuracy of 3-NN with flipped labels, Lmba's lead over Simba."""
    fig, axes = plt.subplots(1, 2, figsize=(8.4, 3.6))
    levels = draw(axes[0], scores, "knn_accuracy_label_noise")
    axes[0].set(ylabel="accuracy of 3-NN, mean over sizes (%)")
    axes[0].set_title(f"{title(scores).split(' (')[0]}, an addition to the paper")
    axes[0].legend(loc="lower left")
    gain, error = mean_and_error(scores, "knn_gain_over_simba", "lmba")
    colour = COLOURS["lmba"]
    axes[1].errorbar(gain.index, gain, 2 * error, color=colour, marker="o", capsize=3)
    axes[1].axhline(0, color="0.4", lw=0.8)
    axes[1].set(ylabel="Lmba less Simba (points)", title="Bars: two standard errors")
    for ax in axes:
        ax.set(xlabel="training labels flipped (%)", xticks=levels)
    return fig

"""Figures 1 to 3 of Gilad-Bachrach, Navot and Tishby (2004): the xor problem."""

import matplotlib.pyplot as plt

from pride.figures.palette import COLOURS, NAMES

METHODS = {"simba": "-", "relief": (0, (1, 1))}  # line styles as in figure 1


def metric(scores, name):
    """The scores of one metric."""
    return scores[scores["metric"] == name]


def figure_1(scores):
    """Margin and angle along the iterations; lines are means, bands 80% of the runs."""
    fig, axes = plt.subplots(2, 1, sharex=True, figsize=(6.4, 5.4))
    for ax, name in zip(axes, ["margin", "angle"], strict=True):
        for method, style in METHODS.items():
            runs = metric(scores[scores["method"] == method], name)
            runs = runs.pivot(index="at", columns="repeat", values="value")
            low, high = runs.quantile(0.1, axis=1), runs.quantile(0.9, axis=1)
            colour = COLOURS[method]
            ax.fill_between(runs.index, low, high, color=colour, alpha=0.15, lw=0)
            mean = runs.mean(axis=1)
            ax.plot(mean, color=colour, ls=style, label=NAMES[method])
            end = (runs.index[-1], mean.iloc[-1])
            offset = {"xytext": (4, 0), "textcoords": "offset points"}
            ax.annotate(NAMES[method], end, **offset, color=colour, va="center")
    truth = metric(scores[scores["method"] == "truth"], "margin")["value"].mean()
    axes[0].axhline(truth, color=COLOURS["truth"], ls="--", lw=1)
    axes[0].annotate(
        "margin of the correct weights",
        (0, truth),
        xytext=(4, 3),
        textcoords="offset points",
    )
    count = scores.loc[scores["metric"] == "angle", "repeat"].nunique()
    bands = f"Lines: means of {count} runs; bands: the middle 80% of them"
    axes[0].set(ylabel="margin e(w)", title=bands)
    axes[1].set(
        ylabel="angle to the truth (rad)", title="The angle shrinks as the margin grows"
    )
    axes[1].set(xlabel="iteration", xlim=(0, runs.index[-1]), ylim=(0, None))
    return fig


def figure_2(scores):
    """Weights that Simba and Relief give to the features of the xor problem."""
    weights = scores[scores["metric"].str.startswith("weight_")].copy()
    weights["feature"] = weights["metric"].str.removeprefix("weight_").astype(int)
    groups = weights.groupby(["method", "at", "feature"])["value"]
    mean, spread = groups.mean(), groups.std().fillna(0)

    panels = iter("abcd")
    shown = sorted(weights["at"].unique())[:2]
    fig, axes = plt.subplots(2, 2, sharex=True, sharey=True)
    for row, method in zip(axes, METHODS, strict=True):
        for ax, at in zip(row, shown, strict=True):
            bars = mean.loc[method, at]
            colours = [COLOURS[method] if j <= 3 else "0.75" for j in bars.index]
            ax.bar(bars.index, bars, color=colours)
            error = {"fmt": "none", "ecolor": "0.3", "lw": 0.8}
            ax.errorbar(bars.index, bars, spread.loc[method, at], **error)
            ax.plot([0.5, 3.5], [1, 1], color="k", ls="--", lw=1)
            ax.plot([3.5, 10.5], [0, 0], color="k", ls="--", lw=1)
            ax.set_title(f"({next(panels)}) {NAMES[method]}, {at} iterations")
    axes[0, 0].annotate("correct weights", (3.7, 1), va="center")
    axes[1, 1].set_xticks(range(1, 11))
    fig.supxlabel("feature (coloured: the three relevant ones)", fontsize=9)
    fig.supylabel("weight, largest 1; mean and standard deviation", fontsize=9)
    return fig


def figure_3(scores):
    """Angle against margin for Simba, one point for an iteration from 150 on."""
    late = metric(scores, "correlation")["at"].max()
    runs = scores[(scores["method"] == "simba") & (scores["at"] >= late)]
    margin, angle = (
        metric(runs, name).pivot(index="at", columns="repeat", values="value")
        for name in ("margin", "angle")
    )
    r = margin.corrwith(angle)
    median = (r - r.median()).abs().idxmin()
    fig, ax = plt.subplots(figsize=(6.4, 4.4))
    ax.scatter(margin, angle, s=2, color="0.8", lw=0, rasterized=True)
    one = ax.scatter(margin[median], angle[median], s=7, c=margin.index, cmap="viridis")
    fig.colorbar(one, label="iteration")
    ax.set(xlabel="margin e(w)", ylabel="angle to the truth (rad)", ylim=(0, None))
    ax.set_title(
        f"Grey: all {len(r)} runs, correlations from {r.min():.2f} to {r.max():.2f}\n"
        f"In colour: the run of median correlation, {r[median]:.2f}"
    )
    return fig

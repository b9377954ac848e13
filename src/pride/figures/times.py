"""Where the time of a build goes."""

from matplotlib import pyplot as plt

PAPERS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#999999"]  # in order of the rows


def minutes(seconds):
    """A time as people say it."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def times(jobs):
    """Time of each experiment, a piece for each of its jobs."""
    totals = jobs.groupby(["paper", "experiment"], sort=False)["seconds"].sum()
    papers = list(dict.fromkeys(jobs["paper"]))
    order = [
        (paper, experiment)
        for paper in papers
        for experiment in totals[paper].sort_values(ascending=False).index
    ]
    fig, ax = plt.subplots(figsize=(7.2, 0.6 + 0.2 * len(order)))
    for row, (paper, experiment) in enumerate(order):
        mine = jobs[(jobs["paper"] == paper) & (jobs["experiment"] == experiment)]
        pieces = mine["seconds"].sort_values(ascending=False) / 60
        starts = pieces.cumsum() - pieces
        colour = PAPERS[papers.index(paper) % len(PAPERS)]
        ax.barh(row, pieces, 0.75, starts, color=colour, edgecolor="w", linewidth=0.6)
        jobs_in_words = f", {len(pieces)} jobs" if len(pieces) > 1 else ""
        label = f" {minutes(60 * pieces.sum())}{jobs_in_words}"
        ax.text(pieces.sum(), row, label, va="center", fontsize=7, color="0.3")
    ax.set_yticks(range(len(order)), [f"{p}, {e}" for p, e in order], fontsize=7)
    ax.invert_yaxis()
    ax.set_xlabel("minutes from the start to the end of a job")
    ax.grid(True, axis="x")
    ax.grid(False, axis="y")
    ax.margins(x=0.15, y=0.01)
    ax.set_title(f"{len(jobs)} jobs that measure, {minutes(jobs['seconds'].sum())}")
    return fig

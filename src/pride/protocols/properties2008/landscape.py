"""How errors depend on steps, start and meta-features in Mufasa (sections 6.1, 6.2).

All at one budget. One function for each question; Mufasa as in figure 6.
"""

import numpy as np
import pandas as pd
from scipy.spatial.distance import pdist
from scipy.stats import spearmanr

from pride.features import draws
from pride.protocols.properties2008 import digits, images
from pride.protocols.properties2008.images import SPACE
from pride.scores import scores
from pride.seeding import rng_for

CORNERS = np.array([[0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0, 1], [1, 0, 1, 0]])
STARTS = SPACE.nearest(  # four corners and the centre
    SPACE.low + np.vstack([CORNERS, np.full(4, 0.5)]) * (SPACE.high - SPACE.low)
)


def tasks(X, y, dataset, train, image, setting, repeats, seed):
    """Training sets of figure 6, one a repeat."""
    whole = images.digits(X, y, train, image, setting)
    for repeat in range(repeats):
        key = seed, dataset, repeat
        yield repeat, key, whole.task(key, setting["samples"])


def error_of(task, key, u, budget):
    """Test error of one set of features with meta-features u."""
    rng = rng_for(*key, "landscape", budget, *u)
    features = draws.draw(rng, digits.like(u, budget), task.image)
    return images.test_error(task, features, images.values_on(task, features))


class Watched:
    """A quality that also notes the test error of each set that becomes the best."""

    def __init__(self, task):
        self.task, self.best, self.errors = task, -np.inf, []

    def __call__(self, chosen):
        q = images.quality(self.task, chosen[1])
        if q >= self.best:
            self.best, error = q, images.test_error(self.task, *chosen)
        else:
            error = self.errors[-1]
        self.errors.append(error)
        return q


def steps(X, y, dataset, train, image, experiment, setting, repeats, seed):
    """Section 6.1: the test error of the best set after each of many steps."""
    budget, many = experiment["budget"], experiment["steps"]
    curves = []
    for _, key, task in tasks(X, y, dataset, train, image, setting, repeats, seed):
        watched = Watched(task)
        longer = setting | {"steps": many}
        digits.search(task, "mufasa", budget, key, longer, quality=watched)
        curves.append(watched.errors)
    curves = np.array(curves)
    lowest = curves.mean(axis=0).argmin()
    rows = []
    for repeat, curve in enumerate(curves):
        shortfall = curve[setting["steps"] - 1] - curve[-1]
        rows.append(("steps_shortfall", budget, repeat, shortfall))
        rows.append(("steps_overfit", budget, repeat, curve[-1] - curve[lowest]))
        shown = np.unique(np.geomspace(1, many, 30).astype(int))
        rows += [("error_after_steps", J, repeat, curve[J - 1]) for J in shown]
    return scores(dataset, "mufasa", rows)


def starts(X, y, dataset, train, image, experiment, setting, repeats, seed):
    """Section 6.1: Mufasa from corners and the centre of the meta-feature space."""
    budget, errors = experiment["budget"], []
    for _, key, task in tasks(X, y, dataset, train, image, setting, repeats, seed):
        found = [
            digits.search(task, "mufasa", budget, (*key, "start", i), setting, start)
            for i, start in enumerate(STARTS)
        ]
        errors.append([images.test_error(task, *run.best) for run in found])
    means = np.mean(errors, axis=0)
    rows = [("start_error_range", budget, 0, np.ptp(means))]
    rows += [("error_from_start", i, 0, mean) for i, mean in enumerate(means)]
    return scores(dataset, "mufasa", rows)


def continuity(X, y, dataset, train, image, experiment, setting, repeats, seed):
    """Section 6.1: whether points that are near have sets of similar error.

    Each repeat has points of its own; their errors are means over some training sets.
    """
    budget, rows = experiment["budget"], []
    several = list(tasks(X, y, dataset, train, image, setting, 4, seed))
    for repeat in range(repeats):
        points = SPACE.anywhere(rng_for(seed, dataset, "points", repeat), 25)
        errors = [
            np.mean([error_of(task, key, u, budget) for _, key, task in several])
            for u in points
        ]
        near = pdist((points - SPACE.low) / (SPACE.high - SPACE.low))
        alike = pdist(np.array(errors)[:, None])
        found = spearmanr(near, alike).statistic
        rows.append(("distance_error_correlation", budget, repeat, found))
    return scores(dataset, "mufasa", rows)


def levels(axis):
    """Values over which one meta-feature runs, at most eleven of them."""
    count = min(11, round((SPACE.high - SPACE.low)[axis] / SPACE.step[axis]) + 1)
    return np.linspace(SPACE.low[axis], SPACE.high[axis], count)


def sensitivity(
    X, y, dataset, train, image, experiment, setting, repeats, seed, selected
):
    """Figure 7: errors when one meta-feature runs over its range.

    The others are at the mean that Mufasa chose with this budget. A repeat is a mean
    over some training sets.
    """
    budget = experiment["budget"]
    mine = selected[selected["at"] == budget].groupby("metric")["value"]
    centre = SPACE.nearest(
        np.array([mine.get_group(f"chosen_{name}").mean() for name in draws.NAMES])
    )
    group = experiment["group"]
    several = list(tasks(X, y, dataset, train, image, setting, repeats * group, seed))
    parts, spreads = [], []
    for axis, name in enumerate(draws.NAMES):
        rows, spread = [], []
        for repeat in range(repeats):
            sets = several[repeat * group : (repeat + 1) * group]
            line = []
            for level in levels(axis):
                u = np.where(np.arange(len(centre)) == axis, level, centre)
                errors = [error_of(task, key, u, budget) for _, key, task in sets]
                line.append(np.mean(errors))
                rows.append(("error_along", level, repeat, line[-1]))
            rows.append(("performance_sensitivity", budget, repeat, np.ptp(line)))
            spread.append(np.ptp(line))
        spreads.append(np.mean(spread))
        width = chosen_width(selected, name, axis)
        rows += [("chosen_range", 0, i, value) for i, value in enumerate(width)]
        parts.append(scores(dataset, f"mufasa_{name}", rows))
    widths = [
        part.loc[part["metric"] == "chosen_range", "value"].mean() for part in parts
    ]
    found = spearmanr(widths, spreads).statistic
    rows = [("range_sensitivity_correlation", budget, 0, found)]
    return pd.concat([*parts, scores(dataset, "mufasa", rows)], ignore_index=True)


def chosen_width(selected, name, axis):
    """Of each budget: the range of 80% of the chosen values over the allowed range."""
    mine = selected[selected["metric"] == f"chosen_{name}"].groupby("at")["value"]
    wide = mine.quantile(0.9) - mine.quantile(0.1)
    return (wide / (SPACE.high - SPACE.low)[axis]).to_numpy()


def summary(tables, method, others):
    """Figures 6 and 7: where Mufasa overtakes the SVM, and trends with the budget."""
    mufasa, svm = tables
    errors = mufasa[mufasa["metric"] == "error"]
    mean = errors.groupby("at")["value"].mean()
    second = svm[(svm["metric"] == "error") & (svm["at"] == 2)]["value"].mean()
    rows = []
    if (mean > second).any() and (mean <= second).any():
        last = mean.index[mean > second].max()
        after = mean.index[mean.index > last]
        if len(after):
            share = (mean[last] - second) / (mean[last] - mean[after[0]])
            crossing = last + share * (after[0] - last)
            rows.append(("crossing_budget", 0, 0, crossing))
    for name in draws.NAMES:
        mine = mufasa[mufasa["metric"] == f"chosen_{name}"]
        for repeat, runs in by_fives(mine):
            found = spearmanr(runs["at"], runs["value"]).statistic
            rows.append((f"{name}_trend", 0, repeat, found))
    return scores(mufasa["dataset"].iloc[0], method, rows)


def by_fives(runs):
    """Runs in groups of five training sets, so that a trend has a standard error."""
    for group, part in runs.groupby(runs["repeat"] // 5):
        if part["value"].nunique() > 1:
            yield int(group), part

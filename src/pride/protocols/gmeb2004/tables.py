"""Section 4 of Peleg and Meir (2004): Tables 1 and 2, in the reading that is judged."""

import pandas as pd
from scipy.stats import spearmanr

from pride.programs.gmeb import Dual, solve_grid
from pride.protocols.gmeb2004 import problems
from pride.protocols.gmeb2004.choice import (
    GAP,
    Reading,
    chosen,
    fits,
    hyperparameters,
    outcome,
    selection,
    shifted,
)
from pride.scores import scores


def trial(method, values, problem, reading, epsilon):
    """What the classifier that cross-validation chooses does: (metrics, selected)."""
    found = outcome(method, values, problem, reading)
    best = chosen(found.cross_validated, reading.ties)
    mask = selection(found.coef[best], epsilon, reading.rule)
    metrics = {
        "error": found.test[best],
        "features": mask.sum(),
        "generalisation_gap": found.test[best] - found.train[best],
        "largest_gap": found.gap.max(),
        "referred": found.referred,
        "uncertified": (found.gap > GAP).sum(),
    }
    return metrics, mask


def overlaps(masks):
    """Jaccard overlap in percent of two selections that have no sample in common."""
    pairs = zip(masks[::2], masks[1::2], strict=False)
    return [100 * (a & b).sum() / max(1, (a | b).sum()) for a, b in pairs]


def trends(rows):
    """Rank correlation of mean numbers of features with n, from 10 and from 20 on."""
    table = pd.DataFrame(rows, columns=["metric", "at", "repeat", "value"])
    mean = table[table["metric"] == "features"].groupby("at")["value"].mean()
    names = {"features_trend": mean, "features_trend_from_20": mean[mean.index >= 20]}
    return [
        (name, 0, 0, spearmanr(part.index, part).statistic)
        for name, part in names.items()
        if part.nunique() > 1
    ]


def table_1(method, dataset, generator, experiment, reading, seed):
    """Errors and numbers of features on the linear problem, for each size n."""
    reading, rows = Reading(**reading), []
    values = hyperparameters(method, dataset, experiment, reading)
    for n in experiment["samples"]:
        drawn = problems.linear_problems(
            generator, n, experiment, reading, (seed, dataset)
        )
        done = [trial(method, values, p, reading, experiment["epsilon"]) for p in drawn]
        for repeat, (metrics, _) in enumerate(done):
            rows += [(name, n, repeat, value) for name, value in metrics.items()]
        for pair, value in enumerate(overlaps([mask for _, mask in done])):
            rows.append(("selection_overlap", n, pair, value))
    cells = len(values) ** 2 if method == "gmeb" else len(values)
    rows += [("grid_cells", 0, 0, cells), *trends(rows)]
    return scores(dataset, method, rows)


def table_2(X, y, dataset, methods, experiment, reading, seed):
    """Errors and numbers of features of all methods on one real data set."""
    reading, tables, sizes = Reading(**reading), [], []
    X = problems.EDITIONS[experiment["edition"]](X)
    y = problems.two_classes(y, experiment["positive"])
    for method in methods:
        values, rows = hyperparameters(method, dataset, experiment, reading), []
        drawn = problems.real_problems(X, y, experiment, reading, (seed, dataset))
        for repeat, problem in enumerate(drawn):
            metrics, _ = trial(method, values, problem, reading, experiment["epsilon"])
            rows += [(name, 0, repeat, value) for name, value in metrics.items()]
            sizes.append((len(problem.sample[1]), len(problem.test[1])))
        if method == "svm" and dataset in experiment["footnote"]:
            rows.append(("cells_not_converged", 0, 0, not_converged(X, y, experiment)))
        tables.append(scores(dataset, method, rows))
    if experiment["train"] is not None:
        names = "train_patterns", "test_patterns"
        known = [(name, 0, 0, n) for name, n in zip(names, sizes[0], strict=True)]
        tables.append(scores(dataset, "truth", known))
    return pd.concat(tables, ignore_index=True)


def not_converged(X, y, experiment):
    """Caption of Table 2: at how many C = Lambda/(1-Lambda) the SVM is not solved."""
    plain = Reading(**dict.fromkeys(Reading._fields, "none"))
    values = hyperparameters("svm", "", experiment, plain)
    (whole,) = shifted(X, [X], plain)
    return int((fits("svm", whole, problems.signs(y), values).gap > GAP).sum())


def reference(X, y, dataset, experiment, reading, seed):
    """Section 5: whether (7) can be solved for R+ = R-, and the optima beside ours."""
    reading = Reading(**reading)
    X = problems.EDITIONS[experiment["edition"]](X)
    sample = next(problems.real_problems(X, y, experiment, reading, (seed, dataset)))[0]
    (whole,) = shifted(sample[0], [sample[0]], reading)
    limits = hyperparameters("gmeb", dataset, experiment, reading)
    ours, gaps = solve_grid(whole, sample[1], limits, limits), []
    program = Dual(whole, sample[1])
    for place, limit in enumerate(limits):
        try:
            theirs = program.solve(limit, limit)
        except RuntimeError:
            continue
        mine = ours.objective[place, place]
        gaps.append(abs(theirs.upper - mine) / max(1.0, mine))
    solved = 100 * len(gaps) / len(limits)
    rows = [("solved", 0, 0, solved), ("optimum_difference", 0, 0, max(gaps))]
    return scores(dataset, "gmeb_dual", rows)


def real_world(tables, method, others):
    """Section 4.3: on how many data sets GMEB is ahead, and mean errors over all."""
    table = pd.concat(tables)
    mean = table.groupby(["metric", "dataset", "method"])["value"].mean()
    error, features = (
        mean[m].unstack()[[method, *others]] for m in ("error", "features")
    )
    rest = error[others].min(axis=1)
    lowest = error[method].round(1) <= rest.round(1)
    fewest = features[method] < features[others].min(axis=1)
    counts = {
        "lowest_error_count": lowest,
        "fewest_features_count": fewest,
        "lowest_error_and_fewest_features_count": lowest & fewest,
        "strictly_lowest_error_count": error[method] < rest,
        "comparable_error_count": pd.Series(comparable(table, method, others)),
        "fewer_features_than_svm_count": features[method] < features["svm"],
    }
    rows = [(name, 0, 0, int(found.sum())) for name, found in counts.items()]
    return pd.concat(
        [scores("real_world", method, rows + mean_errors(table, method))]
        + [scores("real_world", other, mean_errors(table, other)) for other in others]
    )


def comparable(table, method, others):
    """Whether a method is at most two standard errors above the better of others."""
    for _, mine in table[table["metric"] == "error"].groupby("dataset"):
        each = mine.pivot(index="repeat", columns="method", values="value")
        above = each[method] - each[each[others].mean().idxmin()]
        yield above.mean() <= 2 * above.sem()


def mean_errors(table, method):
    """Error of a method, averaged over the data sets, repeat by repeat."""
    mine = table[(table["metric"] == "error") & (table["method"] == method)]
    each = mine.groupby("repeat")["value"].mean()
    return [("mean_error", 0, repeat, value) for repeat, value in each.items()]

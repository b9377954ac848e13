"""What section 5.2 says of methods side by side, from the scores of figure 5."""

import numpy as np
from scipy.stats import spearmanr, ttest_rel

from pride.protocols.properties2008.tables import scores_by_method


def by_split(tables, method, metric, n):
    """A quantity by split, None where it was not measured."""
    for table in tables:
        mine = table[(table["method"] == method) & (table["metric"] == metric)]
        mine = mine[mine["at"] == n]
        if len(mine):
            return mine.set_index("repeat")["value"]
    return None


def curve(tables, method):
    """Mean accuracy by n."""
    mine = [t[(t["method"] == method) & (t["metric"] == "accuracy")] for t in tables]
    return next(m for m in mine if len(m)).groupby("at")["value"].mean()


def same_accuracy(wanted, curve):
    """n at which a curve, linear in log n between its points, first gets to a level.

    Beyond its last point the curve goes on as between the last two.
    """
    sizes, values = np.log(curve.index.to_numpy(float)), curve.to_numpy()
    reached = np.flatnonzero(values >= wanted)
    last = min(max(reached[0] if len(reached) else len(values), 1), len(values) - 1)
    slope = (values[last] - values[last - 1]) / (sizes[last] - sizes[last - 1])
    return np.exp(sizes[last - 1] + (wanted - values[last - 1]) / slope)


def schedules(tables, n, factors):
    """Accuracies by split, one column a factor on the printed alphas; 1 is mf_pfs."""
    accuracies = {1.0: by_split(tables, "mf_pfs", "accuracy", n)}
    for method, factor in factors.items():
        accuracies[factor] = by_split(tables, method, "accuracy", n)
    return dict(sorted(accuracies.items()))


def about_alphas(tables, n, factors):
    """Range of the mean accuracies, and the trend with the factor in each split."""
    found = schedules(tables, n, factors)
    means = [accuracy.mean() for accuracy in found.values()]
    yield "mf_pfs", "alpha_accuracy_range", n, 0, max(means) - min(means)
    for repeat in found[1.0].index:
        values = [accuracy[repeat] for accuracy in found.values()]
        if len(set(values)) > 1:
            trend = spearmanr(list(found), values).statistic
            yield "mf_pfs", "alpha_accuracy_trend", n, repeat, trend


def summary(tables, method, others):
    """Comparisons with `method`, MF-PFS, at the largest n; `others` are factors."""
    dataset = tables[0]["dataset"].iloc[0]
    mean = {name: curve(tables, name) for name in (method, "rfe_small")}
    n = mean[method].index[-1]
    ours, small, everything = (
        by_split(tables, name, "accuracy", n)
        for name in (method, "rfe_small", "rfe_all")
    )
    counts = {
        name: by_split(tables, name, "measured_features", n)
        for name in (method, "rfe_all", "mf_pfs_alpha06")
    }
    rows = list(about_alphas(tables, n, others))
    if len(ours) > 1:
        p = ttest_rel(ours, small).pvalue
        rows.append((method, "p_value_over_rfe_small", n, 0, p))
    for repeat in ours.index:
        gap = ours[repeat] - everything[repeat]
        times = counts["rfe_all"][repeat] / counts[method][repeat]
        more = 100 * (counts["mf_pfs_alpha06"][repeat] / counts[method][repeat] - 1)
        rows += [
            (method, "accuracy_over_rfe_all", n, repeat, gap),
            ("rfe_all", "measured_over_mf_pfs", n, repeat, times),
            ("mf_pfs_alpha06", "measured_increase", n, repeat, more),
        ]
    for size, level in mean[method].items():
        needed = same_accuracy(level, mean["rfe_small"]) / size
        rows.append(("rfe_small", "features_for_same_accuracy", size, 0, needed))
    return scores_by_method(dataset, rows)

"""Figure 5 of Krupka, Navot and Tishby (2008): selection of patch prototypes.

`at` is n, the number of selected features. Each n has N = 10n candidates: the first of
the pool in the random order of the split. All methods see the same splits and orders;
what MF-PFS draws is keyed by split and n, whatever its alphas.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import spearmanr

from pride.programs.multiclass_sequence import Rating
from pride.programs.multiclass_svm import square_weights
from pride.protocols.properties2008 import patches
from pride.protocols.properties2008.tables import scores_by_method
from pride.regression import WeightedKNN
from pride.seeding import rng_for
from pride.selectors.mf_pfs import mf_pfs
from pride.selectors.svm_rfe import svm_rfe


class Choice(NamedTuple):
    """Features that a method selects, all that it measured, and what is said of it."""

    columns: np.ndarray
    measured: np.ndarray
    considered: int
    facts: dict


def eliminated(split, n, experiment, candidates, steps):
    """SVM-RFE from the first candidates to n; the weights with which it began."""
    first = split.order[:candidates]
    settings = experiment["C"], experiment["tolerance"]
    found = svm_rfe(split.measure(first), split.y, n, steps, *settings)
    facts = {"elimination_steps": len(found.sets) - 1}
    chosen = found.sets[-1]
    return Choice(first[chosen], first, len(first), facts), found.weights[0][chosen]


def predicted(split, n, experiment, alphas, key):
    """MF-PFS; what is selected must be measured, too, to be used."""
    first = split.order[: experiment["candidates"] * n]
    found = mf_pfs(
        lambda columns: split.measure(first[columns]),
        split.y,
        split.patches.properties[first],
        n,
        rng_for(*key, "mf_pfs", n),
        alphas,
        experiment["t"],
        Rating(experiment["C"], experiment["tolerance"]),
        WeightedKNN(experiment["neighbours"]),
    )
    measured = np.union1d(found.measured, found.selected)
    facts = {"elimination_steps": len(found.rounds)}
    survivors = [turn.candidates for turn in found.rounds[1:]] + [found.selected]
    dropped = np.setdiff1d(found.rounds[0].candidates, survivors[0])
    choice = Choice(first[found.selected], first[measured], len(first), facts)
    return choice, first[dropped]


def random_choice(columns):
    """Features that are taken as they come."""
    return Choice(columns, columns, len(columns), {})


def chosen(split, method, n, experiment, key):
    """What a method selects, and the weights or drops that other numbers need."""
    most = experiment["candidates"] * n
    if method in ("rfe_all", "rfe_one_step"):
        steps = experiment["steps"] if method == "rfe_all" else 1
        return eliminated(split, n, experiment, most, steps)
    if method == "rfe_small":
        few = round(experiment["small"] * n)
        return eliminated(split, n, experiment, few, experiment["steps"])
    if method == "baseline":
        return random_choice(split.order[:n]), None
    if method == "baseline_other_images":
        other = rng_for(*key, "other").permutation(split.patches.other)
        return random_choice(other[:n]), None
    return predicted(split, n, experiment, experiment["alphas"][method], key)


def measured(split, method, n, experiment, key):
    """Metrics of one method with one n on one split; the choice and what came by it."""
    choice, aside = chosen(split, method, n, experiment, key)
    labels, weights = patches.classified(split, choice.columns, experiment["C"])
    y, most = split.patches.y[split.test], experiment["candidates"] * n
    right = labels == y
    metrics = choice.facts | {
        "accuracy": 100 * right.mean(),
        "classes_above_chance": patches.above_chance(right, y),
        "measured_features": len(choice.measured),
        "measured_over_n": len(choice.measured) / n,
        "measured_share": 100 * len(choice.measured) / most,
        "measured_saving": 100 * (1 - len(choice.measured) / most),
        "considered_share": 100 * choice.considered / most,
    }
    if method == "rfe_all":
        alone = square_weights(weights)
        metrics["weight_order_correlation"] = spearmanr(aside, alone).statistic
    return metrics, choice, aside


def selection(found, methods, dataset, experiment, repeats, seed):
    """Figure 5: accuracy and measured features of some methods over n and splits."""
    if not len(found.other):
        methods = [method for method in methods if method != "baseline_other_images"]
    rows, sizes = [], experiment["sizes"]
    for repeat in range(repeats):
        key = seed, dataset, repeat
        split = patches.task(found, key, experiment["train"])
        kept = {}
        for method in methods:
            accuracies = []
            own = [sizes[-1]] if method in experiment["largest_only"] else sizes
            for n in own:
                metrics, *kept[method, n] = measured(split, method, n, experiment, key)
                rows += [(method, name, n, repeat, x) for name, x in metrics.items()]
                accuracies.append(metrics["accuracy"])
            rows.append((method, "mean_accuracy", 0, repeat, np.mean(accuracies)))
        if {"rfe_all", "mf_pfs"} <= set(methods):
            for n in sizes:
                good, dropped = kept["rfe_all", n][0].columns, kept["mf_pfs", n][1]
                lost = 100 * np.isin(good, dropped).mean()
                rows.append(("mf_pfs", "good_lost_first_round", n, repeat, lost))
    return scores_by_method(dataset, rows)

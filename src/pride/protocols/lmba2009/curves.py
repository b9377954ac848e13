"""Figures 4 to 6 of Li and Lu (2009): accuracy over the number of features.

1-NN, five folds, on Multi-features, WDBC and Pima. The folds are drawn anew for every
repeat; all methods share them. Beside the paper's three methods stand Relief, a random
ranking, and, where asked for, searches of which Lmba is said to save the time. The
samples of a training part stay in the order of the data.
"""

from itertools import combinations

import numpy as np
import pandas as pd
from sklearn.svm import SVC

from pride.classifiers import accuracy
from pride.datasets.splits import folds
from pride.protocols.lmba2009.methods import SEARCHES, chosen, convergence, scaled
from pride.scores import scores
from pride.seeding import rng_for

COMPARED = "lmba", "simba", "fsfs"


def parts(X, y, dataset, n_folds, repeat, seed):
    """(training, test) of each fold, scaled on the training part."""
    rng = rng_for(seed, dataset, "folds", repeat)
    fold_of = folds(rng, y, n_folds, stratified=True)
    for fold in range(n_folds):
        train, test = fold_of != fold, fold_of == fold
        A, B = scaled(X[train], X[test])
        yield (A, y[train]), (B, y[test])


def svm_accuracy(X, y, X_test, y_test):
    """Percent of the test part that a linear SVM with C = 1 gets right."""
    fitted = SVC(kernel="linear", C=1.0).fit(X, y)
    return 100 * np.mean(fitted.predict(X_test) == y_test)


def instability(sets):
    """Section 1: one minus the mean overlap (Jaccard) of sets chosen on other folds."""
    overlaps = [
        len(np.intersect1d(a, b)) / len(np.union1d(a, b))
        for a, b in combinations(sets, 2)
    ]
    return 1 - np.mean(overlaps)


def of_one_method(method, divided, sizes, svm_sizes, readings, state):
    """(metric, at, value) of one method in one repeat, over its folds."""
    by_size, by_svm = ({n: [] for n in ns} for ns in (sizes, svm_sizes))
    sets = {n: [] for n in sizes}
    for fold, ((X, y), (X_test, y_test)) in enumerate(divided):
        found = chosen(method, X, y, sizes, readings, state + fold)
        for size, best in found.items():
            A, B = X[:, best], X_test[:, best]
            by_size[size].append(accuracy(A, y, B, y_test))
            sets[size].append(best)
            if size in by_svm and method in COMPARED:
                by_svm[size].append(svm_accuracy(A, y, B, y_test))
    means = {size: np.mean(found) for size, found in by_size.items()}
    unstable = [instability(found) for found in sets.values()]
    rows = [("accuracy", size, mean) for size, mean in means.items()]
    rows.append(("mean_accuracy", 0, np.mean(list(means.values()))))
    rows.append(("best_accuracy", 0, max(means.values())))
    rows.append(("selection_instability", 0, np.mean(unstable)))
    if method in COMPARED:
        of_svm = {size: np.mean(found) for size, found in by_svm.items()}
        rows += [("svm_accuracy", size, mean) for size, mean in of_svm.items()]
        rows.append(("svm_mean_accuracy", 0, np.mean(list(of_svm.values()))))
    return rows


def comparison(curves, method):
    """Section 4.3: percent of the sizes at which a method is best, or above Mitra's.

    Best is not below Simba's and Mitra's accuracy. `curves` are accuracies by size.
    """
    own = np.array(curves[method])
    others = np.array([curves[other] for other in COMPARED])
    rows = [("wins_over_fsfs", 0, 100 * np.mean(own > curves["fsfs"]))]
    if method == "lmba":
        rows.append(("highest_share", 0, 100 * np.mean(own >= others.max(axis=0))))
    return rows


def everything(divided):
    """(metric, at, value) of 1-NN on all features."""
    mean = np.mean([accuracy(*train, *test) for train, test in divided])
    return [("accuracy", 0, mean), ("best_accuracy", 0, mean)]


def curves(X, y, dataset, experiment, readings, repeats, seed):
    """All methods on one data set: accuracies by size and what is claimed of them."""
    X, sizes = X.astype(np.float64), experiment["sizes"][dataset]
    svm_sizes = experiment["svm_sizes"].get(dataset, sizes)
    methods = [*experiment["methods"]]
    if dataset in experiment["searches"]:
        methods += SEARCHES
    rows = {method: [] for method in (*methods, "all_features")}
    for repeat in range(repeats):
        divided = list(parts(X, y, dataset, experiment["folds"], repeat, seed))
        state = int(rng_for(seed, dataset, "order", repeat).integers(2**31))
        found = {"all_features": everything(divided)}
        for method in methods:
            options = sizes, svm_sizes, readings, state
            found[method] = of_one_method(method, divided, *options)
        by_size = {
            method: [value for name, _, value in found[method] if name == "accuracy"]
            for method in COMPARED
        }
        for method in ("lmba", "simba"):
            found[method] += comparison(by_size, method)
        for method, measured in found.items():
            rows[method] += [(name, at, repeat, v) for name, at, v in measured]
    state = int(rng_for(seed, dataset, "order").integers(2**31))
    for method in ("lmba", "lmba_decay"):
        value = convergence(method, *scaled(X), y, readings, state)
        row = "convergence_correlation", 0, 0, value
        rows.setdefault(method, []).append(row)
    return pd.concat([scores(dataset, method, r) for method, r in rows.items()])

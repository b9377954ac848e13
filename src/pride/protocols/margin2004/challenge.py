"""Section 5.3 of Gilad-Bachrach, Navot and Tishby (2004): the NIPS-03 challenge.

The paper trains on all labelled samples and is scored on a test set whose labels were
never published. So G-flip runs on all labelled samples, to be compared with the paper,
and on the training part alone, to measure errors on the validation part.
"""

import numpy as np
from scipy.stats import binomtest
from sklearn.decomposition import PCA
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, StandardScaler
from sklearn.svm import SVC

from pride.classifiers import nearest_neighbour
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors.gflip import GFlip


def represented(X, name, train):
    """X in the features fitted to its first `train` rows; all components of PCA.

    Centring leaves at most train - 1 components.
    """
    X = X.astype(np.float64)
    kept = {"n_components": min(train - 1, X.shape[1]), "svd_solver": "full"}
    transformer = {
        "raw": FunctionTransformer(),
        "standardised": StandardScaler(),
        "minmax": MinMaxScaler(),
        "pca": PCA(**kept),
        "whitened": PCA(**kept, whiten=True),
    }[name]
    return transformer.fit(X[:train]).transform(X)


def runs(X, y, dataset, part, repeats, seed):
    """G-flip from several orders: the mask and the number of passes of each run."""
    for repeat in range(repeats):
        state = int(rng_for(seed, dataset, "order", part, repeat).integers(2**31))
        fitted = GFlip(random_state=state).fit(X, y)
        yield fitted.support_, fitted.n_passes_


def selection(X, y, dataset, train, features, repeats, seed):
    """G-flip on all labelled samples and on the training part.

    `chosen_training`, at the number of a feature from 1, lists the features chosen on
    the training part. An epoch is a pass; the last one, without a change, counts.
    """
    rows, epochs = [], []
    for part, size in (("labelled", len(X)), ("training", train)):
        A, b = represented(X, features, size)[:size], y[:size]
        for repeat, run in enumerate(runs(A, b, dataset, part, repeats, seed)):
            mask, passes = run
            epochs.append(passes)
            suffix = "" if part == "labelled" else f"_{part}"
            rows.append((f"features{suffix}", 0, repeat, mask.sum()))
            rows.append((f"epochs{suffix}", 0, repeat, passes))
            if part == "training":
                chosen = np.flatnonzero(mask) + 1
                rows += [("chosen_training", f, repeat, 1) for f in chosen]
    rows.append(("epochs_most", 0, 0, max(epochs)))
    rows.append(("below_10_epochs", 0, 0, 100 * np.mean(np.array(epochs) < 10)))
    return scores(dataset, "gflip", rows)


def one_nn(X, y, X_test, *_):
    """Labels that 1-NN gives to the rows of X_test."""
    return nearest_neighbour(X, y, X_test)


def svm_rbf(X, y, X_test, options, state):
    """Labels of an SVM whose C and width are chosen by cross-validation on X, y.

    The kernel is exp(-gamma |x - z|²); gamma is in units of one over the total variance
    of X, half the mean squared distance of two samples. Ties go to the smallest C.
    """
    grid = {"C": options["C"], "gamma": np.array(options["gamma"]) / X.var(0).sum()}
    folds = StratifiedKFold(options["folds"], shuffle=True, random_state=state)
    search = GridSearchCV(SVC(), grid, scoring="balanced_accuracy", cv=folds)
    return search.fit(X, y).predict(X_test)


CLASSIFIERS = {"gflip_svm_rbf": svm_rbf, "gflip_one_nn": one_nn}


def balanced_error(y, predicted):
    """Mean of the error rates of the classes, and its 95% interval, in percent.

    Wilson's binomial interval of each class; the distances of their ends from the rates
    add up in squares (the method of variance estimates recovery, Zou and Donner 2008).
    """
    rates, ends = [], []
    for label in np.unique(y):
        wrong = predicted[y == label] != label
        interval = binomtest(int(wrong.sum()), len(wrong)).proportion_ci(
            method="wilson"
        )
        rates.append(wrong.mean())
        ends.append(interval)
    rates, (low, high) = np.array(rates), np.transpose(ends)
    below, above = (np.linalg.norm(rates - end) / len(rates) for end in (low, high))
    mean = rates.mean()
    return 100 * mean, 100 * (mean - below), 100 * (mean + above)


def errors(X, y, method, dataset, train, features, selected, svm, repeats, seed):
    """Balanced error on the validation part, on features chosen on the training part.

    `selected` are the scores that `selection` gave. Equal sets of features have equal
    errors, which are measured once.
    """
    training = selected["metric"] == "chosen_training"
    chosen = selected[training].groupby("repeat")["at"]
    X = represented(X, features, train)
    state = int(rng_for(seed, dataset, "folds").integers(2**31))
    rows, known = [], {}
    for repeat in range(repeats):
        found = tuple(chosen.get_group(repeat) - 1)
        if found not in known:
            A = X[:, found]
            parts = A[:train], y[:train], A[train:]
            predicted = CLASSIFIERS[method](*parts, svm, state)
            known[found] = balanced_error(y[train:], predicted)
        names = "balanced_error", "interval_low", "interval_high"
        rows += [
            (name, 0, repeat, value)
            for name, value in zip(names, known[found], strict=True)
        ]
    return scores(dataset, method, rows)

"""Every method on any data set: how good is 1-NN on the features it ranks first?"""

import numpy as np

from pride.classifiers import accuracy as percent_right
from pride.datasets.splits import folds
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors import selector

# Methods that are not asked for a number. Features without a weight have no order.
WHOLE = ["all_features", "gflip", "svm", "l1_svm", "gmeb", "gmeb_cv"]
WHOLE += ["mufasa", "svm_rfe", "mf_pfs"]


def check_complete(X):
    """Refuse data with gaps, which some methods would pass over; say where they are."""
    gaps = ~np.isfinite(X)
    if not gaps.any():
        return
    columns = np.flatnonzero(gaps.any(axis=0))
    more = f" and {len(columns) - 5} more" if len(columns) > 5 else ""
    raise ValueError(
        "expected a finite number in every cell; found missing or infinite ones in "
        f"features {', '.join(map(str, columns[:5]))}{more} of "
        f"{gaps.any(axis=1).sum()} samples (features count from 0, without label and "
        "dropped columns). Write `incomplete: drop` into the options of the data set's "
        "entry to leave these samples out, or fill in the file"
    )


def minmax(train, test):
    """Both parts with every feature scaled to [0, 1] on the training part."""
    low, width = train.min(axis=0), np.ptp(train, axis=0)
    width[width == 0] = 1
    return (train - low) / width, (test - low) / width


def ranking(method, X, y, state):
    """Features from best to worst; of a method that selects a set, that set."""
    if method == "all_features":
        return np.arange(X.shape[1])
    estimator = selector(method)()
    if "random_state" in estimator.get_params():
        estimator.set_params(random_state=state)
    estimator.fit(X, y)
    if method in WHOLE:
        return estimator.get_support(indices=True)
    return np.argsort(-estimator.weights_, kind="stable")


def chosen_by_size(method, X, y, sizes, state):
    """Features by their number; FSFS does not rank them and is asked for each size."""
    if method == "fsfs":
        return {n: selector(method)(n).fit(X).get_support(indices=True) for n in sizes}
    ranked = ranking(method, X, y, state)
    return {size: ranked[: size or None] for size in sizes}


def fold_accuracies(method, train, test, sizes, state):
    """Percent of the test part that 1-NN gets right, by number of features."""
    (X, y), (X_test, y_test) = train, test
    found = {}
    for size, best in chosen_by_size(method, X, y, sizes, state).items():
        found[size] = percent_right(X[:, best], y, X_test[:, best], y_test)
    return found


def accuracy(X, y, method, dataset, experiment, repeats, seed):
    """Cross-validated accuracy over the number of features, one value a repeat.

    The folds depend on the data set and the repeat only: all methods share them. A
    method that chooses the number itself has its accuracy at 0.
    """
    X = X.astype(np.float64)
    check_complete(X)
    n_features = X.shape[1]
    sizes = [size for size in experiment["sizes"] if size <= n_features]
    if method in WHOLE:
        sizes = [0]
    rows = []
    for repeat in range(repeats):
        rng = rng_for(seed, dataset, "folds", repeat)
        fold_of = folds(rng, y, experiment["folds"], stratified=True)
        state = int(rng_for(seed, dataset, "order", repeat).integers(2**31))
        found = []
        for fold in range(experiment["folds"]):
            parts = X[fold_of != fold], X[fold_of == fold]
            parts = minmax(*parts) if experiment["scaling"] == "minmax" else parts
            train, test = (parts[0], y[fold_of != fold]), (parts[1], y[fold_of == fold])
            found.append(fold_accuracies(method, train, test, sizes, state))
        for size in sizes:
            mean = np.mean([by_size[size] for by_size in found])
            rows.append(("accuracy", size, repeat, mean))
    return scores(dataset, method, rows)

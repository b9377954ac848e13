"""An addition to Li and Lu (2009): Lmba and Simba with flipped training labels.

Sections 4.3 and 5 say without an experiment that with much noise and k-NN Lmba will
surely be much better than Simba.
"""

import numpy as np
import pandas as pd

from pride.classifiers import vote_of_nearest
from pride.protocols.lmba2009.curves import parts
from pride.protocols.lmba2009.methods import chosen, flipped
from pride.scores import scores
from pride.seeding import rng_for

METHODS = "lmba", "simba", "relief", "random"


def right(train, test, features, k):
    """Percent of the test part that k-NN on some features gets right."""
    (X, y), (X_test, y_test) = train, test
    labels = vote_of_nearest(X[:, features], y, X_test[:, features], k)
    return 100 * np.mean(labels == y_test)


def at_level(divided, sizes, k, readings, state):
    """Mean accuracies over folds and sizes: of methods, and of k-NN on all features."""
    found = {method: [] for method in (*METHODS, "knn", "one_nn")}
    for fold, (train, test) in enumerate(divided):
        for method in METHODS:
            best = chosen(method, *train, sizes, readings, state + fold).values()
            found[method].append(np.mean([right(train, test, b, k) for b in best]))
        everything = np.arange(train[0].shape[1])
        found["knn"].append(right(train, test, everything, k))
        found["one_nn"].append(right(train, test, everything, 1))
    return {method: np.mean(values) for method, values in found.items()}


def noisy(divided, level, dataset, repeat, seed):
    """The same parts with flipped training labels."""
    for fold, ((X, y), test) in enumerate(divided):
        rng = rng_for(seed, dataset, "flipped", level, repeat, fold)
        yield (X, flipped(y, level, rng)), test


def noise(X, y, dataset, experiment, readings, repeats, seed):
    """3-NN accuracy, the mean over sizes, by percent of flipped training labels."""
    X, sizes = X.astype(np.float64), experiment["sizes"][dataset]
    rows = {method: [] for method in (*METHODS, "knn", "one_nn")}
    for repeat in range(repeats):
        divided = list(parts(X, y, dataset, experiment["folds"], repeat, seed))
        state = int(rng_for(seed, dataset, "order", repeat).integers(2**31))
        for level in experiment["levels"]:
            with_noise = noisy(divided, level, dataset, repeat, seed)
            means = at_level(with_noise, sizes, experiment["k"], readings, state)
            for method in METHODS:
                row = "knn_accuracy_label_noise", level, repeat, means[method]
                rows[method].append(row)
            gain = means["lmba"] - means["simba"]
            rows["lmba"].append(("knn_gain_over_simba", level, repeat, gain))
            for method in ("knn", "one_nn"):
                row = "accuracy_label_noise", level, repeat, means[method]
                rows[method].append(row)
    return pd.concat([scores(dataset, method, r) for method, r in rows.items()])

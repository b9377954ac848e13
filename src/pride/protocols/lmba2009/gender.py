"""Section 4.2 of Li and Lu (2009): gender from Gabor features, SVM with C = 1.

The paper's faces come as a gallery and 15 probe sets. Any other set of faces is divided
alike, by person: nobody is in the gallery and in a probe set, or in two probe sets.
"""

import numpy as np
import pandas as pd
from sklearn.svm import SVC

from pride.features import gabor
from pride.protocols.lmba2009.methods import chosen, convergence, scaled
from pride.scores import scores
from pride.seeding import rng_for

COMPARED = "lmba", "simba", "fsfs"


def divided(y, groups, gallery, sets, rng):
    """0 for the gallery, 1, 2, ... for probe sets, -1 for images of no use.

    The gallery has `gallery` images of each class, but at most half of them. What is
    left of the last person in it is of no use. The others, in random order, go in turn
    to the probe sets, of which there are fewer if a class has too few people.
    """
    part, turns = np.full(len(y), -1), []
    for label in np.unique(y):
        people = rng.permutation(np.unique(groups[y == label]))
        members = [np.flatnonzero((y == label) & (groups == p)) for p in people]
        wanted = min(gallery, np.sum(y == label) // 2)
        reached = np.cumsum([len(m) for m in members])
        last = np.searchsorted(reached, wanted)
        part[np.concatenate(members[: last + 1])[:wanted]] = 0
        turns.append(members[last + 1 :])
    sets = min(sets, *map(len, turns))
    for members in turns:
        for turn, images in enumerate(members):
            part[images] = 1 + turn % sets
    return part


def probe_accuracies(train, X, y, part):
    """Percent right in every probe set, of a linear SVM with C = 1."""
    fitted = SVC(kernel="linear", C=1.0).fit(*train)
    right = 100.0 * (fitted.predict(X) == y)
    return [right[part == number].mean() for number in range(1, part.max() + 1)]


def of_one_size(found):
    """(method, metric, value) of all methods, given accuracies by probe set."""
    rows = [(m, "accuracy", np.mean(values)) for m, values in found.items()]
    best = np.max([found[m] for m in COMPARED], axis=0)
    for method in COMPARED:
        first = np.array(found[method]) >= best
        rows.append((method, "probe_sets_won", first.sum()))
        rows.append((method, "highest_share", 100 * first.mean()))
        if method != "fsfs":
            above = np.array(found[method]) > found["fsfs"]
            rows.append((method, "wins_over_fsfs", 100 * above.mean()))
    return rows


def of_one_division(F, y, part, experiment, readings, state):
    """(method, metric, at, value) for one gallery and its probe sets."""
    sizes = experiment["sizes"]
    gallery, probe = part == 0, part > 0
    (train, test), labels = scaled(F[gallery], F[probe]), y[gallery]
    accuracies = {size: {} for size in sizes}
    for method in experiment["methods"]:
        sets_of = chosen(method, train, labels, sizes, readings, state)
        for size, best in sets_of.items():
            fitted_on = train[:, best], labels
            accuracies[size][method] = probe_accuracies(
                fitted_on, test[:, best], y[probe], part[probe]
            )
    rows = []
    for size, found in accuracies.items():
        rows += [(m, metric, size, value) for m, metric, value in of_one_size(found)]
        for method, values in found.items():
            numbered = enumerate(values, start=1)
            rows += [(method, f"probe_accuracy_{size}", n, v) for n, v in numbered]
    value = convergence("lmba", train, labels, readings, state)
    return [*rows, ("lmba", "convergence_correlation", 0, value)]


def facts(y, part, features, classes):
    """(metric, at, value) of the gallery and the probe sets."""
    rows = [("gabor_features", 0, features), ("probe_sets", 0, part.max())]
    for label, name in enumerate(classes):
        rows.append((f"train_patterns_{name}", 0, np.sum(y[part == 0] == label)))
    numbers = range(1, part.max() + 1)
    return rows + [("test_patterns", n, np.sum(part == n)) for n in numbers]


def gender(
    X, y, groups, image, dataset, experiment, readings, repeats, seed, probes=None
):
    """Accuracies by number of features and by probe set; given probe sets are kept."""
    F = gabor.features(X.astype(np.float64), image, **experiment["gabor"])
    rows = {method: [] for method in (*experiment["methods"], "truth")}
    for repeat in range(repeats if probes is None else 1):
        part = probes
        if probes is None:
            rng = rng_for(seed, dataset, "division", repeat)
            options = experiment["gallery"], experiment["probe_sets"]
            part = divided(y, groups, *options, rng)
        state = int(rng_for(seed, dataset, "order", repeat).integers(2**31))
        found = of_one_division(F, y, part, experiment, readings, state)
        for method, metric, at, value in found:
            rows[method].append((metric, at, repeat, value))
        about = facts(y, part, F.shape[1], experiment["classes"])
        rows["truth"] += [(metric, at, repeat, value) for metric, at, value in about]
    return pd.concat([scores(dataset, method, r) for method, r in rows.items()])

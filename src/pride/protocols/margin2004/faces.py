"""Section 5.2 of Gilad-Bachrach, Navot and Tishby (2004): pixels that tell genders.

Written for any set of face images; the paper's is AR. Every split draws its images and
its training part from streams keyed by data set and split, which all methods share.
"""

import numpy as np
import pandas as pd

from pride.classifiers import accuracy
from pride.datasets.splits import by_group, random
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors import selector


def split(groups, experiment, rng):
    """Training and test images: by image, or whole people if groups are asked for."""
    samples = len(groups)
    drawn = rng.permutation(samples)[: experiment["images"]]
    share = experiment["train"] / experiment["images"]
    if experiment["by_person"]:
        train, test = by_group(rng, groups[drawn], share)
    else:
        train, test = random(rng, len(drawn), round(share * len(drawn)))
    return drawn[train], drawn[test]


def ranking(method, X, y, experiment, state):
    """Pixels from best to worst; for G-flip only those it selects; and what it took."""
    if method == "all_features":
        return np.arange(X.shape[1]), {}
    options = {"random_state": state}
    if method == "simba":
        options["n_starts"] = experiment["starts"]
    if method == "gflip":
        fitted = selector(method)(**options).fit(X, y)
        found = {"features": fitted.get_support().sum(), "epochs": fitted.n_passes_}
        return np.flatnonzero(fitted.get_support()), found
    if method == "infogain":
        options = {}
    weights = selector(method)(1, **options).fit(X, y).weights_
    return np.argsort(-weights, kind="stable"), {}


def look_of(pixels, X, size):
    """How a set of pixels lies in the image, in percent, and how alike they are.

    `left_share` counts pixels left of the middle as the image shows it, `symmetry`
    those whose mirror image is selected too, `contour_share` those in the outer fifth
    of the image on any side; `redundancy` is the mean absolute correlation of pairs.
    """
    height, width = size
    rows, columns = np.divmod(pixels, width)
    chosen = np.zeros(size, dtype=bool)
    chosen[rows, columns] = True
    centre = chosen[height // 5 : -(height // 5), width // 5 : -(width // 5)]
    varied = X[:, pixels][:, X[:, pixels].std(axis=0) > 0]
    r = np.abs(np.corrcoef(varied.T))
    pairs = len(r) * (len(r) - 1)
    return {
        "left_share": 100 * np.mean(columns < width // 2),
        "symmetry": 100 * np.mean(chosen[:, ::-1][rows, columns]),
        "contour_share": 100 * (1 - centre.sum() / len(pixels)),
        "redundancy": (r.sum() - len(r)) / pairs,
    }


def measured(method, train, test, image, experiment, state):
    """(metric, at, value) of one method on one split, and its ranking."""
    X, y = train
    ranked, found = ranking(method, X, y, experiment, state)
    rows = [(metric, 0, float(value)) for metric, value in found.items()]
    sizes = [s for s in experiment["sizes"] if s <= len(ranked)]
    if method in ("gflip", "all_features"):
        sizes = [len(ranked)]
    for number in sizes:
        best = ranked[:number]
        right = accuracy(X[:, best], y, test[0][:, best], test[1])
        rows.append(("accuracy", 0 if method == "gflip" else number, right))
    if method in ("simba", "relief"):
        for number in experiment["looks"]:
            look = look_of(ranked[:number], X, image)
            rows += [(metric, number, value) for metric, value in look.items()]
    return rows, ranked


def faces(X, y, groups, image, method, dataset, experiment, repeats, seed):
    """Accuracy of 1-NN over the number of pixels, and where the pixels lie.

    The ranking of the first split is kept as `rank`, `at` being the pixel. Splits by
    person have metrics of their own.
    """
    largest = {"byte": 1, "unit": 255}[experiment["gray"]]
    rows, suffix = [], "_by_person" if experiment["by_person"] else ""
    for repeat in range(repeats):
        rng = rng_for(seed, dataset, "split", repeat)
        train, test = split(groups, experiment, rng)
        state = int(rng_for(seed, dataset, "order", repeat).integers(2**31))
        parts = [(X[part] / largest, y[part]) for part in (train, test)]
        found, ranked = measured(method, *parts, image, experiment, state)
        rows += [(f"{name}{suffix}", at, repeat, value) for name, at, value in found]
        if repeat == 0 and method != "all_features":
            ranks = enumerate(ranked)
            rows += [(f"rank{suffix}", pixel, 0, place) for place, pixel in ranks]
    if method == "gflip":
        epochs = np.array([row[3] for row in rows if row[0] == f"epochs{suffix}"])
        rows.append((f"epochs_most{suffix}", 0, 0, epochs.max()))
        rows.append((f"below_10_epochs{suffix}", 0, 0, 100 * np.mean(epochs < 10)))
    return scores(dataset, method, rows)


def compared(tables, method, others):
    """Wins and leads of a method over others, split by split.

    `wins_over_x` is 100 in a split where the method is more accurate, else 0.
    """
    accuracies = pd.concat(tables)
    suffix = accuracies["metric"].str.extract(r"^accuracy(.*)$")[0].dropna().iloc[0]
    accuracies = accuracies[accuracies["metric"] == f"accuracy{suffix}"]
    index = ["dataset", "at", "repeat"]
    by_method = {
        m: t.set_index(index)["value"] for m, t in accuracies.groupby("method")
    }
    parts = []
    for other in others:
        lead = (by_method[method] - by_method[other]).dropna()
        wins = 100.0 * (lead > 0)
        for name, values in (("lead", lead), ("wins", wins)):
            metric = f"{name}_over_{other}{suffix}"
            parts.append(values.rename("value").reset_index().assign(metric=metric))
    table = pd.concat(parts).assign(method=method)
    return table[["dataset", "method", "metric", "at", "repeat", "value"]]

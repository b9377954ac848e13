"""Figures 3 and 4 of Krupka, Navot and Tishby (2008): which patches are good.

Quality is the sum of squared weights of the multi-class SVM. `at` is the size of
patches, the number of training features, of top ranked ones or of images a category.
"""

import numpy as np
import pandas as pd
from scipy.stats import pearsonr, spearmanr

from pride.features.hmax.prototypes import PROPERTIES
from pride.protocols.properties2008 import patches
from pride.protocols.properties2008.tables import scores_by_method
from pride.regression import WeightedKNN
from pride.seeding import rng_for

SIZE, STD = PROPERTIES.index("size"), PROPERTIES.index("std")
SUBSETS = {  # meta-features by the name of the map that knows no others
    "quality_map": PROPERTIES,
    "quality_map_size_std": ["size", "std"],
    "quality_map_std": ["std"],
} | {f"without_{out}": [p for p in PROPERTIES if p != out] for out in PROPERTIES}
BINS = 10  # of patches of one size by std, equally many in each


# Figures 2 and 3


def in_parts(values, by, count):
    """Values in `count` parts of equal size, from the smallest `by` to the largest."""
    return np.array_split(values[np.argsort(by, kind="stable")], count)


def about_size(std, quality):
    """How quality goes with complexity among patches of one size."""
    best = in_parts(std, quality, BINS)
    thirds = [part.mean() for part in in_parts(quality, std, 3)]
    gain = thirds[1] - max(thirds[0], thirds[2])
    return {
        "good_minus_bad_std": (best[-1].mean() - best[0].mean()) / std.std(),
        "quality_std_correlation": spearmanr(quality, std).statistic,
        "middle_std_gain": gain / quality.mean(),
    }


def optimal_std(std, quality):
    """The complexity at which quality is largest, on average over a bin."""
    means = [part.mean() for part in in_parts(quality, std, BINS)]
    return in_parts(std, std, BINS)[int(np.argmax(means))].mean()


def patch_quality(split, columns, experiment):
    """Figure 3: scores of one split, and quality by prototype as a table."""
    quality = patches.quality(split, columns, experiment)
    size, std = split.patches.properties[columns][:, [SIZE, STD]].T
    rows, peaks = [], []
    for one in np.unique(size):
        mine = size == one
        found = about_size(std[mine], quality[mine])
        rows += [("patch_quality", name, one, x) for name, x in found.items()]
        peaks.append(optimal_std(std[mine], quality[mine]))
    trend = spearmanr(np.unique(size), peaks).statistic
    rows.append(("patch_quality", "optimal_std_trend", 0, trend))
    table = {"prototype": columns, "size": size, "std": std, "quality": quality}
    return rows, pd.DataFrame(table)


# Figure 4


def prediction(meta, quality, unseen, names, experiment):
    """Algorithm 1 with some meta-features: the quality of features not measured."""
    known = [PROPERTIES.index(name) for name in names]
    learned = WeightedKNN(experiment["neighbours"]).fit(meta[:, known], quality)
    return learned.predict(unseen[:, known])


def top_means(ranked_by, quality, top):
    """Mean quality of the k features ranked first, for every k."""
    order = np.argsort(-ranked_by, kind="stable")
    return {k: quality[order[:k]].mean() for k in top}


def correlation(a, b):
    """Correlation coefficient."""
    return pearsonr(a, b).statistic


def quality_map(split, parts, experiment):
    """Section 5.1: predicted against measured quality, and what each property adds."""
    meta = split.patches.properties
    known, measured = (patches.quality(split, p, experiment) for p in parts)
    at, rows, found = len(parts[0]), [], {}
    for method, names in SUBSETS.items():
        found[method] = prediction(
            meta[parts[0]], known, meta[parts[1]], names, experiment
        )
        rows.append((method, "correlation", at, correlation(found[method], measured)))
    whole = rows[0][-1]
    for method, _, _, value in rows[3:]:
        rows.append((method, "correlation_drop", at, whole - value))
    best = top_means(measured, measured, experiment["top"])
    for k, mean in top_means(found["quality_map"], measured, experiment["top"]).items():
        rows += [
            ("quality_map", "top_mean_share", k, 100 * mean / best[k]),
            ("quality_map", "top_mean", k, mean / measured.mean()),
            ("direct_quality", "top_mean", k, best[k] / measured.mean()),
        ]
    return rows, found["quality_map"], measured


def across_categories(split, parts, experiment, rng):
    """Section 9: map of one half of the categories, quality on the other half.

    Needs two categories in each half.
    """
    if split.y.max() + 1 < 4:
        return []
    meta = split.patches.properties
    half = rng.permutation(split.y.max() + 1) < (split.y.max() + 1) // 2
    halves = split.train[half[split.y]], split.train[~half[split.y]]
    known, measured = (
        patches.quality(split, part, experiment, images)
        for part, images in zip(parts, halves, strict=True)
    )
    found = prediction(meta[parts[0]], known, meta[parts[1]], PROPERTIES, experiment)
    value = correlation(found, measured)
    return [("quality_map", "cross_category_correlation", len(parts[0]), value)]


def few_images(split, columns, experiment, rng):
    """Section 9: quality measured on few images, as it is and smoothed.

    What it ought to be is measured on `many` other images of each category.
    """
    y, meta = split.patches.y, split.patches.properties[columns]
    many, rest = patches.of_each_class(rng, y, experiment["many"])
    truth = patches.quality(split, columns, experiment, many)
    rows = []
    for count in experiment["few"]:
        few = rest[patches.of_each_class(rng, y[rest], count)[0]]
        direct = patches.quality(split, columns, experiment, few)
        smoothed = prediction(meta, direct, meta, PROPERTIES, experiment)
        both = direct / direct.std() + smoothed / smoothed.std()
        for method, found in (
            ("direct_quality", direct),
            ("quality_map", smoothed),
            ("both", both),
        ):
            value = correlation(found, truth)
            rows.append((method, "few_images_correlation", count, value))
    return rows


def predictions(found, dataset, experiment, repeats, seed):
    """Figures 3 and 4: all scores, and the quality of patches in the first split."""
    rows, size = [], experiment["features"]
    for repeat in range(repeats):
        key = seed, dataset, repeat
        split = patches.task(found, key, experiment["train"])
        parts = split.order[:size], split.order[size : 2 * size]
        drawn, table = patch_quality(split, split.order[: 2 * size], experiment)
        mapped, predicted, measured = quality_map(split, parts, experiment)
        drawn += mapped
        rng = rng_for(*key, "categories")
        drawn += across_categories(split, parts, experiment, rng)
        drawn += few_images(split, parts[0], experiment, rng_for(*key, "few"))
        rows += [(method, name, at, repeat, x) for method, name, at, x in drawn]
        if repeat == 0:
            quality = table
            for place, pair in enumerate(zip(predicted, measured, strict=True)):
                rows.append(("quality_map", "quality_of_feature", place, 0, pair[0]))
                rows.append(("direct_quality", "quality_of_feature", place, 0, pair[1]))
    return scores_by_method(dataset, rows), quality

"""What the limits R+ and R- do: an addition to Peleg and Meir (2004).

Error and number of features of GMEB over the plane of both limits, with the choice of
cross-validation, and the weights of all features along R+ = R-. Metrics in which R+
varies are named after it, `at` is R-.
"""

import numpy as np
from scipy.stats import rankdata

from pride.datasets.synthetic import GENERATORS, WESTON_FEATURES
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors.gmeb import centred_grid
from pride.selectors.gmeb_cv import GMEBCV, LIMITS
from pride.selectors.thresholds import selected


def errors(coef, intercept, test):
    """Percent of samples on the wrong side, for each of many classifiers."""
    X, y = test
    margins = (2.0 * y - 1.0) * (coef @ X.T + intercept[..., None])
    return 100 * np.mean(margins <= 0, axis=-1)


def counts(coef):
    """Number of features that each of many classifiers selects (section 4.1)."""
    return np.apply_along_axis(lambda w: selected(w).sum(), -1, coef)


def trend(values):
    """Rank correlation of values with their positions; 0 if all are equal."""
    ranks = rankdata(values) - (len(values) + 1) / 2
    places = np.arange(len(values)) - (len(values) - 1) / 2
    length = np.linalg.norm(ranks) * np.linalg.norm(places)
    return float(ranks @ places / length) if length else 0.0


def samples(dataset, generator, experiment, repeats, seed):
    """Training and test set of every repeat."""
    draw, options = GENERATORS[generator["name"]], generator["options"]
    fresh = {"samples": experiment["test_samples"]}
    for repeat in range(repeats):
        key = seed, dataset, "plane", repeat
        sample = draw(rng_for(*key, "sample"), **options)
        yield repeat, sample, draw(rng_for(*key, "test"), **options | fresh)


def over_the_plane(sample, test, limits):
    """(metric, at, value) for all pairs of limits, and the pair that is chosen."""
    X, y = sample
    grid = centred_grid(X, 2.0 * y - 1.0, limits, limits)
    error = errors(grid.coef, grid.intercept, test)
    tables = {"error": error, "features": counts(grid.coef)}
    rows = [
        (f"plane_{name}_r_plus_{plus:.6g}", minus, value)
        for name, table in tables.items()
        for plus, line in zip(limits, table, strict=True)
        for minus, value in zip(limits, line, strict=True)
    ]
    model = GMEBCV().fit(X, y)  # folds in the order of the samples, which is random
    found = errors(model.coef_, np.array(model.intercept_), test)
    return [
        *rows,
        ("plane_referred", 0, grid.referred.sum()),
        (f"chosen_r_plus_{model.R_plus_:.6g}", model.R_minus_, 1),
        ("chosen_error", 0, float(found)),
        ("chosen_features", 0, model.get_support().sum()),
    ]


def plane(dataset, generator, experiment, repeats, seed):
    """Errors and numbers of features over R+ and R-, and their trend in R+ = R-."""
    limits, rows = np.geomspace(*experiment["limits"]), []
    for repeat, sample, test in samples(dataset, generator, experiment, repeats, seed):
        found = over_the_plane(sample, test, limits)
        rows += [(metric, at, repeat, value) for metric, at, value in found]
        number = [counts(grid.coef)[0, 0] for grid in diagonal(sample, LIMITS)]
        rows.append(("features_trend_in_r", len(sample[0]), repeat, trend(number)))
    return scores(dataset, "gmeb", rows)


def diagonal(sample, limits):
    """Solutions along R+ = R-, each as a grid of one cell."""
    X, y = sample
    return [centred_grid(X, 2.0 * y - 1.0, [R], [R]) for R in limits]


def path(dataset, generator, experiment, repeats, seed):
    """Along R+ = R-: numbers of informative and of other features, and the error.

    Of the first training set, the weight of every feature that has one anywhere, times
    the feature's deviation.
    """
    limits, rows = np.geomspace(*experiment["limits"]), []
    for repeat, sample, test in samples(dataset, generator, experiment, repeats, seed):
        deviation = sample[0].std(axis=0)
        for R, grid in zip(limits, diagonal(sample, limits), strict=True):
            weights = grid.coef[0, 0]
            chosen = selected(weights)
            values = {
                "path_informative": chosen[:WESTON_FEATURES].sum(),
                "path_others": chosen[WESTON_FEATURES:].sum(),
                "path_error": errors(grid.coef, grid.intercept, test).item(),
            }
            rows += [(name, R, repeat, value) for name, value in values.items()]
            if repeat == 0:
                pulls = enumerate(weights * deviation, start=1)
                rows += [(f"path_weight_{j}", R, 0, pull) for j, pull in pulls]
    return scores(dataset, "gmeb", rows)

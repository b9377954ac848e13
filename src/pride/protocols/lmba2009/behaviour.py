"""What Li and Lu (2009) say about how Lmba works, measured.

Sections 2.1, 2.2, 3.1, 3.2 and 5, on training parts of one data set. What they say
about Simba and Mitra's is in `rivals`. A claim is a function of the training and the
test part, the readings and a random state; it returns values by method and metric.
"""

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from pride.classifiers import accuracy
from pride.margins import margins
from pride.protocols.lmba2009 import rivals
from pride.protocols.lmba2009.curves import parts
from pride.protocols.lmba2009.methods import (
    estimator,
    rank_correlation,
    ranked,
    scaled,
    with_outliers,
)
from pride.protocols.lmba2009.ranking import without_invader
from pride.protocols.lmba2009.rivals import trend
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors import lmba
from pride.selectors.lmba_kernels import Rules, losses, slope

SUBSETS, SUBSET_SIZE = 100, 5  # of random features, section 2.1
OUTLIERS = 5  # percent of the values, section 2.2


def rules_of(readings):
    """Options of Lmba as its kernels take them."""
    options = readings["lmba"]
    codes = [lmba.CHOICES[name][options[name]] for name in ("condition", "theta")]
    return Rules(options["n_neighbors"], float(options["c"]), *codes)


def weights_along(train, test, readings, state):
    """Sections 2.1 and 3.1: how w grows over one pass, and where it ends."""
    X, y = train
    along = lmba.path(X, y, np.arange(len(X)), rules=rules_of(readings))
    norms = np.linalg.norm(along, axis=1)
    before = np.append(np.sqrt(X.shape[1]), norms[:-1])
    outside = (along[-1] < 0) | (along[-1] > 1)
    return {
        ("lmba", "weights_outside_unit_interval"): 100 * outside.mean(),
        ("lmba", "weight_norm_trend"): trend(norms),
        ("lmba", "relative_step_trend"): trend(1 / before),
    }


def invaders(X, y, w, k):
    """Mean distances under w to target neighbours and to invaders of w = 1.

    Then the share of invaders in percent of all pairs of different labels.
    """
    targets, enemies, pairs = [], [], 0
    for i in range(len(X)):
        original, now = (((v * (X - X[i])) ** 2).sum(axis=1) for v in (1.0, w))
        same = np.flatnonzero((y == y[i]) & (np.arange(len(X)) != i))
        near = same[np.argsort(original[same], kind="stable")[:k]]
        theta = abs(original[y != y[i]].min() - original[near[0]])
        limit = theta + original[near].max()
        inside = (y != y[i]) & (original < limit * (1 - 1e-12))
        targets.append(now[near].mean())
        enemies += list(now[inside])
        pairs += np.sum(y != y[i])
    return np.mean(targets), np.mean(enemies), 100 * len(enemies) / pairs


def neighbourhood(train, test, readings, state):
    """Sections 2.1, 2.2 and figure 1: who comes nearer under the learnt weights."""
    (X, y), (X_test, y_test) = train, test
    w = estimator("lmba", readings, state).fit(X, y).weights_
    ones = np.ones(X.shape[1])
    k = readings["lmba"]["n_neighbors"]
    near, far, share = invaders(X, y, ones, k)
    near_after, far_after, _ = invaders(X, y, w, k)
    mean, mean_after = (2 * (v**2 * X.var(axis=0)).sum() for v in (ones, w))
    margin, margin_after = (
        margins(X, y, v / np.linalg.norm(v)).mean() for v in (ones, w)
    )
    return {
        ("lmba", "relative_target_distance_change"): near_after / mean_after
        - near / mean,
        ("lmba", "impostor_to_target_ratio_change"): far_after / near_after
        - far / near,
        ("lmba", "hinge_active_share"): share,
        ("lmba", "samples_without_impostor"): without_invader(X, y, k),
        ("lmba", "hypothesis_margin_change"): margin_after - margin,
        ("lmba", "weighted_accuracy"): accuracy(X * w, y, X_test * w, y_test),
        ("all_features", "weighted_accuracy"): accuracy(X, y, X_test, y_test),
    }


def competing_terms(train, test, readings, state):
    """Section 2.1: the cosine of the gradients of the two terms of (3) at w = 1."""
    X, y = train
    ones, rules = np.ones(X.shape[1]), rules_of(readings)
    pull = lmba.gradient(X, y, ones, Rules(rules.k, 0.0, *rules[2:]))
    push = lmba.gradient(X, y, ones, rules) - pull
    cosine = pull @ push / np.linalg.norm(pull) / np.linalg.norm(push)
    return {("lmba", "terms_gradient_cosine"): cosine}


def loss_and_error(train, test, readings, state):
    """Section 2.1: e(w) of random subsets beside the test error of 1-NN on them."""
    (X, y), (X_test, y_test) = train, test
    rng, features = np.random.default_rng(state), X.shape[1]
    loss, error = [], []
    for _ in range(SUBSETS):
        kept = rng.permutation(features)[:SUBSET_SIZE]
        w = np.isin(np.arange(features), kept).astype(float)
        loss.append(losses(X, y, w, rules_of(readings)).sum())
        error.append(100 - accuracy(X[:, kept], y, X_test[:, kept], y_test))
    value = float(spearmanr(loss, error).statistic)
    return {("lmba", "loss_error_correlation"): value}


def samples_used(train, test, readings, state):
    """Section 3.2: how many samples a step uses; Simba's near hit and miss are two."""
    (X, y), rules = train, rules_of(readings)
    ones = np.ones(X.shape[1])
    used = [slope(X, y, i, ones, rules)[1] for i in range(len(X))]
    return {
        ("lmba", "samples_per_update"): np.mean(used),
        ("simba", "samples_per_update"): 2.0,
    }


def change_by_outliers(train, test, readings, state):
    """Section 2.2: one minus the correlation of rankings without and with outliers."""
    X, y = train
    (far,) = scaled(with_outliers(X, OUTLIERS, np.random.default_rng(state)))
    found = {}
    for method in ("lmba", "lmba_no_hinge"):
        orders = [ranked(method, A, y, readings, state) for A in (X, far)]
        found[method, "ranking_change_outliers"] = 1 - rank_correlation(*orders)
    return found


CLAIMS = [
    weights_along,
    neighbourhood,
    competing_terms,
    loss_and_error,
    samples_used,
    *rivals.CLAIMS,
    change_by_outliers,
]
AT = {"ranking_change_outliers": OUTLIERS}


def behaviour(X, y, dataset, experiment, readings, repeats, seed):
    """All claims, on the first fold of every repeat."""
    X, rows = X.astype(np.float64), {}
    for repeat in range(repeats):
        train, test = next(parts(X, y, dataset, experiment["folds"], repeat, seed))
        state = int(rng_for(seed, dataset, "behaviour", repeat).integers(2**31))
        for claim in CLAIMS:
            for (method, metric), value in claim(train, test, readings, state).items():
                row = metric, AT.get(metric, 0), repeat, float(value)
                rows.setdefault(method, []).append(row)
    return pd.concat([scores(dataset, method, r) for method, r in rows.items()])

"""Section 5.1 of Gilad-Bachrach, Navot and Tishby (2004): the xor problem."""

from importlib import import_module

import numpy as np

from pride.datasets.synthetic import GENERATORS
from pride.margins import evaluation
from pride.scores import scores
from pride.seeding import rng_for

CONSTANT = ["truth", "uniform"]  # weights that are not learnt, to compare with


def angle(weights, truth):
    """Angle in radians between the weights and the correct feature vector."""
    cosine = weights @ truth / (np.linalg.norm(weights) * np.linalg.norm(truth))
    return float(np.arccos(np.clip(cosine, -1, 1)))


def raw_weights(method, X, y, visits):
    """w of Algorithm 2 or 3 after each visit."""
    return import_module(f"pride.selectors.{method}").path(X, y, visits)


def reported(method, w):
    """Weights as figures show them, of largest size one; Algorithm 2 squares its w."""
    weights = w**2 if method == "simba" else w
    return weights / np.abs(weights).max(axis=1, keepdims=True)


def margins(method, X, y, weights, relief_weight_is):
    """e(w) for each row of reported weights.

    Simba reports the square of its w. Whether Relief's weights stand for w itself or
    for its square is not said, so it is an option.
    """
    if method == "simba" or relief_weight_is == "square":
        weights = np.sqrt(np.maximum(weights, 0))
    return np.array([evaluation(X, y, w) for w in weights])


def fading(w, at, window=100):
    """Norm of w after `at` visits, and the mean relative step of the last `window`."""
    norms = np.linalg.norm(w, axis=1)
    steps = np.linalg.norm(np.diff(w, axis=0), axis=1) / norms[:-1]
    return norms[at - 1], steps[max(0, at - window) : at - 1].mean()


def constant_run(method, X, y, relevant):
    """e(w) of the correct weights, or of equal ones."""
    w = np.ones(X.shape[1])
    if method == "truth":
        w[np.setdiff1d(np.arange(len(w)), relevant)] = 0
    return [("margin", 0, evaluation(X, y, w))]


def xor_run(method, X, y, visits, experiment):
    """(metric, at, value) of one run on one sample of the xor problem."""
    relevant = experiment["relevant"]
    truth = np.zeros(X.shape[1])
    truth[relevant] = 1
    w = raw_weights(method, X, y, visits)
    weights = reported(method, w)
    margin = margins(method, X, y, weights, experiment["relief_weight_is"])
    angles = np.array([angle(row, truth) for row in weights])
    rows = [("margin", t, e) for t, e in enumerate(margin, 1)]
    rows += [("angle", t, a) for t, a in enumerate(angles, 1)]
    for t in experiment["weights_at"]:
        rows += [(f"weight_{j}", t, v) for j, v in enumerate(weights[t - 1], 1)]
        first = np.argsort(-weights[t - 1], kind="stable")[: len(relevant)]
        rows.append(("found", t, 100.0 * (set(first) == set(relevant))))
        norm, relative_step = fading(w, t)
        rows += [("norm", t, norm), ("relative_step", t, relative_step)]
    for first in (1, experiment["correlation_from"]):
        late = slice(first - 1, None)
        r = np.corrcoef(margin[late], angles[late])[0, 1]
        rows.append(("correlation", first, r))
    return rows


def xor(method, dataset, generator, experiment, repeats, seed):
    """Section 5.1: weights, margin and angle to the truth along the iterations.

    Every repeat draws a sample and an order of visits of its own; the methods share
    both.
    """
    last = max(*experiment["weights_at"], experiment["correlation_from"] + 1)
    if last > experiment["iterations"]:
        raise ValueError(
            f"expected at least {last} iterations, which `weights_at` and "
            f"`correlation_from` look at, found {experiment['iterations']}"
        )
    rows = []
    for repeat in range(repeats):
        draw = rng_for(seed, dataset, "sample", repeat)
        X, y = GENERATORS[generator["name"]](draw, **generator["options"])
        order = rng_for(seed, dataset, "order", repeat).permutation(len(X))
        if method in CONSTANT:
            found = constant_run(method, X, y, experiment["relevant"])
        else:
            visits = order[: experiment["iterations"]]
            found = xor_run(method, X, y, visits, experiment)
        rows += [(metric, at, repeat, value) for metric, at, value in found]
    return scores(dataset, method, rows)

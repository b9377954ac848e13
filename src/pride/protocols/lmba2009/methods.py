"""The methods that Li and Lu (2009) compare, and the readings they are run with.

`readings` are the options of Lmba and Simba that config/lmba2009.yaml states.
"""

import numpy as np
from sklearn.preprocessing import MinMaxScaler

from pride.selectors import forward, fsfs, selector

VARIANTS = {  # of Lmba, for single claims
    "lmba": {},
    "lmba_k1": {"n_neighbors": 1},
    "lmba_no_hinge": {"condition": "always"},
    "lmba_decay": {"decay": 1.0},
    "lmba_random_order": {"order": "random"},
}
SEARCHES = {
    "forward_search": forward.forward_search,
    "wrapper_forward": forward.wrapper_forward,
}


def scaled(train, *others):
    """Every feature from 0 to 1 on the training part; the others follow."""
    scaler = MinMaxScaler().fit(train)
    return [scaler.transform(part) for part in (train, *others)]


def estimator(method, readings, state):
    """A selector with its readings and its random state, if it has one."""
    if method in VARIANTS:
        options = readings["lmba"] | VARIANTS[method]
        return selector("lmba")(1, **options, random_state=state)
    if method == "simba":
        return selector("simba")(1, **readings["simba"], random_state=state)
    return selector(method)(1, random_state=state)


def ranked(method, X, y, readings, state):
    """Features from best to worst; their positions are shuffled: ties tell nothing."""
    places = np.random.default_rng(state).permutation(X.shape[1])
    if method == "random":
        return places
    X = np.ascontiguousarray(X[:, places])
    if method in SEARCHES:
        return places[SEARCHES[method](X, y)]
    weights = estimator(method, readings, state).fit(X, y).weights_
    return places[np.argsort(-weights, kind="stable")]


def chosen(method, X, y, sizes, readings, state):
    """The features that a method chooses, by their number.

    Mitra's cannot rank features and is asked for each number anew.
    """
    if method == "fsfs":
        places = np.random.default_rng(state).permutation(X.shape[1])
        D = fsfs.dissimilarities(X[:, places])
        return {n: np.sort(places[fsfs.select_number(D, n)]) for n in sizes}
    order = ranked(method, X, y, readings, state)
    return {size: order[:size] for size in sizes}


def rank_correlation(first, second):
    """Spearman's, of two orders of the same features."""
    return float(np.corrcoef(np.argsort(first), np.argsort(second))[0, 1])


def convergence(method, X, y, readings, state):
    """Section 3.1: correlation of the rankings after one pass and after five."""
    five = readings | {"lmba": readings["lmba"] | {"n_epochs": 5}}
    orders = [ranked(method, X, y, options, state) for options in (readings, five)]
    return rank_correlation(*orders)


def flipped(y, percent, rng):
    """Labels, of which so many percent are replaced by another class."""
    number = round(percent / 100 * len(y))
    wrong = rng.permutation(len(y))[:number]
    classes = y.max() + 1
    noisy = y.copy()
    noisy[wrong] = (y[wrong] + rng.integers(1, classes, size=number)) % classes
    return noisy


def with_outliers(X, percent, rng):
    """Data, of which so many percent of the values lie ten deviations away."""
    far = rng.random(X.shape) < percent / 100
    sign = rng.choice([-1.0, 1.0], size=X.shape)
    return np.where(far, X.mean(axis=0) + 10 * sign * X.std(axis=0), X)

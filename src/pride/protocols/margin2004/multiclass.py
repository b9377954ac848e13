"""Section 3 of Gilad-Bachrach, Navot and Tishby (2004): more than two classes.

The paper claims it for both algorithms and shows no experiment. What they maximise,
e(w), is compared with that of all features, for the w of largest entry one that the
paper takes (section 2.2) and for the w of length one.
"""

import numpy as np
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, StandardScaler

from pride.margins import margins
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors import selector

SCALERS = {
    "raw": FunctionTransformer,
    "standardised": StandardScaler,
    "minmax": MinMaxScaler,
}


def weights(method, X, y, state):
    """w of largest entry one, that of Simba or ones for the set of G-flip; its passes.

    An epoch is a pass; the last one, without a change, counts.
    """
    if method == "gflip":
        fitted = selector(method)(random_state=state).fit(X, y)
        w = fitted.get_support().astype(np.float64)
        return w, {"features": w.sum(), "epochs": fitted.n_passes_}
    return np.sqrt(selector(method)(1, random_state=state).fit(X, y).weights_), {}


def measured(X, y, w):
    """e(w), and unless w is zero that of length one and the error of 1-NN in percent.

    The error is leave-one-out: the share of negative margins.
    """
    theta = margins(X, y, w)
    if not w.any():
        return {"margin": theta.sum()}
    return {
        "margin": theta.sum(),
        "margin_of_length_one": theta.sum() / np.linalg.norm(w),
        "margin_error": 100 * np.mean(theta < 0),
    }


def multiclass(X, y, method, dataset, features, repeats, seed):
    """e(w) after a run of a method, and its gain over all features.

    Every repeat has its own order of visits. G-flip may select nothing at all.
    """
    X = SCALERS[features]().fit_transform(X.astype(np.float64))
    before = measured(X, y, np.ones(X.shape[1]))
    rows = [(f"{metric}_before", 0, 0, value) for metric, value in before.items()]
    for repeat in range(repeats):
        state = int(rng_for(seed, dataset, "order", repeat).integers(2**31))
        w, found = weights(method, X, y, state)
        after = measured(X, y, w)
        gain = {"margin_gain": after["margin"] - before["margin"]}
        values = (after | gain | found).items()
        rows += [(metric, 0, repeat, value) for metric, value in values]
    return scores(dataset, method, rows)

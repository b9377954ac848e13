"""Features that say the same: only one of them is needed."""

import numpy as np

SAME = 1e-12  # difference of two columns that are equal but for rounding


def distinct(X):
    """Places of the first of all columns that are equal up to their sign.

    Columns have a mean square of one. Of equal columns the weight can lie on the first:
    the solution stays optimal, and ties between them cannot hold up a simplex method.
    """
    marks = np.round(np.abs(np.random.default_rng(0).normal(size=len(X)) @ X), 9)
    if (np.diff(np.sort(marks)) > 0).all():
        return np.arange(X.shape[1])
    _, first, group = np.unique(marks, return_index=True, return_inverse=True)
    other = first[group]
    places = np.flatnonzero(other != np.arange(X.shape[1]))
    there, here = X[:, other[places]], X[:, places]
    apart = np.minimum(abs(there - here).max(axis=0), abs(there + here).max(axis=0))
    return np.setdiff1d(np.arange(X.shape[1]), places[apart < SAME])

"""The margin-based evaluation function.

R. Gilad-Bachrach, A. Navot and N. Tishby, "Margin Based Feature Selection -
Theory and Algorithms", ICML 2004. Numbers in brackets are that paper's.
"""

import numpy as np

from pride.neighbours import near_hits_and_misses
from pride.samples import number_classes

LINEAR = 0.0  # as a steepness: the utility of a margin is the margin itself


def margins(X, y, w):
    """Leave-one-out margins (1) of all samples under the weights w."""
    X, (_, y) = np.asarray(X), number_classes(y)
    _, (to_hit, to_miss) = near_hits_and_misses(X * w, y, np.arange(len(X)))
    return 0.5 * (to_miss - to_hit)


def evaluation(X, y, w, beta=LINEAR):
    """e(w): the sum of the leave-one-out margins over the sample (2).

    With a positive `beta` the sum of their sigmoids, 1 / (1 + exp(-beta margin)):
    section 6 proposes non-linear functions of the margin.
    """
    theta = margins(X, y, w)
    return float((1 / (1 + np.exp(-beta * theta)) if beta else theta).sum())

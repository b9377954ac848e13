"""The moments of a sample (definition 2).

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization of
a generalization error bound", NIPS 2004. Numbers in brackets are that paper's.
"""

import numpy as np


def signs(y):
    """+1 for positive labels and -1 for all others; both must occur."""
    y = np.where(np.asarray(y) > 0, 1.0, -1.0)
    if abs(y.mean()) == 1:
        raise ValueError(
            f"Expected two classes, labels above 0 and others, found {len(y)} labels "
            "of one kind only. Relabel them, or draw the training set by class."
        )
    return y


def moments(X, y):
    """v+ and v- of definition 2: second moments of each feature in each class."""
    squares, positive = np.square(X, dtype=np.float64), signs(y) > 0
    return squares[positive].mean(axis=0), squares[~positive].mean(axis=0)

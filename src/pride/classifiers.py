"""Classifiers that papers measure features with."""

import numpy as np


def nearest_neighbour(X, y, X_test):
    """Labels that 1-NN gives to the rows of X_test; ties go to the first sample."""
    distances = np.einsum("ij,ij->i", X, X) - 2 * (X_test @ X.T)
    return y[distances.argmin(axis=1)]


def accuracy(X, y, X_test, y_test):
    """Percent of the test part that 1-NN gets right."""
    return 100 * np.mean(nearest_neighbour(X, y, X_test) == y_test)

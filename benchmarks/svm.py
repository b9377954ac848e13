"""The linear SVM over the paper's whole grid of C beside scikit-learn's SVC.

SVC, which is libsvm, works to a tolerance of 1e-3; the grid is solved exactly.
"""

import time
import warnings

import numpy as np
from margin_kernels import best_time
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from pride.datasets.synthetic import linear_problem
from pride.programs.svm import solve_grid

LAMBDA = np.arange(1, 50) / 50
GRID = LAMBDA / (1 - LAMBDA)
STEPS = 10**6  # after which SVC is stopped, at each C


def badly_scaled(rng, samples=512, features=30):
    """Two classes that overlap, features correlated and of scales from 0.01 to 1000."""
    y = np.where(rng.random(samples) < 0.4, 1.0, -1.0)
    hidden = rng.normal(size=(samples, 5)) + 0.8 * y[:, None]
    X = hidden @ rng.normal(size=(5, features)) + rng.normal(size=(samples, features))
    return X * np.logspace(-2, 3, features), y


def compare(name, X, y):
    """Print how many times faster the grid is, and what either leaves undone."""
    fast = best_time(lambda: solve_grid(X, y, GRID))
    start = time.perf_counter()
    models = [SVC(kernel="linear", C=C, max_iter=STEPS).fit(X, y) for C in GRID]
    slow = time.perf_counter() - start
    stopped = sum(model.fit_status_ for model in models)
    gap = solve_grid(X, y, GRID).gap.max()
    print(f"{name}: the grid is {slow / fast:.0f} times SVC; largest gap {gap:.0e}")
    print(f"{name}: SVC was stopped unconverged at {stopped} of {len(GRID)} C")


if __name__ == "__main__":
    warnings.simplefilter("ignore", ConvergenceWarning)
    rng = np.random.default_rng(0)
    X, y = linear_problem(rng, samples=50, balanced=True)
    compare("linear problem, 50 x 202", X, np.where(y > 0, 1.0, -1.0))
    compare("badly scaled, 512 x 30", *badly_scaled(rng))

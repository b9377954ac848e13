"""SVM-RFE and the neighbours of MF-PFS's regression beside scikit-learn's.

Both RFE take six steps with the multi-class SVM of Crammer and Singer, ours with
solutions that follow one another, scikit-learn's with liblinear from zero. Ours drops a
fraction in each step, scikit-learn's a number; it trains once more, with what is left.
"""

import time
import warnings

import numpy as np
from margin_kernels import best_time
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import RFE
from sklearn.neighbors import KNeighborsRegressor
from sklearn.svm import LinearSVC

from pride.regression import neighbours
from pride.selectors.mf_pfs import mf_pfs
from pride.selectors.svm_rfe import svm_rfe

CLASSES, EACH, N = 101, 15, 300


def patch_like(rng, features):
    """Features from 0 to 1 of images in many classes; a property tells their range."""
    y = np.repeat(np.arange(CLASSES), EACH)
    hidden = rng.normal(size=(CLASSES, 25))[y] + 1.3 * rng.normal(size=(len(y), 25))
    meta = rng.random((features, 3))
    apart = np.abs(
        hidden @ rng.normal(size=(25, features)) / 5 + rng.normal(size=features)
    )
    return np.exp(-(0.2 + 3 * meta[:, 0]) * apart), y, meta


def peer(X, y, n, n_steps):
    """scikit-learn's RFE, which drops as many features in each step."""
    svm = LinearSVC(multi_class="crammer_singer", fit_intercept=False, tol=1e-3)
    step = -(-(X.shape[1] - n) // n_steps)
    model = RFE(svm, n_features_to_select=n, step=step).fit(X, y)
    return model.get_support(indices=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore", ConvergenceWarning)
    rng = np.random.default_rng(0)
    X, y, meta = patch_like(rng, 10 * N)
    svm_rfe(X[:, :50], y, 20)
    start = time.perf_counter()
    ours = svm_rfe(X, y, N, tolerance=1e-2).sets[-1]
    fast = time.perf_counter() - start
    start = time.perf_counter()
    theirs = peer(X, y, N, 6)
    slow = time.perf_counter() - start
    same = 100 * len(np.intersect1d(ours, theirs)) / N
    print(
        f"SVM-RFE, {len(y)} x {10 * N} to {N}: {slow / fast:.1f} times scikit-learn's"
    )
    print(f"SVM-RFE: {same:.0f}% of the features are the same")
    start = time.perf_counter()
    found = mf_pfs(lambda c: X[:, c], y, meta, N, rng)
    share = (time.perf_counter() - start) / fast
    print(
        f"MF-PFS: {share:.2f} of the time of our RFE, measuring left out; it measures "
        f"{len(found.measured) / N:.1f} n of 10 n features"
    )
    points = rng.normal(size=(1200, 6))
    tree = KNeighborsRegressor(10, algorithm="brute")
    slow = best_time(lambda: tree.fit(points, points[:, 0]).kneighbors())
    fast = best_time(lambda: neighbours(points, np.ones(6), 10))
    print(f"10 neighbours of 1200 points: {slow / fast:.1f} times scikit-learn's")

"""Section 4.1 of Peleg and Meir (2004): a hyperparameter by cross-validation.

What the paper leaves open is a `Reading`; docs/readings.md argues which is judged.
"""

from typing import NamedTuple

import numpy as np

from pride.datasets.splits import folds
from pride.programs import gmeb, l1_svm, svm
from pride.selectors.thresholds import selected

GAP = 1e-7  # relative duality gap; a solution with a larger one is not certified


class Reading(NamedTuple):
    """One way to read what the paper leaves open about choosing hyperparameters."""

    limits: str  # of GMEB: a key of LIMITS
    footnote: (
        str  # Lambda as C where Table 2 says: of the svm, of both SVMs, or of none
    )
    folds: str  # stratified, or random
    centring: str  # inside every fold, or before on the whole training set
    scaling: str  # raw, or standardised to a deviation of one
    missing: str  # values: the mean of the training set, or zero
    ties: str  # the first or the last of equally good hyperparameters
    rule: str  # of `selection`


LIMITS = {  # of the numbers 1 to 10, evenly spaced
    "printed": lambda numbers: numbers,
    "quarter": lambda numbers: numbers / 4,
    "squared": lambda numbers: numbers**2,  # as limits of the norms in (3) themselves
}
FOOTNOTE = {"svm": ["svm"], "both": ["svm", "l1_svm"], "none": []}


class Fits(NamedTuple):
    """Classifiers for all hyperparameters, one row each, and their duality gaps."""

    coef: np.ndarray
    intercept: np.ndarray
    gap: np.ndarray
    referred: int  # how many were left to the reference


def hyperparameters(method, dataset, sets, reading):
    """R+ and R- of GMEB, as one list, or C of an SVM, in ascending order."""
    if method == "gmeb":
        return LIMITS[reading.limits](np.linspace(*sets["gmeb"]))
    shares = np.linspace(*sets["svm"])
    noted = dataset in sets["footnote"] and method in FOOTNOTE[reading.footnote]
    return shares if noted else shares / (1 - shares)


def fits(method, X, y, values):
    """Classifiers of a method for all hyperparameters; of GMEB, R+ changes last."""
    if method == "gmeb":
        grid = gmeb.solve_grid(X, y, values, values)
        coef = grid.coef.reshape(-1, X.shape[1])
        referred = int(grid.referred.sum())
        return Fits(coef, grid.intercept.ravel(), grid.gap.ravel(), referred)
    grid = {"svm": svm, "l1_svm": l1_svm}[method].solve_grid(X, y, values)
    return Fits(grid.coef, grid.intercept, grid.gap, int(np.sum(grid.referred)))


def errors(coef, intercept, X, y):
    """Percent of samples on the wrong side of each classifier; on it is wrong, too."""
    return 100 * np.mean(y * (coef @ X.T + intercept[:, None]) <= 0, axis=1)


def shifted(X, parts, reading):
    """Parts with the means of X taken off, missing values filled in, and scaled."""
    known = ~np.isnan(X)
    mean = X.sum(axis=0, where=known) / np.maximum(known.sum(axis=0), 1)
    filler = mean if reading.missing == "mean" else np.zeros(X.shape[1])
    filled = [np.where(np.isnan(part), filler, part) for part in (X, *parts)]
    centre = filled[0].mean(axis=0)
    size = filled[0].std(axis=0) if reading.scaling == "standardised" else 1.0
    return [(part - centre) / np.where(size == 0, 1.0, size) for part in filled[1:]]


def parts_of(rng, y, count, reading):
    """Boolean masks of the test parts of cross-validation."""
    numbers = folds(rng, y, count, stratified=reading.folds == "stratified")
    return [numbers == number for number in range(count)]


class Problem(NamedTuple):
    """A training and a test set, each X as it comes and y with labels -1 and +1, and
    masks of the parts of the training set that cross-validation tests on in turn."""

    sample: tuple
    test: tuple
    parts: list


class Outcome(NamedTuple):
    """Cross-validated errors, and what every classifier does: one entry each."""

    cross_validated: np.ndarray
    train: np.ndarray
    test: np.ndarray
    coef: np.ndarray
    gap: np.ndarray  # of all that was solved, in all parts
    referred: int


def outcome(method, values, problem, reading):
    """Section 4.1: classifiers for all hyperparameters, and what they get wrong."""
    (X, y), test, parts = problem
    whole, fresh = shifted(X, (X, test[0]), reading)
    found, wrong = [fits(method, whole, y, values)], 0.0
    for part in parts:
        inner, outer = whole[~part], whole[part]
        if reading.centring == "inside":
            inner, outer = shifted(X[~part], (X[~part], X[part]), reading)
        found.append(fits(method, inner, y[~part], values))
        wrong += part.sum() * errors(*found[-1][:2], outer, y[part])
    final = found[0]
    return Outcome(
        wrong / len(y),
        errors(*final[:2], whole, y),
        errors(*final[:2], fresh, test[1]),
        final.coef,
        np.concatenate([fit.gap for fit in found]),
        sum(fit.referred for fit in found),
    )


def chosen(cross_validated, ties):
    """The place of the least cross-validated error."""
    best = np.flatnonzero(cross_validated <= cross_validated.min() + 1e-9)
    return best[0 if ties == "first" else -1]


def selection(w, epsilon, rule):
    """Which features a classifier selects (section 4.1).

    "either" measure suffices, or "both" are asked for. Weights of zero select nothing;
    a solver that is not exact returns noise for them, of which the relative measure
    passes nearly all: that is "noisy", which is "either" otherwise.
    """
    if rule == "noisy":
        return selected(w, epsilon) if np.any(w) else np.ones(len(w), dtype=bool)
    return selected(w, epsilon, rule)

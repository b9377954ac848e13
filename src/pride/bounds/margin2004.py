"""The margins of 1-NN and the bound on its error, theorem 1.

R. Gilad-Bachrach, A. Navot and N. Tishby, "Margin Based Feature Selection - Theory and
Algorithms", ICML 2004. Numbers in brackets are that paper's.

Theorem 1 is about two classes, a ball of radius R known beforehand and gamma in (0, 1].
d depends on R / gamma alone: other units of the data change the bound only through
ln(8 / (gamma delta)) and the margins above 1, and with R <= 1 there are none. Nothing
is rescaled here; X, R and gamma must have the same units.

The proof bounds packings by (2R/gamma)^n, which is too small: an interval of length
gamma holds two points, not one. The d of theorem 1 is right all the same if gamma <=
32R: points that 1-Lipschitz functions shatter at gamma/32 are gamma/16 apart, and a
ball holds at most (1 + 32R/gamma)^n of them.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq, nnls
from scipy.spatial.distance import cdist


def hypothesis_margins(X, y, features, leave_one_out=True):
    """theta of (1) for every sample of a training set, on some of its features.

    As in Definition 2, the sample itself is left out. Theorem 1 would allow more: its
    rule knows the sample, which then is its own near hit (`leave_one_out=False`), and
    half the distance to the near miss is left. That is never smaller. A sample without
    near hit has margin -inf: it counts as an error.
    """
    points, y = np.asarray(X, dtype=np.float64)[:, features], np.asarray(y)
    distances, same = cdist(points, points), y[:, None] == y
    to_miss = np.where(same, np.inf, distances).min(axis=1)
    if leave_one_out:
        np.fill_diagonal(distances, np.inf)
    to_hit = np.where(same, distances, np.inf).min(axis=1)
    return 0.5 * (to_miss - to_hit)


def sample_margins(points, labels, X, y, features):
    """Distance of each point to the boundary of 1-NN on (X, y), negative if it errs.

    A point of label c is classified as c in the union of the cells of the samples of
    label c. Its margin is its distance to the union of the other cells, or minus that
    to its own; one of the two is zero. With every label +1 this is nn of Lemma 1.
    Exact, by a quadratic program for each cell that may be the nearest: for small
    samples. A sample is its own near hit unless it is taken out of X.
    """
    points, X = (np.asarray(Z, dtype=np.float64)[:, features] for Z in (points, X))
    y, margins = np.asarray(y), np.empty(len(points))
    for i, (point, label) in enumerate(zip(points, labels, strict=True)):
        hits, misses = X[y == label], X[y != label]
        if not len(hits) or not len(misses):
            raise ValueError(
                f"Expected samples of label {label!r} and of another in y, found the "
                f"labels {np.unique(y).tolist()}: without both there is no boundary."
            )
        margins[i] = _to_cells(point, misses, hits) - _to_cells(point, hits, misses)
    return margins


def _to_cells(point, centres, others):
    """Distance from a point to the union of the cells of `centres` against `others`.

    The cell of a centre holds what is nearer to it than to all of the others. `beyond`
    is how far the point lies outside of each face; the largest is a lower bound of the
    distance to the cell. Cells are tried in that order while they can be the nearest.
    """
    between = cdist(centres, others)
    gaps = cdist(centres, [point]) ** 2 - cdist([point], others) ** 2
    beyond = np.full_like(gaps, -np.inf)
    np.divide(gaps, 2 * between, out=beyond, where=between > 0)
    least, best = beyond.max(axis=1), np.inf
    if least.min() <= 0:
        return 0.0
    for k in np.argsort(least, kind="stable"):
        if least[k] >= best:
            break
        faces = between[k] > 0
        normals = (centres[k] - others[faces]) / between[k, faces, None]
        reach = np.linalg.norm(centres[k] - point)
        best = min(best, reach * _least_norm(normals, beyond[k, faces] / reach))
    return best


def _least_norm(G, h):
    """Of all u with G u >= h: problem LDP of Lawson and Hanson (1974)."""
    E = np.vstack([G.T, h])
    solution, _ = nnls(E, np.eye(len(E))[-1])
    residual = E @ solution - np.eye(len(E))[-1]
    return np.linalg.norm(residual[:-1]) / -residual[-1]


def sensitive_error(margins, gamma):
    """The gamma-sensitive training error of Definition 3, for every gamma.

    A sample that is classified wrongly has a negative margin, below every gamma > 0.
    """
    gamma = _checked_gamma(gamma, np.inf)
    return np.searchsorted(np.sort(margins), gamma, side="left") / len(margins)


class Terms(NamedTuple):
    """What stands in the bracket of (4), in its order, and the logarithm of d."""

    capacity: np.ndarray
    confidence: np.ndarray
    selection: np.ndarray
    log_d: np.ndarray


def terms(m, N, size, R, gamma, delta):
    """d ln(34em/d) log2(578m), ln(8/(gamma delta)), (|F|+1) ln N, and ln d of (4).

    The first is nan where 34em/d <= 1: there (4) is not defined.
    """
    gamma = _checked_gamma(gamma, 1)
    log_d = size * np.log(64 * R / gamma)
    limit = 1 + np.log(34 * np.asarray(m, dtype=np.float64))
    bounded = np.where(log_d < limit, log_d, np.nan)
    capacity = np.exp(bounded) * (limit - bounded) * np.log2(578 * m)
    return Terms(capacity, np.log(8 / (gamma * delta)), (size + 1) * np.log(N), log_d)


def theorem_1(error, m, N, size, R, gamma, delta):
    """The right-hand side of (4), for |F| = `size`; nan where it is not defined.

    Where 34em/d > 1 all terms are positive. Mind `proved`: as d goes from 34m to 34em,
    (4) falls again, and is small without any meaning.
    """
    *bracket, _ = terms(m, N, size, R, gamma, delta)
    return error + np.sqrt(2 / m * sum(bracket))


def proved(m, size, R, gamma):
    """Whether (4) follows from theorem 2, that is, d <= 34m.

    Theorem 2 has the fat-shattering dimension in the place of d, which is but an upper
    bound of it. d ln(34em/d) grows with d as far as d = 34m, and only so far a bound
    may stand for the dimension. Nothing is lost: at d = 34m the root exceeds 24.
    """
    gamma = _checked_gamma(gamma, 1)
    return size * np.log(64 * R / gamma) <= np.log(34 * np.asarray(m))


def best_gamma(margins, N, size, R, delta):
    """The gamma in (0, 1] of least bound (4), and that bound; nan if none is `proved`.

    The root falls with gamma wherever (4) is proved. The error is constant between two
    neighbouring margins, the upper one included. So the best gamma is a margin, or 1.
    """
    margins = np.asarray(margins, dtype=np.float64)
    candidates = np.unique(np.append(margins[(margins > 0) & (margins < 1)], 1.0))
    candidates = candidates[proved(len(margins), size, R, candidates)]
    if not len(candidates):
        return np.nan, np.nan
    error = sensitive_error(margins, candidates)
    bounds = theorem_1(error, len(margins), N, size, R, candidates, delta)
    return candidates[bounds.argmin()], bounds.min()


def log_samples_needed(size, R, gamma, N, delta, error=0.0):
    """ln m for the m at which (4) falls below 1; inf if the error is 1.

    Sought where (4) is proved, from m = d/34. The first term of the radicand rises with
    m while 1/ln(34em/d) + 1/ln(578m) > 1, being far above 1, and then falls for ever;
    the others fall. So 1 is crossed once. All is done in logarithms: d may be huge.
    """
    if error >= 1:
        return np.inf
    log_d = size * np.log(64 * R / _checked_gamma(gamma, 1))
    rest = np.log(8 / (gamma * delta)) + (size + 1) * np.log(N)

    def log_excess(log_m):
        factor = (1 + np.log(34) + log_m - log_d) * (np.log(578) + log_m) / np.log(2)
        radicand = np.logaddexp(log_d + np.log(factor), np.log(rest)) - log_m
        return np.log(2) + radicand - 2 * np.log1p(-error)

    start = end = max(0.0, log_d - np.log(34))
    while log_excess(end) > 0:
        end += 50.0
    return brentq(log_excess, start, end, xtol=1e-12)


def samples_needed(size, R, gamma, N, delta, error=0.0):
    """The m at which (4) falls below 1, where it is proved; inf beyond floats."""
    with np.errstate(over="ignore"):
        return np.exp(log_samples_needed(size, R, gamma, N, delta, error))


def _checked_gamma(gamma, largest):
    gamma = np.asarray(gamma, dtype=np.float64)
    if not np.all((gamma > 0) & (gamma <= largest)):
        raise ValueError(
            f"Expected gamma above 0 and at most {largest}, found {gamma.min()} to "
            f"{gamma.max()}. For larger margins, choose other units for data and R."
        )
    return gamma

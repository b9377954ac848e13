"""Problems (4) and (6) at a point, and transformation (5) between the two.

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization of
a generalization error bound", NIPS 2004. Numbers in brackets are that paper's.
Labels above 0 are the class +1. The features are taken as they come: the paper centres
them beforehand.
"""

from typing import NamedTuple

import numpy as np

from pride.bounds.gmeb2004 import moments, signs


class Problem(NamedTuple):
    """A training set and its moments (definition 2), with the limits R+ and R-."""

    X: np.ndarray
    y: np.ndarray
    v_plus: np.ndarray
    v_minus: np.ndarray
    R_plus: float
    R_minus: float


class Point(NamedTuple):
    """The variables of (4), or those of (6), which the paper writes with a tilde."""

    w: np.ndarray
    sigma: np.ndarray
    b: float
    xi: np.ndarray


class Evaluation(NamedTuple):
    """The objective at a point, and how far it is beyond each kind of constraint."""

    objective: float
    norm: float
    margins: float
    plus: float
    minus: float
    signs: float

    @property
    def violation(self):
        """The largest of all."""
        return max(self[1:])


def problem(X, y, R_plus, R_minus):
    """The problem of a training set with two limits above zero."""
    if not (R_plus > 0 and R_minus > 0):
        raise ValueError(
            f"Expected limits R+ and R- above 0, found {R_plus} and {R_minus}. At 0 "
            "no feature with a moment in that class can be used: leave these out."
        )
    X = np.asarray(X, dtype=np.float64)
    return Problem(X, signs(y), *moments(X, y), float(R_plus), float(R_minus))


def slacks(problem, w, b):
    """The least xi with which the classifier w'x + b satisfies the margins of (6)."""
    return np.maximum(0.0, 1.0 - problem.y * (problem.X @ w + b))


def at_4(problem, point):
    """Problem (4) at a point."""
    w, sigma = point.w, point.sigma
    return _at(problem, point, w @ w, sigma**2, w * sigma)


def at_6(problem, point):
    """Problem (6) at a point; w^2/sigma is the closure of that function at zero."""
    w, sigma = point.w, point.sigma
    with np.errstate(divide="ignore"):
        ratios = np.divide(w**2, sigma, out=np.zeros_like(w), where=w != 0)
    return _at(problem, point, ratios.sum(), sigma, w)


def _at(problem, point, norm, squares, classifier):
    short = slacks(problem, classifier, point.b) - point.xi
    return Evaluation(
        point.xi.sum(),
        max(0.0, norm - 1),
        max(0.0, short.max()),
        max(0.0, problem.v_plus @ squares - problem.R_plus),
        max(0.0, problem.v_minus @ squares - problem.R_minus),
        max(0.0, -point.xi.min(), -point.sigma.min()),
    )


def to_4(point):
    """Transformation (5): a point of (4) from one of (6)."""
    sigma = np.sqrt(point.sigma)
    w = np.divide(point.w, sigma, out=np.zeros_like(sigma), where=sigma > 0)
    return point._replace(w=w, sigma=sigma)


def to_6(point):
    """The inverse of transformation (5): a point of (6) from one of (4)."""
    return point._replace(w=point.w * point.sigma, sigma=point.sigma**2)


def amended(point):
    """Remark 4: weights of features with scale zero are zero."""
    return point._replace(w=np.where(point.sigma == 0, 0.0, point.w))

"""The l1 SVM over a whole grid of C, exact.

It is the l1 SVM of D. Peleg and R. Meir, NIPS 2004, section 4:
minimise sum_j |w_j| + C sum_i max(0, 1 - y_i (w.x_i + b)).

The hinge loss within a limit on sum_j |w_j| is piecewise linear in the limit. The
slopes of its pieces rise towards zero, and the solution for C lies where the slope
passes -1 / C: one path of rising limits holds the solutions for all C.
"""

from typing import NamedTuple

import cvxpy as cp
import numpy as np

from pride.compiled import compiled
from pride.programs.hinge.basis import Program
from pride.programs.hinge.columns import distinct
from pride.programs.hinge.dual import first_exchanged
from pride.programs.hinge.path import (
    FRESH,
    advance,
    move,
    multipliers,
    refresh,
    revalue,
)
from pride.programs.hinge.pivots import exchange
from pride.programs.hinge.primal import first_blocked
from pride.programs.hinge.scans import NONE
from pride.programs.hinge.start import empty_state, start
from pride.programs.svm import checked

GAP = 1e-7  # the largest relative duality gap of a certified solution
SMALL = 1e-9, 1e-10, 1e-11  # changes of margins and costs, which break ties
PIVOTS = 100000  # at most


class Grid(NamedTuple):
    """Solutions for all C, one row each.

    `objective` are their values, `gap` the duality gaps relative to these (to one where
    they are smaller), `referred` tells which were solved by the reference because a gap
    was above 1e-7.
    """

    coef: np.ndarray
    intercept: np.ndarray
    objective: np.ndarray
    gap: np.ndarray
    referred: np.ndarray


def solve_grid(X, y, C):
    """The l1 SVM for every C, labels y being -1 and +1; b is not penalised.

    Where the solution is not unique it is the one with the smallest sum of weights.
    """
    X, y, C = checked(X, y, C)
    size = np.sqrt((X**2).mean(axis=0))
    used = np.argsort(-size, kind="stable")[: np.count_nonzero(size)]
    used = used[distinct(X[:, used] / size[used])]  # of equal ones the largest
    scaled = np.hstack([np.ones((len(X), 1)), X[:, used] / size[used]])
    scaled, order = np.ascontiguousarray(scaled), np.argsort(C, kind="stable")
    weights = np.concatenate([[0.0], 1 / size[used]])[None]
    program = Program(scaled, np.ascontiguousarray(scaled.T), y, weights)
    coef, intercept, mu = np.zeros((len(C), X.shape[1])), np.zeros(len(C)), None
    for attempt, small in enumerate(SMALL):
        rng = np.random.default_rng(attempt)
        found = _solutions(program, C[order], small, rng)
        coef[np.ix_(order, used)] = found[0][:, 1:] / size[used]
        intercept[order], mu = found[0][:, 0], found[1][np.argsort(order)]
        objective, gap = certified(X, y, C, coef, intercept, mu)
        if gap.max() <= GAP:
            break
    grid = Grid(coef, intercept, objective, gap, ~(gap <= GAP))
    for cell in np.flatnonzero(grid.referred):
        coef[cell], intercept[cell], dual = l1_svm_reference(X, y, C[cell])
        one = slice(cell, cell + 1)
        bounds = certified(X, y, C[one], coef[one], intercept[one], dual[None])
        objective[cell], gap[cell] = bounds[0][0], bounds[1][0]
    return grid


def _solutions(program, C, small, rng):
    """b with w, and mu, for C in rising order."""
    n, d = program.X.shape
    found = np.zeros((len(C), d)), np.zeros((len(C), n))
    if d == 1:  # no features: the class that is more frequent
        found[0][:] = np.sign(program.y.sum()) or 1.0
        return found
    margin, cost = 1 + small * rng.random(n), 1 + small * rng.random(n)
    state = empty_state(program, margin, np.zeros(1), cost)
    start(program, state, rng.uniform(0.1, 1.0, n))
    move(program, state, margin, np.zeros(1))
    follow(program, state, 1 / C, found)
    return found


@compiled
def follow(program, state, slopes, found):
    """Write down the solution where minus the slope of the loss passes each of the
    `slopes`, which fall, while the limit rises from zero without end."""
    ones, c = np.ones(program.y.shape[0]), 0
    ways = np.zeros(program.y.shape[0]), np.ones(1)
    while c < slopes.shape[0] and slopes[c] >= state.nu[0]:
        found[0][c], found[1][c] = state.w, multipliers(program, state, ones)[0]
        c += 1
    for _ in range(PIVOTS):
        if state.size[1] >= FRESH and not refresh(program, state):
            return
        blocked, share = first_blocked(program, state, ways[0], ways[1])
        if c == slopes.shape[0] or blocked == NONE:
            return
        advance(state, share, ways)
        chosen, step = first_exchanged(program, state, blocked)
        if chosen == NONE:
            return
        before = multipliers(program, state, ones)
        revalue(program, state, blocked, step)
        if not exchange(program, state, blocked, chosen):
            return
        first = c
        while c < slopes.shape[0] and slopes[c] > state.nu[0]:
            c += 1
        if c > first:
            after = multipliers(program, state, ones)
            _note(found, state.w, (before, after), slopes, first, c)


@compiled
def _note(found, w, between, slopes, first, last):
    """Write down w with the multipliers that fit the slopes, between two bases."""
    (mu, nu), (next_mu, next_nu) = between
    for c in range(first, last):
        fall = nu[0] - next_nu[0]
        share = (nu[0] - slopes[c]) / fall if fall > 0.0 else 0.0
        found[0][c], found[1][c] = w, mu + share * (next_mu - mu)


def certified(X, y, C, coef, intercept, mu):
    """Objectives, and their relative gaps to values of the dual program.

    That is to maximise sum_i a_i subject to 0 <= a <= C, sum_i a_i y_i = 0 and
    |sum_i a_i y_i x_ij| <= 1 for all j. C mu is clipped, the heavier class is shrunk,
    and all is shrunk until it is feasible.
    """
    losses = np.maximum(0.0, 1 - y * (coef @ X.T + intercept[:, None])).sum(axis=1)
    objective = np.abs(coef).sum(axis=1) + C * losses
    a = C[:, None] * np.clip(mu, 0.0, 1.0)
    sums = np.stack([a[:, y > 0].sum(axis=1), a[:, y < 0].sum(axis=1)])
    shares = sums.min(axis=0) / np.where(sums > 0, sums, 1.0)
    a *= np.where(y > 0, shares[0][:, None], shares[1][:, None])
    pull = np.abs((a * y) @ X).max(axis=1)
    dual = a.sum(axis=1) / np.maximum(1.0, pull)
    return objective, (objective - dual) / np.maximum(1.0, objective)


def l1_svm_reference(X, y, C):
    """w, b and mu of the l1 SVM as a linear program in cvxpy."""
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(y), nonneg=True)
    margins = cp.multiply(y, X @ w + b) >= 1 - xi
    program = cp.Problem(cp.Minimize(cp.norm1(w) + C * cp.sum(xi)), [margins])
    program.solve(solver=cp.HIGHS)
    if program.status != cp.OPTIMAL:
        raise RuntimeError(
            f"Expected an optimal solution at C = {C}, found the status "
            f"{program.status}. Look for features whose values span many orders of "
            "magnitude, and scale them."
        )
    return w.value, float(b.value), np.asarray(margins.dual_value) / C

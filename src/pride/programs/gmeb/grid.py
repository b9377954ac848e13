"""GMEB over a whole grid of limits: exact, fast, and certified."""

from typing import NamedTuple

import numpy as np

from pride.bounds.gmeb2004 import moments, signs
from pride.programs.gmeb.cuts import CUTS, Path
from pride.programs.gmeb.norm import certify
from pride.programs.gmeb.pairs import Solutions, solve_pairs
from pride.programs.gmeb.reference import Dual
from pride.programs.hinge.basis import Program
from pride.programs.hinge.columns import distinct
from pride.programs.hinge.start import empty_state

GAP = 1e-7  # the largest relative duality gap of a certified solution
# Changes of margins and costs, which break ties: a larger one breaks more of them, a
# smaller one leaves a smaller gap. An attempt each.
SMALL = 1e-9, 1e-10, 1e-11
FIRST = np.array([0.5, 0.0, 1.0])  # theta of the first cuts


class Grid(NamedTuple):
    """Solutions of problem (6) for all pairs of limits: R+ down, R- across.

    `coef` (len(R_plus), len(R_minus), d) and `intercept` are the classifiers,
    `objective` their hinge losses, `gap` the duality gaps over max(1, objective), and
    `referred` tells which were solved by the reference because a gap was above 1e-7.
    """

    coef: np.ndarray
    intercept: np.ndarray
    objective: np.ndarray
    gap: np.ndarray
    referred: np.ndarray


def solve_grid(X, y, R_plus, R_minus):
    """Solve problem (6) for all pairs of limits R+ and R- (docs/gmeb.md).

    Where the limits are slack and the solution is not unique, it is the one of smallest
    norm: of those of smallest hinge loss, the one that needs least of R+ and R-, in
    their proportion. Of features that are equal, up to their scale, the first is used.
    Features are taken as they come; the paper centres them beforehand.
    """
    X, y = np.asarray(X, dtype=np.float64), signs(y)
    R = np.asarray(R_plus, dtype=np.float64), np.asarray(R_minus, dtype=np.float64)
    order = _order(*R)
    down, across = np.divmod(order, len(R[1]))
    pairs = np.column_stack([R[0][down], R[1][across]])
    if not pairs.min() > 0:
        raise ValueError(
            f"Expected limits R+ and R- above 0, found {pairs.min()}. At 0 no feature "
            "with a moment in that class can be used: leave these features out."
        )
    v = np.stack(moments(X, y))
    size = np.sqrt(v.mean(axis=0))
    used = np.flatnonzero(size)
    scaled = X[:, used] / size[used]
    keep = distinct(scaled)
    used = used[keep]
    program, v = _program(scaled[:, keep], y, v[:, used] / size[used] ** 2)
    solutions, upper, gap = _solved(program, v, pairs)
    coef = np.zeros((len(pairs), X.shape[1]))
    coef[:, used] = solutions.weights[:, 1:] / size[used]
    grid = Grid(coef, solutions.intercept, upper, gap, ~(gap <= GAP))
    _refer(grid, X, y, pairs)
    back, shape = np.argsort(order), (len(R[0]), len(R[1]))
    return Grid(*(part[back].reshape(*shape, *part.shape[1:]) for part in grid))


def _order(R_plus, R_minus):
    """Places of all pairs in an order in which neighbours have similar solutions.

    It is mostly the smaller limit that is felt: the pairs whose smaller limit has the
    same rank follow each other, back and forth.
    """
    down, across = (np.argsort(np.argsort(R, kind="stable")) for R in (R_plus, R_minus))
    shell = np.minimum.outer(down, across)
    along = np.subtract.outer(down, across) * np.where(shell % 2, 1, -1)
    return np.lexsort((along.ravel(), shell.ravel()))


def _program(X, y, v):
    """The linear program, with room for cuts, and the moments of its columns."""
    X = np.ascontiguousarray(np.hstack([np.ones((len(X), 1)), X]))
    v = np.ascontiguousarray(np.hstack([np.zeros((2, 1)), v]))
    weights = np.zeros((CUTS, X.shape[1]))
    return Program(X, np.ascontiguousarray(X.T), y, weights), v


def _solved(program, v, pairs):
    """Solutions for all pairs, their hinge losses and their relative duality gaps."""
    (n, d), cells = program.X.shape, len(pairs)
    todo, solved = np.ones(cells, dtype=bool), np.zeros(cells, dtype=bool)
    parts = np.zeros((cells, d)), np.zeros(cells), np.zeros((cells, n)), np.zeros(cells)
    solutions = Solutions(*parts, solved)
    if d == 1:  # no features: the class that is more frequent
        solutions.intercept[:], solutions.mu[:] = np.sign(program.y.sum()) or 1.0, 1.0
        upper, lower = certify(program, v, pairs, solutions)
        return solutions, upper, (upper - lower) / np.maximum(1.0, upper)
    for attempt, small in enumerate(SMALL):
        # all on one path; the last time each on a path of its own
        tours = [todo] if small > SMALL[-1] else _alone(todo)
        for tour in tours:
            path, offsets = _path(program, v, small, np.random.default_rng(attempt))
            solve_pairs(path, offsets, pairs, tour.copy(), solutions)
        upper, lower = certify(program, v, pairs, solutions)
        gap = (upper - lower) / np.maximum(1.0, upper)
        todo = ~(gap <= GAP)
        if not todo.any():
            break
    return solutions, upper, gap


def _alone(todo):
    """What is to do, one at a time."""
    return [np.arange(len(todo)) == p for p in np.flatnonzero(todo)]


def _path(program, v, small, rng):
    """A path that is to begin with the cuts of `FIRST`, and how far from margins."""
    n, count = len(program.y), np.array([len(FIRST)])
    theta, limit = np.zeros(CUTS), np.zeros(CUTS)
    theta[: len(FIRST)] = FIRST
    program.weights[: len(FIRST)] = np.sqrt(np.outer(FIRST, v[0] - v[1]) + v[1])
    margin, cost = 1 + small * rng.random(n), 1 + small * rng.random(n)
    state = empty_state(program, margin, limit, cost)
    path = Path(program, state, theta, count, v, margin)
    return path, rng.uniform(0.1, 1.0, n)


def _refer(grid, X, y, pairs):
    """Have the cells that are not certified solved by the reference, in place.

    The solution at hand stays where the reference fails or has a larger gap.
    """
    cells = np.flatnonzero(grid.referred)
    reference = Dual(X, y) if len(cells) else None
    for cell in cells:
        try:
            solution = reference.solve(*pairs[cell])
        except RuntimeError:
            continue
        gap = (solution.upper - solution.lower) / max(1.0, solution.upper)
        if not gap >= grid.gap[cell]:
            grid.coef[cell], grid.intercept[cell] = solution.coef, solution.intercept
            grid.objective[cell], grid.gap[cell] = solution.upper, gap

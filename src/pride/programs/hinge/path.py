"""Following the solution while margins and limits move: pivot by pivot."""

import numpy as np

from pride.compiled import compiled
from pride.programs.hinge.basis import SHORT, invert, through
from pride.programs.hinge.dual import first_exchanged
from pride.programs.hinge.pivots import exchange
from pride.programs.hinge.primal import basic_values, first_blocked, outputs
from pride.programs.hinge.scans import NONE

ARRIVED, SLACK, FAILED = 0, 1, 2  # the ways in which a move ends
PIVOTS = 5000  # at most for one move
FRESH = 50  # pivots after which all is computed anew
VANISHING = 1e-8  # a price below this share of all upper bounds is none


@compiled
def _add(values, share, way):
    for i in range(values.shape[0]):
        values[i] += share * way[i]


@compiled
def advance(state, share, ways, changes):
    """Move the right-hand sides by a share of their ways, the solution with them."""
    values, points, loads = changes
    _add(state.margin, share, ways[0])
    _add(state.limit, share, ways[1])
    _add(state.points, share, points)
    _add(state.loads, share, loads)
    for c in range(values.shape[0]):
        state.w[state.features[c]] += share * values[c]


@compiled
def _add_to_points(program, state, blocked, step, rows, mu):
    """Add to the multipliers of the points what a step changes."""
    n = program.y.shape[0]
    for r in range(rows.shape[0]):
        item = state.items[r]
        if item < n:
            mu[item] += step * program.y[item] * rows[r]
    if blocked < n:
        mu[blocked] -= step * state.side[blocked]


@compiled
def revalue(program, state, blocked, step, changes):
    """Move the multipliers by a step, when a blocked item gives way."""
    rows, change, growth = changes
    n, m = program.y.shape[0], program.weights.shape[0]
    _add(state.pull, step, change)
    _add(state.radius, step, growth)
    _add_to_points(program, state, blocked, step, rows, state.mu)
    for r in range(rows.shape[0]):
        if state.items[r] >= n:
            state.nu[state.items[r] - n] -= step * rows[r]
    if n <= blocked < n + m:
        state.nu[blocked - n] += step


@compiled
def price(program, state, blocked, step, rows, limit):
    """sum_k nu_k limit_k, for given limits, after a step of the multipliers."""
    n, m = program.y.shape[0], program.weights.shape[0]
    total = 0.0
    for r in range(rows.shape[0]):
        k = state.items[r] - n
        if k >= 0:
            total += (state.nu[k] - step * rows[r]) * limit[k]
    if n <= blocked < n + m:
        total += step * limit[blocked - n]
    return total


@compiled
def multipliers(program, state, upper):
    """mu and nu that belong to the basis if the costs of points are `upper`."""
    n, size = program.y.shape[0], state.size[0]
    pull, mu, nu = np.zeros(size), np.zeros(n), np.zeros(program.weights.shape[0])
    for i in range(n):
        if state.side[i] == SHORT:
            mu[i] = upper[i]
            for c in range(size):
                pull[c] -= upper[i] * program.y[i] * program.X[i, state.features[c]]
    rows = through(state.inverse, size, pull)
    for r in range(size):
        item = state.items[r]
        if item < n:
            mu[item] = program.y[item] * rows[r]
        else:
            nu[item - n] = -rows[r]
    return mu, nu


@compiled
def refresh(program, state):
    """Compute all anew from who is in the basis, and what is given; whether it can."""
    if not invert(program, state):
        return False
    state.size[1] = 0
    values = basic_values(program, state, state.margin, state.limit)
    points, loads = outputs(program, state, values)
    mu, nu = multipliers(program, state, state.upper)
    state.points[:], state.loads[:], state.mu[:], state.nu[:] = points, loads, mu, nu
    state.w[:], state.pull[:], state.radius[:] = 0.0, 0.0, 0.0
    for c in range(state.size[0]):
        state.w[state.features[c]] = values[c]
    for i in range(mu.shape[0]):
        if mu[i] != 0.0:
            _add(state.pull, mu[i] * program.y[i], program.X[i])
    for k in range(nu.shape[0]):
        _add(state.radius, nu[k], program.weights[k])
    return True


@compiled
def move(program, state, margin, limit):
    """Take the right-hand sides to new ones, and the solution with them.

    The solution is optimal at every stage. Rising limits that would all become slack
    end just before, as SLACK: that is the optimal solution that needs least of them.
    """
    ways = margin - state.margin, limit - state.limit
    left = max(np.abs(ways[0]).max(), np.abs(ways[1]).max())
    if left > 0.0:  # ways of length one, on which a rate tells whether it is small
        ways = ways[0] / left, ways[1] / left
    fewest = VANISHING * state.upper.sum() if ways[1].max() > 0 else -np.inf
    for _ in range(PIVOTS):
        if state.size[1] >= FRESH and not refresh(program, state):
            return FAILED
        blocked, share, changes = first_blocked(program, state, ways[0], ways[1])
        advance(state, min(share, left), ways, changes)
        if share >= left:
            state.margin[:], state.limit[:] = margin, limit
            return ARRIVED
        left -= share
        chosen, step, prices = first_exchanged(program, state, blocked)
        if chosen == NONE:
            return FAILED
        if price(program, state, blocked, step, prices[0], limit) <= fewest:
            state.slack_mu[:] = state.mu
            _add_to_points(program, state, blocked, step, prices[0], state.slack_mu)
            return SLACK
        revalue(program, state, blocked, step, prices)
        if not exchange(program, state, blocked, chosen, prices[0]):
            return FAILED
    return FAILED

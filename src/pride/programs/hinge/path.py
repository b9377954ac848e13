"""Following the solution while margins and limits move: pivot by pivot."""

import numpy as np

from pride.compiled import compiled, inlined, lent
from pride.programs.hinge.basis import SHORT, invert, through
from pride.programs.hinge.dual import first_exchanged
from pride.programs.hinge.pivots import exchange
from pride.programs.hinge.primal import fill_outputs, fill_values, first_blocked
from pride.programs.hinge.scans import NONE

ARRIVED, SLACK, FAILED = 0, 1, 2  # the ways in which a move ends
PIVOTS = 5000  # at most for one move
FRESH = 50  # pivots after which all is computed anew
VANISHING = 1e-8  # a price below this share of all upper bounds is none
LOW = 1e-3  # and below this share it is none if there is no loss,
LOSSLESS = 1e-10  # or one below this share, which rounding leaves


@compiled
def _add(values, share, way):
    for i in range(values.shape[0]):
        values[i] += share * way[i]


@inlined
def advance(state, share, ways):
    """Move the right-hand sides by a share of their ways, the solution with them."""
    _add(state.margin, share, ways[0])
    _add(state.limit, share, ways[1])
    _add(state.points, share, state.moves.points)
    _add(state.loads, share, state.moves.loads)
    for c in range(state.size[0]):
        state.w[state.features[c]] += share * state.moves.values[c]


@inlined
def _add_to_points(program, state, blocked, step, mu):
    """Add to the multipliers of the points what a step changes."""
    n = program.y.shape[0]
    for r in range(state.size[0]):
        item = state.items[r]
        if item < n:
            mu[item] += step * program.y[item] * state.moves.rows[r]
    if blocked < n:
        mu[blocked] -= step * state.side[blocked]


@inlined
def revalue(program, state, blocked, step):
    """Move the multipliers by a step, when a blocked item gives way."""
    n, m = program.y.shape[0], program.weights.shape[0]
    _add(state.pull, step, state.moves.change)
    _add(state.radius, step, state.moves.growth)
    _add_to_points(program, state, blocked, step, state.mu)
    for r in range(state.size[0]):
        if state.items[r] >= n:
            state.nu[state.items[r] - n] -= step * state.moves.rows[r]
    if n <= blocked < n + m:
        state.nu[blocked - n] += step


@inlined
def price(program, state, blocked, step, limit):
    """sum_k nu_k limit_k, for given limits, after a step of the multipliers."""
    n, m = program.y.shape[0], program.weights.shape[0]
    total = 0.0
    for r in range(state.size[0]):
        k = state.items[r] - n
        if k >= 0:
            total += (state.nu[k] - step * state.moves.rows[r]) * limit[k]
    if n <= blocked < n + m:
        total += step * limit[blocked - n]
    return total


@compiled
def vanishes(program, state, price, total):
    """Whether limits of a price are slack, beside the total of all upper bounds."""
    if price > LOW * total:
        return False
    loss = 0.0
    for i in range(program.y.shape[0]):
        if state.side[i] == SHORT:
            short = state.margin[i] - program.y[i] * state.points[i]
            loss += state.upper[i] * max(short, 0.0)
    return price <= VANISHING * total or loss <= LOSSLESS * total


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
    rows = np.empty(size)
    through(state.inverse, pull, rows)
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
    values = np.empty(state.size[0])
    fill_values(program, state, state.margin, state.limit, values)
    fill_outputs(program, state, values, state.points, state.loads)
    mu, nu = multipliers(program, state, state.upper)
    state.mu[:], state.nu[:] = mu, nu
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
    program, state = lent(program), lent(state)
    ways = margin - state.margin, limit - state.limit
    left = max(np.abs(ways[0]).max(), np.abs(ways[1]).max())
    if left == 0.0:
        return ARRIVED
    # ways of length one, on which a rate tells whether it is small
    ways = ways[0] / left, ways[1] / left
    total = state.upper.sum() if ways[1].max() > 0 else -1.0
    for _ in range(PIVOTS):
        if state.size[1] >= FRESH and not refresh(program, state):
            return FAILED
        blocked, share = first_blocked(program, state, ways[0], ways[1])
        advance(state, min(share, left), ways)
        if share >= left:
            state.margin[:], state.limit[:] = margin, limit
            return ARRIVED
        left -= share
        chosen, step = first_exchanged(program, state, blocked)
        if chosen == NONE:
            return FAILED
        if vanishes(program, state, price(program, state, blocked, step, limit), total):
            state.slack_mu[:] = state.mu
            _add_to_points(program, state, blocked, step, state.slack_mu)
            return SLACK
        revalue(program, state, blocked, step)
        if not exchange(program, state, blocked, chosen):
            return FAILED
    return FAILED

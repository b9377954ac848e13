"""The two ratio tests of the parametric dual simplex method.

Both take, of all that would be violated first up to a tolerance, what moves fastest
(Harris, Mathematical Programming 5, 1973): small pivots are what ruins an inverse.
"""

import numpy as np

from pride.compiled import compiled, compiled_roughly
from pride.programs.hinge.basis import SHORT, row_of, through

TOLERANCE = 1e-10  # by which a constraint may be violated on the way
SMALL = 1e-9  # a pivot below this is none
NONE = -1


@compiled_roughly
def _hurry(slack, rate, hurry):
    """The inverse of the time in which a slack and the tolerance are used up."""
    for i in range(slack.shape[0]):
        hurry[i] = rate[i] / (max(slack[i], 0.0) + TOLERANCE)


@compiled_roughly
def first_reached(slack, rate):
    """Which slack, falling at its rate, is used up first, and when; NONE for none."""
    hurry = np.empty(slack.shape[0] + 3)
    hurry[-3:] = 0.0
    _hurry(slack, rate, hurry[:-3])
    a = b = c = d = 0.0
    for i in range(0, slack.shape[0], 4):
        a, b = max(a, hurry[i]), max(b, hurry[i + 1])
        c, d = max(c, hurry[i + 2]), max(d, hurry[i + 3])
    most = max(max(a, b), max(c, d))
    chosen, fastest = NONE, SMALL
    for i in range(slack.shape[0]):
        if slack[i] * most <= rate[i] and rate[i] > fastest:
            chosen, fastest = i, rate[i]
    if chosen == NONE:
        return NONE, np.inf
    return chosen, max(slack[chosen], 0.0) / fastest


@compiled
def basic_values(program, state, margin, limit):
    """b and the weights in the basis for given right-hand sides."""
    n, size = program.y.shape[0], state.size[0]
    values = np.zeros(size)
    for r in range(size):
        item = state.items[r]
        side = program.y[item] * margin[item] if item < n else limit[item - n]
        if side != 0.0:
            for c in range(size):
                values[c] += state.inverse[r, c] * side
    return values


@compiled_roughly
def add_two(first, second, vector, sums):
    """Add two multiples of a vector to the two rows of sums."""
    one, two = sums[0], sums[1]
    for i in range(vector.shape[0]):
        one[i] += first * vector[i]
        two[i] += second * vector[i]


@compiled
def outputs(program, state, values, changes):
    """w.x_i + b of all points, the loads sum_j c_kj |w_j| of all limits, and below
    these how they change with the weights."""
    points = np.zeros((2, program.y.shape[0]))
    loads = np.zeros((2, program.weights.shape[0]))
    for c in range(state.size[0]):
        j = state.features[c]
        add_two(values[c], changes[c], program.columns[j], points)
        for k in range(loads.shape[1]):
            weight = state.sign[j] * program.weights[k, j]
            loads[0, k] += values[c] * weight
            loads[1, k] += changes[c] * weight
    return points, loads


@compiled_roughly
def _fill_points(program, state, way, points, room):
    """Slacks of the points' sides, and the rates at which they fall."""
    slack, rate = room
    for i in range(program.y.shape[0]):
        short = program.y[i] * points[0, i] - state.margin[i]
        slack[i] = -state.side[i] * short
        rate[i] = state.side[i] * (program.y[i] * points[1, i] - way[i])


@compiled
def first_blocked(program, state, margin_way, limit_way):
    """What first stops the right-hand sides on a way, and what share of it is gone.

    Returns an item, or n + m + c for the c-th column of the basis; NONE for nothing.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    values = basic_values(program, state, state.margin, state.limit)
    changes = basic_values(program, state, margin_way, limit_way)
    points, loads = outputs(program, state, values, changes)
    slack, rate = np.empty(n + m + size), np.empty(n + m + size)
    _fill_points(program, state, margin_way, points, (slack, rate))
    for k in range(m):
        slack[n + k] = state.limit[k] - loads[0, k]
        rate[n + k] = loads[1, k] - limit_way[k]
    for r in range(size):
        if state.items[r] >= n:
            rate[state.items[r]] = 0.0
    slack[n + m], rate[n + m] = 1.0, 0.0
    for c in range(1, size):
        sign = state.sign[state.features[c]]
        slack[n + m + c], rate[n + m + c] = sign * values[c], -sign * changes[c]
    return first_reached(slack, rate)


@compiled
def multipliers(program, state):
    """Multipliers of the rows of the basis: mu_i y_i of points, -nu_k of limits."""
    pull = np.empty(state.size[0])
    for c in range(state.size[0]):
        pull[c] = -state.pull[state.features[c]]
    return through(state.inverse, state.size[0], pull)


@compiled
def entering(program, state, blocked, pull, radius):
    """How the multipliers of the rows of the basis move when a blocked item gives way.

    What the item itself changes in the pull and in the radius of every feature is put
    there.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    moved = np.empty(size)
    if blocked >= n + m:
        c = blocked - n - m
        for r in range(size):
            moved[r] = -state.sign[state.features[c]] * state.inverse[r, c]
        return moved
    moved[:] = through(state.inverse, size, row_of(program, state, blocked))
    if blocked >= n:
        radius[:] = program.weights[blocked - n]
        return moved
    own = -state.side[blocked] * program.y[blocked]
    for j in range(pull.shape[0]):
        pull[j] = own * program.X[blocked, j]
    for r in range(size):
        moved[r] *= -own
    return moved


@compiled_roughly
def _fill_features(pull, radius, slack, rate):
    """Slacks of radius_j - pull_j and of radius_j + pull_j, and their rates."""
    d = pull.shape[1]
    now, change = pull[0], pull[1]
    around, growth = radius[0], radius[1]
    for j in range(d):
        slack[j], slack[d + j] = around[j] - now[j], around[j] + now[j]
        rate[j], rate[d + j] = change[j] - growth[j], -change[j] - growth[j]


@compiled
def _fill_rows(program, state, rows, slack, rate):
    """Slacks of the multipliers of the rows of the basis, and their rates."""
    n = program.y.shape[0]
    for r in range(state.size[0]):
        item = state.items[r]
        if item < n:
            mu, change = program.y[item] * rows[0, r], program.y[item] * rows[1, r]
            slack[r] = state.upper[item] - mu if change > 0 else mu
            rate[r] = abs(change)
        else:
            slack[r], rate[r] = -rows[0, r], rows[1, r]


@compiled
def first_exchanged(program, state, blocked):
    """What takes the place of a blocked item, the step of the multipliers up to there,
    and the multipliers of the rows of the basis with their changes.

    It is a row r of the basis as r, a feature j that comes in with sign + or - as
    size + j or size + d + j, or the item itself, which goes through to the other side
    of its margin, as the last.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    d = state.pull.shape[0]
    pull, radius, rows = np.zeros((2, d)), np.zeros((2, d)), np.empty((2, size))
    pull[0], rows[0] = state.pull, multipliers(program, state)
    rows[1] = entering(program, state, blocked, pull[1], radius[1])
    for r in range(size):
        item = state.items[r]
        if item < n:
            add_two(rows[0, r], rows[1, r], program.X[item], pull)
        else:
            add_two(-rows[0, r], -rows[1, r], program.weights[item - n], radius)
    slack, rate = np.empty(size + 2 * d + 1), np.empty(size + 2 * d + 1)
    _fill_rows(program, state, rows, slack, rate)
    _fill_features(pull, radius, slack[size:], rate[size:])
    for c in range(size):
        j = state.features[c]
        rate[size + j if state.sign[j] > 0 else size + d + j] = 0.0
        if c != blocked - n - m:
            rate[size + j], rate[size + d + j] = 0.0, 0.0
    slack[size + 2 * d], rate[size + 2 * d] = 1.0, 0.0
    if blocked < n:
        slack[size + 2 * d], rate[size + 2 * d] = state.upper[blocked], 1.0
    chosen, step = first_reached(slack, rate)
    return chosen, step, rows

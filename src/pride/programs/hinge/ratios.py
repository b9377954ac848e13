"""The two ratio tests of the parametric dual simplex method.

Both take, of all that would be violated first up to a tolerance, what moves fastest
(Harris, Mathematical Programming 5, 1973): small pivots are what ruins an inverse.
"""

import numpy as np

from pride.compiled import compiled, compiled_roughly
from pride.programs.hinge.basis import row_of, through

TOLERANCE = 1e-10  # by which a constraint may be violated on the way
SMALL = 1e-9  # a pivot below this is none
NONE = -1
NEVER = 1e300
GROUP = 8  # looked at together


@compiled_roughly
def sooner(slack, rate, until):
    """When the first slack has been used up and exceeded by the tolerance."""
    for i in range(slack.shape[0]):
        if rate[i] > SMALL and max(slack[i], 0.0) + TOLERANCE < until * rate[i]:
            until = (max(slack[i], 0.0) + TOLERANCE) / rate[i]
    return until


@compiled_roughly
def fastest(slack, rate, until):
    """Which slack, of those that are used up by a time, falls fastest; NONE for none.

    In groups, because almost none of them holds a candidate.
    """
    chosen, most = NONE, SMALL
    for first in range(0, slack.shape[0], GROUP):
        last, some = min(first + GROUP, slack.shape[0]), False
        for i in range(first, last):
            some |= slack[i] < until * rate[i]
        if some:
            for i in range(first, last):
                if slack[i] < until * rate[i] and rate[i] > most:
                    chosen, most = i, rate[i]
    return chosen


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
def add_products(factors, matrix, places, total):
    """Add sum_r factors_r times row places_r of a matrix, four rows at a time."""
    whole = places.shape[0] // 4 * 4
    for r in range(0, whole, 4):
        a, b, c, d = factors[r], factors[r + 1], factors[r + 2], factors[r + 3]
        p, q = matrix[places[r]], matrix[places[r + 1]]
        s, t = matrix[places[r + 2]], matrix[places[r + 3]]
        for i in range(total.shape[0]):
            total[i] += (a * p[i] + b * q[i]) + (c * s[i] + d * t[i])
    for r in range(whole, places.shape[0]):
        a, p = factors[r], matrix[places[r]]
        for i in range(total.shape[0]):
            total[i] += a * p[i]


@compiled
def outputs(program, state, values):
    """w.x_i + b of all points, and the loads sum_j c_kj |w_j| of all limits."""
    points = np.zeros(program.y.shape[0])
    features = state.features[: state.size[0]]
    add_products(values, program.columns, features, points)
    loads = np.zeros(program.weights.shape[0])
    for k in range(loads.shape[0]):
        for c in range(features.shape[0]):
            j = features[c]
            loads[k] += state.sign[j] * values[c] * program.weights[k, j]
    return points, loads


@compiled_roughly
def _fill_points(program, state, way, points, changes, room):
    """Slacks of the points' sides, and the rates at which they fall."""
    slack, rate = room
    for i in range(program.y.shape[0]):
        slack[i] = state.side[i] * (state.margin[i] - program.y[i] * points[i])
        rate[i] = state.side[i] * (program.y[i] * changes[i] - way[i])


@compiled
def first_blocked(program, state, margin_way, limit_way):
    """What first stops the right-hand sides on a way, and what share of it is gone.

    Returns an item, or n + m + c for the c-th column of the basis; NONE for nothing.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    values = basic_values(program, state, state.margin, state.limit)
    changes = basic_values(program, state, margin_way, limit_way)
    points, loads = outputs(program, state, values)
    point_changes, load_changes = outputs(program, state, changes)
    slack, rate = np.empty(n + m + size), np.empty(n + m + size)
    room = slack, rate
    _fill_points(program, state, margin_way, points, point_changes, room)
    for k in range(m):
        slack[n + k] = state.limit[k] - loads[k]
        rate[n + k] = load_changes[k] - limit_way[k]
    for r in range(size):
        if state.items[r] >= n:
            rate[state.items[r]] = 0.0
    slack[n + m], rate[n + m] = 1.0, 0.0
    for c in range(1, size):
        sign = state.sign[state.features[c]]
        slack[n + m + c], rate[n + m + c] = sign * values[c], -sign * changes[c]
    until = sooner(slack, rate, NEVER)
    item = fastest(slack, rate, until)
    return item, NEVER if item == NONE else max(slack[item], 0.0) / rate[item]


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
def _fill_features(program, state, rows, pull, radius):
    """Add to pull and radius of all features what the rows of the basis contribute."""
    n, points = program.y.shape[0], 0
    places, factors = np.empty(rows.shape[0], np.int64), np.empty(rows.shape[0])
    for r in range(rows.shape[0]):
        item = state.items[r]
        if item < n:
            places[points], factors[points] = item, rows[r]
            points += 1
        else:
            for j in range(radius.shape[0]):
                radius[j] -= rows[r] * program.weights[item - n, j]
    add_products(factors[:points], program.X, places[:points], pull)


@compiled_roughly
def _sooner_feature(pull, radius, until):
    """`sooner` for radius_j - pull_j and radius_j + pull_j of all features."""
    now, change, around, growth = pull[0], pull[1], radius[0], radius[1]
    for j in range(now.shape[0]):
        size, speed = abs(now[j]), abs(change[j]) - growth[j]
        if speed > SMALL and around[j] - size + TOLERANCE < until * speed:
            for sign in (1.0, -1.0):
                slack = max(around[j] - sign * now[j], 0.0) + TOLERANCE
                rate = sign * change[j] - growth[j]
                if rate > SMALL and slack < until * rate:
                    until = slack / rate
    return until


@compiled_roughly
def _fastest_feature(pull, radius, until):
    """`fastest` for the same: feature j as j, with a negative sign as d + j; the rate."""
    now, change, around, growth = pull[0], pull[1], radius[0], radius[1]
    chosen, most = NONE, SMALL
    for j in range(now.shape[0]):
        size, speed = abs(now[j]), abs(change[j]) - growth[j]
        if speed > most and around[j] - size < until * speed:
            for sign in (1.0, -1.0):
                rate = sign * change[j] - growth[j]
                if rate > most and around[j] - sign * now[j] < until * rate:
                    chosen, most = j if sign > 0 else now.shape[0] + j, rate
    return chosen, most


@compiled
def first_exchanged(program, state, blocked):
    """What takes the place of a blocked item, the step of the multipliers up to there,
    and the multipliers of the rows of the basis with their changes.

    It is a row r of the basis as r; the item itself, which goes through to the other
    side of its margin, as size; a feature j that comes in with sign + or - as
    size + 1 + j or size + 1 + d + j.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    d = state.pull.shape[0]
    pull, radius, rows = np.zeros((2, d)), np.zeros((2, d)), np.empty((2, size))
    pull[0], rows[0] = state.pull, multipliers(program, state)
    rows[1] = entering(program, state, blocked, pull[1], radius[1])
    _fill_features(program, state, rows[0], pull[0], radius[0])
    _fill_features(program, state, rows[1], pull[1], radius[1])
    for c in range(size):
        if c != blocked - n - m:
            j = state.features[c]
            pull[1, j], radius[1, j] = 0.0, 0.0
    slack, rate = np.empty(size + 1), np.empty(size + 1)
    _fill_rows(program, state, rows, slack, rate)
    slack[size], rate[size] = 1.0, 0.0
    if blocked < n:
        slack[size], rate[size] = state.upper[blocked], 1.0
    until = _sooner_feature(pull, radius, sooner(slack, rate, NEVER))
    row = fastest(slack, rate, until)
    feature, most = _fastest_feature(pull, radius, until)
    if feature != NONE and (row == NONE or most > rate[row]):
        j, sign = (feature, 1.0) if feature < d else (feature - d, -1.0)
        step = max(radius[0, j] - sign * pull[0, j], 0.0) / most
        return size + 1 + feature, step, rows
    if row == NONE:
        return NONE, NEVER, rows
    return row, max(slack[row], 0.0) / rate[row], rows

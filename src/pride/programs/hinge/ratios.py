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


@compiled
def outputs(program, state, values):
    """w.x_i + b of all points, and the loads of all limits, for basic values."""
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
def _fill_points(program, state, way, changes, room):
    """Slacks of the points' sides, and the rates at which they fall."""
    slack, rate = room
    for i in range(program.y.shape[0]):
        slack[i] = state.side[i] * (state.margin[i] - program.y[i] * state.points[i])
        rate[i] = state.side[i] * (program.y[i] * changes[i] - way[i])


@compiled
def first_blocked(program, state, margin_way, limit_way):
    """What first stops the right-hand sides on a way, and what share of it is gone.

    Returns an item, or n + m + c for the c-th column of the basis, NONE for nothing;
    the share; and the changes of basic values, points and loads along the way.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    changes = basic_values(program, state, margin_way, limit_way)
    points, loads = outputs(program, state, changes)
    slack, rate = np.empty(n + m + size), np.empty(n + m + size)
    _fill_points(program, state, margin_way, points, (slack, rate))
    for k in range(m):
        slack[n + k] = state.limit[k] - state.loads[k]
        rate[n + k] = loads[k] - limit_way[k]
    for r in range(size):
        if state.items[r] >= n:
            rate[state.items[r]] = 0.0
    slack[n + m], rate[n + m] = 1.0, 0.0
    for c in range(1, size):
        j = state.features[c]
        slack[n + m + c] = state.sign[j] * state.w[j]
        rate[n + m + c] = -state.sign[j] * changes[c]
    item = fastest(slack, rate, sooner(slack, rate, NEVER))
    share = NEVER if item == NONE else max(slack[item], 0.0) / rate[item]
    return item, share, (changes, points, loads)


@compiled
def _entering(program, state, blocked, pull, radius):
    """How the multipliers of the rows of the basis move when a blocked item gives way.

    These are mu_i y_i of points and -nu_k of limits. What the item itself changes in
    the pull and in the radius of every feature is put there.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    if blocked >= n + m:
        c = blocked - n - m
        moved = np.empty(size)
        for r in range(size):
            moved[r] = -state.sign[state.features[c]] * state.inverse[r, c]
        return moved
    moved = through(state.inverse, size, row_of(program, state, blocked))
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
def _add_rows(program, state, rows, pull, radius):
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


@compiled
def _fill_rows(program, state, blocked, rows):
    """Slacks of the multipliers of the rows of the basis, and their rates; the last is
    that of a blocked point, which may go through to the other side."""
    n, size = program.y.shape[0], state.size[0]
    slack, rate = np.empty(size + 1), np.empty(size + 1)
    for r in range(size):
        item = state.items[r]
        if item < n:
            change = program.y[item] * rows[r]
            mu = state.mu[item]
            slack[r] = state.upper[item] - mu if change > 0 else mu
            rate[r] = abs(change)
        else:
            slack[r], rate[r] = state.nu[item - n], rows[r]
    slack[size], rate[size] = 1.0, 0.0
    if blocked < n:
        slack[size], rate[size] = state.upper[blocked], 1.0
    return slack, rate


@compiled_roughly
def _sooner_feature(state, change, growth, free, until):
    """`sooner` for radius_j - pull_j and radius_j + pull_j of all features that are
    not in the basis, or free to leave it."""
    for j in range(change.shape[0]):
        gap, speed = state.radius[j] - abs(state.pull[j]), abs(change[j]) - growth[j]
        if speed > SMALL and gap < until * speed and (state.sign[j] == 0 or j == free):
            for sign in (1.0, -1.0):
                slack = max(state.radius[j] - sign * state.pull[j], 0.0) + TOLERANCE
                rate = sign * change[j] - growth[j]
                if rate > SMALL and slack < until * rate:
                    until = slack / rate
    return until


@compiled_roughly
def _fastest_feature(state, change, growth, free, until):
    """`fastest` for the same, and its rate: feature j as j, for the second as d + j."""
    chosen, most = NONE, SMALL
    for j in range(change.shape[0]):
        gap, speed = state.radius[j] - abs(state.pull[j]), abs(change[j]) - growth[j]
        if speed > most and gap < until * speed and (state.sign[j] == 0 or j == free):
            for sign in (1.0, -1.0):
                rate = sign * change[j] - growth[j]
                slack = state.radius[j] - sign * state.pull[j]
                if rate > most and slack < until * rate:
                    chosen, most = j if sign > 0 else change.shape[0] + j, rate
    return chosen, most


@compiled
def first_exchanged(program, state, blocked):
    """What takes the place of a blocked item, and the step of the multipliers up to
    there; their changes in the rows of the basis, and those of pull and radius.

    It is a row r of the basis as r; the item itself, which goes through to the other
    side of its margin, as size; a feature j that comes in with sign + or - as
    size + 1 + j or size + 1 + d + j.
    """
    size, d = state.size[0], state.pull.shape[0]
    column = blocked - program.y.shape[0] - program.weights.shape[0]
    free = state.features[column] if column >= 0 else NONE
    change, growth = np.zeros(d), np.zeros(d)
    rows = _entering(program, state, blocked, change, growth)
    _add_rows(program, state, rows, change, growth)
    slack, rate = _fill_rows(program, state, blocked, rows)
    until = sooner(slack, rate, NEVER)
    until = _sooner_feature(state, change, growth, free, until)
    chosen, changes = fastest(slack, rate, until), (rows, change, growth)
    feature, most = _fastest_feature(state, change, growth, free, until)
    if feature != NONE and (chosen == NONE or most > rate[chosen]):
        j, sign = (feature, 1.0) if feature < d else (feature - d, -1.0)
        step = max(state.radius[j] - sign * state.pull[j], 0.0) / most
        return size + 1 + feature, step, changes
    if chosen == NONE:
        return NONE, NEVER, changes
    return chosen, max(slack[chosen], 0.0) / rate[chosen], changes

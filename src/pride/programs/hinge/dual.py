"""The multipliers of a basis, and what takes the place of a blocked item."""

import numpy as np

from pride.compiled import compiled, compiled_roughly
from pride.programs.hinge.basis import row_of, through
from pride.programs.hinge.scans import (
    NEVER,
    NONE,
    SMALL,
    TOLERANCE,
    add_products,
    fastest,
    sooner,
)


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

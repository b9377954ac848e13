"""The multipliers of a basis, and what takes the place of a blocked item."""

import numpy as np

from pride.compiled import compiled_roughly, inlined
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


@inlined
def _enter(program, state, blocked):
    """Move the multipliers of the rows of the basis when a blocked item gives way, and
    pull and radius of every feature by what the item itself changes."""
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    rows, change, growth = state.moves.rows, state.moves.change, state.moves.growth
    change[:], growth[:] = 0.0, 0.0
    if blocked >= n + m:
        c = blocked - n - m
        for r in range(size):
            rows[r] = -state.sign[state.features[c]] * state.inverse[r, c]
        return
    through(state.inverse, row_of(program, state, blocked), rows)
    if blocked >= n:
        growth[:] = program.weights[blocked - n]
        return
    own = -state.side[blocked] * program.y[blocked]
    for j in range(change.shape[0]):
        change[j] = own * program.X[blocked, j]
    for r in range(size):
        rows[r] *= -own


@inlined
def _add_rows(program, state):
    """Add to pull and radius of all features what the rows of the basis contribute."""
    n, size, moves, points = program.y.shape[0], state.size[0], state.moves, 0
    places, factors = np.empty(size, np.int64), np.empty(size)
    for r in range(size):
        item = state.items[r]
        if item < n:
            places[points], factors[points] = item, moves.rows[r]
            points += 1
        else:
            share, weights = moves.rows[r], program.weights[item - n]
            for j in range(weights.shape[0]):
                moves.growth[j] -= share * weights[j]
    add_products(factors[:points], program.X, places[:points], moves.change)


@inlined
def _fill_rows(program, state, blocked, slack, rate):
    """Slacks of the multipliers of the rows of the basis, and their rates; the last is
    that of a blocked point, which may go through to the other side."""
    n, size, rows = program.y.shape[0], state.size[0], state.moves.rows
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


@compiled_roughly
def _sooner_feature(basic, radius, pull, growth, change, until):
    """`sooner` for radius_j - pull_j and radius_j + pull_j of all features that are
    not basic."""
    for j in range(change.shape[0]):
        gap, speed = radius[j] - abs(pull[j]), abs(change[j]) - growth[j]
        if gap < until * speed and speed > SMALL and basic[j] == 0.0:
            for sign in (1.0, -1.0):
                slack = max(radius[j] - sign * pull[j], 0.0) + TOLERANCE
                rate = sign * change[j] - growth[j]
                if rate > SMALL and slack < until * rate:
                    until = slack / rate
    return until


@compiled_roughly
def _fastest_feature(basic, radius, pull, growth, change, until):
    """`fastest` for the same, and its rate: feature j as j, for the second as d + j."""
    chosen, most = NONE, SMALL
    for j in range(change.shape[0]):
        gap, speed = radius[j] - abs(pull[j]), abs(change[j]) - growth[j]
        if gap < until * speed and speed > most and basic[j] == 0.0:
            for sign in (1.0, -1.0):
                rate = sign * change[j] - growth[j]
                slack = radius[j] - sign * pull[j]
                if rate > most and slack < until * rate:
                    chosen, most = j if sign > 0 else change.shape[0] + j, rate
    return chosen, most


@inlined
def first_exchanged(program, state, blocked):
    """What takes the place of a blocked item, and the step of the multipliers up to
    there. How these move is written to the state's `moves`.

    It is a row r of the basis as r; the item itself, which goes through to the other
    side of its margin, as size; a feature j that comes in with sign + or - as
    size + 1 + j or size + 1 + d + j.
    """
    size, d, moves = state.size[0], state.pull.shape[0], state.moves
    column = blocked - program.y.shape[0] - program.weights.shape[0]
    _enter(program, state, blocked)
    _add_rows(program, state)
    slack, rate = moves.slack[: size + 1], moves.rate[: size + 1]
    _fill_rows(program, state, blocked, slack, rate)
    until = sooner(slack, rate, NEVER)
    basic, radius, pull, growth = state.sign, state.radius, state.pull, moves.growth
    own = basic[state.features[column]] if column >= 0 else 0.0
    if column >= 0:  # what is blocked may come back with the other sign
        basic[state.features[column]] = 0.0
    until = _sooner_feature(basic, radius, pull, growth, moves.change, until)
    chosen = fastest(slack, rate, until)
    feature, most = _fastest_feature(basic, radius, pull, growth, moves.change, until)
    if column >= 0:
        basic[state.features[column]] = own
    if feature != NONE and (chosen == NONE or most > rate[chosen]):
        j, sign = (feature, 1.0) if feature < d else (feature - d, -1.0)
        step = max(state.radius[j] - sign * state.pull[j], 0.0) / most
        return size + 1 + feature, step
    if chosen == NONE:
        return NONE, NEVER
    return chosen, max(slack[chosen], 0.0) / rate[chosen]

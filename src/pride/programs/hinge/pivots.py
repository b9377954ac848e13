"""Pivots: who comes into the basis, and who leaves it."""

from pride.compiled import inlined
from pride.programs.hinge.basis import (
    AT,
    BEYOND,
    SHORT,
    column_of,
    grow,
    replace_column,
    replace_row,
    shrink,
)


@inlined
def _leave(program, state, item, rising):
    """Put an item that leaves the basis where its multiplier has gone."""
    n = program.y.shape[0]
    if item >= n:
        state.nu[item - n] = 0.0
    elif rising:
        state.side[item], state.mu[item] = SHORT, state.upper[item]
    else:
        state.side[item], state.mu[item] = BEYOND, 0.0


@inlined
def _feature(state, chosen):
    """The feature that is chosen to come in, and its sign."""
    j, d = chosen - state.size[0] - 1, state.pull.shape[0]
    return (j, 1.0) if j < d else (j - d, -1.0)


@inlined
def _take_row(program, state, blocked, chosen, rising):
    """A point or limit comes into the basis for a row, or with a feature.

    The moves of the multipliers are its coordinates, but for the sign of a point.
    """
    n, size = program.y.shape[0], state.size[0]
    coordinates = state.moves.rows[:size]
    if blocked < n:
        for r in range(size):
            coordinates[r] *= state.side[blocked] * program.y[blocked]
        state.side[blocked] = AT
    if chosen < size:
        _leave(program, state, state.items[chosen], rising)
        state.items[chosen] = blocked
        return replace_row(state.inverse, size, chosen, coordinates)
    j, sign = _feature(state, chosen)
    column = column_of(program, state, j, sign)
    if blocked < n:
        corner = program.X[blocked, j]
    else:
        corner = sign * program.weights[blocked - n, j]
    state.items[size], state.features[size], state.sign[j] = blocked, j, sign
    state.size[0] = size + 1
    return grow(state.inverse, size, coordinates, column, corner)


@inlined
def _drop_column(program, state, place, chosen, rising):
    """A feature leaves the basis for another, or together with a row."""
    size, old = state.size[0], state.features[place]
    state.sign[old], state.w[old] = 0.0, 0.0
    if chosen < size:
        _leave(program, state, state.items[chosen], rising)
        state.items[chosen] = state.items[size - 1]
        state.features[place] = state.features[size - 1]
        state.size[0] = size - 1
        return shrink(state.inverse, size, chosen, place)
    j, sign = _feature(state, chosen)
    state.features[place], state.sign[j] = j, sign
    column = column_of(program, state, j, sign)
    return replace_column(state.inverse, size, place, column)


@inlined
def exchange(program, state, blocked, chosen):
    """One pivot: `blocked` gives way and `chosen` takes its place.

    Returns whether there is a pivot: zero, it would show that rounding has the better
    of the inverse.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    rising = False
    state.size[1] += 1
    if chosen < size and state.items[chosen] < n:
        rising = program.y[state.items[chosen]] * state.moves.rows[chosen] > 0
    if chosen == size:
        _leave(program, state, blocked, state.side[blocked] == BEYOND)
        return True
    if blocked < n + m:
        return _take_row(program, state, blocked, chosen, rising)
    return _drop_column(program, state, blocked - n - m, chosen, rising)

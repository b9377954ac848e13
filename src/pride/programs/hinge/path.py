"""Following the solution while margins and limits move: pivot by pivot."""

import numpy as np

from pride.compiled import compiled
from pride.programs.hinge.basis import (
    AT,
    BEYOND,
    SHORT,
    State,
    column_of,
    grow,
    invert,
    replace_column,
    replace_row,
    row_of,
    shrink,
    through,
)
from pride.programs.hinge.ratios import (
    NONE,
    basic_values,
    first_blocked,
    first_exchanged,
    outputs,
)

ARRIVED, SLACK, FAILED = 0, 1, 2  # the ways in which a move ends
PIVOTS = 20000  # at most for one move
FRESH = 60  # pivots between two inversions
VANISHING = 1e-9  # multipliers below this share of all upper bounds are none


@compiled
def _put(program, state, point, side):
    """Change the side of a point, and the pull with it."""
    if (state.side[point] == SHORT) != (side == SHORT):
        sign = 1.0 if side == SHORT else -1.0
        share = sign * state.upper[point] * program.y[point]
        for j in range(state.pull.shape[0]):
            state.pull[j] += share * program.X[point, j]
    state.side[point] = side


@compiled
def _release(program, state, place, change):
    """Let the item of a row go to where its multiplier went; the row stays."""
    item = state.items[place]
    if item < program.y.shape[0]:
        rising = program.y[item] * change > 0
        _put(program, state, item, SHORT if rising else BEYOND)


@compiled
def _feature(state, chosen):
    """The feature that is chosen to come in, and its sign."""
    j, d = chosen - state.size[0] - 1, state.pull.shape[0]
    return (j, 1) if j < d else (j - d, -1)


@compiled
def _take_row(program, state, blocked, chosen, rows):
    """A point or limit comes into the basis for a row, or with a feature."""
    n, size = program.y.shape[0], state.size[0]
    coordinates = through(state.inverse, size, row_of(program, state, blocked))
    if blocked < n:
        _put(program, state, blocked, AT)
    if chosen < size:
        _release(program, state, chosen, rows[chosen])
        replace_row(state.inverse, size, chosen, coordinates)
        state.items[chosen] = blocked
        return
    j, sign = _feature(state, chosen)
    column = column_of(program, state, j, sign)
    if blocked < n:
        corner = program.X[blocked, j]
    else:
        corner = sign * program.weights[blocked - n, j]
    grow(state.inverse, size, coordinates, column, corner)
    state.items[size], state.features[size], state.sign[j] = blocked, j, sign
    state.size[0] = size + 1


@compiled
def _drop_column(program, state, place, chosen, rows):
    """A feature leaves the basis for another, or together with a row."""
    size = state.size[0]
    state.sign[state.features[place]] = 0
    if chosen < size:
        _release(program, state, chosen, rows[chosen])
        shrink(state.inverse, size, chosen, place)
        state.items[chosen] = state.items[size - 1]
        state.features[place] = state.features[size - 1]
        state.size[0] = size - 1
        return
    j, sign = _feature(state, chosen)
    replace_column(state.inverse, size, place, column_of(program, state, j, sign))
    state.features[place], state.sign[j] = j, sign


@compiled
def exchange(program, state, blocked, chosen, rows):
    """One pivot: `blocked` gives way and `chosen` takes its place."""
    n, m = program.y.shape[0], program.weights.shape[0]
    if chosen == state.size[0]:
        through_to = BEYOND if state.side[blocked] == SHORT else SHORT
        _put(program, state, blocked, through_to)
    elif blocked < n + m:
        _take_row(program, state, blocked, chosen, rows)
    else:
        _drop_column(program, state, blocked - n - m, chosen, rows)


@compiled
def price_of_limits(program, state, blocked, multipliers):
    """sum_k nu_k limit_k, what a small increase of all limits in proportion saves.

    `multipliers` are those of the rows of the basis, and the one of the blocked item.
    """
    rows, own = multipliers
    n, m = program.y.shape[0], program.weights.shape[0]
    price = 0.0
    for r in range(state.size[0]):
        if state.items[r] >= n:
            price -= rows[r] * state.limit[state.items[r] - n]
    if n <= blocked < n + m:
        price += own * state.limit[blocked - n]
    return price


@compiled
def refresh(program, state):
    """Compute pull and inverse anew from who is in the basis."""
    state.pull[:] = 0.0
    for i in range(program.y.shape[0]):
        if state.side[i] == SHORT:
            share = state.upper[i] * program.y[i]
            for j in range(state.pull.shape[0]):
                state.pull[j] += share * program.X[i, j]
    return invert(program, state)


@compiled
def _go(values, way, share):
    """Move values by a share of a way."""
    for i in range(values.shape[0]):
        values[i] += share * way[i]


@compiled
def move(program, state, margin, limit):
    """Take the right-hand sides to new ones, and the solution with them.

    The solution is optimal at every stage. A move that would make all limits slack ends
    just before, as SLACK: that is the optimal solution that needs least of them.
    """
    fewest = VANISHING * state.upper.sum()
    margin_way, limit_way, left = margin - state.margin, limit - state.limit, 1.0
    margins_move = margin_way.any()
    for pivot in range(PIVOTS):
        if pivot % FRESH == FRESH - 1 and not refresh(program, state):
            return FAILED
        blocked, share = first_blocked(program, state, margin_way, limit_way)
        if share >= left:
            state.margin[:], state.limit[:] = margin, limit
            return ARRIVED
        if margins_move:
            _go(state.margin, margin_way, share)
        _go(state.limit, limit_way, share)
        left -= share
        chosen, step, rows = first_exchanged(program, state, blocked)
        if chosen == NONE:
            return FAILED
        after = rows[0] + step * rows[1], step
        if price_of_limits(program, state, blocked, after) <= fewest:
            return SLACK
        exchange(program, state, blocked, chosen, rows[1])
    return FAILED


@compiled
def _first_sides(program, state):
    """Put all points of one class, and as many of the other, SHORT of their margins.

    Returns the point between, which is AT its margin, and its multiplier.
    """
    weight = np.zeros(2)
    for i in range(program.y.shape[0]):
        weight[1 if program.y[i] > 0 else 0] += state.upper[i]
    lesser = 1.0 if weight[1] <= weight[0] else -1.0
    left, between = min(weight[0], weight[1]), NONE
    for i in range(program.y.shape[0]):
        state.side[i] = BEYOND
        if program.y[i] == lesser:
            state.side[i] = SHORT
        elif between == NONE and state.upper[i] < left:
            state.side[i] = SHORT
            left -= state.upper[i]
        elif between == NONE:
            state.side[i], between = AT, i
    return between, left


@compiled
def start(program, state, offsets):
    """A first basis: one point at its margin, one feature, the first limit reached.

    The multipliers are feasible; the margins of the other points are moved away, by
    positive `offsets`, and limits are raised to where the solution is feasible too.
    """
    between, left = _first_sides(program, state)
    state.sign[:] = 0
    state.sign[0] = 1
    state.items[0], state.features[0], state.size[0] = between, 0, 1
    refresh(program, state)
    pull = state.pull + left * program.y[between] * program.X[between]
    best, most = 1, -1.0
    for j in range(1, pull.shape[0]):
        if abs(pull[j]) > most * program.weights[0, j]:
            best, most = j, abs(pull[j]) / program.weights[0, j]
    state.sign[best] = 1 if pull[best] >= 0 else -1
    state.items[1], state.features[1] = program.y.shape[0], best
    state.size[0] = 2
    invert(program, state)
    values = basic_values(program, state, state.margin, state.limit)
    points, loads = outputs(program, state, values)
    state.limit[1:] = np.maximum(state.limit, loads)[1:]
    for i in range(offsets.shape[0]):
        reached = program.y[i] * points[i]
        if state.side[i] == SHORT:
            state.margin[i] = max(state.margin[i], reached + offsets[i])
        elif state.side[i] == BEYOND:
            state.margin[i] = min(state.margin[i], reached - offsets[i])


@compiled
def empty_state(program, upper, margin, limit):
    """A state without a basis, with room for the largest."""
    n, d = program.X.shape
    room = min(d, n + limit.shape[0]) + 2
    return State(
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros((room, room)),
        np.zeros(1, np.int64),
        np.zeros(d, np.int64),
        np.zeros(n, np.int64),
        np.zeros(d),
        margin.copy(),
        limit.copy(),
        upper.copy(),
    )

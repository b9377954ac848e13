"""A first solution, to follow from."""

import numpy as np

from pride.compiled import compiled
from pride.programs.hinge.basis import AT, BEYOND, SHORT, Moves, State
from pride.programs.hinge.path import refresh
from pride.programs.hinge.scans import NONE


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
    n, d = program.X.shape
    between, left = _first_sides(program, state)
    pull = left * program.y[between] * program.X[between]
    for i in range(n):
        if state.side[i] == SHORT:
            for j in range(d):
                pull[j] += state.upper[i] * program.y[i] * program.X[i, j]
    best, most = 1, -1.0
    for j in range(1, d):
        if abs(pull[j]) > most * program.weights[0, j]:
            best, most = j, abs(pull[j]) / program.weights[0, j]
    state.sign[:] = 0
    state.sign[0], state.sign[best] = 1.0, 1.0 if pull[best] >= 0 else -1.0
    state.items[0], state.items[1] = between, n
    state.features[0], state.features[1] = 0, best
    state.size[0] = 2
    refresh(program, state)
    for i in range(n):
        reached = program.y[i] * state.points[i]
        if state.side[i] == SHORT:
            state.margin[i] = max(state.margin[i], reached + offsets[i])
        elif state.side[i] == BEYOND:
            state.margin[i] = min(state.margin[i], reached - offsets[i])
    for k in range(1, state.limit.shape[0]):
        state.limit[k] = max(state.limit[k], state.loads[k])


def empty_state(program, margin, limit, upper):
    """A state without a basis, with room for the largest."""
    (n, d), m = program.X.shape, len(limit)
    room = min(d, n + m) + 2
    whole = np.int64
    return State(
        items=np.zeros(room, whole),
        features=np.zeros(room, whole),
        inverse=np.zeros((room, room)),
        size=np.zeros(2, whole),
        sign=np.zeros(d),
        side=np.zeros(n),
        margin=margin.copy(),
        limit=limit.copy(),
        upper=upper.copy(),
        w=np.zeros(d),
        points=np.zeros(n),
        loads=np.zeros(m),
        mu=np.zeros(n),
        nu=np.zeros(m),
        pull=np.zeros(d),
        radius=np.zeros(d),
        slack_mu=np.zeros(n),
        moves=Moves(
            values=np.zeros(room),
            points=np.zeros(n),
            loads=np.zeros(m),
            rows=np.zeros(room),
            change=np.zeros(d),
            growth=np.zeros(d),
            slack=np.zeros(n + m + room),
            rate=np.zeros(n + m + room),
        ),
    )

"""The solution that belongs to a basis, and what stops it on a way."""

import numpy as np

from pride.compiled import compiled, compiled_roughly
from pride.programs.hinge.scans import NEVER, NONE, add_products, fastest, sooner


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

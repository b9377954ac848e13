"""The solution that belongs to a basis, and what stops it on a way."""

from pride.compiled import compiled_roughly, inlined
from pride.programs.hinge.scans import NEVER, NONE, add_products, fastest, sooner


@inlined
def fill_values(program, state, margin, limit, values):
    """b and the weights in the basis for given right-hand sides."""
    n, size = program.y.shape[0], state.size[0]
    values[:size] = 0.0
    for r in range(size):
        item = state.items[r]
        side = program.y[item] * margin[item] if item < n else limit[item - n]
        if side != 0.0:
            for c in range(size):
                values[c] += state.inverse[r, c] * side


@inlined
def fill_outputs(program, state, values, points, loads):
    """w.x_i + b of all points, and the loads of all limits, for basic values."""
    points[:] = 0.0
    features = state.features[: state.size[0]]
    add_products(values, program.columns, features, points)
    for k in range(program.weights.shape[0]):
        load = 0.0
        for c in range(features.shape[0]):
            j = features[c]
            load += state.sign[j] * values[c] * program.weights[k, j]
        loads[k] = load


@compiled_roughly
def _fill(slack, way, side, margin, y, points):
    """Slacks of the points' sides; way is 1, and -1 for the rates at which they fall,
    from the rates of margins and points."""
    for i in range(y.shape[0]):
        slack[i] = way * side[i] * (margin[i] - y[i] * points[i])


@inlined
def first_blocked(program, state, margin_way, limit_way):
    """What first stops the right-hand sides on a way, and what share of it is gone.

    Returns an item, or n + m + c for the c-th column of the basis, NONE for nothing;
    and the share. How all moves along the way is written to the state's `moves`.
    """
    n, m, size = program.y.shape[0], program.weights.shape[0], state.size[0]
    moves = state.moves
    fill_values(program, state, margin_way, limit_way, moves.values)
    fill_outputs(program, state, moves.values, moves.points, moves.loads)
    slack, rate = moves.slack[: n + m + size], moves.rate[: n + m + size]
    _fill(slack, 1.0, state.side, state.margin, program.y, state.points)
    _fill(rate, -1.0, state.side, margin_way, program.y, moves.points)
    for k in range(m):
        slack[n + k] = state.limit[k] - state.loads[k]
        rate[n + k] = moves.loads[k] - limit_way[k]
    for r in range(size):
        if state.items[r] >= n:
            rate[state.items[r]] = 0.0
    slack[n + m], rate[n + m] = 1.0, 0.0
    for c in range(1, size):
        j = state.features[c]
        slack[n + m + c] = state.sign[j] * state.w[j]
        rate[n + m + c] = -state.sign[j] * moves.values[c]
    item = fastest(slack, rate, sooner(slack, rate, NEVER))
    return item, NEVER if item == NONE else max(slack[item], 0.0) / rate[item]

"""The norm that limits GMEB's weights, as cuts of a linear program: compiled.

Weights are within the limits of problem (6) exactly if, for all theta in [0, 1],

    sum_j sqrt(theta v+_j + (1 - theta) v-_j) |w_j| <= sqrt(theta R+ + (1 - theta) R-)

(proposition 1 of docs/gmeb.md, with kappa as theta). Every theta is a cut, whose
left-hand side does not depend on R. In lambda, the share of R+, the quotient of the two
sides is a concave function.
"""

from collections import namedtuple

import numpy as np

from pride.compiled import compiled
from pride.programs.hinge.basis import Program, State

CUTS = 40  # at most at a time
FINEST = (
    1e-6  # half the distance of two cuts that close in on a theta; the norm between
)
# them may exceed a limit by about its square, which is far below EXCESS of `pairs`
NARROWER = 30.0  # times as narrow as before they are

# program and state: of the linear program, with room for CUTS; theta: of the cuts;
# count: of the cuts; moments: v+ and v- in two rows; margin: of the points
Path = namedtuple("Path", "program state theta count moments margin")


@compiled
def shown(path):
    """The linear program and its state with the cuts that there are."""
    program, state, count = path.program, path.state, path.count[0]
    return (
        Program(program.X, program.columns, program.y, program.weights[:count]),
        State(
            state.items,
            state.features,
            state.inverse,
            state.size,
            state.sign,
            state.side,
            state.margin,
            state.limit[:count],
            state.upper,
            state.w,
            state.points,
            state.loads[:count],
            state.mu,
            state.nu[:count],
            state.pull,
            state.radius,
            state.slack_mu,
            state.moves,
        ),
    )


@compiled
def limits(path, pair, share):
    """The right-hand sides of the cuts for a share of the limits of R+ and R-."""
    result = np.empty(path.count[0])
    for k in range(result.shape[0]):
        theta = path.theta[k]
        result[k] = share * np.sqrt(theta * pair[0] + (1 - theta) * pair[1])
    return result


@compiled
def basic_weights(path):
    """The weights in the basis, and their moments."""
    state, size = path.state, path.state.size[0]
    weights, moments = np.empty(size - 1), np.empty((2, size - 1))
    for c in range(1, size):
        j = state.features[c]
        weights[c - 1] = state.w[j]
        moments[0, c - 1], moments[1, c - 1] = path.moments[0, j], path.moments[1, j]
    return weights, moments


@compiled
def active_cuts(path):
    """The mean theta of the cuts that are reached, by their multipliers, and the least
    and the largest of these theta; a half if limits play no part."""
    mean = weight = 0.0
    low, high = 1.0, 0.0
    for r in range(path.state.size[0]):
        k = path.state.items[r] - path.program.y.shape[0]
        if k >= 0:
            mean += path.state.nu[k] * path.theta[k]
            weight += path.state.nu[k]
            low, high = min(low, path.theta[k]), max(high, path.theta[k])
    if weight <= 0.0:
        return 0.5, 0.5, 0.5
    return min(max(mean / weight, low), high), low, high


@compiled
def _add_cut(path, theta):
    k, state = path.count[0], path.state
    path.theta[k], state.nu[k], state.loads[k] = theta, 0.0, 0.0
    for j in range(path.moments.shape[1]):
        square = theta * path.moments[0, j] + (1 - theta) * path.moments[1, j]
        path.program.weights[k, j] = np.sqrt(square)
    for c in range(1, state.size[0]):
        j = state.features[c]
        state.loads[k] += abs(state.w[j]) * path.program.weights[k, j]
    state.limit[k] = state.loads[k]
    path.count[0] = k + 1


@compiled
def add_cuts(path, theta):
    """Cut off weights that are too large at a theta; the limits are what they need.

    Where cuts on two sides are reached the optimum lies between, near the mean of their
    theta: two cuts close in on that.
    """
    mean, low, high = active_cuts(path)
    if high == low:
        _add_cut(path, theta)
        return
    half = max((high - low) / NARROWER, FINEST)
    _add_cut(path, max(mean - half, 0.0))
    _add_cut(path, min(mean + half, 1.0))


@compiled
def forget_cuts(path):
    """Keep only the cuts that are reached."""
    state, n = path.state, path.program.y.shape[0]
    place = np.full(path.count[0], -1)
    for r in range(state.size[0]):
        if state.items[r] >= n:
            place[state.items[r] - n] = r
    count = 0
    for k in range(place.shape[0]):
        if place[k] >= 0:
            path.theta[count], state.limit[count] = path.theta[k], state.limit[k]
            state.loads[count], state.nu[count] = state.loads[k], state.nu[k]
            path.program.weights[count] = path.program.weights[k]
            state.items[place[k]] = n + count
            count += 1
    path.count[0] = count

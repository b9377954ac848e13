"""The kernels of the linear SVM: an active-set method on the dual problem.

The members of `svm_members` are brought to the margin, w.x_i + b = y_i; those that meet
a bound on the way leave. Then the sample that breaks the conditions of Karush, Kuhn and
Tucker most becomes a member, until none does. No step lowers the dual objective.
"""

import numpy as np

from pride.compiled import compiled
from pride.programs import svm_members as margin
from pride.programs.svm_members import LOWER, MEMBER, UPPER

ROUNDING = 1e-14  # of w.x, relative to |w| |x|
OPTIMAL = 1e-12  # a margin that is wrong by less, besides rounding, is right
CHECKS = 3  # of the end


@compiled
def settle(state, i, C):
    """Put sample i exactly at the nearer of its bounds."""
    upper = 2.0 * state.y[i] * state.beta[i] > C
    state.place[i] = UPPER if upper else LOWER
    state.beta[i] = state.y[i] * C if upper else 0.0


@compiled
def leave(state, position, C):
    """Take a member that has met a bound from the members."""
    i = state.members[position]
    margin.drop(state, position)
    settle(state, i, C)


@compiled
def to_margin(state, delta, s, C):
    """Bring the members to the margin, less those that leave; the number of steps.

    A last member is at a bound: all beta sum to zero, and the others are at bounds.
    """
    steps = 0
    while state.count[0] > 1:
        steps += 1
        margin.newton(state, delta, s)
        step, blocking = margin.longest_step(state, delta, C, 1.0)
        margin.move(state, delta, step)
        margin.add(state, s, step)
        if blocking < 0:
            return steps
        leave(state, blocking, C)
    if state.count[0] == 1:
        leave(state, 0, C)
    return steps


@compiled
def enter(state, i, delta, C):
    """Make sample i a member, in place of those on which it depends.

    If it depends on the members, their beta and its own can move without a change of
    w. The objective then rises in proportion until one of them meets a bound.
    """
    sign = state.y[i] if state.place[i] == LOWER else -state.y[i]
    while not margin.push(state, i):
        margin.along_dependence(state, delta, sign)
        own = margin.room(state.y[i] * state.beta[i], state.y[i] * sign, C)
        step, blocking = margin.longest_step(state, delta, C, own)
        margin.move(state, delta, step)
        state.beta[i] += step * sign
        if blocking < 0:
            settle(state, i, C)
            return
        leave(state, blocking, C)


@compiled
def extremes(state):
    """The samples that bound b most tightly, from below and from above.

    If beta_i may still rise, then b >= y_i - w.x_i; if it may still fall, b <= that.
    """
    below, above, low, high = -1, -1, -np.inf, np.inf
    for i in range(state.y.shape[0]):
        b = state.y[i] - state.f[i]
        full = UPPER if state.y[i] > 0 else LOWER
        if state.place[i] != full and b > low:
            below, low = i, b
        if (state.place[i] == full or state.place[i] == MEMBER) and b < high:
            above, high = i, b
    return below, above, low - high


@compiled
def worst(state):
    """The sample that is most on the wrong side of the members' margin, and how far."""
    b, found, most = 0.0, -1, 0.0
    for i in state.members[: state.count[0]]:
        b += (state.y[i] - state.f[i]) / state.count[0]
    for i in range(state.y.shape[0]):
        short = 1.0 - state.y[i] * (state.f[i] + b)
        short = -short if state.place[i] == UPPER else short
        if state.place[i] != MEMBER and short > most:
            found, most = i, short
    return found, most


@compiled
def entering(state):
    """The sample that should become a member, -1 at the optimum.

    Without members two are needed, and one becomes a member here.
    """
    size = state.longest * np.sqrt(np.dot(state.w, state.w))
    tolerance = OPTIMAL + ROUNDING * size
    if state.count[0]:
        i, wrong = worst(state)
    else:
        below, i, wrong = extremes(state)
        if wrong > tolerance:
            margin.push(state, below)
    return i if wrong > tolerance else -1


@compiled
def rescale(state, C, rise):
    """A feasible start at C from a solution at C / rise."""
    for i in range(state.y.shape[0]):
        state.beta[i] *= rise
        if state.place[i] == UPPER:
            state.beta[i] = state.y[i] * C


@compiled
def ascend(state, C, rise, most):
    """Solve the dual at C from a solution at C / rise; the steps made, about `most`.

    The end is checked with w and w.x_i summed afresh, but only a few times: where C
    makes the rounding of that sum large, the steps fit the margin better.
    """
    rescale(state, C, rise)
    delta, s = np.empty(len(state.members)), np.empty(len(state.w))
    margin.recompute(state, s)
    steps, checks, fresh = to_margin(state, delta, s, C), 0, True
    while steps < most:
        i = entering(state)
        if i >= 0:
            enter(state, i, delta, C)
        elif fresh or checks == CHECKS:
            break
        else:
            margin.recompute(state, s)
            checks += 1
        fresh = i < 0
        steps += 1 + to_margin(state, delta, s, C)
    return steps

"""The samples on the margin of a linear SVM: a factor of them, kept up to date.

With beta_i = y_i alpha_i the dual is: maximise sum_i y_i beta_i - 1/2 |w|^2, where
w = sum_i beta_i x_i, subject to sum_i beta_i = 0 and 0 <= y_i beta_i <= C. A sample is
at 0, at C, or one of the `members`, which may lie between. Members are affinely
independent: their differences to the first, u_i = x_i - x_0, are the columns of
U^T = Q R. Badly scaled features are not squared, as they would be in a Gram matrix.
"""

from typing import NamedTuple

import numpy as np

from pride.compiled import compiled

LOWER, UPPER, MEMBER = 0, 1, 2
DEPENDENT = 1e-12  # relative to the longest sample; a shorter remainder is rounding


class State(NamedTuple):
    """What the kernels work on; arrays are changed in place."""

    columns: np.ndarray  # the features, centred, one row each
    y: np.ndarray  # +1 or -1
    beta: np.ndarray
    place: np.ndarray  # LOWER, UPPER or MEMBER, of each sample
    w: np.ndarray
    f: np.ndarray  # w.x_i, without b
    members: np.ndarray
    count: np.ndarray  # of members
    Q: np.ndarray  # orthonormal rows, one less than members
    R: np.ndarray  # upper triangular
    longest: float  # norm of a sample


@compiled
def add(state, s, step):
    """Add step s to w, and what follows to f, feature by feature: vectorised."""
    f, columns = state.f, state.columns
    for j in range(s.shape[0]):
        change = step * s[j]
        state.w[j] += change
        for i in range(f.shape[0]):
            f[i] += change * columns[j, i]


@compiled
def recompute(state, s):
    """Take w and f from beta, free of the rounding of many steps."""
    for j in range(s.shape[0]):
        s[j] = np.dot(state.columns[j], state.beta)
        state.w[j] = 0.0
    for i in range(state.f.shape[0]):
        state.f[i] = 0.0
    add(state, s, 1.0)


@compiled
def push(state, i):
    """Make sample i a member and return True, unless it depends on the members.

    Then, too, column count - 1 of R holds its coordinates along Q.
    """
    m = state.count[0]
    if m > 0:
        q, r = state.Q[m - 1], state.R[:, m - 1]
        for j in range(q.shape[0]):
            q[j] = state.columns[j, i] - state.columns[j, state.members[0]]
        for a in range(m):
            r[a] = 0.0
        for _ in range(2):  # twice is enough for orthogonality to rounding
            for a in range(m - 1):
                along = np.dot(state.Q[a], q)
                r[a] += along
                for j in range(q.shape[0]):
                    q[j] -= along * state.Q[a, j]
        r[m - 1] = np.sqrt(np.dot(q, q))
        if r[m - 1] <= DEPENDENT * state.longest:
            return False
        for j in range(q.shape[0]):
            q[j] /= r[m - 1]
    state.members[m] = i
    state.place[i] = MEMBER
    state.count[0] = m + 1
    return True


@compiled
def drop(state, position):
    """Remove a member, which stays where its beta is, and restore the triangle.

    Without the first one the differences are to the second: u_i - u_1 changes the
    first row of R only.
    """
    last = state.count[0] - 1
    Q, R = state.Q, state.R
    state.count[0] = last
    for a in range(position, last):
        state.members[a] = state.members[a + 1]
    if position == 0:
        for a in range(1, last):
            R[0, a] -= R[0, 0]
    for a in range(max(position - 1, 0), last - 1):
        for e in range(a + 2):
            R[e, a] = R[e, a + 1]
        norm = np.hypot(R[a, a], R[a + 1, a])
        c, s = R[a, a] / norm, R[a + 1, a] / norm
        R[a, a], R[a + 1, a] = norm, 0.0
        rotate(R[a, a + 2 : last], R[a + 1, a + 2 : last], c, s)
        rotate(Q[a], Q[a + 1], c, s)


@compiled
def rotate(first, second, c, s):
    """Turn two rows by a Givens rotation."""
    for j in range(first.shape[0]):
        above, below = first[j], second[j]
        first[j] = c * above + s * below
        second[j] = c * below - s * above


@compiled
def back_substitute(R, r):
    """Overwrite r with the solution of R x = r."""
    for a in range(r.shape[0] - 1, -1, -1):
        r[a] /= R[a, a]
        for i in range(a):
            r[i] -= r[a] * R[i, a]


@compiled
def balance(delta):
    """What brings the sum of all changes to zero."""
    total = 0.0
    for change in delta:
        total -= change
    return total


@compiled
def newton(state, delta, s):
    """The change of the members' beta that takes them to the margin, and that of w.

    s is the least vector with u_i.s = (y_i - y_0) - w.u_i, and s = U^T delta.
    """
    m, first = state.count[0], state.members[0]
    for a in range(m - 1):
        i = state.members[a + 1]
        r = state.y[i] - state.y[first] - (state.f[i] - state.f[first])
        for e in range(a):
            r -= state.R[e, a] * delta[e + 1]
        delta[a + 1] = r / state.R[a, a]
    for j in range(s.shape[0]):
        s[j] = 0.0
    for a in range(m - 1):
        for j in range(s.shape[0]):
            s[j] += delta[a + 1] * state.Q[a, j]
    back_substitute(state.R, delta[1:m])
    delta[0] = balance(delta[1:m])


@compiled
def along_dependence(state, delta, sign):
    """Changes of the members' beta that keep w while that of a sample moves by `sign`.

    The sample is the last that was refused by `push`.
    """
    m = state.count[0]
    for a in range(m - 1):
        delta[a + 1] = -sign * state.R[a, m - 1]
    back_substitute(state.R, delta[1:m])
    delta[0] = balance(delta[1:m]) - sign


@compiled
def room(value, change, C):
    """How many times alpha may take a change before it leaves [0, C]."""
    if change < 0.0:
        return max(value, 0.0) / -change
    return max(C - value, 0.0) / change if change > 0.0 else np.inf


@compiled
def longest_step(state, delta, C, limit):
    """The longest step up to a limit, and the position that blocks it, else -1."""
    blocking = -1
    for a in range(state.count[0]):
        i = state.members[a]
        step = room(state.y[i] * state.beta[i], state.y[i] * delta[a], C)
        if step < limit:
            limit, blocking = step, a
    return limit, blocking


@compiled
def move(state, delta, step):
    """Change the members' beta."""
    for a in range(state.count[0]):
        state.beta[state.members[a]] += step * delta[a]

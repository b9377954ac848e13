"""The basis of the simplex method: who is in it, and the inverse of its matrix.

The linear program is, for m limits with weights c_k >= 0 of the features,

    minimise  sum_i upper_i xi_i  over w, b, xi >= 0
    subject to  y_i (w.x_i + b) >= margin_i - xi_i,   sum_j c_kj |w_j| <= limit_k.

Column 0 of the data is one and carries b; its weight is zero. The matrix of the basis
has a column for b and for every weight that is not zero, and a row for every point at
its margin and for every limit that is reached; it is square.
"""

from collections import namedtuple

import numpy as np

from pride.compiled import compiled, inlined

SHORT, AT, BEYOND = 1.0, 0.0, -1.0  # of its margin a point may be; SHORT of it costs

# X: points with a leading one; columns: the same transposed; y: -1 or 1; weights: c
Program = namedtuple("Program", "X columns y weights")

# The basis: items are its rows, point i as i, limit k as n + k; features its columns;
# inverse is transposed; size of the basis, and the pivots since it was computed anew;
# sign of w where basic, else 0; side of the points.
# What is given: margin, limit, upper. What follows from these: w, its points w.x_i + b
# and loads sum_j c_kj |w_j|; the multipliers mu of points and nu of limits, their
# pull sum_i mu_i y_i x_i and radius sum_k nu_k c_k, which bounds the pull. slack_mu are
# the mu with which the limits would be slack, after a move that ended there.
State = namedtuple(
    "State",
    "items features inverse size sign side margin limit upper "
    "w points loads mu nu pull radius slack_mu moves",
)

# How all that moves. Along a way: values of the basic w, points, loads. In a pivot:
# the multipliers of the rows of the basis, mu_i y_i of points and -nu_k of limits; the
# change of the pull and the growth of the radius. slack and rate: for ratio tests.
Moves = namedtuple("Moves", "values points loads rows change growth slack rate")


@inlined
def row_of(program, state, item):
    """The row that a point or a limit has, or would have, in the matrix."""
    n = program.y.shape[0]
    row = np.empty(state.size[0])
    if item < n:
        for c in range(row.shape[0]):
            row[c] = program.X[item, state.features[c]]
    else:
        for c in range(row.shape[0]):
            j = state.features[c]
            row[c] = state.sign[j] * program.weights[item - n, j]
    return row


@inlined
def column_of(program, state, j, sign):
    """The column that feature j would have in the matrix."""
    n = program.y.shape[0]
    column = np.empty(state.size[0])
    for r in range(state.size[0]):
        item = state.items[r]
        if item < n:
            column[r] = program.X[item, j]
        else:
            column[r] = sign * program.weights[item - n, j]
    return column


@compiled
def through(inverse, row, result):
    """The transposed inverse times a row: its coordinates in the rows of the basis.

    Four sums at a time, because one would wait for each addition.
    """
    size = row.shape[0]
    whole = size // 4 * 4
    for r in range(0, whole, 4):
        first = second = third = fourth = 0.0
        for c in range(size):
            first += inverse[r, c] * row[c]
            second += inverse[r + 1, c] * row[c]
            third += inverse[r + 2, c] * row[c]
            fourth += inverse[r + 3, c] * row[c]
        result[r], result[r + 1] = first, second
        result[r + 2], result[r + 3] = third, fourth
    for r in range(whole, size):
        result[r] = 0.0
        for c in range(size):
            result[r] += inverse[r, c] * row[c]


@compiled
def replace_row(inverse, size, place, coordinates):
    """Put a row of these coordinates at a place of the matrix; whether it can be."""
    pivot = coordinates[place]
    if pivot == 0.0:
        return False
    for c in range(size):
        inverse[place, c] /= pivot
    for r in range(size):
        if r != place and coordinates[r] != 0.0:
            for c in range(size):
                inverse[r, c] -= coordinates[r] * inverse[place, c]
    return True


@compiled
def replace_column(inverse, size, place, column):
    """Put a column at a place of the matrix; whether it can be."""
    moved = np.zeros(size)
    for r in range(size):
        for c in range(size):
            moved[c] += inverse[r, c] * column[r]
    if moved[place] == 0.0:
        return False
    for r in range(size):
        own = inverse[r, place] / moved[place]
        for c in range(size):
            inverse[r, c] -= own * moved[c]
        inverse[r, place] = own
    return True


@compiled
def grow(inverse, size, row_coordinates, column, corner):
    """Border the matrix by a row, given by its coordinates, and a column; whether it
    can be."""
    moved = np.zeros(size)
    schur = corner
    for r in range(size):
        schur -= row_coordinates[r] * column[r]
        for c in range(size):
            moved[c] += inverse[r, c] * column[r]
    if schur == 0.0:
        return False
    for r in range(size):
        share = row_coordinates[r] / schur
        for c in range(size):
            inverse[r, c] += share * moved[c]
        inverse[r, size] = -share
    for c in range(size):
        inverse[size, c] = -moved[c] / schur
    inverse[size, size] = 1.0 / schur
    return True


@compiled
def shrink(inverse, size, row, column):
    """Take a row and a column out of the matrix; the last ones come in their places.

    Returns whether it can be.
    """
    pivot = inverse[row, column]
    if pivot == 0.0:
        return False
    for r in range(size):
        if r != row:
            share = inverse[r, column] / pivot
            for c in range(size):
                inverse[r, c] -= share * inverse[row, c]
    inverse[row, :size] = inverse[size - 1, :size]
    inverse[:size, column] = inverse[:size, size - 1]
    return True


@compiled
def _swap_rows(matrix, one, other):
    for c in range(matrix.shape[1]):
        matrix[one, c], matrix[other, c] = matrix[other, c], matrix[one, c]


@compiled
def invert(program, state):
    """Fill in the inverse anew, by elimination with the largest pivots; whether there
    is one."""
    size = state.size[0]
    work = np.zeros((size, 2 * size))
    for r in range(size):
        work[r, :size] = row_of(program, state, state.items[r])
        work[r, size + r] = 1.0
    for c in range(size):
        best = c + np.argmax(np.abs(work[c:, c]))
        if work[best, c] == 0.0:
            return False
        _swap_rows(work, c, best)
        pivot = work[c, c]
        for other in range(c, 2 * size):
            work[c, other] /= pivot
        for r in range(size):
            share = work[r, c]
            if r != c and share != 0.0:
                for other in range(c, 2 * size):
                    work[r, other] -= share * work[c, other]
    for r in range(size):
        for c in range(size):
            state.inverse[r, c] = work[c, size + r]
    return True

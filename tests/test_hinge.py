"""The inverse of the simplex method's basis, and its ratio test."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pride.programs.hinge import basis
from pride.programs.hinge.columns import distinct
from pride.programs.hinge.scans import NEVER, NONE, fastest, sooner

SIZE = 6


@pytest.fixture
def matrix():
    return np.random.default_rng(1).normal(size=(SIZE, SIZE))


def room_for(matrix):
    """The transposed inverse, with room for one more."""
    inverse = np.zeros((SIZE + 1, SIZE + 1))
    inverse[:SIZE, :SIZE] = np.linalg.inv(matrix).T
    return inverse


def coordinates(inverse, row):
    """What `through` finds."""
    found = np.empty(len(row))
    basis.through(inverse, row, found)
    return found


def test_coordinates_of_a_row(matrix):
    row = np.arange(1.0, SIZE + 1)
    assert_allclose(coordinates(room_for(matrix), row) @ matrix, row, rtol=1e-10)


def test_a_row_is_replaced(matrix):
    inverse, row = room_for(matrix), np.arange(1.0, SIZE + 1)
    basis.replace_row(inverse, SIZE, 2, coordinates(inverse, row))
    matrix[2] = row
    assert_allclose(inverse[:SIZE, :SIZE].T @ matrix, np.eye(SIZE), atol=1e-10)


def test_a_column_is_replaced(matrix):
    inverse, column = room_for(matrix), np.arange(1.0, SIZE + 1)
    basis.replace_column(inverse, SIZE, 4, column)
    matrix[:, 4] = column
    assert_allclose(inverse[:SIZE, :SIZE].T @ matrix, np.eye(SIZE), atol=1e-10)


def test_it_grows_by_a_row_and_a_column(matrix):
    inverse, row, column = room_for(matrix), np.ones(SIZE), np.arange(1.0, SIZE + 1)
    basis.grow(inverse, SIZE, coordinates(inverse, row), column, 2.5)
    larger = np.block([[matrix, column[:, None]], [row[None], np.full((1, 1), 2.5)]])
    assert_allclose(inverse.T @ larger, np.eye(SIZE + 1), atol=1e-9)


@pytest.mark.parametrize(("row", "column"), [(1, 3), (5, 5), (5, 0), (2, 5)])
def test_it_shrinks_by_a_row_and_a_column(matrix, row, column):
    """The last row and column come in the places of those that leave."""
    inverse = room_for(matrix)
    basis.shrink(inverse, SIZE, row, column)
    rows, columns = np.arange(SIZE), np.arange(SIZE)
    rows[row], columns[column] = SIZE - 1, SIZE - 1
    smaller = matrix[np.ix_(rows[:-1], columns[:-1])]
    assert_allclose(inverse[:5, :5].T @ smaller, np.eye(5), atol=1e-9)


@pytest.mark.parametrize(
    "pivot",
    [
        lambda inverse, other: basis.replace_row(inverse, SIZE, 2, other),
        lambda inverse, other: basis.replace_column(inverse, SIZE, 2, other),
        lambda inverse, other: basis.grow(inverse, SIZE, other, other, 1.0),
        lambda inverse, other: basis.shrink(inverse, SIZE, 2, 0),
    ],
    ids=["replace_row", "replace_column", "grow", "shrink"],
)
def test_what_would_leave_no_inverse_is_refused(pivot):
    """The new matrix is singular: a row or column again, a border that depends on it,
    a minor of zero. What there is stays as it was."""
    inverse = room_for(np.eye(SIZE))
    before = inverse.copy()
    assert not pivot(inverse, np.eye(SIZE)[0])
    assert_allclose(inverse, before, atol=0)


def test_of_ties_the_fastest_is_taken():
    slack, rate = np.array([1.0, 2.0, 3.0, -1e-12]), np.array([1.0, 2.0, 1.0, -1.0])
    until = sooner(slack, rate, NEVER)
    assert_allclose(until, 1.0)
    assert fastest(slack, rate, until) == 1


def test_nothing_falls():
    slack, rate = np.ones(20), np.zeros(20)
    assert fastest(slack, rate, sooner(slack, rate, NEVER)) == NONE


def test_of_columns_that_are_equal_up_to_sign_the_first_is_kept():
    X = np.random.default_rng(2).normal(size=(9, 4))
    X = np.hstack([X, -X[:, 1:2], X[:, :1], X[:, 2:3] + 1e-6, X[:, 1:2]])
    assert distinct(X).tolist() == [0, 1, 2, 3, 6]

"""Boolean features drawn uniformly among those that have given meta-features.

Section 6.2 of Krupka, Navot and Tishby (2008). The sets of inputs of some scatter are
too few to be met by chance, and too many to be listed. They are visited by a Markov
chain with the uniform distribution: one input after another is moved at random, and
moved back if it then meets another, leaves the image or spoils the scatter; and all are
moved together, to a random place where they fit.
"""

from typing import NamedTuple

import numpy as np

from pride.compiled import compiled
from pride.features.boolean import MOST_INPUTS, Features, centres, scatter

NAMES = ["num_inputs", "percent_pos", "shift_inv_len", "scatter"]
LOW = np.array([1.0, 0.0, 1.0, 1.0])
HIGH = np.array([8.0, 100.0, 8.0, 3.5])
STEP = np.array([1.0, 1.0, 1.0, 0.5])  # that of scatter is not printed
SWEEPS, BURN_IN = 10, 60  # moves of every input, between features and before the first
REACH = 5  # pixels, the farthest that one input is moved at a time
STARTS = 5  # of a chain that does not find the scatter asked for


def positive_inputs(metas):
    """How many inputs are not negated: as many as come nearest to percentPos."""
    return np.floor(metas[:, 0] * metas[:, 1] / 100 + 0.5).astype(np.int64)


def count_of_values():
    """|MF|: values of the meta-features that ask for different features.

    Of percentPos only the number of inputs that it amounts to counts, and one input has
    no scatter.
    """
    grid = np.round((HIGH - LOW) / STEP).astype(int) + 1
    percent = np.arange(LOW[1], HIGH[1] + 1)
    signs = [
        len(set(positive_inputs(np.column_stack([np.full(len(percent), k), percent]))))
        for k in range(1, MOST_INPUTS + 1)
    ]
    return int(grid[2] * (signs[0] + grid[3] * sum(signs[1:])))


@compiled
def _excess(places, inputs, scatter):
    """How far the mean distance from the centre of gravity is from the one asked for.

    Zero within half a step, the lower end included, and for one input.
    """
    if inputs == 1:
        return 0.0
    row = column = apart = 0.0
    for k in range(inputs):
        row += places[k, 0]
        column += places[k, 1]
    row, column = row / inputs, column / inputs
    for k in range(inputs):
        apart += np.sqrt((places[k, 0] - row) ** 2 + (places[k, 1] - column) ** 2)
    apart = apart / inputs - scatter
    if apart >= 0.25:
        return apart - 0.25 + 1e-12
    return max(-0.25 - apart, 0.0)


@compiled
def _move_one(places, inputs, box, scatter, which, move):
    """Move an input, unless it leaves the box, meets another or scatter gets worse."""
    row, column = places[which, 0], places[which, 1]
    down, right = row + move[0], column + move[1]
    if down < 0 or right < 0 or down >= box[0] or right >= box[1]:
        return
    for k in range(inputs):
        if places[k, 0] == down and places[k, 1] == right:
            return
    before = _excess(places, inputs, scatter)
    places[which, 0], places[which, 1] = down, right
    if _excess(places, inputs, scatter) > before:
        places[which, 0], places[which, 1] = row, column


@compiled
def _move_all(places, inputs, box, chances):
    """Move all inputs together, to anywhere that they fit."""
    for axis in range(2):
        first = last = places[0, axis]
        for k in range(inputs):
            first = min(first, places[k, axis])
            last = max(last, places[k, axis])
        by = int(chances[axis] * (box[axis] - (last - first))) - first
        for k in range(inputs):
            places[k, axis] += by


@compiled
def _walk(wanted, boxes, sweeps, moves, chances, drawn):
    """The chain of each feature: `sweeps` of it from the last one, or from a start.

    A start is a row of inputs; from where scatter is wrong it can only get better.
    """
    state = np.zeros((MOST_INPUTS, 2), dtype=np.int64)
    s = 0
    for f in range(wanted.shape[0]):
        inputs, spread = int(wanted[f, 0]), wanted[f, 1]
        if sweeps[f] != SWEEPS:
            for k in range(MOST_INPUTS):
                state[k, 0], state[k, 1] = k // 3, k % 3
        for _ in range(sweeps[f]):
            _move_all(state, inputs, boxes[f], chances[s])
            for k in range(inputs):
                _move_one(state, inputs, boxes[f], spread, k, moves[s, k])
            s += 1
        drawn[f] = state


class Request(NamedTuple):
    """What is asked of features, one row each, sorted so that equal ones meet."""

    wanted: np.ndarray  # inputs and scatter
    boxes: np.ndarray  # rows and columns that the unshifted inputs may lie in
    sweeps: np.ndarray


def _request(metas, image):
    shift = metas[:, 2].astype(np.int64)
    new = np.append(True, (np.diff(metas[:, [0, 2, 3]], axis=0) != 0).any(axis=1))
    return Request(
        np.ascontiguousarray(metas[:, [0, 3]]),
        np.array(image) - shift[:, None] + 1,
        np.where(new, BURN_IN, SWEEPS),
    )


def _negations(rng, inputs, positive):
    """Which inputs are negated: all but `positive` of them, drawn at random."""
    keys = rng.random((len(inputs), MOST_INPUTS))
    keys[np.arange(MOST_INPUTS) >= inputs[:, None]] = 2.0
    ranks = keys.argsort(axis=1).argsort(axis=1)
    return ranks < (inputs - positive)[:, None]


def _places(rng, metas, image):
    """Places of the inputs of one feature for each row of meta-features."""
    order = np.lexsort((metas[:, 3], metas[:, 2], metas[:, 0]))
    request = _request(metas[order], image)
    moves = rng.integers(
        -REACH, REACH + 1, (request.sweeps.sum(), MOST_INPUTS, 2), dtype=np.int8
    )
    chances = rng.random((len(moves), 2))
    walked = np.empty((len(metas), MOST_INPUTS, 2), dtype=np.int64)
    _walk(*request, moves, chances, walked)
    places = np.zeros_like(walked)
    places[order] = walked
    places[np.arange(MOST_INPUTS) >= metas[:, :1]] = 0
    return places


def _off(places, metas):
    """Which sets of inputs do not have the scatter asked for."""
    inputs = metas[:, 0].astype(np.int64)
    found = scatter(Features(places, None, inputs, inputs))
    return (inputs > 1) & (np.abs(found - metas[:, 3]) > STEP[3] / 2 + 1e-9)


def draw(rng, metas, image):
    """One feature for each row of meta-features (in the order of NAMES).

    Uniform among all features on images of this shape whose inputs, negations and
    shifts are as asked for and whose scatter is nearest to the one asked for. A chain
    that has not found that scatter, which is rare, is started again.
    """
    places = _places(rng, metas, image)
    off = _off(places, metas)
    for _ in range(STARTS):
        if not off.any():
            break
        places[off] = _places(rng, metas[off], image)
        off = _off(places, metas)
    if off.any():
        raise ValueError(
            f"Expected sets of inputs of scatter {metas[off][0, 3]}, found none for "
            f"{metas[off][0, 0]:g} inputs that fit into {image} under all shifts: use "
            "larger images, or leave out that value."
        )
    inputs, shift = metas[:, 0].astype(np.int64), metas[:, 2].astype(np.int64)
    negated = _negations(rng, inputs, positive_inputs(metas))
    return Features(places, negated, inputs, shift)


def place(features, targets, image):
    """The features moved so that their centres come nearest to `targets`.

    (row, column) each; by less where they would leave the image.
    """
    by = np.round(targets - centres(features)).astype(np.int64)
    used = (np.arange(MOST_INPUTS) < features.inputs[:, None])[..., None]
    first = np.where(used, features.places, image[0] + image[1]).min(axis=1)
    last = features.places.max(axis=1) + features.shift[:, None] - 1
    by = np.clip(by, -first, np.array(image) - 1 - last)
    return Features(features.places + by[:, None] * used, *features[1:])

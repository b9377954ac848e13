"""The kernels of G-flip: exact, incremental, and pruned with certificates.

A flip adds (x_if - x_jf)^2 to the squared distance of samples i and j, or takes it off.
The nearest hits and misses of a sample are listed, with a lower bound for all others.
If the least listed distance after a flip is at most the bound after the flip, no other
sample is nearer; else all are looked at. Rounding is monotone: bounds hold to the bit.

Samples are sorted by class. A flip is f if it adds feature f, ~f < 0 if it removes it.
"""

from typing import NamedTuple

import numpy as np

from pride.compiled import compiled

NEAR = 16  # neighbours listed of a kind
TIE = 1e-10  # relative; a flip that raises e by less is not kept
ROUNDING = 1e-12  # relative; a smaller difference is taken for zero
INFINITE_BITS = 0x7FF0000000000000
LINEAR, SIGMOID, ZERO_ONE = 0, 1, 2


class State(NamedTuple):
    """What the kernels work on. Sample i is brought up to date when it is needed."""

    columns: np.ndarray  # the features, one row each
    squares: np.ndarray  # the squared range of each
    blocks: np.ndarray  # where the class of each sample starts and stops
    distances: np.ndarray  # squared; infinite between a sample and itself
    log: np.ndarray  # the flips made
    applied: np.ndarray  # how many of them row i of the distances has seen
    near: np.ndarray  # hits and misses listed of each sample
    reach: np.ndarray  # their squared distances, all flips made; last, the bound
    kind: int  # of utility
    beta: float  # of the sigmoid


@compiled
def changed(distance, square, removing):
    """A squared distance after a flip; of a bound and of `most`, again a bound."""
    if not removing:
        return distance + square
    rest = distance - square
    return rest if rest >= ROUNDING * distance else 0.0


@compiled
def change(row, x, i, removing):
    """Flip the feature x in the distances of sample i."""
    centre = x[i]
    for k in range(x.shape[0]):
        difference = x[k] - centre
        row[k] = changed(row[k], difference * difference, removing)


@compiled
def smallest(values):
    """The least of numbers >= 0, infinite if there are none; as bits: vectorised."""
    bits, best = values.view(np.int64), INFINITE_BITS
    for k in range(bits.shape[0]):
        if bits[k] < best:
            best = bits[k]
    return np.int64(best).view(np.float64)


@compiled
def insert(near, reach, row, start, stop):
    """Merge the samples from `start` to `stop` into an ascending list."""
    limit = reach[NEAR]
    for k in range(start, stop):
        if row[k] < limit:
            place = NEAR
            while place > 0 and row[k] < reach[place - 1]:
                reach[place] = reach[place - 1]
                near[place] = near[place - 1]
                place -= 1
            reach[place] = row[k]
            near[place] = k
            limit = reach[NEAR]


@compiled
def list_neighbours(state, i):
    """List the nearest hits and misses of sample i; empty places are infinitely far."""
    row, near, reach = state.distances[i], state.near[:, i], state.reach[:, i]
    start, stop = state.blocks[i]
    near[:], reach[:] = i, np.inf
    insert(near[0], reach[0], row, start, stop)
    insert(near[1], reach[1], row, 0, start)
    insert(near[1], reach[1], row, stop, row.shape[0])


@compiled
def catch_up(state, i, made):
    """Bring the distances of sample i up to date with the flips made, and its lists."""
    for t in range(state.applied[i], made):
        flip = state.log[t]
        change(state.distances[i], state.columns[max(flip, ~flip)], i, flip < 0)
    state.applied[i] = made
    list_neighbours(state, i)


@compiled
def utility(hit, miss, kind, beta):
    """u of the margin (1), from squared distances."""
    to_hit, to_miss = np.sqrt(hit), np.sqrt(miss)
    margin = 0.5 * (to_miss - to_hit)
    if kind == LINEAR:
        return margin
    if kind == SIGMOID:
        return 1.0 / (1.0 + np.exp(-beta * margin))
    return 1.0 if margin > ROUNDING * to_miss else 0.0


@compiled
def begin(state, mask):
    """Sum the distances over the features in `mask` anew, list neighbours, give e."""
    state.distances[:], state.applied[:] = 0.0, 0
    e, chosen = 0.0, np.flatnonzero(mask)
    for i in range(state.distances.shape[0]):
        for f in chosen:
            change(state.distances[i], state.columns[f], i, False)
        state.distances[i, i] = np.inf
        list_neighbours(state, i)
        hit, miss = state.reach[:, i, 0]
        e += utility(hit, miss, state.kind, state.beta)
    return e


@compiled
def look_at_all(state, i, flip, made):
    """Squared distances of sample i to its near hit and miss after a flip."""
    if state.applied[i] < made:
        catch_up(state, i, made)
    row, (start, stop) = state.distances[i].copy(), state.blocks[i]
    change(row, state.columns[max(flip, ~flip)], i, flip < 0)
    miss = min(smallest(row[:start]), smallest(row[stop:]))
    return smallest(row[start:stop]), miss


@compiled
def most(x, removing):
    """The most that a flip of the feature x can take from the distances of a sample."""
    if not removing:
        return np.zeros(x.shape[0])
    farthest = np.maximum(x.max() - x, x - x.min())
    return farthest * farthest


@compiled
def look_at_listed(near, reach, x, removing):
    """The same for all samples from one kind of lists; -1 where they do not suffice."""
    nearest, taken = np.empty(x.shape[0]), most(x, removing)
    for i in range(x.shape[0]):
        best = np.inf
        for k in range(NEAR):
            difference = x[near[i, k]] - x[i]
            distance = changed(reach[i, k], difference * difference, removing)
            best = distance if distance < best else best
        bound = changed(reach[i, NEAR], taken[i], removing)
        nearest[i] = best if best <= bound else -1.0
    return nearest


@compiled
def evaluation_after(state, flip, made):
    """e(F) after a flip, Definition 2 with a utility, and the sum of absolute terms."""
    x = state.columns[max(flip, ~flip)]
    hits = look_at_listed(state.near[0], state.reach[0], x, flip < 0)
    misses = look_at_listed(state.near[1], state.reach[1], x, flip < 0)
    e = scale = 0.0
    for i in range(x.shape[0]):
        if hits[i] < 0 or misses[i] < 0:
            hits[i], misses[i] = look_at_all(state, i, flip, made)
        u = utility(hits[i], misses[i], state.kind, state.beta)
        e += u
        scale += abs(u)
    return e, scale


@compiled
def change_listed(near, reach, x, removing):
    """Flip the feature x in the lists of one kind and in their bounds."""
    taken = most(x, removing)
    for i in range(x.shape[0]):
        for k in range(NEAR):
            difference = x[near[i, k]] - x[i]
            reach[i, k] = changed(reach[i, k], difference * difference, removing)
        reach[i, NEAR] = changed(reach[i, NEAR], taken[i], removing)


@compiled
def keep(state, flip, made):
    """Make a flip: at once in the lists, in the row of a sample when it is needed."""
    x, removing = state.columns[max(flip, ~flip)], flip < 0
    change_listed(state.near[0], state.reach[0], x, removing)
    change_listed(state.near[1], state.reach[1], x, removing)
    state.log[made] = flip

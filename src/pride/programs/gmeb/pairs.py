"""GMEB for many pairs (R+, R-), each from the solution of one nearby: compiled."""

from collections import namedtuple

import numpy as np

from pride.compiled import compiled, lent
from pride.programs.gmeb.cuts import (
    CUTS,
    active_cuts,
    add_cuts,
    basic_weights,
    forget_cuts,
    limits,
    shown,
)
from pride.programs.gmeb.norm import largest_norm, norm
from pride.programs.hinge.path import ARRIVED, FAILED, SLACK, move, multipliers
from pride.programs.hinge.primal import fill_values
from pride.programs.hinge.start import start

ROUNDS = 30  # of cuts for one pair
EXCESS = 2e-9  # by which a norm may be above its limit
TURNS = 20  # tries to find limits that are not slack
NEAR = 0.99  # share of the last limit at which a path turns to another pair
LEAST = 1e-6  # share that counts as used
MANY = 12  # cuts, more of which slow down

Solutions = namedtuple("Solutions", "weights intercept mu share solved")


@compiled
def go(path, pair, share):
    """Follow the solution to a share of the limits of a pair."""
    program, state = shown(path)
    return move(program, state, path.margin, limits(path, pair, share))


@compiled
def turn(path, here, pair):
    """From limits that are almost slack to those of another pair, where they are not.

    First to a little below where the cuts that are reached were; as long as there is
    slack already, to a little below limits that are in no way larger than they were.
    """
    theta, _, _ = active_cuts(path)
    was = theta * here[0] + (1 - theta) * here[1]
    share = NEAR * np.sqrt(was / (theta * pair[0] + (1 - theta) * pair[1]))
    status = go(path, pair, share)
    share = min(share, np.sqrt(min(here[0] / pair[0], here[1] / pair[1])))
    for _ in range(TURNS):
        if status != SLACK:
            return status
        share *= NEAR
        status = go(path, pair, share)
    return FAILED


@compiled
def kept(path, pair):
    """The share of a pair's limits that the solution at hand uses, if these are slack
    and it is the one of the smallest norm for them too; else 0.

    It is if a single cut is reached, and no other theta is violated where the limits of
    the pair are as far as that cut: less of them would break it. The other cuts' limits
    are put where the pair has them.
    """
    theta, low, high = active_cuts(path)
    if low < high:
        return 0.0
    weights, moments = basic_weights(path)
    plus, minus = theta * pair[0], (1 - theta) * pair[1]
    used, _, _ = norm(weights, moments, pair, plus / (plus + minus))
    largest, _ = largest_norm(weights, moments, pair)
    if used > 1.0 or largest > (1 + EXCESS) * used:
        return 0.0
    needed, n = limits(path, pair, used), path.program.y.shape[0]
    for k in range(needed.shape[0]):
        if not (path.state.items[: path.state.size[0]] == n + k).any():
            path.state.limit[k] = max(path.state.loads[k], needed[k])
    return used


@compiled
def settle(path, pair):
    """Go to a pair, adding cuts until no theta is violated.

    Returns the status and the share of the limits that is used: below one if these
    are slack, which leaves the optimal solution of the smallest norm.
    """
    for _ in range(ROUNDS):
        status = go(path, pair, 1.0)
        used = path.state.limit[0] / limits(path, pair, 1.0)[0]
        weights, moments = basic_weights(path)
        largest, share = largest_norm(weights, moments, pair)
        if status == FAILED or largest <= (1 + EXCESS) * used:
            return status, used
        if path.count[0] + 2 > CUTS:
            break
        plus, minus = share / pair[0], (1 - share) / pair[1]
        add_cuts(path, plus / (plus + minus))
        needed = limits(path, pair, used)
        for k in range(needed.shape[0]):
            path.state.limit[k] = max(path.state.limit[k], needed[k])
        if go(path, pair, used) != ARRIVED:
            break
    return FAILED, 0.0


@compiled
def follow(path, here, pair, slack, status):
    """From `here`, where a move ended with a status, to a pair that may be known to be
    slack. Returns status and share as `settle` does."""
    used = kept(path, pair) if status == SLACK else 0.0
    if used == 0.0:
        status = SLACK if slack else go(path, pair, 1.0)
        if status == SLACK and not slack:
            used = kept(path, pair)
    if used > 0.0:
        return SLACK, used
    if status == SLACK and here.max() > 0.0:  # from zero it went straight to the pair
        status = turn(path, here, pair)
    if status == FAILED:
        return FAILED, 0.0
    return settle(path, pair)


@compiled
def slack_from(pair, known):
    """The square of the share of a pair's limits from which they are slack for sure:
    they are if no limit is below one of a pair that is known to be slack."""
    share = 1.0
    for k in range(known.shape[0]):
        share = min(share, max(known[k, 0] / pair[0], known[k, 1] / pair[1]))
    return share


@compiled
def following(pairs, todo, here, known):
    """The pair to do next: the first whose limits are not known to be slack; after
    these, the nearest, in logarithms, to where the path is."""
    best, least = -1, np.inf
    for p in range(pairs.shape[0]):
        if todo[p]:
            share = slack_from(pairs[p], known)
            if share == 1.0:
                return p
            plus = abs(np.log(share * pairs[p, 0] / here[0]))
            distance = plus + abs(np.log(share * pairs[p, 1] / here[1]))
            if distance < least:
                best, least = p, distance
    return best


@compiled
def note(path, status, pair, p, solutions):
    """Write down the solution at hand as the one of pair p, without small changes."""
    program, state = shown(path)
    ones = np.ones(program.y.shape[0])
    values = np.empty(state.size[0])
    fill_values(program, state, ones, state.limit, values)
    solutions.intercept[p], solutions.weights[p] = values[0], 0.0
    for c in range(1, values.shape[0]):
        solutions.weights[p, state.features[c]] = values[c]
    if status == SLACK:
        solutions.mu[p] = state.slack_mu
    else:
        solutions.mu[p] = multipliers(program, state, ones)[0]
    theta, _, _ = active_cuts(path)
    plus, minus = theta * pair[0], (1 - theta) * pair[1]
    solutions.share[p] = plus / (plus + minus)
    solutions.solved[p] = True


@compiled
def solve_pairs(path, offsets, pairs, todo, solutions):
    """Solve for all pairs to do on a path that begins at weights of zero, reached from
    margins moved by `offsets`.

    It goes well if neighbours in `pairs` are close. Ends at the first that fails.
    """
    path, solutions = lent(path), lent(solutions)
    program, state = shown(path)
    start(program, state, offsets)
    here = np.zeros(2)
    go(path, np.ones(2), 0.0)
    known, count, status = np.empty(pairs.shape), 0, ARRIVED
    for _ in range(todo.sum()):
        p = following(pairs, todo, here, known[:count])
        todo[p], pair = False, pairs[p]
        if path.count[0] > MANY:
            forget_cuts(path)
        slack = slack_from(pair, known[:count]) < 1.0
        status, used = follow(path, here, pair, slack, status)
        if status == FAILED:
            return
        here = max(used, LEAST) ** 2 * pair
        if status == SLACK:
            known[count], count = here, count + 1
        note(path, status, pair, p, solutions)

"""Target neighbours, invading samples, and the loss of the nearest-neighbour rule.

Y. Li and B.-L. Lu, "Feature selection based on loss-margin of nearest neighbor
classification", Pattern Recognition 2009. Numbers in brackets are that paper's.

A target neighbour of a sample is one of the k nearest of its own class. A sample of
another class invades when it is no farther than a target neighbour plus the margin
theta of (2). Both are sought anew at each visit; the paper's matrices B and T would
hold the same.
"""

from collections import namedtuple

import numpy as np

from pride.compiled import compiled
from pride.neighbours import squared_distance

ORIGINAL, WEIGHTED, ALWAYS = 0, 1, 2
TIE = 1e-12  # relative: the near miss is exactly at the near hit's limit, but rounded

# k target neighbours, the factor c of (1), and the space, ORIGINAL or WEIGHTED, in
# which the condition of (17) and the margin (2) are taken. ALWAYS cuts off nothing.
Rules = namedtuple("Rules", "k c condition theta")


@compiled
def distances_from(X, i, squares):
    """Squared distances from sample i to all samples."""
    row = np.empty(X.shape[0])
    for p in range(X.shape[0]):
        row[p] = squared_distance(X[i], X[p], squares)
    return row


@compiled
def targets_of(row, y, i, k):
    """Definition 2: the k nearest of the class of i, from near to far.

    There are fewer in a class of at most k samples. Ties go to the first sample.
    """
    nearest = np.empty(k, dtype=np.int64)
    found = 0
    for p in range(row.shape[0]):
        if y[p] == y[i] and p != i:
            place = found if found < k else k
            while place > 0 and row[p] < row[nearest[place - 1]]:
                place -= 1
            if place < k:
                found = min(found + 1, k)
                for q in range(found - 1, place, -1):
                    nearest[q] = nearest[q - 1]
                nearest[place] = p
    return nearest[:found]


@compiled
def margin_of(row, y, i):
    """theta (2): how much nearer, or farther, the near hit is than the near miss."""
    hit, miss = np.inf, np.inf
    for p in range(row.shape[0]):
        if p != i:
            if y[p] == y[i]:
                hit = min(hit, row[p])
            else:
                miss = min(miss, row[p])
    return abs(miss - hit)


@compiled
def spaces(X, i, w, rules):
    """Distances from i in the original space and in that of w if need be."""
    original = distances_from(X, i, np.ones(w.shape[0]))
    weighted = original
    if rules.condition == WEIGHTED or rules.theta == WEIGHTED:
        weighted = distances_from(X, i, w * w)
    return original, weighted


@compiled
def slope(X, y, i, w, rules):
    """g with which the term of sample i in the gradient (16) is 2 w_f g_f.

    Returned with the number of samples that g is made of. As printed in (17), a pair
    at equality counts.
    """
    original, weighted = spaces(X, i, w, rules)
    targets = targets_of(original, y, i, rules.k)
    theta = margin_of(weighted if rules.theta == WEIGHTED else original, y, i)
    row = weighted if rules.condition == WEIGHTED else original
    pulls = np.ones(targets.shape[0])
    g, used = np.zeros(w.shape[0]), targets.shape[0]
    for p in range(row.shape[0]):
        if y[p] != y[i]:
            pushes = 0.0
            for t in range(targets.shape[0]):
                limit = (theta + row[targets[t]]) * (1 + TIE)
                if rules.condition == ALWAYS or row[p] <= limit:
                    pulls[t] += rules.c
                    pushes += rules.c
            if pushes > 0:
                used += 1
                add_squares(g, X[i], X[p], -pushes)
    for t in range(targets.shape[0]):
        add_squares(g, X[i], X[targets[t]], pulls[t])
    return g, used


@compiled
def add_squares(g, x, z, factor):
    """g_f += factor (x_f - z_f)^2."""
    for f in range(g.shape[0]):
        g[f] += factor * (x[f] - z[f]) ** 2


@compiled
def step(w, g, beta):
    """Step 3(d): w -= beta V / |V| with V = 2 w g, in place.

    The paper leaves V = 0 open: nothing happens. Squares are summed one after another:
    where steps lead across zero, the last bit of a length decides much later ones, and
    the sums of a library are not the same on every machine.
    """
    total = 0.0
    for f in range(w.shape[0]):
        total += (w[f] * g[f]) ** 2
    if total > 0:
        rate = beta / np.sqrt(total)
        for f in range(w.shape[0]):
            w[f] -= rate * (w[f] * g[f])


@compiled
def descended(X, y, visits, betas, rules, path):
    """Step 3: w after visiting the samples; a `path` with rows takes w after each."""
    w = np.ones(X.shape[1])
    for t in range(visits.shape[0]):
        g, _ = slope(X, y, visits[t], w, rules)
        step(w, g, betas[t])
        if path.shape[0]:
            path[t] = w
    return w


@compiled
def losses(X, y, w, rules):
    """The two terms of (3) for every sample, one column each, the second times c.

    theta is taken in the original space or in that of w, as the rules say. The hinge
    of (3) needs no condition.
    """
    terms = np.zeros((X.shape[0], 2))
    for i in range(X.shape[0]):
        original = distances_from(X, i, np.ones(w.shape[0]))
        weighted = distances_from(X, i, w * w)
        targets = targets_of(original, y, i, rules.k)
        theta = margin_of(weighted if rules.theta == WEIGHTED else original, y, i)
        for j in targets:
            terms[i, 0] += weighted[j]
            for p in range(X.shape[0]):
                if y[p] != y[i]:
                    hinge = max(theta + weighted[j] - weighted[p], 0.0)
                    terms[i, 1] += rules.c * hinge
    return terms

"""Figures 1 and 2 of Li and Lu (2009), computed: what the paper only sketches."""

import numpy as np
import pandas as pd

from pride.protocols.lmba2009.energy import critical_point, gradient, loss
from pride.protocols.lmba2009.methods import estimator
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors.forward import neighbourhoods

HIT, MISS = 1.0, 1.6  # distances to near hit and near miss in figure 2
BETA = 0.03  # length of the steps in figure 1
ENERGIES = np.linspace(0, 2.4, 49)
ARROWS = np.linspace(0.3, 1.5, 5)  # genuine energies at which the gradient is shown


def two_features(rng, samples=40):
    """Feature 1 tells the classes apart, but for some overlap; feature 2 does not."""
    y = np.arange(samples) % 2
    X = rng.uniform(size=(samples, 2))
    X[:, 0] = rng.normal(0.3 + 0.4 * y, 0.12)
    return X, y


def invaders(A, y, targets, theta):
    """Which samples invade which: no farther than the farthest target plus theta."""
    squared = ((A[:, None] - A[None]) ** 2).sum(axis=2)
    farthest = np.take_along_axis(squared, targets, axis=1).max(axis=1)
    return (squared <= (farthest + theta)[:, None]) & (y[:, None] != y)


def small_steps(readings):
    """The readings with steps of a length that can be followed in a drawing."""
    return readings | {"lmba": readings["lmba"] | {"beta": BETA}}


def neighbourhood(readings, seed):
    """Figure 1: a sample, its target neighbours and its invaders, before and after.

    The sample is the one that loses most invaders; the mean numbers over all samples
    are told, too. Weights are those of Lmba with small steps, lest the second feature
    vanish at once, and scaled so that the mean squared distance of two samples stays.
    """
    X, y = two_features(rng_for(seed, "illustration", "figure 1"))
    w = estimator("lmba", small_steps(readings), 0).fit(X, y).weights_
    w *= np.sqrt(X.var(axis=0).sum() / (w**2 * X.var(axis=0)).sum())
    targets, theta = neighbourhoods(X, y, readings["lmba"]["n_neighbors"])
    before, after = (invaders(A, y, targets, theta) for A in (X, w * X))
    i = int((before.sum(axis=1) - after.sum(axis=1)).argmax())
    kind = np.where(y == y[i], 1, 2)  # 0 sample, 1 own class, 2 other, 3 target, 4 inv.
    kind[targets[i]], kind[before[i]], kind[i] = 3, 4, 0
    rows = [("theta", 0, 0, theta[i])]
    rows += [("weight", f + 1, 0, w[f]) for f in range(2)]
    for name, A, inside in (("before", X, before), ("after", w * X, after)):
        rows.append((f"mean_invaders_{name}", 0, 0, inside.sum(axis=1).mean()))
        for axis in (0, 1):
            places = enumerate(A[:, axis] - A[i, axis])
            rows += [(f"{name}_{axis}", p, 0, place) for p, place in places]
    return rows + [("kind", p, 0, kind[p]) for p in range(len(X))]


def plane():
    """Figure 2: L over the energies, the critical line, cp, and the gradient.

    `loss_<g>` is L at the genuine energy g, `at` the heterogeneous one.
    """
    m, theta = MISS - HIT, MISS**2 - HIT**2
    rows = [("m", 0, 0, m), ("theta_of_plane", 0, 0, theta)]
    for g in ENERGIES:
        values = loss(g, ENERGIES, theta)
        pairs = zip(ENERGIES, values, strict=True)
        rows += [(f"loss_{g:.3f}", round(h, 6), 0, v) for h, v in pairs]
    g, h = critical_point(HIT, m)
    rows += [("critical_genuine", 0, 0, g), ("critical_other", 0, 0, h)]
    for g in ARROWS:
        by_genuine, by_other = gradient(g, g + m, theta)
        rows.append(("gradient_genuine", g, 0, float(by_genuine)))
        rows.append(("gradient_other", g, 0, float(by_other)))
    return rows


def illustrations(readings, seed):
    """All that figures 1 and 2 show."""
    tables = scores("theory", "figure_1", neighbourhood(readings, seed))
    return pd.concat([tables, scores("theory", "figure_2", plane())])

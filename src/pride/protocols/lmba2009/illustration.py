"""Figures 1 and 2 of Li and Lu (2009), computed: what the paper only sketches."""

import numpy as np
import pandas as pd

from pride.protocols.lmba2009.energy import critical_point, gradient, loss
from pride.protocols.lmba2009.methods import estimator
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors.forward import neighbourhoods

HIT, MISS = 1.0, 1.6  # distances to near hit and near miss in figure 2
ENERGIES = np.linspace(0, 2.4, 49)
ARROWS = np.linspace(0.3, 1.5, 5)  # genuine energies at which the gradient is shown


def two_features(rng, samples=40):
    """Feature 1 tells the classes apart, but for some overlap; feature 2 does not."""
    y = np.arange(samples) % 2
    X = rng.uniform(size=(samples, 2))
    X[:, 0] = rng.normal(0.3 + 0.4 * y, 0.16)
    return X, y


def neighbourhood(readings, seed):
    """Figure 1: a sample, its target neighbours and its invaders, before and after.

    The sample is the one with most invaders before. Weights are those of Lmba; all
    are scaled so that the mean squared distance of two samples stays as it was.
    """
    X, y = two_features(rng_for(seed, "illustration", "figure 1"))
    w = np.abs(estimator("lmba", readings, 0).fit(X, y).weights_)
    w *= np.sqrt(X.var(axis=0).sum() / (w**2 * X.var(axis=0)).sum())
    targets, theta = neighbourhoods(X, y, readings["lmba"]["n_neighbors"])
    limits = [
        theta[i] + ((X[targets[i]] - X[i]) ** 2).sum(axis=1).max()
        for i in range(len(X))
    ]
    squared = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    inside = (squared <= np.array(limits)[:, None]) & (y[:, None] != y)
    i = int(inside.sum(axis=1).argmax())
    kind = np.where(y == y[i], 1, 2)  # 0 sample, 1 own class, 2 other, 3 target, 4 inv.
    kind[targets[i]], kind[inside[i]], kind[i] = 3, 4, 0
    rows = [("theta", 0, 0, theta[i])]
    rows += [("weight", f + 1, 0, w[f]) for f in range(2)]
    for name, A in (("before", X - X[i]), ("after", w * (X - X[i]))):
        for axis in (0, 1):
            rows += [(f"{name}_{axis}", p, 0, A[p, axis]) for p in range(len(X))]
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

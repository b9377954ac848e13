"""GMEB as hinge loss in the ball of a norm, and bounds of its optimum that prove it.

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization of
a generalization error bound", NIPS 2004. Numbers in brackets are that paper's;
propositions are those of docs/gmeb.md, where they are proved.
"""

import numpy as np

from pride.programs.gmeb.problem import slacks

HALVINGS = 60  # of [0, 1], down to the last bit of the share


def squared_weights(problem, share):
    """s_j^2 = share v+_j / R+ + (1 - share) v-_j / R-; the share is called lambda."""
    plus = problem.v_plus / problem.R_plus
    minus = problem.v_minus / problem.R_minus
    return share * plus + (1 - share) * minus


def norm(problem, w):
    """The largest sum of s_j |w_j| over all shares, and where it is (proposition 1).

    A concave function of the share, whose derivative is halved down to its zero.
    """
    w = np.abs(w)
    slopes = w * (squared_weights(problem, 1.0) - squared_weights(problem, 0.0))
    used = slopes != 0

    def rises(share):
        with np.errstate(divide="ignore"):
            return (slopes[used] / np.sqrt(squared_weights(problem, share)[used])).sum()

    if rises(0.0) <= 0:
        share = 0.0
    elif rises(1.0) >= 0:
        share = 1.0
    else:
        share = _zero(rises)
    return w @ np.sqrt(squared_weights(problem, share)), share


def scales(problem, w):
    """The sigma of (6) for weights of norm at most 1 (proposition 1)."""
    largest, share = norm(problem, w)
    s = np.sqrt(squared_weights(problem, share))
    if np.any(w[s == 0]):
        raise ValueError(
            "Expected weight 0 for features that are 0 in all samples, found "
            f"{np.flatnonzero((s == 0) & (w != 0)).tolist()}: set these weights to 0."
        )
    return np.divide(np.abs(w) * largest, s, out=np.zeros_like(s), where=s > 0)


def dual_bound(problem, mu):
    """The best value of (7) for given mu, and its share (proposition 2).

    Proves that no point of (6) is below if 0 <= mu <= 1 and mu'y = 0.
    """
    squares = ((mu * problem.y) @ problem.X) ** 2
    pulled = squares > 0
    if not pulled.any():
        return mu.sum(), 0.5
    ends = [squared_weights(problem, end)[pulled] for end in (1.0, 0.0)]
    plus, minus = (end / squares[pulled] for end in ends)

    def rises(share):
        j = np.argmin(share * plus + (1 - share) * minus)
        return plus[j] - minus[j]

    shares = np.array([0.0, _zero(rises), 1.0])
    least = (shares[:, None] * plus + (1 - shares[:, None]) * minus).min(axis=1)
    best = least.argmax()
    with np.errstate(divide="ignore"):
        return mu.sum() - 1 / np.sqrt(least[best]), shares[best]


def _zero(falling):
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2


def multipliers(problem, mu):
    """mu_1, mu_+ and mu_- that attain the bound of mu in (7) (proposition 2)."""
    bound, share = dual_bound(problem, mu)
    half = (mu.sum() - bound) / 2
    return half, half * share / problem.R_plus, half * (1 - share) / problem.R_minus


def certificate(problem, w, b, mu):
    """An upper and a lower bound of the optimum, for any weights, intercept and mu.

    The weights are shrunk into the unit ball of `norm`, mu is clipped and the heavier
    class is shrunk until mu'y = 0.
    """
    upper = slacks(problem, w / max(1.0, norm(problem, w)[0]), b).sum()
    mu = np.clip(mu, 0.0, 1.0)
    positive, negative = mu[problem.y > 0].sum(), mu[problem.y < 0].sum()
    least = min(positive, negative)
    if least == 0:
        return upper, 0.0
    mu = mu * least / np.where(problem.y > 0, positive, negative)
    return upper, max(0.0, dual_bound(problem, mu)[0])

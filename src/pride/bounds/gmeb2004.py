"""The bound on the error of scaled linear classifiers, theorem 3, term by term.

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization of
a generalization error bound", NIPS 2004. Numbers in brackets are that paper's.

The paper writes delta for the probability and, with an index, for the rounded scales
2 max(sigma_j, sigma_0); the latter are called `steps` here. The classifier is
f(x) = sum_j w_j sigma_j x_j + b with |w| <= B, |b| <= r, and |x| <= r for all x.
"""

from typing import NamedTuple

import numpy as np


class Constants(NamedTuple):
    """What theorem 3 fixes before the sample is seen."""

    B: float
    r: float
    gamma: float
    sigma_0: float
    delta: float


class Sample(NamedTuple):
    """What the norm terms know of a sample: sizes of the classes and moments."""

    n_plus: int
    n_minus: int
    v_plus: np.ndarray
    v_minus: np.ndarray

    @property
    def n(self):
        return self.n_plus + self.n_minus


def signs(y):
    """+1 for positive labels and -1 for all others; both must occur."""
    y = np.where(np.asarray(y) > 0, 1.0, -1.0)
    if abs(y.mean()) == 1:
        raise ValueError(
            f"Expected two classes, labels above 0 and others, found {len(y)} labels "
            "of one kind only. Relabel them, or draw the training set by class."
        )
    return y


def margin_cost(z, gamma):
    """phi_gamma of definition 1."""
    return np.where(z <= gamma, 1 - np.asarray(z) / gamma, 0.0)


def moments(X, y):
    """v+ and v- of definition 2: second moments of each feature in each class."""
    squares, positive = np.square(X, dtype=np.float64), signs(y) > 0
    return squares[positive].mean(axis=0), squares[~positive].mean(axis=0)


def sample(X, y):
    """Definition 2 of a training set."""
    positive = int((signs(y) > 0).sum())
    return Sample(positive, len(y) - positive, *moments(X, y))


def steps(sigma, sigma_0):
    """delta_j of theorem 3: twice the scales, of which none counts below sigma_0."""
    return 2 * np.maximum(sigma, sigma_0)


def norm_terms(sample, steps, constants):
    """The two weighted norms in (2), with their factor 2B/gamma."""
    factor = 2 * constants.B / (constants.gamma * sample.n)
    plus = np.sqrt(sample.n_plus) * np.sqrt(sample.v_plus @ steps**2)
    minus = np.sqrt(sample.n_minus) * np.sqrt(sample.v_minus @ steps**2)
    return factor * plus, factor * minus


def reach(steps, constants):
    """K(sigma) of theorem 3: no classifier exceeds it."""
    return (constants.B * np.linalg.norm(steps) + 1) * constants.r


class Remainder(NamedTuple):
    """The summands of Lambda(sigma, gamma, delta), before the root of n divides them.

    They come from the intercept, from the scales being free, and from the probability.
    """

    intercept: float
    freedom: float
    confidence: float


def remainder(steps, constants):
    """Lambda(sigma, gamma, delta) of theorem 3, which knows nothing of the sample."""
    _, r, gamma, sigma_0, delta = constants
    K = reach(steps, constants)
    return Remainder(
        2 * r / gamma,
        K * np.sqrt(2 * np.log(np.log2(steps / sigma_0)).sum()),
        K * (2 / gamma + 1) * np.sqrt(2 * np.log(2 / delta)),
    )


def theorem_3(margins, sample, sigma, constants):
    """The right-hand side of (2), for the margins y f(x) of the sample."""
    step = steps(sigma, constants.sigma_0)
    empirical = margin_cost(margins, constants.gamma).mean()
    norms = norm_terms(sample, step, constants)
    return empirical + sum(norms) + sum(remainder(step, constants)) / np.sqrt(sample.n)


def objective_3(margins, sample, sigma, gamma=1.0, C=(4.0, 4.0)):
    """Objective (3), with 1/n before the sum of margin costs.

    It is printed with 1/(n gamma) there. Then (3) would not be the data-dependent part
    of (2), and gamma would not enter through b/gamma and sigma/gamma alone, as the text
    says. With gamma = 1, all that is optimised, it makes no difference.
    """
    factors = np.sqrt([sample.n_plus, sample.n_minus]) / (sample.n * gamma)
    norms = np.sqrt([sample.v_plus @ sigma**2, sample.v_minus @ sigma**2])
    return margin_cost(margins, gamma).mean() + np.multiply(C, factors) @ norms

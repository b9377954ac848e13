"""What Peleg and Meir (2004) state about the bound of theorem 3 and objective (3).

Numbers in brackets are that paper's. A metric is a function of a random stream.
"""

import numpy as np

from pride.bounds import gmeb2004 as bounds

SIZES = 10 ** np.arange(1, 7)  # n at which orders in n are read off


def random_sample(rng, samples=40, features=5):
    """Centred features, labels, scales and the margins of a classifier of norm 1."""
    X = rng.normal(size=(samples, features)) * np.exp(rng.normal(size=features))
    y = bounds.signs(np.arange(samples) % rng.integers(2, 5) > 0)
    X = X + np.outer(y, rng.normal(size=features))
    X -= X.mean(axis=0)
    sigma, w = rng.uniform(0.1, 2, size=features), rng.normal(size=features)
    w /= np.linalg.norm(w)
    return X, y, sigma, y * (X @ (w * sigma) + rng.normal())


def random_constants(rng, X):
    """Constants for which X lies in the ball of radius r."""
    r = np.linalg.norm(X, axis=1).max()
    B, gamma, sigma_0 = np.exp(rng.normal(size=3))
    return bounds.Constants(B, r, gamma, sigma_0, delta=0.05)


def slope(values):
    """Of the logarithm of values against that of n."""
    return np.polyfit(np.log(SIZES), np.log(values), 1)[0]


def margin_cost_violations(rng):
    """Definition 1: where the 0-1 loss is above the margin cost."""
    z, gamma = rng.normal(size=1000), np.exp(rng.normal(size=(20, 1)))
    z = np.append(z, [0.0, *gamma[:, 0]])
    return np.sum((z <= 0) > bounds.margin_cost(z, gamma))


def norm_terms_slope(rng):
    X, y, sigma, _ = random_sample(rng)
    constants, sample = random_constants(rng, X), bounds.sample(X, y)
    step, share = bounds.steps(sigma, constants.sigma_0), sample.n_plus / sample.n
    larger = [sample._replace(n_plus=share * n, n_minus=(1 - share) * n) for n in SIZES]
    return slope([sum(bounds.norm_terms(s, step, constants)) for s in larger])


def lambda_term_slope(rng):
    X, _, sigma, _ = random_sample(rng)
    constants = random_constants(rng, X)
    rest = bounds.remainder(bounds.steps(sigma, constants.sigma_0), constants)
    return slope(sum(rest) / np.sqrt(SIZES))


def lambda_term(margins, sample, sigma, constants):
    """Lambda as what is left of (2) when the terms that know the data are taken off."""
    step = bounds.steps(sigma, constants.sigma_0)
    known = bounds.margin_cost(margins, constants.gamma).mean()
    known += sum(bounds.norm_terms(sample, step, constants))
    return bounds.theorem_3(margins, sample, sigma, constants) - known


def lambda_term_change(rng):
    """Between two samples, at fixed n, constants and scales; relative."""
    (X, y, sigma, margins), (other, *_) = random_sample(rng), random_sample(rng)
    constants = random_constants(rng, np.vstack([X, other]))
    redrawn = bounds.sample(other, rng.permutation(y))
    before = lambda_term(margins, bounds.sample(X, y), sigma, constants)
    after = lambda_term(rng.normal(size=len(y)), redrawn, sigma, constants)
    return abs(after / before - 1)


def bounded_scale_violations(rng, scales=50):
    """How often Lambda with bounds s of the scales is below that with the scales."""
    X, *_ = random_sample(rng)
    constants = random_constants(rng, X)
    s = np.exp(rng.normal(size=X.shape[1]))
    sigma = s * rng.uniform(size=(scales, len(s)))
    step = [bounds.steps(row, constants.sigma_0) for row in (s, *sigma)]
    most, *each = (sum(bounds.remainder(row, constants)) for row in step)
    return np.sum(np.array(each) > most)


def objective_constants(rng):
    """Norm terms of (2) over those of (3) with constant 1; B = gamma = 1."""
    X, y, sigma, _ = random_sample(rng)
    sample, zero = bounds.sample(X, y), np.full(len(y), 2.0)
    ones = bounds.Constants(1.0, 1.0, 1.0, sigma.min(), 0.05)
    terms = bounds.norm_terms(sample, bounds.steps(sigma, ones.sigma_0), ones)
    alone = [bounds.objective_3(zero, sample, sigma, 1.0, C) for C in np.eye(2)]
    return np.array(terms) / alone


def objective_constant_plus(rng):
    return objective_constants(rng)[0]


def objective_constant_minus(rng):
    return objective_constants(rng)[1]


def objective_change_under_joint_scaling(rng):
    """Of (3), when b, sigma and gamma are multiplied by one factor; relative."""
    X, y, sigma, margins = random_sample(rng)
    sample, (gamma, factor) = bounds.sample(X, y), np.exp(rng.normal(size=2))
    before = bounds.objective_3(margins, sample, sigma, gamma)
    scaled = factor * margins, sample, factor * sigma, factor * gamma
    return abs(bounds.objective_3(*scaled) / before - 1)


def centring_change(rng):
    """Of the norm terms, from features shifted at random to centred ones; relative."""
    X, y, sigma, _ = random_sample(rng)
    shifted = X + X.std(axis=0) * rng.normal(size=X.shape[1])
    constants = random_constants(rng, shifted)
    step = bounds.steps(sigma, constants.sigma_0)
    samples = bounds.sample(shifted, y), bounds.sample(X, y)
    before, after = (sum(bounds.norm_terms(s, step, constants)) for s in samples)
    return after / before - 1


def shift_change(rng):
    """The size of that change, seen from the centred features."""
    change = centring_change(rng)
    return abs(1 / (1 + change) - 1)

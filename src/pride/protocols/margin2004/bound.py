"""Theorem 1 of Gilad-Bachrach, Navot and Tishby (2004) beside what is measured.

Features in [-1, 1] are taken: those in F lie in a ball of radius sqrt(|F|), which is
all that the proof needs of R and the best that can be said for the bound. The data of
sections 5.1 and 5.2 are in `bound_xor` and `bound_faces`.
"""

import numpy as np

from pride.bounds import margin2004 as bounds

ROUNDING = 1e-9  # of a quadratic program, for data of size one
DELTA = 0.05
GAMMAS = 50  # tried for a sample: quantiles of its margins


def percent(violated):
    """Share in percent."""
    return 100 * float(np.mean(violated))


def random_problem(rng, samples=16):
    """A sample and points in one to four dimensions with labels, and some features."""
    dimensions = rng.integers(1, 5)
    X, points = rng.normal(size=(2, samples, dimensions))
    y, labels = rng.permutation(np.arange(samples) % 2), rng.integers(2, size=samples)
    features = rng.permutation(dimensions)[: rng.integers(1, dimensions + 1)]
    return (X, y), (points, labels), features


# Random data: "theory"


def separated(rng, samples):
    """Feature 1 is 0.9 to 1 from zero on the side of its class, 2 and 3 are noise."""
    X, y = rng.uniform(-0.3, 0.3, size=(samples, 3)), rng.integers(2, size=samples)
    X[:, 0] = rng.uniform(0.9, 1, size=samples) * (2 * y - 1)
    return X, y


def nearest_on_line(points, places):
    """Index of the nearest of some ascending places, for each point."""
    right = np.searchsorted(places, points).clip(1, len(places) - 1)
    return right - (points - places[right - 1] <= places[right] - points)


def error_and_bound(x, y, x_test, y_test):
    """Test error of 1-NN on one feature of three, and the least (4) over gamma.

    The boundary of 1-NN on a line lies midway between neighbours of two labels, which
    gives the sample-margins of definition 3 for any number of samples.
    """
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    turns = np.flatnonzero(np.diff(y))
    boundary = np.append((x[turns] + x[turns + 1]) / 2, np.inf)
    margins = np.abs(x - boundary[nearest_on_line(x, boundary)])
    _, least = bounds.best_gamma(margins, 3, 1, np.sqrt(1 + 2 * 0.3**2), DELTA)
    return np.mean(y[nearest_on_line(x_test, x)] != y_test), least


def violations(rng, samples=100_000):
    """Theorem 1, for all sets of one feature, at an m where it says something."""
    (X, y), (X_test, y_test) = separated(rng, samples), separated(rng, 10_000)
    columns = zip(X.T, X_test.T, strict=True)
    pairs = [error_and_bound(x, y, x_test, y_test) for x, x_test in columns]
    return percent(any(error > least for error, least in pairs))


def hypothesis_margin_violations(rng):
    """Footnote 3: no gamma-sensitive error is smaller with the hypothesis-margin."""
    (X, y), _, features = random_problem(rng)
    gamma = np.linspace(0.01, 1, 100)
    exact = bounds.sample_margins(X, y, X, y, features) + ROUNDING
    least = bounds.sensitive_error(exact, gamma)
    theta = [bounds.hypothesis_margins(X, y, features, out) for out in (False, True)]
    errors = [bounds.sensitive_error(margins, gamma) for margins in theta]
    return percent(np.any(errors < least))


def packing(rng, candidates=3000):
    """R/gamma, the dimension, and the size of a greedy packing from the rim inwards."""
    ratio, dimension = np.exp(rng.uniform(np.log(0.5), np.log(4))), rng.integers(1, 4)
    points = rng.normal(size=(candidates, dimension))
    radii = rng.uniform(0, 4 / 3, size=(candidates, 1)).clip(max=1)
    points *= radii ** (1 / dimension) / np.linalg.norm(points, axis=1, keepdims=True)
    points = points[np.argsort(-radii[:, 0], kind="stable")]
    size = 0
    while len(points):
        far = np.linalg.norm(points - points[0], axis=1) * ratio >= 1 - 1e-12
        points, size = points[far], size + 1
    return ratio, dimension, size


def packing_violations(rng):
    """Appendix A: more points than (2R/gamma)^n."""
    ratio, dimension, size = packing(rng)
    return percent(size > (2 * ratio) ** dimension)


def exact_packing_violations(rng):
    """More points than (1 + 2R/gamma)^n, which is the volume of disjoint balls."""
    ratio, dimension, size = packing(rng)
    return percent(size > (1 + 2 * ratio) ** dimension)


PACKINGS = packing_violations, exact_packing_violations
MEASURES = violations, hypothesis_margin_violations, *PACKINGS


# Formulas, at the sizes of the xor problem


def log_n_share(samples, features, sizes):
    """Largest share of the radicand that N is in; m is `samples`, or d/34 if larger."""
    size = np.array(sizes)
    m = np.maximum(samples, np.ceil((64 * np.sqrt(size)) ** size / 34))
    *bracket, _ = bounds.terms(m, features, size, np.sqrt(size), 1.0, DELTA)
    return 100 * (bracket[2] / sum(bracket)).max()


def formulas(experiment, problem):
    """(metric, at, 0, value): (4) against m and |F| for gamma = 1 without any error."""
    N, sizes = problem["features"], experiment["sizes"]
    log_d = bounds.terms(1e30, N, np.array(sizes), np.sqrt(N), 1.0, DELTA).log_d
    slope = np.polyfit(sizes, log_d, 1)[0] / np.log(64 * np.sqrt(N))
    share = log_n_share(problem["samples"], N, sizes)
    rows = [("log_n_share", 0, 0, share), ("log_d_slope_over_log_ratio", 0, 0, slope)]
    low, high = experiment["decades"]
    grid = np.append(np.logspace(low, high, 20 * (high - low) + 1), problem["samples"])
    for size in sizes:
        ball = {"size": size, "R": np.sqrt(size), "gamma": 1.0}
        needed = bounds.samples_needed(**ball, N=N, delta=DELTA)
        rows.append(("samples_needed", size, 0, needed))
        m = np.unique(grid[bounds.proved(grid, **ball)])
        values = bounds.theorem_1(0.0, m, N, delta=DELTA, **ball)
        pairs = zip(m, values, strict=True)
        rows += [(f"bound_size_{size}", at, 0, value) for at, value in pairs]
    return rows


def fewest_samples(margins, N, size, R):
    """gamma, its error and ln m, for the least m at which (4) falls below 1.

    Margins are taken to be as in a sample; one at least must be positive.
    """
    gammas = np.quantile(margins, np.linspace(0, 1, GAMMAS), method="lower")
    gammas = np.unique(gammas[gammas > 0].clip(max=1))
    errors = bounds.sensitive_error(margins, gammas)
    ball = {"size": size, "R": R, "N": N, "delta": DELTA}
    pairs = zip(gammas, errors, strict=True)
    log_m = [bounds.log_samples_needed(gamma=g, error=e, **ball) for g, e in pairs]
    best = np.argmin(log_m)
    return gammas[best], errors[best], log_m[best]

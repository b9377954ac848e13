"""Primal (6) with its matrix inequality beside dual (7), both solved by Clarabel.

The statements of gmeb2004 about times, which are not judged: no time is the same twice.
"""

import numpy as np

from pride.datasets.synthetic import linear_problem
from pride.programs.gmeb.reference import Dual, Primal


def seconds(program, samples, features, solves=3):
    """The least time in the solver, without compiling, for R+ = R- = 1."""
    rng = np.random.default_rng(0)
    X, y = linear_problem(rng, samples=samples, features=features, balanced=True)
    stated, times = program(X - X.mean(axis=0), y), []
    for _ in range(solves):
        stated.solve(1.0, 1.0)
        times.append(stated.program.solver_stats.solve_time)
    return min(times)


def slope(sizes, times):
    """Of the logarithm of the time against that of the size."""
    return np.polyfit(np.log(sizes), np.log(times), 1)[0]


def with_matrix(X, y):
    return Primal(X, y, matrix=True)


def main():
    """Print slopes and ratios, all measured in this run."""
    samples = [50, 100, 200, 400]
    times = [seconds(Dual, n, 202) for n in samples]
    print(f"dual, slope in n, {samples}, d = 202: {slope(samples, times):.2f}")
    features = [25, 50, 100, 202]
    dual = [seconds(Dual, 50, d) for d in features]
    primal = [seconds(with_matrix, 50, d) for d in features]
    print(f"dual, slope in d, {features}, n = 50: {slope(features, dual):.2f}")
    print(f"primal, slope in d, {features}, n = 50: {slope(features, primal):.2f}")
    for d, long, short in zip(features, primal, dual, strict=True):
        print(f"n = 50, d = {d}: the primal takes {long / short:.1f} times the dual")


if __name__ == "__main__":
    main()

"""Appendix A of Peleg and Meir (2004): problems related by a change of variables.

Random problems (8) that are solved in closed form, the nearest point of a half-space in
some metric, and their transforms (9) under x = sinh(z), which are not convex and are
solved numerically.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

SETTINGS = {"maxiter": 1000, "ftol": 1e-16}


class HalfSpace(NamedTuple):
    """Minimise (x - centre)' diag(metric) (x - centre) subject to normal'x <= limit."""

    centre: np.ndarray
    metric: np.ndarray
    normal: np.ndarray
    limit: float

    def objective(self, x):
        return self.metric @ (x - self.centre) ** 2

    def gradient(self, x):
        return 2 * self.metric * (x - self.centre)

    def solution(self):
        """In closed form."""
        step = self.normal / self.metric
        beyond = max(0.0, self.normal @ self.centre - self.limit)
        return self.centre - beyond / (self.normal @ step) * step


def random_half_space(rng):
    d = rng.integers(1, 6)
    centre, normal = rng.normal(size=(2, d))
    normal /= np.linalg.norm(normal)
    limit = normal @ centre - rng.uniform(-1, 2)
    return HalfSpace(centre, np.exp(rng.normal(size=d)), normal, limit)


def transformed_solution(problem):
    """Of (9), from z = 0."""
    found = minimize(
        lambda z: problem.objective(np.sinh(z)),
        np.zeros_like(problem.centre),
        jac=lambda z: problem.gradient(np.sinh(z)) * np.cosh(z),
        method="SLSQP",
        constraints={
            "type": "ineq",
            "fun": lambda z: problem.limit - problem.normal @ np.sinh(z),
            "jac": lambda z: -problem.normal * np.cosh(z),
        },
        options=SETTINGS,
    )
    return found.x


def relative(one, other):
    return abs(one - other) / max(1.0, other)


def forward_objective_difference(rng):
    """Of (9), at the image of the solution of (8) and at its own solution."""
    problem = random_half_space(rng)
    image = np.sinh(np.arcsinh(problem.solution()))
    own = np.sinh(transformed_solution(problem))
    return relative(problem.objective(image), problem.objective(own))


def backward_objective_difference(rng):
    """Of (8), at the image of the solution of (9) and at its own solution."""
    problem = random_half_space(rng)
    image = np.sinh(transformed_solution(problem))
    return relative(problem.objective(image), problem.objective(problem.solution()))

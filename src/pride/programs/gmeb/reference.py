"""Problems (6) and (7) as cvxpy programs: slow, general, and what solvers are held to.

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization of
a generalization error bound", NIPS 2004. Numbers in brackets are that paper's.

A program belongs to a training set, is compiled once and solved for any limits R+, R-.
Features are divided by their root mean square inside, which changes no optimum and lets
the solver be accurate; features that are zero in all samples get weight and scale zero.
"""

import warnings
from typing import NamedTuple

import cvxpy as cp
import numpy as np
from cvxpy.constraints import PSD, Equality, Inequality

from pride.programs.gmeb.certificates import certificate
from pride.programs.gmeb.problem import Point, problem, slacks

TOLERANCES = "tol_gap_abs", "tol_gap_rel", "tol_feas"  # of Clarabel


class Solution(NamedTuple):
    """A classifier, the scales of (6), and the multipliers of (7).

    `others` are mu_1, mu_+ and mu_-; `objective` is the solver's value. `upper` and
    `lower` bound the optimum whatever the solver did: by the classifier, and by mu.
    """

    coef: np.ndarray
    intercept: float
    scales: np.ndarray
    mu: np.ndarray
    others: np.ndarray
    objective: float
    upper: float
    lower: float


class Program:
    """What primal and dual have in common."""

    tolerances = 1e-9, 1e-8, 1e-7  # the next where the solver does not get there

    def __init__(self, X, y):
        given = problem(X, y, 1.0, 1.0)
        size = np.sqrt((given.v_plus + given.v_minus) / 2)
        self.used, self.size = size > 0, size[size > 0]
        self.given = problem(given.X[:, self.used] / self.size, y, 1.0, 1.0)
        self.R_plus, self.R_minus = cp.Parameter(pos=True), cp.Parameter(pos=True)
        self.program = self.stated()

    def optimise(self, R_plus, R_minus):
        """Solve for two limits; any status but optimal is an error."""
        self.R_plus.value, self.R_minus.value = float(R_plus), float(R_minus)
        for tolerance in self.tolerances:
            with warnings.catch_warnings(action="ignore", category=UserWarning):
                settings = dict.fromkeys(TOLERANCES, tolerance)
                self.program.solve(solver=cp.CLARABEL, **settings)
            if self.program.status == cp.OPTIMAL:
                return self.program.value
        raise RuntimeError(
            f"Expected an optimal solution at R+ = {R_plus}, R- = {R_minus}, found the "
            f"status {self.program.status}. Look for features whose values span many "
            "orders of magnitude, or solve with pride.programs.gmeb."
        )

    def solve(self, R_plus, R_minus):
        """The solution for two limits."""
        value = self.optimise(R_plus, R_minus)
        w, b, sigma, mu, others = self.solved()
        w, sigma = np.where(sigma > 0, w, 0.0), np.maximum(sigma, 0.0)
        scaled = self.given._replace(R_plus=float(R_plus), R_minus=float(R_minus))
        bounds = certificate(scaled, w, b, mu)
        coef, scales = np.zeros((2, len(self.used)))
        coef[self.used], scales[self.used] = w / self.size, sigma / self.size**2
        return Solution(coef, b, scales, mu, others, value, *bounds)

    def counts(self):
        """Sizes of the program as stated, and how many other cones it compiles to."""
        kinds = {"linear_inequalities": Inequality, "linear_equalities": Equality}
        kinds |= {"cones": cp.SOC, "matrix_inequality_rows": PSD}
        found = {"variables": sum(v.size for v in self.program.variables())}
        for name, kind in kinds.items():
            each = [c for c in self.program.constraints if isinstance(c, kind)]
            found[name] = sum(sizes(c) for c in each)
        dims = self.program.get_problem_data(cp.CLARABEL)[0]["dims"]
        others = len(dims.psd) + dims.exp + len(dims.p3d) + len(dims.pnd)
        return found | {"non_quadratic_cones": others}


def sizes(constraint):
    """How many inequalities, equalities or cones a constraint holds, or rows."""
    if isinstance(constraint, cp.SOC):
        return constraint.num_cones()
    return constraint.shape[0] if isinstance(constraint, PSD) else constraint.size


class Primal(Program):
    """Problem (6); with a matrix inequality instead of sums of ratios if `matrix`."""

    def __init__(self, X, y, matrix=False):
        self.matrix = matrix
        super().__init__(X, y)

    def stated(self):
        n, d = self.given.X.shape
        self.w, self.sigma = cp.Variable(d), cp.Variable(d)
        self.b, self.xi = cp.Variable(), cp.Variable(n)
        margins = cp.multiply(self.given.y, self.given.X @ self.w + self.b)
        self.linear = [
            margins >= 1 - self.xi,
            self.R_plus >= self.given.v_plus @ self.sigma,
            self.R_minus >= self.given.v_minus @ self.sigma,
            self.xi >= 0,
            self.sigma >= 0,
        ]
        norm = self.schur() if self.matrix else self.ratios()
        return cp.Problem(cp.Minimize(cp.sum(self.xi)), [*self.linear, *norm])

    def ratios(self):
        """w_j^2 / sigma_j <= ratio_j as cones, for all j at once; the sum at most 1."""
        ratio = cp.Variable(len(self.size))
        sides = cp.vstack([2 * self.w, ratio - self.sigma])
        return [cp.sum(ratio) <= 1, cp.SOC(ratio + self.sigma, sides, axis=0)]

    def schur(self):
        """The matrix inequality below lemma 5."""
        w = cp.reshape(self.w, (len(self.size), 1), order="C")
        return [cp.bmat([[cp.diag(self.sigma), w], [w.T, np.eye(1)]]) >> 0]

    def solved(self):
        norm = self.program.constraints[len(self.linear)].dual_value
        norm = norm[-1, -1] if self.matrix else norm
        mu, *limits = (c.dual_value for c in self.linear[:3])
        others = np.array([norm, *limits], dtype=np.float64)
        return self.w.value, float(self.b.value), self.sigma.value, mu, others


class Optima(Primal):
    """The classifiers of (6) whose objective is at most `largest`."""

    tolerances = 1e-7, 1e-6  # they may be nearly a point, which is hard on the solver

    def stated(self):
        primal = super().stated()
        self.largest, self.direction = cp.Parameter(), cp.Parameter(len(self.size) + 1)
        along = self.direction[:-1] @ self.w + self.direction[-1] * self.b
        enough = cp.sum(self.xi) <= self.largest
        return cp.Problem(cp.Minimize(along), [*primal.constraints, enough])

    def width(self, R_plus, R_minus, largest, direction):
        """How far apart they lie in a direction, the last entry being the intercept.

        The weights are those of features divided by their root mean square.
        """
        self.largest.value = largest
        ends = []
        for sign in (1, -1):
            self.direction.value = sign * direction
            ends.append(self.optimise(R_plus, R_minus))
        return -sum(ends)


class Dual(Program):
    """Problem (7): p_j^2 <= 4 mu_1 (mu_+ v+_j + mu_- v-_j), with p the pull of mu."""

    def stated(self):
        signed = self.given.y[:, None] * self.given.X
        self.mu, self.others = cp.Variable(len(signed)), cp.Variable(3)
        first, plus, minus = self.others
        price = plus * self.given.v_plus + minus * self.given.v_minus
        sides = cp.vstack([signed.T @ self.mu, first - price])
        self.cones = cp.SOC(first + price, sides, axis=0)
        self.balance = self.given.y @ self.mu == 0
        box = [self.mu >= 0, self.mu <= 1]
        paid = first + self.R_plus * plus + self.R_minus * minus
        constraints = [self.cones, self.balance, *box, self.others[1:] >= 0]
        return cp.Problem(cp.Maximize(cp.sum(self.mu) - paid), constraints)

    def solved(self):
        """w, b and sigma are the multipliers of the pulls, the balance, the prices."""
        first, (pulls, differences) = self.cones.dual_value
        b = float(self.balance.dual_value)
        return -pulls, b, first - differences, self.mu.value, self.others.value


def recovered(X, y, R_plus, R_minus, solution):
    """The problem and a point of (6) with the least slacks for a solution."""
    given = problem(X, y, R_plus, R_minus)
    xi = slacks(given, solution.coef, solution.intercept)
    return given, Point(solution.coef, solution.scales, solution.intercept, xi)

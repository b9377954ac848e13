"""What Peleg and Meir (2004) state for all data, on random data.

Sections 2 and 3 and appendix A; numbers in brackets are that paper's. A metric is a
function of a random stream, which is keyed by the metric's name and the repeat.
"""

import numpy as np

from pride.programs.gmeb.reference import Dual, Primal
from pride.protocols.gmeb2004 import bound, convexity, duality, variables
from pride.scores import scores
from pride.seeding import rng_for


def farthest(values):
    """The value that is farthest from the others."""
    values = np.array(values)
    return values[np.abs(values - np.median(values)).argmax()]


def each(values):
    """All of them, to be averaged: for statements that are not about every sample."""
    return values


# How repeats become one number, without a standard error: a single counterexample must
# not pass for chance.
MEASURES = {
    "bound": {
        bound.margin_cost_violations: np.sum,
        bound.norm_terms_slope: farthest,
        bound.lambda_term_slope: farthest,
        bound.lambda_term_change: np.max,
        bound.bounded_scale_violations: np.sum,
        bound.objective_constant_plus: farthest,
        bound.objective_constant_minus: farthest,
        bound.objective_change_under_joint_scaling: np.max,
        bound.shift_change: np.min,
        bound.centring_change: each,
    },
    "gmeb": {
        convexity.label_changes: np.sum,
        convexity.amended_objective_change: np.max,
        convexity.amended_constraint_violations: np.sum,
        convexity.product_convexity_violations: np.sum,
        convexity.product_concavity_violations: np.sum,
        convexity.product_quasiconcavity_violations: np.sum,
        convexity.product_quasiconcavity_violations_positive: np.sum,
        convexity.infeasible_midpoints: np.sum,
        convexity.convexity_violations: np.sum,
        convexity.transformation_collisions: np.sum,
        convexity.uncovered_points: np.sum,
        convexity.forward_violation: np.max,
        convexity.matrix_inequality_disagreements: np.sum,
        duality.penalised_constrained_difference: np.max,
        duality.optimum_difference: np.max,
        duality.recovered_violation: np.max,
        duality.weight_difference: np.max,
    },
    "gmeb_dual": {
        duality.weak_duality_violations: np.sum,
        duality.lagrangian_difference: np.max,
        duality.duality_gap: np.max,
    },
    "gmeb_primal": {},
    "change_of_variables": {
        variables.forward_objective_difference: np.max,
        variables.backward_objective_difference: np.max,
    },
    "truth": {},
}
COUNTED = {
    "gmeb_primal": ["variables", "linear_inequalities", "matrix_inequality_rows"],
    "gmeb_dual": ["variables", "linear_inequalities", "linear_equalities", "cones"],
}


def theory(method, problem, repeats, seed):
    """All that is stated about a method; `problem` gives the sizes of Table 1.

    Scores of the data set "theory", which is not one: every repeat draws its own.
    """
    rows = []
    for measure, overall in MEASURES[method].items():
        name = measure.__name__
        streams = (rng_for(seed, "theory", name, repeat) for repeat in range(repeats))
        values = np.atleast_1d(overall([measure(rng) for rng in streams]))
        rows += [(name, 0, repeat, float(value)) for repeat, value in enumerate(values)]
    if method in COUNTED:
        rows += counted(method, rng_for(seed, "theory", "sizes"), problem)
    if method == "truth":
        most = most_repeats(mean=77.7, error=83.8, largest=problem["features"])
        rows.append(("max_repeats_if_standard_error", 10, 0, most))
    return scores("theory", method, rows)


def counted(method, rng, problem):
    """Sizes of the dual, or of the primal with its matrix inequality."""
    samples = problem["samples"]
    X, y = rng.normal(size=(samples, problem["features"])), np.arange(samples) % 2
    program = Dual(X, y) if method == "gmeb_dual" else Primal(X, y, matrix=True)
    found = program.counts()
    rows = [(name, samples, 0, found[name]) for name in COUNTED[method]]
    if method == "gmeb_dual":
        rows.append(("non_quadratic_cones", 0, 0, found["non_quadratic_cones"]))
    return rows


def most_repeats(mean, error, largest, digit=0.1):
    """Of how many counts from 0 to `largest` these can be mean and standard error.

    The most spread that a mean allows has all counts at the ends, but for one between:
    (N - 1) error^2 <= mean (largest - mean). Both numbers are rounded to a digit, and a
    mean of N integers is a multiple of 1/N. Zero if there is no such N.
    """
    low, high = mean - digit / 2, mean + digit / 2
    spread = max(m * (largest - m) for m in (low, high))
    limit = int(1 + spread / (error - digit / 2) ** 2)
    possible = [N for N in range(2, limit + 1) if np.ceil(low * N) <= high * N]
    return max(possible, default=0)

"""Ascent on the dual of the multi-class SVM of Crammer and Singer, sample by sample.

alpha[r, i] is the share of sample i in the weights of class r, w_r = sum_i alpha[r, i]
x_i, and outputs[r, i] = w_r.x_i. With e[r, i] = 0 for the class of the sample and 1 for
the others, the dual is to minimise 1/2 sum_r |w_r|^2 + sum e * alpha, subject to
sum_r alpha[r, i] = 0 and alpha[r, i] <= C (own class) or 0 (others).
"""

import numpy as np

from pride.compiled import compiled

SHARE = 0.1  # of the last pass's largest violation: samples below are left alone
ROUNDING = 1e-12  # of alpha, relative to C: nearer to a bound than that is at it
TINY = 1e-3  # over C, the least |x_i|^2: smaller ones would make steps inexact


@compiled
def slopes(alpha, outputs, own, i, C, slope):
    """Derivatives of the dual in alpha[:, i], and by how much i is not optimal."""
    largest, smallest = -np.inf, np.inf
    for r in range(slope.shape[0]):
        slope[r] = outputs[r, i] + (r != own)
        largest = max(largest, slope[r])
        if alpha[r, i] < (C if r == own else 0.0) - ROUNDING * C:
            smallest = min(smallest, slope[r])
    return largest - smallest


@compiled
def largest(levels):
    """Where the first of the largest values is."""
    top = 0
    for r in range(1, len(levels)):
        if levels[r] > levels[top]:
            top = r
    return top


@compiled
def best_step(alpha, own, i, norm, C, slope, levels):
    """Turn slopes into the change of alpha[:, i] that is best, the others fixed.

    With B = slope - norm * alpha, the optimum is min(cap, (beta - B) / norm), and beta
    makes its sum zero; beta is sought along B + norm * cap in descending order, of
    which few are needed.
    """
    classes = slope.shape[0]
    for r in range(classes):
        slope[r] -= norm * alpha[r, i]
        levels[r] = slope[r] + (norm * C if r == own else 0.0)
    beta, taken = -norm * C, 0
    while taken < classes:
        top = largest(levels)
        if taken > 0 and beta >= taken * levels[top]:
            break
        beta += levels[top]
        levels[top] = -np.inf
        taken += 1
    beta /= taken
    for r in range(classes):
        cap = C if r == own else 0.0
        slope[r] = min(cap, (beta - slope[r]) / norm) - alpha[r, i]


@compiled
def visit(kernel, y, C, alpha, outputs, order, threshold):
    """One pass over all samples that violate more than the threshold.

    Returns the largest violation met.
    """
    classes, samples = alpha.shape
    step, levels, worst = np.empty(classes), np.empty(classes), 0.0
    for i in order:
        wrong = slopes(alpha, outputs, y[i], i, C, step)
        worst = max(worst, wrong)
        if wrong <= threshold:
            continue
        row = kernel[i]
        best_step(alpha, y[i], i, max(row[i], TINY / C), C, step, levels)
        for r in range(classes):
            change = step[r]
            if change != 0.0:
                alpha[r, i] += change
                line = outputs[r]
                for j in range(samples):
                    line[j] += change * row[j]
    return worst


@compiled
def objectives(y, C, alpha, outputs):
    """The primal objective and the dual one, between which the optimum lies."""
    classes, samples = alpha.shape
    square = losses = linear = 0.0
    for i in range(samples):
        most, own = 0.0, outputs[y[i], i]
        for r in range(classes):
            square += alpha[r, i] * outputs[r, i]
            if r != y[i]:
                linear += alpha[r, i]
                most = max(most, 1.0 + outputs[r, i] - own)
        losses += most
    return 0.5 * square + C * losses, -0.5 * square - linear


@compiled
def outputs_of(alpha, kernel):
    """w_r.x_i, from the samples whose share is not zero."""
    outputs = np.zeros(alpha.shape)
    for r in range(alpha.shape[0]):
        for i in range(alpha.shape[1]):
            if alpha[r, i] != 0.0:
                for j in range(alpha.shape[1]):
                    outputs[r, j] += alpha[r, i] * kernel[i, j]
    return outputs


@compiled
def ascend(kernel, y, C, alpha, orders, tolerance, most):
    """Solve from alpha, which is changed; primal and dual objective, passes.

    Ends when the gap is below tolerance times the primal objective, or after `most`
    passes. Each pass has another order: in one and the same, 30 times as many passes
    were needed.
    """
    outputs = outputs_of(alpha, kernel)
    threshold, passes = 0.5, 0
    primal, dual = objectives(y, C, alpha, outputs)
    while primal - dual > tolerance * primal and passes < most:
        order = orders[passes % orders.shape[0]]
        worst = visit(kernel, y, C, alpha, outputs, order, threshold)
        threshold = min(threshold, SHARE * worst)
        primal, dual = objectives(y, C, alpha, outputs)
        passes += 1
    return primal, dual, passes

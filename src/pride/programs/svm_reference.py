"""The linear SVM as a cvxpy program, the reference for `pride.programs.svm`."""

import cvxpy as cp


def svm_reference(X, y, C):
    """coef, intercept and alpha of the linear SVM at one C, solved by Clarabel."""
    w, b, slack = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X))
    on_margin = cp.multiply(y, X @ w + b) >= 1 - slack
    loss = cp.sum_squares(w) / 2 + C * cp.sum(slack)
    program = cp.Problem(cp.Minimize(loss), [on_margin, slack >= 0])
    try:
        program.solve(solver=cp.CLARABEL)
    except cp.SolverError:  # its status does not say so
        failed = True
    else:
        failed = program.status != cp.OPTIMAL
    if failed:
        raise RuntimeError(
            f"Expected Clarabel to solve the SVM at C={C:g}, found that it stops "
            "before the optimum. Scale the features, or lower C."
        )
    return w.value, float(b.value), on_margin.dual_value

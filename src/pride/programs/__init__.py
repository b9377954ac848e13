"""Optimisation programs: the reference of each in cvxpy, and an exact fast solver."""

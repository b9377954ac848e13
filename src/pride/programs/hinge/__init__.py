"""Hinge loss under limits on weighted l1 norms: a parametric dual simplex method."""

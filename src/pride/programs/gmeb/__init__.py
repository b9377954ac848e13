"""GMEB: the classifier that minimises the data-dependent part of an error bound."""

from pride.programs.gmeb.certificates import certificate
from pride.programs.gmeb.grid import Grid, solve_grid
from pride.programs.gmeb.problem import Point, Problem, at_4, at_6, problem, to_4, to_6
from pride.programs.gmeb.reference import Dual, Primal

__all__ = [
    "Dual",
    "Grid",
    "Point",
    "Primal",
    "Problem",
    "at_4",
    "at_6",
    "certificate",
    "problem",
    "solve_grid",
    "to_4",
    "to_6",
]

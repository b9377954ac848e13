"""Mathematical programs of the papers: a reference for each, and fast solvers."""

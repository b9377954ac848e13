"""GMEB: the classifier that minimises the data-dependent part of an error bound."""

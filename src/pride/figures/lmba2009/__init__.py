"""Figures of Li and Lu (2009), one module an experiment."""

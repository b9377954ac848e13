"""The experiments of Li and Lu (2009), one module each."""

"""Features that are measured when they are asked for, once."""

import numpy as np

from pride.features.hmax.matching import smallest_distances


class PatchFeatures:
    """Values exp(-beta d^2) of patch features on images (section 5 of properties2008).

    Parameters
    ----------
    distances : callable
        Gives d^2, images x columns, of the columns with these numbers.
    number : int
        How many features there are.
    beta : float, default=1.0
        Of the value; not printed.

    Attributes
    ----------
    measured : int
        Features that have been measured so far; asking again counts nothing.
    """

    def __init__(self, distances, number, beta=1.0):
        self.distances = distances
        self.beta = beta
        self.values = {}
        self.number = number

    @classmethod
    def of_images(cls, images, prototypes, beta=1.0):
        """Features of prototypes on images, given as lists of C1 maps."""

        def distances(columns):
            return smallest_distances(images, prototypes.chosen(columns))

        return cls(distances, len(prototypes.size), beta)

    @property
    def measured(self):
        """How many features have been measured."""
        return len(self.values)

    def measure(self, columns):
        """Values of some features, images x columns."""
        columns = np.asarray(columns, dtype=np.int64)
        if columns.size and not 0 <= columns.min() <= columns.max() < self.number:
            raise IndexError(
                f"Expected features from 0 to {self.number - 1}, found "
                f"{columns.min()} to {columns.max()}."
            )
        new = [c for c in dict.fromkeys(columns.tolist()) if c not in self.values]
        if new:
            values = np.exp(-self.beta * self.distances(np.array(new)).astype(float))
            self.values |= dict(zip(new, values.T, strict=True))
        return np.column_stack([self.values[c] for c in columns.tolist()])

"""Prototypes: patches cut from C1 maps, and the properties that are seen on them."""

from typing import NamedTuple

import numpy as np

BAND = 1  # the second, of which prototypes are cut
PROPERTIES = ["size", "mean", "std", "peak", "quantile30", "quantile70"]


class Prototypes(NamedTuple):
    """Patches of any size, (size, size, orientations) each, one after another."""

    size: np.ndarray
    image: np.ndarray  # of which each was cut
    row: np.ndarray
    column: np.ndarray
    patches: np.ndarray  # float32, flat

    def patch(self, which):
        """One prototype, (size, size, orientations)."""
        ends = np.cumsum(4 * self.size**2)
        side = self.size[which]
        return self.patches[: ends[which]][-4 * side**2 :].reshape(side, side, 4)

    def of_size(self, side):
        """Which prototypes have this size, and their patches, one row each."""
        which = np.flatnonzero(self.size == side)
        ends = np.cumsum(4 * self.size**2)
        return which, self.patches[ends[which, None] + np.arange(-4 * side**2, 0)]

    def chosen(self, which):
        """Some of the prototypes."""
        ends = np.cumsum(4 * self.size**2)
        parts = [self.patches[ends[w] - 4 * self.size[w] ** 2 : ends[w]] for w in which]
        return Prototypes(
            *(column[which] for column in self[:4]), np.concatenate(parts)
        )


def cut(rng, sources, sizes, number):
    """`number` patches, sizes equally often and in random order, at random places.

    `sources` are the second bands of C1 of images. A patch comes from any image in
    which its size fits, at any place of it.
    """
    size = rng.permutation(np.resize(sizes, number))
    shapes = np.array([source.shape[:2] for source in sources])
    fits = {side: np.flatnonzero(shapes.min(axis=1) >= side) for side in sizes}
    for side, images in fits.items():
        if not len(images):
            raise ValueError(
                f"Expected a map of {side} or more a side to cut from, found "
                f"{shapes.tolist()}: use larger images, or leave out that size."
            )
    image = np.array([rng.choice(fits[side]) for side in size])
    row, column = rng.integers(shapes[image] - size[:, None] + 1).T
    patches = [
        sources[i][r : r + s, c : c + s].ravel()
        for s, i, r, c in zip(size, image, row, column, strict=True)
    ]
    return Prototypes(size, image, row, column, np.concatenate(patches))


def properties(prototypes):
    """The meta-features of section 5, in the order of `PROPERTIES`."""
    found = np.empty((len(prototypes.size), len(PROPERTIES)))
    for side in np.unique(prototypes.size):
        which, values = prototypes.of_size(side)
        values = values.astype(np.float64)
        found[which] = np.column_stack(
            [
                np.full(len(which), side),
                values.mean(axis=1),
                values.std(axis=1),
                values.max(axis=1),
                *np.quantile(values, [0.3, 0.7], axis=1),
            ]
        )
    return found

"""Squared distances of a block of prototypes from the closest patches of all images."""

import numpy as np

from entry import run
from pride.features.hmax.matching import smallest_distances
from pride.features.hmax.prototypes import Prototypes
from pride.protocols.properties2008.prototypes import images_of


def main(prototypes, c1, distances, first, last):
    with np.load(prototypes) as arrays:
        pool = Prototypes(*(arrays[name] for name in Prototypes._fields))
    block = pool.chosen(np.arange(first, min(last, len(pool.size))))
    with np.load(c1) as arrays:
        images = images_of(arrays["values"], arrays["shapes"])
    np.save(distances, smallest_distances(images, block))


if __name__ == "__main__":
    run(main, snakemake)

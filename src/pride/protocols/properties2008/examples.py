"""What figures 1 and 2 show: images, and the best and worst prototypes of each size."""

import numpy as np

from pride.features.hmax import maps
from pride.features.hmax.prototypes import BAND, Prototypes
from pride.protocols.properties2008.prototypes import images_in

SHOWN = 24  # images of figure 1
EACH = 2  # prototypes of a size in figure 2, good ones and bad ones


def excerpts(arrays, image, pool):
    """Images of the experiment, one each of categories far apart, and their names."""
    pictures, categories = images_in(arrays, image), pool["categories"]
    count = min(SHOWN, len(categories))
    chosen = np.linspace(0, len(categories) - 1, count).astype(int)
    first = [np.flatnonzero(pool["labels"] == label)[0] for label in chosen]
    return [pictures[i] for i in pool["images"][first]], categories[chosen].tolist()


def good_and_bad(quality):
    """Size, verdict and number of the prototypes of highest and of lowest quality."""
    for size, own in quality.groupby("size"):
        ranked = own.sort_values("quality", ascending=False, kind="stable")["prototype"]
        for good, chosen in ((True, ranked[:EACH]), (False, ranked[::-1][:EACH])):
            yield from ((int(size), good, which) for which in chosen)


def prototypes_shown(arrays, image, pool, quality):
    """The rows of figure 2: size, verdict, map of the source, place, and patch.

    The map is the sum over orientations of the C1 map that the prototype was cut from,
    which shows what is in the photograph but is not one.
    """
    pictures = images_in(arrays, image)
    prototypes = Prototypes(*(pool[name] for name in Prototypes._fields))
    shown = []
    for size, good, which in good_and_bad(quality):
        source = maps.c1(pictures[prototypes.image[which]])[BAND].sum(axis=2)
        corner = prototypes.row[which], prototypes.column[which]
        shown.append((size, good, source, corner, prototypes.patch(which)))
    return shown

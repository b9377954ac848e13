"""Patch features beside the plain ways to them, and beside the rate of sgemm.

The search for closest patches is compared with the product of matrices that gives all
distances, and with one pass over the map for each prototype. Its rate counts what the
distances of all patches would take: two operations a value. Run on one thread, as the
jobs are: OPENBLAS_NUM_THREADS=1.
"""

import resource
import time

import numpy as np
from scipy.ndimage import correlate, maximum_filter, uniform_filter

from pride.features.hmax import maps, matching
from pride.features.hmax.prototypes import BAND, cut

HEIGHT, WIDTH = 140, 187  # a typical image of Caltech-101
PROTOTYPES, IMAGES = 10000, 4


def best_time(run, repeats=3):
    """Shortest of several times of the processor, in seconds; the first compiles."""
    run()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def picture(rng):
    """Noise with the spectrum of photographs, and a few edges."""
    down, right = np.fft.fftfreq(HEIGHT)[:, None], np.fft.rfftfreq(WIDTH)
    falling = 1 / np.maximum(np.hypot(down, right), 1 / WIDTH)
    noise = np.fft.rfft2(rng.normal(size=(HEIGHT, WIDTH)))
    image = np.fft.irfft2(noise * falling, (HEIGHT, WIDTH))
    image /= image.std()
    for _ in range(6):
        top, left = rng.integers(0, HEIGHT - 40), rng.integers(0, WIDTH - 40)
        image[top : top + 40, left : left + 40] += 2 * rng.normal()
    return (255 * (image - image.min()) / np.ptp(image)).astype(np.uint8)


def c1_of_scipy(image):
    """The same maps, filter by filter, from scipy.ndimage."""
    image, found = image.astype(np.float32), []
    for band, pool in enumerate(maps.POOLS):
        planes = np.zeros((len(maps.ANGLES), *image.shape), dtype=np.float32)
        for scale in (2 * band, 2 * band + 1):
            size = maps.SIZES[scale]
            light = np.sqrt(size**2 * uniform_filter(image**2, size, mode="constant"))
            inside = np.s_[size // 2 : -(size // 2), size // 2 : -(size // 2)]
            for plane, wave in zip(planes, maps.filters()[scale], strict=True):
                response = np.abs(correlate(image, wave.astype(np.float32)))[inside]
                response /= np.maximum(light[inside], 1e-3)
                plane[inside] = np.maximum(plane[inside], response)
        far = maximum_filter(
            planes, (1, pool, pool), origin=(0, -pool // 2, -pool // 2)
        )
        found.append(far[:, :: pool // 2, :: pool // 2])
    return found


def patches(bands, size):
    """All patches of one size, one row each."""
    views = [
        np.lib.stride_tricks.sliding_window_view(band, (size, size), axis=(0, 1))
        for band in bands
        if min(band.shape[:2]) >= size
    ]
    rows = [v.transpose(0, 1, 3, 4, 2).reshape(-1, size * size * 4) for v in views]
    return np.concatenate(rows)


def by_products(bands, groups):
    """Distances of all patches in float32, the smallest kept."""
    for group in groups:
        rows = patches(bands, group.size)
        halves = np.square(rows).sum(axis=1) / 2
        (group.patches @ rows.T - halves).argmax(axis=1)


def by_passes(bands, groups, few):
    """Some prototypes of each size against all patches, one after another."""
    for group in groups:
        rows = patches(bands, group.size)
        for patch in group.patches[:few]:
            np.square(rows - patch).sum(axis=1).min()


def operations(bands, groups):
    """Of all distances: two for each value of each patch and prototype."""
    return sum(2 * patches(bands, g.size).size * len(g.which) for g in groups)


def sgemm_rate(rng):
    A = rng.random((2048, 2048), dtype=np.float32)
    out = np.empty_like(A)
    return 2 * 2048**3 / best_time(lambda: np.matmul(A, A, out=out))


def compare_maps(image):
    fast, slow = (
        best_time(lambda: maps.c1(image)),
        best_time(lambda: c1_of_scipy(image)),
    )
    print(f"S1 and C1 of an image: {slow / fast:.0f} times scipy.ndimage")
    return fast


def compare_matching(rng, images, prototypes):
    groups = matching.sought(prototypes)
    work = sum(operations(bands, groups) for bands in images)
    fast = best_time(lambda: matching.smallest_distances(images, prototypes))
    plain = best_time(lambda: [by_products(bands, groups) for bands in images])
    few, number = 4, PROTOTYPES // 4
    slow = best_time(lambda: by_passes(images[0], groups, few)) * number / few * IMAGES
    share = work / fast / sgemm_rate(rng)
    print(
        f"closest patches, {PROTOTYPES} prototypes: {100 * share:.0f}% of the rate of "
        f"sgemm; {plain / fast:.1f} times one product of matrices, "
        f"{slow / fast:.0f} times a pass for each prototype"
    )
    return fast / IMAGES


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    pictures = [picture(rng) for _ in range(2 * IMAGES)]
    represented = [maps.c1(image) for image in pictures]
    sources = [bands[BAND] for bands in represented[IMAGES:]]
    prototypes = cut(rng, sources, [4, 8, 12, 16], PROTOTYPES)
    mapping = compare_maps(pictures[0])
    searching = compare_matching(rng, represented[:IMAGES], prototypes)
    valuing = best_time(lambda: np.exp(-np.ones((1, PROTOTYPES))))
    costliest = max(mapping, valuing)
    print(f"step 2 takes {searching / costliest:.1f} times the costliest other step")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak memory {peak:.1f} GB")

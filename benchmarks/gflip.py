"""G-flip beside the literal algorithm and the incremental scheme, and its memory.

MADELON is run if it can be had: PRIDE_MIRROR=<folder> adds a mirror.
"""

import os
import time
import tracemalloc
from pathlib import Path

import numpy as np
from scipy.ndimage import gaussian_filter

from pride.compiled import compiled
from pride.datasets.fetch import Places
from pride.datasets.prepare import Unavailable, prepare
from pride.datasets.registry import load_registry
from pride.selectors import gflip, gflip_kernels

REGISTRY = Path(__file__).parents[1] / "config/datasets.yaml"
CANDIDATES = 20  # from which a slow pass is extrapolated


def faces(rng, samples=1000, shape=(85, 60)):
    """Grey levels of smooth random images; the classes differ in some patches."""
    y = rng.integers(2, size=samples)
    X = 0.15 * rng.normal(size=(samples, *shape))
    for width, height in [(12, 1.0), (5, 0.6), (2, 0.4)]:
        field = gaussian_filter(rng.normal(size=X.shape), (0, width, width))
        X += height * field / field.std()
    patches = gaussian_filter(rng.normal(size=shape), 4)
    patches[np.abs(patches) < 1.5 * patches.std()] = 0
    X += 0.8 * (y[:, None, None] - 0.5) * patches / patches.std()
    grey = np.clip(np.round(128 + 32 * X), 0, 255)
    return grey.reshape(samples, -1), y


@compiled
def literal_evaluation(columns, y, weights):
    """e(I_F), Definition 2, by Definition 1: every distance over all weights."""
    total = 0.0
    for i in range(y.shape[0]):
        distances = np.zeros(y.shape[0])
        for f in range(columns.shape[0]):
            x, centre, weight = columns[f], columns[f, i], weights[f]
            for k in range(y.shape[0]):
                difference = x[k] - centre
                distances[k] += weight * difference * difference
        hit = miss = np.inf
        for k in range(y.shape[0]):
            if y[k] != y[i]:
                miss = min(miss, distances[k])
            elif k != i:
                hit = min(hit, distances[k])
        total += 0.5 * (np.sqrt(miss) - np.sqrt(hit))
    return total


def numpy_evaluation(state, same, f):
    """e(F) after adding f, from the matrix of distances."""
    x = state.columns[f]
    D = state.distances + (x[:, None] - x) ** 2
    hits = np.where(same, D, np.inf).min(axis=1)
    misses = np.where(same, np.inf, D).min(axis=1)
    return 0.5 * (np.sqrt(misses) - np.sqrt(hits)).sum()


@compiled
def unpruned_evaluation(state, f):
    """e(F) after adding f, from all distances, with the kernels of G-flip."""
    total = 0.0
    for i in range(state.applied.shape[0]):
        hit, miss = gflip_kernels.look_at_all(state, i, f, 0)
        total += gflip_kernels.utility(hit, miss, state.kind, state.beta)
    return total


def timed(run):
    """What a run returns, and its seconds."""
    start = time.perf_counter()
    result = run()
    return result, time.perf_counter() - start


def mean_time(evaluate, candidates):
    """Seconds for one candidate; the first one, which compiles, is done twice."""
    evaluate(candidates[0])
    values, seconds = timed(lambda: [evaluate(f) for f in candidates])
    return np.array(values), seconds / len(candidates)


def orders_for(X):
    """Thirty passes, the same in every run."""
    rng = np.random.default_rng(1)
    return np.array([rng.permutation(X.shape[1]) for _ in range(30)])


def whole_run(X, y):
    """State, mask, passes and seconds of a run, its preparation included."""

    def run():
        state = gflip.prepare(X, y)
        return state, *gflip.climb(state, orders_for(X))

    (state, mask, scores, _), seconds = timed(run)
    return state, mask, len(scores) - 1, seconds


def compare(X, y):
    """Print the ratios at one size."""
    state, mask, passes, seconds = whole_run(X, y)
    samples, features = X.shape
    print(f"{samples} x {features}: {mask.sum()} features in {passes} passes")
    gflip_kernels.begin(state, mask)
    labels = np.sort(y)
    same, weights = labels[:, None] == labels, mask.astype(np.float64)
    others = np.flatnonzero(~mask)[:CANDIDATES]

    def literal(f):
        weights[f] = 1.0
        e = literal_evaluation(state.columns, labels, weights)
        weights[f] = 0.0
        return e

    def ours(f):
        return gflip_kernels.evaluation_after(state, f, 0)[0]

    e, pruned = mean_time(ours, others)
    for name, evaluate in {
        "a literal pass": literal,
        "a pass in NumPy": lambda f: numpy_evaluation(state, same, f),
        "an unpruned pass": lambda f: unpruned_evaluation(state, f),
    }.items():
        values, slow = mean_time(evaluate, others)
        np.testing.assert_allclose(values, e, rtol=1e-9)
        whole = seconds / (slow * features)
        print(
            f"  the whole run takes {whole:9.5f} of {name} (1/{1 / whole:.1f}); ",
            end="",
        )
        print(f"a candidate is {slow / pruned:8.1f} times faster")


def memory(X, y):
    """Print the peak beside the matrix of distances and the copy of the data."""
    orders = orders_for(X)
    tracemalloc.start()
    gflip.flip(X, y, orders)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    ratio = (peak - X.nbytes) / (8 * len(X) ** 2)
    print(f"  memory besides the data: {ratio:.3f} times 8 m^2")


def madelon():
    """Print the time of a run on the training samples and on all."""
    entry = load_registry(REGISTRY)["madelon"]
    try:
        arrays, _ = prepare("madelon", entry, Places(os.environ.get("PRIDE_MIRROR")))
    except Unavailable as error:
        print(f"MADELON is left out: {error}")
        return
    for samples in (2000, 2600):
        X = arrays["X"][:samples].astype(np.float64)
        _, mask, passes, seconds = whole_run(X, arrays["y"][:samples])
        print(f"MADELON, {samples} samples: {mask.sum()} features in ", end="")
        print(f"{passes} passes, {seconds:.1f} s")
        memory(X, arrays["y"][:samples])


if __name__ == "__main__":
    X, y = faces(np.random.default_rng(0))
    gflip.flip(X[:9, :2], [0, 1, 1] * 3, [[0, 1]])  # compiles
    compare(X, y)
    memory(X, y)
    madelon()

"""Lmba and FSFS beside the same steps written in NumPy; Lmba beside searches."""

import time

import numpy as np

from pride.selectors import forward, fsfs, lmba


def numpy_descend(X, y, visits, k=3):
    """Step 3 of lmba2009 with (17) as printed, c = 1 and steps of length one."""
    w = np.ones(X.shape[1])
    for i in visits:
        squares = (X - X[i]) ** 2
        distances = squares.sum(axis=1)
        same, other = y == y[i], y != y[i]
        same[i] = False
        own = np.flatnonzero(same)
        targets = own[np.argsort(distances[own], kind="stable")[:k]]
        theta = abs(distances[other].min() - distances[own].min())
        limits = theta + distances[targets]
        pairs = distances[other][:, None] <= limits * (1 + 1e-12)
        V = 2 * w * (squares[targets] * (1 + pairs.sum(axis=0))[:, None]).sum(axis=0)
        V -= 2 * w * (squares[other] * pairs.sum(axis=1)[:, None]).sum(axis=0)
        length = np.linalg.norm(V)
        w = w - V / length if length else w
    return w


def numpy_clustered(D, _, k):
    """FSFS with k lowered one by one, as its steps are written."""
    kept, epsilon = np.arange(len(D)), None
    while True:
        among = np.sort(D[np.ix_(kept, kept)], axis=1)  # itself comes first
        while epsilon is not None and among[:, k].min() > epsilon:
            k -= 1
            if k == 1:
                return kept
        centre = among[:, k].argmin()
        epsilon = among[centre, k] if epsilon is None else epsilon
        row = D[kept[centre], kept].copy()
        row[centre] = -1
        order = np.argsort(row, kind="stable")
        kept = np.sort(kept[np.append(order[0], order[k + 1 :])])
        k = min(k, len(kept) - 1)
        if k <= 1:
            return kept


def seconds(run, repeats=3):
    """Shortest of several times; the first call compiles."""
    run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def ratio(name, slow, fast, *data):
    """Print how many times as long the first takes."""
    times = seconds(lambda: slow(*data), 1), seconds(lambda: fast(*data))
    print(f"{name:44} {times[0] / times[1]:8.1f} times")


def whole_run(X, y):
    """Lmba over the samples as they come."""
    return lmba.descend(X, y, np.arange(len(X)))


def main():
    rng = np.random.default_rng(0)
    for samples, features, classes in [(500, 30, 2), (1000, 200, 10), (2000, 649, 10)]:
        y = rng.integers(classes, size=samples)
        X = rng.uniform(size=(samples, features)) + 0.1 * y[:, None]
        data = X, y, np.arange(samples)
        few = X, y, np.arange(20)
        ours, others = lmba.descend(*few), numpy_descend(*few)
        np.testing.assert_allclose(ours, others, rtol=1e-9)
        name = f"Lmba, one pass, {samples} x {features}: NumPy takes"
        ratio(name, numpy_descend, lmba.descend, *data)
    for features in (100, 649):
        X = rng.normal(size=(500, 20)) @ rng.normal(size=(20, features))
        D = fsfs.dissimilarities(X + 0.3 * rng.normal(size=X.shape))
        data = D, fsfs.neighbours_of(D), features // 10
        kept = np.flatnonzero(fsfs.clustered(*data)[0])
        np.testing.assert_array_equal(kept, numpy_clustered(*data))
        name = f"FSFS, {features} features: NumPy takes"
        ratio(name, numpy_clustered, fsfs.clustered, *data)
    data = rng.uniform(size=(455, 30)), rng.integers(2, size=455)
    ratio("455 x 30: search by the loss", forward.forward_search, whole_run, *data)
    ratio("455 x 30: wrapper", forward.wrapper_forward, whole_run, *data)


if __name__ == "__main__":
    main()

"""How times grow with samples, features and neighbours: lmba2009, section 3.

Slopes of log time over log size, by least squares; printed beside what the paper says.
"""

import time

import numpy as np

from pride.selectors import forward, fsfs, lmba, relief, simba
from pride.selectors.lmba_kernels import ORIGINAL, Rules

SAMPLES, FEATURES = [500, 1000, 2000, 4000], [200, 400, 800, 1600]


def data(samples, features):
    rng = np.random.default_rng(0)
    return rng.uniform(size=(samples, features)), np.arange(samples) % 2


def slope(run, arguments, sizes):
    """Of log time of the processor over log size; the shortest of three times each."""
    run(*arguments(sizes[0]))  # compiles
    times = []
    for size in sizes:
        given, found = arguments(size), []
        for _ in range(3):
            start = time.process_time()
            run(*given)
            found.append(time.process_time() - start)
        times.append(min(found))
    return np.polyfit(np.log(sizes), np.log(times), 1)[0]


def matrix_b(X, y):
    return y[:, None] == y


def matrix_t(X, y):
    return forward.neighbourhoods(X, y, 3)[0]


METHODS = {  # what is run, slopes in samples and features as the paper has them
    "Lmba": (lambda X, y: lmba.descend(X, y, np.arange(len(X))), 2, 1),
    "Simba": (lambda X, y: simba.ascend(X, y, np.arange(len(X))), 2, 1),
    "Relief": (lambda X, y: relief.weights(X, y, np.arange(len(X))), 2, 1),
    "Mitra's": (lambda X, y: fsfs.select(X, 20), 1, 2),
    "matrix B": (matrix_b, 2, 0),
    "matrix T": (matrix_t, 2, 0),
}


def main():
    for name, (run, in_samples, in_features) in METHODS.items():
        samples = slope(run, lambda n: data(n, 100), SAMPLES)
        features = slope(run, lambda n: data(1000, n), FEATURES)
        print(f"{name:14} samples {samples:4.1f} (paper {in_samples})", flush=True)
        print(f"{name:14} features {features:4.1f} (paper {in_features})", flush=True)
    X, y = data(1000, 200)

    def arguments(k):
        return X, y, np.arange(1000), None, Rules(k, 1.0, ORIGINAL, ORIGINAL)

    found = slope(lmba.descend, arguments, [2, 4, 8, 16])
    print(f"{'Lmba':14} target neighbours {found:4.1f} (paper 1)")
    found = slope(forward.forward_search, lambda n: data(n, 10), [100, 200, 400])
    print(f"{'search':14} samples {found:4.1f} (paper: at least 2)")
    found = slope(forward.forward_search, lambda n: data(100, n), [10, 20, 40])
    print(f"{'search':14} features {found:4.1f} (paper: at least 2)")


if __name__ == "__main__":
    main()

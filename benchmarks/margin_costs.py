"""How the time of Simba, Relief and G-flip grows: the statements of margin2004.

Slopes of the logarithm of the time against that of a size, the others held fixed; the
paper's are 1, and 2 for G-flip. They are not judged: no time is the same twice. G-flip
is the one printed, every e(F) anew; a pass is extrapolated from some of its features.
Set OPENBLAS_NUM_THREADS=1: threads take over at some size.
"""

import numpy as np
from gflip import literal_evaluation
from margin_kernels import best_time

from pride.selectors import relief, simba

FACTORS = np.array([0.5, 1, 2, 4])


def literal_pass(X, y, visits):
    """Some of the N evaluations of a pass of Algorithm 1; `visits` are their number."""
    columns, weights = np.ascontiguousarray(X.T), np.ones(X.shape[1])
    for _ in visits:
        literal_evaluation(columns, y, weights)


def times(run, size, samples, features, visits):
    """Seconds while one of the sizes is multiplied by the factors."""
    sizes = {"samples": samples, "features": features, "visits": visits}
    seconds = []
    for factor in FACTORS:
        m, N, T = (sizes | {size: int(sizes[size] * factor)}).values()
        rng = np.random.default_rng(0)
        X, y, visited = rng.normal(size=(m, N)), np.arange(m) % 2, rng.permutation(m)
        data = X, y, visited[:T]
        seconds.append(best_time(lambda data=data: run(*data), repeats=5))
    return np.array(seconds)


def slope(seconds):
    """Of log time against log size."""
    return np.polyfit(np.log(FACTORS), np.log(seconds), 1)[0]


def main():
    """Print the slopes, all measured in this run."""
    for name, run in {"Simba": simba.ascend, "Relief": relief.weights}.items():
        for size in ("visits", "features", "samples"):
            found = slope(times(run, size, samples=1600, features=400, visits=400))
            print(f"{name}: slope {found:.2f} in {size}")
    small = {"samples": 200, "features": 400, "visits": 3}
    in_samples = times(literal_pass, "samples", **small)
    in_features = times(literal_pass, "features", **small) * FACTORS  # as many flips
    print(f"G-flip as printed, a pass: slope {slope(in_samples):.2f} in samples")
    print(f"G-flip as printed, a pass: slope {slope(in_features):.2f} in features")
    passes = times(simba.ascend, "features", **small | {"visits": small["samples"]})
    ratio = slope(in_features / passes)
    print(f"its time over that of a pass of Simba: slope {ratio:.2f} in features")


if __name__ == "__main__":
    main()

"""Relief and Simba beside scikit-rebate's ReliefF; ten starts of Simba beside one.

Needs the package skrebate, which the project itself does not use. ReliefF and ten
starts use all processors; ten starts are also timed on one.
"""

import time
import warnings

import numpy as np
from numba import get_num_threads, set_num_threads
from skrebate import ReliefF

from pride.selectors import relief, simba


def mean_time(run, repeats):
    """Mean of the times of some runs in a row, in seconds."""
    start = time.perf_counter()
    for _ in range(repeats):
        run()
    return (time.perf_counter() - start) / repeats


def main(samples=1000, features=1000, rounds=3):
    """Print medians of ratios, each of times that were measured next to each other."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(samples, features)), rng.integers(2, size=samples)
    orders = np.stack([rng.permutation(samples) for _ in range(10)])
    warnings.simplefilter("ignore")
    processors = get_num_threads()

    def ten(threads):
        set_num_threads(threads)
        simba.ascend_together(X, y, orders)

    runs = {
        "peer": (lambda: ReliefF(n_neighbors=1, n_jobs=-1).fit(X, y), 1),
        "relief": (lambda: relief.weights(X, y, orders[0]), 50),
        "one": (lambda: simba.ascend(X, y, orders[0]), 5),
        "ten": (lambda: ten(processors), 2),
        "ten on one": (lambda: ten(1), 2),
    }
    for name in ("relief", "one", "ten"):
        runs[name][0]()  # compiles
    times = [
        {name: mean_time(*run) for name, run in runs.items()} for _ in range(rounds)
    ]

    def ratio(slow, fast):
        return np.median([t[slow] / t[fast] for t in times])

    size = f"{samples} x {features}"
    print(f"{size}: Relief is {ratio('peer', 'relief'):.0f} times ReliefF")
    print(f"{size}: Simba, one start, is {ratio('peer', 'one'):.0f} times ReliefF")
    for name, used in (("ten", processors), ("ten on one", 1)):
        print(f"{size}: ten starts take {ratio(name, 'one'):.1f} times one", end="")
        print(f" on {used} processor{'s' if used > 1 else ''}")


if __name__ == "__main__":
    main()

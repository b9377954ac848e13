"""Relief and Simba beside scikit-rebate's ReliefF; ten starts of Simba beside one.

Needs the package skrebate, which the project itself does not use.
"""

import time
import warnings

import numpy as np
from margin_kernels import best_time
from skrebate import ReliefF

from pride.selectors import relief, simba


def main(samples=1000, features=1000):
    """Print ratios of times, all measured in this run."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(samples, features)), rng.integers(2, size=samples)
    orders = np.stack([rng.permutation(samples) for _ in range(10)])
    warnings.simplefilter("ignore")
    start = time.perf_counter()
    ReliefF(n_neighbors=1, n_jobs=-1).fit(X, y)
    peer = time.perf_counter() - start
    one = best_time(lambda: simba.ascend(X, y, orders[0]), 5)
    ten = best_time(lambda: simba.ascend_together(X, y, orders), 3)
    fast = best_time(lambda: relief.weights(X, y, orders[0]), 5)
    print(f"{samples} x {features}: Relief is {peer / fast:.0f} times ReliefF")
    print(
        f"{samples} x {features}: Simba, one start, is {peer / one:.0f} times ReliefF"
    )
    print(f"{samples} x {features}: ten starts of Simba take {ten / one:.1f} times one")


if __name__ == "__main__":
    main()

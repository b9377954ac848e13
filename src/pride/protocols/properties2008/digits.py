"""Figures 6 and 7 of Krupka, Navot and Tishby (2008): extraction under a budget.

`at` is the budget, and the degree of the kernel for poly_svm. All methods see the same
training sets. The features that Mufasa draws are keyed by step and meta-features, so
that they could have been drawn before any image was seen (Lemma 1).
"""

import numpy as np

from pride.features import boolean, draws
from pride.programs.multiclass_svm import solve
from pride.protocols.properties2008 import images
from pride.protocols.properties2008.images import EXACT, SPACE
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors.mufasa import mufasa

UNGUIDED = ["rand_search", "mufasa_shuffled"]  # p(v|u) is the same for all u
FIXED_SHIFT = {"mufasa_shift1": 1, "mufasa_shift4": 4}
SHIFT = draws.NAMES.index("shift_inv_len")


def affordable(metas, budget):
    """The first rows of meta-features whose costs do not exceed the budget."""
    return metas[np.cumsum(boolean.cost(metas[:, SHIFT])) <= budget]


def like(u, budget):
    """As many features of meta-features u as the budget pays for, at least one."""
    count = int(budget // boolean.cost(u[SHIFT]))
    if count < 1:
        raise ValueError(f"A budget of {budget} does not pay for one feature of {u}.")
    return np.tile(u, (count, 1))


def mixture(rng, budget):
    """Values drawn anew for every feature, until the budget is used up."""
    return affordable(SPACE.anywhere(rng, int(budget)), budget)


def fixed_shift(u, shift):
    """u with another shiftInvLen."""
    return np.where(np.arange(len(u)) == SHIFT, shift, u)


def metas_of(method):
    """p(v|u) of a method: meta-features of a set from (stream, u, budget)."""
    if method in UNGUIDED:
        return lambda rng, u, budget: mixture(rng, budget)
    if method in FIXED_SHIFT:
        return lambda rng, u, budget: like(fixed_shift(u, FIXED_SHIFT[method]), budget)
    return lambda rng, u, budget: like(u, budget)


def search(task, method, budget, key, experiment, start=None, quality=None):
    """Mufasa, or the best of as many sets that are not guided; sets with their bits."""
    n_steps, noise = experiment["steps"], experiment["noise"]
    metas = metas_of(method)

    def draw(step, u):
        rng = rng_for(*key, method, "features", budget, step, *u)
        features = draws.draw(rng, metas(rng, u, budget), task.image)
        return features, images.values_on(task, features)

    def near(step, u):
        rng = rng_for(*key, method, "near", budget, step)
        if method in ("rand_search", "rand_value"):
            return SPACE.anywhere(rng, 1)[0]
        return SPACE.near(rng, u, noise)

    if start is None:
        start = SPACE.anywhere(rng_for(*key, method, "start", budget), 1)[0]
    quality = quality or (lambda F: images.quality(task, F[1]))
    return mufasa(start, draw, quality, near, n_steps)


def ranked(task, budget, key, experiment, per_cost):
    """Norm Infogain: the best of a large pool, by Infogain over cost or by Infogain."""
    rng = rng_for(*key, "pool", budget)
    metas = mixture(rng, experiment["pool"] * budget)
    pool = draws.draw(rng, metas, task.image)
    values = images.values_on(task, pool)
    return best_within(task, pool, values, budget, per_cost)


def best_within(task, features, values, budget, per_cost=True):
    """The features of most Infogain, by cost or not, that the budget pays for."""
    merit = images.information(values, task.y)
    if per_cost:
        merit = merit / boolean.cost(features.shift)
    order = np.argsort(-merit, kind="stable")
    paid = np.cumsum(boolean.cost(features.shift[order])) <= budget
    return features.take(order[paid]), values[order[paid]]


def selected(task, method, budget, key, experiment):
    """The set that a method selects, its bits, and the search if there was one."""
    if method in ("norm_infogain", "infogain"):
        per_cost = method == "norm_infogain"
        return *ranked(task, budget, key, experiment, per_cost), None
    if method == "mufasa_then_infogain":
        found = search(task, "mufasa", 2 * budget, key, experiment)
        return *best_within(task, *found.best, budget), None
    found = search(task, method, budget, key, experiment)
    return *found.best, found


def measured(task, method, budget, key, experiment):
    """Metrics of one method with one budget on one training set; the search."""
    features, values, found = selected(task, method, budget, key, experiment)
    error = images.test_error(task, features, values)
    right = images.quality(task, values)
    metrics = {
        "error": error,
        "features": len(features),
        "generalisation_gap": error - 100 * (1 - right),
        **images.facts(values, task.y),
    }
    if found is not None and method not in UNGUIDED:
        chosen = zip(draws.NAMES, found.point, strict=True)
        metrics |= {f"chosen_{name}": value for name, value in chosen}
    return metrics, found


def extraction(X, y, method, dataset, train, image, experiment, repeats, seed):
    """Figure 6: errors and features of one method over budgets and training sets."""
    digits = images.digits(X, y, train, image, experiment)
    budgets = experiment["only"].get(method, experiment["budgets"])
    rows, kept = [], {budget: [] for budget in budgets}
    for repeat in range(repeats):
        key = seed, dataset, repeat
        task, errors = digits.task(key, experiment["samples"]), []
        for budget in budgets:
            metrics, found = measured(task, method, budget, key, experiment)
            rows += [(name, budget, repeat, value) for name, value in metrics.items()]
            errors.append(metrics["error"])
            if found is not None:
                kept[budget].append(found.kept)
        rows.append(("mean_error", 0, repeat, np.mean(errors)))
    for budget, runs in kept.items():
        rows += [(name, budget, *row) for name, row in replacements(runs)]
    return scores(dataset, method, rows)


def replacements(runs):
    """Section 7.1: replacements in the second half of the steps, and their entropy.

    The first step, which always replaces, is left out. Percent of all replacements, by
    run; and of the summed entropy of the decisions, over the runs.
    """
    if not runs:
        return
    later = np.array(runs)[:, 1:]
    half = later.shape[1] // 2
    for repeat, run in enumerate(later):
        if run.any():
            yield "late_replacements", (repeat, 100 * run[half:].sum() / run.sum())
    share = np.clip([later.mean(axis=0), 1 - later.mean(axis=0)], 1e-300, 1)
    entropy = -(share * np.log2(share)).sum(axis=0)
    if entropy.sum() > 0:
        yield "late_message_entropy", (0, 100 * entropy[half:].sum() / entropy.sum())


def polynomial(X, y, method, dataset, train, image, experiment, repeats, seed):
    """SVM with kernels (1 + x.z)^k on the pixels; `at` is k."""
    digits, rows = images.digits(X, y, train, image, experiment), []
    for repeat in range(repeats):
        task = digits.task((seed, dataset, repeat), experiment["samples"])
        own = 1.0 + boolean.common_ones(task.bits, len(task.y))
        pixels, test = (
            boolean.unpack(bits, len(labels)).astype(np.float32)
            for bits, labels in ((task.bits, task.y), (task.test_bits, task.y_test))
        )
        across, largest = 1 + pixels.T @ test, own.max()  # which keeps powers small
        for degree in experiment["degrees"]:
            kernel = (own.astype(np.float64) / largest) ** degree
            C = task.C * len(kernel) / np.trace(kernel)
            alpha = solve(kernel, task.y, C, EXACT).alpha.astype(np.float32)
            outputs = alpha @ (across / largest) ** degree
            error = 100 * np.mean(outputs.argmax(axis=0) != task.y_test)
            rows.append(("error", degree, repeat, error))
    return scores(dataset, method, rows)

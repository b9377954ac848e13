"""Beyond the paper, from its section 9: measured quality, smoothed over meta-features.

With few images the measured quality of a feature is partly noise. A regression on
meta-features (Algorithm 1) takes what similar features show. Quality is Infogain; what
it ought to be is measured on all training images. `at` is the number of images.
"""

import numpy as np
from scipy.stats import spearmanr

from pride.features import boolean, draws
from pride.protocols.properties2008.images import SPACE, information
from pride.protocols.properties2008.tables import scores_by_method
from pride.regression import WeightedKNN
from pride.seeding import rng_for


def properties(features, metas):
    """Meta-features of section 6.2, and the location of section 8."""
    return np.column_stack([metas, boolean.centres(features)])


def standardised(x):
    """Deviations from the mean over the standard deviation."""
    return (x - x.mean()) / (x.std() or 1.0)


def estimates(meta, direct, passes):
    """Quality as measured, as predicted from meta-features, and the mean of both."""
    smoothed = WeightedKNN(n_passes=passes).fit(meta, direct).predict(meta)
    both = standardised(direct) + standardised(smoothed)
    return {"direct_quality": direct, "quality_map": smoothed, "both": both}


def smoothing(X, y, dataset, train, image, experiment, repeats, seed):
    """How well estimates of quality from few images rank features, one table."""
    y, side = y[:train].astype(np.int64), image[1]
    pixels = np.greater_equal(X[:train], experiment["threshold"])
    everything, rows = boolean.pack(pixels.T), []
    for repeat in range(repeats):
        rng = rng_for(seed, dataset, "smoothing", repeat)
        metas = SPACE.anywhere(rng, experiment["features"])
        features = draws.draw(rng, metas, tuple(image))
        truth = information(boolean.evaluate(features, everything, side), y)
        order, meta = rng.permutation(train), properties(features, metas)
        top = np.sort(truth)[-experiment["top"] :].mean()
        for samples in experiment["samples"]:
            few = order[:samples]
            values = boolean.evaluate(features, boolean.pack(pixels[few].T), side)
            found = estimates(meta, information(values, y[few]), experiment["passes"])
            for method, quality in found.items():
                best = np.argsort(-quality, kind="stable")[: experiment["top"]]
                rank = spearmanr(quality, truth).statistic
                share = 100 * truth[best].mean() / top
                rows.append((method, "rank_correlation", samples, repeat, rank))
                rows.append((method, "top_share", samples, repeat, share))
    return scores_by_method(dataset, rows)

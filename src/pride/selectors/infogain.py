"""Infogain, the ranking by mutual information that Simba is compared with.

R. Gilad-Bachrach, A. Navot and N. Tishby, ICML 2004, footnote 4: "Infogain ranks
features according to the mutual information between each feature and the labels". How
values become events is left open. The default is a reading: the authors' later package
(2005, for regression) asks of each value whether it exceeds the feature's median.
"""

from numbers import Integral

import numpy as np

from pride.selectors.base import WeightSelector

BLOCK = 512  # features at a time, which keeps the memory small


def cuts(columns, bins):
    """The upper ends of all bins but the last; features are rows, here as below.

    Cut k is the smallest value with at least k/bins of the sample at or below it. A
    value lies in the bin whose number is the number of cuts below it, so that equal
    values share a bin, and two bins tell which values exceed the median.
    """
    places = (np.arange(1, bins) * columns.shape[1] - 1) // bins
    return np.partition(columns, places, axis=1)[:, places]


def joint_counts(columns, y, bins):
    """How often bin and class meet in every feature, for classes y numbered from 0."""
    members = [columns[:, y == label] for label in range(y.max() + 1)]
    totals = np.array([[group.shape[1]] * len(columns) for group in members])
    up_to = [
        [np.less_equal(group, cut[:, None]).sum(axis=1) for group in members]
        for cut in cuts(columns, bins).T
    ]
    return np.diff([np.zeros_like(totals), *up_to, totals], axis=0)


def mutual_information(counts):
    """Of the bins (first axis) and classes (second), in bits; exactly 0 if constant."""
    samples = counts.sum(axis=(0, 1))
    expected = counts.sum(axis=0) * counts.sum(axis=1, keepdims=True)
    ratio = np.ones(counts.shape)
    np.divide(counts * samples, expected, out=ratio, where=counts > 0)
    return (counts * np.log2(ratio)).sum(axis=(0, 1)) / samples


def weights(X, y, bins=2):
    """The mutual information of every feature of X and the classes y, in bits."""
    starts = range(0, X.shape[1], BLOCK)
    blocks = (np.ascontiguousarray(X[:, i : i + BLOCK].T) for i in starts)
    tables = (joint_counts(columns, y, bins) for columns in blocks)
    return np.concatenate([mutual_information(table) for table in tables])


class InfoGain(WeightSelector):
    """Keep the features that tell most about the label, each taken by itself.

    Classes with one member are allowed: no near hit is needed.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep.
    bins : "median" or int, default="median"
        Events of a feature: whether it exceeds its median, or a number of bins holding
        equally many samples. Equal values share a bin, so that ties make bins unequal
        or empty. A feature whose median is its largest value, such as a pixel that is
        mostly saturated, is constant to "median".

    Attributes
    ----------
    weights_ : ndarray of shape (n_features,)
        Mutual information of feature and label, in bits.
    """

    def __init__(self, n_features_to_select=10, *, bins="median"):
        self.n_features_to_select = n_features_to_select
        self.bins = bins

    def fit(self, X, y):
        """Learn how much each feature of X tells about the classes y."""
        X, y = self._check(X, y, near_hit=False)
        self.weights_ = weights(X, y, self._number_of_bins())
        return self

    def _number_of_bins(self):
        if isinstance(self.bins, str) and self.bins == "median":
            return 2
        number = isinstance(self.bins, Integral) and not isinstance(self.bins, bool)
        if not number or self.bins < 2:
            raise ValueError(
                f"bins must be 'median' or a whole number >= 2, found {self.bins!r}."
            )
        return self.bins

"""Selectors that are told something about each column besides its values."""

import numpy as np

from pride.selectors.base import Selector


class MetaFeatureSelector(Selector):
    """A selector with `meta_features`, one row for each column, or None."""

    def _meta(self, n_features):
        """The meta-features as an array; a column's number where there are none."""
        if self.meta_features is None:
            return np.arange(n_features, dtype=np.float64)[:, None]
        meta = np.asarray(self.meta_features, dtype=np.float64)
        if meta.ndim != 2 or len(meta) != n_features:
            raise ValueError(
                f"Expected meta_features of shape ({n_features}, ...), one row for "
                f"each column of X, found {meta.shape}."
            )
        return meta

    def _mask(self, columns):
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[columns] = True
        return mask

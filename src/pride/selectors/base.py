"""What selectors share: checking the data; keeping the heaviest features."""

from numbers import Integral

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from pride.samples import number_classes


class Selector(SelectorMixin, BaseEstimator):
    """A selector that learns from labels."""

    def _check(self, X, y, near_hit=True):
        """Validate the data and number the classes 0, 1, ..."""
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        check_classification_targets(y)
        self.classes_, y = number_classes(y, near_hit)
        return X, y

    def _check_count(self, name, value):
        """Refuse anything but a whole number of at least one."""
        if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
            raise ValueError(f"{name} must be a whole number >= 1, found {value!r}.")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


class WeightSelector(Selector):
    """Keep the `n_features_to_select` features of largest `weights_`.

    Subclasses set `weights_` in `fit`. Equal weights are ranked by position.
    """

    def _check(self, X, y, near_hit=True):
        """Validate the data and the number of features, and number the classes."""
        self._check_count("n_features_to_select", self.n_features_to_select)
        return super()._check(X, y, near_hit)

    def _visits(self, rng, n_samples):
        """The samples in a random order, cut after `n_visits`."""
        if self.n_visits is not None:
            self._check_count("n_visits", self.n_visits)
            if self.n_visits > n_samples:
                raise ValueError(
                    f"n_visits={self.n_visits} asks for more visits than there are "
                    f"samples ({n_samples}); every sample is visited at most once."
                )
        return rng.permutation(n_samples)[: self.n_visits]

    def _get_support_mask(self):
        check_is_fitted(self, "weights_")
        ranking = np.argsort(-self.weights_, kind="stable")
        mask = np.zeros(self.weights_.shape, dtype=bool)
        mask[ranking[: self.n_features_to_select]] = True
        return mask

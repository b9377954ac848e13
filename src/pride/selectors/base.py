"""What selectors by weight share: checking the data, keeping the heaviest."""

from numbers import Integral

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data


class WeightSelector(SelectorMixin, BaseEstimator):
    """Keep the `n_features_to_select` features of largest `weights_`.

    Subclasses set `weights_` in `fit`. Equal weights are ranked by position.
    """

    def _check(self, X, y):
        """Validate the data and number the classes 0, 1, ..."""
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        check_classification_targets(y)
        self._check_count("n_features_to_select", self.n_features_to_select)
        self.classes_, y = np.unique(y, return_inverse=True)
        counts = np.bincount(y)
        if len(counts) < 2:
            raise ValueError(
                f"Expected at least two classes, found one class, {self.classes_[0]}: "
                "a margin needs a near miss. Check that y is the label column."
            )
        if counts.min() < 2:
            rare = self.classes_[counts.argmin()]
            raise ValueError(
                f"Expected at least two samples of every class, found 1 sample of "
                f"class {rare}: a margin needs a near hit. Drop or merge that class."
            )
        return X, y

    def _check_count(self, name, value):
        """Refuse anything but a whole number of at least one."""
        if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
            raise ValueError(f"{name} must be a whole number >= 1, found {value!r}.")

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

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

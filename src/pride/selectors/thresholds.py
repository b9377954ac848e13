"""Linear classifiers as selectors: features whose weights pass a threshold are kept.

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization
of a generalization error bound", NIPS 2004. Numbers in brackets are that paper's.
"""

from numbers import Real

import numpy as np
from sklearn.utils import ClassifierTags
from sklearn.utils.validation import check_is_fitted

from pride.selectors.base import Selector

RULES = {"either": np.logical_or, "both": np.logical_and}


def check_rule(rule):
    """Refuse an unknown rule."""
    if rule not in RULES:
        names = " or ".join(map(repr, RULES))
        raise ValueError(f"rule must be {names}, found {rule!r}.")


def selected(weights, epsilon=0.01, rule="either"):
    """Which features a linear classifier selects (section 4.1).

    The absolute measure asks for |w_j| >= epsilon, the relative one for |w_j| >=
    epsilon max_j |w_j|. The paper lets "either" suffice. A weight of zero is never
    selected, so that of no weights but zeros none is.
    """
    check_rule(rule)
    size = np.abs(weights)
    passed = RULES[rule](size >= epsilon, size >= epsilon * size.max())
    return passed & (size > 0)


class LinearThresholdSelector(Selector):
    """Keep the features of a linear classifier by the size of their weights.

    Subclasses have the parameters `epsilon` and `rule` of `selected`, and a method
    `_solve(X, y)` that returns w and b for labels y of -1 and +1, the second of
    `classes_`.
    """

    def fit(self, X, y):
        """Learn a linear classifier of two classes y, and which features it uses."""
        X, y = self._check(X, y, near_hit=False)
        if len(self.classes_) != 2:
            raise ValueError(
                f"Expected two classes, found {len(self.classes_)}: "
                f"{', '.join(map(str, self.classes_[:5]))}. {type(self).__name__} "
                "tells one class from another; set one class against the rest."
            )
        self._check_positive("epsilon", self.epsilon)
        check_rule(self.rule)
        self.coef_, self.intercept_ = self._solve(X, 2.0 * y - 1.0)
        self.weights_ = np.abs(self.coef_)
        return self

    def _check_positive(self, name, value):
        """Refuse anything but a positive number."""
        real = isinstance(value, Real) and not isinstance(value, bool)
        if not real or not 0 < value < np.inf:
            raise ValueError(f"{name} must be a positive number, found {value!r}.")

    def _get_support_mask(self):
        check_is_fitted(self, "weights_")
        return selected(self.weights_, self.epsilon, self.rule)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags

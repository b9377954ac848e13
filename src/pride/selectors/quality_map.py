"""Algorithm 1: predict the quality of features from their properties.

E. Krupka, A. Navot and N. Tishby, "Learning to Select Features using their Properties",
JMLR 2008, section 3. Features are the instances of a regression: meta-features describe
them, their measured quality is the target.
"""

import numpy as np
from sklearn.base import clone

from pride.programs.multiclass_svm import coefficients, square_weights
from pride.regression import WeightedKNN


def svm_quality(X, y):
    """Squared weights of the multi-class linear SVM, as in sections 4 and 5."""
    return square_weights(coefficients(X, y))


def quality_map(X, y, meta_features, quality=svm_quality, regressor=None):
    """Algorithm 1: a fitted regressor, which predicts quality from meta-features.

    Parameters
    ----------
    X : array of shape (n_samples, n_features)
        The features that are measured.
    y : array of shape (n_samples,)
        Classes, numbered from 0.
    meta_features : array of shape (n_features, n_meta_features)
        What is known of each feature without measuring it.
    quality : callable (X, y) -> array of shape (n_features,)
        Any measure of single features, such as squared weights or Infogain.
    regressor : estimator or None
        Any regressor of scikit-learn's kind; None is `WeightedKNN`, as in the paper.
    """
    meta_features = np.asarray(meta_features, dtype=np.float64)
    if meta_features.ndim != 2 or len(meta_features) != np.shape(X)[1]:
        raise ValueError(
            f"Expected meta_features of shape ({np.shape(X)[1]}, ...), one row a "
            f"feature of X, found {meta_features.shape}."
        )
    regressor = WeightedKNN() if regressor is None else clone(regressor)
    return regressor.fit(meta_features, quality(X, y))

"""What a sample must be: finite numbers, and classes that can be told apart."""

import numpy as np

LARGEST = 1e150  # sums of squares of less are finite


def check_finite(sizes):
    """Refuse data of which sizes, such as ranges of features, have no finite square."""
    if not (sizes <= LARGEST).all():  # NaN is not
        raise ValueError(
            f"Expected numbers up to {LARGEST:g}, found NaN, infinity or larger ones. "
            "Fill in or drop what is missing, and scale the data."
        )


def number_classes(y, near_hit=True):
    """The classes in ascending order, and y with their numbers 0, 1, ...

    Methods that need no `near_hit` take classes with one member.
    """
    classes, y = np.unique(y, return_inverse=True)
    counts = np.bincount(y)
    if len(counts) < 2:
        raise ValueError(
            f"Expected at least two classes, found one class, {classes[0]}: "
            "there is nothing to tell apart. Check that y is the label column."
        )
    if near_hit and counts.min() < 2:
        raise ValueError(
            f"Expected at least two samples of every class, found 1 sample of class "
            f"{classes[counts.argmin()]}: a margin needs a near hit. Drop or merge "
            "that class."
        )
    return classes, y


def by_class(y):
    """An order of the samples by class, where in it classes begin, and their numbers.

    Labels may be anything that can be sorted; classes are numbered from 0, and those of
    the samples are in that order. The last of the beginnings is the end.
    """
    _, y = np.unique(y, return_inverse=True)
    order = np.argsort(y, kind="stable")
    return order, np.searchsorted(y[order], np.arange(y.max() + 2)), y[order]

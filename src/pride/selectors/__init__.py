"""The selectors by the names that rules, tables and figures use.

A selector is loaded when it is asked for, by name or as ``from pride.selectors import
Simba``: a job then imports, and depends on, the one method that it runs.
"""

from importlib import import_module

SELECTORS = {  # module: class
    "relief": "Relief",
    "simba": "Simba",
    "gflip": "GFlip",
    "infogain": "InfoGain",
    "svm": "LinearSVM",
    "l1_svm": "L1SVM",
    "gmeb": "GMEB",
    "gmeb_cv": "GMEBCV",
    "lmba": "Lmba",
    "fsfs": "FSFS",
    "multiclass_svm": "MulticlassSVM",
    "mufasa": "Mufasa",
    "svm_rfe": "SVMRFE",
    "mf_pfs": "MFPFS",
}
TWO_CLASSES = ["svm", "l1_svm", "gmeb", "gmeb_cv"]  # tell no more than two apart


def selector(method):
    """The estimator class of a method, such as "simba"."""
    if method not in SELECTORS:
        raise ValueError(f"No selector {method!r}; there are {', '.join(SELECTORS)}.")
    return getattr(import_module(f"pride.selectors.{method}"), SELECTORS[method])


def __getattr__(name):
    for method, class_name in SELECTORS.items():
        if class_name == name:
            return selector(method)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *SELECTORS.values()])

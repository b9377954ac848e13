"""The same method, the same name and colour everywhere (Okabe and Ito's colours)."""

NAMES = {
    "simba": "Simba",
    "relief": "Relief",
    "gflip": "G-flip",
    "infogain": "Infogain",
    "svm": "SVM",
    "l1_svm": "l1 SVM",
    "gmeb": "GMEB",
    "gmeb_cv": "GMEB, R by cross-validation",
    "lmba": "Lmba",
    "fsfs": "Mitra's",
    "random": "random ranking",
    "truth": "correct weights",
    "all_features": "all features",
}
COLOURS = {
    "simba": "#0072b2",
    "relief": "#d55e00",
    "infogain": "#009e73",
    "gflip": "#cc79a7",
    "svm": "#999999",
    "l1_svm": "#56b4e9",
    "gmeb": "#e69f00",
    "gmeb_cv": "#e69f00",
    "lmba": "#882255",
    "fsfs": "#b8860b",
    "random": "#999999",
    "truth": "#000000",
}

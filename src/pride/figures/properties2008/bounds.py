"""Theorems 4 and 8 of Krupka, Navot and Tishby (2008), as curves."""

import matplotlib.pyplot as plt

SELECTIONS = {
    "direct_selection": ("any 600 of N features (1)", "#d55e00"),
    "binary_selection": ("3 binary meta-features, example 3", "#009e73"),
    "linear_selection": ("linear in 4 meta-features, example 2", "#0072b2"),
}
ERRORS = {
    "direct_selection": ("direct selection, n ln N with N = n 2$^{50}$", "#d55e00"),
    "mufasa": ("Mufasa, ln(J |MF|)", "#0072b2"),
}
TRAINING = 2000


def curve(scores, method, metric):
    """A quantity by its place."""
    mine = scores[(scores["metric"] == metric) & (scores["method"] == method)]
    return mine.set_index("at")["value"]


def bounds(scores):
    """Section 7: the joint VC dimension against N, the bound on the error against m."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(9.2, 3.9))
    for method, (label, colour) in SELECTIONS.items():
        line = curve(scores, method, "joint_vc_over_candidates")
        left.plot(line, color=colour, label=label)
    left.axhline(TRAINING, color="0.5", ls="--", lw=1)
    left.text(
        line.index[-1], TRAINING, "2000 images ", color="0.4", ha="right", va="bottom"
    )
    left.set(xscale="log", yscale="log", ylim=(1e3, None), xlabel="candidates N")
    left.set_title("(a) Bound on the joint VC dimension, theorem 8, n = 600")
    left.legend()
    for method, (label, colour) in ERRORS.items():
        line = curve(scores, method, "error_bound_over_m")
        right.plot(line, color=colour, label=label)
    right.axhline(1, color="0.5", ls="--", lw=1)
    right.text(
        line.index[-1],
        1,
        "nothing is said above ",
        color="0.4",
        ha="right",
        va="bottom",
    )
    right.axvline(TRAINING, color="0.5", ls=":", lw=1)
    right.text(TRAINING, line.min(), " 2000 images", color="0.4")
    right.set(xscale="log", yscale="log", xlabel="training samples m")
    right.set_title("(b) Bound on the error, theorem 4, d = 600, no training error")
    right.legend()
    return fig

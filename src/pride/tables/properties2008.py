"""Tables of Krupka, Navot and Tishby (2008)."""

import pandas as pd

METHODS = {
    "mufasa": "Mufasa",
    "rand_search": "Rand Search",
    "norm_infogain": "Norm Infogain",
    "infogain": "Infogain",
    "rand_value": "one random value a step (ours)",
    "mufasa_then_infogain": "Mufasa with twice the budget, then Infogain (ours)",
    "mufasa_shift1": "Mufasa, shiftInvLen 1",
    "mufasa_shift4": "Mufasa, shiftInvLen 4",
    "mufasa_shuffled": "Mufasa, meta-features shuffled",
}
SELECTIONS = {
    "rfe_all": "RFEall",
    "mf_pfs": "MF-PFS",
    "rfe_small": "RFEsmall",
    "baseline": "Baseline",
    "baseline_other_images": "Baseline, patches of other images",
    "rfe_one_step": "RFEall in one step",
    "mf_pfs_alpha06": "MF-PFS, alpha from 0.6",
    "mf_pfs_fixed_alpha": "MF-PFS, alpha always 1.2",
    "mf_pfs_x075": "MF-PFS, alphas times 0.75",
    "mf_pfs_x125": "MF-PFS, alphas times 1.25",
    "mf_pfs_x150": "MF-PFS, alphas times 1.5",
}


def mean_and_error(values):
    """Mean and standard error of repeats as text."""
    return f"{values.mean():.2f} ± {values.sem() if len(values) > 1 else 0:.2f}"


def digits(scores):
    """Figure 6: test errors in percent by budget, and of the SVM by degree."""
    errors = scores[scores["metric"] == "error"]
    cells = errors.groupby(["method", "at"])["value"].apply(mean_and_error)
    rows = [
        {"method": name, "budget": f"{at:g}", "test error (%)": cells[method, at]}
        for method, name in METHODS.items()
        if method in cells.index
        for at in cells[method].index
    ]
    for degree, cell in cells["poly_svm"].items():
        name = f"SVM on pixels, degree {degree:g}"
        rows.append({"method": name, "budget": "none", "test error (%)": cell})
    return pd.DataFrame(rows)


def selection(scores):
    """Figure 5: accuracy in percent, and features that were measured, by n."""
    shown = scores[scores["metric"].isin(["accuracy", "measured_features"])]
    cells = shown.groupby(["metric", "method", "at"])["value"].apply(mean_and_error)
    return pd.DataFrame(
        {
            "method": name,
            "n": f"{n:g}",
            "accuracy (%)": cells["accuracy", method, n],
            "measured features": cells["measured_features", method, n],
        }
        for method, name in SELECTIONS.items()
        if method in cells["accuracy"].index
        for n in cells["accuracy", method].index
    )


def bounds(scores):
    """Section 7: numbers of 7.1 as printed and as they are; examples 1 to 3."""
    value = scores.set_index(["method", "metric", "at"])["value"]
    printed = "direct_selection_as_printed", "selection_term", 50
    rows = [
        ("J n ln 2n, the expression printed, n = 988", "375000", value[printed]),
        (
            "n ln N for N = n 2^J, what it stands for",
            "375000",
            term(value, "direct_selection"),
        ),
        ("ln(J |MF|), Mufasa", "11", term(value, "mufasa")),
        ("joint VC bound, any 600 of 30000 features (1)", "", joint(value, "direct")),
        ("joint VC bound, linear in 4 meta-features", "", joint(value, "linear")),
        ("joint VC bound, 3 binary meta-features", "", joint(value, "binary")),
        ("theorem 4 at m = 2000, Mufasa", "", value["mufasa", "error_bound", 2000]),
        (
            "theorem 4 at m = 2000, direct selection",
            "",
            value["direct_selection", "error_bound", 2000],
        ),
    ]
    table = pd.DataFrame(rows, columns=["quantity", "printed", "computed"])
    table["computed"] = [f"{number:.6g}" for number in table["computed"]]
    return table


def term(value, method):
    """The selection term of section 7.1."""
    return value[method, "selection_term", 50]


def joint(value, selection):
    """The bound of section 7.2 for n = 600."""
    return value[f"{selection}_selection", "joint_vc_bound", 600]

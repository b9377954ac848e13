"""Tables of Gilad-Bachrach, Navot and Tishby (2004)."""

import pandas as pd

PRINTED = {  # section 5.3: features, balanced error (%) on the hidden test set
    "arcene": (76, 12.66),
    "madelon": (18, 7.61),
}
PARTS = {  # what G-flip ran on
    "epochs": "",
    "epochs_training": "training part only",
    "epochs_by_person": "splits by person",
}


def mean_and_error(values, digits=3):
    """Mean and standard error of repeats as text."""
    error = values.sem() if values.nunique() > 1 else 0
    return f"{values.mean():.{digits}g} ± {error:.1g}"


def xor(scores):
    """Section 5.1: angle, margin and hits of each method after some iterations."""
    rows = []
    iterations = scores.loc[scores["metric"] == "found", "at"].unique()
    for method in ("simba", "relief"):
        for at in sorted(iterations):
            at_hand = scores[(scores["method"] == method) & (scores["at"] == at)]
            values = at_hand.groupby("metric")["value"]
            rows.append(
                {
                    "method": method,
                    "iterations": str(at),
                    "angle (rad)": mean_and_error(values.get_group("angle")),
                    "margin e(w)": mean_and_error(values.get_group("margin")),
                    "relevant first (%)": f"{values.get_group('found').mean():.0f}",
                }
            )
    for method in ("truth", "uniform"):
        margin = scores[(scores["method"] == method) & (scores["metric"] == "margin")]
        row = {"method": method, "margin e(w)": mean_and_error(margin["value"])}
        rows.append(row)
    return pd.DataFrame(rows).fillna("")


def challenge(scores):
    """Section 5.3: features, passes and errors beside those that the paper prints.

    An error is the mean over the orders of G-flip; its interval is binomial, of one
    validation part, and does not cover what another training part would change.
    """
    rows = []
    for dataset, measured in scores.groupby("dataset"):
        mean = measured.groupby(["method", "metric"])["value"].mean()
        features, passes = (
            measured.loc[measured["metric"] == metric, "value"]
            for metric in ("features", "epochs")
        )
        row = {
            "data set": dataset,
            "features": smallest_to_largest(features),
            "features, printed": str(PRINTED[dataset][0]),
            "passes": smallest_to_largest(passes),
        }
        for name, method in (("SVM-RBF", "gflip_svm_rbf"), ("1-NN", "gflip_one_nn")):
            error, low, high = (
                mean[method, metric]
                for metric in ("balanced_error", "interval_low", "interval_high")
            )
            row[f"{name}, validation error (%)"] = (
                f"{error:.1f} [{low:.1f}, {high:.1f}]"
            )
        row["SVM-RBF, printed test error (%)"] = f"{PRINTED[dataset][1]:.2f}"
        rows.append(row)
    return pd.DataFrame(rows)


def smallest_to_largest(counts):
    """The range of whole numbers as text; one number if they are all equal."""
    low, high = int(counts.min()), int(counts.max())
    return str(low) if low == high else f"{low} to {high}"


def multiclass(scores):
    """Section 3: e(w) and errors after the run of a method, and with all features."""
    rows = []
    for (dataset, method), measured in scores.groupby(["dataset", "method"]):
        values = measured.groupby("metric")["value"]
        row = {"data set": dataset, "method": method, "features": "weighted"}
        if method == "gflip":
            row["features"] = smallest_to_largest(values.get_group("features"))
        for name, metric in (
            ("e(w), largest weight 1", "margin"),
            ("e(w), length 1", "margin_of_length_one"),
            ("1-NN error, leave-one-out (%)", "margin_error"),
        ):
            before = values.get_group(f"{metric}_before").item()
            row[f"{name}: all features"] = f"{before:.6g}"
            after = measured.loc[measured["metric"] == metric, "value"]
            text = mean_and_error(after, digits=6) if len(after) else "none"
            row[f"{name}: after"] = text
        rows.append(row)
    return pd.DataFrame(rows)


def passes(scores):
    """Section 3.1: after how many passes G-flip converged, in all runs on real data.

    The last pass, without a change, counts.
    """
    counted = scores[scores["metric"].isin(PARTS)]
    keys = [counted["dataset"], counted["metric"].map(PARTS)]
    rows = [(*key, values) for key, values in counted["value"].groupby(keys)]
    rows.append(("all", "", counted["value"]))
    return pd.DataFrame(
        {
            "data set": dataset,
            "part": name,
            "runs": len(values),
            "passes": smallest_to_largest(values),
            "less than 10 (%)": f"{100 * (values < 10).mean():.0f}",
            "less than 20 (%)": f"{100 * (values < 20).mean():.0f}",
        }
        for dataset, name, values in rows
    )

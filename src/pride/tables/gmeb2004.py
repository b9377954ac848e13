"""Tables of Peleg and Meir (2004)."""

import pandas as pd

NAMES = {"svm": "SVM", "l1_svm": "l1 SVM", "gmeb": "GMEB"}
FACTORS = (
    "limits",
    "footnote",
    "folds",
    "centring",
    "scaling",
    "missing",
    "ties",
    "rule",
)


def cell(mean, spread):
    """Error and number of features as the paper prints them."""
    parts = []
    for what in ("error", "features"):
        digits = 1 if mean[what] < 1000 else 0
        text = f"{mean[what]:.{digits}f}"
        if not pd.isna(spread[what]):
            text += f" ± {spread[what]:.1f}"
        parts.append(text)
    return f"{parts[0]} ({parts[1]})"


def printed(published, dataset, method, at):
    """A cell as printed; nothing where the paper prints none."""
    mine = published[
        (published["dataset"] == dataset)
        & (published["method"] == method)
        & (published["at"] == at)
        & published["metric"].isin(["error", "features"])
        & (published["relation"] == "=")
        & published["value"].notna()
    ].set_index("metric")
    return cell(mine["value"], mine["spread"]) if len(mine) == 2 else ""


def side_by_side(scores, published, label, spread):
    """Ours and the printed cells of all methods, a row each data set and place."""
    rows = []
    for (dataset, at), mine in scores.groupby(["dataset", "at"], sort=False):
        row = {label: dataset if at == 0 else f"{at:g}"}
        for method, name in NAMES.items():
            values = mine[mine["method"] == method].groupby("metric")["value"]
            if "error" in values.groups:
                row[name] = cell(values.mean(), spread(values))
                row[f"{name}, printed"] = printed(published, dataset, method, at)
        if len(row) > 1:
            rows.append(row)
    return pd.DataFrame(rows)


def table_1(scores, published):
    """Mean and standard deviation of error (%) and number of features, for each n."""
    at = scores[scores["at"] > 0]
    return side_by_side(at, published, "n", lambda values: values.std())


def table_2(scores, published):
    """Mean and standard error over tenths, or random splits (the paper has one)."""
    return side_by_side(scores, published, "data set", lambda values: values.sem())


def readings(scores):
    """Section 4.1: misfit and agreeing cells of all readings, the best first."""
    mine = scores[scores["dataset"] == "both_tables"]
    mine = mine[~mine["metric"].str.startswith("judged/")]
    what = mine["metric"].str.split("/", expand=True)
    wide = mine[["method", "value"]].assign(what=what[0])
    wide[list(FACTORS)] = what[list(range(1, 9))]
    rows = []
    for method, table in wide.groupby("method"):
        table = table.pivot(index=FACTORS, columns="what", values="value").reset_index()
        for rank, (_, row) in enumerate(table.sort_values("misfit").iterrows()):
            rows.append(
                {"method": method, "rank": rank + 1}
                | {factor: row[factor] for factor in FACTORS}
                | {"misfit": f"{row['misfit']:.3f}", "agreeing": int(row["agreeing"])}
            )
    return pd.DataFrame(rows)


def readings_of_one_data_set(scores):
    """Section 4.1: two classes of Multiple Features, editions of Colon."""
    mine = scores[scores["dataset"] != "both_tables"]
    if mine.empty:
        return pd.DataFrame(columns=["data set", "reading"])
    what = mine["metric"].str.partition("/")
    mine, rows = mine.assign(what=what[0], reading=what[2]), []
    for key, table in mine.groupby(["dataset", "reading"]):
        row = dict(zip(("data set", "reading"), key, strict=True))
        misfit = table[table["what"] == "misfit"]["value"].mean()
        for method, name in NAMES.items():
            each = table[table["method"] == method].set_index("what")["value"]
            row[name] = f"{each['error']:.1f} ({each['features']:.1f})"
        rows.append(row | {"misfit": f"{misfit:.2f}"})
    return pd.DataFrame(sorted(rows, key=lambda row: (row["data set"], row["misfit"])))

"""Tables of Li and Lu (2009)."""

import pandas as pd

NAMES = {"iris": "Iris", "lmba_multiclass": "Multi-class", "lmba_s1": "S1"}
METHODS = {"lmba": "Lmba", "simba": "Simba", "fsfs": "Mitra's", "random": "random"}
PRINTED_RANKING = {  # Table 1
    ("iris", "lmba"): "{3,4},2,1",
    ("iris", "simba"): "{3,4},2,1",
    ("lmba_multiclass", "lmba"): "{2,1},9,6,…",
    ("lmba_multiclass", "simba"): "{2,1},9,10,…",
    ("lmba_s1", "lmba"): "{2,3,6,1,4,5},8,…",
    ("lmba_s1", "simba"): "{2,1,3,6,4,5},9,…",
}
PRINTED_ACCURACY = {  # Table 2, on CAS-PEAL
    127: (74.73, 74.55, 72.13),
    254: (76.23, 75.26, 73.19),
    508: (77.72, 75.78, 75.00),
    1016: (79.08, 77.58, 76.59),
}


def share(scores, method, metric):
    """Percent of the repeats in which the important features are first."""
    rows = scores[(scores["method"] == method) & (scores["metric"] == metric)]
    return f"{rows['value'].mean():.0f}"


def most_common_order(ranks):
    """The ranking that most repeats give, and in how many percent."""
    by_repeat = ranks.pivot(index="repeat", columns="feature", values="value")
    orders = by_repeat.apply(
        lambda row: ",".join(map(str, row.sort_values().index)), axis=1
    ).value_counts()
    return orders.index[0], 100 * orders.iloc[0] / len(by_repeat)


def table_1(scores):
    """In how many repeats the important features come first, beside one printed run."""
    rows = []
    for (dataset, method), printed in PRINTED_RANKING.items():
        mine = scores[(scores["dataset"] == dataset) & (scores["method"] == method)]
        if mine.empty:
            continue
        found = mine[mine["metric"].str.startswith("rank_of_feature_")].copy()
        found["feature"] = found["metric"].str.extract(r"(\d+)$")[0].astype(int)
        order, percent = most_common_order(found)
        row = {"data set": NAMES[dataset], "method": METHODS[method]}
        row["printed ranking"] = printed
        row["important first (%)"] = share(mine, method, "important_first")
        row["20% labels flipped"] = share(mine, method, "important_first_label_noise")
        row["5% outliers"] = share(mine, method, "important_first_outliers")
        row["most frequent ranking"] = f"{order} ({percent:.0f}%)"
        rows.append(row)
    return pd.DataFrame(rows)


def table_2(scores):
    """Mean accuracy over the probe sets, beside what is printed for CAS-PEAL."""
    rows = []
    accuracies = scores[scores["metric"] == "accuracy"]
    for size, mine in accuracies.groupby("at"):
        printed = PRINTED_ACCURACY.get(int(size), ())
        of_paper = dict(zip(METHODS, printed, strict=False))
        for method, name in METHODS.items():
            values = mine.loc[mine["method"] == method, "value"]
            if values.empty:
                continue
            error = values.sem() if len(values) > 1 else 0
            row = {"features": f"{size:.0f}", "method": name}
            row["accuracy (%)"] = f"{values.mean():.2f} ± {error:.2f}"
            text = f"{of_paper[method]:.2f}" if method in of_paper else ""
            row["printed, CAS-PEAL (%)"] = text
            rows.append(row)
    return pd.DataFrame(rows)

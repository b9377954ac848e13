"""The scorecard as text: Markdown for README and terminal."""

from pride.markdown import markdown_table, scale_note
from pride.published import VERDICTS, new

BEGIN, END = "<!-- scorecard: begin -->", "<!-- scorecard: end -->"
HEADINGS = ["where", "statement", "published", "ours", "verdict", "note"]


def counts(judged, by):
    """How many rows of each group agree, differ or are missing, in order of rows."""
    table = judged.groupby([*by, "verdict"], sort=False).size().unstack(fill_value=0)
    order = list(dict.fromkeys(judged[by].itertuples(index=False, name=None)))
    order = [key if len(by) > 1 else key[0] for key in order]
    return table.reindex(order).reindex(columns=VERDICTS, fill_value=0).astype(int)


def summary(judged, scale):
    """Markdown: how many rows of each paper, and of all, have which verdict."""
    papers = counts(judged, ["paper"])
    rows = [*papers.reset_index().itertuples(index=False), ["all", *papers.sum()]]
    lines = markdown_table(["paper", *VERDICTS], rows)
    return "\n".join([*scale_note(scale), *lines, ""])


def markdown(judged, scale):
    """Markdown: counts by paper and by item, then all rows, paper by paper."""
    lines = ["# Scorecard", "", *scale_note(scale), summary(judged, "paper")]
    verdicts = judged["verdict"]
    judged = judged.assign(told=verdicts.mask(new(judged), verdicts + " (new)"))
    for paper, rows in judged.groupby("paper", sort=False):
        items = counts(rows, ["item"]).reset_index().itertuples(index=False)
        lines += [f"## {paper}", "", *markdown_table(["where", *VERDICTS], items), ""]
        lines += [*markdown_table(HEADINGS, cells(rows)), ""]
    return "\n".join(lines)


def cells(rows):
    """The cells of the big table, as text, one list for each published row."""
    for row in rows.astype(object).fillna("").to_dict("records"):
        other = row["than"] or f"{row['value']:g}"
        spread = f" ± {row['spread']:g}" if row["spread"] != "" else ""
        ours = ""
        if row["measured"] != "":
            ours = f"{row['measured']:.4g} ± {row['measured_error']:.2g}"
        if row["than"] and ours:
            other = f"{other} ({row['compared_with']:.4g})"
        where = f"{row['item']}, {row['place']}"
        published = f"{row['relation']} {other}{spread}"
        yield [where, row["statement"], published, ours, row["told"], row["note"]]


def between_markers(text, block):
    """`text` with what stands between the two markers replaced by `block`."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"Expected the lines {BEGIN} and {END} in the text; add them.")
    return f"{before}{BEGIN}\n{block.strip()}\n{END}{after}"

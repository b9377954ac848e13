"""The scorecard as text: Markdown for README and terminal, HTML for the browser."""

from html import escape
from string import Template

from pride.published import VERDICTS

BEGIN, END = "<!-- scorecard: begin -->", "<!-- scorecard: end -->"
HEADINGS = ["where", "statement", "published", "ours", "verdict", "note"]
PAGE = Template("""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pride: the scorecard</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto;
         padding: 0 1rem; }
  table { border-collapse: collapse; display: block; overflow-x: auto; }
  th, td { padding: .25rem .6rem; text-align: left; vertical-align: top;
           border-bottom: 1px solid #8884; }
  .agrees { color: #0072b2; } .differs { color: #d55e00; } .missing { color: #888; }
  .agrees, .differs { font-weight: 600; }
</style>
<h1>Pride: published against measured</h1>
$body
</html>
""")


def counts(judged, by):
    """How many rows of each group agree, differ or are missing, in order of rows."""
    table = judged.groupby([*by, "verdict"], sort=False).size().unstack(fill_value=0)
    order = list(dict.fromkeys(judged[by].itertuples(index=False, name=None)))
    order = [key if len(by) > 1 else key[0] for key in order]
    return table.reindex(order).reindex(columns=VERDICTS, fill_value=0).astype(int)


def summary(judged, scale):
    """Markdown: the counts of each paper, then of each table, figure and section."""
    built = judged[judged["verdict"] != "missing"]
    papers = counts(judged, ["paper"]).reset_index()
    lines = markdown_table(["paper", *VERDICTS], papers.itertuples(index=False))
    if len(built):
        items = counts(built, ["paper", "item"]).reset_index()
        rows = [
            [f"{r.paper}, {r.item}", r.agrees, r.differs] for r in items.itertuples()
        ]
        lines += ["", "What has been built so far:", ""]
        lines += markdown_table(["where", "agrees", "differs"], rows)
    return "\n".join([*scale_note(scale), *lines, ""])


def markdown(judged, scale):
    """All rows as Markdown, paper by paper."""
    lines = ["# Scorecard", "", *scale_note(scale), summary(judged, "paper")]
    for paper, rows in judged.groupby("paper", sort=False):
        lines += [f"## {paper}", "", *markdown_table(HEADINGS, cells(rows)), ""]
    return "\n".join(lines)


def html(judged, scale):
    """All rows as one page without scripts, paper by paper."""
    parts = [
        f"<p><strong>{escape(note)}</strong></p>" for note in scale_note(scale)[:1]
    ]
    papers = counts(judged, ["paper"]).reset_index()
    parts.append(html_table(["paper", *VERDICTS], papers.itertuples(index=False)))
    for paper, rows in judged.groupby("paper", sort=False):
        parts += [f"<h2>{escape(paper)}</h2>", html_table(HEADINGS, cells(rows))]
    return PAGE.substitute(body="\n".join(parts))


def scale_note(scale):
    """A line that no number at a reduced scale may be without."""
    if scale == "paper":
        return []
    return [f"Scale: {scale} (fewer repeats than the papers; verdicts may differ).", ""]


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
        yield [where, row["statement"], published, ours, row["verdict"], row["note"]]


def markdown_table(headings, rows):
    """Lines of a Markdown table."""
    lines = [list(headings), ["---"] * len(headings), *rows]
    texts = ([str(cell).replace("|", "\\|") for cell in line] for line in lines)
    return ["| " + " | ".join(line) + " |" for line in texts]


def html_table(headings, rows):
    """A table whose verdicts carry their name as a class."""
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in headings)
    body = ""
    for row in rows:
        marked = (f' class="{cell}"' if cell in VERDICTS else "" for cell in row)
        pairs = zip(row, marked, strict=True)
        body += "<tr>" + "".join(f"<td{m}>{escape(str(c))}</td>" for c, m in pairs)
        body += "</tr>\n"
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table>"


def between_markers(text, block):
    """`text` with what stands between the two markers replaced by `block`."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"Expected the lines {BEGIN} and {END} in the text; add them.")
    return f"{before}{BEGIN}\n{block.strip()}\n{END}{after}"

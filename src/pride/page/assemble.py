"""Everything that the page shows, paper by paper and item by item."""

from pride.page.catalogue import is_shown_first, items_of, place_of, words_of
from pride.page.rows import row_views
from pride.published import VERDICTS


def anchor_of(*names):
    """A name for links: small letters, digits and hyphens."""
    text = "-".join(names).lower()
    return "".join(c if c.isalnum() else "-" for c in text)


def counts_of(rows):
    """How many rows have which verdict."""
    return {verdict: sum(r["verdict"] == verdict for r in rows) for verdict in VERDICTS}


def citations(references):
    """By key: title, authors and where a paper appeared, from CITATION.cff."""
    return {
        one["abbreviation"]: {
            "title": one["title"],
            "authors": ", ".join(a["family-names"] for a in one["authors"]),
            "where": f"{one.get('journal') or one['collection-title']}, {one['year']}",
            "doi": one.get("doi"),
        }
        for one in references
        if "abbreviation" in one
    }


def described(shown):
    """A figure or table with what its maker says that it shows, and of which items."""
    items = items_of(shown["path"], shown["maker"])
    return shown | {"items": items, "about": words_of(shown["path"], shown["maker"])}


def chapters_of(paper, rows, shown, readings):
    """All items of a paper that have rows or pictures, tables and figures first."""
    names = {row["item"] for row in rows}
    names |= {item for one in shown for item in one["items"]}
    items = []
    for name in sorted(names, key=place_of):
        mine = [row for row in rows if row["item"] == name]
        of_this = [one for one in shown if name in one["items"]]
        elsewhere = {one["items"][0] for one in of_this} - {name}
        items.append(
            {
                "name": name,
                "anchor": anchor_of(paper, name),
                "first": is_shown_first(name),
                "rows": mine,
                "counts": counts_of(mine),
                "shown": [one for one in of_this if one["items"][0] == name],
                "elsewhere": [(n, anchor_of(paper, n)) for n in sorted(elsewhere)],
                "readings": [r for r in readings if name in r["items"]],
            }
        )
    return items


def assemble(judged, shown, readings, references, papers):
    """The papers with their items, counts, additions and readings."""
    rows, cited = row_views(judged), citations(references)
    nothing = {"title": "", "authors": "", "where": "", "doi": None}
    assembled = []
    for paper in papers:
        mine = [row for row in rows if row["paper"] == paper]
        seen = [described(one) for one in shown if one["paper"] == paper]
        texts = readings.get(paper, [])
        for number, text in enumerate(texts, 1):
            text["anchor"] = anchor_of(paper, "reading", str(number))
        assembled.append(
            cited.get(paper, nothing)
            | {
                "key": paper,
                "counts": counts_of(mine),
                "rows": mine,
                "items": chapters_of(paper, mine, seen, texts),
                "additions": [one for one in seen if not one["items"]],
                "readings": texts,
            }
        )
    return assembled

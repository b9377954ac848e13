"""The readings of docs/readings.md as HTML, and which item of a paper each is about."""

import re
from html import escape

from pride.page.catalogue import items_in

CODE = re.compile(r"`([^`]+)`")
BOLD = re.compile(r"\*\*(.+?)\*\*(?!\*)", re.DOTALL)
EMPHASIS = re.compile(r"(?<!\*)\*([^*\s][^*]*)\*(?!\*)")
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


def readings_of(text):
    """By heading: its readings, each a title, HTML, and the items that it mentions."""
    chapters = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    parts = (chapter.partition("\n") for chapter in chapters)
    return {title.strip(): readings_in(body) for title, _, body in parts}


def readings_in(body):
    """A reading goes from a paragraph that begins in bold to the next."""
    found = []
    for block in filter(None, map(str.strip, re.split(r"\n\s*\n", body))):
        opening = BOLD.match(block)
        if opening or not found:
            title = opening[1] if opening else "General"
            found.append({"title": plain(title).rstrip(".:"), "blocks": []})
        found[-1]["blocks"].append(block)
    for reading in found:
        blocks = reading.pop("blocks")
        reading["html"] = "\n".join(map(block_html, blocks))
        reading["items"] = items_in("\n\n".join(blocks))
    return found


def plain(text):
    """A title without marks."""
    return " ".join(EMPHASIS.sub(r"\1", CODE.sub(r"\1", text)).split())


def inline(text):
    """Code, bold, emphasis and links of a text."""
    codes = []

    def keep(match):
        codes.append(f"<code>{escape(match[1])}</code>")
        return f"\0{len(codes) - 1}\0"

    text = escape(CODE.sub(keep, text), quote=False)
    text = BOLD.sub(r"<strong>\1</strong>", text)
    text = EMPHASIS.sub(r"<em>\1</em>", text)
    text = LINK.sub(r"\1", text)  # targets are files that the page does not have
    return re.sub("\0(\\d+)\0", lambda match: codes[int(match[1])], text)


def block_html(block):
    """A table, a list or a paragraph."""
    if block.startswith("|"):
        return table_html(block)
    if block.startswith("- "):
        items = re.split(r"^- ", block, flags=re.MULTILINE)[1:]
        return "<ul>" + "".join(f"<li>{inline(item)}</li>" for item in items) + "</ul>"
    return f"<p>{inline(block)}</p>"


def table_html(block):
    """A table whose second line only separates."""
    head, _, *body = (
        [
            cell.strip().replace("\\|", "|")
            for cell in re.split(r"(?<!\\)\|", line)[1:-1]
        ]
        for line in block.splitlines()
    )
    lines = ["".join(f"<th>{inline(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{inline(cell)}</td>" for cell in row) for row in body]
    rows = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="wide"><table>{rows}</table></div>'

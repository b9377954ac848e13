"""Which table, figure or statement of a paper something is of, and their order."""

import re
from importlib import import_module
from inspect import getdoc
from pathlib import Path

KINDS = [
    "Table",
    "Figure",
    "Abstract",
    "Section",
    "Theorem",
    "Lemma",
    "Example",
    "Appendix",
    "Footnote",
]
NUMBER = r"(?:\d+(?:\.\d+)*|[A-Z]\b)"
MENTION = re.compile(
    rf"\b({'|'.join(KINDS)})s? ({NUMBER}(?:(?:, | and | to ){NUMBER})*)",
    re.IGNORECASE,
)
IN_NAME = re.compile(rf"({'|'.join(KINDS)})_(\d+)", re.IGNORECASE)


def words_of(path, maker):
    """What a figure or table shows: the first paragraph of its maker's docstring.

    If no maker is known, the name of the file must do.
    """
    if maker is None:
        return Path(path).stem.replace("_", " ").capitalize()
    module, _, function = maker.rpartition(".")
    words = getdoc(getattr(import_module(module), function))
    return " ".join(words.partition("\n\n")[0].split())


def items_in(text):
    """Items that a text mentions: "figures 7 to 9" are three."""
    items = []
    for kind, numbers in MENTION.findall(" ".join(text.split())):
        for part in re.split(", | and ", numbers):
            first, _, last = part.partition(" to ")
            span = [first, last] if last else [first]
            if first.isdigit() and last.isdigit():
                span = map(str, range(int(first), int(last) + 1))
            items += [f"{kind.capitalize()} {number}" for number in span]
    return list(dict.fromkeys(items))


def items_of(path, maker):
    """The items of the paper that a figure or table is of, such as "Figure 5".

    The docstring of its maker begins with them, before a colon, or else the file is
    named after one. Additions are of none.
    """
    opening, colon, _ = words_of(path, maker).partition(":")
    if colon and MENTION.fullmatch(opening):
        return items_in(opening)
    found = IN_NAME.match(Path(path).stem)
    return [f"{found[1].capitalize()} {found[2]}"] if found else []


def is_shown_first(item):
    """Tables and figures come before statements of the text."""
    return item.split()[0] in ("Table", "Figure")


def place_of(item):
    """Sorts items: tables, figures, then statements from abstract to footnotes."""
    kind, _, number = item.partition(" ")
    parts = [int(part) if part.isdigit() else 0 for part in number.split(".")]
    return KINDS.index(kind), parts, number

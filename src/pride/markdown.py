"""Tables and notes in Markdown, for files that people read as text."""


def markdown_table(headings, rows):
    """Lines of a Markdown table."""
    lines = [list(headings), ["---"] * len(headings), *rows]
    texts = ([str(cell).replace("|", "\\|") for cell in line] for line in lines)
    return ["| " + " | ".join(line) + " |" for line in texts]


def scale_note(scale):
    """A line that no number at a reduced scale may be without."""
    if scale == "paper":
        return []
    return [f"Scale: {scale} (fewer repeats than the papers; verdicts may differ).", ""]

"""One page with every published number beside ours, figures and tables within."""

import io
import json
from base64 import b64encode
from pathlib import Path

import pandas as pd
import yaml
from PIL import Image

from entry import run
from pride.markdown import scale_note
from pride.page.assemble import assemble
from pride.page.readings import readings_of
from pride.page.render import render

FIRST_ROWS = 12  # of a long table; the file has all


def main(
    scorecard, record, jobs, pictures, template, style, behaviour, readings, citation,
    catalogue, datasets, papers, scale, html_page,
):  # fmt: skip
    measured = pd.read_csv(jobs)
    seconds = dict(zip(measured["job"], measured["seconds"], strict=True))
    chapters = readings_of(Path(readings).read_text("utf-8"))
    references = yaml.safe_load(Path(citation).read_text("utf-8"))["references"]
    shown = [embedded(one, seconds) for one in catalogue]
    judged = pd.read_csv(scorecard)
    page = render(
        Path(template).read_text("utf-8"),
        papers=assemble(judged, shown, chapters, references, papers),
        agreement=picture(pictures[0]),
        times=picture(pictures[1]),
        build=json.loads(Path(record).read_text("utf-8")),
        datasets=datasets,
        general=chapters.get("All papers", []),
        note=" ".join(scale_note(scale)).strip(),
        style=Path(style).read_text("utf-8"),
        behaviour=Path(behaviour).read_text("utf-8"),
    )
    html_page.write_text(page, encoding="utf-8")


def embedded(one, seconds):
    """A figure with its picture, or a table with its first rows; how long it took."""
    known = [seconds[job] for job in one["jobs"] if job in seconds]
    one = one | {"seconds": sum(known) if known else None}
    if one["path"].endswith(".svg"):
        return one | {"picture": picture(one["path"])}
    table = pd.read_csv(one["path"], dtype=str, keep_default_na=False)
    table = table.drop(columns="scale", errors="ignore")
    first = table.head(FIRST_ROWS).values.tolist()
    return one | {"columns": list(table), "first": first, "length": len(table)}


def picture(svg):
    """A figure as an address that holds it: SVG or 128 colours, what is smaller."""
    drawn = Path(svg).read_bytes()
    buffer = io.BytesIO()
    with Image.open(Path(svg).with_suffix(".png")) as image:
        size = image.size
        few = image.convert("RGB").quantize(128, dither=Image.Dither.NONE)
        few.convert("RGB").save(buffer, "WEBP", lossless=True)
    kind, content = min(
        ("svg+xml", drawn), ("webp", buffer.getvalue()), key=lambda pair: len(pair[1])
    )
    address = f"data:image/{kind};base64,{b64encode(content).decode()}"
    return {"address": address, "width": size[0] // 2, "height": size[1] // 2}


if __name__ == "__main__":
    run(main, snakemake)

"""Put the summary of the scorecard into a text, between its markers."""

from pathlib import Path

from entry import run
from pride.scorecard import between_markers


def main(summary, readme, done):
    page = Path(readme)
    text = page.read_text()
    updated = between_markers(text, Path(summary).read_text())
    if updated != text:
        page.write_text(updated)
    done.touch()


if __name__ == "__main__":
    run(main, snakemake)

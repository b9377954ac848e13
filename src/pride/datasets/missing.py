"""Data sets that cannot be had: what is known without a download, what a run noted."""

import json

from pride.cache import write_whole
from pride.datasets.fetch import deliver
from pride.datasets.prepare import first_that_works
from pride.datasets.prepared import preparation


def check_within_reach(dataset, entry, places):
    """Stop if a data set can come from this machine only, and is not there."""

    def attempt(source):
        if "folder" in source or source.get("url", "").startswith("file:"):
            deliver(dataset, source, places)

    first_that_works(dataset, entry, attempt)


def write_note(file, dataset, entry, places, reasons, targets):
    """Note that no source delivers a data set, why, and which targets wait for it."""
    note = {
        "reasons": reasons,
        "waiting": targets,
        "asked": asked(dataset, entry, places),
    }
    write_whole(file, (json.dumps(note, indent=2) + "\n").encode())


def noted_reasons(file, dataset, entry, places):
    """Why a data set could not be had in the last run; None if it may be had now."""
    if not file.exists():
        return None
    note = json.loads(file.read_text())
    return note["reasons"] if note["asked"] == asked(dataset, entry, places) else None


def asked(dataset, entry, places):
    """What an answer depends on, apart from the network."""
    return {"preparation": preparation(dataset, entry, places), "mirror": places.mirror}

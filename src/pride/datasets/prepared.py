"""Prepared data sets, kept: made once for an entry and the code that reads it."""

import hashlib
import io
import json
from contextlib import suppress
from pathlib import Path

import numpy as np

from pride.compiled import cache_folder, code_hash
from pride.datasets.fetch import write_whole
from pride.datasets.prepare import counts, prepare
from pride.scores import scores

CODE = code_hash(Path(__file__).parent)


def preparation(dataset, entry, places):
    """A short name for all that prepared arrays depend on.

    Registered files are known by their hashes, which the entry holds; those in a
    folder that a user brings, by name, size and date.
    """
    facts = [dataset, entry, CODE]
    if any("folder" in source for source in entry["sources"]):
        files = sorted(p for p in (places.folders / dataset).rglob("*") if p.is_file())
        facts += [(str(p), p.stat().st_size, p.stat().st_mtime_ns) for p in files]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def kept_file(dataset, entry, places):
    """Where the arrays are, or will be, kept."""
    name = f"{dataset}-{preparation(dataset, entry, places)}.npz"
    return (places.cache or cache_folder()) / "prepared" / name


def kept_origin(dataset, entry, places):
    """Where arrays that are kept came from; None if there are none."""
    file = kept_file(dataset, entry, places)
    return file.with_suffix(".from").read_text() if file.exists() else None


def prepared(dataset, entry, places, report=None):
    """Checked arrays of a data set as the bytes of an npz file, and their origin."""
    file = kept_file(dataset, entry, places)
    if file.exists():
        return file.read_bytes(), kept_origin(dataset, entry, places)
    arrays, origin = prepare(dataset, entry, places, report)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    content = buffer.getvalue()
    with suppress(OSError):  # a cache that cannot be written to is done without
        for old in file.parent.glob(f"{dataset}-*"):
            old.unlink()
        write_whole(file.with_suffix(".from"), origin.encode())
        write_whole(file, content)
    return content, origin


def lay_out(dataset, entry, places, data, record, facts):
    """Write a data set for a build: arrays, whence they come, what is counted.

    A file that has the same content already keeps its date.
    """
    content, origin = prepared(dataset, entry, places)
    arrays = np.load(io.BytesIO(content))
    counted = [(metric, 0, 0, n) for metric, n in counts(entry, arrays).items()]
    key = preparation(dataset, entry, places)
    told = {"origin": origin, "content": entry.get("content"), "preparation": key}
    for path, new in (
        (data, content),
        (facts, scores(dataset, "truth", counted).to_csv(index=False).encode()),
        (record, (json.dumps(told, indent=2) + "\n").encode()),
    ):
        if not path.exists() or path.read_bytes() != new:
            write_whole(path, new)
    return origin


def laid_out_origin(dataset, entry, places, data, record):
    """Where arrays that are laid out came from; None if there are none, or old ones."""
    if not (record.exists() and data.exists()):
        return None
    told = json.loads(record.read_text())
    if told.get("preparation") != preparation(dataset, entry, places):
        return None
    return told["origin"]

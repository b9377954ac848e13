"""Prepared data sets, kept: made once for an entry and the code that reads it.

What is kept is looked at again before it is used. Arrays that are not those that were
checked, or are damaged, count as not there, and are made again.
"""

import hashlib
import io
import json
from contextlib import suppress
from pathlib import Path

import numpy as np

from pride.cache import cache_folder, write_whole
from pride.datasets.content import content_hash
from pride.datasets.local import unregistered_content
from pride.datasets.prepare import counts, prepare
from pride.scores import scores
from pride.sources import hash_of_files

HERE = Path(__file__).parent
CODE = hash_of_files(HERE, HERE.glob("*.py"))
KEY = 16  # characters of a preparation's name


def preparation(dataset, entry, places):
    """A short name for all that prepared arrays depend on.

    Registered files are known by their hashes, which the entry holds; all others that
    lie on this machine by their content.
    """
    facts = [dataset, entry, CODE]
    for source in entry["sources"]:
        facts.append(unregistered_content(dataset, source, places))
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:KEY]


def kept_file(dataset, entry, places):
    """Where the arrays are, or will be, kept: what is told of them, then an npz file.

    It is one file, so that the two cannot get out of step.
    """
    name = f"{dataset}-{preparation(dataset, entry, places)}.kept"
    return (places.cache or cache_folder()) / "prepared" / name


def kept(file, entry):
    """Arrays as the bytes of an npz file, and their origin; None if not as checked."""
    try:
        told, _, content = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    origin = origin_if_right(told, io.BytesIO(content), entry)
    return origin and (content, origin)


def origin_if_right(told, npz, entry):
    """The origin that is told of arrays, None if they are not the checked ones.

    Those that the registry knows must have its hash, whatever is told.
    """
    try:
        told = json.loads(told)
        with np.load(npz) as arrays:
            found = content_hash(arrays)
        return (
            told["origin"] if found == entry.get("content", told["content"]) else None
        )
    except Exception:  # of whatever kind: damaged files raise many
        return None


def kept_origin(dataset, entry, places):
    """Where arrays that are kept came from; None if there are none, or damaged ones."""
    found = kept(kept_file(dataset, entry, places), entry)
    return found and found[1]


def prepared(dataset, entry, places, report=None):
    """Checked arrays of a data set as the bytes of an npz file, and their origin."""
    file = kept_file(dataset, entry, places)
    if found := kept(file, entry):
        return found
    arrays, origin = prepare(dataset, entry, places, report)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    content = buffer.getvalue()
    told = json.dumps({"origin": origin, "content": content_hash(arrays)})
    if kept_file(dataset, entry, places) == file:  # nothing was edited meanwhile
        with suppress(OSError):  # a cache that cannot be written to is done without
            write_whole(file, told.encode() + b"\n" + content)
            remove_older(dataset, file)
    return content, origin


def remove_older(dataset, newest):
    """Remove what was kept of a data set before; others may be doing the same."""
    for file in newest.parent.glob(f"{dataset}-{'[0-9a-f]' * KEY}.*"):
        if file != newest:
            file.unlink(missing_ok=True)


def lay_out(dataset, entry, places, data, record, facts):
    """Write a data set for a build: arrays, whence they come, what is counted.

    A file that has the same content already keeps its date.
    """
    key = preparation(dataset, entry, places)  # before anything is read
    content, origin = prepared(dataset, entry, places)
    arrays = dict(np.load(io.BytesIO(content)))
    counted = [(metric, 0, 0, n) for metric, n in counts(entry, arrays).items()]
    told = {"origin": origin, "content": content_hash(arrays), "preparation": key}
    for path, new in (
        (data, content),
        (facts, scores(dataset, "truth", counted).to_csv(index=False).encode()),
        (record, (json.dumps(told, indent=2) + "\n").encode()),
    ):
        if not path.exists() or path.read_bytes() != new:
            write_whole(path, new)
    return origin


def laid_out_origin(dataset, entry, places, data, record):
    """Where arrays that are laid out came from; None if there are none, or others."""
    try:
        told = record.read_text()
        key = json.loads(told)["preparation"]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    if key != preparation(dataset, entry, places):
        return None
    return origin_if_right(told, data, entry)

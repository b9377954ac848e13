"""Files on this machine whose hashes nobody registered: they are known by content."""

import os
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from pride.datasets.containers import THROUGH
from pride.datasets.fetch import mirror_address
from pride.sources import file_hash


def unregistered_content(dataset, source, places):
    """Names and hashes of files that a source reads and whose hashes the entry lacks.

    Only those on this machine count: of others nothing is known before they are read.
    """
    files = unregistered_files(dataset, source, places)
    return [(str(file), hash_of_file(file)) for file in sorted(files)]


def unregistered_files(dataset, source, places):
    """Where these files lie."""
    if "folder" in source:
        return files_below(places.folders / dataset)
    place, found = place_of(dataset, source, places), set()
    for file in source.get("files", []):
        if "sha256" not in file:
            own = places.registry if file.get("beside_the_registry") else place
            found |= files_at(own, file["name"]) if own else set()
    return found


def place_of(dataset, source, places):
    """The file or folder of this machine that a source is; None for all others."""
    address = source.get("url")
    if "mirror" in source and places.mirror:
        address = mirror_address(dataset, source, places)
    if address is None or "://" not in address:
        return address and Path(address)
    if not address.startswith("file:"):
        return None
    return Path(url2pathname(urlsplit(address).path))


def files_at(place, name):
    """The files that are read for a name at a place: `member` says what names mean."""
    if os.path.isfile(place):
        return {place}
    return files_below(place / THROUGH.sub(r"\1", name))


def files_below(path):
    """The files in a folder and in those below it; a file is itself."""
    if os.path.isfile(path):
        return {path}
    return {file for file in path.rglob("*") if os.path.isfile(file)}


def hash_of_file(file):
    """SHA-256 of a file's content; None if it cannot be read."""
    try:
        return file_hash(file)
    except OSError:
        return None

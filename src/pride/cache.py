"""What may be made again, and is kept: where, and how it is written."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path


def cache_folder():
    """Where everything that may be made again is kept: $PRIDE_CACHE, or the user's.

    A user without a home has a folder among the temporary files.
    """
    if named := os.environ.get("PRIDE_CACHE"):
        return Path(named)
    try:
        return Path.home() / ".cache/pride"
    except RuntimeError:
        return Path(tempfile.gettempdir()) / f"pride-{user()}"


def user():
    """A number that tells the users of a machine apart."""
    return os.getuid() if hasattr(os, "getuid") else 0


def writable(folder):
    """Whether a folder exists, or can be made, and takes files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def write_whole(path, content):
    """Write under a passing name, then rename: no reader ever sees half a file.

    The content is on the disk before the name is, so that no power cut halves it
    either. Who may read the file is left to the user's umask.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    passing = path.with_name(f"{secrets.token_hex(8)}.part")
    try:
        with passing.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(passing, path)
    except BaseException:
        passing.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # some systems cannot open a folder
        sync_folder(path.parent)


def sync_folder(folder):
    """Have the names of a folder's files written to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""Files inside archives, read in memory: nothing is ever extracted to disk.

A path may lead through containers: ``ad-dataset.zip/ad.data`` is the member ``ad.data``
of a zip file, ``train.data.gz`` is what gzip unpacks to, and ``faces/`` stands for all
files below that folder, as one archive in memory.
"""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path


def member(archive, path):
    """The content that `path` names inside an archive or a folder.

    `archive` is the bytes of a zip or tar file, the path of a folder, or a function
    that returns the bytes of a file by its name.
    """
    outer, _, inner = path.partition(".zip/")
    if inner:
        return member(member(archive, f"{outer}.zip"), inner)
    if path.endswith("/"):
        inside = {n.removeprefix(path): c for n, c in members(archive, path)}
        if not inside:
            raise FileNotFoundError(f"no files below {path}")
        return bundle(inside)
    content = _read(archive, path)
    return unpacked(content) if path.endswith(".gz") else content


def members(archive, below=""):
    """Names and contents of all files of a folder, or of zip or tar bytes, by name."""
    if isinstance(archive, Path):
        files = (p for p in (archive / below).rglob("*") if p.is_file())
        for name, path in sorted((p.relative_to(archive).as_posix(), p) for p in files):
            yield name, path.read_bytes()
    elif zipfile.is_zipfile(io.BytesIO(archive)):
        with zipfile.ZipFile(io.BytesIO(archive)) as file:
            for name in sorted(file.namelist()):
                if name.startswith(below) and not name.endswith("/"):
                    yield name, file.read(name)
    else:
        with tarfile.open(fileobj=io.BytesIO(archive)) as file:
            found = (entry for entry in file if entry.isfile())
            for entry in sorted(found, key=lambda entry: entry.name):
                if entry.name.startswith(below):
                    yield entry.name, file.extractfile(entry).read()


def bundle(contents):
    """Named contents as the bytes of one zip file: same contents, same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name in sorted(contents):
            info = zipfile.ZipInfo(name)
            info.create_system = 3  # else the bytes tell the operating system
            file.writestr(info, contents[name])
    return buffer.getvalue()


def unpacked(content):
    """What gzip compressed; a cut-off stream is an error."""
    return gzip.decompress(content)


def _read(archive, path):
    """One file as it is stored, not unpacked."""
    if callable(archive):
        return archive(path)
    if isinstance(archive, Path):
        return (archive / path).read_bytes()
    try:
        if zipfile.is_zipfile(io.BytesIO(archive)):
            with zipfile.ZipFile(io.BytesIO(archive)) as file:
                return file.read(path)
        with tarfile.open(fileobj=io.BytesIO(archive)) as file:
            return file.extractfile(path).read()
    except KeyError:
        raise FileNotFoundError(f"the archive holds no {path}") from None

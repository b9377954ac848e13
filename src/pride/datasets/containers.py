"""Files inside archives, read in memory: nothing is ever extracted to disk.

A path may lead through containers: ``ad-dataset.zip/ad.data`` is the member ``ad.data``
of a zip file, ``a.zip/b.tar.gz/c.txt`` lies two archives deep, ``train.data.gz`` is
what gzip unpacks to, and ``faces/`` stands for all files below that folder, as one
archive in memory.
"""

import gzip
import io
import re
import tarfile
import zipfile
from functools import partial
from pathlib import Path

THROUGH = re.compile(r"(.+?\.(?:zip|tar|tar\.gz|tgz))/(.*)")
ENCRYPTED = 1  # flag of a file in a zip archive
CHUNK = 1 << 18
LIMIT = 1 << 30  # bytes that an archive may unpack to: all of them are held in memory


class Bounded:
    """A stream that ends in an error before it has filled the memory."""

    def __init__(self, stream, limit):
        self.stream, self.limit, self.had = stream, limit, 0

    def read(self, size):
        """The next bytes, `size` of them at most."""
        content = self.stream.read(size)
        self.had += len(content)
        if self.had > self.limit:
            raise ValueError(
                f"expected at most {LIMIT} bytes in all, found more; it may be made to "
                "fill the memory, use another source"
            )
        return content


def member(archive, path):
    """The content that `path` names inside an archive or a folder.

    `archive` is the bytes or the path of a zip or tar file, the path of a folder, or a
    function that returns the bytes of a file by its name.
    """
    if through := THROUGH.fullmatch(path):
        return member(_container(archive, through[1]), through[2])
    if path.endswith("/") or not path:
        inside = {n.removeprefix(path): c for n, c in members(archive, path)}
        if not inside:
            raise FileNotFoundError(f"no files below {path}")
        return bundle(inside)
    content = _read(archive, path)
    return unpacked(content) if path.endswith(".gz") else content


def members(archive, below=""):
    """Names and contents of all files of a folder, or of a zip or tar file, by name."""
    if isinstance(archive, Path) and not archive.is_file():
        files = (p for p in (archive / below).rglob("*") if p.is_file())
        for name, path in sorted((p.relative_to(archive).as_posix(), p) for p in files):
            yield name, path.read_bytes()
    else:
        found = _files(archive, lambda name: name.startswith(below))
        yield from sorted(found, key=lambda item: item[0])


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
    with gzip.open(io.BytesIO(content)) as file:
        return _drained(file, LIMIT)


def _container(archive, path):
    """An archive inside another; one that lies in a folder is not read yet."""
    if isinstance(archive, Path) and archive.is_dir():
        return archive / path
    return _read(archive, path)


def _read(archive, path):
    """One file as it is stored, not unpacked."""
    if callable(archive):
        return archive(path)
    if isinstance(archive, Path) and not archive.is_file():
        return (archive / path).read_bytes()
    found = list(_files(archive, lambda name: name == path))
    if not found:
        raise FileNotFoundError(f"the archive holds no {path}")
    return found[-1][1]


def _files(archive, wanted):
    """Names and contents of the files of an archive whose names are wanted.

    They come in the order in which they are stored: whoever jumps about in a compressed
    tar file unpacks it again for every jump backwards.
    """
    with archive.open("rb") if isinstance(archive, Path) else io.BytesIO(archive) as f:
        start = f.read(2)
        f.seek(0)
        if start == b"PK":
            yield from _zipped(f, wanted)
        else:
            stream = gzip.GzipFile(fileobj=f) if start == b"\x1f\x8b" else f
            yield from _tarred(Bounded(stream, LIMIT), wanted)


def _zipped(file, wanted):
    left = LIMIT
    with zipfile.ZipFile(file) as opened:
        for entry in opened.infolist():
            if entry.is_dir() or not wanted(entry.filename):
                continue
            if entry.flag_bits & ENCRYPTED:
                raise ValueError(
                    f"{entry.filename} is encrypted; unpack the archive with its "
                    "password and pack it again without"
                )
            with opened.open(entry) as stream:
                content = _drained(stream, left)
            left -= len(content)
            yield entry.filename, content


def _tarred(stream, wanted):
    with tarfile.open(fileobj=stream, mode="r|") as opened:
        for entry in opened:
            if entry.isfile() and wanted(entry.name):
                yield entry.name, opened.extractfile(entry).read()


def _drained(stream, limit):
    """All that a stream has to give, if that is not more than the limit."""
    return b"".join(iter(partial(Bounded(stream, limit).read, CHUNK), b""))

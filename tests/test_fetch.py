"""Sources deliver the registered bytes, or say clearly why not and leave nothing."""

import functools
import gzip
import hashlib
import io
import os
import shutil
import tarfile
import tracemalloc
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from local_site import Files, served

from pride.datasets.containers import bundle, member, members
from pride.datasets.content import content_hash
from pride.datasets.fetch import Places, SourceError, Unreachable, deliver, describe
from pride.datasets.prepare import Unavailable, check, prepare
from pride.datasets.prepared import kept_origin, prepared

CONTENT = b"1,2,a\n3,4,b\n5,6,a\n7,8,b\n"
SHA256 = hashlib.sha256(CONTENT).hexdigest()
FILE = {"name": "toy.csv", "sha256": SHA256}
PACKED = gzip.compress(CONTENT)
ENDINGS = [("tar", "w"), ("tar.gz", "w:gz"), ("tgz", "w:gz")]
WHEEL = "toydata-1.0-py3-none-any.whl"


class Handler(Files):
    """Serves files; what is below /cut/ is promised whole and sent by half."""

    def do_GET(self):
        if not self.path.startswith("/cut/"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        self.wfile.write(CONTENT[: len(CONTENT) // 2])


@pytest.fixture
def site(tmp_path):
    """A folder that a local server shows, and its address."""
    folder = tmp_path / "site"
    folder.mkdir()
    with served(functools.partial(Handler, directory=folder)) as address:
        yield folder, address


@pytest.fixture
def places(tmp_path):
    mirror = tmp_path / "mirror/toy"
    mirror.mkdir(parents=True)
    (mirror / "toy.csv").write_bytes(CONTENT)
    folders = tmp_path / "resources"
    return Places(str(tmp_path / "mirror"), folders, tmp_path / "cache")


@pytest.fixture
def index(site, monkeypatch):
    """A package index with one version of one package, in which the file lies."""
    folder, address = site
    page = folder / "simple/toydata"
    page.mkdir(parents=True)
    (page / "index.html").write_text(f'<a href="/{WHEEL}">{WHEEL}</a>')
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        wheel.writestr("toydata/toy.csv", CONTENT)
        facts = "Metadata-Version: 2.1\nName: toydata\nVersion: 1.0\n"
        wheel.writestr("toydata-1.0.dist-info/METADATA", facts)
        tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        wheel.writestr("toydata-1.0.dist-info/WHEEL", tags)
        wheel.writestr("toydata-1.0.dist-info/RECORD", "")
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_INDEX_URL", f"{address}/simple/")
    return address


def zipped(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return buffer.getvalue()


def tarred(files, mode="w:gz"):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as file:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            file.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def nothing_left(places):
    return not any(path.is_file() for path in places.cache.rglob("*"))


def refused(source, places, *words):
    """The message of a refusal; it must hold these words and leave no file behind."""
    with pytest.raises(SourceError) as error:
        deliver("toy", source, places)
    for word in words:
        assert word in str(error.value), error.value
    assert nothing_left(places)


def test_a_package_is_read_without_installing_it(index, places):
    file = FILE | {"name": "toydata/toy.csv"}
    source = {"package": "toydata==1.0", "files": [file]}
    assert deliver("toy", source, places) == [CONTENT]


def test_a_wrong_package_version_is_told(index, places):
    source = {"package": "toydata==9.9", "files": [FILE]}
    refused(source, places, "toydata==9.9", "is the version right")


def test_no_package_index_is_told(places, monkeypatch):
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple/")
    source = {"package": "toydata==1.0", "files": [FILE]}
    refused(source, places, "package index within reach")


def test_what_pip_says_is_told(places, tmp_path, monkeypatch):
    """A full disk, for one, has nothing to do with versions or with the index."""
    said = "ERROR: Exception:\nTraceback (most recent call last):\n  File ...\n"
    said += "OSError: [Errno 28] No space left on device\n"
    pip = tmp_path / "pip"
    pip.write_text(f"#!/bin/sh\ncat >&2 <<EOF\n{said}EOF\nexit 2\n")
    pip.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(pip))
    source = {"package": "toydata==1.0", "files": [FILE]}
    with pytest.raises(Unreachable) as error:
        deliver("toy", source, places)
    words = "OSError: [Errno 28] No space left on device"
    assert str(error.value) == f"pip cannot get toydata==1.0 ({words})"


def test_an_address_may_be_a_file_a_folder_or_an_archive(site, tmp_path):
    folder, address = site
    (folder / "toy.csv").write_bytes(CONTENT)
    (folder / "toy.csv.gz").write_bytes(gzip.compress(CONTENT))
    (folder / "toy.zip").write_bytes(zipped({"inside/toy.csv": CONTENT}))
    ways = {
        f"{address}/toy.csv": "toy.csv",
        f"{address}/": "toy.csv.gz",
        f"{address}/toy.zip": "inside/toy.csv",
    }
    for number, (url, name) in enumerate(ways.items()):
        places = Places(None, cache=tmp_path / f"cache{number}")
        source = {"url": url, "files": [FILE | {"name": name}]}
        assert deliver("toy", source, places) == [CONTENT]


def test_a_404_is_told(site, places):
    source = {"url": f"{site[1]}/gone.csv", "files": [FILE]}
    refused(source, places, "404", "gone.csv", "has it moved?")


def test_a_flipped_byte_is_refused(site, places):
    folder, address = site
    (folder / "toy.csv").write_bytes(CONTENT.replace(b"3", b"2"))
    source = {"url": f"{address}/toy.csv", "files": [FILE]}
    refused(source, places, f"expected SHA-256 {SHA256}", "use another source")


def test_a_cut_download_is_refused(site, places, monkeypatch):
    monkeypatch.setattr("pride.datasets.fetch.PAUSES", ())
    source = {"url": f"{site[1]}/cut/toy.csv", "files": [FILE]}
    refused(source, places, f"expected {len(CONTENT)} bytes", "cut off")


@pytest.mark.parametrize("ending", ["zip", "tar.gz"])
def test_a_truncated_archive_is_refused(site, places, ending):
    folder, address = site
    if ending == "zip":
        archive = zipped({"toy.csv": CONTENT})
    else:
        archive = tarred({"toy.csv": CONTENT})
    (folder / f"toy.{ending}").write_bytes(archive[:-40])
    source = {"url": f"{address}/toy.{ending}", "files": [FILE]}
    refused(source, places, "toy.csv", "cut off or damaged")


def test_a_truncated_gzip_is_refused(places, tmp_path):
    cut = gzip.compress(CONTENT)[:-9]
    (tmp_path / "mirror/toy/toy.csv.gz").write_bytes(cut)
    file = FILE | {"name": "toy.csv.gz"}
    refused({"mirror": True, "files": [file]}, places, "cut off or damaged")


def test_no_network_is_told(places):
    source = {"url": "http://127.0.0.1:9/toy.csv", "files": [FILE]}
    refused(source, places, "cannot be reached")


def test_garbage_instead_of_gzip_is_refused(places, tmp_path):
    (tmp_path / "mirror/toy/toy.csv.gz").write_bytes(b"not gzip at all")
    file = FILE | {"name": "toy.csv.gz"}
    refused({"mirror": True, "files": [file]}, places, "cut off or damaged")


def test_an_address_that_is_none_is_told(places):
    source = {"url": "http://127.0.0.1:9/with a space", "files": [FILE]}
    refused(source, places, "cannot be reached")


def test_a_cache_that_cannot_be_written_is_done_without(places, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    blocked = replace(places, cache=tmp_path / "file")
    source = {"mirror": True, "files": [FILE]} | TABLE
    entry = ENTRY | {"sources": [source]}
    assert prepared("toy", entry, blocked)[1] == "mirror"


def test_a_file_that_is_not_in_the_mirror_is_told(places):
    source = {"mirror": True, "files": [FILE | {"name": "other.csv"}]}
    refused(source, places, "expected a file other.csv")


def test_a_mirror_may_be_an_address(site, tmp_path):
    folder, address = site
    (folder / "toy").mkdir()
    (folder / "toy/a.zip").write_bytes(zipped({"toy.csv": CONTENT}))
    source = {"mirror": True, "files": [FILE | {"name": "a.zip/toy.csv"}]}
    places = Places(address, cache=tmp_path / "cache")
    assert deliver("toy", source, places) == [CONTENT]


def test_a_kept_copy_outlives_its_source(places, tmp_path):
    source = {"mirror": True, "files": [FILE]}
    deliver("toy", source, places)
    (tmp_path / "mirror/toy/toy.csv").unlink()
    assert deliver("toy", source, places) == [CONTENT]


def test_a_kept_copy_says_who_delivered_it(places):
    """Not the first source that could have."""
    dead = {"url": "http://127.0.0.1:9/toy.csv", "files": [FILE]} | TABLE
    mirror = {"mirror": True, "files": [FILE]} | TABLE
    entry = ENTRY | {"sources": [dead, mirror]}
    assert prepare("toy", entry, places)[1] == "mirror"
    assert prepare("toy", entry, places)[1] == "mirror"


def test_a_damaged_kept_copy_is_fetched_again(places):
    source = {"mirror": True, "files": [FILE]}
    deliver("toy", source, places)
    places.kept(SHA256).write_bytes(b"rotten")
    assert deliver("toy", source, places) == [CONTENT]
    assert places.kept(SHA256).read_bytes() == CONTENT


def test_members_are_read_in_memory_and_lead_through_containers(tmp_path):
    inner = zipped({"../../escape.csv": CONTENT, "faces/a.pgm": b"a", "faces/b": b"b"})
    outer = zipped({"inner.zip": inner})
    assert member(outer, "inner.zip/../../escape.csv") == CONTENT
    faces = member(outer, "inner.zip/faces/")
    assert dict(members(faces)) == {"a.pgm": b"a", "b": b"b"}
    assert faces == bundle({"b": b"b", "a.pgm": b"a"})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending, mode", ENDINGS)
def test_paths_lead_through_zip_and_tar_files(ending, mode):
    files = {"top/b/2.jpg": b"2", "top/a/1.jpg": b"1", "other/x.csv.gz": PACKED}
    outer = zipped({f"data/all.{ending}": tarred(files, mode), "readme": b""})
    assert member(outer, f"data/all.{ending}/top/b/2.jpg") == b"2"
    assert member(outer, f"data/all.{ending}/other/x.csv.gz") == CONTENT
    below = member(outer, f"data/all.{ending}/top/")
    assert list(members(below)) == [("a/1.jpg", b"1"), ("b/2.jpg", b"2")]
    assert len(list(members(member(outer, f"data/all.{ending}/")))) == 3
    for wrong in ("top/3.jpg", "bottom/"):
        with pytest.raises(FileNotFoundError, match=wrong):
            member(outer, f"data/all.{ending}/{wrong}")


@pytest.mark.parametrize("ending, mode", ENDINGS)
def test_an_archive_in_a_folder_is_read_in_one_go(tmp_path, ending, mode, monkeypatch):
    """Neither as a whole into memory, nor with jumps back in a compressed stream."""
    names = [f"top/{number}.jpg" for number in range(99, 9, -1)]
    content = tarred({name: os.urandom(3000) for name in names}, mode)
    (tmp_path / f"all.{ending}").write_bytes(content)
    monkeypatch.delattr(Path, "read_bytes")
    monkeypatch.delattr("gzip.GzipFile.rewind")
    found = [name for name, _ in members(tmp_path / f"all.{ending}")]
    assert found == sorted(names)
    below = member(tmp_path, f"all.{ending}/top/")
    assert [f"top/{name}" for name, _ in members(below)] == found


def test_a_zip_at_the_end_of_a_tar_file_does_not_hide_it():
    inner = zipped({"inner.csv": CONTENT})
    archive = tarred({"a.csv": b"a", "b.zip": inner}, "w")
    assert [name for name, _ in members(archive)] == ["a.csv", "b.zip"]
    assert member(archive, "b.zip/inner.csv") == CONTENT


BIG = bytes(12 << 20)
LONG_NAME = {"a" * len(BIG): b""}  # tarfile reads it before it tells of a file


@pytest.mark.parametrize(
    "name, content",
    [
        ("big.gz", gzip.compress(BIG)),
        ("a.zip/big", zipped({"big": BIG})),
        ("a.zip/", zipped({f"{number}": BIG[: 3 << 19] for number in range(8)})),
        ("a.tar.gz/big", tarred({"big": BIG})),
        ("a.tgz/small", tarred({"big": BIG, "small": b""})),
        ("a.tgz/", tarred({f"{number}": BIG[: 3 << 19] for number in range(8)})),
        ("a.tar.gz/other", tarred(LONG_NAME)),
    ],
)
def test_what_would_fill_the_memory_is_refused(name, content, monkeypatch):
    monkeypatch.setattr("pride.datasets.containers.LIMIT", 2 << 20)
    tracemalloc.start()
    with pytest.raises(ValueError, match="expected at most 2097152 bytes in all"):
        member(lambda _: content, name)
    assert tracemalloc.get_traced_memory()[1] < 6 << 20
    tracemalloc.stop()


# From sources to arrays

TABLE = {"parser": "table", "options": {"labels": {"a": 0, "b": 1}, "label": 2}}
ENTRY = {"samples": 4, "features": 2, "classes": {"a": 2, "b": 2}}


def test_the_first_source_that_delivers_wins_and_reasons_are_collected(
    places, tmp_path
):
    dead = {"url": "http://127.0.0.1:9/toy.csv", "files": [FILE]} | TABLE
    wrong = {"mirror": True, "files": [{"name": "toy.csv"}]}
    wrong |= TABLE | {"options": TABLE["options"] | {"drop": [0]}}
    right = {"mirror": True, "files": [FILE]} | TABLE
    entry = ENTRY | {"sources": [dead, wrong, right]}
    arrays, origin = prepare("toy", entry, places)
    assert origin == "mirror"
    assert arrays["X"].tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]
    empty = replace(places, cache=tmp_path / "empty")
    with pytest.raises(Unavailable) as error:
        prepare("toy", ENTRY | {"sources": [dead, wrong]}, empty)
    assert "cannot be reached" in error.value.reasons[describe(dead)]
    assert "expected features 2, found 1" in error.value.reasons[describe(wrong)]


def test_sources_that_nobody_tried_come_last(places, tmp_path):
    address = (tmp_path / "mirror/toy/toy.csv").as_uri()
    untried = {"url": address, "files": [FILE], "untried": True} | TABLE
    tried = {"mirror": True, "files": [FILE]} | TABLE
    entry = ENTRY | {"sources": [untried, tried]}
    assert prepare("toy", entry, places)[1] == "mirror"


def test_what_was_prepared_is_kept_for_the_same_entry(places, tmp_path):
    source = {"mirror": True, "files": [FILE]} | TABLE
    entry = ENTRY | {"sources": [source]}
    assert kept_origin("toy", entry, places) is None
    content, _ = prepared("toy", entry, places)
    assert kept_origin("toy", entry, places) == "mirror"
    (tmp_path / "mirror/toy/toy.csv").unlink()
    shutil.rmtree(places.cache / "files")
    assert prepared("toy", entry, places) == (content, "mirror")
    changed = entry | {"about": "another entry"}
    assert kept_origin("toy", changed, places) is None


def test_a_folder_is_what_the_user_brings(places):
    source = {"folder": True, "parser": "image_folders"}
    refused(source, places, "expected a folder", "put your own copy there")
    (places.folders / "toy").mkdir(parents=True)
    assert deliver("toy", source, places) == [Path(places.folders / "toy")]


def test_other_content_is_refused():
    arrays = {"X": np.eye(4)[:, :2], "y": np.array([0, 1, 0, 1])}
    entry = ENTRY | {"content": content_hash(arrays)}
    check(entry, arrays)
    with pytest.raises(ValueError, match=r"expected classes .*'b': 2.*found .*'b': 1"):
        check(entry, arrays | {"y": np.array([0, 1, 0, 0])})
    swapped = {"X": arrays["X"][::-1], "y": arrays["y"]}
    with pytest.raises(ValueError, match="expected content"):
        check(entry, swapped)


def test_content_is_names_types_shapes_and_values():
    X = np.arange(6.0).reshape(2, 3)
    same = content_hash({"y": np.ones(2), "X": np.asfortranarray(X)})
    assert same == content_hash({"X": X.astype(">f8"), "y": np.ones(2)})
    for other in (X.reshape(3, 2), X.astype(np.float32), X + 1e-16, -X):
        differs = not np.array_equal(other, X) or other.dtype != X.dtype
        assert (content_hash({"X": other, "y": np.ones(2)}) != same) == differs

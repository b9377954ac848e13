"""Arrays that are kept are those that were checked, or they are made again."""

import io
import json
import multiprocessing
import os
from dataclasses import replace

import numpy as np
import pytest

from pride.cache import write_whole
from pride.datasets.containers import bundle
from pride.datasets.content import content_hash
from pride.datasets.fetch import Places
from pride.datasets.prepare import Unavailable, prepare
from pride.datasets.prepared import (
    kept_file,
    kept_origin,
    laid_out_origin,
    lay_out,
    prepared,
)

CONTENT = b"1,2,a\n3,4,b\n5,6,a\n7,8,b\n"
X = np.arange(1.0, 9.0).reshape(4, 2)
Y = np.array([0, 1, 0, 1])
OTHER = {"X": X[::-1].copy(), "y": Y[::-1].copy()}
TABLE = {"parser": "table", "options": {"labels": {"a": 0, "b": 1}}}


@pytest.fixture
def csv(tmp_path):
    file = tmp_path / "files/toy/toy.csv"
    file.parent.mkdir(parents=True)
    file.write_bytes(CONTENT)
    return file


@pytest.fixture
def places(csv, tmp_path):
    folder = csv.parents[1]
    return Places(str(folder), folder, tmp_path / "cache", csv.parent)


@pytest.fixture(params=["content", "no content"])
def entry(csv, request):
    """An entry whose arrays are registered by their hash, or not."""
    source = {"url": csv.as_uri(), "files": [{"name": "toy.csv"}]} | TABLE
    entry = {"classes": {"a": 2, "b": 2}, "sources": [source]}
    if request.param == "content":
        entry["content"] = content_hash({"X": X, "y": Y})
    return entry


def npz(arrays):
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def values(content):
    return np.load(io.BytesIO(content))["X"].tolist()


def other_arrays(file, told):
    """Put other arrays into a kept file, sound ones, with what is told of them."""
    old = file.read_bytes().partition(b"\n")[0]
    record = json.dumps(json.loads(old) | told).encode()
    file.write_bytes(record + b"\n" + npz(OTHER))


def damage(file, kind):
    content = bytearray(file.read_bytes())
    if kind == "cut":
        content = content[: len(content) // 2]
    elif kind == "flipped":
        content[content.index(X.tobytes())] ^= 1
    file.write_bytes(b"" if kind == "empty" else content)


DAMAGES = ["cut", "flipped", "empty"]


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_copy_in_the_cache_is_made_again(places, entry, kind):
    content, _ = prepared("toy", entry, places)
    file = kept_file("toy", entry, places)
    whole = file.read_bytes()
    damage(file, kind)
    assert kept_origin("toy", entry, places) is None
    assert prepared("toy", entry, places)[0] == content
    assert file.read_bytes() == whole


def test_other_arrays_in_the_cache_are_made_again(places, entry):
    content, _ = prepared("toy", entry, places)
    other_arrays(kept_file("toy", entry, places), {})
    assert kept_origin("toy", entry, places) is None
    assert prepared("toy", entry, places)[0] == content


@pytest.mark.parametrize("entry", ["content"], indirect=True)
def test_the_registered_content_outweighs_what_is_told_beside_the_arrays(places, entry):
    content, _ = prepared("toy", entry, places)
    other_arrays(kept_file("toy", entry, places), {"content": content_hash(OTHER)})
    assert prepared("toy", entry, places)[0] == content


@pytest.fixture
def laid_out(tmp_path, places, entry):
    """Files of a data set in a build, and how to lay them out."""
    files = [tmp_path / f"results/toy.{ending}" for ending in ("npz", "json", "csv")]

    def again():
        what = "toy", entry, places
        return laid_out_origin(*what, *files[:2]) or lay_out(*what, *files)

    again()
    return *files, again


@pytest.mark.parametrize("kind", DAMAGES)
@pytest.mark.parametrize("place", [0, 1])
def test_damaged_files_of_a_build_are_laid_out_again(laid_out, place, kind):
    *files, again = laid_out
    whole = [file.read_bytes() for file in files]
    damage(files[place], kind if place == 0 or kind != "flipped" else "cut")
    again()
    assert [file.read_bytes() for file in files] == whole


def test_other_arrays_in_a_build_are_laid_out_again(laid_out):
    data, *_, again = laid_out
    whole = data.read_bytes()
    data.write_bytes(npz(OTHER))
    again()
    assert data.read_bytes() == whole


@pytest.mark.parametrize("entry", ["content"], indirect=True)
def test_the_registered_content_outweighs_the_record_of_a_build(laid_out):
    data, record, _, again = laid_out
    whole = data.read_bytes()
    data.write_bytes(npz(OTHER))
    told = json.loads(record.read_text()) | {"content": content_hash(OTHER)}
    record.write_text(json.dumps(told))
    again()
    assert data.read_bytes() == whole


def test_files_of_a_build_that_are_right_keep_their_dates(laid_out):
    *files, again = laid_out
    dates = [file.stat().st_mtime_ns for file in files]
    assert again() == f"url {files[0].parents[1].as_uri()}/files/toy/toy.csv"
    assert [file.stat().st_mtime_ns for file in files] == dates


def local_sources(csv):
    """Every way to a file on this machine whose hash is not registered."""
    file = {"files": [{"name": "toy.csv"}]} | TABLE
    images = {"size": [1, 1], "classes": ["a", "b"]}
    return {
        "address of a file": {"url": csv.as_uri()} | file,
        "address of a folder": {"url": f"{csv.parent.as_uri()}/"} | file,
        "mirror": {"mirror": True} | file,
        "mirror of another name": {"mirror": "toy"} | file,
        "beside the registry": {"url": "http://127.0.0.1:9/"}
        | TABLE
        | {"files": [{"name": "toy.csv", "beside_the_registry": True}]},
        "folder": {"folder": True, "parser": "image_folders", "options": images},
    }


def edit(file, content):
    """Write another content of the same length, and leave no trace in the date."""
    before = file.stat()
    file.write_bytes(content)
    assert file.stat().st_size == before.st_size
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize(
    "way, name",
    [
        ("address of a file", "toy"),
        ("address of a folder", "toy"),
        ("mirror", "toy"),
        ("mirror of another name", "other"),
        ("beside the registry", "toy"),
    ],
)
def test_an_edited_table_is_read_again(csv, places, tmp_path, way, name):
    entry = {"classes": ["a", "b"], "sources": [local_sources(csv)[way]]}
    files = [tmp_path / f"results/toy.{ending}" for ending in ("npz", "json", "csv")]
    lay_out(name, entry, places, *files)
    assert values(files[0].read_bytes())[0] == [1, 2]
    edit(csv, CONTENT.replace(b"1,2", b"9,2"))
    assert laid_out_origin(name, entry, places, *files[:2]) is None
    assert values(prepared(name, entry, places)[0])[0] == [9, 2]
    lay_out(name, entry, places, *files)
    assert values(files[0].read_bytes())[0] == [9, 2]


def test_an_edited_image_in_a_users_folder_is_read_again(csv, places):
    entry = {"classes": ["a", "b"], "sources": [local_sources(csv)["folder"]]}
    for name, value in {"a": 5, "b": 6}.items():
        image = csv.parent / f"{name}/1.pgm"
        image.parent.mkdir()
        image.write_bytes(b"P5 1 1 255\n" + bytes([value]))
    assert values(prepared("toy", entry, places)[0]) == [[5], [6]]
    edit(image, b"P5 1 1 255\n" + bytes([7]))
    assert values(prepared("toy", entry, places)[0]) == [[5], [7]]


def test_an_edited_archive_is_read_again(csv, places):
    archive = csv.with_name("a.zip")
    source = {"mirror": True, "files": [{"name": "a.zip/toy.csv"}]} | TABLE
    entry = {"classes": ["a", "b"], "sources": [source]}
    for first in ("1", "9"):
        content = CONTENT.replace(b"1,2", f"{first},2".encode())
        archive.write_bytes(bundle({"toy.csv": content}))
        assert values(prepared("toy", entry, places)[0])[0] == [float(first), 2]


@pytest.mark.parametrize("fact", ["samples", "content"])
def test_an_edited_file_that_is_not_as_registered_is_refused(csv, places, fact):
    source = local_sources(csv)["address of a file"]
    facts = {"samples": 4, "content": content_hash({"X": X, "y": Y})}
    entry = {"classes": ["a", "b"], "sources": [source], fact: facts[fact]}
    prepared("toy", entry, places)
    csv.write_bytes(b"9,2,a\n9,4,b\n5,6,a\n")
    with pytest.raises(Unavailable, match=f"expected {fact} {facts[fact]}, found"):
        prepared("toy", entry, places)


def test_a_file_that_is_edited_while_it_is_read_is_not_kept(csv, places, monkeypatch):
    """Else its new values would lie under the name of the old ones."""
    entry = {"classes": ["a", "b"], "sources": [local_sources(csv)["mirror"]]}

    def edited_first(*arguments):
        csv.write_bytes(CONTENT.replace(b"1,2", b"9,2"))
        return prepare(*arguments)

    monkeypatch.setattr("pride.datasets.prepared.prepare", edited_first)
    prepared("toy", entry, places)
    monkeypatch.undo()
    csv.write_bytes(CONTENT)
    assert values(prepared("toy", entry, places)[0])[0] == [1, 2]


def test_older_preparations_are_removed_and_other_data_sets_are_not(places, entry):
    for name in ("toy", "toy-two"):
        prepared(name, entry, places)
    prepared("toy", entry | {"about": "another entry"}, places)
    names = [path.name for path in (places.cache / "prepared").iterdir()]
    assert len(names) == 2
    assert sum(name.startswith("toy-two-") for name in names) == 1


def cold_calls(places, entry, number):
    """Prepare two editions in turn: each removes what is kept of the other."""
    for call in range(60):
        edition = entry | {"about": str((call + number) % 2)}
        assert values(prepared("toy", edition, places)[0]) == X.tolist()


@pytest.mark.parametrize("entry", ["content"], indirect=True)
def test_processes_that_share_a_cache_do_not_disturb_each_other(places, entry):
    start = multiprocessing.get_context("fork")
    workers = [
        start.Process(target=cold_calls, args=(places, entry, number))
        for number in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4


def test_a_cache_that_vanishes_while_it_is_used_is_done_without(places, entry):
    prepared("toy", entry, places)
    elsewhere = replace(places, cache=places.cache / "prepared" / "no folder")
    write_whole(places.cache / "prepared/no folder", b"")
    assert values(prepared("toy", entry, elsewhere)[0]) == X.tolist()


def test_other_users_may_read_what_is_kept(places, entry):
    before = os.umask(0o022)
    try:
        prepared("toy", entry, places)
    finally:
        os.umask(before)
    assert kept_file("toy", entry, places).stat().st_mode & 0o777 == 0o644


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr(os, "fsync", lambda number: done.append("written"))
    moved = os.replace
    monkeypatch.setattr(os, "replace", lambda *a: (done.append("named"), moved(*a)))
    write_whole(tmp_path / "folder/file", b"content")
    assert done == ["written", "named", "written"]
    assert (tmp_path / "folder/file").read_bytes() == b"content"


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch):
    def full(number):
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "file", b"content")
    assert not list(tmp_path.iterdir())

"""Whatever a source answers, it stops no other, and it is told in plain words."""

import time
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pride.cli import verify_data
from pride.datasets.containers import bundle
from pride.datasets.fetch import Places, SourceError, deliver
from pride.datasets.images import SUFFIXES, gray
from pride.datasets.parse import PARSERS, table
from pride.datasets.prepare import Unavailable, prepare

CONTENT = b"1,2,a\n3,4,b\n5,6,a\n7,8,b\n"
TABLE = {"parser": "table", "options": {"labels": {"a": 0, "b": 1}}}
FACES = {"parser": "aligned_faces", "options": {"size": [85, 60], "classes": ["F"]}}
IMAGES = {"parser": "image_folders", "options": {"size": [1, 1]}}
GOOD = {"mirror": True, "files": [{"name": "toy.csv"}]} | TABLE


def mirrored(name, parser=TABLE):
    return {"mirror": True, "files": [{"name": name}]} | parser


def marked(flags=0, method=0):
    """A zip file whose member says that it is encrypted, or packed in some new way."""
    content = bytearray(bundle({"toy.csv": CONTENT}))
    for start, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.index(start) + place
        content[at : at + 4] = bytes([flags, 0, method, 0])
    return bytes(content)


BAD = {
    "encrypted": (
        mirrored("locked.zip/toy.csv"),
        "locked.zip/toy.csv cannot be read (toy.csv is encrypted; unpack",
    ),
    "packed in a new way": (
        mirrored("new.zip/toy.csv"),
        "new.zip/toy.csv cannot be read (NotImplementedError: ",
    ),
    "not in the archive": (
        mirrored("new.zip/gone.csv"),
        "expected a file new.zip/gone.csv, found none (the archive holds no gone.csv)",
    ),
    "not laid out as expected": (
        mirrored("faces.zip/", FACES),
        "expected coords.txt beside the images, found none",
    ),
    "an enormous image": (
        mirrored("huge.zip/", IMAGES),
        "expected an image in a/1.pgm: Image size (3600000000 pixels) exceeds limit",
    ),
}


@pytest.fixture
def places(tmp_path):
    mirror = tmp_path / "mirror/toy"
    mirror.mkdir(parents=True)
    huge = b"P5 60000 60000 255\n"
    for name, content in {
        "toy.csv": CONTENT,
        "locked.zip": marked(flags=1),
        "new.zip": marked(method=99),
        "faces.zip": bundle({"gender.txt": b"00001aa.pgm F"}),
        "huge.zip": bundle({"a/1.pgm": huge}),
    }.items():
        (mirror / name).write_bytes(content)
    return Places(str(tmp_path / "mirror"), tmp_path / "mirror", tmp_path / "cache")


@pytest.mark.parametrize("source, words", BAD.values(), ids=BAD)
def test_a_bad_source_is_told_and_stops_no_other(source, words, places):
    entry = {"classes": ["a", "b"], "sources": [source, GOOD]}
    arrays, _ = prepare("toy", entry, places)
    assert arrays["X"].tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]
    with pytest.raises(Unavailable) as error:
        prepare("toy", entry | {"sources": [source]}, places)
    (reason,) = error.value.reasons.values()
    assert words in reason


@pytest.mark.parametrize(
    "kind", [MemoryError, RecursionError, RuntimeError, AttributeError, PermissionError]
)
def test_an_error_of_any_kind_is_told_by_its_name(kind, places, monkeypatch, capsys):
    def fails(*contents, **options):
        raise kind

    monkeypatch.setitem(PARSERS, "fails", fails)
    bad = mirrored("toy.csv", {"parser": "fails"})
    entry = {"classes": ["a", "b"], "sources": [bad, GOOD]}
    assert len(prepare("toy", entry, places)[0]["y"]) == 4
    assert verify_data({"toy": entry}, places) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert f"WRONG: toy.csv cannot be read ({kind.__name__})" in first
    assert "not registered" in second


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_whoever_wants_to_stop_may(kind, places, monkeypatch):
    def stopped(*contents, **options):
        raise kind

    monkeypatch.setitem(PARSERS, "stopped", stopped)
    bad = mirrored("toy.csv", {"parser": "stopped"})
    with pytest.raises(kind):
        prepare("toy", {"classes": ["a", "b"], "sources": [bad, GOOD]}, places)


def test_a_file_that_may_not_be_read_is_told(places, monkeypatch):
    def forbidden(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    with pytest.raises(
        SourceError, match=r"toy.csv cannot be read .*Permission denied"
    ):
        deliver("toy", GOOD, places)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_images_of_all_registered_suffixes_can_be_read(suffix, tmp_path):
    file = tmp_path / f"a{suffix}"
    Image.fromarray(np.full((4, 3), 200, dtype=np.uint8)).save(file)
    np.testing.assert_array_equal(
        gray(file.read_bytes(), file.name), np.full((4, 3), 200)
    )


@pytest.mark.parametrize("kind", ["ICO", "PCX", "WEBP"])
def test_no_other_decoder_is_asked(kind):
    buffer = BytesIO()
    Image.fromarray(np.full((16, 16), 200, dtype=np.uint8)).save(buffer, kind)
    with pytest.raises(
        ValueError, match=r"expected an image in a\.png: cannot identify"
    ):
        gray(buffer.getvalue(), "a.png")


@pytest.mark.parametrize("cell", ["1" * 20_000 + "x", "1" * 20_000, "." + "9" * 20_000])
def test_an_endless_number_is_refused_at_once(cell):
    started = time.perf_counter()
    with pytest.raises(ValueError, match=r"in column 0, found .* 20") as error:
        table(f"{cell},a".encode(), labels={"a": 0})
    assert time.perf_counter() - started < 1
    assert len(str(error.value)) < 200


def test_the_longest_numbers_that_programs_write_are_read():
    smallest = f"{5e-324:.1074f}"
    arrays = table(f"{smallest},{2**1023:d},a".encode(), labels={"a": 0})
    assert arrays["X"].tolist() == [[5e-324, 2.0**1023]]

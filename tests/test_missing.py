"""What a run notes of data sets that cannot be had, and when that is believed."""

import json
from dataclasses import replace

import pytest

from pride.datasets.fetch import Places
from pride.datasets.missing import check_within_reach, noted_reasons, write_note
from pride.datasets.prepare import Unavailable

FOLDER = {"folder": True, "parser": "image_folders"}
ADDRESS = {"url": "http://127.0.0.1:9/a.csv", "files": [{"name": "a"}]}


@pytest.fixture
def places(tmp_path):
    return Places(None, folders=tmp_path / "resources", cache=tmp_path / "cache")


def test_a_note_is_believed_until_something_changes(places, tmp_path):
    file, entry = tmp_path / "logs/faces.json", {"sources": [FOLDER, ADDRESS]}
    assert noted_reasons(file, "faces", entry, places) is None
    write_note(file, "faces", entry, places, {"folder": "absent"}, ["figure.svg"])
    assert noted_reasons(file, "faces", entry, places) == {"folder": "absent"}
    assert json.loads(file.read_text())["waiting"] == ["figure.svg"]
    mirrored = replace(places, mirror="elsewhere")
    assert noted_reasons(file, "faces", entry, mirrored) is None
    assert noted_reasons(file, "faces", entry | {"samples": 3}, places) is None
    (places.folders / "faces").mkdir(parents=True)
    (places.folders / "faces/a.png").write_bytes(b"brought")
    assert noted_reasons(file, "faces", entry, places) is None


def test_only_what_lies_on_this_machine_is_looked_for(places):
    check_within_reach("faces", {"sources": [FOLDER, ADDRESS]}, places)
    with pytest.raises(Unavailable, match="expected a folder"):
        check_within_reach("faces", {"sources": [FOLDER]}, places)
    (places.folders / "faces").mkdir(parents=True)
    check_within_reach("faces", {"sources": [FOLDER]}, places)

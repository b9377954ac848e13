"""The command line lists, fetches and verifies, and its exit status tells."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pride.cli import list_data, main
from pride.datasets.fetch import Places, describe
from pride.datasets.registry import load_registry

ROOT = Path(__file__).parents[1]


@pytest.fixture
def registry(tmp_path, monkeypatch):
    """The registry of the smoke build in a checkout of its own."""
    shutil.copytree(ROOT / "tests/smoke", tmp_path / "checkout")
    schemas = tmp_path / "checkout/workflow/schemas"
    shutil.copytree(ROOT / "workflow/schemas", schemas)
    monkeypatch.chdir(tmp_path / "checkout")
    monkeypatch.setenv("PRIDE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PRIDE_MIRROR", "mirror")
    return tmp_path / "checkout/config/datasets.yaml"


def test_list_tells_sizes_and_states_in_a_line_each(registry, capsys):
    assert main(["data", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(load_registry(registry))
    assert any(re.fullmatch(r"xor +500 × 8  to be made", line) for line in lines)
    fetched = [line for line in lines if line.endswith("  to be fetched")]
    assert any(re.match(r"toy +60 × 4  to", line) for line in fetched)
    assert len(set(map(len, fetched))) == 1  # states stand in a column
    assert not any("127.0.0.1" in line for line in lines)


def test_list_tells_sources_if_asked(registry, capsys):
    assert main(["data", "list", "--verbose", "toy"]) == 0
    first, *sources = capsys.readouterr().out.splitlines()
    assert first.endswith("to be fetched")
    assert [line.strip() for line in sources] == [
        "from url http://127.0.0.1:9/toy.csv",
        "from mirror",
    ]


def test_list_of_the_registry_fits_a_terminal(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # nobody's own data, and no folder of faces
    monkeypatch.setenv("PRIDE_CACHE", str(tmp_path))
    entries = load_registry(ROOT / "config/datasets.yaml")
    list_data(entries, Places(None))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(entries)
    assert max(map(len, lines)) <= 80
    states = {line.split()[0]: line for line in lines}
    assert states["ar_faces"].endswith("bring your own: resources/ar_faces")
    for number in (0, -1):  # of the source that a copy came from
        monkeypatch.setattr(
            "pride.cli.kept_origin",
            lambda name, entry, _: describe(entry["sources"][number]),  # noqa: B023
        )
        list_data(entries, Places(None))
        said = capsys.readouterr().out
        assert max(map(len, said.splitlines())) <= 80
        assert "at hand (" in said


def test_a_reader_that_has_seen_enough_ends_it_quietly(registry):
    """As `pride data list | head -1` does in a shell."""
    code = "import sys; from pride.cli import main; sys.exit(main(['data', 'list']))"
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(
        [sys.executable, "-c", code],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        text=True,
    )
    os.close(writer)
    assert run.stderr == ""
    assert run.returncode == 141  # as of tools that SIGPIPE ends


def test_fetch_brings_what_can_be_had_and_explains_the_rest(registry, capsys):
    assert main(["data", "fetch"]) == 1
    said = capsys.readouterr().out
    names = list(load_registry(registry))
    for name, answer in {"toy": "mirror", "lost": "cannot be had"}.items():
        number = f"[{names.index(name) + 1}/{len(names)}]"
        assert f"{number} {name}: {answer}" in said
    assert "lost.csv cannot be reached" in said
    assert main(["data", "fetch", "toy", "xor"]) == 0
    main(["data", "list", "toy"])
    assert "at hand (mirror)" in capsys.readouterr().out


def test_verify_asks_every_source_and_fails_on_a_wrong_one(registry, capsys):
    assert main(["data", "verify"]) == 0
    said = capsys.readouterr().out
    assert "toy, mirror: as registered" in said
    assert "toy, url http://127.0.0.1:9/toy.csv: not reached" in said
    copy = registry.parents[1] / "mirror/toy/toy.csv"
    copy.write_text(copy.read_text().replace("well", "sick", 1))
    assert main(["data", "verify", "toy"]) == 1
    assert "toy, mirror: WRONG: toy.csv: expected SHA-256" in capsys.readouterr().out


def test_a_damaged_copy_is_told_and_mended(registry, capsys):
    main(["data", "fetch", "toy"])
    (copy,) = registry.parents[2].glob("cache/prepared/toy-*")
    whole = copy.read_bytes()
    copy.write_bytes(whole[:-100])
    assert main(["data", "verify", "toy"]) == 1
    said = capsys.readouterr().out
    assert f"toy, {copy}: WRONG: damaged; `pride data fetch toy` makes it" in said
    main(["data", "list", "toy"])
    assert "to be fetched" in capsys.readouterr().out
    assert main(["data", "fetch", "toy"]) == 0
    assert copy.read_bytes() == whole
    assert main(["data", "verify", "toy"]) == 0


@pytest.mark.parametrize("place", ["file", "a" * 300, "looped"])
def test_a_cache_that_cannot_be_is_done_without(registry, monkeypatch, capsys, place):
    """A file where a folder should be, an impossible name, a link to itself."""
    (registry.parent / "file").write_text("")
    (registry.parent / "looped").symlink_to("looped")
    monkeypatch.setenv("PRIDE_CACHE", str(registry.parent / place))
    assert main(["data", "list", "toy"]) == 0
    assert main(["data", "fetch", "toy", "xor"]) == 0
    assert "toy: mirror" in capsys.readouterr().out


def test_mistakes_are_explained(registry, capsys):
    assert main(["data", "list", "toi"]) == 2
    names = ", ".join(load_registry(registry))
    assert f"no data set toi; there are {names}" in capsys.readouterr().err
    text = registry.read_text()
    package = (
        "- package: toy==1.0\n        files: [{name: toy.csv}]\n        parser: table"
    )
    registry.write_text(
        text.replace("- mirror: true", f"{package}\n      - mirror: true", 1)
    )
    assert main(["data", "list"]) == 2
    said = capsys.readouterr().err
    assert "toy: expected the sha256 of toy.csv in toy==1.0, found none" in said
    for right, wrong in {
        "licence:": "license:",
        "parser: table": "parser: tabel",
        "labels:": "lables:",
    }.items():
        registry.write_text(text.replace(right, wrong, 1))
        assert main(["data", "list"]) == 2
        meant = right.removeprefix("parser: ").removesuffix(":")
        assert f"did you mean '{meant}'?" in capsys.readouterr().err

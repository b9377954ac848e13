"""The command line lists, fetches and verifies, and its exit status tells."""

import re
import shutil
from pathlib import Path

import pytest

from pride.cli import main
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


def test_list_tells_sizes_and_sources(registry, capsys):
    assert main(["data", "list"]) == 0
    said = capsys.readouterr().out
    lines = [line for line in said.splitlines() if line.endswith("  to be fetched")]
    assert any(re.match(r"xor +500 × 8  to", line) for line in lines)
    assert any(re.match(r"toy +60 × 4  to", line) for line in lines)
    assert len(set(map(len, lines))) == 1  # states stand in a column
    assert "from url http://127.0.0.1:9/toy.csv; mirror" in said


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


def test_mistakes_are_explained(registry, capsys):
    assert main(["data", "list", "toi"]) == 2
    names = ", ".join(load_registry(registry))
    assert f"no data set toi; there are {names}" in capsys.readouterr().err
    text = registry.read_text()
    for right, wrong in {
        "licence:": "license:",
        "parser: table": "parser: tabel",
        "labels:": "lables:",
    }.items():
        registry.write_text(text.replace(right, wrong, 1))
        assert main(["data", "list"]) == 2
        meant = right.removeprefix("parser: ").removesuffix(":")
        assert f"did you mean '{meant}'?" in capsys.readouterr().err

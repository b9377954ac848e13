"""What the project promises about itself: its files agree with each other."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

from pride.datasets.parse import PARSERS
from pride.datasets.registry import chosen, load_registry
from pride.datasets.synthetic import GENERATORS
from pride.validation import SettingsError, check_rows

ROOT = Path(__file__).parents[1]
CONDA = {"matplotlib": "matplotlib-base", "snakemake": "snakemake-minimal"}
PAPERS = ["gmeb2004", "lmba2009", "margin2004", "properties2008"]
POOLED = {"theory", "real_world"}  # rows about no single data set


@pytest.fixture(scope="module")
def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def registry():
    return load_registry(ROOT / "config/datasets.yaml")


def requirements(project):
    texts = project["dependencies"] + project["optional-dependencies"]["dev"]
    return {r.name: r for r in map(Requirement, texts)}


def test_conda_and_pip_ask_for_the_same(project):
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    listed = [line for line in environment["dependencies"] if isinstance(line, str)]
    conda = {r.name: r.specifier for r in map(Requirement, listed)}
    assert environment["dependencies"][-1] == {"pip": ["-e ."]}
    python = conda.pop("python")
    assert python == Requirement(f"python{project['requires-python']}").specifier
    wanted = requirements(project)
    assert conda == {CONDA.get(n, n): r.specifier for n, r in wanted.items()}


def locked(name):
    """The versions in a lock file, all of which must have hashes."""
    lock = (ROOT / name).read_text()
    blocks = re.split(r"\n(?=[\w.-]+==)", lock)
    assert all("--hash=sha256:" in block for block in blocks if "==" in block)
    assert "://" not in lock
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", lock, re.MULTILINE))


def test_the_lock_holds_all_that_is_asked_for_with_hashes(project):
    found = locked("requirements.lock")
    for name, wanted in requirements(project).items():
        assert wanted.specifier.contains(Version(found[name])), name


def test_make_installs_nothing_without_a_hash():
    tools, rest = locked("requirements-build.lock"), locked("requirements.lock")
    assert set(tools) == {"setuptools", "uv"}
    assert tools["setuptools"] == rest["setuptools"]
    makefile = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    installs = re.findall(r"pip install[^&|\n]*", makefile)
    assert len(installs) == 4
    for command in installs:
        assert "--require-hashes" in command or "--no-deps" in command, command


def test_readme_gives_the_commands_that_make_wraps():
    readme = (ROOT / "README.md").read_text()
    for target in ("make", "make full", "make test"):
        assert f"\n    {target}" in readme
    makefile = (ROOT / "Makefile").read_text()
    for part in ("--config scale=quick", "-m pytest", "--require-hashes", "-m venv"):
        assert part in makefile
        assert part in readme


@pytest.mark.parametrize("command", [["ruff", "check"], ["ruff", "format", "--check"]])
def test_ruff_finds_nothing(command):
    run = [sys.executable, "-m", *command, "src", "tests", "workflow", "benchmarks"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_snakefmt_finds_nothing():
    run = [sys.executable, "-m", "snakefmt", "--check", "Snakefile", "workflow"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_no_file_names_this_machine_or_a_registry():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True)
    pattern = re.compile(rb"(^|[^\w.])/(work|home|root)/|pythonhosted|pypi\.org")
    for name in tracked.stdout.decode().splitlines():
        if (ROOT / name).is_file() and name != "tests/test_project.py":
            found = pattern.search((ROOT / name).read_bytes())
            assert not found, f"{name}: {found}"


# The registry


def test_every_parser_and_generator_exists(registry):
    for name, entry in registry.items():
        for source in entry["sources"]:
            if "generator" in source:
                assert source["generator"] in GENERATORS, name
            else:
                assert source["parser"] in PARSERS, name


def test_only_untried_addresses_may_lack_a_hash(registry):
    for name, entry in registry.items():
        for source in entry["sources"]:
            hashed = all("sha256" in file for file in source.get("files", []))
            assert hashed or source.get("untried"), name


def test_counts_of_the_registry_add_up(registry):
    for name, entry in registry.items():
        if isinstance(entry["classes"], dict) and "samples" in entry:
            assert sum(entry["classes"].values()) == entry["samples"], name
        if "image" in entry and "features" in entry:
            assert np.prod(entry["image"]) == entry["features"], name


def test_data_with_gaps_are_given_only_to_those_who_fill_them(registry):
    """Protocols of gmeb2004 fill in missing values; those of the others do not."""
    gaps = {
        name
        for name, entry in registry.items()
        for options in [source.get("options", {}) for source in entry["sources"]]
        if "missing" in options and options.get("incomplete", "keep") == "keep"
    }
    assert gaps == {"internet_ads"}
    for paper in set(PAPERS) - {"gmeb2004"} | {"own"}:
        settings = (ROOT / f"config/{paper}.yaml").read_text()
        assert not gaps & set(re.findall(r"\w+", settings)), paper


def test_a_wrong_name_is_told(registry):
    with pytest.raises(SettingsError, match="no data set wbdc; there are iris"):
        chosen(registry, ["wbdc"])
    with pytest.raises(SettingsError, match="expected a registry at"):
        load_registry("nowhere/datasets.yaml")


# The published numbers


@pytest.mark.parametrize("paper", PAPERS)
def test_published_rows_follow_the_schema(paper, registry):
    table = pd.read_csv(ROOT / f"config/published/{paper}.csv")
    text = (ROOT / "workflow/schemas/published.schema.yaml").read_text()
    check_rows(table, yaml.safe_load(text), paper)
    assert set(table["dataset"]) <= {*registry, *POOLED}


def test_every_cell_of_the_tables_of_gmeb2004_is_there():
    """5 sizes and 8 data sets, 3 methods, error and number of features each."""
    table = pd.read_csv(ROOT / "config/published/gmeb2004.csv")
    table = table[table["value"].notna() & (table["relation"] == "=")]
    cells = table[table["metric"].isin(["error", "features"])]
    per_table = cells[cells["method"].isin(["svm", "l1_svm", "gmeb"])]["item"]
    counted = per_table.value_counts()
    assert counted["Table 1"] == 5 * 3 * 2
    assert counted["Table 2"] == 8 * 3 * 2


def test_the_committed_scorecard_is_the_expected_one():
    """The last build at the papers' scale, as committed, against what is expected."""
    card = pd.read_csv(ROOT / "results/scorecard.csv").set_index(["paper", "id"])
    assert set(card["scale"]) == {"paper"}
    for paper in PAPERS:
        rows = pd.read_csv(ROOT / f"config/published/{paper}.csv").set_index("id")
        verdicts = card.loc[paper, "verdict"]
        assert verdicts.to_dict() == rows["expect"].to_dict(), paper


def test_the_graph_in_readme_names_every_rule():
    readme = (ROOT / "README.md").read_text()
    graph = readme.partition("```mermaid")[2].partition("```")[0]
    rules = {
        name
        for file in (ROOT / "workflow/rules").glob("*.smk")
        for name in re.findall(
            r"^ *(?:use )?rule (?:\w+ as )?(\w+)", file.read_text(), re.MULTILINE
        )
    }
    targets = set(PAPERS) | {"own"}  # collect what others make
    assert rules - targets <= set(re.findall(r"\w+", graph))


@pytest.mark.parametrize("paper", PAPERS)
def test_all_that_differs_is_explained(paper):
    """docs/readings.md says why, item by item, of as many rows as differ."""
    text = (ROOT / "docs/readings.md").read_text()
    chapter = text.split(f"\n## {paper}\n")[1].split("\n## ")[0]
    lines = chapter.split("**What differs, and why.**")[1].split("\n| --- ")[1]
    explained = dict(re.findall(r"^\| ([^|]+) \| (\d+) \| .+ \|$", lines, re.MULTILINE))
    rows = pd.read_csv(ROOT / f"config/published/{paper}.csv")
    differing = rows.loc[rows["expect"] == "differs", "item"].value_counts()
    assert {item: int(count) for item, count in explained.items()} == dict(differing)

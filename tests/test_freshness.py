"""Results are old when what they are made from means something else, and only then."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pride.cli import main
from pride.freshness import (
    advice,
    advice_on_results,
    altered,
    contents,
    made_from,
    meaning_of_code,
    outdated,
)
from pride.sources import module_folders, with_imports

ROOT = Path(__file__).parents[1]
TABLE, FIGURE = "results/gmeb2004/tables/table_2.csv", "results/figures/agreement.svg"
SCORES = "results/gmeb2004/table_2/wdbc/all_methods.csv"
DATED = {"made_from.json", "provenance.json", "times.csv", "scorecard.html"}
DATED |= {"times.svg", "times.png"}
PAPERS = ["margin2004", "gmeb2004", "properties2008", "lmba2009"]


@pytest.fixture(scope="module")
def recorded():
    return {paper: made_from(ROOT, paper, ROOT / "config") for paper in PAPERS}


@pytest.fixture
def checkout(tmp_path, recorded):
    """A copy of all that results are made from, with a fresh record."""
    for part in ("src", "workflow", "config"):
        shutil.copytree(ROOT / part, tmp_path / part)
    for name in (TABLE, FIGURE, SCORES):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(name)
    made = {"results": [TABLE, FIGURE], "scores": [SCORES]}
    digests = {part: contents(tmp_path, names) for part, names in made.items()}
    record = {"papers": recorded} | digests
    (tmp_path / "results/made_from.json").write_text(json.dumps(record))
    return tmp_path


def edit(file, before, after):
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))


def test_nothing_is_old_at_first(checkout, recorded):
    assert outdated(recorded, checkout) == {}


def test_a_kernel_makes_the_papers_that_use_it_old(checkout, recorded):
    file = checkout / "src/pride/selectors/fsfs.py"
    file.write_text(file.read_text() + "\nNEW = 1\n")
    found = outdated(recorded, checkout)
    assert found == {"lmba2009": ["src/pride/selectors/fsfs.py"]}


def test_a_primitive_makes_all_that_import_it_old(checkout, recorded):
    file = checkout / "src/pride/neighbours.py"
    file.write_text(file.read_text() + "\nNEW = 1\n")
    found = outdated(recorded, checkout)
    assert {"margin2004", "lmba2009"} <= set(found)
    assert all(names == ["src/pride/neighbours.py"] for names in found.values())


@pytest.mark.parametrize(
    "name, before, after",
    [
        ("src/pride/neighbours.py", '"""', '"""Other words. '),
        ("src/pride/neighbours.py", "import numpy as np", "import numpy as np  # so"),
        ("config/margin2004.yaml", "margin2004:", "# A comment\nmargin2004:"),
        (
            "config/published/margin2004.csv",
            "Simba outperforms",
            "Simba is better than",
        ),
        ("config/datasets.yaml", "Fisher's iris flowers", "Flowers"),
        ("src/pride/page/rows.py", "EDGE = 3", "EDGE = 4"),
    ],
)
def test_words_make_nothing_old(checkout, recorded, name, before, after):
    edit(checkout / name, before, after)
    assert outdated(recorded, checkout) == {}


@pytest.mark.parametrize(
    "name, before, after, papers",
    [
        ("config/lmba2009.yaml", "theta: original", "theta: weighted", ["lmba2009"]),
        ("config/published/gmeb2004.csv", "46.2", "46.3", ["gmeb2004"]),
        ("config/config.yaml", "seed: 2004", "seed: 2005", PAPERS),
        ("config/datasets.yaml", "content: 6a5975c8", "content: 7a5975c8", ["iris"]),
    ],
)
def test_choices_and_numbers_make_results_old(
    checkout, recorded, name, before, after, papers
):
    edit(checkout / name, before, after)
    found = outdated(recorded, checkout)
    users = ["margin2004", "lmba2009"]  # of Iris
    assert set(found) == set(users if papers == ["iris"] else papers)
    assert all(changed[0].startswith(name) for changed in found.values())


def test_a_module_that_is_new_or_gone_is_a_change(checkout, recorded):
    folder = checkout / "src/pride/protocols/lmba2009"
    (folder / "energy.py").rename(folder / "energies.py")
    changed = outdated(recorded, checkout)["lmba2009"]
    assert "src/pride/protocols/lmba2009/energy.py" in changed
    assert "src/pride/protocols/lmba2009/energies.py" in changed


def test_docstrings_are_not_code_but_texts_are():
    plain = meaning_of_code('def f(x):\n    """Words."""\n    return x + 1\n')
    assert plain == meaning_of_code('def f(x):\n  """More."""\n  return (x + 1)  # so')
    assert plain != meaning_of_code('def f(x):\n    """Words."""\n    return x + 2\n')
    assert meaning_of_code('NAME = "a"') != meaning_of_code('NAME = "b"')


def test_imports_are_followed_to_the_end():
    found = with_imports(module_folders(ROOT), [ROOT / "src/pride/selectors/simba.py"])
    names = {file.relative_to(ROOT / "src/pride").as_posix() for file in found}
    assert {"selectors/simba_kernels.py", "neighbours.py", "compiled.py"} <= names
    assert "selectors/lmba.py" not in names


def test_the_advice_names_files_and_the_command():
    lines = advice({"p": [f"file {n}" for n in range(8)]})
    assert lines[0] == (
        "results/p is older than file 0, file 1, file 2, file 3, file 4 and 3 more"
    )
    assert "make full" in lines[1]
    assert advice({}) == []


@pytest.mark.parametrize("name", [TABLE, FIGURE, SCORES])
def test_an_edited_result_is_told(checkout, name):
    record = json.loads((checkout / "results/made_from.json").read_text())
    assert altered(record, checkout) == ([], [])
    edit(checkout / name, "results", "nicer results")
    assert altered(record, checkout) == ([name], [])


def test_a_result_that_is_gone_is_told_apart_and_scores_may_be_away(checkout):
    record = json.loads((checkout / "results/made_from.json").read_text())
    (checkout / SCORES).unlink()
    (checkout / FIGURE).unlink()
    changed, gone = altered(record, checkout)
    assert (changed, gone) == ([], [FIGURE])
    lines = advice_on_results(changed, gone)
    assert lines[0] == f"made by the build, but not here: {FIGURE}"
    assert advice_on_results([], []) == []


def test_every_committed_result_is_remembered():
    """All but those that tell dates and times."""
    tracked = subprocess.run(
        ["git", "ls-files", "results"], cwd=ROOT, capture_output=True, text=True
    )
    if tracked.returncode or not tracked.stdout:
        pytest.skip("not a checkout")
    record = json.loads((ROOT / "results/made_from.json").read_text())
    kept = {n for n in tracked.stdout.splitlines() if Path(n).name not in DATED}
    assert kept == set(record["results"])


def test_the_command_line_tells(checkout, capsys):
    command = ["results", "check", "--root", str(checkout)]
    assert main(command) == 0
    assert "are those of this code" in capsys.readouterr().out
    edit(checkout / "config/config.yaml", "seed: 2004", "seed: 2005")
    assert main(command) == 1
    assert (
        "results/gmeb2004 is older than config/config.yaml" in capsys.readouterr().out
    )
    edit(checkout / "config/config.yaml", "seed: 2005", "seed: 2004")
    edit(checkout / TABLE, "results", "nicer results")
    assert main(command) == 1
    assert f"changed since the build: {TABLE}\n" in capsys.readouterr().out
    (checkout / "results/made_from.json").unlink()
    assert main(command) == 2
    assert "make full" in capsys.readouterr().err


def test_committed_results_are_those_of_the_code():
    """Only told, not asked for: to rebuild takes an hour, and data that few have."""
    record = json.loads((ROOT / "results/made_from.json").read_text())
    assert advice_on_results(*altered(record, ROOT)) == []
    if lines := advice(outdated(record["papers"], ROOT)):
        pytest.xfail("; ".join(lines))

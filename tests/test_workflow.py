"""The workflow end to end, on data small enough for every commit."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from smoke_build import ROOT, build, command, environment, made, snakemake, workplace

from pride.freshness import altered

GOLDEN = Path(__file__).parent / "golden"
PARTS = ["Snakefile", "environment.yml", "CITATION.cff", "profiles", "config", "docs"]
PARTS += ["workflow", "src"]
pytestmark = pytest.mark.slow


def missing(cwd, dataset):
    """Why a data set could not be had in the last run, and what waits for it."""
    note = json.loads((cwd / f"results/logs/missing/{dataset}.json").read_text())
    return note["reasons"], note["waiting"]


def test_everything_is_built_but_what_waits_for_data(built):
    files = {str(path) for path in made(built)}
    assert "results/margin2004/figures/figure_1.svg" in files
    assert "results/own/toy/figures/accuracy.png" in files
    assert "results/margin2004/tables/multiclass.csv" in files
    assert "results/gmeb2004/tables/table_2.csv" in files
    assert "results/gmeb2004/figures/readings.svg" in files
    assert "results/lmba2009/tables/table_1.csv" in files
    assert "results/properties2008/figures/figure_1_specks.png" in files
    assert "results/properties2008/figures/figure_5_specks.svg" in files
    assert not [name for name in files if "lost" in name]
    assert not [name for name in files if "unfinished" in name]


def test_the_build_tells_what_is_missing_and_what_waits_for_it(built):
    before, _, _ = (built / "said").read_text().partition("Job stats")
    assert "Data sets: 6 at hand (5 generator, 1 mirror), 1 missing" in before
    reasons, waiting = missing(built, "lost")
    assert f"lost is MISSING; targets that wait for it: {len(waiting)}" in before
    assert "cannot be reached" in reasons["url http://127.0.0.1:9/lost.csv"]
    assert "results/own/lost/figures/accuracy.svg" in waiting


def test_the_scorecard_holds_every_row(built):
    card = pd.read_csv(built / "results/scorecard.csv", index_col="id")
    published = sorted((built / "config/published").glob("*.csv"))
    expected = pd.concat([pd.read_csv(file, index_col="id") for file in published])
    verdicts, expected = card["verdict"], expected["expect"]
    assert verdicts.drop("lost").to_dict() == expected.drop("lost").to_dict()
    assert card["verdict"]["lost"] == "missing"
    text = (built / "results/summary.md").read_text()
    assert "| margin2004 | 2 | 1 | 3 |" in text
    assert "| gmeb2004 | 3 | 3 | 1 |" in text
    assert "| lmba2009 | 2 | 0 | 1 |" in text
    assert "| properties2008 | 3 | 1 | 0 |" in text
    assert "Scorecard: results/scorecard.html" in (built / "said").read_text()


def test_readme_keeps_its_numbers_where_data_are_missing(built):
    readme = (built / "README.md").read_text()
    assert readme == (ROOT / "tests/smoke/README.md").read_text()
    said = (built / "said").read_text()
    assert "README.md keeps its scorecard: 1 of its verdicts is missing here" in said
    assert "on lost" in said


def choose_margin2004(cwd):
    """Ask for one paper, and forget what the others print."""
    settings = cwd / "config/config.yaml"
    chosen = re.sub("papers:.*", "papers: [margin2004]", settings.read_text())
    settings.write_text(chosen)
    for table in (cwd / "config/published").glob("*.csv"):
        if table.stem != "margin2004":
            table.unlink()


@pytest.fixture
def with_lost_data(built, tmp_path):
    """A copy of the build, one paper of it, with the data set that was missing."""
    cwd = shutil.copytree(built, tmp_path / "work")
    choose_margin2004(cwd)
    file = cwd / "config/datasets.yaml"
    known = re.search("name: toy.csv\n +sha256: (\\w+)", file.read_text())[1]
    text = file.read_text().replace(64 * "0", known)
    address = (cwd / "mirror/toy/toy.csv").as_uri()
    text = text.replace("http://127.0.0.1:9/lost.csv", address)
    file.write_text(text.replace("name: lost.csv", "name: toy.csv"))
    return cwd


def test_verdicts_on_data_that_a_user_brings_are_new(with_lost_data):
    cwd = with_lost_data
    file = cwd / "config/published/margin2004.csv"
    excused = ",agrees,Missing here and excused"
    assert excused in file.read_text()
    file.write_text(file.read_text().replace(excused, ",missing,"))
    said = build(cwd=cwd)
    assert "1 verdict is new, on data not at hand before: lost" in said
    assert re.search("margin2004 +brought +agrees", said)
    assert "agrees (new)" in (cwd / "results/scorecard.md").read_text()
    assert ">new</small>" in (cwd / "results/scorecard.html").read_text()
    assert "| margin2004 | 3 | 1 | 2 |" in (cwd / "README.md").read_text()


def test_verdicts_on_data_that_others_are_expected_of_are_not_new(with_lost_data):
    target = "results/.verdicts_as_expected"
    succeeded, said = snakemake("--cores", "2", target, cwd=with_lost_data)
    assert not succeeded
    assert re.search("brought +missing +agrees", said)


def test_provenance_is_written_down(built):
    record = json.loads((built / "results/provenance.json").read_text())
    assert record["seed"] == 1
    assert record["cores"] == 2
    generated = {name: f"generator {name}" for name in ("xor", "linear_problem")}
    generated["four"] = "generator lmba_multiclass"
    generated["dots"] = "generator linear_problem"
    generated["specks"] = "generator lmba_multiclass"
    assert record["data"] == {"toy": "mirror"} | generated
    assert record["versions"]["numba"]
    assert record["compiled_for"] in (built / "results/scorecard.html").read_text()
    assert record["whole_build"]["jobs"] == record["jobs"] > 10
    assert 0 < record["job_seconds"] < 2 * record["wall_seconds"]
    spent = record["job_seconds"] / (2 * record["wall_seconds"])
    assert record["overhead"] == pytest.approx(1 - spent, abs=0.01)
    times = pd.read_csv(built / "results/times.csv")
    assert len(times) == record["jobs"]
    assert times["seconds"].sum() == pytest.approx(record["job_seconds"], abs=0.1)


def test_results_are_written_down_too(built):
    record = json.loads((built / "results/made_from.json").read_text())
    names = set(record["results"])
    tables = "results/gmeb2004/tables/table_2"
    assert {f"{tables}.csv", f"{tables}.md", "results/scorecard.md"} <= names
    assert {"results/figures/agreement.svg", "results/figures/agreement.png"} <= names
    assert "results/margin2004/xor/xor/simba.csv" in record["scores"]
    dated = {"results/scorecard.html", "results/figures/times.svg", "results/times.csv"}
    photographs = {"results/properties2008/figures/figure_1_specks.png"}
    assert not (dated | photographs) & {*names, *record["scores"]}
    assert altered(record, built) == ([], [])


def test_a_small_run_does_not_forget_the_whole_build(built, tmp_path):
    cwd = shutil.copytree(built, tmp_path / "work")
    before = json.loads((cwd / "results/provenance.json").read_text())
    build("--forcerun", "scorecard", cwd=cwd)
    after = json.loads((cwd / "results/provenance.json").read_text())
    assert after["jobs"] == 0
    assert after["whole_build"] == before["whole_build"]
    assert "Last run" in (cwd / "results/scorecard.html").read_text()
    assert "Last run" not in (built / "results/scorecard.html").read_text()


@pytest.mark.parametrize("name", ["report.html", "report.zip"])
def test_the_report_of_snakemake_is_filed_and_labelled(built, name):
    succeeded, said = snakemake("--report", name, cwd=built)
    assert succeeded, said
    if name.endswith(".zip"):
        with zipfile.ZipFile(built / name) as archive:
            content = b"".join(map(archive.read, archive.namelist()))
        text = content.decode(errors="ignore")
    else:
        text = (built / name).read_text()
    for words in ("Margin and angle along the iterations", "Additions", "Section 5.1"):
        assert words in text
    assert "snakemake --cores 2 results/margin2004/figures/figure_1.svg" in text


@pytest.mark.parametrize("table", sorted(GOLDEN.glob("*.csv")), ids=lambda p: p.stem)
def test_scores_are_those_of_the_last_release(built, table):
    """A change here is a change of numbers: explain it, then copy the new table."""
    golden = pd.read_csv(table)
    scores = pd.read_csv(built / f"results/{table.stem.replace('-', '/')}.csv")
    scores = scores[scores["at"].isin(golden["at"])].reset_index(drop=True)
    pd.testing.assert_frame_equal(scores, golden, rtol=1e-9)


def test_a_second_run_has_nothing_to_do(built):
    _, said = snakemake("--dry-run", cwd=built)
    assert "Nothing to be done" in said


def test_an_unknown_key_is_refused(built):
    succeeded, said = snakemake("--dry-run", "--config", "sede=3", cwd=built)
    assert not succeeded
    assert "config: unknown key 'sede', did you mean 'seed'?" in said


def test_one_core_gives_the_same_bytes(built, tmp_path):
    cwd = workplace(tmp_path)
    succeeded, said = snakemake("--cores", "1", cwd=cwd)
    assert succeeded, said
    assert made(cwd) == made(built)


def test_a_killed_build_goes_on_to_the_same_bytes(built, tmp_path):
    cwd = workplace(tmp_path)
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    where = {"cwd": cwd, "env": environment(cwd), "start_new_session": True}
    running = subprocess.Popen(command("--cores", "2"), **where, **pipes)
    while not list((cwd / "results").rglob("*.tsv")) and running.poll() is None:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    snakemake("--unlock", cwd=cwd)
    build("--rerun-incomplete", cwd=cwd)
    assert made(cwd) == made(built)


def test_quick_is_labelled_and_kept_apart(built):
    before = made(built)
    build("--config", "scale=quick", cwd=built)
    quick = built / "results/quick"
    for name in ("scorecard.md", "scorecard.html", "summary.md"):
        assert "Scale: quick" in (quick / name).read_text()
    assert "Scale: quick" not in (built / "results/scorecard.html").read_text()
    repeats = pd.read_csv(quick / "margin2004/xor/xor/simba.csv")["repeat"]
    assert set(repeats) == {0, 1}
    shutil.rmtree(quick)
    assert made(built) == before


def test_a_changed_verdict_fails_the_build(built, tmp_path):
    cwd = shutil.copytree(built, tmp_path / "work")
    file = cwd / "config/published/margin2004.csv"
    lines = file.read_text().replace(",agrees,The claim", ",differs,The claim")
    file.write_text(lines)
    succeeded, said = snakemake("--cores", "2", cwd=cwd)
    assert not succeeded
    assert "1 verdicts are not the expected ones" in said
    assert "simba-over-relief differs  agrees" in said
    assert (cwd / "results/scorecard.csv").exists()


def test_a_failed_job_tells_rule_reason_and_remedy(built, tmp_path):
    cwd = shutil.copytree(built, tmp_path / "work")
    before = made(cwd)
    file = cwd / "config/margin2004.yaml"
    file.write_text(file.read_text().replace("iterations: 500", "iterations: 400"))
    succeeded, said = snakemake("--cores", "2", cwd=cwd)
    assert not succeeded
    assert "margin2004_xor failed (xor, simba)" in said
    assert "expected at least 500 iterations" in said
    assert "run the same command again" in said
    assert "results/logs/margin2004/xor/xor/simba.log" in said
    own = {path for path in before if "own" in path.parts}
    assert own <= set(made(cwd))


def test_a_copy_that_is_not_the_registered_one_breaks_nothing_else(built, tmp_path):
    cwd = shutil.copytree(built, tmp_path / "work")
    file = cwd / "config/datasets.yaml"
    file.write_text(file.read_text().replace("samples: 60", "samples: 61"))
    said = build(cwd=cwd)
    assert "toy is MISSING" in said
    reasons, waiting = missing(cwd, "toy")
    assert "expected samples 61, found 60" in reasons["mirror"]
    assert "results/own/toy/figures/accuracy.svg" in waiting


def test_a_dry_run_and_a_graph_show_the_whole_plan_and_bring_nothing(tmp_path):
    cwd = workplace(tmp_path)
    (cwd / "results").mkdir()
    (cwd / "results/scorecard.csv").write_text("committed")  # and nothing is built
    succeeded, said = snakemake("--dry-run", cwd=cwd)
    assert succeeded, said
    assert "Data sets: 0 at hand, 7 to be fetched" in said
    table = said.partition("Job stats:")[2].partition("total")[0]
    planned = {line.split()[0] for line in table.splitlines()[3:] if line.strip()}
    assert {"prepare", "own_figure", "margin2004_multiclass", "scorecard"} <= planned
    assert "lost: preparing the data" in said
    _, graph = snakemake("--rulegraph", cwd=cwd)
    assert set(re.findall(r'label = "(\w+)"', graph)) == planned
    assert [p.name for p in (cwd / "results").rglob("*")] == ["scorecard.csv"]
    assert [p.name for p in (cwd / "cache").iterdir()] == ["numba"]


def test_what_only_users_can_bring_is_missing_from_a_plan(tmp_path):
    cwd = workplace(tmp_path)
    (cwd / "config/own").mkdir()
    (cwd / "config/own/mine.yaml").write_text(
        "datasets:\n"
        "  faces: { classes: [a, b], sources: [{ folder: true, parser: image_folders,"
        " options: { size: [2, 2] } }] }\n"
        "  gone: { classes: [a, b], sources: [{ file: gone.csv, parser: table }] }\n"
    )
    _, said = snakemake("--dry-run", "own", cwd=cwd)
    assert "faces is MISSING; targets that wait for it: 1" in said
    assert "put your own copy there" in said
    assert "gone is MISSING; targets that wait for it: 1" in said
    assert "results/own/faces" not in said.partition("Job stats")[2]
    (cwd / "resources/faces").mkdir(parents=True)
    _, said = snakemake("--dry-run", "own", cwd=cwd)
    assert "faces: preparing the data" in said


def test_data_of_ones_own_are_built_and_no_other_data_are_touched(tmp_path):
    cwd = workplace(tmp_path)
    mine = cwd / "config/own"
    mine.mkdir()
    shutil.copy(cwd / "mirror/toy/toy.csv", mine / "my table.csv")
    (mine / "mine.yaml").write_text(
        "datasets:\n  mine:\n    classes: [well, sick]\n    sources: [{ file:"
        " my table.csv, parser: table, options: { skip: 1, drop: [0] } }]\n"
    )
    settings = cwd / "config/own.yaml"
    settings.write_text(settings.read_text().replace("[toy, lost]", "[]"))
    said = build("own", cwd=cwd)
    assert "Data sets: 1 at hand (1 url)" in said
    assert "MISSING" not in said
    assert (cwd / "results/own/mine/figures/accuracy.svg").exists()
    assert {p.stem for p in (cwd / "results/data").iterdir()} == {"mine"}
    entry = mine / "mine.yaml"
    entry.write_text(entry.read_text().replace("drop: [0]", "drop: [0, 1]"))
    build("results/own/mine/all_features.csv", cwd=cwd)
    with np.load(cwd / "results/data/mine.npz") as arrays:
        assert arrays["X"].shape == (60, 3)  # also of a single file the data are new
    table = mine / "my table.csv"
    table.write_text(table.read_text().replace("0.299", "0.3"))
    assert "own_accuracy" in snakemake("--dry-run", "own", cwd=cwd)[1]
    said = build("results/margin2004/xor/xor/truth.csv", cwd=cwd)
    assert "Data sets" not in said  # it is made of no data
    assert {p.stem for p in (cwd / "results/data").iterdir()} == {"mine"}
    _, said = snakemake("--dry-run", "margin2004", cwd=cwd)
    assert "Data sets: 0 at hand, 3 to be fetched" in said
    assert "lost: preparing" in said
    assert "toy: preparing" not in said


@pytest.mark.parametrize(
    "file, right, wrong, message",
    [
        ("own", "[toy, lost]", "[tyo]", "data set: unknown name 'tyo', did you mean"),
        ("own", "[simba,", "[samba,", "method: unknown name 'samba', did you mean"),
        ("own", "folds:", "fold:", "unknown key 'fold', did you mean 'folds'?"),
        ("margin2004", "dataset: xor", "dataset: xro", "unknown name 'xro'"),
        ("margin2004", "relevant:", "relevnt:", "did you mean 'relevant'?"),
        ("gmeb2004", "starts:", "strats:", "did you mean 'starts'?"),
        ("lmba2009", "theta:", "thetta:", "did you mean 'theta'?"),
        ("properties2008", "noise:", "nose:", "did you mean 'noise'?"),
        ("datasets", "licence:", "license:", "did you mean 'licence'?"),
    ],
)
def test_a_misspelt_name_is_refused(tmp_path, file, right, wrong, message):
    cwd = workplace(tmp_path)
    settings = cwd / f"config/{file}.yaml"
    settings.write_text(settings.read_text().replace(right, wrong, 1))
    succeeded, said = snakemake("--dry-run", cwd=cwd)
    assert not succeeded
    assert message in said


def copied(root):
    """A copy of the project that may be edited, and a working directory beside it."""
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, root / part)
    return root, workplace(root)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the project, whose kernels are compiled anew, with one paper built."""
    root, cwd = copied(tmp_path_factory.mktemp("a checkout"))
    choose_margin2004(cwd)
    build(cwd=cwd, root=root)
    return root, cwd


def jobs_to_run(root, cwd):
    _, said = snakemake("--dry-run", cwd=cwd, root=root)
    table = said.partition("Job stats:")[2].partition("total")[0]
    return {line.split()[0] for line in table.splitlines()[3:] if line.strip()}, said


def test_touching_files_reruns_nothing(checkout):
    root, cwd = checkout
    for file in [*root.rglob("src/**/*.py"), *root.rglob("workflow/scripts/*.py")]:
        file.touch()
    for file in (cwd / "results").rglob("*.*"):
        file.touch()
    jobs, said = jobs_to_run(root, cwd)
    assert jobs == set(), said


@pytest.mark.parametrize("method, other", [("relief", "simba"), ("simba", "relief")])
def test_an_edited_kernel_reruns_what_depends_on_it_only(checkout, method, other):
    root, cwd = checkout
    file = root / f"src/pride/selectors/{method}.py"
    text = file.read_text()
    file.write_text(f"{text}# edited\n")
    jobs, said = jobs_to_run(root, cwd)
    file.write_text(text)
    assert {"margin2004_xor", "own_accuracy", "scorecard"} <= jobs
    assert "prepare" not in jobs
    assert f"margin2004, section 5.1: {method} on xor" in said
    assert f"own data: {method} on toy" in said
    for spared in (other, "truth", "uniform", "all_features"):
        assert f"{spared} on" not in said


def started(arguments, root, cwd):
    """A build that runs in the background."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    where = {"cwd": cwd, "env": environment(cwd, root)}
    return subprocess.Popen(command(*arguments, root=root), **where, **pipes)


def run_with_an_edit(checkout, file, before, after):
    """Run one job, edit a file while it runs; what was said, and jobs to run then."""
    root, cwd = checkout
    text = file.read_text()
    log = cwd / "results/logs/margin2004/xor/xor/simba.log"
    log.unlink()
    target = "results/margin2004/xor/xor/simba.csv"
    running = started(["--cores", "1", "--force", target], root, cwd)
    while not log.exists() and running.poll() is None:
        time.sleep(0.01)
    file.write_text(text.replace(before, after, 1))
    said = running.communicate()[0]
    jobs, _ = jobs_to_run(root, cwd)
    file.write_text(text)
    return running.returncode, said, jobs


def test_code_that_is_edited_while_a_job_runs_fails_it(checkout):
    file = checkout[0] / "src/pride/selectors/simba.py"
    failed, said, jobs = run_with_an_edit(checkout, file, '"""', '"""Edited. ')
    assert failed
    assert "src/pride/selectors/simba.py changed while the build ran" in said
    assert "margin2004_xor" in jobs
    build(cwd=checkout[1], root=checkout[0])


def test_settings_that_are_edited_while_a_job_runs_do_not_pass_for_its_own(checkout):
    file = checkout[1] / "config/config.yaml"
    failed, said, jobs = run_with_an_edit(checkout, file, "seed: 1", "seed: 2")
    assert not failed, said
    assert "margin2004_xor" in jobs
    assert jobs_to_run(*checkout)[0] <= {"provenance", "page", "times", "all"}


def forced_job_below(folder):
    """Run a small job in a checkout in a new folder, with a Python in there, too."""
    folder.mkdir()
    root, cwd = copied(folder)
    (root / ".venv").symlink_to(sys.prefix)
    arguments = ["--cores", "1", "--force", "results/margin2004/xor/xor/truth.csv"]
    return subprocess.run(
        command(*arguments, root=root, python=root / ".venv/bin/python"),
        cwd=cwd,
        env=environment(cwd, root),
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    "name", ["with space", "R&D", "O'Brien", "pride(1)", "dol$HOME", "semi;colon"]
)
def test_checkout_and_python_may_lie_in_any_folder(tmp_path, name):
    run = forced_job_below(tmp_path / name)
    assert run.returncode == 0, run.stderr


def test_a_folder_with_braces_is_refused_at_once(tmp_path):
    run = forced_job_below(tmp_path / "a{}b")
    assert run.returncode == 1
    assert "expected a folder without braces" in run.stderr
    assert "Traceback" not in run.stderr


def test_the_linter_finds_nothing():
    succeeded, said = snakemake("--lint", cwd=ROOT)
    assert succeeded, said
    assert "Congratulations" in said

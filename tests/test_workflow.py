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

import pandas as pd
import pytest
from smoke_build import ROOT, build, command, environment, made, snakemake, workplace

GOLDEN = Path(__file__).parent / "golden"
PARTS = ["Snakefile", "environment.yml", "CITATION.cff", "profiles", "config", "docs"]
PARTS += ["workflow", "src"]
pytestmark = pytest.mark.slow


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
    assert re.search(r"\btoy +mirror", before)
    assert re.search(r"\blost +MISSING", before)
    assert "url http://127.0.0.1:9/lost.csv: " in before
    assert "cannot be reached" in before
    assert "waiting for lost: results/own/lost/figures/accuracy.svg" in before
    assert "specks_elsewhere" not in before  # specks can be had


def test_the_scorecard_holds_every_row(built):
    card = pd.read_csv(built / "results/scorecard.csv", index_col="id")
    published = sorted((built / "config/published").glob("*.csv"))
    expected = pd.concat([pd.read_csv(file, index_col="id") for file in published])
    verdicts, expected = card["verdict"], expected["expect"]
    assert verdicts.drop("lost").to_dict() == expected.drop("lost").to_dict()
    assert card["verdict"]["lost"] == "missing"
    for file in ("README.md", "results/summary.md"):
        text = (built / file).read_text()
        assert "| margin2004 | 2 | 1 | 2 |" in text
        assert "| gmeb2004 | 3 | 2 | 1 |" in text
        assert "| lmba2009 | 2 | 0 | 1 |" in text
        assert "| properties2008 | 3 | 1 | 0 |" in text
    assert "Scorecard: results/scorecard.html" in (built / "said").read_text()


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
    assert record["whole_build"]["jobs"] == record["jobs"] > 10
    assert 0 < record["job_seconds"] < 2 * record["wall_seconds"]
    spent = record["job_seconds"] / (2 * record["wall_seconds"])
    assert record["overhead"] == pytest.approx(1 - spent, abs=0.01)
    times = pd.read_csv(built / "results/times.csv")
    assert len(times) == record["jobs"]
    assert times["seconds"].sum() == pytest.approx(record["job_seconds"], abs=0.1)


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
    assert re.search(r"\btoy +MISSING", said)
    assert "mirror: expected samples 61, found 60" in said
    assert "waiting for toy: results/own/toy/figures/accuracy.svg" in said


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


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the project that may be edited, with a build of one paper."""
    root = tmp_path_factory.mktemp("a checkout")
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, root / part)
    cwd = workplace(root)  # its kernels are compiled anew, being in other files
    settings = cwd / "config/config.yaml"
    chosen = re.sub("papers:.*", "papers: [margin2004]", settings.read_text())
    settings.write_text(chosen)
    (cwd / "config/published/gmeb2004.csv").unlink()
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


def test_python_may_lie_in_a_folder_with_a_space(checkout):
    root, cwd = checkout
    (root / "its python").symlink_to(sys.prefix)
    python = root / "its python/bin/python"
    target = "results/margin2004/xor/xor/truth.csv"
    arguments = ["--cores", "1", "--force", target]
    run = subprocess.run(
        command(*arguments, root=root, python=python),
        cwd=cwd,
        env=environment(cwd, root),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr


def test_the_linter_finds_nothing():
    succeeded, said = snakemake("--lint", cwd=ROOT)
    assert succeeded, said
    assert "Congratulations" in said

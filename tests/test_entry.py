"""How scripts meet Snakemake: outputs appear whole, of one state of the inputs."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pride.sources import file_hash

sys.path.append(str(Path(__file__).parents[1] / "workflow/scripts"))
from entry import run


class Named(list):
    """Files of a rule: a list, and by name."""

    def __init__(self, **files):
        super().__init__(files.values())
        self.items = files.items


@pytest.fixture
def job(tmp_path, monkeypatch):
    """A job with one input, a part of the library and an output."""
    monkeypatch.delenv("PRIDE_PLAN", raising=False)
    for name in ("data.csv", "kernel.py"):
        (tmp_path / name).write_text("before")
    files = {name: str(tmp_path / name) for name in ("data.csv", "kernel.py", "out")}
    return SimpleNamespace(
        input=Named(data=files["data.csv"], library=files["kernel.py"]),
        output=Named(result=files["out"]),
        params=Named(factor=2, made_of="some hash"),
        log=[str(tmp_path / "log")],
        rule="measured",
        wildcards=["wdbc"],
    )


def double(data, result, factor):
    result.write_text(factor * Path(data).read_text())


def test_names_of_the_rule_are_arguments(job):
    run(double, job)
    assert Path(job.output[0]).read_text() == "beforebefore"


@pytest.mark.parametrize("edited", [0, 1])
def test_what_is_edited_during_a_job_fails_it(job, capsys, edited):
    def main(**named):
        double(**named)
        Path(job.input[edited]).write_text("after")

    with pytest.raises(SystemExit):
        run(main, job)
    assert not Path(job.output[0]).exists()
    said = capsys.readouterr().err
    assert f"{job.input[edited]} changed while the build ran" in said
    assert "Run the same command again" in said


def test_what_was_edited_after_the_plan_fails_a_job(job, capsys, monkeypatch):
    planned = {path: file_hash(path) for path in job.input}
    monkeypatch.setenv("PRIDE_PLAN", json.dumps(planned))
    run(double, job)
    Path(job.input[1]).write_text("after")
    with pytest.raises(SystemExit):
        run(double, job)
    assert f"{job.input[1]} changed while the build ran" in capsys.readouterr().err


def test_a_reason_is_given_even_if_the_log_cannot_be_written(job, capsys, tmp_path):
    job.log = [str(tmp_path / "no such folder/log")]
    with pytest.raises(SystemExit):
        run(double, job)
    said = capsys.readouterr().err
    assert "measured failed (wdbc)" in said
    assert "No such file or directory" in said

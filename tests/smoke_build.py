"""The small build of tests/smoke, and how to run it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from pride.compiled import KERNELS

ROOT = Path(__file__).parents[1]


def command(*arguments, root=ROOT, python=sys.executable):
    program = [python, "-m", "snakemake", "--snakefile", root / "Snakefile"]
    return [*program, *arguments]


def environment(cwd, root=ROOT):
    """No mirror but the configured one, a cache of its own, the library of `root`."""
    found = {k: v for k, v in os.environ.items() if k != "PRIDE_MIRROR"}
    return found | {"PRIDE_CACHE": str(cwd / "cache"), "PYTHONPATH": str(root / "src")}


def snakemake(*arguments, cwd, root=ROOT):
    """Run Snakemake in a directory; return whether it succeeded and all it said."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    where = {"cwd": cwd, "env": environment(cwd, root)}
    run = subprocess.run(command(*arguments, root=root), **where, **pipes)
    return run.returncode == 0, run.stdout


def build(*arguments, cwd, root=ROOT):
    succeeded, said = snakemake("--cores", "2", *arguments, cwd=cwd, root=root)
    assert succeeded, said
    return said


def workplace(folder):
    """A working directory with the smoke configuration and nothing built.

    Kernels are shared, which are kept by the content of the library; data are not.
    """
    cwd = shutil.copytree(ROOT / "tests/smoke", folder / "a place with spaces")
    (cwd / "cache").mkdir()
    (cwd / "cache/numba").symlink_to(KERNELS.parents[1])
    return cwd


def made(cwd):
    """All results that must be the same bytes however they were made.

    The page tells times and dates, as do the files that it takes them from.
    """
    notes = {"logs", "benchmarks", "provenance.json", "times.csv", "scorecard.html"}
    notes |= {"times.svg", "times.png"}
    files = [p for p in (cwd / "results").rglob("*") if p.is_file()]
    kept = [p.relative_to(cwd) for p in files if not notes & set(p.parts)]
    return {path: (cwd / path).read_bytes() for path in sorted(kept)}

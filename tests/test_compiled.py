"""A kept kernel is never an old one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pride.compiled
from pride.compiled import code_hash

SOURCE = Path(pride.compiled.__file__).parent
PROGRAM = """
import numpy as np
from pride.margins import evaluation
X = np.random.default_rng(0).normal(size=(30, 3))
print(evaluation(X, np.arange(30) % 2, np.ones(3)))
"""


def test_every_file_counts(tmp_path):
    library = shutil.copytree(SOURCE, tmp_path / "pride")
    before = code_hash(library)
    assert before == code_hash(SOURCE)
    with (library / "figures/palette.py").open("a") as file:
        file.write("# changed\n")
    assert code_hash(library) != before


def run(folder):
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "PRIDE_CACHE": str(folder / "cache"),
    }
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def test_an_edit_in_a_file_that_a_kernel_calls_is_seen(tmp_path):
    """numba alone would go on using the kernel that it kept."""
    library = shutil.copytree(SOURCE, tmp_path / "pride")
    before = run(tmp_path)
    assert list((tmp_path / "cache").rglob("*.nbi"))
    file = library / "neighbours.py"
    edited = file.read_text().replace("np.sqrt(to_", "2 * np.sqrt(to_")
    file.write_text(edited)
    assert run(tmp_path) == 2 * before


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path):
    shutil.copytree(SOURCE, tmp_path / "pride")
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert run(tmp_path) > -100

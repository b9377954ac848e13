"""A kept kernel is never an old one."""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import numpy as np
from numba import njit

import pride.compiled
from pride.compiled import code_hash, lent

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


Inner = namedtuple("Inner", "numbers whole")
Outer = namedtuple("Outer", "inner vector")


@njit  # not kept: the code of a kernel that was kept cannot be seen
def add_to_vector(outer):
    """Add the sum of the other arrays, often enough for counts to go wrong."""
    outer = lent(outer)
    for i in range(outer.vector.shape[0]):
        inner = outer.inner
        outer.vector[i] += inner.numbers.sum() + inner.whole[i]


def test_arrays_that_are_lent_are_used_in_place_and_not_counted():
    numbers, whole, vector = np.ones((2, 3)), np.arange(4), np.zeros(4)
    arrays = numbers, whole, vector
    counts = [sys.getrefcount(array) for array in arrays]
    for _ in range(3):
        add_to_vector(Outer(Inner(numbers, whole), vector))
    assert vector.tolist() == [18.0, 21.0, 24.0, 27.0]
    assert [sys.getrefcount(array) for array in arrays] == counts
    code = next(iter(add_to_vector.inspect_asm().values()))
    own = code.split("cpython", 1)[0]  # before what numba wraps around it
    assert "NRT_decref" not in own and "NRT_incref" not in own

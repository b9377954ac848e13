"""A kept kernel is never an old one."""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest
from numba import njit

import pride.compiled
from pride.compiled import kernel_files, lent, mine

SOURCE = Path(pride.compiled.__file__).parent
PROGRAM = """
import numpy as np
from pride.margins import evaluation
X = np.random.default_rng(0).normal(size=(30, 3))
print(evaluation(X, np.arange(30) % 2, np.ones(3)))
"""


def test_only_files_that_kernels_are_made_of_count():
    names = {file.relative_to(SOURCE).as_posix() for file in kernel_files()}
    assert {"neighbours.py", "samples.py", "programs/hinge/basis.py"} <= names
    assert not {name for name in names if name.startswith(("figures", "datasets"))}


def copied(folder):
    """A copy of the library that may be edited."""
    return shutil.copytree(SOURCE, folder / "src/pride")


def run(folder, program=PROGRAM):
    environment = os.environ | {
        "PYTHONPATH": str(folder / "src"),
        "PRIDE_CACHE": str(folder / "cache"),
    }
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def test_an_edit_in_a_file_that_a_kernel_calls_is_seen(tmp_path):
    """numba alone would go on using the kernel that it kept."""
    library = copied(tmp_path)
    before = run(tmp_path)
    assert list((tmp_path / "cache").rglob("*.nbi"))
    file = library / "neighbours.py"
    edited = file.read_text().replace("np.sqrt(to_", "2 * np.sqrt(to_")
    file.write_text(edited)
    assert run(tmp_path) == 2 * before


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path):
    copied(tmp_path)
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert run(tmp_path) > -100


def damaged(file, damage):
    """The content of a file, cut or with one bit flipped."""
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    if damage == "cut":
        return bytes(content[:middle])
    content[middle] ^= 1
    return bytes(content)


@pytest.mark.parametrize("damage", ["cut", "flipped"])
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_kernel_is_compiled_anew(tmp_path, damage, ending):
    """Its file is written again, though not always with the same bytes: numba numbers
    what it compiles. The run after that finds all files whole, and writes none."""
    copied(tmp_path)
    before = run(tmp_path)
    files = list((tmp_path / "cache").rglob(f"*.{ending}"))
    broken = {file: damaged(file, damage) for file in files}
    for file, content in broken.items():
        file.write_bytes(content)
    assert run(tmp_path) == before
    assert not [file for file in files if file.read_bytes() == broken[file]]
    written = {file: file.stat().st_mtime_ns for file in files}
    assert run(tmp_path) == before
    assert {file: file.stat().st_mtime_ns for file in files} == written


def test_a_kernel_that_cannot_be_kept_is_used(tmp_path):
    """The folder is there and cannot take another byte."""
    copied(tmp_path)
    before = run(tmp_path)
    for file in (tmp_path / "cache").rglob("*.nb?"):
        file.unlink()
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (99, 99))\n"
    assert run(tmp_path, full + PROGRAM) == before


def test_kernels_that_others_can_write_are_not_used(tmp_path, monkeypatch):
    folder = tmp_path / "kernels"
    assert mine(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr("pride.compiled.user", lambda: os.getuid() + 1)
    assert not mine(folder)


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

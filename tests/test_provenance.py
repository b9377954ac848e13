"""What a build was made of is told by the machine that made it."""

import json
import os
import subprocess
import sys

import pytest

from pride.provenance import processor

TOLD = "import json; from pride.provenance import machine; print(json.dumps(machine()))"


def told(**environment):
    """What a new process tells, into which no other library has brought its BLAS."""
    run = [sys.executable, "-c", TOLD]
    return json.loads(subprocess.check_output(run, env=os.environ | environment))


def test_the_processor_and_the_kernels_of_each_blas_are_known():
    found = told()
    assert found["processor"] == processor() != "unknown"
    owners = [name.partition(":")[0] for name in found["blas"]]
    assert owners == ["numpy", "scipy"]


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="names kernels of x86-64")
def test_kernels_that_are_chosen_by_hand_are_told():
    found = told(OPENBLAS_CORETYPE="Sandybridge", NUMBA_CPU_NAME="generic")
    assert found["compiled_for"] == "generic"
    assert all(name.endswith(", Sandybridge") for name in found["blas"])

"""What a build was made of: code, versions, seed, data, cores and time."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from llvmlite.binding import get_host_cpu_name
from threadpoolctl import threadpool_info

PACKAGES = [
    "numpy",
    "scipy",
    "pandas",
    "scikit-learn",
    "numba",
    "cvxpy",
    "matplotlib",
    "snakemake",
]


def commit(checkout):
    """The commit that is checked out, marked if code or settings were changed since."""
    status = ["status", "--porcelain", "--", ".", ":!results", ":!README.md"]
    try:
        name, changes = (
            subprocess.run(["git", *ask], cwd=checkout, capture_output=True, text=True)
            for ask in (["rev-parse", "HEAD"], status)
        )
    except FileNotFoundError:
        return None
    if name.returncode:
        return None
    return name.stdout.strip() + (" and changes" if changes.stdout.strip() else "")


def run_record(jobs, started, cores, commit):
    """Facts about one run: `jobs` are the seconds of those that measured in it.

    The overhead is the share of wall time and cores that is not in these jobs: starting
    Python, planning, drawing, judging, and cores without work.
    """
    now = datetime.now(UTC)
    wall = now.timestamp() - started
    return {
        "finished": now.isoformat(timespec="seconds"),
        "commit": commit,
        "cores": cores,
        "wall_seconds": round(wall, 1),
        "jobs": len(jobs),
        "job_seconds": round(float(sum(jobs)), 1),
        "overhead": round(1 - float(sum(jobs)) / (wall * cores), 3),
    }


def processor():
    """The model of the processor, as the system tells it."""
    facts = Path("/proc/cpuinfo")  # of Linux
    lines = facts.read_text("utf-8").splitlines() if facts.exists() else []
    models = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return next(models, platform.processor()).strip() or "unknown"


def machine():
    """What last digits depend on: processor, and for which one kernels were chosen.

    Two processors round sums differently, in numba's kernels and in those of BLAS.
    """
    import_module("scipy.linalg")  # loads its BLAS, which is not that of NumPy
    libraries = [one for one in threadpool_info() if one["user_api"] == "blas"]
    return {
        "processor": processor(),
        "compiled_for": os.environ.get("NUMBA_CPU_NAME") or get_host_cpu_name(),
        "blas": sorted(map(blas_named, libraries)),
    }


def blas_named(library):
    """A BLAS as threadpoolctl describes it: whose it is, version, kernels."""
    owner = Path(library["filepath"]).parent.name.removesuffix(".libs")
    kernels = library.get("architecture", "unknown")
    return f"{owner}: {library['internal_api']} {library['version']}, {kernels}"


def provenance(run, whole, settings, origins):
    """Facts about results: the last run, the last that made all, data, versions."""
    return run | {
        "whole_build": whole,
        **settings,
        "data": origins,
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        **machine(),
        "versions": {package: version(package) for package in PACKAGES},
    }

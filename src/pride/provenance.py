"""What a build was made of: code, versions, seed, data, cores and time."""

import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version

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


def provenance(run, whole, settings, origins):
    """Facts about results: the last run, the last that made all, data, versions."""
    return run | {
        "whole_build": whole,
        **settings,
        "data": origins,
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "versions": {package: version(package) for package in PACKAGES},
    }

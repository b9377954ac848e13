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


def provenance(commit, config, origins, cores, seconds):
    """Facts about a finished build; the time is that of its last run."""
    return {
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit,
        "scale": config["scale"],
        "seed": config["seed"],
        "papers": config["papers"],
        "cores": cores,
        "wall_seconds": round(seconds, 1),
        "data": origins,
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "versions": {package: version(package) for package in PACKAGES},
    }

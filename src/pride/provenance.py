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
    """The commit that is checked out, marked if files were changed since."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        run = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return run.stdout.strip() or None


def provenance(checkout, config, origins, cores, seconds):
    """Facts about a finished build."""
    return {
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(checkout),
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

"""Checks of the configuration and helpers of the rules; no rules in here."""

import os
import shlex
import sys
from pathlib import Path

import pandas as pd
import yaml
from snakemake.exceptions import WorkflowError

from pride.datasets.registry import check_entry
from pride.freshness import module_file, with_imports
from pride.validation import SettingsError, check_known, check_rows, check_settings

ROOT = Path(workflow.basedir)
PUBLISHED = sorted(
    Path("config/published").glob("*.csv"),
    key=lambda table: (*[table.stem != p for p in config["papers"]], table.stem),
)


def schema(name):
    """A schema of workflow/schemas."""
    return yaml.safe_load((ROOT / f"workflow/schemas/{name}.schema.yaml").read_text())


try:
    check_settings(config, schema("config"), "config")
    DATASETS, PAPERS = config["datasets"], config["papers"]
    for name, entry in DATASETS.items():
        check_entry(entry, schema("dataset"), f"config/datasets.yaml, {name}")
    for part in [*PAPERS, "own"]:
        check_settings(config[part], schema(part), f"config/{part}.yaml")
    for table in PUBLISHED:
        check_rows(pd.read_csv(table), schema("published"), table)
except SettingsError as error:
    raise WorkflowError(error)

# One thread a job: sums in BLAS come out differently, in their last bits, on two.
for threads in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ[f"{threads}_NUM_THREADS"] = "1"

MIRROR = os.environ.get("PRIDE_MIRROR") or config.get("mirror", "")
os.environ.update(PRIDE_MIRROR=MIRROR)  # for the jobs

if " " in sys.executable:  # Snakemake puts it into shell commands without quotes
    unquoted = workflow.snakemake_tmp_dir / "python"
    unquoted.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    unquoted.chmod(0o755)
    sys.executable = str(unquoted)


wildcard_constraints:
    dataset="|".join(DATASETS),
    method="[a-z0-9_]+",


pathvars:
    results="results" if config["scale"] == "paper" else f"results/{config['scale']}",
    logs="<results>/logs",
    benchmarks="<results>/benchmarks",


def here(path):
    """A file of this repository, seen from the working directory."""
    return os.path.relpath(ROOT / path)


def check_name(name, known, where):
    """Stop at a name that nothing is registered under."""
    try:
        check_known(name, known, where)
    except SettingsError as error:
        raise WorkflowError(error)


def at_scale(choices):
    """The value that an experiment states for the scale that is built."""
    return choices[config["scale"]]


def library_of(script, *modules):
    """A script, given modules, and all files of the library that these import.

    Snakemake dates the script of a rule, but does not look at what the script imports.
    As inputs, all these files are compared by content. Modules that a script loads by
    name, such as the one of a method, are given.
    """
    files = [ROOT / "workflow/scripts" / script]
    files += [module_file(ROOT, module) for module in modules]
    found = {ROOT / "environment.yml", *with_imports(ROOT, files)}
    return sorted(map(here, found))


def selector_of(method):
    """The module of a method; what is only compared with, such as "truth", has none."""
    name = f"pride.selectors.{method}"
    return [name] if module_file(ROOT, name) else []


def selectors_of(methods):
    """The modules of several methods."""
    return [name for method in methods for name in selector_of(method)]

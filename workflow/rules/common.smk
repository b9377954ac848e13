"""Checks of the configuration and helpers of the rules; no rules in here."""

import hashlib
import json
import os
import shlex
import sys
from pathlib import Path

import pandas as pd
import yaml
from snakemake.exceptions import WorkflowError

from pride.datasets.registry import load_own, load_registry, own_files
from pride.sources import file_hash, module_file, module_folders, with_imports
from pride.validation import SettingsError, check_known, check_rows, check_settings

ROOT = Path(workflow.basedir)
MODULES = module_folders(ROOT)
PUBLISHED = sorted(
    Path("config/published").glob("*.csv"),
    key=lambda table: (*[table.stem != p for p in config["papers"]], table.stem),
)


def schema(name):
    """A schema of workflow/schemas."""
    return yaml.safe_load((ROOT / f"workflow/schemas/{name}.schema.yaml").read_text())


try:
    check_settings(config, schema("config"), "config")
    PAPERS = config["papers"]
    DATASETS = load_registry("config/datasets.yaml", schema("dataset"))
    USERS_DATASETS = load_own("config/own", schema("dataset"), DATASETS)
    DATASETS |= USERS_DATASETS
    for part in [*PAPERS, "own"]:
        check_settings(config[part], schema(part), f"config/{part}.yaml")
    for table in PUBLISHED:
        check_rows(pd.read_csv(table), schema("published"), table)
except SettingsError as error:
    raise WorkflowError(error)

# Texts are UTF-8 whatever the user's language.
os.environ.update(PYTHONUTF8="1")

# One thread a job: sums in BLAS come out differently, in their last bits, on two.
for threads in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ[f"{threads}_NUM_THREADS"] = "1"

MIRROR = os.environ.get("PRIDE_MIRROR") or config.get("mirror", "")
os.environ.update(PRIDE_MIRROR=MIRROR)  # for the jobs

for folder in (str(ROOT), os.getcwd()):
    if set("{}") & set(folder):
        raise WorkflowError(
            f"expected a folder without braces, found {folder}; Snakemake takes braces "
            "for wildcards: rename the folder, or move the checkout"
        )

if shlex.quote(sys.executable) != sys.executable:
    # Snakemake puts it into shell commands without quotes.
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


def planned_contents():
    """Hashes of code and settings when the build was planned, for all of its jobs."""
    if not workflow.is_main_process and (plan := os.environ.get("PRIDE_PLAN")):
        return json.loads(plan)
    folders = ROOT / "src/pride", ROOT / "workflow", ROOT / "config", Path("config")
    files = {os.path.relpath(p) for f in folders for p in f.rglob("*") if p.is_file()}
    code = {path for path in files if not path.endswith(".pyc")}
    code |= {here("Snakefile"), here("environment.yml")}
    return {path: file_hash(path) for path in sorted(code)}


PLAN = planned_contents()
os.environ.update(PRIDE_PLAN=json.dumps(PLAN))  # for the jobs

SETTINGS = [*workflow.configfiles, "config/datasets.yaml", *own_files("config/own")]
for path in map(os.path.relpath, SETTINGS):  # a job reads them once more
    if not workflow.is_main_process and PLAN.get(path) != file_hash(path):
        raise WorkflowError(
            f"{path} changed while the build ran. Run the same command again."
        )


def made_of(wildcards, input):
    """Param: what the planned contents of a job's inputs are, in one hash.

    Snakemake looks at inputs when a job has ended. An edit in the meantime would pass
    for what the job has read; a param is written down as it was planned.
    """
    known = [PLAN[path] for path in sorted(input) if path in PLAN]
    return hashlib.sha256("".join(known).encode()).hexdigest()[:16]


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
    files += [module_file(MODULES, module) for module in modules]
    found = {ROOT / "environment.yml", *with_imports(MODULES, files)}
    return sorted(map(here, found))


def selector_of(method):
    """The module of a method; what is only compared with, such as "truth", has none."""
    name = f"pride.selectors.{method}"
    return [name] if module_file(MODULES, name) else []


def selectors_of(methods):
    """The modules of several methods."""
    return [name for method in methods for name in selector_of(method)]

"""What results are made from, and whether it has changed since.

Snakemake compares files with those of its last run on the same machine. Committed
results travel without that memory: `results/made_from.json` remembers for them, by
paper, a digest of every file that matters. Comments, docstrings and layout do not; nor
do the notes of published rows. Rules are left to Snakemake. It remembers the results
too, but for those that tell dates and times.
"""

import ast
import csv
import functools
import hashlib
import json
import re
from pathlib import Path

import yaml

from pride.sources import module_file, module_folders, with_imports

SCRIPT = re.compile(r'"(?:\.\./scripts/)?(\w+\.py)"')
WORDS_OF_ROWS = {"item", "place", "statement", "expect", "note"}
WORDS_OF_ENTRIES = {"about", "licence"}
ENDINGS = {".csv", ".md", ".svg", ".png"}  # of what a build shows


def code_of(root, paper, settings):
    """The scripts of a paper's rules, its modules, its methods, and their imports."""
    folders = module_folders(root)
    rules = "".join(
        p.read_text("utf-8") for p in (root / "workflow/rules").glob(f"{paper}*.smk")
    )
    scripts = {root / "workflow/scripts" / name for name in SCRIPT.findall(rules)}
    modules = {
        *root.glob(f"src/pride/*/{paper}.py"),
        *root.glob(f"src/pride/*/{paper}/*.py"),
    }
    methods = {
        file
        for word in words_in(settings)
        if (file := module_file(folders, f"pride.selectors.{word}"))
    }
    return with_imports(folders, scripts | modules | methods)


@functools.cache
def settings_in(text):
    """What a YAML file says; reading the registry takes a while."""
    return yaml.safe_load(text)


def words_in(settings):
    """All keys and texts of nested settings."""
    if isinstance(settings, dict):
        return {w for pair in settings.items() for part in pair for w in words_in(part)}
    if isinstance(settings, list):
        return {word for part in settings for word in words_in(part)}
    return {settings} if isinstance(settings, str) else set()


def digest(content):
    """Twelve hexadecimal digits of whatever JSON can hold."""
    text = content if isinstance(content, str) else json.dumps(content, sort_keys=True)
    return digest_of_bytes(text.encode())


def digest_of_bytes(content):
    """Twelve hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()[:12]


@functools.cache
def meaning_of_code(text):
    """The syntax tree of a module without its docstrings, as text."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        if isinstance(node, documented) and ast.get_docstring(node, clean=False):
            node.body[0] = ast.Pass()
    return ast.dump(tree)


def numbers_of_rows(text):
    """Published rows without the columns that are only words."""
    rows = csv.DictReader(text.splitlines())
    return [{k: v for k, v in row.items() if k not in WORDS_OF_ROWS} for row in rows]


def meaning_of_entry(entry):
    """What an entry of the registry makes of its data: registered content, or how."""
    left_out = WORDS_OF_ENTRIES | ({"sources"} if "content" in entry else set())
    return {key: value for key, value in entry.items() if key not in left_out}


def made_from(root, paper, config=Path("config")):
    """Digests of all that the results of a paper are made from, by file or entry."""
    settings = settings_in((config / f"{paper}.yaml").read_text("utf-8"))
    registry = settings_in((config / "datasets.yaml").read_text("utf-8"))["datasets"]
    rows = (config / f"published/{paper}.csv").read_text("utf-8")
    style = (root / "config/figure.mplstyle").read_text("utf-8")
    general = settings_in((config / "config.yaml").read_text("utf-8"))
    found = {
        f"config/{paper}.yaml": digest(settings),
        f"config/published/{paper}.csv": digest(numbers_of_rows(rows)),
        "config/config.yaml, seed": digest(general["seed"]),
        "config/figure.mplstyle": digest(style),
    }
    for name in sorted(words_in(settings) & set(registry)):
        found[f"config/datasets.yaml, {name}"] = digest(
            meaning_of_entry(registry[name])
        )
    for file in sorted(code_of(root, paper, settings)):
        code = meaning_of_code(file.read_text("utf-8"))
        found[file.relative_to(root).as_posix()] = digest(code)
    return found


def outdated(recorded, root):
    """By paper: what its committed results were made from and is different now."""
    changed = {}
    for paper, before in recorded.items():
        now = made_from(root, paper, root / "config")
        names = sorted({*before, *now})
        differing = [name for name in names if before.get(name) != now.get(name)]
        if differing:
            changed[paper] = differing
    return changed


def shown_beside(files):
    """The names of files and of their twins, which show the same in other formats."""
    found = (two for one in files for two in one.parent.glob(f"{one.stem}.*"))
    return sorted({file.as_posix() for file in found if file.suffix in ENDINGS})


def contents(root, names):
    """Digests of those of the named files that are there."""
    there = [name for name in names if (root / name).exists()]
    return {name: digest_of_bytes((root / name).read_bytes()) for name in there}


def made_results(shown, scores):
    """Digests of what a build has made: what is committed; scores, which are not."""
    here = Path()
    return {
        "results": contents(here, shown_beside(map(Path, shown))),
        "scores": contents(here, scores),
    }


def altered(record, root):
    """Results that are not what the build made, and those that are not there at all.

    Scores may be away: they stay on the machine that measured.
    """
    recorded = record["results"] | record["scores"]
    now = contents(root, recorded)
    changed = [name for name in now if now[name] != recorded[name]]
    return changed, [name for name in record["results"] if name not in now]


def advice_on_results(changed, gone):
    """Lines that say which results are not those of the build, and what to do."""
    lines = [f"changed since the build: {few(changed)}"] if changed else []
    lines += [f"made by the build, but not here: {few(gone)}"] if gone else []
    if lines:
        lines.append(
            "Bring back what was committed with `git restore results`, or delete what "
            "changed and run `make full`."
        )
    return lines


def few(names):
    """Up to five names, and how many more there are."""
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more


def advice(changed):
    """Lines that say which results are old, why, and what to run."""
    lines = [
        f"results/{paper} is older than {few(names)}"
        for paper, names in changed.items()
    ]
    if lines:
        lines.append(
            "Run `make full`, which rebuilds what changed; commit the results."
        )
    return lines

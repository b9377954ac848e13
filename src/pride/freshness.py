"""What results are made from, and whether it has changed since.

Snakemake compares files with those of its last run on the same machine. Committed
results travel without that memory: `results/made_from.json` remembers for them, by
paper, a digest of every file that matters. Comments, docstrings and layout do not; nor
do the notes of published rows. Rules are left to Snakemake.
"""

import ast
import csv
import functools
import hashlib
import json
import re
from pathlib import Path

import yaml

SCRIPT = re.compile(r'"(?:\.\./scripts/)?(\w+\.py)"')
WORDS_OF_ROWS = {"item", "place", "statement", "expect", "note"}
WORDS_OF_ENTRIES = {"about", "licence"}


def module_file(root, name):
    """The file of a module of the library or of the scripts, None for any other."""
    path = name.replace(".", "/")
    places = f"src/{path}.py", f"src/{path}/__init__.py", f"workflow/scripts/{path}.py"
    return next((root / p for p in places if (root / p).exists()), None)


@functools.cache
def imports_in(text):
    """Dotted names of all modules that the import statements of a file may load."""
    names = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            names.append(node.module)
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return names


def imported_by(root, file):
    """The files of the library and of the scripts that a file imports."""
    found = (module_file(root, name) for name in imports_in(file.read_text()))
    return set(filter(None, found))


def with_imports(root, files):
    """Some files, and all that they import, directly or not."""
    todo, found = list(files), set(files)
    while todo:
        new = imported_by(root, todo.pop()) - found
        found |= new
        todo += new
    return found


def code_of(root, paper, settings):
    """The scripts of a paper's rules, its modules, its methods, and their imports."""
    rules = "".join(
        p.read_text() for p in (root / "workflow/rules").glob(f"{paper}*.smk")
    )
    scripts = {root / "workflow/scripts" / name for name in SCRIPT.findall(rules)}
    modules = {
        *root.glob(f"src/pride/*/{paper}.py"),
        *root.glob(f"src/pride/*/{paper}/*.py"),
    }
    methods = {
        file
        for word in words_in(settings)
        if (file := module_file(root, f"pride.selectors.{word}"))
    }
    return with_imports(root, scripts | modules | methods)


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
    return hashlib.sha256(text.encode()).hexdigest()[:12]


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
    settings = settings_in((config / f"{paper}.yaml").read_text())
    registry = settings_in((config / "datasets.yaml").read_text())["datasets"]
    rows = (config / f"published/{paper}.csv").read_text()
    style = (root / "config/figure.mplstyle").read_text()
    general = settings_in((config / "config.yaml").read_text())
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
        code = meaning_of_code(file.read_text())
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


def advice(changed):
    """Lines that say which results are old, why, and what to run."""
    lines = []
    for paper, names in changed.items():
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        lines.append(f"results/{paper} is older than {', '.join(names[:5])}{more}")
    if lines:
        lines.append(
            "Run `make full`, which rebuilds what changed; commit the results."
        )
    return lines

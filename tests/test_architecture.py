"""Which room may import which: the arrows of the design, checked."""

import ast
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).parents[1] / "src/pride"
PAPERS = {"margin2004", "gmeb2004", "properties2008", "lmba2009", "own"}
ALLOWED = {  # room: what it may import, besides the standard library and numpy
    "seeding": set(),
    "scores": {"pandas"},
    "validation": {"jsonschema"},
    "availability": set(),
    "provenance": {"llvmlite", "threadpoolctl"},
    "cache": set(),
    "sources": set(),
    "compiled": {"cache", "numba", "sources"},
    "samples": set(),
    "neighbours": {"compiled", "samples"},
    "margins": {"neighbours", "samples"},
    "programs": {"bounds", "cvxpy", "compiled", "scipy"},
    "bounds": {"scipy", "neighbours"},
    "selectors": {
        "sklearn",
        "compiled",
        "margins",
        "neighbours",
        "programs",
        "regression",
        "samples",
    },
    "regression": {"compiled", "sklearn"},
    "features": {"compiled", "scipy"},
    "datasets": {
        "PIL",
        "cache",
        "pandas",
        "rdata",
        "scipy",
        "scores",
        "seeding",
        "sources",
        "validation",
        "yaml",
    },
    "classifiers": {"sklearn"},
    "protocols": {
        "bounds",
        "classifiers",
        "datasets",
        "features",
        "margins",
        "neighbours",
        "pandas",
        "programs",
        "published",
        "regression",
        "scipy",
        "scores",
        "seeding",
        "selectors",
        "sklearn",
    },
    "published": {"pandas", "scores"},
    "markdown": set(),
    "scorecard": {"markdown", "published"},
    "page": {"figures", "jinja2", "pandas", "published"},
    "freshness": {"sources", "yaml"},
    "tables": {"pandas"},
    "figures": {"matplotlib", "pandas"},
    "cli": {"datasets", "freshness", "validation"},
}


def imports(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def room_of(file):
    return file.relative_to(SRC).parts[0].removesuffix(".py")


def files():
    return [file for file in SRC.rglob("*.py") if file != SRC / "__init__.py"]


@pytest.mark.parametrize("file", files(), ids=lambda f: str(f.relative_to(SRC)))
def test_rooms_import_only_what_they_may(file):
    room = room_of(file)
    names = {name.removeprefix("pride.").split(".")[0] for name in imports(file)}
    foreign = names - set(sys.stdlib_module_names) - {"numpy", room}
    assert foreign <= ALLOWED[room], f"{file.name} imports {foreign - ALLOWED[room]}"


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_paper_never_imports_another(paper):
    files = [*SRC.rglob(f"{paper}.py"), *SRC.glob(f"*/{paper}/*.py")]
    for file in files:
        parts = {part for name in imports(file) for part in name.split(".")}
        assert not parts & (PAPERS - {paper}), file


def test_kernels_are_compiled_in_one_way():
    """No fastmath, no parallel reductions, no cache that goes stale."""
    for file in files():
        if file.name != "compiled.py":
            assert "numba" not in set(imports(file)), file


def test_nothing_touches_global_randomness():
    for file in files():
        text = file.read_text()
        assert "np.random.seed" not in text, file
        drawn = "np.random." in text.replace("np.random.default_rng", "")
        assert not drawn, file


def test_packages_only_name_their_modules():
    """Jobs do not depend on an __init__, so that it must not compute anything."""
    for file in SRC.rglob("__init__.py"):
        known = (ast.Expr, ast.ImportFrom, ast.Import, ast.Assign, ast.FunctionDef)
        tree = ast.parse(file.read_text())
        assert all(isinstance(node, known) for node in tree.body), file

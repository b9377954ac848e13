"""The registry file, read and checked."""

from inspect import signature
from pathlib import Path

import yaml

from pride.datasets.parse import PARSERS
from pride.datasets.synthetic import GENERATORS
from pride.validation import SettingsError, check_known, check_settings

SCHEMA = Path("workflow/schemas/dataset.schema.yaml")


def load_registry(path):
    """Entries of a registry file by name, each checked against the schema.

    The schema lies beside the registry in a checkout: <checkout>/config/datasets.yaml
    and <checkout>/workflow/schemas.
    """
    path = Path(path)
    if not path.is_file():
        raise SettingsError(
            f"expected a registry at {path}, found none; run this in a checkout of "
            "Pride, or name a registry with --registry"
        )
    schema = yaml.safe_load((path.parent.parent / SCHEMA).read_text())
    entries = yaml.safe_load(path.read_text())["datasets"]
    for name, entry in entries.items():
        check_entry(entry, schema, f"{path}, {name}")
    return entries


def check_entry(entry, schema, where):
    """Refuse an entry that breaks the schema, or asks for what no function offers."""
    check_settings(entry, schema, where)
    for source in entry["sources"]:
        kind = "generator" if "generator" in source else "parser"
        functions = GENERATORS if kind == "generator" else PARSERS
        check_known(source[kind], functions, f"{where}: {kind}")
        offered = signature(functions[source[kind]]).parameters
        for option in source.get("options", {}):
            check_known(option, offered, f"{where}: option of {source[kind]}")


def chosen(entries, names):
    """The named entries, all if none is named; a wrong name is an error."""
    unknown = [name for name in names if name not in entries]
    if unknown:
        raise SettingsError(
            f"no data set {', '.join(unknown)}; there are {', '.join(entries)}"
        )
    return {name: entries[name] for name in names or entries}

"""The registry file, read and checked."""

from pathlib import Path

import yaml

from pride.validation import SettingsError, check_settings

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
        check_settings(entry, schema, f"{path}, {name}")
    return entries


def chosen(entries, names):
    """The named entries, all if none is named; a wrong name is an error."""
    unknown = [name for name in names if name not in entries]
    if unknown:
        raise SettingsError(
            f"no data set {', '.join(unknown)}; there are {', '.join(entries)}"
        )
    return {name: entries[name] for name in names or entries}

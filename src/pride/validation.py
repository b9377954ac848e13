"""Check settings against a closed schema; say what is wrong in one line each."""

from difflib import get_close_matches

from jsonschema import Draft202012Validator


class SettingsError(ValueError):
    """A setting is not what its schema asks for."""


def check_settings(settings, schema, where):
    """Refuse settings that do not follow a schema; `where` names their file."""
    errors = list(Draft202012Validator(schema).iter_errors(settings))
    if errors:
        lines = [f"{where}: {place(error)}{explain(error)}" for error in errors]
        raise SettingsError("\n".join(lines))


def check_rows(table, schema, where):
    """The same for each row of a table; empty cells count as absent."""
    for number, row in enumerate(table.to_dict("records"), start=2):
        filled = {name: value for name, value in row.items() if value == value}
        check_settings(filled, schema, f"{where}, line {number}")
    repeated = table["id"][table["id"].duplicated()].unique()
    if len(repeated):
        raise SettingsError(f"{where}: id given more than once: {', '.join(repeated)}")


def check_known(name, known, where):
    """Refuse a name that is not among the known ones."""
    if name not in known:
        raise SettingsError(f"{where}: unknown name {name!r}{hint(name, list(known))}")


def place(error):
    """The path to the value, such as ``datasets.wdbc.sources.0``."""
    path = ".".join(map(str, error.absolute_path))
    return f"{path}: " if path else ""


def explain(error):
    """One message of the validator, shortened and with the nearest known key."""
    if error.validator == "additionalProperties":
        known = list(error.schema.get("properties", {}))
        unknown = [key for key in error.instance if key not in known]
        return "; ".join(f"unknown key {key!r}{hint(key, known)}" for key in unknown)
    if error.validator == "oneOf":
        choices = [option.get("required") for option in error.validator_value]
        if all(choices):
            groups = " or ".join(", ".join(keys) for keys in choices)
            return f"expected exactly one of these groups of keys: {groups}"
    return error.message


def hint(key, known):
    """What may have been meant, else all there is."""
    close = get_close_matches(key, known, n=1)
    return f", did you mean {close[0]!r}?" if close else f"; known: {', '.join(known)}"

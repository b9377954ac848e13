"""Registry files, read and checked: the project's own, and those of its users."""

import re
from inspect import signature
from pathlib import Path

import yaml

from pride.datasets.parse import FOLDER_PARSERS, PARSERS
from pride.datasets.synthetic import GENERATORS
from pride.validation import SettingsError, check_known, check_settings

SCHEMA = Path("workflow/schemas/dataset.schema.yaml")
NAME = re.compile("[a-z][a-z0-9_]*")
NEEDED_OF_OWN = ["classes", "sources"]  # the other facts are for those who share data


class AsWritten(yaml.SafeLoader):
    """YAML whose keys, and the words yes, no, on and off, stay as they are written."""

    def construct_mapping(self, node, deep=False):
        self.flatten_mapping(node)
        for key, _ in node.value:
            key.tag = "tag:yaml.org,2002:str"
        return super().construct_mapping(node, deep)


AsWritten.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in known if not tag.endswith(":bool")]
    for letter, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
AsWritten.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("true|false"), ["t", "f"]
)


def load_registry(path, schema=None):
    """Entries of a registry file by name, each checked against the schema.

    By default the schema lies beside the registry, as in a checkout:
    <checkout>/config/datasets.yaml and <checkout>/workflow/schemas.
    """
    path = Path(path)
    if not path.is_file():
        raise SettingsError(
            f"expected a registry at {path}, found none; run this in a checkout of "
            "Pride, or name a registry with --registry"
        )
    return checked_entries(path, schema or schema_beside(path))


def load_own(folder, schema, taken):
    """Entries of all registry files in a folder of one's own; names must be new."""
    schema = schema | {"required": NEEDED_OF_OWN}
    entries = {}
    for file in own_files(folder):
        names = read_entries(file)
        for name in names:
            if name in {*taken, *entries}:
                raise SettingsError(
                    f"{file}, {name}: the name is taken by another data set; "
                    "choose another"
                )
        entries |= checked_entries(file, schema)
    return entries


def own_files(folder):
    """The registry files in a folder of one's own."""
    return sorted(Path(folder).glob("*.y*ml"))


def load_all(path):
    """The entries of a registry file, and those in the folder `own` beside it."""
    entries = load_registry(path)
    return entries | load_own(Path(path).parent / "own", schema_beside(path), entries)


def schema_beside(path):
    """The schema of entries in the checkout that a registry belongs to."""
    return yaml.safe_load((Path(path).parent.parent / SCHEMA).read_text())


def read_entries(file):
    """What a registry file says, by name of the data set."""
    try:
        content = yaml.load(file.read_text("utf-8"), AsWritten)
    except yaml.YAMLError as error:
        raise SettingsError(f"{file}: cannot be read as YAML: {error}") from None
    entries = content.get("datasets") if isinstance(content, dict) else None
    if not isinstance(entries, dict):
        raise SettingsError(
            f"{file}: expected entries below `datasets:`, as in config/datasets.yaml"
        )
    for name in entries:
        if not NAME.fullmatch(name):
            raise SettingsError(
                f"{file}: expected a name of small letters, digits and _, "
                f"found {name!r}"
            )
    return entries


def checked_entries(file, schema):
    """The entries of a file in their full form, each checked."""
    entries = {}
    for name, entry in read_entries(file).items():
        where = f"{file}, {name}"
        check_settings(entry, schema, where)
        entries[name] = in_full(entry, file.parent)
        for source in entries[name]["sources"]:
            check_function(source, where)
            check_package(source, where)
    return entries


def in_full(entry, folder):
    """An entry with what may be left out: addresses of files, labels of classes."""
    if isinstance(entry["classes"], list):
        entry = entry | {"classes": [str(name) for name in entry["classes"]]}
    sources = [with_labels(source, entry["classes"]) for source in entry["sources"]]
    return entry | {"sources": [with_address(source, folder) for source in sources]}


def with_labels(source, classes):
    """A source whose labels are the names of the classes, unless it says otherwise."""
    parser, options = PARSERS.get(source.get("parser")), source.get("options", {})
    takes_labels = parser and "labels" in signature(parser).parameters
    if not takes_labels or "labels" in options:
        return source
    labels = {name: number for number, name in enumerate(classes)}
    return source | {"options": options | {"labels": labels}}


def with_address(source, folder):
    """A source whose `file`, seen from the folder of the registry, has an address."""
    if "file" not in source:
        return source
    path = (folder / Path(source["file"]).expanduser()).absolute()
    rest = {key: value for key, value in source.items() if key != "file"}
    return {"url": path.as_uri(), "files": [{"name": path.name}]} | rest


def check_function(source, where):
    """Refuse a source that asks for what no parser or generator offers."""
    kind = "generator" if "generator" in source else "parser"
    functions = GENERATORS if kind == "generator" else PARSERS
    name, options = source[kind], source.get("options", {})
    check_known(name, functions, f"{where}: {kind}")
    offered = signature(functions[name])
    for option in options:
        check_known(option, offered.parameters, f"{where}: option of {name}")
    if "folder" in source and name not in FOLDER_PARSERS:
        raise SettingsError(
            f"{where}: parser {name} reads files, and a folder is read by "
            f"{', '.join(FOLDER_PARSERS)}; give the file as `file: <path>`"
        )
    try:
        given = source.get("files", [None])  # a folder, or a generator's random numbers
        offered.bind(*given, **options)
    except TypeError as error:
        raise SettingsError(f"{where}: {kind} {name}: {error}") from None


def check_package(source, where):
    """Refuse a file in a package that has no hash: wheels themselves are not pinned."""
    if "package" not in source:
        return
    for file in source["files"]:
        if "sha256" not in file:
            raise SettingsError(
                f"{where}: expected the sha256 of {file['name']} in "
                f"{source['package']}, found none; add it, of the unpacked content"
            )


def chosen(entries, names):
    """The named entries, all if none is named; a wrong name is an error."""
    unknown = [name for name in names if name not in entries]
    if unknown:
        raise SettingsError(
            f"no data set {', '.join(unknown)}; there are {', '.join(entries)}"
        )
    return {name: entries[name] for name in names or entries}

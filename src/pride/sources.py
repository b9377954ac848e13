"""Which files of this project a file of it imports, directly or not."""

import ast
import functools
import hashlib


def module_folders(checkout):
    """Where the modules of a checkout lie: those of the library and the scripts."""
    return checkout / "src", checkout / "workflow/scripts"


def module_file(folders, name):
    """The file of a module that lies in one of the folders, None for any other."""
    path = name.replace(".", "/")
    places = (f / end for f in folders for end in (f"{path}.py", f"{path}/__init__.py"))
    return next((place for place in places if place.exists()), None)


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


def imported_by(folders, file):
    """The files in the folders that a file imports."""
    found = (module_file(folders, name) for name in imports_in(file.read_text("utf-8")))
    return set(filter(None, found))


def with_imports(folders, files):
    """Some files, and all that they import, directly or not."""
    todo, found = list(files), set(files)
    while todo:
        new = imported_by(folders, todo.pop()) - found
        found |= new
        todo += new
    return found


def file_hash(path):
    """SHA-256 of the content of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def hash_of_files(folder, files):
    """A short hash of the names, as seen from a folder, and the contents of files."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.relative_to(folder).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]

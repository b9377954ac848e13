"""Data sets of the registry: list, fetch, verify. Results: are they up to date?"""

import argparse
import json
import os
import signal
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from urllib.parse import unquote, urlsplit

from pride.datasets.content import content_hash
from pride.datasets.fetch import Places, SourceError, Unreachable, describe
from pride.datasets.prepare import Unavailable, checked_arrays
from pride.datasets.prepared import kept_file, kept_origin, prepared
from pride.datasets.registry import chosen, load_all
from pride.freshness import advice, advice_on_results, altered, outdated
from pride.validation import SettingsError

WIDTH = 24  # of the progress bar, in characters


def bar(name, done, total):
    """One line of progress, written over itself, on a terminal only."""
    if not sys.stderr.isatty():
        return
    size = f"{done / 1e6:.1f} MB"
    if total:
        filled = WIDTH * done // total
        size = f"[{'#' * filled:{WIDTH}}] {size} of {total / 1e6:.1f} MB"
    print(f"\r{name}: {size}\033[K", end="", file=sys.stderr, flush=True)


def end_of_bar():
    """Clear the line of the bar."""
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def shape(entry):
    """Samples by features, as far as they are known."""
    return f"{entry.get('samples', '?')} × {entry.get('features', '?')}"


def shortened(origin):
    """An origin with an address cut down to its host, or to the name of a file."""
    kind, _, address = origin.partition(" ")
    if kind != "url":
        return origin
    if host := urlsplit(address).netloc:
        return f"url {host}"
    return f"file {PurePosixPath(unquote(address)).name}"


def state(name, entry, places):
    """Whether a data set is at hand, and what is to be done if it is not."""
    if kept := kept_origin(name, entry, places):
        return f"at hand ({shortened(kept)})"
    sources = entry["sources"]
    if all("generator" in source for source in sources):
        return "to be made"
    if all(source.get("url", "").startswith("file:") for source in sources):
        return "to be read"
    if all("folder" in source for source in sources):
        folder = places.folders / name
        return f"at hand ({folder})" if folder.is_dir() else f"bring your own: {folder}"
    return "to be fetched"


def list_data(entries, places, verbose=False):
    """Every data set: size, and whether it is at hand; if verbose, all its sources."""
    width = max(map(len, entries))
    for name, entry in entries.items():
        print(f"{name:{width}}  {shape(entry):>13}  {state(name, entry, places)}")
        for source in entry["sources"] if verbose else []:
            print(f"{'':{width}}  {'':13}  from {describe(source)}")
    return 0


def fetch_data(entries, places):
    """Bring data sets into the cache, checked; what cannot be had is told."""
    failures = 0
    for number, (name, entry) in enumerate(entries.items(), 1):
        title = f"[{number}/{len(entries)}] {name}"
        bar(title, 0, 0)
        report = partial(bar, title)
        try:
            _, answer = prepared(name, entry, places, report)
        except Unavailable as error:
            answer, failures = f"cannot be had\n{error.lines()}", failures + 1
        end_of_bar()
        print(f"{title}: {answer}", flush=True)
    return min(failures, 1)


def verify_data(entries, places):
    """Prepare every data set from every source; all must lead to the same content."""
    wrong = 0
    for name, entry in entries.items():
        file = kept_file(name, entry, places)
        if os.path.isfile(file) and kept_origin(name, entry, places) is None:
            wrong += 1
            print(f"{name}, {file}: WRONG: damaged; `pride data fetch {name}` makes it")
        for source in entry["sources"]:
            answer = verdict(name, entry, source, places)
            wrong += answer.startswith("WRONG")
            print(f"{name}, {describe(source)}: {answer}", flush=True)
    return min(wrong, 1)


def verdict(name, entry, source, places):
    """Whether one source delivers what is registered, in words."""
    try:
        with TemporaryDirectory() as empty:  # every source must deliver itself
            fresh = replace(places, cache=Path(empty))
            content = content_hash(checked_arrays(name, entry, source, fresh))
    except Unreachable as error:
        return f"not reached: {error}"
    except (SourceError, ValueError) as error:
        return f"WRONG: {error}"
    return "as registered" if "content" in entry else f"not registered: {content}"


def check_results(root):
    """Whether the results in a checkout are those of its last build and of its code."""
    record = root / "results/made_from.json"
    if not record.exists():
        raise SettingsError(f"expected {record}, which `make full` writes; run that")
    made = json.loads(record.read_text("utf-8"))
    lines = advice(outdated(made["papers"], root))
    lines += advice_on_results(*altered(made, root))
    print("\n".join(lines or ["The results are those of this code."]))
    return min(len(lines), 1)


COMMANDS = {"list": list_data, "fetch": fetch_data, "verify": verify_data}


def parser():
    """The grammar of the command line."""
    top = argparse.ArgumentParser(prog="pride", description=__doc__)
    groups = top.add_subparsers(dest="group", required=True)
    data = groups.add_parser("data", help="the data sets of the registry")
    actions = data.add_subparsers(dest="action", required=True)
    for action, run in COMMANDS.items():
        command = actions.add_parser(action, help=run.__doc__, description=run.__doc__)
        command.add_argument("names", nargs="*", help="data sets; all if none is named")
        command.add_argument("--registry", default="config/datasets.yaml")
        mirror = os.environ.get("PRIDE_MIRROR")
        command.add_argument("--mirror", default=mirror, help="default: $PRIDE_MIRROR")
        if action == "list":
            words = "name all sources of each"
            command.add_argument("-v", "--verbose", action="store_true", help=words)
    results = groups.add_parser("results", help="what a build has made")
    actions = results.add_subparsers(dest="action", required=True)
    words = check_results.__doc__
    check = actions.add_parser("check", help=words, description=words)
    check.add_argument("--root", type=Path, default=Path(), help="default: this folder")
    return top


def run(asked):
    """Run a command; the exit status tells whether all went well."""
    try:
        if asked.group == "results":
            return check_results(asked.root)
        entries = chosen(load_all(asked.registry), asked.names)
        places = Places(asked.mirror, registry=Path(asked.registry).parent)
        options = {"verbose": True} if getattr(asked, "verbose", False) else {}
        return COMMANDS[asked.action](entries, places, **options)
    except SettingsError as error:
        print(f"pride: {error}", file=sys.stderr)
        return 2


def main(arguments=None):
    """Run the command line; whoever stops reading its output, like `head`, ends it."""
    try:
        try:
            return run(parser().parse_args(arguments))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # or Python complains when it ends
        return 128 + signal.SIGPIPE

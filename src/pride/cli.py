"""Data sets of the registry: list, fetch, verify. Results: are they up to date?"""

import argparse
import json
import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from pride.datasets.content import content_hash
from pride.datasets.fetch import Places, SourceError, Unreachable, describe
from pride.datasets.prepare import Unavailable, checked_arrays
from pride.datasets.prepared import kept_origin, prepared
from pride.datasets.registry import chosen, load_registry
from pride.freshness import advice, outdated
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


def list_data(entries, places):
    """Every data set, its size, where a copy is kept and where it can come from."""
    width = max(map(len, entries))
    for name, entry in entries.items():
        kept = kept_origin(name, entry, places)
        state = f"at hand ({kept})" if kept else "to be fetched"
        sources = "; ".join(describe(source) for source in entry["sources"])
        print(f"{name:{width}}  {shape(entry):>13}  {state}")
        print(f"{'':{width}}  {'':13}  from {sources}")
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
        for source in entry["sources"]:
            try:
                with TemporaryDirectory() as empty:  # every source must deliver itself
                    fresh = replace(places, cache=Path(empty))
                    content = content_hash(checked_arrays(name, entry, source, fresh))
                registered = "content" in entry
                answer = "as registered" if registered else f"not registered: {content}"
            except Unreachable as error:
                answer = f"not reached: {error}"
            except (SourceError, ValueError) as error:
                answer, wrong = f"WRONG: {error}", wrong + 1
            print(f"{name}, {describe(source)}: {answer}", flush=True)
    return min(wrong, 1)


def check_results(root):
    """Whether the results in a checkout were made from the code that is there."""
    record = root / "results/made_from.json"
    if not record.exists():
        raise SettingsError(f"expected {record}, which `make full` writes; run that")
    lines = advice(outdated(json.loads(record.read_text()), root))
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
    results = groups.add_parser("results", help="what a build has made")
    actions = results.add_subparsers(dest="action", required=True)
    words = check_results.__doc__
    check = actions.add_parser("check", help=words, description=words)
    check.add_argument("--root", type=Path, default=Path(), help="default: this folder")
    return top


def main(arguments=None):
    """Run a command; the exit status tells whether all went well."""
    asked = parser().parse_args(arguments)
    try:
        if asked.group == "results":
            return check_results(asked.root)
        entries = chosen(load_registry(asked.registry), asked.names)
        return COMMANDS[asked.action](entries, Places(asked.mirror))
    except SettingsError as error:
        print(f"pride: {error}", file=sys.stderr)
        return 2

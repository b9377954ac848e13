"""The one place where scripts meet Snakemake."""

import json
import os
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from pride.sources import file_hash

FAILURE = """
{rule} failed ({wildcards}).
{last_lines}
The whole log is {log}. Mend the cause and run the same command again: what is
finished stays, and the build goes on from here.
"""


def run(main, snakemake):
    """Call `main` with the named inputs, outputs and params of the rule.

    The names in the rule are the names of the arguments. Outputs are written under
    temporary names and renamed when all is done, if no input was edited meanwhile. What
    is printed or raised goes to the rule's log. `library` and `made_of` only trigger
    reruns and are not passed on.
    """
    partial = {name: unfinished(path) for name, path in snakemake.output.items()}
    written = [path for paths in partial.values() for path in listed(paths)]
    named = {**dict(snakemake.input.items()), **dict(snakemake.params.items())}
    for trigger in ("library", "made_of"):
        named.pop(trigger, None)
    log = Path(snakemake.log[0])
    try:
        read = contents(snakemake.input)
        check_unedited(json.loads(os.environ.get("PRIDE_PLAN", "{}")), read)
        with log.open("w") as file, redirect_stdout(file), redirect_stderr(file):
            main(**named, **partial)
        check_unedited(read, contents(snakemake.input))
    except BaseException as error:
        for path in written:
            path.unlink(missing_ok=True)
        explain(snakemake, log, traceback.format_exc())
        if isinstance(error, Exception):
            sys.exit(1)
        raise
    for path, final in zip(written, snakemake.output, strict=True):
        os.replace(path, final)


def contents(files):
    """Hashes of files, by name."""
    return {path: file_hash(path) for path in files if Path(path).is_file()}


def check_unedited(before, now):
    """Refuse files that have another content than before, as far as that is known."""
    edited = [
        path for path, content in now.items() if before.get(path, content) != content
    ]
    if edited:
        raise ValueError(
            f"{', '.join(edited)} changed while the build ran: the result would belong "
            "to no state of the project. Run the same command again."
        )


def unfinished(path):
    """A temporary name beside an output, with its ending; old ones are cleared away.

    A list of outputs has a list of names.
    """
    if not isinstance(path, str):
        return [unfinished(one) for one in path]
    path = Path(path)
    for left_behind in path.parent.glob(f".unfinished-*-{path.name}"):
        left_behind.unlink()
    return path.with_name(f".unfinished-{os.getpid()}-{path.name}")


def listed(values):
    """A list as it is, anything else as a list of one."""
    return list(values) if isinstance(values, (list, tuple)) else [values]


def explain(snakemake, log, reason, lines=12):
    """Say in the log, if it can be written, and on the terminal why a job failed."""
    with suppress(OSError), log.open("a") as file:
        file.write(reason)
    text = FAILURE.format(
        rule=snakemake.rule,
        wildcards=", ".join(map(str, snakemake.wildcards)) or "no wildcards",
        last_lines="\n".join(f"  {line}" for line in reason.splitlines()[-lines:]),
        log=log,
    )
    print(text, file=sys.stderr)

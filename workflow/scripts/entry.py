"""The one place where scripts meet Snakemake."""

import os
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

FAILURE = """
{rule} failed ({wildcards}).
{last_lines}
The whole log is {log}. Mend the cause and run the same command again: what is
finished stays, and the build goes on from here.
"""


def run(main, snakemake):
    """Call `main` with the named inputs, outputs and params of the rule.

    The names in the rule are the names of the arguments. Outputs are written under
    temporary names and renamed when all is done. What is printed or raised goes to the
    rule's log. `library` only triggers reruns and is not passed on.
    """
    partial = {name: unfinished(path) for name, path in snakemake.output.items()}
    written = [path for paths in partial.values() for path in listed(paths)]
    named = {**dict(snakemake.input.items()), **dict(snakemake.params.items())}
    named.pop("library", None)
    log = Path(snakemake.log[0])
    try:
        with log.open("w") as file, redirect_stdout(file), redirect_stderr(file):
            try:
                main(**named, **partial)
            except BaseException:
                traceback.print_exc()
                raise
    except Exception:
        for path in written:
            path.unlink(missing_ok=True)
        explain(snakemake, log)
        sys.exit(1)
    for path, final in zip(written, snakemake.output, strict=True):
        os.replace(path, final)


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


def explain(snakemake, log, lines=12):
    """Say on the terminal which job failed, why, and what to do."""
    text = FAILURE.format(
        rule=snakemake.rule,
        wildcards=", ".join(map(str, snakemake.wildcards)) or "no wildcards",
        last_lines="\n".join(f"  {x}" for x in log.read_text().splitlines()[-lines:]),
        log=log,
    )
    print(text, file=sys.stderr)

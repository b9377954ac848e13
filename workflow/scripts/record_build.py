"""Write down what a build was made of and where its time went."""

import json
import os
import re
from pathlib import Path

import pandas as pd

from entry import run
from pride.freshness import made_from, made_results
from pride.provenance import provenance, run_record

COLUMNS = ["paper", "experiment", "job", "seconds", "finished"]


def main(
    scores, shown, judged, benchmarks, patterns, settings, origins, root, previous,
    record, fingerprints, times,
):  # fmt: skip
    build = json.loads(os.environ["PRIDE_BUILD"])
    found = jobs_in(Path(benchmarks), patterns, settings["papers"])
    jobs = pd.DataFrame(found, columns=COLUMNS)
    made_now = jobs["finished"] >= build["started"]
    this_run = run_record(jobs["seconds"][made_now], **build)
    whole = this_run if made_now.all() else whole_build_of(Path(previous))
    written = provenance(this_run, whole, settings, origins)
    record.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    jobs.drop(columns="finished").to_csv(times, index=False)
    papers = {paper: made_from(Path(root), paper) for paper in settings["papers"]}
    digests = {"papers": papers} | made_results([*shown, *judged], scores)
    fingerprints.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


def jobs_in(folder, patterns, papers):
    """What Snakemake's benchmark files tell, one row a job, papers in their order."""
    for paper in papers:
        for file in sorted((folder / paper).rglob("*.tsv")):
            if not any(re.match(pattern, str(file)) for pattern in patterns):
                continue
            job = file.relative_to(folder).with_suffix("")
            yield {
                "paper": paper,
                "experiment": job.parts[1],
                "job": job.as_posix(),
                "seconds": pd.read_csv(file, sep="\t")["s"].iloc[0],
                "finished": file.stat().st_mtime,
            }


def whole_build_of(record):
    """The last run that made everything, if the previous record knows one."""
    known = json.loads(record.read_text("utf-8")) if record.exists() else {}
    return known.get("whole_build")


if __name__ == "__main__":
    run(main, snakemake)

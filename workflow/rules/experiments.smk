"""Which experiments there are, which data sets can be had, and what waits for them.

Files are fetched into the cache before the jobs are planned, because only what can be
had is planned: a data set that cannot leaves out its targets and nothing else. No rules
in here.
"""

import functools
import json

from pride.availability import availability_table
from pride.datasets.fetch import Places
from pride.datasets.prepare import Unavailable, fetch

EXPERIMENTS = []
GROUPS = [*PAPERS, "own"]


def experiment(paper, needs, scores=(), shows=()):
    """Register an experiment: the data sets it needs, its scores and what it shows."""
    scores, shows = (list(map(workflow.pathvars.apply, p)) for p in (scores, shows))
    EXPERIMENTS.append(
        {"paper": paper, "needs": needs, "scores": scores, "shows": shows}
    )


def wanted(*papers):
    """Input function: all that can be built of these papers."""

    def targets(wildcards):
        buildable = [e for e in EXPERIMENTS if e["paper"] in papers and can_build(e)]
        return [path for e in buildable for path in e["scores"] + e["shows"]]

    return targets


def scores_at_hand(wildcards):
    """Input function: facts of the data, scores of all that can be built."""
    buildable = [e for e in EXPERIMENTS if e["paper"] in GROUPS and can_build(e)]
    facts = [f"results/data/{dataset}.csv" for dataset in data_at_hand()]
    return facts + [path for e in buildable for path in e["scores"]]


def absent_data(wildcards):
    """Data sets that experiments need but no source delivers."""
    return sorted(set(needed_data()) - set(data_at_hand()))


def can_build(experiment):
    return set(experiment["needs"]) <= set(data_at_hand())


def needed_data():
    """Data sets that the experiments of the chosen papers need, in registry order."""
    needs = {need for e in EXPERIMENTS if e["paper"] in GROUPS for need in e["needs"]}
    return [dataset for dataset in DATASETS if dataset in needs]


@functools.cache
def data_at_hand():
    """Origin of every needed data set that can be had; told before the build starts."""
    origins, reasons = {}, {}
    for dataset in needed_data():
        try:
            origins[dataset] = origin_of(dataset)
        except Unavailable as error:
            reasons[dataset] = error.reasons
    if workflow.is_main_process:
        waiting = [
            e
            for e in EXPERIMENTS
            if e["paper"] in GROUPS and not set(e["needs"]) <= set(origins)
        ]
        table = availability_table(origins, reasons, waiting)
        print(table, file=sys.stderr)
    return origins


def origins_used():
    """Sources that the prepared data sets came from."""
    records = sorted(Path("results/data").glob("*.json"))
    return {path.stem: json.loads(path.read_text())["origin"] for path in records}


def origin_of(dataset):
    """Where a data set comes from; its files are fetched for a run and a dry run."""
    if Path(f"results/data/{dataset}.npz").exists() and dataset in origins_used():
        return f"prepared before, {origins_used()[dataset]}"
    if workflow.executor_plugin is None:  # only the graph is asked for
        return "to be fetched"
    places = Places(MIRROR)
    return fetch(dataset, DATASETS[dataset], places)


def generator_of(dataset):
    """Name and options of the generator of a synthetic data set."""
    source = DATASETS[dataset]["sources"][0]
    return {"name": source["generator"], "options": source["options"]}

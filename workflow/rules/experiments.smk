"""Which experiments there are, which data sets can be had, and what waits for them.

Data sets are prepared before the jobs are planned, because only what can be had is
planned: a data set that cannot leaves out its targets and nothing else. No rules in here.
"""

import functools

from pride.availability import availability_table
from pride.datasets.fetch import Places
from pride.datasets.prepare import Unavailable
from pride.datasets.prepared import laid_out_origin, lay_out

EXPERIMENTS = []
GROUPS = [*PAPERS, "own"]


def experiment(paper, needs, scores=(), shows=(), aside=()):
    """Register an experiment: the data sets it needs, its scores and what it shows;
    scores `aside` are shown, but not compared with published ones."""
    for dataset in needs:
        check_name(dataset, DATASETS, f"config/{paper}.yaml: data set")
    files = {"scores": scores, "shows": shows, "aside": aside}
    files = {k: list(map(workflow.pathvars.apply, p)) for k, p in files.items()}
    EXPERIMENTS.append({"paper": paper, "needs": needs} | files)


def wanted(*papers):
    """Input function: all that can be built of these papers."""

    def targets(wildcards):
        buildable = [e for e in EXPERIMENTS if e["paper"] in papers and can_build(e)]
        return [path for e in buildable for path in e["scores"] + e["shows"]]

    return targets


def scores_at_hand(wildcards):
    """Input function: all that the scorecard compares."""
    return [path for paper in PAPERS for path in scores_of(paper)]


def scores_of(paper):
    """What was measured for a paper: facts of its data, scores of its experiments."""
    mine = [e for e in EXPERIMENTS if e["paper"] == paper and can_build(e)]
    needs = sorted({need for e in mine for need in e["needs"]})
    facts = [f"results/data/{dataset}.csv" for dataset in needs]
    return facts + [path for e in mine for path in e["scores"]]


def absent_data(wildcards):
    """Data sets that experiments need but no source delivers."""
    at_hand = data_at_hand()
    missing = set(needed_data()) - set(at_hand)
    return sorted(dataset for dataset in missing if judged_as(dataset) not in at_hand)


def can_build(experiment):
    """Whether all data that an experiment needs are at hand."""
    return set(experiment["needs"]) <= set(data_at_hand())


def needed_data():
    """Data sets that the experiments of the chosen papers need, in registry order."""
    needs = {need for e in EXPERIMENTS if e["paper"] in GROUPS for need in e["needs"]}
    return [dataset for dataset in DATASETS if dataset in needs]


def judged_as(dataset):
    """The name that scores of a data set bear: of the edition it stands in for."""
    return DATASETS[dataset].get("instead_of", dataset)


@functools.cache
def data_at_hand():
    """Origin of every needed data set that can be had; told before the build starts."""
    origins, reasons = {}, {}
    for dataset in needed_data():
        if judged_as(dataset) in origins:
            continue
        try:
            origins[dataset] = origin_of(dataset)
        except Unavailable as error:
            reasons[dataset] = error.reasons
    if workflow.is_main_process:
        mine = [e for e in EXPERIMENTS if e["paper"] in GROUPS]
        built = {t for e in mine if set(e["needs"]) <= set(origins) for t in e["shows"]}
        waiting = [
            e | {"shows": [target for target in e["shows"] if target not in built]}
            for e in mine
            if set(e["needs"]) & set(reasons)
        ]
        print(availability_table(origins, reasons, waiting), file=sys.stderr)
    return origins


def origin_of(dataset):
    """Where a data set comes from; it is laid out for a run and for a dry run."""
    what = dataset, DATASETS[dataset], Places(MIRROR)
    data, record, facts = (
        Path(f"results/data/{dataset}.{ending}") for ending in ("npz", "json", "csv")
    )
    origin = laid_out_origin(*what, data, record)
    if origin is None and workflow.executor_plugin is None:  # a graph, or a report
        if Path(workflow.pathvars.apply("<results>/scorecard.csv")).exists():
            raise Unavailable(dataset, {"the last build": "could not have it"})
        return "to be fetched"
    return origin or lay_out(*what, data, record, facts)


def generator_of(dataset):
    """Name and options of the generator of a synthetic data set."""
    source = DATASETS[dataset]["sources"][0]
    return {"name": source["generator"], "options": source["options"]}

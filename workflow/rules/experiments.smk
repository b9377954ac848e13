"""Which experiments there are, which data sets can be had, and what waits for them.

The data sets of the targets that are asked for are prepared before jobs are planned,
because only what can be had is planned: a data set that cannot leaves out its targets
and nothing else. A dry run or a graph brings nothing, and plans with what may be had. No
rules in here.
"""

from pride.availability import availability_table
from pride.datasets.fetch import Places
from pride.datasets.missing import check_within_reach, noted_reasons, write_note
from pride.datasets.prepare import Unavailable
from pride.datasets.prepared import laid_out_origin, lay_out

EXPERIMENTS = []
ORIGINS, REASONS = {}, {}  # of data sets asked for: whence, or why they cannot be had


def experiment(paper, needs, scores=(), shows=(), aside=(), pooled_as=None):
    """Register an experiment: the data sets it needs, its scores and what it shows;
    scores `aside` are shown, but not compared with published ones. Scores that pool all
    the data sets bear the name `pooled_as`."""
    for dataset in needs:
        check_name(dataset, DATASETS, f"config/{paper}.yaml: data set")
    files = {"scores": scores, "shows": shows, "aside": aside}
    files = {k: list(map(workflow.pathvars.apply, p)) for k, p in files.items()}
    names = {"paper": paper, "needs": needs, "pooled_as": pooled_as}
    EXPERIMENTS.append(names | files)


def wanted(*papers):
    """Input function: all that can be built of these papers."""

    def targets(wildcards):
        buildable = experiments_at_hand(papers)
        return [path for e in buildable for path in e["scores"] + e["shows"]]

    return targets


def laid_out(wildcards):
    """Input function that names no file: a run lays the data set out as it plans."""
    at_hand([wildcards.dataset])
    return []


def scores_at_hand(wildcards):
    """Input function: all that the scorecard compares."""
    at_hand(needed_data(PAPERS))
    return [path for paper in PAPERS for path in scores_of(paper)]


def scores_of(paper):
    """What was measured for a paper: facts of its data, scores of its experiments."""
    mine = experiments_at_hand([paper])
    needs = sorted({need for e in mine for need in e["needs"]})
    facts = [f"results/data/{dataset}.csv" for dataset in needs]
    return facts + [path for e in mine for path in e["scores"]]


def absent_data(wildcards):
    """Names that no scores can bear: of data sets that papers need but no source
    delivers, and of several pooled of which one is such."""
    needed = needed_data(PAPERS)
    absent = needed - set(at_hand(needed))
    waiting = [e for e in EXPERIMENTS if e["pooled_as"] and absent & set(e["needs"])]
    return sorted(absent | {e["pooled_as"] for e in waiting})


def experiments_at_hand(papers):
    """Experiments of some papers that can be built, all their data being at hand."""
    had = at_hand(needed_data(papers))
    mine = [e for e in EXPERIMENTS if e["paper"] in papers]
    return [e for e in mine if set(e["needs"]) <= set(had)]


def needed_data(papers):
    """Data sets that the experiments of some papers need."""
    return {need for e in EXPERIMENTS if e["paper"] in papers for need in e["needs"]}


def at_hand(datasets):
    """Of some data sets those that can be had, with their origins, in registry order.

    What is asked for the first time is brought, and told of.
    """
    known = {*ORIGINS, *REASONS}
    new = [d for d in DATASETS if d in datasets and d not in known]
    for dataset in new:
        ask(dataset)
    if new and workflow.is_main_process:
        tell(new)
    return {d: ORIGINS[d] for d in DATASETS if d in datasets and d in ORIGINS}


def ask(dataset):
    """Find out whether a data set can be had."""
    try:
        ORIGINS[dataset] = origin_of(dataset)
    except Unavailable as error:
        REASONS[dataset] = error.reasons


def tell(datasets):
    """Say which data sets can be had, and how much waits for the others."""
    origins = {d: ORIGINS[d] for d in datasets if d in ORIGINS}
    waiting = {d: targets_without(d) for d in datasets if d in REASONS}
    explained = {d: REASONS[d] for d in waiting if d in USERS_DATASETS}
    print(availability_table(origins, waiting, explained), file=sys.stderr)
    if not only_planned():
        for dataset, targets in waiting.items():
            write_note(note_of(dataset), *entry_of(dataset), REASONS[dataset], targets)


def targets_without(dataset):
    """What cannot be built for want of a data set, of all that was asked for."""
    known = {*ORIGINS, *REASONS}
    groups = [*PAPERS, "own"]
    mine = [e for e in EXPERIMENTS if e["paper"] in groups and set(e["needs"]) <= known]
    built = {t for e in mine if set(e["needs"]) <= set(ORIGINS) for t in e["shows"]}
    waiting = [
        [target for target in e["shows"] if target not in built] or e["scores"]
        for e in mine
        if dataset in e["needs"]
    ]
    return list(dict.fromkeys(target for targets in waiting for target in targets))


def origin_of(dataset):
    """Where a data set comes from. A run lays it out; what does not run plans only
    `prepare`, and like the jobs of a run believes what the last run noted as missing.
    """
    data, record, facts = (
        Path(f"results/data/{dataset}.{ending}") for ending in ("npz", "json", "csv")
    )
    note = note_of(dataset)
    if origin := laid_out_origin(*entry_of(dataset), data, record):
        return origin
    if only_planned() or not workflow.is_main_process:
        if reasons := noted_reasons(note, *entry_of(dataset)):
            raise Unavailable(dataset, reasons)
    if only_planned() and not data.exists():
        check_within_reach(*entry_of(dataset))
        return "to be fetched"
    origin = lay_out(*entry_of(dataset), data, record, facts)
    note.unlink(missing_ok=True)
    return origin


def only_planned():
    """Whether nothing is run: for a dry run, a graph or a report."""
    return workflow.dryrun or workflow.executor_plugin is None


def entry_of(dataset):
    """A data set as the library asks for it: name, entry, and where to look."""
    return dataset, DATASETS[dataset], Places(MIRROR)


def note_of(dataset):
    """Where a run notes why a data set cannot be had."""
    return Path(f"results/logs/missing/{dataset}.json")


def generator_of(dataset):
    """Name and options of the generator of a synthetic data set."""
    source = DATASETS[dataset]["sources"][0]
    return {"name": source["generator"], "options": source["options"]}

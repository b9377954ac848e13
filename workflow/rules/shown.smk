"""What people look at: figures and tables, and what they are of. No rules in here."""

from pride.page.catalogue import items_of, words_of


def shown(pattern, **values):
    """Output to be looked at, filed and labelled in the report of Snakemake.

    With `values` for some wildcards, as in `collect`, a list of outputs.
    """
    if values:
        return [shown(path) for path in collect(pattern, **values)]
    return report(
        pattern,
        caption="../report/shown.rst",
        category=Path(pattern).parts[1],
        subcategory=lambda wildcards: item_shown(pattern, wildcards),
        labels=lambda wildcards: labels_shown(pattern, wildcards),
    )


def item_shown(pattern, wildcards):
    """The item of the paper that an output is filed under."""
    path = workflow.pathvars.apply(pattern).format(**wildcards)
    return next(iter(items_of(path, maker_of(path))), "Additions")


def labels_shown(pattern, wildcards):
    """What an output shows, as the function that makes it says."""
    path = workflow.pathvars.apply(pattern).format(**wildcards)
    words = words_of(path, maker_of(path))
    return {"shows": words, "data set": wildcards.get("dataset", "")}


def maker_of(path):
    """The library function behind a file, by name; None if a script draws itself."""
    room, output, param = (
        ("tables", "csv", "table")
        if path.endswith(".csv")
        else ("figures", "svg", "figure")
    )
    for step in workflow.rules:
        patterns, makers = step.output.get(output), step.params.get(param)
        for pattern, maker in zip(listed(patterns), listed(makers)):
            if pattern.match(path):
                paper = [step.params.paper] if room == "tables" else []
                return ".".join(["pride", room, *paper, maker])


def listed(values):
    """A list as it is, anything else as a list of one; nothing as an empty list."""
    if values is None:
        return []
    return list(values) if isinstance(values, (list, tuple)) else [values]


def shown_at_hand():
    """Figures and tables that can be built: their makers, data and measuring jobs."""
    found = {}
    for e in experiments_at_hand(PAPERS):
        for path in e["shows"]:
            if path.endswith((".svg", ".csv")):  # photographs are neither
                new = {"needs": [], "jobs": []}
                one = found.setdefault(path, {"paper": e["paper"], "path": path} | new)
                one["needs"] += [d for d in e["needs"] if d not in one["needs"]]
                jobs = map(job_of, e["scores"] + e["aside"])
                one["jobs"] += [job for job in jobs if job not in one["jobs"]]
    start = workflow.pathvars.apply("<results>/")
    return [
        one | {"maker": maker_of(path), "link": path.removeprefix(start)}
        for path, one in found.items()
    ]


def job_of(path):
    """The job that measured a file, by the name of its benchmark."""
    start = workflow.pathvars.apply("<benchmarks>/")
    for step in workflow.rules:
        for pattern in step.output if step.benchmark else []:
            if match := pattern.match(path):
                benchmark = step.benchmark.apply_wildcards(match.groupdict())
                return str(benchmark).removeprefix(start).removesuffix(".tsv")


def benchmark_patterns():
    """Expressions for the benchmarks of today's rules; others are left from before."""
    return [step.benchmark.regex().pattern for step in workflow.rules if step.benchmark]


def data_described():
    """What the registry says of the data that the papers need, and their origins."""
    told = ("about", "licence", "home")
    return {
        name: {key: DATASETS[name].get(key, "") for key in told}
        | {"origin": at_hand([name]).get(name, "")}
        for name in DATASETS
        if name in needed_data(PAPERS)
    }

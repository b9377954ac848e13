"""margin2004, section 3.1: the passes of G-flip in all experiments on data sets."""

MARGIN2004_GFLIP = {  # of the experiments above: the data sets that they need
    path: e["needs"]
    for e in EXPERIMENTS
    for path in e["scores"]
    if e["paper"] == "margin2004" and Path(path).name == "gflip.csv"
}
MARGIN2004_GFLIP_NEEDS = {n for needs in MARGIN2004_GFLIP.values() for n in needs}

for needs in MARGIN2004_GFLIP.values():
    experiment(
        "margin2004", needs=needs, shows=["<results>/margin2004/tables/passes.csv"]
    )


rule margin2004_table_passes:
    """Section 3.1: after how many passes G-flip converged, over all runs."""
    input:
        scores=lambda wildcards: [
            path
            for path, needs in MARGIN2004_GFLIP.items()
            if set(needs) <= set(at_hand(MARGIN2004_GFLIP_NEEDS))
        ],
        library=library_of("tabulate.py", "pride.tables.margin2004"),
    output:
        csv=shown("<results>/margin2004/tables/passes.csv"),
        markdown="<results>/margin2004/tables/passes.md",
    log:
        "<logs>/margin2004/tables/passes.log",
    conda:
        "../../environment.yml"
    params:
        paper="margin2004",
        table="passes",
        scale=config["scale"],
    message:
        "margin2004: table of section 3.1"
    script:
        "../scripts/tabulate.py"

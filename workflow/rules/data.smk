"""From the registry to arrays on disk."""


rule prepare:
    """Arrays of the registered content, from the first source that delivers."""
    input:
        library=library_of("prepare.py"),
    output:
        data="results/data/{dataset}.npz",
        origin="results/data/{dataset}.json",
        facts="results/data/{dataset}.csv",
    log:
        "results/logs/prepare/{dataset}.log",
    conda:
        "../../environment.yml"
    params:
        dataset="{dataset}",
        entry=lookup(dpath="{dataset}", within=DATASETS),
    message:
        "{wildcards.dataset}: preparing the data"
    script:
        "../scripts/prepare.py"

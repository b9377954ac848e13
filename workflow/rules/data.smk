"""From the registry to arrays on disk."""


rule prepare:
    """Arrays of the registered content, from the first source that delivers.

    A build lays out its data while it plans (`origin_of`), which costs no job and
    notices changed code by itself; the rule makes again what is forced or was deleted.
    """
    input:
        laid_out,
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

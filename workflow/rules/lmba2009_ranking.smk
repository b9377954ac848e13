"""lmba2009, section 4: Table 1."""

if "ranking" in LMBA2009:
    LMBA2009_RANKING = LMBA2009["ranking"]

    for dataset in LMBA2009_RANKING["important"]:
        experiment(
            "lmba2009",
            needs=[dataset],
            scores=[f"<results>/lmba2009/ranking/{dataset}/ranking.csv"],
        )
    experiment(
        "lmba2009",
        needs=list(LMBA2009_RANKING["important"]),
        shows=["<results>/lmba2009/tables/table_1.csv"],
    )

    rule lmba2009_ranking:
        """Table 1: are the important features first? All methods on one data set."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of(
                "measure.py", "pride.protocols.lmba2009.ranking", *LMBA2009_SELECTORS
            ),
        output:
            scores="<results>/lmba2009/ranking/{dataset}/ranking.csv",
        log:
            "<logs>/lmba2009/ranking/{dataset}/ranking.log",
        benchmark:
            "<benchmarks>/lmba2009/ranking/{dataset}/ranking.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="lmba2009.ranking.ranking",
            dataset="{dataset}",
            generator=lambda wildcards: (
                generator_of(wildcards.dataset)
                if "generator" in DATASETS[wildcards.dataset]["sources"][0]
                else None
            ),
            experiment=LMBA2009_RANKING,
            readings=LMBA2009["readings"],
            repeats=at_scale(LMBA2009_RANKING["repeats"]),
            seed=config["seed"],
        message:
            "lmba2009, Table 1: rankings on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule lmba2009_table_1:
        """In how many repeats the important features come first."""
        input:
            scores=collect(
                "<results>/lmba2009/ranking/{dataset}/ranking.csv",
                dataset=LMBA2009_RANKING["important"],
            ),
            library=library_of("tabulate.py", "pride.tables.lmba2009"),
        output:
            csv=shown("<results>/lmba2009/tables/table_1.csv"),
            markdown="<results>/lmba2009/tables/table_1.md",
        log:
            "<logs>/lmba2009/tables/table_1.log",
        conda:
            "../../environment.yml"
        params:
            paper="lmba2009",
            table="table_1",
            scale=config["scale"],
        message:
            "lmba2009: Table 1"
        script:
            "../scripts/tabulate.py"

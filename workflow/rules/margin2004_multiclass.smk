"""margin2004, section 3: G-flip and Simba on more than two classes."""

if "multiclass" in config["margin2004"]:
    MARGIN2004_MULTICLASS = config["margin2004"]["multiclass"]
    MARGIN2004_MULTICLASS_SCORES = {
        dataset: collect(
            f"<results>/margin2004/multiclass/{dataset}/{{method}}.csv",
            method=MARGIN2004_MULTICLASS["methods"],
        )
        for dataset in MARGIN2004_MULTICLASS["datasets"]
    }

    for dataset, paths in MARGIN2004_MULTICLASS_SCORES.items():
        experiment(
            "margin2004",
            needs=[dataset],
            scores=paths,
            shows=["<results>/margin2004/tables/multiclass.csv"],
        )

    rule margin2004_multiclass:
        """Section 3: e(w) after the run of each method, beside that of all features."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of(
                "measure.py",
                "pride.protocols.margin2004.multiclass",
                *selectors_of(MARGIN2004_MULTICLASS["methods"]),
            ),
        output:
            scores=collect(
                "<results>/margin2004/multiclass/{{dataset}}/{method}.csv",
                method=MARGIN2004_MULTICLASS["methods"],
            ),
        log:
            "<logs>/margin2004/multiclass/{dataset}.log",
        benchmark:
            "<benchmarks>/margin2004/multiclass/{dataset}.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="margin2004.multiclass.multiclass",
            method=MARGIN2004_MULTICLASS["methods"],
            dataset="{dataset}",
            features=MARGIN2004_MULTICLASS["features"],
            repeats=at_scale(MARGIN2004_MULTICLASS["repeats"]),
            seed=config["seed"],
        message:
            "margin2004, section 3: margins on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule margin2004_table_multiclass:
        """Section 3: margins after the run beside those of all features."""
        input:
            scores=lambda wildcards: [
                path
                for dataset, paths in MARGIN2004_MULTICLASS_SCORES.items()
                if dataset in at_hand(MARGIN2004_MULTICLASS_SCORES)
                for path in paths
            ],
            library=library_of("tabulate.py", "pride.tables.margin2004"),
        output:
            csv=shown("<results>/margin2004/tables/multiclass.csv"),
            markdown="<results>/margin2004/tables/multiclass.md",
        log:
            "<logs>/margin2004/tables/multiclass.log",
        conda:
            "../../environment.yml"
        params:
            paper="margin2004",
            table="multiclass",
            scale=config["scale"],
        message:
            "margin2004: table of section 3"
        script:
            "../scripts/tabulate.py"

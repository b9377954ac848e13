"""gmeb2004, section 4: what each way to read it would give. Not judged."""

if "readings" in config["gmeb2004"]:
    GMEB2004_READINGS = config["gmeb2004"]["readings"]
    GMEB2004_READINGS_SCORES = {
        dataset: f"<results>/gmeb2004/readings/{dataset}/all_methods.csv"
        for dataset in [GMEB2004_TABLE_1["dataset"], *GMEB2004_TABLE_2["datasets"]]
    }
    GMEB2004_READINGS_TABLES = ["readings", "readings_of_one_data_set"]

    experiment(
        "gmeb2004",
        needs=list(GMEB2004_READINGS_SCORES),
        aside=GMEB2004_READINGS_SCORES.values(),
        shows=[
            *collect(
                "<results>/gmeb2004/tables/{table}.csv", table=GMEB2004_READINGS_TABLES
            ),
            "<results>/gmeb2004/figures/readings.svg",
        ],
    )

    rule gmeb2004_readings_1_scores:
        """All readings of section 4.1 on the linear problem of Table 1."""
        input:
            library=library_of("measure.py", "pride.protocols.gmeb2004.readings"),
        output:
            scores=GMEB2004_READINGS_SCORES[GMEB2004_TABLE_1["dataset"]],
        log:
            "<logs>/gmeb2004/readings/table_1.log",
        benchmark:
            "<benchmarks>/gmeb2004/readings/table_1.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.readings.of_table_1",
            methods=GMEB2004_SELECTION["methods"],
            dataset=GMEB2004_TABLE_1["dataset"],
            generator=generator_of(GMEB2004_TABLE_1["dataset"]),
            experiment=gmeb2004_measured(GMEB2004_TABLE_1 | GMEB2004_READINGS),
            judged=GMEB2004_SELECTION["reading"],
            seed=config["seed"],
        message:
            "gmeb2004: all readings of table 1"
        script:
            "../scripts/measure.py"

    rule gmeb2004_readings_2_scores:
        """All readings of sections 4.1 and 4.2 on one data set of Table 2."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.gmeb2004.readings"),
        output:
            scores="<results>/gmeb2004/readings/{dataset}/all_methods.csv",
        log:
            "<logs>/gmeb2004/readings/{dataset}/all_methods.log",
        benchmark:
            "<benchmarks>/gmeb2004/readings/{dataset}/all_methods.tsv"
        wildcard_constraints:
            dataset="|".join(GMEB2004_TABLE_2["datasets"]),
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.readings.of_table_2",
            methods=GMEB2004_SELECTION["methods"],
            dataset="{dataset}",
            experiment=lambda wildcards: gmeb2004_real(wildcards)
            | {
                "factors": GMEB2004_READINGS["factors"],
                "repeats": at_scale(GMEB2004_READINGS["repeats"]),
            },
            judged=GMEB2004_SELECTION["reading"],
            seed=config["seed"],
        message:
            "gmeb2004: all readings of table 2 on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule gmeb2004_readings_fit:
        """How well each combination of readings fits all printed cells."""
        input:
            tables=list(GMEB2004_READINGS_SCORES.values()),
            published=GMEB2004_PUBLISHED,
            library=library_of("fit_readings.py", "pride.protocols.gmeb2004.fit"),
        output:
            scores="<results>/gmeb2004/readings/fit.csv",
        log:
            "<logs>/gmeb2004/readings/fit.log",
        conda:
            "../../environment.yml"
        params:
            factors=GMEB2004_READINGS["factors"],
            judged=GMEB2004_SELECTION["reading"],
        message:
            "gmeb2004: fit of all readings"
        script:
            "../scripts/fit_readings.py"

    rule gmeb2004_readings:
        """How well all combinations of readings fit, and editions of two data sets."""
        input:
            scores=["<results>/gmeb2004/readings/fit.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of(
                "show.py", "pride.figures.gmeb2004.readings", "pride.tables.gmeb2004"
            ),
        output:
            svg=shown("<results>/gmeb2004/figures/readings.svg"),
            png="<results>/gmeb2004/figures/readings.png",
            csv=shown(
                "<results>/gmeb2004/tables/{table}.csv", table=GMEB2004_READINGS_TABLES
            ),
            markdown=collect(
                "<results>/gmeb2004/tables/{table}.md", table=GMEB2004_READINGS_TABLES
            ),
        log:
            "<logs>/gmeb2004/readings/shown.log",
        conda:
            "../../environment.yml"
        params:
            figure="gmeb2004.readings.readings",
            paper="gmeb2004",
            table=GMEB2004_READINGS_TABLES,
            scale=config["scale"],
        message:
            "gmeb2004: figure and tables of all readings"
        script:
            "../scripts/show.py"

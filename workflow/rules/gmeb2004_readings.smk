"""gmeb2004, section 4: what each way to read it would give. Not judged."""

if "readings" in config["gmeb2004"]:
    GMEB2004_READINGS = config["gmeb2004"]["readings"]
    GMEB2004_READINGS_SCORES = {
        dataset: f"<results>/gmeb2004/readings/{dataset}/all_methods.csv"
        for dataset in [GMEB2004_TABLE_1["dataset"], *GMEB2004_TABLE_2["datasets"]]
    }

    experiment(
        "gmeb2004",
        needs=list(GMEB2004_READINGS_SCORES),
        shows=[
            "<results>/gmeb2004/tables/readings.csv",
            "<results>/gmeb2004/tables/readings_of_one_data_set.csv",
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

    use rule gmeb2004_table_1 as gmeb2004_table_readings with:
        # How well each reading fits all cells, one factor at a time and at best.
        input:
            scores=["<results>/gmeb2004/readings/fit.csv"],
            library=library_of("tabulate.py", "pride.tables.gmeb2004"),
        output:
            csv=report("<results>/gmeb2004/tables/readings.csv", category="gmeb2004"),
            markdown="<results>/gmeb2004/tables/readings.md",
        log:
            "<logs>/gmeb2004/tables/readings.log",
        params:
            paper="gmeb2004",
            table="readings",
            scale=config["scale"],

    use rule gmeb2004_table_1 as gmeb2004_table_readings_of_one_data_set with:
        # Two classes of Multiple Features, and editions of Colon.
        input:
            scores=["<results>/gmeb2004/readings/fit.csv"],
            library=library_of("tabulate.py", "pride.tables.gmeb2004"),
        output:
            csv=report(
                "<results>/gmeb2004/tables/readings_of_one_data_set.csv",
                category="gmeb2004",
            ),
            markdown="<results>/gmeb2004/tables/readings_of_one_data_set.md",
        log:
            "<logs>/gmeb2004/tables/readings_of_one_data_set.log",
        params:
            paper="gmeb2004",
            table="readings_of_one_data_set",
            scale=config["scale"],

    use rule gmeb2004_figure_table_1 as gmeb2004_figure_readings with:
        # How well all combinations of readings fit all cells of both tables.
        input:
            scores=["<results>/gmeb2004/readings/fit.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.gmeb2004.readings"),
        output:
            svg=report("<results>/gmeb2004/figures/readings.svg", category="gmeb2004"),
            png="<results>/gmeb2004/figures/readings.png",
        log:
            "<logs>/gmeb2004/figures/readings.log",
        params:
            figure="gmeb2004.readings.readings",
            scale=config["scale"],

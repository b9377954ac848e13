"""gmeb2004, section 4: Tables 1 and 2."""

if "selection" in config["gmeb2004"]:
    experiment(
        "gmeb2004",
        needs=[GMEB2004_TABLE_1["dataset"]],
        scores=GMEB2004_TABLE_1_SCORES,
        shows=[
            "<results>/gmeb2004/tables/table_1.csv",
            "<results>/gmeb2004/figures/table_1.svg",
        ],
    )
    for dataset, path in GMEB2004_TABLE_2_SCORES.items():
        experiment(
            "gmeb2004",
            needs=[dataset],
            scores=[path],
            shows=[
                "<results>/gmeb2004/tables/table_2.csv",
                "<results>/gmeb2004/figures/table_2.svg",
            ],
        )
    experiment(
        "gmeb2004",
        needs=list(GMEB2004_TABLE_2_SCORES),
        scores=["<results>/gmeb2004/table_2/real_world.csv"],
        pooled_as="real_world",
    )
    for dataset in GMEB2004_TABLE_2["large"]:
        experiment(
            "gmeb2004",
            needs=[dataset],
            scores=[f"<results>/gmeb2004/table_2/{dataset}/gmeb_dual.csv"],
        )

    rule gmeb2004_table_1_scores:
        """Table 1: all methods on the linear problem, all numbers of patterns."""
        input:
            library=library_of("measure.py", "pride.protocols.gmeb2004.tables"),
        output:
            scores=GMEB2004_TABLE_1_SCORES,
        log:
            "<logs>/gmeb2004/table_1.log",
        benchmark:
            "<benchmarks>/gmeb2004/table_1.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.tables.table_1",
            method=GMEB2004_SELECTION["methods"],
            dataset=GMEB2004_TABLE_1["dataset"],
            generator=generator_of(GMEB2004_TABLE_1["dataset"]),
            experiment=gmeb2004_measured(GMEB2004_TABLE_1),
            reading=GMEB2004_SELECTION["reading"],
            seed=config["seed"],
        message:
            "gmeb2004, table 1: all methods on the linear problem"
        script:
            "../scripts/measure.py"

    rule gmeb2004_table_2_scores:
        """Table 2: all methods on one real data set."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.gmeb2004.tables"),
        output:
            scores="<results>/gmeb2004/table_2/{dataset}/all_methods.csv",
        log:
            "<logs>/gmeb2004/table_2/{dataset}/all_methods.log",
        benchmark:
            "<benchmarks>/gmeb2004/table_2/{dataset}/all_methods.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.tables.table_2",
            methods=GMEB2004_SELECTION["methods"],
            dataset="{dataset}",
            experiment=gmeb2004_real,
            reading=GMEB2004_SELECTION["reading"],
            seed=config["seed"],
        message:
            "gmeb2004, table 2: all methods on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule gmeb2004_table_2_dual:
        """Section 5: the dual (7) of a large problem, beside our solver."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.gmeb2004.tables"),
        output:
            scores="<results>/gmeb2004/table_2/{dataset}/gmeb_dual.csv",
        log:
            "<logs>/gmeb2004/table_2/{dataset}/gmeb_dual.log",
        benchmark:
            "<benchmarks>/gmeb2004/table_2/{dataset}/gmeb_dual.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.tables.reference",
            dataset="{dataset}",
            experiment=gmeb2004_real,
            reading=GMEB2004_SELECTION["reading"],
            seed=config["seed"],
        message:
            "gmeb2004, section 5: the dual on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule gmeb2004_real_world:
        """Section 4.3: on how many of the real data sets GMEB is ahead."""
        input:
            tables=list(GMEB2004_TABLE_2_SCORES.values()),
            library=library_of("compare.py", "pride.protocols.gmeb2004.tables"),
        output:
            scores="<results>/gmeb2004/table_2/real_world.csv",
        log:
            "<logs>/gmeb2004/table_2/real_world.log",
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.tables.real_world",
            method="gmeb",
            others=["svm", "l1_svm"],
        message:
            "gmeb2004, section 4.3: GMEB beside the SVMs on all real data sets"
        script:
            "../scripts/compare.py"

    rule gmeb2004_table_1:
        """Table 1, ours beside the printed one, and the same drawn."""
        input:
            scores=GMEB2004_TABLE_1_SCORES,
            published=GMEB2004_PUBLISHED,
            style=here("config/figure.mplstyle"),
            library=GMEB2004_TABLES_LIBRARY,
        output:
            svg=shown("<results>/gmeb2004/figures/table_1.svg"),
            png="<results>/gmeb2004/figures/table_1.png",
            csv=shown("<results>/gmeb2004/tables/table_1.csv"),
            markdown="<results>/gmeb2004/tables/table_1.md",
        log:
            "<logs>/gmeb2004/tables/table_1.log",
        conda:
            "../../environment.yml"
        params:
            figure="gmeb2004.tables.table_1",
            paper="gmeb2004",
            table="table_1",
            scale=config["scale"],
        message:
            "gmeb2004: {params.table}"
        script:
            "../scripts/show.py"

    use rule gmeb2004_table_1 as gmeb2004_table_2 with:
        # Table 2, ours beside the printed one, and the same drawn.
        input:
            scores=gmeb2004_table_2_at_hand,
            published=GMEB2004_PUBLISHED,
            style=here("config/figure.mplstyle"),
            library=GMEB2004_TABLES_LIBRARY,
        output:
            svg=shown("<results>/gmeb2004/figures/table_2.svg"),
            png="<results>/gmeb2004/figures/table_2.png",
            csv=shown("<results>/gmeb2004/tables/table_2.csv"),
            markdown="<results>/gmeb2004/tables/table_2.md",
        log:
            "<logs>/gmeb2004/tables/table_2.log",
        params:
            figure="gmeb2004.tables.table_2",
            paper="gmeb2004",
            table="table_2",
            scale=config["scale"],

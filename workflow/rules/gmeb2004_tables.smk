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
    )
    for dataset in GMEB2004_TABLE_2["large"]:
        experiment(
            "gmeb2004",
            needs=[dataset],
            scores=[f"<results>/gmeb2004/table_2/{dataset}/gmeb_dual.csv"],
        )

    rule gmeb2004_table_1_scores:
        """Table 1: one method on the linear problem, all numbers of patterns."""
        input:
            library=library_of("measure.py", "pride.protocols.gmeb2004.tables"),
        output:
            scores="<results>/gmeb2004/table_1/{dataset}/{method}.csv",
        log:
            "<logs>/gmeb2004/table_1/{dataset}/{method}.log",
        benchmark:
            "<benchmarks>/gmeb2004/table_1/{dataset}/{method}.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.tables.table_1",
            method="{method}",
            dataset="{dataset}",
            generator=lambda wildcards: generator_of(wildcards.dataset),
            experiment=gmeb2004_measured(GMEB2004_TABLE_1),
            reading=GMEB2004_SELECTION["reading"],
            seed=config["seed"],
        message:
            "gmeb2004, table 1: {wildcards.method} on {wildcards.dataset}"
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
        """Table 1, ours beside the printed one."""
        input:
            scores=GMEB2004_TABLE_1_SCORES,
            published=GMEB2004_PUBLISHED,
            library=library_of("tabulate.py", "pride.tables.gmeb2004"),
        output:
            csv=report("<results>/gmeb2004/tables/table_1.csv", category="gmeb2004"),
            markdown="<results>/gmeb2004/tables/table_1.md",
        log:
            "<logs>/gmeb2004/tables/table_1.log",
        conda:
            "../../environment.yml"
        params:
            paper="gmeb2004",
            table="table_1",
            scale=config["scale"],
        message:
            "gmeb2004: {params.table}"
        script:
            "../scripts/tabulate.py"

    use rule gmeb2004_table_1 as gmeb2004_table_2 with:
        # Table 2, ours beside the printed one.
        input:
            scores=gmeb2004_table_2_at_hand,
            published=GMEB2004_PUBLISHED,
            library=library_of("tabulate.py", "pride.tables.gmeb2004"),
        output:
            csv=report("<results>/gmeb2004/tables/table_2.csv", category="gmeb2004"),
            markdown="<results>/gmeb2004/tables/table_2.md",
        log:
            "<logs>/gmeb2004/tables/table_2.log",
        params:
            paper="gmeb2004",
            table="table_2",
            scale=config["scale"],

    rule gmeb2004_figure_table_1:
        """Errors and numbers of features over n, with the printed ones."""
        input:
            scores=GMEB2004_TABLE_1_SCORES,
            published=GMEB2004_PUBLISHED,
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.gmeb2004.tables"),
        output:
            svg=report("<results>/gmeb2004/figures/table_1.svg", category="gmeb2004"),
            png="<results>/gmeb2004/figures/table_1.png",
        log:
            "<logs>/gmeb2004/figures/table_1.log",
        conda:
            "../../environment.yml"
        params:
            figure="gmeb2004.tables.table_1",
            scale=config["scale"],
        message:
            "gmeb2004: {params.figure}"
        script:
            "../scripts/draw.py"

    use rule gmeb2004_figure_table_1 as gmeb2004_figure_table_2 with:
        # Errors and numbers of features on real data sets, with the printed ones.
        input:
            scores=gmeb2004_table_2_at_hand,
            published=GMEB2004_PUBLISHED,
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.gmeb2004.tables"),
        output:
            svg=report("<results>/gmeb2004/figures/table_2.svg", category="gmeb2004"),
            png="<results>/gmeb2004/figures/table_2.png",
        log:
            "<logs>/gmeb2004/figures/table_2.log",
        params:
            figure="gmeb2004.tables.table_2",
            scale=config["scale"],

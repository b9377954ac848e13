"""properties2008, section 6.2: features of digits, extracted under a budget."""

if "properties2008" in PAPERS:
    PROPERTIES2008_DIGITS = config["properties2008"]["digits"]
    PROPERTIES2008_DIGITS_SCORES = collect(
        "<results>/properties2008/digits/{dataset}/{method}.csv",
        dataset=PROPERTIES2008_DIGITS["dataset"],
        method=[*PROPERTIES2008_DIGITS["methods"], "poly_svm"],
    )

    experiment(
        "properties2008",
        needs=[PROPERTIES2008_DIGITS["dataset"]],
        scores=PROPERTIES2008_DIGITS_SCORES,
        shows=[
            *collect(
                "<results>/properties2008/figures/{figure}.svg",
                figure=["figure_6", "figure_7", "filter"],
            ),
            "<results>/properties2008/tables/digits.csv",
        ],
    )

    rule properties2008_digits:
        """Figures 6 and 7: one method over budgets and training sets."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.properties2008.digits"),
        output:
            scores="<results>/properties2008/digits/{dataset}/{method}.csv",
        log:
            "<logs>/properties2008/digits/{dataset}/{method}.log",
        benchmark:
            "<benchmarks>/properties2008/digits/{dataset}/{method}.tsv"
        wildcard_constraints:
            method="|".join([*PROPERTIES2008_DIGITS["methods"], "poly_svm"]),
        conda:
            "../../environment.yml"
        params:
            protocol=lambda wildcards: "properties2008.digits."
            + ("polynomial" if wildcards.method == "poly_svm" else "extraction"),
            method="{method}",
            dataset="{dataset}",
            train=lookup(dpath="{dataset}/split/train", within=DATASETS),
            image=lookup(dpath="{dataset}/image", within=DATASETS),
            experiment=PROPERTIES2008_DIGITS,
            repeats=at_scale(PROPERTIES2008_DIGITS["repeats"]),
            seed=config["seed"],
        message:
            "properties2008, section 6.2: {wildcards.method} on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule properties2008_figure_6:
        """Error over the budget for all methods."""
        input:
            scores=PROPERTIES2008_DIGITS_SCORES,
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.properties2008.digits"),
        output:
            svg=report(
                "<results>/properties2008/figures/figure_6.svg",
                category="properties2008",
            ),
            png="<results>/properties2008/figures/figure_6.png",
        log:
            "<logs>/properties2008/figures/figure_6.log",
        conda:
            "../../environment.yml"
        params:
            figure="properties2008.digits.figure_6",
            scale=config["scale"],
        message:
            "{params.figure}"
        script:
            "../scripts/draw.py"

    use rule properties2008_figure_6 as properties2008_figure_7 with:
        # The meta-features that Mufasa chooses over the budget.
        output:
            svg=report(
                "<results>/properties2008/figures/figure_7.svg",
                category="properties2008",
            ),
            png="<results>/properties2008/figures/figure_7.png",
        log:
            "<logs>/properties2008/figures/figure_7.log",
        params:
            figure="properties2008.digits.figure_7",
            scale=config["scale"],

    use rule properties2008_figure_6 as properties2008_figure_filter with:
        # Section 9: Mufasa as a rough filter, then Infogain.
        output:
            svg=report(
                "<results>/properties2008/figures/filter.svg",
                category="properties2008",
            ),
            png="<results>/properties2008/figures/filter.png",
        log:
            "<logs>/properties2008/figures/filter.log",
        params:
            figure="properties2008.digits.filter_then_select",
            scale=config["scale"],

    rule properties2008_table_digits:
        """Figure 6 as a table, with all degrees of the polynomial kernel."""
        input:
            scores=PROPERTIES2008_DIGITS_SCORES,
            library=library_of("tabulate.py", "pride.tables.properties2008"),
        output:
            csv=report(
                "<results>/properties2008/tables/digits.csv",
                category="properties2008",
            ),
            markdown="<results>/properties2008/tables/digits.md",
        log:
            "<logs>/properties2008/tables/digits.log",
        conda:
            "../../environment.yml"
        params:
            paper="properties2008",
            table="digits",
            scale=config["scale"],
        message:
            "properties2008: table of {params.table}"
        script:
            "../scripts/tabulate.py"

"""properties2008, section 6.2: features of digits, extracted under a budget."""

if "properties2008" in PAPERS:
    PROPERTIES2008_DIGITS = config["properties2008"]["digits"]
    PROPERTIES2008_DIGITS_SCORES = collect(
        "<results>/properties2008/digits/{dataset}/{method}.csv",
        dataset=PROPERTIES2008_DIGITS["dataset"],
        method=[*PROPERTIES2008_DIGITS["methods"], "poly_svm"],
    )
    PROPERTIES2008_DIGITS_FIGURES = ["figure_6", "figure_7", "filter"]

    experiment(
        "properties2008",
        needs=[PROPERTIES2008_DIGITS["dataset"]],
        scores=PROPERTIES2008_DIGITS_SCORES,
        shows=[
            *collect(
                "<results>/properties2008/figures/{figure}.svg",
                figure=PROPERTIES2008_DIGITS_FIGURES,
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

    rule properties2008_digits_shown:
        """Errors over the budget (figure 6 and section 9), what Mufasa chooses (7)."""
        input:
            scores=PROPERTIES2008_DIGITS_SCORES,
            style=here("config/figure.mplstyle"),
            library=library_of(
                "show.py",
                "pride.figures.properties2008.digits",
                "pride.tables.properties2008",
            ),
        output:
            svg=shown(
                "<results>/properties2008/figures/{figure}.svg",
                figure=PROPERTIES2008_DIGITS_FIGURES,
            ),
            png=collect(
                "<results>/properties2008/figures/{figure}.png",
                figure=PROPERTIES2008_DIGITS_FIGURES,
            ),
            csv=shown("<results>/properties2008/tables/digits.csv"),
            markdown="<results>/properties2008/tables/digits.md",
        log:
            "<logs>/properties2008/figures/digits.log",
        conda:
            "../../environment.yml"
        params:
            figure=[
                "properties2008.digits.figure_6",
                "properties2008.digits.figure_7",
                "properties2008.digits.filter_then_select",
            ],
            paper="properties2008",
            table="digits",
            scale=config["scale"],
        message:
            "properties2008: figures and table of the digits"
        script:
            "../scripts/show.py"

"""properties2008, section 5: which patches are good, and selection of patches."""

if "properties2008" in PAPERS:
    PROPERTIES2008_RECOGNITION = config["properties2008"]["recognition"]
    PROPERTIES2008_COMMON = ["beta", "C", "tolerance", "neighbours"]
    PROPERTIES2008_PREDICTION = PROPERTIES2008_RECOGNITION["prediction"]
    PROPERTIES2008_SELECTION = PROPERTIES2008_RECOGNITION["selection"]
    PROPERTIES2008_SETTINGS = {  # by data set: what both experiments are told
        dataset: {k: PROPERTIES2008_RECOGNITION[k] for k in PROPERTIES2008_COMMON} | own
        for dataset, own in PROPERTIES2008_RECOGNITION["datasets"].items()
    }

    for dataset in PROPERTIES2008_RECOGNITION["datasets"]:
        experiment(
            "properties2008",
            needs=[dataset],
            scores=[
                f"<results>/properties2008/prediction/{dataset}/all.csv",
                *collect(
                    f"<results>/properties2008/selection/{dataset}/{{method}}.csv",
                    method=[*PROPERTIES2008_SELECTION["groups"], "summary"],
                ),
            ],
            shows=[
                *collect(
                    "<results>/properties2008/figures/{figure}_{dataset}.svg",
                    figure=["figure_2", "figure_3", "figure_4", "figure_5"],
                    dataset=dataset,
                ),
                f"<results>/properties2008/tables/selection_{dataset}.csv",
            ],
        )

    rule properties2008_prediction:
        """Figures 3 and 4: quality of patches, and its prediction."""
        input:
            prototypes="<results>/properties2008/prototypes/{dataset}.npz",
            blocks=lambda wildcards: PROPERTIES2008_MEASURED[wildcards.dataset],
            library=library_of(
                "recognise.py", "pride.protocols.properties2008.prediction"
            ),
        output:
            scores="<results>/properties2008/prediction/{dataset}/all.csv",
            quality="<results>/properties2008/patch_quality/{dataset}.csv",
        log:
            "<logs>/properties2008/prediction/{dataset}.log",
        benchmark:
            "<benchmarks>/properties2008/prediction/{dataset}.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="properties2008.prediction.predictions",
            dataset=lambda wildcards: judged_as(wildcards.dataset),
            experiment=lambda wildcards: PROPERTIES2008_SETTINGS[wildcards.dataset]
            | PROPERTIES2008_PREDICTION,
            repeats=at_scale(PROPERTIES2008_PREDICTION["repeats"]),
            seed=config["seed"],
        message:
            "properties2008, section 5.1: quality of patches on {wildcards.dataset}"
        script:
            "../scripts/recognise.py"

    rule properties2008_selection:
        """Figure 5: a group of methods over n and splits."""
        input:
            prototypes="<results>/properties2008/prototypes/{dataset}.npz",
            blocks=lambda wildcards: PROPERTIES2008_MEASURED[wildcards.dataset],
            library=library_of(
                "recognise.py", "pride.protocols.properties2008.selection"
            ),
        output:
            scores="<results>/properties2008/selection/{dataset}/{method}.csv",
        log:
            "<logs>/properties2008/selection/{dataset}/{method}.log",
        benchmark:
            "<benchmarks>/properties2008/selection/{dataset}/{method}.tsv"
        wildcard_constraints:
            method="|".join(PROPERTIES2008_SELECTION["groups"]),
        conda:
            "../../environment.yml"
        params:
            protocol="properties2008.selection.selection",
            methods=lambda wildcards: PROPERTIES2008_SELECTION["groups"][
                wildcards.method
            ],
            dataset=lambda wildcards: judged_as(wildcards.dataset),
            experiment=lambda wildcards: PROPERTIES2008_SETTINGS[wildcards.dataset]
            | PROPERTIES2008_SELECTION,
            repeats=at_scale(PROPERTIES2008_SELECTION["repeats"]),
            seed=config["seed"],
        message:
            "properties2008, section 5.2: {params.methods} on {wildcards.dataset}"
        script:
            "../scripts/recognise.py"

    rule properties2008_selection_summary:
        """Section 5.2: methods side by side."""
        input:
            tables=collect(
                "<results>/properties2008/selection/{{dataset}}/{method}.csv",
                method=PROPERTIES2008_SELECTION["groups"],
            ),
            library=library_of(
                "compare.py", "pride.protocols.properties2008.selection_summary"
            ),
        output:
            scores="<results>/properties2008/selection/{dataset}/summary.csv",
        log:
            "<logs>/properties2008/selection/{dataset}/summary.log",
        conda:
            "../../environment.yml"
        params:
            protocol="properties2008.selection_summary.summary",
            method="mf_pfs",
            others=PROPERTIES2008_SELECTION["factors"],
        message:
            "properties2008, section 5.2: comparison on {wildcards.dataset}"
        script:
            "../scripts/compare.py"

    rule properties2008_figure_3:
        """Quality of patches over their standard deviation, by size."""
        input:
            scores=["<results>/properties2008/patch_quality/{dataset}.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.properties2008.quality"),
        output:
            svg=report(
                "<results>/properties2008/figures/figure_3_{dataset}.svg",
                category="properties2008",
            ),
            png="<results>/properties2008/figures/figure_3_{dataset}.png",
        log:
            "<logs>/properties2008/figures/figure_3_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            figure="properties2008.quality.figure_3",
            scale=config["scale"],
        message:
            "{params.figure}, {wildcards.dataset}"
        script:
            "../scripts/draw.py"

    use rule properties2008_figure_3 as properties2008_figure_4 with:
        # Predicted against measured quality; what each meta-feature adds.
        input:
            scores=["<results>/properties2008/prediction/{dataset}/all.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.properties2008.quality"),
        output:
            svg=report(
                "<results>/properties2008/figures/figure_4_{dataset}.svg",
                category="properties2008",
            ),
            png="<results>/properties2008/figures/figure_4_{dataset}.png",
        log:
            "<logs>/properties2008/figures/figure_4_{dataset}.log",
        params:
            figure="properties2008.quality.figure_4",
            scale=config["scale"],

    use rule properties2008_figure_3 as properties2008_figure_5 with:
        # Accuracy over n, and over the number of measured features.
        input:
            scores=collect(
                "<results>/properties2008/selection/{{dataset}}/{method}.csv",
                method=PROPERTIES2008_SELECTION["groups"],
            ),
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.properties2008.selection"),
        output:
            svg=report(
                "<results>/properties2008/figures/figure_5_{dataset}.svg",
                category="properties2008",
            ),
            png="<results>/properties2008/figures/figure_5_{dataset}.png",
        log:
            "<logs>/properties2008/figures/figure_5_{dataset}.log",
        params:
            figure="properties2008.selection.figure_5",
            scale=config["scale"],

    rule properties2008_table_selection:
        """Figure 5 as a table, with all variants of MF-PFS."""
        input:
            scores=collect(
                "<results>/properties2008/selection/{{dataset}}/{method}.csv",
                method=PROPERTIES2008_SELECTION["groups"],
            ),
            library=library_of("tabulate.py", "pride.tables.properties2008"),
        output:
            csv=report(
                "<results>/properties2008/tables/selection_{dataset}.csv",
                category="properties2008",
            ),
            markdown="<results>/properties2008/tables/selection_{dataset}.md",
        log:
            "<logs>/properties2008/tables/selection_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            paper="properties2008",
            table="selection",
            scale=config["scale"],
        message:
            "properties2008: table of {params.table}, {wildcards.dataset}"
        script:
            "../scripts/tabulate.py"

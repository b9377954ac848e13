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
            dataset="{dataset}",
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
            dataset="{dataset}",
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
        """Figures 3 and 4: quality over complexity; predicted and measured quality."""
        input:
            scores=[
                "<results>/properties2008/patch_quality/{dataset}.csv",
                "<results>/properties2008/prediction/{dataset}/all.csv",
            ],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.properties2008.quality"),
        output:
            svg=shown(
                "<results>/properties2008/figures/{figure}_{{dataset}}.svg",
                figure=["figure_3", "figure_4"],
            ),
            png=collect(
                "<results>/properties2008/figures/{figure}_{{dataset}}.png",
                figure=["figure_3", "figure_4"],
            ),
        log:
            "<logs>/properties2008/figures/quality_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            figure=[
                "properties2008.quality.figure_3",
                "properties2008.quality.figure_4",
            ],
            scale=config["scale"],
        message:
            "properties2008: figures 3 and 4, {wildcards.dataset}"
        script:
            "../scripts/draw.py"

    rule properties2008_figure_5:
        """Accuracy over n and over measured features, and as a table."""
        input:
            scores=collect(
                "<results>/properties2008/selection/{{dataset}}/{method}.csv",
                method=PROPERTIES2008_SELECTION["groups"],
            ),
            style=here("config/figure.mplstyle"),
            library=library_of(
                "show.py",
                "pride.figures.properties2008.selection",
                "pride.tables.properties2008",
            ),
        output:
            svg=shown("<results>/properties2008/figures/figure_5_{dataset}.svg"),
            png="<results>/properties2008/figures/figure_5_{dataset}.png",
            csv=shown("<results>/properties2008/tables/selection_{dataset}.csv"),
            markdown="<results>/properties2008/tables/selection_{dataset}.md",
        log:
            "<logs>/properties2008/figures/figure_5_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            figure="properties2008.selection.figure_5",
            paper="properties2008",
            table="selection",
            scale=config["scale"],
        message:
            "properties2008: figure 5, {wildcards.dataset}"
        script:
            "../scripts/show.py"

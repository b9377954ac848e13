"""properties2008, sections 6.1 and 6.2: around the searches of Mufasa."""

if "properties2008" in PAPERS:
    PROPERTIES2008_LANDSCAPE = config["properties2008"]["landscape"]
    PROPERTIES2008_LANDSCAPE_SCORES = collect(
        "<results>/properties2008/landscape/{dataset}/{method}.csv",
        dataset=PROPERTIES2008_DIGITS["dataset"],
        method=[*PROPERTIES2008_LANDSCAPE["repeats"], "summary"],
    )
    PROPERTIES2008_FEATURES = config["properties2008"]["features"]

    experiment(
        "properties2008",
        needs=[PROPERTIES2008_DIGITS["dataset"]],
        scores=[
            *PROPERTIES2008_LANDSCAPE_SCORES,
            "<results>/properties2008/features/"
            f"{PROPERTIES2008_DIGITS['dataset']}/boolean_features.csv",
        ],
        shows=["<results>/properties2008/figures/landscape.svg"],
    )

    rule properties2008_landscape:
        """Sections 6.1 and 6.2: one question about steps, start or meta-features."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.properties2008.landscape"),
        output:
            scores="<results>/properties2008/landscape/{dataset}/{method}.csv",
        log:
            "<logs>/properties2008/landscape/{dataset}/{method}.log",
        benchmark:
            "<benchmarks>/properties2008/landscape/{dataset}/{method}.tsv"
        wildcard_constraints:
            method="steps|starts|continuity",
        conda:
            "../../environment.yml"
        params:
            protocol="properties2008.landscape.{method}",
            dataset="{dataset}",
            train=lookup(dpath="{dataset}/split/train", within=DATASETS),
            image=lookup(dpath="{dataset}/image", within=DATASETS),
            experiment=PROPERTIES2008_LANDSCAPE,
            setting=PROPERTIES2008_DIGITS,
            repeats=lambda wildcards: at_scale(
                PROPERTIES2008_LANDSCAPE["repeats"][wildcards.method]
            ),
            seed=config["seed"],
        message:
            "properties2008, section 6.1: {wildcards.method} on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    use rule properties2008_landscape as properties2008_sensitivity with:
        # Figure 7: errors around what Mufasa chose.
        input:
            data="results/data/{dataset}.npz",
            selected="<results>/properties2008/digits/{dataset}/mufasa.csv",
            library=library_of("measure.py", "pride.protocols.properties2008.landscape"),
        output:
            scores="<results>/properties2008/landscape/{dataset}/{method}.csv",
        log:
            "<logs>/properties2008/landscape/{dataset}/{method}.log",
        benchmark:
            "<benchmarks>/properties2008/landscape/{dataset}/{method}.tsv"
        wildcard_constraints:
            method="sensitivity",

    rule properties2008_summary:
        """Figures 6 and 7: where Mufasa overtakes the SVM, trends with the budget."""
        input:
            tables=[
                "<results>/properties2008/digits/{dataset}/mufasa.csv",
                "<results>/properties2008/digits/{dataset}/poly_svm.csv",
            ],
            library=library_of("compare.py", "pride.protocols.properties2008.landscape"),
        output:
            scores="<results>/properties2008/landscape/{dataset}/summary.csv",
        log:
            "<logs>/properties2008/landscape/{dataset}/summary.log",
        conda:
            "../../environment.yml"
        params:
            protocol="properties2008.landscape.summary",
            method="mufasa",
            others=["poly_svm"],
        message:
            "properties2008, figures 6 and 7: trends on {wildcards.dataset}"
        script:
            "../scripts/compare.py"

    rule properties2008_features:
        """Section 6.2: what is stated of Boolean features as such."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.properties2008.features"),
        output:
            scores="<results>/properties2008/features/{dataset}/boolean_features.csv",
        log:
            "<logs>/properties2008/features/{dataset}/boolean_features.log",
        benchmark:
            "<benchmarks>/properties2008/features/{dataset}/boolean_features.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="properties2008.features.facts",
            dataset="{dataset}",
            train=lookup(dpath="{dataset}/split/train", within=DATASETS),
            image=lookup(dpath="{dataset}/image", within=DATASETS),
            experiment=PROPERTIES2008_FEATURES,
            repeats=at_scale(PROPERTIES2008_FEATURES["repeats"]),
            seed=config["seed"],
        message:
            "properties2008, section 6.2: Boolean features on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule properties2008_figure_landscape:
        """Sections 6.1 and 6.2: errors over steps, and along each meta-feature."""
        input:
            scores=PROPERTIES2008_LANDSCAPE_SCORES,
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.properties2008.landscape"),
        output:
            svg=shown("<results>/properties2008/figures/landscape.svg"),
            png="<results>/properties2008/figures/landscape.png",
        log:
            "<logs>/properties2008/figures/landscape.log",
        conda:
            "../../environment.yml"
        params:
            figure="properties2008.landscape.landscape",
            scale=config["scale"],
        message:
            "{params.figure}"
        script:
            "../scripts/draw.py"

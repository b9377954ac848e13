"""properties2008, sections 8 and 9: choices of meta-features; smoothed quality."""

if "properties2008" in PAPERS:
    PROPERTIES2008_PAIRS = config["properties2008"]["pairs"]
    PROPERTIES2008_SMOOTHING = config["properties2008"]["smoothing"]

    for name, figure in (("pairs", "figure_8"), ("smoothing", "smoothing")):
        dataset = config["properties2008"][name]["dataset"]
        experiment(
            "properties2008",
            needs=[dataset],
            scores=[f"<results>/properties2008/{name}/{dataset}/all.csv"],
            shows=[f"<results>/properties2008/figures/{figure}.svg"],
        )

    rule properties2008_pairs:
        """Section 8: all methods on the same training sets of two digits."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.properties2008.pairs"),
        output:
            scores="<results>/properties2008/pairs/{dataset}/all.csv",
        log:
            "<logs>/properties2008/pairs/{dataset}/all.log",
        benchmark:
            "<benchmarks>/properties2008/pairs/{dataset}/all.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="properties2008.pairs.pairs",
            dataset="{dataset}",
            train=lookup(dpath="{dataset}/split/train", within=DATASETS),
            image=lookup(dpath="{dataset}/image", within=DATASETS),
            experiment=PROPERTIES2008_PAIRS,
            repeats=at_scale(PROPERTIES2008_PAIRS["repeats"]),
            seed=config["seed"],
        message:
            "properties2008, section 8: two digits of {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    use rule properties2008_pairs as properties2008_smoothing with:
        # Section 9: measured quality, smoothed by a regression on meta-features.
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.properties2008.smoothing"),
        output:
            scores="<results>/properties2008/smoothing/{dataset}/all.csv",
        log:
            "<logs>/properties2008/smoothing/{dataset}/all.log",
        benchmark:
            "<benchmarks>/properties2008/smoothing/{dataset}/all.tsv"
        params:
            protocol="properties2008.smoothing.smoothing",
            dataset="{dataset}",
            train=lookup(dpath="{dataset}/split/train", within=DATASETS),
            image=lookup(dpath="{dataset}/image", within=DATASETS),
            experiment=PROPERTIES2008_SMOOTHING,
            repeats=at_scale(PROPERTIES2008_SMOOTHING["repeats"]),
            seed=config["seed"],
        message:
            "properties2008, section 9: smoothed quality on {wildcards.dataset}"

    use rule properties2008_figure_landscape as properties2008_figure_8 with:
        # Error of 9 against 4 over the number of features.
        input:
            scores=[
                "<results>/properties2008/pairs/"
                f"{PROPERTIES2008_PAIRS['dataset']}/all.csv"
            ],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.properties2008.pairs"),
        output:
            svg=shown("<results>/properties2008/figures/figure_8.svg"),
            png="<results>/properties2008/figures/figure_8.png",
        log:
            "<logs>/properties2008/figures/figure_8.log",
        params:
            figure="properties2008.pairs.figure_8",
            scale=config["scale"],

    use rule properties2008_figure_landscape as properties2008_figure_smoothing with:
        # How well quality is estimated from few images.
        input:
            scores=[
                "<results>/properties2008/smoothing/"
                f"{PROPERTIES2008_SMOOTHING['dataset']}/all.csv"
            ],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.properties2008.pairs"),
        output:
            svg=shown("<results>/properties2008/figures/smoothing.svg"),
            png="<results>/properties2008/figures/smoothing.png",
        log:
            "<logs>/properties2008/figures/smoothing.log",
        params:
            figure="properties2008.pairs.smoothing",
            scale=config["scale"],

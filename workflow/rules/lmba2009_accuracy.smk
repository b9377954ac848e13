"""lmba2009, sections 4.1 and 4.3: accuracy on benchmark data, and with noise."""

if "curves" in LMBA2009:
    LMBA2009_CURVES = LMBA2009["curves"]

    for dataset in LMBA2009_CURVES["sizes"]:
        experiment(
            "lmba2009",
            needs=[dataset],
            scores=[f"<results>/lmba2009/curves/{dataset}/curves.csv"],
            shows=[f"<results>/lmba2009/figures/accuracy_{dataset}.svg"],
        )

    rule lmba2009_curves:
        """Figures 4 to 6: accuracy over the number of features, all methods."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of(
                "measure.py", "pride.protocols.lmba2009.curves", *LMBA2009_SELECTORS
            ),
        output:
            scores="<results>/lmba2009/curves/{dataset}/curves.csv",
        log:
            "<logs>/lmba2009/curves/{dataset}/curves.log",
        benchmark:
            "<benchmarks>/lmba2009/curves/{dataset}/curves.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="lmba2009.curves.curves",
            dataset="{dataset}",
            experiment=LMBA2009_CURVES,
            readings=LMBA2009["readings"],
            repeats=at_scale(LMBA2009_CURVES["repeats"]),
            seed=config["seed"],
        message:
            "lmba2009, section 4.1: accuracy on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule lmba2009_figure_accuracy:
        """Figures 4 to 6: one data set."""
        input:
            scores=["<results>/lmba2009/curves/{dataset}/curves.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.lmba2009.accuracy"),
        output:
            svg=shown("<results>/lmba2009/figures/accuracy_{dataset}.svg"),
            png="<results>/lmba2009/figures/accuracy_{dataset}.png",
        log:
            "<logs>/lmba2009/figures/accuracy_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            figure="lmba2009.accuracy.accuracy",
            scale=config["scale"],
        message:
            "lmba2009: {params.figure}, {wildcards.dataset}"
        script:
            "../scripts/draw.py"


if "noise" in LMBA2009:
    LMBA2009_NOISE = LMBA2009["noise"]

    for dataset in LMBA2009_NOISE["sizes"]:
        experiment(
            "lmba2009",
            needs=[dataset],
            scores=[f"<results>/lmba2009/noise/{dataset}/noise.csv"],
            shows=[f"<results>/lmba2009/figures/noise_{dataset}.svg"],
        )

    rule lmba2009_noise:
        """Sections 4.3 and 5: flipped labels and k-NN, an addition."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of(
                "measure.py", "pride.protocols.lmba2009.noise", *LMBA2009_SELECTORS
            ),
        output:
            scores="<results>/lmba2009/noise/{dataset}/noise.csv",
        log:
            "<logs>/lmba2009/noise/{dataset}/noise.log",
        benchmark:
            "<benchmarks>/lmba2009/noise/{dataset}/noise.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="lmba2009.noise.noise",
            dataset="{dataset}",
            experiment=LMBA2009_NOISE,
            readings=LMBA2009["readings"],
            repeats=at_scale(LMBA2009_NOISE["repeats"]),
            seed=config["seed"],
        message:
            "lmba2009, section 4.3: flipped labels on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule lmba2009_figure_noise:
        """Accuracy of k-NN with flipped labels, one data set."""
        input:
            scores=["<results>/lmba2009/noise/{dataset}/noise.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.lmba2009.accuracy"),
        output:
            svg=shown("<results>/lmba2009/figures/noise_{dataset}.svg"),
            png="<results>/lmba2009/figures/noise_{dataset}.png",
        log:
            "<logs>/lmba2009/figures/noise_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            figure="lmba2009.accuracy.noise",
            scale=config["scale"],
        message:
            "lmba2009: {params.figure}, {wildcards.dataset}"
        script:
            "../scripts/draw.py"

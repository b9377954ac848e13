"""Every method on data sets of the user's choice, config/own.yaml."""

from pride.selectors import SELECTORS

OWN = config["own"]

for method in OWN["methods"]:
    check_name(method, [*SELECTORS, "all_features"], "config/own.yaml: method")

for dataset in OWN["datasets"]:
    experiment(
        "own",
        needs=[dataset],
        shows=[f"<results>/own/{dataset}/figures/accuracy.svg"],
    )


rule own:
    """Target: the data sets named in config/own.yaml."""
    input:
        wanted("own"),
    message:
        "Data of one's own: done"


rule own_accuracy:
    """Accuracy of 1-NN over the number of features that a method ranks first."""
    input:
        data="results/data/{dataset}.npz",
        library=lambda wildcards: library_of(
            "measure.py", "pride.protocols.own", *selector_of(wildcards.method)
        ),
    output:
        scores="<results>/own/{dataset}/{method}.csv",
    log:
        "<logs>/own/{dataset}/{method}.log",
    benchmark:
        "<benchmarks>/own/{dataset}/{method}.tsv"
    conda:
        "../../environment.yml"
    params:
        protocol="own.accuracy",
        method="{method}",
        dataset="{dataset}",
        experiment=OWN,
        repeats=at_scale(OWN["repeats"]),
        seed=config["seed"],
    message:
        "own data: {wildcards.method} on {wildcards.dataset}"
    script:
        "../scripts/measure.py"


rule own_figure:
    """All methods on one data set."""
    input:
        scores=collect("<results>/own/{{dataset}}/{method}.csv", method=OWN["methods"]),
        style=here("config/figure.mplstyle"),
        library=library_of("draw.py", "pride.figures.own"),
    output:
        svg=report("<results>/own/{dataset}/figures/accuracy.svg", category="own"),
        png="<results>/own/{dataset}/figures/accuracy.png",
    log:
        "<logs>/own/{dataset}/figures/accuracy.log",
    conda:
        "../../environment.yml"
    params:
        figure="own.accuracy",
        scale=config["scale"],
    message:
        "own data: figure of {wildcards.dataset}"
    script:
        "../scripts/draw.py"

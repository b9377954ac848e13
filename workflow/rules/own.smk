"""Every method on the user's data: config/own/*.yaml, and what config/own.yaml names."""

from pride.selectors import SELECTORS, TWO_CLASSES

OWN = config["own"]

for method in OWN["methods"]:
    check_name(method, [*SELECTORS, "all_features"], "config/own.yaml: method")

OWN_METHODS = {}  # by data set: those that can tell its classes apart

for dataset in dict.fromkeys([*OWN["datasets"], *USERS_DATASETS]):
    check_name(dataset, DATASETS, "config/own.yaml: data set")
    classes = len(DATASETS[dataset]["classes"])
    left_out = [m for m in OWN["methods"] if classes > 2 and m in TWO_CLASSES]
    OWN_METHODS[dataset] = [m for m in OWN["methods"] if m not in left_out]
    if left_out and workflow.is_main_process:
        print(
            f"own data: {dataset} has {classes} classes; {', '.join(left_out)} tell two "
            "classes apart and are left out",
            file=sys.stderr,
        )
    experiment(
        "own",
        needs=[dataset],
        shows=[f"<results>/own/{dataset}/figures/accuracy.svg"],
    )


rule own:
    """Target: the data sets of config/own, and those that config/own.yaml names."""
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
        scores=lambda wildcards: collect(
            "<results>/own/{dataset}/{method}.csv",
            dataset=wildcards.dataset,
            method=OWN_METHODS[wildcards.dataset],
        ),
        style=here("config/figure.mplstyle"),
        library=library_of("draw.py", "pride.figures.own"),
    output:
        svg=shown("<results>/own/{dataset}/figures/accuracy.svg"),
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

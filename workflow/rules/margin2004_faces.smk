"""Section 5.2 of margin2004: pixels that tell male from female faces."""

MARGIN2004_FACES = config["margin2004"]["faces"]
MARGIN2004_FACES_TABLES = [*MARGIN2004_FACES["methods"], "comparison"]
MARGIN2004_FACES_SLOW = ["simba", "gflip"]  # minutes each; the others share a job
MARGIN2004_FACES_QUICK = [
    method
    for method in MARGIN2004_FACES["methods"]
    if method not in MARGIN2004_FACES_SLOW
]
MARGIN2004_FACES_FIGURES = ["figure_5", "figure_6", "figure_7"]

for dataset in MARGIN2004_FACES["datasets"]:
    experiment(
        "margin2004",
        needs=[dataset],
        scores=collect(
            f"<results>/margin2004/faces/{dataset}/{{method}}.csv",
            method=MARGIN2004_FACES_TABLES,
        ),
        shows=[
            f"<results>/margin2004/figures/figure_4_{dataset}.png",
            *collect(
                f"<results>/margin2004/figures/{{figure}}_{dataset}.svg",
                figure=MARGIN2004_FACES_FIGURES,
            ),
        ],
    )
for dataset in MARGIN2004_FACES["by_person"]:
    experiment(
        "margin2004",
        needs=[dataset],
        scores=collect(
            f"<results>/margin2004/faces_by_person/{dataset}/{{method}}.csv",
            method=MARGIN2004_FACES_TABLES,
        ),
        shows=[f"<results>/margin2004/figures/figure_5_by_person_{dataset}.svg"],
    )


rule margin2004_faces:
    """Accuracy over the number of pixels that one method picks, 20 splits."""
    input:
        data="results/data/{dataset}.npz",
        library=lambda wildcards: library_of(
            "measure.py",
            "pride.protocols.margin2004.faces",
            *selector_of(wildcards.method),
        ),
    output:
        scores="<results>/margin2004/faces/{dataset}/{method}.csv",
    log:
        "<logs>/margin2004/faces/{dataset}/{method}.log",
    benchmark:
        "<benchmarks>/margin2004/faces/{dataset}/{method}.tsv"
    wildcard_constraints:
        method="|".join(MARGIN2004_FACES_SLOW),
    conda:
        "../../environment.yml"
    params:
        protocol="margin2004.faces.faces",
        method="{method}",
        dataset="{dataset}",
        image=lookup(dpath="{dataset}/image", within=DATASETS),
        experiment=MARGIN2004_FACES | {"by_person": False},
        repeats=at_scale(MARGIN2004_FACES["repeats"]),
        seed=config["seed"],
    message:
        "margin2004, section 5.2: {wildcards.method} on {wildcards.dataset}"
    script:
        "../scripts/measure.py"


use rule margin2004_faces as margin2004_faces_quick with:
    # The same for all methods that take seconds.
    input:
        data="results/data/{dataset}.npz",
        library=library_of(
            "measure.py",
            "pride.protocols.margin2004.faces",
            *selectors_of(MARGIN2004_FACES_QUICK),
        ),
    output:
        scores=collect(
            "<results>/margin2004/faces/{{dataset}}/{method}.csv",
            method=MARGIN2004_FACES_QUICK,
        ),
    log:
        "<logs>/margin2004/faces/{dataset}/quick.log",
    benchmark:
        "<benchmarks>/margin2004/faces/{dataset}/quick.tsv"
    params:
        protocol="margin2004.faces.faces",
        method=MARGIN2004_FACES_QUICK,
        dataset="{dataset}",
        image=lookup(dpath="{dataset}/image", within=DATASETS),
        experiment=MARGIN2004_FACES | {"by_person": False},
        repeats=at_scale(MARGIN2004_FACES["repeats"]),
        seed=config["seed"],
    message:
        "margin2004, section 5.2: quick methods on {wildcards.dataset}"


use rule margin2004_faces as margin2004_faces_by_person with:
    # The same with nobody in both parts of a split, all methods.
    input:
        data="results/data/{dataset}.npz",
        library=library_of(
            "measure.py",
            "pride.protocols.margin2004.faces",
            *selectors_of(MARGIN2004_FACES["methods"]),
        ),
    output:
        scores=collect(
            "<results>/margin2004/faces_by_person/{{dataset}}/{method}.csv",
            method=MARGIN2004_FACES["methods"],
        ),
    log:
        "<logs>/margin2004/faces_by_person/{dataset}.log",
    benchmark:
        "<benchmarks>/margin2004/faces_by_person/{dataset}.tsv"
    params:
        protocol="margin2004.faces.faces",
        method=MARGIN2004_FACES["methods"],
        dataset="{dataset}",
        image=lookup(dpath="{dataset}/image", within=DATASETS),
        experiment=MARGIN2004_FACES | {"by_person": True},
        repeats=at_scale(MARGIN2004_FACES["repeats"]),
        seed=config["seed"],
    message:
        "margin2004, section 5.2: splits by person on {wildcards.dataset}"


rule margin2004_faces_comparison:
    """Simba against Relief and Infogain, split by split."""
    input:
        tables=collect(
            "<results>/margin2004/faces/{{dataset}}/{method}.csv",
            method=MARGIN2004_FACES["methods"],
        ),
        library=library_of("compare.py", "pride.protocols.margin2004.faces"),
    output:
        scores="<results>/margin2004/faces/{dataset}/comparison.csv",
    log:
        "<logs>/margin2004/faces/{dataset}/comparison.log",
    conda:
        "../../environment.yml"
    params:
        protocol="margin2004.faces.compared",
        method="simba",
        others=["relief", "infogain"],
    message:
        "margin2004, section 5.2: comparison on {wildcards.dataset}"
    script:
        "../scripts/compare.py"


use rule margin2004_faces_comparison as margin2004_faces_by_person_comparison with:
    # The same with nobody in both parts of a split.
    input:
        tables=collect(
            "<results>/margin2004/faces_by_person/{{dataset}}/{method}.csv",
            method=MARGIN2004_FACES["methods"],
        ),
        library=library_of("compare.py", "pride.protocols.margin2004.faces"),
    output:
        scores="<results>/margin2004/faces_by_person/{dataset}/comparison.csv",
    log:
        "<logs>/margin2004/faces_by_person/{dataset}/comparison.log",


rule margin2004_figure_4:
    """Excerpts from a set of faces; not ours to publish, so not committed."""
    input:
        data="results/data/{dataset}.npz",
        style=here("config/figure.mplstyle"),
        library=library_of("show_images.py"),
    output:
        png="<results>/margin2004/figures/figure_4_{dataset}.png",
    log:
        "<logs>/margin2004/figures/figure_4_{dataset}.log",
    conda:
        "../../environment.yml"
    params:
        image=lookup(dpath="{dataset}/image", within=DATASETS),
    message:
        "margin2004: figure 4, {wildcards.dataset}"
    script:
        "../scripts/show_images.py"


rule margin2004_figure_5:
    """Figures 5 to 7: accuracy, wins by split, maps of the selected pixels."""
    input:
        scores=collect(
            "<results>/margin2004/faces/{{dataset}}/{method}.csv",
            method=MARGIN2004_FACES["methods"],
        ),
        style=here("config/figure.mplstyle"),
        library=library_of("draw.py", "pride.figures.margin2004.faces"),
    output:
        svg=shown(
            "<results>/margin2004/figures/{figure}_{{dataset}}.svg",
            figure=MARGIN2004_FACES_FIGURES,
        ),
        png=collect(
            "<results>/margin2004/figures/{figure}_{{dataset}}.png",
            figure=MARGIN2004_FACES_FIGURES,
        ),
    log:
        "<logs>/margin2004/figures/faces_{dataset}.log",
    conda:
        "../../environment.yml"
    params:
        figure=[f"margin2004.faces.{figure}" for figure in MARGIN2004_FACES_FIGURES],
        scale=config["scale"],
    message:
        "margin2004: figures of faces, {wildcards.dataset}"
    script:
        "../scripts/draw.py"


use rule margin2004_figure_5 as margin2004_figure_5_by_person with:
    # The same with nobody in both parts of a split, beside splits by image.
    input:
        scores=collect(
            "<results>/margin2004/{splits}/{{dataset}}/{method}.csv",
            splits=["faces", "faces_by_person"],
            method=MARGIN2004_FACES["methods"],
        ),
        style=here("config/figure.mplstyle"),
        library=library_of("draw.py", "pride.figures.margin2004.faces"),
    output:
        svg=shown("<results>/margin2004/figures/figure_5_by_person_{dataset}.svg"),
        png="<results>/margin2004/figures/figure_5_by_person_{dataset}.png",
    log:
        "<logs>/margin2004/figures/figure_5_by_person_{dataset}.log",
    params:
        figure="margin2004.faces.figure_5_by_person",
        scale=config["scale"],

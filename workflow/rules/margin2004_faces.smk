"""Section 5.2 of margin2004: pixels that tell male from female faces."""

MARGIN2004_FACES = config["margin2004"]["faces"]
MARGIN2004_FACES_TABLES = [*MARGIN2004_FACES["methods"], "comparison"]

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
            f"<results>/margin2004/figures/figure_5_{dataset}.svg",
            f"<results>/margin2004/figures/figure_6_{dataset}.svg",
            f"<results>/margin2004/figures/figure_7_{dataset}.svg",
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


use rule margin2004_faces as margin2004_faces_by_person with:
    # The same with nobody in both parts of a split.
    output:
        scores="<results>/margin2004/faces_by_person/{dataset}/{method}.csv",
    log:
        "<logs>/margin2004/faces_by_person/{dataset}/{method}.log",
    benchmark:
        "<benchmarks>/margin2004/faces_by_person/{dataset}/{method}.tsv"
    params:
        protocol="margin2004.faces.faces",
        method="{method}",
        dataset="{dataset}",
        image=lookup(dpath="{dataset}/image", within=DATASETS),
        experiment=MARGIN2004_FACES | {"by_person": True},
        repeats=at_scale(MARGIN2004_FACES["repeats"]),
        seed=config["seed"],


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


ruleorder: margin2004_faces_comparison > margin2004_faces
ruleorder: margin2004_faces_by_person_comparison > margin2004_faces_by_person


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
    """Accuracy over the number of pixels."""
    input:
        scores=collect(
            "<results>/margin2004/faces/{{dataset}}/{method}.csv",
            method=MARGIN2004_FACES["methods"],
        ),
        style=here("config/figure.mplstyle"),
        library=library_of("draw.py", "pride.figures.margin2004.faces"),
    output:
        svg=report(
            "<results>/margin2004/figures/figure_5_{dataset}.svg",
            category="margin2004",
        ),
        png="<results>/margin2004/figures/figure_5_{dataset}.png",
    log:
        "<logs>/margin2004/figures/figure_5_{dataset}.log",
    conda:
        "../../environment.yml"
    params:
        figure="margin2004.faces.figure_5",
        scale=config["scale"],
    message:
        "margin2004: {params.figure}, {wildcards.dataset}"
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
        svg=report(
            "<results>/margin2004/figures/figure_5_by_person_{dataset}.svg",
            category="margin2004",
        ),
        png="<results>/margin2004/figures/figure_5_by_person_{dataset}.png",
    log:
        "<logs>/margin2004/figures/figure_5_by_person_{dataset}.log",
    params:
        figure="margin2004.faces.figure_5_by_person",
        scale=config["scale"],


use rule margin2004_figure_5 as margin2004_figure_6 with:
    # Accuracy of Simba against the others, split by split.
    output:
        svg=report(
            "<results>/margin2004/figures/figure_6_{dataset}.svg",
            category="margin2004",
        ),
        png="<results>/margin2004/figures/figure_6_{dataset}.png",
    log:
        "<logs>/margin2004/figures/figure_6_{dataset}.log",
    params:
        figure="margin2004.faces.figure_6",
        scale=config["scale"],


use rule margin2004_figure_5 as margin2004_figure_7 with:
    # Maps of the selected pixels.
    output:
        svg=report(
            "<results>/margin2004/figures/figure_7_{dataset}.svg",
            category="margin2004",
        ),
        png="<results>/margin2004/figures/figure_7_{dataset}.png",
    log:
        "<logs>/margin2004/figures/figure_7_{dataset}.log",
    params:
        figure="margin2004.faces.figure_7",
        scale=config["scale"],

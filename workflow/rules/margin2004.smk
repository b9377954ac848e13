"""R. Gilad-Bachrach, A. Navot, N. Tishby: Margin Based Feature Selection, ICML 2004."""

MARGIN2004_XOR = config["margin2004"]["xor"]
MARGIN2004_XOR_SCORES = collect(
    "<results>/margin2004/xor/{dataset}/{method}.csv",
    dataset=MARGIN2004_XOR["dataset"],
    method=MARGIN2004_XOR["methods"],
)
MARGIN2004_XOR_METHODS = list(filter(selector_of, MARGIN2004_XOR["methods"]))
MARGIN2004_XOR_REFERENCES = [
    name for name in MARGIN2004_XOR["methods"] if name not in MARGIN2004_XOR_METHODS
]
MARGIN2004_XOR_FIGURES = ["figure_1", "figure_2", "figure_3"]

experiment(
    "margin2004",
    needs=[MARGIN2004_XOR["dataset"]],
    scores=MARGIN2004_XOR_SCORES,
    shows=[
        *collect(
            "<results>/margin2004/figures/{figure}.svg", figure=MARGIN2004_XOR_FIGURES
        ),
        "<results>/margin2004/tables/xor.csv",
    ],
)


rule margin2004:
    """Target: all that is rebuilt of this paper."""
    input:
        wanted("margin2004"),
    message:
        "margin2004: done"


rule margin2004_xor:
    """Section 5.1: weights, margin and angle along the iterations of one method."""
    input:
        library=lambda wildcards: library_of(
            "measure.py",
            "pride.protocols.margin2004.xor",
            *selector_of(wildcards.method),
        ),
    output:
        scores="<results>/margin2004/xor/{dataset}/{method}.csv",
    log:
        "<logs>/margin2004/xor/{dataset}/{method}.log",
    benchmark:
        "<benchmarks>/margin2004/xor/{dataset}/{method}.tsv"
    wildcard_constraints:
        method="|".join(MARGIN2004_XOR_METHODS),
    conda:
        "../../environment.yml"
    params:
        protocol="margin2004.xor.xor",
        method="{method}",
        dataset="{dataset}",
        generator=lambda wildcards: generator_of(wildcards.dataset),
        experiment=MARGIN2004_XOR,
        repeats=at_scale(MARGIN2004_XOR["repeats"]),
        seed=config["seed"],
    message:
        "margin2004, section 5.1: {wildcards.method} on {wildcards.dataset}"
    script:
        "../scripts/measure.py"


use rule margin2004_xor as margin2004_xor_references with:
    # The same for what the methods are compared with; takes a moment.
    input:
        library=library_of("measure.py", "pride.protocols.margin2004.xor"),
    output:
        scores=collect(
            "<results>/margin2004/xor/{{dataset}}/{method}.csv",
            method=MARGIN2004_XOR_REFERENCES,
        ),
    log:
        "<logs>/margin2004/xor/{dataset}/references.log",
    benchmark:
        "<benchmarks>/margin2004/xor/{dataset}/references.tsv"
    params:
        protocol="margin2004.xor.xor",
        method=MARGIN2004_XOR_REFERENCES,
        dataset="{dataset}",
        generator=lambda wildcards: generator_of(wildcards.dataset),
        experiment=MARGIN2004_XOR,
        repeats=at_scale(MARGIN2004_XOR["repeats"]),
        seed=config["seed"],
    message:
        "margin2004, section 5.1: references on {wildcards.dataset}"


rule margin2004_xor_shown:
    """Figures 1 to 3, and section 5.1 in numbers, which the paper does not print."""
    input:
        scores=MARGIN2004_XOR_SCORES,
        style=here("config/figure.mplstyle"),
        library=library_of(
            "show.py", "pride.figures.margin2004.xor", "pride.tables.margin2004"
        ),
    output:
        svg=shown(
            "<results>/margin2004/figures/{figure}.svg", figure=MARGIN2004_XOR_FIGURES
        ),
        png=collect(
            "<results>/margin2004/figures/{figure}.png", figure=MARGIN2004_XOR_FIGURES
        ),
        csv=shown("<results>/margin2004/tables/xor.csv"),
        markdown="<results>/margin2004/tables/xor.md",
    log:
        "<logs>/margin2004/figures/xor.log",
    conda:
        "../../environment.yml"
    params:
        figure=[f"margin2004.xor.{figure}" for figure in MARGIN2004_XOR_FIGURES],
        paper="margin2004",
        table="xor",
        scale=config["scale"],
    message:
        "margin2004: figures 1 to 3, table of section 5.1"
    script:
        "../scripts/show.py"

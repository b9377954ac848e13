"""R. Gilad-Bachrach, A. Navot, N. Tishby: Margin Based Feature Selection, ICML 2004."""

MARGIN2004_XOR = config["margin2004"]["xor"]
MARGIN2004_XOR_SCORES = collect(
    "<results>/margin2004/xor/{dataset}/{method}.csv",
    dataset=MARGIN2004_XOR["dataset"],
    method=MARGIN2004_XOR["methods"],
)

experiment(
    "margin2004",
    needs=[MARGIN2004_XOR["dataset"]],
    scores=MARGIN2004_XOR_SCORES,
    shows=[
        "<results>/margin2004/figures/figure_1.svg",
        "<results>/margin2004/figures/figure_2.svg",
        "<results>/margin2004/figures/figure_3.svg",
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


rule margin2004_table_xor:
    """Section 5.1 in numbers; the paper shows them in figures only."""
    input:
        scores=MARGIN2004_XOR_SCORES,
        library=library_of("tabulate.py", "pride.tables.margin2004"),
    output:
        csv=report("<results>/margin2004/tables/xor.csv", category="margin2004"),
        markdown="<results>/margin2004/tables/xor.md",
    log:
        "<logs>/margin2004/tables/xor.log",
    conda:
        "../../environment.yml"
    params:
        paper="margin2004",
        table="xor",
        scale=config["scale"],
    message:
        "margin2004: table of section 5.1"
    script:
        "../scripts/tabulate.py"


rule margin2004_figure_1:
    """Margin and angle along the iterations on the xor problem."""
    input:
        scores=MARGIN2004_XOR_SCORES,
        style=here("config/figure.mplstyle"),
        library=library_of("draw.py", "pride.figures.margin2004.xor"),
    output:
        svg=report("<results>/margin2004/figures/figure_1.svg", category="margin2004"),
        png="<results>/margin2004/figures/figure_1.png",
    log:
        "<logs>/margin2004/figures/figure_1.log",
    conda:
        "../../environment.yml"
    params:
        figure="margin2004.xor.figure_1",
        scale=config["scale"],
    message:
        "margin2004: {params.figure}"
    script:
        "../scripts/draw.py"


use rule margin2004_figure_1 as margin2004_figure_2 with:
    # Weights of the features of the xor problem.
    output:
        svg=report("<results>/margin2004/figures/figure_2.svg", category="margin2004"),
        png="<results>/margin2004/figures/figure_2.png",
    log:
        "<logs>/margin2004/figures/figure_2.log",
    params:
        figure="margin2004.xor.figure_2",
        scale=config["scale"],


use rule margin2004_figure_1 as margin2004_figure_3 with:
    # Angle to the truth against the margin, for Simba on the xor problem.
    output:
        svg=report("<results>/margin2004/figures/figure_3.svg", category="margin2004"),
        png="<results>/margin2004/figures/figure_3.png",
    log:
        "<logs>/margin2004/figures/figure_3.log",
    params:
        figure="margin2004.xor.figure_3",
        scale=config["scale"],

"""margin2004, sections 2 to 4: what is stated for all data, and theorem 1."""

if "theory" in config["margin2004"]:
    MARGIN2004_THEORY = config["margin2004"]["theory"]
    MARGIN2004_THEORY_SCORES = collect(
        "<results>/margin2004/theory/theory/{method}.csv",
        method=MARGIN2004_THEORY["methods"],
    )
    MARGIN2004_THEORY_XOR_SCORES = collect(
        "<results>/margin2004/theory/{dataset}/{method}.csv",
        dataset=MARGIN2004_XOR["dataset"],
        method=["one_nn", "infogain"],
    )

    experiment("margin2004", needs=[], scores=MARGIN2004_THEORY_SCORES)
    experiment(
        "margin2004",
        needs=[MARGIN2004_XOR["dataset"]],
        scores=MARGIN2004_THEORY_XOR_SCORES,
        shows=["<results>/margin2004/figures/theorem_1.svg"],
    )

    MARGIN2004_THEORY_FACES_SCORES = {
        dataset: collect(
            f"<results>/margin2004/theory_faces/{dataset}/{{method}}.csv",
            method=MARGIN2004_THEORY["faces"],
        )
        for dataset in MARGIN2004_FACES["datasets"]
    }
    for dataset, paths in MARGIN2004_THEORY_FACES_SCORES.items():
        experiment(
            "margin2004",
            needs=[dataset],
            scores=paths,
            shows=["<results>/margin2004/figures/theorem_1_faces.svg"],
        )

    rule margin2004_theory:
        """Sections 2 to 4 and appendix A: what is stated, on random data."""
        input:
            library=library_of("measure.py", "pride.protocols.margin2004.theory"),
        output:
            scores=MARGIN2004_THEORY_SCORES,
        log:
            "<logs>/margin2004/theory/theory.log",
        benchmark:
            "<benchmarks>/margin2004/theory/theory.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="margin2004.theory.theory",
            method=MARGIN2004_THEORY["methods"],
            experiment=MARGIN2004_THEORY,
            problem=generator_of(MARGIN2004_XOR["dataset"])["options"],
            repeats=at_scale(MARGIN2004_THEORY["repeats"]),
            seed=config["seed"],
        message:
            "margin2004, sections 2 to 4: statements on random data"
        script:
            "../scripts/measure.py"

    rule margin2004_theory_xor:
        """Sections 4 and 5.1: 1-NN and Infogain on the samples of the xor problem."""
        input:
            library=library_of("measure.py", "pride.protocols.margin2004.bound_xor"),
        output:
            scores=collect(
                "<results>/margin2004/theory/{{dataset}}/{method}.csv",
                method=["one_nn", "infogain"],
            ),
        log:
            "<logs>/margin2004/theory/{dataset}.log",
        benchmark:
            "<benchmarks>/margin2004/theory/{dataset}.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="margin2004.bound_xor.xor",
            method=["one_nn", "infogain"],
            dataset="{dataset}",
            generator=lambda wildcards: generator_of(wildcards.dataset),
            experiment=MARGIN2004_THEORY,
            relevant=MARGIN2004_XOR["relevant"],
            repeats=at_scale(MARGIN2004_XOR["repeats"]),
            seed=config["seed"],
        message:
            "margin2004, section 4: 1-NN and Infogain on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule margin2004_figure_theorem_1:
        """Theorem 1 against m and |F|, beside the test error of 1-NN."""
        input:
            scores=[
                "<results>/margin2004/theory/theory/bound.csv",
                f"<results>/margin2004/theory/{MARGIN2004_XOR['dataset']}/one_nn.csv",
            ],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.margin2004.bound"),
        output:
            svg=shown("<results>/margin2004/figures/theorem_1.svg"),
            png="<results>/margin2004/figures/theorem_1.png",
        log:
            "<logs>/margin2004/figures/theorem_1.log",
        conda:
            "../../environment.yml"
        params:
            figure="margin2004.bound.theorem_1",
            scale=config["scale"],
        message:
            "margin2004: {params.figure}"
        script:
            "../scripts/draw.py"

    rule margin2004_theory_faces:
        """Theorem 1 for the pixels that each method selected in the first split."""
        input:
            data="results/data/{dataset}.npz",
            selected=collect(
                "<results>/margin2004/faces/{{dataset}}/{method}.csv",
                method=MARGIN2004_THEORY["faces"],
            ),
            library=library_of("measure.py", "pride.protocols.margin2004.bound_faces"),
        output:
            scores=collect(
                "<results>/margin2004/theory_faces/{{dataset}}/{method}.csv",
                method=MARGIN2004_THEORY["faces"],
            ),
        log:
            "<logs>/margin2004/theory_faces/{dataset}.log",
        benchmark:
            "<benchmarks>/margin2004/theory_faces/{dataset}.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="margin2004.bound_faces.bound_faces",
            method=MARGIN2004_THEORY["faces"],
            dataset="{dataset}",
            experiment=MARGIN2004_FACES | {"by_person": False},
            seed=config["seed"],
        message:
            "margin2004, section 4: theorem 1 on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    use rule margin2004_figure_theorem_1 as margin2004_figure_theorem_1_faces with:
        # Theorem 1 for the pixels selected on faces, beside the test error.
        input:
            scores=lambda wildcards: [
                path
                for dataset, paths in MARGIN2004_THEORY_FACES_SCORES.items()
                if dataset in at_hand(MARGIN2004_THEORY_FACES_SCORES)
                for path in paths
            ],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.margin2004.bound_faces"),
        output:
            svg=shown("<results>/margin2004/figures/theorem_1_faces.svg"),
            png="<results>/margin2004/figures/theorem_1_faces.png",
        log:
            "<logs>/margin2004/figures/theorem_1_faces.log",
        params:
            figure="margin2004.bound_faces.theorem_1_faces",
            scale=config["scale"],

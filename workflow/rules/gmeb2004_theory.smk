"""gmeb2004, sections 1 to 3: what is stated for all data, and on the linear problem."""

if "gmeb2004" in PAPERS:
    GMEB2004_THEORY = config["gmeb2004"]["theory"]
    GMEB2004_LINEAR = GMEB2004_THEORY["linear"]

    GMEB2004_THEORY_SCORES = collect(
        "<results>/gmeb2004/theory/theory/{method}.csv",
        method=GMEB2004_THEORY["methods"],
    )

    experiment("gmeb2004", needs=[], scores=GMEB2004_THEORY_SCORES)
    experiment(
        "gmeb2004",
        needs=[GMEB2004_LINEAR["dataset"]],
        scores=collect(
            "<results>/gmeb2004/theory/{dataset}/{method}.csv",
            dataset=GMEB2004_LINEAR["dataset"],
            method=GMEB2004_LINEAR["methods"],
        ),
    )

    rule gmeb2004_theory:
        """Sections 2 and 3 and appendix A: what is stated, on random data."""
        input:
            library=library_of("measure.py", "pride.protocols.gmeb2004.theory"),
        output:
            scores=GMEB2004_THEORY_SCORES,
        log:
            "<logs>/gmeb2004/theory/theory.log",
        benchmark:
            "<benchmarks>/gmeb2004/theory/theory.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.theory.theory",
            method=GMEB2004_THEORY["methods"],
            problem=generator_of(GMEB2004_LINEAR["dataset"])["options"],
            repeats=at_scale(GMEB2004_THEORY["repeats"]),
            seed=config["seed"],
        message:
            "gmeb2004, sections 2 and 3: statements on random data"
        script:
            "../scripts/measure.py"

    rule gmeb2004_theory_linear:
        """Sections 1, 2 and 4.3: global, exact, unique? On the linear problem."""
        input:
            library=library_of("measure.py", "pride.protocols.gmeb2004.linear"),
        output:
            scores=collect(
                "<results>/gmeb2004/theory/{{dataset}}/{method}.csv",
                method=GMEB2004_LINEAR["methods"],
            ),
        log:
            "<logs>/gmeb2004/theory/{dataset}.log",
        benchmark:
            "<benchmarks>/gmeb2004/theory/{dataset}.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.linear.linear",
            method=GMEB2004_LINEAR["methods"],
            dataset="{dataset}",
            generator=lambda wildcards: generator_of(wildcards.dataset),
            experiment=GMEB2004_LINEAR,
            repeats=at_scale(GMEB2004_LINEAR["repeats"]),
            seed=config["seed"],
        message:
            "gmeb2004, sections 1 and 2: statements on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

"""properties2008, section 7: bounds, with and without meta-features."""

if "properties2008" in PAPERS:
    PROPERTIES2008_THEORY = config["properties2008"]["theory"]

    experiment(
        "properties2008",
        needs=[],
        scores=["<results>/properties2008/theory/theory/all.csv"],
        shows=[
            "<results>/properties2008/figures/bounds.svg",
            "<results>/properties2008/tables/bounds.csv",
        ],
    )

    rule properties2008_theory:
        """Sections 1, 6 and 7 and appendix A: what is stated for all data."""
        input:
            library=library_of("measure.py", "pride.protocols.properties2008.theory"),
        output:
            scores="<results>/properties2008/theory/theory/all.csv",
        log:
            "<logs>/properties2008/theory/theory/all.log",
        benchmark:
            "<benchmarks>/properties2008/theory/theory/all.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="properties2008.theory.theory",
            repeats=at_scale(PROPERTIES2008_THEORY["repeats"]),
            seed=config["seed"],
        message:
            "properties2008, section 7: lemmas, theorems and examples"
        script:
            "../scripts/measure.py"

    use rule properties2008_digits_shown as properties2008_bounds_shown with:
        # Theorem 8 against N, theorem 4 against m; examples and numbers of section 7.1.
        input:
            scores=["<results>/properties2008/theory/theory/all.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of(
                "show.py",
                "pride.figures.properties2008.bounds",
                "pride.tables.properties2008",
            ),
        output:
            svg=shown("<results>/properties2008/figures/bounds.svg"),
            png="<results>/properties2008/figures/bounds.png",
            csv=shown("<results>/properties2008/tables/bounds.csv"),
            markdown="<results>/properties2008/tables/bounds.md",
        log:
            "<logs>/properties2008/figures/bounds.log",
        params:
            figure="properties2008.bounds.bounds",
            paper="properties2008",
            table="bounds",
            scale=config["scale"],
        message:
            "properties2008: figure and table of the bounds"

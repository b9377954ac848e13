"""gmeb2004: theorem 3 for fitted classifiers, and what the limits R+ and R- do."""

if "bound" in config["gmeb2004"]:
    GMEB2004_BOUND = config["gmeb2004"]["bound"]
    GMEB2004_PLANE = config["gmeb2004"]["plane"]
    GMEB2004_PATH = config["gmeb2004"]["path"]

    experiment(
        "gmeb2004",
        needs=[GMEB2004_BOUND["dataset"]],
        scores=[f"<results>/gmeb2004/bound/{GMEB2004_BOUND['dataset']}/bound.csv"],
        shows=["<results>/gmeb2004/figures/theorem_3.svg"],
    )
    experiment(
        "gmeb2004",
        needs=[GMEB2004_PLANE["dataset"]],
        scores=[f"<results>/gmeb2004/plane/{GMEB2004_PLANE['dataset']}/gmeb.csv"],
        shows=["<results>/gmeb2004/figures/plane.svg"],
    )
    experiment(
        "gmeb2004",
        needs=[GMEB2004_PATH["dataset"]],
        scores=[f"<results>/gmeb2004/path/{GMEB2004_PATH['dataset']}/gmeb.csv"],
        shows=["<results>/gmeb2004/figures/path.svg"],
    )

    rule gmeb2004_bound:
        """Theorem 3: every term of (2) for the classifiers of GMEB, and their errors."""
        input:
            library=library_of("measure.py", "pride.protocols.gmeb2004.bound_terms"),
        output:
            scores="<results>/gmeb2004/bound/{dataset}/bound.csv",
        log:
            "<logs>/gmeb2004/bound/{dataset}/bound.log",
        benchmark:
            "<benchmarks>/gmeb2004/bound/{dataset}/bound.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.bound_terms.bound_terms",
            dataset="{dataset}",
            generator=lambda wildcards: generator_of(wildcards.dataset),
            experiment=GMEB2004_BOUND,
            repeats=at_scale(GMEB2004_BOUND["repeats"]),
            seed=config["seed"],
        message:
            "gmeb2004, theorem 3: terms of the bound on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule gmeb2004_plane:
        """Error and number of features of GMEB over R+ and R-, an addition."""
        input:
            library=library_of("measure.py", "pride.protocols.gmeb2004.plane"),
        output:
            scores="<results>/gmeb2004/plane/{dataset}/gmeb.csv",
        log:
            "<logs>/gmeb2004/plane/{dataset}/gmeb.log",
        benchmark:
            "<benchmarks>/gmeb2004/plane/{dataset}/gmeb.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="gmeb2004.plane.plane",
            dataset="{dataset}",
            generator=lambda wildcards: generator_of(wildcards.dataset),
            experiment=GMEB2004_PLANE,
            repeats=at_scale(GMEB2004_PLANE["repeats"]),
            seed=config["seed"],
        message:
            "gmeb2004: GMEB over R+ and R- on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    use rule gmeb2004_plane as gmeb2004_path with:
        # The weights of all features along R+ = R-, an addition.
        output:
            scores="<results>/gmeb2004/path/{dataset}/gmeb.csv",
        log:
            "<logs>/gmeb2004/path/{dataset}/gmeb.log",
        benchmark:
            "<benchmarks>/gmeb2004/path/{dataset}/gmeb.tsv"
        params:
            protocol="gmeb2004.plane.path",
            dataset="{dataset}",
            generator=lambda wildcards: generator_of(wildcards.dataset),
            experiment=GMEB2004_PATH,
            repeats=at_scale(GMEB2004_PATH["repeats"]),
            seed=config["seed"],

    rule gmeb2004_figure_theorem_3:
        """The terms of theorem 3 against n, and the bound in three kinds of units."""
        input:
            scores=[f"<results>/gmeb2004/bound/{GMEB2004_BOUND['dataset']}/bound.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.gmeb2004.bound"),
        output:
            svg=shown("<results>/gmeb2004/figures/theorem_3.svg"),
            png="<results>/gmeb2004/figures/theorem_3.png",
        log:
            "<logs>/gmeb2004/figures/theorem_3.log",
        conda:
            "../../environment.yml"
        params:
            figure="gmeb2004.bound.theorem_3",
            scale=config["scale"],
        message:
            "gmeb2004: {params.figure}"
        script:
            "../scripts/draw.py"

    use rule gmeb2004_figure_theorem_3 as gmeb2004_figure_plane with:
        # Error and number of features over R+ and R-.
        input:
            scores=[f"<results>/gmeb2004/plane/{GMEB2004_PLANE['dataset']}/gmeb.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.gmeb2004.limits"),
        output:
            svg=shown("<results>/gmeb2004/figures/plane.svg"),
            png="<results>/gmeb2004/figures/plane.png",
        log:
            "<logs>/gmeb2004/figures/plane.log",
        params:
            figure="gmeb2004.limits.plane",
            scale=config["scale"],

    use rule gmeb2004_figure_theorem_3 as gmeb2004_figure_path with:
        # The weights of all features along R+ = R-.
        input:
            scores=[f"<results>/gmeb2004/path/{GMEB2004_PATH['dataset']}/gmeb.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.gmeb2004.limits"),
        output:
            svg=shown("<results>/gmeb2004/figures/path.svg"),
            png="<results>/gmeb2004/figures/path.png",
        log:
            "<logs>/gmeb2004/figures/path.log",
        params:
            figure="gmeb2004.limits.path",
            scale=config["scale"],

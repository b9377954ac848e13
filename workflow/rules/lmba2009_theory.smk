"""lmba2009, sections 2 and 3: how the methods work, and what is stated for all data."""

if "behaviour" in LMBA2009:
    LMBA2009_BEHAVIOUR = LMBA2009["behaviour"]

    experiment(
        "lmba2009",
        needs=[LMBA2009_BEHAVIOUR["dataset"]],
        scores=[
            f"<results>/lmba2009/behaviour/{LMBA2009_BEHAVIOUR['dataset']}/behaviour.csv"
        ],
    )

    rule lmba2009_behaviour:
        """Sections 2 and 3: how Lmba, Simba and Mitra's work, on one data set."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of(
                "measure.py", "pride.protocols.lmba2009.behaviour", *LMBA2009_SELECTORS
            ),
        output:
            scores="<results>/lmba2009/behaviour/{dataset}/behaviour.csv",
        log:
            "<logs>/lmba2009/behaviour/{dataset}/behaviour.log",
        benchmark:
            "<benchmarks>/lmba2009/behaviour/{dataset}/behaviour.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="lmba2009.behaviour.behaviour",
            dataset="{dataset}",
            experiment=LMBA2009_BEHAVIOUR,
            readings=LMBA2009["readings"],
            repeats=at_scale(LMBA2009_BEHAVIOUR["repeats"]),
            seed=config["seed"],
        message:
            "lmba2009, sections 2 and 3: claims on {wildcards.dataset}"
        script:
            "../scripts/measure.py"


if "theory" in LMBA2009:
    experiment(
        "lmba2009",
        needs=[],
        scores=[
            "<results>/lmba2009/theory/theory/theory.csv",
            "<results>/lmba2009/theory/theory/illustrations.csv",
        ],
        shows=[
            "<results>/lmba2009/figures/figure_1.svg",
            "<results>/lmba2009/figures/figure_2.svg",
        ],
    )

    rule lmba2009_theory:
        """Section 3.1: proposition 1 and the gradient, on random data."""
        input:
            library=library_of("measure.py", "pride.protocols.lmba2009.theory"),
        output:
            scores="<results>/lmba2009/theory/theory/theory.csv",
        log:
            "<logs>/lmba2009/theory/theory/theory.log",
        benchmark:
            "<benchmarks>/lmba2009/theory/theory/theory.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="lmba2009.theory.theory",
            repeats=at_scale(LMBA2009["theory"]["repeats"]),
            seed=config["seed"],
        message:
            "lmba2009, section 3.1: statements on random data"
        script:
            "../scripts/measure.py"

    rule lmba2009_illustrations:
        """What figures 1 and 2 show."""
        input:
            library=library_of(
                "measure.py",
                "pride.protocols.lmba2009.illustration",
                *LMBA2009_SELECTORS,
            ),
        output:
            scores="<results>/lmba2009/theory/theory/illustrations.csv",
        log:
            "<logs>/lmba2009/theory/theory/illustrations.log",
        conda:
            "../../environment.yml"
        params:
            protocol="lmba2009.illustration.illustrations",
            readings=LMBA2009["readings"],
            seed=config["seed"],
        message:
            "lmba2009: illustrations"
        script:
            "../scripts/measure.py"

    rule lmba2009_figures_1_and_2:
        """A sample and its neighbours before and after; the plane of the energies."""
        input:
            scores=["<results>/lmba2009/theory/theory/illustrations.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.lmba2009.illustration"),
        output:
            svg=shown(
                "<results>/lmba2009/figures/{figure}.svg",
                figure=["figure_1", "figure_2"],
            ),
            png=collect(
                "<results>/lmba2009/figures/{figure}.png",
                figure=["figure_1", "figure_2"],
            ),
        log:
            "<logs>/lmba2009/figures/illustrations.log",
        conda:
            "../../environment.yml"
        params:
            figure=[
                "lmba2009.illustration.figure_1",
                "lmba2009.illustration.figure_2",
            ],
            scale=config["scale"],
        message:
            "lmba2009: figures 1 and 2"
        script:
            "../scripts/draw.py"

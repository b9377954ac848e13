"""lmba2009, section 4.2: gender classification of faces."""

if "gender" in LMBA2009:
    LMBA2009_GENDER = LMBA2009["gender"]

    for dataset in LMBA2009_GENDER["datasets"]:
        experiment(
            "lmba2009",
            needs=[dataset],
            scores=[f"<results>/lmba2009/gender/{dataset}/gender.csv"],
            shows=[
                f"<results>/lmba2009/figures/gender_{dataset}.svg",
                f"<results>/lmba2009/tables/table_2_{dataset}.csv",
            ],
        )

    rule lmba2009_gender:
        """Section 4.2: gender from Gabor features, all methods on one set of faces."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of(
                "measure.py", "pride.protocols.lmba2009.gender", *LMBA2009_SELECTORS
            ),
        output:
            scores="<results>/lmba2009/gender/{dataset}/gender.csv",
        log:
            "<logs>/lmba2009/gender/{dataset}/gender.log",
        benchmark:
            "<benchmarks>/lmba2009/gender/{dataset}/gender.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="lmba2009.gender.gender",
            dataset="{dataset}",
            image=lookup(dpath="{dataset}/image", within=DATASETS),
            experiment=LMBA2009_GENDER,
            readings=LMBA2009["readings"],
            repeats=at_scale(LMBA2009_GENDER["repeats"]),
            seed=config["seed"],
        message:
            "lmba2009, section 4.2: gender classification on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule lmba2009_figure_gender:
        """Figures 7 to 10: accuracy by probe set."""
        input:
            scores=["<results>/lmba2009/gender/{dataset}/gender.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of("draw.py", "pride.figures.lmba2009.gender"),
        output:
            svg=report(
                "<results>/lmba2009/figures/gender_{dataset}.svg", category="lmba2009"
            ),
            png="<results>/lmba2009/figures/gender_{dataset}.png",
        log:
            "<logs>/lmba2009/figures/gender_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            figure="lmba2009.gender.figures_7_to_10",
            scale=config["scale"],
        message:
            "lmba2009: {params.figure}, {wildcards.dataset}"
        script:
            "../scripts/draw.py"

    rule lmba2009_table_2:
        """Mean accuracy over the probe sets."""
        input:
            scores=["<results>/lmba2009/gender/{dataset}/gender.csv"],
            library=library_of("tabulate.py", "pride.tables.lmba2009"),
        output:
            csv=report(
                "<results>/lmba2009/tables/table_2_{dataset}.csv", category="lmba2009"
            ),
            markdown="<results>/lmba2009/tables/table_2_{dataset}.md",
        log:
            "<logs>/lmba2009/tables/table_2_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            paper="lmba2009",
            table="table_2",
            scale=config["scale"],
        message:
            "lmba2009: Table 2, {wildcards.dataset}"
        script:
            "../scripts/tabulate.py"

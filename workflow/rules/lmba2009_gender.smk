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

    rule lmba2009_gender_shown:
        """Figures 7 to 10, accuracy by probe set; Table 2, the mean over these."""
        input:
            scores=["<results>/lmba2009/gender/{dataset}/gender.csv"],
            style=here("config/figure.mplstyle"),
            library=library_of(
                "show.py", "pride.figures.lmba2009.gender", "pride.tables.lmba2009"
            ),
        output:
            svg=shown("<results>/lmba2009/figures/gender_{dataset}.svg"),
            png="<results>/lmba2009/figures/gender_{dataset}.png",
            csv=shown("<results>/lmba2009/tables/table_2_{dataset}.csv"),
            markdown="<results>/lmba2009/tables/table_2_{dataset}.md",
        log:
            "<logs>/lmba2009/figures/gender_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            figure="lmba2009.gender.figures_7_to_10",
            paper="lmba2009",
            table="table_2",
            scale=config["scale"],
        message:
            "lmba2009: figures 7 to 10 and Table 2, {wildcards.dataset}"
        script:
            "../scripts/show.py"

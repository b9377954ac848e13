"""margin2004, section 5.3: G-flip on two data sets of the NIPS-03 challenge."""

if "challenge" in config["margin2004"]:
    MARGIN2004_CHALLENGE = config["margin2004"]["challenge"]
    MARGIN2004_CHALLENGE_SCORES = {
        dataset: collect(
            f"<results>/margin2004/challenge/{dataset}/{{method}}.csv",
            method=["gflip", *MARGIN2004_CHALLENGE["classifiers"]],
        )
        for dataset in MARGIN2004_CHALLENGE["features"]
    }

    for dataset, paths in MARGIN2004_CHALLENGE_SCORES.items():
        experiment(
            "margin2004",
            needs=[dataset],
            scores=paths,
            shows=["<results>/margin2004/tables/challenge.csv"],
        )

    rule margin2004_challenge:
        """Section 5.3: G-flip on all labelled samples and on the training part."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("measure.py", "pride.protocols.margin2004.challenge"),
        output:
            scores="<results>/margin2004/challenge/{dataset}/gflip.csv",
        log:
            "<logs>/margin2004/challenge/{dataset}/gflip.log",
        benchmark:
            "<benchmarks>/margin2004/challenge/{dataset}/gflip.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="margin2004.challenge.selection",
            dataset="{dataset}",
            train=lookup(dpath="{dataset}/split/train", within=DATASETS),
            features=lookup(dpath="features/{dataset}", within=MARGIN2004_CHALLENGE),
            repeats=at_scale(MARGIN2004_CHALLENGE["repeats"]),
            seed=config["seed"],
        message:
            "margin2004, section 5.3: gflip on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule margin2004_challenge_errors:
        """Section 5.3: errors of classifiers on the features that G-flip chose."""
        input:
            data="results/data/{dataset}.npz",
            selected="<results>/margin2004/challenge/{dataset}/gflip.csv",
            library=library_of("measure.py", "pride.protocols.margin2004.challenge"),
        output:
            scores=collect(
                "<results>/margin2004/challenge/{{dataset}}/{method}.csv",
                method=MARGIN2004_CHALLENGE["classifiers"],
            ),
        log:
            "<logs>/margin2004/challenge/{dataset}/errors.log",
        benchmark:
            "<benchmarks>/margin2004/challenge/{dataset}/errors.tsv"
        conda:
            "../../environment.yml"
        params:
            protocol="margin2004.challenge.errors",
            method=MARGIN2004_CHALLENGE["classifiers"],
            dataset="{dataset}",
            train=lookup(dpath="{dataset}/split/train", within=DATASETS),
            features=lookup(dpath="features/{dataset}", within=MARGIN2004_CHALLENGE),
            svm=MARGIN2004_CHALLENGE["svm_rbf"],
            repeats=at_scale(MARGIN2004_CHALLENGE["repeats"]),
            seed=config["seed"],
        message:
            "margin2004, section 5.3: errors on {wildcards.dataset}"
        script:
            "../scripts/measure.py"

    rule margin2004_table_challenge:
        """Section 5.3: features, passes and errors beside the printed ones."""
        input:
            scores=lambda wildcards: [
                path
                for dataset in at_hand(MARGIN2004_CHALLENGE_SCORES)
                for path in MARGIN2004_CHALLENGE_SCORES[dataset]
            ],
            library=library_of("tabulate.py", "pride.tables.margin2004"),
        output:
            csv=shown("<results>/margin2004/tables/challenge.csv"),
            markdown="<results>/margin2004/tables/challenge.md",
        log:
            "<logs>/margin2004/tables/challenge.log",
        conda:
            "../../environment.yml"
        params:
            paper="margin2004",
            table="challenge",
            scale=config["scale"],
        message:
            "margin2004: table of section 5.3"
        script:
            "../scripts/tabulate.py"

"""properties2008, section 5: prototypes, and their distances from all images."""

PROPERTIES2008_PATCHES = config["properties2008"]["patches"]


def properties2008_blocks(dataset):
    """Numbers of the blocks of prototypes of a data set."""
    setting = PROPERTIES2008_PATCHES["datasets"][dataset]
    number = setting["prototypes"]
    number += setting.get("background", {}).get("prototypes", 0)
    return range(-(-number // PROPERTIES2008_PATCHES["block"]))


def properties2008_measured(dataset):
    """Paths of the squared distances of all prototypes of a data set, in order."""
    return collect(
        f"<results>/properties2008/measured/{dataset}/{{block}}.npy",
        block=properties2008_blocks(dataset),
    )


if "properties2008" in PAPERS:
    for dataset in PROPERTIES2008_PATCHES["datasets"]:
        experiment(
            "properties2008",
            needs=[dataset],
            scores=[f"<results>/properties2008/patches/{dataset}/hmax.csv"],
        )

    rule properties2008_prototypes:
        """Section 5: prototypes of some images, and C1 of the others."""
        input:
            data="results/data/{dataset}.npz",
            library=library_of("cut_prototypes.py"),
        output:
            prototypes="<results>/properties2008/prototypes/{dataset}.npz",
            c1="<results>/properties2008/c1/{dataset}.npz",
            scores="<results>/properties2008/patches/{dataset}/hmax.csv",
        log:
            "<logs>/properties2008/prototypes/{dataset}.log",
        benchmark:
            "<benchmarks>/properties2008/prototypes/{dataset}.tsv"
        conda:
            "../../environment.yml"
        params:
            dataset="{dataset}",
            image=lambda wildcards: DATASETS[wildcards.dataset].get("image"),
            classes=lambda wildcards: list(DATASETS[wildcards.dataset]["classes"]),
            sizes=PROPERTIES2008_PATCHES["sizes"],
            setting=lambda wildcards: {
                key: at_scale(value) if key == "images" else value
                for key, value in PROPERTIES2008_PATCHES["datasets"][
                    wildcards.dataset
                ].items()
            },
            seed=config["seed"],
        message:
            "properties2008, section 5: prototypes of {wildcards.dataset}"
        script:
            "../scripts/cut_prototypes.py"

    rule properties2008_measured:
        """Section 5, step 2: d^2 of a block of prototypes on all images."""
        input:
            prototypes="<results>/properties2008/prototypes/{dataset}.npz",
            c1="<results>/properties2008/c1/{dataset}.npz",
            library=library_of("match_prototypes.py"),
        output:
            distances="<results>/properties2008/measured/{dataset}/{block}.npy",
        log:
            "<logs>/properties2008/measured/{dataset}/{block}.log",
        benchmark:
            "<benchmarks>/properties2008/measured/{dataset}/{block}.tsv"
        wildcard_constraints:
            block=r"\d+",
        conda:
            "../../environment.yml"
        params:
            first=lambda wildcards: int(wildcards.block)
            * PROPERTIES2008_PATCHES["block"],
            last=lambda wildcards: (int(wildcards.block) + 1)
            * PROPERTIES2008_PATCHES["block"],
        message:
            "properties2008, section 5: block {wildcards.block} of the features of {wildcards.dataset}"
        script:
            "../scripts/match_prototypes.py"

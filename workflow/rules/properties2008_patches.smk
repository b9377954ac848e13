"""properties2008, section 5: prototypes, and their distances from all images."""

if "properties2008" in PAPERS:
    PROPERTIES2008_PATCHES = config["properties2008"]["patches"]
    PROPERTIES2008_POOLS = {  # numbers of prototypes, those of the background too
        dataset: (
            setting["prototypes"] + setting["background"]["prototypes"]
            if "background" in setting
            else setting["prototypes"]
        )
        for dataset, setting in PROPERTIES2008_PATCHES["datasets"].items()
    }
    PROPERTIES2008_MEASURED = {  # their distances, block by block
        dataset: collect(
            f"<results>/properties2008/measured/{dataset}/{{block}}.npy",
            block=range(-(-pool // PROPERTIES2008_PATCHES["block"])),
        )
        for dataset, pool in PROPERTIES2008_POOLS.items()
    }

    for dataset in PROPERTIES2008_PATCHES["datasets"]:
        experiment(
            "properties2008",
            needs=[dataset],
            scores=[f"<results>/properties2008/patches/{dataset}/hmax.csv"],
            shows=[f"<results>/properties2008/figures/figure_1_{dataset}.png"],
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

    rule properties2008_figure_1:
        """Excerpts of the images; not ours to publish, so not committed."""
        input:
            data="results/data/{dataset}.npz",
            prototypes="<results>/properties2008/prototypes/{dataset}.npz",
            style=here("config/figure.mplstyle"),
            library=library_of("draw_prototypes.py"),
        output:
            png="<results>/properties2008/figures/figure_1_{dataset}.png",
        log:
            "<logs>/properties2008/figures/figure_1_{dataset}.log",
        conda:
            "../../environment.yml"
        params:
            figure="properties2008.prototypes.figure_1",
            image=lambda wildcards: DATASETS[wildcards.dataset].get("image"),
        message:
            "properties2008: figure 1, {wildcards.dataset}"
        script:
            "../scripts/draw_prototypes.py"

    use rule properties2008_figure_1 as properties2008_figure_2 with:
        # Prototypes of high and of low quality, of each size.
        input:
            data="results/data/{dataset}.npz",
            prototypes="<results>/properties2008/prototypes/{dataset}.npz",
            quality="<results>/properties2008/patch_quality/{dataset}.csv",
            style=here("config/figure.mplstyle"),
            library=library_of("draw_prototypes.py"),
        output:
            svg=shown("<results>/properties2008/figures/figure_2_{dataset}.svg"),
            png="<results>/properties2008/figures/figure_2_{dataset}.png",
        log:
            "<logs>/properties2008/figures/figure_2_{dataset}.log",
        params:
            figure="properties2008.prototypes.figure_2",
            image=lambda wildcards: DATASETS[wildcards.dataset].get("image"),
        message:
            "properties2008: figure 2, {wildcards.dataset}"

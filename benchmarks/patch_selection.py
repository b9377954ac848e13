"""What section 5 of properties2008 says about times, from a finished build.

Selection of 1000 features on the first split of Caltech-101, and what the build took to
measure features: CPU times of its jobs, in proportion to training images and features.
Run it from the checkout, after `snakemake --cores 2 properties2008`.
"""

import time
from pathlib import Path

import numpy as np
import pandas as pd
import yaml

from pride.protocols.properties2008 import patches, selection

DATASET, N = "caltech101", 1000
RESULTS = Path("results/properties2008")


def built():
    """Features of the build, and settings of the experiment."""
    settings = yaml.safe_load(Path("config/properties2008.yaml").read_text())
    settings = settings["properties2008"]["recognition"]
    with np.load(RESULTS / f"prototypes/{DATASET}.npz") as arrays:
        known = {name: arrays[name] for name in ("properties", "labels", "other")}
    files = sorted((RESULTS / f"measured/{DATASET}").glob("*.npy"))
    found = patches.patches(known, list(map(np.load, files)), settings["beta"])
    return found, settings | settings["datasets"][DATASET] | settings["selection"]


def measuring(found, images):
    """CPU seconds that one feature takes on some images."""
    folder = Path(f"results/benchmarks/properties2008/measured/{DATASET}")
    jobs = pd.concat(pd.read_csv(file, sep="\t") for file in folder.glob("*.tsv"))
    return jobs["cpu_time"].sum() / found.values.size * images


if __name__ == "__main__":
    found, experiment = built()
    split = patches.task(found, (0, DATASET, 0), experiment["train"])
    each = measuring(found, len(split.train))
    selecting, total = {}, {}
    for method in ("rfe_all", "mf_pfs"):
        selection.chosen(split, method, 20, experiment, (0,))  # compiles
        start = time.process_time()
        choice, _ = selection.chosen(split, method, N, experiment, (0,))
        selecting[method] = time.process_time() - start
        total[method] = selecting[method] + each * len(choice.measured)
    speedup = total["rfe_all"] / total["mf_pfs"]
    share = 100 * (1 - selecting["rfe_all"] / total["rfe_all"])
    print(f"n = {N}: RFEall takes {speedup:.1f} times as long as MF-PFS, measuring in")
    print(f"RFEall: {share:.0f}% of its time is spent on measuring features")
    days = each * len(found.pool) / len(split.train) * len(found.y) / 86400
    print(f"All features on all images: {days:.4f} days of one core")

"""Run one protocol of section 5 of properties2008 on measured distances."""

from importlib import import_module

import numpy as np

from entry import run
from pride.protocols.properties2008.patches import patches


def main(prototypes, blocks, scores, protocol, experiment, quality=None, **arguments):
    module, _, function = protocol.rpartition(".")
    measure = getattr(import_module(f"pride.protocols.{module}"), function)
    with np.load(prototypes) as arrays:
        known = {name: arrays[name] for name in ("properties", "labels", "other")}
    blocks = [np.load(block) for block in blocks]
    found = patches(known, blocks, experiment["beta"])
    measured = measure(found, experiment=experiment, **arguments)
    if quality:
        measured, qualities = measured
        qualities.to_csv(quality, index=False)
    measured.to_csv(scores, index=False)


if __name__ == "__main__":
    run(main, snakemake)

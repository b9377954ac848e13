"""Cut prototypes from a data set's images; write them and C1 of the other images."""

import numpy as np

from entry import run
from pride.protocols.properties2008 import prototypes as protocol


def main(data, prototypes, c1, scores, dataset, seed, **arguments):
    with np.load(data) as arrays:
        content = {name: arrays[name] for name in arrays}
    key = seed, dataset
    found, represented = protocol.prepare(content, key=key, **arguments)
    np.savez(prototypes, **found)
    np.savez(c1, **represented)
    protocol.facts(dataset, found, represented).to_csv(scores, index=False)


if __name__ == "__main__":
    run(main, snakemake)

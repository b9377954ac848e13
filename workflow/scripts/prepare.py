"""Turn a registry entry into arrays; write down what they are and whence they come."""

import os

from entry import run
from pride.datasets.fetch import Places
from pride.datasets.prepared import lay_out


def main(data, origin, facts, dataset, entry):
    places = Places(os.environ["PRIDE_MIRROR"])
    lay_out(dataset, entry, places, data, origin, facts)


if __name__ == "__main__":
    run(main, snakemake)

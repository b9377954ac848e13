"""Turn a registry entry into arrays; write down what they are and whence they come."""

import json
import os

import numpy as np

from entry import run
from pride.datasets.fetch import Places
from pride.datasets.prepare import counts, prepare
from pride.scores import scores


def main(data, origin, facts, dataset, entry):
    arrays, whence = prepare(dataset, entry, Places(os.environ["PRIDE_MIRROR"]))
    np.savez(data, **arrays)
    record = {"origin": whence, "content": entry.get("content")}
    origin.write_text(json.dumps(record, indent=2) + "\n")
    counted = [(metric, 0, 0, n) for metric, n in counts(entry, arrays).items()]
    scores(dataset, "truth", counted).to_csv(facts, index=False)


if __name__ == "__main__":
    run(main, snakemake)

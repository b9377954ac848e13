"""Turn a registry entry into arrays; write down what they are and whence they come."""

import json
import os

import numpy as np

from entry import run
from pride.datasets.fetch import Places
from pride.datasets.prepare import counts
from pride.datasets.prepared import preparation, prepared
from pride.scores import scores


def main(data, origin, facts, dataset, entry):
    places = Places(os.environ["PRIDE_MIRROR"])
    content, whence = prepared(dataset, entry, places)
    data.write_bytes(content)
    key = preparation(dataset, entry, places)
    record = {"origin": whence, "content": entry.get("content"), "preparation": key}
    origin.write_text(json.dumps(record, indent=2) + "\n")
    with np.load(data) as arrays:
        counted = [(metric, 0, 0, n) for metric, n in counts(entry, arrays).items()]
    scores(dataset, "truth", counted).to_csv(facts, index=False)


if __name__ == "__main__":
    run(main, snakemake)

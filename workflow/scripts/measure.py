"""Run one method through one protocol of a paper."""

from importlib import import_module

import numpy as np

from entry import run


def main(scores, protocol, data=None, **arguments):
    if data:
        with np.load(data) as arrays:
            if "X" not in arrays:
                raise ValueError("expected a table X, found images of various sizes")
            arguments |= {"X": arrays["X"].astype(np.float64), "y": arrays["y"]}
    module, _, function = protocol.rpartition(".")
    measure = getattr(import_module(f"pride.protocols.{module}"), function)
    measure(**arguments).to_csv(scores, index=False)


if __name__ == "__main__":
    run(main, snakemake)

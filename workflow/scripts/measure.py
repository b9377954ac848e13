"""Run one method, or several one after another, through one protocol of a paper."""

from importlib import import_module
from inspect import signature

import numpy as np
import pandas as pd

from entry import listed, run


def main(scores, protocol, data=None, selected=None, method=None, **arguments):
    module, _, function = protocol.rpartition(".")
    measure = getattr(import_module(f"pride.protocols.{module}"), function)
    if data:
        wanted = signature(measure).parameters
        with np.load(data) as arrays:
            if "X" in wanted and "X" not in arrays:
                raise ValueError("expected a table X, found images of various sizes")
            arguments |= {name: arrays[name] for name in arrays if name in wanted}
    for i, path in enumerate(listed(scores)):
        if method:
            arguments["method"] = listed(method)[i]
        if selected:  # by each method, or the same for all
            chosen = selected if isinstance(selected, str) else selected[i]
            arguments["selected"] = pd.read_csv(chosen)
        measure(**arguments).to_csv(path, index=False)


if __name__ == "__main__":
    run(main, snakemake)

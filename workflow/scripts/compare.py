"""Compare the scores of one method with those of others, repeat by repeat."""

from importlib import import_module

import pandas as pd

from entry import run


def main(tables, scores, protocol, method, others):
    module, _, function = protocol.rpartition(".")
    compare = getattr(import_module(f"pride.protocols.{module}"), function)
    compared = compare([pd.read_csv(table) for table in tables], method, others)
    compared.to_csv(scores, index=False)


if __name__ == "__main__":
    run(main, snakemake)

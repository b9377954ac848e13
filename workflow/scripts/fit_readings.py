"""Compare all readings of gmeb2004 with what the paper prints."""

import pandas as pd

from entry import run
from pride.protocols.gmeb2004.fit import fit


def main(tables, published, scores, factors, judged):
    measured = [pd.read_csv(table) for table in tables]
    fit(measured, pd.read_csv(published), factors, judged).to_csv(scores, index=False)


if __name__ == "__main__":
    run(main, snakemake)

"""Write tables of one paper."""

from entry import run
from showing import tabulate

if __name__ == "__main__":
    run(tabulate, snakemake)

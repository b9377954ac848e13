"""Draw figures of one paper."""

from entry import run
from showing import draw

if __name__ == "__main__":
    run(draw, snakemake)

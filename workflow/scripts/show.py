"""Draw the figures and write the tables of one experiment."""

from entry import run
from showing import draw, tabulate


def main(
    scores, style, svg, png, figure, csv, markdown, paper, table, scale, published=None
):
    draw(scores, style, svg, png, figure, scale, published)
    tabulate(scores, csv, markdown, paper, table, scale, published)


if __name__ == "__main__":
    run(main, snakemake)

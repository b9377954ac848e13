"""Run one method through one protocol of a paper."""

from importlib import import_module

from entry import run


def main(scores, paper, protocol, **arguments):
    measure = getattr(import_module(f"pride.protocols.{paper}"), protocol)
    measure(**arguments).to_csv(scores, index=False)


if __name__ == "__main__":
    run(main, snakemake)

"""Stop the build if a verdict is not the one written down for it."""

import pandas as pd

from entry import run
from pride.published import surprises


def main(scorecard, checked, papers, absent, scale):
    judged = pd.read_csv(scorecard)
    unexpected = surprises(judged[judged["paper"].isin(papers)], absent)
    columns = ["paper", "id", "expect", "verdict", "measured", "value", "than"]
    print(
        unexpected[columns].to_string(index=False) if len(unexpected) else "as expected"
    )
    if len(unexpected) and scale == "paper":
        raise ValueError(
            f"{len(unexpected)} verdicts are not the expected ones (above). If a "
            "change explains them, correct `expect` and `note` in config/published/."
        )
    checked.touch()


if __name__ == "__main__":
    run(main, snakemake)

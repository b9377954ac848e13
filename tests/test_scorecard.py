"""The scorecard says what was judged, and never hides its scale."""

import numpy as np
import pandas as pd
import pytest

from pride.scorecard import BEGIN, END, between_markers, markdown, summary


@pytest.fixture
def judged():
    rows = {
        "paper": ["p", "p", "q"],
        "dataset": ["iris", "brought", "lost"],
        "item": ["Table 1", "Table 1", "Figure 2"],
        "place": ["row a", "row b", "caption"],
        "statement": ["error | of a", "a < b", "c"],
        "relation": ["=", "<", "="],
        "value": [3.5, np.nan, 1.0],
        "than": [np.nan, "b", np.nan],
        "spread": [0.2, np.nan, np.nan],
        "note": [np.nan, "<script>", np.nan],
        "measured": [3.6, 1.0, np.nan],
        "measured_error": [0.1, 0.1, np.nan],
        "compared_with": [3.5, 2.0, np.nan],
        "verdict": ["agrees", "differs", "missing"],
        "expect": ["agrees", "missing", "missing"],
    }
    return pd.DataFrame(rows)


def test_summary_counts_papers_and_all_rows_items(judged):
    text = summary(judged, "paper")
    assert "| p | 1 | 1 | 0 |" in text
    assert "| q | 0 | 0 | 1 |" in text
    assert "| all | 1 | 1 | 1 |" in text
    assert "| Table 1 | 1 | 1 | 0 |" in markdown(judged, "paper")


@pytest.mark.parametrize("render", [summary, markdown])
def test_a_reduced_scale_is_always_told(judged, render):
    assert "Scale: quick" in render(judged, "quick")
    assert "quick" not in render(judged, "paper")


def test_rows_show_published_and_measured(judged):
    text = markdown(judged, "paper")
    assert (
        "| Table 1, row a | error \\| of a | = 3.5 ± 0.2 | 3.6 ± 0.1 | agrees |" in text
    )
    assert "| < b (2) | 1 ± 0.1 | differs (new) |" in text


def test_only_what_is_between_the_markers_changes():
    text = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert between_markers(text, "new") == f"before\n{BEGIN}\nnew\n{END}\nafter\n"
    with pytest.raises(ValueError, match="Expected the lines"):
        between_markers("no markers", "new")

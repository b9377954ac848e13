"""Figures 3 to 5 and the table of section 5 of properties2008 show their scores."""

import matplotlib
import numpy as np
import pandas as pd
import pytest

from pride.figures.properties2008 import quality, selection
from pride.protocols.properties2008.tables import scores_by_method
from pride.tables import properties2008 as tables

matplotlib.use("agg")


def titles(fig):
    return [ax.get_title(loc="left") or ax.get_title() for ax in fig.axes]


def test_figure_3_has_a_panel_for_each_size():
    std = np.linspace(0.01, 0.1, 40)
    parts = [
        pd.DataFrame({"prototype": 0, "size": 4, "std": std, "quality": std}),
        pd.DataFrame({"prototype": 0, "size": 16, "std": std, "quality": 0.2 - std}),
    ]
    fig = quality.figure_3(pd.concat(parts, ignore_index=True))
    small, large = titles(fig)
    assert "4 × 4: rank correlation +1.00" in small
    assert "16 × 16: rank correlation -1.00" in large
    means = fig.axes[0].lines[1].get_ydata()
    assert len(means) == 10 and (np.diff(means) > 0).all()


def test_figure_4_shows_drops_and_correlation():
    rows = [("quality_map", "correlation", 500, r, 0.9 + r / 50) for r in (0, 1)]
    for place, method in enumerate(quality.NAMES):
        rows += [(method, "correlation_drop", 500, r, place / 10) for r in (0, 1)]
    for method in ("direct_quality", "quality_map"):
        rows += [(method, "quality_of_feature", i, 0, i + 1.0) for i in range(5)]
        rows += [(method, "top_mean", k, r, 5.0 / k) for k in (1, 5) for r in (0, 1)]
    for method in quality.ESTIMATES:
        rows += [(method, "few_images_correlation", 5, r, 0.5) for r in (0, 1)]
    fig = quality.figure_4(scores_by_method("caltech101", rows))
    assert "correlation 0.91 (printed 0.94)" in titles(fig)[0]
    faces = quality.figure_4(scores_by_method("faces", rows))
    assert titles(faces)[0].endswith("correlation 0.91")
    bars = [bar.get_width() for bar in fig.axes[2].patches]
    np.testing.assert_allclose(bars, np.arange(6) / 10)


@pytest.fixture
def selected():
    rows = []
    for method in [*selection.CURVES, "mf_pfs_alpha06"]:
        for n in [100] if method == "mf_pfs_alpha06" else [50, 100]:
            for repeat in (0, 1):
                rows.append((method, "accuracy", n, repeat, n / 10 + 2 * repeat))
                rows.append((method, "measured_features", n, repeat, 3 * n))
    return scores_by_method("faces", rows)


def test_figure_5_shows_both_axes(selected):
    fig = selection.figure_5(selected)
    left, right = fig.axes
    line = left.containers[1].lines[0]
    np.testing.assert_allclose(line.get_xdata().astype(float), [50, 100])
    np.testing.assert_allclose(line.get_ydata().astype(float), [6, 11])
    np.testing.assert_allclose(
        right.containers[1].lines[0].get_xdata().astype(float), [150, 300]
    )
    legend = [text.get_text() for text in left.get_legend().get_texts()]
    assert legend == ["RFEall", "MF-PFS", "RFEsmall", "Baseline"]


def test_the_table_has_a_row_for_each_method_and_n(selected):
    table = tables.selection(selected)
    assert len(table) == 9
    assert table.iloc[0].to_list() == ["RFEall", "50", "6.00 ± 1.00", "150.00 ± 0.00"]
    assert table.iloc[-1]["method"] == "MF-PFS, alpha from 0.6"

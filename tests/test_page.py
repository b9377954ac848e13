"""What stands on the page, and how numbers, readings and items become texts."""

import numpy as np
import pandas as pd
import pytest

from pride.figures.agreement import agreement, deviation
from pride.figures.times import minutes, times
from pride.page.assemble import assemble
from pride.page.catalogue import items_in, items_of, place_of, words_of
from pride.page.readings import block_html, inline, readings_of
from pride.page.render import render
from pride.page.rows import rounded, row_views

FACES = "pride.figures.margin2004.faces.figure_"
GENDER = "pride.figures.lmba2009.gender.figures_7_to_10"
PLANE = "pride.figures.gmeb2004.limits.plane"


@pytest.fixture
def judged():
    rows = {
        "paper": ["p"] * 4,
        "id": ["a", "b", "c", "d"],
        "item": ["Table 1", "Table 1", "Section 2", "Figure 3"],
        "place": ["row a", "row b", "text", "caption"],
        "statement": ["error <of> a", "a below relief", "c is zero", "d"],
        "dataset": ["iris", "iris", "theory", "lost"],
        "relation": ["=", "<", "=", ">"],
        "value": [3.5, np.nan, 0.0, 1.0],
        "than": [np.nan, "relief@50", np.nan, np.nan],
        "spread": [0.2, np.nan, np.nan, np.nan],
        "note": [np.nan, "why", np.nan, np.nan],
        "measured": [3.6, 1.0, 0.0, np.nan],
        "measured_error": [0.05, 0.1, 0.0, np.nan],
        "compared_with": [3.5, 2.0, 0.0, np.nan],
        "slack": [0.2, 0.5, 0.0, np.nan],
        "verdict": ["agrees", "agrees", "agrees", "missing"],
        "expect": ["agrees", "agrees", "missing", "missing"],
    }
    return pd.DataFrame(rows)


def test_deviations_are_in_tolerances_and_in_the_direction_of_the_claim(judged):
    np.testing.assert_allclose(deviation(judged)[:3], [0.5, 2.0, 0.0])
    worse = judged.assign(measured=judged["measured"] + 3)
    assert deviation(worse)[1] == -4
    assert deviation(worse)[2] == np.inf


def test_rows_become_texts(judged):
    first, second, third, last = row_views(judged)
    assert (first["published"], first["ours"]) == ("3.5 ± 0.2", "3.60 ± 0.10")
    assert second["published"] == "< Relief at 50 (2)"
    assert (third["published"], third["ours"]) == ("0", "0")
    assert (last["published"], last["ours"], last["strip"]) == ("> 1", "", None)
    assert [r["strip"] for r in (first, second, third)] == [58, 83, 50]
    assert first["anchor"] == "p-a"
    assert [r["new"] for r in (first, second, third, last)] == [
        False,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "mean, error, text",
    [
        (46.3512, 0.1834, "46.35 ± 0.18"),
        (1234.5, 31.2, "1234 ± 31"),
        (2.0, 0.0, "2"),
        (5e-9, 2e-10, "5e-09 ± 2e-10"),
        (4.1e7, 3e5, "4.1e+07 ± 3e+05"),
    ],
)
def test_a_number_has_as_many_digits_as_its_error(mean, error, text):
    assert rounded(mean, error) == text


def test_items_are_found_in_words_and_names():
    found = items_in("sections 2.2, 3.2 and Figures 7 to 9")
    assert found[:3] == ["Section 2.2", "Section 3.2", "Figure 7"]
    assert found[3:] == ["Figure 8", "Figure 9"]
    assert items_in("appendix A, Table 1; figure of eight") == ["Appendix A", "Table 1"]
    assert items_of("x/figure_5_lfw.svg", FACES + "5") == ["Figure 5"]
    assert items_of("x/xor.csv", "pride.tables.margin2004.xor") == ["Section 5.1"]
    assert items_of("x/gender.svg", GENDER)[::3] == ["Figure 7", "Figure 10"]
    assert items_of("x/plane.svg", PLANE) == []
    assert words_of("x.svg", FACES + "5").startswith("Accuracy of 1-NN")
    assert words_of("x/figure_2_specks.svg", None) == "Figure 2 specks"
    assert items_of("x/figure_2_specks.svg", None) == ["Figure 2"]


def test_tables_and_figures_come_first_in_their_order():
    right = ["Table 1", "Figure 2", "Figure 10", "Abstract", "Section 9"]
    right += ["Section 9.1", "Section 10", "Theorem 1", "Appendix A", "Footnote 3"]
    assert sorted(sorted(right), key=place_of) == right


TEXT = """# Readings

## p

Before all.

**Gray *values*** (section 2, Table 1): `a < b` and
*more* [here](x.md).

| a | b |
| --- | --- |
| \\|w\\| | 2 |

**Next.** Other.
"""


def test_readings_keep_their_tables_and_know_their_items():
    general, gray, after = readings_of(TEXT)["p"]
    titles = [reading["title"] for reading in (general, gray, after)]
    assert titles == ["General", "Gray values", "Next"]
    assert gray["items"] == ["Section 2", "Table 1"]
    assert "<code>a &lt; b</code>" in gray["html"]
    assert "<td>|w|</td><td>2</td>" in gray["html"]
    assert "<em>more</em> here" in gray["html"]


def test_text_cannot_become_markup():
    assert inline("a <script> & **b**") == "a &lt;script&gt; &amp; <strong>b</strong>"
    assert block_html("- one\n- two") == "<ul><li>one\n</li><li>two</li></ul>"
    assert render("{{ x }}", x="<script>") == "&lt;script&gt;"


def test_papers_are_assembled_from_rows_and_files(judged):
    files = [("figure_6.svg", FACES + "6"), ("plane.svg", PLANE), ("g.svg", GENDER)]
    pictures = [{"paper": "p", "path": path, "maker": maker} for path, maker in files]
    authors = [{"family-names": "A"}, {"family-names": "B"}]
    cited = {"abbreviation": "p", "title": "T", "authors": authors, "year": 2004}
    references = [cited | {"journal": "J"}]
    (paper,) = assemble(judged, pictures, readings_of(TEXT), references, ["p"])
    assert (paper["title"], paper["authors"], paper["where"]) == (
        "T",
        "A, B",
        "J, 2004",
    )
    assert paper["counts"] == {"agrees": 3, "differs": 0, "missing": 1}
    items = {item["name"]: item for item in paper["items"]}
    figures = [f"Figure {number}" for number in (3, 6, 7, 8, 9, 10)]
    assert list(items) == ["Table 1", *figures, "Section 2"]
    assert [r["title"] for r in items["Table 1"]["readings"]] == ["Gray values"]
    assert len(items["Figure 7"]["shown"]) == 1
    assert items["Figure 8"]["elsewhere"] == [("Figure 7", "p-figure-7")]
    assert [one["path"] for one in paper["additions"]] == ["plane.svg"]


def test_the_pictures_can_be_drawn(judged):
    assert agreement(judged).axes[0].get_title() == "p: 3 of 3 agree"
    jobs = pd.DataFrame(
        {
            "paper": ["p", "p", "q"],
            "experiment": ["short", "long", "long"],
            "seconds": [30.0, 120.0, 7200.0],
        }
    )
    axes = times(jobs).axes[0]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["p, long", "p, short", "q, long"]
    assert "3 jobs" in axes.get_title()
    assert [minutes(s) for s in (30, 120, 7200)] == ["30 s", "2 min", "2.0 h"]

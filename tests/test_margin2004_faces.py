"""The experiment on faces does what section 5.2 describes, on images made up here."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.classifiers import accuracy, nearest_neighbour
from pride.figures.margin2004 import faces as figures
from pride.protocols.margin2004 import faces

EXPERIMENT = {
    "images": 60,
    "train": 40,
    "gray": "byte",
    "starts": 2,
    "sizes": [5, 50, 1000, 5100],
    "looks": [100, 500, 1000],
    "by_person": False,
}
METHODS = ["simba", "relief", "infogain", "gflip", "all_features"]


@pytest.fixture(scope="module")
def images():
    """Noise, and one bright corner in half of the images; 16 people of 5 each."""
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(16), 5)
    y = groups % 2
    X = rng.integers(0, 120, size=(80, 85, 60))
    X[y == 1, :30, :20] += 100
    return X.reshape(80, -1).astype(np.uint8), y, groups


def measure(images, method, repeats=2, **changes):
    X, y, groups = images
    arguments = {"image": [85, 60], "dataset": "made_up", "seed": 1}
    experiment = EXPERIMENT | changes
    return faces.faces(
        X, y, groups, method=method, experiment=experiment, repeats=repeats, **arguments
    )


@pytest.fixture(scope="module")
def scores(images):
    return [measure(images, method) for method in METHODS]


def test_splits_are_disjoint_and_of_the_stated_sizes(images):
    groups = images[2]
    train, test = faces.split(groups, EXPERIMENT, np.random.default_rng(0))
    assert (len(train), len(test)) == (40, 20)
    assert not set(train) & set(test)
    by_person = EXPERIMENT | {"by_person": True}
    train, test = faces.split(groups, by_person, np.random.default_rng(0))
    assert not set(groups[train]) & set(groups[test])


def test_the_look_of_pixels_is_counted_by_hand():
    """A 10 x 10 image with the left column and its mirror pixel in the first row."""
    pixels = np.array([0, 10, 20, 9])
    X = np.random.default_rng(0).normal(size=(30, 100))
    X[:, 10] = -X[:, 0]
    look = faces.look_of(pixels, X, (10, 10))
    assert look["left_share"] == 75
    assert look["symmetry"] == 50
    assert look["contour_share"] == 100
    r = np.abs(np.corrcoef(X[:, pixels].T))
    assert_allclose(look["redundancy"], r[np.triu_indices(4, 1)].mean())
    inside = faces.look_of(np.array([44, 55]), X, (10, 10))
    assert inside["contour_share"] == 0


def test_bright_pixels_are_found(scores):
    """The corner is 1 of 8.5 of the image; the first 50 pixels must lie in it."""
    for table in scores[:3]:
        ranks = table[table["metric"] == "rank"].set_index("at")["value"]
        rows, columns = np.divmod(ranks[ranks < 50].index.to_numpy(), 60)
        assert np.mean((rows < 30) & (columns < 20)) > 0.9


def test_wins_and_leads_are_those_of_single_splits(scores):
    compared = faces.compared(scores, "simba", ["relief"])
    simba, relief = (
        t[(t["metric"] == "accuracy") & (t["at"] == 5)].set_index("repeat")["value"]
        for t in scores[:2]
    )
    at_5 = compared[compared["at"] == 5].set_index(["metric", "repeat"])["value"]
    for repeat in (0, 1):
        assert at_5["lead_over_relief", repeat] == simba[repeat] - relief[repeat]
        expected = 100.0 * (simba[repeat] > relief[repeat])
        assert at_5["wins_over_relief", repeat] == expected


def test_splits_by_person_have_metrics_of_their_own(images):
    table = measure(images, "relief", repeats=1, by_person=True)
    assert all(metric.endswith("_by_person") for metric in table["metric"])
    table = faces.compared([table], "relief", ["relief"])
    assert set(table["metric"]) == {
        "lead_over_relief_by_person",
        "wins_over_relief_by_person",
    }


def test_the_gray_scale_is_simbas_step_and_not_reliefs(images):
    for method, same in (("relief", True), ("simba", False)):
        first = []
        for gray in ("byte", "unit"):
            table = measure(images, method, repeats=1, gray=gray)
            ranks = table[table["metric"] == "rank"]
            first.append(set(ranks.loc[ranks["value"] < 200, "at"]))
        assert (len(first[0] & first[1]) > 198) == same


def test_nearest_neighbours_and_their_accuracy():
    X, y = np.array([[0.0], [1.0], [5.0]]), np.array([0, 1, 1])
    X_test = np.array([[0.4], [0.6], [9.0], [0.5]])
    assert_array_equal(nearest_neighbour(X, y, X_test), [0, 1, 1, 0])
    assert accuracy(X, y, X_test, np.array([0, 0, 1, 0])) == 75


def test_splits_by_person_are_drawn_beside_splits_by_image(images, scores):
    tables = [measure(images, m, repeats=2, by_person=True) for m in METHODS]
    figure = figures.figure_5_by_person(pd.concat([*scores, *tables]))
    lines = figure.axes[0].lines
    styles = [line.get_linestyle() for line in lines if len(line.get_xdata()) > 1]
    assert styles.count("-") == styles.count(":") == 3
    assert "nobody in both parts" in figure.axes[0].get_title()
    plt.close(figure)


@pytest.mark.parametrize("name", ["figure_5", "figure_6", "figure_7"])
def test_figures_are_drawn(scores, name):
    figure = getattr(figures, name)(pd.concat(scores, ignore_index=True))
    assert figure.axes
    text = figure.get_suptitle() + figure.axes[0].get_title()
    assert "made_up (a stand-in for AR)" in text
    plt.close(figure)

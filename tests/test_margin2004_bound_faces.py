"""Theorem 1 is asked about the pixels that were selected, in units that it allows."""

import io

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.bounds import margin2004 as bounds
from pride.figures.margin2004 import bound_faces as figures
from pride.protocols.margin2004 import bound_faces, faces
from pride.seeding import rng_for

EXPERIMENT = {
    "images": 60,
    "train": 40,
    "gray": "byte",
    "starts": 2,
    "sizes": [1, 2, 5, 24],
    "looks": [5],
    "by_person": False,
}


@pytest.fixture(scope="module")
def images():
    """Noise in which half of the images are bright in the first two rows."""
    rng = np.random.default_rng(0)
    groups = np.arange(80)
    X = rng.integers(0, 30, size=(80, 6, 4))
    X[groups % 2 == 1, :2] += 220
    return X.reshape(80, -1).astype(np.uint8), groups % 2, groups


def measure(images, method):
    arguments = {"method": method, "experiment": EXPERIMENT}
    arguments |= {"dataset": "made_up", "seed": 1}
    selected = faces.faces(*images, image=[6, 4], repeats=3, **arguments)
    return bound_faces.bound_faces(*images, selected=selected, **arguments), selected


@pytest.fixture(scope="module")
def simba(images):
    return measure(images, "simba")


def values(scores, metric):
    rows = scores[scores["metric"] == metric]
    return rows.set_index("at")["value"]


def test_margins_are_those_of_features_in_a_ball_of_radius_one():
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 256, size=(30, 20)).astype(float), np.arange(30) % 2
    pixels = np.array([3, 1, 17, 8, 9])
    Z = (X / 127.5 - 1) / np.sqrt(5)
    literal = bounds.hypothesis_margins(Z, y, pixels, leave_one_out=False)
    assert_allclose(bound_faces.margins_in_ball(X, y, pixels), literal, rtol=1e-12)
    assert np.linalg.norm(Z[:, pixels], axis=1).max() <= bound_faces.RADIUS
    opposite = bound_faces.margins_in_ball(np.array([[0.0] * 9, [255] * 9]), y[:2], [4])
    assert_allclose(opposite, bound_faces.RADIUS)


def test_pixels_and_images_are_those_of_the_first_split(images, simba):
    scores, selected = simba
    X, y, groups = images
    train, _ = faces.split(groups, EXPERIMENT, rng_for(1, "made_up", "split", 0))
    X = X[train].astype(float)
    ranks = values(selected, "rank")
    first = ranks[ranks < 5].index.to_numpy(dtype=int)
    margins = bound_faces.margins_in_ball(X, y[train], first)
    sensitive = values(scores, "sensitive_error_size_5")
    expected = [100 * np.mean(margins < gamma) for gamma in sensitive.index]
    assert_allclose(sensitive, expected, rtol=1e-12)
    gamma = values(scores, "best_gamma")[5]
    assert np.isclose(margins, gamma).any()
    error = np.mean(margins < gamma)
    assert values(scores, "best_gamma_error")[5] == pytest.approx(100 * error)
    needed = bounds.log_samples_needed(5, 1.0, gamma, 24, 0.05, error) / np.log(10)
    assert values(scores, "log10_samples_needed")[5] == pytest.approx(needed)
    assert values(scores, "samples").item() == 40


def test_the_bound_is_there_where_it_is_proved_only(simba):
    """For one pixel and margins of nearly R, and never for more at m = 40."""
    bound = values(simba[0], "bound")
    assert list(bound.index) == [1] and bound[1] > 1
    needed, ideal = (
        values(simba[0], f"log10_samples_needed{end}") for end in ("", "_at_best")
    )
    assert (needed > ideal).all() and (needed > np.log10(40)).all()
    assert_array_equal(needed.index, EXPERIMENT["sizes"])


def test_pixels_without_any_margin_have_no_best_gamma():
    rows = bound_faces.bound_for(np.zeros(40), 24, 2)
    names = {metric for metric, *_ in rows}
    assert names == {"log10_samples_needed_at_best", "sensitive_error_size_2"}
    assert {value for metric, _, value in rows if "sensitive" in metric} == {100}


def test_errors_are_those_of_all_splits(simba):
    scores, selected = simba
    errors = scores[scores["metric"] == "test_error"]["value"].to_numpy()
    right = selected[selected["metric"] == "accuracy"]["value"].to_numpy()
    assert_array_equal(errors, 100 - right)
    assert len(errors) == 3 * len(EXPERIMENT["sizes"])


def test_gflip_has_a_size_of_its_own(images):
    scores, selected = measure(images, "gflip")
    size = values(selected, "features").iloc[0]
    assert list(values(scores, "best_gamma").index) == [size]
    assert set(values(scores, "test_error").index) == {size}


def test_the_figure_has_a_row_for_each_set_and_is_always_the_same(images, simba):
    mine = pd.concat([simba[0], measure(images, "gflip")[0]])
    both = pd.concat([mine, mine.assign(dataset="ar_faces")], ignore_index=True)
    pages = []
    for _ in range(2):
        with plt.rc_context({"svg.hashsalt": "pride"}):
            figure, page = figures.theorem_1_faces(both), io.StringIO()
            figure.savefig(page, format="svg", metadata={"Date": None})
        pages.append(page.getvalue())
        plt.close(figure)
    assert pages[0] == pages[1]
    assert len(figure.axes) == 6
    titles = [part.get_suptitle() for part in figure.subfigs]
    assert titles == ["made_up (a stand-in for AR)", "ar_faces"]
    told = [text.get_text() for text in figure.axes[2].texts]
    bound = values(simba[0], "bound")[1]
    assert f"bound proved for m = 40:\n{bound:.2g} at |F|=1" in told

"""Boolean features: bits against a literal version; draws against enumeration."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import chisquare

from pride.features import boolean, draws
from pride.features.boolean import Features

SIDE = 9


def images(seed=0, count=130, density=0.5):
    return np.random.default_rng(seed).random((count, SIDE, SIDE)) < density


def bits_of(pictures):
    return boolean.pack(pictures.reshape(len(pictures), -1).T)


def literal(features, f, image):
    """Section 6.2, word for word: OR over shifts of AND of pixels or negations."""
    for down in range(features.shift[f]):
        for right in range(features.shift[f]):
            held = True
            for k in range(features.inputs[f]):
                row, column = features.places[f, k]
                pixel = image[row + down, column + right]
                held = held and (not pixel if features.negated[f, k] else pixel)
            if held:
                return True
    return False


def metas(rng, count, inputs=8, shift=3):
    return np.column_stack(
        [
            rng.integers(1, inputs + 1, count),
            rng.integers(0, 101, count),
            rng.integers(1, shift + 1, count),
            rng.choice([1.0, 1.5, 2.0], count),
        ]
    ).astype(float)


def test_bits_give_what_the_definition_gives():
    rng, pictures = np.random.default_rng(1), images()
    features = draws.draw(rng, metas(rng, 60), (SIDE, SIDE))
    values = boolean.evaluate(features, bits_of(pictures), SIDE)
    found = boolean.unpack(values, len(pictures))
    expected = [[literal(features, f, x) for x in pictures] for f in range(60)]
    assert_array_equal(found, expected)
    assert 0.05 < found.mean() < 0.95


def test_the_example_of_the_paper():
    """Two inputs, shifts below 2: OR over the four ANDs that are printed."""
    places = np.zeros((1, 8, 2), dtype=int)
    places[0, :2] = [[1, 2], [4, 0]]
    feature = Features(places, np.zeros((1, 8), bool), np.array([2]), np.array([2]))
    x = images(density=0.3)
    printed = np.zeros(len(x), bool)
    for a, b in [(0, 0), (0, 1), (1, 0), (1, 1)]:
        printed |= x[:, 1 + a, 2 + b] & x[:, 4 + a, 0 + b]
    values = boolean.evaluate(feature, bits_of(x), SIDE)
    assert_array_equal(boolean.unpack(values, len(x))[0], printed)


def test_packing_and_unpacking():
    columns = np.random.default_rng(0).random((3, 130)) < 0.5
    assert boolean.pack(columns).shape == (3, 3)
    assert_array_equal(boolean.unpack(boolean.pack(columns), 130), columns)


def test_common_ones_is_the_gram_matrix():
    X = np.random.default_rng(0).random((130, 75)) < 0.4
    found = boolean.common_ones(boolean.pack(X.T), 130)
    assert_array_equal(found, X.astype(int) @ X.T.astype(int))


def test_features_have_the_meta_features_that_were_asked_for():
    rng = np.random.default_rng(2)
    wanted = metas(rng, 400)
    features = draws.draw(rng, wanted, (SIDE, SIDE))
    assert_array_equal(features.inputs, wanted[:, 0])
    assert_array_equal(features.shift, wanted[:, 2])
    positive = features.inputs * boolean.percent_positive(features) / 100
    assert_array_equal(
        np.round(positive), np.floor(wanted[:, 0] * wanted[:, 1] / 100 + 0.5)
    )
    many = features.inputs > 1
    off = boolean.scatter(features) - wanted[:, 3]
    assert np.abs(off[many]).max() <= 0.25 + 1e-9
    assert_array_equal(boolean.scatter(features)[~many], 0)
    for places, inputs in zip(features.places, features.inputs, strict=True):
        assert len({tuple(p) for p in places[:inputs]}) == inputs


@pytest.mark.parametrize(
    "inputs, shift, scatter", [(2, 1, 1.5), (3, 2, 1.0), (1, 2, 1)]
)
def test_draws_are_uniform_among_all_sets_of_inputs(inputs, shift, scatter):
    """Against a list of all sets on 6 x 5 pixels; chi square of 40 draws a set."""
    image = 6, 5
    cells = [
        (r, c) for r in range(image[0] - shift + 1) for c in range(image[1] - shift + 1)
    ]

    def spread(chosen):
        points = np.array(chosen, dtype=float)
        return np.linalg.norm(points - points.mean(axis=0), axis=1).mean()

    allowed = [
        chosen
        for chosen in combinations(cells, inputs)
        if inputs == 1 or scatter - 0.25 <= spread(chosen) < scatter + 0.25
    ]
    count = 40 * len(allowed)
    rng = np.random.default_rng(3)
    wanted = np.tile([inputs, 50.0, shift, scatter], (count, 1))
    features = draws.draw(rng, wanted, image)
    found = Counter(
        tuple(sorted(map(tuple, places[:inputs].tolist())))
        for places in features.places
    )
    assert set(found) <= set(allowed)
    assert chisquare([found[chosen] for chosen in allowed]).pvalue > 0.01


def test_every_value_is_found_in_images_of_digits():
    """Also two inputs that are far apart, which not every chain finds."""
    rng = np.random.default_rng(8)
    wanted = np.tile([[2, 50.0, 8, 3.5], [8, 50.0, 8, 1.0], [3, 0.0, 1, 3.5]], (20, 1))
    for _ in range(200):
        features = draws.draw(rng, wanted[rng.permutation(60)[:3]], (28, 28))
        assert len(features) == 3


def test_every_choice_of_negations_is_as_likely():
    rng = np.random.default_rng(4)
    features = draws.draw(rng, np.tile([4, 50.0, 1, 1.5], (3000, 1)), (SIDE, SIDE))
    found = Counter(tuple(row[:4]) for row in features.negated.tolist())
    assert len(found) == 6
    assert chisquare(list(found.values())).pvalue > 0.01
    assert not features.negated[:, 4:].any()


def test_equal_streams_give_equal_features_in_the_order_asked_for():
    wanted = metas(np.random.default_rng(5), 50)
    one, two = (
        draws.draw(np.random.default_rng(6), wanted, (SIDE, SIDE)) for _ in "ab"
    )
    for a, b in zip(one, two, strict=True):
        assert_array_equal(a, b)
    assert_array_equal(one.inputs, wanted[:, 0])


def test_features_are_placed_where_they_are_wanted():
    rng = np.random.default_rng(7)
    features = draws.draw(rng, np.tile([3, 50.0, 1, 1.0], (200, 1)), (SIDE, SIDE))
    targets = rng.integers(0, SIDE, (200, 2))
    placed = draws.place(features, targets, (SIDE, SIDE))
    assert_allclose(boolean.scatter(placed), boolean.scatter(features))
    middle = ((targets > 2) & (targets < SIDE - 3)).all(axis=1)
    assert middle.any()
    assert np.abs(boolean.centres(placed) - targets)[middle].max() <= 0.5
    assert placed.places.min() >= 0 and placed.places.max() < SIDE


def test_costs():
    assert_array_equal(boolean.cost(np.array([1, 2, 3, 8])), [1, 2.5, 5, 32.5])


def test_number_of_different_values():
    """8 shifts; 2 signs of one input; k+1 numbers of positive inputs, 6 scatters."""
    assert draws.count_of_values() == 8 * (2 + 6 * sum(range(3, 10)))


def test_what_leaves_the_image_is_told():
    places = np.full((1, 8, 2), SIDE - 1)
    feature = Features(places, np.zeros((1, 8), bool), np.array([1]), np.array([2]))
    with pytest.raises(ValueError, match="inside of 9 x 9 pixels"):
        boolean.evaluate(feature, bits_of(images()), SIDE)
    with pytest.raises(ValueError, match=r"scatter 3\.5, found none for 4 inputs"):
        draws.draw(np.random.default_rng(0), np.array([[4, 50.0, 1, 3.5]]), (3, 3))

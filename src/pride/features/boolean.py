"""Boolean features of black and white images: ORs over shifts of ANDs of pixels.

E. Krupka, A. Navot and N. Tishby, "Learning to Select Features using their Properties",
JMLR 2008, section 6.2. A feature has up to 8 inputs, pixels or their negations. Their
AND is taken at all shifts, down and right, by less than `shift` pixels, and the feature
is 1 where any of these ANDs is.

Images are kept as bits, 64 images a word: bits[pixel, word]. So are features.
"""

from typing import NamedTuple

import numpy as np

from pride.compiled import compiled

MOST_INPUTS = 8


class Features(NamedTuple):
    """Many features; the rows of `places` and `negated` are filled up to `inputs`."""

    places: np.ndarray  # (features, 8, 2): row and column of each input, unshifted
    negated: np.ndarray  # (features, 8)
    inputs: np.ndarray  # (features,), from 1 to 8
    shift: np.ndarray  # (features,), 1 where there is no shift

    def __len__(self):
        return len(self.inputs)

    def take(self, which):
        """Some of the features."""
        return Features(*(part[which] for part in self))


def joined(parts):
    """Features of several draws as one."""
    return Features(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def cost(shift):
    """Cost of a feature in the paper's budget, 0.5 (1 + shift^2)."""
    return 0.5 * (1 + np.square(shift, dtype=np.float64))


def percent_positive(features):
    """Percent of inputs that are not negated."""
    used = np.arange(MOST_INPUTS) < features.inputs[:, None]
    return 100 * (used & ~features.negated).sum(axis=1) / features.inputs


def centres(features):
    """Centre of gravity of the unshifted inputs of each feature, (row, column)."""
    used = np.arange(MOST_INPUTS) < features.inputs[:, None]
    return (features.places * used[..., None]).sum(axis=1) / features.inputs[:, None]


def scatter(features):
    """Mean distance of the inputs from their centre of gravity."""
    used = np.arange(MOST_INPUTS) < features.inputs[:, None]
    apart = features.places - centres(features)[:, None]
    distances = np.sqrt(np.square(apart).sum(axis=2))
    return (distances * used).sum(axis=1) / features.inputs


def pack(columns):
    """Bits of a Boolean array, 64 columns a word: of shape (rows, words)."""
    rows, count = columns.shape
    padded = np.zeros((rows, -(-count // 64) * 64), dtype=bool)
    padded[:, :count] = columns
    return np.packbits(padded, axis=1, bitorder="little").view("<u8")


def unpack(words, count):
    """The first `count` columns of packed bits, as a Boolean array."""
    octets = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=count, bitorder="little").view(bool)


@compiled
def _evaluate(places, negated, inputs, shift, bits, side, values):
    """OR over shifts of AND of inputs, for all features, word by word."""
    words = bits.shape[1]
    term = np.empty(words, dtype=np.uint64)
    for f in range(inputs.shape[0]):
        out = values[f]
        for down in range(shift[f]):
            for right in range(shift[f]):
                for k in range(inputs[f]):
                    row, column = places[f, k, 0] + down, places[f, k, 1] + right
                    pixel = bits[row * side + column]
                    flip = ~np.uint64(0) if negated[f, k] else np.uint64(0)
                    if k == 0:
                        for w in range(words):
                            term[w] = pixel[w] ^ flip
                    else:
                        for w in range(words):
                            term[w] &= pixel[w] ^ flip
                for w in range(words):
                    out[w] |= term[w]


def evaluate(features, bits, side):
    """Values of features on packed images of `side` columns: (features, words).

    Bits of the last word beyond the images are values on empty images: leave them out.
    """
    rows = len(bits) // side
    reach = features.places.max(axis=1) + features.shift[:, None] - 1
    if len(features) and not (reach < [rows, side]).all():
        raise ValueError(
            f"Expected inputs that stay inside of {rows} x {side} pixels under all "
            f"shifts, found one that reaches {reach.max(axis=0).tolist()}."
        )
    values = np.zeros((len(features), bits.shape[1]), dtype=np.uint64)
    _evaluate(*features, bits, side, values)
    return values


@compiled
def _ones(word):
    """Number of bits that are set; compilers know this way of counting."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@compiled
def _common(words, counts):
    """Number of common bits of every two columns; each word of a row is one of them."""
    columns = words.shape[1]
    total = np.empty(columns, dtype=np.uint64)
    for i in range(columns):
        total[: i + 1] = 0
        for w in range(words.shape[0]):
            mine, line = words[w, i], words[w]
            for j in range(i + 1):
                total[j] += _ones(mine & line[j])
        for j in range(i + 1):
            counts[i, j] = counts[j, i] = total[j]


def common_ones(values, count):
    """For each two of `count` images, the number of features that are 1 on both.

    The Gram matrix of the images in the space of the features, exact to 2^24 features.
    """
    by_image = np.ascontiguousarray(pack(unpack(values, count).T).T)
    counts = np.empty((count, count), dtype=np.float32)
    _common(by_image, counts)
    return counts


@compiled
def _ones_in(values, masks, counts):
    for f in range(values.shape[0]):
        for c in range(masks.shape[0]):
            total = np.uint64(0)
            for w in range(values.shape[1]):
                total += _ones(values[f, w] & masks[c, w])
            counts[f, c] = total


def ones_by_class(values, y):
    """For each feature and class, the number of images on which the feature is 1."""
    masks = pack(np.arange(y.max() + 1)[:, None] == y)
    counts = np.empty((len(values), len(masks)), dtype=np.int64)
    _ones_in(values, masks, counts)
    return counts

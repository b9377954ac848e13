"""Photographs of faces, aligned by the eyes."""

from pathlib import PurePosixPath

import numpy as np

from pride.datasets.containers import members
from pride.datasets.images import gray, person_numbers

# Where the eyes come to lie in a frame of 85 rows and 60 columns: 28 columns apart,
# about the middle, which leaves room for brow, ears and chin.
EYE_ROW = 30.0
EYE_COLUMNS = (15.5, 43.5)


def aligned_faces(content, *, size, classes):
    """Faces turned, scaled and cut so that the eyes lie at fixed places.

    ``coords.txt`` gives column and row of both eyes, ``gender.txt`` the class; the
    digits that begin an image's name are the person.
    """
    files = dict(members(content))
    for name in ("coords.txt", "gender.txt"):
        if name not in files:
            raise ValueError(f"expected {name} beside the images, found none")
    eyes = _words(files["coords.txt"])
    numbers = {word: number for number, word in enumerate(classes)}
    names, y, faces = [], [], []
    for file_name, (gender,) in sorted(_words(files["gender.txt"]).items()):
        name = PurePosixPath(file_name).stem
        if gender not in numbers:
            raise ValueError(f"expected one of {classes} for {name}, found {gender!r}")
        if name not in eyes or file_name not in files:
            raise ValueError(f"expected eyes and image of {name}, found only its class")
        places = [float(place) for place in eyes[name]]
        faces.append(aligned(gray(files[file_name], file_name), *places, size=size))
        names.append(name)
        y.append(numbers[gender])
    return {
        "X": np.stack(faces).reshape(len(faces), -1),
        "y": np.array(y, dtype=np.int64),
        "groups": person_numbers(names, r"(\d+).*"),
    }


def aligned(image, left, left_row, right, right_row, *, size):
    """The similarity transform of an image that puts the eyes at their fixed places.

    Of the eyes on the image's left and right, column and row are given. Values between
    pixels are bilinear; beyond the border the border's values go on.
    """
    distance = EYE_COLUMNS[1] - EYE_COLUMNS[0]
    along, across = (right - left) / distance, (right_row - left_row) / distance
    rows, columns = np.mgrid[: size[0], : size[1]]
    rows, columns = rows - EYE_ROW, columns - EYE_COLUMNS[0]
    values = bilinear(
        image.astype(np.float64),
        left_row + across * columns + along * rows,
        left + along * columns - across * rows,
    )
    return np.rint(values).astype(np.uint8)


def bilinear(image, rows, columns):
    """Values of an image between its pixels."""
    rows = np.clip(rows, 0, image.shape[0] - 1)
    columns = np.clip(columns, 0, image.shape[1] - 1)
    top = np.minimum(rows.astype(np.int64), image.shape[0] - 2)
    left = np.minimum(columns.astype(np.int64), image.shape[1] - 2)
    down, right = rows - top, columns - left
    upper = image[top, left] * (1 - right) + image[top, left + 1] * right
    lower = image[top + 1, left] * (1 - right) + image[top + 1, left + 1] * right
    return upper * (1 - down) + lower * down


def _words(content):
    """First word of each line of a text -> the line's other words."""
    rows = (line.split() for line in content.decode("ascii").splitlines())
    return {row[0]: row[1:] for row in rows if row}

"""Image sets as arrays of gray values, uint8.

Images of one size are the rows of X, row-major. JPEG files decode to the same bits only
under one decoder: the registered hashes are of libjpeg-turbo's, in Pillow's wheels.
"""

import io
import re
from pathlib import PurePosixPath

import numpy as np
from PIL import Image, UnidentifiedImageError

from pride.datasets.containers import members

SUFFIXES = (".bmp", ".gif", ".jpeg", ".jpg", ".pgm", ".png", ".ppm", ".tif", ".tiff")


def idx(*contents):
    """Images and labels in turn, in MNIST's idx format, part after part."""
    images = [_idx_array(content, dimensions=3) for content in contents[::2]]
    labels = [_idx_array(content, dimensions=1) for content in contents[1::2]]
    if [len(part) for part in images] != [len(part) for part in labels]:
        raise ValueError("expected as many labels as images in each part")
    X = np.concatenate([part.reshape(len(part), -1) for part in images])
    return {"X": X, "y": np.concatenate(labels).astype(np.int64)}


def image_folders(
    content, *, size, classes=None, suffixes=SUFFIXES, person=None, probes=False
):
    """Images of one size in folders named after their classes.

    Parameters
    ----------
    content : bytes or pathlib.Path
        Archive or folder; only the innermost folder of a path names the class.
    size : sequence of int
        Height and width; other images are resized (bicubic).
    classes : sequence of str, optional
        In the order of the class numbers; by default all that are there, by name.
    suffixes : sequence of str
        Files that end otherwise are no images.
    person : str, optional
        Regular expression for a file's name without suffix, whose first group names
        the person: gives the array `groups`.
    probes : bool
        The folders of classes lie below ``gallery/`` or ``probe_<n>/``: gives the array
        `probes`, 0 for the gallery.
    """
    found = _images_by_class(content, classes, suffixes)
    X = np.stack([_resized(gray(data, path), size) for path, _, data in found])
    arrays = {
        "X": X.reshape(len(X), -1),
        "y": np.array([number for _, number, _ in found], dtype=np.int64),
    }
    if person is not None:
        names = [path.stem for path, _, _ in found]
        arrays["groups"] = person_numbers(names, person)
    if probes:
        numbers = [_probe(path) for path, _, _ in found]
        arrays["probes"] = np.array(numbers, dtype=np.int64)
    return arrays


def ragged_folders(content, *, height, suffixes=SUFFIXES):
    """Images of one height and any width, in folders named after their classes."""
    found = _images_by_class(content, None, suffixes)
    images = []
    for path, _, data in found:
        image = gray(data, path)
        width = round(image.shape[1] * height / image.shape[0])
        images.append(_resized(image, (height, max(1, width))))
    return {
        "pixels": np.concatenate([image.ravel() for image in images]),
        "widths": np.array([image.shape[1] for image in images], dtype=np.int64),
        "y": np.array([number for _, number, _ in found], dtype=np.int64),
    }


def gray(content, name):
    """One image as gray values, height by width."""
    try:
        with Image.open(io.BytesIO(content)) as image:
            return np.array(image.convert("L"))
    except (UnidentifiedImageError, OSError) as error:
        raise ValueError(f"expected an image in {name}: {error}") from error


def person_numbers(names, pattern):
    """Numbers of the persons whom names name, in the order of the persons' names."""
    matches = [re.fullmatch(pattern, name) for name in names]
    for name, match in zip(names, matches, strict=True):
        if match is None:
            raise ValueError(f"expected a name like {pattern}, found {name}")
    persons = [match[1] for match in matches]
    return np.unique(persons, return_inverse=True)[1].astype(np.int64)


def natural(name):
    """Sort key that puts s2 before s10."""
    return [
        (int(part), "") if part.isdigit() else (-1, part)
        for part in re.split(r"(\d+)", str(name))
    ]


def _images_by_class(content, classes, suffixes):
    """Path, class number and content of all images, sorted by path."""
    found = [(PurePosixPath(name), data) for name, data in members(content)]
    found = [item for item in found if item[0].suffix.lower() in suffixes]
    if not found:
        raise ValueError(f"expected images ending in {', '.join(suffixes)}, found none")
    if classes is None:
        classes = sorted({path.parent.name for path, _ in found}, key=natural)
    numbers = {name: number for number, name in enumerate(classes)}
    for path, _ in found:
        if path.parent.name not in numbers:
            raise ValueError(f"expected {path} in a folder {' or '.join(numbers)}")
    found.sort(key=lambda item: natural(item[0]))
    return [(path, numbers[path.parent.name], data) for path, data in found]


def _resized(image, size):
    height, width = size
    if image.shape == (height, width):
        return image
    return np.array(Image.fromarray(image).resize((width, height), Image.BICUBIC))


def _probe(path):
    parts = path.parts[:-2]
    match = re.fullmatch(r"gallery|probe_(\d+)", parts[-1] if parts else "")
    if match is None:
        raise ValueError(f"expected {path} below gallery/ or probe_<number>/")
    return int(match[1] or 0)


def _idx_array(content, dimensions):
    magic = int.from_bytes(content[:4], "big")
    if magic != 0x0800 + dimensions:
        raise ValueError(
            f"expected idx bytes of {dimensions} dimensions, found magic {magic:#x}"
        )
    shape = np.frombuffer(content, dtype=">u4", count=dimensions, offset=4)
    values = np.frombuffer(content, dtype=np.uint8, offset=4 + 4 * dimensions)
    if values.size != np.prod(shape, dtype=np.int64):
        raise ValueError(f"expected {shape.tolist()} bytes, found {values.size}")
    return values.reshape(shape)

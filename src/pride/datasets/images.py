"""Image sets as arrays of gray values, uint8.

Images of one size are the rows of X, row-major. Their bits do not depend on the version
of Pillow, nor on the machine: of a colour JPEG the luminance is taken as it is stored,
which libjpeg decodes in integers, and scaling is arithmetic in whole numbers
(`pride.datasets.scaling`).
"""

import io
import re
from collections import defaultdict
from pathlib import PurePosixPath

import numpy as np
from PIL import Image

from pride.datasets.containers import members
from pride.datasets.scaling import cut, reduced, scaled

SUFFIXES = (".bmp", ".gif", ".jpeg", ".jpg", ".pgm", ".png", ".ppm", ".tif", ".tiff")
FORMATS = ("BMP", "GIF", "JPEG", "PNG", "PPM", "TIFF")  # Pillow's names of these


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
        Height and width; other images are scaled (bicubic).
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
    X = np.stack([scaled(gray(data, path), size) for path, _, data in found])
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


def ragged_folders(content, *, height, suffixes=SUFFIXES, first=None, others=None):
    """Images of one height and any width, in folders named after their classes.

    With `first`, only so many of each class, first by name; `others` gives the number
    of classes that have another one.
    """
    found = _images_by_class(content, None, suffixes)
    if first is not None:
        found = _first_by_name(found, first, others or {})
    images = []
    for path, _, data in found:
        image = gray(data, path)
        width = round(image.shape[1] * height / image.shape[0])
        images.append(scaled(image, (height, max(1, width))))
    return {
        "pixels": np.concatenate([image.ravel() for image in images]),
        "widths": np.array([image.shape[1] for image in images], dtype=np.int64),
        "y": np.array([number for _, number, _ in found], dtype=np.int64),
    }


def listed_people(content, people, *, classes, corner, part, size):
    """Photographs of the people that a table lists, as many of each as it says.

    Parameters
    ----------
    content : bytes or pathlib.Path
        Archive or folder with a folder for each person.
    people : bytes
        Lines of person, class and number of images, which are the first by name; a
        heading goes before them.
    classes : sequence of str
        In the order of the class numbers.
    corner, part : sequence of int
        Row and column where the part that is kept begins; its height and width.
    size : sequence of int
        Height and width, to which that part is reduced by averaging blocks of pixels.
    """
    folders = defaultdict(list)
    for name, data in members(content):
        path = PurePosixPath(name)
        if path.suffix.lower() in SUFFIXES:
            folders[path.parent.name].append((path, data))
    X, y, groups = [], [], []
    for number, line in enumerate(people.decode("utf-8").splitlines()[1:]):
        person, label, images = line.split(",")
        own = sorted(folders[person])[: int(images)]
        if len(own) < int(images):
            raise ValueError(f"expected {images} images of {person}, found {len(own)}")
        for path, data in own:
            X.append(reduced(cut(gray(data, path), corner, part), size).ravel())
        y += [list(classes).index(label)] * len(own)
        groups += [number] * len(own)
    y, groups = np.array(y, dtype=np.int64), np.array(groups, dtype=np.int64)
    return {"X": np.stack(X), "y": y, "groups": groups}


def gray(content, name):
    """One image as gray values, height by width."""
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            image.draft("L", None)  # the luminance of a JPEG needs no conversion
            return np.array(image.convert("L"))
    except Exception as error:  # Pillow raises many kinds, not all of them OSError
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


def _first_by_name(found, first, others):
    """Of the images in the folders of classes, so many of each, in their order."""
    seen, kept = defaultdict(int), []
    for path, number, data in found:
        folder = path.parent.name
        seen[folder] += 1
        if seen[folder] <= others.get(folder, first):
            kept.append((path, number, data))
    return kept


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

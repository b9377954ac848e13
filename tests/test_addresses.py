"""Every address of the registry, played by a server on this machine.

What lies there is laid out as its home documents it: made up, and, where $PRIDE_MIRROR
names a mirror, with the original files, which must lead to the registered arrays.
"""

import gzip
import io
import os
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np
import pytest
import rdata
from local_site import pages, served
from PIL import Image

from pride.datasets.containers import member, members
from pride.datasets.fetch import Places
from pride.datasets.prepare import checked_arrays
from pride.datasets.registry import load_registry

CONFIG = Path(__file__).parents[1] / "config"
REGISTRY = load_registry(CONFIG / "datasets.yaml")
ADDRESSES = [
    pytest.param(name, source, id=f"{name}-{urlsplit(source['url']).netloc}")
    for name, entry in REGISTRY.items()
    for source in entry["sources"]
    if source.get("url", "").startswith(("http", "ftp"))
]
NAN = np.nan


class Layout(NamedTuple):
    """What lies at an address."""

    files: dict  # name there -> a file in the mirror, or how it is made of the mirror
    made_up: Callable  # gives small contents by their names, and their arrays
    beside: tuple = ()  # names of files that nobody asks for


def text(name, lines, X, y):
    """A made-up table in one file, and what must be read from it."""
    return lambda: ({name: "\n".join(lines).encode()}, {"X": X, "y": y})


def mfeat_table(name):
    """Maker of a table as UCI has it, without header and labels, from the mirror's."""

    def made(mirror):
        lines = member(mirror, f"mfeat/{name}.csv.gz").decode().splitlines()[1:]
        rows = ([float(cell) for cell in line.split("\t")[:-1]] for line in lines)
        return "\n".join(
            "  ".join(f"{value:.8f}" for value in row) for row in rows
        ).encode()

    return made


MFEAT = {
    "mfeat-fac": "mfeat-factors",
    "mfeat-fou": "mfeat-fourier",
    "mfeat-kar": "mfeat-karhunen",
    "mfeat-mor": "mfeat-morphological",
    "mfeat-pix": "mfeat-pixel",
    "mfeat-zer": "mfeat-zernike",
}


def made_up_mfeat():
    column = np.arange(400.0)
    X = np.column_stack([column + 1000 * number for number in range(6)])
    contents = {
        name: "\n".join(f"  {value:.1f} " for value in X[:, number]).encode()
        for number, name in enumerate(MFEAT)
    }
    return contents, {"X": X, "y": np.repeat([0, 1], 200)}


def made_up_colon():
    X = np.array([[1.5, 2.0], [3.0, 4.0], [5.0, 6.5]])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "Colon.rda"
        rdata.write_rda(file, {"Colon": {"X": X, "Y": np.array([2.0, 1.0, 2.0])}})
        return {"Colon.rda": file.read_bytes()}, {"X": X, "y": [1, 0, 1]}


def challenge_files(name):
    """Files of the NIPS 2003 challenge, of which one lies beside the folder."""
    parts = ["train.data", "train.labels", "valid.data", "valid.labels"]
    folder = [f"{name.upper()}/"] * 3 + [""]
    return [f"{f}{name}_{part}" for f, part in zip(folder, parts, strict=True)]


def challenge(name):
    mirrored = ["train.data.gz", "train.labels", "valid.data.gz", "valid.labels"]
    there = challenge_files(name)
    files = [f"{name}/{name}_{part}" for part in mirrored]
    made_up = [b"\n1 2 \n3 4 \n", b"-1\n1\n", b"5 6 \n", b"1\n"]
    arrays = {"X": [[1, 2], [3, 4], [5, 6]], "y": [0, 1, 1]}
    return Layout(
        dict(zip(there, files, strict=True)),
        lambda: (dict(zip(there, made_up, strict=True)), arrays),
        (f"{name.upper()}/{name}_test.data", f"{name.upper()}/{name}.param"),
    )


MNIST = [
    "train-images-idx3-ubyte.gz",
    "train-labels-idx1-ubyte.gz",
    "t10k-images-idx3-ubyte.gz",
    "t10k-labels-idx1-ubyte.gz",
]


def idx_bytes(array):
    array = np.asarray(array, dtype=np.uint8)
    header = (0x0800 + array.ndim).to_bytes(4, "big")
    return header + np.array(array.shape, dtype=">u4").tobytes() + array.tobytes()


def made_up_mnist():
    train, test = np.arange(12).reshape(2, 2, 3), np.arange(6).reshape(1, 2, 3)
    contents = [idx_bytes(part) for part in (train, [7, 3], test, [9])]
    X = np.concatenate([train, test]).reshape(3, 6)
    return dict(zip(MNIST, contents, strict=True)), {"X": X, "y": [7, 3, 9]}


def tarred(files, mode):
    """A tar file with the last names first: the order must not matter."""
    buffer = io.BytesIO()
    packing = {"compresslevel": 1} if mode == "w:gz" else {}
    with tarfile.open(fileobj=buffer, mode=mode, **packing) as file:
        for name in sorted(files, reverse=True):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            file.addfile(entry, io.BytesIO(files[name]))
    return buffer.getvalue()


def png(value, height, width):
    buffer = io.BytesIO()
    Image.fromarray(np.full((height, width), value, dtype=np.uint8)).save(buffer, "PNG")
    return buffer.getvalue()


OBJECTS = "caltech-101/101_ObjectCategories.tar.gz"


def original_caltech(mirror):
    """What the mirror has, and some of the files that only the original has."""
    files = dict(members(mirror / "caltech101/caltech101-first60.tar"))
    for folder, numbers in {
        "BACKGROUND_Google": (304, 467),
        "Faces": (61, 435),
    }.items():
        for number in numbers:
            name = f"101_ObjectCategories/{folder}/image_{number:04}.jpg"
            files[name] = files["101_ObjectCategories/Faces/image_0001.jpg"]
    return tarred(files, "w")


def made_up_caltech():
    """62 images of one category, of which 60 are taken, and two of another."""
    taken = [("BACKGROUND_Google", 1), ("BACKGROUND_Google", 2)]
    taken += [("accordion", number) for number in range(1, 61)]
    left_out = [("accordion", 61), ("accordion", 62)]
    images = {
        f"101_ObjectCategories/{folder}/image_{number:04}.jpg": png(
            number, 140, number % 3 + 1
        )
        for folder, number in taken + left_out
    }
    numbers = [number for _, number in taken]
    widths = [number % 3 + 1 for number in numbers]
    pixels = np.repeat(numbers, [140 * width for width in widths])
    arrays = {"pixels": pixels, "widths": widths, "y": [0, 0] + [1] * 60}
    return {OBJECTS: tarred(images, "w")}, arrays


LFW = "lfw-funneled.tgz"


def original_lfw(mirror):
    """What the mirror has, an image more of somebody, and one of somebody else."""
    files = dict(members(mirror / "lfw_people/lfw-funneled-488-people.tar"))
    image = files["lfw_funneled/Aaron_Peirsol/Aaron_Peirsol_0001.jpg"]
    for person, number in {"Aaron_Peirsol": 5, "Aaron_Eckhart": 1}.items():
        files[f"lfw_funneled/{person}/{person}_{number:04}.jpg"] = image
    return tarred(files, "w:gz")


def made_up_lfw():
    images = {"Eva_Li": [10, 20, 30], "Al_Bo": [40], "Zoe": [50]}
    files = {
        f"lfw_funneled/{person}/{person}_{number:04}.jpg": png(value, 250, 250)
        for person, values in images.items()
        for number, value in enumerate(values, start=1)
    }
    people = b"person,gender,images\nAl_Bo,male,1\nEva_Li,female,2\n"
    X = np.repeat([[40], [10], [20]], 85 * 60, axis=1)
    arrays = {"X": X, "y": [1, 0, 0], "groups": [0, 1, 1]}
    return {LFW: tarred(files, "w:gz"), "lfw_people.csv": people}, arrays


UCI = "https://archive.ics.uci.edu/static/public"
LAYOUTS = {
    f"{UCI}/53/iris.zip": Layout(
        {"iris.data": "iris/iris.data"},
        text(
            "iris.data",
            ["5.1,3.5,Iris-setosa", "6.3,3.3,Iris-virginica", "7.0,3,Iris-versicolor"],
            [[5.1, 3.5], [6.3, 3.3], [7.0, 3.0]],
            [0, 2, 1],
        ),
        ("Index", "bezdekIris.data", "iris.names"),
    ),
    f"{UCI}/17/breast+cancer+wisconsin+diagnostic.zip": Layout(
        {"wdbc.data": "wdbc/wdbc.data"},
        text(
            "wdbc.data",
            ["842302,M,17.99,10.38", "8510426,B,13.54,14.36"],
            [[17.99, 10.38], [13.54, 14.36]],
            [1, 0],
        ),
        ("wdbc.names", "breast-cancer-wisconsin.data"),
    ),
    f"{UCI}/72/multiple+features.zip": Layout(
        {there: mfeat_table(mirrored) for there, mirrored in MFEAT.items()},
        made_up_mfeat,
        ("mfeat.info",),
    ),
    f"{UCI}/51/internet+advertisements.zip": Layout(
        {"ad.data": "internet_ads/ad-dataset.zip/ad.data"},
        text(
            "ad.data",
            [" 125, 120,0.96,1,ad.", "   ?,   ?,   ?,0,nonad."],
            [[125, 120, 0.96, 1], [NAN, NAN, NAN, 0]],
            [1, 0],
        ),
        ("ad.names",),
    ),
    "https://raw.githubusercontent.com/cran/plsgenomics/master/data/Colon.rda": Layout(
        {"Colon.rda": "colon/Colon.rda"}, made_up_colon
    ),
    f"{UCI}/60/liver+disorders.zip": Layout(
        {"bupa.data": "bupa/bupa.data"},
        text(
            "bupa.data",
            ["85,92,0.0,1", "64,59,0.5,2"],
            [[85, 92, 0], [64, 59, 0.5]],
            [0, 1],
        ),
        ("bupa.names", "costs/bupa.cost"),
    ),
    "https://raw.githubusercontent.com/jbrownlee/Datasets/master/"
    "pima-indians-diabetes.data.csv": Layout(
        {"pima-indians-diabetes.data.csv": "pima/pima-indians-diabetes.data.csv"},
        text(
            "pima-indians-diabetes.data.csv",
            ["6,148,33.6,1", "1,85,26.6,0"],
            [[6, 148, 33.6], [1, 85, 26.6]],
            [1, 0],
        ),
    ),
    f"{UCI}/45/heart+disease.zip": Layout(
        {"processed.cleveland.data": "cleveland/processed.cleveland.data"},
        text(
            "processed.cleveland.data",
            ["67.0,1.0,3.0,4", "41.0,0.0,?,0", "63.0,1.0,6.0,0"],
            [[67, 1, 3], [63, 1, 6]],
            [1, 0],
        ),
        ("cleveland.data", "processed.hungarian.data"),
    ),
    f"{UCI}/52/ionosphere.zip": Layout(
        {"ionosphere.data": "ionosphere/ionosphere.data"},
        text(
            "ionosphere.data",
            ["1,0,0.9,g", "1,0,-0.2,b"],
            [[1, 0, 0.9], [1, 0, -0.2]],
            [1, 0],
        ),
        ("Index", "ionosphere.names"),
    ),
    f"{UCI}/171/madelon.zip": challenge("madelon"),
    f"{UCI}/167/arcene.zip": challenge("arcene"),
    "https://ossci-datasets.s3.amazonaws.com/mnist/": Layout(
        {name: f"mnist/{name}" for name in MNIST}, made_up_mnist, ("index.html",)
    ),
    "https://data.caltech.edu/records/mzrjq-6wc02/files/caltech-101.zip": Layout(
        {OBJECTS: original_caltech},
        made_up_caltech,
        ("caltech-101/Annotations.tar", "__MACOSX/caltech-101/._Annotations.tar"),
    ),
    "https://ndownloader.figshare.com/files/5976015": Layout(
        {LFW: original_lfw}, made_up_lfw
    ),
}


def layout_of(source):
    if source["url"] not in LAYOUTS:
        pytest.fail(f"say in LAYOUTS what lies at {source['url']}, and how it is named")
    return LAYOUTS[source["url"]]


def laid_out(url, contents, beside):
    """Contents of a server, by path, that has these files at an address."""
    path = urlsplit(url).path
    if not url.endswith(("/", ".zip")):
        (content,) = contents.values()
        return {path: content}
    contents = {name: b"not asked for" for name in beside} | contents
    if url.endswith("/"):
        return {path + name: packed(name, data) for name, data in contents.items()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in contents.items():
            file.writestr(name, packed(name, content))
    return {path: buffer.getvalue()}


def packed(name, content):
    return gzip.compress(content, 1) if name.endswith(".gz") else content


def arrays_from(dataset, entry, source, contents, places):
    """The arrays that a source leads to when its address has these contents."""
    files = laid_out(source["url"], contents, layout_of(source).beside)
    with served(pages(files)) as address:
        here = source | {"url": address + urlsplit(source["url"]).path}
        return checked_arrays(dataset, entry, here, places)


def without_hashes(source, names):
    """A source whose files of these names may be any."""
    files = [dict(file) for file in source["files"]]
    for file in files:
        if file["name"] in names:
            file.pop("sha256", None)
    return source | {"files": files}


@pytest.mark.parametrize("dataset, source", ADDRESSES)
def test_made_up_files_at_an_address_become_arrays(dataset, source, tmp_path):
    contents, expected = layout_of(source).made_up()
    source = without_hashes(source, contents)
    for file in source["files"]:
        if file.get("beside_the_registry"):
            (tmp_path / file["name"]).write_bytes(contents.pop(file["name"]))
    entry = {"classes": list(REGISTRY[dataset]["classes"])}
    places = Places(None, cache=tmp_path / "cache", registry=tmp_path)
    arrays = arrays_from(dataset, entry, source, contents, places)
    assert set(arrays) == set(expected)
    for name, values in expected.items():
        np.testing.assert_array_equal(arrays[name], values)


@pytest.mark.slow
@pytest.mark.parametrize("dataset, source", ADDRESSES)
def test_the_original_files_lead_to_the_registered_arrays(dataset, source, tmp_path):
    if "PRIDE_MIRROR" not in os.environ:
        pytest.skip("no mirror: $PRIDE_MIRROR is not set")
    mirror = Path(os.environ["PRIDE_MIRROR"])
    files = layout_of(source).files
    made = {name: make(mirror) for name, make in files.items() if callable(make)}
    found = {name: member(mirror, files[name]) for name in files if name not in made}
    assert "content" in REGISTRY[dataset]
    source = without_hashes(source, made)
    places = Places(None, cache=tmp_path / "cache", registry=CONFIG)
    arrays_from(dataset, REGISTRY[dataset], source, made | found, places)


def test_no_layout_is_left_over():
    assert set(LAYOUTS) <= {param.values[1]["url"] for param in ADDRESSES}

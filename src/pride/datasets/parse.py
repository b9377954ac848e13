"""Tables as arrays: ``parser(*contents, **options)`` gives X, y and perhaps groups.

The contents are the bytes of the files that the registry lists for a source. Numbers
are read by Python's ``float``, which rounds correctly: a value written in two ways,
such as 0.3409 and 0.34090, becomes the same bits.
"""

import re

import numpy as np

from pride.datasets.faces import aligned_faces
from pride.datasets.images import idx, image_folders, listed_people, ragged_folders

DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
LONGEST = 1100  # characters: the longest exact double has 1076


def table(
    content,
    *,
    labels,
    separator=",",
    skip=0,
    label=-1,
    drop=(),
    words=None,
    missing=None,
    incomplete="refuse",
):
    """A text table with one sample a line.

    Parameters
    ----------
    content : bytes
    labels : dict
        Class number of each label as the file writes it.
    separator : str or None
        None is any white space.
    skip : int
        Lines before the first sample.
    label : int
        Column of the label; columns count from 0, from the end if negative.
    drop : sequence of int
        Columns that are neither feature nor label.
    words : dict, optional
        Column -> {word: number}, for categories written as words.
    missing : str, optional
        Marker of a missing value, which becomes NaN.
    incomplete : {"refuse", "keep", "drop"}
        What happens to samples with missing values.
    """
    if incomplete not in ("refuse", "keep", "drop"):
        raise ValueError(f"incomplete is refuse, keep or drop, got {incomplete!r}")
    rows = cells(content, separator, skip)
    width = len(rows[0])
    label %= width
    y = class_numbers([row[label] for row in rows], labels)
    dropped = {label, *(column % width for column in drop)}
    kept = [column for column in range(width) if column not in dropped]
    words = {
        int(column): {str(word): number for word, number in codes.items()}
        for column, codes in (words or {}).items()
    }
    names = _column_names(content, separator, skip, width)
    X = np.array([_numbers(row, kept, words, missing, names) for row in rows])
    gaps = np.isnan(X)
    if incomplete == "refuse" and gaps.any():
        columns = ", ".join(names[kept[i]] for i in np.flatnonzero(gaps.any(axis=0)))
        raise ValueError(
            f"expected numbers only, found missing values in column {columns} "
            f"of {gaps.any(axis=1).sum()} samples; write `incomplete: drop` into the "
            "options to leave these samples out, or fill in the file"
        )
    if incomplete == "drop":
        complete = ~gaps.any(axis=1)
        X, y = X[complete], y[complete]
    return {"X": X, "y": y}


def views(*contents, block, separator=None, skip=0, labelled=False, decimals=None):
    """Tables side by side, of samples that lie in blocks of `block` a class.

    If `labelled`, the last column of each table must number the classes in that order;
    from which number on may differ between the tables. With `decimals`, values are
    rounded to what the original prints: undoes copies that write 0.07303319999999999.
    """
    tables = [matrix(content, separator, skip) for content in contents]
    lengths = sorted({len(values) for values in tables})
    if len(lengths) > 1 or lengths[0] % block:
        raise ValueError(
            f"expected tables of equal length, a multiple of {block}; found {lengths}"
        )
    y = np.arange(lengths[0]) // block
    if labelled:
        for number, values in enumerate(tables, start=1):
            if not np.array_equal(values[:, -1] - values[0, -1], y):
                raise ValueError(
                    f"expected labels in blocks of {block} in the last column of "
                    f"table {number}"
                )
        tables = [values[:, :-1] for values in tables]
    X = np.hstack(tables)
    if decimals is not None:
        X = np.array([[round(value, decimals) for value in row] for row in X.tolist()])
    return {"X": X, "y": y}


def challenge(*contents, labels, separator=None):
    """Features and labels in turn, part after part, as in the NIPS 2003 challenge."""
    if len(contents) % 2:
        raise ValueError(f"expected pairs of data and labels, found {len(contents)}")
    parts, numbers = [], []
    for data, answers in zip(contents[::2], contents[1::2], strict=True):
        parts.append(matrix(data, separator))
        column = [row[0] for row in cells(answers, separator)]
        numbers.append(class_numbers(column, labels))
        if len(parts[-1]) != len(numbers[-1]):
            raise ValueError(f"{len(parts[-1])} samples have {len(numbers[-1])} labels")
    return {"X": np.vstack(parts), "y": np.concatenate(numbers)}


def r_list(content, *, name, labels, features="X", label="Y"):
    """A list in an R data file, with a numeric matrix and a vector of labels."""
    import rdata  # half a second, for one data set

    found = rdata.conversion.convert(
        rdata.parser.parse_data(content), default_encoding="ascii"
    )
    if name not in found:
        raise ValueError(f"expected an R object {name}, found {', '.join(found)}")
    X = np.array(found[name][features], dtype=np.float64)
    column = [f"{value:g}" for value in np.asarray(found[name][label])]
    return {"X": np.ascontiguousarray(X), "y": class_numbers(column, labels)}


def matrix(content, separator=None, skip=0):
    """All cells of a text table as numbers."""
    rows = cells(content, separator, skip)
    columns = range(len(rows[0]))
    names = [str(column) for column in columns]
    return np.array([_numbers(row, columns, {}, None, names) for row in rows])


def cells(content, separator=",", skip=0):
    """The cells of a text table, line by line, without empty lines."""
    lines = content.decode("utf-8").splitlines()[skip:]
    rows = [line.split(separator) for line in lines if line.strip()]
    if not rows:
        raise ValueError(f"expected samples after {skip} lines, found none")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"expected {len(rows[0])} columns as in the first sample, "
                f"found {len(row)} in sample {number}"
            )
    return rows


def class_numbers(column, labels):
    """Class numbers of labels as a file writes them."""
    numbers = {str(word): number for word, number in labels.items()}
    try:
        return np.array([numbers[cell.strip()] for cell in column], dtype=np.int64)
    except KeyError as error:
        raise ValueError(
            f"expected a label out of {', '.join(numbers)}; found {error.args[0]!r}"
        ) from None


def _column_names(content, separator, skip, width):
    """Numbers of columns, with the words of the line before the samples if it fits."""
    numbers = [str(column) for column in range(width)]
    heading = content.decode("utf-8").splitlines()[skip - 1].split(separator)
    if skip == 0 or len(heading) != width:
        return numbers
    return [f"{n} ({word.strip()})" for n, word in zip(numbers, heading, strict=True)]


def _numbers(row, columns, words, missing, names):
    """Numbers of one row: strict, since ``float`` would also take "nan" and "1_0"."""
    numbers = []
    for column in columns:
        cell = row[column].strip()
        if cell == missing:
            numbers.append(np.nan)
        elif column in words:
            if cell not in words[column]:
                expected = f"one of {', '.join(words[column])}"
                raise ValueError(_misread(expected, names[column], repr(cell)))
            numbers.append(words[column][cell])
        elif len(cell) <= LONGEST and DECIMAL.fullmatch(cell):
            numbers.append(float(cell))
        else:
            raise ValueError(_misread("a number", names[column], _shown(cell)))
    return numbers


def _misread(expected, column, found):
    return f"expected {expected} in column {column}, found {found}"


def _shown(cell):
    """A cell in a message; of a long one, its start and its length."""
    return repr(cell) if len(cell) < 60 else f"{cell[:40]!r}..., {len(cell)} characters"


PARSERS = {
    "table": table,
    "views": views,
    "challenge": challenge,
    "r_list": r_list,
    "idx": idx,
    "image_folders": image_folders,
    "ragged_folders": ragged_folders,
    "listed_people": listed_people,
    "aligned_faces": aligned_faces,
}
FOLDER_PARSERS = ["image_folders", "ragged_folders", "aligned_faces"]

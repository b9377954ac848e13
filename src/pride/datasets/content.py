"""What prepared arrays are, as one number: equal arrays, equal hash."""

import hashlib

import numpy as np


def content_hash(arrays):
    """SHA-256 of named arrays: of their names, types, shapes and little-endian bytes.

    It does not depend on the file they came from, on the order of the names or on the
    machine, so every source of a data set must lead to the same one.
    """
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        array = array.astype(array.dtype.newbyteorder("<"), copy=False)
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.data)
    return digest.hexdigest()

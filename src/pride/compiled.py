"""Compiled kernels, kept on disk in a place that every edit of a kernel changes.

numba looks at the date of a kernel's own file only, and would go on using yesterday's
code after an edit in a file that the kernel calls. Here the name of the folder carries
a hash of all files that kernels are made of, so that a kept kernel is never an old one.
"""

import hashlib
import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import numpy as np
from numba import config, get_num_threads, njit, types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.extending import intrinsic

from pride.cache import cache_folder, user, writable
from pride.sources import hash_of_files, imports_in, with_imports

LIBRARY = Path(__file__).parent


def kernel_files(library=LIBRARY):
    """The files of the library that hold kernels, and all that these import."""
    holding = [
        file
        for file in library.rglob("*.py")
        if "pride.compiled" in (text := file.read_text("utf-8"))
        and "pride.compiled" in imports_in(text)
    ]
    return with_imports([library.parent], [library / "compiled.py", *holding])


def mine(folder):
    """Whether nobody else can put a file into a folder: what is kept is executed."""
    if not writable(folder):
        return False
    with suppress(OSError):
        folder.chmod(0o700)
    facts = folder.stat()
    return facts.st_uid == user() and not facts.st_mode & 0o022


KERNELS = (
    cache_folder() / "numba" / str(user()) / hash_of_files(LIBRARY, kernel_files())
)
KEEP = mine(KERNELS)


class CheckedFiles(IndexDataCacheFile):
    """numba's files of one kernel, each with the hash of its content at the end."""

    def _dump(self, content):
        pickled = super()._dump(content)
        return pickled + hashlib.sha256(pickled).digest()

    def _load_index(self):
        path = Path(self._index_path)
        if path.exists():
            version = pickle.dumps(self._version, protocol=-1)
            self._check(path.read_bytes().removeprefix(version))
        return super()._load_index()

    def _load_data(self, name):
        self._check(Path(self._data_path(name)).read_bytes())
        return super()._load_data(name)

    def _check(self, content):
        if hashlib.sha256(content[:-32]).digest() != content[-32:]:
            raise ValueError("a kept kernel is damaged")


class KernelCache(FunctionCache):
    """numba's cache of one kernel, which a full disk or a damaged file do not stop.

    What cannot be read is forgotten and compiled anew; what cannot be written is used
    without being kept.
    """

    def __init__(self, function):
        super().__init__(function)
        files = self._cache_file
        self._cache_file = CheckedFiles(
            self._cache_path, self._impl.filename_base, files._source_stamp
        )

    def load_overload(self, signature, target):
        try:
            return super().load_overload(signature, target)
        except Exception:  # of whatever kind: pickles raise many
            with suppress(OSError):
                os.unlink(self._cache_file._index_path)

    def save_overload(self, signature, compiled):
        with suppress(OSError, ValueError):
            super().save_overload(signature, compiled)


def compiled(function):
    """``numba.njit``, strict in its arithmetic, kept below `KERNELS`."""
    return kept(function, fastmath=False)


def compiled_roughly(function):
    """The same with fused multiply-adds and without NaN: for rough values, checked."""
    return kept(function, fastmath={"contract", "nnan", "nsz"})


def compiled_in_any_order(function):
    """The same with sums in any order, which only then are vectorised."""
    return kept(function, fastmath={"contract", "nnan", "nsz", "reassoc"})


def inlined(function):
    """A kernel that becomes a part of those that call it.

    Wherever a tuple of arrays is handed over each of them is counted, which can cost
    more than what is done with a few of them.
    """
    return njit(inline="always")(function)


@intrinsic
def lent(typing, arrays):
    """A tuple of arrays, or of such tuples, that a kernel need not count.

    Counting an array whenever it is looked at can take a third of the time of a kernel
    that does little with many. Whoever calls the kernel must hold the arrays as long,
    and the kernel must not return one.
    """

    def uncounted(context, builder, signature, arguments):
        return _without_owner(context, builder, signature.args[0], arguments[0])

    return arrays(arrays), uncounted


def _without_owner(context, builder, kind, value):
    """An array, or all of a tuple, with none to count for it."""
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = array.meminfo.type(None)
        return array._getvalue()
    for place, part in enumerate(kind):
        own = builder.extract_value(value, place)
        own = _without_owner(context, builder, part, own)
        value = builder.insert_value(value, own, place)
    return value


def kept(function, fastmath):
    """A kernel that numba keeps below `KERNELS`.

    numba chooses a function's folder when it is decorated; its global setting is put
    back at once, and other libraries are not affected.
    """
    kernel = njit(fastmath=fastmath, nogil=True)(function)
    if KEEP:
        setting, config.CACHE_DIR = config.CACHE_DIR, str(KERNELS)
        try:
            kernel._cache = KernelCache(function)
        finally:
            config.CACHE_DIR = setting
    return kernel


def mapped(run, items):
    """What `run` returns for each of the items, in as many threads as numba may use,
    $NUMBA_NUM_THREADS. Compiled kernels run side by side; all else takes turns."""
    with ThreadPoolExecutor(get_num_threads()) as pool:
        return list(pool.map(run, items))


def in_threads(run, rows):
    """What `run` returns for all rows, which numba's threads share out.

    `run` must do the same with a row whatever the others are.
    """
    shares = np.array_split(rows, min(get_num_threads(), len(rows)))
    return np.concatenate(mapped(run, shares))

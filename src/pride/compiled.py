"""Compiled kernels, kept on disk in a place that every edit of the library changes.

numba looks at the date of a kernel's own file only, and would go on using yesterday's
code after an edit in a file that the kernel calls. Here the name of the folder carries
a hash of all files of the library, so that a kept kernel is never an old one.
"""

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numba import config, get_num_threads, njit, types
from numba.extending import intrinsic

LIBRARY = Path(__file__).parent


def cache_folder():
    """Where everything that may be made again is kept: $PRIDE_CACHE, or the user's."""
    return Path(os.environ.get("PRIDE_CACHE") or Path.home() / ".cache/pride")


def code_hash(folder=LIBRARY):
    """A short hash of the source files below a folder of the library."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.relative_to(folder).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def writable(folder):
    """Whether a folder exists, or can be made, and takes files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


KERNELS = cache_folder() / "numba" / code_hash()
KEEP = writable(KERNELS)


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
    setting, config.CACHE_DIR = config.CACHE_DIR, str(KERNELS)
    try:
        return njit(cache=KEEP, fastmath=fastmath, nogil=True)(function)
    finally:
        config.CACHE_DIR = setting


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

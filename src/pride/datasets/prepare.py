"""From an entry of the registry to checked arrays."""

import numpy as np

from pride.datasets.content import content_hash
from pride.datasets.fetch import SourceError, deliver, describe, origin
from pride.datasets.parse import PARSERS
from pride.datasets.synthetic import GENERATORS
from pride.seeding import rng_for

REGISTRY_SEED = 2004  # of the registered samples; experiments draw their own


class Unavailable(OSError):
    """No source of a data set delivered; carries the reason of each."""

    def __init__(self, dataset, reasons):
        self.reasons = reasons
        super().__init__(f"{dataset}: no source delivered\n{self.lines()}")

    def lines(self):
        """One line for each source that was tried."""
        return "\n".join(f"  {source}: {why}" for source, why in self.reasons.items())


def first_that_works(dataset, entry, attempt):
    """The first source with which `attempt` succeeds, and what it returned.

    The order is the registry's, but sources that nobody has tried yet come last.
    """
    reasons = {}
    for source in sorted(entry["sources"], key=lambda s: s.get("untried", False)):
        try:
            return source, attempt(source)
        except (SourceError, ValueError) as error:
            reasons[describe(source)] = str(error)
    raise Unavailable(dataset, reasons)


def prepare(dataset, entry, places, report=None):
    """Checked arrays of a data set, and where they came from."""

    def attempt(source):
        return checked_arrays(dataset, entry, source, places, report)

    source, arrays = first_that_works(dataset, entry, attempt)
    return arrays, origin(source, places)


def checked_arrays(dataset, entry, source, places, report=None):
    """The arrays that one source leads to, if they are the registered ones."""
    try:
        arrays = arrays_of(dataset, source, places, report)
        check(entry, arrays)
    except (SourceError, ValueError):
        raise
    except Exception as error:  # one bad copy must not stop a build that has others
        names = [file["name"] for file in source.get("files", [])] or [dataset]
        raise SourceError(
            f"{', '.join(names)} cannot be read ({kind_and_words(error)}); the copy is "
            "damaged or not laid out as registered, use another source"
        ) from error
    return arrays


def arrays_of(dataset, source, places, report):
    """The arrays that one source leads to, whatever they are."""
    options = source.get("options", {})
    if "generator" in source:
        rng = rng_for(REGISTRY_SEED, dataset, "sample", 0)
        X, y = GENERATORS[source["generator"]](rng, **options)
        return {"X": X, "y": y}
    contents = deliver(dataset, source, places, report)
    return PARSERS[source["parser"]](*contents, **options)


def kind_and_words(error):
    """An error as Python would print it: MemoryError, for one, has no words."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def counts(entry, arrays):
    """Numbers that papers print of a data set: patterns, features, classes."""
    numbers = {"patterns": len(arrays["y"]), "classes": len(entry["classes"])}
    if "X" in arrays:
        numbers["input_features"] = arrays["X"].shape[1]
    for label, name in enumerate(entry["classes"]):
        numbers[f"patterns_{name}"] = int((arrays["y"] == label).sum())
    return numbers


def check(entry, arrays):
    """Compare shape, class counts and content with what is registered."""
    facts = {"samples": len(arrays["y"])}
    if "X" in arrays:
        facts["features"] = arrays["X"].shape[1]
    if isinstance(entry["classes"], dict):
        counts = np.bincount(arrays["y"], minlength=len(entry["classes"]))
        facts["classes"] = dict(zip(entry["classes"], counts.tolist(), strict=True))
    if "content" in entry:
        facts["content"] = content_hash(arrays)
    for fact, found in facts.items():
        expected = entry.get(fact, found)
        if found != expected:
            raise ValueError(
                f"expected {fact} {expected}, found {found}; the copy was changed or "
                "re-ordered, or belongs to another edition"
            )

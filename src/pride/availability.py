"""Which data sets can be had, and what waits for the others, in a few lines."""

from collections import Counter

PLANNED = "to be fetched"


def availability_table(origins, waiting, explained):
    """Lines for people: how many data sets are at hand, and which are not.

    `origins` goes by data set; its first word is the kind of source. `waiting` has the
    targets that wait for each missing data set, `explained` why for some of them, as
    the failure of each source.
    """
    planned = sum(origin == PLANNED for origin in origins.values())
    kinds = Counter(
        origin.split()[0] for origin in origins.values() if origin != PLANNED
    )
    counts = ", ".join(f"{n} {kind}" for kind, n in kinds.most_common())
    told = [f"{len(origins) - planned} at hand" + (f" ({counts})" if counts else "")]
    told += [f"{planned} {PLANNED}"] if planned else []
    told += [f"{len(waiting)} missing"] if waiting else []
    lines = [f"Data sets: {', '.join(told)}"]
    for name, targets in waiting.items():
        lines.append(f"  {name} is MISSING; targets that wait for it: {len(targets)}")
        failures = explained.get(name, {}).items()
        lines += [f"    {source}: {why}" for source, why in failures]
    if waiting:
        lines.append(
            "  Why: pride data fetch <name>; a run also writes results/logs/missing"
        )
    return "\n".join(lines)

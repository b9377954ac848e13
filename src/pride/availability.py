"""Which data sets can be had, and what waits for the others, as a short table."""


def availability_table(origins, reasons, waiting):
    """Lines for people: data sets at hand, those that are not, and what waits.

    `origins` and `reasons` go by data set; a reason maps each source to its failure.
    """
    width = max((len(name) for name in [*origins, *reasons]), default=0)
    lines = ["Data sets"]
    lines += [f"  {name:{width}}  {origin}" for name, origin in origins.items()]
    for name, failures in reasons.items():
        lines.append(f"  {name:{width}}  MISSING")
        lines += [
            f"  {'':{width}}    {source}: {why}" for source, why in failures.items()
        ]
    for item in waiting:
        lost = ", ".join(need for need in item["needs"] if need in reasons)
        if targets := item["shows"] or item["scores"]:
            lines.append(f"  waiting for {lost}: {', '.join(targets)}")
    return "\n".join(lines)

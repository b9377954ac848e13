"""What is told before a build starts: which data there are, and what waits."""

from pride.availability import availability_table


def test_it_counts_origins_and_what_waits():
    origins = {"toy": "mirror", "xor": "generator xor", "s1": "generator lmba_s1"}
    origins |= {"mnist": "to be fetched"}
    waiting = {"faces": ["figure_5.svg", "g.csv"], "mine": ["accuracy.svg"]}
    told = availability_table(origins, waiting, {"mine": {"url file:///a": "gone"}})
    assert told.splitlines() == [
        "Data sets: 3 at hand (2 generator, 1 mirror), 1 to be fetched, 2 missing",
        "  faces is MISSING; targets that wait for it: 2",
        "  mine is MISSING; targets that wait for it: 1",
        "    url file:///a: gone",
        "  Why: pride data fetch <name>; a run also writes results/logs/missing",
    ]
    assert max(map(len, told.splitlines())) <= 80


def test_one_line_is_enough_if_nothing_is_missing():
    told = availability_table({"toy": "mirror"}, {}, {})
    assert told == "Data sets: 1 at hand (1 mirror)"

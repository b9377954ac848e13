"""What is told before a build starts: which data there are, and what waits."""

from pride.availability import availability_table


def test_it_names_sources_failures_and_what_waits():
    waiting = [
        {"needs": ["faces", "toy"], "shows": ["figure_5.svg"], "scores": ["f.csv"]},
        {"needs": ["faces"], "shows": [], "scores": ["g.csv"]},
        {"needs": ["faces"], "shows": [], "scores": []},  # others show all of it
    ]
    told = availability_table({"toy": "mirror"}, {"faces": {"uci": "gone"}}, waiting)
    assert told.splitlines() == [
        "Data sets",
        "  toy    mirror",
        "  faces  MISSING",
        "           uci: gone",
        "  waiting for faces: figure_5.svg",
        "  waiting for faces: g.csv",
    ]

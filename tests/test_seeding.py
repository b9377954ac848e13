"""Streams depend on what is drawn, and on nothing else."""

from pride.seeding import rng_for


def test_equal_keys_give_equal_streams():
    first, again = rng_for(1, "xor", "split", 3), rng_for(1, "xor", "split", 3)
    assert first.integers(2**62) == again.integers(2**62)


def test_every_part_of_the_key_counts():
    keys = [(1, "xor", "split", 3), (2, "xor", "split", 3), (1, "xor", "split", 4)]
    keys += [(1, "xor", "order", 3)]
    assert len({int(rng_for(*key).integers(2**62)) for key in keys}) == len(keys)


def test_the_stream_is_the_one_of_the_published_results():
    """A change here changes every number: explain it before changing the test."""
    assert int(rng_for(2004, "xor", "sample", 0).integers(10**9)) == 757532095

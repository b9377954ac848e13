"""What several test files share."""

import pytest
from smoke_build import build, workplace


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A working directory in which the smoke configuration has been built."""
    cwd = workplace(tmp_path_factory.mktemp("smoke"))
    (cwd / "said").write_text(build(cwd=cwd))
    return cwd

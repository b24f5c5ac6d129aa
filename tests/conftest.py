"""Shared by all tests."""

import pytest
from hypothesis import settings

settings.register_profile("redball", deadline=None)
settings.load_profile("redball")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks. `redball cases` reads the mark `case` from the text of the files."""
    config.addinivalue_line("markers", "case(*ids): the rule cases that this test covers, by their ids in the index")
    config.addinivalue_line("markers", "slow: plays many games; runs in `make test`, but not for every mutant")

"""Shared by all tests."""

import gc

import pytest
from hypothesis import settings

settings.register_profile("redball", deadline=None)
settings.load_profile("redball")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--long` runs the tests marked `long`, and only them: `make long` does."""
    parser.addoption("--long", action="store_true", help="run only what takes too long for `make test`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is long, or everything else; and what the clock judges where tests run side by side."""
    wanted, side_by_side = config.getoption("--long"), hasattr(config, "workerinput")
    chosen: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        long, timed = (item.get_closest_marker(name) is not None for name in ("long", "timed"))
        (chosen if long == wanted and not (timed and side_by_side) else others).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = chosen


def pytest_collection_finish() -> None:
    """What is there before the first test stays, so it is not looked through for garbage again and again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks. `redball cases` reads the mark `case` from the text of the files."""
    config.addinivalue_line("markers", "case(*ids): the rule cases that this test covers, by their ids in the index")
    config.addinivalue_line("markers", "long: more of the same; left out of `make test`, runs in `make long`")
    config.addinivalue_line("markers", "own_tab: needs a browser tab of its own, as it adds a script that stays in it")
    config.addinivalue_line("markers", "timed: judged by the clock; left out where tests run side by side")
    config.addinivalue_line("markers", "slow: plays many games; runs in `make test`, but not for every mutant")

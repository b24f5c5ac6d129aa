"""The application without a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from redball.server.app import create_app
from redball.server.store import Store
from server.kit import asking


@pytest.fixture(scope="session")
def application(tmp_path_factory: pytest.TempPathFactory) -> Litestar:
    """One for all tests of a process: to make it takes longer than most questions."""
    folder = tmp_path_factory.mktemp("no-games")
    return create_app(folder, static=folder / "none")


@pytest.fixture
def client(application: Litestar, tmp_path: Path) -> Iterator[TestClient[Any]]:
    """The application without a page, over an empty folder."""
    application.state.store = Store(tmp_path)
    with asking(application) as found:
        yield found

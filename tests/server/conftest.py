"""The application without a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from redball.server.app import create_app
from server.kit import asking


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """The application without a page."""
    with asking(create_app(tmp_path, static=tmp_path / "none")) as found:
        yield found

"""Games of Sedan that several files begin with; each test plays on with a fork."""

from __future__ import annotations

import pytest

from editions.command_control.sedan import EDITION, at_boundaries, at_movement
from redball.game import Game


@pytest.fixture(scope="session")
def at_first_move() -> Game:
    """The first decision of the German Movement Phase."""
    return at_movement(Game.new("sedan", seed=1, edition=EDITION), "axis")


@pytest.fixture(scope="session")
def at_first_boundaries() -> Game:
    """The first German decision about armies and boundaries."""
    return at_boundaries(Game.new("sedan", seed=1, edition=EDITION))

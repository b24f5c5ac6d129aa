"""What the page is told of the range of an Extender."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from redball.core.actions import BeginMove, JoinExtender
from redball.server.answers import extender_range
from redball.server.session import Session
from support import LEG, sit

REST = "[sources]\naxis 01.01\n[extenders]\naxis truck 2 3T\n"


@pytest.mark.case("12.7b")
def test_the_hexes_within_its_range_are_told_with_their_mp() -> None:
    table = sit(f"axis 05.01 one truck 5 20T\nsoviet 12.01 far {LEG}", ". " * 12, rest=REST)
    session = cast(Session, SimpleNamespace(game=table.game))
    with pytest.raises(ValueError, match="is no Extender"):
        extender_range(session, "axis", "one")
    table.do(BeginMove("one"), JoinExtender("one"))
    found = extender_range(session, "axis", "one")["hexes"]
    assert found == {str(table.hex(f"{5 + n:02}.01")): str(abs(n)) for n in (-3, -2, -1, 0, 1, 2, 3)}
    with pytest.raises(ValueError, match="no unit"):
        extender_range(session, "axis", "far")

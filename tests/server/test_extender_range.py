"""What the page is told of an Extender: its range, what it links to, and why it links nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from as_json import plain
from redball.core.actions import BeginMove, JoinExtender
from redball.server.answers.supply import extender_range, supply_of_unit
from redball.server.session import Session
from support import LEG, sit

REST = "[sources]\naxis 01.01\n[extenders]\naxis truck 2 3T\n"


@pytest.mark.case("12.7b")
def test_the_hexes_within_its_range_are_told_with_their_mp() -> None:
    table = sit(f"axis 05.01 one truck 5 20T\nsoviet 12.01 far {LEG}", ". " * 12, rest=REST)
    session = cast(Session, SimpleNamespace(game=table.game))
    with pytest.raises(ValueError, match="is not an Extender"):
        extender_range(session, "axis", "one")
    table.do(BeginMove("one"), JoinExtender("one"))
    found = plain(extender_range(session, "axis", "one"))["hexes"]
    assert found == {str(table.hex(f"{5 + n:02}.01")): str(abs(n)) for n in (-3, -2, -1, 0, 1, 2, 3)}
    with pytest.raises(ValueError, match="not one of your units"):
        extender_range(session, "axis", "far")


@pytest.mark.case("12.7a-A", "12.7d-C")
@pytest.mark.parametrize(("enemy", "links"), [("", True), (f"soviet 03.01 z {LEG}", False)])
def test_what_it_links_to_and_what_closes_it_in_words(enemy: str, links: bool) -> None:
    table = sit(f"axis 05.01 one truck 5 20T extender\nsoviet 12.01 far {LEG} strat\n{enemy}", ". " * 12, rest=REST)
    session = cast(Session, SimpleNamespace(game=table.game, side_of=lambda _: ""))
    link = plain(supply_of_unit(session, "axis", "one"))["link"]
    assert link["unit"] == "one"
    if links:
        assert (link["source"], link["obstacle"]) == (True, None)
        (leg,) = link["lines"]
        assert leg["text"] == "One links from 05.01: 3 of 3 truck MP: 04.01 1, 03.01 2, 02.01 3, next to 01.01."
    else:
        assert (link["source"], link["lines"]) == (False, [])
        found = link["obstacle"]
        assert (found["reason"], found["have"], found["need"]) == ("enemy_zoc", "3", "3")
        assert [mark["mp"] for mark in found["path"]] == ["0", "1", "2", "3"]

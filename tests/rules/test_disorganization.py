"""DG takes a whole hex."""

from __future__ import annotations

import pytest

from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import MarkerRemoved
from redball.rules.modes.disorganization import Disorganized, disorganize_hex
from support import position

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
SCENE = f"""
[terrain]
. . .
. . .
[units]
axis 02.01 a {RIFLES}
axis 02.01 b {RIFLES} move
axis 02.01 c {RIFLES} reserve
axis 02.01 d {RIFLES} strat
axis 02.01 e {RIFLES} exploit
axis 02.01 f {RIFLES} dg
axis 02.01 hq hq 8T-4T/6T-12T
axis 02.01 tr truck 2 50T
axis 02.01 org organic 1 50T formation=9.PD reserve
axis 03.01 far {RIFLES}
soviet 01.01 s {RIFLES}
"""


def disorganized(text: str = SCENE) -> Run:
    """The hex 02.01 after a DG result on the axis."""
    run = Run(position(text), Dice(seed=1))
    disorganize_hex(run, "axis", run.look.board.index("02.01"), "5.10a-A")
    return run


@pytest.mark.case("5.10a", "5.10-A", "5.4-D")
def test_every_combat_unit_of_the_hex_becomes_dg_and_keeps_its_facing() -> None:
    run = disorganized()
    marked = {uid: run.look.unit(uid) for uid in ("a", "b", "c", "d", "e", "f", "hq")}
    assert {unit.mode for unit in marked.values()} == {"dg"}
    assert (marked["a"].facing, marked["b"].facing, marked["d"].facing) == ("combat", "move", "move")
    assert [(run.look.unit(uid).marker) for uid in ("far", "s")] == ["", ""]


@pytest.mark.case("5.10a-1")
def test_a_unit_that_is_dg_already_is_spared() -> None:
    run = disorganized()
    told = [event.unit for event in run.events if isinstance(event, Disorganized)]
    assert sorted(told) == ["a", "b", "c", "d", "e", "hq"]


@pytest.mark.case("5.10c", "13.2g-D")
def test_transport_points_are_exempt_but_an_organic_truck_leaves_reserve() -> None:
    run = disorganized()
    assert run.look.unit("tr").mode == "move"
    assert run.look.unit("org").mode == "move"
    removed = [event for event in run.events if isinstance(event, MarkerRemoved)]
    assert [(event.unit, event.marker, event.case) for event in removed] == [("org", "reserve", "5.10c")]
    idle = disorganized(SCENE.replace("formation=9.PD reserve", "formation=9.PD"))
    assert not [event for event in idle.events if isinstance(event, MarkerRemoved)]

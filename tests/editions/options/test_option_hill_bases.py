"""HR-16 before play begins: bases that are set up in hard terrain may be moved to the next hex."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import Done
from redball.core.state import Frame
from redball.editions.options.hill_bases import AirBaseMoved, MoveBase
from redball.rules.ground.air_force import base_in, plane_in
from redball.rules.sequence.turn import GameFlow
from support import LEG, Sitting, land, opened, sit

FIGHTER = "F 4-3-12/3-2-12"


def before_play(
    bases: str = "axis 03.03 2 gliders=2", *, on: bool = True, units: str = "", ground: str = "", **more: Any
) -> Sitting:
    """The game as it is set up: mountains at 03.03, with two aircraft if the axis has a base there."""
    planes = f"axis 03.03 f {FIGHTER}\naxis 03.03 g {FIGHTER} inactive" if "axis 03.03" in bases else ""
    drawn = land("03.03=m", *ground.split(), columns=6, rows=5)
    units = f"axis 01.01 a {LEG}\nsoviet 06.05 r {LEG}\n{units}"
    look = sit(units, drawn, rest=f"[bases]\n{bases}\n[aircraft]\n{planes}\n", switches={"hill_bases": on}, **more).look
    look = type(look)(look.world, look.state.change(clock=type(look.state.clock)()))
    return Sitting(opened(look, Frame("game", "set_up", GameFlow())))


def asking(table: Sitting) -> str:
    """The side that may move bases now, "" if none may."""
    decision = table.game.decision
    return decision.side if decision is not None and table.step == "hill_bases.move" else ""


@pytest.mark.case("HR-16")
def test_a_base_among_hills_is_moved_with_all_that_is_there() -> None:
    table = before_play()
    start, to = table.hex("03.03"), table.hex("04.03")
    assert asking(table) == "axis"
    assert {move.hex for move in table.offered(MoveBase)} == set(table.look.board.neighbours(start))
    table.do(MoveBase(start, to))
    assert base_in(table.game.state, start) is None
    base = base_in(table.game.state, to)
    assert base is not None
    assert (base.side, base.level, base.gliders) == ("axis", 2, 2)
    planes = [plane_in(table.game.state, pid) for pid in ("f", "g")]
    assert [(plane.hex, plane.active) for plane in planes if plane is not None] == [(to, True), (to, False)]
    assert table.told(AirBaseMoved) == "Axis moves its air base at 03.03 to 04.03"
    assert not asking(table), "it has been moved, and nobody else has one there"


@pytest.mark.case("HR-16")
@pytest.mark.parametrize(
    ("bases", "on"), [("axis 03.03 2", False), ("axis 02.03 2", True), ("", True), ("axis 02.02 strip", True)]
)
def test_nobody_is_asked_elsewhere(bases: str, on: bool) -> None:
    assert not asking(before_play(bases, on=on))


@pytest.mark.case("HR-16")
def test_it_may_stay_and_each_side_is_asked() -> None:
    table = before_play("axis 03.03 2\nsoviet 05.05 1", ground="05.05=C")
    table.do(Done())
    assert asking(table) == "soviet"
    assert table.refused(MoveBase(table.hex("03.03"), table.hex("04.03"))) == ("air.no_base", "15.0")
    table.do(Done())
    assert not asking(table)
    assert base_in(table.game.state, table.hex("03.03")) is not None


@pytest.mark.case("HR-16")
def test_where_it_may_not_go() -> None:
    table = before_play(
        "axis 03.03 2\naxis 04.03 1\naxis 02.03 strip",
        units=f"soviet 03.04 s {LEG}",
        ground="03.02=m 04.02=~",
    )
    start = table.hex("03.03")
    why = {
        "05.03": ("hill_base.not_next", "HR-16"),
        "03.03": ("hill_base.not_next", "HR-16"),
        "03.04": ("hill_base.enemy", "4.8-G"),
        "04.03": ("hill_base.taken", "15.0a"),
        "04.02": ("hill_base.closed", "SETUP-IV-I"),
    }
    for where, refused in why.items():
        assert table.refused(MoveBase(start, table.hex(where))) == refused
    assert table.refused(MoveBase(table.hex("04.03"), table.hex("05.03"))) == ("hill_base.easy", "HR-16")
    assert MoveBase(start, table.hex("03.02")) in table.offered(MoveBase), "other hills are no worse"


@pytest.mark.case("HR-16")
def test_each_base_moves_once() -> None:
    table = before_play("axis 03.03 2\naxis 05.01 1", ground="03.02=m 05.01=m")
    table.do(MoveBase(table.hex("03.03"), table.hex("03.02")))
    assert table.refused(MoveBase(table.hex("03.02"), table.hex("02.02"))) == ("hill_base.moved", "HR-16")
    assert {move.start for move in table.offered(MoveBase)} == {table.hex("05.01")}

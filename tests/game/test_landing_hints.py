"""What is told around a landing: what its first roll ends for others, who may move on, who could still land."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.cli.text import Table
from redball.core.actions import BeginMove, BeginSail, Halt, StepTo
from redball.core.actions.naval import LandAll, PlanLanding
from redball.game.save import SaveFile
from redball.game.view.ships import AshoreView, SeaView, sea_view
from redball.game.view.warnings import warnings
from redball.rules.naval.invasion import Invasion, strands
from redball.server.session import Session
from support import LEG, Sitting, land, sit

SHORE = land(*(f"{c:02d}.{r:02d}=." for c in range(1, 10) for r in (1, 2)), columns=9, rows=5, ground="-")
UNITS = "\n".join(f"axis aboard {uid} {LEG} name={uid}_Marine" for uid in "abc")
FOES = f"axis 01.01 z {LEG}\nsoviet 09.01 s {LEG}"
SUCCESS = (6, 6)
TWO = "axis 04.02 lc landing_craft 4 name=Force_J aboard=a,b\naxis 07.02 l2 landing_craft 2 name=Force_K aboard=c"


def off_shore(craft: str = TWO, dice: tuple[int, ...] = SUCCESS * 3) -> Sitting:
    rest = f"[sources]\naxis 01.01\nsoviet 09.01\n[craft]\n{craft}\n"
    return sit(f"{UNITS}\n{FOES}", SHORE, rest=rest, dice=dice)


def lost_by_landing(table: Sitting, name: str = "04.02") -> str:
    return strands(table.look, Invasion("axis", table.hex(name)))


def ashore(table: Sitting, viewer: str = "axis") -> AshoreView | None:
    view = sea_view(table.look, viewer)
    assert isinstance(view, SeaView)
    return view.ashore


@pytest.mark.case("18.5f")
def test_who_ends_the_draft_is_told_which_landing_craft_could_not_sail_any_more() -> None:
    table = off_shore(f"{TWO}\naxis 08.04 l3 landing_craft 1 name=Empty")
    told = "Once a landing has been rolled for, no Landing Craft sail in this phase, and these could"
    assert lost_by_landing(table) == f"{told}: Force K with 1 unit; Empty"
    table.do(PlanLanding(table.hex("04.02")), LandAll())
    step = table.asked.step
    assert step.gives_up is not None
    assert step.gives_up(table.look, table.asked.data) == lost_by_landing(table)
    assert lost_by_landing(table, "07.02") == f"{told}: Force J with 2 units; Empty"


@pytest.mark.case("18.5f")
def test_nothing_is_asked_where_nobody_else_could_sail() -> None:
    """They have sailed already, are all in the hex, or a landing has been rolled for."""
    table = off_shore("axis 04.02 lc landing_craft 4 aboard=a,b\naxis 04.02 l2 landing_craft 2 aboard=c")
    assert lost_by_landing(table) == ""
    table = off_shore()
    table.do(BeginSail("l2"), StepTo(table.hex("07.03")), Halt())
    assert lost_by_landing(table) == ""
    table = off_shore()
    table.do(PlanLanding(table.hex("04.02")), LandAll()).done()
    assert lost_by_landing(table, "07.02") == ""


def test_of_very_many_landing_craft_four_are_named() -> None:
    rows = [f"axis 0{n}.04 x{n} landing_craft 4 name=No_{n}" for n in range(1, 6)]
    rows[1] += " aboard=a,b,c"
    named = "No 2 with 3 units; No 1; No 3; No 4"
    assert lost_by_landing(off_shore("\n".join(rows))).endswith(f"could: {named}; and 1 more")
    assert lost_by_landing(off_shore("\n".join(rows[:4]))).endswith(f"could: {named}")


@pytest.mark.case("4.7d-E", "18.5f-D")
def test_after_a_landing_the_view_says_who_may_move_on_and_where_others_could_still_land() -> None:
    table = off_shore()
    assert ashore(table) is None
    table.do(PlanLanding(table.hex("04.02")), LandAll()).done()
    found = ashore(table)
    assert found is not None
    assert [(one.unit, one.hex, one.left) for one in found.landed] == [(uid, table.hex("04.02"), "1.5") for uid in "ab"]
    assert found.beaches == (table.hex("07.02"),)
    assert ashore(table, "") == found
    assert ashore(table, "soviet") is None
    table.do(BeginMove("a"))
    assert ashore(table) is None, "another decision is open"
    table.do(StepTo(table.hex("04.01")), Halt())
    found = ashore(table)
    assert found is not None
    assert ([one.unit for one in found.landed], found.beaches) == (["b"], ())


@pytest.mark.case("18.5d")
def test_who_ends_the_segment_is_warned_of_those_who_could_still_land() -> None:
    table = off_shore()
    assert ("3 units aboard could still land", ["a", "b", "c"], "18.5d") in said(table)
    table.do(PlanLanding(table.hex("04.02")), LandAll()).done()
    assert ("1 unit aboard could still land", ["c"], "18.5d") in said(table)
    table.do(PlanLanding(table.hex("07.02")), LandAll()).done()
    assert not any("aboard" in text for text, _, _ in said(table))


def said(table: Sitting) -> list[tuple[str, list[str], str]]:
    return [(one.text, one.units, one.case) for one in warnings(table.game, "axis")]


def test_the_terminal_asks_once_and_says_what_comes_next(tmp_path: Path) -> None:
    table, lines = off_shore(), list[str]()
    save = SaveFile(tmp_path / "g.redball", table.game)
    session = Session("g", table.game, save, {"axis": "human", "soviet": "human"})
    screen = Table(session, lines.append)
    screen.play(iter(("do plan_landing hex=04.02", "do land_all", "done")))
    assert f"  {lost_by_landing(table)}" in lines
    assert "  `done` again does it anyway" in lines
    assert isinstance(table.asked.data, Invasion)
    screen.play(iter(("done",)))
    assert "a Marine Rgt (a) has landed at 04.02, and may move on for 1.5 MP [4.7d-E]" in lines
    assert "Others can still land (07.02), but not once a landed unit has moved on [18.5f-D]" in lines

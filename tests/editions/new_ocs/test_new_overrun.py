"""Overruns of New OCS: ground, price, one try against a hex, and who may go on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from editions.new_ocs.new_support import look, sit
from redball.core.actions import BeginMove, DeclareOverrun, StepTo
from redball.core.events import MoveFinished, OverrunDeclared
from redball.core.ledger import show_mp
from redball.core.state import Frame
from redball.rules.moving_stack.move_ends import MoveData
from rules.table import Table
from support import LEG, TANKS, TRUCK, Sitting, land

FULL = "Div infantry other 20-3-6L/10-3-12L re=4"
STOCKS = "[supply]\naxis 02.02 9\naxis 02.01 9\n"


def overrun(table: Sitting, name: str) -> DeclareOverrun:
    """The overrun of a hex."""
    return DeclareOverrun(table.hex(name))


def facing(unit: str, terrain: str = ".", rest: str = "") -> Sitting:
    """A unit in 02.02 about to move, and an enemy in 02.03."""
    table = sit(f"axis 02.02 u {unit} fueled\nsoviet 02.03 r {LEG}", land(f"02.03={terrain}"), rest=STOCKS + rest)
    return table.begin("u")


@pytest.mark.case("N8-terrain", "N8-terrain-effects")
@pytest.mark.parametrize("terrain", [".", "w", "h", "C", "f"])
def test_any_ground_but_mountains_may_be_overrun(terrain: str) -> None:
    table = facing(TANKS.replace("12K/", "20K/"), terrain)
    assert overrun(table, "02.03") in table.game.choices()


@pytest.mark.case("N8-terrain")
def test_neither_mountains_nor_major_rivers() -> None:
    walkers = LEG.replace("3L/", "9L/")
    assert facing(walkers, "m").refused(DeclareOverrun(facing(walkers).hex("02.03"))) == (
        "overrun.mountain",
        "N8-terrain",
    )
    river = "[hexsides]\nmajor_river r 02.02/N\n[paths]\nroad r 02.02 02.03\n"
    table = facing(walkers, rest=river)
    assert table.refused(overrun(table, "02.03")) == ("overrun.river", "N8-terrain")
    table = facing(walkers, rest=river.replace("major", "minor"))
    assert overrun(table, "02.03") in table.game.choices()


@pytest.mark.case("N8-terrain", "9.1f-A")
def test_what_can_never_be_entered_cannot_be_overrun_but_a_road_is_enough() -> None:
    trucks = TRUCK.replace("6T/", "9T/")
    table = facing(trucks, "s")
    assert table.refused(overrun(table, "02.03")) == ("overrun.no_way", "9.1f-A")
    table = facing(trucks, "s", "[paths]\nroad r 02.02 02.03\n")
    assert overrun(table, "02.03") in table.game.choices()


@pytest.mark.case("N8-cost", "N8-cost-move-mode")
@pytest.mark.parametrize(
    ("unit", "left"), [(f"{TANKS} move", "9"), (TANKS, "7"), (LEG.replace("6L", "12L") + " move", "7")]
)
def test_the_zoc_is_paid_for_as_it_is_entered_never_for_the_overrun(unit: str, left: str) -> None:
    """15 or 12 MP; 1 for the hex, 2, 1 or 1 for its ZOC, 3 for the overrun."""
    table = sit(f"axis 02.01 u {unit} fueled\nsoviet 02.03 r {FULL}", rest=STOCKS).begin("u").go("02.02")
    table.do(overrun(table, "02.03"))
    assert table.one(OverrunDeclared).units == ("u",)
    moving = next(frame.data for frame in table.game.state.stack if isinstance(frame.data, MoveData))
    face = table.game.look.face(table.unit("u"))
    assert show_mp(face.ma - moving.spent[0]) == left


@pytest.mark.case("N4.5-hard-overrun-target", "N2.2-movement", "N4.5-hard-stop")
def test_who_must_stop_overruns_only_what_projects_the_zoc() -> None:
    units = f"axis 02.01 u {TANKS} move fueled\nsoviet 02.03 r {FULL}\nsoviet 03.02 s {LEG}"
    table = sit(units, rest=STOCKS).begin("u").go("02.02")
    assert table.refused(overrun(table, "03.02")) == ("overrun.not_projecting", "N4.5-hard-overrun-target")
    assert overrun(table, "02.03") in table.game.choices()
    soft = sit(units.replace(" move", ""), rest=STOCKS).begin("u").go("02.02")
    assert overrun(soft, "03.02") in soft.game.choices()


@pytest.mark.case("N8-one-attempt", "N8-one-attempt-displaced")
def test_a_hex_that_was_overrun_or_tried_is_spent_for_the_phase() -> None:
    units = f"axis 02.02 u {TANKS} fueled\nsoviet 02.03 r {LEG}\nsoviet 03.02 s {LEG}"
    table = sit(units, rest=f"{STOCKS}[this_phase]\noverrun 02.03\n").begin("u")
    assert table.refused(overrun(table, "02.03")) == ("overrun.again", "N8-one-attempt")
    table.do(overrun(table, "03.02"))
    assert table.hex("03.02") in table.game.state.overrun


def after(units: str, *moving: str, target: str = "03.03") -> Table:
    """The move goes on after an overrun against a hex; the units stand where it left them."""
    here = look(units, rest=STOCKS)
    here = here.__class__(here.world, here.state.change(clock=replace(here.state.clock, segment="movement")))
    spent, hex_ = (36,) * len(moving), here.board.index(target)
    data = MoveData("axis", here.unit(moving[0]).hex, moving, spent, begun=True, overrun=hex_)
    return Table(here, Frame("move", "after_overrun", data))


@pytest.mark.case("N8-failure-stops")
@pytest.mark.parametrize("mode", ["", "move"])
def test_a_failed_overrun_ends_the_move(mode: str) -> None:
    table = after(f"axis 02.02 u {TANKS} {mode} fueled\nsoviet 03.03 r {LEG}", "u")
    assert [event.unit for event in table.all(MoveFinished)] == ["u"]
    assert table.step == ""


@pytest.mark.case("N4.5-hard-after-overrun", "N8-ezoc-stop-move", "N8-ezoc-stop-combat")
def test_after_an_overrun_combat_mode_goes_on_and_move_mode_only_out_of_zocs() -> None:
    units = f"axis 03.03 c {TANKS} fueled\naxis 03.03 m {TANKS} move fueled\nsoviet 06.05 s {LEG}"
    free = after(units, "c", "m")
    assert (free.step, free.data.units) == ("go", ("c", "m"))
    held = after(f"{units}\nsoviet 03.04 r {FULL}", "c", "m")
    assert [event.unit for event in held.all(MoveFinished)] == ["m"]
    assert (held.step, held.data.units, held.data.overrun) == ("go", ("c",), -1)
    assert held.offered(StepTo)
    alone = after(f"{units}\nsoviet 03.04 r {FULL}", "m")
    assert alone.step == ""


@pytest.mark.case("N8-one-attempt")
def test_spent_hexes_are_free_again_in_the_next_phase() -> None:
    table = sit(f"axis 02.02 u {TANKS} fueled\nsoviet 06.05 r {LEG}", rest=f"{STOCKS}[this_phase]\noverrun 02.03\n")
    assert BeginMove("u") in table.game.choices()
    table.done()
    assert not table.game.state.overrun

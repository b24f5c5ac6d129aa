"""Mode changes as a unit begins to move, and where Reserve and Strat Mode may end."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import AddUnit, BeginMove, DropUnit, Halt, LoadSupply, SetMode
from redball.core.events import FacingChanged, ModeChanged, NegationRelied, UnitMoved
from redball.core.state import Facing, Mode
from support import GUNS, HQ, LEG, TANKS, TRUCK, Sitting, land, sit

FAR = f"soviet 06.05 r {LEG}"
NEAR = f"soviet 03.02 r {LEG}"
EDGE = "[sources]\naxis 01.01\n"
WIDE = "\n".join([". " * 19] * 3)
RAIL = "[paths]\nrailroad - 01.01 02.01 03.01\n"


def begun(units: str, uid: str = "u", **more: Any) -> Sitting:
    """A unit has been picked up."""
    return sit(units, **more).begin(uid)


def markers(limit: int) -> str:
    """A limit of Reserve markers for the axis."""
    return f"[reserve_markers]\naxis {limit}\n"


# --- when a mode may change ------------------------------------------------------------------------------------


@pytest.mark.case("5.4-A", "5.4-C", "5.3", "5.5", "5.6", "6.1b-A")
@pytest.mark.parametrize(
    ("mode", "facing", "left"),
    [("move", "move", "6"), ("reserve", "combat", "0.75"), ("reserve", "move", "1.5"), ("strat", "move", "12")],
)
def test_a_unit_changes_to_another_voluntary_mode_as_it_begins_to_move(mode: Mode, facing: Facing, left: str) -> None:
    table = begun(f"axis 02.02 u {LEG}\n{FAR}", rest=EDGE + RAIL).mode("u", mode, facing)
    assert (table.unit("u").mode, table.unit("u").facing, table.left("u")) == (mode, facing, left)
    assert table.one(ModeChanged).unit == "u"


@pytest.mark.case("5.4-A")
def test_a_mode_changes_once_and_before_the_first_step() -> None:
    table = begun(f"axis 02.02 u {LEG}\naxis 02.02 v {LEG}\n{FAR}").mode("u", "move")
    assert table.refused(SetMode("u", "combat", "combat")) == ("mode.once", "5.4-A")
    assert table.refused(SetMode("v", "move", "move")) == ("move.not_in_stack", "6.1f")
    table.go("02.03").halt().begin("v").go("01.02")
    assert table.refused(SetMode("v", "move", "move")) == ("mode.too_late", "5.4-A")


@pytest.mark.case("5.4-A", "5.4-C")
def test_a_mode_may_change_without_a_move_and_the_unit_has_finished() -> None:
    """Reading 1.23: it spends no MP."""
    table = begun(f"axis 02.02 u {LEG}\n{FAR}").mode("u", "move").halt()
    assert not table.unit("u").activity.spent
    assert not table.all(UnitMoved)
    assert table.refused(BeginMove("u")) == ("move.moved", "6.1f")


@pytest.mark.case("5.4-A", "5.3")
@pytest.mark.parametrize(
    ("mode", "facing", "code"),
    [
        ("combat", "combat", "mode.same"),
        ("combat", "move", "mode.unknown"),
        ("strat", "combat", "mode.strat_facing"),
        ("dg", "move", "mode.unknown"),
        ("exploit", "combat", "mode.unknown"),
        ("reserve", "sideways", "mode.unknown"),
    ],
)
def test_what_is_no_change_to_a_voluntary_mode(mode: Any, facing: Any, code: str) -> None:
    assert begun(f"axis 02.02 u {LEG}\n{FAR}").refused(SetMode("u", mode, facing))[0] == code


@pytest.mark.case("5.8-A")
def test_strat_mode_needs_the_move_side() -> None:
    table = begun(f"axis 02.02 u {LEG}\n{FAR}", rest=EDGE + RAIL)
    assert table.refused(SetMode("u", "strat", "combat")) == ("mode.strat_facing", "5.8-A")
    assert table.mode("u", "strat").unit("u").facing == "move"


@pytest.mark.case("5.4-B")
@pytest.mark.parametrize("at", ["reaction_movement", "exploitation_movement"])
def test_outside_the_movement_phase_no_mode_changes(at: str) -> None:
    phasing = "soviet" if at.startswith("reaction") else "axis"
    table = begun(f"axis 02.02 u {LEG} released\n{FAR}", at=at, phasing=phasing)
    assert table.offered(SetMode) == []
    assert table.refused(SetMode("u", "move", "move")) == ("mode.wrong_phase", "5.4-B")


@pytest.mark.case("5.4-D")
def test_involuntary_modes_are_not_put_off() -> None:
    table = begun(f"axis 02.02 u {LEG} dg\naxis 02.02 v {LEG} exploit\n{FAR}")
    assert table.refused(SetMode("u", "move", "move")) == ("mode.involuntary", "5.4-D")
    table.halt().begin("v")
    assert table.refused(SetMode("v", "move", "move")) == ("mode.involuntary", "5.4-D")
    assert table.offered(SetMode) == []


@pytest.mark.case("5.4-E", "5.2-B")
def test_a_disorganized_unit_may_turn_over_and_stays_disorganized() -> None:
    table = begun(f"axis 02.02 u {LEG} dg\n{FAR}")
    assert table.left("u") == "1.5"
    assert table.refused(SetMode("u", "dg", "combat")) == ("mode.same", "5.4-A")
    table.do(SetMode("u", "dg", "move"))
    assert (table.unit("u").mode, table.unit("u").facing, table.left("u")) == ("dg", "move", "3")
    assert table.one(FacingChanged).case == "5.4-E"
    assert table.refused(SetMode("u", "dg", "combat")) == ("mode.once", "5.4-A")


@pytest.mark.case("5.4-E", "5.5c")
def test_a_disorganized_unit_without_a_combat_side_cannot_turn_it_up() -> None:
    table = begun(f"axis 02.02 u repl pax /1-0-6L dg\n{FAR}")
    assert table.refused(SetMode("u", "dg", "combat")) == ("mode.no_combat_side", "5.5c")


# --- what has no such mode -------------------------------------------------------------------------------------


@pytest.mark.case("5.5c", "5.6b")
def test_repls_have_no_combat_mode() -> None:
    table = begun(f"axis 02.02 u repl pax /1-0-6L\n{FAR}")
    assert table.unit("u").mode == "move"
    assert table.refused(SetMode("u", "combat", "combat")) == ("mode.no_combat_side", "5.5c")
    assert table.refused(SetMode("u", "reserve", "combat")) == ("mode.no_combat_side", "5.5c")
    assert table.mode("u", "reserve", "move").unit("u").mode == "reserve"


@pytest.mark.case("13.2d", "5.5c", "5.7f", "5.8c", "13.2g-D", "5.6b")
def test_transport_points_stay_in_move_mode_but_organic_trucks_may_be_in_reserve() -> None:
    table = begun(f"axis 02.02 u truck 2 45T\naxis 02.02 o organic 1 45T formation=9.Pz\n{FAR}")
    assert table.refused(SetMode("u", "combat", "combat")) == ("mode.transport", "5.5c")
    assert table.refused(SetMode("u", "reserve", "move")) == ("mode.transport", "5.7f")
    assert table.refused(SetMode("u", "strat", "move")) == ("mode.transport", "5.8c")
    table.halt().begin("o")
    assert table.refused(SetMode("o", "strat", "move")) == ("mode.transport", "5.8c")
    table.mode("o", "reserve", "move")
    assert (table.unit("o").mode, table.left("o")) == ("reserve", "11.25")


# --- Reserve Mode ----------------------------------------------------------------------------------------------


@pytest.mark.case("5.7a-A", "5.7a-B", "6.1c-A")
def test_a_unit_entering_reserve_picks_its_side_and_has_a_quarter() -> None:
    table = begun(f"axis 02.02 u {LEG}\n{FAR}").mode("u", "reserve", "move")
    assert (table.unit("u").facing, table.left("u")) == ("move", "1.5")
    table.go("02.03")
    assert table.left("u") == "0.5"
    assert table.refused(table.to("02.04")) == ("move.no_mp", "6.2")


@pytest.mark.case("5.7a-B", "6.1c-A")
def test_a_quarter_of_three_mp_is_still_one_hex() -> None:
    table = begun(f"axis 02.02 u {LEG}\n{FAR}").mode("u", "reserve").go("02.03")
    assert table.left("u") == "0"
    assert table.one(UnitMoved).mp == 9


@pytest.mark.case("5.7a-A", "4.5a-I", "5.7c")
def test_a_reserve_unit_may_choose_its_side_anew_in_its_movement_phase() -> None:
    """Reading 1.24; in a ZOC too, since it is in Reserve Mode already."""
    table = begun(f"axis 02.02 u {LEG} reserve\n{NEAR}")
    assert table.refused(SetMode("u", "reserve", "combat"))[0] == "mode.same"
    assert table.mode("u", "reserve", "move").unit("u").facing == "move"


@pytest.mark.case("5.7c", "4.5a-I")
def test_no_unit_enters_reserve_in_an_enemy_zoc() -> None:
    table = begun(f"axis 02.02 u {LEG}\naxis 02.02 v {LEG}\n{NEAR}")
    assert table.refused(SetMode("u", "reserve", "combat")) == ("mode.in_zoc", "5.7c")
    assert begun(f"axis 02.02 u {LEG}\n{NEAR} move").mode("u", "reserve").unit("u").mode == "reserve"


@pytest.mark.case("5.7c", "4.5a-I")
def test_a_reserve_unit_moves_in_and_out_of_zocs() -> None:
    table = begun(f"axis 02.02 u {LEG.replace('3L/', '12L/')} reserve\nsoviet 04.02 r {LEG}")
    table.go("03.02", "02.02", "03.03").halt()
    assert table.at("u") == "03.03"


@pytest.mark.case("5.7a-B", "12.5a-A")
def test_the_quarter_move_needs_fuel_like_any_other() -> None:
    """Reading 1.25."""
    table = begun(f"axis 02.02 u {TANKS}\n{FAR}", rest="[supply]\naxis 02.01 1\n").mode("u", "reserve", "move")
    assert table.refused(table.to("02.03")) == ("move.no_fuel", "12.5a-A")
    assert table.fuel("u").go("02.03", "02.04", "02.05").left("u") == "0.75"


# --- Reserve markers -------------------------------------------------------------------------------------------

TWO_HEXES = f"axis 02.02 u {LEG}\naxis 04.02 v {LEG} reserve\n{FAR}"


@pytest.mark.case("5.4a")
def test_a_side_has_so_many_reserve_markers() -> None:
    assert begun(TWO_HEXES, rest=markers(2)).mode("u", "reserve").unit("u").mode == "reserve"
    table = begun(TWO_HEXES, rest=markers(1))
    assert table.refused(SetMode("u", "reserve", "combat")) == ("mode.no_reserve_marker", "5.4a")


@pytest.mark.case("5.4a")
def test_one_marker_serves_a_whole_stack() -> None:
    table = begun(f"axis 02.02 u {LEG}\naxis 02.02 v {LEG} reserve\n{FAR}", rest=markers(1))
    assert table.mode("u", "reserve").halt().unit("u").mode == "reserve"


@pytest.mark.case("5.4a")
def test_the_marker_is_needed_only_where_the_move_ends() -> None:
    """The only marker lies in 03.02, next to the unit: it may choose Reserve and must end there."""
    table = begun(f"axis 02.02 u {LEG}\naxis 03.02 v {LEG} reserve\n{FAR}", rest=markers(1)).mode("u", "reserve")
    assert table.refused(Halt()) == ("mode.no_reserve_marker", "5.4a")
    assert table.hexes() == {"03.02"}
    assert table.go("03.02").halt().at("u") == "03.02"


@pytest.mark.case("5.4a")
def test_a_reserve_stack_may_not_be_left_in_two_hexes_with_one_marker() -> None:
    units = f"axis 02.02 u {LEG} reserve\naxis 02.02 v {LEG} reserve\n{FAR}"
    table = sit(units, rest=markers(1)).begin("u")
    assert table.hexes() == set(), "the other one needs the marker where it is"
    assert table.refused(table.to("02.03")) == ("mode.no_reserve_marker", "5.4a")
    assert table.halt().begin("v").refused(table.to("02.03"))[0] == "mode.no_reserve_marker"
    table = sit(units, rest=markers(1)).begin("u", "v").go("02.03").halt()
    assert table.at("v") == "02.03"


@pytest.mark.case("5.4a")
def test_a_reserve_unit_passes_through_a_hex_without_marker_if_it_can_go_on_to_one() -> None:
    swift = LEG.replace("2-3-6L", "2-3-8L")
    units = f"axis 02.02 u {swift} reserve move\naxis 04.02 v {LEG} reserve\n{FAR}"
    table = begun(units, rest=markers(1))
    assert table.hexes() == {"03.02", "03.03"}, "two MP reach 04.02 through these two hexes only"
    table.go("03.02")
    assert table.refused(Halt()) == ("mode.no_reserve_marker", "5.4a")
    assert table.go("04.02").halt().at("u") == "04.02"


# --- hedgehogs -------------------------------------------------------------------------------------------------

WORKS = "[hedgehogs]\naxis 02.02 1\n"


@pytest.mark.case("5.7g", "16.0f")
def test_a_reserve_unit_may_not_end_in_a_hedgehog() -> None:
    table = begun(f"axis 02.02 u {LEG} reserve\n{FAR}", rest=WORKS)
    assert table.refused(Halt()) == ("move.reserve_hedgehog", "5.7g")
    assert table.go("02.03").halt().at("u") == "02.03"


@pytest.mark.case("5.7g")
def test_a_reserve_unit_does_not_enter_a_hedgehog_that_it_cannot_leave() -> None:
    table = begun(f"axis 02.03 u {LEG} reserve\n{FAR}", rest=WORKS)
    assert table.refused(table.to("02.02")) == ("move.reserve_hedgehog", "5.7g")


@pytest.mark.case("5.7g")
def test_a_reserve_unit_may_pass_through_a_hedgehog() -> None:
    swift = LEG.replace("2-3-6L", "2-3-8L")
    table = begun(f"axis 02.03 u {swift} reserve move\n{FAR}", rest=WORKS).go("02.02")
    assert table.refused(Halt())[0] == "move.reserve_hedgehog"
    assert table.refused(DropUnit("u")) == ("move.last", "6.1f")
    assert table.go("02.01").halt().at("u") == "02.01"


@pytest.mark.case("5.7g", "16.0f")
def test_no_unit_changes_to_reserve_in_a_hedgehog_that_it_cannot_leave() -> None:
    """By itself it walks out; walled in by water it cannot."""
    assert begun(f"axis 02.02 u {LEG}\n{FAR}", rest=WORKS).mode("u", "reserve").unit("u").mode == "reserve"
    island = "~ ~ ~ ~\n~ ~ ~ .\n~ . ~ ~\n~ ~ ~ ~"
    table = begun(f"axis 02.02 u {LEG}\nsoviet 04.03 r {LEG}", terrain=island, rest=WORKS)
    assert table.refused(SetMode("u", "reserve", "combat")) == ("move.reserve_hedgehog", "5.7g")


@pytest.mark.case("5.7g")
@pytest.mark.parametrize(("marks", "code"), [("strat", "move.reserve_hedgehog"), ("strat fueled", "")])
def test_who_goes_along_in_strat_mode_must_be_able_to_leave_the_hedgehog_too(marks: str, code: str) -> None:
    table = begun(f"axis 02.02 u {LEG}\naxis 02.02 v {TANKS} {marks}\n{FAR}", rest=WORKS + EDGE).do(AddUnit("v"))
    if code:
        assert table.refused(SetMode("u", "reserve", "combat")) == (code, "5.7g")
        table.drop("v")
    assert table.mode("u", "reserve").unit("u").mode == "reserve"


@pytest.mark.case("5.7g")
def test_an_enemy_hedgehog_nearby_is_no_way_out() -> None:
    """A Reserve unit is not Attack-Capable and enters no enemy works (4.4c)."""
    path = "~ ~ ~ ~\n~ ~ ~ .\n~ . . ~\n~ ~ ~ ~"
    table = begun(f"axis 02.02 u {LEG}\nsoviet 04.03 r {LEG} move", terrain=path, rest=f"{WORKS}soviet 03.02 1\n")
    assert table.refused(SetMode("u", "reserve", "combat")) == ("move.reserve_hedgehog", "5.7g")


# --- Strat Mode ------------------------------------------------------------------------------------------------


@pytest.mark.case("5.8a-A", "4.5a-J", "5.8-B")
def test_no_unit_enters_strat_in_an_enemy_zoc_nor_a_zoc_in_strat() -> None:
    table = begun(f"axis 02.02 u {LEG}\n{NEAR}", rest=EDGE + RAIL)
    assert table.refused(SetMode("u", "strat", "move")) == ("mode.in_zoc", "5.8a-A")
    table = begun(f"axis 02.02 u {LEG}\nsoviet 04.02 r {LEG}", rest=EDGE + RAIL).mode("u", "strat")
    assert table.refused(table.to("03.02")) == ("move.strat_zoc", "5.8a-A")
    assert table.refused(table.to("03.03")) == ("move.strat_zoc", "5.8a-A")
    assert table.go("02.01", "03.01").at("u") == "03.01"


@pytest.mark.case("5.8a-B")
def test_an_enemy_that_moves_next_to_a_strat_unit_changes_nothing() -> None:
    table = sit(f"axis 02.02 u {LEG} exploit\nsoviet 02.04 s {LEG} strat").move("u", "02.03")
    assert (table.unit("s").mode, table.at("s")) == ("strat", "02.04")


@pytest.mark.case("5.8a-A", "4.5a-J")
def test_a_friendly_unit_does_not_help_a_strat_unit_into_a_zoc() -> None:
    """Reading 1.18: no negation is offered."""
    table = begun(f"axis 02.02 u {LEG} strat\naxis 03.02 g {LEG}\nsoviet 04.02 r {LEG}", rest=EDGE + RAIL)
    assert table.refused(table.to("03.02")) == ("move.strat_zoc", "5.8a-A")


@pytest.mark.case("5.8a-A")
def test_a_strat_unit_that_an_enemy_stands_next_to_may_move_away() -> None:
    """Reading 1.18."""
    table = begun(f"axis 02.02 u {LEG} strat\n{NEAR}", rest=EDGE + RAIL)
    assert table.go("01.02").halt().at("u") == "01.02"


@pytest.mark.case("5.8b-A", "12.6e")
def test_a_strat_unit_ends_only_where_it_could_trace() -> None:
    """The source lies in 01.01; a draw of 5 MP in the open, to next to it, reaches to column 07."""
    units = f"axis 05.02 u {LEG} strat\nsoviet 14.03 r {LEG} move"
    table = begun(units, terrain=WIDE, rest=EDGE).go("06.02", "07.02")
    assert Halt() in table.game.choices()
    table.go("08.02")
    assert table.refused(Halt()) == ("move.strat_trace", "5.8b-A")
    assert table.go("07.02").halt().at("u") == "07.02"


@pytest.mark.case("5.8b-A")
def test_a_strat_unit_does_not_go_where_no_way_leads_back_to_trace() -> None:
    """Of its 12 MP it may go out so far that it comes back."""
    units = f"axis 07.02 u {LEG} strat\nsoviet 19.03 r {LEG} move"
    table = begun(units, terrain=WIDE, rest=EDGE).go("08.02", "09.02", "10.02", "11.02", "12.02", "13.02")
    assert table.left("u") == "6"
    assert table.refused(table.to("14.02")) == ("move.strat_trace", "5.8b-A")


@pytest.mark.case("5.8b-A", "12.6e")
def test_no_unit_changes_to_strat_where_neither_it_nor_its_way_has_trace() -> None:
    table = begun(f"axis 02.02 u {LEG}\n{FAR}")
    assert table.refused(SetMode("u", "strat", "move")) == ("move.strat_trace", "5.8b-A")


@pytest.mark.case("5.8b-A")
def test_a_strat_unit_that_has_lost_its_trace_may_stay() -> None:
    """Else it would have no legal action."""
    table = begun(f"axis 02.02 u {LEG} strat\n{FAR}")
    assert table.hexes() == set()
    assert table.halt().at("u") == "02.02"


CORRIDOR = "~ ~ ~ . ~ ~ ~ ~\n. . . . . . . ."
PAST = f"axis 06.01 u {LEG} strat\naxis 06.01 v {LEG} strat\nsoviet 04.02 r {LEG}"
"""The only way to the source leads through 04.01, in the ZOC of r."""


@pytest.mark.case("4.5b-A", "5.8b-A")
@pytest.mark.parametrize("end", ["halt", "drop"])
def test_a_strat_unit_that_ends_its_move_binds_the_unit_that_its_trace_relies_on(end: str) -> None:
    table = sit(f"{PAST}\naxis 04.01 b {LEG}", CORRIDOR, rest=EDGE).begin("u", "v").go("05.01")
    assert not table.all(NegationRelied), "only the end of a move is tested"
    if end == "drop":
        table.drop("u")
        assert table.one(NegationRelied).unit == "b"
    table.halt()
    relied = table.one(NegationRelied)
    assert (relied.unit, relied.case, relied.hex) == ("b", "4.5b-A", table.hex("04.01"))
    assert table.begin("b").refused(table.to("03.01")) == ("move.negating", "4.5b-A")


@pytest.mark.case("4.5b-A")
def test_what_binds_nobody_at_the_end_of_a_move() -> None:
    """A unit that has finished negates freely, and a unit outside Strat Mode ends its move without trace."""
    units = f"{PAST}\naxis 04.01 b {LEG}"
    finished = sit(units, CORRIDOR, rest=EDGE).begin("b").halt().move("u", "05.01")
    assert not finished.all(NegationRelied)
    on_foot = sit(units.replace(" strat", ""), CORRIDOR, rest=EDGE).move("u", "05.01")
    assert not on_foot.all(NegationRelied)
    assert on_foot.begin("b").go("03.01").at("b") == "03.01"


@pytest.mark.case("5.8b-A", "12.6e")
def test_an_hq_helps_a_strat_unit_to_trace_from_where_it_then_is() -> None:
    """Reading 1.28: from 07.02 the HQ draws trace from the source and throws it to 11.02; in 11.02 it draws none."""
    hq = HQ.replace("-4T/", "-4L/")
    units = f"axis 07.02 h {hq}\naxis 07.02 u {LEG}\nsoviet 19.03 r {LEG} move"
    table = sit(units, WIDE, rest=EDGE).begin("u").mode("u", "strat").go("08.02", "09.02", "10.02", "11.02")
    assert table.halt().at("u") == "11.02"
    table = sit(units, WIDE, rest=EDGE).begin("u", "h").mode("u", "strat").go("08.02", "09.02", "10.02", "11.02")
    assert table.refused(Halt()) == ("move.strat_trace", "5.8b-A")
    assert table.refused(DropUnit("u")) == ("move.strat_trace", "5.8b-A")
    assert table.drop("h").go("10.02", "09.02", "08.02", "07.02").halt().at("u") == "07.02"


@pytest.mark.case("5.7-A", "5.8-C")
@pytest.mark.parametrize("mark", ["reserve", "strat"])
def test_artillery_changes_mode_like_other_units(mark: Mode) -> None:
    table = begun(f"axis 02.02 u {GUNS}\n{FAR}", rest=EDGE + RAIL).mode("u", mark)
    assert table.unit("u").mode == mark


# --- what lies ahead of a unit that may not end where it is ----------------------------------------------------


@pytest.mark.case("5.4-A")
def test_once_a_stack_has_begun_none_of_it_changes_mode() -> None:
    """A truck of the stack has loaded; the infantry has spent nothing itself."""
    table = sit(f"axis 02.02 t truck 1 45T\naxis 02.02 u {LEG}\n{FAR}", rest="[supply]\naxis 02.02 1\n").begin("t", "u")
    table.do(LoadSupply("t", 1))
    assert table.refused(SetMode("u", "move", "move")) == ("mode.too_late", "5.4-A")


@pytest.mark.case("5.8b-A")
def test_strat_mode_is_chosen_for_a_way_that_the_unit_can_go_at_once() -> None:
    """Out of trace, seven hexes from the edge: with fuel the trucks would reach a hex with trace."""
    units = f"axis 09.02 u {TRUCK}\nsoviet 19.03 r {LEG} move"
    table = sit(units, WIDE, rest=f"{EDGE}[supply]\naxis 09.01 1\n").begin("u")
    assert table.refused(SetMode("u", "strat", "move")) == ("move.strat_trace", "5.8b-A")
    assert table.fuel("u").mode("u", "strat").unit("u").mode == "strat"
    table = sit(units.replace(f"u {TRUCK}", f"u {LEG} negates"), WIDE, rest=EDGE).begin("u")
    assert table.refused(SetMode("u", "strat", "move")) == ("move.strat_trace", "5.8b-A")
    assert sit(units.replace(TRUCK, LEG), WIDE, rest=EDGE).begin("u").mode("u", "strat").unit("u").mode == "strat"


@pytest.mark.case("5.8b-A", "5.8a-A")
@pytest.mark.parametrize(("enemy", "open_"), [(f"{LEG} move", True), (LEG, False)])
def test_the_way_to_a_hex_with_trace_leads_through_no_zoc(enemy: str, open_: bool) -> None:
    """The only way leads along row 02, past an enemy in 04.03, whose ZOC reaches 04.02."""
    terrain = land(*(f"{c:02d}.02=." for c in range(1, 13)), "08.03=.", columns=12, ground="~")
    units = f"axis 09.02 u {LEG}\nsoviet 08.03 r {enemy}"
    table = sit(units, terrain, rest="[sources]\naxis 01.02\n").begin("u")
    strat = SetMode("u", "strat", "move")
    assert (strat in table.game.choices()) is open_


@pytest.mark.case("5.7g", "6.1c-A")
def test_half_an_mp_gets_nobody_out_of_a_hedgehog() -> None:
    """1.5 MP: one for the hedgehog, and then no minimum move."""
    table = begun(f"axis 02.03 u {LEG} reserve move\n{FAR}", rest=WORKS)
    assert table.refused(table.to("02.02")) == ("move.reserve_hedgehog", "5.7g")
    fast = begun(f"axis 02.03 u {LEG.replace('2-3-6L', '2-3-8L')} reserve move\n{FAR}", rest=WORKS).go("02.02")
    assert fast.at("u") == "02.02"


@pytest.mark.case("5.7g", "6.1c-A", "6.1c-B")
@pytest.mark.parametrize(
    ("ground", "unit", "open_"),
    [
        ("f", LEG, True),
        ("m", LEG, True),
        ("~", LEG, False),
        ("m", f"{TANKS} fueled", False),
        ("f", f"{TANKS} fueled", True),
    ],
)
def test_a_fresh_unit_gets_out_of_a_hedgehog_by_a_minimum_move(ground: str, unit: str, open_: bool) -> None:
    table = begun(f"axis 02.02 u {unit}\n{FAR}", terrain=land("02.02=.", "06.05=.", ground=ground), rest=WORKS)
    assert (SetMode("u", "reserve", "combat") in table.game.choices()) is open_


@pytest.mark.case("5.7g")
def test_a_unit_without_ma_does_not_get_out_at_all() -> None:
    table = begun(f"axis 02.02 u {LEG.replace('4-3-3L', '4-3-0L')}\n{FAR}", rest=WORKS)
    assert table.refused(SetMode("u", "reserve", "combat")) == ("move.reserve_hedgehog", "5.7g")
    assert table.mode("u", "reserve", "move").unit("u").mode == "reserve"


@pytest.mark.case("5.4a", "6.1e")
def test_a_stack_of_foot_and_tracks_goes_where_both_can_go() -> None:
    """One marker, in 04.02, and 3 MP each. Woods in 03.03 cost the tracks 2 and forest 3; the foot pay less."""
    units = f"""
axis 02.02 a {LEG.replace("2-3-6L", "2-3-12L")} reserve move
axis 02.02 b {TANKS.replace("3-5-15K", "3-5-12K")} reserve move fueled
axis 04.02 v {LEG} reserve
{FAR}"""
    for ground, hexes in ((".", "02.03 03.03 03.02 02.01"), ("w", "03.03 03.02 02.01"), ("f", "03.02 02.01")):
        table = sit(units, land(f"03.03={ground}"), rest=markers(1)).begin("a", "b")
        assert table.hexes() == set(hexes.split())
    assert sit(units, land("03.03=f"), rest=markers(1)).begin("a").hexes() == set()


@pytest.mark.case("5.4a", "4.5a-A")
@pytest.mark.parametrize(("enemy", "open_"), [(LEG, False), (f"{LEG} dg", True)])
def test_trucks_do_not_count_on_a_way_through_a_zoc(enemy: str, open_: bool) -> None:
    """The marker lies in 04.02; the way there leads through 03.02, next to the enemy in 03.01."""
    terrain = land("02.02=.", "03.02=.", "04.02=.", "03.01=.", ground="~")
    units = f"axis 02.02 u {TRUCK} reserve move fueled\naxis 04.02 v {LEG} reserve\nsoviet 03.01 r {enemy}"
    table = sit(units, terrain, rest=markers(1)).begin("u")
    assert (table.hexes() == {"03.02"}) is open_

"""The Breakout Segment: who may try, what he throws, and how he comes back."""

from __future__ import annotations

from typing import Any

import pytest

from as_json import view
from redball.core.actions import Breakout, Done, Eat, PlaceUnit
from redball.core.events import CutOffNoted, LoadLeft, TransportDivided, UnitBrokeOut, UnitEliminated
from redball.core.state import FULL, IDLE, NOT_ARRIVED
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.watch.bookkeeping import tokens
from redball.rules.supply_phase.breakout import chance, open_country, return_entries
from redball.scenarios.records import Arrival
from support import HEAD, Sitting, in_scenario, line, play, sit, sitting

RIFLES = "Rgt infantry other 4-3-3L/2-3-8L"
MOT = "Rgt motorized_infantry mech 6-4-4L/3-4-18T"
HOME = f"axis 01.01 home {RIFLES}"
SOURCES = "[sources]\naxis 01.01\nsoviet 30.01\n"


def pocket(units: str, *dice: int, columns: int = 30, rest: str = "", step: str = "movement_breakout") -> Sitting:
    """A row of hexes; an axis regiment at 01.01 is at a source, and what stands beyond 08.01 is cut off."""
    return play(line(columns, f"{HOME}\n{units}", f"{SOURCES}{rest}"), step, "axis", dice)


def wall(at: str) -> str:
    return f"soviet {at} wall {RIFLES}"


# --- who -----------------------------------------------------------------------------------------------------------


@pytest.mark.case("4.5b-B")
def test_a_unit_that_negates_a_zoc_may_break_out_all_the_same() -> None:
    t = pocket(f"axis 15.01 cut {RIFLES} negates\n{wall('14.01')}\n{wall('10.01').replace('wall', 'other')}", 5, 1)
    assert t.unit("cut").activity.negates
    t.do(Breakout("cut"))
    assert not t.unit("cut").on_map


@pytest.mark.case("12.8e-1")
def test_the_segment_asks_who_has_units_out_of_trace_and_passes_over_who_has_none() -> None:
    t = pocket(f"axis 15.01 cut {RIFLES}\n{wall('10.01')}")
    assert (t.step, t.asked.side) == ("breakout_segment.try", "axis")
    assert t.offered(Breakout) == [Breakout("cut")]
    assert pocket(f"axis 06.01 near {RIFLES}\n{wall('20.01')}").step == "movement_segment.choose_unit"


@pytest.mark.case("12.8e-1")
def test_breaking_out_is_voluntary() -> None:
    t = pocket(f"axis 15.01 cut {RIFLES}\n{wall('10.01')}")
    t.do(Done())
    assert (t.step, t.at("cut")) == ("movement_segment.choose_unit", "15.01")


@pytest.mark.case("12.8e-1")
@pytest.mark.parametrize(
    ("unit", "code", "case"),
    [
        ("home", "breakout.in_trace", "12.8e-1"),
        ("wall", "breakout.not_own", "12.8e-1"),
        ("fort", "breakout.no_ma", "12.8e-1"),
        ("old", "breakout.not_combat", "12.8e-4"),
    ],
)
def test_who_may_not_try(unit: str, code: str, case: str) -> None:
    t = pocket(
        f"axis 15.01 cut {RIFLES}\naxis 15.01 fort Rgt security other (2)-1-0L/(1)-1-0L\n"
        f"axis 15.01 old truck 1 45T cutoff\n{wall('10.01')}"
    )
    refused = t.why(Breakout(unit))
    assert (refused.code, refused.case) == (code, case)


@pytest.mark.case("12.8e-1")
def test_an_ma_of_one_on_either_side_is_enough() -> None:
    t = pocket(f"axis 15.01 cut Rgt security other (2)-1-0L/(1)-1-1L\n{wall('10.01')}")
    assert t.offered(Breakout) == [Breakout("cut")]


# --- conditions A and B --------------------------------------------------------------------------------------------


@pytest.mark.case("12.8e-A", "12.8e-4")
@pytest.mark.parametrize("mark", ["oos", "cutoff"])
def test_after_the_first_turn_a_path_is_needed(mark: str) -> None:
    t = pocket(f"axis 15.01 cut {RIFLES} {mark}\naxis 15.01 fresh {RIFLES}\n{wall('10.01')}")
    refused = t.why(Breakout("cut"))
    assert (refused.code, refused.case, refused.hexes) == ("breakout.no_path", "12.8e-A", (t.hex("15.01"),))
    assert t.offered(Breakout) == [Breakout("fresh")]


@pytest.mark.case("12.8e-A")
@pytest.mark.parametrize(("unit", "able"), [(RIFLES, True), (MOT, False)])
def test_only_truck_mp_mind_zocs_on_the_path(unit: str, able: bool) -> None:
    rows = ". " * 16 + "\n"
    units = (
        f"{HOME}\naxis 15.01 cut {unit} oos\nsoviet 08.03 zoc {RIFLES}\nsoviet 09.01 z2 {RIFLES}\naxis 15.03 x {RIFLES}"
    )
    t = play(f"[terrain]\n{rows * 3}[units]\n{units}\n[sources]\naxis 01.01\n", "movement_breakout")
    assert (Breakout("cut") in t.offered(Breakout)) == able
    if not able:
        assert t.why(Breakout("cut")).detail == "Truck"


@pytest.mark.case("12.8e-A")
def test_a_negated_zoc_does_not_bar_the_path() -> None:
    rows = ". " * 16 + "\n"
    zoc = f"soviet 08.02 zoc {RIFLES}"
    units = f"{HOME}\naxis 15.01 cut {MOT} oos\n{zoc}\naxis 15.03 x {RIFLES}\n"
    negators = "".join(f"axis {h} n{i} {RIFLES} oos\n" for i, h in enumerate(("07.01", "08.01", "09.01")))
    for there, able in ((negators, True), ("", False)):
        t = play(f"[terrain]\n{rows * 3}[units]\n{units}{there}\n[sources]\naxis 01.01\n", "movement_breakout")
        free = t.hex("15.01") in open_country(t.look, "axis", "truck")
        assert free == able


@pytest.mark.case("12.8e-A")
def test_prohibited_terrain_bars_the_path_of_those_who_cannot_pass_it() -> None:
    units = f"{HOME}\naxis 10.01 cut {RIFLES} oos\naxis 10.01 y {RIFLES}\nsoviet 12.01 e {RIFLES}\n"
    t = play(f"[terrain]\n. . ~ . . . . . . . . .\n[units]\n{units}[sources]\naxis 01.01\n", "movement_breakout")
    assert t.why(Breakout("cut")).code == "breakout.no_path"


@pytest.mark.case("12.8e-A", "13.8b-A")
@pytest.mark.parametrize("engineer", [True, False])
def test_the_path_may_lead_over_a_bridge(engineer: bool) -> None:
    river = '[hexsides]\nmajor_river "Dnepr" 08.01/NE 08.01/SE\n'
    pioneers = "axis 08.01 bridge Bn engineer other 2-3-4L/1-3-8L kind=engineer\n" if engineer else ""
    t = pocket(f"axis 15.01 cut {MOT} oos\naxis 15.01 fresh {RIFLES}\n{pioneers}", rest=river)
    assert (Breakout("cut") in t.offered(Breakout)) == engineer
    if not engineer:
        assert t.why(Breakout("cut")).code == "breakout.no_path"


@pytest.mark.case("12.8e-B")
@pytest.mark.parametrize(("column", "able"), [(16, True), (17, False)])
def test_a_friend_in_trace_supply_stands_within_fifteen_hexes(column: int, able: bool) -> None:
    t = pocket(f"axis {column}.01 cut {RIFLES} oos\naxis {column}.01 fresh {RIFLES}\nsoviet 30.01 far {RIFLES}")
    assert (Breakout("cut") in t.offered(Breakout)) == able
    if not able:
        refused = t.why(Breakout("cut"))
        assert (refused.code, refused.case, refused.have, refused.need) == ("breakout.too_far", "12.8e-B", "16", "15")


@pytest.mark.case("12.8e-B")
def test_without_any_friend_in_trace_supply_nobody_gets_through() -> None:
    t = play(
        line(12, f"axis 05.01 cut {RIFLES} oos\naxis 05.01 y {RIFLES}\nsoviet 12.01 e {RIFLES}"), "movement_breakout"
    )
    assert t.why(Breakout("cut")).have == "none"


@pytest.mark.case("12.8e-4")
def test_on_the_first_turn_neither_path_nor_friend_is_needed() -> None:
    t = play(line(12, f"axis 05.01 cut {RIFLES}\nsoviet 06.01 e {RIFLES}"), "movement_breakout")
    assert t.offered(Breakout) == [Breakout("cut")]


# --- the roll ------------------------------------------------------------------------------------------------------


@pytest.mark.case("12.8e-2", "12.8e-4")
@pytest.mark.parametrize(
    ("mark", "die", "through"),
    [("oos", 4, False), ("oos", 5, True), ("", 3, False), ("", 4, True), ("oos", 1, False), ("", 6, True)],
)
def test_the_roll_with_one_more_on_the_first_turn(mark: str, die: int, through: bool) -> None:
    t = pocket(f"axis 12.01 cut {RIFLES} {mark}\nsoviet 30.01 far {RIFLES}", die, 3)
    assert chance(t.look, t.unit("cut")) == (2 if mark else 3)
    t.do(Breakout("cut"))
    if through:
        assert t.one(UnitBrokeOut).turn == 4
        assert (t.unit("cut").hex, t.unit("cut").returns) == (NOT_ARRIVED, 4)
    else:
        found = t.one(UnitEliminated)
        assert (found.unit, found.steps, found.cause, t.at("cut")) == ("cut", 1, "breakout", "dead")
        assert t.look.state.steps_lost["axis"] == 1


@pytest.mark.case("12.8e-3")
def test_what_returns_keeps_its_losses_and_no_other_mark() -> None:
    t = pocket(
        "axis 12.01 cut Div infantry other 12-3-3L/6-3-8L re=3 lost=1 low dg oos cutoff hqfuel spent\n"
        f"soviet 30.01 far {RIFLES}", 5, 1,
    )  # fmt: skip
    t.do(Breakout("cut"))
    unit = t.unit("cut")
    assert (unit.steps_lost, unit.marker, unit.internals, unit.out_of_supply) == (1, "", FULL, False)
    assert (unit.cut_off, unit.hq_fueled, unit.activity) == (False, False, IDLE)


@pytest.mark.case("12.8e-4", "12.8e-2")
def test_transport_points_try_one_by_one_and_leave_their_supply() -> None:
    t = pocket(f"axis 15.01 tr truck 3 45T load=2+1T\nsoviet 30.01 far {RIFLES}", 6, 2, 1)
    t.do(Breakout("tr"))
    assert (t.unit("tr").points, t.unit("tr").load) == (2, 8)
    assert (t.one(LoadLeft).tokens, t.tokens("axis", "15.01")) == (1, 1)
    away = t.unit(t.one(TransportDivided).new)
    assert (away.points, away.load, away.returns) == (1, 0, 3)
    t.do(Breakout("tr"))
    assert [e.steps for e in t.all(UnitEliminated)] == [0]
    assert (t.unit("tr").points, t.unit("tr").load, t.tokens("axis", "15.01")) == (1, 4, 5)
    assert tokens(t.look.state)["axis"] == 9


@pytest.mark.case("12.8e-4")
@pytest.mark.parametrize(("load", "left"), [("0", 0), ("2", 0), ("2+1T", 1)])
def test_what_the_others_can_carry_is_not_left(load: str, left: int) -> None:
    t = pocket(f"axis 15.01 tr truck 3 45T load={load}\nsoviet 30.01 far {RIFLES}", 6)
    t.do(Breakout("tr"))
    assert [event.tokens for event in t.all(LoadLeft)] == ([left] if left else [])
    assert t.tokens("axis", "15.01") == left


@pytest.mark.case("12.8e-4")
def test_the_last_point_leaves_all_that_it_carried_and_organic_points_may_try_too() -> None:
    t = pocket(f"axis 15.01 org organic 1 20T load=1 formation=x\nsoviet 30.01 far {RIFLES}", 6, 2)
    t.do(Breakout("org"))
    assert (t.unit("org").returns, t.tokens("axis", "15.01")) == (3, 4)


@pytest.mark.case("12.8e-4")
def test_transport_points_where_a_trace_could_be_made_may_not_try() -> None:
    t = pocket(f"axis 02.01 tr truck 1 45T\naxis 15.01 cut {RIFLES}\nsoviet 30.01 far {RIFLES}")
    assert t.why(Breakout("tr")).code == "breakout.in_trace"


# --- what the Supply Phase remembers -------------------------------------------------------------------------------


@pytest.mark.case("12.8e-4")
def test_who_ate_was_cut_off_all_the_same() -> None:
    """Reading 1.101."""
    t = pocket(
        f"axis 15.01 eater {RIFLES}\naxis 15.01 tr truck 1 45T\naxis 02.01 ok {RIFLES} cutoff\n"
        f"soviet 30.01 far {RIFLES}",
        rest="[supply]\naxis 15.01 2\n", step="supply",
    )  # fmt: skip
    t.do(Eat("eater", t.hex("15.01")))
    found = t.one(CutOffNoted)
    assert (found.units, found.reached) == (("eater", "tr"), ("ok",))
    marks = {uid: (t.unit(uid).cut_off, t.unit(uid).out_of_supply) for uid in ("eater", "tr", "ok", "home")}
    assert marks == {"eater": (True, False), "tr": (True, False), "ok": (False, False), "home": (False, False)}


@pytest.mark.case("12.8e-4", "12.7-B")
def test_an_extender_that_is_cut_off_is_no_newcomer_when_it_is_points_again() -> None:
    t = pocket(
        f"axis 15.01 e truck 5 20T extender\naxis 15.01 f truck 5 20T extender cutoff\nsoviet 30.01 far {RIFLES}",
        rest="[extenders]\naxis truck 2 3T\n", step="supply",
    )  # fmt: skip
    assert t.one(CutOffNoted).units == ("e",)
    assert t.unit("e").cut_off


@pytest.mark.case("12.8e-4")
def test_nothing_is_noted_when_nothing_is_new() -> None:
    t = pocket(f"axis 15.01 cut {RIFLES} oos cutoff\nsoviet 30.01 far {RIFLES}", 6, 6, step="supply")
    assert t.all(CutOffNoted) == []


# --- the return ----------------------------------------------------------------------------------------------------


def returning(turn: int, now: int, side: str = "axis") -> Sitting:
    """A Reinforcement Phase; `back` returns in a turn."""
    body = line(6, f"axis turn={turn} back {RIFLES}\n{HOME}\nsoviet 06.01 e {RIFLES}", "[sources]\naxis 01.01 02.01")
    return sitting(f"{HEAD}at reinforcement phasing={side} turn={now}\n{body}")


@pytest.mark.case("12.8e-2", "12.8e-3")
def test_it_returns_as_a_reinforcement_in_its_turn_at_a_source_of_its_side() -> None:
    """Reading 1.104."""
    t = returning(3, 3)
    assert t.step == "reinforcement_phase.place"
    places = {t.look.hex_name(a.hex) for a in t.offered(PlaceUnit) if a.unit == "back"}
    assert places == {"01.01", "02.01"}
    t.do(PlaceUnit("back", t.hex("02.01")))
    assert (t.at("back"), t.unit("back").returns) == ("02.01", 0)


@pytest.mark.case("12.8e-2")
def test_a_scenario_says_where_they_return_else_sources_and_entries_do() -> None:
    """Reading 1.104."""
    look = returning(3, 3).look
    plain = look.world.scenario
    arrivals = (Arrival(5, "axis", (3,)), Arrival(5, "soviet", (4,)))

    def entries(**changes: Any) -> tuple[int, ...]:
        return return_entries(in_scenario(look, **changes), "axis")

    assert entries() == plain.sources["axis"]
    assert entries(arrivals=arrivals) == (*plain.sources["axis"], 3)
    assert entries(arrivals=arrivals, breakout_entry={"axis": (2,)}) == (2,)


@pytest.mark.case("12.8e-2")
@pytest.mark.parametrize(("turn", "now", "side"), [(3, 2, "axis"), (3, 4, "axis"), (3, 3, "soviet")])
def test_it_does_not_return_in_another_turn_or_phase(turn: int, now: int, side: str) -> None:
    assert returning(turn, now, side).step != "reinforcement_phase.place"


@pytest.mark.case("12.8e-2")
def test_transport_points_return_empty_even_organic_ones() -> None:
    t = sitting(
        f"{HEAD}at reinforcement phasing=axis turn=3\n"
        + line(6, f"axis turn=3 org organic 2 20T formation=x\nsoviet 06.01 e {RIFLES}", "[sources]\naxis 01.01")
    )
    t.do(PlaceUnit("org", t.hex("01.01"), "move", "move"))
    assert (t.unit("org").points, t.unit("org").load) == (2, 0)


def test_a_position_keeps_who_is_away() -> None:
    t = pocket(f"axis 12.01 cut {RIFLES}\nsoviet 30.01 far {RIFLES}", 6, 3)
    t.do(Breakout("cut"))
    again = parse_position(dump_position(t.look.world, t.look.state))[1]
    assert again.units["cut"] == t.unit("cut")


# --- what is shown -------------------------------------------------------------------------------------------------


@pytest.mark.case("12.8e-2")
def test_a_view_shows_the_chances_to_who_decides_and_the_return_to_everybody() -> None:
    units = f"axis 01.01 a {RIFLES}\nsoviet 06.05 r {RIFLES}"
    table = sit(units, at="movement_breakout", rest="[sources]\nsoviet 06.01\n", dice=(6, 2))
    shown = view(table.game, "axis")["decision"]
    assert shown["breakouts"] == [{"unit": "a", "first_turn": True, "chance": 3}]
    assert "breakouts" not in view(table.game, "soviet")["decision"]
    table.do(Breakout("a"))
    for side in ("axis", "soviet"):
        (entry,) = view(table.game, side)["arrivals"]
        assert (entry["turn"], entry["side"], [u["id"] for u in entry["units"]]) == (3, "axis", ["a"])

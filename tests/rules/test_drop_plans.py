"""Drop Plans: made, delayed, cancelled in the Aircraft Refit Phase, lapsed, and hidden from the enemy."""

from __future__ import annotations

from typing import Any

import pytest

from redball.cli.air_text import plan_lines
from redball.core.actions import (
    AddPlane,
    AimDrop,
    Cancel,
    CancelDrop,
    DateDrop,
    DelayDrop,
    Done,
    MergePlanes,
    PlanDrop,
    RefitAt,
)
from redball.core.events import MarkedOutOfSupply, TraceChecked
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.sight.belief import believed
from redball.game.view.air import AirView, DropPlanView, air_view
from redball.game.view.warnings import without_trace
from redball.game.view.whole import view
from redball.game.watch.air import check_air
from redball.game.watch.broken import InvariantBroken
from redball.rules.air.drop_plans import DropCancelled, DropDelayed, DropPlanned
from redball.rules.ground.drops import DropPlan, Drops, drops_in, plan_in, with_drops
from rules.test_air_missions import JU52
from support import LEG, Sitting, land, sit

PARA = "Bn parachute other 2-5-3L/1-5-6L"
UNITS = f"axis 01.01 p {PARA}\naxis 01.01 q {PARA} move\naxis 02.01 a {LEG}\nsoviet 14.01 r {LEG}"
PLANES = f"axis 01.01 j {JU52} inactive\naxis 01.01 k {JU52} inactive"


def field(
    *units: str,
    planes: str = PLANES,
    drops: str = "",
    turns: int = 5,
    turn: int = 1,
    phasing: str = "axis",
    **more: Any,
) -> Sitting:
    """The Aircraft Refit Phase of the axis, with two battalions of paratroopers at its base."""
    rest = "[supply]\naxis 01.01 4\n[sources]\naxis 01.01\nsoviet 14.01\n[bases]\naxis 01.01 2\nsoviet 14.01 1\n"
    rest += f"[aircraft]\n{planes}\n"
    rest += f"[drops]\n{drops}\n" if drops else ""
    written = "\n".join((UNITS, *units))
    return sit(
        written,
        land(columns=14, rows=1),
        at="aircraft_refit",
        phasing=f"{phasing} turn={turn}",
        rest=rest,
        head=f"turns {turns}\n",
        **more,
    )


def planned(table: Sitting, uid: str, where: str, turn: int) -> Sitting:
    """A plan from its first word to its date."""
    return table.do(PlanDrop(uid), AimDrop(table.hex(where)), DateDrop(turn))


def plans(table: Sitting) -> list[tuple[str, str, int]]:
    """Unit, hex and turn of every plan."""
    return [(p.unit, table.look.hex_name(p.hex), p.turn) for p in drops_in(table.game.state).plans]


# --- making them -------------------------------------------------------------------------------------------------


@pytest.mark.case("14.10b-A")
def test_a_plan_is_a_unit_a_hex_and_a_turn_at_least_two_ahead() -> None:
    table = field(turn=2)
    assert {plan.unit for plan in table.offered(PlanDrop)} == {"p", "q"}
    table.do(PlanDrop("p"))
    assert not table.offered(RefitAt), "one thing is drafted at a time"
    assert {table.look.hex_name(aim.hex) for aim in table.offered(AimDrop)} == {f"{n:02d}.01" for n in range(1, 15)}
    table.do(AimDrop(table.hex("13.01")))
    assert table.offered(DateDrop) == [DateDrop(4), DateDrop(5)]
    assert table.refused(DateDrop(3)) == ("plan.too_soon", "14.10b-A")
    assert table.refused(DateDrop(6)) == ("plan.no_turn", "14.10b-A")
    table.do(DateDrop(4))
    assert plans(table) == [("p", "13.01", 4)]
    assert table.told(DropPlanned) == "Drop Plan: p Bn on 13.01 on turn 4"
    assert table.step == "aircraft_refit.refit"


@pytest.mark.case("14.10b-A")
def test_nobody_is_on_two_plans() -> None:
    table = planned(field(), "p", "05.01", 3)
    assert [plan.unit for plan in table.offered(PlanDrop)] == ["q"]
    assert table.refused(PlanDrop("p")) == ("plan.one", "14.10b-A")
    planned(table, "q", "05.01", 4)
    assert plans(table) == [("p", "05.01", 3), ("q", "05.01", 4)]


@pytest.mark.case("14.10a", "14.10b-A", "14.9c")
def test_who_can_be_planned_for() -> None:
    """The Para symbol, a combat unit of at most 10 Leg MP, in play or still to arrive; a side with Transports."""
    fast = "Bn parachute other 2-5-3L/1-5-{}L"
    table = field(
        f"axis 03.01 ten {fast.format(10)}",
        f"axis 03.01 eleven {fast.format(11)}",
        f"axis 03.01 sapper {PARA.replace('parachute', 'para_engineer')}",
        f"axis waiting later {PARA}",
        f"axis dead gone {PARA}",
        "axis 03.01 t truck 1 50T",
        f"soviet 14.01 x {PARA}",
    )
    assert {plan.unit for plan in table.offered(PlanDrop)} == {"p", "q", "ten", "sapper", "later"}
    assert table.refused(PlanDrop("eleven")) == ("plan.too_heavy", "14.9c")
    assert table.refused(PlanDrop("a")) == ("plan.no_para", "14.10a")
    assert table.refused(PlanDrop("t")) == ("plan.too_heavy", "14.9c")
    assert table.refused(PlanDrop("gone")) == ("plan.not_yours", "14.10b-A")
    assert table.refused(PlanDrop("r")) == ("plan.not_yours", "14.10b-A")
    fighters = field(planes="axis 01.01 f F 4-3-12/3-2-12 inactive")
    assert fighters.offered(PlanDrop) == []
    assert fighters.refused(PlanDrop("p")) == ("plan.no_transport", "14.10")


@pytest.mark.case("14.10b-A")
def test_in_the_last_two_turns_there_is_nothing_left_to_plan() -> None:
    assert field(turn=3).offered(PlanDrop)
    assert field(turn=4).offered(PlanDrop) == []
    assert field(turn=4).refused(PlanDrop("p")) == ("plan.too_late", "14.10b-A")


@pytest.mark.case("14.10b-A")
def test_a_draft_goes_step_by_step_and_can_be_taken_back() -> None:
    table = field()
    assert table.refused(AimDrop(table.hex("05.01"))) == ("plan.no_unit", "14.10b-A")
    assert table.refused(DateDrop(3)) == ("plan.no_unit", "14.10b-A")
    table.do(PlanDrop("p"))
    assert table.refused(DateDrop(3)) == ("plan.no_hex", "14.10b-A")
    for other in (PlanDrop("q"), Done(), RefitAt(table.hex("01.01")), CancelDrop("p"), DelayDrop("p")):
        assert table.refused(other) == ("plan.busy", "14.10b-A")
    table.do(AimDrop(table.hex("05.01")))
    assert table.refused(AimDrop(table.hex("06.01"))) == ("plan.hex_chosen", "14.10b-A")
    table.do(Cancel())
    assert plans(table) == []
    table.do(RefitAt(table.hex("01.01")))
    assert table.refused(PlanDrop("p")) == ("refit.one_base", "15.1-A")
    assert not table.offered(PlanDrop)
    table.do(AddPlane("j"), Cancel(), PlanDrop("p"), Cancel(), Done())


@pytest.mark.case("14.10b-A")
def test_nobody_is_planned_for_where_it_could_not_be() -> None:
    lake = "[hexsides]\nsea_or_lake Lake 03.01/N 03.01/NE 03.01/SE 03.01/S 03.01/SW 03.01/NW\n"
    rest = f"[bases]\naxis 01.01 2\n[aircraft]\naxis 01.01 j {JU52}\n{lake}"
    table = sit(UNITS, land(columns=14, rows=1), at="aircraft_refit", rest=rest, head="turns 5\n").do(PlanDrop("p"))
    assert table.refused(AimDrop(table.hex("03.01"))) == ("plan.closed", "14.10b-A")
    assert AimDrop(table.hex("04.01")) in table.offered(AimDrop)


# --- changing them -----------------------------------------------------------------------------------------------


@pytest.mark.case("14.10c")
def test_a_part_of_a_plan_is_delayed_by_a_turn_and_another_part_cancelled() -> None:
    table = field(drops="p 05.01 turn=2\nq 05.01 turn=2", turn=2)
    table.do(DelayDrop("p"), CancelDrop("q"))
    assert plans(table) == [("p", "05.01", 3)]
    assert table.told(DropDelayed) == "The drop of p Bn is delayed to turn 3"
    assert table.told(DropCancelled) == "The plan to drop q Bn is cancelled"
    assert table.refused(DelayDrop("p")) == ("plan.delayed", "14.10c")
    assert table.refused(DelayDrop("q")) == ("plan.none", "14.10c")
    assert table.refused(CancelDrop("q")) == ("plan.none", "14.10c")
    assert table.refused(CancelDrop("r")) == ("plan.none", "14.10c")
    table.do(PlanDrop("q"), AimDrop(table.hex("05.01")))
    assert table.refused(DateDrop(3)) == ("plan.too_soon", "14.10b-A"), "it begins from scratch"


@pytest.mark.case("14.10c")
def test_a_plan_is_delayed_again_in_the_next_phase_but_not_beyond_the_last_turn() -> None:
    table = field(drops="p 05.01 turn=4\nq 05.01 turn=5", turn=3).do(DelayDrop("p"))
    assert table.refused(DelayDrop("q")) == ("plan.no_turn", "14.10b-A")
    table.idle(lambda: table.game.state.clock.turn == 4 and table.step == "aircraft_refit.refit")
    assert plan_in(table.game.state, "p") == DropPlan("p", table.hex("05.01"), 5)
    assert table.refused(DelayDrop("p")) == ("plan.no_turn", "14.10b-A")


@pytest.mark.case("14.10c")
def test_a_plan_lapses_when_its_turn_is_over_or_its_unit_is_gone() -> None:
    """Neither the one of this turn nor that of the other side lapses."""
    table = field(
        f"axis dead gone {PARA}",
        f"soviet 14.01 x {PARA}",
        drops="p 05.01 turn=2\nq 05.01 turn=3\ngone 05.01 turn=5\nx 10.01 turn=2",
        turn=3,
    )
    assert plans(table) == [("q", "05.01", 3), ("x", "10.01", 2)]
    assert [(e.unit, e.lapsed, e.case) for e in table.all(DropCancelled)] == [
        ("gone", True, "14.10c"),
        ("p", True, "14.10c"),
    ]
    assert table.look.unit("p").on_map


@pytest.mark.case("14.10c")
def test_plans_keep_the_phase_open_even_if_nothing_can_refit() -> None:
    table = field(planes=f"axis 01.01 j {JU52}", drops="p 05.01 turn=5\nq 05.01 turn=5", turn=4)
    assert table.step == "aircraft_refit.refit"
    assert [type(action) for action in table.game.choices()] == [CancelDrop, CancelDrop, Done]


def test_merging_waits_while_a_plan_is_made() -> None:
    table = field(planes=f"axis 01.01 j {JU52} reduced\naxis 01.01 k {JU52} reduced")
    assert table.offered(MergePlanes)
    table.do(PlanDrop("p"))
    assert not table.offered(MergePlanes)
    assert table.refused(MergePlanes("j", "k")) == ("plan.busy", "14.10b-A")


# --- what the enemy is not told ----------------------------------------------------------------------------------


@pytest.mark.case("14.10b-A", "4.9a-A")
def test_two_games_that_differ_only_in_plans_are_alike_for_the_enemy() -> None:
    """While they are made, afterwards, and in what the enemy may believe."""
    one, other = field(), field()
    for table, uid, where in ((one, "p", "05.01"), (other, "q", "09.01")):
        table.do(PlanDrop(uid))
        table.do(AimDrop(table.hex(where)))
    assert view(one.game, "soviet") == view(other.game, "soviet")
    assert view(one.game, "axis") != view(other.game, "axis")
    one.do(DateDrop(3))
    other.do(DateDrop(5))
    assert view(one.game, "soviet") == view(other.game, "soviet")
    one.do(CancelDrop("p"))
    other.do(CancelDrop("q"))
    assert view(one.game, "soviet") == view(other.game, "soviet")
    with_it, without = field(drops="p 05.01 turn=3"), field(drops="q 09.01 turn=4")
    assert view(with_it.game, "soviet") == view(without.game, "soviet")
    assert believed(with_it.look, "soviet").state == believed(without.look, "soviet").state
    assert plan_in(believed(with_it.look, "axis").state, "p") is not None


@pytest.mark.case("14.10b-A")
def test_the_owner_reads_the_plans_with_their_dates() -> None:
    table = field(f"soviet 14.01 x {PARA}", drops="q 05.01 turn=5\nx 10.01 turn=3\np 06.01 turn=5").do(CancelDrop("q"))
    planned(table, "q", "05.01", 3).do(CancelDrop("q"), PlanDrop("q"))
    air = air_view(table.look, "axis")
    assert isinstance(air, AirView)
    assert air.plans == (DropPlanView("p", table.hex("06.01"), 5), DropPlanView("q", -1, 0))
    assert [*plan_lines(table.look, "axis")] == [
        "Drop Plans:",
        "  p on 06.01 in turn 5",
        "  q on a hex to be chosen in a turn to be chosen",
    ]
    theirs = air_view(table.look, "soviet")
    assert isinstance(theirs, AirView)
    assert theirs.plans == (DropPlanView("x", table.hex("10.01"), 3),)
    table.do(AimDrop(table.hex("07.01")))
    open_ = air_view(table.look, "")
    assert isinstance(open_, AirView)
    assert [plan.unit for plan in open_.plans] == ["x", "p", "q"]
    assert open_.plans[-1].hex == table.hex("07.01")


# --- written down ------------------------------------------------------------------------------------------------


def test_positions_and_saves_hold_plans() -> None:
    table = field(drops="p 05.01 turn=4\nq 07.01 turn=5", turn=2).do(DelayDrop("p"))
    text = dump_position(table.game.world, table.game.state)
    assert "[drops]\np 05.01 turn=5 delayed\nq 07.01 turn=5\n" in text
    _, again = parse_position(text)
    assert drops_in(again) == drops_in(table.game.state)
    landed = with_drops(table.game.state, Drops((), ("p",), 2))
    _, again = parse_position(dump_position(table.game.world, landed))
    assert drops_in(again) == Drops((), ("p",), 2)


@pytest.mark.parametrize(
    "drops",
    ["nobody 05.01 turn=3", "p 05.01", "p 05.01 3", "p 99.01 turn=3", "p 05.01 turn=x", "p 05.01 turn=3 later"],
)
def test_a_drop_that_cannot_be_read_is_refused_with_its_line(drops: str) -> None:
    with pytest.raises(PositionError, match=drops.split()[0]):
        field(drops=drops)


def test_no_unit_is_written_on_two_plans() -> None:
    with pytest.raises(PositionError, match="already"):
        field(drops="p 05.01 turn=3\np 06.01 turn=4")


def test_the_watch_knows_broken_plans() -> None:
    table = field(drops="p 05.01 turn=4")
    plan = DropPlan("p", 4, 4)
    for broken in (Drops((plan, plan)), Drops((DropPlan("nobody", 4, 4),)), Drops((), ("p",), 7)):
        with pytest.raises(InvariantBroken):
            check_air(table.game.world, 1, with_drops(table.game.state, broken))
    check_air(table.game.world, 1, table.game.state)


# --- trace in the turn of the drop -------------------------------------------------------------------------------


@pytest.mark.case("12.6h", "14.10b-B")
@pytest.mark.parametrize(("drops", "marked"), [("", ["p"]), ("p landed", [])])
def test_who_was_dropped_needs_no_trace_in_that_turn(drops: str, marked: list[str]) -> None:
    """A battalion ten hexes from its source: neither does it eat, nor is it marked, nor does a warning name it."""
    rest = "[supply]\naxis 11.01 1\n[sources]\naxis 01.01\nsoviet 14.01\n"
    rest += f"[drops]\n{drops}\n" if drops else ""
    units = f"axis 11.01 p {PARA} move\naxis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"
    table = sit(units, land(columns=14, rows=1), at="movement", rest=rest, head="turns 5\n")
    assert without_trace(table.look, "axis") == marked
    table.idle(lambda: "supply" in table.step or table.step == "trace_check.eat" or table.side == "soviet")
    if marked:
        assert table.step == "trace_check.eat"
        table.done()
    else:
        assert table.step != "trace_check.eat"
        found = next(e for e in table.all(TraceChecked) if e.unit == "p")
        assert (found.found, found.excused, found.case) == (False, True, "12.6h")
        assert not table.unit("p").cut_off
    assert [e.unit for e in table.all(MarkedOutOfSupply)] == marked
    assert table.unit("p").out_of_supply is bool(marked)


@pytest.mark.case("12.6h")
def test_in_the_next_turn_it_needs_trace_again() -> None:
    units = f"axis 11.01 p {PARA} move\naxis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"
    rest = "[sources]\naxis 01.01\nsoviet 14.01\n[drops]\np landed\n"
    table = sit(units, land(columns=14, rows=1), at="movement", rest=rest, head="turns 5\n")
    table.idle(lambda: table.game.state.clock.turn == 2 and table.step == "movement_segment.choose_unit")
    assert not table.unit("p").out_of_supply
    assert drops_in(table.game.state) == Drops()
    table.idle(lambda: bool(table.all(MarkedOutOfSupply)))
    assert table.one(MarkedOutOfSupply).unit == "p"

"""Landing Craft that arrive as Reinforcements with their cargo, and that leave by the schedule."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from redball.core.actions import Done
from redball.core.actions.naval import PlaceShip, WithdrawCraft
from redball.core.look import Look
from redball.core.state import ABOARD, NOT_ARRIVED, REMOVED, Frame
from redball.forces.craft import Craft, CraftKind
from redball.game.view.forces import arrivals
from redball.game.view.ships import SeaView, sea_view
from redball.rules.ground.craft import craft_in
from redball.rules.ground.fleet import LandingCraft, fleet_in, with_fleet
from redball.rules.naval.arrivals import forfeited
from redball.rules.naval.cargo_events import (
    CargoArrived,
    CraftArrived,
    CraftForfeited,
    CraftRecalled,
    CraftWithdrawn,
)
from redball.rules.naval.set_up import arrival_faults
from redball.rules.reinforcement.phase import ReinforcementPhase
from redball.scenarios.records import CraftArrival, CraftWithdrawal
from support import LEG, TRUCK, Sitting, in_scenario, land, opened, sit

COAST = land(*(f"{column:02d}.01=." for column in range(1, 11)), columns=10, rows=4, ground="-")
UNITS = f"axis 02.01 a {LEG}\naxis 02.01 b {LEG}\naxis 02.01 t {TRUCK}\nsoviet 10.01 r {LEG}"


def scheduled(craft: str = "", *, units: str = UNITS, late: CraftKind = "landing_craft", **schedule: Any) -> Look:
    """A coast with these Landing Craft, and `late`, 3 points of the axis side, in the scenario; `waits`: units that
    have not arrived."""
    look = sit(units, COAST, rest=f"[craft]\n{craft}\n").look
    known = dict(look.world.scenario.craft) | {"late": Craft("late", "axis", "Second lift", "gb", late, 3)}
    waits = schedule.pop("waits", ())
    look = look.after(look.state.with_units([look.unit(uid).change(hex=NOT_ARRIVED) for uid in waits]), tuple(waits))
    return in_scenario(look, craft=known, **schedule)


def phase(look: Look, side: str = "axis", step: str = "withdraw_ships") -> Sitting:
    """The Reinforcement Phase of a side."""
    return Sitting(opened(look, Frame("reinforcement_phase", step, ReinforcementPhase(side))))


def coming(look: Look, *names: str, turn: int = 0, **cargo: Any) -> tuple[CraftArrival, ...]:
    """`late` arrives in this turn at these hexes."""
    hexes = tuple(map(look.board.index, names))
    return (CraftArrival(turn or look.state.clock.turn, hexes, "late", **cargo),)


def boat(table: Sitting, cid: str) -> LandingCraft:
    found = craft_in(table.look.state, cid)
    assert found is not None, f"there is no {cid}"
    return found


# --- arriving ----------------------------------------------------------------------------------------------------


@pytest.mark.case("13.6", "18.1c", "12.6g")
def test_landing_craft_arrive_at_sea_or_on_the_coast_with_what_is_aboard() -> None:
    look = scheduled(waits=("a", "t"))
    look = in_scenario(look, craft_arrivals=coming(look, "03.03", "04.01", units=("a", "t"), tokens=5))
    table = phase(look)
    assert [table.look.hex_name(place.hex) for place in table.offered(PlaceShip)] == ["03.03", "04.01"]
    assert table.refused(PlaceShip("late", table.hex("05.03"))) == ("arrival.ship_entry", "13.6")
    table.do(PlaceShip("late", table.hex("04.01")))
    assert boat(table, "late") == LandingCraft("late", "late", "axis", table.hex("04.01"), 3, ("a", "t"), 5)
    assert [table.unit(uid).hex for uid in ("a", "t")] == [ABOARD, ABOARD]
    assert (table.one(CraftArrived).points, table.one(CargoArrived).units) == (3, ("a", "t"))
    assert table.told(CraftArrived) == "Second lift arrives at 04.01"
    assert table.told(CargoArrived) == "Aboard Second lift: a Rgt, t Rgt, 1 SP 1T"
    assert CargoArrived.audience == "own"


@pytest.mark.case("13.6")
@pytest.mark.parametrize(("turn", "side", "offered"), [(0, "axis", True), (2, "axis", False), (0, "soviet", False)])
def test_they_arrive_in_their_turn_and_in_the_phase_of_their_side(turn: int, side: str, offered: bool) -> None:
    look = scheduled()
    look = in_scenario(look, craft_arrivals=coming(look, "03.03", turn=turn))
    table = phase(look, side)
    assert bool(table.offered(PlaceShip)) is offered
    if side == "axis" and not offered:
        assert table.look.state.clock.turn == 1


@pytest.mark.case("13.6b-B", "18.1b")
def test_an_entry_that_the_enemy_closes_is_replaced_on_the_edge_only() -> None:
    look = scheduled("soviet 05.04 x lst 1\nsoviet 06.03 y lst 1")
    look = in_scenario(look, craft_arrivals=coming(look, "05.04", "06.03"))
    table = phase(look)
    assert [table.look.hex_name(place.hex) for place in table.offered(PlaceShip)] == ["04.04", "06.04"]


@pytest.mark.case("13.6")
def test_who_is_not_placed_is_lost_with_who_is_aboard() -> None:
    look = scheduled(waits=("a",))
    look = in_scenario(look, craft_arrivals=coming(look, "03.03", units=("a",)))
    table = phase(look)
    frame = table.look.state.stack[-1]
    assert forfeited(table.look, frame.data) == "1 group of Landing Craft and 1 unit aboard are lost"
    table.do(Done())
    assert (table.one(CraftForfeited).units, table.unit("a").hex) == (("a",), REMOVED)
    assert table.told(CraftForfeited) == "Second lift, with a Rgt, was not placed and is lost"
    assert craft_in(table.look.state, "late") is None
    assert fleet_in(table.look.state).came == ("late",)


@pytest.mark.case("13.6")
def test_the_schedule_is_open_and_what_has_come_leaves_it() -> None:
    look = scheduled(waits=("a",))
    look = in_scenario(
        look,
        craft_arrivals=coming(look, "03.03", units=("a",)),
        craft_withdrawals=(CraftWithdrawal(2, "axis", "landing_craft", 1),),
    )
    for viewer in ("axis", "soviet"):
        sea = sea_view(look, viewer)
        assert isinstance(sea, SeaView)
        assert [(one.id, one.hex, one.units) for one in sea.craft] == [("late", NOT_ARRIVED, None)]
    there, away = arrivals(look)
    assert (there.ships, [unit.id for unit in there.units], there.entry) == (
        ("Second lift",),
        ["a"],
        (look.board.index("03.03"),),
    )
    assert (away.turn, away.leaving) == (2, ("1 point of Landing Craft",))
    table = phase(look)
    table.do(PlaceShip("late", table.hex("03.03")))
    assert [one.ships for one in arrivals(table.look)] == [()]


@pytest.mark.case("18.1c", "18.4a", "18.4e-B")
def test_where_they_cannot_be_and_what_they_cannot_carry_is_a_fault_of_the_scenario() -> None:
    look = scheduled(late="dukw", waits=("a",))
    for entry, cargo, code in (
        ("03.03", {"tokens": 12}, []),
        ("03.03", {"tokens": 13}, ["setup.craft_overloaded"]),
        ("03.03", {"units": ("t",)}, ["setup.craft_cargo"]),
        ("03.03", {"units": ("r",)}, ["setup.craft_cargo"]),
        ("04.01", {}, []),
    ):
        there = in_scenario(look, craft_arrivals=coming(look, entry, **cargo))
        assert [fault.code for fault in arrival_faults(there.world, there.state)] == code
    board = land("01.02=.", "02.02=.", "03.02=.", "04.02=.", columns=4, rows=3, ground=".")
    inland = sit(f"axis 01.01 a {LEG}\nsoviet 04.03 r {LEG}", board).look
    inland = in_scenario(inland, craft={"late": Craft("late", "axis", "", "gb", "lst", 1)})
    inland = in_scenario(inland, craft_arrivals=coming(inland, "02.02"))
    assert [fault.code for fault in arrival_faults(inland.world, inland.state)] == ["setup.aground"]


# --- leaving -----------------------------------------------------------------------------------------------------


def leaves(points: int, kind: CraftKind = "landing_craft", turn: int = 1, side: str = "axis") -> dict[str, Any]:
    return {"craft_withdrawals": (CraftWithdrawal(turn, side, kind, points),)}


TWO = """axis 03.03 lc landing_craft 3
axis 05.03 ld landing_craft 2
axis 06.03 lst lst 1
soviet 09.03 su landing_craft 2"""


@pytest.mark.case("13.6")
def test_the_owner_chooses_which_points_leave() -> None:
    table = phase(scheduled(TWO, **leaves(3)))
    assert (table.one(CraftRecalled).points, table.told(CraftRecalled)) == (
        3,
        "3 points of Landing Craft must leave the game",
    )
    assert {(one.ship, one.points) for one in table.offered(WithdrawCraft)} == {
        ("lc", 1), ("lc", 2), ("lc", 3), ("ld", 1), ("ld", 2)
    }  # fmt: skip
    assert table.refused(WithdrawCraft("lst", 1)) == ("craft.not_owed", "13.6")
    assert table.refused(WithdrawCraft("su", 1)) == ("craft.not_owed", "13.6")
    assert table.refused(WithdrawCraft("nobody", 1)) == ("craft.not_owed", "13.6")
    assert table.refused(WithdrawCraft("ld", 3)) == ("craft.leaves_empty", "13.6")
    assert table.refused(WithdrawCraft("ld", 0)) == ("craft.leaves_empty", "13.6")
    sea = sea_view(table.look, "axis")
    assert isinstance(sea, SeaView)
    assert sea.leaving == "3 points of Landing Craft"
    table.do(WithdrawCraft("ld", 2))
    assert craft_in(table.look.state, "ld") is None
    assert [(one.craft, one.points) for one in table.all(CraftWithdrawn)] == [("ld", 2), ("lc", 1)]
    assert boat(table, "lc").points == 2, "nobody else was left to choose, so that the last point left at once"
    assert fleet_in(table.look.state).owed == ()


@pytest.mark.case("13.6")
@pytest.mark.parametrize("points", [5, 9])
def test_if_all_must_leave_nobody_is_asked_and_what_was_sunk_is_not_owed(points: int) -> None:
    table = phase(scheduled(TWO, **leaves(points)))
    assert not table.offered(WithdrawCraft)
    assert [craft.id for craft in fleet_in(table.look.state).craft] == ["lst", "su"]
    assert (table.one(CraftRecalled).points, fleet_in(table.look.state).owed) == (5, ())


@pytest.mark.case("13.6")
def test_points_with_cargo_leave_when_they_are_empty() -> None:
    """5T take the room of two points of three; in a later phase, unloaded, the second goes too."""
    table = phase(scheduled("axis 03.03 lc landing_craft 3 sp=1+1T", **leaves(2)))
    assert (boat(table, "lc").points, fleet_in(table.look.state).owed) == (2, (("axis", "landing_craft", 1),))
    sea = sea_view(table.look, "soviet")
    assert isinstance(sea, SeaView)
    assert sea.leaving == ""
    look = table.look
    assert fleet_in(look.state).as_seen(look, "soviet").owed == (), "it would say what is loaded"
    state = fleet_in(look.state).in_new_phase(look.state)
    assert state.owed == (("axis", "landing_craft", 1),)


@pytest.mark.case("13.6")
def test_what_is_owed_leaves_in_the_next_phase_of_its_side_as_far_as_it_is_afloat() -> None:
    look = scheduled(TWO, **leaves(1, turn=7))
    for owed, left in ((4, 1), (9, 0)):
        debt = replace(fleet_in(look.state), owed=(("axis", "landing_craft", owed),))
        there = look.after(with_fleet(look.state, debt), ())
        table = phase(there)
        if left:
            assert not table.all(CraftRecalled)
            table.do(WithdrawCraft("lc", 3))
        else:
            assert table.one(CraftRecalled).points == 5
        craft = [one for one in fleet_in(table.look.state).craft if one.side == "axis" and one.id != "lst"]
        assert sum(one.points for one in craft) == left


@pytest.mark.case("13.6")
@pytest.mark.parametrize(
    ("turn", "side", "kind"), [(2, "axis", "lst"), (1, "soviet", "lst"), (1, "axis", "landing_craft")]
)
def test_other_turns_sides_and_kinds_stay(turn: int, side: str, kind: CraftKind) -> None:
    look = scheduled(TWO, **leaves(1, kind, turn, side))
    table = phase(look)
    assert boat(table, "lst").points == 1
    table = phase(scheduled(TWO, **leaves(1, "lst")))
    assert craft_in(table.look.state, "lst") is None
    assert table.told(CraftWithdrawn) == "1 point of LST is withdrawn"

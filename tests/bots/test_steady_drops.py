"""Drop Plans of the bot's own, and what it flies on to a second base."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bots.test_steady_air import scene_of
from editions.options.test_option_xyz import first, passed
from editions.options.test_option_xyz import sky as two_legs
from redball.bots.steady import drop_orders, legs
from redball.bots.steady.scene import Flight
from redball.core.actions import AimDrop, DateDrop, PlanDrop
from redball.rules.ground.air_force import plane_in, with_planes
from redball.rules.ground.drops import DropPlan, Drops, with_drops
from redball.scenarios.records import VictoryHex
from rules.test_air_transport import field as without_option
from rules.test_air_transport import ju
from rules.test_drop_plans import field
from support import LEG, Sitting, in_scenario

JU = "Tpt (0)-0-20/(0)-0-20 carries=2T,1T"
FRIEND = f"axis 11.01 c {LEG}"

# --- where units are dropped -------------------------------------------------------------------------------------


def zone(table: Sitting, uid: str = "p") -> str:
    """Where a plan would land the unit; "" nowhere."""
    found = drop_orders.drop_zone(table.look, table.unit(uid))
    assert found >= -1
    return table.look.hex_name(found) if found >= 0 else ""


def drop(*units: str, planes: str = f"axis 01.01 j {JU} inactive", **more: Any) -> Sitting:
    return field(*units, planes=planes, **more)


@pytest.mark.parametrize(("friend", "where"), [("11.01", "13.01"), ("09.01", "13.01"), ("08.01", "")])
def test_a_unit_is_dropped_beside_a_goal_where_others_are_within_four_hexes(friend: str, where: str) -> None:
    assert zone(drop(f"axis {friend} c {LEG}")) == where


def test_only_parachutists_who_wait_far_from_the_enemy_with_room_in_aircraft_are_dropped() -> None:
    assert zone(drop(FRIEND), "a") == ""
    assert zone(drop(FRIEND), "p") == "13.01"
    assert zone(drop(FRIEND, planes="")) == ""
    for foe, where in (("09.01", False), ("10.01", True)):
        table = drop(FRIEND, f"soviet {foe} e {LEG}")
        assert bool(zone(table)) is where, "eight hexes from the enemy it has something to do"
    short = drop(FRIEND, planes="axis 01.01 j Tpt (0)-0-6/(0)-0-6 carries=2T,1T inactive")
    assert zone(short) == "", "they do not get there"


@pytest.mark.parametrize(("base", "dropped"), [("10.01", False), ("09.01", True)])
def test_nobody_is_dropped_on_a_goal_with_a_base_within_four_hexes(
    monkeypatch: pytest.MonkeyPatch, base: str, *, dropped: bool
) -> None:
    table = drop(FRIEND)
    monkeypatch.setattr(drop_orders, "ashore_bases", lambda *_: [SimpleNamespace(hex=table.hex(base))])
    assert bool(zone(table)) is dropped


@pytest.mark.parametrize(("strength", "dropped"), [(9, True), (10, False)])
def test_a_unit_is_dropped_beside_three_times_its_strength_at_most(strength: int, *, dropped: bool) -> None:
    """A third is added to what is seen; four at three to one are nine and that third."""
    foe = f"soviet 14.01 e Rgt infantry other {strength - 4}-3-3L/4-3-6L"
    para = "axis 01.01 w Bn parachute other 4-5-3L/1-5-6L"
    assert bool(zone(drop(FRIEND, foe, para, switches={"fog": False}), "w")) is dropped


def test_the_zone_is_worth_the_points_of_its_goal_less_the_enemies_beside_it() -> None:
    table = drop(FRIEND)
    found = list(drop_orders._zones(table.look, table.unit("p")))
    assert found == [(table.hex("13.01"), 1000 - 12 * 4 * 4 // 3)]
    hexes = (VictoryHex(table.hex("10.01"), 3, "Town"), VictoryHex(table.hex("12.01"), 2, "Place"))
    victory = replace(table.look.world.scenario.victory, hexes=hexes)
    table.look = in_scenario(table.look, victory=victory)
    assert {worth for hex_, worth in drop_orders._zones(table.look, table.unit("p")) if hex_ != table.hex("13.01")} == {
        3000,
        2000,
    }
    assert zone(table) in ("09.01", "10.01")


def test_the_planes_of_its_base_carry_a_unit_besides_those_that_are_planned() -> None:
    """A battalion takes as much room as a token."""
    small = JU.replace("2T,1T", "1T,1/2T")
    one, two = f"axis 01.01 j {small} inactive", f"axis 01.01 j {small} inactive\naxis 01.01 k {small} inactive"

    def room(planes: str, planned: str = "", hex_: str = "01.01") -> bool:
        table = field(planes=planes)
        plans = tuple([DropPlan(uid, table.hex("13.01"), 3) for uid in planned])
        look = table.look.after(with_drops(table.look.state, Drops(plans=plans)), ())
        units = [look.unit(uid).change(hex=table.hex(hex_)) for uid in planned]
        return drop_orders._room(look.after(look.state.with_units(units), tuple(planned)), table.unit("p"))

    assert [room(one), room(one, "q"), room(two, "q")] == [True, False, True]
    assert room(one, "q", "03.01"), "it flies from elsewhere"
    assert not room(f"soviet 14.01 j {JU} inactive")


def test_aircraft_elsewhere_drop_nobody() -> None:
    table = drop(FRIEND)
    plane = plane_in(table.look.state, "j")
    assert plane is not None
    table.look = table.look.after(with_planes(table.look.state, [plane.change(hex=table.hex("05.01"))]), ())
    assert not drop_orders._room(table.look, table.unit("p"))
    assert list(drop_orders._zones(table.look, table.unit("p"))) == []


# --- plans ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("zone_", "plans"), [(0, True), (-1, False)])
def test_the_first_hex_of_the_map_is_a_zone_like_any_other(
    monkeypatch: pytest.MonkeyPatch, zone_: int, *, plans: bool
) -> None:
    monkeypatch.setattr(drop_orders, "drop_zone", lambda *_: zone_)
    table = drop(FRIEND)
    assert (drop_orders.plan_drop(scene_of(table.game)) is not None) is plans
    table.do(PlanDrop("p"), AimDrop(table.hex("01.01")))
    assert drop_orders.plan_drop(scene_of(table.game)) == DateDrop(3)


def test_the_strongest_unit_is_dropped_first() -> None:
    table = drop(FRIEND, "axis 01.01 b Bn parachute other 4-5-3L/1-5-6L")
    assert drop_orders.plan_drop(scene_of(table.game)) == PlanDrop("b")
    assert drop_orders.plan_drop(scene_of(drop(FRIEND).game)) == PlanDrop("q")


# --- second legs -------------------------------------------------------------------------------------------------


def further(table: Sitting, where: str, **hungry: int) -> int:
    lack = {table.hex(f"{name[1:]}.01"): tokens for name, tokens in hungry.items()}
    return legs.wanted_further(table.look, "axis", table.hex(where), lack)


def test_what_bases_within_six_hexes_lack_flies_on_as_far_as_the_first_one_could_unload_it() -> None:
    """A Level unloads two tokens."""
    table = two_legs(ju("j"))
    assert [further(table, "04.01"), further(table, "04.01", h07=1), further(table, "04.01", h07=5)] == [0, 1, 2]
    assert further(table, "04.01", h04=1, h07=5) == 1
    assert further(table, "04.01", h04=3, h07=5) == 0
    assert further(table, "04.01", h13=5) == 0, "nine hexes"
    assert further(table, "07.01", h13=5) == 4, "six"
    apart = two_legs(ju("j"), bases="axis 01.01 1\naxis 08.01 1")
    assert further(apart, "01.01", h08=5) == 0, "seven"
    assert further(table, "04.01", h05=5) == 0, "there is no base"
    assert further(table, "05.01", h07=5) == 0
    assert further(without_option(ju("j")), "04.01", h07=5) == 0


def test_what_is_on_board_goes_to_the_hungriest_base_that_is_reached() -> None:
    table = two_legs(ju("j"))
    passed(first(table, ("j", "return"), here=1, on=1).done())
    data, start = scene_of(table.game).data, table.hex("04.01")

    def leg(**hungry: int) -> Flight | None:
        lack = {table.hex(f"{name[1:]}.01"): tokens for name, tokens in hungry.items()}
        return legs.second_leg(table.look, data, lack)

    to_seven = leg(h07=1)
    assert to_seven is not None
    assert (to_seven.kind, to_seven.hex, to_seven.loads) == ("onward", table.hex("07.01"), ((start, 1),))
    assert [pid for pid, _ in to_seven.planes] == ["j"]
    assert leg() is None
    assert leg(h04=5) is None, "they are there"
    assert leg(h13=5) is None, "nine hexes are too far"
    both = leg(h07=1, h01=2)
    assert both is not None
    assert both.hex == table.hex("01.01")

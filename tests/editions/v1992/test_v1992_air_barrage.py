"""Barrages of 1992 by aircraft: when, with artillery, under Flak, and at air bases."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import AddPlane, AddUnit, DeclareBarrage, Done, Pay, RemovePlane
from redball.core.events import BarrageResolved, SupplySpent
from redball.core.state import DEAD_PILE
from redball.editions.aimed_barrage import AimBarrage
from redball.editions.v1992.hex_flak import HexFlakFired
from redball.editions.v1992.joint_barrage import AircraftStruck
from redball.rules.air.air import AircraftAborted, AircraftHit, BaseRaided
from redball.rules.ground.air_force import Plane, base_in, plane_in
from support import LEG, Sitting, land, sit

BOMBER, FIGHTER = "T (1)-18-9/(1)-9-9", "F 3-0-9/2-0-9"
GUN = "artillery b8-3-3-4T/b2-2-3-14T"
BASES = "axis 01.01 3\nsoviet 14.01 3"
UNITS = f"axis 01.02 army {LEG}\naxis 06.02 g {GUN}\naxis 07.02 spot {LEG}\nsoviet 08.02 r {LEG}"
MARKERS = "axis 01.01 b {0} over=08.02\naxis 01.01 c {0} over=08.02\naxis 01.01 h {0}"


def sky(planes: str = MARKERS.format(BOMBER), *, units: str = UNITS, bases: str = BASES, **more: Any) -> Sitting:
    """Two rows of hexes by 1992; two bombers of the axis are over a Soviet regiment, a gun is in range of it."""
    rest = f"[supply]\naxis 06.02 4\n[sources]\naxis 01.02\nsoviet 14.02\n[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit(units, land(columns=14, rows=2), rest=rest, edition="1992", **more)


def plane(table: Sitting, pid: str) -> Plane:
    """The record of an aircraft."""
    found = plane_in(table.game.state, pid)
    assert found is not None
    return found


def fire(table: Sitting, *planes: str, guns: tuple[str, ...] = (), aim: str = "", where: str = "08.02") -> Sitting:
    """A barrage on a hex, paid for."""
    table.do(DeclareBarrage(table.hex(where)), *map(AddUnit, guns), *map(AddPlane, planes))
    table.do(*([AimBarrage(aim)] if aim else []), Done())
    while table.offered(Pay):
        table.do(table.offered(Pay)[0])
    return table


def drafted(table: Sitting) -> Sitting:
    """A barrage on the regiment in its draft."""
    return table.do(DeclareBarrage(table.hex("08.02")))


# --- when --------------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-air-phasing-barrage-phases", "E92-air-phasing-elsewhere", "E92-air-phasing-inactive")
@pytest.mark.parametrize("step", ["movement_barrage", "combat_barrage", "exploitation_barrage"])
def test_aircraft_over_a_hex_barrage_it_in_the_segments_of_their_side_and_go_home_inactive(step: str) -> None:
    """18 points against 1 RE read column 12-16 after a shift of one; 8 is DG."""
    table = sky(at=step, dice=(1, 1, 4, 4))
    assert table.offered(DeclareBarrage) == [DeclareBarrage(table.hex("08.02"))]
    fire(table, "b")
    assert (table.one(AircraftStruck).planes, table.one(AircraftStruck).points) == (("b",), 18)
    assert table.told(AircraftStruck) == "B barrages 08.02 with 18 points"
    resolved = table.one(BarrageResolved)
    assert (resolved.column, resolved.result, resolved.roll) == ("12-16", "DG", 8)
    assert not table.all(SupplySpent)
    found = plane(table, "b")
    assert (found.hex, found.base, found.active) == (table.hex("01.01"), -1, False)
    assert plane(table, "c").hex == table.hex("08.02")


@pytest.mark.case("E92-air-phasing-barrage-phases")
def test_a_hex_is_barraged_once_in_a_phase() -> None:
    table = sky(units=f"{UNITS}\nsoviet 08.01 s {LEG}", at="combat_barrage", dice=(1, 1, 4, 4))
    fire(table, "b")
    assert table.refused(DeclareBarrage(table.hex("08.02")))[0] == "barrage.hex_barraged"
    assert table.offered(DeclareBarrage) == [DeclareBarrage(table.hex("08.01"))]


@pytest.mark.case("E92-air-phasing-barrage-phases", "E92-air-phasing-move-phases")
def test_in_the_reaction_phase_the_other_side_barrages() -> None:
    planes = f"soviet 14.01 x {BOMBER} over=07.02\naxis 01.01 b {BOMBER} over=08.02"
    table = sky(planes, at="reaction_barrage")
    assert (table.side, table.offered(DeclareBarrage)) == ("soviet", [DeclareBarrage(table.hex("07.02"))])


@pytest.mark.case("E92-air-phasing-barrage-phases")
def test_who_may_join() -> None:
    other = f"{MARKERS.format(BOMBER)}\naxis 01.01 f {FIGHTER} over=08.02\nsoviet 14.01 x {BOMBER}"
    table = drafted(sky(other, at="movement_barrage"))
    assert table.refused(AddPlane("h")) == ("barrage.not_over", "E92-air-phasing-barrage-phases")
    assert table.refused(AddPlane("f"))[0] == "mission.no_points"
    assert table.refused(AddPlane("x"))[0] == "air.not_yours"
    assert table.refused(AddPlane("nobody"))[0] == "air.unknown_plane"
    assert table.refused(RemovePlane("b"))[0] == "mission.not_added"
    assert table.refused(Done())[0] == "barrage.no_units"
    table.do(AddPlane("b"))
    assert table.refused(AddPlane("b"))[0] == "mission.added"
    table.do(RemovePlane("b"))
    assert table.offered(AddPlane) == [AddPlane("b"), AddPlane("c")]


# --- with artillery ----------------------------------------------------------------------------------------------


@pytest.mark.case("E92-air-phasing-wait", "E92-barrage-supply")
def test_in_the_combat_phase_aircraft_fire_together_with_artillery_which_alone_pays() -> None:
    """8 and 18 are 26 points: 25-40, a column to the left for 1 RE."""
    table = fire(sky(at="combat_barrage", dice=(1, 1, 3, 4)), "b", guns=("g",))
    assert table.one(BarrageResolved).column == "17-24"
    assert sum(event.tokens for event in table.all(SupplySpent)) == 1
    assert table.unit("g").activity.barraged
    assert not plane(table, "b").active


@pytest.mark.case("E92-air-phasing-wait", "E92-barrage-supply")
def test_in_the_movement_phase_no_artillery_joins() -> None:
    table = drafted(sky(at="movement_barrage"))
    assert table.refused(AddUnit("g"))[0] == "barrage.movement_phase"


@pytest.mark.case("E92-barrage-shifts-spotter")
@pytest.mark.parametrize(("spotter", "column"), [("07.02", "12-16"), ("03.02", "8-11")])
def test_without_a_unit_next_to_it_aircraft_are_shifted_like_artillery(spotter: str, column: str) -> None:
    units = UNITS.replace("axis 07.02 spot", f"axis {spotter} spot")
    assert fire(sky(units=units, at="combat_barrage", dice=(1, 1, 4, 4)), "b").one(BarrageResolved).column == column


@pytest.mark.case("E92-barrage-shifts-spotter", "14.1e-A", "E92-air-phasing-wait")
@pytest.mark.parametrize(("guns", "column"), [((), "8-11"), (("g",), "17-24")])
def test_a_strategic_bomber_sees_nothing_by_itself_but_spoils_nothing_for_guns(
    guns: tuple[str, ...], column: str
) -> None:
    """18 points, or 26 with the gun, a column to the left for 1 RE; alone one more, though a unit is next to it."""
    table = sky("axis 01.01 b S (1)-18-9/(1)-9-9 over=08.02", at="combat_barrage", dice=(1, 1, 4, 4))
    assert fire(table, "b", guns=guns).one(BarrageResolved).column == column


# --- flak --------------------------------------------------------------------------------------------------------

TABLE = {
    2: {11: "A", 12: "A"},
    3: {10: "A", 11: "A", 12: "-1"},
    7: {9: "A", 10: "A", 11: "A", 12: "-1"},
    13: {8: "A", 9: "A", 10: "A", 11: "-1", 12: "-1"},
}
SUMS = {2: (1, 1), 7: (3, 4), 8: (4, 4), 9: (4, 5), 10: (5, 5), 11: (5, 6), 12: (6, 6)}


@pytest.mark.case(
    "E92-flak-roll-2-7",
    "E92-flak-roll-8",
    "E92-flak-roll-9",
    "E92-flak-roll-10",
    "E92-flak-roll-11",
    "E92-flak-roll-12",
    "E92-flak-results",
    "E92-flak-strength",
)
@pytest.mark.parametrize("roll", SUMS)
@pytest.mark.parametrize("strength", TABLE)
def test_flak_on_the_column_of_the_hex(strength: int, roll: int) -> None:
    """So many regiments of a step each."""
    defenders = "\n".join(f"soviet 08.02 r{i} {LEG}" for i in range(strength))
    units = UNITS.replace(f"soviet 08.02 r {LEG}", defenders)
    table = fire(sky(units=units, at="movement_barrage", dice=(*SUMS[roll], 1, 1)), "b")
    result = TABLE[strength].get(roll, "-")
    assert (table.one(HexFlakFired).result, table.one(HexFlakFired).side) == (result, "soviet")
    assert plane(table, "b").steps_lost == int(result == "-1")
    assert bool(table.all(AircraftStruck)) is (result == "-")
    assert bool(table.all(BarrageResolved)) is (result == "-")
    assert bool(table.all(AircraftHit)) is (result == "-1")
    assert (plane(table, "b").hex, plane(table, "b").active) == (table.hex("01.01"), False)


@pytest.mark.case("E92-flak-results")
def test_flak_rolls_for_each_aircraft_and_the_others_fire() -> None:
    table = fire(sky(at="movement_barrage", dice=(6, 6, 1, 1, 4, 4)), "b", "c")
    assert [event.result for event in table.all(HexFlakFired)] == ["A", "-"]
    assert (table.one(AircraftStruck).planes, table.one(AircraftStruck).points) == (("c",), 18)
    assert [event.plane for event in table.all(AircraftAborted)] == ["b"]


@pytest.mark.case("E92-flak-results")
def test_the_dice_go_to_the_aircraft_in_their_order() -> None:
    """Two for each: 1 and 6, then 6 and 5, and the barrage has its own."""
    table = fire(sky(at="movement_barrage", dice=(1, 6, 6, 5, 4, 4)), "b", "c")
    assert [(event.roll, event.result) for event in table.all(HexFlakFired)] == [(7, "-"), (11, "A")]
    assert table.one(AircraftStruck).planes == ("b",)
    assert (plane(table, "c").hex, plane(table, "c").active) == (table.hex("01.01"), False)


@pytest.mark.case("E92-flak-results")
def test_a_reduced_aircraft_is_lost_and_artillery_fires_without_it() -> None:
    units = UNITS.replace(f"soviet 08.02 r {LEG}", "\n".join(f"soviet 08.02 r{i} {LEG}" for i in range(3)))
    table = fire(
        sky(f"axis 01.01 b {BOMBER} reduced over=08.02", units=units, at="combat_barrage", dice=(6, 6, 1, 1)),
        "b",
        guns=("g",),
    )
    assert plane(table, "b").hex == DEAD_PILE
    assert not table.all(AircraftAborted), "it is gone already"
    assert not table.all(AircraftStruck)
    assert table.one(BarrageResolved).column == "12-16"


# --- air bases ---------------------------------------------------------------------------------------------------


def raid(*dice: int) -> Sitting:
    """18 points at a base: column 11-20 of the facility table."""
    idle = f"soviet 08.01 x {FIGHTER} inactive\nsoviet 08.01 y {FIGHTER} inactive reduced"
    table = sky(
        f"axis 01.01 b {BOMBER} over=08.01\n{idle}\nsoviet 08.01 z {FIGHTER}",
        units=f"axis 01.02 army {LEG}\nsoviet 14.02 r {LEG}",
        bases=f"{BASES}\nsoviet 08.01 3",
        at="movement_barrage",
        dice=(1, 1, *dice),
    )
    return fire(table, "b", where="08.01")


@pytest.mark.case("E92-facility-ab", "E92-inactive-air", "E92-facility-rail-hedgehog")
@pytest.mark.parametrize(
    ("dice", "levels", "steps"),
    [((2,), 0, (0, 1)), ((3, 3, 4), 0, (0, 2)), ((3, 4, 3), 0, (1, 1)), ((4, 6, 1), 1, (1, 1)), ((6, 1, 1), 1, (0, 1))],
)
def test_a_base_loses_levels_and_its_inactive_aircraft_steps(
    dice: tuple[int, ...], levels: int, steps: tuple[int, int]
) -> None:
    table = raid(*dice)
    assert table.one(BaseRaided).levels == levels
    base = base_in(table.game.state, table.hex("08.01"))
    assert base is not None
    assert base.level == 3 - levels
    assert tuple(plane(table, pid).steps_lost for pid in "xy") == steps
    assert plane(table, "z").steps_lost == 0


@pytest.mark.case("E92-facility-rail-hedgehog")
def test_two_levels_go_on_the_heaviest_column() -> None:
    big = f"axis 01.01 c {BOMBER} over=08.01"
    planes = f"{big}\nsoviet 08.01 z {FIGHTER}"
    table = sky(
        f"axis 01.01 b {BOMBER} over=08.01\n{planes}",
        units=f"axis 01.02 army {LEG}\nsoviet 14.02 r {LEG}",
        bases=f"{BASES}\nsoviet 08.01 3",
        at="movement_barrage",
        dice=(1, 1, 1, 1, 5),
    )
    fire(table, "b", "c", where="08.01")
    assert table.one(BaseRaided).levels == 2

"""Aircraft get steps from Eq, and two reduced ones become one."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import (
    AimMission,
    BuildGlider,
    Done,
    MergePlanes,
    PlanMission,
    RebuildPlane,
    RefitAt,
    StandDown,
    UnloadSupply,
)
from redball.core.events import ReplsSpent
from redball.core.state import DEAD_PILE
from redball.game.watch.air import check_air
from redball.rules.air.air import AircraftMerged, AircraftRebuilt, GlidersBuilt
from redball.rules.ground.air_force import Plane, base_in, plane_in
from rules.renewal_table import EQ, PAX
from support import HQ, LEG, TANKS, Sitting, sit

FIGHTER, STUKA = "F 4-3-12/3-2-12", "T (1)-18-9/(1)-9-9"
FOE = f"soviet 06.05 r {LEG}"


def rebuilding(planes: str, *units: str, bases: str = "axis 05.01 2", **more: Any) -> Sitting:
    """The Reinforcement Phase of the axis, at the moment when it could rebuild aircraft (if it can)."""
    listed = "\n".join((f"axis 02.02 hq {HQ}", *units, FOE))
    table = sit(listed, at="reinforcement", rest=f"[bases]\n{bases}\n[aircraft]\n{planes}\n", **more)
    return table


def plane(table: Sitting, pid: str) -> Plane:
    """The record of an aircraft."""
    found = plane_in(table.game.state, pid)
    assert found is not None
    return found


# --- rebuilding --------------------------------------------------------------------------------------------------


@pytest.mark.case("13.5f-A", "14.1b", "14.1d")
def test_an_eq_near_an_hq_pays_for_two_steps_at_any_bases() -> None:
    """One comes back from the Dead Pile, Active and reduced; one that is Inactive regains its step and stays so."""
    planes = f"axis dead f {FIGHTER}\naxis 05.01 s {STUKA} inactive reduced\naxis 05.01 w {STUKA}"
    table = rebuilding(planes, f"axis 03.02 e {EQ}", bases="axis 05.01 2\naxis 01.05 strip")
    eq, base, strip = (table.hex(name) for name in ("03.02", "05.01", "01.05"))
    assert table.step == "aircraft_rebuilding.rebuild"
    assert set(table.offered(RebuildPlane)) == {
        RebuildPlane("f", base, eq),
        RebuildPlane("f", strip, eq),
        RebuildPlane("s", base, eq),
    }
    assert table.refused(RebuildPlane("w", base, eq)) == ("rebuild.no_aircraft", "13.5f-A")
    assert table.refused(RebuildPlane("s", strip, eq)) == ("rebuild.aircraft_elsewhere", "13.5f-A")
    assert table.refused(RebuildPlane("f", table.hex("02.02"), eq)) == ("air.no_base", "15.0")
    assert table.refused(RebuildPlane("x", base, eq)) == ("air.unknown_plane", "3.5")
    table.do(RebuildPlane("f", strip, eq))
    assert table.one(ReplsSpent).units == ("e",)
    back = plane(table, "f")
    assert (back.hex, back.active, back.steps_lost) == (strip, True, 1)
    assert table.refused(RebuildPlane("s", base, eq)) == ("rebuild.aircraft_paid", "13.5f-B")
    table.do(RebuildPlane("s", base))
    assert (plane(table, "s").active, plane(table, "s").steps_lost) == (False, 0)
    assert len(table.all(AircraftRebuilt)) == 2
    assert table.step != "aircraft_rebuilding.rebuild"
    check_air(table.game.world, 0, table.game.state)


@pytest.mark.case("13.5f-A", "14.1b")
def test_both_steps_may_go_to_one_aircraft() -> None:
    table = rebuilding(f"axis dead f {FIGHTER}", f"axis 02.02 e {EQ}")
    base = table.hex("05.01")
    table.do(RebuildPlane("f", base, table.hex("02.02")), RebuildPlane("f", base))
    assert plane(table, "f").steps_lost == 0


@pytest.mark.case("13.5f-B", "13.5f-A")
def test_a_step_that_nobody_takes_is_lost_with_its_eq() -> None:
    planes = f"axis 05.01 f {FIGHTER} reduced\naxis dead s {STUKA}"
    table = rebuilding(planes, f"axis 02.02 e {EQ}", f"axis 02.02 g {EQ}")
    base, eq = table.hex("05.01"), table.hex("02.02")
    table.do(RebuildPlane("f", base, eq), Done())
    assert len(table.all(ReplsSpent)) == 1
    assert plane(table, "s").hex == DEAD_PILE
    more = rebuilding(planes, f"axis 02.02 e {EQ}", f"axis 02.02 g {EQ}")
    more.do(RebuildPlane("f", base, eq), RebuildPlane("s", base), RebuildPlane("s", base, eq))
    assert len(more.all(ReplsSpent)) == 2


@pytest.mark.case("13.5f-A", "13.5a-1", "4.5a-K")
@pytest.mark.parametrize(
    ("units", "code", "case"),
    [
        ((f"axis 05.02 e {EQ}",), "rebuild.no_hq", "13.5a-1"),
        ((f"axis 03.02 e {PAX}",), "rebuild.no_eq", "13.5f-A"),
        ((f"axis 03.02 e {EQ} strat",), "rebuild.no_eq", "13.5f-A"),
        ((f"axis 03.02 e {EQ}", f"soviet 03.03 t {TANKS}"), "rebuild.in_zoc", "4.5a-K"),
    ],
)
def test_the_eq_obeys_the_rules_of_other_rebuilding(units: tuple[str, ...], code: str, case: str) -> None:
    planes = f"axis dead f {FIGHTER}\naxis 05.01 a {STUKA} reduced\naxis 05.01 b {STUKA} reduced"
    table = rebuilding(planes, *units)
    assert not table.offered(RebuildPlane)
    where = next(line.split()[1] for line in units)
    assert table.refused(RebuildPlane("f", table.hex("05.01"), table.hex(where))) == (code, case)


@pytest.mark.case("13.5f-A", "14.2a-B", "15.0b-D")
def test_who_comes_back_to_a_full_base_needs_room() -> None:
    there = "\n".join(f"axis 05.01 s{i} {STUKA}" for i in range(4))
    table = rebuilding(f"axis dead f {FIGHTER}\n{there}", f"axis 02.02 e {EQ}", bases="axis 05.01 strip")
    table.do(RebuildPlane("f", table.hex("05.01"), table.hex("02.02")))
    assert StandDown("f") in table.offered(StandDown)
    table.do(StandDown("s0"))
    assert plane(table, "f").active


@pytest.mark.case("13.5f-A")
def test_a_side_without_losses_or_eq_is_not_asked() -> None:
    assert rebuilding(f"axis 05.01 f {FIGHTER}", f"axis 02.02 e {EQ}").step != "aircraft_rebuilding.rebuild"
    assert rebuilding(f"axis dead f {FIGHTER}").step != "aircraft_rebuilding.rebuild"


# --- merging -----------------------------------------------------------------------------------------------------

PAIR = f"axis 05.01 a {STUKA} reduced\naxis 05.01 b {STUKA} reduced"


@pytest.mark.case("13.9-4")
@pytest.mark.parametrize(
    ("at", "phasing"),
    [
        ("aircraft_refit", "axis"),
        ("reinforcement", "axis"),
        ("movement", "axis"),
        ("reaction_movement", "soviet"),
        ("exploitation_movement", "axis"),
    ],
)
def test_two_reduced_aircraft_become_one_in_any_phase(at: str, phasing: str) -> None:
    units = f"axis 02.02 u {LEG}\naxis 02.03 v {LEG} reserve\n{FOE}"
    table = sit(units, rest=f"[bases]\naxis 05.01 2\n[aircraft]\n{PAIR}\n", at=at, phasing=phasing)
    assert table.offered(MergePlanes) == [MergePlanes("a", "b")]
    table.do(MergePlanes("a", "b"))
    assert (plane(table, "a").steps_lost, plane(table, "a").active) == (0, True)
    assert (plane(table, "b").hex, plane(table, "b").active) == (DEAD_PILE, False)
    assert table.told(AircraftMerged) == "B is merged into a at 05.01"
    check_air(table.game.world, 0, table.game.state)


@pytest.mark.case("13.9-4")
@pytest.mark.parametrize(
    ("other", "code"),
    [
        (f"axis 05.01 b {STUKA}", "merge.whole"),
        (f"axis 05.01 b {STUKA} reduced inactive", "merge.status"),
        (f"axis 01.05 b {STUKA} reduced", "merge.apart"),
        (f"axis 05.01 b {FIGHTER} reduced", "merge.different"),
        ("axis 05.01 b T (1)-18-9/(1)-8-9 reduced", "merge.different"),
        ("axis 05.01 b F (1)-18-9/(1)-9-9 reduced", "merge.different"),
        (f"soviet 06.05 b {STUKA} reduced", "air.not_yours"),
        (f"axis dead b {STUKA}", "air.not_yours"),
    ],
)
def test_they_are_alike_and_at_one_base(other: str, code: str) -> None:
    air = f"[bases]\naxis 05.01 2\naxis 01.05 1\nsoviet 06.05 1\n[aircraft]\naxis 05.01 a {STUKA} reduced\n{other}\n"
    table = sit(f"axis 02.02 u {LEG}\n{FOE}", rest=air)
    assert not table.offered(MergePlanes)
    assert table.refused(MergePlanes("a", "b"))[0] == code
    assert table.refused(MergePlanes("a", "c")) == ("air.unknown_plane", "3.5")


@pytest.mark.case("13.9-4", "14.2e-A")
def test_a_merger_makes_nobody_fresh() -> None:
    """One of them has flown: what comes of them has flown its mission of this phase, too."""
    planes = f"{PAIR} flown"
    table = sit(f"axis 02.02 u {LEG}\n{FOE}", rest=f"[bases]\naxis 05.01 2\naxis 01.05 1\n[aircraft]\n{planes}\n")
    table.do(MergePlanes("a", "b"))
    assert plane(table, "a").flown
    assert table.refused(PlanMission("base_transfer")) == ("mission.nobody", "14.1a")


@pytest.mark.case("13.9-4", "15.1-A")
def test_a_base_that_is_being_prepared_is_settled_first() -> None:
    planes = f"{PAIR.replace('reduced', 'reduced inactive')}"
    rest = f"[supply]\naxis 05.01 2\n[bases]\naxis 05.01 2\n[aircraft]\n{planes}\n"
    table = sit(f"axis 02.02 u {LEG}\n{FOE}", rest=rest, at="aircraft_refit")
    table.do(RefitAt(table.hex("05.01")))
    assert table.refused(MergePlanes("a", "b")) == ("refit.one_base", "15.1-A")


def test_an_aircraft_on_a_mission_is_not_merged() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FOE}", rest=f"[bases]\naxis 05.01 2\naxis 01.05 1\n[aircraft]\n{PAIR}\n")
    table.do(PlanMission("base_transfer"), AimMission(table.hex("01.05")))
    assert not table.offered(MergePlanes)


# --- unloading ---------------------------------------------------------------------------------------------------


@pytest.mark.case("13.2f-B")
@pytest.mark.parametrize(
    ("bases", "may"), [("axis 05.01 strip", True), ("axis 05.02 1", False), ("soviet 06.05 1", False)]
)
def test_trucks_unload_at_an_air_base_of_their_side(bases: str, may: bool) -> None:
    units = f"axis 02.02 u {LEG}\naxis 05.01 t truck 2 50T load=1\n{FOE}"
    table = sit(units, rest=f"[bases]\n{bases}\n").begin("t")
    if may:
        table.do(UnloadSupply("t", 4))
    else:
        assert table.refused(UnloadSupply("t", 4)) == ("transport.nowhere", "13.2f-B")


# --- gliders -----------------------------------------------------------------------------------------------------


def gliders(table: Sitting, where: str) -> int:
    """Glider Points at a base."""
    base = base_in(table.game.state, table.hex(where))
    assert base is not None
    return base.gliders


@pytest.mark.case("14.10e-A")
def test_an_eq_builds_two_gliders_at_any_bases() -> None:
    table = rebuilding(
        f"axis 05.01 w {STUKA}",
        f"axis 03.02 e {EQ}",
        bases="axis 05.01 2\naxis 01.05 strip gliders=1",
        head="gliders axis\n",
    )
    eq, base, strip = (table.hex(name) for name in ("03.02", "05.01", "01.05"))
    assert {*table.offered(BuildGlider)} == {BuildGlider(base, eq), BuildGlider(strip, eq)}
    assert table.refused(BuildGlider(table.hex("02.02"), eq)) == ("air.no_base", "15.0")
    assert table.refused(BuildGlider(base)) == ("rebuild.no_eq", "13.5f-A")
    table.do(BuildGlider(base, eq))
    assert table.one(ReplsSpent).units == ("e",)
    assert table.refused(BuildGlider(base, eq)) == ("rebuild.aircraft_paid", "13.5f-B")
    table.do(BuildGlider(strip))
    assert (gliders(table, "05.01"), gliders(table, "01.05")) == (1, 2)
    assert table.step != "aircraft_rebuilding.rebuild", "the Eq is used up"
    assert [e.gliders for e in table.all(GlidersBuilt)] == [1, 1]


@pytest.mark.case("14.10e-A", "13.5f-A")
def test_an_eq_pays_for_a_glider_and_an_aircraft_step() -> None:
    table = rebuilding(f"axis 05.01 s {STUKA} reduced", f"axis 03.02 e {EQ}", head="gliders axis\n")
    table.do(BuildGlider(table.hex("05.01"), table.hex("03.02")), RebuildPlane("s", table.hex("05.01")))
    assert (gliders(table, "05.01"), plane(table, "s").steps_lost) == (1, 0)


@pytest.mark.case("14.10e-A")
def test_no_gliders_are_built_where_the_game_has_none() -> None:
    table = rebuilding(f"axis 05.01 s {STUKA} reduced", f"axis 03.02 e {EQ}", head="gliders soviet\n")
    assert table.offered(BuildGlider) == []
    assert table.refused(BuildGlider(table.hex("05.01"), table.hex("03.02"))) == ("rebuild.no_gliders", "14.10e-A")
    whole = rebuilding(f"axis 05.01 s {STUKA}", f"axis 03.02 e {EQ}", head="gliders soviet\n")
    assert whole.step != "aircraft_rebuilding.rebuild"

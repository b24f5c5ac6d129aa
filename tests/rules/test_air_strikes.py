"""Air barrages: Flak, the barrage on units and on air bases, Hip Shoots."""

from __future__ import annotations

from fractions import Fraction

import pytest

from redball.core.actions import (
    AddPlane,
    AddUnit,
    AimMission,
    Cancel,
    DeclareBarrage,
    Done,
    Intercept,
    LosePlane,
    LoseStep,
    PlanMission,
)
from redball.core.events import BarrageDeclared, BarrageResolved, DiceRolled, PhaseBegan, StepLost, SupplySpent
from redball.core.state import DEAD_PILE
from redball.game.sentences import Namer
from redball.game.sight.belief import knows
from redball.game.sight.redaction import details
from redball.game.view.air import AirView, MissionView, air_view
from redball.rules.air.air import AircraftHit, BaseRaided, FlakFired, MissionFlown, StrikeMade
from redball.rules.air.flak_fire import candidates
from redball.rules.ground.air_force import base_in, plane_in
from redball.rules.modes.disorganization import Disorganized
from support import GUNS, LEG, Sitting, land, sit

STUKA = "T (1)-18-15/(1)-9-15"
FIGHTER = "F 4-3-15/3-2-15"
BLENHEIM = "T (2)-6-20/(1)-3-20"
HEAVY = "S (3)-30-30/(2)-15-30"
TANKS = "Bde tank mech 4-4-4K/2-4-6K"
HQ = "hq 15T-4L/10T-8L"
FAR = "15.01"
"""A target more than ten hexes from the base of the axis at 01.01."""


def front(
    targets: str,
    planes: str,
    *dice: int,
    spotter: bool = False,
    ground: str = "",
    bases: str = "axis 01.01 3",
    at: str = "movement_barrage",
    head: str = "",
    rest: str = "",
    **more: object,
) -> Sitting:
    """A row of thirty hexes: `targets` are lines of Soviet units at 15.01, the spotter of the axis is next to them."""
    units = "".join(f"soviet {FAR} {line}\n" for line in targets.splitlines() if line)
    units += f"axis {'14.01' if spotter else '02.01'} s {LEG}"
    air = f"[bases]\n{bases}\n[aircraft]\n{planes}\n"
    drawn = land(*([f"{FAR}={ground}"] if ground else []), columns=30, rows=1)
    return sit(units, drawn, rest=air + rest, at=at, dice=dice, head=head, **more)  # type: ignore[arg-type]


def fly(table: Sitting, *planes: str, kind: str = "barrage", at: str = FAR) -> Sitting:
    """Plan a mission and commit it."""
    return table.do(PlanMission(kind), AimMission(table.hex(at)), *map(AddPlane, planes), Done())


def mark(table: Sitting, uid: str) -> str:
    return table.unit(uid).marker


# --- the examples ------------------------------------------------------------------------------------------------


@pytest.mark.case("14.7", "14.7a", "14.7b", "14.4e", "14.2f-E", "14.4", "10.2", "10.2a", "10.2c", "10.0e-C", "14.0-B")
def test_the_stuka_finds_a_lone_brigade_in_a_forest() -> None:
    """Flak rolls 8. The 17-24 column goes left for terrain, spotter and density to the 2 column; a 10 disorganizes."""
    table = fly(front(f"t {TANKS}", f"axis 01.01 ju87 {STUKA}", 4, 4, 5, 5, ground="w"), "ju87")
    flak, result = table.one(FlakFired), table.one(BarrageResolved)
    assert (flak.side, flak.roll, flak.hit, flak.ledger.total) == ("soviet", 8, False, "8")
    assert [(line.amount, line.case) for line in result.ledger.lines] == [
        ("17-24", "10.0-D"),
        ("-1", "10.0a-C"),
        ("-1", "10.0a-B"),
        ("-3", "10.0b-B"),
    ]
    assert (result.column, result.roll, result.result) == ("2", 10, "DG")
    assert [event.unit for event in table.all(Disorganized)] == ["t"]
    stuka = plane_in(table.game.state, "ju87")
    assert stuka is not None
    assert (stuka.hex, stuka.active) == (table.hex("01.01"), False)
    assert not table.all(SupplySpent)
    assert not table.all(BarrageDeclared)
    assert table.told(StrikeMade) == "Barrage of units at 15.01: 18 points (ju87)"


@pytest.mark.case("14.7", "14.4e", "14.4f", "10.0a-B", "5.10a-A")
def test_the_stuka_hits_three_brigades_and_a_headquarters() -> None:
    """The HQ adds one to Flak, an eleven reduces the Stuka to 9 points; 4 RE, spotted: an eleven on 12-16 is 1/2."""
    targets = f"t1 {TANKS}\nt2 {TANKS}\nt3 {TANKS}\nhq {HQ}"
    table = fly(front(targets, f"axis 01.01 ju87 {STUKA}", 5, 5, 5, 6, 4, spotter=True), "ju87")
    flak, result = table.one(FlakFired), table.one(BarrageResolved)
    assert (flak.roll, flak.hit, [line.amount for line in flak.ledger.lines][1:]) == (11, True, ["+1"])
    hit = table.one(AircraftHit)
    assert (hit.plane, hit.side, hit.case) == ("ju87", "axis", "14.4f")
    assert table.one(StrikeMade).points == 9
    assert (result.column, result.result, result.steps) == ("12-16", "1/2", 1)
    assert {action.unit for action in table.offered(LoseStep)} == {"t1", "t2", "t3", "hq"}
    table.do(LoseStep("hq"))
    assert table.one(StepLost).unit == "hq"
    assert {mark(table, uid) for uid in ("t1", "t2", "t3")} == {"dg"}


@pytest.mark.case("14.7", "14.4e", "14.4f", "14.4a", "14.5-A", "10.0a-A")
def test_a_blenheim_and_two_hurricanes_in_a_patrol_zone() -> None:
    """+2 for the Patrol Zone with a Fighter and three aircraft: a ten is twelve, and the Blenheim is hit. Nine points
    go two columns left to 3-4, a twelve is 1/2, a five takes the step."""
    targets = f"t1 {TANKS} reserve\nt2 {TANKS} reserve\nt3 {TANKS} reserve\nt4 {TANKS} reserve"
    planes = f"axis 01.01 hc1 {FIGHTER}\naxis 01.01 hc2 {FIGHTER}\naxis 01.01 blen {BLENHEIM}"
    bases = "axis 01.01 3\nsoviet 20.01 1"
    table = front(targets, f"{planes}\nsoviet 20.01 mig {FIGHTER}", 5, 5, 5, 6, 6, 5, bases=bases)
    fly(table, "hc1", "hc2", "blen")
    assert table.offered(Intercept) == [Intercept("mig")]
    table.done()
    flak, result = table.one(FlakFired), table.one(BarrageResolved)
    assert (flak.roll, [line.amount for line in flak.ledger.lines][1:]) == (12, ["+1", "+1"])
    assert table.one(AircraftHit).plane == "blen"
    assert table.one(StrikeMade).points == 9
    assert (result.column, result.result, result.steps) == ("3-4", "1/2", 1)
    table.do(LoseStep("t1"))
    assert {mark(table, uid) for uid in ("t2", "t3", "t4")} == {"dg"}


# --- flak --------------------------------------------------------------------------------------------------------


@pytest.mark.case("14.4e", "14.1b")
@pytest.mark.parametrize(("dice", "hit"), [((5, 5), False), ((5, 6), True)])
def test_eleven_takes_a_step(dice: tuple[int, int], hit: bool) -> None:
    table = fly(front(f"t {TANKS}", f"axis 01.01 b {STUKA}", *dice, 1, 1), "b")
    assert table.one(FlakFired).hit is hit
    assert bool(table.all(AircraftHit)) is hit
    assert table.one(StrikeMade).points == (9 if hit else 18)


@pytest.mark.case("14.4f", "10.0e-A", "14.7")
def test_a_mission_that_flak_destroys_barrages_nothing_but_was_the_barrage_of_the_hex() -> None:
    planes = f"axis 01.01 b {STUKA} reduced\naxis 01.01 c {STUKA}"
    table = fly(front(f"t {TANKS}", planes, 6, 6), "b")
    lost = plane_in(table.game.state, "b")
    assert lost is not None
    assert lost.hex == DEAD_PILE
    assert not table.all(StrikeMade)
    table.do(PlanMission("trainbusting"))
    assert table.refused(AimMission(table.hex(FAR))) == ("mission.barraged", "10.0e-A")


@pytest.mark.case("14.4f")
@pytest.mark.parametrize(
    ("pick", "found"), [("1", ("f",)), ("3", ("h",)), ("weakest", ("f", "g")), ("strongest", ("h",))]
)
def test_the_loss_is_by_place_or_by_barrage_strength(pick: str, found: tuple[str, ...]) -> None:
    table = front("", f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\naxis 01.01 h {STUKA}")
    planes = tuple(p for pid in ("f", "g", "h") if (p := plane_in(table.game.state, pid)) is not None)
    assert candidates(table.game.look, planes, pick) == found


@pytest.mark.case("14.4f")
def test_in_a_tie_the_owner_chooses_who_takes_the_loss() -> None:
    """Four aircraft: a 5 on the Mission Loss Table is the weakest, and two Fighters are alike."""
    planes = f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\naxis 01.01 h {STUKA}\naxis 01.01 i {STUKA}"
    table = fly(front(f"t {TANKS}", planes, 5, 5, 5, 1, 1), "h", "f", "g", "i")
    assert (table.step, table.side) == ("air_mission.flak_loss", "axis")
    assert table.offered(LosePlane) == [LosePlane("f"), LosePlane("g")]
    assert table.refused(LosePlane("h")) == ("flak.not_tied", "14.4f")
    table.do(LosePlane("g"))
    assert table.one(AircraftHit).plane == "g"
    assert len(table.all(FlakFired)) == 1
    assert table.one(StrikeMade).points == 18 + 18 + 3 + 2


@pytest.mark.case("14.4a", "14.4b", "14.4c")
@pytest.mark.parametrize(
    ("kind", "zone", "fires"),
    [("base_transfer", False, False), ("base_transfer", True, True), ("fighter_sweep", True, False)],
)
def test_which_missions_meet_flak(kind: str, zone: bool, fires: bool) -> None:
    planes = f"axis 01.01 f {FIGHTER}\nsoviet 12.01 m {FIGHTER if zone else STUKA}"
    bases = "axis 01.01 3\naxis 05.01 1\nsoviet 12.01 1"
    table = front("", planes, 1, 1, 1, 1, 1, 1, 1, 1, 1, bases=bases, at="movement")
    fly(table, "f", kind=kind, at="05.01" if kind == "base_transfer" else "12.01")
    if table.offered(Intercept):
        table.done()
    assert bool(table.all(FlakFired)) is fires
    assert not table.all(SupplySpent)


@pytest.mark.case("14.4e", "15.0b-B", "15.2-F")
@pytest.mark.parametrize(
    ("planes", "bases", "kind", "at", "points"),
    [
        ("T", "", "barrage", FAR, []),
        ("T", "soviet 15.01 2", "barrage", FAR, ["+2"]),
        ("T", "soviet 15.01 strip", "barrage", FAR, []),
        ("T", "axis 15.01 2", "barrage", FAR, []),
        ("T", "zone", "barrage", FAR, ["+2"]),
        ("TF", "zone", "barrage", FAR, ["+1"]),
        ("T", "zone", "trainbusting", "14.01", ["+2", "+1"]),
        ("T", "", "trainbusting", "14.01", []),
        ("TTT", "", "barrage", FAR, ["+1"]),
        ("TT", "", "barrage", FAR, []),
    ],
)
def test_flak_points(planes: str, bases: str, kind: str, at: str, points: list[str]) -> None:
    lines = [f"axis 01.01 p{n} {FIGHTER if sort == 'F' else STUKA}" for n, sort in enumerate(planes)]
    own = "axis 01.01 3\n"
    if bases == "zone":
        lines.append(f"soviet 24.01 m {FIGHTER}")
        bases = "soviet 24.01 1"
    table = front(f"t {TANKS}", "\n".join(lines), 1, 1, 1, 1, bases=own + bases)
    fly(table, *(f"p{n}" for n in range(len(planes))), kind=kind, at=at)
    if table.offered(Intercept):
        table.done()
    assert [line.amount for line in table.one(FlakFired).ledger.lines][1:] == points


@pytest.mark.case("14.4e", "14.4a", "14.5-A")
@pytest.mark.parametrize(
    ("target", "planes", "there", "total", "p", "patrols"),
    [
        (f"t {TANKS}", f"axis 01.01 b {STUKA}", "", "0", "1/12", ()),
        (f"hq {HQ}", f"axis 01.01 b {STUKA}", "", "+1", "1/6", ()),
        (f"hq {HQ}", f"axis 01.01 b {STUKA}", f"soviet 24.01 m {FIGHTER}", "+3", "5/12", ("24.01",)),
    ],
)
def test_a_planned_mission_shows_what_flak_it_meets(
    target: str, planes: str, there: str, total: str, p: str, patrols: tuple[str, ...]
) -> None:
    bases = "axis 01.01 3\nsoviet 24.01 1"
    table = front(target, f"{planes}\n{there}", bases=bases)
    table.do(PlanMission("barrage"), AimMission(table.hex(FAR)))
    assert mission_of(table, "axis").flak is None
    table.do(AddPlane("b"))
    flak = mission_of(table, "axis").flak
    assert flak is not None
    assert flak.modifiers is not None
    assert (flak.modifiers.total, flak.p) == (total, p)
    assert flak.chance == float(Fraction(p))
    assert flak.patrols == tuple(map(table.hex, patrols))
    enemy = air_view(table.look, "soviet")
    assert isinstance(enemy, AirView)
    assert enemy.mission is None


@pytest.mark.case("4.9a-A", "14.4e")
def test_the_chance_of_flak_counts_no_hq_that_fog_hides() -> None:
    """The HQ lies under a brigade; only the open view and its own side know of it."""
    table = front(f"t {TANKS}\nhq {HQ}", f"axis 01.01 b {STUKA}")
    table.do(PlanMission("barrage"), AimMission(table.hex(FAR)), AddPlane("b"))
    assert mission_of(table, "axis").flak.p == "1/12"  # type: ignore[union-attr]
    assert mission_of(table, "").flak.p == "1/6"  # type: ignore[union-attr]


def test_a_transfer_outside_enemy_patrol_zones_meets_no_flak() -> None:
    table = front("", f"axis 01.01 b {STUKA}", bases="axis 01.01 3\naxis 05.01 1", at="movement")
    table.do(PlanMission("base_transfer"), AimMission(table.hex("05.01")), AddPlane("b"))
    flak = mission_of(table, "axis").flak
    assert flak is not None
    assert (flak.modifiers, flak.p, flak.chance, flak.patrols) == (None, "0", 0.0, ())


def mission_of(table: Sitting, viewer: str) -> MissionView:
    """The open mission as a side sees it."""
    seen = air_view(table.look, viewer)
    assert isinstance(seen, AirView)
    assert seen.mission is not None
    return seen.mission


@pytest.mark.case("4.9c", "14.4e")
def test_both_sides_read_every_modifier_of_flak() -> None:
    table = front(f"t {TANKS}\nhq {HQ}", f"axis 01.01 b {STUKA}\naxis 01.01 f {FIGHTER}", 1, 1, 1, 1)
    fired = fly(table, "b", "f").one(FlakFired)
    for side in ("axis", "soviet"):
        told = details(fired, Namer(table.game.world, {}, side, knows(table.look, side)))
        assert told.ledger
        assert [line.reason for line in told.ledger.lines] == ["two dice", "an HQ in the hex"]


@pytest.mark.case("14.4d", "14.4e")
def test_flak_does_not_touch_aircraft_that_are_there_anyway() -> None:
    """A transfer to a base with Active aircraft, in a Patrol Zone: only the one that flies is hit, and counts."""
    there = "\n".join(f"axis 05.01 a{n} {STUKA}" for n in range(3))
    planes = f"{there}\naxis 01.01 b {STUKA}\nsoviet 12.01 m {FIGHTER}"
    bases = "axis 01.01 1\naxis 05.01 1\nsoviet 12.01 1"
    table = front("", planes, 5, 4, bases=bases, at="movement")
    fly(table, "b", kind="base_transfer", at="05.01").done()
    assert [line.amount for line in table.one(FlakFired).ledger.lines][1:] == ["+2"]
    assert table.one(AircraftHit).plane == "b"


# --- the barrage -------------------------------------------------------------------------------------------------


@pytest.mark.case("14.7c", "10.2b", "14.1e-A", "14.1e-C", "14.1e")
@pytest.mark.parametrize(
    ("planes", "shifts"),
    [
        ([("05.01", STUKA)], [("+1", "10.2b")]),
        ([("04.01", STUKA)], []),
        ([("05.01", STUKA), ("04.01", STUKA)], []),
        ([("05.01", HEAVY)], [("-3", "10.0b-B")]),
        ([("05.01", HEAVY), ("05.01", STUKA)], [("-3", "10.0b-B")]),
    ],
)
def test_short_range_helps_if_all_are_near_and_none_is_strategic(
    planes: list[tuple[str, str]], shifts: list[tuple[str, str]]
) -> None:
    """The target is ten hexes from 05.01 and eleven from 04.01. Barrages with Strategic Bombers are unspotted."""
    lines = "\n".join(f"axis {where} p{n} {values}" for n, (where, values) in enumerate(planes))
    bases = "axis 04.01 1\naxis 05.01 1"
    targets = f"t1 {TANKS}\nt2 {TANKS}"
    table = fly(front(targets, lines, 1, 1, 1, 1, bases=bases, spotter=True), *(f"p{n}" for n in range(len(planes))))
    read = table.one(BarrageResolved).ledger.lines[1:]
    assert [(line.amount, line.case) for line in read] == shifts


@pytest.mark.case("10.0-E", "14.7")
def test_a_barrage_needs_a_point_before_and_after_flak() -> None:
    planes = "axis 01.01 e F 4-0-15/3-0-15\naxis 01.01 b T (1)-1-15/(1)-0-15"
    table = front(f"t {TANKS}", planes, 6, 6, 4)
    table.do(PlanMission("barrage"), AimMission(table.hex(FAR)), AddPlane("e"))
    assert table.refused(Done()) == ("mission.no_points", "10.0-E")
    table.do(AddPlane("b"), Done())
    assert table.one(AircraftHit).plane == "b"
    assert table.one(StrikeMade).points == 0
    assert not table.all(BarrageResolved)
    assert all(p is not None and not p.active for p in (plane_in(table.game.state, pid) for pid in "eb"))
    unarmed = front(f"t {TANKS}", "axis 01.01 e F 4-0-15/3-0-15", at="exploitation_barrage")
    assert not unarmed.offered(PlanMission)


@pytest.mark.case("10.0e-A", "14.2e-C", "14.7", "14.2e-A")
def test_one_barrage_a_hex_and_phase_by_guns_or_aircraft() -> None:
    planes = f"axis 01.01 b {STUKA}\naxis 01.01 c {STUKA}"
    table = fly(front(f"t {TANKS}", planes, 1, 1, 1, 1), "b")
    table.do(PlanMission("trainbusting"))
    refusal = table.why(AimMission(table.hex(FAR)))
    assert (refusal.code, refusal.case) == ("mission.barraged", "10.0e-A")
    table.do(Cancel())
    assert table.refused(PlanMission("barrage")) == ("mission.nobody", "14.1a")


@pytest.mark.case("10.0-A", "10.0e-F", "14.7a", "10.0e-E", "10.0e-A")
def test_guns_and_aircraft_do_not_mix_and_share_the_hex() -> None:
    game = sit(
        f"axis 14.01 g {GUNS} exploit\nsoviet {FAR} t {TANKS}\nsoviet 13.01 u {TANKS}",
        land(columns=30, rows=1),
        rest=f"[supply]\naxis 14.01 9\n[bases]\naxis 01.01 1\n[aircraft]\naxis 01.01 b {STUKA}\n",
        at="exploitation_barrage",
        dice=(1, 1, 1, 1),
    )
    game.do(DeclareBarrage(game.hex(FAR)))
    assert game.refused(PlanMission("barrage")) == ("barrage.one_hex", "10.0e-A")
    game.do(AddUnit("g"), Cancel())
    fly(game, "b")
    assert game.refused(DeclareBarrage(game.hex(FAR))) == ("barrage.hex_barraged", "10.0e-A")
    assert game.offered(DeclareBarrage) == [DeclareBarrage(game.hex("13.01"))]


@pytest.mark.case(
    "10.0-B", "14.2e-D", "14.8d", "14.1g", "10.0e-C", "10.0e-D", "10.0e-E", "10.2a", "14.7b", "14.0-A", "2.3-F", "2.3-H"
)
@pytest.mark.parametrize(
    ("segment", "kinds"),
    [
        ("movement", {"base_transfer"}),
        ("movement_barrage", {"barrage", "trainbusting"}),
        ("reaction_movement", {"base_transfer"}),
        ("reaction_barrage", {"barrage", "trainbusting"}),
        ("exploitation_movement", {"base_transfer"}),
        ("exploitation_barrage", {"barrage", "trainbusting"}),
    ],
)
def test_the_segment_of_each_mission(segment: str, kinds: set[str]) -> None:
    bases = "axis 01.01 1\naxis 02.01 1"
    phasing = "soviet" if segment.startswith("reaction") else "axis"
    table = front(f"t {TANKS}", f"axis 01.01 b {STUKA}", bases=bases, at=segment, phasing=phasing)
    assert table.side == "axis"
    assert {action.kind for action in table.offered(PlanMission)} == kinds
    other = "barrage" if "movement" in segment.replace("movement_barrage", "") else "base_transfer"
    assert table.refused(PlanMission(other)) == ("mission.not_now", "14.1g")


@pytest.mark.case("10.0e-D", "10.0e-C")
def test_no_aircraft_barrages_in_the_combat_phase_and_no_artillery_in_the_movement_phase() -> None:
    guns = f"axis 14.01 g {GUNS}\nsoviet {FAR} t {TANKS}"
    rest = f"[supply]\naxis 14.01 9\n[bases]\naxis 01.01 1\n[aircraft]\naxis 01.01 b {STUKA}\n"
    combat = sit(guns, land(columns=30, rows=1), rest=rest, at="combat_barrage")
    assert combat.offered(DeclareBarrage)
    assert combat.refused(PlanMission("barrage")) == ("mission.not_now", "14.1g")
    movement = sit(guns, land(columns=30, rows=1), rest=rest, at="movement_barrage")
    assert movement.offered(PlanMission)
    assert not movement.offered(DeclareBarrage)


@pytest.mark.case("2.2", "14.7b")
def test_the_barrage_segment_of_the_movement_phase_follows_movement() -> None:
    table = front(f"t {TANKS}", f"axis 01.01 b {STUKA}", at="movement").done()
    assert table.step == "barrage_segment.declare"
    assert (table.game.state.clock.phase, table.game.state.clock.segment) == ("movement", "barrage")
    table.done()
    began = [(e.phase, e.segment) for e in table.all(PhaseBegan)]
    assert began[:2] == [("movement", "barrage"), ("supply", "supply")]


@pytest.mark.case("14.7", "10.0d", "4.8c-C")
def test_targets_are_hexes_with_enemy_units() -> None:
    planes = f"axis 01.01 b {STUKA}"
    table = front(f"t {TANKS}", planes, bases="axis 01.01 1\nsoviet 10.01 1").do(PlanMission("barrage"))
    assert table.offered(AimMission) == [AimMission(table.hex(FAR))]
    assert table.refused(AimMission(table.hex("10.01"))) == ("mission.no_units", "14.7")
    table.do(Cancel(), PlanMission("base_barrage"))
    assert table.offered(AimMission) == [AimMission(table.hex("10.01"))]
    assert table.refused(AimMission(table.hex(FAR))) == ("mission.no_enemy_base", "10.0c-A")


# --- barrages on air bases ---------------------------------------------------------------------------------------


def raid(values: str, level: str, *dice: int, there: str = "", kind: str = "base_barrage", **more: object) -> Sitting:
    """A barrage on a Soviet base at 15.01."""
    planes = f"axis 01.01 b {values}\n{there}"
    table = front("", planes, *dice, bases=f"axis 01.01 3\nsoviet {FAR} {level}", **more)  # type: ignore[arg-type]
    return fly(table, "b", kind=kind)


@pytest.mark.case("10.0c", "10.0c-A", "10.0d", "15.0c")
@pytest.mark.parametrize(
    ("level", "points", "die", "result", "left"),
    [("3", 18, 5, "1*(4)", 2), ("3", 30, 6, "2*(4)", 1), ("2", 30, 6, "2*(4)", 1), ("1", 30, 6, "2*(4)", 1)],
)
def test_a_base_loses_levels_but_keeps_the_first(level: str, points: int, die: int, result: str, left: int) -> None:
    """No terrain, density or spotter shifts the column of the points."""
    table = raid(f"T (1)-{points}-15/(1)-9-15", level, 1, 1, die)
    read, base = table.one(BaseRaided), base_in(table.game.state, table.hex(FAR))
    assert base is not None
    assert (read.roll, read.result, base.level, read.levels) == (die, result, left, int(level) - left)


@pytest.mark.case("10.0c-A", "15.2-E", "15.0c")
def test_a_strip_is_never_reduced_but_its_aircraft_are_hit() -> None:
    there = f"soviet {FAR} i {STUKA} inactive\nsoviet {FAR} j {STUKA} inactive"
    table = raid(STUKA, "strip", 1, 1, 6, 4, 3, there=there)
    base = base_in(table.game.state, table.hex(FAR))
    assert base is not None
    assert (base.level, table.one(BaseRaided).levels, table.one(BaseRaided).result) == (0, 0, "1*(4)")
    assert [(hit.plane, hit.case) for hit in table.all(AircraftHit)] == [("i", "10.0c-A")]
    assert [len(roll.dice) for roll in table.all(DiceRolled)][:3] == [2, 1, 2]
    assert [roll.reason for roll in table.all(DiceRolled)][2] == "aircraft on the base"


@pytest.mark.case("10.0b-D", "10.0c")
@pytest.mark.parametrize("spotter", [False, True])
def test_a_spotter_does_nothing_for_a_barrage_on_a_base(spotter: bool) -> None:
    planes = f"axis 01.01 b {STUKA}"
    bases = f"axis 01.01 3\nsoviet {FAR} 3"
    table = fly(front("", planes, 1, 1, 5, bases=bases, spotter=spotter), "b", kind="base_barrage")
    assert (table.one(BaseRaided).column, table.one(BaseRaided).result) == ("11-20", "1*(4)")


@pytest.mark.case("10.0c-A")
def test_without_a_number_in_parentheses_no_aircraft_is_checked() -> None:
    there = f"soviet {FAR} i {STUKA} inactive"
    table = raid(STUKA, "2", 1, 1, 2, there=there)
    assert table.one(BaseRaided).result == "-"
    assert "aircraft on the base" not in {roll.reason for roll in table.all(DiceRolled)}


# --- Hip Shoots --------------------------------------------------------------------------------------------------


@pytest.mark.case("14.7d", "14.7d-A", "14.7d-B", "14.7d-C", "14.7d-D", "10.0e-A", "14.2e-C", "2.3-F")
def test_hip_shoots_go_to_one_hex_again_and_again_beside_its_barrage() -> None:
    planes = "\n".join(f"axis 01.01 b{n} {STUKA} nation=german" for n in range(3))
    table = front(f"t {TANKS}", planes, *[1] * 12, spotter=True, at="movement", head="hip_shoots german\n")
    fly(table, "b0", kind="hip_shoot")
    table.do(PlanMission("hip_shoot"), AimMission(table.hex(FAR)), AddPlane("b1"))
    refusal = table.why(AddPlane("b2"))
    assert (refusal.code, refusal.case, refusal.need) == ("mission.most", "14.2a-A", "1")
    table.done()
    assert [event.once for event in table.all(MissionFlown)] == [False, False]
    table.done()
    fly(table, "b2")
    assert [event.kind for event in table.all(StrikeMade)] == ["hip_shoot", "hip_shoot", "barrage"]


@pytest.mark.case("14.7d-B")
def test_hip_shoots_are_for_nations_that_the_scenario_names() -> None:
    planes = f"axis 01.01 b {STUKA} nation=german\naxis 01.01 c {STUKA} nation=romanian"
    table = front(f"t {TANKS}", planes, spotter=True, at="movement", head="hip_shoots german\n")
    table.do(PlanMission("hip_shoot"), AimMission(table.hex(FAR)))
    assert table.offered(AddPlane) == [AddPlane("b")]
    assert table.refused(AddPlane("c")) == ("mission.nation", "14.7d-B")
    nobody = front(f"t {TANKS}", planes, spotter=True, at="movement")
    assert nobody.refused(PlanMission("hip_shoot")) == ("mission.nobody", "14.1a")


@pytest.mark.case("14.7d-C", "10.0b-C", "10.0-B")
def test_a_hip_shoot_needs_a_spotter() -> None:
    planes = f"axis 01.01 b {STUKA} nation=german"
    table = front(f"t {TANKS}", planes, at="movement", head="hip_shoots german\n")
    assert "hip_shoot" not in {action.kind for action in table.offered(PlanMission)}
    more = front(
        f"t {TANKS}",
        planes,
        at="movement",
        head="hip_shoots german\n",
        spotter=True,
        bases="axis 01.01 1\nsoviet 10.01 1",
    )
    more.do(PlanMission("hip_shoot"))
    assert more.refused(AimMission(more.hex("10.01"))) == ("mission.no_units", "14.7")
    more.do(Cancel())
    far = sit(
        f"soviet 15.01 t {TANKS}\nsoviet 20.01 u {TANKS}\naxis 14.01 s {LEG}",
        land(columns=30, rows=1),
        rest=f"[bases]\naxis 01.01 1\n[aircraft]\n{planes.replace('-15', '-25')}\n",
        head="hip_shoots german\n",
    ).do(PlanMission("hip_shoot"))
    assert far.offered(AimMission) == [AimMission(far.hex(FAR))]
    assert far.refused(AimMission(far.hex("20.01"))) == ("mission.no_spotter", "14.7d-C")
    assert more.refused(PlanMission("base_hip_shoot")) == ("mission.nobody", "14.1a")


@pytest.mark.case("14.1e-B")
def test_strategic_bombers_make_no_hip_shoots() -> None:
    planes = f"axis 01.01 b {STUKA} nation=german\naxis 01.01 h {HEAVY} nation=german"
    table = front(f"t {TANKS}", planes, spotter=True, at="movement", head="hip_shoots german\n")
    table.do(PlanMission("hip_shoot"), AimMission(table.hex(FAR)))
    assert table.refused(AddPlane("h")) == ("mission.too_high", "14.1e-B")


@pytest.mark.case("14.7d-D")
def test_a_hip_shoot_may_hit_an_air_base_but_is_no_trainbusting() -> None:
    planes = f"axis 01.01 b {STUKA} nation=german"
    bases = f"axis 01.01 1\nsoviet {FAR} 2"
    table = front("", planes, 1, 1, 5, spotter=True, at="movement", head="hip_shoots german\n", bases=bases)
    assert "trainbusting" not in {action.kind for action in table.offered(PlanMission)}
    fly(table, "b", kind="base_hip_shoot")
    assert table.one(BaseRaided).levels == 1

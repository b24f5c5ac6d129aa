"""Air barrages at ships: who flies them, the targets, the strength, what they do; Torpedo Bombers; Hip Shoots."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from redball.analysis.sea_report import sea_odds
from redball.core.actions import AddPlane, AimMission, Cancel, Done, PlanMission, RemovePlane
from redball.core.actions.naval import AddShip, AimAtShip, AimGuns, SendAtShip
from redball.core.dice import Dice
from redball.game import Game
from redball.game.view.ships import ShipStrikeView, sea_view
from redball.rules.air.air import MissionFlown, StrikeMade
from redball.rules.ground.air_force import plane_in
from redball.rules.naval.naval import GunfireResolved, ShipsDisclosed, ShipStruck
from redball.rules.naval.ship_strike import ShipBombed
from rules.test_gunfire import BATTLE, BIG, CARRIER, PLAIN, sea, ship
from support import LEG, Sitting

STUKA, TORPEDO = "T (1)-18-15/(1)-9-15", "T (1)-0(6)-15/(1)-0(3)-15"
BOTH, HEAVY = "T (1)-6(9)-15/(1)-3(4)-15", "S (3)-30-15/(2)-15-15"
STACK = f"soviet 08.04 s1 {PLAIN}\nsoviet 08.04 s2 {PLAIN}\n"


def skies(
    planes: str,
    ships: str = STACK,
    *,
    dice: tuple[int, ...] = (),
    at: str = "movement_barrage",
    bases: str = "axis 01.01 3\n",
    rest: str = "",
    **more: object,
) -> Sitting:
    """Aircraft of the axis at 01.01, Soviet ships at 08.04; a battleship keeps the axis in its segment."""
    rest = f"[aircraft]\n{planes}\n{rest}"
    return sea(ships + BATTLE, at=at, dice=dice, bases=bases, rest=rest, **more)  # type: ignore[arg-type]


def at_base(*values: str, where: str = "01.01") -> str:
    return "\n".join(f"axis {where} p{i} {one}" for i, one in enumerate(values))


def planned(table: Sitting, *planes: str, kind: str = "ship_barrage", where: str = "08.04") -> Sitting:
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *map(AddPlane, planes))


def strike(table: Sitting) -> ShipStrikeView:
    view = sea_view(table.look, "axis")
    assert view.strike is not None  # type: ignore[union-attr]
    return view.strike  # type: ignore[union-attr]


# --- strength and column -----------------------------------------------------------------------------------------


@pytest.mark.case("18.3c", "18.3c-A", "18.3c-B", "18.3c-C", "14.7", "14.7c")
@pytest.mark.parametrize(("base", "shift"), [("01.01", 1), ("12.01", 0)])
@pytest.mark.parametrize(("protection", "points"), [(0, 36), (1, 36), (3, 12), (5, 7)])
def test_aircraft_count_double_over_protection_and_only_their_distance_shifts(
    base: str, shift: int, protection: int, points: int
) -> None:
    """No spotter, one ship, an air base: nothing of that shifts. 7.2 is 7; 12.01 is eleven hexes from 01.05."""
    target = f"soviet 01.05 s1 battleship 9-3-0-{protection}/1-1-0-0\n" if not shift else ""
    target = target or f"soviet 08.04 s1 battleship 9-3-0-{protection}/1-1-0-0\n"
    where, units = target.split()[1], f"axis 12.01 k {LEG}\nsoviet 06.01 r {LEG}"
    table = skies(
        at_base(STUKA, where=base), target, bases=f"axis {base} 2\n", units=units, dice=(1, 1, 1, 1), keep=False
    )
    planned(table, "p0", where=where).do(Done())
    barrage, read = table.look.world.charts.barrage, table.one(GunfireResolved)
    assert read.column == barrage.columns[barrage.shift(barrage.column(Fraction(points)), shift)]
    assert read.by == "aircraft"
    assert [line.case for line in read.ledger.lines if "x" in line.amount] == ["18.3c-B"] + ["18.3c-C"] * (
        protection > 1
    )
    assert len(read.ledger.lines) == 2 + (protection > 1) + (shift != 0)


@pytest.mark.case("18.3c-A", "21.4-A")
def test_with_the_option_a_long_flight_shifts_to_the_left() -> None:
    short = STUKA.replace("-15", "-12")
    table = skies(at_base(short), dice=(1, 1, 1, 1), switches={"long_range_air": True})
    read = planned(table, "p0").do(Done(), Done()).one(GunfireResolved)
    assert sorted(line.case for line in read.ledger.lines if line.case in ("10.2b", "21.4-A")) == ["10.2b", "21.4-A"]


@pytest.mark.case("18.3c-C", "10.0-E")
def test_too_few_points_against_its_protection_do_not_fire() -> None:
    target = "soviet 08.04 s1 battleship 9-3-0-20/1-1-0-0\n"
    table = planned(skies(at_base("T (1)-4-15/(1)-2-15"), target, dice=(1, 1)), "p0").do(Done())
    bombed = table.one(ShipBombed)
    assert (bombed.fires, bombed.case, table.all(GunfireResolved)) == (False, "10.0-E", [])
    assert table.told(ShipBombed).endswith("too few to overcome its Protection")
    assert not ship(table, "s1").shelled
    five = planned(skies(at_base("T (1)-5-15/(1)-2-15"), target, dice=(1, 1, 1, 1)), "p0").do(Done())
    assert five.one(GunfireResolved).column == five.look.world.charts.barrage.columns[1]  # one, and near its base


# --- what it does ------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3d", "18.3d-A", "18.3d-C", "18.1d")
@pytest.mark.parametrize(
    ("marks", "sums"), [(marks, total) for marks in ("", "dg", "damaged") for total in (2, 7, 9, 12)]
)
def test_hits_and_dg_are_those_of_gunfire(marks: str, sums: int) -> None:
    """The same column and throw do the same to the same ship, whoever fires."""
    dice = (min(sums - 1, 6), sums - min(sums - 1, 6), 4)
    target = f"soviet 08.04 s1 {PLAIN} {marks}\n"
    flown = planned(skies(at_base(STUKA), target, dice=(1, 1, *dice)), "p0").do(Done())
    column, labels = flown.one(GunfireResolved).column, flown.look.world.charts.barrage.columns
    guns = (1, 2, 3, 5, 8, 12, 17, 25, 41, 69, 117)[labels.index(column)]
    fire = sea(f"axis 05.03 b0 battleship {guns}-4-2-3/20-3-1-2\n{target}", dice=dice)
    fire.do(AimGuns(fire.hex("08.04"), "ships"), AddShip("b0"), Done())
    assert fire.one(GunfireResolved).column == column
    assert [(e.hits, e.damaged, e.dg, e.sunk) for e in flown.all(ShipStruck)] == [
        (e.hits, e.damaged, e.dg, e.sunk) for e in fire.all(ShipStruck)
    ]
    assert ship(flown, "s1").change(shelled=False) == ship(fire, "s1").change(shelled=False)


@pytest.mark.case("14.7b")
def test_the_aircraft_are_home_and_inactive_afterwards() -> None:
    table = planned(skies(at_base(STUKA), dice=(1, 1, 1, 1)), "p0").do(Done(), Done())
    plane = plane_in(table.game.state, "p0")
    assert plane is not None
    assert (plane.hex, plane.base, plane.active) == (table.hex("01.01"), -1, False)


# --- targets -----------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3c")
def test_the_stack_is_laid_open_when_they_are_there_and_each_aircraft_gets_a_ship() -> None:
    """The book's two aircraft, against one ship or each against another."""
    table = skies(at_base(STUKA, TORPEDO), dice=(1, 1, 1, 1, 1, 1))
    planned(table, "p0", "p1")
    assert not table.all(ShipsDisclosed)
    table.do(Done())
    assert table.one(ShipsDisclosed).ships == ("s1", "s2")
    assert strike(table).targets == ("s1", "s2")
    assert [(one.ship, one.planes, one.points) for one in strike(table).going] == [("s1", ("p0", "p1"), 24)]
    table.do(SendAtShip("s2", "p1"))
    assert [(one.ship, one.planes, one.points) for one in strike(table).going] == [
        ("s1", ("p0",), 18),
        ("s2", ("p1",), 6),
    ]
    assert sea_view(table.look, "soviet").strike is None  # type: ignore[union-attr]
    assert table.refused(SendAtShip("s2", "p1")) == ("ship_strike.aimed", "18.3c")
    assert table.refused(SendAtShip("s2", "p7")) == ("ship_strike.no_plane", "18.3c")
    assert table.refused(SendAtShip("bb", "p0")) == ("ship_strike.no_ship", "18.3c")
    table.do(Done())
    assert [(e.ship, e.planes, e.points) for e in table.all(ShipBombed)] == [("s1", ("p0",), 18), ("s2", ("p1",), 6)]
    assert [e.target for e in table.all(GunfireResolved)] == ["s1", "s2"]


@pytest.mark.case("18.3c")
def test_a_ship_is_barraged_once_in_a_phase_whoever_fires() -> None:
    table = planned(skies(at_base(STUKA, STUKA, STUKA), dice=(1, 1) * 6), "p0").do(Done(), Done())
    assert ship(table, "s1").shelled
    table.do(AimGuns(table.hex("08.04"), "ships"))
    assert table.refused(AimAtShip("s1")) == ("gunfire.not_there", "18.3c")
    table.do(AddShip("bb"), Done())
    table.do(PlanMission("ship_barrage"))
    assert table.refused(AimMission(table.hex("08.04"))) == ("mission.ships_barraged", "18.3c")
    fired = skies(at_base(STUKA, STUKA), dice=(1, 1) * 6)
    fired.do(AimGuns(fired.hex("08.04"), "ships"), AimAtShip("s1"), AddShip("bb"), Done())
    planned(fired, "p0").do(Done())  # only s2 is left, so nothing is asked
    assert [e.ship for e in fired.all(ShipBombed)] == ["s2"]
    table = planned(skies(at_base(STUKA, STUKA, STUKA), dice=(1, 1) * 8), "p0", "p1")
    table.do(Done(), SendAtShip("s2", "p1"), Done(), PlanMission("ship_barrage"))
    assert table.offered(AimMission) == [AimMission(table.hex("12.03"))]


@pytest.mark.case("18.3c", "10.0e-A")
def test_barrages_of_ships_are_no_barrage_of_the_hex() -> None:
    """A port is bombed, then two ships in it, one after the other; each other way round as well."""
    haven = '[places]\n06.01 port "Haven"\n[ports]\n06.01 3\n[harbours]\nsoviet 06.01\n'
    ships = f"soviet 06.01 s1 {PLAIN}\nsoviet 06.01 s2 {PLAIN}\n"
    for first in (True, False):
        table = skies(at_base(STUKA, STUKA), ships, dice=(1, 1) * 8, rest=haven, head="ships_in_ports cruiser\n")
        kinds = ("port_barrage", "ship_barrage") if first else ("ship_barrage", "port_barrage")
        for pid, kind in zip(("p0", "p1"), kinds, strict=True):
            planned(table, pid, kind=kind, where="06.01").do(Done())
            if table.step == "ship_strike.targets":
                table.do(Done())
        assert [e.once for e in table.all(MissionFlown)] == [first, not first]
        assert len(table.all(ShipBombed)) == 1


@pytest.mark.case("18.3c", "14.7")
def test_only_hexes_with_enemy_ships() -> None:
    table = skies(at_base(STUKA)).do(PlanMission("ship_barrage"))
    assert {aim.hex for aim in table.offered(AimMission)} == {table.hex("08.04"), table.hex("12.03")}
    assert table.refused(AimMission(table.hex("05.03"))) == ("mission.no_ships", "18.3c")
    assert table.refused(AimAtShip("s1")) == ("mission.no_hex", "14.2f-A")
    table.do(AimMission(table.hex("08.04")))
    assert table.refused(Done())[0] == "mission.empty"
    assert "ship_barrage" not in {plan.kind for plan in skies(at_base(STUKA), at="combat_barrage").offered(PlanMission)}


@pytest.mark.case("18.2d")
def test_no_screen_keeps_aircraft_from_a_carrier() -> None:
    table = skies(at_base(STUKA), f"soviet 08.04 cv {CARRIER}\nsoviet 08.05 s1 {PLAIN}\n", dice=(1, 1, 1, 1))
    planned(table, "p0").do(Done())
    assert table.one(ShipBombed).ship == "cv"


# --- what the draft means ----------------------------------------------------------------------------------------


@pytest.mark.case("18.3c", "4.9a-A")
def test_a_draft_means_a_ship_that_its_side_sees_and_the_aircraft_begin_with_it() -> None:
    hidden = planned(skies(at_base(STUKA)), "p0")
    assert hidden.offered(AimAtShip) == [AimAtShip("s1")]
    assert hidden.refused(AimAtShip("s2")) == ("mission.no_such_ship", "18.3c")
    table = planned(skies(at_base(STUKA), switches={"fog": False}, dice=(1, 1, 1, 1)), "p0")
    table.do(AimAtShip("s2"))
    assert table.refused(AimAtShip("s2")) == ("mission.no_such_ship", "18.3c")
    assert strike(table.do(Done())).going[0].ship == "s2"
    ground = planned(skies(at_base(STUKA)), "p0", kind="barrage", where="06.01")
    assert ground.refused(AimAtShip("s1")) == ("mission.not_at_ships", "18.3c")


# --- who flies ---------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3e", "10.0-E")
def test_torpedoes_count_at_ships_and_at_nothing_else() -> None:
    table = skies(at_base(TORPEDO), dice=(1, 1, 1, 1))
    assert {plan.kind for plan in table.offered(PlanMission)} & {"barrage", "base_barrage", "trainbusting"} == set()
    planned(table, "p0").do(Done(), Done())
    assert table.one(StrikeMade).points == 6
    mixed = planned(skies(at_base(TORPEDO, STUKA)), "p0", kind="base_barrage", where="06.01")
    assert mixed.refused(Done()) == ("mission.no_points", "10.0-E")
    both = planned(skies(at_base(TORPEDO, STUKA), dice=(1, 1, 1)), "p0", "p1", kind="base_barrage", where="06.01")
    assert both.do(Done()).one(StrikeMade).points == 18


@pytest.mark.case("18.3e")
@pytest.mark.parametrize(("values", "points"), [(BOTH, 9), (STUKA, 18), (BOTH.replace("6(9)", "12(9)"), 12)])
def test_with_both_strengths_the_greater_one_counts_at_ships(values: str, points: int) -> None:
    assert planned(skies(at_base(values), dice=(1, 1, 1, 1)), "p0").do(Done()).one(StrikeMade).points == points


@pytest.mark.case("14.1e-B")
def test_strategic_bombers_never_fly_against_ships() -> None:
    table = planned(skies(at_base(STUKA, HEAVY)), "p0")
    assert table.refused(AddPlane("p1")) == ("mission.too_high", "14.1e-B")
    assert table.why(AddPlane("p1")).need == "barrages of ships"
    assert "ship_barrage" not in {plan.kind for plan in skies(at_base(HEAVY)).offered(PlanMission)}


@pytest.mark.case("HR-9")
def test_an_escort_brings_no_points() -> None:
    fighter = "F 4-3-15/3-2-15"
    table = skies(at_base(STUKA, STUKA, STUKA, fighter), dice=(1, 1) * 6, switches={"three_bombers": True})
    assert planned(table, "p0", "p1", "p2", "p3").do(Done()).one(StrikeMade).points == 54


@pytest.mark.case("14.7d", "14.7d-A", "14.7d-B", "14.7d-C", "14.7d-D")
def test_hip_shoots_at_ships_need_a_spotter_and_count_against_no_limit() -> None:
    ships, planes = f"soviet 01.02 s1 {PLAIN}\n", at_base(f"{STUKA} nation=german", f"{STUKA} nation=german")
    far = skies(planes, at="movement", head="hip_shoots german\n")
    assert "ship_hip_shoot" not in {plan.kind for plan in far.offered(PlanMission)}
    table = skies(planes, ships, at="movement", head="hip_shoots german\n", dice=(1, 1) * 6)
    planned(table, "p0", kind="ship_hip_shoot", where="01.02")
    assert table.refused(AddPlane("p1"))[0] == "mission.most"
    table.do(Done())
    assert not ship(table, "s1").shelled
    planned(table, "p1", kind="ship_hip_shoot", where="01.02").do(Done())
    assert [e.counts for e in table.all(ShipBombed)] == [False, False]
    other = skies(planes.replace("german", "greek"), ships, at="movement", head="hip_shoots german\n")
    assert "ship_hip_shoot" not in {plan.kind for plan in other.offered(PlanMission)}


# --- chances -----------------------------------------------------------------------------------------------------


def throws() -> Iterator[tuple[int, int, int]]:
    return product(range(1, 7), repeat=3)  # type: ignore[return-value]


@pytest.mark.case("18.3c", "18.3c-B")
def test_the_chances_at_each_ship_are_what_all_throws_give() -> None:
    """Two aircraft over two ships, one of them DG; 216 throws for each."""
    ships = f"soviet 08.04 s1 {PLAIN} dg\nsoviet 08.04 s2 {BIG}\n"
    table = planned(skies(at_base(STUKA, BOTH), ships, dice=(1, 1)), "p0", "p1").do(Done(), SendAtShip("s2", "p1"))
    for name in ("s1", "s2"):
        going = next(one for one in sea_odds(table.look, "axis").strike if one.target == name)
        found: dict[str, Fraction] = {}
        for dice in throws():
            script = (1, 1, *dice, 1, 1, 1) if name == "s1" else (1, 1, 1, 1, *dice)  # after the two of Flak
            game = Game.begin(table.look.world, table.look.state, Dice(seed=1, script=script))
            after = ship(Sitting(game).done(), name)
            before = ship(table, name)
            hit, dg = after.damaged and not before.damaged, after.dg and not before.dg
            text = "sunk" if not after.afloat else "damaged, and DG" if hit else "DG" if dg else "no effect"
            found[text] = found.get(text, Fraction(0)) + Fraction(1, 216)
        assert {one.text: Fraction(one.p) for one in going.outcomes} == found


@pytest.mark.case("18.3c")
def test_a_draft_is_taken_back_and_nothing_was_shown() -> None:
    table = planned(skies(at_base(STUKA)), "p0").do(RemovePlane("p0"), Cancel())
    assert not table.all(ShipsDisclosed)


@pytest.mark.case("18.3c", "4.9a-A")
def test_landing_craft_hide_no_ship_and_are_targets_of_their_own() -> None:
    """Ships lie on top; a hex with Landing Craft alone is a target of these missions, and of a Hip Shoot (18.3c-D)."""
    craft = (
        "[craft]\nsoviet 08.04 a1 landing_craft 2\nsoviet 09.04 a2 landing_craft 2\nsoviet 01.02 a3 landing_craft 1\n"
    )
    table = skies(at_base(STUKA), rest=craft, dice=(1, 1, 1, 1)).do(PlanMission("ship_barrage"))
    assert {table.look.hex_name(aim.hex) for aim in table.offered(AimMission)} == {"08.04", "12.03", "09.04", "01.02"}
    table.do(AimMission(table.hex("08.04")), AddPlane("p0"), Done())
    assert table.one(ShipsDisclosed).ships == ("a1", "s1", "s2")
    hip = skies(at_base(f"{STUKA} nation=german"), rest=craft, at="movement", head="hip_shoots german\n")
    assert "ship_hip_shoot" in {plan.kind for plan in hip.offered(PlanMission)}

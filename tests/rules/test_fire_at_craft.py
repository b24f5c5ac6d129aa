"""Fire at Landing Craft: all of a hex are one target, each hit costs a point by lot, and cargo that no longer fits."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from redball.core.actions import AddUnit, AimMission, DeclareBarrage, Done, PlanMission
from redball.core.actions.naval import AddShip, AimAtShip, AimGuns, SendAtShip
from redball.core.dice import Dice
from redball.core.events import DiceRolled, StepLost, UnitEliminated
from redball.core.state import ABOARD, DEAD_PILE, REMOVED
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.sight.belief import believed
from redball.game.view.ships import sea_view
from redball.game.watch.bookkeeping import check_events
from redball.game.watch.ships import check_ships
from redball.rules.barrage.procedure import Barrage
from redball.rules.ground.fleet import LandingCraft, fleet_in
from redball.rules.naval.cargo_events import CargoSunk, CraftLost
from redball.rules.naval.damage import target_of
from redball.rules.naval.gunfire import refuse_gun
from redball.rules.naval.naval import (
    CraftStruck,
    GunfireOpened,
    GunfireResolved,
    ShipRecovered,
    ShipsDisclosed,
    naval_targets,
)
from redball.rules.naval.ship_strike import ShipBombed
from rules.test_gunfire import BIG, COASTAL, PLAIN, TROOPS, aimed, drafted, foreseen, sea, throw_of
from rules.test_ship_strikes import STUKA, at_base, planned, skies
from support import GUNS, LEG, Sitting, land, sit

GUNS_OF = "\n".join(f"axis 05.03 b{number} {BIG}" for number in range(4))
DIVISION, HEAVY = "Div infantry other 12-3-3L/6-3-8L re=3", "Rgt infantry other 4-3-3L/2-3-8L"


def off(
    craft: str, *, units: str = "", ships: str = "", dice: tuple[int, ...] = (), rest: str = "", **how: object
) -> Sitting:
    """Four battleships off a shore, and what they fire at: Soviet Landing Craft, as a rule at 08.04."""
    more = f"[craft]\n{craft}\n{rest}"
    return sea(f"{GUNS_OF}\n{ships}", units=f"{TROOPS}\n{units}", rest=more, dice=dice, **how)  # type: ignore[arg-type]


def boats(table: Sitting) -> dict[str, LandingCraft]:
    return {one.id: one for one in fleet_in(table.look.state).craft}


def fired(result: tuple[int, bool], craft: str, *lots: int, units: str = "", **how: object) -> Sitting:
    """Fire by as many battleships as it takes for that result; `lots` are the dice that follow."""
    for count in range(1, 5):
        fire = [AddShip(f"b{number}") for number in range(count)]
        if throw := throw_of(aimed(off(craft, units=units, **how), "ships", "08.04").do(*fire), result):  # type: ignore[arg-type]
            table = off(craft, units=units, dice=(*throw, *lots), **how)  # type: ignore[arg-type]
            aimed(table, "ships", "08.04").do(*fire)
            before, count = table.game.state, len(table.events)
            table.do(Done())
            check_events(table.look.world, 0, before, tuple(table.events[count:]), table.game.state)
            check_ships(table.look.world, 0, table.look.state)
            return table
    raise AssertionError(f"no throw gives {result}")


def thrown(table: Sitting, reason: str) -> list[tuple[int, ...]]:
    return [event.dice for event in table.all(DiceRolled) if event.reason.startswith(reason)]


# --- one target --------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3c-D", "18.3c")
def test_all_landing_craft_of_a_hex_are_one_target_beside_each_ship() -> None:
    craft = "soviet 08.04 x2 dukw 1\nsoviet 08.04 x1 landing_craft 2\nsoviet 08.05 x3 landing_craft 1"
    table = aimed(off(craft, ships=f"soviet 08.04 s1 {PLAIN}"), "ships", "08.04")
    assert drafted(table).targets == ("s1", "x1")
    assert table.refused(AimAtShip("x2")) == ("gunfire.not_there", "18.3c")
    table.do(AimAtShip("x1"))
    target = target_of(table.look, "ships", "x1")
    assert (target.what, target.protection, target.points, target.dg) == ("landing_craft", 1, 3, False)
    alone = aimed(off("soviet 08.04 x1 landing_craft 2"), "ships", "08.04")
    assert drafted(alone).target == "x1"


@pytest.mark.case("18.3c-D", "18.3c")
def test_they_are_barraged_once_in_a_phase_together_and_ships_of_the_hex_are_free() -> None:
    craft = "soviet 08.04 x1 landing_craft 2\nsoviet 08.04 x2 landing_craft 2"
    table = off(craft, ships=f"soviet 08.04 s1 {PLAIN}", dice=(1, 1, 1, 1))
    aimed(table, "ships", "08.04").do(AimAtShip("x1"), AddShip("b0"), Done())
    assert [one.shelled for one in boats(table).values()] == [True, True]
    aimed(table, "ships", "08.04")
    assert drafted(table).targets == ("s1",)
    table.do(AddShip("b1"), Done())
    assert table.refused(AimGuns(table.hex("08.04"), "ships")) == ("gunfire.shelled", "18.3c")
    phase = table.look.state.clock.phase
    table.idle(lambda: table.look.state.clock.phase != phase)
    assert not any(one.shelled or one.shown for one in boats(table).values())


@pytest.mark.case("18.3c-D", "18.3c-C", "10.0-E")
def test_nothing_protects_them() -> None:
    table = aimed(off("soviet 08.04 x1 landing_craft 3", dice=(1, 1)), "ships", "08.04").do(AddShip("b0"), Done())
    barrage, read = table.look.world.charts.barrage, table.one(GunfireResolved)
    assert read.column == barrage.columns[barrage.column(Fraction(30))]
    assert (read.craft, table.one(GunfireOpened).craft) == (True, True)
    assert table.told(GunfireOpened) == "B0 fires at the Landing Craft at 08.04 with 30 Barrage Points"
    assert table.told(GunfireResolved).startswith("Gunfire at the Landing Craft at 08.04: column ")


@pytest.mark.case("18.3c", "18.3g", "18.3g-A")
def test_ships_and_coastal_artillery_fire_at_them_and_other_artillery_never() -> None:
    """Artillery may barrage the hex that they lie in, and they ignore that."""
    table = aimed(off("soviet 04.02 x1 landing_craft 2", dice=(1, 1)), "ships", "04.02")
    assert table.refused(AddUnit("o")) == ("gunfire.not_coastal", "18.3g")
    table.do(AddUnit("g"))
    assert table.refused(AddShip("b0")) == ("gunfire.mixed", "10.0-A")
    table.do(Done())
    assert table.one(GunfireOpened).guns == ("g",)
    assert refuse_gun(table.look, "axis", "ships", table.hex("04.02"), table.unit("o")) is not None
    craft = "soviet 03.01 x1 landing_craft 2"
    units = f"axis 02.01 o {GUNS}\naxis 01.01 h {LEG}\nsoviet 03.01 r {LEG}\nsoviet 03.01 q {LEG}"
    how = {"at": "combat_barrage", "units": units, "ships": "", "rest": f"[craft]\n{craft}\n"}
    ashore, before = (sea(dice=(6, 6, 6, 6), **how) for _ in range(2))  # type: ignore[arg-type]
    ashore.do(DeclareBarrage(ashore.hex("03.01")), AddUnit("o"), Done())
    ashore.idle(lambda: not any(isinstance(frame.data, Barrage) for frame in ashore.game.state.stack))
    assert boats(ashore)["x1"] == boats(before)["x1"]


@pytest.mark.case("18.3c", "SETUP-I-F-B")
def test_they_are_fired_at_in_a_port_and_on_a_coast_and_not_in_a_box() -> None:
    for where in ("08.01", "08.02"):
        table = off(f"soviet {where} x1 landing_craft 2", dice=(1, 1))
        assert AimGuns(table.hex(where), "ships") in table.offered(AimGuns)
    boxes = '[boxes]\neast off_map "East" at=30,3\n[ways]\neast soviet sea 2 10.04\n'
    boxed = off("soviet east x1 landing_craft 2", rest=boxes)
    assert boxed.refused(AimGuns(boxed.hex("east"), "ships")) == ("gunfire.no_target", "18.3a")


# --- DG ----------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3c-D", "18.3d-C", "18.1d")
@pytest.mark.parametrize(("marks", "points"), [(("", ""), 4), (("dg", ""), 3), (("", "dg"), 3), (("dg", "dg"), 3)])
def test_a_dg_result_is_one_for_all_of_them_and_a_second_one_is_a_hit(marks: tuple[str, str], points: int) -> None:
    craft = f"soviet 08.04 x1 landing_craft 2 {marks[0]}\nsoviet 08.04 x2 landing_craft 2 {marks[1]}"
    table = fired((0, True), craft, 1)
    assert sum(one.points for one in boats(table).values()) == points
    assert [one.dg for one in boats(table).values()] == [True, True]
    struck = table.one(CraftStruck)
    assert (struck.craft, struck.dg, struck.hits) == (("x1", "x2"), True, 4 - points)
    assert struck.case == ("18.3d-B" if points < 4 else "18.3c-D")
    assert table.told(CraftStruck) == f"The Landing Craft at 08.04: {'1 hit and DG' if points < 4 else 'DG'}"


@pytest.mark.case("18.3c-D", "18.3d-B")
def test_other_landing_craft_and_ships_of_the_hex_are_spared() -> None:
    craft = "soviet 08.04 x1 landing_craft 2\nsoviet 08.05 x3 landing_craft 2"
    table = fired((1, True), craft)
    assert (boats(table)["x1"].dg, boats(table)["x1"].points) == (True, 1)
    assert (boats(table)["x3"].dg, boats(table)["x3"].points, boats(table)["x3"].shelled) == (False, 2, False)
    nothing = fired((0, False), craft)
    assert not nothing.all(CraftStruck)
    assert (boats(nothing)["x1"].dg, boats(nothing)["x1"].points) == (False, 2)


@pytest.mark.case("18.1d", "18.3c-D")
def test_the_markers_come_off_in_clean_up() -> None:
    table = fired((0, True), "soviet 08.04 x1 landing_craft 2\nsoviet 08.04 x2 landing_craft 1")
    table.idle(lambda: not any(one.dg for one in boats(table).values()))
    assert {event.ship for event in table.all(ShipRecovered)} == {"x1", "x2"}


# --- points ------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3d-B", "18.4d")
@pytest.mark.parametrize(("die", "sunk"), [(1, "x1"), (2, "x1"), (3, "x2")])
def test_each_hit_takes_a_point_that_is_drawn_by_lot(die: int, sunk: str) -> None:
    """Two points and one: lots 1 and 2, and 3; two dice for seven lots and more."""
    table = fired((1, True), "soviet 08.04 x1 landing_craft 2\nsoviet 08.04 x2 landing_craft 1", die)
    assert thrown(table, "Landing Craft lost") == [(die,)]
    assert table.one(CraftLost).craft == sunk
    assert {cid: one.points for cid, one in boats(table).items()} == ({"x1": 1, "x2": 1} if sunk == "x1" else {"x1": 2})


@pytest.mark.case("18.3d-B")
def test_a_die_that_fits_no_lot_is_thrown_again_and_counters_alike_need_none() -> None:
    """Of four points 5 and 6 are no lot."""
    table = fired((1, True), "soviet 08.04 x1 landing_craft 2\nsoviet 08.04 x2 landing_craft 2", 5, 6, 4)
    assert thrown(table, "Landing Craft lost") == [(5,), (6,), (4,)]
    assert table.one(CraftLost).craft == "x2"
    alone = fired((1, True), "soviet 08.04 x1 landing_craft 4")
    assert not thrown(alone, "Landing Craft lost")
    assert boats(alone)["x1"].points == 3


@pytest.mark.case("18.3d-B")
def test_as_many_hits_as_points_leave_nothing_and_need_no_dice() -> None:
    table = fired((2, True), "soviet 08.04 x1 landing_craft 1\nsoviet 08.04 x2 landing_craft 1")
    assert not boats(table)
    assert not thrown(table, "Landing Craft lost")
    assert len(table.all(CraftLost)) == 2
    more = fired((2, True), "soviet 08.04 x1 landing_craft 1 dg")
    assert not boats(more)
    assert len(more.all(CraftLost)) == 1


@pytest.mark.case("18.3d-B", "18.3d-C")
def test_a_hit_on_those_that_are_dg_costs_one_more() -> None:
    table = fired((1, True), "soviet 08.04 x1 landing_craft 4 dg")
    assert (boats(table)["x1"].points, boats(table)["x1"].dg) == (2, True)
    assert table.one(CraftStruck).hits == 2


@pytest.mark.case("18.3d-B", "18.4f")
def test_an_lst_that_is_hit_is_plain_landing_craft_of_fewer_points_and_others_stay_what_they_are() -> None:
    table = fired((1, True), "soviet 08.04 x1 lst 3")
    view = sea_view(table.look, "soviet").craft  # type: ignore[union-attr]
    assert [(one.kind, one.points) for one in view] == [("landing_craft", 2)]
    dukw = fired((1, True), "soviet 08.04 x1 dukw 3")
    assert [(one.kind, one.points) for one in sea_view(dukw.look, "soviet").craft] == [("dukw", 2)]  # type: ignore[union-attr]
    whole = fired((0, True), "soviet 08.04 x1 lst 3")
    assert [one.kind for one in sea_view(whole.look, "soviet").craft] == ["lst"]  # type: ignore[union-attr]


# --- cargo -------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3d-B")
@pytest.mark.parametrize(("die", "lost"), [(1, "unit"), (2, "supply")])
def test_the_books_dukw_with_a_regiment_and_an_sp_loses_one_of_them_by_lot(die: int, lost: str) -> None:
    table = fired((1, True), "soviet 08.04 x1 dukw 2 aboard=p sp=1", die, units=f"soviet aboard p {LEG} move")
    left = boats(table)["x1"]
    assert thrown(table, "Cargo lost") == [(die,)]
    if lost == "unit":
        assert (left.points, left.units, left.tokens) == (1, (), 4)
        assert table.unit("p").hex == DEAD_PILE
        assert table.one(StepLost).case == "18.3d-B"
        assert table.told(CargoSunk) == "P Rgt goes down with DUKW at 08.04"
    else:
        assert (left.points, left.units, left.tokens) == (1, ("p",), 0)
        assert table.unit("p").hex == ABOARD
        assert table.told(CargoSunk) == "1 SP aboard DUKW lost at 08.04"


@pytest.mark.case("18.3d-B")
def test_cargo_that_still_fits_is_not_lost_and_of_supply_first_what_is_no_whole_point() -> None:
    """Two points carry 7T; what is left carries 4T."""
    room = fired((1, True), "soviet 08.04 x1 landing_craft 2 aboard=p", units=f"soviet aboard p {LEG}")
    assert boats(room)["x1"].units == ("p",)
    assert not room.all(CargoSunk)
    over = fired((1, True), "soviet 08.04 x1 landing_craft 2 sp=7T")
    assert [event.tokens for event in over.all(CargoSunk)] == [3]
    assert boats(over)["x1"].tokens == 4
    assert not thrown(over, "Cargo lost")
    fits = fired((1, True), "soviet 08.04 x1 landing_craft 2 sp=1")
    assert boats(fits)["x1"].tokens == 4


@pytest.mark.case("18.3d-B")
def test_all_aboard_goes_down_with_the_last_point() -> None:
    table = fired((2, True), "soviet 08.04 x1 landing_craft 2 aboard=p sp=1", 1, units=f"soviet aboard p {HEAVY}")
    assert not boats(table)
    assert table.unit("p").hex == DEAD_PILE
    assert sum(e.tokens for e in table.all(CargoSunk)) + sum(e.tokens for e in table.all(CraftLost)) == 4
    one = fired((1, True), "soviet 08.04 x1 landing_craft 1 aboard=p", units=f"soviet aboard p {LEG}")
    assert (one.one(UnitEliminated).unit, one.one(UnitEliminated).case) == ("p", "18.3d-B")


@pytest.mark.case("18.3d-B", "4.6-C")
def test_a_division_loses_the_step_that_no_longer_fits() -> None:
    """Three RE, three steps and an SP on four points; the first lots are its steps."""
    table = fired((1, True), "soviet 08.04 x1 landing_craft 4 aboard=p sp=1", 1, units=f"soviet aboard p {DIVISION}")
    assert (table.unit("p").steps_lost, table.unit("p").hex) == (1, ABOARD)
    assert (boats(table)["x1"].units, boats(table)["x1"].tokens) == (("p",), 4)
    assert not table.all(CargoSunk)
    other = fired((1, True), "soviet 08.04 x1 landing_craft 4 aboard=p sp=1", 4, units=f"soviet aboard p {DIVISION}")
    assert (other.unit("p").steps_lost, boats(other)["x1"].tokens) == (0, 0)


@pytest.mark.case("18.3d-B", "13.2e", "13.5e")
def test_transport_points_are_lost_one_by_one_with_what_they_carry() -> None:
    """Two loaded points and an SP on three: a point goes with its share of the load; the last one is the whole unit."""
    units = "soviet aboard t truck 2 45T load=6T"
    craft = "soviet 08.04 x1 landing_craft 3 aboard=t sp=1"
    table = fired((1, True), craft, 1, units=units)
    truck = table.unit("t")
    assert (truck.points, truck.load, truck.hex) == (1, 4, ABOARD)
    sunk = table.one(CargoSunk)
    assert (sunk.unit, sunk.points, sunk.load) == ("t", 1, 2)
    assert sum(table.game.state.trucks_lost.values()) == 1
    small = fired((1, True), "soviet 08.04 x1 landing_craft 2 aboard=t sp=1", 1, units="soviet aboard t truck 1 45T")
    assert small.unit("t").hex == REMOVED
    assert boats(small)["x1"].units == ()
    assert sum(small.game.state.trucks_lost.values()) == 1


@pytest.mark.case("18.3d-B")
def test_the_loss_of_a_craft_costs_only_what_that_one_carries() -> None:
    """Both are full; the lot falls on the second one."""
    units = f"soviet aboard p {LEG}\nsoviet aboard q {LEG}"
    craft = "soviet 08.04 x1 landing_craft 1 aboard=p\nsoviet 08.04 x2 landing_craft 1 aboard=q"
    table = fired((1, True), craft, 2, units=units)
    assert (table.unit("p").hex, table.unit("q").hex) == (ABOARD, DEAD_PILE)
    assert list(boats(table)) == ["x1"]


@pytest.mark.case("18.3d-B")
def test_every_lot_has_the_same_chance() -> None:
    """Three points on two counters, all full of one regiment each: every die, against the fractions."""
    units = "\n".join(f"soviet aboard p{i} {HEAVY}" for i in range(3))
    craft = "soviet 08.04 x1 landing_craft 2 aboard=p0,p1\nsoviet 08.04 x2 landing_craft 1 aboard=p2"
    found: Counter[str] = Counter()
    for first, second in product(range(1, 7), repeat=2):
        table = fired((1, True), craft, first, second, units=units)
        (dead,) = (uid for uid in ("p0", "p1", "p2") if table.unit(uid).hex == DEAD_PILE)
        found[dead] += 1
    assert {uid: Fraction(count, 36) for uid, count in found.items()} == dict.fromkeys(
        ("p0", "p1", "p2"), Fraction(1, 3)
    )


@pytest.mark.case("18.3d-B", "18.3c-D")
@pytest.mark.parametrize("lots", [(1,) * 9, (2, 5, 1, 6, 1, 1, 3, 3, 1), (6, 6, 4, 4, 4, 4, 4, 4, 4)])
def test_several_hits_take_points_of_several_craft_and_all_is_accounted_for(lots: tuple[int, ...]) -> None:
    """Steps, Transport Points and tokens, by the checks of random play (`fired`)."""
    units = f"soviet aboard p {DIVISION}\nsoviet aboard t truck 2 45T load=1"
    craft = "soviet 08.04 x1 landing_craft 6 aboard=p,t sp=1 dg\nsoviet 08.04 x2 dukw 2 sp=2"
    table = fired((2, True), craft, *lots, units=units)
    assert len(table.all(CraftLost)) == 3
    assert sum(one.points for one in boats(table).values()) == 5


# --- what is seen ------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3c", "4.9a-A")
def test_a_barrage_that_is_announced_shows_craft_under_ships_and_never_their_cargo() -> None:
    craft = "soviet 08.04 x1 landing_craft 2 aboard=p sp=1\nsoviet 08.04 x2 landing_craft 3"
    table = off(craft, units=f"soviet aboard p {LEG}", ships=f"soviet 08.04 s1 {PLAIN}")
    assert not sea_view(table.look, "axis").craft  # type: ignore[union-attr]
    aimed(table, "ships", "08.04")
    assert table.one(ShipsDisclosed).ships == ("s1", "x1", "x2")
    seen = sea_view(table.look, "axis").craft  # type: ignore[union-attr]
    assert [(one.id, one.points, one.units, one.tokens, one.room) for one in seen] == [
        ("x1", 2, None, None, None),
        ("x2", 3, None, None, None),
    ]
    known = believed(table.look, "axis")
    assert [(one.units, one.tokens) for one in fleet_in(known.state).craft] == [((), 0), ((), 0)]


@pytest.mark.case("18.3c", "18.3c-D")
def test_no_preview_depends_on_cargo() -> None:
    """Empty or full: the same draft, the same chances."""
    views = []
    for load, units in (("", ""), ("aboard=p sp=1", f"soviet aboard p {LEG}")):
        table = off(f"soviet 08.04 x1 landing_craft 2 {load}", units=units)
        aimed(table, "ships", "08.04").do(AddShip("b0"))
        views.append((drafted(table), foreseen(table)))
    assert views[0] == views[1]


@pytest.mark.case("18.3c-D", "18.3d-B", "18.3d-C")
@pytest.mark.parametrize("marks", ["", "dg"])
def test_the_chances_that_are_shown_are_what_every_throw_gives(marks: str) -> None:
    craft = f"soviet 08.04 x1 landing_craft 2\nsoviet 08.04 x2 landing_craft 1 {marks}"
    table = aimed(off(craft), "ships", "08.04").do(AddShip("b0"), AddShip("b1"))
    shown = {one.text: Fraction(one.p) for one in foreseen(table).outcomes}
    found: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=3):
        game = Game.begin(table.look.world, table.look.state, Dice(seed=1, script=dice))
        after = boats(Sitting(game).done())
        lost, dg = 3 - sum(one.points for one in after.values()), any(one.dg for one in after.values())
        text = "all 3 points lost" if lost == 3 else f"{lost} point{'s' * (lost != 1)} lost, and DG" if lost else ""
        found[text or ("DG" if dg and not marks else "no effect")] += 1
    assert shown == {text: Fraction(count, 216) for text, count in found.items()}


@pytest.mark.case("18.3c-D")
def test_what_befell_them_in_the_phase_is_written_and_read() -> None:
    table = fired((0, True), "soviet 08.04 x1 landing_craft 2 sp=1", ships="")
    written = dump_position(table.look.world, table.look.state)
    assert "x1 landing_craft 2 sp=1 dg shelled" in written
    _, state = parse_position(written)
    assert fleet_in(state).craft == fleet_in(table.look.state).craft


@pytest.mark.case("18.3c-D", "18.4d")
def test_naval_targets_name_the_first_and_hip_shoots_count_against_nothing() -> None:
    table = off("soviet 08.04 x2 landing_craft 1 shelled\nsoviet 08.04 x1 landing_craft 1")
    hex_ = table.hex("08.04")
    assert naval_targets(table.look, hex_, "soviet") == ()
    assert naval_targets(table.look, hex_, "soviet", again=True) == ("x1",)


# --- aircraft ----------------------------------------------------------------------------------------------------

FLEET = "[craft]\nsoviet 08.04 x1 landing_craft 2 aboard=p\nsoviet 08.04 x2 landing_craft 2\n"


def flown(*dice: int, planes: int = 1, ships: str = "", craft: str = FLEET, **more: object) -> Sitting:
    units = f"{TROOPS}\nsoviet aboard p {LEG}"
    table = skies(at_base(*(STUKA,) * planes), ships, rest=craft, units=units, dice=dice, **more)  # type: ignore[arg-type]
    return planned(table, *(f"p{i}" for i in range(planes)))


@pytest.mark.case("18.3c", "18.3c-B", "18.3c-D")
def test_aircraft_barrage_the_craft_of_a_hex_as_one_ship_with_double_strength() -> None:
    """36 points, one column to the right; nothing is asked, as there is one target."""
    table = flown(1, 1, 1, 1).do(Done())
    barrage, read, bombed = table.look.world.charts.barrage, table.one(GunfireResolved), table.one(ShipBombed)
    assert read.column == barrage.columns[barrage.shift(barrage.column(Fraction(36)), 1)]
    assert (bombed.ship, bombed.craft, read.craft) == ("x1", True, True)
    assert [one.shelled for one in boats(table).values()] == [True, True]
    assert "the Landing Craft" in table.told(ShipBombed)
    assert table.told(GunfireResolved).startswith("Barrage on the Landing Craft at 08.04")


@pytest.mark.case("18.3c", "18.3c-D", "18.3d-B")
def test_two_aircraft_go_for_a_ship_and_for_the_craft() -> None:
    table = flown(1, 1, 1, 1, 6, 6, 1, 1, planes=2, ships=f"soviet 08.04 s1 {PLAIN}\n").do(Done())
    assert table.step == "ship_strike.targets"
    table.do(SendAtShip("x1", "p1"))
    assert table.refused(SendAtShip("x2", "p0")) == ("ship_strike.no_ship", "18.3c")
    table.do(Done())
    assert [event.target for event in table.all(GunfireResolved)] == ["s1", "x1"]
    assert table.all(CraftLost)
    check_ships(table.look.world, 0, table.look.state)


@pytest.mark.case("18.3c", "4.9a-A", "18.3c-D")
def test_a_draft_may_mean_craft_that_are_seen() -> None:
    assert flown().offered(AimAtShip) == [AimAtShip("x1")]
    hidden = flown(ships=f"soviet 08.04 s1 {PLAIN}\n")
    assert hidden.offered(AimAtShip) == [AimAtShip("s1")]


@pytest.mark.case("18.3c-D", "14.7d-A")
def test_hip_shoots_at_craft_count_against_no_limit() -> None:
    craft = "[craft]\nsoviet 01.02 x1 landing_craft 2\n"
    planes = at_base(f"{STUKA} nation=german")
    table = skies(planes, "", rest=craft, at="movement", head="hip_shoots german\n", dice=(1, 1, 1, 1))
    planned(table, "p0", kind="ship_hip_shoot", where="01.02").do(Done())
    assert table.one(ShipBombed).craft
    assert not boats(table)["x1"].shelled


def test_a_game_with_craft_and_no_ships_has_these_targets() -> None:
    terrain = land(*(f"{column:02d}.01=." for column in range(1, 13)), columns=12, rows=5, ground="-")
    units = f"axis 02.01 g {COASTAL}\naxis 01.01 a {LEG}\nsoviet 12.01 z {LEG}"
    rest = (
        "[sources]\naxis 01.01\nsoviet 12.01\n[bases]\naxis 01.01 2\n[craft]\nsoviet 03.03 x1 landing_craft 2\n"
        f"[aircraft]\naxis 01.01 p0 {STUKA}\n"
    )
    table = sit(units, terrain, at="movement_barrage", rest=rest)
    assert AimGuns(table.hex("03.03"), "ships") in table.offered(AimGuns)
    table.do(PlanMission("ship_barrage"))
    assert table.offered(AimMission) == [AimMission(table.hex("03.03"))]

"""Gliders: at bases, towed by Transports, what they carry, what is lost with them; and integral ones."""

from __future__ import annotations

from typing import Any

import pytest

from redball.cli.air_text import air_lines
from redball.core.actions import (
    AddPlane,
    AimMission,
    Cancel,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoseCargo,
    PlanDrop,
    PlanMission,
    RemovePlane,
    ReturnTo,
)
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.view.whole import view
from redball.rules.air.air import CargoCounted, CargoLost, GlidersDestroyed, GlidersTowed
from redball.rules.air.air_drop import UnitDropped
from redball.rules.air.bases import active_count, refuse_full
from redball.rules.air.supply_drop import SupplyDropped
from redball.rules.ground.air_force import base_in
from rules.test_air_missions import FIGHTER
from support import LEG, Sitting, land, sit

JU = "Tpt (0)-0-6/(0)-0-6 carries=1T,1/2T"
"""It carries 1T itself, 2T on a glider."""
PARA = "Bn parachute other 2-5-3L/1-5-6L"
"""1T."""
INFANTRY = "Bn infantry other 2-3-3L/1-3-6L"
FOES = f"soviet 14.01 r {LEG}"


def ju(*ids: str, marks: str = "", values: str = JU) -> str:
    """Transports at 01.01."""
    return "\n".join(f"axis 01.01 {pid} {values} {marks}" for pid in ids)


def field(planes: str, *units: str, gliders: int = 4, level: str = "2", drops: str = "", **more: Any) -> Sitting:
    """A row of fourteen hexes: bases of the axis at 01 (with SP and gliders), 04 (a strip) and 07."""
    bases = f"axis 01.01 {level} gliders={gliders}\naxis 04.01 strip\naxis 07.01 1\nsoviet 14.01 1"
    air = f"[supply]\naxis 01.01 4\n[bases]\n{bases}\n[aircraft]\n{planes}\n" + (f"[drops]\n{drops}\n" if drops else "")
    head = "gliders axis\nturns 5\n"
    return sit("\n".join([*units, FOES]), land(columns=14, rows=1), rest=air, head=head, **more)


def drafted(table: Sitting, kind: str, where: str, *planes: tuple[str, str]) -> Sitting:
    """A mission in its draft, each aircraft with its trip."""
    table.do(PlanMission(kind), AimMission(table.hex(where)))
    return table.do(*(AddPlane(pid, trip) for pid, trip in planes))


def gliders(table: Sitting, where: str = "01.01") -> int:
    """Glider Points at a base."""
    base = base_in(table.game.state, table.hex(where))
    assert base is not None
    return base.gliders


def ways(table: Sitting, pid: str) -> set[str]:
    """How an aircraft may fly in the draft."""
    return {add.trip for add in table.offered(AddPlane) if add.plane == pid}


# --- towing ------------------------------------------------------------------------------------------------------


@pytest.mark.case("14.10e-C")
@pytest.mark.parametrize(
    ("trip", "kind", "where", "own", "towed", "left"),
    [
        ("return", "air_transport", "07.01", 1, 0, 4),
        ("return_tow", "air_transport", "07.01", 0, 2, 3),
        ("stay_tow", "air_transport", "07.01", 0, 2, 3),
        ("double_tow", "air_transport", "04.01", 0, 4, 2),
        ("return_tow", "supply_drop", "06.01", 0, 2, 3),
        ("double_tow", "supply_drop", "03.01", 0, 4, 2),
        ("double_mixed", "supply_drop", "03.01", 1, 2, 3),
    ],
)
def test_what_a_transport_and_its_gliders_carry(
    trip: str, kind: str, where: str, own: int, towed: int, left: int
) -> None:
    """2T on a glider instead of its own load; at half range two gliders, or one and its own load dropped."""
    table = drafted(field(ju("j"), dice=(6,) * 12), kind, where, ("j", trip))
    start = table.hex("01.01")
    for glider, most in ((False, own), (True, towed)):
        amounts = [load.tokens for load in table.offered(LoadPlanes) if load.glider is glider]
        assert max(amounts, default=0) == most
        if most:
            assert table.refused(LoadPlanes(start, most + 1, glider)) == ("cargo.overloaded", "14.9a")
            table.do(LoadPlanes(start, most, glider))
        else:
            assert table.refused(LoadPlanes(start, 1, glider)) == ("cargo.no_transport", "14.9a")
    assert gliders(table) == 4, "nothing is spent before it is committed"
    table.done()
    assert gliders(table) == left
    assert table.tokens("axis", where) == own + towed


@pytest.mark.case("14.10e-C")
def test_who_tows() -> None:
    """A Transport at full strength; nobody on Air Transport drops its own load over the base."""
    planes = f"{ju('j')}\n{ju('k', marks='reduced')}\naxis 01.01 f {FIGHTER}\n"
    planes += "axis 01.01 t T+Tpt (1)-9-6/(1)-4-6 carries=1T,1/2T"
    table = drafted(field(planes), "air_transport", "04.01")
    plain, tows = {"stay", "return", "double"}, {"stay_tow", "return_tow", "double_tow"}
    assert ways(table, "j") == plain | tows == ways(table, "t")
    assert ways(table, "k") == plain
    assert ways(table, "f") == {"stay", "return"}
    assert table.refused(AddPlane("k", "return_tow")) == ("mission.trip", "14.9e")
    drop = drafted(field(planes), "supply_drop", "03.01")
    assert ways(drop, "j") == {"return", "double", "return_tow", "double_tow", "double_mixed"}


@pytest.mark.case("14.10e-C", "14.10e")
def test_a_base_has_only_so_many_gliders() -> None:
    """They combine and divide: three Transports share three points as they like."""
    table = drafted(field(ju("j", "k", "m"), gliders=3), "air_transport", "04.01", ("j", "double_tow"))
    assert ways(table, "k") == {"stay", "return", "double", "stay_tow", "return_tow"}
    assert table.refused(AddPlane("k", "double_tow")) == ("mission.gliders", "14.10e-C")
    table.do(AddPlane("k", "return_tow"))
    assert ways(table, "m") == {"stay", "return", "double"}
    table.do(RemovePlane("k"))
    assert "return_tow" in ways(table, "m")
    none = drafted(field(ju("j"), gliders=0), "air_transport", "04.01")
    assert ways(none, "j") == {"stay", "return", "double"}


@pytest.mark.case("14.10e-A", "14.10e-B")
def test_a_glider_is_used_once() -> None:
    """It is not at the base where it landed, nor back where it came from."""
    table = drafted(field(ju("j")), "air_transport", "07.01", ("j", "return_tow"))
    table.do(LoadPlanes(table.hex("01.01"), 2, True)).done()
    assert table.one(GlidersTowed).gliders == 1
    assert table.told(GlidersTowed) == "1 Glider Point towed from 01.01"
    table.do(ReturnTo("j", table.hex("01.01")))
    assert (gliders(table), gliders(table, "07.01")) == (3, 0)


@pytest.mark.case("14.10e-B")
def test_gliders_move_in_no_other_mission() -> None:
    table = drafted(field(ju("j")), "base_transfer", "07.01")
    assert ways(table, "j") == {""}


@pytest.mark.case("14.10e")
def test_gliders_take_no_room() -> None:
    """Six Active aircraft fill a base of Level 2, gliders or not."""
    for count in (0, 9):
        table = field(ju(*"abcdef"), gliders=count)
        base = base_in(table.game.state, table.hex("01.01"))
        assert base is not None
        assert active_count(table.look, base) == 6
        assert refuse_full(table.look, base, 0) is None
        assert refuse_full(table.look, base) is not None


@pytest.mark.case("14.10e-D", "15.0b-C")
def test_what_gliders_bring_counts_against_no_limit() -> None:
    """An air strip unloads 2T: as much comes on aircraft, and 4T more on gliders."""
    table = drafted(
        field(ju("j", "k", "m", "n")), "air_transport", "04.01", ("j", "double"), ("k", "double_tow"), ("m", "return")
    )
    start = table.hex("01.01")
    assert table.refused(LoadPlanes(start, 3)) == ("cargo.unloading", "15.2-C")
    table.do(LoadPlanes(start, 4, True), LoadPlanes(start, 2)).done()
    assert table.tokens("axis", "04.01") == 6
    assert table.one(CargoCounted).halves == 4
    table.idle(lambda: table.step == "movement_segment.choose_unit")
    drafted(table, "air_transport", "04.01", ("n", "return_tow")).do(LoadPlanes(start, 2, True)).done()
    assert table.tokens("axis", "04.01") == 8


# --- what lands --------------------------------------------------------------------------------------------------


@pytest.mark.case("14.10a", "14.10e-E", "14.10d-A")
def test_any_unit_that_flies_lands_by_glider_and_better() -> None:
    """Infantry and paratroopers by glider, paratroopers by parachute: 5 on the dice is 6 by glider."""
    table = field(
        ju("j", "k"),
        *(f"axis 01.01 {uid} {kind} move" for uid, kind in (("a", INFANTRY), ("p", PARA), ("q", PARA))),
        drops="a 05.01 turn=1\np 05.01 turn=1\nq 05.01 turn=1",
        dice=(2, 3, 2, 3, 2, 3),
    )
    drafted(table, "air_drop", "05.01", ("j", "return_tow"), ("k", "return"))
    assert table.refused(Embark("a")) == ("drop.no_para", "14.10a")
    table.do(Embark("a", glider=True), Embark("p", glider=True), Embark("q")).done()
    assert [(e.unit, e.glider, e.roll, e.lands) for e in table.all(UnitDropped)] == [
        ("a", True, 6, True),
        ("p", True, 6, True),
        ("q", False, 5, False),
    ]


@pytest.mark.case("14.10a", "14.10f")
@pytest.mark.parametrize(
    ("marks", "head", "fits"),
    [
        ("", "", False),
        ("", "gliders axis\n", True),
        ("integral_glider", "", True),
        ("integral_glider no_drops", "", False),
    ],
)
def test_plans_for_units_without_the_para_symbol_need_gliders(marks: str, head: str, fits: bool) -> None:
    """Integral ones will do if their Transport drops anything."""
    rest = f"[bases]\naxis 01.01 2\n[aircraft]\n{ju('j', marks=marks)}\n"
    table = sit(
        f"axis 01.01 a {INFANTRY}\nsoviet 06.05 r {LEG}", at="aircraft_refit", rest=rest, head=f"turns 5\n{head}"
    )
    assert table.offered(PlanDrop) == ([PlanDrop("a")] if fits else [])


@pytest.mark.case("14.10e-C", "14.9e")
@pytest.mark.parametrize(
    ("kind", "where", "found"),
    [
        ("supply_drop", "04.01", {"return", "double", "return_tow", "double_tow", "double_mixed"}),
        ("supply_drop", "05.01", {"return", "return_tow"}),
        ("air_transport", "07.01", {"stay", "return", "stay_tow", "return_tow"}),
        ("air_transport", "13.01", {"stay", "stay_tow"}),
    ],
)
def test_a_tow_flies_as_far_as_its_transport_alone(kind: str, where: str, found: set[str]) -> None:
    """Range 6: two gliders, or one and a load of its own, to half of it; twice of it where it stays."""
    bases = "axis 01.01 2 gliders=4\naxis 07.01 1\naxis 13.01 1\naxis 14.01 1\nsoviet 12.01 1"
    air = f"[supply]\naxis 01.01 4\n[bases]\n{bases}\n[aircraft]\n{ju('j')}\n"
    table = sit(f"soviet 12.01 r {LEG}", land(columns=14, rows=1), rest=air, head="gliders axis\n")
    assert ways(drafted(table, kind, where), "j") == found
    table.do(Cancel(), PlanMission("air_transport"))
    assert table.refused(AimMission(table.hex("14.01"))) == ("mission.reach", "14.2d")


@pytest.mark.case("14.10e-E", "14.10e-C")
def test_supply_on_gliders_lands_better_than_what_is_dropped_beside_it() -> None:
    table = drafted(field(ju("j"), dice=(2, 3, 2, 3, 2, 3)), "supply_drop", "03.01", ("j", "double_mixed"))
    start = table.hex("01.01")
    table.do(LoadPlanes(start, 1), LoadPlanes(start, 2, True)).done()
    assert [(e.roll, e.lands) for e in table.all(SupplyDropped)] == [(6, True), (6, True), (5, False)]


# --- losses ------------------------------------------------------------------------------------------------------


@pytest.mark.case("14.10e-F", "14.4g")
@pytest.mark.parametrize(("hit", "lost"), [((6, 6), 1), ((1, 1), 0)])
def test_a_glider_whose_tow_is_hit_carries_a_token(hit: tuple[int, int], lost: int) -> None:
    """The only aircraft over the hex is the tow, so Flak rolls for one aircraft and hits none but it."""
    table = field(f"{ju('j')}\nsoviet 14.01 x {FIGHTER}", dice=(*hit, 1, 6, 6, 6))
    drafted(table, "air_transport", "07.01", ("j", "return_tow"))
    table.do(LoadPlanes(table.hex("01.01"), 2, True)).done().done()
    assert sum(e.tokens for e in table.all(CargoLost)) == lost
    assert table.tokens("axis", "07.01") == 2 - lost


@pytest.mark.case("14.10e-F", "14.4g")
def test_the_owner_chooses_what_is_lost_of_each_load() -> None:
    """The tow of two gliders is hit: 1T is left on each, of four battalions two."""
    table = field(
        f"{ju('j')}\nsoviet 14.01 x {FIGHTER}",
        *(f"axis 01.01 {uid} {PARA} move" for uid in "pqst"),
        drops="\n".join(f"{uid} 04.01 turn=1" for uid in "pqst"),
        dice=(6, 6, *(6,) * 8),
    )
    drafted(table, "air_drop", "04.01", ("j", "double_tow"))
    table.do(*(Embark(uid, glider=True) for uid in "pqst")).done().done()
    start = table.hex("01.01")
    assert table.offered(LoseCargo) == [LoseCargo(start, uid, True) for uid in "pqst"]
    table.do(LoseCargo(start, "p", True))
    assert table.step == "air_mission.cargo_loss"
    table.do(LoseCargo(start, "t", True))
    assert [table.at(uid) for uid in "pqst"] == ["dead", "04.01", "04.01", "dead"]


@pytest.mark.case("14.10e-G", "14.4g")
def test_who_is_shot_down_loses_its_glider_and_gliders_do_not_fight() -> None:
    """Interception: the tow alone is attacked, is hit and aborts; its glider and its load are gone with the flight."""
    table = field(f"{ju('j')}\nsoviet 14.01 x {FIGHTER}", dice=(6, 6, 6, 6, 6, 6, 6))
    drafted(table, "supply_drop", "06.01", ("j", "return_tow"))
    table.do(LoadPlanes(table.hex("01.01"), 2, True)).done().do(Intercept("x"))
    table.idle(lambda: table.step == "movement_segment.choose_unit")
    assert gliders(table) == 3
    assert table.all(SupplyDropped) == []
    assert table.tokens("axis", "01.01") + sum(e.tokens for e in table.all(CargoLost)) == 16


# --- at bases ----------------------------------------------------------------------------------------------------


@pytest.mark.case("14.10e-B", "9.14f-A")
def test_gliders_of_a_captured_base_are_destroyed() -> None:
    rest = "[bases]\nsoviet 02.03 1 gliders=3\naxis 01.01 1\n"
    table = sit(f"axis 02.02 a {LEG}\nsoviet 06.05 r {LEG}", rest=rest).move("a", "02.03")
    assert gliders(table, "02.03") == 0
    found = table.one(GlidersDestroyed)
    assert (found.side, found.gliders, found.case) == ("soviet", 3, "14.10e-B")


@pytest.mark.case("14.10e", "4.9a-A")
def test_the_enemy_does_not_see_how_many_gliders_there_are() -> None:
    some, none = field(ju("j"), gliders=4), field(ju("j"), gliders=0)
    assert view(some.game, "soviet") == view(none.game, "soviet")
    assert view(some.game, "axis") != view(none.game, "axis")
    assert "4 Glider Points" in next(air_lines(some.look, "axis", some.hex("01.01")))


def test_positions_hold_gliders() -> None:
    table = field(ju("j", marks="integral_glider no_drops"), gliders=2)
    written = dump_position(table.game.world, table.game.state)
    assert "axis 01.01 2 gliders=2\n" in written
    assert "gliders axis\n" in written
    world, again = parse_position(written)
    assert again == table.game.state
    assert world.scenario.aircraft == table.game.world.scenario.aircraft
    with pytest.raises(PositionError, match="gliders=x"):
        parse_position(written.replace("gliders=2", "gliders=x"))


# --- integral gliders --------------------------------------------------------------------------------------------

INTEGRAL = "Tpt (0)-0-6/(0)-0-6 carries=3T,1T"


@pytest.mark.case("14.10f", "14.10e-D")
@pytest.mark.parametrize(("marks", "fits"), [("integral_glider", True), ("", False)])
def test_an_integral_glider_counts_against_no_unloading_limit(marks: str, fits: bool) -> None:
    """3T to an air strip, which unloads 2T; it is not used up."""
    table = drafted(field(ju("j", values=INTEGRAL, marks=marks)), "air_transport", "04.01", ("j", "return"))
    load = LoadPlanes(table.hex("01.01"), 3, fits)
    if not fits:
        assert table.refused(load) == ("cargo.unloading", "15.2-C")
        return
    table.do(load).done()
    assert table.tokens("axis", "04.01") == 3
    assert (table.all(CargoCounted), table.all(GlidersTowed), gliders(table)) == ([], [], 4)


@pytest.mark.case("14.10f")
def test_the_range_changes_what_it_carries_and_it_tows_nothing_else() -> None:
    table = drafted(field(ju("j", values=INTEGRAL, marks="integral_glider")), "air_transport", "04.01")
    assert ways(table, "j") == {"stay", "return", "double"}
    table.do(AddPlane("j", "double"))
    assert max(load.tokens for load in table.offered(LoadPlanes)) == 6
    assert all(load.glider for load in table.offered(LoadPlanes))


@pytest.mark.case("14.10f")
def test_some_never_drop_anything() -> None:
    for marks, dropped in (("integral_glider", True), ("integral_glider no_drops", False)):
        table = field(ju("j", values=INTEGRAL, marks=marks))
        assert (PlanMission("supply_drop") in table.offered(PlanMission)) is dropped
    both = field(f"{ju('j', values=INTEGRAL, marks='integral_glider no_drops')}\n{ju('k')}")
    drafted(both, "supply_drop", "03.01")
    assert both.refused(AddPlane("j", "return")) == ("drop.never", "14.10f")


@pytest.mark.case("14.10f", "14.10e-E")
def test_what_it_drops_lands_by_glider() -> None:
    table = field(ju("j", values=INTEGRAL, marks="integral_glider"), dice=(2, 3))
    drafted(table, "supply_drop", "06.01", ("j", "return"))
    table.do(LoadPlanes(table.hex("01.01"), 1, True))
    assert Done() in table.game.choices()
    table.done()
    assert (table.one(SupplyDropped).roll, table.one(SupplyDropped).lands) == (6, True)


@pytest.mark.case("14.10d-A", "14.10e-E")
def test_what_is_on_gliders_rolls_first_wherever_it_comes_from() -> None:
    """k of 07.01 drops what it carries itself, j of 01.01 brings a glider."""
    bases = "axis 01.01 2 gliders=4\naxis 07.01 1\nsoviet 14.01 1"
    planes = f"{ju('j')}\naxis 07.01 k {JU}"
    air = f"[supply]\naxis 01.01 1\naxis 07.01 1\n[bases]\n{bases}\n[aircraft]\n{planes}\n"
    table = sit(FOES, land(columns=14, rows=1), rest=air, head="gliders axis\nturns 5\n", dice=(3, 3) * 2)
    drafted(table, "supply_drop", "05.01", ("k", "return"), ("j", "return_tow"))
    near, far = table.hex("07.01"), table.hex("01.01")
    table.do(LoadPlanes(near, 1), LoadPlanes(far, 1, True)).done()
    assert [(e.start, e.roll) for e in table.all(SupplyDropped)] == [(far, 7), (near, 6)]


@pytest.mark.case("14.9e-B", "14.10e-C", "14.2d")
@pytest.mark.parametrize("trip", ["return", "return_tow"])
def test_who_returns_flies_its_range_and_no_farther(trip: str) -> None:
    """Transports of a range of 6 and of 7, there and back, to a unit 7 hexes away."""
    planes = f"{ju('j')}\n{ju('k', values=JU.replace('0-6', '0-7'))}"
    table = drafted(field(planes, f"axis 08.01 u {LEG}"), "supply_drop", "08.01")
    assert [trip in ways(table, pid) for pid in "jk"] == [False, True]

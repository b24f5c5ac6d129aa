"""Air Drops of units: as planned, each with a roll, and what they meet in the hex."""

from __future__ import annotations

from typing import Any

import pytest

from redball.cli.air_text import mission_lines
from redball.core.actions import (
    AbortPlane,
    AddPlane,
    AimMission,
    BeginMove,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoseCargo,
    PlanMission,
    RemovePlane,
    ReturnTo,
    SendPlane,
)
from redball.core.events import DumpCaptured, UnitEliminated
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.sentences import Namer
from redball.game.sight.redaction import tellable
from redball.game.view.air import AirView, air_view
from redball.game.view.warnings import warnings
from redball.game.view.whole import view
from redball.game.watch.bookkeeping import check_events
from redball.game.watch.ledgers import check_ledgers
from redball.rules.air.air import CargoLost
from redball.rules.air.air_drop import UnitDropped
from redball.rules.air.drop import Drop
from redball.rules.air.supply_drop import SupplyDropped
from redball.rules.ground.drops import drops_in
from rules.test_air_missions import FIGHTER, JU52, at
from support import LEG, MILITIA, Sitting, land, sit

BASES = "axis 01.01 2\naxis 09.01 1\nsoviet 14.01 1"
FOES = f"soviet 14.01 r {LEG}"
PARA = "Bn parachute other 2-5-3L/1-5-6L"
"""1/2 RE, of 6 Leg MP: it takes 1T."""
SMALL = "Co parachute other 1-5-3L/1-5-6L"
"""1/4 RE: it takes 1/2T."""


def ju(*ids: str, marks: str = "", start: str = "01.01") -> str:
    """Transports of range 6 and 2T, or 1T if reduced."""
    return "\n".join(f"axis {start} {pid} {JU52} {marks}" for pid in ids)


def field(
    planes: str, *units: str, drops: str, supply: str = "axis 01.01 4", bases: str = BASES, **more: Any
) -> Sitting:
    """A row of fourteen hexes: bases of the axis at 01 (with SP) and 09."""
    air = f"[supply]\n{supply}\n[bases]\n{bases}\n[aircraft]\n{planes}\n[drops]\n{drops}\n"
    ground, rest = more.pop("ground", ()), more.pop("rest", "")
    return sit("\n".join([*units, FOES]), land(*ground, columns=14, rows=1), rest=air + rest, **more)


def drafted(table: Sitting, where: str, *planes: str, trip: str = "return") -> Sitting:
    """A drop in its draft."""
    table.do(PlanMission("air_drop"), AimMission(table.hex(where)))
    return table.do(*(AddPlane(pid, trip) for pid in planes))


def over(table: Sitting) -> Sitting:
    """Until the mission is over and its aircraft are home."""
    return table.idle(lambda: table.step == "movement_segment.choose_unit")


# --- as planned --------------------------------------------------------------------------------------------------


@pytest.mark.case("14.10c")
def test_whoever_ends_the_movement_phase_is_told_of_drops_that_are_due_and_not_flown() -> None:
    """The plan of this turn, not that of a later one; nobody else is told; a drop that was flown is no longer due."""
    plans = "p 05.01 turn=1\nq 06.01 turn=3"
    para = (f"axis 01.01 p {PARA} move moved", f"axis 01.01 q {PARA} move moved")
    table = field(ju("j", "k"), *para, drops=plans)

    def told(side: str) -> list[list[str]]:
        return [w.units for w in warnings(table.game, side) if w.case == "14.10c"]

    assert told("axis") == [["p"]]
    assert told("soviet") == []
    flown = field(ju("j", "k"), f"axis 01.01 p {PARA} move", drops="p 05.01 turn=1", dice=(3, 3))
    drafted(flown, "05.01", "j", "k").do(Embark("p"), Done())
    over(flown)
    assert [w.units for w in warnings(flown.game, "axis") if w.case == "14.10c"] == []


@pytest.mark.case("14.10", "14.10b-A", "14.10d-A", "14.2", "14.2e-D", "2.3-F")
def test_a_unit_is_dropped_where_and_when_it_was_planned() -> None:
    """Nobody was in the open hex: 6 and more lands."""
    table = field(ju("j", "k"), f"axis 01.01 p {PARA} move", drops="p 05.01 turn=1", dice=(3, 3))
    assert PlanMission("air_drop") in table.offered(PlanMission)
    table.do(PlanMission("air_drop"))
    assert table.offered(AimMission) == [AimMission(table.hex("05.01"))]
    assert table.refused(AimMission(table.hex("04.01"))) == ("drop.no_plan", "14.10b-A")
    table.do(AimMission(table.hex("05.01")))
    assert {add.trip for add in table.offered(AddPlane)} == {"return"}, "nobody stays where there is no base"
    table.do(AddPlane("j", "return"))
    assert table.refused(Done()) == ("drop.nobody", "14.10b-A")
    table.do(LoadPlanes(table.hex("01.01"), 1))
    assert table.refused(Done()) == ("drop.nobody", "14.10b-A"), "supply alone is another mission"
    table.do(LoadPlanes(table.hex("01.01"), 0), Embark("p")).done()
    dropped = table.one(UnitDropped)
    assert (dropped.roll, dropped.lands, dropped.case) == (6, True, "14.10d-A")
    assert table.told(UnitDropped) == "P Bn is dropped on 05.01: 6, it lands"
    assert table.at("p") == "05.01"
    table.do(ReturnTo("j", table.hex("01.01")))
    assert at(table, "j") == ("01.01", False)
    assert drops_in(table.game.state).plans == ()


@pytest.mark.case("14.10d-A")
def test_who_does_not_land_is_destroyed() -> None:
    table = field(ju("j"), f"axis 01.01 p {PARA} move", drops="p 05.01 turn=1", dice=(3, 2))
    drafted(table, "05.01", "j").do(Embark("p")).done()
    assert (table.one(UnitDropped).lands, table.at("p")) == (False, "dead")
    assert table.one(UnitEliminated).case == "14.10d-A"
    assert drops_in(table.game.state).plans == ()


@pytest.mark.case("14.10d-A")
@pytest.mark.parametrize(
    ("ground", "friend", "fails"), [("", True, 4), ("w", True, 5), ("", False, 5), ("w", False, 6)]
)
def test_each_unit_rolls_by_itself_by_terrain_and_by_who_was_there(ground: str, friend: bool, fails: int) -> None:
    """The first roll fails, the second lands; the unit that has landed is no friend of the next one."""
    units = [f"axis 01.01 p {SMALL} move", f"axis 01.01 q {SMALL} move", f"axis 01.01 s {SMALL} move"]
    units += [f"axis 05.01 u {LEG}"] if friend else []
    table = field(
        ju("j", "k"),
        *units,
        drops="p 05.01 turn=1\nq 05.01 turn=1\ns 05.01 turn=1",
        ground=(f"05.01={ground}",) if ground else (),
        dice=(1, fails - 1, 1, fails, 1, fails - 1),
    )
    drafted(table, "05.01", "j", "k").do(Embark("p"), Embark("q"), Embark("s")).done()
    assert [(e.unit, e.roll, e.lands) for e in table.all(UnitDropped)] == [
        ("p", fails, False),
        ("q", fails + 1, True),
        ("s", fails, False),
    ]


@pytest.mark.case("14.10d-A")
def test_the_nation_of_the_transports_modifies_the_roll() -> None:
    table = field(ju("j", marks="nation=soviet"), f"axis 01.01 p {PARA} move", drops="p 05.01 turn=1", dice=(3, 3))
    drafted(table, "05.01", "j").do(Embark("p")).done()
    assert (table.one(UnitDropped).roll, table.one(UnitDropped).lands) == (5, False)


@pytest.mark.case("14.10b-A")
def test_only_planned_units_go_and_only_on_the_day() -> None:
    """Another hex, another turn, no plan; a drop whose turn has not come offers no mission."""
    table = field(
        ju("j", "k"),
        *(f"axis 01.01 {uid} {SMALL} move" for uid in ("p", "q", "s", "t")),
        drops="p 05.01 turn=1\nq 04.01 turn=1\ns 05.01 turn=2",
    )
    drafted(table, "05.01", "j")
    assert table.offered(Embark) == [Embark("p")]
    for uid in ("q", "s", "t"):
        assert table.refused(Embark(uid)) == ("cargo.no_plan", "14.10b-A")
    later = field(ju("j"), f"axis 01.01 p {SMALL} move", drops="p 05.01 turn=2")
    assert PlanMission("air_drop") not in later.offered(PlanMission)
    assert later.refused(PlanMission("air_drop")) == ("mission.nobody", "14.1a")


@pytest.mark.case("14.10b-A", "14.2e-D")
@pytest.mark.parametrize(("at_", "phasing"), [("reaction_movement", "soviet"), ("exploitation_movement", "axis")])
def test_units_are_dropped_in_the_movement_phase_only(at_: str, phasing: str) -> None:
    table = field(
        ju("j"),
        f"axis 01.01 p {PARA} move",
        f"axis 02.01 u {LEG} reserve",
        drops="p 05.01 turn=1",
        at=at_,
        phasing=phasing,
    )
    assert PlanMission("supply_drop") in table.offered(PlanMission)
    assert table.refused(PlanMission("air_drop")) == ("mission.not_now", "14.1g")


@pytest.mark.case("14.10a", "14.9c", "14.9b")
def test_what_goes_by_parachute() -> None:
    """A unit without the Para symbol does not, even with a plan; nor does one that is not in Move Mode."""
    table = field(
        ju("j", "k"),
        f"axis 01.01 a {LEG} move",
        f"axis 01.01 c {SMALL}",
        f"axis 01.01 p {PARA} move",
        drops="a 05.01 turn=1\nc 05.01 turn=1\np 05.01 turn=1",
    )
    drafted(table, "05.01", "j")
    assert table.refused(Embark("a")) == ("drop.no_para", "14.10a")
    assert table.refused(Embark("c")) == ("cargo.mode", "14.9c")
    assert table.refused(Embark("p", glider=True)) == ("cargo.no_transport", "14.9a")
    assert table.offered(Embark) == [Embark("p")]


@pytest.mark.case("4.7d-B", "14.10d-A")
def test_who_is_dropped_spends_no_mp_before_or_after() -> None:
    table = field(
        ju("j", "k"),
        f"axis 01.01 p {PARA} move",
        f"axis 02.01 q {PARA} move",
        drops="p 05.01 turn=1\nq 05.01 turn=1",
        dice=(6, 6),
    )
    table.move("q", "01.01")
    drafted(table, "05.01", "j", "k")
    assert table.refused(Embark("q")) == ("drop.spent", "4.7d-B")
    table.do(Embark("p")).done()
    over(table)
    assert table.at("p") == "05.01"
    assert table.refused(BeginMove("p")) == ("move.moved", "6.1f")
    assert table.unit("p").activity.moved


@pytest.mark.case("4.7d-B")
def test_a_unit_may_turn_to_move_mode_before_its_drop() -> None:
    """That takes no MP (5.4-C)."""
    table = field(ju("j"), f"axis 01.01 p {PARA}", drops="p 05.01 turn=1", dice=(6, 6))
    table.begin("p").mode("p", "move").halt()
    drafted(table, "05.01", "j").do(Embark("p")).done()
    assert table.at("p") == "05.01"


@pytest.mark.case("14.10b-B", "12.6h")
def test_a_dropped_unit_is_supplied_in_the_supply_phase_that_follows() -> None:
    table = field(
        ju("j"),
        f"axis 01.01 p {PARA} move",
        drops="p 07.01 turn=1",
        dice=(6, 6),
        rest="[sources]\naxis 01.01\nsoviet 14.01\n",
    )
    drafted(table, "07.01", "j").do(Embark("p")).done()
    assert drops_in(table.game.state).landed == ("p",)
    table.idle(lambda: table.game.state.clock.phase == "reaction" or table.side == "soviet")
    assert not table.unit("p").out_of_supply


@pytest.mark.case("4.8a-A", "14.10d-A")
def test_the_stacking_limit_holds_at_the_end_of_the_segment() -> None:
    """Where 10 RE are already, somebody must go."""
    big = "Div infantry other 12-3-3L/6-3-8L re=10"
    table = field(ju("j"), f"axis 01.01 p {PARA} move", f"axis 05.01 b {big}", drops="p 05.01 turn=1", dice=(6, 6))
    drafted(table, "05.01", "j").do(Embark("p")).done()
    over(table).done()
    assert table.step.startswith("stacking_check")


@pytest.mark.case("14.10d-A", "14.10")
def test_a_drop_on_a_base_of_ones_own_is_no_air_transport() -> None:
    """The hex is clear, whatever its terrain; what the base unloads is not counted."""
    table = field(
        ju("j"),
        f"axis 01.01 p {PARA} move",
        drops="p 05.01 turn=1",
        bases=f"{BASES}\naxis 05.01 strip",
        ground=("05.01=w",),
        dice=(3, 3),
    )
    drafted(table, "05.01", "j").do(Embark("p")).done()
    assert table.at("p") == "05.01"


# --- what is in the hex ------------------------------------------------------------------------------------------


@pytest.mark.case("14.10d-B")
def test_what_lands_on_an_enemy_combat_unit_is_destroyed_without_a_roll() -> None:
    table = field(ju("j"), f"axis 01.01 p {PARA} move", f"soviet 05.01 e {MILITIA}", drops="p 05.01 turn=1")
    drafted(table, "05.01", "j")
    assert table.refused(LoadPlanes(table.hex("01.01"), 1)) == ("drop.enemy", "14.10d-B")
    table.do(Embark("p")).done()
    assert table.all(UnitDropped) == []
    assert (table.one(UnitEliminated).unit, table.one(UnitEliminated).case) == ("p", "14.10d-B")
    assert table.at("e") == "05.01"


@pytest.mark.case("14.10d-B", "9.14b")
def test_who_lands_on_a_dump_captures_it() -> None:
    table = field(
        ju("j"),
        f"axis 01.01 p {PARA} move",
        supply="axis 01.01 4\nsoviet 05.01 2",
        drops="p 05.01 turn=1",
        dice=(6, 6, 6),
    )
    drafted(table, "05.01", "j").do(Embark("p")).done()
    assert table.one(DumpCaptured).hex == table.hex("05.01")
    assert table.game.state.ground_supply("soviet", table.hex("05.01")).tokens == 0


@pytest.mark.case("14.10d-B")
def test_nothing_is_captured_if_nobody_lands() -> None:
    table = field(
        ju("j"), f"axis 01.01 p {PARA} move", supply="axis 01.01 4\nsoviet 05.01 2", drops="p 05.01 turn=1", dice=(1, 1)
    )
    drafted(table, "05.01", "j").do(Embark("p")).done()
    assert (table.all(DumpCaptured), table.tokens("soviet", "05.01")) == ([], 8)


@pytest.mark.case("14.10d-B")
def test_only_attack_capable_units_land_on_what_is_the_enemys() -> None:
    weak = "Bn parachute other (2)-5-3L/(1)-5-6L"
    table = field(ju("j"), f"axis 01.01 p {weak} move", supply="axis 01.01 4\nsoviet 05.01 2", drops="p 05.01 turn=1")
    drafted(table, "05.01", "j")
    assert table.refused(Embark("p")) == ("drop.not_attack_capable", "14.10d-B")
    free = field(ju("j"), f"axis 01.01 p {weak} move", drops="p 05.01 turn=1")
    drafted(free, "05.01", "j").do(Embark("p"))


# --- on the way --------------------------------------------------------------------------------------------------


@pytest.mark.case("14.4g")
def test_flak_costs_cargo_before_the_drop() -> None:
    """The transport that is hit carries 1T: its owner chooses which of two battalions is lost."""
    table = field(
        f"{ju('j')}\nsoviet 14.01 x {FIGHTER}",
        f"axis 01.01 p {PARA} move",
        f"axis 01.01 q {PARA} move",
        drops="p 07.01 turn=1\nq 07.01 turn=1",
        dice=(6, 6, 6, 6),
    )
    drafted(table, "07.01", "j").do(Embark("p"), Embark("q")).done().done()
    start = table.hex("01.01")
    assert table.offered(LoseCargo) == [LoseCargo(start, "p"), LoseCargo(start, "q")]
    table.do(LoseCargo(start, "p"))
    assert (table.at("p"), table.at("q")) == ("dead", "07.01")
    assert table.one(UnitEliminated).case == "14.4g"


@pytest.mark.case("14.10", "14.4g")
def test_who_aborts_before_the_drop_takes_home_what_was_loaded_last() -> None:
    """Of four battalions, which two Transports carry, two go home with the one that aborts; their plans still hold."""
    table = field(
        f"{ju('j', 'k')}\naxis 01.01 f {FIGHTER}\nsoviet 14.01 x {FIGHTER}",
        *(f"axis 01.01 {uid} {PARA} move" for uid in "pqst"),
        drops="\n".join(f"{uid} 07.01 turn=1" for uid in "pqst"),
        dice=(6, 6, 1, 1, 1, 6, 6, 1, 1),
    )
    drafted(table, "07.01", "j", "k", "f").do(*map(Embark, "pqst")).done().do(Intercept("x"))
    table.idle(lambda: bool(table.offered(AbortPlane)) and table.side == "axis")
    table.do(AbortPlane("k"))
    table.idle(lambda: bool(table.offered(SendPlane)) and table.side == "axis")
    table.do(SendPlane("f"))
    over(table)
    assert [(e.unit, e.lands) for e in table.all(UnitDropped)] == [("p", True), ("q", False)]
    assert [table.at(uid) for uid in "pqst"] == ["07.01", "dead", "01.01", "01.01"]
    assert [plan.unit for plan in drops_in(table.game.state).plans] == ["s", "t"]


@pytest.mark.case("14.10", "14.4g")
def test_nothing_goes_home_that_the_others_can_carry() -> None:
    """One Transport aborts; the other has room for the company, which is no more than half a token."""
    table = field(
        f"{ju('j', 'k')}\naxis 01.01 f {FIGHTER}\nsoviet 14.01 x {FIGHTER}",
        f"axis 01.01 p {SMALL} move",
        drops="p 07.01 turn=1",
        dice=(6, 6, 1, 1, 1, 6, 6),
    )
    drafted(table, "07.01", "j", "k", "f").do(Embark("p")).done().do(Intercept("x"))
    table.idle(lambda: bool(table.offered(AbortPlane)) and table.side == "axis")
    table.do(AbortPlane("k"))
    table.idle(lambda: bool(table.offered(SendPlane)) and table.side == "axis")
    table.do(SendPlane("f"))
    over(table)
    assert [(e.unit, e.lands) for e in table.all(UnitDropped)] == [("p", True)]
    assert table.at("p") == "07.01"


@pytest.mark.case("14.10d-A")
def test_supply_goes_along_and_rolls_after_the_units() -> None:
    table = field(ju("j", "k"), f"axis 01.01 p {PARA} move", drops="p 05.01 turn=1", dice=(6, 6, 1, 1, 6, 6))
    drafted(table, "05.01", "j", "k").do(Embark("p"), LoadPlanes(table.hex("01.01"), 2)).done()
    assert [type(e) for e in table.events if isinstance(e, (UnitDropped, SupplyDropped))] == [
        UnitDropped,
        SupplyDropped,
        SupplyDropped,
    ]
    assert [e.lands for e in table.all(SupplyDropped)] == [False, True]
    assert table.all(CargoLost) == []


def test_the_books_of_a_drop_balance() -> None:
    units = [f"axis 01.01 {uid} {SMALL} move" for uid in ("p", "q")]
    table = field(ju("j"), *units, drops="p 05.01 turn=1\nq 05.01 turn=1", dice=(6, 6, 1, 1))
    drafted(table, "05.01", "j").do(Embark("p"), Embark("q"))
    before = table.game.state
    done = table.game.do(Done())
    check_events(table.game.world, 1, before, done.events, table.game.state)
    check_ledgers(table.game.world.charts, 1, done.events)


# --- foreseen ----------------------------------------------------------------------------------------------------


@pytest.mark.case("14.10d-A", "14.10d-B")
@pytest.mark.parametrize(
    ("more", "p", "word"),
    [
        ((), "13/18", "lands: 13/18 (72.2 %)"),
        ((f"axis 05.01 u {LEG}",), "5/6", "lands: 5/6 (83.3 %)"),
        ((f"soviet 05.01 e {MILITIA}",), "0", "lands: 0 (0.0 %)"),
    ],
)
def test_the_chance_of_each_piece_stands_in_the_draft(more: tuple[str, ...], p: str, word: str) -> None:
    """6 and more on two dice in the open; 5 and more where a friend is."""
    table = field(ju("j", "k"), f"axis 01.01 p {PARA} move", *more, drops="p 05.01 turn=1", dice=(6, 6, 6, 6))
    drafted(table, "05.01", "j", "k").do(Embark("p"))
    if p != "0":
        table.do(LoadPlanes(table.hex("01.01"), 1))
    air = air_view(table.look, "axis")
    assert isinstance(air, AirView)
    assert air.mission is not None
    assert {piece.landing.p for piece in air.mission.cargo if piece.landing is not None} == {p}
    assert f"  carries p from 01.01, {word}" in [*mission_lines(table.look, "axis")]


# --- what the enemy is told --------------------------------------------------------------------------------------


@pytest.mark.case("14.10b-A", "4.9a-A")
def test_the_enemy_learns_of_a_drop_when_it_flies() -> None:
    """Two games whose plans and drafts differ look the same to the enemy until the mission is committed."""
    units = [f"axis 01.01 {uid} {SMALL} move" for uid in ("p", "q")]
    one = field(ju("j"), *units, drops="p 05.01 turn=1", dice=(6, 6))
    other = field(ju("j"), *units, drops="q 06.01 turn=1", dice=(6, 6))
    assert view(one.game, "soviet") == view(other.game, "soviet")
    drafted(one, "05.01", "j").do(Embark("p"))
    drafted(other, "06.01", "j").do(Embark("q"))
    assert view(one.game, "soviet") == view(other.game, "soviet")
    one.done()
    other.done()
    assert view(one.game, "soviet") != view(other.game, "soviet")


def test_a_position_after_a_drop_reads_back() -> None:
    table = field(ju("j"), f"axis 01.01 p {PARA} move", drops="p 05.01 turn=1", dice=(6, 6))
    over(drafted(table, "05.01", "j").do(Embark("p")).done())
    _, again = parse_position(dump_position(table.game.world, table.game.state))
    assert drops_in(again) == drops_in(table.game.state)
    assert again.units["p"] == table.unit("p")


# --- small print -------------------------------------------------------------------------------------------------


@pytest.mark.case("14.10", "4.9a-A")
def test_the_enemy_reads_of_a_unit_that_was_dropped_although_it_does_not_see_it() -> None:
    """It may have been destroyed, or scattered under others."""
    table = drafted(field(ju("j"), f"axis 01.01 p {PARA} move", drops="p 05.01 turn=1", dice=(1, 1)), "05.01", "j")
    over(table.do(Embark("p"), Done()))
    dropped = table.one(UnitDropped)
    assert not dropped.lands
    assert not dropped.glider
    assert tellable(dropped, Namer(table.game.world, {}, "soviet", frozenset()))


@pytest.mark.case("14.10", "14.9f", "14.2f-A")
def test_cargo_for_which_an_aircraft_has_left_the_draft_is_in_the_way() -> None:
    """Two Transports carry a unit of 1T and 2T of supply; one of them alone cannot."""
    table = drafted(field(ju("j", "k"), f"axis 01.01 p {PARA} move", drops="p 05.01 turn=1"), "05.01", "j", "k")
    table.do(Embark("p"), LoadPlanes(table.hex("01.01"), 3))
    assert Done() in table.game.choices()
    table.do(RemovePlane("k"))
    assert Done() not in table.game.choices()
    assert table.refused(Done())[0] == "cargo.overloaded"


@pytest.mark.case("14.10", "14.10b-A")
@pytest.mark.parametrize(
    ("unit", "due", "offered"),
    [("01.01 p", "07.01", True), ("02.01 p", "07.01", False), ("01.01 q", "07.01", False)],
)
def test_a_drop_of_units_is_offered_where_somebody_whose_drop_is_due_has_a_transport(
    unit: str, due: str, offered: bool
) -> None:
    """Not where the unit is elsewhere, nor where it is in Combat Mode."""
    mode = "" if unit.endswith("q") else "move"
    name = unit.split()[1]
    table = field(ju("j"), f"axis {unit} {PARA} {mode}", drops=f"{name} {due} turn=1")
    assert (PlanMission("air_drop") in table.offered(PlanMission)) is offered


def test_a_drop_is_a_plain_one_unless_it_says_otherwise() -> None:
    """No friend, open ground, a parachute, no nation's modifier."""
    assert Drop() == Drop(friendly=False, closed=False, glider=False, nation="", supply=False, terrain="")

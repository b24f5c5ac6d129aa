"""Drops of units by 1992: a die for each, scatter, what they land on, and who goes by air at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from redball.analysis.mission import mission_answer
from redball.cli.air_text import mission_lines
from redball.core.actions import AddPlane, AimMission, Done, Embark, LoadPlanes, PlanDrop, PlanMission
from redball.core.events import DumpCaptured, UnitEliminated
from redball.editions.v1992.load_drop import LoadDropped
from redball.editions.v1992.unit_drop import DropScattered
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.view.air import AirView, air_view
from redball.game.watch.bookkeeping import check_events
from redball.game.watch.ledgers import check_ledgers
from redball.rules.air.air_drop import UnitDropped
from redball.rules.air.cargo import refuse_flyer, unit_weight
from redball.rules.air.drop_plans import refuse_unfit
from redball.rules.air.supply_drop import drop_of
from redball.rules.ground.drops import drops_in
from redball.rules.modes.disorganization import Disorganized
from redball.scenarios.records import Cost, RebuildRow
from support import LEG, MILITIA, Sitting, in_scenario, land, sit

JU52 = "Tpt (0)-0-9/(0)-0-9 carries=2T,1T"
PARA = "Bn parachute other 2-5-3L/1-5-6L"
"""1/2 RE, so 2T (E92-transportation-re)."""
SMALL = "Co parachute other 1-5-3L/1-5-6L"
QUIET = (1, 1, 1, 1)
"""Flak that does nothing, at two aircraft."""
WEAK = "Co parachute other (1)-5-3L/(1)-5-6L"


def field(*units: str, drops: str, planes: int = 2, **more: Any) -> Sitting:
    """Nine rows of fourteen hexes by 1992; a base of the axis at 01.01 with 16T, aircraft of 2T each."""
    supply = more.pop("supply", "")
    craft, base = more.pop("craft", JU52), more.pop("base", "")
    air = "\n".join(f"axis 01.01 j{i} {craft}" for i in range(planes))
    rest = (
        f"[supply]\naxis 01.01 4\n{supply}\n[sources]\naxis 01.02\nsoviet 14.09\n[bases]\naxis 01.01 3\n{base}"
        f"[aircraft]\n{air}\n[drops]\n{drops}\n{more.pop('rest', '')}"
    )
    army = f"axis 01.02 army {LEG}\nsoviet 14.09 r {LEG}"
    ground = more.pop("ground", ())
    return sit("\n".join([*units, army]), land(*ground, columns=14, rows=9), rest=rest, edition="1992", **more)


def dropping(table: Sitting, where: str, *units: str, planes: int = 2) -> Sitting:
    """A drop in its draft."""
    table.do(PlanMission("air_drop"), AimMission(table.hex(where)))
    table.do(*(AddPlane(f"j{i}", "return") for i in range(planes)))
    return table.do(*map(Embark, units))


def one(*dice: int, where: str = "06.05", line: str = PARA, more: tuple[str, ...] = (), **options: Any) -> Sitting:
    """A unit that has been dropped."""
    table = field(f"axis 01.01 p {line} move", *more, drops=f"p {where} turn=1", dice=dice, **options)
    return dropping(table, where, "p").done()


# --- the odds ---------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-unit-drop", "E92-supply-drop")
def test_a_drop_is_foreseen_with_what_scatters() -> None:
    """Four pips of six land, one scatters: of its 36 ways six lead off the map. The supply of each aircraft lands on
    four of six; the company and the loads are told together."""
    table = field(f"axis 01.01 p {SMALL} move", drops="p 06.05 turn=1")
    dropping(table, "06.05", "p").do(LoadPlanes(table.hex("01.01"), 2))
    found = mission_answer(table.look, table.data).ends.map(lambda end: end.effect)
    down, away, lost = Fraction(4, 6), Fraction(30, 216), Fraction(1, 6) + Fraction(6, 216)
    units = dict(found.map(lambda effect: (effect.units, effect.elsewhere)))
    assert units == {(("p",), ()): down, ((), ("p",)): away, ((), ()): lost}
    assert dict(found.map(lambda effect: effect.tokens)) == {2: Fraction(4, 9), 1: Fraction(4, 9), 0: Fraction(1, 9)}
    assert found.chance(lambda effect: effect.units and effect.tokens) == down * Fraction(8, 9)


# --- the die -----------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-unit-drop", "E92-unit-drop-mode")
@pytest.mark.parametrize("die", [1, 4])
def test_up_to_four_a_unit_lands_on_its_combat_side_and_disorganized(die: int) -> None:
    table = one(die)
    dropped = table.one(UnitDropped)
    assert (dropped.roll, dropped.lands, dropped.case) == (die, True, "E92-unit-drop")
    assert (table.at("p"), table.unit("p").facing, table.unit("p").marker) == ("06.05", "combat", "dg")
    assert table.one(Disorganized).case == "E92-unit-drop-mode"
    assert drops_in(table.game.state).plans == ()
    assert table.unit("p").activity.moved


@pytest.mark.case("E92-unit-drop", "E92-unit-drop-terrain")
@pytest.mark.parametrize(
    ("ground", "die", "roll", "lands"),
    [("", 6, 6, False), ("w", 5, 6, False), ("w", 3, 4, True), ("w", 6, 7, False)],
)
def test_six_and_more_destroy_and_other_than_open_terrain_adds_one(
    ground: str, die: int, roll: int, lands: bool
) -> None:
    table = one(die, ground=(f"06.05={ground}",) if ground else ())
    dropped = table.one(UnitDropped)
    assert (dropped.roll, dropped.lands) == (roll, lands)
    assert table.at("p") == ("06.05" if lands else "dead")
    assert [e.case for e in table.all(UnitEliminated)] == ([] if lands else ["E92-unit-drop"])


@pytest.mark.case("E92-unit-drop-terrain")
@pytest.mark.parametrize(
    ("ground", "base", "closed"), [("", "", False), ("v", "", True), ("w", "", True), ("w", "axis 06.05 1\n", True)]
)
def test_only_open_terrain_is_open(ground: str, base: str, closed: bool) -> None:
    """In the series a village is clear, and so is every hex with an air base."""
    marks = (f"06.05={ground}",) if ground else ()
    table = field(f"axis 01.01 p {PARA} move", drops="p 06.05 turn=1", ground=marks, base=base)
    assert drop_of(table.look, "axis", table.hex("06.05"), "axis", supply=False).closed is closed


@pytest.mark.case("E92-unit-drop", "E92-unit-drop-mode")
@pytest.mark.parametrize(
    ("direction", "distance", "to"),
    [(1, 1, "06.06"), (2, 1, "07.06"), (3, 2, "08.04"), (4, 3, "06.02"), (5, 1, "05.05"), (6, 2, "04.06")],
)
def test_a_five_scatters_clockwise_from_north(direction: int, distance: int, to: str) -> None:
    table = one(5, direction, distance)
    event = table.one(DropScattered)
    assert (event.direction, event.distance, event.to) == (direction, distance, table.hex(to))
    dropped = table.one(UnitDropped)
    assert (dropped.hex, dropped.roll, dropped.lands) == (table.hex(to), 5, True)
    assert (table.at("p"), table.unit("p").marker, table.unit("p").facing) == (to, "dg", "combat")


def test_the_log_says_where_it_came_down() -> None:
    assert one(5, 4, 3).told(DropScattered) == "P Bn misses 06.05: direction 4 (S), 3 hexes; it lands on 06.02"
    assert "it lands on a place off the map" in one(5, 4, 6).told(DropScattered)


@pytest.mark.case("E92-unit-drop")
def test_who_scatters_off_the_map_or_into_a_lake_is_destroyed() -> None:
    """Three hexes north there is a lake in one game, and open ground in the other; six hexes south the map is over."""
    assert one(5, 1, 3, ground=("06.08=~",)).at("p") == "dead"
    assert one(5, 1, 3).at("p") == "06.08"
    assert (one(5, 4, 5).at("p"), one(5, 4, 4).at("p")) == ("dead", "06.01")


@pytest.mark.case("E92-unit-drop-mode")
def test_a_unit_without_a_combat_side_lands_dg_as_it_is() -> None:
    table = one(1, line="Bn parachute other /1-5-6L")
    assert (table.unit("p").facing, table.unit("p").marker) == ("move", "dg")


# --- what is there -----------------------------------------------------------------------------------------------


@pytest.mark.case("E92-unit-drop-enemy")
def test_who_lands_on_an_enemy_combat_unit_is_destroyed() -> None:
    foe = (f"soviet 06.05 e {MILITIA}",)
    table = one(*QUIET, 1, more=foe)
    assert (table.at("p"), table.at("e")) == ("dead", "06.05")
    assert (table.one(UnitEliminated).case, table.one(UnitDropped).lands) == ("E92-unit-drop-enemy", False)
    assert table.all(Disorganized) == []


@pytest.mark.case("E92-unit-drop-enemy", "E92-unit-drop")
def test_scatter_leads_onto_the_enemy_and_away_from_him() -> None:
    foe = (f"soviet 06.05 e {MILITIA}",)
    away = one(*QUIET, 5, 1, 2, more=foe)
    assert away.at("p") == "06.07"
    onto = one(5, 4, 2, where="06.07", more=foe)
    assert (onto.at("p"), onto.one(UnitEliminated).case) == ("dead", "E92-unit-drop-enemy")


@pytest.mark.case("E92-unit-drop", "9.14b")
def test_who_lands_on_a_dump_captures_it_but_who_cannot_attack_is_lost() -> None:
    """The latter cannot be planned (14.10d-B), but may scatter there."""
    table = one(*QUIET, 1, 6, supply="soviet 06.05 2")
    table.idle(lambda: bool(table.all(DumpCaptured)))
    assert table.one(DumpCaptured).hex == table.hex("06.05")
    weak = one(5, 1, 1, where="06.04", line=WEAK, supply="soviet 06.05 2")
    assert weak.at("p") == "dead"
    strong = one(5, 1, 1, 6, where="06.04", supply="soviet 06.05 2")
    strong.idle(lambda: bool(strong.all(DumpCaptured)))
    assert (strong.at("p"), strong.one(DumpCaptured).hex) == ("06.05", strong.hex("06.05"))


# --- several -----------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-unit-drop", "E92-supply-drop")
def test_each_unit_rolls_by_itself_then_each_load_of_supply() -> None:
    """Companies take 1T each, which fill the first of three aircraft; the second has 2T of supply, the third 1T."""
    units = [f"axis 01.01 {uid} {SMALL} move" for uid in ("p", "q")]
    drops = "p 06.05 turn=1\nq 06.05 turn=1"
    table = field(*units, drops=drops, planes=3, dice=(6, 5, 2, 3, 4, 5))
    dropping(table, "06.05", "p", "q", planes=3).do(LoadPlanes(table.hex("01.01"), 3)).done()
    assert [(e.unit, e.roll, e.lands) for e in table.all(UnitDropped)] == [("p", 6, False), ("q", 5, True)]
    assert table.at("q") == "09.07"
    assert [(e.tokens, e.lands) for e in table.all(LoadDropped)] == [(2, True), (1, False)]
    assert (table.tokens("axis", "06.05"), table.tokens("axis", "01.01")) == (2, 13)


@pytest.mark.case("E92-unit-drop")
def test_the_next_unit_rolls_after_one_that_has_scattered() -> None:
    units = [f"axis 01.01 {uid} {SMALL} move" for uid in ("p", "q")]
    table = field(*units, drops="p 06.05 turn=1\nq 06.05 turn=1", dice=(5, 2, 3, 1))
    dropping(table, "06.05", "p", "q").done()
    assert [(e.unit, e.roll, e.lands) for e in table.all(UnitDropped)] == [("p", 5, True), ("q", 1, True)]
    assert (table.at("p"), table.at("q")) == ("09.07", "06.05")


@pytest.mark.case("E92-supply-drop")
def test_two_aircraft_that_carry_a_token_together_drop_it_as_one_load() -> None:
    table = field(drops="", craft="Tpt (0)-0-9/(0)-0-9 carries=1/2T,1/2T", dice=(4,))
    table.do(PlanMission("supply_drop"), AimMission(table.hex("06.05")))
    table.do(AddPlane("j0", "return"), AddPlane("j1", "return"), LoadPlanes(table.hex("01.01"), 1)).done()
    assert [e.tokens for e in table.all(LoadDropped)] == [1]
    assert table.tokens("axis", "06.05") == 1


def test_the_books_of_a_drop_balance() -> None:
    table = field(f"axis 01.01 p {PARA} move", drops="p 06.05 turn=1", dice=(5, 2, 3))
    dropping(table, "06.05", "p")
    before = table.game.state
    done = table.game.do(Done())
    check_events(table.game.world, 1, before, done.events, table.game.state)
    check_ledgers(table.game.world.charts, 1, done.events)


def test_a_position_after_a_drop_reads_back() -> None:
    table = one(1)
    table.idle(lambda: table.step == "movement_segment.choose_unit")
    _, again = parse_position(dump_position(table.game.world, table.game.state))
    assert again.units["p"] == table.unit("p")


# --- foreseen ----------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-unit-drop", "E92-unit-drop-terrain")
@pytest.mark.parametrize(
    ("ground", "more", "p", "line"),
    [
        ("", (), "2/3", "lands: 2/3 (66.7 %), scatters: 1/6"),
        ("w", (), "1/2", "lands: 1/2 (50.0 %), scatters: 1/6 (+1 not open)"),
        ("", (f"soviet 06.05 e {MILITIA}",), "0", "lands: 0 (0.0 %), scatters: 1/6"),
    ],
)
def test_the_draft_says_how_likely_it_lands_and_scatters(ground: str, more: tuple[str, ...], p: str, line: str) -> None:
    marks = (f"06.05={ground}",) if ground else ()
    table = field(f"axis 01.01 p {PARA} move", *more, drops="p 06.05 turn=1", ground=marks)
    dropping(table, "06.05", "p")
    air = air_view(table.look, "axis")
    assert isinstance(air, AirView)
    assert air.mission is not None
    landing = air.mission.cargo[0].landing
    assert landing is not None
    assert (landing.p, landing.scatters) == (p, "1/6")
    assert [entry.reason for entry in landing.modifiers.lines] == (["not open"] if ground else [])
    assert f"  carries p from 01.01, {line}" in [*mission_lines(table.look, "axis")]


# --- who and when ------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-unit-drop", "14.10b-A")
@pytest.mark.parametrize(("at_", "flies"), [("movement", True), ("exploitation_movement", False)])
def test_units_are_dropped_in_the_movement_phase_only(at_: str, flies: bool) -> None:
    more = (f"axis 02.02 u {LEG} reserve",)
    table = field(f"axis 01.01 p {PARA} move", *more, drops="p 06.05 turn=1", at=at_)
    assert PlanMission("supply_drop") in table.offered(PlanMission)
    assert (PlanMission("air_drop") in table.offered(PlanMission)) is flies
    if not flies:
        assert table.refused(PlanMission("air_drop")) == ("mission.not_now", "14.1g")


@pytest.mark.case("14.10b-A")
def test_plans_are_made_in_the_refit_phase() -> None:
    table = field(f"axis 01.01 p {PARA} move", drops="", at="aircraft_refit", head="turns 6\n")
    assert PlanDrop("p") in table.offered(PlanDrop)


GUNS = "artillery b6-2-4-3L/b2-1-4-6L"
ON_FOOT_WITH_TANKS = "Bn infantry mech 4-3-3L/2-3-6L"
REBUILDS = (RebuildRow("Guns", Cost(pax=1, eq=1), kind=("artillery",)), RebuildRow("Others", Cost(pax=1)))


@pytest.mark.case("E92-transportation-re")
@pytest.mark.parametrize(
    ("line", "tokens"), [(LEG, 4), (PARA, 2), (SMALL, 1), ("Div infantry other 9-3-3L/4-3-8L re=3", 12)]
)
def test_one_re_is_a_supply_point_aboard_an_aircraft(line: str, tokens: int) -> None:
    """Light troops, too, which the series counts half (4.7b)."""
    table = field(f"axis 01.01 p {line} move", drops="")
    assert unit_weight(table.look, table.unit("p")) == 2 * tokens


@pytest.mark.case("E92-transportation-re", "E92-transportation-armor")
@pytest.mark.parametrize(
    ("line", "refused"),
    [
        (PARA, None),
        (GUNS, ("cargo.equipment", "E92-transportation-re")),
        (ON_FOOT_WITH_TANKS, ("cargo.mobile", "E92-transportation-armor")),
    ],
)
def test_neither_armor_and_mech_nor_what_is_built_with_eq_goes_by_air(
    line: str, refused: tuple[str, str] | None
) -> None:
    """Neither on board nor on a plan."""
    look = field(f"axis 01.01 p {line} move", drops="").look
    look = in_scenario(look, rebuild_tables={"axis": REBUILDS})
    for why in (refuse_flyer(look, look.unit("p")), refuse_unfit(look, "axis", look.unit("p"))):
        assert (None if why is None else (why.code, why.case)) == refused


@pytest.mark.case("E92-transportation-re")
def test_without_eq_in_its_price_artillery_on_foot_flies() -> None:
    look = field(f"axis 01.01 p {GUNS} move", drops="").look
    assert refuse_flyer(look, look.unit("p")) is None
    look = in_scenario(look, rebuild_tables={"axis": (RebuildRow("All", Cost(pax=2)),)})
    assert refuse_flyer(look, look.unit("p")) is None

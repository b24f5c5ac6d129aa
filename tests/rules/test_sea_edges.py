"""Edges of the rules of the sea that other tests pass by: one more or less on each side of a boundary, and what a step
leaves behind."""

from __future__ import annotations

import pytest

from redball.core.actions import Done, Halt, StepTo
from redball.core.actions.naval import (
    AddShip,
    BeginSail,
    CombineCraft,
    DivideCraft,
    LandAll,
    LandUnit,
    PlanLanding,
    PutAshore,
    PutSupplyAshore,
    TakeAboard,
    TakeSupplyAboard,
)
from redball.core.events import DiceRolled
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.ground.craft import craft_in
from redball.rules.naval.beach import landing_at
from redball.rules.naval.landing import Landing
from redball.rules.naval.naval import GunfireResolved, VoyageEnded
from rules.test_craft import ENEMY, boat, flotilla
from rules.test_gunfire import aimed
from rules.test_gunfire_at_ports import off_port
from rules.test_invasion import SUCCESS, at_four, beach
from rules.test_ships import BIG, SMALL, fleet
from support import GUNS, LEG

DIVISION = "Div infantry other 9-3-4L/5-3-6L re=2"
COMPANY = "Co infantry other 1-3-5L/1-3-5L"
FUELED = "Rgt motorized_infantry mech 5-4-6T/3-4-14T"


# --- voyages -----------------------------------------------------------------------------------------------------


@pytest.mark.case("18.1e")
@pytest.mark.parametrize(("kind", "hexes"), [(SMALL, 1), (SMALL, 3), (BIG, 0)])
def test_the_end_of_a_voyage_tells_how_many_hexes_it_had(kind: str, hexes: int) -> None:
    table = fleet(f"axis 03.03 s {kind}").do(BeginSail("s"))
    table.go(*("04.03", "05.03", "06.03")[:hexes]).do(Halt())
    assert table.one(VoyageEnded).hexes == hexes


@pytest.mark.case("18.1e")
def test_landing_craft_count_the_hexes_of_a_second_voyage_from_its_start() -> None:
    """MP spent on an earlier part of the phase are no hexes of this voyage."""
    table = flotilla("axis 03.03 d dukw 2\naxis 03.03 l landing_craft 1")
    table.do(BeginSail("l")).go("04.03", "05.03").do(Halt())
    ended = table.one(VoyageEnded)
    assert (ended.hexes, ended.mp) == (2, 24)


@pytest.mark.case("18.5a")
@pytest.mark.parametrize("supply", [False, True])
def test_craft_that_have_put_something_ashore_in_a_port_sail_no_more(*, supply: bool) -> None:
    units = f"axis aboard p {LEG}\n{ENEMY}"
    table = flotilla("axis 05.01 lc landing_craft 3 aboard=p sp=1", units=units).do(BeginSail("lc"))
    table.do(PutSupplyAshore(4) if supply else PutAshore("p"))
    assert not table.offered(StepTo)
    assert table.refused(StepTo(table.hex("05.02"))) == ("craft.unloaded", "18.5a")


@pytest.mark.case("18.4c")
def test_craft_that_have_only_loaded_sail_on() -> None:
    table = flotilla("axis 05.01 lc landing_craft 3").do(BeginSail("lc"), TakeAboard("a"))
    table.go("05.02")
    assert table.look.hex_name(boat(table, "lc").hex) == "05.02"


# --- cargo -------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.4c", "18.5g")
@pytest.mark.parametrize("tokens", [0, -1, 5])
def test_supply_goes_aboard_and_ashore_from_1t_to_what_is_there(tokens: int) -> None:
    """4T lie in the port, 4T are aboard."""
    table = flotilla("axis 05.01 lc landing_craft 3 sp=1", rest="[supply]\naxis 05.01 4T\n").do(BeginSail("lc"))
    assert table.refused(TakeSupplyAboard(tokens))[0] == "craft.no_supply"
    assert table.refused(PutSupplyAshore(tokens))[0] == "craft.not_carried"
    assert {action.tokens for action in table.offered(TakeSupplyAboard)} == {1, 2, 3, 4}
    assert {action.tokens for action in table.offered(PutSupplyAshore)} == {1, 2, 3, 4}


@pytest.mark.case("19.0a-B", "18.4c")
def test_supply_is_no_single_unit_that_is_larger_than_its_port() -> None:
    """The port of 2T loads no 3T, though it could load a regiment alone."""
    table = flotilla("axis 09.01 lc landing_craft 3", rest="[supply]\naxis 09.01 4T\n").do(BeginSail("lc"))
    assert table.refused(TakeSupplyAboard(3))[0] == "port.full"
    assert {action.tokens for action in table.offered(TakeSupplyAboard)} == {1, 2}


@pytest.mark.case("12.5c-B", "18.4c")
def test_a_unit_that_goes_aboard_leaves_its_fuel_behind() -> None:
    units = f"axis 05.01 a {FUELED} move\n{ENEMY}"
    table = flotilla("axis 05.01 lc landing_craft 3", units=units)
    unit = table.unit("a").change(formation_fueled=True, hq_fueled=True)
    table.look = table.look.at_stack(table.look.state.with_unit(unit))
    table.do(BeginSail("lc"), TakeAboard("a"))
    assert (table.unit("a").formation_fueled, table.unit("a").hq_fueled) == (False, False)


# --- dividing and combining --------------------------------------------------------------------------------------


@pytest.mark.case("18.4d")
def test_points_that_split_off_get_names_of_their_own() -> None:
    table = flotilla("axis 05.02 lc landing_craft 4").do(BeginSail("lc"), DivideCraft(1, 0), DivideCraft(1, 0))
    assert [craft_in(table.look.state, cid) is not None for cid in ("lc", "lc/2", "lc/3", "lc/4")] == [True] * 3 + [
        False
    ]
    table.do(CombineCraft("lc/2"))
    assert boat(table, "lc").points == 3


@pytest.mark.case("18.4d", "18.4a")
@pytest.mark.parametrize(("tokens", "able"), [(3, False), (4, True), (8, True), (9, False)])
def test_both_parts_carry_their_share_of_the_cargo(tokens: int, *, able: bool) -> None:
    """Three points with 3 SP: one point takes 1 SP at most, and two keep 2 SP at most."""
    table = flotilla("axis 05.02 lc landing_craft 3 sp=3").do(BeginSail("lc"))
    points = 1 if tokens < 5 else 2
    action = DivideCraft(points, tokens)
    if able:
        table.do(action)
        assert (boat(table, "lc").tokens, boat(table, "lc/2").tokens) == (12 - tokens, tokens)
    else:
        assert table.refused(action)[0] == "craft.split"


@pytest.mark.case("18.4d")
def test_a_part_takes_no_more_supply_than_is_aboard() -> None:
    table = flotilla("axis 05.02 lc landing_craft 3 sp=1").do(BeginSail("lc"))
    assert table.refused(DivideCraft(2, 5)) == ("craft.points", "18.4d")
    assert table.refused(DivideCraft(2, -1)) == ("craft.points", "18.4d")
    table.do(DivideCraft(2, 4))


# --- landings ----------------------------------------------------------------------------------------------------


@pytest.mark.case("18.5f-B")
@pytest.mark.parametrize(("other", "able"), [(LEG, True), (f"{LEG}|{COMPANY}", False)])
def test_a_group_has_3_re_and_not_a_quarter_more(other: str, *, able: bool) -> None:
    """A division of 2 RE and a regiment are a group; a company is too much for it."""
    others = dict(zip("bc", other.split("|"), strict=False))
    units = "\n".join(f"axis aboard {uid} {printed}" for uid, printed in {"a": DIVISION, **others}.items())
    table = beach(at_four(",".join(["a", *others]), 5), units)
    table.do(PlanLanding(table.hex("04.02")), LandUnit("a", 0), LandUnit("b", 0))
    assert table.data.groups == (("a", "b"),)
    if not able:
        assert table.refused(LandUnit("c", 0)) == ("landing.too_large", "18.5f-B")
        table.do(LandUnit("c", 1))


@pytest.mark.case("18.5f")
@pytest.mark.parametrize(("mark", "holds"), [("", ("non_dg_adjacent", "enemy_zoc")), ("dg", ("dg_adjacent",))])
def test_enemies_next_to_the_beach_count_as_they_are(mark: str, holds: tuple[str, ...]) -> None:
    """One regiment alone, DG or not; in either case only its own line of the table."""
    table = beach(at_four("a"), f"axis aboard a {LEG}\nsoviet 05.02 e {LEG} {mark}")
    assert landing_at(table.look, "axis", table.hex("04.02"), ("a",)) == Landing("open_village", holds)


@pytest.mark.case("18.5f")
@pytest.mark.parametrize(("where", "reach"), [("08.01", False), ("07.02", True)])
def test_coastal_artillery_bears_as_far_as_its_range(where: str, *, reach: bool) -> None:
    """Its range is 3; 07.02 is three hexes from 04.02, 08.01 four."""
    table = beach(at_four("a"), f"axis aboard a {LEG}\nsoviet {where} c {GUNS} symbol=coastal_artillery")
    assert table.look.board.distance(table.hex(where), table.hex("04.02")) == 3 + (not reach)
    assert landing_at(table.look, "axis", table.hex("04.02"), ("a",)).coastal_artillery == reach


@pytest.mark.case("18.5f")
@pytest.mark.parametrize(("where", "reach"), [("06.03", True), ("07.04", False)])
def test_a_ship_supports_as_far_as_its_range(where: str, *, reach: bool) -> None:
    """Its range is 2."""
    table = beach(at_four("a"), f"axis aboard a {LEG}", rest=f"[ships]\naxis {where} s {SMALL}\n")
    assert table.look.board.distance(table.hex(where), table.hex("04.02")) <= 2 or not reach
    holds = landing_at(table.look, "axis", table.hex("04.02"), ("a",)).holds
    assert ("naval_support" in holds) is reach


@pytest.mark.case("18.5f-B")
def test_all_land_with_a_division_that_is_a_group_by_itself() -> None:
    """3 RE and a regiment: two groups, and nobody is left out."""
    units = f"axis aboard a {DIVISION.replace('re=2', 're=3')}\naxis aboard b {LEG}"
    table = beach(at_four("a,b", 5), units, dice=(*SUCCESS, *SUCCESS))
    table.do(PlanLanding(table.hex("04.02")), LandAll())
    assert sorted(map(sorted, table.data.groups)) == [["a"], ["b"]]
    table.done()
    assert (table.at("a"), table.at("b")) == ("04.02", "04.02")


# --- fire --------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3b", "10.0c-B")
def test_fire_at_a_port_ends_with_its_one_die() -> None:
    """It is read on the Facility Table, and on nothing else."""
    table = aimed(off_port("", 4), "port", "06.01").do(AddShip("bb"), Done())
    assert table.one(PortRaided).roll == 4
    assert [len(roll.dice) for roll in table.all(DiceRolled)] == [1]
    assert not table.all(GunfireResolved)


# --- what others see ---------------------------------------------------------------------------------------------


@pytest.mark.case("18.5g")
def test_a_ship_has_no_cargo_to_land() -> None:
    ships = f"[ships]\naxis 05.01 dd {SMALL}\n"
    table = flotilla("axis 05.02 lc landing_craft 1", rest=ships, head="ships_in_ports destroyer\n").do(BeginSail("dd"))
    for action in (PutSupplyAshore(1), PutAshore("a"), TakeAboard("a"), DivideCraft(1, 0)):
        assert table.refused(action)[0] == "craft.not_craft", action


@pytest.mark.case("18.4d")
def test_craft_that_combine_have_all_their_cargo() -> None:
    table = flotilla("axis 05.02 a1 landing_craft 2 sp=1\naxis 05.02 a2 landing_craft 3 sp=2").do(BeginSail("a1"))
    table.do(CombineCraft("a2"))
    assert (boat(table, "a1").points, boat(table, "a1").tokens) == (5, 12)


@pytest.mark.case("18.4d")
def test_a_single_point_can_be_split_off_and_a_whole_counter_cannot() -> None:
    table = flotilla("axis 05.02 lc landing_craft 3").do(BeginSail("lc"))
    assert {action.points for action in table.offered(DivideCraft)} == {1, 2}
    assert table.refused(DivideCraft(3, 0)) == ("craft.points", "18.4d")
    assert table.refused(DivideCraft(0, 0)) == ("craft.points", "18.4d")

"""Zones of Control: who has one, where it reaches, what it stops and when a friendly unit negates it."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, BeginMove, DeclareOverrun, PayFuel
from redball.core.events import NegationRelied, UnitMoved
from redball.core.look import Look
from redball.core.state import DEAD_PILE
from redball.game.position.parse import parse_position
from redball.rules.units.zoc import blocks_truck, enemy_zoc, negated, projects_zoc
from support import GUNS, HQ, LEG, MILITIA, TANKS, TRUCK, Sitting, sit, text


def one(unit: str) -> Look:
    """A look at one axis unit `u` in 02.02."""
    return Look(*parse_position(text(f"axis 02.02 u {unit}\nsoviet 06.05 r {LEG}")))


# --- who has one -----------------------------------------------------------------------------------------------


@pytest.mark.case("4.4b", "4.5-A", "5.5e", "3.2b")
@pytest.mark.parametrize(
    ("unit", "has"),
    [
        (LEG, True),
        ("Bn infantry other 0-3-3L/0-3-6L", True),
        (f"{LEG} low lost=0", True),
        (f"{LEG} move", False),
        (f"{LEG} reserve", False),
        (f"{LEG} strat", False),
        (f"{LEG} dg", False),
        (f"{LEG} oos", False),
        (MILITIA, False),
        (HQ, False),
        (GUNS, False),
        ("truck 1 45T", False),
    ],
)
def test_who_has_a_zoc(unit: str, has: bool) -> None:
    here = one(unit)
    assert projects_zoc(here.world, here.unit("u")) is has
    assert all(enemy_zoc(here, "soviet", h) is has for h in here.board.neighbours(here.unit("u").hex))


@pytest.mark.case("5.9c", "4.5-A")
@pytest.mark.parametrize(("mark", "has"), [("exploit", True), ("exploit move", False), ("exploit oos", False)])
def test_an_exploiting_unit_keeps_the_zoc_that_it_had(mark: str, has: bool) -> None:
    here = one(f"{LEG} {mark}")
    assert projects_zoc(here.world, here.unit("u")) is has


@pytest.mark.case("5.9c")
def test_an_exploiting_unit_on_its_combat_side_gains_no_zoc_that_it_lacked() -> None:
    """It was Out of Supply when it was marked, and is no longer."""
    here = one(f"{LEG} exploit")
    unit = here.unit("u").change(keeps_zoc=False)
    assert not projects_zoc(here.world, unit)


@pytest.mark.case("4.5-B")
def test_a_zoc_reaches_the_six_neighbours_whatever_lies_between() -> None:
    here = Look(
        *parse_position(
            text(
                f"axis 02.02 u {LEG}\nsoviet 05.01 r {LEG} move",
                ". . . . .\n. . ~ . .\n. . . . .",
                rest="[hexsides]\nmajor_river r 02.02/N 02.02/NE\n",
            )
        )
    )
    around = {here.hex_name(h) for h in range(here.board.size) if enemy_zoc(here, "soviet", h)}
    assert around == {"02.03", "03.03", "03.02", "02.01", "01.02", "01.03"}
    assert not enemy_zoc(here, "soviet", here.unit("u").hex)
    assert not enemy_zoc(here, "axis", here.unit("u").hex)


@pytest.mark.case("4.4b")
def test_a_unit_in_the_first_hex_has_a_zoc_and_one_in_the_dead_pile_has_none() -> None:
    here = Look(*parse_position(text(f"axis 01.01 u {LEG}\nsoviet 06.05 r {LEG}")))
    assert enemy_zoc(here, "soviet", here.board.index("01.02"))
    assert not projects_zoc(here.world, here.unit("u").change(hex=DEAD_PILE))


# --- negation --------------------------------------------------------------------------------------------------


@pytest.mark.case("4.5b-C", "4.5b-A", "4.5a")
@pytest.mark.parametrize(
    ("unit", "negates"),
    [
        (LEG, True),
        (f"{LEG} move", True),
        (f"{LEG} strat", True),
        (f"{LEG} dg oos", True),
        (HQ, True),
        (GUNS, True),
        (MILITIA, True),
        ("truck 2 45T", False),
    ],
)
def test_any_combat_unit_negates_in_any_mode(unit: str, negates: bool) -> None:
    here = Look(*parse_position(text(f"axis 02.02 u {unit}\nsoviet 02.03 r {LEG}")))
    hex_ = here.unit("u").hex
    assert enemy_zoc(here, "axis", hex_)
    assert negated(here, "axis", hex_) is negates
    assert blocks_truck(here, "axis", hex_) is not negates
    assert not negated(here, "axis", hex_, frozenset({"u"})), "a unit on the move negates nothing"


@pytest.mark.case("4.5b-A")
def test_a_hex_without_enemy_zoc_blocks_nobody() -> None:
    here = one(LEG)
    assert not blocks_truck(here, "axis", here.unit("u").hex)


# --- truck movement --------------------------------------------------------------------------------------------

# The soviet regiments in 03.05 and 05.02 lay ZOCs over 02.04, 03.04 and 04.04, and around 05.02.
PASSAGE = f"""
soviet 03.05 r1 {LEG}
axis 01.04 m {TRUCK} move fueled
"""


@pytest.mark.case("4.5a-A", "6.3b")
def test_truck_movement_stops_in_an_enemy_zoc() -> None:
    table = sit(PASSAGE).begin("m").go("02.04")
    assert table.hexes() == set()
    assert table.refused(table.to("02.03")) == ("move.zoc_stop", "4.5a-A")
    assert table.halt().at("m") == "02.04"


@pytest.mark.case("4.5a-A")
@pytest.mark.parametrize("unit", [LEG.replace("2-3-6L", "2-3-16L"), TANKS])
def test_leg_and_track_movement_goes_through_zocs(unit: str) -> None:
    table = sit(f"soviet 03.05 r1 {LEG}\naxis 01.04 m {unit} move fueled")
    assert table.begin("m").go("02.04", "03.04", "04.04", "05.04").at("m") == "05.04"


@pytest.mark.case("4.5b-D", "4.5a-A")
def test_a_truck_unit_leaves_the_zoc_that_it_began_the_phase_in() -> None:
    """Reading 1.16: it may leave, and stops in the next one, though it is the same enemy's."""
    table = sit(f"soviet 03.05 r1 {LEG}\naxis 02.04 m {TRUCK} move fueled").begin("m").go("03.04")
    assert table.hexes() == set()


@pytest.mark.case("4.5a-A")
def test_coming_back_to_the_hex_where_it_began_a_truck_unit_has_entered_a_zoc() -> None:
    table = sit(f"soviet 03.05 r1 {LEG}\naxis 02.04 m {TRUCK} move fueled").begin("m").go("02.03", "02.04")
    assert table.refused(table.to("02.03")) == ("move.zoc_stop", "4.5a-A")


@pytest.mark.case("4.5a-A")
def test_it_does_not_matter_in_which_hex_it_began() -> None:
    """01.01 is the first hex of the map."""
    table = sit(f"soviet 02.02 r {LEG}\naxis 01.01 m {TRUCK} move fueled\nsoviet 06.05 q {LEG}").begin("m").go("02.01")
    assert table.refused(table.to("03.01")) == ("move.zoc_stop", "4.5a-A")


@pytest.mark.case("4.5b-A", "4.5a-A")
def test_a_friendly_unit_in_the_hex_lets_trucks_pass_and_is_bound() -> None:
    table = sit(f"{PASSAGE}axis 02.04 g {LEG}").begin("m").go("02.04")
    assert not table.all(NegationRelied), "entering relies on nothing"
    table.go("02.03")
    assert table.one(NegationRelied).unit == "g"
    table.halt()
    table.begin("g")
    assert table.refused(table.to("01.04")) == ("move.negating", "4.5b-A")


@pytest.mark.case("4.5b-A")
def test_a_bound_unit_may_change_its_mode_but_joins_no_stack_and_no_overrun() -> None:
    table = sit(f"{PASSAGE}axis 02.04 g {LEG} move\naxis 02.04 h {LEG} moved").begin("m").go("02.04", "02.03").halt()
    assert not table.all(NegationRelied), "a unit that has finished negates freely"
    table = sit(f"{PASSAGE}axis 02.04 g {LEG} move\naxis 02.04 h {LEG.replace('6L', '8L')} move")
    table.begin("m").go("02.04", "02.03").halt()
    assert table.one(NegationRelied).unit == "g", "of two that could yet move the slower one is bound"
    table.begin("h")
    assert table.refused(AddUnit("g")) == ("move.negating", "4.5b-A")
    table.halt().begin("g").mode("g", "combat").halt()
    assert table.unit("g").mode == "combat"
    assert table.refused(BeginMove("g")) == ("move.moved", "6.1f")


@pytest.mark.case("4.5b-A", "8.1-A")
def test_a_bound_unit_overruns_nobody() -> None:
    table = sit(f"{PASSAGE}axis 02.04 g {LEG} move negates").begin("g")
    assert table.refused(DeclareOverrun(table.hex("03.05")))[0] == "move.negating"


@pytest.mark.case("4.5b-A")
def test_a_bound_unit_that_has_changed_its_mode_is_not_picked_up() -> None:
    table = sit(f"{PASSAGE}axis 02.04 g {LEG} move negates changed")
    assert table.refused(BeginMove("g")) == ("move.negating", "4.5b-A")


@pytest.mark.case("4.5b-A")
def test_a_unit_of_the_moving_stack_negates_once_it_is_left_behind() -> None:
    table = sit(f"soviet 03.05 r1 {LEG}\naxis 01.04 m {TRUCK} move fueled\naxis 01.04 n {TRUCK} move fueled")
    table.begin("m", "n").go("02.04")
    assert table.hexes() == set()
    table.drop("n").go("02.03")
    assert table.at("m") == "02.03"
    assert not table.all(NegationRelied)


ONE_WAY = """
~ ~ ~ ~ ~ ~
~ ~ ~ . ~ ~
. . . . . .
~ ~ ~ ~ ~ ~
"""


@pytest.mark.case("4.5b-A", "4.5a-B")
def test_a_supply_path_binds_the_unit_that_it_relies_on() -> None:
    """The only way of the draw leads through 04.02, in the ZOC of 04.03, where a unit stands that has yet to move."""
    table = sit(
        f"axis 05.02 m {TRUCK} move\naxis 04.02 g {LEG}\nsoviet 04.03 r {LEG}",
        ONE_WAY,
        rest="[supply]\naxis 02.02 2\n",
    )
    table.begin("m").fuel("m")
    assert table.one(NegationRelied).unit == "g"


@pytest.mark.case("4.5b-A", "4.5a-B")
def test_without_anybody_there_the_supply_path_is_cut() -> None:
    table = sit(f"axis 05.02 m {TRUCK} move\nsoviet 04.03 r {LEG}", ONE_WAY, rest="[supply]\naxis 02.02 2\n")
    table.begin("m")
    assert table.offered(PayFuel) == []
    assert table.refused(PayFuel("single_unit", "m", table.hex("02.02")))[0] == "supply.enemy_zoc"


# --- worked examples -------------------------------------------------------------------------------------------


def stack_of_two() -> Sitting:
    """4.5, movement in and through ZOCs. The figure is lost; rebuilt from its text: a Panzer battalion on tracks and a
    motorized regiment on trucks begin together at A (01.02). Their way leads through the hex of the 44th Infantry
    Division (02.02), then to hex 1 (03.03), 2 (04.03) and 3 (05.03); enemies stand north and south of that way."""
    return sit(
        f"""
axis 01.02 pz {TANKS} move fueled
axis 01.02 mot {TRUCK} move fueled
axis 02.02 44id Div infantry other 12-3-3L/6-3-8L re=3
soviet 02.03 r1 {LEG}
soviet 03.02 r2 {LEG}
soviet 04.02 r3 {LEG}
"""
    )


@pytest.mark.case("4.5b-A", "4.5a-A", "6.1f")
def test_example_of_movement_through_zocs() -> None:
    table = stack_of_two().begin("pz", "mot").go("02.02", "03.03")
    assert table.refused(table.to("04.03")) == ("move.zoc_stop", "4.5a-A")
    table.drop("mot").go("04.03", "05.03").halt()
    assert (table.at("mot"), table.at("pz")) == ("03.03", "05.03")
    costs = [event.mp for event in table.all(UnitMoved) if event.hex == table.hex("02.02")]
    assert costs == [12, 12], "the division costs them nothing extra"
    assert table.one(NegationRelied).unit == "44id"


@pytest.mark.case("4.5b-A", "4.5b-D")
def test_nobody_is_bound_where_no_negation_is_needed() -> None:
    """Tracks go through a ZOC as they like; wheels leave the hex in which they began."""
    units = f"soviet 03.05 r1 {LEG}\naxis 01.04 t {TANKS} fueled\naxis 02.04 m {TRUCK} move fueled\naxis 02.04 g {LEG}"
    table = sit(units).begin("t").go("02.04", "02.03").halt().begin("m").go("02.03").halt()
    assert not table.all(NegationRelied)


@pytest.mark.case("4.5b-A", "4.5a-A")
def test_without_the_division_the_trucks_stop_before_hex_1() -> None:
    table = sit(f"axis 01.02 mot {TRUCK} move fueled\nsoviet 02.03 r1 {LEG}").begin("mot").go("02.02")
    assert table.hexes() == set()


@pytest.mark.case("6.3b", "6.1f", "4.5b-A")
def test_example_of_laying_a_carpet() -> None:
    """6.3b; the figure is lost, rebuilt from its text: three motorized regiments go through a gap in the enemy line,
    leave one behind in hex 1 and one in hex 2, and the last goes on to hex 3 and stops when it meets the next ZOC."""
    table = sit(
        f"""
axis 01.03 i1 {TRUCK} move fueled
axis 01.03 i2 {TRUCK} move fueled
axis 01.03 i3 {TRUCK} move fueled
soviet 02.04 r1 {LEG}
soviet 03.02 r2 {LEG}
soviet 06.04 r3 {LEG}
""",
        "\n".join([". . . . . . ."] * 5),
    )
    table.begin("i1", "i2", "i3").go("02.03")
    assert table.hexes() == set()
    table.drop("i1").go("03.03")
    assert table.hexes() == set()
    table.drop("i3").go("04.03", "05.03", "06.03")
    assert table.refused(table.to("07.03")) == ("move.zoc_stop", "4.5a-A")
    table.halt()
    assert [table.at(unit) for unit in ("i1", "i3", "i2")] == ["02.03", "03.03", "06.03"]
    assert not table.all(NegationRelied), "those that were left behind have finished and negate freely"

"""Overruns as part of a move: who may, for how many MP, against which hexes, and how the move goes on."""

from __future__ import annotations

import pytest

from redball.core.actions import Action, AddUnit, BeginMove, DeclareOverrun, DropUnit, LoseStep, TakeRetreat
from redball.core.events import CombatResolved, FuelDrawn, OverrunDeclared, SurpriseRolled, UnitAdvanced, UnitRetreated
from support import GUNS, HQ, LEG, MILITIA, TANKS, TRUCK, Sitting, land, sit

WEAK = "Bn infantry other 1-1-3L/1-1-6L"
STRONG = "Div infantry other 30-3-3L/15-3-6L re=3"
DIVISION = "Div infantry other 12-3-3L/6-3-8L"
STOCKS = "[supply]\naxis 02.01 9\n"
WINS = (3, 4, 6, 6, 6)
LOSES = (1, 1, 1, 1, 1)


def overrun(table: Sitting, name: str) -> DeclareOverrun:
    """The overrun of a hex."""
    return DeclareOverrun(table.hex(name))


def fight(table: Sitting, name: str, *wanted: type[Action]) -> Sitting:
    """Overrun a hex and answer what is asked: by an action of the wanted kinds where one is offered, else the first."""
    table.do(overrun(table, name))
    while table.step not in ("move.go", "movement_segment.choose_unit"):
        offered = table.game.choices()
        table.do(next((a for a in offered if isinstance(a, wanted)), offered[0]))
    return table


def two(mark_a: str = "fueled", mark_b: str = "fueled", defender: str = WEAK, dice: tuple[int, ...] = WINS) -> Sitting:
    """Two tank battalions in 02.02 next to a defender in 02.03."""
    units = f"axis 02.02 a {TANKS} {mark_a}\naxis 02.02 b {TANKS} {mark_b}\nsoviet 02.03 r {defender}"
    return sit(units, rest=STOCKS, dice=dice).begin("a", "b")


# --- how it goes -----------------------------------------------------------------------------------------------


@pytest.mark.case("8.0-B", "8.0-E", "8.1a", "8.0-D", "8.0-C")
def test_an_overrun_costs_3_mp_and_the_stack_goes_on_from_the_vacated_hex() -> None:
    table = fight(two(), "02.03")
    declared = table.one(OverrunDeclared)
    assert (declared.units, declared.start, declared.hex) == (("a", "b"), table.hex("02.02"), table.hex("02.03"))
    assert table.one(CombatResolved).kind == "overrun"
    assert len(table.all(SurpriseRolled)) == 1
    assert {event.unit for event in table.all(UnitAdvanced)} == {"a", "b"}
    assert (table.at("a"), table.at("b"), table.at("r")) == ("02.03", "02.03", "dead")
    assert (table.left("a"), table.left("b")) == ("9", "9"), "no MP for the hex itself"
    assert table.go("02.04").left("a") == "8"


@pytest.mark.case("8.0-D", "8.1a", "8.1-B", "8.1d", "9.1c-D")
def test_an_overrun_that_fails_costs_as_much_and_may_be_repeated() -> None:
    """Reading 1.42. At 3:1 a 5 is AL1 Do1: the attacker loses a battalion, the defender a step and stays."""
    table = fight(two(defender=f"{DIVISION} re=3", dice=(2, 3, 1, 2, 2, 3, 1, 2)), "02.03")
    assert table.one(CombatResolved).result == "AL1 Do1"
    assert (table.at("a"), table.at("b"), table.at("r")) == ("dead", "02.02", "02.03")
    assert table.left("b") == "9"
    fight(table, "02.03")
    assert len(table.all(OverrunDeclared)) == 2


@pytest.mark.case("8.1f", "8.0-D")
def test_attackers_that_retreat_have_finished_their_move() -> None:
    """At 3:1 a 7 is Ao1 Do1: whoever takes it as a retreat has finished, whoever loses a step goes on."""
    table = fight(two(defender=f"{DIVISION} re=3", dice=(2, 3, 3, 2)), "02.03", TakeRetreat)
    assert {event.unit for event in table.all(UnitRetreated)} == {"a", "b", "r"}
    assert table.step == "movement_segment.choose_unit"
    assert [table.refused(BeginMove(uid)) for uid in "ab"] == [("move.moved", "6.1f")] * 2
    table = fight(two(defender=f"{DIVISION} re=3", dice=(2, 3, 3, 2)), "02.03", LoseStep)
    assert (table.at("a"), table.at("b"), table.left("b")) == ("dead", "02.02", "9")


@pytest.mark.case("8.1a")
def test_the_example_of_two_overruns_of_one_hex() -> None:
    """8.1a: two overruns of a hex that would cost 1 MP; after the second, which succeeds, 6 MP are spent."""
    dice = (2, 3, 1, 2, *WINS)
    table = sit(
        f"axis 02.02 a {DIVISION.replace('12-3-3L', '18-5-9L')} re=4\nsoviet 02.03 r {DIVISION} re=2",
        rest=STOCKS,
        dice=dice,
    )
    fight(fight(table.begin("a"), "02.03"), "02.03")
    assert (table.at("a"), table.at("r"), table.left("a")) == ("02.03", "dead", "3")


# --- against what ----------------------------------------------------------------------------------------------


@pytest.mark.case("8.0-A")
def test_only_hexes_with_enemy_combat_units_are_overrun() -> None:
    table = sit(
        f"axis 02.02 a {TANKS} fueled\nsoviet 02.03 t truck 1 45T\nsoviet 01.02 h {HQ}\nsoviet 06.05 r {LEG}",
        rest=STOCKS,
    ).begin("a")
    assert table.refused(overrun(table, "02.03")) == ("overrun.no_enemy", "8.0-A")
    assert table.refused(overrun(table, "02.01")) == ("overrun.no_enemy", "8.0-A")
    assert table.offered(DeclareOverrun) == [overrun(table, "01.02")], "an HQ is a combat unit (reading 1.44)"


@pytest.mark.case("8.0-B", "8.1d")
def test_only_a_neighbouring_hex_is_overrun() -> None:
    table = sit(f"axis 02.02 a {TANKS} fueled\nsoviet 02.04 r {WEAK}", rest=STOCKS).begin("a")
    assert table.refused(overrun(table, "02.04")) == ("overrun.not_adjacent", "8.0-B")
    assert overrun(table.go("02.03"), "02.04") in table.game.choices()


# --- who -------------------------------------------------------------------------------------------------------


@pytest.mark.case("8.1-A", "4.4a", "8.1g")
@pytest.mark.parametrize("other", [MILITIA, GUNS, f"{HQ} fueled"])
def test_every_unit_of_the_stack_is_attack_capable(other: str) -> None:
    units = f"axis 02.02 a {TANKS} fueled\naxis 02.02 b {other}\nsoviet 02.03 r {WEAK}"
    table = sit(units, rest=STOCKS).begin("a", "b")
    assert table.refused(overrun(table, "02.03")) == ("overrun.not_capable", "8.1-A")
    assert overrun(table.drop("b"), "02.03") in table.game.choices()


@pytest.mark.case("8.1-A", "5.7-A", "5.8-C", "5.10b-C")
@pytest.mark.parametrize(
    ("mark", "case"), [("reserve", "8.1-A"), ("strat", "8.1-A"), ("dg", "5.10b-C"), ("dg move", "5.10b-C")]
)
def test_no_overrun_in_other_modes(mark: str, case: str) -> None:
    table = two(mark_a=f"{mark} fueled")
    assert table.refused(overrun(table, "02.03")) == ("overrun.mode", case)


@pytest.mark.case("8.1-A")
@pytest.mark.parametrize(("mark", "at"), [("move", "movement"), ("exploit", "exploitation_movement")])
def test_overruns_in_move_and_exploitation_mode(mark: str, at: str) -> None:
    units = f"axis 02.02 a {TANKS} {mark} fueled\nsoviet 02.03 r {WEAK}"
    table = sit(units, rest=STOCKS, at=at).begin("a")
    assert overrun(table, "02.03") in table.game.choices()


@pytest.mark.case("8.1-A", "8.1g")
def test_the_stack_began_the_phase_together() -> None:
    """A unit that stands here by a retreat or advance of this phase began elsewhere."""
    table = two(mark_b="fueled origin=01.02")
    assert table.refused(overrun(table, "02.03")) == ("overrun.not_stacked", "8.1-A")
    assert overrun(table.drop("b"), "02.03") in table.game.choices()
    table = two(mark_a="fueled origin=01.02", mark_b="fueled origin=01.02")
    assert overrun(table, "02.03") in table.game.choices()


@pytest.mark.case("12.5b-B")
def test_an_overrun_of_the_next_hex_needs_fuel() -> None:
    table = two(mark_a="")
    assert table.refused(overrun(table, "02.03")) == ("overrun.no_fuel", "12.5b-B")
    assert overrun(table.fuel("a"), "02.03") in table.game.choices()


@pytest.mark.case("12.5b-B", "12.5e-A")
def test_a_fueled_hq_fuels_an_overrun_too() -> None:
    """The unit began its move in the HQ's range and keeps its fuel when it goes on."""
    units = f"axis 01.01 h {HQ} hqfuel\naxis 02.02 a {TANKS}\nsoviet 02.03 r {WEAK}"
    table = fight(sit(units, rest=STOCKS, dice=WINS).begin("a"), "02.03")
    assert table.one(FuelDrawn).hq == "h"
    assert table.go("02.04").at("a") == "02.04"


@pytest.mark.case("8.1a", "6.1c-B")
def test_three_mp_are_needed_and_no_minimum_move_helps() -> None:
    """Infantry with 3 MP may; half of 5 MP is too little, though it has spent nothing."""
    units = f"axis 02.02 a {LEG}\naxis 01.02 b Rgt infantry other 4-3-5L/2-3-6L exploit\nsoviet 02.03 r {WEAK}"
    table = sit(units, rest=STOCKS).begin("a")
    assert overrun(table, "02.03") in table.game.choices()
    table = sit(units.replace("02.03 r", "01.03 r"), rest=STOCKS, at="exploitation_movement").begin("b")
    assert table.left("b") == "2.5"
    assert table.refused(overrun(table, "01.03")) == ("overrun.few_mp", "8.1a")


@pytest.mark.case("8.1a")
def test_a_unit_with_less_than_three_mp_left_must_be_left_behind() -> None:
    units = f"axis 02.01 a {LEG} move\naxis 02.01 b {LEG}\nsoviet 02.03 r {WEAK}"
    table = sit(units, rest="[supply]\naxis 01.02 9\n").begin("a", "b").go("02.02")
    assert table.refused(overrun(table, "02.03")) == ("overrun.few_mp", "8.1a")
    assert overrun(table.drop("b"), "02.03") in table.game.choices()


# --- terrain ---------------------------------------------------------------------------------------------------


@pytest.mark.case("8.1b")
@pytest.mark.parametrize(
    ("unit", "ground", "allowed"),
    [(f"{TANKS} fueled", "f", True), (f"{TRUCK} move fueled", "f", False), (f"{TRUCK} move fueled", "h", True)],
)
def test_the_hex_may_cost_three_mp_at_most(unit: str, ground: str, allowed: bool) -> None:
    """Forest costs 3 on tracks and 4 on wheels, hills 3 on wheels."""
    table = sit(f"axis 02.02 a {unit}\nsoviet 02.03 r {WEAK}", land(f"02.03={ground}"), rest=STOCKS).begin("a")
    if allowed:
        assert overrun(table, "02.03") in table.game.choices()
    else:
        assert table.refused(overrun(table, "02.03")) == ("overrun.too_dear", "8.1b")
        refusal = table.game.check("axis", overrun(table, "02.03"))
        assert refusal is not None
        assert (refusal.have, refusal.need) == ("4", "3")


@pytest.mark.case("8.1b", "14.8c-A")
@pytest.mark.parametrize(
    ("marker", "ground", "cost"), [("axis 03.03", "f", "4"), ("axis 03.03", ".", ""), ("", "f", "")]
)
def test_a_trainbusting_zone_counts_toward_the_three_mp(marker: str, ground: str, cost: str) -> None:
    """Forest costs tracks 3, and 4 next to a marker; open ground 2 there."""
    zone = f"[trainbusting]\n{marker}\n" if marker else ""
    units = f"axis 02.02 a {TANKS} fueled\nsoviet 02.03 r {WEAK}"
    table = sit(units, land(f"02.03={ground}"), rest=STOCKS + zone).begin("a")
    if not cost:
        assert overrun(table, "02.03") in table.game.choices()
    else:
        refusal = table.why(overrun(table, "02.03"))
        assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("overrun.too_dear", "8.1b", cost, "3")


@pytest.mark.case("8.1b", "6.2b")
def test_hexsides_count_toward_the_three_mp() -> None:
    river = "[hexsides]\nminor_river r 02.02/N\n"
    units = f"axis 02.02 a {TANKS} fueled\nsoviet 02.03 r {WEAK}"
    table = sit(units, rest=STOCKS + river).begin("a")
    assert overrun(table, "02.03") in table.game.choices()
    table = sit(units, land("02.03=w"), rest=STOCKS + river).begin("a")
    assert table.refused(overrun(table, "02.03")) == ("overrun.too_dear", "8.1b")


@pytest.mark.case("8.1b")
def test_terrain_that_takes_all_is_never_overrun() -> None:
    table = sit(f"axis 02.02 a {LEG}\nsoviet 02.03 r {WEAK}", land("02.03=m"), rest=STOCKS).begin("a")
    assert table.refused(overrun(table, "02.03")) == ("overrun.too_dear", "8.1b")
    refusal = table.game.check("axis", overrun(table, "02.03"))
    assert refusal is not None
    assert (refusal.have, refusal.need) == ("all its", "3")


@pytest.mark.case("8.1c", "6.1d")
@pytest.mark.parametrize("swamp", ["02.03", "02.02"])
def test_a_road_helps_nobody_to_overrun(swamp: str) -> None:
    """Neither into the swamp nor out of it, where the way back would be closed; moving along the road is fine."""
    road = "[paths]\nroad - 02.02 02.03\n"
    table = sit(f"axis 02.02 a {TANKS} fueled\nsoviet 02.03 r {WEAK}", land(f"{swamp}=s"), rest=STOCKS + road).begin(
        "a"
    )
    assert table.refused(overrun(table, "02.03")) == ("overrun.prohibited", "8.1c")


@pytest.mark.case("8.1c", "8.1b")
def test_a_road_makes_no_dear_hex_cheap_enough() -> None:
    road = "[paths]\nroad - 02.02 02.03\n"
    units = f"axis 02.02 a {TRUCK} move fueled\nsoviet 02.03 r {WEAK}"
    table = sit(units, land("02.03=f"), rest=STOCKS + road).begin("a")
    assert table.refused(overrun(table, "02.03")) == ("overrun.too_dear", "8.1b")


@pytest.mark.case("8.1b")
def test_each_unit_counts_the_cost_for_itself() -> None:
    """Reading 1.41: the battalion on tracks may, the regiment on wheels with it may not."""
    units = f"axis 02.02 a {TANKS} fueled\naxis 02.02 b {TRUCK} move fueled\nsoviet 02.03 r {WEAK}"
    table = sit(units, land("02.03=f"), rest=STOCKS).begin("a", "b")
    assert table.refused(overrun(table, "02.03")) == ("overrun.too_dear", "8.1b")
    assert overrun(table.drop("b"), "02.03") in table.game.choices()


# --- stacking --------------------------------------------------------------------------------------------------


def crowd(quarters: str) -> Sitting:
    """An overrunning stack of 4 RE and bystanders in its hex."""
    units = f"axis 02.02 a {DIVISION} re=4\naxis 02.02 s {DIVISION} re=6 moved\n{quarters}soviet 02.03 r {WEAK}"
    return sit(units, rest=STOCKS).begin("a")


@pytest.mark.case("4.8a-D", "8.1h")
def test_ten_re_may_be_in_the_hex_from_which_an_overrun_is_made() -> None:
    table = crowd("")
    assert overrun(table, "02.03") in table.game.choices()
    table = crowd("axis 02.02 c Co engineer other 1-1-3L/1-1-6L moved\n")
    assert table.refused(overrun(table, "02.03")) == ("overrun.overstacked", "4.8a-D")


@pytest.mark.case("8.1h", "8.1g")
def test_bystanders_do_not_move_and_suffer_nothing() -> None:
    units = f"axis 02.02 a {TANKS} fueled\naxis 02.02 s {WEAK}\nsoviet 02.03 r {STRONG}"
    table = sit(units, rest=STOCKS, dice=LOSES).begin("a")
    fight(table, "02.03", TakeRetreat)
    bystander = table.unit("s")
    assert (table.at("s"), bystander.steps_lost, bystander.mode) == ("02.02", 0, "combat")


# --- zones of control ------------------------------------------------------------------------------------------


@pytest.mark.case("4.5a-A")
def test_trucks_that_overran_into_a_zoc_stop_there_or_overrun_again() -> None:
    """Reading 1.17: `r` is destroyed; 02.03 lies in the ZOC of `q`."""
    units = f"axis 02.02 a {TRUCK.replace('5-4', '9-5')} move fueled\nsoviet 02.03 r {WEAK}\nsoviet 02.04 q {WEAK}"
    table = fight(sit(units.replace("3-4-14T", "9-4-14T"), rest=STOCKS, dice=WINS).begin("a"), "02.03")
    assert table.at("a") == "02.03"
    assert table.refused(table.to("03.03")) == ("move.zoc_stop", "4.5a-A")
    assert overrun(table, "02.04") in table.game.choices()


@pytest.mark.case("6.1f", "8.1g")
def test_nobody_joins_after_an_overrun_and_units_may_still_be_left() -> None:
    table = fight(two(), "02.03")
    assert table.offered(AddUnit) == []
    assert {drop.unit for drop in table.offered(DropUnit)} == {"a", "b"}

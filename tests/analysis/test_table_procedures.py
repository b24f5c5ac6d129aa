"""Procedures of the tables that no mission calls yet: each against the printed values, both sides of its boundaries."""

from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from redball.charts import load_charts
from redball.core.chances import Rolled, Told, spread_of
from redball.rules.air.base_capture import Caught, capture_tally
from redball.rules.air.combat import Aircraft, Standing, aborting, throw_battle, throw_round
from redball.rules.air.drop import Drop, drop_tally, throw_drop
from redball.rules.air.flak import FlakTarget, flak_tally, throw_flak
from redball.rules.air.outcomes import Outcomes
from redball.rules.barrage.chart import BarrageRead, Target, aim_at, throw_barrage
from redball.rules.barrage.facility import Facility, FacilityRead, checked_planes, facility_spread, throw_facility
from redball.rules.naval.landing import Landing, landing_tally, throw_landing
from redball.rules.naval.ship_target import ShipTarget, struck, throw_at_ship
from redball.rules.supply_phase.attrition import throw_attrition

CHARTS = load_charts("v4")


def told(**dice: Any) -> Any:
    return Told(
        {name: value if isinstance(value, list) else [value] for name, value in dice.items()}, Rolled(Random(1))
    )


def column(strength: int) -> Any:
    return CHARTS.facility.column(Fraction(strength))


def fire(facility: Any, **dice: Any) -> Any:
    """A barrage of 30 points on a facility."""
    return throw_facility(CHARTS, column(30), facility, told(**dice))


@pytest.mark.case("18.3b")
@pytest.mark.parametrize(
    ("strength", "dice", "guns", "ships"),
    [
        ("20", 5, "DG", "DG"),
        ("20", 9, "[1/2]", "DG"),
        ("20", 11, "1/2", "DG"),
        ("20", 12, "1", "1/2"),
        ("200", 12, "3", "2"),
    ],
)
def test_ships_do_less_to_units_than_guns(strength: str, dice: int, guns: str, ships: str) -> None:
    found = []
    for arm in ("artillery", "naval"):
        aim = aim_at(CHARTS, Fraction(strength), Target(arm, 8))
        found.append(throw_barrage(CHARTS, aim.column, Target(arm, 8), told(dice=dice, die=6)))
    assert [read.result for read in found] == [guns, ships]
    lesser = {"-": (False, 0), "DG": (True, 0), "1/2": (True, 1), "2": (True, 2)}
    assert (found[1].dg, found[1].steps) == lesser[ships]


class TestFacility:
    def test_a_base_keeps_its_first_level(self) -> None:
        assert CHARTS.facility.lookup(column(30), 6).text == "2*(4)"
        for level, lost in ((0, 0), (1, 0), (2, 1), (3, 2)):
            assert fire(Facility("air_base", level=level), dice=6).levels == lost

    def test_every_plane_has_its_own_die(self) -> None:
        read = fire(Facility("air_base", level=3, planes=3), dice=6, plane=[3, 4, 6])
        assert read.planes == 2

    def test_planes_are_checked_on_an_air_base_only_and_only_where_the_result_says_so(self) -> None:
        assert fire(Facility("port", planes=3), dice=6).planes == 0
        assert not CHARTS.facility.lookup(column(1), 1).plane_check
        quiet = throw_facility(
            CHARTS, column(1), Facility("air_base", level=2, planes=3), told(dice=1, plane=[6, 6, 6])
        )
        assert quiet.planes == 0
        for strength, dice, checked in ((30, 6, 3), (1, 1, 0)):
            cell = CHARTS.facility.lookup(column(strength), dice)
            assert checked_planes(Facility("air_base", planes=3), cell) == checked
            assert checked_planes(Facility("port", planes=3), cell) == 0

    def test_a_result_takes_nothing_but_what_it_says(self) -> None:
        nothing_else = FacilityRead("2*(4)", levels=0, port_hits=0, planes=0, trainbusting=True, port_capacity="")
        assert fire(Facility("trainbusting"), dice=6) == nothing_else

    def test_a_port_takes_four_hits_at_most(self) -> None:
        for hits, more in ((0, 2), (3, 1), (4, 0)):
            assert fire(Facility("port", hits=hits), dice=6).port_hits == more

    def test_only_a_star_places_a_marker(self) -> None:
        assert not fire(Facility("trainbusting"), dice=3).trainbusting
        assert fire(Facility("trainbusting"), dice=4).trainbusting

    @pytest.mark.parametrize("target", ["air_base", "port", "trainbusting"])
    def test_counting_the_planes_is_walking_their_dice(self, target: Any) -> None:
        for points, planes in ((5, 0), (30, 1), (60, 4)):
            at, fired = column(points), Facility(target, level=3, hits=3, planes=planes)
            plain = spread_of(partial(throw_facility, CHARTS, at, fired))
            assert facility_spread(CHARTS, at, fired) == plain


def test_what_is_not_said_of_a_target_does_not_count() -> None:
    assert capture_tally(CHARTS, Caught()).value == 0
    assert (Drop(friendly=True).band, Drop(friendly=True, closed=True).band) == ("friendly_clear", "friendly_closed")
    assert ShipTarget() == ShipTarget("ship", protection=1, dg=False, points=0)


@pytest.mark.case("18.3d-C")
def test_a_result_in_brackets_is_a_loss_unless_it_is_read_as_a_dg() -> None:
    """A 9 on the column of 20 points is [1/2], and the die of 6 makes it a step."""
    at, ship = CHARTS.barrage.column(Fraction(20)), ShipTarget()
    plain = throw_at_ship(CHARTS, at, ship, told(dice=9, die=6))
    assert (plain.result, plain.hits, plain.dg) == ("[1/2]", 1, True)
    assert throw_at_ship(CHARTS, at, ship, told(dice=9, die=6), brackets_dg=True).hits == 0


@pytest.mark.case("18.3g-C")
def test_a_step_destroys_coastal_artillery_and_a_dg_leaves_it_as_it_is() -> None:
    """It is DG afterwards only if it was before, and stands."""
    for dg, steps, left in ((False, 0, False), (True, 0, True), (True, 1, False), (False, 1, False)):
        found = struck(CHARTS, ShipTarget("coastal_artillery", dg=dg), BarrageRead("1", True, steps))
        assert (found.hits, found.points_lost, found.dg, found.eliminated) == (steps, 0, left, steps > 0)


@pytest.mark.case("18.3d-B")
@pytest.mark.parametrize(("each", "points", "lost"), [(1, 5, 2), (2, 5, 4), (2, 4, 4), (2, 3, 3)])
def test_a_hit_costs_landing_craft_the_points_that_the_chart_says_and_no_more_than_there_are(
    each: int, points: int, lost: int
) -> None:
    charts = replace(CHARTS, naval_targets=replace(CHARTS.naval_targets, landing_craft_hit_loses_points=each))
    found = struck(charts, ShipTarget("landing_craft", points=points), BarrageRead("2", False, 2))
    assert (found.hits, found.points_lost, found.eliminated) == (2, lost, lost == points)


class TestAirCombat:
    def test_the_books_round(self) -> None:
        """A rating of 2 attacks one of 4: a roll of 9 becomes 7, both abort, and the loss die decides."""
        fought = throw_round(CHARTS, 2, 4, told(dice=9, loss=4))
        assert (fought.roll, aborting(fought.result), fought.loss) == (7, (True, True), False)
        assert throw_round(CHARTS, 2, 4, told(dice=9, loss=5)).loss
        assert aborting(throw_round(CHARTS, 2, 4, told(dice=8, loss=1)).result) == (True, False)
        assert aborting(throw_round(CHARTS, 2, 4, told(dice=10, loss=1)).result) == (False, True)

    def test_the_books_battle_leaves_those_who_cannot_attack_alone(self) -> None:
        soviet = (Aircraft(2), Aircraft(2, parenthesized=True))
        german = (Aircraft(4), Aircraft(1, parenthesized=True), Aircraft(1, parenthesized=True))
        battle = throw_battle(CHARTS, Standing((soviet, german)), told(dice=9, loss=1))
        assert (battle.attackers_left, battle.defenders_left, battle.winner) == (1, 2, "")

    def test_the_sides_swap_when_only_the_defender_can_attack(self) -> None:
        """The fighter of the defending side attacks: a high roll drives the bomber off."""
        battle = throw_battle(
            CHARTS, Standing(((Aircraft(1, parenthesized=True),), (Aircraft(3),))), told(dice=8, loss=6)
        )
        assert (battle.winner, battle.attacker_losses, battle.defender_losses) == ("defender", 1, 0)

    @pytest.mark.case("14.3a", "14.3c")
    def test_a_side_sends_its_best_that_can_attack(self) -> None:
        """Of (5) and 3 the 3 attacks and is driven off by a 6; the fighter that is left attacks the (5) then."""
        attackers = (Aircraft(5, parenthesized=True), Aircraft(3))
        battle = throw_battle(CHARTS, Standing((attackers, (Aircraft(3),))), told(dice=[6, 12], loss=[6, 1]))
        assert (battle.winner, battle.attacker_losses, battle.defender_losses) == ("defender", 1, 0)
        assert (battle.attackers_left, battle.defenders_left) == (0, 1)

    def test_nobody_who_can_attack_no_battle(self) -> None:
        quiet = spread_of(
            lambda throw: throw_battle(CHARTS, Standing(((Aircraft(1, True),), (Aircraft(2, True),))), throw)
        )
        assert len(quiet.ways) == 1

    @pytest.mark.parametrize("ratings", ["4 3", "3 3 1b", "2b 2", "1 4b 3", "0b 2b"])
    def test_going_round_by_round_is_walking_the_dice(self, ratings: Any) -> None:
        planes = [Aircraft(int(text[0]), text.endswith("b")) for text in ratings.split()]
        one, other = tuple(planes[:1]), tuple(planes[1:])
        for sides in ((one, other), (other, one)):
            plain = spread_of(partial(throw_battle, CHARTS, Standing(sides)))
            assert Outcomes(CHARTS).battle(Standing(sides)) == plain

    def test_equal_fighters_are_even(self) -> None:
        found = spread_of(lambda throw: throw_battle(CHARTS, Standing(((Aircraft(3),), (Aircraft(3),))), throw))
        assert found.chance(lambda b: b.winner == "attacker") == found.chance(lambda b: b.winner == "defender")
        assert found.chance(lambda b: b.winner == "") == Fraction(6, 36)


class TestFlak:
    def test_eleven_hits_and_ten_does_not(self) -> None:
        assert throw_flak(CHARTS, FlakTarget(), told(dice=10)).hit == ""
        assert throw_flak(CHARTS, FlakTarget(), told(dice=11)).hit == "1"
        alone = spread_of(lambda throw: throw_flak(CHARTS, FlakTarget(), throw).hit)
        assert alone.ways == {"": 33, "1": 3}

    def test_the_books_mission(self) -> None:
        """Three aircraft with a fighter in a patrol zone: +2, so a 10 hits; the die picks the plane."""
        mission = FlakTarget(aircraft=3, fighter=True, patrol_zone=True)
        assert flak_tally(CHARTS, mission).total == "+2"
        assert throw_flak(CHARTS, mission, told(dice=10, die=5)).hit == "3"
        assert throw_flak(CHARTS, mission, told(dice=8)).hit == ""

    def test_every_modifier_has_its_line(self) -> None:
        all_of_them = FlakTarget(4, False, True, 2, 3, True, True)
        assert flak_tally(CHARTS, all_of_them).total == "+10"
        assert len(flak_tally(CHARTS, all_of_them).lines) == 6
        assert flak_tally(CHARTS, FlakTarget(2, trainbusting=True)).lines == ()


class TestAirDrop:
    @pytest.mark.parametrize(
        ("drop", "least"),
        [
            (Drop(friendly=True), 5),
            (Drop(friendly=True, closed=True), 6),
            (Drop(), 6),
            (Drop(closed=True), 7),
            (Drop(glider=True), 5),
            (Drop(nation="soviet"), 7),
        ],
    )
    def test_the_least_roll_that_lands(self, drop: Any, least: Any) -> None:
        assert throw_drop(CHARTS, drop, told(dice=least - 1)) == "destroyed"
        assert throw_drop(CHARTS, drop, told(dice=least)) == "lands"

    def test_the_ledger_names_glider_and_nation(self) -> None:
        modifiers = drop_tally(CHARTS, Drop(glider=True, nation="soviet"))
        assert ([line.amount for line in modifiers.lines], modifiers.total) == (["+1", "-1"], "0")


class TestLanding:
    def test_results_by_terrain(self) -> None:
        assert [throw_landing(CHARTS, Landing("hills"), told(dice=roll)).result for roll in (3, 4, 6, 7)] == [
            "failure",
            "mixed",
            "mixed",
            "success",
        ]

    def test_modifiers_add_up(self) -> None:
        landing = Landing("port", ("non_dg_adjacent", "naval_support"), coastal_artillery=2)
        assert landing_tally(CHARTS, landing).total == "-3"
        assert throw_landing(CHARTS, landing, told(dice=6)).roll == 3


class TestSupply:
    @pytest.mark.case("12.8b-A", "12.8b-B")
    def test_attrition_is_bounded_by_the_steps_there_are(self) -> None:
        assert throw_attrition(CHARTS, 3, 3, told(dice=11)) == 3
        assert throw_attrition(CHARTS, 3, 4, told(dice=8)) == 2
        assert throw_attrition(CHARTS, 3, 5, told(dice=8)) == 4
        assert throw_attrition(CHARTS, 3, 6, told(dice=12)) == 6


class TestBarrage:
    @pytest.mark.case("10.2b", "10.0b-B", "10.0a-C")
    def test_the_books_air_barrage(self) -> None:
        """Nine points without a spotter on 4 RE: two columns left to 3-4; a 12 there and a five take a step."""
        target = Target(arm="air", density=16, spotter=False)
        aim = aim_at(CHARTS, Fraction(9), target)
        table = CHARTS.barrage
        assert (table.columns[aim.initial], table.columns[aim.column]) == ("8-11", "3-4")
        assert aim_at(CHARTS, Fraction(9), Target(arm="air", density=16, short_range=True)).column == aim.initial + 2
        assert aim_at(CHARTS, Fraction(9), Target(density=16, short_range=True)).column == aim.initial + 1
        assert table.lookup(aim.column, 12).half

    @pytest.mark.case("10.0a-B", "10.0a-C")
    def test_a_target_of_which_nothing_is_said_is_one_re_in_the_open(self) -> None:
        aim = aim_at(CHARTS, Fraction(9), Target())
        assert [(line.amount, line.case) for line in aim.ledger.lines[1:]] == [("-1", "10.0a-C")]
        by_line = aim_at(CHARTS, Fraction(9), Target(density=8, line="very_close")).ledger.lines[1]
        named = aim_at(CHARTS, Fraction(9), Target(density=8, line="very_close", terrain="swamp")).ledger.lines[1]
        assert (by_line.reason, named.reason) == ("terrain: very close", "terrain: swamp")

    @pytest.mark.case("10.0a-A")
    def test_brackets_from_the_air_are_a_mere_dg(self) -> None:
        column = CHARTS.barrage.column(Fraction(16))
        roll = next(r for r in range(2, 13) if CHARTS.barrage.lookup(column, r).bracketed)
        on_the_ground = throw_barrage(CHARTS, column, Target(), told(dice=roll, die=6))
        from_the_air = throw_barrage(CHARTS, column, Target(arm="air"), told(dice=roll, die=6))
        assert (on_the_ground.steps, from_the_air.steps) == (1, 0)
        assert on_the_ground.dg
        assert from_the_air.dg

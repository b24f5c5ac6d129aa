"""How the bot minds the end of a game: places count by how long they must still be kept, and nothing but points counts
in the last Player Turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.bots.steady.hands import STEADY
from redball.bots.steady.odds import GROUND, ground_worth
from redball.bots.steady.places import danger, holdings
from redball.bots.steady.positions import hunger
from redball.bots.steady.worth import (
    POINT,
    ending,
    lasting,
    patience,
    step_points,
    step_worth,
    victory_hexes,
)
from redball.core.look import Look
from redball.core.state import Dump
from redball.game import Game
from redball.scenarios.records import VictoryHex
from support import in_scenario


def at(turn: int, phasing: str, first: str = "axis") -> Look:
    """Yelnya's set-up, as if that were the Player Turn."""
    look = Game.new("yelnya", seed=1).look
    clock = replace(look.state.clock, turn=turn, phasing=phasing, first=first)
    return Look(look.world, look.state.change(clock=clock))


LAST = Game.new("yelnya", seed=1).world.scenario.turns


def test_a_place_that_is_taken_counts_the_more_the_later_it_is() -> None:
    worth = [lasting(at(turn, "axis"), "axis", 1000) for turn in range(1, LAST + 1)]
    assert worth == sorted(set(worth))
    assert (worth[0], worth[-1]) == (1000 - 10 * STEADY.patience * (LAST - 1) // LAST, 1000), "each side holds half"
    dorogobuzh = at(1, "axis").board.index("17.23")
    points = POINT * victory_hexes(at(1, "axis").world)[dorogobuzh]
    early, late = at(1, "axis"), at(LAST, "axis")
    assert ground_worth(late, "soviet", dorogobuzh) == GROUND, "it is theirs"
    works = ground_worth(early, "axis", dorogobuzh) - GROUND - lasting(early, "axis", points)
    assert works == 300, "they have works there"
    assert ground_worth(late, "axis", dorogobuzh) == GROUND + points + works
    late_worth, early_worth = (holdings(look, "axis", STEADY)[dorogobuzh].taken for look in (late, early))
    assert late_worth > early_worth


def sharing(then: int, now: int) -> Look:
    """Ten places alike, of which the Axis held so many when the game began, and holds so many now."""
    look = at(1, "axis")
    alike = tuple(VictoryHex(hex_, 1, "") for hex_ in range(10))
    begun, control = ({hex_: "axis" if hex_ < n else "soviet" for hex_ in range(10)} for n in (then, now))
    staged = in_scenario(look, victory=replace(look.world.scenario.victory, hexes=alike, initial_control=begun))
    return Look(staged.world, staged.state.change(control=control))


@pytest.mark.parametrize(("tenths", "patient"), [(0, 0), (2, 0), (3, 12), (4, 36), (5, 60), (10, 60)])
def test_whoever_holds_little_cannot_wait(tenths: int, patient: int) -> None:
    assert patience(sharing(10, tenths), "axis", STEADY.patience) == patient
    assert patience(sharing(tenths, 10), "axis", STEADY.patience) == patient, (
        "who began with little must take more than half"
    )


@pytest.mark.parametrize(
    ("turn", "phasing", "over"), [(LAST, "soviet", True), (LAST, "axis", False), (LAST - 1, "soviet", False)]
)
def test_the_end_is_the_last_player_turn(turn: int, phasing: str, *, over: bool) -> None:
    look = at(turn, phasing)
    assert ending(look) is over
    assert ending(look, "soviet") is over
    assert not ending(look, "axis")


@pytest.mark.case("E92-sequence-second-turn")
@pytest.mark.parametrize(("edition", "over"), [("v4.2", True), ("new-ocs", True), ("1992", False)])
def test_a_second_player_who_is_followed_has_no_last_word(edition: str, *, over: bool) -> None:
    """By 1992 both sides play twice in a game turn, so the first player answers once more."""
    look = Game.new("yelnya", seed=1, edition=edition).look
    clock = replace(look.state.clock, turn=LAST, phasing="soviet", first="axis")
    assert ending(Look(look.world, look.state.change(clock=clock))) is over


def test_in_the_last_player_turn_only_points_count() -> None:
    look, before = at(LAST, "soviet"), at(LAST - 1, "soviet")
    mine, theirs = (next(u for u in look.own(side) if look.counter(u).is_combat_unit) for side in ("soviet", "axis"))
    for unit in (mine, theirs):
        assert step_worth(look, unit) == step_points(look, unit.side) < step_worth(before, unit)
    yelnya = look.board.index("15.14")
    assert ground_worth(look, "soviet", yelnya) == POINT * victory_hexes(look.world)[yelnya]
    assert ground_worth(look, "axis", yelnya) == 0, "it holds it"
    beside = look.board.neighbours(theirs.hex)[0]
    assert danger(before, "soviet", beside, 12) > danger(look, "soviet", beside, 12) == 0, "nobody attacks any more"
    assert danger(look, "axis", mine.hex, 1) == danger(before, "axis", mine.hex, 1) > 0
    staked = {hex_ for hex_, held in holdings(look, "soviet", STEADY).items() if held.stake}
    assert not staked, "what it has it keeps"
    assert any(held.stake for held in holdings(look, "axis", STEADY).values())


def test_whoever_cannot_trace_at_the_end_risks_half_a_step() -> None:
    look, before = at(LAST, "soviet"), at(LAST - 1, "soviet")
    unit = next(u for u in look.own("soviet") if look.counter(u).is_combat_unit)
    corner = look.board.index("01.01")
    assert hunger(before, unit, corner) > hunger(look, unit, corner) == step_points(look, "soviet") // 2


def test_at_the_end_supply_at_hand_is_no_worse_than_none() -> None:
    """Out of trace already: beside a dump a unit can still eat."""
    for look in (at(LAST, "soviet"), at(LAST - 1, "soviet")):
        unit = next(u for u in look.own("soviet") if look.counter(u).is_combat_unit)
        corner, other = look.board.index("01.01"), look.board.index("01.02")
        dump = {**look.state.dumps, "soviet": {**look.state.dumps["soviet"], corner: Dump(4)}}
        away = look.state.with_unit(unit.change(hex=other)).change(dumps=dump)
        there = Look(look.world, away)
        with_supply = hunger(there, there.unit(unit.id), corner)
        without = hunger(look, unit, corner)
        assert with_supply <= without

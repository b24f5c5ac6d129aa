"""How the bot guards places that count: by what hangs on them and what may come, not by one counter anyhow."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.bots.steady.hands import KEEN, STEADY, Hands
from redball.bots.steady.places import LEAST_COMING, SOURCE, Holding, held_off, holdings, strengths
from redball.bots.steady.worth import POINT, victory_hexes
from redball.core.look import Look
from redball.game import Game
from support import in_scenario


def test_a_garrison_as_strong_as_what_may_come_keeps_half_of_the_stake() -> None:
    place = Holding(stake=8000, coming=120)
    assert place.of(0, 120) == 4000
    assert place.of(0, 60) > place.of(60, 60) > place.of(120, 60)
    assert abs(place.of(0, 60) + place.of(60, 60) - place.of(0, 120)) <= 1, "it does not matter who was there first"
    assert place.of(-12, 60) == place.of(0, 60), "a unit that is about to leave is not counted twice"


def test_what_is_worth_the_same_for_one_unit_counts_once() -> None:
    assert (Holding(alone=350).of(0, 12), Holding(alone=350).of(12, 12)) == (350, 0)
    taken = Holding(alone=900, taken=900)
    assert (taken.of(0, 12), taken.of(12, 12)) == (900, 900)


def test_the_stake_grows_as_the_enemy_comes_near_and_so_does_what_may_come() -> None:
    look = Game.new("yelnya", seed=1).look
    points = victory_hexes(look.world)
    dorogobuzh, spas_demensk = (look.world.board.index(name) for name in ("17.23", "30.09"))
    far = holdings(look, "soviet", STEADY)[dorogobuzh]
    assert (far.stake, far.coming) == (POINT * points[dorogobuzh] * 5 // 10, LEAST_COMING)
    source = holdings(look, "soviet", STEADY)[spas_demensk]
    assert source.stake == (POINT * points[spas_demensk] + SOURCE) * 3 // 10
    panzers = [u for u in look.own("axis") if u.id.startswith("de-10pz") and look.counter(u).is_combat_unit]
    beside = look.world.board.neighbours(dorogobuzh)[3]
    near = Look(look.world, look.state.with_units([unit.change(hex=beside) for unit in panzers]))
    close = holdings(near, "soviet", STEADY)[dorogobuzh]
    assert close.stake == POINT * points[dorogobuzh] * 8 // 10
    assert close.coming > far.coming
    assert strengths(near, "axis")[beside] // 2 <= close.coming


@pytest.mark.parametrize(("danger", "counted"), [(100, 700), (50, 350), (0, 0)])
def test_hands_fear_a_part_of_the_danger(danger: int, counted: int) -> None:
    look = Game.new("yelnya", seed=1).look
    assert held_off(look, "soviet", 0, 1000, 12, Hands(danger=danger)) == counted


def test_keen_hands_fear_nothing_and_take_places_later_than_steady_ones() -> None:
    look = Game.new("yelnya", seed=1).look
    assert held_off(look, "soviet", 0, 1000, 12, KEEN) == 0
    yelnya = look.world.board.index("15.14")
    now, early = (holdings(look, "soviet", hands)[yelnya].taken for hands in (STEADY, KEEN))
    patient = 9 * POINT * victory_hexes(look.world)[yelnya] // 10
    assert (now, early) == (patient * (1000 - 9 * 60) // 1000, patient * (1000 - 9 * 100) // 1000)


def test_no_hex_without_worth_is_a_holding() -> None:
    look = Game.new("yelnya", seed=1).look
    for side in look.world.sides:
        for held in holdings(look, side, STEADY).values():
            assert held.alone or held.taken or held.stake
    nothing = in_scenario(look, victory=replace(look.world.scenario.victory, hexes=()))
    staked = {hex_ for hex_, held in holdings(nothing, "soviet", STEADY).items() if held.stake}
    assert staked == set(look.world.scenario.sources["soviet"])


def test_dorogobuzh_and_spas_demensk_are_not_left_to_a_battery() -> None:
    """The Soviet player's first move once left them to a strength of 1 and 2 against panzers two hexes off."""
    game, bot = Game.new("yelnya", seed=1), make_bot("steady", 1)
    while game.state.clock.phasing != "axis" and (open_ := game.decision) is not None:
        game.take(open_.side, bot.choose(game, open_.side))
    left = strengths(game.look, "soviet")
    for name in ("17.23", "30.09"):
        assert left.get(game.world.board.index(name), 0) >= LEAST_COMING // 2, name

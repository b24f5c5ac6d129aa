"""A side imagines the whole game from what it knows: alike for equal knowledge, whole, legal and playable."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from redball.bots import make_bot
from redball.core.points import ZOC_OF_HEX
from redball.game import Game
from redball.game.sight.belief import visible
from redball.game.sight.imagine import NotImaginable, zones_apart
from redball.game.watch.invariants import in_disguise
from redball.rules.units.stacking import re_in_hex, stacking_limit
from redball.rules.units.visibility import top_unit
from support import long

PLACES = [
    ("crossing", "v4.2", {}, 60),
    ("crossing", "new-ocs", {}, 60),
    ("crossing", "1992", {}, 60),
    ("crossing", "v4.2+command-control", {}, 60),
    ("crossing", "v4.2", {"denser_fog": True}, 60),
    ("yelnya", "v4.2", {}, 240),
    ("gela", "v4.2", {}, 120),
    long("crete", "v4.2", {}, 400),
    long("yelnya", "v4.2", {"aircraft": True, "denser_fog": True}, 1500),
    long("sedan", "new-ocs", {}, 400),
    long("kohima", "new-ocs+burma", {}, 400),
    long("sicily", "v4.2", {}, 600),
]
"""Scenario, edition, switches, actions."""


def decisions(scenario: str, edition: str, switches: dict[str, object], actions: int) -> Iterator[tuple[Game, int]]:
    """Twenty decisions along a random game, with a lot each."""
    game = Game.new(scenario, edition=edition, switches=switches, seed=3)
    game.keep_undo = False
    bot = make_bot("random", 3)
    for number in range(actions):
        open_ = game.decision
        if open_ is None:
            return
        if number % (actions // 20) == 0:
            yield game, number
        game.take(open_.side, bot.choose(game, open_.side))


@pytest.mark.parametrize(("scenario", "edition", "switches", "actions"), PLACES)
def test_equal_knowledge_and_lot_give_the_same_game_and_it_goes_on(
    scenario: str, edition: str, switches: dict[str, object], actions: int
) -> None:
    imagined = twins = 0
    for game, lot in decisions(scenario, edition, switches, actions):
        assert game.decision is not None
        side, enemy = game.decision.side, game.world.enemy(game.decision.side)
        try:
            other = game.imagine(side, lot)
        except NotImaginable:
            continue
        imagined += 1
        before, after = game.look, other.look
        apart = zones_apart(before, after, enemy)
        if game.world.edition.policies[ZOC_OF_HEX] is None:
            assert apart == 0
            assert other.choices() == game.choices(), "what may be done now is known"
        else:
            assert apart <= 20, "most ZOCs are as everybody sees them"
        assert visible(after, side) == visible(before, side)
        for unit in before.own(side):
            assert after.unit(unit.id) == unit
        for hex_ in range(game.world.board.map_size):
            now, then = top_unit(before, hex_, enemy), top_unit(after, hex_, enemy)
            assert (now is None) == (then is None)
            if re_in_hex(before, enemy, hex_) <= stacking_limit(game.world):
                assert re_in_hex(after, enemy, hex_) <= stacking_limit(game.world)
        assert after.state.steps_lost == before.state.steps_lost, "they are announced"
        twin = in_disguise(game, side, Random(lot))
        if twin is not None:
            twins += 1
            assert twin.imagine(side, lot).state == other.state
        at_random = make_bot("random", lot)
        for _ in range(40):
            if other.decision is None:
                break
            taken = other.take(other.decision.side, at_random.choose(other, other.decision.side))
            assert taken.refusal is None
    assert imagined >= 8
    assert twins >= 5


def test_what_is_hidden_differs_by_lot_and_covers_what_may_be() -> None:
    game = Game.new("yelnya", seed=1)
    assert game.decision is not None
    side, enemy = game.decision.side, game.world.enemy(game.decision.side)
    drawn = [game.imagine(side, lot) for lot in range(6)]
    seen = visible(game.look, side)
    where = [{u.id: u.hex for u in one.look.own(enemy) if u.id not in seen} for one in drawn]
    assert len({tuple(sorted(places.items())) for places in where}) == len(drawn)
    hidden = {u.id for u in game.look.own(enemy) if u.id not in seen}
    assert hidden
    for places in where:
        assert len(places.keys() & hidden) > len(hidden) * 3 // 4, "most of them lie somewhere"
    assert all(one.dice.seed != game.dice.seed or lot == game.dice.seed for lot, one in enumerate(drawn))


def test_lost_steps_are_those_that_were_announced() -> None:
    """Whatever the enemy has in sight that has two steps, or more, has lost some of them."""
    game = Game.new("yelnya", seed=1)
    assert game.decision is not None
    side, enemy = game.decision.side, game.world.enemy(game.decision.side)
    look = game.look
    hurt = [u for u in look.own(enemy) if look.counter(u).steps > 1]
    assert len(hurt) >= 2
    state = look.state.with_units([unit.change(steps_lost=1) for unit in hurt]).change(steps_lost={enemy: len(hurt)})
    game.look = look.after(state, tuple(unit.id for unit in hurt))
    for lot in range(4):
        theirs = [u for u in game.imagine(side, lot).look.state.units.values() if u.side == enemy]
        assert sum(unit.steps_lost for unit in theirs) == len(hurt)


def test_in_open_play_the_true_position_is_known() -> None:
    game = Game.new("yelnya", seed=1, switches={"fog": False})
    assert game.decision is not None
    other = game.imagine(game.decision.side, 9)
    assert other.state.units == game.state.units
    assert other.state.dumps == game.state.dumps


def test_only_the_side_that_decides_may_imagine() -> None:
    game = Game.new("crossing", seed=1)
    assert game.decision is not None
    with pytest.raises(NotImaginable, match=r"it is not for \w+ to decide"):
        game.imagine(game.world.enemy(game.decision.side), 1)


def test_a_decision_that_names_what_is_not_seen_is_refused() -> None:
    """Who is attacked from a closed stack does not know with what."""
    game, bot = Game.new("yelnya", seed=1), make_bot("steady", 1)
    game.keep_undo = False
    while (open_ := game.decision) is not None:
        seen = visible(game.look, open_.side)
        attackers = getattr(open_.data, "attackers", ())
        if open_.side != game.state.clock.phasing and any(uid not in seen for uid in attackers):
            break
        game.take(open_.side, bot.choose(game, open_.side))
    assert open_ is not None
    with pytest.raises(NotImaginable, match="units that the side does not see"):
        game.imagine(open_.side, 1)

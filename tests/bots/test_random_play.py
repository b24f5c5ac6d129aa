"""The bot that plays any legal action."""

from collections import Counter

import pytest

from redball.bots import BOTS, make_bot
from redball.bots.draws import number, pick
from redball.bots.random_play import at_random, of_kinds
from redball.core.actions import BeginMove, Done, ElectOrder
from redball.game import Game


def played(seed: int, actions: int) -> list[object]:
    """What the random bots of a seed do."""
    game = Game.new("crossing", seed=1)
    bot = make_bot("random", seed)
    for _ in range(actions):
        open_ = game.decision
        assert open_ is not None
        game.take(open_.side, bot.choose(game, open_.side))
    return [record.action for record in game.records]


def test_every_bot_has_its_name() -> None:
    assert [make_bot(name, 1).name for name in BOTS] == list(BOTS)


def test_an_unknown_bot_is_refused_with_the_list() -> None:
    with pytest.raises(ValueError, match="there is no bot 'ludendorff'; there are: random, steady"):
        make_bot("ludendorff", 1)


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_decides_for_its_own_side_only(name: str) -> None:
    game = Game.new("crossing", seed=1)
    with pytest.raises(ValueError, match="not for soviet"):
        make_bot(name, 1).choose(game, "soviet")


def test_the_same_seed_plays_the_same() -> None:
    assert played(5, 30) == played(5, 30)
    assert played(5, 30) != played(6, 30)


def test_a_bot_that_comes_in_later_goes_on_alike() -> None:
    game = Game.new("crossing", seed=1)
    open_ = game.decision
    assert open_ is not None
    one, other = make_bot("random", 3), make_bot("random", 3)
    game.take(open_.side, one.choose(game, open_.side))
    open_ = game.decision
    assert open_ is not None
    assert one.choose(game, open_.side) == other.choose(game, open_.side)


def test_every_legal_action_comes_up() -> None:
    choices = [Done(), *(BeginMove(f"u{i}") for i in range(8))]
    game = Game.new("crossing")
    seen = Counter(at_random(choices, number(seed, game)) for seed in range(3000))
    assert set(seen) == set(choices)
    assert 0.2 < seen[Done()] / 3000 < 0.32  # 10 of 10 + 28 for the kinds, where evenly it would be 1 of 9


def test_drawn_evenly_each_action_is_alike() -> None:
    choices = [Done(), ElectOrder(True), ElectOrder(False)]
    assert [at_random(choices, drawn, evenly=True) for drawn in range(4)] == [*choices, Done()]


def test_a_list_kind_by_kind_is_drawn_from_alike() -> None:
    game = Game.new("crossing", seed=1)
    for seed in range(60):
        kinds, choices = game.choices_by_kind(), game.choices()
        assert [action for alike in kinds.values() for action in alike] == choices
        assert all(type(action) is kind for kind, alike in kinds.items() for action in alike)
        for evenly in (False, True):
            assert of_kinds(kinds, number(seed, game), evenly) == at_random(choices, number(seed, game), evenly)
        game.do(of_kinds(kinds, number(seed, game)))


def test_a_weight_of_nothing_never_comes_up() -> None:
    assert {pick(drawn, "abc", (1, 0, 2)) for drawn in range(9)} == {"a", "c"}

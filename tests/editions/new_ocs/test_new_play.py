"""Bots play the edition; forecasts of attacks agree with what the procedure makes of every throw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from editions.new_ocs.fights import BN, DIV, GUNS, RGT, TANKS, scene
from redball.analysis.editions import compare_combats
from redball.analysis.ground import Aftermath, combat_answer, compare
from redball.analysis.policy import Policy, play_out
from redball.bots.match import make_bot, play_game
from redball.bots.steady.odds import expected
from redball.core.dice import Dice
from redball.core.events import CombatResolved, DefensiveFire
from redball.core.look import Look
from redball.core.state import Frame
from redball.game import Game
from redball.rules.combat_played import announced_combat
from rules.table import position

LINES = (
    f"axis 02.02 a {DIV}",
    f"axis 02.02 t {TANKS}",
    f"axis 04.03 b {RGT}",
    f"soviet 03.03 r {RGT}",
    f"soviet 03.03 s {BN}",
)


@pytest.mark.parametrize("bots", [("steady", "steady"), ("random", "steady"), ("random", "random")])
@pytest.mark.parametrize("scenario", ["crossing", "throw-range"])
def test_bots_play_whole_games(scenario: str, bots: tuple[str, str]) -> None:
    found = play_game(scenario, bots, 3, edition="new-ocs")
    assert found.actions > 20


@pytest.mark.parametrize("name", ["steady", "random"])
def test_bots_fight_at_yelnya(name: str) -> None:
    game = Game.new("yelnya", seed=2, edition="new-ocs")
    players = {side: make_bot(name, 2) for side in game.world.sides}
    fights = fires = 0
    for _ in range(700):
        open_ = game.decision
        assert open_ is not None
        taken = game.take(open_.side, players[open_.side].choose(game, open_.side))
        assert taken.refusal is None
        fights += sum(isinstance(event, CombatResolved) for event in game.records[-1].events)
        fires += sum(isinstance(event, DefensiveFire) for event in game.records[-1].events)
    assert fights


@pytest.mark.case("N9.0-two-sided", "N9-surprise-roll")
def test_a_forecast_agrees_with_every_throw_of_the_procedure() -> None:
    look = position(scene(*LINES))
    hex_ = look.board.index("03.03")
    policy = Policy()
    answer = combat_answer(look, "regular", hex_, ("a", "t", "b"), policy)
    data = announced_combat(look, "regular", hex_, ("a", "t", "b"), answer.preview)
    brute: Counter[Aftermath] = Counter()
    for dice in product(range(1, 7), repeat=2):
        thrown = look.at_stack(look.state.change(stack=(Frame("combat", "resolution", data),)))
        brute[compare(look, play_out(thrown, policy, Dice(1, dice)), data)] += 1
    found = dict(answer.outcomes.map(lambda outcome: outcome.after))
    assert found == {after: Fraction(ways, 36) for after, ways in brute.items()}
    assert len(found) > 3


def worth(look: Look, *attackers: str) -> int:
    """What the steady bot expects of an attack on 03.03."""
    return expected(look, "axis", "regular", look.board.index("03.03"), attackers)


def test_the_steady_bot_weighs_both_sides_of_the_table() -> None:
    look = position(scene(*LINES))
    assert worth(look, "a", "t", "b") > worth(look, "b")
    guns = position(scene(*LINES, f"soviet 03.04 g {GUNS}"))
    assert worth(guns, "a", "t", "b") < worth(look, "a", "t", "b"), "guns that can support the defence count"


@pytest.mark.case("N9.0-two-sided")
def test_a_described_combat_is_compared_with_the_series() -> None:
    fields = {"terrain": "close", "attack": "24", "defend": "8", "ar": [3, 3]}
    found = compare_combats(fields | {"fire": True, "overrun": True}, ("v4.2", "new-ocs"))
    assert found["answers"][0]["drm"] == 0
    assert found["answers"][1]["defenders_drm"] == "-1"

"""Overlays together on one base: those that go together are played, those for different campaigns are refused."""

from __future__ import annotations

from itertools import combinations

import pytest

from redball.bots.fuzz import Plan, fuzz_game
from redball.core.errors import EditionError
from redball.editions import KNOWN, edition, find
from redball.game import Game
from redball.game.watch.invariants import Rates
from redball.scenarios.load import load_scenario

SELDOM = Rates(refused=20, offered=60, facts=40, packed=100, undo=100, hidden=200)
BASES = [name for name, known in KNOWN.items() if not known.on]


def sets() -> list[str]:
    """Every base with two or more of its overlays."""
    fitting = {base: [name for name, known in KNOWN.items() if base in known.on] for base in BASES}
    return [
        "+".join((base, *chosen))
        for base, overlays in fitting.items()
        for size in range(2, len(overlays) + 1)
        for chosen in combinations(overlays, size)
    ]


@pytest.mark.parametrize("name", sets())
def test_overlays_go_together_unless_they_are_for_different_campaigns(name: str) -> None:
    campaigns = [KNOWN[word].made_for for word in name.split("+") if KNOWN[word].made_for]
    if len(campaigns) > 1:
        with pytest.raises(EditionError, match="they are rules for Burma and Smolensk; choose one of them"):
            edition(name)
    else:
        assert edition(name).name == "+".join((find(name)[0], *find(name)[1]))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seed", [6, 9])
def test_smolensk_is_played_by_its_own_rules_with_armies_that_command(seed: int) -> None:
    """Each overlay is there: switches of both, and segments that only armies have, in games by any seed."""
    name = "new-ocs+smolensk+command-control"
    game = Game.new("smolensk", seed=3, edition=name)
    assert game.world.edition.name == "new-ocs+command-control+smolensk"
    assert game.world.scenario is load_scenario("smolensk").variants["smolensk"]
    assert {"strat_strength", "breakdown_command"} <= game.world.edition.switches.keys()
    result = fuzz_game(Plan(("smolensk",), turns=1, edition=name, rates=SELDOM), seed)
    assert result.broken is None, result.broken
    assert {"ZonePlaced", "ForgottenBegan"} <= result.events.keys(), "armies have boundaries, and units that nobody led"
    assert result.actions > 100

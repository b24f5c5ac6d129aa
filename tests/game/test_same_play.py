"""Random play by seed takes the same actions as it did: whoever rebuilds the house finds at once what moved.

`same_play.golden` has a line for every edition on every scenario. A change of a rule changes lines: write them anew
with `PYTHONPATH=tests python tests/game/test_same_play.py` and say in the commit why. How ledgers word the numbers of
an event changes none: the numbers themselves stand in the event.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from pathlib import Path
from random import Random

import msgspec
import pytest

from redball.bots.random_play import of_kinds
from redball.core.events import Event
from redball.editions import names
from redball.game import Game
from redball.scenarios.load import list_scenarios
from support import long

GOLDEN = Path(__file__).with_name("same_play.golden")
ACTIONS = 650
SCENARIOS = [head.id for head in list_scenarios() if not head.lesson]
"""Lessons have dice of their own, and `test_lessons.py`."""
WORDING = ("ledger", "ledgers")
"""Fields of events that say in words how a number comes about."""


def facts(event: Event) -> bytes:
    """An event without its wording."""
    plain = msgspec.to_builtins(event)
    return msgspec.json.encode({name: value for name, value in plain.items() if name not in WORDING})


def played(edition: str, scenario: str) -> str:
    """How many actions were taken, and the hash of them and of what happened."""
    game, rng, digest = Game.new(scenario, seed=7, edition=edition), Random(f"same/{edition}/{scenario}"), blake2b()
    evenly = False
    while (open_ := game.decision) is not None and len(game.records) < ACTIONS:
        if len(game.records) % 50 == 0:
            evenly = rng.random() < 0.4
        action = of_kinds(game.choices_by_kind(), rng.getrandbits(64), evenly)
        game.take(open_.side, action)
        record = game.records[-1]
        digest.update(msgspec.json.encode((record.side, record.action)))
        for event in record.events:
            digest.update(facts(event))
    return f"{len(game.records)} {digest.hexdigest()[:24]}"


def lines() -> list[str]:
    return GOLDEN.read_text(encoding="utf-8").splitlines() if GOLDEN.exists() else []


SHORT = ("yelnya", "crossing", "throw-range")
"""Scenarios that `make test` plays in every edition; the larger ones only in editions that are no combinations."""


@pytest.mark.parametrize(
    "line",
    [line if line.split()[1] in SHORT or "+" not in line else long(line) for line in lines()],
    ids=lambda line: " ".join(line.split()[:2]),
)
def test_random_play_takes_the_same_actions(line: str) -> None:
    edition, scenario, expected = line.split(" ", 2)
    assert played(edition, scenario) == expected


def test_every_edition_and_scenario_is_played() -> None:
    assert {tuple(line.split()[:2]) for line in lines()} == {(e, s) for e in names() for s in SCENARIOS}
    assert sum(int(line.split()[2]) for line in lines()) > 20_000


if __name__ == "__main__":
    with GOLDEN.open("w", encoding="utf-8") as file:
        for edition in names():
            for scenario in SCENARIOS:
                print(edition, scenario, played(edition, scenario), file=file)
    print(GOLDEN.read_text(encoding="utf-8"), file=sys.stderr)

"""Random legal play of the scenarios with ships and Landing Craft under watch, by every edition that sails; more in
`make soak`."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.bots.fuzz import Plan, fuzz_game
from redball.game.watch.invariants import Rates
from scenarios.test_craft_files import ROWS, SCHEDULE, written
from support import long

RATES = Rates(refused=20, offered=60, facts=100, packed=60, undo=60, hidden=20, kept=60)
EDITIONS = ("v4.2", "v4.2+v4.1a", "1992", "new-ocs")
BY_KIND, MIXED = 1, 2
"""Seeds of games whose actions are drawn by kind, and of games half played by the steady bot."""


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ["lesson-7-landing", "gela", "crete", long("sicily")])
@pytest.mark.parametrize("seed", [BY_KIND, MIXED, long(5), long(6)])
def test_random_play_at_sea_breaks_nothing(edition: str, name: str, seed: int, tmp_path: Path) -> None:
    plan = Plan(
        (name,), turns=2 if name == "lesson-7-landing" else 1, edition=edition, folder=str(tmp_path), rates=RATES
    )
    found = fuzz_game(plan, seed)
    assert found.broken is None, found.broken
    assert found.actions > 20


@pytest.mark.parametrize("seed", [BY_KIND, MIXED, 4, 19, *map(long, range(20, 30))])
def test_random_play_with_a_schedule_of_landing_craft_breaks_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They arrive, are forfeited, divide, and leave. The dice follow from the name of the scenario's folder; the DUKW
    has no id that is a kind's, which views name."""
    rows = (ROWS[0], ROWS[1].replace("dukw", "duck", 1), ROWS[2].replace("lst", "lst-1", 1))
    there = written(tmp_path, SCHEDULE.replace("dukw", "duck").replace('"lst"', '"lst-1"'), rows)
    monkeypatch.chdir(tmp_path)
    plan = Plan((f"./{there.name}",), turns=2, folder=str(tmp_path), rates=RATES)
    found = fuzz_game(plan, seed)
    assert found.broken is None, found.broken
    assert found.actions > 9

"""The fuzz run itself: what it counts, and what it keeps of a game that broke."""

from pathlib import Path

import pytest

from redball.bots import fuzz as module
from redball.bots.fuzz import Plan, fuzz, fuzz_game, write_save
from redball.game import Game
from redball.game.position.parse import parse_position
from redball.game.save import load, state_hash
from redball.game.watch.broken import InvariantBroken
from redball.game.watch.invariants import Watch


def test_it_counts_what_it_saw_and_what_it_did_not() -> None:
    result = fuzz(Plan(("crossing", "throw-range")), 4, 1)
    assert result.scenarios == {"crossing": 2, "throw-range": 2}
    assert result.broken == []
    assert result.actions > 0
    assert result.events["TurnBegan"] >= 4
    assert result.decisions["movement_segment.choose_unit"] > 0
    assert result.refusals["turn.not_your_decision"] > 0
    assert result.refusals["setup.shared"] == 0


def test_it_ends_after_the_turns_that_are_asked_for() -> None:
    one = fuzz_game(Plan(("crossing",), turns=1), 4)
    whole = fuzz_game(Plan(("crossing",)), 4)
    assert 0 < one.actions < whole.actions
    assert one.events["TurnBegan"] == 2


def test_a_game_that_broke_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(watch: Watch) -> None:
        raise InvariantBroken("stacking", len(watch.game.records), "planted")

    monkeypatch.setattr(Watch, "finish", stop)
    game = fuzz_game(Plan(("crossing",), folder=str(tmp_path)), 5)
    assert game.broken is not None
    assert (game.broken.invariant, game.broken.detail, game.broken.seed) == ("stacking", "planted", 5)
    saved = load(Path(game.broken.save)).game
    assert len(saved.records) == game.actions == game.broken.action
    parse_position(Path(game.broken.position).read_text())


def test_a_game_without_end_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "ACTION_LIMIT", 3)
    game = fuzz_game(Plan(("crossing",), folder=str(tmp_path)), 1)
    assert game.broken is not None
    assert game.broken.invariant == "no dead end"


def test_a_save_that_loads_to_another_state_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "state_hash", lambda state: str(id(state)))
    game = fuzz_game(Plan(("crossing",), folder=str(tmp_path)), 1)
    assert game.broken is not None
    assert game.broken.invariant == "save"


def test_a_game_played_without_a_save_can_be_saved_afterwards(tmp_path: Path) -> None:
    game = Game.new("crossing", seed=2)
    for _ in range(20):
        game.do(game.choices()[0])
    write_save(game, tmp_path / "game.redball")
    assert state_hash(load(tmp_path / "game.redball").game.state) == state_hash(game.state)

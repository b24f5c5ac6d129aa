"""Saved games as a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json
from pyarrow import parquet

from redball.bots.arena import Table, meetings, play_rounds
from redball.bots.arena.rounds import GAMES
from redball.game import Game
from redball.game.save import SaveError
from redball.research import dataset


@pytest.fixture
def saves(tmp_path: Path) -> list[Path]:
    """Two games of Crossing."""
    played = play_rounds(meetings(["steady", "random"], [Table("crossing")], [1]), tmp_path)
    return [tmp_path / GAMES / f"{each.meeting.key}.redball" for each in played]


def test_every_action_is_a_row_and_the_rows_say_what_the_game_says(
    saves: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "GROUP", 100)
    path = tmp_path / "games.parquet"
    count = dataset.write(saves, path)
    rows = parquet.read_table(path).to_pylist()
    assert len(rows) == count > 200
    assert list(rows[0]) == list(dataset.COLUMNS)
    game = Game.new("crossing", seed=1)
    mine = [row for row in rows if row["game"] == saves[0].stem]
    rolled = 0
    for number, row in enumerate(mine, 1):
        assert row["number"] == number
        assert (row["turn"], row["phase"]) == (game.state.clock.turn, game.state.clock.phase)
        assert game.decision is not None
        assert row["side"] == game.decision.side
        taken = game.do({"type": row["action"], **json.decode(row["arguments"])})
        assert taken.refusal is None
        assert row["events"] == len(taken.events)
        assert row["steps_first"] == game.state.steps_lost.get("axis", 0)
        rolled += row["dice"] is not None
    assert game.over
    assert game.state.outcome is not None
    assert rolled > 5
    assert mine[-1]["winner"] == game.state.outcome.winner
    assert (mine[-1]["points_first"], mine[-1]["points_second"]) == tuple(game.state.outcome.points.values())
    assert {row["bot"] for row in rows} == {"steady", "random"}
    assert {(row["side"], row["bot"]) for row in mine} == {("axis", "steady"), ("soviet", "random")}


def test_a_file_that_is_no_save_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.redball").write_text("no")
    with pytest.raises(SaveError):
        dataset.write([tmp_path / "x.redball"], tmp_path / "games.parquet")


def test_the_experiment_of_the_docs_runs(
    saves: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dataset.write(saves, tmp_path / "games.parquet")
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text()
    code = page.split("## A first experiment")[1].split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "docs/research.md", "exec"), {})
    assert "turn 1" in capsys.readouterr().out

"""The same battle by two sets of rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redball.analysis.companion import KINDS, AskError
from redball.analysis.editions import battles, compare_combats, compare_positions
from redball.charts import load_charts
from redball.cli.main import run
from redball.game import Game
from redball.game.position.dump import dump_position

UNKNOWN = ("--editions", "v4.2", "v9")
KNOWN = ("--editions", "v4.2", "1992")
ASKED = {"terrain": "open", "attack": "17", "defend": "20", "ar": [5, 3]}


def fighting() -> Game:
    """Yelnya as it begins: both sides stand next to each other."""
    return Game.new("yelnya", seed=1)


def test_a_described_combat_is_answered_by_both_charts() -> None:
    found = compare_combats(ASKED, ("v4.2", "1992"))
    assert found["editions"] == ["v4.2", "1992"]
    assert found["answers"][0] == KINDS["combat"].odds(load_charts("v4"), ASKED)
    assert {"expected", "outcomes"} <= set(found["differs"])
    assert not {"odds", "drm", "terrain"} & set(found["differs"])


def test_a_combat_that_a_table_does_not_have_is_refused() -> None:
    with pytest.raises(AskError, match="terrain must be one of"):
        compare_combats({**ASKED, "terrain": "sea"}, ("v4.2", "1992"))


def test_an_edition_beside_itself_differs_in_nothing() -> None:
    game = fighting()
    found = compare_positions(dump_position(game.world, game.state), ("v4.2", "v4.2"))
    assert found["refused"] == []
    assert found["zones"] == []
    assert all(row["terms"] == [] for row in found["attacks"])
    assert all(row["reports"][0] == row["reports"][1] for row in found["attacks"])
    assert {(row["side"], row["hex"]) for row in found["attacks"]} == {
        (side, game.look.hex_name(hex_)) for side in game.world.sides for hex_, _ in battles(game.look, side)
    }


def test_a_position_shows_attacks_by_both_editions() -> None:
    game = fighting()
    found = compare_positions(dump_position(game.world, game.state), ("v4.2", "1992"))
    assert found["attacks"]
    assert any(row["reports"][0] != row["reports"][1] for row in found["attacks"]), "another table"
    for row in found["attacks"]:
        for report in row["reports"]:
            assert sum(outcome.chance for outcome in report.outcomes) == pytest.approx(1)


def test_the_command_takes_saves_positions_and_combats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = fighting()
    file = tmp_path / "battle.txt"
    file.write_text(dump_position(game.world, game.state), encoding="utf-8")
    assert run(["compare", str(file), *KNOWN, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["editions"] == ["v4.2", "1992"]
    assert run(["compare", str(file), *KNOWN]) == 0
    assert "attacks" in capsys.readouterr().out
    assert run(["compare", "combat", "--attack", "17", "--defend", "20", "--ar", "5", "3", *KNOWN]) == 0
    assert "≠ expected" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["compare", "combat", *KNOWN], "redball: a combat needs --attack and --defend"),
        (["compare", "combat", "--attack", "x", "--defend", "2", *KNOWN], "redball: combat: attack must be a strength"),
        (["compare", "nowhere.txt", *KNOWN], "redball: nowhere.txt: No such file or directory"),
        (["compare", "combat", "--attack", "1", "--defend", "1", *UNKNOWN], "redball: there is no edition 'v9'"),
    ],
)
def test_wrong_input_is_told_in_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err.startswith(sentence)

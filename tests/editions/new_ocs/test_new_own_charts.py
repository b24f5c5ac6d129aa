"""A player's own chart file in place of tables of the edition: used, kept in the save, refused with the place."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from redball.cli.main import run
from redball.core.errors import EditionError
from redball.editions import edition
from redball.editions.new_ocs.combat_charts import AttackersTable, DefendersTable
from redball.game import Game
from redball.game.save import SaveFile, load

HEAD = """format = "redball-charts 1"
name = "own"
title = "The table as I know it"
overlays = ["v4"]
[sources]
mine = "my copy"
"""


def tables(*names: str) -> str:
    """Tables of the edition's own file, as a player would copy and change them."""
    text = (files("redball.charts") / "data" / "new_ocs_combat.toml").read_text("utf-8")
    parts = text.split("\n[tables.")
    wanted = [part for part in parts if part.split("]")[0].split(".")[0] in names]
    return "".join(f"\n[tables.{part}" for part in wanted).replace(
        'source = ["proposal", "new-ocs"]', 'source = ["mine"]'
    )


BOTH = HEAD + tables("combat_attackers", "combat_defenders")


@pytest.mark.case("N9.0-two-sided")
def test_its_tables_replace_those_of_the_edition() -> None:
    own = BOTH.replace('["L3", "L3"', '["L2", "L3"', 1)
    assert own != BOTH
    found = edition("new-ocs").with_charts(own)
    assert found.charts.table(AttackersTable).result(0, 0) == "L2"
    assert found.charts.table(DefendersTable) == edition("new-ocs").charts.table(DefendersTable)
    assert found.charts.provenance["combat_attackers"].source == ("mine",)
    assert edition("new-ocs").charts.table(AttackersTable).result(0, 0) == "L3", "the edition itself is as it was"
    assert edition("new-ocs").with_charts(own) is found


@pytest.mark.case("N9.0-two-sided")
def test_a_game_keeps_it_in_its_save(tmp_path: Path) -> None:
    game = Game.new("crossing", seed=1, edition="new-ocs", charts=BOTH)
    SaveFile(tmp_path / "a.redball", game)
    again = load(tmp_path / "a.redball").game
    assert again.world.edition.own_charts == BOTH
    assert again.world.charts.provenance["combat_attackers"].source == ("mine",)
    plain = Game.new("crossing", seed=1, edition="new-ocs")
    assert plain.world.edition.own_charts == ""


UNKNOWN = BOTH.replace('["L3", "L3"', '["L9", "L3"', 1)
UNORDERED = BOTH.replace('"3:1", "4:1"', '"4:1", "3:1"', 1)
MISREAD = BOTH.replace("loss = 2, retreat = 2", "loss = 2, retreat = 1")
GIANTS = HEAD + tables("combat_attackers").replace("combat_attackers", "combat_giants")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (UNKNOWN, "table combat_attackers, row 0, column 69+: unknown result code 'L9'"),
        (UNORDERED, "table combat_defenders, row columns, column 3:1: columns are not ascending"),
        (MISREAD, "table combat_defenders, row L2R2e4: this result means"),
        (GIANTS, "table combat_giants: these charts have no such table"),
        (BOTH.replace('"own"', '"mine"'), "the file calls itself 'mine'"),
        (HEAD.replace('"v4"', '"v5"') + tables("combat_attackers"), "this is no overlay of v4"),
        ("[", "own.toml"),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(EditionError) as error:
        Game.new("crossing", edition="new-ocs", charts=text)
    assert message in str(error.value)


def test_it_brings_no_table_that_the_edition_does_not_have() -> None:
    with pytest.raises(EditionError, match=r"table combat_attackers: these charts have no such table"):
        Game.new("crossing", charts=BOTH)


def test_the_command_line_takes_a_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["roll", "combat", "--edition", "new-ocs", "--terrain", "open", "--attack", "24", "--defend", "100"]
    words += ["--ar", "3", "3", "--white", "2", "--red", "2"]
    path = tmp_path / "mine.toml"
    path.write_text(BOTH.replace('"L2"', '"L1"').replace('"L1" = { loss = 2 }\n', ""))
    assert run(words) == 0
    assert "result: AL2" in capsys.readouterr().out
    assert run([*words, "--charts", str(path)]) == 0
    assert "result: AL1" in capsys.readouterr().out
    path.write_text("nonsense")
    assert run([*words, "--charts", str(path)]) == 2
    assert "the chart file cannot be used" in capsys.readouterr().err
    assert run([*words, "--charts", str(tmp_path / "none.toml")]) == 2
    assert "No such file" in capsys.readouterr().err

"""The entry of the command line: what it loads, and its exit statuses."""

import subprocess
import sys
from importlib import import_module

import pytest
import typer

from redball import __version__
from redball.analysis.companion import KINDS
from redball.cli.errors import fail
from redball.cli.main import COMMANDS, run


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh Python has after running `code`."""
    command = [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules, sep='\\n')"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_loads_nothing_else() -> None:
    loaded = loaded_by("import redball")
    assert [name for name in loaded if name.startswith("redball.")] == []
    assert not loaded & {"msgspec", "typer", "rich", "numpy"}


HEAVY = ("redball.editions", "redball.rules", "redball.game", "redball.server")
ROLL = "'combat', '--terrain', 'open', '--attack', '12', '--defend', '4', '--ar', '3', '3'"


def test_help_loads_no_command_and_no_rules() -> None:
    loaded = loaded_by("from redball.cli.main import run; run(['--help'])")
    assert not {name for name in loaded if name in {command.module for command in COMMANDS.values()}}
    assert not {name for name in loaded if name.startswith((*HEAVY, "redball.charts", "msgspec"))}


def test_a_command_loads_only_its_own_module() -> None:
    loaded = loaded_by("from redball.cli.main import run; run(['cases', '1.0'])")
    assert {name for name in loaded if name in {c.module for c in COMMANDS.values()}} == {"redball.cli.cases"}
    assert not {name for name in loaded if name.startswith((*HEAVY, "redball.board"))}


def test_a_roll_loads_the_procedures_of_its_own_table_only() -> None:
    loaded = loaded_by(f"from redball.cli.main import run; assert run(['roll', {ROLL}]) == 0")
    assert {name for name in loaded if name.startswith("redball.editions")} == {"redball.editions"}
    assert not {name for name in loaded if name.startswith(("redball.game", "redball.core.engine"))}
    assert "redball.rules.combat.dice" in loaded


RECORDS = {f"redball.editions.{name}" for name in ("v1992", "new_ocs", "command_control")}
"""Packages with records that every written position may have: these are loaded without the rest of their edition."""


def test_a_switch_of_a_roll_loads_the_edition_named_and_no_other() -> None:
    command = f"['roll', {ROLL}, '--edition', 'v4.2', '--switch', 'retreat_direction=away']"
    loaded = loaded_by(f"from redball.cli.main import run; assert run({command}) == 0")
    assert "redball.editions.v4_2" in loaded
    others = ("v1992", "new_ocs", "command_control", "burma", "smolensk", "v4_1a")
    assert not loaded & {f"redball.editions.{one}{part}" for one in others for part in (".part", "")} - RECORDS


@pytest.mark.parametrize("name", COMMANDS)
def test_what_the_list_says_of_a_command_is_what_it_says_itself(name: str) -> None:
    module = import_module(COMMANDS[name].module)
    said = module.TITLES[name] if hasattr(module, "group") else module.command.__doc__
    assert said.split("\n\n")[0] == COMMANDS[name].text


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"redball {__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_every_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 0
    out = capsys.readouterr().out
    assert [name for name in COMMANDS if name not in out] == []


@pytest.mark.parametrize("arguments", [["nonsense"], ["--nonsense"], ["cases", "--nonsense"]])
def test_bad_usage_is_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert captured.err.startswith("redball: No such ")


def test_fail_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as stopped:
        fail("board.hexmap line 3:\n  unknown terrain 'x'")
    assert stopped.value.exit_code == 2
    assert capsys.readouterr().err == "redball: board.hexmap line 3: unknown terrain 'x'\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_built(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert f"redball {name}" in capsys.readouterr().out


@pytest.mark.parametrize("kind", KINDS)
def test_every_roll_can_be_asked_for_help(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["roll", kind, "--help"]) == 0
    assert "--edition" in capsys.readouterr().out

"""The entry of the command line: what it loads, and its exit statuses."""

import subprocess
import sys

import pytest
import typer

from redball import __version__
from redball.cli.errors import fail
from redball.cli.main import COMMANDS, build_app, run


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh Python has after running `code`."""
    command = [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules, sep='\\n')"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_loads_nothing_else() -> None:
    loaded = loaded_by("import redball")
    assert [name for name in loaded if name.startswith("redball.")] == []
    assert not loaded & {"msgspec", "typer", "rich", "numpy"}


def test_a_command_loads_only_its_own_module() -> None:
    loaded = loaded_by("from redball.cli.main import build_app; build_app(['cases'])")
    assert {name for name in loaded if name in COMMANDS.values()} == {"redball.cli.cases"}
    assert "redball.board" not in loaded


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


def test_every_command_can_be_built() -> None:
    app = build_app()
    assert len(app.registered_commands) + len(app.registered_groups) == len(COMMANDS)

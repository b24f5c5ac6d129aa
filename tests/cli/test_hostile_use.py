"""What goes wrong around a command: its output, its numbers, its files, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from redball.cli.errors import BROKEN_PIPE
from redball.cli.main import run
from redball.core.errors import MOST_SAID
from support import long

REDBALL = [sys.executable, "-c", "from redball.cli import main; main()"]
HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
LISTENING = [sys.executable, "-c", f"{HEARS}from redball.cli import main; main()"]
"""The same, also where the tests run in the background: there a shell makes programs deaf to Ctrl-C."""
STARTED = 30
"""Seconds that a command may take to start its processes on a busy machine."""


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence of a command that ends with status 2."""
    assert run(words) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert captured.err.startswith("redball: ")
    assert len(captured.err.rstrip("\n")) <= MOST_SAID
    return captured.err


# --- output ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [long(["cases", "9.12e-A"]), long(["cases", "--json"]), ["--help"], long(["editions"])]
)
def test_a_full_disk_is_one_sentence(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*REDBALL, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "redball: the output: No space left on device\n")


@pytest.mark.parametrize("words", [["cases", "--json"], ["cases", "--help"]])
def test_a_reader_that_goes_away_is_no_error(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*REDBALL, *words], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (BROKEN_PIPE, "")


@pytest.mark.parametrize("words", [long("cases 9.12e"), "--version", long("cost")])
def test_closed_output_is_no_error(words: str) -> None:
    command = f'exec "{sys.executable}" -c "from redball.cli import main; main()" {words} >&- <&-'
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# --- words and numbers -------------------------------------------------------------------------------------------

LONG = "a" * 5000


@pytest.mark.parametrize(
    "words",
    [
        [LONG],
        ["cases", LONG],
        ["editions", LONG],
        ["play", "--text", LONG],
        ["play", "--text", "--scenario", f"./{LONG}"],
        ["play", "--text", "--games", LONG],
        ["play", "--text", "--edition", LONG],
        ["play", "--text", "--switch", LONG],
        ["fuzz", "--scenario", LONG],
        ["odds", "combat", "--charts", LONG],
        ["compare", "position", LONG, "--editions", "v4.2", "1992"],
    ],
)
def test_a_very_long_name_is_a_short_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "..." in told(capsys, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play --no-open --port 65536", "should be less than or equal to 65535"),
        ("play --no-open --port -1", "should be greater than or equal to 0"),
        ("fuzz --games 99999999999999999999999999 --scenario throw-range", "--games must be at most 1000000"),
        ("match --games 2 --jobs 99999999999999999999", "--jobs must be at most 1000"),
        ("fuzz --games 1e3", "should be a valid integer"),
    ],
)
def test_numbers_out_of_bounds(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in told(capsys, *words.split())


# --- files -------------------------------------------------------------------------------------------------------


def fifo(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def no_text(path: Path) -> None:
    path.write_bytes(b"format = \xff\xfe")


def nothing(path: Path) -> None:
    path.touch()


def deep(path: Path) -> None:
    path.write_text("x = " + "[" * 9000, encoding="utf-8")


def deep_keys(path: Path) -> None:
    path.write_text("a." * 9000 + "a = 1", encoding="utf-8")


def huge(path: Path) -> None:
    path.write_text("x = " + "9" * 9000, encoding="utf-8")


def zero(path: Path) -> None:
    path.write_text("x = '\0'", encoding="utf-8")


STRANGE = (fifo, folder, dangling, no_text, nothing, deep, deep_keys, huge, zero)


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize(
    "words",
    [
        "odds combat --charts FILE",
        "play --text --charts FILE",
        "play --no-open FILE",
        "compare position FILE --editions v4.2 1992",
        "fuzz --games 1 --jobs 1 --scenario FILE",
    ],
)
def test_a_strange_file_is_one_sentence(
    strange: Callable[[Path], None], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "strange"
    strange(path)
    told(capsys, *words.replace("FILE", str(path)).split())


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize("name", ["scenario.toml", "counters.tsv", "board.hexmap"])
def test_a_strange_file_in_a_scenario_is_one_sentence(
    strange: Callable[[Path], None], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from redball.scenarios.load import DATA

    scenario = tmp_path / "crossing"
    scenario.mkdir()
    for path in (DATA / "crossing").iterdir():
        (scenario / path.name).write_bytes(path.read_bytes())
    (scenario / name).unlink()
    strange(scenario / name)
    told(capsys, *f"fuzz --games 1 --jobs 1 --scenario {scenario}".split())


def test_an_empty_chart_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own.toml").write_text("\n", encoding="utf-8")
    assert "own.toml: the chart file is empty" in told(capsys, *f"odds combat --charts {tmp_path}/own.toml".split())


# --- Ctrl-C ------------------------------------------------------------------------------------------------------


def group_of(leader: int) -> list[int]:
    """The living processes of a group."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, group, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(group) == leader and state != "Z":
            found.append(int(folder.name))
    return found


@pytest.mark.slow
def test_a_command_that_is_ended_from_outside_ends_its_processes() -> None:
    """SIGTERM, as a system sends that shuts down; it goes to the first process only."""
    words = "fuzz --games 40 --scenario smolensk --jobs 2"
    command = subprocess.Popen(
        [*LISTENING, *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        deadline = time.monotonic() + STARTED
        while len(group_of(command.pid)) < 4 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(group_of(command.pid)) == 4
        time.sleep(1.0)
        command.terminate()
        began = time.monotonic()
        _, err = command.communicate(timeout=STARTED)
        while group_of(command.pid) and time.monotonic() < began + 10:
            time.sleep(0.05)
        left = group_of(command.pid)
    finally:
        if group_of(command.pid):
            os.killpg(command.pid, signal.SIGKILL)
    assert time.monotonic() - began < 10
    assert (command.returncode, err, left) == (143, "", [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "processes", "moment", "everyone"),
    [
        long("fuzz --games 40 --scenario smolensk --jobs 2", 2, 0.0, True),
        ("fuzz --games 40 --scenario smolensk --jobs 2", 4, 1.0, True),
        long("match --games 40 --scenario smolensk --jobs 2", 4, 1.0, False),
        long("fuzz --games 40 --scenario smolensk --jobs 1", 1, 3.0, True),
    ],
)
def test_ctrl_c_ends_many_games_at_once(words: str, processes: int, moment: float, everyone: bool) -> None:
    """It comes `moment` seconds after so many processes run; from a terminal it goes to every one of them."""
    command = subprocess.Popen(
        [*LISTENING, *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        deadline = time.monotonic() + STARTED
        while len(group_of(command.pid)) < processes and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(moment)
        (os.killpg if everyone else os.kill)(command.pid, signal.SIGINT)
        began = time.monotonic()
        out, err = command.communicate(timeout=STARTED)
    except BaseException:
        os.killpg(command.pid, signal.SIGKILL)
        raise
    assert time.monotonic() - began < 10
    assert (command.returncode, out, err) == (130, "", "")
    while group_of(command.pid) and time.monotonic() < began + 10:
        time.sleep(0.05)
    assert group_of(command.pid) == []

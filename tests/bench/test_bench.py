"""The benchmarks: that they run and agree with their peers, and what the command says. Speed itself is not tested."""

import importlib.util
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
from msgspec import json

from redball import bench
from redball.bench.maps import generate_board
from redball.bench.results import Result, at_least, at_most, at_most_times, clock_itself, compare, seconds, side_by_side
from redball.board.kernel import kernel_name
from redball.cli.main import run
from support import long

FAST = compare("X1", "quick thing", 0.002, peer="slowlib", theirs=0.01, goal=at_least(5))
SLOW = compare("X2", "slow thing", 0.002, goal=at_most(0.001))
BIG = compare("X3", "big thing", 3_000_000, unit="bytes")


def fake_suite(quick: bool) -> Iterator[Result]:
    """A suite whose results are known; stands under this module's name."""
    yield FAST
    yield BIG if quick else SLOW


def lonely_suite(quick: bool) -> Iterator[Result]:
    """A suite that compares with something that is not there."""
    import networkx  # noqa: F401

    yield FAST


def broken_suite(quick: bool) -> Iterator[Result]:
    """A suite with a fault of its own."""
    import_module("redball.no_such_module")
    yield FAST


@pytest.fixture
def suites(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("fake", "lonely", "broken")
    monkeypatch.setattr(bench, "SUITES", {name: f"{__name__}:{name}_suite" for name in names})


def test_goals_are_met_or_missed() -> None:
    assert FAST.ratio == 5
    assert FAST.ok()
    assert not compare("X", "x", 0.0021, theirs=0.01, goal=at_least(5)).ok()
    assert compare("X", "x", 0.0021, theirs=0.01, goal=at_least(5)).ok(slack=1.5)
    assert not SLOW.ok(1.5)
    assert SLOW.ok(2.0)
    assert not compare("X", "x", 1.0, goal=at_least(5)).ok()  # no peer, no ratio
    assert BIG.ok()


def test_a_goal_may_be_so_many_times_the_peer() -> None:
    assert compare("X", "x", 14.0, theirs=1.0, goal=at_most_times(15)).ok()
    assert not compare("X", "x", 16.0, theirs=1.0, goal=at_most_times(15)).ok()
    assert compare("X", "x", 16.0, theirs=1.0, goal=at_most_times(15)).ok(slack=1.5)


def test_a_mean_ratio_may_be_given() -> None:
    assert compare("X", "x", 1.0, theirs=3.0, ratio=2.5).ratio == 2.5


def test_jobs_take_turns() -> None:
    log: list[str] = []
    times = side_by_side({"a": lambda: log.append("a"), "b": lambda: log.append("b")}, 2)
    assert log == ["a", "b"] * 3
    assert set(times) == {"a", "b"}
    assert all(took >= 0 for took in times.values())


def test_a_turn_may_be_several_calls_and_counts_their_mean() -> None:
    log: list[str] = []
    side_by_side({"a": lambda: log.append("a"), "b": lambda: log.append("b")}, 1, calls=3)
    assert "".join(log) == "aaabbb" * 2
    ticks = iter([10.0, 16.0, 20.0, 20.5])
    assert seconds(lambda: None, lambda: next(ticks), calls=3) == 2
    assert clock_itself(lambda: next(ticks)) == 0.5


@pytest.mark.usefixtures("suites")
class TestCommand:
    def test_the_table_says_what_was_met(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["bench", "fake"]) == 1
        out = capsys.readouterr().out
        assert "X1" in out
        assert "5.0x" in out
        assert "NO" in out

    def test_all_goals_met_is_status_0(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["bench", "fake", "--quick"]) == 0
        assert "3.0 MB" in capsys.readouterr().out

    def test_slack_makes_the_difference(self) -> None:
        assert run(["bench", "fake", "--slack", "1.5"]) == 1
        assert run(["bench", "fake", "--slack", "2"]) == 0

    def test_json_is_one_document(self, capsys: pytest.CaptureFixture[str]) -> None:
        run(["bench", "fake", "--json"])
        first, second = json.decode(capsys.readouterr().out)
        assert first == FAST.to_json() | {"ok": True}
        assert (second["id"], second["ok"], second["ratio"]) == ("X2", False, None)

    def test_an_unknown_suite_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["bench", "speed"]) == 2
        assert capsys.readouterr().err == 'redball: no benchmark suite "speed"; there are fake, lonely, broken\n'

    def test_a_missing_peer_is_told_in_its_row(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "networkx", None)
        assert run(["bench", "lonely", "fake", "--quick", "--json"]) == 0
        row, *others = json.decode(capsys.readouterr().out)
        assert row["what"] == "lonely: not measured, networkx is not installed"
        assert (row["ours"], row["ok"], len(others)) == (None, True, 2)

    def test_the_table_fits_80_columns(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        long = compare("B1", "supply of 1500 units, 60 HQs, 40 dumps, one search per unit", 7.1e-5, peer="scipy",
                       theirs=0.5, goal=at_least(500))  # fmt: skip
        times = compare("G3", "redball --help", 0.12, peer="python -c pass", theirs=0.01, goal=at_most_times(15))
        monkeypatch.setattr(bench, "run_suites", lambda names, quick: [long, times, FAST])
        assert run(["bench", "fake"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= 80
        assert "".join(lines).count("…") == 0
        assert any("7042.3x" in line and ">= 500x" in line for line in lines)
        assert any("1/12.0" in line and ">= 1/15" in line for line in lines)

    def test_a_fault_of_ours_is_not_a_missing_peer(self) -> None:
        with pytest.raises(ModuleNotFoundError, match="no_such_module"):
            list(bench.run_suites(["broken"]))


def test_the_map_is_the_same_for_the_same_seed_and_has_everything() -> None:
    board = generate_board(40, 30, seed=5)
    again, other = generate_board(40, 30, seed=5), generate_board(40, 30, seed=6)
    assert board.to_page() == again.to_page()
    assert board.terrain != other.terrain
    assert {"open", "woods", "swamp"} <= {here[0] for here in board.terrain}
    assert all(feature.sides for feature in board.features)
    assert {line.kind for line in board.lines} == {"road", "railroad"}


@pytest.mark.skipif(importlib.util.find_spec("scipy") is None, reason="needs the extra `bench`")
@pytest.mark.skipif(importlib.util.find_spec("networkx") is None, reason="needs the extra `bench`")
@pytest.mark.parametrize("suite", ["board", long("board-smolensk")])
def test_the_board_suites_run_and_agree_with_their_peers(suite: str) -> None:
    """Each part stops with an error if our answers and the peers' differ."""
    results = list(bench.run_suites([suite], quick=True))
    found = {result.id for result in results}
    assert found == {"A1", "A2", "A3", "A4", "B1", "B2"} - (set() if kernel_name() == "c" else {"A1"})
    assert all(result.ours is not None and result.ours > 0 for result in results)

"""The benchmark of the server with accounts: that it plays, and what it measures. Speed itself is not tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.bench import online_bench
from redball.bench.online_bench import Size


def test_clicks_are_measured_beside_a_bare_row_with_games_and_sockets_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online_bench, "QUICK", Size(games=2, sockets=4, clicks=3))
    alone, game, socket, slowest, median = online_bench.run(quick=True)
    for row in (alone, slowest, median):
        assert row.peer == online_bench.PEER
        assert row.ours is not None
        assert row.ratio is not None
        assert 0 < row.ratio < 100
    assert alone.goal is not None
    assert slowest.goal is not None
    assert median.goal is None
    assert game.unit == socket.unit == "bytes"


def test_a_call_that_fails_stops_the_measurement(tmp_path: Path) -> None:
    with online_bench.serving("bare", tmp_path, 1) as bare, pytest.raises(RuntimeError, match="/bare/none"):
        bare.call("POST", "/bare/none", {})

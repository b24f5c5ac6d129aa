"""The benchmark of the server: that it plays, and what it measures. Speed itself is not tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.bench import server_bench


def test_an_action_is_measured_beside_the_bare_endpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_bench, "GOALS", {"crossing": server_bench.GOALS["crossing"]})
    monkeypatch.setattr(server_bench, "IN_A_ROW", 4)
    synced, bare, plain, packed = server_bench.run(quick=True)
    for row in (synced, bare):
        assert row.id == "F1"
        assert row.peer in server_bench.PEERS
        assert row.ratio is not None
        assert 0 < row.ratio < 10
    assert synced.goal is not None
    assert bare.goal is None
    assert plain.unit == packed.unit == "bytes"
    assert plain.ours is not None
    assert 0 < plain.ours < 20_000


def test_games_are_drawn_one_after_the_other() -> None:
    calls = server_bench.drawn("crossing", 300)
    assert len(calls) == 300
    starts = [number for number, call in enumerate(calls) if call["seq"] == 0]
    assert len(starts) > 1
    assert calls == server_bench.drawn("crossing", 300)


def test_a_call_that_fails_stops_the_measurement(tmp_path: Path) -> None:
    with server_bench.serving(tmp_path) as connection, pytest.raises(RuntimeError, match="no game"):
        server_bench.timed(connection, "/api/games/nothing/act", {"side": "", "seq": 0, "actions": []})

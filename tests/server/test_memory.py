"""How many games are in memory, for how long, and what they hold open. The numbers are the server's own."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from copy import copy
from pathlib import Path
from types import SimpleNamespace
from weakref import ref

import pytest

from redball.server import open_games
from redball.server import session as sessions
from redball.server.session import Session
from redball.server.store import IDLE, MOST_OPEN, NoGame, Store
from server.kit import PLAYERS

OPEN_FILES = Path("/proc/self/fd")
FEWEST_FILES = 128
"""Files that a program may have open at once on a machine that allows few."""


@pytest.fixture
def pass_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], float]:
    """Lets seconds pass for the store and its sessions, and tells the time."""
    now = [1000.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], time=lambda: now[0])
    monkeypatch.setattr(open_games, "time", clock)
    monkeypatch.setattr(sessions, "time", clock)

    def later(seconds: float) -> float:
        now[0] += seconds
        return now[0]

    return later


def begun(store: Store, seed: int) -> str:
    """The id of a new game."""
    return store.create("crossing", PLAYERS, {}, seed).id


def test_an_idle_game_leaves_memory_when_another_is_opened(tmp_path: Path, pass_by: Callable[[float], float]) -> None:
    store = Store(tmp_path)
    asked_for, idle = begun(store, 1), begun(store, 2)
    gone = [ref(one) for one in (store.get(idle), store.get(idle).game.look.world)]
    pass_by(IDLE - 1)
    with store.using(asked_for):
        begun(store, 3)
    assert store.open_games == 3, "nobody has been idle for long"
    pass_by(2)
    fourth = begun(store, 4)
    assert store.open_games == 3
    gc.collect()
    assert [one() for one in gone] == [None, None], "nothing else holds an idle game, nor what its rules found"
    pass_by(IDLE + 1)
    with store.using(fourth), store.using(idle) as again:
        assert not again.game.records
        assert store.open_games == 2, "those that requests are at work on stay, and the others do not"
    assert 5 * 60 <= IDLE <= 60 * 60, "a pause does not cost the player a wait, an evening not the machine its memory"


def test_no_more_games_are_open_than_the_most(tmp_path: Path, pass_by: Callable[[float], float]) -> None:
    store = Store(tmp_path)
    assert MOST_OPEN * 3 < FEWEST_FILES, "not even with files open for each"
    first = store.get(begun(store, 1))

    def opened(gid: str) -> Session:
        pass_by(1)
        other = copy(first)
        other.id, other.used = gid, pass_by(0)
        store._keep(other)
        return other

    games = [opened(f"g{number}") for number in range(2 * MOST_OPEN)]
    kept = games[-MOST_OPEN:]
    assert list(store._open.values()) == kept, "those that were needed last"
    with kept[0]:
        opened("more")
        assert store.open_games == MOST_OPEN + 1, "a request is at work on the oldest"
    opened("still more")
    assert store.open_games == MOST_OPEN


def test_nothing_is_kept_of_games_that_are_gone(tmp_path: Path) -> None:
    """Neither who opened them, nor what the list has read of them."""
    kept, deleted = (begun(Store(tmp_path), seed) for seed in (1, 2))
    store = Store(tmp_path)
    for gid in (kept, deleted):
        with store.using(gid):
            pass
    for gid in ("nowhere", "0" * 12):
        with pytest.raises(NoGame):
            store.get(gid)
    assert len(store.list()) == 2
    store.delete(deleted)
    assert [game.id for game in store.list()] == [kept]
    gc.collect()
    assert not store._opening
    assert [*store._known] == [f"{kept}.redball"]


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="this machine does not tell which files are open")
def test_an_open_game_holds_no_file_open(tmp_path: Path) -> None:
    store = Store(tmp_path)
    before = set(os.listdir(OPEN_FILES))
    for gid in [begun(store, seed) for seed in range(3)]:
        with store.using(gid) as session:
            took(session)
    assert store.open_games == 3
    assert set(os.listdir(OPEN_FILES)) == before


def took(session: Session) -> None:
    """An action that the save has written down."""
    open_ = session.game.decision
    assert open_ is not None
    assert session.act(open_.side, [session.game.choices()[0]]) is None
    assert len(session.save.path.read_bytes().splitlines()) > 2

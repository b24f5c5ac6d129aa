"""`kill -9` at any moment loses at most the action in flight."""

from __future__ import annotations

import multiprocessing
import time
from ctypes import c_int
from pathlib import Path
from random import Random

import pytest

from redball.bots.random_play import at_random
from redball.game import Game
from redball.game.save import SaveFile, load, state_hash, verify

MOMENTS = 20
CONTEXT = multiprocessing.get_context("fork")


def play(path: Path, seed: int, written: c_int) -> None:
    """Play a game at random and write everything down; `written` is the number of actions that were."""
    game = Game.new("crossing", seed=seed)
    SaveFile(path, game)
    rng = Random(seed)
    while game.decision is not None:
        game.do(at_random(game.choices(), rng.getrandbits(64)))
        written.value = len(game.records)
    time.sleep(60)


@pytest.mark.slow
def test_a_killed_process_leaves_a_save_that_loads(tmp_path: Path) -> None:
    rng = Random(50)
    sizes = set()
    for moment in range(MOMENTS):
        path = tmp_path / f"{moment}.redball"
        written = CONTEXT.Value("i", -1, lock=False)  # a process that is killed would keep the lock for ever
        process = CONTEXT.Process(target=play, args=(path, moment, written), daemon=True)
        process.start()
        while written.value < 1:
            assert process.is_alive(), f"the process of moment {moment} ended by itself"
            time.sleep(0.001)
        time.sleep(rng.random() * 0.12)
        process.kill()
        process.join()
        known = written.value
        found = load(path)
        game = found.game
        assert known <= len(game.records) <= known + 1
        sizes.add(len(game.records))
        if moment % 10 == 0:
            loaded, again, *_ = verify(path)
            assert state_hash(loaded.state) == state_hash(again.state)
        SaveFile.reopen(path, found)
        if game.decision is not None:
            game.do(game.choices()[0])
        assert len(load(path).game.records) == len(game.records)
    assert len(sizes) > MOMENTS // 4, "the moments were all the same"

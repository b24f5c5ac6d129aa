"""Damaged saves: the game before the damage, or one sentence; never another game."""

from __future__ import annotations

import errno
import os
import resource
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from game.saves import lines, played
from redball.game import Game
from redball.game.save import Loaded, SaveError, SaveFile, SaveMoved, Unwritable, load, state_hash
from redball.game.save.file import BEGINS, HALF_MADE
from redball.game.save.lock import locked


def states_of(game: Game) -> list[str]:
    """The hash of the state after each number of actions."""
    return [state_hash(state) for _, state in game.states_until(len(game.records))]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, bytes]:
    """A game that was never undone, and its save."""
    folder = tmp_path_factory.mktemp("whole")
    game = Game.new("crossing", seed=3)
    SaveFile(folder / "w.redball", game)
    for _ in range(40):
        game.do(game.choices()[0])
    return game, (folder / "w.redball").read_bytes()


def loaded(path: Path) -> tuple[Loaded | None, str]:
    """A save, and what is said of it."""
    try:
        found = load(path)
    except SaveError as error:
        return None, str(error)
    return found, found.damage


def is_a_beginning(path: Path, game: Game, hashes: list[str]) -> bool:
    """The save leads to a state of the game, by the same actions; False for a sentence instead."""
    found, said = loaded(path)
    assert len(said) <= 300
    assert "\n" not in said
    if found is None:
        return False
    number = len(found.game.records)
    assert found.game.records == game.records[:number]
    assert state_hash(found.game.state) == hashes[number]
    assert bool(found.damage) == (number < len(game.records))
    return True


def test_no_flipped_bit_leads_to_another_game(whole: tuple[Game, bytes], tmp_path: Path) -> None:
    game, raw = whole
    hashes, path, rng = states_of(game), tmp_path / "f.redball", Random(600)
    last = raw.rfind(b"\n", 0, -1)
    told = 0
    for _ in range(150):
        at = rng.randrange(last)  # behind that, a flip may make the last line one that was never finished
        flipped = bytearray(raw)
        flipped[at] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        told += is_a_beginning(path, game, hashes)
    assert told > 75, "most flips are behind the header"


@pytest.mark.parametrize("change", ["lost", "doubled", "swapped"])
def test_lines_that_are_lost_doubled_or_swapped_break_the_chain(
    whole: tuple[Game, bytes], tmp_path: Path, change: str
) -> None:
    game, raw = whole
    hashes, path = states_of(game), tmp_path / "l.redball"
    for at in range(2, 30, 3):
        text = raw.splitlines(keepends=True)
        if change == "lost":
            del text[at]
        elif change == "doubled":
            text.insert(at, text[at])
        else:
            text[at], text[at + 1] = text[at + 1], text[at]
        path.write_bytes(b"".join(text))
        assert is_a_beginning(path, game, hashes)
        assert load(path).damage.startswith(f"l.redball, line {at + 1 + (change == 'doubled')}: ")


def test_what_is_damaged_is_set_aside_when_the_game_goes_on(tmp_path: Path) -> None:
    _, path = played(tmp_path)
    for number in (1, 2):
        text = lines(path)
        text[9] = text[9].replace("{", "[", 1)
        path.write_text("\n".join([*text, '{"unfinished']), encoding="utf-8")
        before = path.read_bytes()
        found = load(path)
        assert path.read_bytes() == before, "looking at a game writes nothing"
        SaveFile.reopen(path, found)
        found.game.do(found.game.choices()[0])
        aside = tmp_path / f"{path.name}.damaged-{number}"
        assert aside.read_bytes() == b"\n".join(before.split(b"\n")[9:])
        again = load(path)
        assert (again.damage, state_hash(again.game.state)) == ("", state_hash(found.game.state))
        path.write_bytes(before)


# --- what cannot be written ------------------------------------------------------------------------------------


@contextmanager
def disk_full_at(size: int) -> Iterator[None]:
    """No file grows beyond a size in bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 1, 100])
def test_what_cannot_be_written_down_does_not_happen(tmp_path: Path, room: int) -> None:
    """Nor is a part of it left in the file."""
    game, path = played(tmp_path)
    before, state, records = path.read_bytes(), game.state, list(game.records)
    open_ = game.decision
    assert open_ is not None
    with disk_full_at(len(before) + room):
        with pytest.raises(Unwritable, match=r"the game cannot be saved .*, so nothing was done"):
            game.do(game.choices()[0])
        assert path.read_bytes() == before
        with pytest.raises(Unwritable):
            game.rewind(3)
        assert path.read_bytes() == before
    assert (game.state, game.records, game.branches) == (state, records, 0)
    game.do(game.choices()[0])
    assert state_hash(load(path).game.state) == state_hash(game.state), "and with room again it goes on"


def test_what_is_written_together_waits_for_the_disk_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = played(tmp_path)
    save, waits = game.keeper, Counter[int]()
    assert isinstance(save, SaveFile)
    opened, open_path = Counter[str](), Path.open

    def counting(path: Path, mode: str, **more: Any) -> Any:
        opened[mode] += 1
        return open_path(path, mode, **more)

    monkeypatch.setattr(os, "fsync", lambda file: waits.update([os.fstat(file).st_size]))
    monkeypatch.setattr(Path, "open", counting)
    with save.together(), save.together():
        for _ in range(3):
            game.do(game.choices()[0])
        assert opened == {"r+b": 1}
        assert state_hash(load(path).game.state) == state_hash(game.state), "another program reads what is there"
        assert not waits
    assert waits == {path.stat().st_size: 1}, "when all of it had been written"
    with save.together():
        pass
    assert waits.total() == 1, "for nothing there is no waiting"
    game.do(game.choices()[0])
    assert waits.total() == 2


@pytest.mark.skipif(not BEGINS, reason="this system cannot be told to begin")
def test_the_disk_begins_before_what_is_written_together_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for all the same, and where it takes no advice nothing is lost but time."""
    game, path = played(tmp_path)
    save, told = game.keeper, list[str]()
    assert isinstance(save, SaveFile)

    def begin(file: int, *_: int) -> None:
        told.append(f"begin at {os.fstat(file).st_size}")
        raise OSError(errno.EINVAL, "no advice here")

    monkeypatch.setattr(os, "posix_fadvise", begin)
    monkeypatch.setattr(os, "fsync", lambda file: told.append(f"wait at {os.fstat(file).st_size}"))
    save.hurry()
    with save.together():
        save.hurry()
        assert not told, "nothing has been written"
        game.do(game.choices()[0])
        save.hurry()
        assert told == [f"begin at {path.stat().st_size}"]
    assert told[1:] == [f"wait at {path.stat().st_size}"]


def test_what_the_disk_does_not_take_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game in memory has gone on, so it is read again, and nothing is added to the save from there."""
    game, path = played(tmp_path)
    save, before = game.keeper, path.read_bytes()
    assert isinstance(save, SaveFile)

    def broken(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", broken)
        with pytest.raises(Unwritable, match="Input/output error"), save.together():
            game.do(game.choices()[0])
    assert path.read_bytes() == before
    assert not save.unchanged
    with pytest.raises(SaveMoved):
        game.do(game.choices()[0])
    assert path.read_bytes() == before


def test_what_was_written_before_a_mistake_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = played(tmp_path)
    save, waits = game.keeper, Counter[int]()
    assert isinstance(save, SaveFile)
    monkeypatch.setattr(os, "fsync", lambda file: waits.update([os.fstat(file).st_size]))

    def go_wrong() -> None:
        game.do(game.choices()[0])
        raise RuntimeError("mistake")

    with pytest.raises(RuntimeError, match="mistake"), save.together():
        go_wrong()
    assert waits == {path.stat().st_size: 1}
    assert state_hash(load(path).game.state) == state_hash(game.state)


def test_an_undo_that_cannot_be_written_down_does_not_happen(tmp_path: Path) -> None:
    game = Game.new("crossing", seed=1)
    path = tmp_path / "u.redball"
    SaveFile(path, game)
    while not game.undo_steps:
        game.do(game.choices()[0])
    assert game.decision is not None
    side, state, size = game.decision.side, game.state, path.stat().st_size
    with disk_full_at(size), pytest.raises(Unwritable):
        game.undo(side)
    assert (game.state, path.stat().st_size) == (state, size)
    game.undo(side)
    with disk_full_at(path.stat().st_size), pytest.raises(Unwritable):
        game.redo(side)
    assert game.redo_steps == 1
    game.redo(side)
    assert (game.state, state_hash(load(path).game.state)) == (state, state_hash(state))


@pytest.mark.parametrize("room", [0, 500])
def test_a_game_that_cannot_begin_leaves_no_file(tmp_path: Path, room: int) -> None:
    with disk_full_at(room), pytest.raises(Unwritable, match="the game cannot be saved"):
        SaveFile(tmp_path / "n.redball", Game.new("crossing"))
    assert [*tmp_path.iterdir()] == []


def test_a_save_is_not_written_over(tmp_path: Path) -> None:
    _, path = played(tmp_path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        SaveFile(path, Game.new("crossing"))
    assert (path.read_bytes(), [*tmp_path.glob(f".*{HALF_MADE}")]) == (before, [])


# --- other programs --------------------------------------------------------------------------------------------


def test_two_programs_never_write_over_each_other(tmp_path: Path) -> None:
    """Whoever does not know the last line writes nothing."""
    game, path = played(tmp_path)
    other = load(path)
    SaveFile.reopen(path, other)
    game.do(game.choices()[0])
    before, state = path.read_bytes(), other.game.state
    with pytest.raises(SaveMoved, match="another program has written to this game"):
        other.game.do(other.game.choices()[-1])
    assert (path.read_bytes(), other.game.state) == (before, state)
    assert load(path).game.records == game.records


def test_a_program_waits_while_another_one_writes(tmp_path: Path) -> None:
    """Else both could find the save as they know it, and write at the same place."""
    game, path = played(tmp_path)
    before, action = path.read_bytes(), game.choices()[0]
    with path.open("r+b", buffering=0) as other:
        with locked(other):
            writer = Thread(target=game.do, args=(action,))
            writer.start()
            writer.join(0.1)
            assert writer.is_alive()
            assert path.read_bytes() == before
        writer.join(10)
    assert not writer.is_alive()
    assert load(path).game.records == game.records


def test_a_deleted_save_is_not_made_again(tmp_path: Path) -> None:
    game, path = played(tmp_path)
    path.unlink()
    with pytest.raises(SaveMoved, match="this game has been deleted"):
        game.do(game.choices()[0])
    assert not path.exists()


@pytest.mark.parametrize("more", [0, 1])
def test_nothing_is_told_of_a_save_that_is_deleted_meanwhile(tmp_path: Path, more: int) -> None:
    game, path = played(tmp_path)
    save = game.keeper
    assert isinstance(save, SaveFile)

    def play_on() -> None:
        with save.together():
            game.do(game.choices()[0])
            path.unlink()
            for _ in range(more):
                game.do(game.choices()[0])

    with pytest.raises(SaveMoved, match="this game has been deleted"):
        play_on()
    assert not save.unchanged
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("kind", ["a folder", "a pipe", "a dangling link"])
def test_what_is_no_file_is_no_save(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.redball"
    if kind == "a folder":
        path.mkdir()
    elif kind == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / "nothing")
    with pytest.raises(SaveError, match=r"not a file|No such file"):
        load(path)

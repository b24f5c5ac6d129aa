"""Saves: an append-only file of JSON lines. A header, then actions with what happened, checkpoints, undos and rewinds.

`kill -9` at any moment loses at most the action in flight: each line is written and synced at once, and an
unfinished last line is dropped on loading. Loading takes the last checkpoint and the actions behind it; `verify`
plays everything again.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import msgspec

from redball.core import engine, events
from redball.core.actions import decode_action
from redball.core.dice import Dice, DicePosition
from redball.core.edition import EditionError
from redball.core.events import Event
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Frame, State
from redball.core.world import World
from redball.game.game import Game, Record

FORMAT = "redball-save 1"
RULES_VERSION = 1


class SaveError(ValueError):
    """A save that cannot be read; the text names the line and what is wrong."""


def encode_state(state: State) -> bytes:
    """The whole state as packed bytes, always the same for the same state."""
    by_name = state.change(
        dumps={side: _by_name(own) for side, own in state.dumps.items()},
        hedgehogs=_by_name(state.hedgehogs),
        control=_by_name(state.control),
    )
    return msgspec.msgpack.Encoder(order="deterministic").encode(by_name)


def _by_name(by_hex: dict[int, Any]) -> dict[Any, Any]:
    """Keys as text: only such can be put in a fixed order. Reading them turns them into numbers again."""
    return {str(hex_): value for hex_, value in by_hex.items()}


def decode_state(world: World, raw: bytes) -> State:
    """The state from its packed form.

    Raises SaveError for a procedure, step or record that this version does not know.
    """
    return _typed_frames(world, msgspec.msgpack.decode(raw, type=State, strict=False))


def _typed_frames(world: World, state: State) -> State:
    frames = []
    for frame in state.stack:
        table = world.edition.procedures.get(frame.procedure)
        if table is None:
            raise SaveError(f"the save is in a procedure {frame.procedure!r} that this version does not have")
        try:
            table.index(frame.step)
            frames.append(Frame(frame.procedure, frame.step, msgspec.convert(frame.data, table.data)))
        except (EditionError, msgspec.ValidationError) as error:
            raise SaveError(f"the save is in {frame.procedure}.{frame.step}: {error}") from error
    return state.change(stack=tuple(frames))


def state_hash(state: State) -> str:
    """A short name of a state: equal states have equal hashes in every process."""
    return blake2b(encode_state(state), digest_size=16).hexdigest()


def event_kinds() -> list[type[Event]]:
    """Every kind of event."""
    return _leaves(Event)


def event_union() -> Any:
    """The type that decodes any event."""
    kinds = event_kinds()
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union


def _leaves(kind: type[Event]) -> list[type[Event]]:
    below = kind.__subclasses__()
    own = [] if kind in (Event, events.UnitEvent) else [kind]
    return own + [leaf for sub in below for leaf in _leaves(sub)]


class SaveFile:
    """A save that is being written. `header` is free for the server (players, title)."""

    def __init__(self, path: Path, game: Game, header: dict[str, Any] | None = None) -> None:
        """Start a new file for a game that has just begun."""
        self.path = path
        self._file: TextIOWrapper = path.open("x", encoding="utf-8")
        scenario = game.world.scenario
        self._write(
            {
                "format": FORMAT,
                "rules": RULES_VERSION,
                "scenario": scenario.id,
                "edition": game.world.edition.name,
                "switches": game.world.switches,
                "seed": game.dice.seed,
                "script": game.dice.script,
                "about": header or {},
                "opening": game.opening,
            }
        )
        self.checkpoint(game)

    @classmethod
    def reopen(cls, path: Path) -> SaveFile:
        """Go on writing a save that was loaded; an unfinished last line is cut off first."""
        raw = path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        if whole != raw:
            with path.open("r+b") as file:
                file.truncate(len(whole))
        save = cls.__new__(cls)
        save.path = path
        save._file = path.open("a", encoding="utf-8")
        return save

    def _write(self, line: Any) -> None:
        self._file.write(msgspec.json.encode(line, order="deterministic").decode() + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def append(self, record: Record) -> None:
        """One action and what happened."""
        self._write({"side": record.side, "action": record.action, "events": record.events})

    def undo(self, to: int) -> None:
        """The history goes back to `to` actions."""
        self._write({"undo": to})

    def rewind(self, game: Game) -> None:
        """The history went back by consent to where the game now stands, and the dice started another branch."""
        self._write({"rewind": len(game.records), "branch": game.branches})
        self.checkpoint(game)

    def checkpoint(self, game: Game) -> None:
        """The whole state after so many actions."""
        self._write({"checkpoint": len(game.records), "state": encode_state(game.state)})

    def close(self) -> None:
        """No more."""
        self._file.close()


class Loaded(msgspec.Struct, frozen=True):
    """What a save holds: the game, ready to go on, and the server's part of the header."""

    game: Game
    about: dict[str, Any]


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path.name}: {error.strerror or error}") from error
    lines = raw.split(b"\n")
    found = []
    for number, line in enumerate(lines[:-1], 1):
        try:
            found.append(msgspec.json.decode(line, type=dict[str, Any]))
        except msgspec.DecodeError as error:
            raise SaveError(f"{path.name}, line {number}: {error}") from error
    if not found or found[0].get("format") != FORMAT:
        raise SaveError(f"{path.name}, line 1: a save begins with a header of format {FORMAT!r}")
    return found


def _new_game(path: Path, header: dict[str, Any]) -> Game:
    try:
        game = Game.new(
            header["scenario"],
            seed=header["seed"],
            edition=header["edition"],
            switches=header["switches"],
            script=header["script"],
        )
        game.opening = msgspec.convert(header["opening"], tuple[event_union(), ...])  # type: ignore[misc]
    except KeyError as error:
        raise SaveError(f"{path.name}, line 1: the header lacks {error}") from error
    except (ValueError, EditionError) as error:
        raise SaveError(f"{path.name}, line 1: {error}") from error
    return game


def load(path: Path) -> Loaded:
    """A saved game, from its last usable checkpoint and the actions behind it.

    Raises SaveError naming file, line and what is wrong.
    """
    lines = _lines(path)
    game = _new_game(path, lines[0])
    records, checkpoints, branch, rewound = _history(path, lines[1:])
    number, raw = max((c for c in checkpoints if c[0] <= len(records)), key=lambda c: c[0], default=(0, b""))
    state = decode_state(game.world, raw) if raw else game.state
    if rewound is not None and rewound[0] >= number:
        state, number = _replayed(game, state, records[number : rewound[0]], number), rewound[0]
        state = state.change(dice=DicePosition(branch, state.dice.drawn))
    game.branches = branch
    game.records = records[:number]
    game.look = Look(game.world, state)
    game._checkpoints = [(number, state)]
    for record in records[number:]:
        taken = game.take(record.side, record.action)
        if taken.refusal is not None:
            where = f"{path.name}, action {len(game.records) + 1}"
            raise SaveError(f"{where}: {record.action} is refused now ({taken.refusal.code}, {taken.refusal.case})")
    return Loaded(game, lines[0].get("about", {}))


def _replayed(game: Game, state: State, records: list[Record], number: int) -> State:
    look = Look(game.world, state)
    for i, record in enumerate(records):
        answer = engine.apply(look, game.dice, record.side, record.action)
        if isinstance(answer, Refusal):
            raise SaveError(f"action {number + i + 1}: {record.action} is refused now ({answer.code}, {answer.case})")
        look = answer[0]
    return look.state


History = tuple[list[Record], list[tuple[int, bytes]], int, tuple[int, int] | None]


def _history(path: Path, lines: list[dict[str, Any]]) -> History:
    """Records and checkpoints after all undos; the last rewind as (actions kept, branch)."""
    records: list[Record] = []
    checkpoints: list[tuple[int, bytes]] = []
    branch, rewound = 0, None
    union = event_union()
    for number, line in enumerate(lines, 2):
        try:
            if "action" in line:
                happened = msgspec.convert(line["events"], tuple[union, ...])
                records.append(Record(line["side"], decode_action(line["action"]), happened))
            elif "checkpoint" in line:
                checkpoints.append((line["checkpoint"], msgspec.convert(line["state"], bytes)))
            elif "undo" in line or "rewind" in line:
                keep = line["undo"] if "undo" in line else line["rewind"]
                if not 0 <= keep <= len(records):
                    raise SaveError(f"there are only {len(records)} actions to go back over, not to {keep}")
                del records[keep:]
                checkpoints = [c for c in checkpoints if c[0] <= keep]
                if "rewind" in line:
                    branch = line["branch"]
                    rewound = (keep, branch)
            else:
                raise SaveError(f"neither action, checkpoint, undo nor rewind: {sorted(line)}")
        except (msgspec.ValidationError, KeyError, TypeError, SaveError) as error:
            raise SaveError(f"{path.name}, line {number}: {error}") from error
    return records, checkpoints, branch, rewound


def verify(path: Path) -> tuple[Game, Game]:
    """(the game as loaded, the game played again from the beginning with nothing but actions).

    Raises SaveError when an action is refused in the replay.
    """
    loaded = load(path).game
    lines = _lines(path)
    game = _new_game(path, lines[0])
    for number, line in enumerate(lines[1:], 2):
        if "action" in line:
            taken = game.take(line["side"], decode_action(line["action"]))
            if taken.refusal is not None:
                raise SaveError(f"{path.name}, line {number}: the action is refused ({taken.refusal.code})")
        elif "undo" in line:
            while len(game.records) > line["undo"]:
                _step_back(game)
        elif "rewind" in line:
            game.rewind(line["rewind"])
            game.restart_from(line["rewind"], game.state, line["branch"])
    return loaded, game


def _step_back(game: Game) -> None:
    open_ = game.decision
    refused = game.undo(open_.side) if open_ else None
    if refused is not None:
        raise SaveError(f"an undo of the save is refused now ({refused.code})")


__all__ = ["Dice", "Loaded", "SaveError", "SaveFile", "load", "state_hash", "verify"]

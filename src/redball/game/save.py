"""Saves: an append-only file of JSON lines. A header, then actions with their events, checkpoints, undos and rewinds.

`kill -9` at any moment loses at most the action in flight: each line is written and synced at once, and loading drops
an unfinished last line. Loading takes the last checkpoint and plays the actions after it; `verify` plays everything
again.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from hashlib import blake2b
from io import TextIOWrapper
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from redball.core.actions import Action
from redball.core.edition import any_of
from redball.core.errors import EditionError
from redball.core.events import PhaseBegan
from redball.core.own import Own, UnitOwn
from redball.core.procedures import Procedure
from redball.core.state import IDLE, SHORT_NAMES, Dump, Frame, Hedgehog, State, StateOwn, Unit, Units
from redball.core.world import World
from redball.game.game import Game, Record, seal_of

FORMAT = "redball-save 4"
READABLE = (FORMAT, "redball-save 3", "redball-save 2", "redball-save 1")
"""Format 1 packed a unit as a list of its fields. Up to format 3, some records of single editions were fields of the
unit or the state, and a state did not count the Levels that a hedgehog gained in a turn."""

RULES_VERSION = 1

Kept = TypeVar("Kept", Unit, "PackedState")


class SaveError(ValueError):
    """A save that cannot be read; the text names the line and the fault."""


class PackedState(State, frozen=True):
    """A state as it is written: its mappings become sorted lists."""

    units: tuple[Unit, ...]  # type: ignore[assignment]
    dumps: dict[str, tuple[tuple[int, Dump], ...]]  # type: ignore[assignment]
    hedgehogs: tuple[tuple[int, Hedgehog], ...]  # type: ignore[assignment]
    control: tuple[tuple[int, str], ...]  # type: ignore[assignment]
    regauged: tuple[tuple[int, str], ...] = ()  # type: ignore[assignment]
    landed: tuple[tuple[int, int], ...] = ()  # type: ignore[assignment]
    raised: tuple[tuple[int, int], ...] = ()  # type: ignore[assignment]


class Shape(msgspec.Struct, frozen=True):
    """Tells states from older ones, which have `damaged_rails` or lack `own`."""

    own: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    damaged_rails: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET

    @property
    def older(self) -> bool:
        """It is of format 1, 2 or 3."""
        return self.own is msgspec.UNSET or self.damaged_rails is not msgspec.UNSET


FIELDS_OF_1 = (
    "id", "counter", "side", "hex", "facing", "marker", "steps_lost", "internals", "out_of_supply", "keeps_zoc",
    "hq_fueled", "formation_fueled", "points", "load", "captured", "cut_off", "returns", "extender", "activity",
    "dg_kind", "tapped", "low_supply",
)  # fmt: skip
"""The order of a unit's fields in format 1. The last ones were added late and may be missing."""

BY_HEX = ("hedgehogs", "control", "regauged", "landed", "raised")
"""Fields of a state that are keyed by hex: msgpack maps cannot be."""

OPTIONAL_NOW = {("player_turn", "raider_check"): "exploitation_combat_absorption"}
"""Steps in older saves that now belong to an option, and the step that follows each."""


_ENCODER = msgspec.msgpack.Encoder(order="deterministic")
_DECODER = msgspec.msgpack.Decoder(PackedState)
_SHAPE = msgspec.msgpack.Decoder(Shape)


def encode_state(state: State) -> bytes:
    """The whole state as packed bytes; equal states give equal bytes."""
    packed = PackedState(
        **asdict(state)
        | {
            "units": tuple([_with_shared_idle(unit) for unit in state.units.values()]),
            "dumps": {side: tuple(sorted(own.items())) for side, own in state.dumps.items()},
        }
        | {name: tuple(sorted(getattr(state, name).items())) for name in BY_HEX}
    )
    return _ENCODER.encode(packed)


def _with_shared_idle(unit: Unit) -> Unit:
    """The unit with the shared IDLE activity, which packing leaves out, if it did nothing in this phase."""
    return unit if unit.activity is IDLE or unit.activity != IDLE else unit.change(activity=IDLE)


def _of_older(world: World, raw: bytes) -> bytes:
    """A state of format 1, 2 or 3, packed as now: each record class picks out the fields that older saves had for
    it."""
    plain = msgspec.msgpack.decode(raw)

    def with_own(fields: dict[str, Any], base: type[Own]) -> dict[str, Any]:
        own = list(fields.get("own", ()))
        for kind in world.edition.records:
            if issubclass(kind, base) and (record := kind.of_older(fields)) is not None:
                own.append(msgspec.to_builtins(record))
        return fields | {"own": sorted(own, key=itemgetter("of"))} if own or base is StateOwn else fields

    plain["units"] = [with_own(_named(unit), UnitOwn) for unit in plain["units"]]
    twice = frozenset(plain.get("raised_twice", ()))
    plain["raised"] = [(hex_, 2 if hex_ in twice else 1) for hex_ in plain.get("raised", ())]
    return _ENCODER.encode(with_own(plain, StateOwn))


def _named(unit: dict[str, Any] | list[Any]) -> dict[str, Any]:
    """The fields of a unit by name: format 1 has them as a list."""
    if isinstance(unit, dict):
        return unit
    return {SHORT_NAMES.get(name, name): value for name, value in zip(FIELDS_OF_1, unit, strict=False)}


def _with_records(world: World, of: Kept) -> Kept:
    """A decoded unit or state, with its edition records typed."""
    if not of.own:
        return of
    if not world.edition.records:
        raise SaveError(f"the save has {of.own[0]}, which {world.edition.name} does not know")
    return replace(of, own=msgspec.convert(of.own, tuple[any_of(world.edition.records), ...]))  # type: ignore[misc]


def decode_state(world: World, raw: bytes) -> State:
    """The state from its packed form.

    Raises SaveError for a procedure, step or record that this version does not know, or for two units with one id.
    """
    packed = _DECODER.decode(_of_older(world, raw) if _SHAPE.decode(raw).older else raw)
    try:
        units = Units([_with_records(world, unit) for unit in packed.units])
        packed = _with_records(world, packed)
    except ValueError as error:
        raise SaveError(str(error)) from error
    state = State(
        **asdict(packed)
        | {
            "units": units,
            "dumps": {side: dict(own) for side, own in packed.dumps.items()},
        }
        | {name: dict(getattr(packed, name)) for name in BY_HEX}
    )
    return _typed_frames(world, state)


def _typed_frames(world: World, state: State) -> State:
    frames = []
    for frame in state.stack:
        table = world.edition.procedures.get(frame.procedure)
        if table is None:
            raise SaveError(f"the save is in a procedure {frame.procedure!r} that this version does not have")
        try:
            step = _step(table, frame)
            table.index(step)
            frames.append(Frame(frame.procedure, step, msgspec.convert(frame.data, table.data)))
        except (EditionError, msgspec.ValidationError) as error:
            raise SaveError(f"the save is in {frame.procedure}.{frame.step}: {error}") from error
    return state.change(stack=tuple(frames))


def _step(table: Procedure, frame: Frame) -> str:
    """The step where a frame stands; the next one if its game does not have that step."""
    there = any(step.name == frame.step for step in table.steps)
    return frame.step if there else OPTIONAL_NOW.get((frame.procedure, frame.step), frame.step)


def state_hash(state: State) -> str:
    """A digest of a state: equal states have equal hashes in every process."""
    return blake2b(encode_state(state), digest_size=16).hexdigest()


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a save. `about` is for the server's own data; `opening` are the events before the first
    decision; `charts` is the text of the game's own chart file, if it has one."""

    format: str
    rules: int
    scenario: str
    position: str = ""
    edition: str
    switches: dict[str, Any]
    seed: int
    script: tuple[int, ...] = ()
    charts: str = ""
    about: dict[str, Any] = {}
    opening: list[dict[str, Any]] = []


class SaveFile:
    """A save that is being written. `about` is for the server's own data (players, title)."""

    durable = True
    """Whether each line is synced to disk before the game goes on."""

    def __init__(self, path: Path, game: Game, about: dict[str, Any] | None = None, durable: bool = True) -> None:
        """Start a new file for a game that has just begun. `durable`: see the class."""
        self.path = path
        self.durable = durable
        self._file: TextIOWrapper = path.open("x", encoding="utf-8")
        header = Header(
            format=FORMAT,
            rules=RULES_VERSION,
            scenario=game.world.scenario.id,
            position=game.world.position,
            edition=game.world.edition.name,
            switches=game.world.switches,
            seed=game.dice.seed,
            script=game.dice.script,
            charts=game.world.edition.own_charts,
            about=about or {},
            opening=msgspec.to_builtins(game.opening),
        )
        self._write(header)
        self.checkpoint(game)

    @classmethod
    def reopen(cls, path: Path) -> SaveFile:
        """Continue a save that was loaded. Cuts off an unfinished last line first."""
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
        if self.durable:
            self._file.flush()
            os.fsync(self._file.fileno())

    def record(self, game: Game) -> None:
        """Write the game's last action, and a checkpoint if it began a new Player Turn."""
        self.append(game.records[-1])
        first = game.world.edition.procedures["player_turn"].steps[0].name
        if any(isinstance(e, PhaseBegan) and e.phase == first for e in game.records[-1].events):
            self.checkpoint(game)

    def append(self, record: Record) -> None:
        """Write one action and its events."""
        self._write({"side": record.side, "action": record.action, "events": record.events})

    def undo(self, to: int) -> None:
        """Write an undo to after action `to`."""
        self._write({"undo": to})

    def rewind(self, game: Game) -> None:
        """Write a rewind to where the game stands now, with the new branch of the dice."""
        self._write({"rewind": len(game.records), "branch": game.branches, "state": encode_state(game.state)})

    def checkpoint(self, game: Game) -> None:
        """Write the whole state."""
        self._write({"checkpoint": len(game.records), "state": encode_state(game.state)})

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class Loaded(msgspec.Struct, frozen=True):
    """A loaded save: the game, ready to go on, and the server's data from the header."""

    game: Game
    about: dict[str, Any]


Line = dict[str, msgspec.Raw]
"""A line of a save: its fields by name, still undecoded."""


def _lines(path: Path) -> list[Line]:
    """All finished lines; an unfinished last line is dropped."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path.name}: {error.strerror or error}") from error
    decoder = msgspec.json.Decoder(Line)
    found = []
    for number, line in enumerate(raw.split(b"\n")[:-1], 1):
        try:
            found.append(decoder.decode(line.decode()))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise SaveError(f"{path.name}, line {number}: {error}") from error
    if not found or _of(found[0], "format", Any, b"null") not in READABLE:
        raise SaveError(f"{path.name}, line 1: a save begins with a header of format {FORMAT!r}")
    return found


def _of(line: Line, name: str, kind: Any, default: bytes = b"") -> Any:
    """A field of a line.

    Raises KeyError if it is missing and there is no default, msgspec.DecodeError if it is malformed.
    """
    return msgspec.json.decode(line.get(name, default) if default else line[name], type=kind)


def _new_game(path: Path, line: Line) -> tuple[Game, Header]:
    try:
        header = msgspec.json.decode(msgspec.json.encode(line), type=Header)
        if header.rules > RULES_VERSION:
            raise SaveError(f"it was written by a newer version of the rules ({header.rules}, not {RULES_VERSION})")
        if header.position:
            game = Game.from_position(
                header.position,
                seed=header.seed,
                switches=header.switches,
                script=header.script,
                edition=header.edition,
                kept=True,
            )
        else:
            game = Game.new(
                header.scenario,
                seed=header.seed,
                edition=header.edition,
                switches=header.switches,
                script=header.script,
                charts=header.charts,
            )
        game.opening = game.world.edition.read_events(msgspec.json.encode(header.opening))
    except (ValueError, EditionError) as error:
        raise SaveError(f"{path.name}, line 1: {error}") from error
    return game, header


def load(path: Path) -> Loaded:
    """A saved game, from its last checkpoint and the actions after it.

    Raises SaveError naming the file, the line and the fault.
    """
    lines = _lines(path)
    game, header = _new_game(path, lines[0])
    history = _history(path, game.world, lines[1:])
    checkpoints = history.checkpoints or game.checkpoints
    game.branches = history.branch
    last = checkpoints[-1]
    early = max((c for c in checkpoints if c[0] <= _undo_begins(history)), key=lambda c: c[0], default=last)
    refused = _play_on(game, history, checkpoints, early)
    if early is not last and (refused or _at(game, last[0]) != last[1]):
        refused = _play_on(game, history, checkpoints, last)  # a rule has changed since: undo ends at the checkpoint
    if refused:
        raise SaveError(f"{path.name}, {refused}")
    return Loaded(game, header.about)


def _undo_begins(history: _History) -> int:
    """The action number at which the replay begins, so that undo reaches as far back as when the game was saved: to the
    last dice, or to the other side's last action."""
    records = history.records
    number = len(records)
    while number > history.rewound and records[number - 1].side == records[-1].side:
        if seal_of(records[number - 1].events):
            break
        number -= 1
    return max(number - 1, history.rewound)


def _play_on(game: Game, history: _History, checkpoints: list[tuple[int, State]], start: tuple[int, State]) -> str:
    """Put the game at a checkpoint and play the actions after it. Returns "" or which one is refused."""
    number, state = start
    game.restore(history.records[:number], state, [c for c in checkpoints if c[0] <= number], number == history.rewound)
    for record in history.records[number:]:
        taken = game.take(record.side, record.action)
        if taken.refusal is not None:
            where = f"action {len(game.records) + 1}"
            return f"{where}: {record.action} is refused now ({taken.refusal.code}, {taken.refusal.case})"
    return ""


def _at(game: Game, number: int) -> State:
    """The game's state after action `number`."""
    *_, (_, state) = game.states_until(number)
    return state


@dataclass
class _History:
    """The history that is left after all undos and rewinds."""

    records: list[Record] = field(default_factory=list)
    checkpoints: list[tuple[int, State]] = field(default_factory=list)
    branch: int = 0
    rewound: int = 0
    """The game was rewound to this action: undo does not go back beyond it."""

    def back_to(self, number: int) -> int:
        """Forget everything after action `number`."""
        if not 0 <= number <= len(self.records):
            raise SaveError(f"there are {len(self.records)} actions to go back over, not back to {number}")
        del self.records[number:]
        self.checkpoints = [c for c in self.checkpoints if c[0] <= number]
        return number

    def read(self, world: World, line: Line) -> None:
        """Read one line of the file."""
        if "action" in line:
            events = world.edition.read_events(line["events"])
            self.records.append(Record(_of(line, "side", str), _action(world, line), events))
        elif "checkpoint" in line:
            number = _of(line, "checkpoint", int)
            if number != len(self.records):
                raise SaveError(f"a checkpoint of action {number} behind action {len(self.records)}")
            self.checkpoints.append((number, self._state(world, line)))
        elif "undo" in line:
            self.back_to(_of(line, "undo", int))
        elif "rewind" in line:
            number = self.back_to(_of(line, "rewind", int))
            self.branch, self.rewound = _of(line, "branch", int), number
            self.checkpoints = [*(c for c in self.checkpoints if c[0] < number), (number, self._state(world, line))]
        else:
            raise SaveError(f"neither action, checkpoint, undo nor rewind: {', '.join(sorted(line))}")

    @staticmethod
    def _state(world: World, line: Line) -> State:
        return decode_state(world, _of(line, "state", bytes))


def _action(world: World, line: Line) -> Action:
    return world.edition.decode_action(line["action"])


def _history(path: Path, world: World, lines: list[Line]) -> _History:
    history = _History()
    for number, line in enumerate(lines, 2):
        try:
            history.read(world, line)
        except KeyError as error:
            raise SaveError(f"{path.name}, line {number}: the line lacks {error}") from error
        except (msgspec.DecodeError, SaveError) as error:
            raise SaveError(f"{path.name}, line {number}: {error}") from error
    return history


def verify(path: Path) -> tuple[Game, Game]:
    """(the game as loaded, the game replayed from its beginning, from the actions alone).

    Raises SaveError when the replay refuses an action.
    """
    loaded = load(path).game
    lines = _lines(path)
    game, _ = _new_game(path, lines[0])
    for place, line in enumerate(lines[1:], 2):
        if "action" in line:
            taken = game.take(_of(line, "side", str), _action(game.world, line))
            if taken.refusal is not None:
                raise SaveError(f"{path.name}, line {place}: the action is refused ({taken.refusal.code})")
        elif "undo" in line:
            while len(game.records) > _of(line, "undo", int):
                _step_back(game)
        elif "rewind" in line:
            number = _of(line, "rewind", int)
            game.rewind(number)
            game.restart_from(number, game.state, _of(line, "branch", int))
    return loaded, game


def _step_back(game: Game) -> None:
    open_ = game.decision
    refused = game.undo(open_.side) if open_ else None
    if refused is not None:
        raise SaveError(f"an undo of the save is refused now ({refused.code})")

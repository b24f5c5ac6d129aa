"""States as packed bytes, as the checkpoints of saves hold them. Reads older formats too."""

from __future__ import annotations

from hashlib import blake2b
from operator import itemgetter
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from redball.core.edition import any_of
from redball.core.errors import EditionError
from redball.core.own import Own, UnitOwn
from redball.core.procedures import Procedure
from redball.core.state import IDLE, SHORT_NAMES, Dump, Frame, Hedgehog, State, StateOwn, Unit, Units
from redball.core.world import World
from redball.game.save.lines import SaveError

Kept = TypeVar("Kept", Unit, "PackedState")


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

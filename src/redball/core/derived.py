"""Derived facts: functions of a look, computed once and kept until something they read changes.

A fact is a plain function with a decorator. It runs on a `Reader`, a look that notes every question (units
of a side, a dump, a ZOC, the weather, another fact ...) with its answer. A later state keeps the fact as long as the
same questions have the same answers; if one differs, the fact is computed again. If the new value equals the old one,
the old object stays, and so does everything derived from it.

A fact may use its look, its arguments (hashable, and never a look) and whatever never changes in a game. Never modify
what it returns; an object that fills in parts later must do so without a look. A fact must not read `stack`: kept facts
outlive open procedures.

>>> from redball.game import Game
>>> @derived
... def dumps_of(look, side):
...     return sorted(look.state.dumps[side])
>>> look = Game.new("crossing", seed=1).look
>>> dumps_of(look, "axis") is dumps_of(look, "axis")
True
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import wraps
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from msgspec.structs import fields

from redball.core.facts import Facts
from redball.core.look import Look
from redball.core.state import Dump, State, Unit, Units

T = TypeVar("T")
K = TypeVar("K")
P = ParamSpec("P")

MOST_KEPT = 4096
"""The most facts that a world keeps; beyond that it drops them all."""

MISSING: Any = object()


class Reading:
    """What a fact read: the answers to its questions to the state, and the values of other facts, in order."""

    __slots__ = ("facts", "inputs")

    def __init__(self, inputs: Inputs, facts: dict[Kept, Any]) -> None:
        self.inputs = inputs
        self.facts = facts


Inputs = dict[tuple[Callable[..., Any], tuple[Any, ...]], Any]
"""Answers to questions: functions of a look with their further arguments."""


class Kept:
    """A fact for some arguments: its value, and what it read to get there."""

    __slots__ = ("args", "at", "facts", "function", "inputs", "value")

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.function = function
        self.args = args
        self.value = MISSING
        self.at: dict[Any, Any] | None = None
        """`known` of the look for which the value was last found to hold."""
        self.inputs: Inputs = {}
        self.facts: dict[Kept, Any] = {}

    def read(self, reading: Reading) -> None:
        """Depend on this reading from now on."""
        self.inputs = reading.inputs
        self.facts = reading.facts

    def holds(self, look: Look) -> bool:
        """Whether the same questions still have the same answers."""
        for (ask, args), answer in self.inputs.items():
            if ask(look, *args) is not answer:
                return False
        known = look.known
        for kept, answer in self.facts.items():
            value = kept.value if kept.at is known else kept.value_for(look)
            if value is not answer:
                return False
        return True

    def value_for(self, look: Look) -> Any:
        """The value at a look, computed again if it no longer holds."""
        known = look.known
        value = known.get(self, MISSING)
        if value is MISSING:
            if self.value is MISSING or not self.holds(look):
                reading = Reading({}, {})
                value = self.function(Reader(look, reading), *self.args)
                if type(value) is not type(self.value) or value != self.value:
                    self.value = value
                self.read(reading)
            self.at = known
            value = known[self] = self.value
        return value


def derived(function: Callable[Concatenate[Look, P], T]) -> Callable[Concatenate[Look, P], T]:
    """Make a function of a look a fact. Pass arguments by position."""

    @wraps(function)
    def fact(look: Any, *args: Any) -> Any:
        facts = look.world.facts
        kept = facts.get((fact, args))
        if kept is None:
            if len(facts) >= MOST_KEPT:
                facts.clear()
            kept = facts[fact, args] = Kept(function, args)
        reading = look.reading
        if reading is None:
            return kept.value if kept.at is look.known else kept.value_for(look)
        value = reading.facts[kept] = kept.value if kept.at is look.known else kept.value_for(look.base)
        return value

    return cast("Callable[Concatenate[Look, P], T]", fact)


def of_state(function: Callable[Concatenate[Look, P], T]) -> Callable[Concatenate[Look, P], T]:
    """Keep the result of a function of a look until anything but the open procedures changes: for functions that
    read the whole state. The result must not depend on open procedures."""
    run: Callable[..., Any] = function

    @wraps(function)
    def found(look: Any, *args: Any) -> Any:
        base, question = look.base or look, (found, *args)
        try:
            value = base.known[question]
        except KeyError:
            value = base.known[question] = run(base, *args)
        if look.reading is not None:
            look.reading.inputs[whole_state, ()] = base.state
            look.reading.inputs[whole_facts, ()] = base.facts
        return value

    return cast("Callable[Concatenate[Look, P], T]", found)


def of_each(function: Callable[Concatenate[Look, Unit, P], T]) -> Callable[Concatenate[Look, str, P], list[T]]:
    """Make a function of a unit a fact of a side: a list with its value for each of the side's units on the map, in
    the order of their ids. A unit with a changed record is computed again; all are when anything else that was read
    changes."""
    run: Callable[..., Any] = function

    def of_side(look: Any, side: str, *args: Any) -> list[Any]:
        base, lists, key = look.base, look.world.lists, (of_side, side, args)
        before: Kept | None = lists.get(key)
        if before is not None and not (_all_known(before.value, base.state.units.at) and before.holds(base)):
            before = None
        reading = Reading({}, {}) if before is None else Reading(dict(before.inputs), dict(before.facts))
        reader, units = Reader(base, reading), look.own(side)
        values = _of_units(units, before, lambda unit: run(reader, unit, *args))
        kept = lists[key] = Kept(run, args)
        kept.value = (units, base.state.units.at, values)
        kept.read(reading)
        look.reading.inputs.update(reading.inputs)
        look.reading.facts.update(reading.facts)
        return values

    return derived(wraps(function)(of_side))  # type: ignore[arg-type]


def of_keys(
    function: Callable[Concatenate[Look, K, P], T],
) -> Callable[Concatenate[Look, Collection[K], P], list[T]]:
    """Make a function of a look and a key a fact of each key: a list with the values, in the order of the keys. Unlike
    with `of_each`, what one key reads does not concern the others. Facts of keys that were not asked for last time,
    with the same further arguments, are forgotten."""

    @wraps(function)
    def of_these(look: Any, keys: Collection[Any], *args: Any) -> list[Any]:
        base, lists = look.base or look, look.world.lists
        before: dict[Any, Kept] = lists.get((of_these, args), {})
        facts = [before.get(key) or Kept(function, (key, *args)) for key in keys]
        lists[of_these, args] = dict(zip(keys, facts, strict=True))
        values = [kept.value_for(base) for kept in facts]
        if look.reading is not None:
            look.reading.facts.update(zip(facts, values, strict=True))
        return values

    return cast("Callable[Concatenate[Look, Collection[K], P], list[T]]", of_these)


OfUnits = tuple[tuple[Unit, ...], dict[str, int], list[T]]
"""Units, the index of all ids at the time, and the value for each unit."""


def _all_known(before: OfUnits[Any], index: dict[str, int]) -> bool:
    """All units still have records, on the map or off, so the questions about them can be asked again."""
    units, then, _ = before
    return then is index or all(unit.id in index for unit in units)


def _of_units(units: tuple[Unit, ...], before: Kept | None, find: Callable[[Unit], T]) -> list[T]:
    if before is None:
        return [find(unit) for unit in units]
    known, _, values = before.value
    if len(known) == len(units):
        results: list[T] = values.copy()
        for at in compress(range(len(units)), map(is_not, units, known)):
            results[at] = find(units[at])
        return results
    of_record = dict(zip(map(id, known), values, strict=True))  # they live, so no id is used twice
    return [of_record[id(unit)] if id(unit) in of_record else find(unit) for unit in units]


Ask = Callable[..., Any]
"""Answers a question and notes the answer."""


# --- questions -------------------------------------------------------------------------------------------------


FIELDS: dict[str, Callable[[Look], Any]] = {field.name: attrgetter(f"state.{field.name}") for field in fields(State)}
"""Questions for the parts of a state."""


def whole_state(look: Look) -> State:
    """All of a state."""
    return look.state


def unit_record(look: Look, uid: str) -> Unit | None:
    """The record of a unit."""
    return look.state.units.get(uid)


def whole_facts(look: Look) -> Facts:
    """All of occupation and ZOCs; two looks at one state may differ here, if one is hypothetical."""
    return look.facts


def own_dumps(look: Look, side: str) -> dict[int, Dump]:
    """The SP of a side on the ground."""
    return look.state.dumps[side]


def zoc_counts(look: Look, side: str) -> array[int]:
    """The ZOCs of a side."""
    return look.facts.zoc[side]


def combat_counts(look: Look, side: str) -> array[int]:
    """The number of combat units of a side by hex."""
    return look.facts.combat_units[side]


def all_stacks(look: Look) -> object:
    """Who stands where."""
    return look.facts.units_at


def all_zones(look: Look) -> object:
    """The ZOCs of hexes, in editions that give ZOCs to hexes."""
    return look.facts.zones


class Reader(Look):
    """A view of another look that notes every question while a fact is computed."""

    __slots__ = ()

    def __init__(self, look: Look, reading: Reading) -> None:
        self.world = look.world
        self.board = look.board
        self.policies = look.policies
        self.known = look.known
        self.base = look
        self.reading = reading
        self.open = None
        self.state = StateReader(look, reading.inputs)  # type: ignore[assignment]

    def _ask(self, ask: Callable[..., T], *args: Any) -> T:
        """The answer to a question, noted."""
        answer = self.reading.inputs[ask, args] = ask(self.base, *args)
        return answer

    def _whole(self) -> Look:
        """The underlying look; this notes all of it as read."""
        self._ask(whole_state)
        self._ask(whole_facts)
        assert self.base is not None
        return self.base

    @property
    def facts(self) -> Facts:
        """Occupation and ZOCs; only the parts read are noted."""
        return FactsReader(self._ask, self.world.sides)  # type: ignore[return-value]

    def after(self, state: State, touched: tuple[str, ...]) -> Look:
        """The same as on the underlying look, which counts as read whole."""
        return self._whole().after(state, touched)

    def with_zocs_of(self, other: Look, side: str) -> Look:
        """The same as on the underlying look, which counts as read whole."""
        return self._whole().with_zocs_of(other, side)

    def supposing(self, side: str, combat: Iterable[int], zoc: Iterable[int]) -> Look:
        """The same as on the underlying look, which counts as read whole."""
        return self._whole().supposing(side, combat, zoc)

    def unit(self, uid: str) -> Unit:
        """The unit of that id."""
        units = self.base.state.units  # type: ignore[union-attr]
        unit = self.reading.inputs[unit_record, (uid,)] = units.records[units.at[uid]]
        return unit

    def counter(self, unit: Unit | str) -> Any:
        """The printed counter of a unit."""
        if type(unit) is str:
            unit = self.unit(unit)
        return self.world.counters[unit.counter]  # type: ignore[union-attr]

    def ids_at(self, hex_: int) -> tuple[str, ...]:
        """All unit ids in a hex, of either side."""
        return self._ask(Look.ids_at, hex_)

    def units_at(self, hex_: int, side: str = "") -> list[Unit]:
        """Units in a hex, of one side when it is named."""
        found = [self.unit(uid) for uid in self.ids_at(hex_)]
        return [unit for unit in found if unit.side == side] if side else found

    def combat_units_at(self, hex_: int, side: str) -> list[Unit]:
        """Combat units of a side in a hex (3.2)."""
        ids = self.ids_at(hex_)
        fighting = self.combat_ids(side) if ids else ()
        return [self.unit(uid) for uid in ids if uid in fighting]

    def has_combat_units(self, hex_: int, side: str) -> bool:
        """Some combat unit of `side` is in the hex."""
        return bool(self._ask(combat_counts, side)[hex_])

    def in_zoc_of(self, side: str, hex_: int) -> bool:
        """The hex lies in a ZOC of `side`, negated or not (4.5-B)."""
        return bool(self._ask(zoc_counts, side)[hex_])

    def own(self, side: str) -> tuple[Unit, ...]:
        """Units of a side on the map, in the order of their ids."""
        return self._ask(Look.own, side)

    def own_of(self, side: str, *kinds: str) -> tuple[Unit, ...]:
        """Units of a side on the map whose counters are of some kinds, in the order of their ids."""
        return self._ask(Look.own_of, side, *kinds)

    def combat_ids(self, side: str) -> frozenset[str]:
        """Ids of the combat units of a side on the map (3.2)."""
        return self._ask(Look.combat_ids, side)

    def hexes_of(self, side: str) -> frozenset[int]:
        """The hexes with units of a side."""
        return self._ask(Look.hexes_of, side)


class StateReader:
    """A state whose parts are noted when they are first read."""

    __slots__ = (*(FIELDS.keys() - {"dumps", "stack", "units"}), "_inputs", "_look")

    def __init__(self, look: Look, inputs: Inputs) -> None:
        self._look = look
        self._inputs = inputs

    def __getattr__(self, name: str) -> Any:
        """Note a part of the state on its first reading."""
        if name == "stack":
            raise LookupError("a derived fact must not follow from the open procedures")
        if name not in FIELDS:
            return getattr(self._ask(whole_state), name)
        answer = self._ask(FIELDS[name])
        setattr(self, name, answer)
        return answer

    def _ask(self, ask: Callable[..., T], *args: Any) -> T:
        answer = self._inputs[ask, args] = ask(self._look, *args)
        return answer

    @property
    def units(self) -> UnitsReader:
        """The units; single readings are noted singly."""
        return UnitsReader(self._ask)

    @property
    def dumps(self) -> SidesReader:
        """SP on the ground, noted by side."""
        return SidesReader(self._ask, own_dumps, self._look.world.sides)

    def ground_supply(self, side: str, hex_: int) -> Dump:
        """The SP of a side on the ground of a hex (none: an empty dump)."""
        return self._ask(_ground_supply, side, hex_)


def _ground_supply(look: Look, side: str, hex_: int) -> Dump:
    return look.state.ground_supply(side, hex_)


class UnitsReader:
    """The units of a state: a single unit is noted by itself, any other reading notes them all."""

    __slots__ = ("_ask",)

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def __getitem__(self, uid: str) -> Unit:
        unit = self.get(uid)
        if unit is None:
            raise KeyError(uid)
        return unit

    def get(self, uid: str) -> Unit | None:
        """The unit of that id, if there is one."""
        return self._ask(unit_record, uid)  # type: ignore[no-any-return]

    def __contains__(self, uid: object) -> bool:
        return self.get(str(uid)) is not None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._all, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    @property
    def _all(self) -> Units:
        return self._ask(FIELDS["units"])  # type: ignore[no-any-return]


class SidesReader:
    """What both sides have, noted by side."""

    __slots__ = ("_ask", "_question", "_sides")

    def __init__(self, ask: Ask, question: Callable[[Look, str], Any], sides: tuple[str, str]) -> None:
        self._ask = ask
        self._question = question
        self._sides = sides

    def __getitem__(self, side: str) -> Any:
        return self._ask(self._question, side)

    def items(self) -> list[tuple[str, Any]]:
        """Sides and what they have."""
        return [(side, self[side]) for side in self._sides]


class FactsReader:
    """Occupation and ZOCs whose parts are noted as they are read."""

    __slots__ = ("_ask", "_sides")

    def __init__(self, ask: Ask, sides: tuple[str, str]) -> None:
        self._ask = ask
        self._sides = sides

    @property
    def zoc(self) -> SidesReader:
        """ZOCs by side."""
        return SidesReader(self._ask, zoc_counts, self._sides)

    @property
    def combat_units(self) -> SidesReader:
        """Combat units by side."""
        return SidesReader(self._ask, combat_counts, self._sides)

    @property
    def units_at(self) -> Any:
        """Stacks by hex."""
        return self._ask(all_stacks)

    @property
    def zones(self) -> Any:
        """ZOCs of hexes."""
        return self._ask(all_zones)

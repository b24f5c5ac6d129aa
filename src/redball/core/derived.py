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
from redball.core.world import World

T = TypeVar("T")
K = TypeVar("K")
P = ParamSpec("P")

MOST_KEPT = 4096
"""The most facts that a world keeps; beyond that it drops them all."""

MISSING: Any = object()


Inputs = dict[tuple[Callable[..., Any], tuple[Any, ...]], Any]
"""Answers to questions: functions of a look with their further arguments."""


class Kept:
    """A fact for some arguments: its value, and what it read to get there: the answers to its questions to the state,
    and the values of other facts, in order."""

    __slots__ = ("args", "at", "facts", "function", "inputs", "value")

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.function = function
        self.args = args
        self.value = MISSING
        self.at: dict[Any, Any] | None = None
        """`known` of the look for which the value was last found to hold."""
        self.inputs: Inputs = {}
        self.facts: dict[Kept, Any] = {}

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
        if self in known:
            return known[self]
        if self.value is MISSING or not self.holds(look):
            self.renew(look)
        self.at = known
        value = known[self] = self.value
        return value

    def renew(self, look: Look) -> None:
        """Compute the value again; the old object stays if the new one equals it."""
        reader = Reader(look, {}, {})
        found, value = self.function(reader, *self.args), self.value
        if found is not value and (type(found) is not type(value) or found != value):
            self.value = found
        self.inputs, self.facts = reader.inputs, reader.used


class KeptList(Kept):
    """A fact about each unit of a side on the map: the values in the order of the `units`. `index`: that of all units
    at the time."""

    __slots__ = ("index", "units")

    units: tuple[Unit, ...]
    index: dict[str, int]

    def value_for(self, look: Look) -> Any:
        """The values at a look; only those of changed units are computed again if what was read beside them holds."""
        known = look.known
        value = known.get(self, MISSING)
        if value is MISSING:
            units = look.own(self.args[0])
            if not self._asked_about(look.state.units.at) or not self.holds(look):
                self.value, self.inputs, self.facts = MISSING, {}, {}
            if self.value is MISSING or units is not self.units:
                values = self._values(look, units)
                self.value, self.units, self.index = values, units, look.state.units.at
            self.at = known
            value = known[self] = self.value
        return value

    def _asked_about(self, index: dict[str, int]) -> bool:
        """Units were asked about, and all that there were then still have records, on the map or off: so the questions
        about them can be asked again."""
        return self.value is not MISSING and (index is self.index or self.index.keys() <= index.keys())

    def _values(self, look: Look, units: tuple[Unit, ...]) -> list[Any]:
        find, further = self.function, self.args[1:]
        reader = Reader(look, self.inputs, self.facts)
        if self.value is MISSING:
            return [find(reader, unit, *further) for unit in units]
        before, values = self.units, self.value
        if len(before) == len(units):
            for at in _changed(look.world, self.args[0], before, units):
                value = find(reader, units[at], *further)
                if value != values[at]:
                    values = values.copy() if values is self.value else values
                    values[at] = value
            return values  # type: ignore[no-any-return]
        of_record = dict(zip(map(id, before), values, strict=True))  # they live, so no id is used twice
        return [of_record[id(unit)] if id(unit) in of_record else find(reader, unit, *further) for unit in units]


def _changed(world: World, side: str, before: tuple[Unit, ...], units: tuple[Unit, ...]) -> list[int]:
    """Where two tuples of a side's units, of one length, have different records. Most lists of a look ask for the same
    two tuples, so the last answer is kept."""
    last = world.lists.get(side)
    if last is None or last[0] is not before or last[1] is not units:
        last = world.lists[side] = (before, units, [*compress(range(len(units)), map(is_not, units, before))])
    found: list[int] = last[2]
    return found


def derived(function: Callable[Concatenate[Look, P], T]) -> Callable[Concatenate[Look, P], T]:
    """Make a function of a look a fact. Pass arguments by position."""
    return _fact(function, Kept)  # type: ignore[no-any-return]


def of_each(function: Callable[Concatenate[Look, Unit, P], T]) -> Callable[Concatenate[Look, str, P], list[T]]:
    """Make a function of a unit a fact of a side: a list with its value for each of the side's units on the map, in
    the order of their ids. A unit with a changed record is computed again; all are when anything else that was read
    changes."""
    return _fact(function, KeptList)  # type: ignore[no-any-return]


def _fact(function: Callable[..., Any], kind: type[Kept]) -> Any:
    @wraps(function)
    def fact(look: Any, *args: Any) -> Any:
        facts = look.world.facts
        try:
            kept = facts[fact, args]
        except KeyError:
            if len(facts) >= MOST_KEPT:
                facts.clear()
            kept = facts[fact, args] = kind(function, args)
        used = look.used
        if used is None:
            return kept.value if kept.at is look.known else kept.value_for(look)
        value = used[kept] = kept.value if kept.at is look.known else kept.value_for(look.base)
        return value

    return fact


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
        if look.used is not None:
            look.inputs[whole_state, ()] = base.state
            look.inputs[whole_facts, ()] = base.facts
        return value

    return cast("Callable[Concatenate[Look, P], T]", found)


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
        if look.used is not None:
            look.used.update(zip(facts, values, strict=True))
        return values

    return cast("Callable[Concatenate[Look, Collection[K], P], list[T]]", of_these)


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

    __slots__ = ("base", "inputs", "used")

    def __init__(self, look: Look, inputs: Inputs, used: dict[Kept, Any]) -> None:
        self.world = look.world
        self.board = look.board
        self.policies = look.policies
        self.known = look.known
        self.base = look
        self.inputs = inputs
        self.used = used
        self.state = StateReader(look, inputs)  # type: ignore[assignment]

    def _ask(self, ask: Callable[..., T], *args: Any) -> T:
        """The answer to a question, noted."""
        answer = self.inputs[ask, args] = ask(self.base, *args)
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
        unit = self.inputs[unit_record, (uid,)] = units.records[units.at[uid]]
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

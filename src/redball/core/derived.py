"""Derived facts: functions of a look that are worked out once and kept until something that they read changes.

A fact is a plain function with a decorator. While it runs it is given a `Reader`, a look that notes every question put
to it (units of a side, a dump, a ZOC, the weather, another fact ...) with the answer. In a later state the fact is kept
as long as the same questions have the same answers; where one differs, the fact is worked out anew. If it comes out
equal, the old object stays, and so does all that follows from it.

What a fact may use: its look, its arguments (hashable, and never a look) and what never changes in a game. What it
returns is not for changing; an object that fills up later must do so without a look. `stack` is not for facts: open
procedures come and go while facts are kept.

>>> from redball.game import Game
>>> @derived
... def dumps_of(look, side):
...     return sorted(look.state.dumps[side])
>>> look = Game.new("crossing", seed=1).look
>>> dumps_of(look, "axis") is dumps_of(look, "axis")
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from msgspec.structs import fields

from redball.core.facts import Facts
from redball.core.look import Look
from redball.core.state import Dump, State, Unit, Units

T = TypeVar("T")
P = ParamSpec("P")

MOST_KEPT = 4096
"""Facts that a world keeps; all are forgotten when there are more."""

Question = tuple[Any, ...]
"""A function of a look, and its further arguments."""
Reading = dict[Question, Any]
"""Questions in the order in which they were put, with their answers."""


MISSING: Any = object()


class Kept:
    """What a fact came to, and what it read: of the state, and of other facts."""

    __slots__ = ("facts", "inputs", "value")

    def __init__(self, value: Any, read: Reading) -> None:
        self.value = value
        self.inputs: list[tuple[Any, Question, Any]] = []
        self.facts: list[tuple[Question, Any, Any]] = []
        for question, answer in read.items():
            function = FUNCTIONS.get(question[0])
            if function is None:
                self.inputs.append((question[0], question[1:], answer))
            else:
                self.facts.append((question, function, answer))

    def holds(self, look: Look) -> bool:
        """The same questions still have the same answers."""
        for ask, args, answer in self.inputs:
            if ask(look, *args) is not answer:
                return False
        known = look.known.get
        for question, function, answer in self.facts:
            value = known(question, MISSING)
            if (_find(look, question, function) if value is MISSING else value) is not answer:
                return False
        return True

    def read(self) -> Reading:
        """The questions with their answers."""
        inputs: Reading = {(ask, *args): answer for ask, args, answer in self.inputs}
        return inputs | {question: answer for question, _, answer in self.facts}


FUNCTIONS: dict[Any, Callable[..., Any]] = {}
"""Every fact, and the function that works it out."""


def derived(function: Callable[Concatenate[Look, P], T]) -> Callable[Concatenate[Look, P], T]:
    """Make a function of a look a fact. Arguments are given by place."""

    @wraps(function)
    def fact(look: Any, *args: Any) -> Any:
        question = (fact, *args)
        value = look.known.get(question, MISSING)
        if value is MISSING:
            value = _find(look.base or look, question, function)
        reading = look.reading
        if reading is not None:
            reading[question] = value
        return value

    FUNCTIONS[fact] = function
    return cast("Callable[Concatenate[Look, P], T]", fact)


def _find(look: Look, question: Question, function: Callable[..., Any]) -> Any:
    """The value of a fact that was not asked for at this look before."""
    facts = look.world.facts
    kept: Kept | None = facts.get(question)
    if kept is None or not kept.holds(look):
        read: Reading = {}
        value = function(Reader(look, read), *question[1:])
        if kept is not None and type(value) is type(kept.value) and value == kept.value:
            value = kept.value
        elif kept is None and len(facts) >= MOST_KEPT:
            facts.clear()
        kept = facts[question] = Kept(value, read)
    look.known[question] = kept.value
    return kept.value


def of_state(function: Callable[Concatenate[Look, P], T]) -> Callable[Concatenate[Look, P], T]:
    """Keep what a function of a look finds while nothing at all changes but the open procedures: for what reads all of
    a state. It must not follow from these."""
    run: Callable[..., Any] = function

    @wraps(function)
    def found(look: Any, *args: Any) -> Any:
        base, question = look.base or look, (found, *args)
        try:
            value = base.known[question]
        except KeyError:
            value = base.known[question] = run(base, *args)
        if look.reading is not None:
            look.reading[(whole_state,)] = base.state
        return value

    return cast("Callable[Concatenate[Look, P], T]", found)


def of_each(function: Callable[Concatenate[Look, Unit, P], T]) -> Callable[Concatenate[Look, str, P], list[T]]:
    """Make a function of a unit a fact of a side: a list with its value for each unit that the side has on the map, in
    the order of their ids. It is worked out anew for the units whose records have changed, and for all when anything
    else that was read changes."""
    run: Callable[..., Any] = function

    def of_side(look: Any, side: str, *args: Any) -> list[Any]:
        lists, question = look.world.lists, (of_side, side, *args)
        before: Kept | None = lists.get(question)
        if before is not None and not before.holds(look.base):
            before = None
        units, read = look.own(side), {} if before is None else before.read()
        reader = Reader(look.base, read)
        values = _of_units(units, before, lambda unit: run(reader, unit, *args))
        lists[question] = Kept((units, values), read)
        look.reading.update(read)
        return values

    return derived(wraps(function)(of_side))  # type: ignore[arg-type]


def _of_units(units: tuple[Unit, ...], before: Kept | None, find: Callable[[Unit], T]) -> list[T]:
    if before is None:
        return [find(unit) for unit in units]
    known, values = before.value
    if len(known) == len(units):
        results: list[T] = values.copy()
        for at in compress(range(len(units)), map(is_not, units, known)):
            results[at] = find(units[at])
        return results
    of_record = dict(zip(map(id, known), values, strict=True))  # they live, so no id is used twice
    return [of_record[id(unit)] if id(unit) in of_record else find(unit) for unit in units]


# --- questions -------------------------------------------------------------------------------------------------


def _field(name: str) -> Callable[[Look], Any]:
    get = attrgetter(f"state.{name}")

    def ask(look: Look) -> Any:
        return get(look)

    ask.__name__ = name
    return ask


FIELDS = {field.name: (_field(field.name),) for field in fields(State)}
"""Parts of a state."""


def whole_state(look: Look) -> State:
    """All of a state."""
    return look.state


def unit_record(look: Look, uid: str) -> Unit | None:
    """The record of a unit."""
    return look.state.units.get(uid)


def own_dumps(look: Look, side: str) -> dict[int, Dump]:
    """The SP of a side on the ground."""
    return look.state.dumps[side]


def zoc_counts(look: Look, side: str) -> object:
    """The ZOCs of a side."""
    return look.facts.zoc[side]


def combat_counts(look: Look, side: str) -> object:
    """How many combat units of a side stand where."""
    return look.facts.combat_units[side]


def all_stacks(look: Look) -> object:
    """Who stands where."""
    return look.facts.units_at


def all_zones(look: Look) -> object:
    """The ZOCs of hexes, where hexes have them."""
    return look.facts.zones


class Reader(Look):
    """A look at the state of another look that notes what is asked: for facts while they are worked out."""

    __slots__ = ()

    def __init__(self, look: Look, reading: Reading) -> None:
        self.world = look.world
        self.board = look.board
        self.policies = look.policies
        self.known = look.known
        self.base = look
        self.reading = reading
        self.open = None

    def _ask(self, *question: Any) -> Any:
        """The answer to a question, noted."""
        answer = question[0](self.base, *question[1:])
        assert self.reading is not None
        self.reading[question] = answer
        return answer

    @property
    def state(self) -> State:  # type: ignore[override]
        """The state, as far as it is read field by field."""
        return StateReader(self)  # type: ignore[return-value]

    @property
    def facts(self) -> Facts:
        """Occupation and ZOCs, as far as they are read."""
        return FactsReader(self)  # type: ignore[return-value]

    def after(self, state: State, touched: tuple[str, ...]) -> Look:
        """As of the look that is read: it counts as having been read whole."""
        self._ask(whole_state)
        assert self.base is not None
        return self.base.after(state, touched)

    def with_zocs_of(self, other: Look, side: str) -> Look:
        """As of the look that is read: it counts as having been read whole."""
        self._ask(whole_state)
        assert self.base is not None
        return self.base.with_zocs_of(other, side)

    def supposing(self, side: str, combat: Iterable[int], zoc: Iterable[int]) -> Look:
        """As of the look that is read: it counts as having been read whole."""
        self._ask(whole_state)
        assert self.base is not None
        return self.base.supposing(side, combat, zoc)

    def unit(self, uid: str) -> Unit:
        """The unit of that id."""
        units = self.base.state.units  # type: ignore[union-attr]
        unit = self.reading[unit_record, uid] = units.records[units.at[uid]]  # type: ignore[index]
        return unit

    def counter(self, unit: Unit | str) -> Any:
        """The printed counter of a unit."""
        if type(unit) is str:
            unit = self.unit(unit)
        return self.world.counters[unit.counter]  # type: ignore[union-attr]

    def ids_at(self, hex_: int) -> tuple[str, ...]:
        """All unit ids in a hex, of either side."""
        return self._ask(Look.ids_at, hex_)  # type: ignore[no-any-return]

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
        return self._ask(Look.own, side)  # type: ignore[no-any-return]

    def own_of(self, side: str, *kinds: str) -> tuple[Unit, ...]:
        """Units of a side on the map whose counters are of some kinds, in the order of their ids."""
        return self._ask(Look.own_of, side, *kinds)  # type: ignore[no-any-return]

    def combat_ids(self, side: str) -> frozenset[str]:
        """Ids of the combat units of a side on the map (3.2)."""
        return self._ask(Look.combat_ids, side)  # type: ignore[no-any-return]

    def hexes_of(self, side: str) -> frozenset[int]:
        """The hexes with units of a side."""
        return self._ask(Look.hexes_of, side)  # type: ignore[no-any-return]


class StateReader:
    """A state whose parts are noted as they are read."""

    __slots__ = ("_reader",)

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def __getattr__(self, name: str) -> Any:
        if name == "stack":
            raise LookupError("a derived fact must not follow from the open procedures")
        return getattr(self._reader._ask(whole_state), name)

    @property
    def units(self) -> UnitsReader:
        """The units, noted one by one."""
        return UnitsReader(self._reader)

    @property
    def dumps(self) -> SidesReader:
        """SP on the ground, noted by side."""
        return SidesReader(self._reader, own_dumps)

    def ground_supply(self, side: str, hex_: int) -> Dump:
        """The SP of a side on the ground of a hex (none: an empty dump)."""
        return self._reader._ask(_ground_supply, side, hex_)  # type: ignore[no-any-return]


def _noted(name: str) -> property:
    question = FIELDS[name]

    def read(self: StateReader) -> Any:
        answer = self._reader.reading[question] = getattr(self._reader.base.state, name)  # type: ignore[index,union-attr]
        return answer

    return property(read)


for _name in FIELDS.keys() - {"units", "dumps", "stack"}:
    setattr(StateReader, _name, _noted(_name))


def _ground_supply(look: Look, side: str, hex_: int) -> Dump:
    return look.state.ground_supply(side, hex_)


class UnitsReader:
    """The units of a state: noted singly where they are read singly, else all at once."""

    __slots__ = ("_reader",)

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def __getitem__(self, uid: str) -> Unit:
        return self._reader.unit(uid)

    def get(self, uid: str) -> Unit | None:
        """The unit of that id, if there is one."""
        return self._reader._ask(unit_record, uid)  # type: ignore[no-any-return]

    def __contains__(self, uid: object) -> bool:
        return self.get(str(uid)) is not None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._all, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    @property
    def _all(self) -> Units:
        return self._reader._ask(*FIELDS["units"])  # type: ignore[no-any-return]


class SidesReader:
    """What both sides have, noted by side."""

    __slots__ = ("_question", "_reader")

    def __init__(self, reader: Reader, question: Callable[[Look, str], Any]) -> None:
        self._reader = reader
        self._question = question

    def __getitem__(self, side: str) -> Any:
        return self._reader._ask(self._question, side)

    def items(self) -> list[tuple[str, Any]]:
        """Sides and what they have."""
        return [(side, self[side]) for side in self._reader.world.sides]


class FactsReader:
    """Occupation and ZOCs whose parts are noted as they are read."""

    __slots__ = ("_reader",)

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    @property
    def zoc(self) -> SidesReader:
        """ZOCs by side."""
        return SidesReader(self._reader, zoc_counts)

    @property
    def combat_units(self) -> SidesReader:
        """Combat units by side."""
        return SidesReader(self._reader, combat_counts)

    @property
    def units_at(self) -> Any:
        """Stacks by hex."""
        return self._reader._ask(all_stacks)

    @property
    def zones(self) -> Any:
        """ZOCs of hexes."""
        return self._reader._ask(all_zones)

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

from collections.abc import Callable, Iterable, Iterator, Sequence
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


class Kept:
    """What a fact came to, and what it read."""

    __slots__ = ("read", "value")

    def __init__(self, value: Any, read: Reading) -> None:
        self.value = value
        self.read = read


def derived(function: Callable[Concatenate[Look, P], T]) -> Callable[Concatenate[Look, P], T]:
    """Make a function of a look a fact. Arguments are given by place."""

    @wraps(function)
    def fact(look: Any, *args: Any) -> Any:
        question = (fact, *args)
        try:
            value = look.known[question]
        except KeyError:
            value = _find(look.base or look, question, function)
        reading = look.reading
        if reading is not None:
            reading[question] = value
        return value

    return cast("Callable[Concatenate[Look, P], T]", fact)


def _find(look: Look, question: Question, function: Callable[..., Any]) -> Any:
    """The value of a fact that was not asked for at this look before."""
    facts = look.world.facts
    kept: Kept | None = facts.get(question)
    if kept is None or not _holds(look, kept.read):
        read: Reading = {}
        value = function(Reader(look, read), *question[1:])
        if kept is not None and type(value) is type(kept.value) and value == kept.value:
            value = kept.value
        elif kept is None and len(facts) >= MOST_KEPT:
            facts.clear()
        kept = facts[question] = Kept(value, read)
    look.known[question] = kept.value
    return kept.value


def _holds(look: Look, read: Reading) -> bool:
    """The same questions still have the same answers."""
    known = look.known.get
    for question, answer in read.items():
        if known(question) is not answer and question[0](look, *question[1:]) is not answer:
            return False
    return True


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


def of_each(
    function: Callable[Concatenate[Look, Unit, P], T],
) -> Callable[Concatenate[Look, Sequence[Unit], P], list[T]]:
    """Make a function of a unit a fact of many: a list with its value for each of some units, in their order. It is
    worked out anew for the units whose records have changed, and for all when anything else that was read changes.

    The units are of one side, in the order of their ids. The list is not for changing.
    """
    run: Callable[..., Any] = function

    @wraps(function)
    def fact(look: Any, units: tuple[Unit, ...], *args: Any) -> Any:
        base, question = look.base or look, (fact, units[0].side if units else "", *args)
        kept: Kept | None = base.world.facts.get(question)
        if kept is not None and not _holds(base, kept.read):
            kept = None
        if kept is None or kept.value[0] is not units:
            read: Reading = {} if kept is None else kept.read
            reader = Reader(base, read)
            known = None if kept is None else kept.value
            results = _of_units(units, known, lambda unit: run(reader, unit, *args))
            kept = base.world.facts[question] = Kept((units, results), read)
        if look.reading is not None:
            look.reading.update(kept.read)
        return kept.value[1]

    return cast("Callable[Concatenate[Look, Sequence[Unit], P], list[T]]", fact)


def _of_units(
    units: tuple[Unit, ...], known: tuple[tuple[Unit, ...], list[T]] | None, find: Callable[[Unit], T]
) -> list[T]:
    if known is None:
        return [find(unit) for unit in units]
    before, values = known
    if len(before) == len(units):
        results = values.copy()
        for at in compress(range(len(units)), map(is_not, units, before)):
            results[at] = find(units[at])
        return results
    of_record = dict(zip(map(id, before), values, strict=True))  # they live, so no id is used twice
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
        return cast("State", StateReader(self))

    @property
    def facts(self) -> Facts:
        """Occupation and ZOCs, as far as they are read."""
        return cast("Facts", FactsReader(self))

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
        unit: Unit | None = self._ask(unit_record, uid)
        if unit is None:
            raise KeyError(uid)
        return unit

    def counter(self, unit: Unit | str) -> Any:
        """The printed counter of a unit."""
        return self.world.counters[(self.unit(unit) if isinstance(unit, str) else unit).counter]

    def ids_at(self, hex_: int) -> tuple[str, ...]:
        """All unit ids in a hex, of either side."""
        return cast("tuple[str, ...]", self._ask(Look.ids_at, hex_))

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
        return cast("tuple[Unit, ...]", self._ask(Look.own, side))

    def own_of(self, side: str, *kinds: str) -> tuple[Unit, ...]:
        """Units of a side on the map whose counters are of some kinds, in the order of their ids."""
        return cast("tuple[Unit, ...]", self._ask(Look.own_of, side, *kinds))

    def combat_ids(self, side: str) -> frozenset[str]:
        """Ids of the combat units of a side on the map (3.2)."""
        return cast("frozenset[str]", self._ask(Look.combat_ids, side))

    def hexes_of(self, side: str) -> frozenset[int]:
        """The hexes with units of a side."""
        return cast("frozenset[int]", self._ask(Look.hexes_of, side))


class StateReader:
    """A state whose parts are noted as they are read."""

    __slots__ = ("_reader",)

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def __getattr__(self, name: str) -> Any:
        if name == "stack":
            raise LookupError("a derived fact must not follow from the open procedures")
        question = FIELDS.get(name)
        if question is not None:
            return self._reader._ask(*question)
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
        return cast("Dump", self._reader._ask(_ground_supply, side, hex_))


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
        return cast("Unit | None", self._reader._ask(unit_record, uid))

    def __contains__(self, uid: object) -> bool:
        return self.get(str(uid)) is not None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._all, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    @property
    def _all(self) -> Units:
        return cast("Units", self._reader._ask(*FIELDS["units"]))


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

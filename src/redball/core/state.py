"""The state of a game: one immutable record. A change makes a new record and shares what did not change.

Containers are copied when one of their entries changes (the list of 1,500 units costs a few microseconds), so a fork is
an assignment and undo a list of states. Derived facts (occupation, zones of control, supply) are elsewhere: see
`redball.core.look`.

Cases: 3.6a, 3.6b, 3.6c, 3.6d, 3.6e, 5.2-A, 5.2-B, 5.2-C, 12.1d
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, KeysView
from operator import attrgetter, itemgetter
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from redball.core.dice import DicePosition
from redball.core.own import Own

Facing = Literal["combat", "move"]
AnyFacing = Literal["", "combat", "move"]
"""A facing; "" means either."""
Mode = Literal["combat", "move", "reserve", "strat", "dg", "exploit"]
Marker = Literal["", "reserve", "strat", "dg", "exploit"]
FuelMethod = Literal["single_unit", "formation", "hq", "independents", "formation_short", "hq_short"]
PhaseName = Literal[
    "pre_turn", "set_up", "aircraft_refit", "aircraft_return", "reinforcement", "replacement", "mode_determination",
    "air_operations", "movement", "bombardment", "supply", "reaction", "combat", "exploitation", "clean_up",
]  # fmt: skip
SegmentName = PhaseName | Literal["weather", "breakout", "barrage"]

NOT_ARRIVED = -1
DEAD_PILE = -2
REMOVED = -4
ABOARD = -5
"""On a Landing Craft: off the map until it lands; the craft's record says on which."""

FULL, LOW, EXHAUSTED = 0, 1, 2

SET_UP: Literal["set_up"] = "set_up"


class Activity(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a unit did in this phase. It is `IDLE` when a phase begins, and then not packed.

    `origin` is the hex where it began the phase (-1: where it is), `moved` it has finished its move (6.1f, 6.1g),
    `spent` it has spent MP, `fueled` single-unit or HQ fuel for this phase (12.5c-B, 12.5c-C), `negates` its
    presence has served to negate a ZOC (4.5b-A, reading 1.14), `released` from Reserve in this phase,
    `changed` its mode, `fuel_hex` the hex from which a fueled HQ threw its fuel (12.5e-B), `railed` it moved by rail,
    `converted` how many rail hexes it converted (13.3g-D),
    `bridge` the hex that it no longer bridges but may still leave by its own bridge (13.8b-C),
    `worked` at construction (13.8d-C), `short` its fuel is for a short move only (HR-10), `landed` it came ashore from
    Landing Craft (4.7d-A), `afloat` it attacks from Landing Craft (18.6a): its hex is theirs, and it has no ZOC.
    """

    origin: int = -1
    moved: bool = False
    spent: bool = False
    fueled: bool = False
    negates: bool = False
    released: bool = False
    changed: bool = False
    barraged: bool = False
    attacked: bool = False
    fuel_hex: int = -1
    railed: bool = False
    converted: int = 0
    bridge: int = -1
    pledged: bool = False
    reverted: bool = False
    worked: bool = False
    short: bool = False
    landed: bool = False
    afloat: bool = False


IDLE = Activity()


SHORT_NAMES = {
    "id": "i",
    "counter": "c",
    "side": "s",
    "hex": "h",
    "facing": "f",
    "points": "p",
    "load": "l",
    "activity": "a",
    "formation_fueled": "ff",
}
"""Short names for the fields of a packed unit that many units have, or have often."""


class Unit(Struct, frozen=True, omit_defaults=True, rename=SHORT_NAMES, gc=False):
    """A counter in play. `hex` is an index of the board, or NOT_ARRIVED, DEAD_PILE (it may be rebuilt), REMOVED (it may
    not). `load` is in tokens.

    `cut_off`: it was without trace in its side's last Supply Phase, whether it ate or not (12.8e-4). `returns`: the
    turn in which it returns after a breakout (12.8e-2), 0 none. `extender`: Transport Points in use as an Extender;
    `points` is then 0 (12.7-B). `own` are records that parts of the edition keep with it (`UnitOwn`).

    Fields are packed by name, and defaults are left out: a field that only some editions use costs others nothing, and
    games saved before it existed still load. Packing detects defaults by identity (`is`), so `facing` has none.
    """

    id: str
    counter: str
    side: str
    hex: int
    facing: Facing
    marker: Marker = ""
    steps_lost: int = 0
    internals: int = FULL
    out_of_supply: bool = False
    keeps_zoc: bool = False
    hq_fueled: bool = False
    formation_fueled: bool = False
    points: int = 0
    load: int = 0
    captured: bool = False
    cut_off: bool = False
    returns: int = 0
    extender: int = 0
    activity: Activity = IDLE
    own: tuple[Any, ...] = ()

    @property
    def mode(self) -> Mode:
        """5.2: the marker's mode, else the mode of the side showing."""
        return self.marker or self.facing

    @property
    def on_map(self) -> bool:
        """Not waiting to arrive, in the Dead Pile, or removed."""
        return self.hex >= 0

    @property
    def began_at(self) -> int:
        """The hex where it stood when the phase began."""
        return self.activity.origin if self.activity.origin >= 0 else self.hex

    def change(self, **fields: Any) -> Unit:
        """A new record with some fields changed."""
        return replace(self, **fields)

    def act(self, **fields: Any) -> Unit:
        """A new record with some fields of its activity changed."""
        return replace(self, activity=replace(self.activity, **fields))


class Units:
    """The units of a state, in the order of their ids, so that a loaded game iterates in the same order. Read them
    like a dictionary; they never change in place.

    `at` maps an id to its place in `records`. States share it until a unit comes or goes: a new state costs one
    list of pointers.

    >>> one, two = (Unit(name, name, "axis", 0, "combat") for name in ("one", "two"))
    >>> both = Units([two, one])
    >>> [*both], both["two"].hex, both.with_units([two.change(hex=7)])["two"].hex, "one" in both.without(["one"])
    (['one', 'two'], 0, 7, False)
    """

    __slots__ = ("at", "records")

    def __init__(self, units: Iterable[Unit] = ()) -> None:
        """Raises ValueError if two units have the same id."""
        self.records = sorted(units, key=attrgetter("id"))
        self.at = {unit.id: place for place, unit in enumerate(self.records)}
        if len(self.at) != len(self.records):
            raise ValueError("two units of a state have the same id")

    def __getitem__(self, uid: str) -> Unit:
        return self.records[self.at[uid]]

    def get(self, uid: str) -> Unit | None:
        """The unit of that id, if there is one."""
        place = self.at.get(uid)
        return None if place is None else self.records[place]

    def __contains__(self, uid: object) -> bool:
        return uid in self.at

    def __iter__(self) -> Iterator[str]:
        return iter(self.at)

    def __len__(self) -> int:
        return len(self.records)

    def __eq__(self, other: object) -> bool:
        return self.records == other.records if isinstance(other, Units) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Units({self.records!r})"

    def keys(self) -> KeysView[str]:
        """All ids."""
        return self.at.keys()

    def values(self) -> Collection[Unit]:
        """All units."""
        return self.records

    def items(self) -> Iterator[tuple[str, Unit]]:
        """Ids and units."""
        return zip(self.at, self.records, strict=True)

    def with_units(self, changed: Collection[Unit]) -> Units:
        """These units plus others, which replace any with the same id."""
        at, records = self.at, self.records.copy()
        for unit in changed:
            place = at.get(unit.id)
            if place is None:
                return Units(({u.id: u for u in records} | {u.id: u for u in changed}).values())
            records[place] = unit
        return _sharing(at, records)

    def without(self, ids: Collection[str]) -> Units:
        """These units without some."""
        return Units([unit for unit in self.records if unit.id not in ids])

    def picker(self, ids: tuple[str, ...]) -> Callable[[list[Unit]], tuple[Unit, ...]]:
        """A function that picks the units with these ids from the `records` of any Units with the same index."""
        places = [self.at[uid] for uid in ids]
        if len(places) > 1:
            return itemgetter(*places)
        return lambda records: tuple([records[place] for place in places])

    def changed_since(self, before: Units) -> tuple[str, ...] | None:
        """Ids of the units that differ from before; None where units came or went."""
        if self.at is not before.at:
            return None
        return tuple([new.id for new, old in zip(self.records, before.records, strict=True) if new is not old])

    def alike(self, units: Iterable[Unit]) -> Units:
        """Units of these records; they share this index if their ids are the same, in order."""
        records = list(units)
        if [unit.id for unit in records] == [*self.at]:
            return _sharing(self.at, records)
        return Units(records)


def _sharing(at: dict[str, int], records: list[Unit]) -> Units:
    units = Units.__new__(Units)
    units.at, units.records = at, records
    return units


class Dump(Struct, frozen=True, array_like=True, gc=False):
    """SP on the ground of one side in one hex, in tokens; `fresh` were unloaded in this phase (12.2a)."""

    tokens: int
    fresh: int = 0


class Hedgehog(Struct, frozen=True, array_like=True, gc=False):
    """Field works: owner and Level 1-4 (16.0a)."""

    side: str
    level: int


class Clock(Struct, frozen=True, gc=False):
    """The position in the sequence of play. `acting` is the side that acts in the segment (2.1-B); `simulcast`: both
    sides play this game turn at the same time (2.4)."""

    turn: int = 1
    first: str = ""
    phasing: str = ""
    phase: PhaseName = "pre_turn"
    segment: SegmentName = "weather"
    acting: str = ""
    simulcast: bool = False


class Frame(Struct, frozen=True, gc=False):
    """An open procedure: its name, its current step, and its record."""

    procedure: str
    step: str
    data: Any


class StateOwn(Own, frozen=True):
    """Base of records that a part of an edition keeps with the state."""

    def in_new_phase(self, state: State) -> StateOwn | None:
        """What is left of it as the phase on the clock of `state` begins."""
        return self

    def as_seen(self, look: Any, viewer: str) -> StateOwn | None:
        """The part of it that a side may know at a look at its state."""
        return self


class Outcome(Struct, frozen=True):
    """How the game ended."""

    winner: str
    result: str
    points: dict[str, int]
    reason: str = ""


class State(Struct, frozen=True, gc=False):
    """Everything that matters in a game in progress.

    Railroads: `regauged` rail hexes with the gauge to which they were converted, `new_rails` those converted or
    repaired in this phase; `rail_spent` is the Rail Cap that the phasing side used in this phase (1/16 points).
    Arrivals, until their side's Movement Phase is over: `landed` the tokens that arrived, by hex, `arrived` the units
    that have not moved since; both may entrain where they arrived (13.3e-1). `overfull` are hexes that they may
    overstack until then, where both sides place arrivals before either moves (4.8a-B).
    `raised` are the Levels that hedgehogs gained in this game turn, by hex (16.0b-B), `lowered` the hexes where a
    hedgehog lost one (16.0c-B).
    `overrun` are the hexes already overrun or attempted in this phase, for editions that allow only one overrun.
    `own` are records that parts of the edition keep (`StateOwn`).
    `trucks_lost` are the truck points that the enemy destroyed or took, by printed counter (13.5e).
    """

    clock: Clock
    units: Units
    dumps: dict[str, dict[int, Dump]]
    hedgehogs: dict[int, Hedgehog]
    control: dict[int, str]
    steps_lost: dict[str, int]
    trucks_lost: dict[str, int] = {}
    weather: str = ""
    fueled_formations: frozenset[str] = frozenset()
    barraged: frozenset[int] = frozenset()
    attacked: frozenset[int] = frozenset()
    blown: frozenset[int] = frozenset()
    stack: tuple[Frame, ...] = ()
    dice: DicePosition = DicePosition()
    outcome: Outcome | None = None
    regauged: dict[int, str] = {}
    new_rails: frozenset[int] = frozenset()
    rail_spent: int = 0
    landed: dict[int, int] = {}
    arrived: frozenset[str] = frozenset()
    overfull: frozenset[int] = frozenset()
    raised: dict[int, int] = {}
    lowered: frozenset[int] = frozenset()
    overrun: frozenset[int] = frozenset()
    own: tuple[Any, ...] = ()

    def change(self, **fields: Any) -> State:
        """A new state with some fields changed."""
        return replace(self, **fields)

    def with_unit(self, unit: Unit) -> State:
        """A new state in which `unit` replaces the record of the same id (or is new)."""
        return self.with_units([unit])

    def with_units(self, changed: list[Unit]) -> State:
        """A new state in which several records are replaced or new."""
        return replace(self, units=self.units.with_units(changed)) if changed else self

    def without_units(self, ids: Collection[str]) -> State:
        """A new state without some units."""
        return replace(self, units=self.units.without(ids))

    def ground_supply(self, side: str, hex_: int) -> Dump:
        """The SP of a side on the ground of a hex (none: an empty dump)."""
        return self.dumps[side].get(hex_, NO_SUPPLY)

    def with_dump(self, side: str, hex_: int, dump: Dump) -> State:
        """A new state with that dump; zero tokens remove the dump. Raises ValueError below zero."""
        if dump.tokens < 0 or dump.fresh < 0:
            raise ValueError(f"a dump of {dump.tokens}T at hex {hex_}")
        dumps = self.dumps.copy()
        own = dumps[side].copy()
        if dump.tokens:
            own[hex_] = Dump(dump.tokens, min(dump.fresh, dump.tokens))
        else:
            own.pop(hex_, None)
        dumps[side] = own
        return replace(self, dumps=dumps)

    def with_trucks_lost(self, counter: str, points: int) -> State:
        """A new state in which a printed counter has lost this many more points (negative: back in play)."""
        return replace(self, trucks_lost={**self.trucks_lost, counter: self.trucks_lost.get(counter, 0) + points})

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.outcome is not None


NO_SUPPLY = Dump(0)

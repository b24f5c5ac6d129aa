"""The state of a game: one immutable record. A change makes a new record and shares what did not change.

Containers are copied when one of their entries changes (a dictionary of 1,500 records costs a few microseconds), so a
fork is an assignment and undo a list of states. What can be derived (occupation, zones of control, supply) is not
here: see `redball.core.look`.

Cases: 3.6a, 3.6b, 3.6c, 3.6d, 3.6e, 5.2-A, 5.2-B, 5.2-C, 12.1d
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from redball.core.dice import DicePosition

Facing = Literal["combat", "move"]
Mode = Literal["combat", "move", "reserve", "strat", "dg", "exploit"]

NOT_ARRIVED = -1
DEAD_PILE = -2
REMOVED = -4

FULL, LOW, EXHAUSTED = 0, 1, 2

SET_UP = "set_up"


class Activity(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a unit did in this phase; `IDLE` at a phase's beginning, of which nothing is packed.

    `origin` is the hex where it began the phase (-1: where it is), `moved` it has finished its move (6.1f, 6.1g),
    `spent` it has spent MP, `fueled` single-unit or HQ fuel for this phase (12.5c-B, 12.5c-C), `negates` its
    presence was relied upon to negate a ZOC (4.5b-A, reading 1.14), `released` from Reserve in this phase,
    `changed` its mode, `fuel_hex` where a fueled HQ threw its fuel from (12.5e-B), `railed` it was moved by rail,
    `converted` how many rail hexes it converted (13.3g-D),
    `bridge` the hex that it may still leave by a bridge of its own, which it bridges no longer (13.8b-C),
    `worked` at construction (13.8d-C), `halved` it has half its MA in this phase because of who commands it or where,
    `short` its fuel is for a short move only (HR-10).
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
    halved: bool = False
    reverted: bool = False
    worked: bool = False
    short: bool = False


IDLE = Activity()


class Unit(Struct, frozen=True, array_like=True, gc=False):
    """A counter in play. `hex` is an index of the board, or NOT_ARRIVED, DEAD_PILE (it may be rebuilt), REMOVED (it may
    not). `load` in tokens.

    `cut_off`: it was without trace in its side's last Supply Phase, whether it ate or not (12.8e-4). `returns`: the
    turn in which it returns after a breakout (12.8e-2), 0 none. `extender`: Transport Points that stand as an Extender;
    `points` is 0 meanwhile (12.7-B). `dg_kind`: where there are two kinds of DG, "fire" or "combat" while the marker is
    "dg" (N5.10), else ""; `tapped` artillery has fired and is not ready again (N5-tap). `low_supply`: its supply is
    low, where there is such a level between full and none.
    """

    id: str
    counter: str
    side: str
    hex: int
    facing: Facing = "combat"
    marker: str = ""
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
    dg_kind: str = ""
    tapped: bool = False
    low_supply: bool = False

    @property
    def mode(self) -> Mode:
        """5.2: the marker's mode, else that of the side which shows."""
        return self.marker or self.facing  # type: ignore[return-value]

    @property
    def on_map(self) -> bool:
        """Neither waiting to arrive nor in the Dead Pile."""
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


class Dump(Struct, frozen=True, array_like=True, gc=False):
    """SP on the ground of one side in one hex, in tokens; `fresh` were unloaded in this phase (12.2a)."""

    tokens: int
    fresh: int = 0


class Hedgehog(Struct, frozen=True, array_like=True, gc=False):
    """Field works: owner and Level 1-4 (16.0a)."""

    side: str
    level: int


class Clock(Struct, frozen=True):
    """Where the sequence of play stands. `acting` is the side that acts in the segment (2.1-B); `simulcast`: both sides
    play this game turn at the same time (2.4)."""

    turn: int = 1
    first: str = ""
    phasing: str = ""
    phase: str = "pre_turn"
    segment: str = "weather"
    acting: str = ""
    simulcast: bool = False


class Frame(Struct, frozen=True):
    """One open procedure: which, at which named step, and what it holds."""

    procedure: str
    step: str
    data: Any


class Zone(Struct, frozen=True):
    """The zone of operations of an army: two flank hexes at the enemy front line, and the direction to the rear."""

    side: str
    army: str
    left: int
    right: int
    rear: int


class Command(Struct, frozen=True):
    """Who commands whom, where an edition limits that; empty in all others.

    Of the phase: the `army` and the `hq` that are being played, `played` armies and HQs, `spare` a unit without command
    may move now, and the `slot` that does, `forgotten`: those are being moved that nobody led, `closing`: the HQ has
    moved behind its units. Of the player turn: (slot, HQ) pairs `fed` with combat supply. Kept longer: pairs `led`
    in the last Movement Phase of their side, the `zones` of armies, and what players changed of the scenario: (HQ,
    army) pairs `attached`, and (side, army, parent) of armies put `under` others.

    Packed whole: an empty set that was read is not left out as the default one is, and equal states must pack alike.
    """

    army: str = ""
    hq: str = ""
    played: frozenset[str] = frozenset()
    led: tuple[tuple[str, str], ...] = ()
    spare: bool = False
    slot: str = ""
    forgotten: bool = False
    closing: bool = False
    fed: tuple[tuple[str, str], ...] = ()
    zones: tuple[Zone, ...] = ()
    attached: tuple[tuple[str, str], ...] = ()
    under: tuple[tuple[str, str, str], ...] = ()

    def in_new_phase(self, movement: bool, kept: tuple[tuple[str, str], ...]) -> Command:
        """What is left when a phase begins; at a Movement Phase those whom the other side led are `kept`."""
        rest = replace(self, army="", hq="", played=frozenset(), spare=False, slot="", forgotten=False, closing=False)
        return replace(rest, led=kept, fed=()) if movement else rest


NO_COMMAND = Command()


class Covered(Struct, frozen=True):
    """What tokens paid for small barrages of a side in this phase still cover, in quarter tokens: through the HQ `via`,
    or at the dump in the hex `source` (-1 with an HQ)."""

    side: str
    via: str = ""
    source: int = -1
    quarters: int = 0


class Outcome(Struct, frozen=True):
    """How the game ended."""

    winner: str
    result: str
    points: dict[str, int]
    reason: str = ""


class State(Struct, frozen=True):
    """Everything that matters of a game in progress.

    `units` are in the order of their ids: whoever walks over them finds the same order in a game that was loaded.
    Of railroads: `regauged` rail hexes with the gauge to which they were converted, `new_rails` those converted in this
    phase; of the phasing side `rail_spent` is the Rail Cap used in this phase (1/16 points).
    Of arrivals until the Movement Phase of their side is over: `landed` the tokens by hex that came, `arrived` the
    units that have not moved since: they may entrain where they came (13.3e-1); `overfull` the hexes in which they are
    too many meanwhile, where both sides place theirs before either moves (4.8a-B).
    `raised` and `lowered` are the hexes whose hedgehog gained or lost a Level in this game turn (16.0b-B, 16.0c-B),
    `raised_twice` those that gained a second one where that can be.
    `overrun` are the hexes against which overruns were made in this phase.
    `covers` is what tokens paid in this phase still cover, where barrages share them.
    `trucks_lost` are the truck points that the enemy destroyed or took, by printed counter (13.5e).
    """

    clock: Clock
    units: dict[str, Unit]
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
    raised: frozenset[int] = frozenset()
    raised_twice: frozenset[int] = frozenset()
    lowered: frozenset[int] = frozenset()
    command: Command = NO_COMMAND
    overrun: frozenset[int] = frozenset()
    covers: tuple[Covered, ...] = ()

    def change(self, **fields: Any) -> State:
        """A new state with some fields changed."""
        return replace(self, **fields)

    def with_unit(self, unit: Unit) -> State:
        """A new state in which `unit` replaces the record of the same id (or is new)."""
        return self.with_units([unit])

    def with_units(self, changed: list[Unit]) -> State:
        """A new state in which several records are replaced or new."""
        if not changed:
            return self
        units = self.units.copy()
        for unit in changed:
            units[unit.id] = unit
        return replace(self, units=units if len(units) == len(self.units) else by_id(units))

    def ground_supply(self, side: str, hex_: int) -> Dump:
        """The SP of a side on the ground of a hex (none: an empty dump)."""
        return self.dumps[side].get(hex_, NO_SUPPLY)

    def with_dump(self, side: str, hex_: int, dump: Dump) -> State:
        """A new state with that dump; one of zero tokens is taken away. Raises ValueError below zero."""
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
        """A new state in which so many more points of a printed counter are lost (negative: back in play)."""
        return replace(self, trucks_lost={**self.trucks_lost, counter: self.trucks_lost.get(counter, 0) + points})

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.outcome is not None


def by_id(units: dict[str, Unit]) -> dict[str, Unit]:
    """Units in the order of their ids."""
    return dict(sorted(units.items()))


NO_SUPPLY = Dump(0)

"""A scenario as frozen records, read from its folder by `redball.scenarios.load`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from redball.board.board import Board
from redball.charts.rounding import round_half_up
from redball.forces.aircraft import Aircraft
from redball.forces.counter import Counter, Mobility
from redball.forces.craft import Craft, CraftKind
from redball.forces.ship import Ship, ShipType
from redball.scenarios.front import Front


class SideInfo(Struct, frozen=True):
    """A side: id, name, Reserve markers (5.4a), and words for the source of its supply."""

    id: str
    name: str
    reserve_markers: int
    supply_edge: str = ""


class Band(Struct, frozen=True):
    """A range of dice totals and its result; None is open at that end."""

    result: str
    min: int | None = None
    max: int | None = None

    def holds(self, roll: int) -> bool:
        """The roll falls into this band."""
        return (self.min is None or roll >= self.min) and (self.max is None or roll <= self.max)


class RollTable(Struct, frozen=True):
    """A scenario's dice table: number of dice, and bands without holes."""

    dice: int
    bands: tuple[Band, ...]

    def lookup(self, roll: int) -> str:
        """The result for a roll.

        Raises KeyError when no band holds (the loader refuses tables with holes).
        """
        for band in self.bands:
            if band.holds(roll):
                return band.result
        raise KeyError(roll)


class SupplyTable(Struct, frozen=True):
    """A side's Supply Table (2.3-D): tokens by roll, and where they may be placed.

    Only a `part` of what it says comes, rounded to the nearest token (4.1). `added` are tokens beyond that, as (from
    turn, tokens); `shares` are the entries of each group, for
    editions that divide the supply.
    """

    table: RollTable
    entries: tuple[int, ...]
    added: tuple[tuple[int, int], ...] = ()
    shares: dict[str, tuple[int, ...]] = {}
    part: Fraction = Fraction(1)

    def of(self, result: str) -> int:
        """Tokens for a result of the table."""
        return round_half_up(int(result) * self.part)

    def tokens(self, roll: int, turn: int = 1) -> int:
        """Tokens that arrive in a turn.

        >>> table = SupplyTable(RollTable(1, (Band("12"),)), (), ((1, 16), (8, 8)))
        >>> table.tokens(3, 7), table.tokens(3, 8)
        (28, 20)
        """
        more = next((tokens for start, tokens in reversed(self.added) if start <= turn), 0)
        return self.of(self.table.lookup(roll)) + more


class VariableTable(Struct, frozen=True):
    """A side's Variable Reinforcement Table (13.5-A, 13.6): `brings` says for each result how many arrive of
    `pax`, `eq`, or units of one of the `pools`.
    """

    table: RollTable
    entries: tuple[int, ...]
    brings: dict[str, dict[str, int]]
    pools: dict[str, tuple[str, ...]] = {}

    def roll(self, total: int) -> dict[str, int]:
        """The result of a roll."""
        return self.brings[self.table.lookup(total)]


class Cost(Struct, frozen=True):
    """Repls that a step costs."""

    pax: int = 0
    eq: int = 0


class RebuildRow(Struct, frozen=True):
    """A row of the Rebuild Table (13.5a): the counters it covers, and the `cost` of each step (None: they cannot be
    rebuilt). `pairs`: two cost as much as one (13.5d).
    """

    name: str
    cost: Cost | None
    units: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    size: tuple[str, ...] = ()
    symbol: tuple[str, ...] = ()
    colour: tuple[str, ...] = ()
    pairs: bool = False

    def fits(self, counter: Counter) -> bool:
        """The row covers this counter: all its conditions fit."""
        printed = (counter.id, counter.kind, counter.size, counter.symbol, counter.colour)
        wanted = (self.units, self.kind, self.size, self.symbol, self.colour)
        return all(value in allowed for value, allowed in zip(printed, wanted, strict=True) if allowed)


class Placement(Struct, frozen=True):
    """Units (or SP in tokens) of one side in one hex at the start."""

    side: str
    hex: int
    units: tuple[str, ...] = ()
    mode: Literal["combat", "move", "reserve", "strat"] = "combat"
    facing: Literal["combat", "move"] = "combat"
    tokens: int = 0
    load: dict[str, int] = {}
    extenders: tuple[str, ...] = ()


EXTENDER_POINTS = 5
"""Transport Points of an Extender (12.7-A)."""


class ExtenderMix(Struct, frozen=True):
    """The Extender counters of a kind of Transport Points (12.7-A): how many, and their range in 1/12 MP (12.7b)."""

    count: int
    range: int
    mobility: Mobility


class Arrival(Struct, frozen=True):
    """A reinforcement (13.6): turn, side, entry hexes, units, SP in tokens."""

    turn: int
    side: str
    entry: tuple[int, ...]
    units: tuple[str, ...] = ()
    tokens: int = 0
    load: dict[str, int] = {}


class AirBaseSetup(Struct, frozen=True):
    """An air base at the start, its Level (0: an air strip), the aircraft that are Active there (SETUP-IV-E), and its
    Glider Points."""

    hex: int
    side: str
    level: int
    aircraft: tuple[str, ...] = ()
    gliders: int = 0


class AirArrival(Struct, frozen=True):
    """Aircraft as Reinforcements (13.6)."""

    turn: int
    side: str
    aircraft: tuple[str, ...]


class FleetSetup(Struct, frozen=True):
    """Ships of one side in one hex at the start."""

    hex: int
    side: str
    ships: tuple[str, ...]


class FlotillaSetup(Struct, frozen=True):
    """Landing Craft afloat at the start: one counter, the units aboard, which show the side of `mode`, and the supply
    aboard in tokens."""

    craft: str
    hex: int
    units: tuple[str, ...] = ()
    tokens: int = 0
    mode: Literal["combat", "move"] = "combat"


class ShipArrival(Struct, frozen=True):
    """Ships as Reinforcements (13.6): turn, side, the hexes or boxes where they may enter."""

    turn: int
    side: str
    entry: tuple[int, ...]
    ships: tuple[str, ...]


class ShipWithdrawal(Struct, frozen=True):
    """Ships that leave the game in the Reinforcement Phase of a turn."""

    turn: int
    side: str
    ships: tuple[str, ...]


class CraftArrival(Struct, frozen=True):
    """Landing Craft as Reinforcements (13.6): turn, the hexes or boxes where they may enter, one counter, and who and
    what is aboard, as a `FlotillaSetup` says it."""

    turn: int
    entry: tuple[int, ...]
    craft: str
    units: tuple[str, ...] = ()
    tokens: int = 0
    mode: Literal["combat", "move"] = "combat"


class CraftWithdrawal(Struct, frozen=True):
    """Points of a kind of Landing Craft that leave the game, from the Reinforcement Phase of a turn on."""

    turn: int
    side: str
    kind: CraftKind
    points: int


class DropPlanSetup(Struct, frozen=True):
    """Drops planned before the game (14.10b-A): units that land in a hex, in a turn."""

    turn: int
    side: str
    hex: int
    units: tuple[str, ...]


class FlightLimit(Struct, frozen=True):
    """What a weather leaves of the missions of these `sides` (none: of both): those in some of their `phases`, and
    `missions` of some kinds in any phase."""

    weather: str
    phases: tuple[str, ...] = ()
    missions: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


class HedgehogSetup(Struct, frozen=True):
    """A hedgehog that the scenario places (16.0)."""

    hex: int
    side: str
    level: int


class BoxUse(Struct, frozen=True):
    """An off-map box in use (SETUP-I-F-B): its index, its side, its exits, and the cost of going in
    or out, in 1/12 MP or ALL. One of the `sea` is for ships, and its exits may be boxes, too."""

    box: int
    side: str
    exits: tuple[int, ...]
    mp: int
    sea: bool = False


class SetUpGroup(Struct, frozen=True):
    """Units and SP (in tokens) that their player may set up anywhere in a zone (SETUP-IV-A). `load`: tokens by unit."""

    side: str
    name: str
    hexes: tuple[int, ...]
    units: tuple[str, ...] = ()
    tokens: int = 0
    load: dict[str, int] = {}


class FreeSetUp(Struct, frozen=True):
    """What the players set up themselves, in what order, and whether hidden from each other."""

    order: tuple[str, ...]
    hidden: bool
    groups: tuple[SetUpGroup, ...]


class VictoryHex(Struct, frozen=True):
    """A hex worth points to the side that controls it at the end."""

    hex: int
    points: int
    name: str


class VictoryLevel(Struct, frozen=True):
    """A range of the final difference, its winner (a side or "draw") and its name."""

    winner: str
    result: str
    min: int | None = None
    max: int | None = None


class VictoryAway(Struct, frozen=True):
    """Points to a side for each full number of steps of its combat units that are in these `hexes` at the end (of these
    nations; none: of all)."""

    side: str
    hexes: tuple[int, ...]
    name: str
    per_steps: int
    points: int
    nations: tuple[str, ...] = ()


class Victory(Struct, frozen=True):
    """Points and levels. `losses[side]` is (per steps, points) given to the enemy of `side`."""

    hexes: tuple[VictoryHex, ...]
    losses: dict[str, tuple[int, int]]
    initial_control: dict[int, str]
    for_side: str
    levels: tuple[VictoryLevel, ...]
    away: tuple[VictoryAway, ...] = ()


class Way(Struct, frozen=True):
    """A way to do a step of a guide: `verb` is move, rail, attack or barrage, with these `units` to the `hex`; train,
    with supply from `start`; or act, with an action that has these `fields`."""

    verb: Literal["move", "rail", "train", "attack", "barrage", "act"]
    units: tuple[str, ...] = ()
    start: int = -1
    hex: int = -1
    fields: dict[str, Any] = {}


class GuideStep(Struct, frozen=True):
    """A teaching step: what to try and why, and the event that shows it was done; of a list in `when`, the event's
    list must have all members.

    `turn` (0: any) and `segment` ("": any) say where it belongs. It is missed when they are over, or when a unit that
    it `needs` is lost; `otherwise` says how the lesson goes on then. `ways` are how to do it: the first possible one
    comes next.
    """

    text: str
    done_when: str
    when: dict[str, Any] = {}
    title: str = ""
    why: str = ""
    case: str = ""
    turn: int = 0
    segment: str = ""
    needs: tuple[str, ...] = ()
    otherwise: str = ""
    ways: tuple[Way, ...] = ()


class LessonDice(Struct, frozen=True):
    """What a roll of a lesson is, in one turn or in each (0), in one side's Player Turns or in both (""): `roll` names
    procedure and step, as in `combat.resolution`."""

    roll: str
    dice: tuple[int, ...]
    turn: int = 0
    phasing: str = ""

    def holds(self, roll: str, count: int, turn: int, phasing: str) -> bool:
        """These are the dice of a roll of so many dice."""
        here = self.turn in (0, turn) and self.phasing in ("", phasing)
        return self.roll == roll and len(self.dice) == count and here


class LessonOrder(Struct, frozen=True):
    """What the opponent of a lesson does in a turn (0: in each): an action with these `fields`."""

    fields: dict[str, Any]
    turn: int = 0


class RailSide(Struct, frozen=True):
    """A side's railroads: Rail Cap in tokens as (from turn, tokens) (13.3b), and the gauge that it
    can use ("" any, 13.3f)."""

    cap: tuple[tuple[int, int], ...] = ()
    gauge: str = ""

    def tokens(self, turn: int) -> int:
        """Rail Cap of a turn in tokens (4T are a point).

        >>> side = RailSide(((1, 0), (5, 8)))
        >>> side.tokens(4), side.tokens(5), RailSide().tokens(1)
        (0, 8, 0)
        """
        return in_turn(self.cap, turn)


def in_turn(capacity: tuple[tuple[int, int], ...], turn: int) -> int:
    """What a capacity, given as (from turn, tokens), is in a turn."""
    return next((tokens for start, tokens in reversed(capacity) if start <= turn), 0)


class PortSetup(Struct, frozen=True):
    """A port of the map at the start: its side, and the hits that it has."""

    hex: int
    side: str
    hits: int = 0


class Rail(Struct, frozen=True):
    """The railroads of a scenario: their gauge at the start ("": gauges do not matter), the rail hexes of
    another gauge, and each side's data."""

    gauge: str = ""
    hexes: dict[int, str] = {}
    sides: dict[str, RailSide] = {}


class BreakdownPool(Struct, frozen=True):
    """The Breakdowns of a nation (20.0g): counters, available without limit or up to `limit` at once; units
    `without` Breakdowns."""

    side: str
    nation: str
    counters: tuple[str, ...]
    without: tuple[str, ...] = ()
    limit: int = 0


class ArmyInfo(Struct, frozen=True):
    """A group of HQs (C1.1-army) of a `kind` of its table; `under` is its parent army, or ""."""

    id: str
    name: str
    kind: str
    headquarters: tuple[str, ...]
    under: str = ""


class SideCommand(Struct, frozen=True):
    """A side's command: the tables of its limits and of its armies ("" none), its armies, the row of each HQ,
    and the class of each formation or unit that takes a slot; others take none. `attachments_change`: its player may
    attach HQs to other armies during the game."""

    limits: str
    army_limits: str
    armies: tuple[ArmyInfo, ...]
    headquarters: dict[str, str]
    classes: dict[str, str]
    attachments_change: bool = False


class CommandInfo(Struct, frozen=True):
    """A scenario's command: the month, such as "1941-07", and the sides that have armies."""

    month: str
    sides: dict[str, SideCommand]


class Scenario(Struct, frozen=True):
    """A whole scenario. Hexes are indices of `board`."""

    id: str
    title: str
    summary: str
    edition: str
    turns: int
    dates: tuple[str, ...]
    sides: tuple[SideInfo, ...]
    board: Board
    counters: dict[str, Counter]
    setup: tuple[Placement, ...]
    arrivals: tuple[Arrival, ...]
    hedgehogs: tuple[HedgehogSetup, ...]
    sources: dict[str, tuple[int, ...]]
    weather: RollTable | None
    weather_effects: dict[str, dict[str, dict[str, str]]]
    terrain_movement: dict[str, dict[str, str]]
    supply_tables: dict[str, SupplyTable]
    victory: Victory
    guide: tuple[GuideStep, ...]
    notes: str
    teaching: bool = False
    lesson: int = 0
    """The number of the lesson that it is; 0: none."""
    learner: str = ""
    """The side that the guide is for."""
    dice: tuple[LessonDice, ...] = ()
    """A lesson's own dice; other rolls are left to chance."""
    opponent: tuple[LessonOrder, ...] = ()
    """What a lesson's opponent does."""
    first_turn_first_player: str = ""
    breakout_entry: dict[str, tuple[int, ...]] = {}
    extenders: dict[str, dict[str, ExtenderMix]] = {}
    rail: Rail = Rail()
    ports: tuple[PortSetup, ...] = ()
    """The ports that matter, by hex."""
    shipping: dict[str, tuple[tuple[int, int], ...]] = {}
    """Each side's Shipping Allowance in tokens, as (from turn, tokens) (19.0f)."""
    variable_tables: dict[str, VariableTable] = {}
    rebuild_tables: dict[str, tuple[RebuildRow, ...]] = {}
    weather_terrain: dict[str, dict[str, str]] = {}
    """By weather: terrain or hexside feature, and what it then counts as (17.0a)."""
    weather_allowances: dict[str, dict[str, Fraction]] = {}
    """By weather and mobility: the fraction of printed MA left."""
    breakdowns: tuple[BreakdownPool, ...] = ()
    generic_repls: dict[str, dict[str, str]] = {}
    """Each side's counter for Pax and for Eq, available without limit (13.5-A)."""
    free_setup: FreeSetUp | None = None
    boxes: tuple[BoxUse, ...] = ()
    command: CommandInfo | None = None
    aircraft: dict[str, Aircraft] = {}
    """The printed aircraft by id."""
    air_bases: tuple[AirBaseSetup, ...] = ()
    air_arrivals: tuple[AirArrival, ...] = ()
    hip_shoots: tuple[str, ...] = ()
    """Nations whose aircraft may make Hip Shoots (14.7d-B)."""
    drop_plans: tuple[DropPlanSetup, ...] = ()
    gliders: tuple[str, ...] = ()
    """Sides that have gliders (14.10e-A)."""
    allied_drops: tuple[str, ...] = ()
    """Sides whose drops are Allied ones in the European theatre: worse up to August 1944 (14.10d-A)."""
    air_strips: dict[str, int] = {}
    """How many air strips a side that builds them may have on the map (15.2)."""
    flight_limits: tuple[FlightLimit, ...] = ()
    """What weathers leave of missions (14.1f)."""
    ships: dict[str, Ship] = {}
    """The printed ships by id."""
    fleets: tuple[FleetSetup, ...] = ()
    ships_in_ports: tuple[ShipType, ...] = ()
    """Types of ship that may enter ports (18.1c)."""
    craft: dict[str, Craft] = {}
    """The printed Landing Craft by id; of DUKWs `counters` has the land side, too."""
    flotillas: tuple[FlotillaSetup, ...] = ()
    craft_arrivals: tuple[CraftArrival, ...] = ()
    craft_withdrawals: tuple[CraftWithdrawal, ...] = ()
    carriers: dict[str, tuple[str, ...]] = {}
    """The aircraft that begin on a carrier, by its id (18.2a)."""
    ship_arrivals: tuple[ShipArrival, ...] = ()
    ship_withdrawals: tuple[ShipWithdrawal, ...] = ()
    first_view: tuple[int, ...] = ()
    """Hexes that the page has in its window when a game is opened first; none: the whole map."""
    front: Front | None = None
    variants: dict[str, Scenario] = {}
    """The scenario under each rules overlay that changes it, by overlay name; with aircraft added, `NAME+aircraft`."""
    folder: str = ""
    """Where a scenario of the player's own lies; "" for a shipped one."""
    folder_check: str = ""
    """What its files were when it was read."""

    def played_with(self, overlays: Iterable[str]) -> Scenario:
        """The scenario under these overlays.

        Raises ValueError if several of them change it.
        """
        found = [name for name in overlays if name in self.variants]
        if found and "+".join(found) not in self.variants:
            raise ValueError(f"{self.id} is changed by {' and by '.join(found)}; choose one of them")
        return self.variants["+".join(found)] if found else self

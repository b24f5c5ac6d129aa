"""`scenario.toml` as written, key by key, before hexes and units are looked up; and the small texts in it.

Every struct forbids unknown keys; `read` says which key is wrong.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from redball.board.ports import MOST_HITS
from redball.scenarios.errors import ScenarioError

FORMAT = "redball-scenario 1"
MESSAGE = re.compile(r"(?P<problem>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
ITEM = re.compile(r"([1-9]\d*) ([a-z][a-z0-9_]*)")
WORDS = {"Object contains unknown field": "unknown key", "Object missing required field": "missing key"}

T = TypeVar("T")
Name = Annotated[str, Meta(min_length=1)]
Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base: an unknown key is an error."""


class SideFile(Record, frozen=True, kw_only=True):
    """`[[sides]]`."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z_]*$")]
    name: Name
    reserve_markers: Count
    supply_edge: str = ""


class BandFile(Record, frozen=True, kw_only=True):
    """A range of dice totals."""

    result: Name
    min: int | None = None
    max: int | None = None


class FlightsFile(Record, frozen=True, kw_only=True):
    """`[[weather.flights]]`: the phases in which missions are flown in a weather, and kinds of mission that are flown
    in any phase."""

    weather: str
    phases: tuple[Literal["movement", "reaction", "exploitation"], ...] = ()
    missions: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


class WeatherFile(Record, frozen=True, kw_only=True):
    """`[weather]`."""

    dice: Literal["1d6", "2d6"]
    bands: tuple[BandFile, ...]
    effects: dict[str, dict[str, dict[str, str]]] = {}
    terrain: dict[str, dict[str, str]] = {}
    allowances: dict[str, dict[str, str]] = {}
    flights: tuple[FlightsFile, ...] = ()


class FromTurnFile(Record, frozen=True, kw_only=True, rename={"start": "from"}):
    """An amount from a turn on."""

    start: Positive
    points: str


class SupplyTableFile(Record, frozen=True, kw_only=True):
    """`[supply_table.SIDE]`."""

    dice: Literal["1d6", "2d6"]
    entries: Annotated[tuple[str, ...], Meta(min_length=1)]
    bands: tuple[BandFile, ...]
    add: tuple[FromTurnFile, ...] = ()
    shares: dict[str, tuple[str, ...]] = {}
    part: str = "1"


class VariableTableFile(Record, frozen=True, kw_only=True):
    """`[variable_reinforcement_table.SIDE]`."""

    dice: Literal["1d6", "2d6"]
    entries: Annotated[tuple[str, ...], Meta(min_length=1)]
    bands: tuple[BandFile, ...]
    pools: dict[str, tuple[str, ...]] = {}


class RebuildRowFile(Record, frozen=True, kw_only=True):
    """`[[rebuild_table.SIDE]]`."""

    name: Name
    units: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    size: tuple[str, ...] = ()
    symbol: tuple[str, ...] = ()
    colour: tuple[str, ...] = ()
    cost: str = ""
    pairs: bool = False


class PlacementFile(Record, frozen=True, kw_only=True):
    """`[[setup.SIDE]]`."""

    hex: str
    units: tuple[str, ...] = ()
    mode: Literal["combat", "move", "reserve", "strat"] = "combat"
    facing: Literal["combat", "move", ""] = ""
    sp: str = ""
    load: dict[str, str] = {}
    extenders: tuple[str, ...] = ()


class ExtenderFile(Record, frozen=True, kw_only=True):
    """`[extenders.SIDE.KIND]`."""

    count: Positive
    range: Annotated[str, Meta(pattern="^[1-9][0-9]*[LTK]$")]


class BoxFile(Record, frozen=True, kw_only=True):
    """`[[boxes]]`: an off-map box of the board."""

    id: str
    side: str
    exits: tuple[str, ...] = ()
    mp: Annotated[str, Meta(pattern="^(all|[1-9][0-9]*)$")] = "all"
    kind: Literal["land", "sea"] = "land"


class SetUpGroupFile(Record, frozen=True, kw_only=True):
    """`[[free_setup.groups]]`: the zone is `hexes`, or `near` and `within`, or `line` and `behind`."""

    side: str
    name: Name
    units: tuple[str, ...] = ()
    sp: str = ""
    load: dict[str, str] = {}
    hexes: tuple[str, ...] = ()
    near: str = ""
    within: Count = 0
    line: tuple[str, ...] = ()
    behind: str = ""
    inclusive: bool = False


class FreeSetUpFile(Record, frozen=True, kw_only=True):
    """`[free_setup]`."""

    order: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)]
    groups: Annotated[tuple[SetUpGroupFile, ...], Meta(min_length=1)]
    hidden: bool = False


class HedgehogFile(Record, frozen=True, kw_only=True):
    """`[[hedgehogs]]`: Level 1 to 4 (16.0a)."""

    hex: str
    side: str
    level: Annotated[int, Meta(ge=1, le=4)]


class AirBaseFile(Record, frozen=True, kw_only=True):
    """`[[air_bases]]`: Level 0 is an air strip; its aircraft are Active."""

    hex: str
    side: str
    level: Annotated[int, Meta(ge=0, le=3)]
    aircraft: tuple[str, ...] = ()
    gliders: Count = 0


class AirArrivalFile(Record, frozen=True, kw_only=True):
    """`[[air_arrivals]]`."""

    turn: Positive
    side: str
    aircraft: Annotated[tuple[str, ...], Meta(min_length=1)]


class DropPlanFile(Record, frozen=True, kw_only=True):
    """`[[drop_plans]]`."""

    turn: Positive
    side: str
    hex: str
    units: Annotated[tuple[str, ...], Meta(min_length=1)]


class FleetFile(Record, frozen=True, kw_only=True):
    """`[[fleets]]`."""

    hex: str
    side: str
    ships: Annotated[tuple[str, ...], Meta(min_length=1)]


class FlotillaFile(Record, frozen=True, kw_only=True):
    """`[[flotillas]]`."""

    craft: str
    hex: str
    units: tuple[str, ...] = ()
    sp: str = ""
    mode: Literal["combat", "move"] = "combat"


class ShipArrivalFile(Record, frozen=True, kw_only=True):
    """`[[ship_arrivals]]`."""

    turn: Positive
    side: str
    entry: Annotated[tuple[str, ...], Meta(min_length=1)]
    ships: Annotated[tuple[str, ...], Meta(min_length=1)]


class ShipWithdrawalFile(Record, frozen=True, kw_only=True):
    """`[[ship_withdrawals]]`."""

    turn: Positive
    side: str
    ships: Annotated[tuple[str, ...], Meta(min_length=1)]


class CraftArrivalFile(Record, frozen=True, kw_only=True):
    """`[[craft_arrivals]]`."""

    turn: Positive
    craft: str
    entry: Annotated[tuple[str, ...], Meta(min_length=1)]
    units: tuple[str, ...] = ()
    sp: str = ""
    mode: Literal["combat", "move"] = "combat"


class CraftWithdrawalFile(Record, frozen=True, kw_only=True):
    """`[[craft_withdrawals]]`."""

    turn: Positive
    side: str
    kind: Literal["landing_craft", "lst"]
    points: Positive


class ArrivalFile(Record, frozen=True, kw_only=True):
    """`[[arrivals]]`."""

    turn: Positive
    side: str
    entry: Annotated[tuple[str, ...], Meta(min_length=1)]
    units: tuple[str, ...] = ()
    sp: str = ""
    load: dict[str, str] = {}


class RailSideFile(Record, frozen=True, kw_only=True):
    """`[rail.sides.SIDE]`: `cap` is one value for all turns, or a list by turn."""

    cap: str | tuple[FromTurnFile, ...]
    gauge: str = ""


class RailFile(Record, frozen=True, kw_only=True):
    """`[rail]`."""

    gauge: str = ""
    hexes: dict[str, tuple[str, ...]] = {}
    sides: dict[str, Any] = {}


class PortFile(Record, frozen=True, kw_only=True):
    """`[[ports]]`."""

    hex: str
    side: str
    hits: Annotated[int, Meta(ge=0, le=MOST_HITS)] = 0


class VictoryHexFile(Record, frozen=True, kw_only=True):
    """A hex worth points."""

    hex: str
    points: Count
    name: str


class LossesFile(Record, frozen=True, kw_only=True):
    """Points to the enemy for each full number of steps lost."""

    per_steps: Positive
    points: Count


class AwayFile(Record, frozen=True, kw_only=True):
    """`[[victory.away]]`: points for each full number of steps of a side's units that are in some places at the end."""

    side: str
    hexes: Annotated[tuple[str, ...], Meta(min_length=1)]
    name: Name
    per_steps: Positive
    points: Count
    nations: tuple[str, ...] = ()


class LevelFile(Record, frozen=True, kw_only=True):
    """A range of the final difference."""

    winner: str
    result: Name
    min: int | None = None
    max: int | None = None


class VictoryFile(Record, frozen=True, kw_only=True, rename={"for_side": "for"}):
    """`[victory]`."""

    for_side: str
    levels: tuple[LevelFile, ...]
    hexes: tuple[VictoryHexFile, ...] = ()
    losses: dict[str, LossesFile] = {}
    initial_control: dict[str, tuple[str, ...]] = {}
    away: tuple[AwayFile, ...] = ()


class WayFile(Record, frozen=True, kw_only=True):
    """`[[guide.ways]]`: units to `move` to a hex, by `rail` too, to send into an `attack` on it or to let fire at it
    (`barrage`); a hex from which supply goes to another (`train`); or one action by its type and fields (`act`)."""

    move: tuple[str, ...] = ()
    rail: tuple[str, ...] = ()
    train: str = ""
    attack: tuple[str, ...] = ()
    barrage: tuple[str, ...] = ()
    to: str = ""
    act: dict[str, Any] = {}


class GuideFile(Record, frozen=True, kw_only=True):
    """`[[guide]]`."""

    text: Name
    done_when: Name
    when: dict[str, Any] = {}
    title: str = ""
    why: str = ""
    case: str = ""
    turn: Count = 0
    segment: str = ""
    needs: tuple[str, ...] = ()
    otherwise: str = ""
    ways: tuple[WayFile, ...] = ()


class LessonDiceFile(Record, frozen=True, kw_only=True):
    """`[[dice]]`: what a roll of a lesson is; `roll` names procedure and step."""

    roll: Annotated[str, Meta(pattern=r"^[a-z0-9_]+\.[a-z0-9_]+$")]
    dice: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(min_length=1)]
    turn: Count = 0
    phasing: str = ""


class LessonOrderFile(Record, frozen=True, kw_only=True):
    """`[[opponent]]`: what the opponent of a lesson does in a turn (0: in each)."""

    act: dict[str, Any]
    turn: Count = 0


class BreakdownsFile(Record, frozen=True, kw_only=True):
    """`[[breakdowns]]`: the pool of a nation (20.0g)."""

    side: str
    nation: str
    counters: Annotated[tuple[str, ...], Meta(min_length=1)]
    without: tuple[str, ...] = ()
    limit: Count = 0


class ArmyFile(Record, frozen=True, kw_only=True):
    """`[[command.sides.SIDE.armies]]`: a group of HQs."""

    id: Name
    name: Name
    kind: Name
    headquarters: Annotated[tuple[str, ...], Meta(min_length=1)]
    under: str = ""


class SideCommandFile(Record, frozen=True, kw_only=True):
    """`[command.sides.SIDE]`: tables, armies, HQs by row of the table, units and formations by class."""

    limits: Name
    army_limits: str = ""
    attachments_change: bool = False
    armies: Annotated[tuple[ArmyFile, ...], Meta(min_length=1)]
    headquarters: dict[str, tuple[str, ...]]
    classes: dict[str, tuple[str, ...]] = {}


class CommandFile(Record, frozen=True, kw_only=True):
    """`[command]`: armies and HQs, for editions that limit command."""

    month: Annotated[str, Meta(pattern=r"^\d{4}-\d\d$")]
    sides: dict[str, SideCommandFile]


class ScenarioFile(Record, frozen=True, kw_only=True):
    """The whole file. Tables keyed by side are read one side at a time, so that an error can name the side."""

    format: str
    id: Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Name
    summary: Name
    edition: Name
    turns: Positive
    dates: tuple[str, ...]
    sides: tuple[SideFile, ...]
    victory: VictoryFile
    board: str = "board.hexmap"
    teaching: bool = False
    lesson: Count = 0
    first_turn_first_player: str = ""
    sources: dict[str, tuple[str, ...]] = {}
    weather: WeatherFile | None = None
    terrain_movement: dict[str, dict[str, str]] = {}
    supply_table: dict[str, Any] = {}
    variable_reinforcement_table: dict[str, Any] = {}
    rebuild_table: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    free_setup: FreeSetUpFile | None = None
    boxes: tuple[BoxFile, ...] = ()
    command: CommandFile | None = None
    hedgehogs: tuple[HedgehogFile, ...] = ()
    air_bases: tuple[AirBaseFile, ...] = ()
    air_arrivals: tuple[AirArrivalFile, ...] = ()
    hip_shoots: tuple[str, ...] = ()
    drop_plans: tuple[DropPlanFile, ...] = ()
    gliders: tuple[str, ...] = ()
    allied_drops: tuple[str, ...] = ()
    air_strips: dict[str, Positive] = {}
    fleets: tuple[FleetFile, ...] = ()
    carriers: dict[str, tuple[str, ...]] = {}
    ship_arrivals: tuple[ShipArrivalFile, ...] = ()
    ship_withdrawals: tuple[ShipWithdrawalFile, ...] = ()
    ships_in_ports: tuple[str, ...] = ()
    flotillas: tuple[FlotillaFile, ...] = ()
    first_view: tuple[str, ...] = ()
    craft_arrivals: tuple[CraftArrivalFile, ...] = ()
    craft_withdrawals: tuple[CraftWithdrawalFile, ...] = ()
    rail: RailFile = RailFile()
    ports: tuple[PortFile, ...] = ()
    shipping: dict[str, str | tuple[FromTurnFile, ...]] = {}
    arrivals: tuple[ArrivalFile, ...] = ()
    breakout_entry: dict[str, tuple[str, ...]] = {}
    extenders: dict[str, dict[str, Any]] = {}
    breakdowns: tuple[BreakdownsFile, ...] = ()
    guide: tuple[GuideFile, ...] = ()
    learner: str = ""
    dice: tuple[LessonDiceFile, ...] = ()
    opponent: tuple[LessonOrderFile, ...] = ()


def read(raw: Any, type_: type[T], file: str, where: str = "") -> T:
    """The record in `raw`. Raises ScenarioError with the key; list items are counted from 1."""
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as fault:
        match = MESSAGE.fullmatch(str(fault))
        assert match is not None
        problem = match["problem"]
        for theirs, ours in WORDS.items():
            problem = problem.replace(theirs, ours)
        path = re.sub(r"\[(\d+)\]", lambda index: f"[{int(index[1]) + 1}]", match["path"] or "")
        raise ScenarioError(file, f"{where}{path}".lstrip("."), problem) from None


def parse_items(text: str) -> dict[str, int]:
    """Numbers by kind: "2 pax, 1 eq"; "none" is nothing.

    Raises ValueError for anything else.

    >>> parse_items("2 pax, 1 eq"), parse_items("none")
    ({'pax': 2, 'eq': 1}, {})
    """
    found: dict[str, int] = {}
    for part in text.split(",") if text != "none" else ():
        match = ITEM.fullmatch(part.strip())
        if match is None or match[2] in found:
            raise ValueError(f'{text!r} is not a list such as "2 pax, 1 eq", nor "none"')
        found[match[2]] = int(match[1])
    return found

"""What the page asks before and about a game: editions, scenarios, saved games, what never changes in one."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from redball.board.board import BoardPage
from redball.charts.loading import ChartsPage
from redball.editions import edition, names, text_of
from redball.game.view.standing import BoxInfo, TableInfo, WeatherInfo, boxes, tables, weathers
from redball.scenarios.load import list_scenarios, load_scenario
from redball.scenarios.records import SideInfo, Victory
from redball.server.session import Session

SwitchValue = bool | int | str


class SwitchInfo(Struct, frozen=True):
    """A switch of an edition: its group, the values that it takes, what it is by default and what the server proposes
    (`preset`), and the switches that may not be on together with it."""

    name: str
    case: str
    group: str
    default: SwitchValue
    preset: SwitchValue
    values: tuple[SwitchValue, ...]
    text: str
    excludes: list[str]


class EditionInfo(Struct, frozen=True):
    """A set of rules that can be played."""

    id: str
    text: str
    switches: list[SwitchInfo]


class SideName(Struct, frozen=True):
    """A side of a scenario."""

    id: str
    name: str


class ScenarioInfo(Struct, frozen=True):
    """A scenario that is installed; `edition` is the one that it is made for."""

    id: str
    title: str
    summary: str
    turns: int
    dates: tuple[str, ...]
    sides: list[SideName]
    teaching: bool
    edition: str


class GameMade(Struct, frozen=True):
    """The id of a game that was made or taken in."""

    id: str


class GameInfo(Struct, frozen=True, kw_only=True):
    """What never changes in a game. `players`: "human" or the name of a bot, by side; `sources`: the hexes that supply
    comes from, by side; `weather`: by name, empty where there is none; `tables` bring reinforcements; `boxes` are the
    holding boxes in play."""

    id: str
    scenario: str
    title: str
    edition: str
    players: dict[str, str]
    switches: dict[str, SwitchValue]
    sides: list[SideName]
    dates: tuple[str, ...]
    board: BoardPage
    charts: ChartsPage
    notes: str
    sources: dict[str, tuple[int, ...]]
    victory: Victory
    weather: dict[str, WeatherInfo]
    tables: list[TableInfo]
    boxes: list[BoxInfo]


def edition_infos(presets: Mapping[str, Mapping[str, SwitchValue]]) -> list[EditionInfo]:
    """Every edition with its switches; `presets` are values by edition and switch."""
    return [EditionInfo(name, text_of(name), switch_infos(name, presets.get(name, {}))) for name in names()]


def switch_infos(name: str, presets: Mapping[str, SwitchValue]) -> list[SwitchInfo]:
    """The switches of an edition as players read them."""
    rules = edition(name)
    return [
        SwitchInfo(
            name=s.name,
            case=s.case,
            group=s.group,
            default=s.default,
            preset=presets.get(s.name, s.default),
            values=s.values,
            text=s.text,
            excludes=[other for other in rules.switches if other != s.name and rules.clash(s.name, other)],
        )
        for s in rules.listed()
    ]


def scenario_infos() -> list[ScenarioInfo]:
    """Every scenario that is installed."""
    return [
        ScenarioInfo(
            id=scenario.id,
            title=scenario.title,
            summary=scenario.summary,
            turns=scenario.turns,
            dates=scenario.dates,
            sides=side_names(scenario.sides),
            teaching=scenario.teaching,
            edition=scenario.edition,
        )
        for scenario in (load_scenario(head.id) for head in list_scenarios())
    ]


def side_names(sides: tuple[SideInfo, ...]) -> list[SideName]:
    """Ids and names."""
    return [SideName(side.id, side.name) for side in sides]


def game_info(session: Session) -> GameInfo:
    """What never changes in a game."""
    world = session.game.world
    scenario = world.scenario
    return GameInfo(
        id=session.id,
        scenario=scenario.id,
        title=scenario.title,
        edition=world.edition.name,
        players=session.players,
        switches=world.switches,
        sides=side_names(scenario.sides),
        dates=scenario.dates,
        board=world.board.to_page(),
        charts=world.charts.page(),
        notes=scenario.notes,
        sources=scenario.sources,
        victory=scenario.victory,
        weather=weathers(world),
        tables=tables(world),
        boxes=boxes(world),
    )

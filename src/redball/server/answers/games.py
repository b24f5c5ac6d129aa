"""What the page needs before a game and about it: editions, scenarios, saved games, fixed facts."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from msgspec import Struct

from redball.board.board import BoardPage
from redball.charts.loading import ChartsPage
from redball.core.errors import EditionError, in_short
from redball.editions import edition, names, text_of
from redball.game.view.standing import BoxInfo, TableInfo, WeatherInfo, boxes, tables, weathers
from redball.scenarios.errors import ScenarioError
from redball.scenarios.front import Front
from redball.scenarios.load import find_scenarios, load_scenario
from redball.scenarios.records import Scenario, SideInfo, Victory
from redball.scenarios.variants import AIRCRAFT
from redball.server.lessons import LessonInfo, lesson_info
from redball.server.session import Session

SwitchValue = bool | int | str


class SwitchInfo(Struct, frozen=True):
    """A switch of an edition: its group, its values, its default, the value that the server proposes (`preset`), and
    the switches that it excludes."""

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
    """An installed scenario; `edition` is the one it was made for. `lesson` is the number of the lesson that it is, 0
    for none. `beginner`: the side for a beginner, "" if the scenario does not say; `minutes` (from, to) that one player
    needs against a bot, null the same. `aircraft`: its air forces may be added with the switch of that name."""

    id: str
    title: str
    summary: str
    turns: int
    dates: tuple[str, ...]
    sides: list[SideName]
    teaching: bool
    lesson: int
    edition: str
    beginner: str
    minutes: tuple[int, int] | None
    aircraft: bool


class BrokenScenario(Struct, frozen=True):
    """An installed scenario that cannot be read, and why."""

    id: str
    error: str


class GameMade(Struct, frozen=True):
    """The id of a game that was started or imported."""

    id: str


class GameInfo(Struct, frozen=True, kw_only=True):
    """The fixed facts of a game. `players`: "human" or a bot's name, by side. `sources`: supply source hexes by side.
    `first_view`: hexes that the first view of the map has in its window, none: all of it.
    `weather`: by name, empty if the scenario has none. `tables` bring reinforcements. `boxes` are the holding boxes in
    play. `front`: the scenario's front page, null if it has none. `lesson`: None if it is no lesson. `damage`: why the
    save was not good to its end, so that the game goes on from before; "" if it was."""

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
    front: Front | None
    victory: Victory
    weather: dict[str, WeatherInfo]
    tables: list[TableInfo]
    boxes: list[BoxInfo]
    damage: str
    lesson: LessonInfo | None
    first_view: tuple[int, ...]


def edition_infos(presets: Mapping[str, Mapping[str, SwitchValue]]) -> list[EditionInfo]:
    """Every edition with its switches; `presets` are values by edition and switch. One whose charts cannot be read is
    told in the terminal, since nothing on the page is about an edition alone."""
    found = []
    for name in names():
        try:
            found.append(EditionInfo(name, text_of(name), switch_infos(name, presets.get(name, {}))))
        except EditionError as fault:
            print(f"redball: {in_short(fault)}", file=sys.stderr)
    return found


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


def scenario_infos() -> list[ScenarioInfo | BrokenScenario]:
    """Every installed scenario; those that cannot be read come last, with the reason."""
    heads, faults = find_scenarios()
    found: list[ScenarioInfo | BrokenScenario] = []
    for head in heads:
        try:
            found.append(scenario_info(load_scenario(head.id)))
        except ScenarioError as fault:
            faults[head.id] = fault
    return [*found, *(BrokenScenario(name, in_short(fault.brief)) for name, fault in sorted(faults.items()))]


def scenario_info(scenario: Scenario) -> ScenarioInfo:
    """What the start page shows of a scenario."""
    return ScenarioInfo(
        id=scenario.id,
        title=scenario.title,
        summary=scenario.summary,
        turns=scenario.turns,
        dates=scenario.dates,
        sides=side_names(scenario.sides),
        teaching=scenario.teaching,
        lesson=scenario.lesson,
        edition=scenario.edition,
        beginner=scenario.front.beginner.side if scenario.front is not None else "",
        minutes=scenario.front.minutes if scenario.front is not None else None,
        aircraft=AIRCRAFT in scenario.variants,
    )


def side_names(sides: tuple[SideInfo, ...]) -> list[SideName]:
    """Ids and names of the sides."""
    return [SideName(side.id, side.name) for side in sides]


def game_info(session: Session) -> GameInfo:
    """The fixed facts of a game."""
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
        front=scenario.front,
        victory=scenario.victory,
        weather=weathers(world),
        tables=tables(world),
        boxes=boxes(world),
        damage=session.damage,
        lesson=lesson_info(scenario),
        first_view=scenario.first_view,
    )

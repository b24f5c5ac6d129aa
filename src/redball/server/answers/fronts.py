"""A scenario's front page: what players read before they play it, and during the game."""

from __future__ import annotations

from collections import Counter as Count

from msgspec import Struct

from redball.board.board import BoardPage
from redball.editions import edition
from redball.rules.sequence.victory import Score, held, totalled
from redball.scenarios.front import Front
from redball.scenarios.load import load_scenario
from redball.scenarios.records import Scenario, Victory
from redball.server.answers.games import SideName, side_names


class SideStart(Struct, frozen=True):
    """Where the combat units of a side stand at the start (hexes), and the nation of most of them (its colours)."""

    nation: str
    hexes: list[int]


class FrontPage(Struct, frozen=True, kw_only=True):
    """A scenario before it is played, with what the rules of an edition change in it. `front`: what its author says of
    it, null if nothing. `first`: the side that moves first in turn 1, "" if players find out. `standing`: the points
    before the first turn. `starts`: by side."""

    id: str
    title: str
    turns: int
    dates: tuple[str, ...]
    sides: list[SideName]
    front: Front | None
    first: str
    victory: Victory
    standing: Score
    board: BoardPage
    starts: dict[str, SideStart]


def front_page(name: str, played_by: str) -> FrontPage:
    """The front page of a shipped scenario by the rules of an edition ("": the one that it was made for).

    Raises EditionError for an edition that does not exist.
    """
    plain = load_scenario(name)
    scenario = plain.played_with(part.name for part in edition(played_by or plain.edition).parts)
    sides = [info.id for info in scenario.sides]
    victory = scenario.victory
    return FrontPage(
        id=scenario.id,
        title=scenario.title,
        turns=scenario.turns,
        dates=scenario.dates,
        sides=side_names(scenario.sides),
        front=scenario.front,
        first=scenario.first_turn_first_player,
        victory=victory,
        standing=totalled(victory, sides, held(victory, victory.initial_control, scenario.board.hex_name)),
        board=scenario.board.to_page(),
        starts={side: start_of(scenario, side) for side in sides},
    )


def start_of(scenario: Scenario, side: str) -> SideStart:
    """The hexes in which the set-up places combat units of a side."""
    counters = scenario.counters
    hexes = {
        placed.hex
        for placed in scenario.setup
        if placed.side == side and any(counters[uid].is_combat_unit for uid in placed.units)
    }
    nations = Count(counter.nation for counter in counters.values() if counter.side == side and counter.is_combat_unit)
    return SideStart(nations.most_common(1)[0][0] if nations else "", sorted(hexes))

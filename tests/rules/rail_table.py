"""Positions with a railroad, for the tests of rail transport and conversion."""

from __future__ import annotations

from msgspec.structs import replace

from redball.core.look import Look
from redball.game.position.parse import parse_position
from redball.scenarios.records import Arrival, VictoryHex
from rules.game_book import waiting
from support import Sitting, again, in_scenario, sitting, text

INF = "Rgt infantry other 4-3-3L/2-3-6L"
HEAVY = "Rgt infantry other 4-3-3L/2-3-8L"
REPAIR = "Bn rail_repair other (1)-2-4L/(1)-2-8L kind=rail_repair"
FOE = "Rgt infantry other 4-3-3L/2-3-6L"
LINE = "01.02 02.02 03.02 04.02 05.02 06.02 07.02 08.02 09.02 10.02 11.02 12.02"
PLACES = '''01.02 village "Brest"
04.02 village "Minsk"
08.02 minor_city "Orsha"
12.02 major_city "Smolensk"'''
GAUGES = """[gauges]
broad *
standard 01.02 02.02 03.02 04.02 05.02 06.02
"""


def with_victory_hex(table: Sitting, name: str) -> Sitting:
    """The same game, begun anew, with a victory hex."""
    victory = replace(table.game.world.scenario.victory, hexes=(VictoryHex(table.hex(name), 1, name),))
    return Sitting(again(in_scenario(table.look, victory=victory)))


def arriving(units: str, ids: str, entry: str, *, sp: int = 0, **what: str) -> Sitting:
    """The same from the Reinforcement Phase on, in which some of the units (and tokens) arrive at a hex."""
    look = Look(*parse_position(position(units, at="reinforcement", **what)))
    arrival = Arrival(1, "axis", (look.board.index(entry),), tuple(ids.split()), sp)
    return Sitting(again(waiting(in_scenario(look, arrivals=(arrival,)), *arrival.units)))


def railway(units: str, **what: str) -> Sitting:
    """Axis moves on 16 by 3 open hexes; a railroad runs along the second row from the source at 01.02 to Smolensk, with
    Minsk and Orsha on the way. A garrison at its end has it under control; an enemy without ZOC stands far off."""
    return sitting(position(units, **what))


def position(
    units: str,
    *,
    cap: str = "axis 4",
    gauges: str = "",
    paths: str = f'railroad "-" {LINE}',
    places: str = PLACES,
    supply: str = "",
    source: str = "01.02",
    more: str = "",
    at: str = "movement",
) -> str:
    """The text of such a position."""
    terrain = "\n".join([". " * 16] * 3)
    rest = f"""[places]
{places}
[paths]
{paths}
[sources]
axis {source}
[rail]
{cap}
{gauges}
[supply]
{supply}
{more}
"""
    fixed = f"axis 13.02 garrison {INF} moved\nsoviet 16.01 far {FOE} strat\n"
    return text(fixed + units, terrain, at=at, rest=rest)

"""The score, by the scenario's points, and the end of the game.

The series rules leave victory to each game; `[victory]` of a scenario says what counts. The game ends with its last
turn, or when a side has no combat units left and none to come.

Cases: SETUP-III
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from redball.core.engine import Run
from redball.core.events import GameEnded
from redball.core.look import Look
from redball.core.state import ABOARD, NOT_ARRIVED
from redball.core.telling import counted
from redball.rules.ground.fleet import fleet_in
from redball.scenarios.records import Victory, VictoryAway, VictoryLevel

DRAW = "draw"


class ScoreLine(Struct, frozen=True):
    """Points of a side and their reason."""

    side: str
    points: int
    reason: str


class Score(Struct, frozen=True):
    """The standing: points by side, their lines, the difference that decides, and the level it means now (None: the
    scenario has no levels)."""

    points: dict[str, int]
    lines: tuple[ScoreLine, ...]
    difference: int
    level: VictoryLevel | None


def score(look: Look, viewer: str = "") -> Score:
    """The points now: victory hexes score for their controller, lost steps for the enemy of the side that lost them,
    and units that are where the scenario wants them for their side. Under fog a `viewer` does not know what the enemy
    gets for these, before the game is over."""
    victory = look.world.scenario.victory
    names = {info.id: info.name for info in look.world.scenario.sides}
    lines = held(victory, look.state.control, look.hex_name)
    for side, (per_steps, points) in victory.losses.items():
        lost = look.state.steps_lost[side]
        if lost >= per_steps:
            reason = f"{counted(lost, f'{names[side]} step')} lost, {points} for {each(per_steps)}"
            lines.append(ScoreLine(look.enemy(side), lost // per_steps * points, reason))
    secret = look.enemy(viewer) if viewer and look.switch("fog") and not look.state.over else ""
    for entry in victory.away:
        steps = steps_away(look, entry)
        if entry.side != secret and steps >= entry.per_steps:
            reason = f"{counted(steps, 'step')} {entry.name}, {entry.points} for {each(entry.per_steps)}"
            lines.append(ScoreLine(entry.side, steps // entry.per_steps * entry.points, reason))
    return totalled(victory, look.world.sides, lines)


def each(per_steps: int) -> str:
    """For how many steps something is given.

    >>> each(1), each(4)
    ('each', 'every 4')
    """
    return "each" if per_steps == 1 else f"every {per_steps}"


def steps_away(look: Look, entry: VictoryAway) -> int:
    """The steps of a side's combat units that are in these hexes, or aboard Landing Craft there."""
    found = 0
    craft = (one for one in fleet_in(look.state).craft if one.side == entry.side and one.hex in entry.hexes)
    aboard = [look.unit(uid) for one in craft for uid in one.units]
    for unit in (*(unit for unit in look.own(entry.side) if unit.hex in entry.hexes), *aboard):
        counter = look.counter(unit)
        if not entry.nations or counter.nation in entry.nations:
            found += max(counter.steps - unit.steps_lost, 0)
    return found


def held(victory: Victory, control: Mapping[int, str], name_of: Callable[[int], str]) -> list[ScoreLine]:
    """The points for the victory hexes that somebody controls."""
    return [
        ScoreLine(control[entry.hex], entry.points, entry.name or name_of(entry.hex))
        for entry in victory.hexes
        if entry.hex in control
    ]


def totalled(victory: Victory, sides: Iterable[str], lines: Iterable[ScoreLine]) -> Score:
    """The standing that these lines make."""
    told = tuple(lines)
    totals = {side: sum(line.points for line in told if line.side == side) for side in sides}
    difference = sum(points if side == victory.for_side else -points for side, points in totals.items())
    return Score(totals, told, difference, _level(victory.levels, difference))


def _level(levels: tuple[VictoryLevel, ...], difference: int) -> VictoryLevel | None:
    for level in levels:
        if (level.min is None or difference >= level.min) and (level.max is None or difference <= level.max):
            return level
    return None


def beaten(look: Look) -> tuple[str, ...]:
    """Sides without a combat unit on the map or still to arrive."""
    alive = {
        unit.side
        for unit in look.state.units.values()
        if (unit.on_map or unit.hex in (NOT_ARRIVED, ABOARD)) and look.counter(unit).is_combat_unit
    }
    return tuple(side for side in look.world.sides if side not in alive)


def end_game(run: Run) -> None:
    """The last turn is over: the points decide."""
    standing = score(run.look)
    level = standing.level
    winner, result = (level.winner, level.result) if level is not None else (DRAW, "The game is over")
    run.emit(
        GameEnded(case="2.3-L", winner=winner, result=result, points=standing.points, reason="the last turn is over")
    )


def end_if_decided(run: Run) -> None:
    """A side with no combat units left, and none to arrive, loses at once; if both have none it is a draw."""
    lost = beaten(run.look)
    if not lost:
        return
    names = {info.id: info.name for info in run.world.scenario.sides}
    winner = DRAW if len(lost) == 2 else run.world.enemy(lost[0])
    reason = "no combat units left: " + " and ".join(names[side] for side in lost)
    result = "Draw" if winner == DRAW else f"{names[winner]} victory"
    run.emit(GameEnded(case="SETUP-III", winner=winner, result=result, points=score(run.look).points, reason=reason))

"""When standing answers and orders wait for the player: something has happened that they may not have foreseen."""

from __future__ import annotations

from redball.core.events import StepLost, UnitEliminated, UnitEvent
from redball.core.look import Look
from redball.core.telling import counted
from redball.game.game import Game
from redball.game.past import Past
from redball.game.sentences import Namer
from redball.game.sight.belief import knows, sighted
from redball.game.standing.questions import OFTEN, Standing
from redball.game.standing.told import STANDING


def surprise(game: Game, past: Past, side: str, standing: Standing) -> str:
    """What has happened since the player last acted, or said what to answer, that they want to see first; "" if
    nothing has. Nothing is lost by that: their next action, or any change of what they say, ends it."""
    if not standing.halts:
        return ""
    since = last_word(game, side, standing.given)
    records, namer = game.records[since:], namer_of(game, side)
    if "destroyed" in standing.halts:
        for event in (event for record in records for event in record.events):
            gone = isinstance(event, UnitEliminated) or (isinstance(event, StepLost) and event.destroyed)
            if gone and isinstance(event, UnitEvent) and event.side == side:
                return f"{namer.unit(event.unit)} was destroyed"
    if "often" in standing.halts:
        answered = sum(record.side == side and record.by.startswith(STANDING) for record in records)
        if answered >= OFTEN:
            return f"{counted(answered, 'decision')} in a row {'was' if answered == 1 else 'were'} answered"
    if "sighted" in standing.halts:
        return sighted_told(game, past.at(since).look, side)
    return ""


def sighted_told(game: Game, before: Look, side: str) -> str:
    """Which enemy units the side sees now and did not see before, in words; "" if none."""
    found = sighted(before, game.look, side)
    return f"{', '.join(sorted(map(namer_of(game, side).unit, found)))} came into sight" if found else ""


def last_word(game: Game, side: str, given: int) -> int:
    """After which action the player last had the game in hand."""
    number = len(game.records)
    while number > given:
        record = game.records[number - 1]
        if record.side == side and not record.by:
            break
        number -= 1
    return min(number, len(game.records))


def namer_of(game: Game, side: str) -> Namer:
    """Names as a side may read them now."""
    counters = {unit.id: unit.counter for unit in game.state.units.values()}
    return Namer(game.world, counters, side, knows(game.look, side))

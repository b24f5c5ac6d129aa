"""Plays a save again from its beginning, from its actions alone: do they still lead where it says, with the dice that
its seed throws?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from redball.core.events import DiceRolled, Event
from redball.game.game import Game, seal_of
from redball.game.save.lines import SaveError, find_lines, name_of
from redball.game.save.load import action_in, by_in, field_in, load, new_game


class Verified(NamedTuple):
    """The game as it loads, the game played again, how many dice were thrown again (also in what was abandoned), and
    whether their seed is known: if not, only the rest of the game was checked."""

    loaded: Game
    again: Game
    dice: int
    sealed: bool


def verify(path: Path) -> Verified:
    """Play the whole save again, and compare every die.

    Raises SaveError when the replay refuses an action or throws other dice, or when the secret of the dice does not
    match their commitment.
    """
    found, whole = load(path), find_lines(path)
    if found.damage:
        raise SaveError(found.damage)
    game, _, opening = new_game(path, whole)
    dice = _thrown(path, 1, game.opening, opening)
    for place, line in enumerate(whole.lines[1:], 2):
        if "action" in line:
            taken = game.take(field_in(line, "side", str), action_in(game.world, line), by_in(line))
            if taken.refusal is not None:
                raise SaveError(f"{name_of(path)}, line {place}: the action is refused ({taken.refusal.code})")
            dice += _thrown(path, place, taken.events, game.world.edition.read_events(line["events"]))
        elif "undo" in line:
            _step_back(game, field_in(line, "undo", int))
        elif "rewind" in line:
            number = field_in(line, "rewind", int)
            game.rewind(number)
            game.restart_from(number, game.state, field_in(line, "branch", int))
    return Verified(found.game, game, dice, game.dice.known is not None)


def _thrown(path: Path, place: int, again: Iterable[Event], told: Iterable[Event]) -> int:
    """How many dice were thrown again, all of them as they are told.

    Raises SaveError if others are told.
    """
    ours, theirs = ([e.dice for e in happened if isinstance(e, DiceRolled)] for happened in (again, told))
    if ours != theirs:
        pips = [" ".join(str(die) for roll in rolls for die in roll) or "none" for rolls in (theirs, ours)]
        raise SaveError(f"{name_of(path)}, line {place}: the dice are {pips[0]}, and the seed throws {pips[1]}")
    return sum(map(len, ours))


def _step_back(game: Game, to: int) -> None:
    """Undo to after action `to`. What somebody saw is no matter here: older versions let that be undone.

    Raises SaveError where dice were rolled.
    """
    sealed = next(filter(None, (seal_of(record.events) for record in game.records[to:])), "")
    if sealed:
        raise SaveError(f"an undo of the save is refused now: {sealed}")
    *_, (_, state) = game.states_until(to)
    game.restore(game.records[:to], state, [c for c in game.checkpoints if c[0] <= to])

"""Games that are kept event by event, and heard again with one event bent: does the referee notice?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from redball.core.actions import Action
from redball.core.events import Event
from redball.core.state import State
from redball.game import Game
from referee.play import referee_of

Log = list[tuple[State, Action, tuple[Event, ...], State]]
Bends = dict[str, Callable[[Any], dict[str, Any]]]
"""By kind of event, what of one is made wrong, and how."""


def log_of(game: Game, actions: int, choose: Callable[[Sequence[Action], str], Action]) -> Log:
    """A game as states, actions and events; `choose` gets the choices and the name of the step."""
    log = Log()
    while len(log) < actions and (open_ := game.decision) is not None:
        before, action = game.state, choose(game.choices(), open_.step.name)
        log.append((before, action, game.take(open_.side, action).events, game.state))
    return log


def has(log: Log, kind: str) -> bool:
    """Whether an event of that kind is in it."""
    return any(type(event).__name__ == kind for _, _, events, _ in log for event in events)


def noticed(start: Game, log: Log, kind: str, bends: Bends) -> bool:
    """Whether the referee finds something in the game with the first event of a kind bent."""
    referee, bent = referee_of(start), False
    for before, action, events, after in log:
        heard: list[Event] = []
        for event in events:
            if not bent and type(event).__name__ == kind:
                event, bent = replace(event, **bends[kind](event)), True
            heard.append(event)
        referee.watch(before, action, heard, after)
        if bent and referee.book.found:
            return True
    return False

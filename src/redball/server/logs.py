"""The log of a game, made from its recorded events."""

from __future__ import annotations

from redball.core.events import Event
from redball.core.look import Look
from redball.game.game import Game, beginning
from redball.game.view.journal import Journal


def journal_of(game: Game) -> Journal:
    """The log from the beginning. It replays the recorded events to find what each side saw at the time."""
    journal = Journal(game.world)
    look = _after(Look(game.world, beginning(game.world)), game.opening)
    journal.begin(game.opening, look)
    go_on(journal, game, look, 0)
    return journal


def go_on(journal: Journal, game: Game, look: Look, after: int) -> None:
    """Add to a log what came after action number `after`; `look`: as it was then."""
    for number, record in enumerate(game.records[after:], after + 1):
        before, look = look, _after(look, record.events)
        journal.add(number, record, before, look)


def _after(look: Look, happened: tuple[Event, ...]) -> Look:
    for event in happened:
        look = look.after(event.apply(look.state), event.touched())
    return look

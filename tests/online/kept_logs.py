"""The logs of one game's positions, each made from the one before it: `journal_of` replays every event."""

from __future__ import annotations

import copy

from redball.core.look import Look
from redball.game import Game
from redball.game.view.journal import Journal
from redball.server.logs import go_on, journal_of


class KeptLogs:
    """The log of the last position asked for, for the next one of the same game."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._journal: Journal | None = None

    def of(self, game: Game) -> Journal:
        """The log of a game, to be gone on with by whoever asks."""
        before, journal = self._game, self._journal
        if before is None or journal is None or not _goes_on(before, game):
            journal = journal_of(game)
        elif len(game.records) > len(before.records):
            # as it is replayed from the beginning: with the stack as `House` has it at a waking point
            go_on(journal, game, Look(game.world, before.state.change(stack=())), len(before.records))
        self._game, self._journal = game, journal
        found = copy.copy(journal)
        found.counters, found._lines, found._told = {**journal.counters}, {}, {}
        found.rows, found.numbers, found.moves = [*journal.rows], [*journal.numbers], [*journal.moves]
        return found


def _goes_on(before: Game, game: Game) -> bool:
    """A game is a later position of another one, or the same: their records are the same ones."""
    number = len(before.records)
    if before.world is not game.world or len(game.records) < number:
        return False
    return number == 0 or game.records[number - 1] is before.records[-1]

"""Looking back: a game as it stood after an earlier action."""

from __future__ import annotations

from redball.core.look import Look
from redball.core.state import State
from redball.game.game import Game

ROOM = 600


class Past:
    """Earlier states of a game. Up to `room` replayed states are kept, so that going back and forth is quick."""

    def __init__(self, game: Game, room: int = ROOM) -> None:
        self._game = game
        self._room = room
        self._states: dict[int, State] = {}

    def at(self, number: int) -> Game:
        """The game after action `number`, for looking only: nothing can be undone in it.

        Raises ValueError for a number that is not in the history.
        """
        game = self._game
        game.check_number(number)
        if number not in self._states:
            known = [*self._states.items(), (len(game.records), game.state)]
            found = list(game.states_until(number, known))[-self._room :]
            if len(self._states) + len(found) > self._room:
                self._states.clear()
            self._states.update(found)
        look = Look(game.world, self._states[number])
        return Game(game.world, game.dice, look, game.opening, game.records[:number], keep_undo=False)

    def cut(self, number: int) -> None:
        """Forget states from action `number` on, after an undo or rewind."""
        self._states = {known: state for known, state in self._states.items() if known < number}

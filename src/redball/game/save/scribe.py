"""What a game tells its keeper, as lines of a save: the same whether they go to a file or to a database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from redball.core.events import PhaseBegan
from redball.core.state import State
from redball.game.game import Game, Record
from redball.game.rewinds import Proposal
from redball.game.save.lines import FORMAT, RULES_VERSION, Header
from redball.game.save.pledged import pledged
from redball.game.save.states import encode_state


class Scribe(ABC):
    """A game's keeper that makes lines of what happens. Whoever writes them down says in `note` how."""

    def serve(self, game: Game) -> None:
        """Become the keeper of a game."""
        self._first_step = game.world.edition.procedures["player_turn"].steps[0].name
        self._secret = game.pledge.secret if game.pledge is not None and not game.dice_shown else ""
        game.keeper = self

    @abstractmethod
    def note(self, actions: int, *lines: Any) -> None:
        """Write lines down, all or none; the game has so many actions after them.

        Raises SaveMoved, Unwritable.
        """

    def took(self, number: int, record: Record, state: State) -> None:
        """An action and its events, the secret of the dice if it ends the game, and the state after it if that begins a
        Player Turn."""
        lines = [entry(record)]
        if state.over and self._secret:
            lines.append({"secret": self._secret})
        if any(isinstance(e, PhaseBegan) and e.phase == self._first_step for e in record.events):
            lines.append(checkpoint(number, state))
        self.note(number, *lines)

    def undone(self, to: int) -> None:
        """An undo to after action `to`."""
        self.note(to, {"undo": to})

    def stands(self, number: int, standing: dict[str, Any]) -> None:
        """Standing answers, by side, after action `number`. To a program that does not know them the line is an undo of
        nothing.

        Raises SaveMoved, Unwritable.
        """
        self.note(number, {"undo": number, "standing": standing})

    def rewound(self, to: int, branch: int, state: State, name: str = "") -> None:
        """A rewind to after action `to`, called `name`, with the state there in the new branch of the dice."""
        line = {"rewind": to, "branch": branch, "state": encode_state(state)}
        self.note(to, line | {"name": name} if name else line)

    def proposed(self, proposal: Proposal) -> None:
        """A side proposes to go back.

        Raises SaveMoved, Unwritable.
        """
        self.note(proposal.at, {"propose": proposal.to, "side": proposal.side, "name": proposal.name})

    def agreed(self, number: int, side: str, agrees: bool) -> None:
        """A side agrees to go back after action `number`, or does not.

        Raises SaveMoved, Unwritable.
        """
        self.note(number, {"agree": agrees, "side": side})

    def revealed(self, number: int, secret: str) -> None:
        """The secret of the dice, after action `number`."""
        self.note(number, {"secret": secret})


def first_lines(game: Game, about: dict[str, Any]) -> list[Any]:
    """The lines of a game that has just begun: its header, how its dice were pledged, its first state. `about` is for
    the server's own data (players, title)."""
    return [header_of(game, about), *pledged(game.pledge), checkpoint(0, game.state)]


def entry(record: Record) -> dict[str, Any]:
    """A line with an action and its events, and why it was taken without asking, if it was."""
    line = {"side": record.side, "action": record.action, "events": record.events}
    return line | {"by": record.by} if record.by else line


def checkpoint(number: int, state: State) -> dict[str, Any]:
    """A line with the whole state after action `number`."""
    return {"checkpoint": number, "state": encode_state(state)}


def header_of(game: Game, about: dict[str, Any]) -> Header:
    """The first line of a game's save."""
    return Header(
        format=FORMAT,
        rules=RULES_VERSION,
        scenario=game.world.scenario.id,
        position=game.world.position,
        edition=game.world.edition.name,
        switches=game.world.switches,
        seed=game.dice.seed if game.pledge is None else 0,
        script=game.dice.script,
        charts=game.world.edition.own_charts,
        folder=game.world.scenario.folder,
        folder_check=game.world.scenario.folder_check,
        about=about,
        opening=msgspec.to_builtins(game.opening),
    )

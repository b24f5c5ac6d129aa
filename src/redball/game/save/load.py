"""Reading a save: from its last good checkpoint and the actions after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from redball.core.actions import Action
from redball.core.errors import EditionError, in_short
from redball.core.events import Event
from redball.core.state import State
from redball.core.world import World
from redball.game.game import Game, Record, seal_of
from redball.game.rewinds import Proposal
from redball.game.save.lines import (
    RULES_VERSION,
    Chain,
    Found,
    Header,
    Line,
    SaveError,
    find_lines,
    header_in,
    name_of,
    scenario_of,
)
from redball.game.save.pledged import OF_DICE, dice_of, pledge_in
from redball.game.save.states import decode_state
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario

FAULTS = (ArithmeticError, AttributeError, EditionError, LookupError, RecursionError, TypeError, ValueError)
"""What a line that somebody changed can lead to."""


class Loaded(msgspec.Struct, frozen=True):
    """A loaded save: the game, ready to go on, the server's data from the header, and why the file is not good to its
    end ("" if it is). It is good up to `chain`, and has `size` bytes; `looks` are size and time before it was read.
    `standing` has the standing answers by side, as plain data; `proposal` is what is proposed and not answered."""

    game: Game
    about: dict[str, Any]
    damage: str
    chain: Chain
    size: int
    looks: tuple[int, int]
    standing: dict[str, Any] = {}
    proposal: Proposal | None = None


def field_in(line: Line, name: str, kind: Any, default: bytes = b"") -> Any:
    """A field of a line.

    Raises KeyError if it is missing and there is no default, msgspec.DecodeError if it is malformed.
    """
    return msgspec.json.decode(line.get(name, default) if default else line[name], type=kind)


class Begun(NamedTuple):
    """A save's game at its first decision, as the rules play it today; its header; and the events that led there when
    the save was begun."""

    game: Game
    header: Header
    opening: tuple[Event, ...]


def new_game(path: Path, found: Found, alone: bool = False, key: bytes = b"") -> Begun:
    """The game of a save at its beginning. `key`: as for `load`.

    Raises SaveError.
    """
    try:
        header = header_in(found.lines[0])
        if header.rules > RULES_VERSION:
            raise SaveError(f"it was written by a newer version of the rules ({header.rules}, not {RULES_VERSION})")
        pledge = pledge_in(found.lines, key)
        if header.position:
            game = Game.from_position(
                header.position,
                seed=header.seed,
                switches=header.switches,
                script=header.script,
                edition=header.edition,
                kept=True,
            )
        else:
            game = Game.new(
                load_scenario(scenario_of(header)),
                edition=header.edition,
                switches=header.switches,
                charts=header.charts,
                alone=alone,
                dice=dice_of(found.lines, header, pledge),
            )
            game.pledge = pledge
        return Begun(game, header, game.world.edition.read_events(msgspec.json.encode(header.opening)))
    except ScenarioError as error:
        raise SaveError(f"{name_of(path)}: its scenario cannot be read: {error.brief}") from error
    except FAULTS as error:
        raise SaveError(f"{name_of(path)}, line 1: {error}") from error


def load(path: Path, *, alone: bool = False, key: bytes = b"") -> Loaded:
    """A saved game. Where a line is damaged, or an action is refused now, the game is the one before it. `alone`: see
    `Game.new`. `key`: what its keeper makes the secrets of dice from. A game with pledged dice whose secret is not
    known can be looked at; to play it on raises DiceSealed with its first die.

    Raises SaveError naming the file, the line and the fault, if no game can be read.
    """
    return load_found(find_lines(path), path, alone=alone, key=key)


def load_found(found: Found, path: Path, *, alone: bool = False, key: bytes = b"") -> Loaded:
    """The same from the lines of a save; `path` names it in messages."""
    game, header, opening = new_game(path, found, alone, key)
    game.opening = opening
    history, good, fault = _history(game.world, found)
    if found.checked and good < len(found.lines):
        raise SaveError(f"{name_of(path)}, {fault}")  # nothing has changed it: another version wrote it
    try:
        refused = _play_out(game, history)
        game.choices()
    except FAULTS as error:
        raise SaveError(f"{name_of(path)}: its game cannot go on ({error})") from error
    if history.revealed and not game.over and not refused:
        game.reveal()
    if refused:
        good, fault = history.places[len(game.records)], refused
    damage = (
        f"{name_of(path)}, {in_short(fault, 200)}; the game goes on from action {len(game.records)}" if fault else ""
    )
    return Loaded(
        game,
        header.about,
        damage,
        found.chains[good - 1],
        found.size,
        found.looks,
        history.standing,
        history.proposal,
    )


def _play_out(game: Game, history: _History) -> str:
    """Play the actions after the last checkpoint. Returns "" or which one is refused."""
    checkpoints = history.checkpoints or game.checkpoints
    game.branches = history.branch
    last = checkpoints[-1]
    early = max((c for c in checkpoints if c[0] <= _undo_begins(history)), key=lambda c: c[0], default=last)
    refused = _play_on(game, history, checkpoints, early)
    if early is not last and (refused or _at(game, last[0]) != last[1]):
        refused = _play_on(game, history, checkpoints, last)  # a rule has changed since: undo ends at the checkpoint
    return refused


def _undo_begins(history: _History) -> int:
    """The action number at which the replay begins, so that undo reaches as far back as when the game was saved: to the
    last dice, or to the other side's last action."""
    records = history.records
    number = len(records)
    while number > history.rewound and records[number - 1].side == records[-1].side:
        if seal_of(records[number - 1].events):
            break
        number -= 1
    return max(number - 1, history.rewound)


def _play_on(game: Game, history: _History, checkpoints: list[tuple[int, State]], start: tuple[int, State]) -> str:
    """Put the game at a checkpoint and play the actions after it. Returns "" or which one is refused."""
    number, state = start
    game.restore(history.records[:number], state, [c for c in checkpoints if c[0] <= number], number == history.rewound)
    for record in history.records[number:]:
        taken = game.take(record.side, record.action, record.by)
        if taken.refusal is not None:
            where = f"action {len(game.records) + 1}"
            return f"{where}: {record.action} is refused now ({taken.refusal.code}, {taken.refusal.case})"
    return ""


def _at(game: Game, number: int) -> State:
    """The game's state after action `number`."""
    *_, (_, state) = game.states_until(number)
    return state


GOES_ON = frozenset({"action", "undo", "rewind"})
"""Lines after which the game stands elsewhere."""


@dataclass
class _History:
    """The history that is left after all undos and rewinds."""

    records: list[Record] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """The number of lines before each of them."""
    checkpoints: list[tuple[int, State]] = field(default_factory=list)
    branch: int = 0
    rewound: int = 0
    """The game was rewound to this action: undo does not go back beyond it."""
    standing: dict[str, Any] = field(default_factory=dict)
    """The last standing answers of each side: an undo does not take them back."""
    revealed: bool = False
    """The secret of the dice stands in the save."""
    proposal: Proposal | None = None
    """To go back from where the game stands."""

    def back_to(self, number: int) -> int:
        """Forget everything after action `number`."""
        if not 0 <= number <= len(self.records):
            raise SaveError(f"there are {len(self.records)} actions to go back over, not back to {number}")
        del self.records[number:], self.places[number:]
        self.checkpoints = [c for c in self.checkpoints if c[0] <= number]
        return number

    def read(self, world: World, line: Line, before: int) -> None:
        """Read one line of the file, which has so many `before` it."""
        if line.keys() & GOES_ON and "standing" not in line:
            self.proposal = None
        if "action" in line:
            events = world.edition.read_events(line["events"])
            self.records.append(Record(field_in(line, "side", str), action_in(world, line), events, by_in(line)))
            self.places.append(before)
        elif "checkpoint" in line:
            number = field_in(line, "checkpoint", int)
            if number != len(self.records):
                raise SaveError(f"a checkpoint of action {number} behind action {len(self.records)}")
            self.checkpoints.append((number, self._state(world, line)))
        elif "undo" in line:
            self.back_to(field_in(line, "undo", int))
            self.standing |= field_in(line, "standing", dict[str, Any], b"{}")
        elif "rewind" in line:
            branch, state = field_in(line, "branch", int), self._state(world, line)
            number = self.back_to(field_in(line, "rewind", int))
            self.branch, self.rewound = branch, number
            self.checkpoints = [*(c for c in self.checkpoints if c[0] < number), (number, state)]
        elif "secret" in line:
            self.revealed = True
        elif "propose" in line:
            side, to, name = (field_in(line, *one) for one in (("side", str), ("propose", int), ("name", str)))
            self.proposal = Proposal(side, to, name, len(self.records), (side,))
        elif "agree" in line:
            agrees, side = field_in(line, "agree", bool), field_in(line, "side", str)
            self.proposal = self.proposal.with_consent(side) if agrees and self.proposal is not None else None
        elif not line.keys() & OF_DICE:
            raise SaveError(f"neither action, checkpoint, undo nor rewind: {', '.join(sorted(line))}")

    @staticmethod
    def _state(world: World, line: Line) -> State:
        return decode_state(world, field_in(line, "state", bytes))


def by_in(line: Line) -> str:
    """Why the action was taken without asking: older saves do not say."""
    found: str = field_in(line, "by", str, b'""')
    return found


def action_in(world: World, line: Line) -> Action:
    return world.edition.decode_action(line["action"])


def _history(world: World, found: Found) -> tuple[_History, int, str]:
    """The history in the lines of a file, how many of them are good, and what is wrong with the next one."""
    history = _History()
    for number, line in enumerate(found.lines[1:], 2):
        try:
            history.read(world, line, number - 1)
        except KeyError as error:
            return history, number - 1, f"line {number}: the line lacks {error}"
        except FAULTS as error:
            return history, number - 1, f"line {number}: {error}"
    return history, len(found.lines), found.fault

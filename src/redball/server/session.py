"""A game on the server: the engine's game, its save file, its log, and who plays which side."""

from __future__ import annotations

import time
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

from redball.bots import Bot, make_bot
from redball.core.actions import Action, Done
from redball.core.engine import passed
from redball.core.events import Event
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.game import Game, beginning
from redball.game.past import Past
from redball.game.plan import moves as planning
from redball.game.save import SaveError, SaveFile, load
from redball.game.save.lines import name_of
from redball.game.save.load import FAULTS
from redball.game.sight.belief import refuse_unseen, sighted
from redball.game.view.journal import Journal
from redball.game.view.whole import View, view

HUMAN = "human"


class Stale(ValueError):
    """The client's request refers to a past state."""


class Shown(NamedTuple):
    """A view that was sent, and the mark that names it."""

    mark: str
    view: View


class Session:
    """One game: `players` maps each side to `human` or a bot's name. `used`: when a request last needed it (seconds of
    `time.monotonic`)."""

    def __init__(self, gid: str, game: Game, save: SaveFile, players: dict[str, str], damage: str = "") -> None:
        self.id = gid
        self._lock = RLock()
        self._at_work = 0
        self.used = time.monotonic()
        self.game = game
        self.players = players
        self.save = save
        self._damage = damage
        self.journal = journal_of(game)
        self.past = Past(game)
        self._shown: dict[str, Shown] = {}
        """What each viewer was shown last."""
        self._bots: dict[str, Bot] = {
            side: make_bot(name, game.dice.seed) for side, name in players.items() if name != HUMAN
        }

    @classmethod
    def create(
        cls,
        folder: Path,
        scenario: str,
        players: dict[str, str],
        switches: dict[str, Any],
        seed: int,
        edition: str = "",
        charts: str = "",
    ) -> Session:
        """A new game, saved from its start.

        Raises ValueError (and its kinds) for an unknown scenario, edition, switch, side or bot, or a bad chart file.
        """
        game = Game.new(scenario, seed=seed, switches=switches, edition=edition, charts=charts, alone=True)
        return cls.begin(folder, game, players)

    @classmethod
    def begin(cls, folder: Path, game: Game, players: dict[str, str]) -> Session:
        """A game that has not been played yet, saved from its start.

        Raises ValueError for a side without a player, or for an unknown bot.
        """
        check_players(players, game)
        gid = uuid4().hex[:12]
        save = SaveFile(folder / f"{gid}.redball", game, {"players": players, "created": int(time.time())})
        return cls(gid, game, save, players)

    @classmethod
    def resume(cls, path: Path) -> Session:
        """A saved game. The log is rebuilt from the recorded events. If the file names no players, as in files from
        fuzzing runs, people play both sides.

        Raises SaveError naming what is wrong with the file.
        """
        loaded = load(path, alone=True)
        try:
            people = dict.fromkeys(loaded.game.world.sides, HUMAN)
            players = msgspec.convert(loaded.about.get("players", people), dict[str, str])
            check_players(players, loaded.game)
        except ValueError as error:
            raise SaveError(f"{name_of(path)}, line 1: {error}") from error
        try:
            return cls(path.stem, loaded.game, SaveFile.reopen(path, loaded), players, loaded.damage)
        except FAULTS as error:
            raise SaveError(f"{name_of(path)}: its game cannot go on ({error})") from error

    def __enter__(self) -> Session:
        """Lock the game: requests come in on several threads."""
        self._lock.acquire()
        self._at_work += 1
        return self

    def __exit__(self, *_: object) -> None:
        self._at_work -= 1
        self._lock.release()

    @property
    def damage(self) -> str:
        """Why the save is not good to its end; "" if it is, also once its bad end has been set aside."""
        return self._damage if self.save.damaged else ""

    @property
    def free(self) -> bool:
        """No request is at work on the game."""
        return not self._at_work

    # --- playing -----------------------------------------------------------------------------------------------

    def check_seq(self, seq: int) -> None:
        """Refuse a request that was made on another state.

        Raises Stale.
        """
        if seq != len(self.game.records):
            raise Stale(f"the game has moved on: it stands at {len(self.game.records)}, not at {seq}")

    def take(self, side: str, action: Action) -> Refusal | None:
        """Take one action, which the save keeps, and log it.

        Raises Unwritable or SaveMoved if it cannot be saved; then it is not taken.
        """
        before = self.game.look
        return self._logged(before, refuse_unseen(before, side, action) or self.game.take(side, action).refusal)

    def _logged(self, before: Look, refused: Refusal | None) -> Refusal | None:
        """Log the action unless it was refused."""
        if refused is None:
            self.journal.add(len(self.game.records), self.game.records[-1], before, self.game.look)
        return refused

    def act(self, side: str, actions: list[Action]) -> Refusal | None:
        """Take actions until one is refused, the decision passes to the other side, or a new enemy unit shows. A `Done`
        that names nothing is meant for the segment in which the first of them was sent."""
        began, clock = self.game.look, self.game.state.clock
        for action in actions:
            open_ = self.game.decision
            if action == Done() and open_ is not None and self.game.state.clock != clock:
                return passed(open_)
            refused = self.take(side, action)
            if refused is not None:
                return refused
            if len(actions) > 1 and (not self.decides(side) or sighted(began, self.game.look, side)):
                return None
        return None

    def macro(self, side: str, macro: planning.Macro) -> Refusal | None:
        """Take the atomic actions of a macro, until it is done or refused, the decision passes, or a new enemy unit
        shows."""
        if not self.decides(side):
            return self.game.check(side, Done())
        began = self.game.look
        for _ in range(200):
            action = planning.expand(self.game, macro)
            if action is None:
                return None
            refused = self.take(side, action)
            if refused is not None:
                return refused
            if not self.decides(side) or sighted(began, self.game.look, side):
                return None
        return None

    def show(self, side: str, holds: str = "") -> tuple[View | None, Shown]:
        """The view with the mark that a viewer `holds`, if it is the last one shown to that viewer, and the view now.

        Raises NotAllowed.
        """
        before = self._shown.get(side)
        now = self._shown[side] = Shown(uuid4().hex[:12], view(self.game, side))
        return before.view if before is not None and before.mark == holds else None, now

    def decides(self, side: str) -> bool:
        """Whether the side must decide now."""
        open_ = self.game.decision
        return open_ is not None and open_.side == side

    def bot_to_move(self) -> str:
        """The side that must decide now, if a bot plays it; otherwise ""."""
        open_ = self.game.decision
        return open_.side if open_ is not None and open_.side in self._bots else ""

    def bot_step(self) -> bool:
        """Let the bot play up to its next visible action. Returns whether a bot must still decide."""
        shown = len(self.journal.entries)
        for _ in range(200):
            side = self.bot_to_move()
            if not side:
                return False
            refused = self.take(side, self._bots[side].choose(self.game, side))
            if refused is not None:
                raise RuntimeError(f"the bot of {side} chose an illegal action: {refused}")
            if len(self.journal.entries) > shown:
                break
        return bool(self.bot_to_move())

    def undo(self, side: str, steps: int = 1) -> Refusal | None:
        """Undo the last actions as far as nothing seals them. Refused if none can be undone."""
        for undone in range(steps):
            refused = self.game.undo(side)
            if refused is not None:
                return None if undone else refused
            self.journal.cut(len(self.game.records))
            self.past.cut(len(self.game.records))
        return None

    def redo(self, side: str) -> Refusal | None:
        """Redo the last undone action."""
        before = self.game.look
        return self._logged(before, self.game.redo(side))

    def rewind(self, to: int) -> None:
        """Rewind by consent; the dice start another branch.

        Raises ValueError for a number outside the history.
        """
        self.game.rewind(to)
        self.journal.cut(to)
        self.past.cut(to)


def check_players(players: dict[str, str], game: Game) -> None:
    """Check that every side has a player.

    Raises ValueError for a side without one, or for an unknown bot.
    """
    if set(players) != set(game.world.sides):
        raise ValueError(f"name a player for each side: {', '.join(game.world.sides)}")
    for name in players.values():
        if name != HUMAN:
            make_bot(name, game.dice.seed)


def journal_of(game: Game) -> Journal:
    """The log from the beginning. It replays the recorded events to find what each side saw at the time."""
    journal = Journal(game.world)
    look = _after(Look(game.world, beginning(game.world)), game.opening)
    journal.begin(game.opening, look)
    for number, record in enumerate(game.records, 1):
        before, look = look, _after(look, record.events)
        journal.add(number, record, before, look)
    return journal


def _after(look: Look, happened: tuple[Event, ...]) -> Look:
    for event in happened:
        look = look.after(event.apply(look.state), event.touched())
    return look

"""A game on the server: the engine's game, its save file, its log, and who plays which side."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from redball.bots import Bot, PlannerBot, Thinker, make_bot
from redball.bots.planner.advice import Advice
from redball.bots.planner.coach import Review
from redball.core import engine
from redball.core.actions import Action, Done
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Clock
from redball.game.fair import Pledge
from redball.game.game import SEALED, Game, Keeper
from redball.game.past import Past
from redball.game.plan.formations import Left
from redball.game.plan.macros import Expanded, Macro
from redball.game.rewinds import Branch, Proposal, checked_name
from redball.game.save import SaveError, SaveFile, Unwritable, load
from redball.game.save.branches import branches
from redball.game.save.lines import lines_in, name_of
from redball.game.save.load import FAULTS
from redball.game.sight.belief import refuse_unseen, sighted
from redball.game.standing.alone import by_itself, undoable
from redball.game.standing.plans import NO_PLAN, Plan, is_due
from redball.game.standing.questions import NOTHING, Standing, checked, refuse_unknown
from redball.game.standing.surprise import surprise
from redball.game.standing.told import PLANNED, STANDING
from redball.game.view.journal import Journal
from redball.game.view.whole import View, view
from redball.server.carrying_out import carry_out, send
from redball.server.lessons import with_opponent
from redball.server.logs import journal_of
from redball.server.permits import Permit, joined, parted

HUMAN = "human"
PATIENCE = 0.4
"""Seconds of a bot's play in one call: few calls for a turn, and the player sees how far it is and can stop it."""
Until = Literal["step", "decision"]
PLAYER_TURNS = ("player_turn", "simulcast_turn")


class Stale(ValueError):
    """The client's request refers to a past state."""


class Progress(NamedTuple):
    """How far the Player Turn is: the number of its present step, from 0, and how many steps it has."""

    step: int
    steps: int


class Shown(NamedTuple):
    """A view that was sent, and the mark that names it."""

    mark: str
    view: View


class Keeping(Keeper, Protocol):
    """What a session needs of its keeper: a save file, or a journal in a database. `path` is the file, or what names
    the game in messages."""

    path: Path

    @property
    def damaged(self) -> bool:
        """What is kept has an end that is not good."""

    @property
    def unchanged(self) -> bool:
        """Nobody else has written to the game since it was read or written here."""

    def together(self) -> AbstractContextManager[None]:
        """What is written inside is safe at the end, not line by line.

        Raises SaveMoved, Unwritable; then the game in memory must be read again.
        """

    def hurry(self) -> None:
        """The answer is about to be made: begin to write."""

    def stands(self, number: int, standing: dict[str, Any]) -> None:
        """Write down standing answers, by side, after action `number`."""

    def proposed(self, proposal: Proposal) -> None:
        """Write down that a side proposes to go back."""

    def agreed(self, number: int, side: str, agrees: bool) -> None:
        """Write down whether a side agrees to that."""

    def text(self) -> bytes:
        """The whole save so far."""


class Session:
    """One game: `players` maps each side to `human` or a bot's name. `used`: when a request last needed it (seconds of
    `time.monotonic`)."""

    def __init__(
        self,
        gid: str,
        game: Game,
        save: Keeping,
        players: dict[str, str],
        damage: str = "",
        journal: Journal | None = None,
    ) -> None:
        self.id = gid
        self._lock = RLock()
        self._at_work = 0
        self.used = time.monotonic()
        self.asker = ""
        """Who plays on in the present request, where that is written down."""
        self.permit: Permit | None = None
        """Where several people play a side: what the one who asks may do of it."""
        self.game = game
        self.players = players
        self.save = save
        self._damage = damage
        self.journal = journal or journal_of(game)
        self.past = Past(game)
        self.standing: dict[str, Standing] = {}
        """What each side has said beforehand; a side that has said nothing is left out."""
        self._proposal: Proposal | None = None
        self.advice: Advice | None = None
        """What somebody has asked the planner about, as far as it is."""
        self.review: Review | None = None
        """The Player Turn that somebody looks back at with the coach."""
        self._branches: tuple[Branch, ...] | None = None
        """None until somebody has asked for them since the last rewind: the whole save is read for that."""
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
        pledge: Pledge | None = None,
    ) -> Session:
        """A new game, saved from its start. The dice are those of the `pledge`, if there is one, not of the seed.

        Raises ValueError (and its kinds) for an unknown scenario, edition, switch, side or bot, or a bad chart file.
        """
        game = Game.new(
            scenario, seed=seed, switches=switches, edition=edition, charts=charts, alone=True, pledge=pledge
        )
        return cls.begin(folder, game, with_opponent(game.world.scenario, players))

    @classmethod
    def begin(cls, folder: Path, game: Game, players: dict[str, str]) -> Session:
        """A game that has not been played yet, saved from its start.

        Raises ValueError for a side without a player, or for an unknown bot.
        """
        check_players(players, game)
        gid = secrets.token_hex(6)
        save = SaveFile(folder / f"{gid}.redball", game, {"players": players, "created": int(time.time())})
        return cls(gid, game, save, players)

    @classmethod
    def resume(cls, path: Path, key: bytes = b"") -> Session:
        """A saved game; `key` as for `load`. The log is rebuilt from the recorded events. If the file names no players,
        as in files from fuzzing runs, people play both sides.

        Raises SaveError naming what is wrong with the file.
        """
        loaded = load(path, alone=True, key=key)
        try:
            people = dict.fromkeys(loaded.game.world.sides, HUMAN)
            players = msgspec.convert(loaded.about.get("players", people), dict[str, str])
            check_players(players, loaded.game)
        except ValueError as error:
            raise SaveError(f"{name_of(path)}, line 1: {error}") from error
        try:
            session = cls(path.stem, loaded.game, SaveFile.reopen(path, loaded), players, loaded.damage)
            session.recall(loaded.standing)
            session.proposal = loaded.proposal
        except FAULTS as error:
            raise SaveError(f"{name_of(path)}: its game cannot go on ({error})") from error
        return session

    def recall(self, standing: dict[str, Any]) -> None:
        """Take over standing answers that were written down, by side, as plain data; without those that the game's
        rules do not have any more.

        Raises msgspec.ValidationError.
        """
        told = msgspec.convert(standing, dict[str, Standing])
        self.standing = {side: checked(self.game.world, one) for side, one in told.items()}

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

    def take(self, side: str, action: Action, by: str = "") -> Refusal | None:
        """Take one action, which the save keeps, and log it. `by`: why its side was not asked.

        Raises Unwritable or SaveMoved if it cannot be saved; then it is not taken.
        """
        before = self.game.look
        refused = refuse_unseen(before, side, action) or (None if by else self._forbidden(before, side, action))
        return self._logged(before, refused or self.game.take(side, action, by).refusal)

    def _forbidden(self, look: Look, side: str, action: Action) -> Refusal | None:
        """Why the one who asks may not take an action that their side may take."""
        if self.permit is None or not self.decides(side):
            return None
        return engine.unknown_names(look, action) or self.permit.refuse(look, side, action)

    def stand(self, side: str, standing: Standing) -> None:
        """Keep what a side says beforehand, and write it down. It counts from the next decision.

        Raises ValueError for what the game's rules do not have or for a side of a bot, Unwritable, SaveMoved.
        """
        self.must_be_played(side)
        standing = replace(standing, given=len(self.game.records) if standing.halts else 0)
        refuse_unknown(self.game.world, standing)
        self._stands(side, standing)

    def _stands(self, side: str, standing: Standing) -> None:
        self.save.stands(len(self.game.records), {side: msgspec.to_builtins(standing)})
        self.standing[side] = standing

    def standing_of(self, side: str) -> Standing:
        """What a side has said beforehand."""
        return self.standing.get(side, NOTHING)

    def surprise(self, side: str) -> str:
        """Why what a side has said beforehand waits for the player, "" if it does not."""
        return surprise(self.game, self.past, side, self.standing_of(side))

    def must_be_played(self, side: str) -> None:
        """Check that a person plays the side.

        Raises ValueError.
        """
        if self.players.get(side) != HUMAN:
            raise ValueError(f"no person plays {side[:60]!r}")

    def follow(self, since: Clock) -> None:
        """Answer for people what they need not be asked, until a person or a bot must decide. `since`: where the
        sequence of play stood before the action that this follows. What cannot be saved is not answered: the action
        before it is, so the player is asked instead, and hears of the disk when they answer."""
        while (open_ := self.game.decision) is not None and open_.side not in self._bots:
            standing = self.standing_of(open_.side)
            if self._sends(open_.side, standing.plan, since):
                try:
                    self.send(open_.side, PLANNED)
                except Unwritable:
                    return
                since = self.game.state.clock  # the player sees what came of it before the segment ends
                continue
            found = by_itself(self.game, standing, since)
            if found is None or (found.by.startswith(STANDING) and self.surprise(open_.side)):
                return
            try:
                refused = self.take(open_.side, found.action, found.by)
            except Unwritable:
                return
            if refused is not None:
                raise RuntimeError(f"{found.action} was to be taken for {open_.side}, and is refused: {refused}")

    def _sends(self, side: str, plan: Plan, since: Clock) -> bool:
        """The segment that a plan is for has begun, and the player has said that it goes without a click."""
        fresh = self.game.state.clock != since
        return plan.sends and fresh and is_due(self.game, side, plan) and not self.surprise(side)

    def _logged(self, before: Look, refused: Refusal | None) -> Refusal | None:
        """Log the action unless it was refused. What was proposed where the game stood is not proposed any more."""
        if refused is None:
            self._proposal = None
            self.journal.add(len(self.game.records), self.game.records[-1], before, self.game.look)
        return refused

    def act(self, side: str, actions: list[Action]) -> Refusal | None:
        """Take actions until one is refused, the decision passes to the other side, or a new enemy unit shows; then
        what follows by itself. A `Done` that names nothing is meant for the segment in which the first of them was
        sent."""
        with self._following():
            return self._act(side, actions)

    @contextmanager
    def _following(self) -> Iterator[None]:
        """Whatever has been done inside: let follow what need not be asked. The disk is waited for once."""
        clock, number = self.game.state.clock, len(self.game.records)
        with self.save.together():
            yield
            if len(self.game.records) > number:
                self.follow(clock)

    def _act(self, side: str, actions: list[Action]) -> Refusal | None:
        began, clock = self.game.look, self.game.state.clock
        for action in actions:
            open_ = self.game.decision
            if action == Done() and open_ is not None and self.game.state.clock != clock:
                return engine.passed(open_)
            refused = self.take(side, action)
            if refused is not None:
                return refused
            if len(actions) > 1 and (not self.decides(side) or sighted(began, self.game.look, side)):
                return None
        return None

    def macro(self, side: str, macro: Macro) -> Expanded:
        """Take the atomic actions of a macro, until it is done or refused, the decision passes, or a new enemy unit
        shows; then what follows by itself. A series goes on after a refusal with its next unit, and tells what it
        left."""
        with self._following():
            return carry_out(self, side, macro)

    def send(self, side: str, by: str = "") -> tuple[Left, ...]:
        """Order the moves that the side has prepared for the segment that is open, of a side that several people play
        those of whoever asks, and keep what is left of them; then what follows by itself. Returns who did not go, and
        why.

        Raises ValueError if nothing is prepared for the open decision, Unwritable, SaveMoved.
        """
        said = self.standing_of(side)
        own, others = parted(None if by else self.permit, self.game.look, side, said.plan)
        if not is_due(self.game, side, own):
            raise ValueError("nothing is prepared for this decision")
        with self._following():
            rest, left = send(self, side, own, by)
            self._stands(side, replace(said, plan=joined(said.plan, rest, others)))
        return left

    def prepare(self, side: str, plan: Plan) -> None:
        """Keep the moves that a side has prepared, and write them down.

        Raises ValueError for what the game does not have or for a side of a bot, Unwritable, SaveMoved.
        """
        self.must_be_played(side)
        said = replace(self.standing_of(side), plan=plan if plan.entries else NO_PLAN)
        refuse_unknown(self.game.world, said)
        self._stands(side, said)

    def show(self, side: str, holds: str = "") -> tuple[View | None, Shown]:
        """The view with the mark that a viewer `holds`, if it is the last one shown to that viewer, and the view now.

        Raises NotAllowed.
        """
        before = self._shown.get(side)
        now = self._shown[side] = Shown(secrets.token_hex(6), view(self.game, side))
        return before.view if before is not None and before.mark == holds else None, now

    def decides(self, side: str) -> bool:
        """Whether the side must decide now."""
        open_ = self.game.decision
        return open_ is not None and open_.side == side

    def bot_to_move(self) -> str:
        """The side that must decide now, if a bot plays it; otherwise ""."""
        open_ = self.game.decision
        return open_.side if open_ is not None and open_.side in self._bots else ""

    def bot_plays(self, viewer: str, until: Until, seconds: float = PATIENCE) -> bool:
        """Let the bot play until a person must decide; or until the viewer has something to see, of which a whole move
        is one. What takes longer than some `seconds` goes on with the next call. Returns whether a bot must still
        decide."""
        with self.save.together():
            self._bot_plays(viewer, until, time.monotonic() + seconds)
        return bool(self.bot_to_move())

    def bot_follows(self, viewer: str) -> bool:
        """The same after what a person did, until a person must decide again; False if no bot has anything to do."""
        return bool(self.bot_to_move()) and self.bot_plays(viewer, "decision")

    def _bot_plays(self, viewer: str, until: Until, enough: float) -> None:
        began = len(self.game.records)
        while side := self.bot_to_move():
            bot = self._bots[side]
            while isinstance(bot, Thinker) and bot.think(self.game, side):
                if time.monotonic() >= enough or waits(bot):
                    return
            with self._following():
                refused = self.take(side, bot.choose(self.game, side))
            if refused is not None:
                raise RuntimeError(f"the bot of {side} chose an illegal action: {refused}")
            if time.monotonic() >= enough:
                return
            if until == "step" and not self._on_the_way(side) and self.journal.shows(viewer, began + 1):
                return

    def thought(self) -> tuple[int, int]:
        """How far the bot that must decide is with what it thinks about (`Thinker.thought`)."""
        if not (side := self.bot_to_move()):
            return 0, 0
        bot = self._bots[side]
        return bot.thought() if isinstance(bot, Thinker) else (0, 0)

    @property
    def waits(self) -> bool:
        """The bot that must decide waits for those who think for it."""
        side = self.bot_to_move()
        return bool(side) and waits(self._bots[side])

    @property
    def planners(self) -> list[PlannerBot]:
        """The bots that plan."""
        return [bot for bot in self._bots.values() if isinstance(bot, PlannerBot)]

    def _on_the_way(self, side: str) -> bool:
        """Whether a stack of the side is on the move, and the side decides how it goes on."""
        open_ = self.game.decision
        return open_ is not None and open_.side == side and open_.procedure.name == "move"

    def progress(self) -> Progress:
        """How far the Player Turn is. Outside of one it has no steps."""
        for frame in self.game.state.stack:
            if frame.procedure in PLAYER_TURNS:
                steps = [step.name for step in self.game.world.edition.procedures[frame.procedure].steps]
                return Progress(steps.index(frame.step), len(steps))
        return Progress(0, 0)

    def undo(self, side: str, steps: int = 1) -> Refusal | None:
        """Undo the last actions as far as nothing seals them, and never only what had followed by itself: it goes back
        to the action that led to that, or to the seal. Refused if none can be undone, or if nobody chose those that
        nothing seals."""
        undone, followed = 0, False
        while undone < steps or followed:
            if self.game.undo_steps and not undoable(self.game):
                return None if undone else SEALED(detail=self.game.sealed_by)
            forbidden = None if followed else self._not_undone(side)
            followed = bool(self.game.records) and bool(self.game.records[-1].by)
            refused = forbidden or self.game.undo(side)
            if refused is not None:
                return None if undone else refused
            undone += 1
            self._proposal = None
            self.journal.cut(len(self.game.records))
            self.past.cut(len(self.game.records))
        return None

    def _not_undone(self, side: str) -> Refusal | None:
        """Why the one who asks may not take back the last action that somebody chose: whoever may not take it may not
        take it back."""
        for look, record in self.game.undoable_actions():
            if not record.by:
                return self._forbidden(look, side, record.action)
        return None

    def redo(self, side: str, steps: int = 1) -> Refusal | None:
        """Redo the last undone actions, as many as can be, and what had followed them by itself. Refused if none can be
        redone."""
        for redone in range(steps):
            refused = self._redo(side)
            if refused is not None:
                return None if redone else refused
        while self.game.redo_by and self._redo(side) is None:
            pass
        return None

    def _redo(self, side: str) -> Refusal | None:
        before = self.game.look
        again = self.game.next_redo
        forbidden = None if again is None or again.by else self._forbidden(before, side, again.action)
        return self._logged(before, forbidden or self.game.redo(side))

    @property
    def proposal(self) -> Proposal | None:
        """To go back from where the game stands now, if a side has proposed that."""
        found = self._proposal
        return found if found is not None and found.at == len(self.game.records) else None

    @proposal.setter
    def proposal(self, found: Proposal | None) -> None:
        self._proposal = found

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The branches that were abandoned, the oldest first."""
        if self._branches is None:
            self._branches = branches(lines_in(self.save.text(), self.save.path))
        return self._branches

    @property
    def concerned(self) -> tuple[str, ...]:
        """The sides that must agree to go back: all that people play."""
        return tuple(side for side in self.game.world.sides if self.players[side] == HUMAN)

    def propose(self, side: str, to: int, name: str) -> None:
        """Propose to go back to after action `to`, or take that back (`to` is where the game stands). It is done at
        once if nobody else must agree.

        Raises ValueError for a number outside the history, a name that is none, a side of a bot, or dice that have been
        shown; Unwritable, SaveMoved.
        """
        self.must_be_played(side)
        self.game.check_number(to)
        if self.game.dice_shown:
            raise ValueError("the game is over, and the secret of its dice has been shown")
        number = len(self.game.records)
        if to == number:
            if self.proposal is not None:
                self.agree(side, False)
            return
        found = Proposal(side, to, checked_name(name), number, (side,))
        self.save.proposed(found)
        self._proposal = found
        self._settle()

    def agree(self, side: str, agrees: bool) -> None:
        """Agree to what is proposed, or not: then nothing is proposed any more.

        Raises ValueError if nothing is proposed or for a side of a bot, Unwritable, SaveMoved.
        """
        self.must_be_played(side)
        open_ = self.proposal
        if open_ is None:
            raise ValueError("nothing is proposed here, or the game has gone on since")
        self.save.agreed(open_.at, side, agrees)
        self._proposal = open_.with_consent(side) if agrees else None
        self._settle()

    def _settle(self) -> None:
        open_ = self.proposal
        if open_ is not None and {*self.concerned} <= {*open_.agreed}:
            self.rewind(open_.to, open_.name)

    def rewind(self, to: int, name: str = "") -> None:
        """Rewind by consent; the dice start another branch.

        Raises ValueError for a number outside the history.
        """
        self.game.rewind(to, name)
        self._proposal, self._branches = None, None
        self.journal.cut(to)
        self.past.cut(to)


def waits(bot: Bot) -> bool:
    """A bot waits for those who think for it."""
    return isinstance(bot, PlannerBot) and bot.waits()


def check_players(players: dict[str, str], game: Game) -> None:
    """Check that every side has a player.

    Raises ValueError for a side without one, or for an unknown bot.
    """
    if set(players) != set(game.world.sides):
        raise ValueError(f"name a player for each side: {', '.join(game.world.sides)}")
    for name in players.values():
        if name != HUMAN:
            make_bot(name, game.dice.seed)

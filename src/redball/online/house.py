"""The games of a database: the open sessions, what is written about a game beside its lines, and who plays on.

A session is made from the lines of the journal, as `server` makes it from a save.
"""

from __future__ import annotations

import secrets
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from uuid import UUID

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.orm import Session as Transaction

from redball.core.look import Look
from redball.game.game import Game
from redball.game.save import SaveError, SaveMoved, Unwritable, lines_in, load_found
from redball.game.save.lines import Chain
from redball.game.save.load import FAULTS
from redball.game.save.scribe import first_lines
from redball.game.view.journal import Journal
from redball.game.view.kept_log import recall
from redball.online.about import decision_told
from redball.online.book import NO_POINT, Book, Seen
from redball.online.database import AWAY, Database, Writing
from redball.online.late import SUFFIX, LateBook, cut_of, is_late
from redball.online.notices import note_decision
from redball.online.plans import note_plan
from redball.online.settings import Bots
from redball.online.tables import GameRow, Line, Seat, WakingPoint, now
from redball.online.teams import SeatPermit, crews, seat_numbers, seated
from redball.online.thinking import Thoughts
from redball.server.logs import go_on, journal_of
from redball.server.open_games import OpenGames
from redball.server.permits import Permit
from redball.server.session import HUMAN, Session
from redball.server.store import LONGEST_ID, NoGame

FAR = 400
"""Actions after the last waking point from which on one is written when the game wakes, as that of a long save does."""
TRIES_AGAIN = 1.0
"""Seconds that bots wait for a database that does not answer."""
BOTS = Bots()
Heard = Callable[[str, int], None]
"""Somebody who is told that a game has so many lines now."""


class House(OpenGames):
    """The open games of a database. `heard`: who is told of each commit; they must be quick. `key`: what the secrets of
    pledged dice are made from; without it such games can be looked at, and not be played on. `bots`: how many may think
    at once, and which may play."""

    def __init__(
        self, database: Database, most: int = 200, idle: float = 300.0, key: bytes = b"", bots: Bots = BOTS
    ) -> None:
        super().__init__(most, idle)
        self.database, self.key = database, key
        self.heard: list[Heard] = [self._let_bots_play]
        self.changed: list[Callable[[str], None]] = []
        """Who is told of a game that has changed without a new line: its players, its state, or what is said in it."""
        self.bots = bots
        self.thoughts = Thoughts(bots.thinking, lambda gid: self._let_bots_play(gid, 0), self._tell_change)
        self._bots = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self.closing = False

    # --- open games --------------------------------------------------------------------------------------------

    @contextmanager
    def using(self, gid: str, asker: str = "", seen: Seen | None = None) -> Iterator[Session]:
        """A game for one request. `asker`: the account that asks; its lines name it.

        Raises NoGame for one that has not begun or is not there.
        """
        with super().using(gid, asker, seen) as session:
            book = book_of(session)
            book.by = UUID(asker) if asker else None
            session.permit = self._permit(book, session.game, book.by) if book.found_teams else None
            yield session

    def _is_current(self, session: Session, seen: Seen | None) -> bool:
        book = book_of(session)
        return book.unchanged if seen is None else book.holds(seen)

    def _permit(self, book: Book, game: Game, by: UUID | None) -> Permit | None:
        """What somebody may do of sides that several people play; who is ready changes with the game, too. Bots, which
        nobody asks for, play sides of their own."""
        with self.database.reading() as found:
            seats = seated(found, book.gid)
            book.crews = crews(seats, game)
            return SeatPermit(book.crews, seat_numbers(seats, by)) if by is not None else None

    def _must_be(self, gid: str) -> None:
        gid = gid.removesuffix(SUFFIX)
        if not (gid.isascii() and gid.isalnum() and len(gid) <= LONGEST_ID):
            raise NoGame(gid)

    def _wake(self, gid: str) -> Session:
        if gid.endswith(SUFFIX):
            return self._wake_late(gid)
        with self.database.reading() as found:
            state = found.scalar(select(GameRow.state).where(GameRow.id == gid))
            seats = found.scalars(select(Seat).where(Seat.game_id == gid)).all()
            texts = found.scalars(select(Line.text).where(Line.game_id == gid).order_by(Line.number)).all()
            points = found.scalars(
                select(WakingPoint).where(WakingPoint.game_id == gid).order_by(WakingPoint.actions)
            ).all()
        if not texts:
            raise NoGame(gid)
        name = Path(f"{gid}.redball")
        loaded = load_found(lines_in(whole(texts), name), name, alone=True, key=self.key)
        if loaded.damage:
            raise SaveError(f"the journal is damaged: {loaded.damage}")
        game = loaded.game
        players = {seat.side: seat.bot or HUMAN for seat in seats if seat.role == "player"}
        book = Book(self.database, gid, game, loaded.chain, len(texts), stand=standing_of(game), told=self._tell)
        try:
            journal = log_from(game, points)
            book.journal, book.pointed = journal, points[-1].actions if points else NO_POINT
            session = Session(gid, game, book, players, journal=journal)
            session.recall(loaded.standing)
            session.proposal = loaded.proposal
            for bot in session.planners:
                bot.hears = partial(note_plan, book)
                if self.bots.thinking:
                    bot.begins = self.thoughts.begins(gid)
        except FAULTS as error:
            raise SaveError(f"{name}: its game cannot go on ({error})") from error
        if state == "over" and game.pledge is not None and game.pledge.secret and not game.dice_shown:
            with book.together():
                game.reveal()
        if len(game.records) - book.pointed > FAR:
            with book.together():
                book.also(lambda tx, _: book.point(tx, game.checkpoints[-1][0]))
        return session

    def _wake_late(self, name: str) -> Session:
        """A game as late spectators see it. What was kept of its log is used as far as it is of the same branch."""
        gid = name.removesuffix(SUFFIX)
        with self.database.reading() as found:
            row = found.get(GameRow, gid)
            if row is None or not is_late(row):
                raise NoGame(gid)
            cut = cut_of(found, row)
            seats = found.scalars(select(Seat).where(Seat.game_id == gid)).all()
            shown = select(Line.text).where(Line.game_id == gid, Line.number <= cut.line).order_by(Line.number)
            texts = found.scalars(shown).all()
            kept = select(WakingPoint).where(WakingPoint.game_id == gid, WakingPoint.actions <= cut.safe)
            points = found.scalars(kept.order_by(WakingPoint.actions)).all()
        path = Path(f"{gid}.redball")
        loaded = load_found(lines_in(whole(texts), path), path, alone=True, key=self.key)
        if loaded.damage:
            raise SaveError(f"the journal is damaged: {loaded.damage}")
        players = {seat.side: seat.bot or HUMAN for seat in seats if seat.role == "player"}
        game, unheard = loaded.game, lambda *_: None
        book = LateBook(self.database, gid, game, loaded.chain, len(texts), stand=unheard, told=unheard)
        try:
            session = Session(name, game, book, players, journal=log_from(game, points))
            session.recall(loaded.standing)
        except FAULTS as error:
            raise SaveError(f"{path}: its game cannot go on ({error})") from error
        session.proposal = loaded.proposal
        return session

    def ended(self, gid: str) -> None:
        """Show the secret of a game's dice after its players, the umpire or a clock have ended it. A game that is over
        and wakes does that; so it is done, too, if the process ends before it gets here. Open pages hear of the end
        first: waking the game, or a bot that plays in it, can take a while."""
        self.stir(gid)
        with self.using(gid):  # after whatever a bot plays in it at this moment
            self.forget(gid)
        self.get(gid)

    def forget(self, gid: str) -> None:
        """Drop a game from memory: its players have changed, or it is gone."""
        self._open.pop(gid, None)
        self.stir(gid)

    def stir(self, gid: str) -> None:
        """Tell whoever listens to a game that there may be news without a line. Perhaps its bots need not think any
        more."""
        self._tell_change(gid)
        if not self.closing and self.thoughts.far(gid) is not None:
            self._bots.submit(self._stop_thinking, gid)

    def _tell_change(self, gid: str) -> None:
        for one in self.changed:
            one(gid)

    def _tell(self, gid: str, lines: int) -> None:
        for one in self.heard:
            one(gid, lines)

    # --- beginnings --------------------------------------------------------------------------------------------

    def begin(self, tx: Transaction, row: GameRow, game: Game) -> None:
        """Write the first lines of a game that begins, in the transaction that begins it."""
        chain, texts = Chain(), []
        for body in first_lines(game, {"name": row.name}):
            text, chain = chain.seal(msgspec.json.encode(body, order="deterministic"))
            texts.append(text[:-1].decode())
        write_lines(tx, row.id, [(text, 0) for text in texts])
        row.lines, row.told, row.actions = len(texts), len(texts), 0
        standing_of(game)(tx, row)

    def adopt(self, tx: Transaction, row: GameRow, raw: bytes) -> Game:
        """Take the lines of a save over, in the transaction that makes its game; a damaged end is left out.

        Raises SaveError naming what is wrong with it.
        """
        name = Path("the save")
        found = lines_in(raw, name)
        loaded = load_found(found, name, alone=True)
        if not found.checked:
            raise SaveError("the save is of an older format: play an action in it with today's program, then import it")
        good = raw[: loaded.chain.end].decode().splitlines()
        actions = 0
        numbered = []
        for text, line in zip(good, found.lines, strict=False):
            actions = actions_after(line, actions)
            numbered.append((text, actions))
        write_lines(tx, row.id, numbered)
        row.lines, row.told, row.actions = len(numbered), len(numbered), actions
        standing_of(loaded.game)(tx, row)
        return loaded.game

    def export(self, gid: str) -> bytes:
        """The save of a game: both sides' secrets, and the seed of its dice.

        Raises NoGame.
        """
        with self.database.reading() as found:
            texts = found.scalars(select(Line.text).where(Line.game_id == gid).order_by(Line.number)).all()
        if not texts:
            raise NoGame(gid)
        return whole(texts)

    # --- bots --------------------------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Let bots go on in games in which they have to decide: at a start, or after another worker has ended."""
        with self.database.reading() as found:
            waiting = (
                select(GameRow.id)
                .join(Seat, (Seat.game_id == GameRow.id) & (Seat.side == GameRow.decides))
                .where(GameRow.state == "playing", Seat.bot != "", Seat.role == "player")
            )
            for gid in found.scalars(waiting).all():
                self._let_bots_play(gid, 0)

    def _let_bots_play(self, gid: str, _: int) -> None:
        session = self._open.get(gid)
        if self.closing:
            return
        if session is None or session.bot_to_move():
            self._bots.submit(self._bots_play, gid)
        else:
            self.thoughts.drop(gid)

    def _stop_thinking(self, gid: str) -> None:
        """Let nobody think any more about a game that is not being played."""
        try:
            if not self._goes_on(gid):
                self.thoughts.drop(gid)
        except AWAY:
            self._later(gid)

    def _bots_play(self, gid: str) -> None:
        """One stretch of a bot's play. What it writes is told, and that starts the next one, as does the end of a
        thought that another process thinks for it; a stretch in which it only thought starts the next one itself, after
        the stretches of other games."""
        thinks = False
        try:
            if not self.closing:
                with self.using(gid) as session:
                    if session.bot_to_move() and self._goes_on(gid):
                        before = len(session.game.records)
                        thinks = session.bot_plays("", "decision") and len(session.game.records) == before
                        thinks = thinks and not session.waits
        except (NoGame, SaveMoved):
            return  # it is gone, or another worker's bot plays
        except (*AWAY, Unwritable):
            self._later(gid)
        except Exception as error:  # a thread of its own: nobody else would tell
            print(f"redball: a bot of game {gid} failed", file=sys.stderr)
            traceback.print_exception(error)
        if thinks:
            self._let_bots_play(gid, 0)

    def _later(self, gid: str) -> None:
        """Let a bot try again after a moment: the database did not answer."""
        time.sleep(TRIES_AGAIN)
        if not self.closing:
            self._bots.submit(self._bots_play, gid)

    def _goes_on(self, gid: str) -> bool:
        """The game has not been adjourned, resigned or ended by agreement."""
        with self.database.reading() as found:
            return found.scalar(select(GameRow.state).where(GameRow.id == gid)) == "playing"

    def close(self) -> None:
        """Let the bots end their stretch, and forget all games."""
        self.closing = True
        self.thoughts.close()
        self._bots.shutdown()
        self._open.clear()


def log_from(game: Game, points: Sequence[WakingPoint]) -> Journal:
    """The log of a game: what was kept of it, and what came after that.

    Raises msgspec.DecodeError.
    """
    if not points:
        return journal_of(game)
    journal, at = Journal(game.world), points[-1].actions
    for point in points:
        recall(journal, point.log)
    *_, (_, state) = game.states_until(at)
    go_on(journal, game, Look(game.world, state.change(stack=())), at)
    return journal


def book_of(session: Session) -> Book:
    """The journal of a session of this house."""
    book = session.save
    if not isinstance(book, Book):
        raise TypeError("a session that is kept in a file")
    return book


def new_id() -> str:
    """An id for a game."""
    return secrets.token_hex(6)


def whole(texts: Iterable[str]) -> bytes:
    """Lines as a file."""
    return "".join(f"{text}\n" for text in texts).encode()


def actions_after(line: dict[str, msgspec.Raw], before: int) -> int:
    """How many actions a game has after a line."""
    if "action" in line:
        return before + 1
    for kind in ("undo", "rewind"):
        if kind in line:
            return msgspec.json.decode(line[kind], type=int)
    return before


def write_lines(tx: Transaction, gid: str, numbered: list[tuple[str, int]]) -> None:
    """Write the first lines of a journal, each with the actions after it."""
    at = now()
    rows = [
        {"game_id": gid, "number": number, "text": text, "actions": actions, "account_id": None, "at": at}
        for number, (text, actions) in enumerate(numbered, 1)
    ]
    tx.flush()
    tx.execute(insert(Line), rows)


def standing_of(game: Game) -> Callable[[Writing, GameRow], None]:
    """What a game's row says of how it stands, written with each action."""

    def stand(tx: Writing, row: GameRow) -> None:
        open_, before = game.decision, (row.state, row.decides)
        row.decides = "" if open_ is None else open_.side
        row.about = "" if open_ is None else decision_told(game)
        row.turn = game.state.clock.turn
        row.moved = now()
        if game.over and row.state != "over":
            row.state = "over"
            row.outcome = msgspec.to_builtins(game.state.outcome)
        if (row.state, row.decides) != before:
            note_decision(tx, row)

    return stand

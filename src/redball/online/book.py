"""A game's journal in the database: all of what a call does is there before anybody is told, or none of it is.

The lines are those of a save (`game/save/lines.py`). The row of the game counts them; whoever writes names the count
that it knows, so that two workers never write one after the other without having read what the other wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from uuid import UUID

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import OperationalError

from redball.core.state import State
from redball.game.game import Game, Record
from redball.game.save import SaveMoved, Unwritable
from redball.game.save.lines import Chain
from redball.game.save.scribe import Scribe
from redball.game.teams.whose import Team
from redball.game.view.journal import Journal
from redball.game.view.kept_log import keep
from redball.online.clocks import charge
from redball.online.database import Database, was_cut_off
from redball.online.statements import Statement
from redball.online.tables import GameRow, Line, TurnBegun, WakingPoint, now, table_of

NO_POINT = -1
LOST = -1
"""The count of lines of a book whose game must be read again."""


GAME, LINE, TURN = table_of(GameRow), table_of(Line), table_of(TurnBegun)
OF_CLICKS = (
    "id", "state", "decides", "about", "moved", "pace", "turn", "lines", "told", "actions", "outcome", "waits", "teams",
    "beforehand",
)  # fmt: skip
"""What belongs to a click reads of the game's row."""
LOCKED = Statement(select(*(GAME.c[name] for name in OF_CLICKS)).where(GAME.c.id == bindparam("gid")).with_for_update())
APPENDED = Statement(insert(LINE), ("game_id", "number", "text", "actions", "account_id", "at"))
"""The queries of each click."""
BEFORE = select(TURN.c.line).where(TURN.c.game_id == bindparam("gid"), TURN.c.turn == bindparam("turn"))
FIRST = select(
    bindparam("gid", type_=TURN.c.game_id.type),
    bindparam("turn", type_=TURN.c.turn.type),
    bindparam("line", type_=TURN.c.line.type),
).where(~BEFORE.exists())
BEGUN = Statement(insert(TURN).from_select(["game_id", "turn", "line"], FIRST))
POINTED = Statement(insert(table_of(WakingPoint)), ("game_id", "actions", "log"))
"""The same of those that begin a Game Turn or a Player Turn."""


@cache
def changed(*columns: str) -> Statement:
    """How a game's row is changed in some columns."""
    return Statement(update(GAME).where(GAME.c.id == bindparam("gid")), columns)


class Seen(NamedTuple):
    """What a call has read of a game's row before it uses the game: its lines, and its changes of seats."""

    lines: int
    teams: int


class Gathered(NamedTuple):
    """A line that waits for the commit, and how many actions the game has after it. The other side hears nothing of an
    `own` one: it is what a side says beforehand."""

    text: str
    actions: int
    own: bool


Also = Callable[[Connection, GameRow], None]
"""Something that belongs to the same transaction as what was played. What it changes of the row is written after it."""


class Book(Scribe):
    """The keeper of a game that is kept in a database. `standing` writes the state of the game into its row; `told` is
    called after each commit that added lines, with their count."""

    def __init__(
        self,
        database: Database,
        gid: str,
        game: Game,
        chain: Chain,
        lines: int,
        *,
        stand: Also,
        told: Callable[[str, int], None],
    ) -> None:
        self.path = Path(f"{gid}.redball")
        self.gid, self.lines, self.chain = gid, lines, chain
        self.by: UUID | None = None
        """Who plays on now."""
        self.journal: Journal | None = None
        """The log of the game, of which waking points keep parts."""
        self.pointed = NO_POINT
        """The action of the last waking point."""
        self.crews: dict[str, Team] = {}
        """Who plays what of each side that several people play."""
        self.found_teams = 0
        """The count of changes of seats that was found last; 0 if nobody shares a side."""
        self._began = self._due = NO_POINT
        """The last action with which a Player Turn began; the same but for what the present call does. That call is
        answered sooner if its waking point is left to the next one. Without one, a game wakes from the one before."""
        self._database, self._game, self._stand, self._told = database, game, stand, told
        self._gathered: list[Gathered] = []
        self._also: list[Also] = []
        self._together = False
        self.serve(game)

    @property
    def damaged(self) -> bool:
        """The journal never is: it is written in transactions."""
        return False

    @property
    def unchanged(self) -> bool:
        """Nobody else has written to the game since it was read or written here."""
        with self._database.reading() as found:
            row = found.execute(select(GameRow.lines, GameRow.teams).where(GameRow.id == self.gid)).one_or_none()
        self.found_teams = 0 if row is None else row.teams
        return row is not None and row.lines == self.lines

    def holds(self, seen: Seen) -> bool:
        """The same, by what has just been read of the row. If the game has been played on here since then, it has more
        lines than that."""
        self.found_teams = seen.teams
        return seen.lines <= self.lines

    @property
    def next_line(self) -> int:
        """The number of the line that is written next."""
        return self.lines + len(self._gathered) + 1

    # --- what the game and its session tell their keeper --------------------------------------------------------

    def also(self, what: Also) -> None:
        """Do something in the transaction of the present call."""
        self._also.append(what)

    def text(self) -> bytes:
        """The whole save so far, with what the present call has gathered. Lines that this game does not know of are not
        in it: another worker's, or what late spectators do not see yet."""
        known = select(Line.text).where(Line.game_id == self.gid, Line.number <= self.lines)
        with self._database.reading() as found:
            texts = found.scalars(known.order_by(Line.number)).all()
        return "".join(f"{text}\n" for text in (*texts, *(one.text for one in self._gathered))).encode()

    def hurry(self) -> None:
        """A commit cannot begin early."""

    def took(self, number: int, record: Record, state: State) -> None:
        """The same as ever; and where a Game Turn begins, its first line."""
        if state.clock.turn > self._game.state.clock.turn:
            self.also(partial(self._turn_begins, state.clock.turn, self.next_line))
        super().took(number, record, state)

    def _turn_begins(self, turn: int, line: int, tx: Connection, _: GameRow) -> None:
        """Write down with which line a Game Turn began, if the game has not been there before."""
        BEGUN.do(tx, {"gid": self.gid, "turn": turn, "line": line})

    def stands(self, number: int, standing: dict[str, Any]) -> None:
        """The same as ever; and the pages of those who play the side may ask for it again."""
        super().stands(number, standing)
        self.also(partial(self._has_said, [*standing]))

    def _has_said(self, sides: list[str], _: Connection, row: GameRow) -> None:
        row.beforehand = row.beforehand | {side: row.beforehand.get(side, 0) + 1 for side in sides}

    def note(self, actions: int, *lines: Any) -> None:
        """Gather lines for the commit."""
        if not self._together:
            raise RuntimeError("a game is written to inside of `together` only")
        for line in lines:
            if "checkpoint" in line:
                self._began = actions
            text, self.chain = self.chain.seal(msgspec.json.encode(line, order="deterministic"))
            self._gathered.append(Gathered(text[:-1].decode(), actions, own="standing" in line))

    # --- the transaction ---------------------------------------------------------------------------------------

    @contextmanager
    def together(self) -> Iterator[None]:
        """What happens inside is committed at the end, or none of it happened: then the game in memory must be read
        again.

        Raises SaveMoved if somebody else has played on, Unwritable if the database takes nothing, OperationalError if
        the connection to it was lost: then it may all have happened.
        """
        if self._together:
            yield
            return
        self._together = True
        try:
            yield
            self._commit()
        except BaseException:
            if self._gathered:
                self.lines = LOST
            raise
        finally:
            self._together = False
            self._due = self._began
            self._gathered, self._also = [], []

    def _commit(self) -> None:
        if not self._gathered and not self._also:
            return
        try:
            with self._database.recording() as tx:
                rows = LOCKED.find(tx, gid=self.gid)
                if not rows or rows[0].lines != self.lines:
                    raise SaveMoved(f"{self.path.name}: somebody else has played on")
                found = rows[0]._asdict()
                row = cast(GameRow, SimpleNamespace(**found))  # without the other columns
                if self._gathered:
                    self._append(tx, row)
                for what in self._also:
                    what(tx, row)
                new = {name: is_ for name, is_ in vars(row).items() if name not in found or found[name] != is_}
                if new:
                    changed(*new).do(tx, {"gid": self.gid, **new})
        except OperationalError as error:
            if was_cut_off(error):
                raise
            raise Unwritable("the game cannot be saved (the database does not take it), so nothing was done") from error
        if self._gathered:
            self.lines += len(self._gathered)
            self._told(self.gid, self.lines)

    def _append(self, tx: Connection, row: GameRow) -> None:
        at = now()
        APPENDED.do(
            tx,
            *(
                {
                    "game_id": self.gid,
                    "number": number,
                    "text": one.text,
                    "actions": one.actions,
                    "account_id": self.by,
                    "at": at,
                }
                for number, one in enumerate(self._gathered, self.lines + 1)
            ),
        )
        row.lines = self.lines + len(self._gathered)
        told = sum(not one.own for one in self._gathered)
        if told:  # what a side says beforehand moves neither the clock nor anything that others can look at
            open_ = self._game.decision
            charge(tx, row, at, passes=open_ is None or open_.side != row.decides)
            row.told += told
            row.actions = self._gathered[-1].actions
            self._stand(tx, row)
            row.waits = self._waits(row.decides)
        lowest = min(one.actions for one in self._gathered)
        if lowest < self.pointed:
            self._forget_points(tx, lowest)
        if self._due <= row.actions:
            self.point(tx, self._due)
        self._database.announce(tx, self.gid, row.lines)

    def _waits(self, side: str) -> list[int]:
        """The seats that have the open decision."""
        team = self.crews.get(side)
        return sorted(team.deciders(self._game.look)) if team is not None else []

    def point(self, tx: Connection, at: int) -> None:
        """Write a waking point for action `at`, unless there is one as late."""
        if self.journal is not None and at > self.pointed:
            POINTED.do(tx, {"game_id": self.gid, "actions": at, "log": keep(self.journal, self.pointed, at)})
            self.pointed = at

    def _forget_points(self, tx: Connection, to: int) -> None:
        """Delete the waking points after an action that the game goes back to."""
        tx.execute(delete(WakingPoint).where(WakingPoint.game_id == self.gid, WakingPoint.actions > to))
        left = tx.scalar(select(func.max(WakingPoint.actions)).where(WakingPoint.game_id == self.gid))
        self.pointed = NO_POINT if left is None else left

"""Spectators who see a game late: up to which line of its journal.

Whoever plays no part of the game gets the game as its journal has it up to there, woken by itself, so that no answer
can tell what came after. Lines count as they were lived: an undo or a rewind is seen late, too, as is what it took
away. What a side has said for itself beforehand counts for nothing. A delay by Game Turns counts the turns from the
farthest one that the game has come to, also once it has gone back behind it: so what is shown never shrinks. When the
game is over, so is the delay.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, func, select
from sqlalchemy.orm import Session as Transaction

from redball.online.book import Book
from redball.online.tables import GameRow, Line, TurnBegun, now

SUFFIX = "@"
"""After a game's id: of the session that late spectators get. No id that is asked for can have it."""


class Delay(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How late spectators see a game: so many actions, hours or Game Turns; all 0: not late. One Game Turn late is up
    to the end of the last Game Turn."""

    actions: Annotated[int, Meta(ge=0, le=1000)] = 0
    hours: Annotated[int, Meta(ge=0, le=720)] = 0
    turns: Annotated[int, Meta(ge=0, le=100)] = 0


class Step(NamedTuple):
    """A line with which a game went on or back: its number, the actions after it, and when it was."""

    line: int
    actions: int
    at: datetime


class Cut(NamedTuple):
    """Up to where a game is shown: the number of the journal's last line, how many steps and actions there are up to
    it, when the last of them was, and from what moment on nothing is shown. `safe`: the actions that have been the same
    ever since."""

    line: int
    steps: int
    actions: int
    at: datetime
    until: datetime
    safe: int


def delay_of(row: GameRow) -> Delay:
    """How late spectators see a game."""
    return msgspec.convert(row.late, Delay)


def is_late(row: GameRow) -> bool:
    """Spectators see the game late at present."""
    return row.state in ("playing", "adjourned") and delay_of(row) != Delay()


def cut_of(found: Connection | Transaction, row: GameRow) -> Cut:
    """Up to where late spectators see a game that is being played."""
    before = func.lag(Line.actions).over(order_by=Line.number).label("before")
    lines = select(Line.number, Line.actions, Line.at, before).where(Line.game_id == row.id).subquery()
    went = select(lines.c.number, lines.c.actions, lines.c.at).where(lines.c.actions != lines.c.before)
    steps = [Step(*one) for one in found.execute(went.order_by(lines.c.number))]
    delay = delay_of(row)
    hidden = hidden_from(found, row.id, delay.turns) if delay.turns else 0
    return cut(steps, delay, row.lines, row.created, now(), hidden)


def hidden_from(found: Connection | Transaction, gid: str, turns: int) -> int:
    """The line with which the first Game Turn began that spectators so many turns behind do not see; 0 if that is the
    turn with which the game began, or one before it."""
    farthest = select(func.max(TurnBegun.turn)).where(TurnBegun.game_id == gid).scalar_subquery()
    of = select(TurnBegun.line).where(TurnBegun.game_id == gid, TurnBegun.turn == farthest - turns + 1)
    return found.scalar(of) or 0


def cut(steps: Sequence[Step], delay: Delay, lines: int, created: datetime, present: datetime, hidden: int = 0) -> Cut:
    """Up to where a game with these steps is shown, `lines` long and made at `created`. `hidden`: from which line on a
    delay by turns hides it.

    >>> day = datetime(2026, 1, 1)
    >>> played = [Step(5 + n, n, day + timedelta(hours=n)) for n in range(1, 5)]
    >>> found = cut(played, Delay(actions=3), 8, day, day + timedelta(hours=9))
    >>> found.line, found.actions, found.until.hour
    (6, 1, 2)
    >>> cut(played, Delay(hours=7), 8, day, day + timedelta(hours=9)).actions
    2
    >>> cut(played, Delay(turns=1), 8, day, day + timedelta(hours=9), hidden=9).actions
    3
    """
    if delay.hours:
        shown = bisect_right(steps, present - timedelta(hours=delay.hours), key=lambda one: one.at)
        until = present - timedelta(hours=delay.hours)
    else:
        if delay.turns:
            shown = bisect_left(steps, hidden, key=lambda one: one.line)
        else:
            shown = max(0, len(steps) - delay.actions)
        until = steps[shown].at if shown < len(steps) else present
    actions = steps[shown - 1].actions if shown else 0
    return Cut(
        line=steps[shown].line - 1 if shown < len(steps) else lines,
        steps=shown,
        actions=actions,
        at=steps[shown - 1].at if shown else created,
        until=until,
        safe=min([actions, *(one.actions for one in steps[shown:])]),
    )


class LateBook(Book):
    """The journal up to where spectators see it. Nothing is written to it: the journal is longer."""

    @property
    def unchanged(self) -> bool:
        """Spectators see no more now than when it was read."""
        with self._database.reading() as found:
            row = found.get(GameRow, self.gid)
            return row is not None and is_late(row) and cut_of(found, row).line == self.lines

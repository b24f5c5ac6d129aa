"""Spectators who see a game late: up to which line of its journal.

Whoever plays no part of the game gets the game as its journal has it up to there, woken by itself, so that no answer
can tell what came after. Lines count as they were lived: an undo or a rewind is seen late, too, as is what it took
away. What a side has said for itself beforehand counts for nothing. When the game is over, so is the delay.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction

from redball.online.book import Book
from redball.online.tables import GameRow, Line, now

SUFFIX = "@"
"""After a game's id: of the session that late spectators get. No id that is asked for can have it."""


class Delay(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How late spectators see a game: so many actions, or so many hours; both 0: not late."""

    actions: Annotated[int, Meta(ge=0, le=1000)] = 0
    hours: Annotated[int, Meta(ge=0, le=720)] = 0


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


def cut_of(found: Transaction, row: GameRow) -> Cut:
    """Up to where late spectators see a game that is being played."""
    before = func.lag(Line.actions).over(order_by=Line.number).label("before")
    lines = select(Line.number, Line.actions, Line.at, before).where(Line.game_id == row.id).subquery()
    went = select(lines.c.number, lines.c.actions, lines.c.at).where(lines.c.actions != lines.c.before)
    steps = [Step(*one) for one in found.execute(went.order_by(lines.c.number))]
    return cut(steps, delay_of(row), row.lines, row.created, now())


def cut(steps: Sequence[Step], delay: Delay, lines: int, created: datetime, present: datetime) -> Cut:
    """Up to where a game with these steps is shown, `lines` long and made at `created`.

    >>> day = datetime(2026, 1, 1)
    >>> played = [Step(5 + n, n, day + timedelta(hours=n)) for n in range(1, 5)]
    >>> found = cut(played, Delay(actions=3), 8, day, day + timedelta(hours=9))
    >>> found.line, found.actions, found.until.hour
    (6, 1, 2)
    >>> cut(played, Delay(hours=7), 8, day, day + timedelta(hours=9)).actions
    2
    """
    if delay.hours:
        shown = bisect_right(steps, present - timedelta(hours=delay.hours), key=lambda one: one.at)
        until = present - timedelta(hours=delay.hours)
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

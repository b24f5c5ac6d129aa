"""Clocks: of a live game, or days for a decision with holidays. Time runs for the side that must decide.

A seat's `spent` holds the seconds that count: of a live clock what was thought, less the increments; with days, the
holidays that were used up.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session as Transaction

from redball.online.database import Writing
from redball.online.tables import GameRow, Seat, table_of

DAY = 86400.0
SEAT = table_of(Seat)
SPENT = (
    update(SEAT)
    .where(
        SEAT.c.game_id == bindparam("gid"), SEAT.c.side == bindparam("of"), SEAT.c.role == "player", SEAT.c.bot == ""
    )
    .values(spent=SEAT.c.spent + bindparam("used", type_=SEAT.c.spent.type))
)


class Pace(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How long players may think. `free`: as long as they like. `live`: `minutes` for the whole game, and `increment`
    seconds for each time that the decision passes on. `days`: so many for each action, and `holidays` days more that
    each side can use up once."""

    kind: Literal["free", "live", "days"] = "free"
    minutes: Annotated[int, Meta(ge=1, le=10_000)] = 60
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    days: Annotated[int, Meta(ge=1, le=60)] = 3
    holidays: Annotated[int, Meta(ge=0, le=120)] = 14


def pace_of(row: GameRow) -> Pace:
    """The pace of a game."""
    return msgspec.convert(row.pace, Pace)


def left(row: GameRow, spent: float, at: datetime, *, running: bool) -> float | None:
    """Seconds that a side has left, if its clock has `spent`; less than 0 when its time is up. None: as long as it
    likes. `running`: it must decide."""
    pace, thought = pace_of(row), (at - row.moved).total_seconds() if running else 0.0
    if pace.kind == "free":
        return None
    if pace.kind == "live":
        return pace.minutes * 60 - spent - thought
    return (pace.days + pace.holidays) * DAY - spent - thought


def charge(tx: Writing, row: GameRow, at: datetime, *, passes: bool) -> None:
    """Let the clock of the side that had to decide show the time since the last action. `passes`: another side decides
    now."""
    pace = pace_of(row)
    if pace.kind == "free" or not row.decides or row.state != "playing":
        return
    thought = (at - row.moved).total_seconds()
    live = pace.kind == "live"
    used = thought - (pace.increment if passes else 0) if live else max(0.0, thought - pace.days * DAY)
    tx.execute(SPENT, {"gid": row.id, "of": row.decides, "used": used})


def time_is_up(tx: Transaction, row: GameRow, at: datetime) -> bool:
    """The side that must decide has no time left."""
    found = [left(row, seat.spent, at, running=True) for seat in _players(tx, row, row.decides)]
    return row.state == "playing" and any(one is not None and one < 0 for one in found)


def _players(tx: Transaction, row: GameRow, side: str) -> list[Seat]:
    seats: Any = select(Seat).where(Seat.game_id == row.id, Seat.side == side, Seat.role == "player", Seat.bot == "")
    return list(tx.scalars(seats).all())

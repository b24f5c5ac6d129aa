"""The plans that bots make: each is written down in the transaction of its first action, and shown when the game is
over.

They are kept as they were told when they were made, so they are those by which was played, also after the bot has
changed. A plan that was made in a branch of the game that was abandoned stays in the table, as the branch stays in the
journal; it is not shown.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select
from sqlalchemy.orm import Session as Transaction

from redball.bots.planner.plans import Record
from redball.game import Game
from redball.online.book import Book
from redball.online.tables import GameRow, Line, MadePlan, table_of
from redball.server.answers.advice import shown_plan

MADE = insert(table_of(MadePlan))


def note_plan(book: Book, bot: str, game: Game, record: Record, again: bool) -> None:
    """Write down a plan with what is written next."""
    values = {
        "game_id": book.gid,
        "line": book.next_line,
        "actions": len(game.records),
        "turn": record.turn,
        "side": record.side,
        "bot": bot,
        "again": again,
        "shown": msgspec.to_builtins(shown_plan(game, record)),
    }
    book.also(partial(_write, values))


def _write(values: dict[str, Any], tx: Connection, _: GameRow) -> None:
    tx.execute(MADE, values)


def plans_of(found: Transaction, gid: str) -> list[MadePlan]:
    """The plans by which bots played a game, in order: everybody's secrets, as long as it is not over. Of two that were
    made at one moment, as where the game had gone back to it, the later one."""
    went_back = select(Line.number).where(
        Line.game_id == MadePlan.game_id, Line.number > MadePlan.line, Line.actions < MadePlan.actions
    )
    kept = select(MadePlan).where(MadePlan.game_id == gid, ~went_back.exists())
    made = found.scalars(kept.order_by(MadePlan.actions, MadePlan.line))
    return [*{one.actions: one for one in made}.values()]

"""Plans as if a bot had made them."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete
from sqlalchemy.orm import Session as Transaction

from redball.online.tables import GameRow, MadePlan
from redball.server.answers.advice import PlanShown


def make_plans(tx: Transaction, row: GameRow, side: str, times: int) -> None:
    """Let a side have made so many plans, and nobody any other; they say how many they are."""
    tx.execute(delete(MadePlan))
    shown = msgspec.to_builtins(PlanShown([], f"one of {times}", "", "", "", []))
    for number in range(times):
        made = {"line": row.lines + number, "actions": number, "turn": 1, "bot": "planner", "again": False}
        tx.add(MadePlan(game_id=row.id, side=side, shown=shown, **made))

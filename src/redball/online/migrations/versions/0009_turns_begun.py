"""Where each Game Turn began, for games that spectators see so many turns late."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """A table. It says nothing of the turns that there have been: how late a game is seen was chosen when it was
    offered, and nobody could choose turns before."""
    op.create_table(
        "turn_begun",
        sa.Column("game_id", sa.String(12), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("turn", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer(), nullable=False),
    )

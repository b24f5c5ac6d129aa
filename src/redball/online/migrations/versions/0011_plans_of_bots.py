"""The plans that bots make, for whoever looks back at the game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """A table. What was planned before is not in it: it was not written down."""
    data = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
    op.create_table(
        "plan",
        sa.Column("game_id", sa.String(12), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("line", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("actions", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(20), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.Column("shown", data, nullable=False),
    )

"""Sides that several people play: what a member has, lends and is ready with; invitations to a member's seat. How many
lines of a journal both sides hear of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Columns; the games that there are have no teams."""
    data = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
    op.add_column("game", sa.Column("teams", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("told", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE game SET told = lines")
    op.add_column("game", sa.Column("waits", data, nullable=False, server_default="[]"))
    op.add_column("seat", sa.Column("label", sa.String(200), nullable=False, server_default=""))
    op.add_column("seat", sa.Column("lends", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("ready", sa.String(80), nullable=False, server_default=""))
    op.add_column("invitation", sa.Column("seat", sa.Integer(), nullable=False, server_default="0"))

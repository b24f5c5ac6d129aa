"""Games that spectators see late."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """A column; those that there are, nobody sees late."""
    data = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
    op.add_column("game", sa.Column("late", data, nullable=False, server_default="{}"))

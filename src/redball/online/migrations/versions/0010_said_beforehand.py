"""How often a side has changed what it says beforehand, so that the pages of all who play it hear of that."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """A column; pages that are opened later ask anyway, so nothing before it counts."""
    data = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
    op.add_column("game", sa.Column("beforehand", data, nullable=False, server_default="{}"))

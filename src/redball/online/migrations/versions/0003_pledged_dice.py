"""How the dice of a game were pledged, and how many challenges an account has made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Two columns. Challenges that wait already begin with dice that are not pledged."""
    op.add_column("account", sa.Column("challenges", sa.Integer(), nullable=False, server_default="0"))
    data = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
    op.add_column("game", sa.Column("pledge", data, nullable=True))

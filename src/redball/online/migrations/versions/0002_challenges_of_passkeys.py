"""Challenges of passkeys."""

from __future__ import annotations

import sqlalchemy as sa
from advanced_alchemy.types import GUID, DateTimeUTC
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Challenges of passkeys."""
    op.create_table(
        "challenge",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("what", sa.String(length=10), nullable=False),
        sa.Column("account_id", GUID(), nullable=True),
        sa.Column("ends", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_challenge_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_challenge")),
    )

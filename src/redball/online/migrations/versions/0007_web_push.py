"""Browsers that show notices."""

from __future__ import annotations

import sqlalchemy as sa
from advanced_alchemy.types import GUID, DateTimeUTC
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """A table; it goes with the session of the browser, or with its account."""
    op.create_table(
        "push_browser",
        sa.Column("id", GUID(), nullable=False),
        sa.Column("account_id", GUID(), nullable=False),
        sa.Column("login_digest", sa.String(length=32), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("point", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("agent", sa.String(length=120), nullable=False),
        sa.Column("created", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_push_browser_account_id_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["login_digest"], ["login.digest"], name=op.f("fk_push_browser_login_digest_login"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_browser")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_browser_endpoint")),
        sa.UniqueConstraint("login_digest", name=op.f("uq_push_browser_login_digest")),
    )
    with op.batch_alter_table("push_browser", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_push_browser_account_id"), ["account_id"], unique=False)

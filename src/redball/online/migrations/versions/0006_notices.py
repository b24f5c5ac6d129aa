"""Notices: who wants which, what waits to be sent, and links that were sent."""

from __future__ import annotations

import sqlalchemy as sa
from advanced_alchemy.types import GUID, DateTimeUTC
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Three tables."""
    op.create_table(
        "notice_wish",
        sa.Column("account_id", GUID(), nullable=False),
        sa.Column("mail", sa.Boolean(), nullable=False),
        sa.Column("hook", sa.String(length=500), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_notice_wish_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_notice_wish")),
    )
    op.create_table(
        "ticket",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("what", sa.String(length=10), nullable=False),
        sa.Column("account_id", GUID(), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("ends", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_ticket_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_ticket")),
    )
    with op.batch_alter_table("ticket", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ticket_account_id"), ["account_id"], unique=False)
    op.create_table(
        "letter",
        sa.Column("id", GUID(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("channel", sa.String(length=10), nullable=False),
        sa.Column("account_id", GUID(), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=True),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("made", DateTimeUTC(), nullable=False),
        sa.Column("due", DateTimeUTC(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("claimed", DateTimeUTC(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_letter_account_id_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_letter_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_due"), ["due"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_game_id"), ["game_id"], unique=False)

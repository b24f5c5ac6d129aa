"""What is said in games."""

from __future__ import annotations

import sqlalchemy as sa
from advanced_alchemy.types import GUID, DateTimeUTC
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """A table, and a count in each game."""
    op.add_column("game", sa.Column("posts", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "post",
        sa.Column("id", GUID(), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("account_id", GUID(), nullable=True),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("of_side", sa.String(length=40), nullable=False),
        sa.Column("audience", sa.String(length=4), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hex", sa.Integer(), nullable=False),
        sa.Column("actions", sa.Integer(), nullable=False),
        sa.Column("takes_back", GUID(), nullable=True),
        sa.Column("said", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_post_account_id_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_post_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post")),
    )
    with op.batch_alter_table("post", schema=None) as batch_op:
        batch_op.create_index("ix_post_account_id_said", ["account_id", "said"], unique=False)
        batch_op.create_index("ix_post_game_id_number", ["game_id", "number"], unique=True)

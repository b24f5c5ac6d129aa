"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from advanced_alchemy.types import GUID, DateTimeUTC
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None


def upgrade() -> None:
    """The first schema."""
    op.create_table(
        "account",
        sa.Column("id", GUID(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("created", DateTimeUTC(), nullable=False),
        sa.Column("blocked", DateTimeUTC(), nullable=True),
        sa.Column("blocked_why", sa.Text(), nullable=False),
        sa.Column("deleted", DateTimeUTC(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("key", name=op.f("uq_account_key")),
    )
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("of", sa.String(length=32), nullable=False),
        sa.Column("at", DateTimeUTC(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
    )
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.create_index("ix_attempt_of_at", ["of", "at"], unique=False)

    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", DateTimeUTC(), nullable=False),
        sa.Column("account_id", GUID(), nullable=True),
        sa.Column("address", sa.String(length=60), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("about", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_audit_at"), ["at"], unique=False)

    op.create_table(
        "credential",
        sa.Column("id", GUID(), nullable=False),
        sa.Column("account_id", GUID(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("handle", sa.LargeBinary(), nullable=True),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("created", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_credential_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credential")),
        sa.UniqueConstraint("handle", name=op.f("uq_credential_handle")),
    )
    with op.batch_alter_table("credential", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_credential_account_id"), ["account_id"], unique=False)

    op.create_table(
        "game",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("wish", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("sides", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.Column("fog", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("spectators", sa.String(length=40), nullable=False),
        sa.Column("pace", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.Column("maker_id", GUID(), nullable=True),
        sa.Column("created", DateTimeUTC(), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("actions", sa.Integer(), nullable=False),
        sa.Column("decides", sa.String(length=40), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("moved", DateTimeUTC(), nullable=False),
        sa.Column("outcome", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=True),
        sa.ForeignKeyConstraint(
            ["maker_id"], ["account.id"], name=op.f("fk_game_maker_id_account"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_moved"), ["moved"], unique=False)
        batch_op.create_index(batch_op.f("ix_game_state"), ["state"], unique=False)

    op.create_table(
        "login",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("account_id", GUID(), nullable=False),
        sa.Column("created", DateTimeUTC(), nullable=False),
        sa.Column("seen", DateTimeUTC(), nullable=False),
        sa.Column("ends", DateTimeUTC(), nullable=False),
        sa.Column("agent", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_login_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_login")),
    )
    with op.batch_alter_table("login", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_login_account_id"), ["account_id"], unique=False)

    op.create_table(
        "invitation",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("maker_id", GUID(), nullable=True),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.Column("ends", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_invitation_game_id_game"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["maker_id"], ["account.id"], name=op.f("fk_invitation_maker_id_account"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_invitation")),
    )
    with op.batch_alter_table("invitation", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invitation_game_id"), ["game_id"], unique=False)

    op.create_table(
        "line",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("actions", sa.Integer(), nullable=False),
        sa.Column("account_id", GUID(), nullable=True),
        sa.Column("at", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_line_account_id_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_line_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_line")),
    )
    op.create_table(
        "offer",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("about", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("agreed", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("made", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_offer_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_offer")),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("account_id", GUID(), nullable=True),
        sa.Column("bot", sa.String(length=20), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("army", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.Column("spent", sa.Double(), nullable=False),
        sa.Column("since", DateTimeUTC(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_seat_account_id_account"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_account_id"), ["account_id"], unique=False)

    op.create_table(
        "waking_point",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("actions", sa.Integer(), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_waking_point_game_id_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "actions", name=op.f("pk_waking_point")),
    )

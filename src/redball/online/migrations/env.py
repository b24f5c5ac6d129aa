"""Alembic's way in: it runs on the connection that `Database.upgrade` gives it."""

from __future__ import annotations

from typing import Any, Literal

from advanced_alchemy.types import GUID, DateTimeUTC
from alembic import context
from sqlalchemy import JSON

from redball.online.tables import Base


def written(kind: str, item: Any, autogen_context: Any) -> str | Literal[False]:
    """How a type is written in a revision that Alembic drafts."""
    if kind == "type" and isinstance(item, GUID | DateTimeUTC):
        autogen_context.imports.add("from advanced_alchemy.types import GUID, DateTimeUTC")
        return f"{type(item).__name__}()"
    if kind == "type" and isinstance(item, JSON):
        autogen_context.imports.add("from sqlalchemy.dialects.postgresql import JSONB")
        return 'sa.JSON().with_variant(JSONB(), "postgresql")'
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    render_item=written,
    compare_type=lambda *found: None if not isinstance(found[4], GUID) else False,  # SQLite tells it as a number
)
with context.begin_transaction():
    context.run_migrations()

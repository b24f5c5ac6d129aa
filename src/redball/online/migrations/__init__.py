"""The schema's history, for Alembic. A revision is never changed once it has been released."""

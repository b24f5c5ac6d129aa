"""The statements of each click. SQLAlchemy says once how a kind of database wants them; then they go to the driver.

Most of what SQLAlchemy does for a statement is the same each time, and between two clicks its code leaves the
processor's caches: then it takes longer than the database does.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session as Transaction
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.types import TypeEngine

Change = Callable[[Any], Any]


class Said(NamedTuple):
    """A statement in the words of one kind of database: the names of what it is given, in the order in which it wants
    them (None: by name), what of that is always the same, and how values must be changed, also those of its answer."""

    text: str
    order: Sequence[str] | None
    fixed: dict[str, Any]
    given: dict[str, Change]
    found: tuple[tuple[int, Change], ...]


class Statement:
    """A statement that is always the same but for the values that it is given, each by name. `columns`: those that an
    insertion or an update writes, if it does not say itself."""

    def __init__(self, of: Select[*tuple[Any, ...]] | UpdateBase, columns: Sequence[str] = ()) -> None:
        self._of, self._columns = of, columns or None
        self._said: dict[str, Said] = {}
        found = [*of.selected_columns] if isinstance(of, Select) else []
        self._types = [column.type for column in found]
        self._row: Any = namedtuple("Row", [column.key for column in found])  # type: ignore[misc]

    def find(self, tx: Connection | Transaction, **given: Any) -> list[Any]:
        """The rows that there are, with their columns by name.

        Raises DBAPIError.
        """
        connection = tx if isinstance(tx, Connection) else tx.connection()
        said = self._for(connection.dialect)
        rows = _run(connection, said, [given])
        if not said.found:
            return [self._row._make(row) for row in rows]
        changed = []
        for row in map(list, rows):
            for place, change in said.found:
                row[place] = change(row[place])
            changed.append(self._row._make(row))
        return changed

    def do(self, tx: Connection | Transaction, *each: dict[str, Any]) -> None:
        """Carry it out, once for each that is given.

        Raises DBAPIError.
        """
        connection = tx if isinstance(tx, Connection) else tx.connection()
        _run(connection, self._for(connection.dialect), each)

    def _for(self, dialect: Dialect) -> Said:
        said = self._said.get(dialect.name)
        if said is None:
            said = self._said[dialect.name] = self._say(dialect)
        return said

    def _say(self, dialect: Dialect) -> Said:
        said: Any = self._of.compile(dialect=dialect, column_keys=self._columns)
        fixed = dict(said.params)
        types = {name: one.type for name, one in said.binds.items() if name in fixed}
        changes = {name: _impl(of, dialect).bind_processor(dialect) for name, of in types.items()}
        found = [_impl(of, dialect).result_processor(dialect, None) for of in self._types]
        return Said(
            str(said),
            said.positiontup if said.positional else None,
            fixed,
            {name: change for name, change in changes.items() if change is not None},
            tuple((place, change) for place, change in enumerate(found) if change is not None),
        )


def _impl(of: TypeEngine[Any], dialect: Dialect) -> Any:
    return of.dialect_impl(dialect)


def _run(tx: Connection, said: Said, each: Sequence[dict[str, Any]]) -> Sequence[Any]:
    """What a statement answers.

    Raises DBAPIError, as SQLAlchemy would.
    """
    if not tx.in_transaction():
        tx.begin()
    many: list[Any] = []
    for given in each:
        values = said.fixed | given
        for name, change in said.given.items():
            values[name] = change(values[name])
        many.append(values if said.order is None else [values[name] for name in said.order])
    return straight(tx, said.text, *many)


def straight(tx: Connection, text: str, *many: Any) -> Sequence[Any]:
    """What the driver answers to a statement in its own words, carried out once for each set of values.

    Raises DBAPIError, as SQLAlchemy would.
    """
    cursor = tx.connection.cursor()
    try:
        if len(many) > 1:
            cursor.executemany(text, many)
        else:
            cursor.execute(text, *many)
        return cursor.fetchall() if cursor.description else ()
    except tx.dialect.loaded_dbapi.Error as error:
        raise _wrapped(tx, text, error, cursor) from error
    finally:
        cursor.close()


def _wrapped(tx: Connection, text: str, error: Exception, cursor: Any) -> BaseException:
    """A driver's error as SQLAlchemy raises it; a connection that was lost is not used any more."""
    driver = tx.dialect.loaded_dbapi.Error
    lost = tx.dialect.is_disconnect(error, tx.connection.driver_connection, cursor)  # type: ignore[arg-type]
    if lost:
        tx.invalidate(error)
    return DBAPIError.instance(text, None, error, driver, connection_invalidated=lost, dialect=tx.dialect)

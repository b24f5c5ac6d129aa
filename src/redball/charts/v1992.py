"""Tables that only the charts of 1992 have: name, kind and record type of each."""

from __future__ import annotations

from redball.charts.shapes import Record

TABLES: dict[str, tuple[str, type[Record]]] = {}

"""Aircraft on a captured air base, without a board: one roll for each of them.

Captures of bases are to call it: until they do, its row (9.14f-B) waits in the index.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Tally, Term, signed


class Caught(Struct, frozen=True):
    """An aircraft on the base: it is Active; the base was entered by an advance after combat."""

    active: bool = False
    advance: bool = False


def capture_tally(charts: Charts, caught: Caught) -> Tally[int]:
    """Every modifier with its chart line."""
    return Tally("Air Base Capture Table", _terms(charts, caught), total=signed)


def _terms(charts: Charts, caught: Caught) -> Iterator[Term[int]]:
    named = (
        ("active", caught.active, "the aircraft is Active"),
        ("advance_after_combat", caught.advance, "an advance after combat"),
    )
    for name, holds, reason in named:
        if holds:
            yield Term(charts.air_base_capture.modifier(name), reason, "9.14f-B", f"air_base_capture.{name}")


def throw_capture(charts: Charts, caught: Caught, throw: Throw) -> bool:
    """9.14f-B: whether the aircraft loses a step."""
    roll = throw.two("dice") + capture_tally(charts, caught).value
    return charts.air_base_capture.read("main", roll) == "step_loss"

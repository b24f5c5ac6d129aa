"""Railroads that artillery damaged: nobody can use them until they are repaired.

`barrage_targets` has the rule, and how they are damaged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from redball.core.events import Event, UnitEvent
from redball.core.look import Look
from redball.core.own import drop, find, put
from redball.core.state import State, StateOwn, Unit
from redball.core.telling import Names


class DamagedRails(StateOwn, frozen=True):
    """The damaged rail hexes in index order, each with the side that damaged it."""

    hexes: tuple[tuple[int, str], ...]

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> DamagedRails | None:
        """`damaged_rails` of the state."""
        found = msgspec.convert(fields.get("damaged_rails", ()), tuple[tuple[int, str], ...])
        return cls(found) if found else None


RECORDS = (DamagedRails,)


def damaged_rails(state: State) -> dict[int, str]:
    """The damaged rail hexes, each with the side that damaged it."""
    found = find(state.own, DamagedRails)
    return dict(found.hexes) if found is not None else {}


def with_damaged_rails(state: State, hexes: dict[int, str]) -> State:
    """The state with exactly these rail hexes damaged."""
    return state.change(
        own=put(state.own, DamagedRails(tuple(sorted(hexes.items())))) if hexes else drop(state.own, DamagedRails)
    )


class RailDamaged(Event, frozen=True, kw_only=True):
    """`side` damaged the railroad of a hex: nobody can use it."""

    hex: int

    def apply(self, state: State) -> State:
        return with_damaged_rails(state, damaged_rails(state) | {self.hex: self.side})

    def told(self, n: Names) -> str:
        return f"The railroad at {n.hex(self.hex)} is damaged"


class RailsRestored(Event, frozen=True, kw_only=True):
    """The railroads in these hexes can be used again, though nobody repaired them."""

    hexes: tuple[int, ...]

    def apply(self, state: State) -> State:
        return with_damaged_rails(state, {h: side for h, side in damaged_rails(state).items() if h not in self.hexes})

    def told(self, n: Names) -> str:
        return f"The railroad is open again at {', '.join(map(n.hex, self.hexes))}"


class RailRepaired(UnitEvent, frozen=True, kw_only=True):
    """A Rail Repair unit repaired the railroad in its hex, which counts as a conversion."""

    openly: ClassVar[bool] = True
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.act(converted=unit.activity.converted + 1)

    def apply(self, state: State) -> State:
        left = {h: side for h, side in damaged_rails(state).items() if h != self.hex}
        return with_damaged_rails(super().apply(state), left).change(new_rails=state.new_rails | {self.hex})

    def told(self, n: Names) -> str:
        return f"The railroad at {n.hex(self.hex)} is repaired"


EVENTS = (RailDamaged, RailsRestored, RailRepaired)


def repairing(rail_work: Callable[[Look, Unit], Event]) -> Callable[[Look, Unit], Event]:
    """Repair a damaged hex; convert it only if it is not damaged."""

    def work(look: Look, unit: Unit) -> Event:
        if unit.hex in damaged_rails(look.state):
            return RailRepaired(case="13.3f-B", side=unit.side, unit=unit.id, hex=unit.hex)
        return rail_work(look, unit)

    return work


POLICIES = {"damaged_rails": lambda look: damaged_rails(look.state)}
WRAPS = {"rail_work": repairing}

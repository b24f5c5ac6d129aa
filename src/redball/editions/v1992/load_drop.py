"""Drops of supply in 1992: a die for the load of each aircraft that has come through.

Units may drop with it (`unit_drop`).

How the mission is planned, and what Flak leaves of its cargo, is as in the series (`rules.air.supply_drop`). Aircraft
are filled in the order of the mission.

Cases: E92-supply-drop
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_changes

from msgspec import Struct

from redball.charts import Charts
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.state import Dump, State
from redball.core.telling import Names
from redball.editions.v1992.charts import AirDrops
from redball.rules.air.cargo import weight
from redball.rules.air.kind import Load, Mission
from redball.rules.air.supply_drop import SUPPLY_DROP
from redball.rules.air.trips import HALVES, carries
from redball.rules.ground.air_force import plane_in


class LoadDropped(Event, frozen=True, kw_only=True):
    """The load of an aircraft, from the ground of `start`, was dropped on `hex`: it landed or was destroyed."""

    start: int
    hex: int
    tokens: int
    roll: int
    lands: bool

    def apply(self, state: State) -> State:
        here = state.ground_supply(self.side, self.start)
        state = state.with_dump(self.side, self.start, Dump(here.tokens - self.tokens, here.fresh))
        if not self.lands:
            return state
        there = state.ground_supply(self.side, self.hex)
        return state.with_dump(self.side, self.hex, Dump(there.tokens + self.tokens, there.fresh + self.tokens))

    def told(self, n: Names) -> str:
        what = f"Supply ({show_tokens(self.tokens)}) dropped on {n.hex(self.hex)}"
        return f"{what}: {self.roll}, {'it lands' if self.lands else 'it is destroyed'}"


EVENTS = (LoadDropped,)


class LoadDrop(Struct, frozen=True, tag=True):
    """Loads that a side drops on a hex, each with the base that it comes from and its tokens."""

    side: str
    hex: int
    loads: tuple[tuple[int, int], ...]


def loads_of(look: Look, data: Mission) -> Iterator[tuple[int, int]]:
    """The loads of supply of aircraft that are over the hex, or of their gliders, whole tokens; units come first. What
    two carry together (14.9b), and what no longer quite fits (14.4g), is with the last one."""
    for load in sorted({piece.load for piece in data.cargo if piece.tokens}):
        crew = [*_carriers(look, data, load)]
        left = sum(piece.tokens for piece in data.cargo if piece.load == load)
        room = -sum(weight(look, piece) for piece in data.cargo if piece.load == load and piece.unit)
        for i, capacity in enumerate(crew):
            room += capacity
            taken = left if i == len(crew) - 1 else min(left, max(room, 0) // HALVES)
            left, room = left - taken, room - HALVES * taken
            if taken:
                yield load.start, taken


def _carriers(look: Look, data: Mission, load: Load) -> Iterator[int]:
    """What each aircraft of a load that is over the hex carries, in half tokens."""
    for pid, trip, start in zip(data.planes, data.trips, data.starts, strict=True):
        plane = plane_in(look.state, pid)
        if plane is not None and plane.active and plane.hex == data.hex and start == load.start:
            capacity = carries(look.world, plane, trip, glider=load.glider)
            if capacity:
                yield capacity


def unload(run: Run, data: Mission) -> None:
    """A die for each load."""
    run.push("load_drop", LoadDrop(data.side, data.hex, tuple(loads_of(run.look, data))))


def lands(charts: Charts, die: int) -> bool:
    """Whether a load lands on this die."""
    return charts.table(AirDrops).read("supply", die) == "lands"


def rolled(run: Run, data: LoadDrop, dice: tuple[int, ...]) -> None:
    for (start, tokens), die in zip(data.loads, dice, strict=True):
        run.emit(
            LoadDropped(
                case="E92-supply-drop",
                side=data.side,
                start=start,
                hex=data.hex,
                tokens=tokens,
                roll=die,
                lands=lands(run.world.charts, die),
            )
        )


DROP = Procedure(
    "load_drop",
    LoadDrop,
    (
        Chance(
            "roll",
            "Supply Air Drop Table",
            "E92-supply-drop",
            lambda look, data: len(data.loads),
            rolled,
            lambda look, data: data.side,
        ),
        Do("dropped", lambda run, data: None),
    ),
)

PROCEDURES = (DROP,)
LOAD_DROP = with_changes(SUPPLY_DROP, unload=unload)
"""The mission of the series with this end."""

"""A barrage on a port ("port_raid"): one die on the Barrage vs Facility Table, read as hits.

Cases: 10.0c-B
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import FacilityCell
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.state import State
from redball.core.telling import Names, counted
from redball.rules.barrage.facility import Facility, read_facility
from redball.rules.barrage.points import AIR_SHIFTS
from redball.rules.ground.harbours import harbour_in, own_harbour, with_harbour


class PortRaided(Event, frozen=True, kw_only=True):
    """A barrage on a port of `owner` was read on the Barrage vs Facility Table (10.0c-B): it takes `more` hits and has
    `hits` now. `shift`: by so many columns (left if negative)."""

    hex: int
    owner: str
    points: int
    column: str
    roll: int
    result: str
    more: int
    hits: int
    shift: int = 0

    def apply(self, state: State) -> State:
        if not self.more:
            return state
        return with_harbour(state, replace(harbour_in(state, self.hex, self.owner, self.hits), hits=self.hits))

    def told(self, n: Names) -> str:
        effect = f"; it takes {counted(self.more, 'hit')} and has {self.hits} now" if self.more else ", no effect"
        moved = f" ({abs(self.shift)} {'left' if self.shift < 0 else 'right'})" if self.shift else ""
        read = f"column {self.column}{moved}, roll {self.roll}: {self.result}"
        return f"Barrage on the port at {n.hex(self.hex)}: {read}{effect}"


EVENTS = (PortRaided,)


class PortRaid(Struct, frozen=True, tag=True):
    """A barrage on the enemy's port in a hex with so many Barrage Points, perhaps by `night`; `roll` is its die (0: not
    rolled). `naval`: ships make it."""

    side: str
    hex: int
    points: int
    roll: int = 0
    night: bool = False
    naval: bool = False


def shift_of(look: Look, data: PortRaid) -> int:
    """Columns to the right; left if negative. The table itself has no shifts (10.0c)."""
    return 0 if data.naval else sum(term.by for term in look.policies[AIR_SHIFTS](look, data.hex, data.night))


def column_of(look: Look, data: PortRaid) -> int:
    """The column that is read."""
    table = look.world.charts.facility
    return table.shift(table.column(data.points), shift_of(look, data))


def cell_of(look: Look, data: PortRaid) -> FacilityCell:
    """The result that was rolled."""
    return look.world.charts.facility.lookup(column_of(look, data), data.roll)


def rolled(run: Run, data: PortRaid, dice: tuple[int, ...]) -> None:
    run.set(replace(data, roll=dice[0]))


def hit(run: Run, data: PortRaid) -> None:
    """10.0c-B: up to four hits in all."""
    look, charts = run.look, run.world.charts
    owner, cell = look.enemy(data.side), cell_of(look, data)
    port = own_harbour(look, owner, data.hex)
    assert port is not None  # it was the target
    more = read_facility(charts, Facility("port", hits=port.hits), cell, 0).port_hits
    run.emit(
        PortRaided(
            case="10.0c-B",
            side=data.side,
            hex=data.hex,
            owner=owner,
            points=data.points,
            column=charts.facility.columns[column_of(look, data)],
            roll=data.roll,
            result=cell.text,
            more=more,
            hits=port.hits + more,
            shift=shift_of(look, data),
        )
    )


RAID = Procedure(
    "port_raid",
    PortRaid,
    (
        Chance(
            "roll", "Barrage vs Facility Table", "10.0c", lambda look, data: 1, rolled, lambda look, data: data.side
        ),
        Do("hit", hit),
    ),
)

PROCEDURES = (RAID,)

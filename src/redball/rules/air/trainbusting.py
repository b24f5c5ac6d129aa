"""Trainbusting: a mission that attacks a hex on the Barrage vs Facility Table and may place a marker there. What the
marker does is in `rules.ground.trainbusting`.

Cases: 10.0c-C, 14.8, 14.8a
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import FacilityCell
from redball.core.chances import spread_of
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import State
from redball.core.telling import Names
from redball.rules.air.kind import Mission, MissionKind
from redball.rules.air.strikes import BARRAGED, go_home, has_points, members, needs_points, points_of, strike
from redball.rules.ground.air_force import Plane
from redball.rules.ground.trainbusting import markers_in, with_markers

MARKED = refusal(
    "mission.marked",
    case="14.8",
    text="{hexes} has a Trainbusting marker already",
    remedy="choose another hex",
)


class TrainbustingRolled(Event, frozen=True, kw_only=True):
    """A Trainbusting mission was read on the Barrage vs Facility Table (14.8a); an asterisk places a marker."""

    hex: int
    points: int
    column: str
    roll: int
    result: str
    against: str
    placed: bool

    def apply(self, state: State) -> State:
        return with_markers(state, markers_in(state) | {self.hex: self.against}) if self.placed else state

    def told(self, n: Names) -> str:
        effect = "a marker is placed" if self.placed else "no effect"
        return f"Trainbusting at {n.hex(self.hex)}: column {self.column}, roll {self.roll}: {self.result}, {effect}"


EVENTS = (TrainbustingRolled,)


class Busting(Struct, frozen=True, tag=True):
    """A Trainbusting attack on a hex with so many Barrage Points; `roll` is its die (0: not rolled)."""

    side: str
    hex: int
    points: int
    roll: int = 0


def cell_of(look: Look, data: Busting) -> FacilityCell:
    """The result that was rolled; no shifts apply (10.0c)."""
    table = look.world.charts.facility
    return table.lookup(table.column(data.points), data.roll)


def rolled(run: Run, data: Busting, dice: tuple[int, ...]) -> None:
    run.set(replace(data, roll=dice[0]))


def placed(run: Run, data: Busting) -> None:
    table, cell, enemy = run.world.charts.facility, cell_of(run.look, data), run.look.enemy(data.side)
    run.emit(
        TrainbustingRolled(
            case="14.8a",
            side=data.side,
            hex=data.hex,
            points=data.points,
            column=table.columns[table.column(data.points)],
            roll=data.roll,
            result=cell.text,
            against=enemy,
            placed=cell.trainbust,
        )
    )


BUSTING = Procedure(
    "trainbusting",
    Busting,
    (
        Chance(
            "roll", "Barrage vs Facility Table", "14.8a", lambda look, data: 1, rolled, lambda look, data: data.side
        ),
        Do("placed", placed),
    ),
)

PROCEDURES = (BUSTING,)


def _hexes(look: Look, side: str) -> Iterator[int]:
    """What `_refuse_hex` accepts, without boxes."""
    closed = look.state.barraged | markers_in(look.state).keys()
    return (hex_ for hex_ in range(look.board.map_size) if hex_ not in closed)


def _refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    """14.8, 10.0e-A: one mission a hex and phase, and no second marker."""
    if hex_ in look.state.barraged:
        return BARRAGED(hexes=(hex_,))
    return MARKED(hexes=(hex_,)) if hex_ in markers_in(look.state) else None


def _resolve(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    """14.8a: they return whatever the result."""
    go_home(run, planes)
    if points := strike(run, data, planes):
        run.push("trainbusting", Busting(data.side, data.hex, points))


def chance_of(look: Look, mission: Mission) -> Fraction:
    """The chance that the marker is placed if all its aircraft get there whole."""
    table, points = look.world.charts.facility, points_of(look, members(look, mission))
    if points < table.minimum_strength:
        return Fraction(0)
    return spread_of(lambda throw: table.lookup(table.column(points), throw.one("die")).trainbust).chance(bool)


TRAINBUSTING = MissionKind(
    row="trainbusting",
    segment="barrage",
    hexes=_hexes,
    refuse_hex=_refuse_hex,
    reach=lambda shown: shown.range,
    lead=has_points,
    refuse_ready=needs_points,
    resolve=_resolve,
    once=True,
    chance=chance_of,
)

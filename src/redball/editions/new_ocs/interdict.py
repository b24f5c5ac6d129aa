"""The mission that places an Interdiction marker: with enough Barrage Points at once, else on a die.

Any aircraft with Barrage Points flies it; Fighters may escort it. It is intercepted as strikes are, and resolved when
all strikes and their Flak are over, with the points that are left. Its aircraft stay over the hex until the enemy's
Clean Up, whether the marker was placed or not. What the marker does is in `interdiction`. A side has one such mission
to a hex at a time, and no hex has two markers (14.8).

Cases: N10-interdiction-1-2, N10-interdiction-3-4, N10-interdiction-5-7, N10-interdiction-8up, N14-interdiction-auto,
N14-interdiction-fighters
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import Charts
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import State
from redball.core.telling import Names, counted
from redball.editions.new_ocs.air_kinds import AirTask, refuse_unarmed, striking, ways
from redball.editions.new_ocs.charts import Interdiction
from redball.rules.air.kind import Mission
from redball.rules.air.strikes import members
from redball.rules.air.tasks import tasks_of
from redball.rules.air.trainbusting import MARKED
from redball.rules.ground.air_force import Plane, face
from redball.rules.ground.trainbusting import markers_in, with_markers

NAME = "interdiction"
FACES = 6

FLOWN_THERE = refusal(
    "interdiction.flown",
    case="14.8",
    text="an Interdiction mission to {hexes} is assigned already",
    remedy="choose another hex",
)
NO_POINTS = refusal(
    "interdiction.no_points",
    case="N10-interdiction-1-2",
    text="without escorts these aircraft have no Barrage Points",
    remedy="add an aircraft with a Barrage Strength",
)


class InterdictionFlown(Event, frozen=True, kw_only=True):
    """An Interdiction mission was read on its table: with so many `points` it needs a die of at least `need` (0: it
    succeeds without one). A marker that is placed hinders the side `against`."""

    hex: int
    points: int
    need: int
    roll: int
    against: str
    placed: bool

    def apply(self, state: State) -> State:
        return with_markers(state, markers_in(state) | {self.hex: self.against}) if self.placed else state

    def told(self, n: Names) -> str:
        by = f"rolled {self.roll}, needed {self.need} or more" if self.need else "no roll needed"
        effect = f"a marker slows {n.side(self.against)}" if self.placed else "no effect"
        return f"Interdiction at {n.hex(self.hex)} with {counted(self.points, 'point')}: {by}, {effect}"


EVENTS = (InterdictionFlown,)


class Attempt(Struct, frozen=True, tag=True):
    """An attempt of a side on a hex with so many Barrage Points; `roll` is its die (0: none)."""

    side: str
    hex: int
    points: int
    roll: int = 0


# --- the table -----------------------------------------------------------------------------------------------------


def points_of(look: Look, planes: tuple[Plane, ...]) -> int:
    """Barrage Points against this target: Fighters, whose rating has no parentheses, count twice
    (N14-interdiction-fighters)."""
    shown = (face(look.world, plane) for plane in planes)
    return sum(one.barrage * (1 if one.parenthesized else 2) for one in shown)


def least_roll(charts: Charts, points: int) -> int:
    """The die that places a marker with at least one point; 0 if none is needed."""
    chart = charts.table(Interdiction)
    at = max(at for at, least in enumerate(chart.points_from) if points >= least)
    return chart.least_roll[at]


def chance_of(look: Look, mission: Mission) -> Fraction:
    """The chance that the marker is placed if all its aircraft get there."""
    points = points_of(look, striking(look, mission, members(look, mission)))
    if not points:
        return Fraction(0)
    need = least_roll(look.world.charts, points)
    return Fraction(FACES + 1 - need, FACES) if need else Fraction(1)


# --- the mission -----------------------------------------------------------------------------------------------------


def _hexes(look: Look, side: str) -> Iterator[int]:
    """What `_refuse_hex` accepts, without boxes."""
    flown = {task.mission.hex for task in tasks_of(look.state, side) if task.mission.kind == NAME}
    closed = flown | markers_in(look.state).keys()
    return (hex_ for hex_ in range(look.board.map_size) if hex_ not in closed)


def _refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    if any((task.mission.kind, task.mission.hex) == (NAME, hex_) for task in tasks_of(look.state, side)):
        return FLOWN_THERE(hexes=(hex_,))
    return MARKED(hexes=(hex_,)) if hex_ in markers_in(look.state) else None


def _refuse_ready(look: Look, mission: Mission) -> Refusal | None:
    return None if points_of(look, striking(look, mission, members(look, mission))) else NO_POINTS()


def _has_points(look: Look, plane: Plane) -> bool:
    return face(look.world, plane).barrage > 0


def _resolve(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    """With what is left; aircraft without points do nothing (N14-interdiction-auto)."""
    if points := points_of(run.look, striking(run.look, mission, planes)):
        run.push(NAME, Attempt(mission.side, mission.hex, points))


def _dice(look: Look, data: Attempt) -> int:
    return 1 if least_roll(look.world.charts, data.points) else 0


def _rolled(run: Run, data: Attempt, dice: tuple[int, ...]) -> None:
    run.set(replace(data, roll=dice[0]))


def _placed(run: Run, data: Attempt) -> None:
    need = least_roll(run.world.charts, data.points)
    run.emit(
        InterdictionFlown(
            case="N14-interdiction-auto" if not need else f"N10-interdiction-{_line(run.world.charts, data.points)}",
            side=data.side,
            hex=data.hex,
            points=data.points,
            need=need,
            roll=data.roll,
            against=run.look.enemy(data.side),
            placed=data.roll >= need,
        )
    )


def _line(charts: Charts, points: int) -> str:
    """The line of the table, as its case is named."""
    chart = charts.table(Interdiction)
    at = max(at for at, least in enumerate(chart.points_from) if points >= least)
    return f"{chart.points_from[at]}-{chart.points_from[at + 1] - 1}"


ATTEMPT = Procedure(
    NAME,
    Attempt,
    (
        Chance("roll", "Interdiction", "N14-interdiction", _dice, _rolled, lambda look, data: data.side),
        Do("placed", _placed),
    ),
)
PROCEDURES = (ATTEMPT,)

INTERDICTION = AirTask(
    row="trainbusting",
    segment="air_operations",
    hexes=_hexes,
    refuse_hex=_refuse_hex,
    reach=lambda shown: shown.range,
    refuse_plane=refuse_unarmed,
    lead=_has_points,
    refuse_ready=_refuse_ready,
    resolve=_resolve,
    trips=ways,
    chance=chance_of,
    stage=NAME,
    stays=True,
)


def with_interdiction(mission_kinds: Callable[[], dict[str, AirTask]]) -> Callable[[], dict[str, AirTask]]:
    """The kinds of mission, and this one."""
    kinds = mission_kinds() | {NAME: INTERDICTION}
    return lambda: kinds


WRAPS = {"mission_kinds": with_interdiction}

"""A mission, and what one kind of mission brings. Any type of aircraft may fly it.

Cases: 14.2e-B, HR-9
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import PhaseName, SegmentName, Unit
from redball.forces.aircraft import AirFace
from redball.rules.air.points import MISSION_KINDS
from redball.rules.ground.air_force import Plane

FLIGHT_PHASES: tuple[PhaseName, ...] = ("movement", "reaction", "exploitation")

BOMBERS = 3
"""With HR-9 so many aircraft barrage."""

THREE_BOMBERS = option(
    "three_bombers",
    "HR-9",
    "Three aircraft at most barrage and face Flak; a fourth one, a Fighter, is their escort",
)
SWITCHES = (THREE_BOMBERS,)


class Load(NamedTuple):
    """What the aircraft from the base in `start` carry together, on their own or on gliders (14.9a)."""

    start: int
    glider: bool = False


class Cargo(Struct, frozen=True):
    """A piece of cargo from the base in `start`: a unit, or so many tokens of supply; it may go by `glider`. What
    goes `onward` is not for the hex of the mission, but for another base after it (21.12a)."""

    start: int
    unit: str = ""
    tokens: int = 0
    glider: bool = False
    onward: bool = False

    @property
    def load(self) -> Load:
        """What it is part of."""
        return Load(self.start, self.glider)


class Mission(Struct, frozen=True, tag=True):
    """A mission: its kind, side, hex (or NO_HEX) and aircraft in the order in which they were added. The base that each
    came from is with the aircraft. `hit`: Flak takes a step; `tied` are the aircraft that could lose it. For each
    aircraft `trips` has its way to fly ("" but on Air Transport); with `cargo`, `starts` has where each came from once
    the mission flies. So many more aircraft turn back from Flak (`aborts`, HR-14).

    XYZ transport (21.12a): a first leg may take more on board at its hex (`stops`); a second one begins at `via` with
    what is still `aboard`, and may take more on board there if the first one had business there (`stops`).

    `meant` is the ship that a barrage of ships is planned for ("" none)."""

    kind: str
    side: str
    hex: int = NO_HEX
    planes: tuple[str, ...] = ()
    hit: bool = False
    tied: tuple[str, ...] = ()
    trips: tuple[str, ...] = ()
    cargo: tuple[Cargo, ...] = ()
    starts: tuple[int, ...] = ()
    aborts: int = 0
    stops: bool = False
    via: int = NO_HEX
    aboard: tuple[Cargo, ...] = ()
    meant: str = ""

    @property
    def calls(self) -> bool:
        """21.12a-B: it loads or unloads something at its hex; otherwise it only passes through."""
        return self.stops or not self.cargo or not all(piece.onward for piece in self.cargo)


def anybody(look: Look, plane: Plane) -> Refusal | None:
    """14.2e-B: any type of aircraft."""
    return None


def anything(look: Look, plane: Plane) -> bool:
    """The mission needs no aircraft of a certain sort."""
    return True


def land_points(shown: AirFace) -> int:
    """The Barrage Strength at everything but ships (18.3e)."""
    return shown.barrage


@dataclass(frozen=True)
class MissionKind:
    """What one kind of mission brings.

    It is flown in a `segment` of one of its `phases` (14.2e-D). `hexes` lists what `refuse_hex` accepts; `reach` is how
    far an aircraft flies to it; `refuse_plane` says who may not fly it, `lead` which aircraft it is pointless without;
    `refuse_ready` judges the whole draft; `resolve` is step F, with the aircraft that are still on the mission. `row`
    is its line of the chart of Flak. `most` aircraft fly it (0: as many as the chart says). `once`: it counts against
    the barrages of its hex (10.0e-A). `barrages`: it is an Air Barrage, at which ships fire Flak (18.3f);
    `at_ships`: ships are its targets; `bombs` is the strength that counts at its targets. `peaceful`:
    it is nothing offensive (2.4-3). `escorted`: with HR-9 a fourth aircraft is an escort. `lands`: its aircraft come
    down at its hex. `goes_on`: it may have a second leg; the kind of that leg has a `crew`, the aircraft in the air
    among which it chooses (21.12a). Missions with cargo have `trips`, the ways in which an aircraft may fly to its hex;
    `refuse_unit`, who may not come along by glider or without one, and `refuse_cargo`, which judges all that is loaded;
    `home`, which takes away what aborted aircraft carry back; `unload`, what becomes of the rest; and `chance`, that
    the mission succeeds if all its aircraft get there.
    """

    row: str
    segment: SegmentName
    hexes: Callable[[Look, str], Iterator[int]]
    refuse_hex: Callable[[Look, str, int], Refusal | None]
    reach: Callable[[AirFace], int]
    refuse_ready: Callable[[Look, Mission], Refusal | None]
    resolve: Callable[[Run, Mission, tuple[Plane, ...]], None]
    refuse_plane: Callable[[Look, Plane], Refusal | None] = anybody
    lead: Callable[[Look, Plane], bool] = anything
    sweep: bool = False
    most: int = 0
    once: bool = False
    barrages: bool = False
    at_ships: bool = False
    bombs: Callable[[AirFace], int] = land_points
    peaceful: bool = False
    lands: bool = False
    goes_on: bool = False
    phases: tuple[PhaseName, ...] = FLIGHT_PHASES
    escorted: bool = False
    trips: Callable[[Look, Plane, int], tuple[str, ...]] | None = None
    refuse_unit: Callable[[Look, Mission, Unit, bool], Refusal | None] | None = None
    refuse_cargo: Callable[[Look, Mission], Refusal | None] | None = None
    home: Callable[[Look, Mission], Mission] | None = None
    unload: Callable[[Run, Mission], None] | None = None
    crew: Callable[[Look], tuple[Plane, ...]] | None = None
    chance: Callable[[Look, Mission], Fraction] | None = None


def kind_of(look: Look, name: str) -> MissionKind:
    """The kind of that name."""
    found: MissionKind = look.policies[MISSION_KINDS]()[name]
    return found


def escort_of(look: Look, kind: MissionKind, planes: tuple[str, ...]) -> str:
    """HR-9: the aircraft of a mission that only escorts it, the last of four; "" without one."""
    escorted = kind.escorted and len(planes) > BOMBERS and look.option(THREE_BOMBERS.name)
    return planes[BOMBERS] if escorted else ""

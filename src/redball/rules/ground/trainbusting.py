"""Trainbusting Zones: a marker slows the enemy's ground units around it until their next Clean Up Phase.

A zone is the marker's hex and its neighbours; for Leg MP only its hex. Each hex of it that a ground unit of the other
side enters on the move costs 1 MP more, once. Retreats, attacks and supply paths ignore it. `rules.air.trainbusting`
has the mission that places a marker.

Cases: 14.8b, 14.8c-A, 14.8c-C, 14.8d
"""

from __future__ import annotations

from redball.board.costs import MoveGraph
from redball.board.hexes import MP
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.own import drop, find, put
from redball.core.state import State, StateOwn
from redball.core.telling import Names
from redball.core.world import World, of_world
from redball.forces.counter import Mobility

TOLL = MP
MOST_GRAPHS = 64


class BustedRails(StateOwn, frozen=True):
    """Trainbusting markers by hex, each with the side that it hinders: one in a hex at most (14.8)."""

    markers: tuple[tuple[int, str], ...]


RECORDS = (BustedRails,)


def markers_in(state: State) -> dict[int, str]:
    """The hexes with a marker, each with the side that it hinders."""
    found = find(state.own, BustedRails)
    return dict(found.markers) if found is not None else {}


def with_markers(state: State, markers: dict[int, str]) -> State:
    """The state with exactly these markers."""
    own = put(state.own, BustedRails(tuple(sorted(markers.items())))) if markers else drop(state.own, BustedRails)
    return state.change(own=own)


class TrainbustingOver(Event, frozen=True, kw_only=True):
    """The markers that hindered a side go in its Clean Up Phase (14.8d)."""

    hexes: tuple[int, ...]

    def apply(self, state: State) -> State:
        return with_markers(state, {hex_: side for hex_, side in markers_in(state).items() if hex_ not in self.hexes})

    def told(self, n: Names) -> str:
        markers = "markers" if len(self.hexes) > 1 else "marker"
        where = ", ".join(map(n.hex, self.hexes))
        return f"{n.side(self.side)} is no longer slowed at {where} ({markers} removed)"


EVENTS = (TrainbustingOver,)


def clean_up(run: Run, side: str, case: str) -> None:
    """14.8d: in the Clean Up Phase of the side that they hinder. `case` is the edition's own for it."""
    hexes = tuple(hex_ for hex_, against in sorted(markers_in(run.state).items()) if against == side)
    if hexes:
        run.emit(TrainbustingOver(case=case, side=side, hexes=hexes))


# --- the zone ----------------------------------------------------------------------------------------------------


def zone(look: Look, side: str, kind: Mobility | None = None) -> frozenset[int]:
    """The hexes in which a side is hindered: units of a mobility, or trains (14.8b)."""
    markers = markers_in(look.state)
    return _zone(look, side, kind == "leg") if markers else frozenset()


def marked(look: Look, side: str) -> frozenset[int]:
    """The hexes of the markers that hinder a side."""
    return zone(look, side, "leg")


@derived
def _zone(look: Look, side: str, alone: bool) -> frozenset[int]:
    here = [hex_ for hex_, against in markers_in(look.state).items() if against == side]
    return frozenset(here) if alone else frozenset(n for hex_ in here for n in (hex_, *look.board.neighbours(hex_)))


def hindered(look: Look, side: str, ground: MoveGraph) -> MoveGraph:
    """The costs of a side on the move, with the toll of the hexes in the zone (14.8c-A)."""
    hexes = zone(look, side, ground.mobility)
    return _tolled(look.world, ground, hexes) if hexes else ground


@of_world(most=MOST_GRAPHS)
def _tolled(world: World, ground: MoveGraph, hexes: frozenset[int]) -> MoveGraph:
    return ground.with_toll(hexes, TOLL)

"""Railroads: where they run, single or multi-track, and their present gauge.

A rail hex has one gauge, the scenario's until converted. A side that is bound to a gauge uses hexes of
no other, for cargo and for trace alike.

Cases: 13.3, 13.3d-A, 13.3f
"""

from __future__ import annotations

from array import array

from redball.board.board import Board
from redball.board.costs import PROHIBITED, multi_track_graph, path_graph
from redball.board.hexes import NO_HEX
from redball.board.masks import either, with_hexes
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.world import World, of_world
from redball.rules.ground.points import DAMAGED_RAILS

RAILROADS = ("railroad",)


@of_world
def rail_graph(world: World) -> array[int]:
    """A step along any railroad costs 1, everything else is closed."""
    return path_graph(world.board, RAILROADS)


@of_world
def multi_track(world: World) -> array[int]:
    """The same of multi-track railroads (13.3)."""
    return multi_track_graph(world.board)


def on_railroad(board: Board, rail: array[int], hex_: int) -> bool:
    """A railroad runs into the hex."""
    return any(cost != PROHIBITED for cost in rail[hex_ * 6 : hex_ * 6 + 6])


@of_world
def rail_hexes(world: World) -> tuple[int, ...]:
    """Every hex with a railroad, in index order."""
    rail = rail_graph(world)
    return tuple(h for h in range(world.board.size) if on_railroad(world.board, rail, h))


@of_world
def joined_to(world: World, multi: bool = False) -> dict[int, tuple[int, ...]]:
    """The hexes that a railroad leads to from each rail hex; `multi`: over multi-track only."""
    graph, around = multi_track(world) if multi else rail_graph(world), world.board.neighbour_array
    return {
        h: tuple(around[step] for step in range(h * 6, h * 6 + 6) if graph[step] != PROHIBITED)
        for h in rail_hexes(world)
    }


# --- gauges ----------------------------------------------------------------------------------------------------


def side_gauge(world: World, side: str) -> str:
    """The only gauge that a side can use, "" any."""
    entry = world.scenario.rail.sides.get(side)
    return entry.gauge if entry is not None else ""


def gauge_of(look: Look, hex_: int) -> str:
    """The gauge of a rail hex now, "" where gauges do not matter (13.3f)."""
    rail = look.world.scenario.rail
    return look.state.regauged.get(hex_) or rail.hexes.get(hex_, rail.gauge)


def of_own_gauge(look: Look, side: str, hex_: int) -> bool:
    """The side can use the railroads of the hex now."""
    wanted = side_gauge(look.world, side)
    return not wanted or gauge_of(look, hex_) == wanted


@derived
def wrong_gauge(look: Look, side: str) -> bytes | None:
    """One byte per hex, 1 where rails have a gauge that the side cannot use; None if no gauge is wrong."""
    wanted = side_gauge(look.world, side)
    if not wanted:
        return None
    mask = bytearray(_wrong_at_first(look.world, wanted))
    for hex_, gauge in look.state.regauged.items():
        mask[hex_] = gauge != wanted
    return bytes(mask)


@of_world
def _wrong_at_first(world: World, wanted: str) -> bytes:
    """The mask of the rail hexes that another gauge has before any is converted."""
    rail = world.scenario.rail
    wrong = [hex_ for hex_ in rail_hexes(world) if rail.hexes.get(hex_, rail.gauge) != wanted]
    return with_hexes(bytes(world.board.size), wrong)


# --- damage ----------------------------------------------------------------------------------------------------


def damaged(look: Look, hex_: int) -> bool:
    """The railroad of the hex is damaged."""
    return hex_ in look.policies[DAMAGED_RAILS](look)


def can_use(look: Look, side: str, hex_: int) -> bool:
    """The railroad of the hex is intact and has a gauge that the side can use."""
    return not damaged(look, hex_) and of_own_gauge(look, side, hex_)


def unusable(look: Look, side: str) -> bytes | None:
    """One byte per hex, 1 where the side cannot use the rails: damaged ones, or of another gauge; None if it can use
    all. The fast form of `can_use`."""
    there, wrong = look.policies[DAMAGED_RAILS](look), wrong_gauge(look, side)
    return either(bytes(hex_ in there for hex_ in range(look.board.size)), wrong) if there else wrong


@derived
def railheads(look: Look, side: str) -> tuple[int, ...]:
    """13.3d-A: rail hexes of the side's gauge from which a railroad continues in another gauge."""
    wrong = wrong_gauge(look, side)
    if wrong is None:
        return ()
    rail, board = rail_graph(look.world), look.board
    return tuple(
        h
        for h in rail_hexes(look.world)
        if not wrong[h]
        and any(rail[h * 6 + d] != PROHIBITED and wrong[n] for d in range(6) if (n := board.neighbour(h, d)) != NO_HEX)
    )


POLICIES = {"damaged_rails": lambda look: ()}
"""In the series rules nothing damages railroads."""

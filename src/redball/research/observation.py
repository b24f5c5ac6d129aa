"""What a side sees, as numbers: planes over the hexes of the map, from what the side may believe and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import numpy
from numpy.typing import NDArray

from redball.core.engine import decision
from redball.core.look import Look
from redball.core.state import PhaseName, Unit
from redball.core.world import World, of_world
from redball.game import Game
from redball.game.sight.belief import believed
from redball.rules.ground.air_force import force_in
from redball.rules.ground.fleet import fleet_in
from redball.rules.units.abilities import printed_strength

Planes = NDArray[numpy.float32]
"""Planes by hexes."""

OF_UNITS = (
    "combat_units", "strength", "steps", "steps_lost", "barrage", "hqs", "disorganized", "out_of_supply", "reserve",
    "may_move", "transport", "tokens", "aircraft", "ships",
)  # fmt: skip
"""What is counted for each side in each hex; strength and barrage in points, transport in points, supply in tokens."""
OF_GROUND = (
    "own_control",
    "enemy_control",
    "points",
    "own_works",
    "enemy_works",
    "own_zoc",
    "enemy_zoc",
    "in_question",
)
"""Of the ground: who controls a victory hex, its points, Levels of hedgehogs, ZOCs, and what the decision is about."""
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
OF_GAME = ("turn", "own_turn", *PHASES)
"""The same in every hex: the turn as a share of the last one, whether it is the own Player Turn, and the phase."""
NAMES = (
    *(f"own_{name}" for name in OF_UNITS), *(f"enemy_{name}" for name in OF_UNITS), *OF_GROUND, *OF_GAME, "map",
)  # fmt: skip
"""The planes in order; `map` is 1 for hexes of the map, 0 for boxes off it."""
AT = {name: number for number, name in enumerate(NAMES)}


def observe(game: Game, side: str) -> Planes:
    """The planes of NAMES, by the numbers of hexes; the board's `columns` and `rows` put these into order.

    >>> game = Game.new("crossing", seed=1)
    >>> seen = observe(game, "axis")
    >>> seen.shape == (len(NAMES), game.world.board.size)
    True
    >>> int(seen[AT["own_combat_units"]].sum())
    6
    """
    look = believed(game.look, side)
    planes = _ground(game.world).copy()
    for unit in look.state.units.values():
        if unit.on_map:
            _put(planes, look, unit, 0 if unit.side == side else len(OF_UNITS))
    _put_others(planes, look, side)
    _put_ground(planes, look, side)
    planes[AT["in_question"], list(_in_question(game.look, side))] = 1
    clock = look.state.clock
    planes[AT["turn"]] = clock.turn / game.world.scenario.turns
    planes[AT["own_turn"]] = clock.phasing == side
    planes[AT[clock.phase]] = 1
    return planes


@of_world
def _ground(world: World) -> Planes:
    """What never changes in a game."""
    planes = numpy.zeros((len(NAMES), world.board.size), dtype=numpy.float32)
    for entry in world.scenario.victory.hexes:
        planes[AT["points"], entry.hex] = entry.points
    planes[AT["map"], : world.board.map_size] = 1
    return planes


def _put(planes: Planes, look: Look, unit: Unit, first: int) -> None:
    """Count a unit in its hex; `first` is where its side's planes begin."""
    counter, face = look.counter(unit), look.face(unit)
    column = planes[first : first + len(OF_UNITS), unit.hex]
    if counter.is_combat_unit:
        column += (
            1, printed_strength(look, unit), look.steps(unit), unit.steps_lost, face.barrage, counter.kind == "hq",
            unit.marker == "dg", unit.out_of_supply, unit.marker == "reserve", not unit.activity.moved, 0, unit.load,
            0, 0,
        )  # fmt: skip
    else:
        column[OF_UNITS.index("transport")] += unit.points
        column[OF_UNITS.index("tokens")] += unit.load
        column[OF_UNITS.index("hqs")] += counter.kind == "hq"


def _put_others(planes: Planes, look: Look, side: str) -> None:
    """Supply on the ground, aircraft and ships."""
    state = look.state
    for owner, dumps in state.dumps.items():
        plane = planes[AT["own_tokens" if owner == side else "enemy_tokens"]]
        for hex_, dump in dumps.items():
            plane[hex_] += dump.tokens
    for kind, things in (("aircraft", force_in(state).planes), ("ships", fleet_in(state).ships)):
        for thing in things:
            if thing.hex >= 0:
                planes[AT[f"own_{kind}" if thing.side == side else f"enemy_{kind}"], thing.hex] += 1


def _put_ground(planes: Planes, look: Look, side: str) -> None:
    """Control, works and ZOCs."""
    for hex_, owner in look.state.control.items():
        planes[AT["own_control" if owner == side else "enemy_control"], hex_] = 1
    for hex_, works in look.state.hedgehogs.items():
        planes[AT["own_works" if works.side == side else "enemy_works"], hex_] = works.level
    for owner, zones in look.facts.zoc.items():
        planes[AT["own_zoc" if owner == side else "enemy_zoc"], : len(zones)] = numpy.asarray(zones) != 0


def _in_question(look: Look, side: str) -> Iterator[int]:
    """The hexes that the side's open decision is about: the target, and where the units are that are picked."""
    open_ = decision(look)
    if open_ is None or open_.side != side:
        return
    for name in ("hex", "target"):
        hex_ = getattr(open_.data, name, -1)
        if isinstance(hex_, int) and 0 <= hex_ < look.board.size:
            yield hex_
    for uid in getattr(open_.data, "units", ()):
        unit = look.state.units.get(uid) if isinstance(uid, str) else None
        if unit is not None and unit.on_map and unit.side == side:
            yield unit.hex

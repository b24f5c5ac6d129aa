"""`[victory]` of a scenario: places, losses, units that are away at the end, and the levels that points mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redball.scenarios.files import AwayFile, LevelFile, VictoryFile
from redball.scenarios.free_setup import Names
from redball.scenarios.records import Victory, VictoryAway, VictoryHex, VictoryLevel


def read_victory(names: Names, raw: VictoryFile, check_levels: Callable[[Sequence[LevelFile]], None]) -> Victory:
    """What a scenario says of victory.

    Raises ScenarioError with the key: an unknown side or hex, a place that is held twice or is no victory hex, levels
    that leave a difference out.
    """
    names.side(raw.for_side, "victory.for")
    indices = names.hexes([entry.hex for entry in raw.hexes], "victory.hexes")
    for side in raw.losses:
        names.side(side, "victory.losses")
    for level in raw.levels:
        if level.winner != "draw":
            names.side(level.winner, "victory.levels")
    check_levels(raw.levels)
    return Victory(
        hexes=tuple(VictoryHex(h, e.points, e.name) for h, e in zip(indices, raw.hexes, strict=True)),
        losses={side: (entry.per_steps, entry.points) for side, entry in raw.losses.items()},
        initial_control=_control(names, raw, indices),
        for_side=raw.for_side,
        levels=tuple(VictoryLevel(e.winner, e.result, e.min, e.max) for e in raw.levels),
        away=tuple(_away(names, entry, f"victory.away[{number}]") for number, entry in enumerate(raw.away, start=1)),
    )


def _control(names: Names, raw: VictoryFile, indices: Sequence[int]) -> dict[int, str]:
    control: dict[int, str] = {}
    for side, held in raw.initial_control.items():
        where = f"victory.initial_control.{names.side(side, 'victory.initial_control')}"
        for name, hex_ in zip(held, names.hexes(held, where), strict=True):
            if hex_ not in indices:
                raise names.fail(where, f"{name} is no victory hex")
            if hex_ in control:
                raise names.fail(where, f"{name} is held by {control[hex_]} already")
            control[hex_] = side
    return control


def _away(names: Names, entry: AwayFile, where: str) -> VictoryAway:
    side = names.side(entry.side, f"{where}.side")
    hexes = names.hexes(entry.hexes, f"{where}.hexes")
    return VictoryAway(side, hexes, entry.name, entry.per_steps, entry.points, entry.nations)

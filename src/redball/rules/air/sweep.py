"""Fighter Sweep: fighters fight what is Active in a hex, and go home.

Cases: 14.6
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.rules.air.homing import send_home
from redball.rules.air.kind import Mission, MissionKind
from redball.rules.ground.air_force import Plane, active_at, is_fighter, plane_in, planes_at

NO_TARGET = refusal(
    "mission.no_aircraft",
    case="14.6",
    text="{hexes} has no Active enemy aircraft",
    remedy="sweep a hex where the enemy has Active aircraft",
)
NO_FIGHTER = refusal(
    "mission.no_fighter",
    case="14.6",
    text="a Fighter Sweep needs a Fighter",
    remedy="add a Fighter, or take the mission back",
)


def _enemy_hexes(look: Look, side: str) -> Iterator[int]:
    enemy = look.enemy(side)
    return (hex_ for hex_ in sorted(planes_at(look)) if active_at(look, hex_, enemy))


def _refuse_sweep(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if active_at(look, hex_, look.enemy(side)) else NO_TARGET(hexes=(hex_,))


def _needs_fighter(look: Look, data: Mission) -> Refusal | None:
    planes = (plane_in(look.state, pid) for pid in data.planes)
    return None if any(is_fighter(look.world, p) for p in planes if p is not None) else NO_FIGHTER()


def _go_home(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    """14.6: win or lose, they go home."""
    send_home(run, [plane.id for plane in planes])


SWEEP = MissionKind(
    row="fighter_sweep",
    segment="movement",
    hexes=_enemy_hexes,
    refuse_hex=_refuse_sweep,
    reach=lambda shown: shown.range,
    lead=lambda look, plane: is_fighter(look.world, plane),
    refuse_ready=_needs_fighter,
    resolve=_go_home,
    sweep=True,
)

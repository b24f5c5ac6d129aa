"""Air barrages at ships: who flies them, and the ship that a draft means. What they do is `ship_strike`.

Any aircraft flies them but Strategic Bombers. A Torpedo Bomber has a strength that counts at ships only; with both
strengths printed, the greater one counts there. They are no barrages of the hex: each ship has a limit of its own.

Cases: 18.3e
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_options

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions.naval import AimAtShip
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Step
from redball.core.refusals import Refusal, refusal
from redball.forces.aircraft import AirFace
from redball.rules.air import missions
from redball.rules.air.kind import Mission, MissionKind, kind_of
from redball.rules.air.strikes import (
    BARRAGE,
    NO_POINTS,
    bombers,
    flown_by,
    go_home,
    hip_shoot_of,
    members,
    points_of,
    refuse_strategic,
    strike,
)
from redball.rules.ground.air_force import Plane, face
from redball.rules.ground.fleet import has_fleet, ship_hexes
from redball.rules.naval.naval import naval_targets, seen_targets
from redball.rules.naval.ship_strike import ShipStrike, Wing

NO_SHIPS = refusal("mission.no_ships", case="18.3c", text="{hexes} holds no enemy ships to barrage")
ALL_SHELLED = refusal(
    "mission.ships_barraged",
    case="18.3c",
    text="each ship at {hexes} was already barraged in this phase",
    remedy="choose other ships; these can be barraged again in the next phase",
)
NOT_AT_SHIPS = refusal("mission.not_at_ships", case="18.3c", text="this mission does not strike ships")
NO_SUCH_SHIP = refusal("mission.no_such_ship", case="18.3c", text="{detail} is not a ship that can be chosen now")


def sea_points(shown: AirFace) -> int:
    """18.3e: the Barrage Strength at ships."""
    return max(shown.barrage, shown.torpedo)


# --- the kinds ---------------------------------------------------------------------------------------------------


def ship_targets(look: Look, side: str, hex_: int, *, hip: bool = False) -> tuple[str, ...]:
    """Enemy ships and Landing Craft in a hex that may still be barraged in this phase; Hip Shoots do not count (reading
    1.82)."""
    return naval_targets(look, hex_, look.enemy(side), again=hip)


def _hexes(look: Look, side: str) -> Iterator[int]:
    return (hex_ for hex_ in sorted(ship_hexes(look, look.enemy(side))) if ship_targets(look, side, hex_))


def _refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    if refused := _refuse_shipless(look, side, hex_):
        return refused
    return None if ship_targets(look, side, hex_) else ALL_SHELLED(hexes=(hex_,))


def _any_hexes(look: Look, side: str) -> Iterator[int]:
    return (hex_ for hex_ in sorted(ship_hexes(look, look.enemy(side))) if ship_targets(look, side, hex_, hip=True))


def _refuse_shipless(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if ship_targets(look, side, hex_, hip=True) else NO_SHIPS(hexes=(hex_,))


def refuse_plane(look: Look, plane: Plane) -> Refusal | None:
    """14.1e-B."""
    return refuse_strategic(look, plane, "barrages of ships")


def has_sea_points(look: Look, plane: Plane) -> bool:
    """Whether it has a strength at ships, in a game with some."""
    return has_fleet(look.world) and sea_points(face(look.world, plane)) > 0


def needs_points(look: Look, data: Mission) -> Refusal | None:
    """10.0-E: at least one Barrage Point."""
    have = points_of(look, bombers(look, data, members(look, data)), sea_points)
    return None if have else NO_POINTS(have=have, need=1)


def wing_of(look: Look, plane: Plane, hex_: int) -> Wing:
    """The aircraft as one of a barrage at ships in a hex."""
    flown = flown_by(look, hex_, (plane,))
    return Wing(plane.id, sea_points(face(look.world, plane)), flown.near and not flown.high, flown.far)


def _strike(hip: bool) -> MissionKind:
    def resolve(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
        """14.7b: home as soon as the barrages are resolved."""
        go_home(run, planes)
        planes = bombers(run.look, data, planes)
        wings = tuple([wing_of(run.look, plane, data.hex) for plane in planes])
        if strike(run, data, planes):
            run.push("ship_strike", ShipStrike(data.side, data.hex, wings, meant=data.meant, hip=hip))

    hexes, refuse_hex = (_any_hexes, _refuse_shipless) if hip else (_hexes, _refuse_hex)
    return with_options(
        BARRAGE,
        hexes=hexes,
        refuse_hex=refuse_hex,
        refuse_plane=refuse_plane,
        lead=has_sea_points,
        bombs=sea_points,
        refuse_ready=needs_points,
        resolve=resolve,
        once=False,
        at_ships=True,
    )


SHIP_BARRAGE = _strike(hip=False)
SHIP_HIP_SHOOT = hip_shoot_of(_strike(hip=True), _any_hexes, _refuse_shipless)
KINDS: dict[str, MissionKind] = missions.KINDS | {"ship_barrage": SHIP_BARRAGE, "ship_hip_shoot": SHIP_HIP_SHOOT}


# --- the ship that is meant --------------------------------------------------------------------------------------


def meant_targets(look: Look, data: Mission) -> tuple[str, ...]:
    """The ships that a draft may mean: those in its hex that its side sees, and that are not meant yet."""
    if data.hex == NO_HEX or not kind_of(look, data.kind).at_ships:
        return ()
    hip = kind_of(look, data.kind).row == SHIP_HIP_SHOOT.row
    seen = seen_targets(look, data.hex, look.enemy(data.side), again=hip)
    return tuple([target for target in seen if target != data.meant])


def refuse_meant(look: Look, data: Mission, action: AimAtShip) -> Refusal | None:
    """Every reason why a draft cannot mean a ship."""
    if not kind_of(look, data.kind).at_ships:
        return NOT_AT_SHIPS()
    if data.hex == NO_HEX:
        return missions.NO_AIM()
    return None if action.ship in meant_targets(look, data) else NO_SUCH_SHIP(detail=repr(action.ship))


def mean(run: Run, data: Mission, action: AimAtShip) -> None:
    run.set(replace(data, meant=action.ship))


MEANT = Option(
    AimAtShip,
    lambda look, data: (AimAtShip(sid) for sid in meant_targets(look, data)),
    refuse_meant,
    mean,
    exact=True,
)


def with_ships(usual: Step) -> Step:
    """The draft of a mission may name the ship that it is for."""
    assert isinstance(usual, Choose)
    return with_options(usual, options=(*usual.options, MEANT))


POLICIES = {"mission_kinds": lambda: KINDS}
EDITS = (("air_mission", "wrap", "draft", with_ships),)

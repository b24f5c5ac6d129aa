"""Flak of 1992 on the board: a roll for each aircraft, by the strength of the hex.

The strength is that of the enemy in the hex: 1 for each step, 1 for any transport or supply, the Level of an air base
whatever its supply, 1 for a port of theirs, or a city where the enemy has something. Where it is 0 there is nobody to
fire. Flak fires at missions for which the series has it too (14.4a), before they do what they came for; at a station
only when the aircraft there attack. At a barrage the Flak of ships in the hex counts, too: 18.3f is a rule of the
series, and the booklet says nothing of ships.

Cases: E92-flak-strength, E92-flak-results, E92-flak-roll-2-7, E92-flak-roll-8, E92-flak-roll-9, E92-flak-roll-10,
E92-flak-roll-11, E92-flak-roll-12
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from msgspec import Struct

from redball.core.chances import Courses, courses_of_each, courses_of_two, spread_of
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import Ledger, Tally, Term, signed
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.telling import Names
from redball.editions.v1992.air import flak_tally
from redball.editions.v1992.charts import HexFlak
from redball.rules.air.air import AircraftAborted, AircraftHit
from redball.rules.air.flak import FlakTarget
from redball.rules.air.flak_fire import draws_flak, flying
from redball.rules.air.homing import send_home
from redball.rules.air.kind import Mission, MissionKind, kind_of
from redball.rules.ground.air_force import Plane, base_in, plane_in
from redball.rules.ground.fleet import flak_at
from redball.rules.ground.harbours import own_harbour

CITIES = frozenset({"minor_city", "major_city"})


class HexFlakFired(Event, frozen=True, kw_only=True):
    """Flak of `side` fires at an aircraft ("" in games of earlier programs)."""

    hex: int
    roll: int
    result: str
    ledger: Ledger
    plane: str = ""

    def told(self, n: Names) -> str:
        words = {"-": "no effect", "A": "it aborts", "-1": "it loses a step and aborts"}
        whom = n.plane(self.plane) if self.plane else "an aircraft"
        return f"Flak at {n.hex(self.hex)} fires at {whom}: {self.roll}, {words[self.result]}"


EVENTS = (HexFlakFired,)


class FlakFire(Struct, frozen=True, tag=True):
    """Flak of the enemy of `side` in a hex at these aircraft; `barrage`: they barrage it."""

    side: str
    hex: int
    planes: tuple[str, ...]
    barrage: bool = False


def target_in(look: Look, side: str, hex_: int) -> FlakTarget:
    """What fires at aircraft of `side` over a hex."""
    enemy = look.enemy(side)
    units, base = look.units_at(hex_, enemy), base_in(look.state, hex_)
    level = base.level if base is not None and base.side == enemy else 0
    loads = bool(look.state.ground_supply(enemy, hex_).tokens) or any(unit.points or unit.load for unit in units)
    port = own_harbour(look, enemy, hex_) is not None
    held = bool(units) or loads or (base is not None and base.side == enemy)
    return FlakTarget(
        steps=sum(look.steps(unit) for unit in units if not unit.points),
        transport_or_supply=loads,
        air_base=level,
        port_or_city=port or (held and not CITIES.isdisjoint(look.board.terrain[hex_])),
    )


def strength_in(look: Look, side: str, hex_: int, *, barrage: bool = False) -> Tally[int]:
    """The flak strength of the hex against `side`."""
    found = flak_tally(look.world.charts, target_in(look, side, hex_))
    ships = flak_at(look, hex_, look.enemy(side)) if barrage else 0
    if not ships:
        return found
    return Tally("Flak", (*found.terms, Term(ships, "Flak of ships", "18.3f")), total=signed)


def flak_points(look: Look, side: str, hex_: int, kind: MissionKind, planes: Collection[Plane]) -> Tally[int]:
    """The same, whoever flies."""
    return strength_in(look, side, hex_, barrage=kind.barrages)


def flak_chance(look: Look, strength: Tally[int], planes: Collection[Plane]) -> Fraction:
    """The chance that some of these aircraft lose a step."""
    return _chance(look, strength, planes, lambda cell: cell.steps > 0)


def flak_turns_back(look: Look, strength: Tally[int], planes: Collection[Plane]) -> Fraction:
    """The chance that some of them abort."""
    return _chance(look, strength, planes, lambda cell: cell.abort)


def _chance(look: Look, strength: Tally[int], planes: Collection[Plane], meant: Callable[[Any], bool]) -> Fraction:
    if not strength.value:
        return Fraction(0)
    table = look.world.charts.table(HexFlak)
    one = spread_of(lambda throw: meant(table.read(strength.value, throw.two("dice")))).chance(bool)
    return 1 - (1 - one) ** len(planes)


def under_fire(look: Look, data: FlakFire) -> tuple[Plane, ...]:
    """Who is rolled for."""
    found = (plane_in(look.state, pid) for pid in data.planes)
    return tuple([p for p in found if p is not None and p.active and p.hex == data.hex])


def _points(look: Look, data: FlakFire) -> Tally[int]:
    return strength_in(look, data.side, data.hex, barrage=data.barrage)


def _dice(look: Look, data: FlakFire) -> int:
    return 2 * len(under_fire(look, data)) if _points(look, data).value else 0


def _courses(look: Look, data: FlakFire) -> Courses:
    table, strength = look.world.charts.table(HexFlak), _points(look, data).value
    return courses_of_each(len(under_fire(look, data)), courses_of_two(lambda roll: table.read(strength, roll)))


def fired(run: Run, data: FlakFire, dice: tuple[int, ...]) -> None:
    """Two dice for each, in their order; who aborts goes home."""
    table, strength = run.world.charts.table(HexFlak), _points(run.look, data)
    gone = []
    for i, plane in enumerate(under_fire(run.look, data)):
        roll = sum(dice[2 * i : 2 * i + 2])
        cell = table.read(strength.value, roll)
        result = "-1" if cell.steps else "A" if cell.abort else "-"
        enemy, case = run.world.enemy(data.side), "E92-flak-results"
        ledger = strength.ledger()
        run.emit(
            HexFlakFired(case=case, side=enemy, hex=data.hex, roll=roll, result=result, ledger=ledger, plane=plane.id)
        )
        if cell.steps:
            run.emit(AircraftHit(case=case, side=data.side, plane=plane.id, hex=data.hex, cause="Flak"))
        if cell.abort:
            left = plane_in(run.state, plane.id)
            if left is not None and left.active:
                run.emit(AircraftAborted(case=case, side=data.side, plane=plane.id))
            gone.append(plane.id)
    send_home(run, gone)


FIRE = Procedure(
    "hex_flak",
    FlakFire,
    (
        Chance(
            "fire", "Flak Table", "E92-flak-results", _dice, fired, lambda look, data: look.enemy(data.side), _courses
        ),
        Do("fired", lambda run, data: None),
    ),
)


def at_mission(run: Run, data: Mission) -> None:
    """Step E of a mission of the series that draws Flak."""
    planes = flying(run.look, data)
    if planes and draws_flak(run.look, data.side, data.hex, kind_of(run.look, data.kind)):
        run.push("hex_flak", FlakFire(data.side, data.hex, tuple([plane.id for plane in planes])))


PROCEDURES = (FIRE,)
POLICIES = {"flak_points": flak_points, "flak_chance": flak_chance, "flak_turns_back": flak_turns_back}
EDITS = (
    ("air_mission", "replace", "flak", Do("flak", at_mission)),
    *(("air_mission", "remove", name, None) for name in ("mission_loss", "flak_alone", "flak_loss")),
)

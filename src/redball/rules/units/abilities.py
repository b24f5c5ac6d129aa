"""What a unit is and can do in its present mode: Attack-Capable, Action Rating, Movement Allowance.

Cases: 3.0, 3.2, 3.2c, 4.4, 5.1-A, 5.2-D, 5.3, 5.8-B, 5.9-B, 5.10b-B, 5.7a-B, 6.1b-A, 6.1h, 9.6a-A, 9.6a-B, 11.0b-B,
12.8c, 13.1a-B, 13.1c-A, 13.4b, 4.2-B
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, Protocol

from redball.core.derived import derived, of_each
from redball.core.ledger import Term, worth
from redball.core.look import Look
from redball.core.state import Marker, Mode, Unit
from redball.core.world import World
from redball.forces.counter import Counter, Face, Mobility
from redball.rules.units.points import ALLOWANCE, MODE_PHASE, PRINTED_STRENGTH, SUPPLY_FACTORS

TIGER = "tiger"
"""The symbol of a Tiger tank (HR-12)."""
SHORT_MOVE = Fraction(1, 4)
"""What little fuel leaves of a Movement Allowance (HR-10)."""
VOLUNTARY_MODES: tuple[Mode, ...] = ("combat", "move", "reserve", "strat")
DISORGANIZED = Term(-1, "Disorganized", "9.6a-A")
"""What DG does to an Action Rating."""
LIMITED_MODES: tuple[Literal["reserve", "strat"], ...] = ("reserve", "strat")
"""Those that are a marker on the unit, and that not every hex allows (5.7, 5.8)."""


def marker_of(mode: Mode) -> Marker:
    """The marker of a voluntary mode; "" of Combat and Move Mode, which the side up tells."""
    return mode if mode in LIMITED_MODES else ""


class Shown(Protocol):
    """A counter with one of its sides up: a unit, or what is kept of one."""

    @property
    def counter(self) -> str: ...
    @property
    def facing(self) -> str: ...


def face_of(world: World, unit: Shown) -> Face:
    """The printed values in force (5.2-B, 5.6b)."""
    counter = world.counters[unit.counter]
    return counter.combat if unit.facing == "combat" and counter.combat is not None else counter.move


@derived
def marked(look: Look, side: str, marker: str) -> tuple[Unit, ...]:
    """Units of a side on the map with a marker, in the order of their ids."""
    return tuple(filter(None, _if_marked(look, side, marker)))


@of_each
def _if_marked(look: Look, unit: Unit, marker: str) -> Unit | None:
    return unit if unit.marker == marker else None


def has_attack_strength(world: World, unit: Unit) -> bool:
    """A printed, unparenthesized Combat Strength shows, 0 included (4.4)."""
    if not world.counters[unit.counter].is_combat_unit:
        return False
    face = face_of(world, unit)
    return face.strength is not None and not face.parenthesized


def attack_capable(look: Look, unit: Unit) -> bool:
    """4.4: as `has_attack_strength`, and in neither Strat nor Reserve Mode (reading 1.10: evaluated now)."""
    return unit.marker not in ("strat", "reserve") and has_attack_strength(look.world, unit)


def printed_strength(look: Look, unit: Unit) -> int:
    """Combat Strength before any modifier, as the edition has it."""
    return look.policies[PRINTED_STRENGTH](look, unit)


def series_strength(look: Look, unit: Unit) -> int:
    """Printed, or that of HQs (5 or 1 by side, 13.1a-B, 13.1c-A) and artillery (1, 13.4b)."""
    counter = look.counter(unit)
    if counter.kind == "hq":
        states = look.world.charts.strength_states
        on_combat_side = unit.facing == "combat" and counter.combat is not None
        return states.hq_defence_combat_mode if on_combat_side else states.hq_defence_move_mode
    if counter.kind == "artillery":
        return look.world.charts.strength_states.artillery_defence
    return look.face(unit).strength or 0


def action_rating(look: Look, unit: Unit, *, attrition: bool = False) -> int:
    """Action Rating now: what is printed with `rating_terms`."""
    printed, terms = look.face(unit).action_rating, rating_terms(look, unit, attrition=attrition)
    return worth(terms, printed) if terms else printed


def rating_terms(look: Look, unit: Unit, *, attrition: bool = False) -> tuple[Term[int], ...]:
    """What changes the printed Action Rating: HQ 0 (13.1c-A), Strat 0 (9.6a-B), DG 1 less (9.6a-A) but not on the
    Attrition Table (12.8c).
    """
    changes: tuple[Term[int], ...] = ()
    if unit.marker == "strat":
        changes = (Term(-look.face(unit).action_rating, "Strat Mode", "9.6a-B"),)
    elif look.counter(unit).kind == "hq":
        changes = (Term(-look.face(unit).action_rating, "an HQ", "13.1c-A"),)
    return (*changes, DISORGANIZED) if unit.marker == "dg" and not attrition else changes


def mobility(look: Look, unit: Unit) -> Mobility:
    """Leg, truck or track, on the side showing (3.1a)."""
    return look.face(unit).mobility


def movement_allowance(look: Look, unit: Unit) -> int:
    """MP that the unit may spend in this phase, in 1/12 MP; never rounded (4.2-B, 6.1h).

    The factors multiply (4.3). Weather may leave a fraction of the printed allowance (17.0a).
    """
    face = look.face(unit)
    hampered = look.world.scenario.weather_allowances.get(look.state.weather)
    allowance = int(face.ma * hampered.get(face.mobility, 1)) if hampered else face.ma
    if unit.own:
        allowance = look.policies[ALLOWANCE](look, unit, allowance)
    if unit.marker or unit.activity.released or unit.activity.short:
        factor = _share_of_allowance(look, unit)
        allowance = allowance * factor.numerator // factor.denominator
    return _supplied(look, unit, allowance) if weakened(unit) else allowance


def _share_of_allowance(look: Look, unit: Unit) -> Fraction:
    """DG and Exploitation halve the allowance, Strat doubles it, Reserve leaves a quarter; Reserves released in
    Reaction have half, in Exploitation all of it (5.7b, 11.0b-B)."""
    states = look.world.charts.strength_states
    of_mode = {
        "dg": states.dg_movement,
        "strat": states.strat_movement,
        "exploit": states.exploitation_movement,
        "reserve": states.reserve_movement_phase_movement,
    }
    factor = of_mode.get(unit.marker, Fraction(1))
    if unit.activity.released and look.state.clock.phase == "reaction":
        factor *= states.reaction_released_reserve_movement
    return factor * SHORT_MOVE if unit.activity.short else factor


def weakened(unit: Unit) -> bool:
    """Its supply is less than full; the policies say what that does."""
    return unit.out_of_supply or (bool(unit.own) and any(record.weakens for record in unit.own))


def _supplied(look: Look, unit: Unit, allowance: int) -> int:
    for factor in look.policies[SUPPLY_FACTORS](look, unit, "movement", True):
        allowance = int(allowance * factor.by)
    return allowance


def transport_kind(look: Look, unit: Unit) -> str:
    """Truck, wagon or organic; a captured Organic Truck is a truck (13.2g-F)."""
    kind = look.counter(unit).transport
    return "truck" if unit.captured and kind == "organic" else kind


def is_transport(counter: Counter) -> bool:
    """Transport Points (3.3b)."""
    return counter.kind == "transport"


def is_organic(look: Look, unit: Unit) -> bool:
    """An Organic Truck of its formation."""
    return transport_kind(look, unit) == "organic"


def formation_of(look: Look, unit: Unit) -> str:
    """The multi-unit formation of a unit ("" for none; a captured Organic Truck has none)."""
    return "" if unit.captured else look.world.counters[unit.counter].formation


CAN_ACT = {"reaction": "released Reserves", "exploitation": "released Reserves and Exploit-marked units"}
"""Who may move and fight in a phase in which not all units may: what refusals say of `usable_in_phase`."""


def usable_in_phase(look: Look, unit: Unit) -> bool:
    """The unit may move and fight in the current phase (6.3a, 7.0a, 11.0a).

    In the Movement Phase every unit; in Reaction released Reserves; in Exploitation released Reserves and
    Exploit-marked units.
    """
    phase = look.state.clock.phase
    if phase == "reaction":
        return unit.activity.released
    if phase == "exploitation":
        return unit.activity.released or unit.marker == "exploit"
    return True


def may_still_move(look: Look, unit: Unit) -> bool:
    """The unit might still spend MP in this phase, which decides whether negating a ZOC binds it (reading
    1.14).
    """
    clock = look.state.clock
    if clock.segment != "movement" or clock.acting != unit.side or unit.activity.moved or unit.activity.negates:
        return False
    return (usable_in_phase(look, unit) or unit.marker == "reserve") and can_have_ma(look, unit)


def can_have_ma(look: Look, unit: Unit) -> bool:
    """The side showing has an MA above 0, or, in its Movement Phase, the other side that it may turn to (6.1b-B)."""
    counter = look.world.counters[unit.counter]
    if counter.combat is not None and look.state.clock.phase == "movement" == look.policies[MODE_PHASE]():
        return bool(counter.combat.ma or counter.move.ma)
    return bool(look.face(unit).ma)


POLICIES = {"printed_strength": series_strength, "allowance": lambda look, unit, mp: mp}

"""Advance after combat into the vacated hex: voluntary after a regular attack, mandatory for all after an overrun.

Cases: 8.0-E, 9.2-9, 9.12g, 9.12g-A, 9.12g-B, 9.12g-C, 9.12g-D
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.actions import Advance, Done
from redball.core.engine import Run
from redball.core.events import UnitAdvanced
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Step, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.capture.claims import capture_on_entry
from redball.rules.combat.record import CombatData
from redball.rules.units import breakdowns
from redball.rules.units.losses import alive

NOT_AN_ATTACKER = refusal(
    "combat.not_an_attacker",
    case="9.12g-A",
    text="{units} did not attack, or has already advanced; only attackers advance",
)
IN_THE_WATER = refusal(
    "combat.breakdown_afloat",
    case="18.6a",
    text="{units} comes from Landing Craft and detaches nothing before it is ashore",
)
IMMOBILE = refusal("combat.immobile", case="9.12b-B", text="{units} has no Movement Allowance on the side showing")


def open_to_advance(look: Look, data: CombatData) -> bool:
    """The hex is vacant of enemy combat units, and no attacker took an option as retreat (9.12g-B)."""
    return not data.attack.retreat and not look.has_combat_units(data.hex, look.enemy(data.side))


def refuse_advance(look: Look, data: CombatData, action: Advance) -> Refusal | None:
    """Only an attacker still next to the hex and able to move may advance (reading 1.69)."""
    unit = look.unit(action.unit)
    if unit.id not in data.attackers or not unit.on_map or unit.hex == data.hex:
        return NOT_AN_ATTACKER(units=(unit.id,))
    if not look.face(unit).ma:
        return IMMOBILE(units=(unit.id,))
    return None


def able(look: Look, data: CombatData) -> tuple[str, ...]:
    """Attackers that could advance now."""
    if not open_to_advance(look, data):
        return ()
    return tuple(uid for uid in data.attackers if refuse_advance(look, data, Advance(uid)) is None)


def whole_from_sea(look: Look, data: CombatData, unit: Unit) -> Refusal | None:
    """A unit that comes from Landing Craft leaves no part behind in the water."""
    return IN_THE_WATER(units=(unit.id,)) if unit.activity.afloat else None


def enter(run: Run, data: CombatData, units: tuple[str, ...]) -> None:
    """Units enter the hex and capture what is there (9.12g-C)."""
    for uid in units:
        start = run.look.unit(uid).hex
        run.emit(UnitAdvanced(case="9.12g", side=data.side, unit=uid, start=start, hex=data.hex))
    capture_on_entry(run, data.side, data.hex, after_combat=True)


def advance_all(run: Run, data: CombatData) -> None:
    """8.0-E: after a successful overrun every survivor enters, at no MP cost."""
    if data.kind == "overrun":
        units = able(run.look, data)
        if units:
            enter(run, data, units)


def decides(look: Look, data: CombatData) -> str | None:
    """The attacker, while any unit could advance."""
    return data.side if able(look, data) else None


def candidates(look: Look, data: CombatData) -> Iterator[Advance]:
    """The surviving attackers."""
    return (Advance(uid) for uid in alive(look, data.attackers))


def take(run: Run, data: CombatData, action: Advance) -> None:
    enter(run, data, (action.unit,))


def no_more(look: Look, data: CombatData) -> str:
    """What ending the advance gives up: the vacated hex, or more units in it (9.12g-D)."""
    inside = any(look.unit(uid).hex == data.hex for uid in alive(look, data.attackers))
    return f"No {'more units advance' if inside else 'unit advances'} into {look.hex_name(data.hex)}"


def take_done(run: Run, data: CombatData, action: Done) -> None:
    """9.12g-D: no (more) units need to advance after a regular attack."""
    run.go_on()


STEPS: tuple[Step, ...] = (
    Do("overrun_advance", advance_all),
    Choose(
        "advance",
        "Advance attackers into the vacated hex, or finish",
        decides,
        (
            Option(Advance, candidates, refuse_advance, take),
            breakdowns.detaching(able, breakdowns.joined_attackers, whole_from_sea),
            Option(Done, only(Done()), always_legal, take_done),
        ),
        case="9.12g",
        gives_up=no_more,
    ),
)

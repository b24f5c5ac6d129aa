"""Which Action Rating counts: the attackers' lowest, the defenders' highest; players do not choose.

An attack by all combat units of a formation may lead with the best of them. Guns, HQs and units that can only defend
cannot attack, so they may be missing.

Cases: N9.6-ar-choice-attacker, N9.6-ar-choice-defender, N9.6-ar-choice-integrity, N13.7-integrity, N13.1c-defence-ar
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from redball.core.battle import Leader, Role
from redball.core.engine import Run
from redball.core.ledger import Part, Tally, Term, worth
from redball.core.look import Look
from redball.core.procedures import Do
from redball.core.state import Unit
from redball.editions.new_ocs.combat_charts import CombatLimits
from redball.rules.combat.procedure import announce
from redball.rules.combat.record import CombatData, units_of
from redball.rules.units.abilities import formation_of, rating_terms

BY_RATING = attrgetter("action_rating")


def rating(look: Look, unit: Unit) -> int:
    """The Action Rating in combat."""
    return worth(changes(look, unit), look.face(unit).action_rating)


def changes(look: Look, unit: Unit) -> tuple[Term[int], ...]:
    """What changes the printed rating in combat: HQs gain 1, and any unit loses 1 for DG."""
    found = rating_terms(look, unit)
    if look.counter(unit).kind != "hq" or unit.marker == "strat":
        return found
    return (Term(look.world.charts.table(CombatLimits).hq_rating, "an HQ in combat", "N13.1c-defence-ar"), *found)


def rating_tally(look: Look, leader: Leader) -> Tally[int]:
    """A leader's announced rating: the printed one, then what changes it."""
    unit = look.unit(leader.unit)
    found, name = changes(look, unit), look.counter(unit).name
    printed = Part(leader.action_rating - worth(found, 0), f"{name}, {unit.facing} side", "5.2-B")
    return Tally(f"Action Rating of {name}", (printed, *filter(attrgetter("by"), found)), unit.id)


def could_attack(look: Look, unit: Unit) -> bool:
    """Some side of the counter has a strength to attack with."""
    counter = look.counter(unit)
    faces = [face for face in (counter.combat, counter.move) if face is not None]
    return any(face.strength is not None and not face.parenthesized for face in faces)


def whole_formations(look: Look, units: Iterable[Unit]) -> frozenset[str]:
    """Formations whose combat units on the map are all among these, apart from those that could not attack."""
    there = list(units)
    ids = {unit.id for unit in there}
    named = {formation_of(look, unit) for unit in there} - {""}
    if not named:
        return frozenset()
    own = [unit for unit in look.own(there[0].side) if unit.on_map and could_attack(look, unit)]
    broken = {formation_of(look, unit) for unit in own if unit.id not in ids}
    return frozenset(named - broken)


def leader(look: Look, role: Role, units: Iterable[Unit]) -> Leader | None:
    """A side's leader, the first on ties; an HQ only if no other unit defends. None without units."""
    there = list(units)
    if not there:
        return None
    rated = [Leader(unit.id, rating(look, unit)) for unit in there]
    if role == "defender":
        others = [one for one in rated if look.counter(one.unit).kind != "hq"]
        return max(others or rated, key=BY_RATING)
    whole = whole_formations(look, there)
    lent = [one for one in rated if formation_of(look, look.unit(one.unit)) in whole]
    return max([min(rated, key=BY_RATING), *lent], key=BY_RATING)


def lead(role: Role) -> Do:
    """The step that settles a side's Action Rating."""

    def settle(run: Run, data: CombatData) -> None:
        found = leader(run.look, role, map(run.look.unit, units_of(data, role)))
        if found is not None:
            announce(run, data, role, found, f"N9.6-ar-choice-{role}")

    return Do(f"{role}_alone", settle)


POLICIES = {"combat_leader": leader}
EDITS = tuple(
    edit
    for role in ("attacker", "defender")
    for edit in (
        ("combat", "replace", f"{role}_alone", lead(role)),
        ("combat", "remove", f"{role}_leader", None),
    )
)

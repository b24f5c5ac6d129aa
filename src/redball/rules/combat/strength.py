"""Combat Strength of one unit in one combat, term by term.

Every modifier of the series rules multiplies (4.3), and nothing is rounded (4.2-A). Steps lost come first: an edition
may take points off instead.

Cases: 4.2-A, 4.3, 5.7-B, 5.8-C, 5.10b-A, 9.4, 9.4a, 9.4d, 9.4e-A, 9.4e-B, 9.4e-C, 9.4e-D, 9.4e-E, 9.5, 9.5a, 9.11d-A,
9.11d-B, 12.10f, 16.0e, K12.8-levels-supplied-oos, K12.8-levels-unsupplied-oos, K9.4e-at, K9.4e-heavy, K9.4e-light,
K9.4e-none
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from redball.core.battle import Use
from redball.core.ledger import Less, Part, Tally, Times, show
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import Counter
from redball.rules.combat.points import AT_MULTIPLIER, LOSS_FACTORS, STRAT_FACTOR
from redball.rules.units.abilities import printed_strength
from redball.rules.units.points import SUPPLY_FACTORS

TANK_SYMBOL = "tank"
ANTI_TANK_SYMBOLS = frozenset({"anti_tank", "anti_aircraft"})


def attack_strength(look: Look, unit: Unit, terrain: str, defending_at: str) -> Tally[Fraction]:
    """Strength of an attacking unit in combat supply, against the terrain that the defender chose (9.4b).

    `defending_at` is the level of Anti-Tank Effects in the combat (the policy `at_level`).
    """
    factors: list[Times | Less] = [*look.policies[LOSS_FACTORS](look, unit, True), *_mode_factors(look, unit)]
    factors += look.policies[SUPPLY_FACTORS](look, unit, "attack", True)
    factors.append(_attack_terrain(look, unit, terrain, defending_at))
    return _modified(look, unit, "attack", factors)


def defence_strength(look: Look, unit: Unit, terrain: str, supplied: bool) -> Tally[Fraction]:
    """Strength of a defending unit in the chosen terrain (9.4c), with or without combat supply."""
    factors: list[Times | Less] = [*look.policies[LOSS_FACTORS](look, unit, False), *_mode_factors(look, unit)]
    factors += look.policies[SUPPLY_FACTORS](look, unit, "defence", supplied)
    by = look.world.charts.terrain_combat[terrain].defend[combat_class(look.counter(unit))]
    factors.append(Times(by, f"{look.world.charts.terrain_combat[terrain].name}, defending", "9.4c", "terrain_combat"))
    return _modified(look, unit, "defence", factors)


def combat_class(counter: Counter) -> str:
    """Armor, mech or other (3.2a); no colour means other."""
    return counter.colour or "other"


def at_kind(counter: Counter) -> str:
    """The row of the Anti-Tank chart that a unit belongs to (9.4e-B, 9.4e-C, 9.4e-D)."""
    if counter.colour == "armor":
        return "yellow"
    if counter.symbol in ANTI_TANK_SYMBOLS:
        return "anti_tank_or_anti_aircraft"
    if counter.colour == "mech":
        return "red_with_tank_symbol" if counter.symbol == TANK_SYMBOL else "red_other"
    return "other"


def defending_at_level(look: Look, side: str, hex_: int, units: Iterable[Unit]) -> str:
    """The highest level of Anti-Tank Effects among defending units and their hedgehog (9.4e, 16.0e, reading 1.53)."""
    effects = look.world.charts.at_effects
    found = [effects.level[at_kind(look.counter(unit))] for unit in units]
    if hedgehog_level(look, side, hex_):
        found.append(effects.level["hedgehog"])
    return max(found, key=effects.levels.index, default=effects.levels[0])


def series_at_level(look: Look, side: str, hex_: int, attackers: Collection[Unit], defenders: Collection[Unit]) -> str:
    """Attackers count one by one, so only the defending level matters."""
    return defending_at_level(look, side, hex_, defenders)


def lowered(look: Look, unit: Unit, printed: Fraction, defending_at: str) -> tuple[Fraction, str, str]:
    """9.4e-A, 9.4e-E: the multiplier of one attacking unit against that level in the defender's hex."""
    effects = look.world.charts.at_effects
    by = effects.multiplier(printed, effects.level[at_kind(look.counter(unit))], defending_at)
    return by, f"{defending_at} Anti-Tank Effects", "9.4e-A"


def hedgehog_level(look: Look, side: str, hex_: int) -> int:
    """Level of a side's hedgehog in a hex, 0 for none (16.0d)."""
    hedgehog = look.state.hedgehogs.get(hex_)
    return hedgehog.level if hedgehog is not None and hedgehog.side == side else 0


def _attack_terrain(look: Look, unit: Unit, terrain: str, defending_at: str) -> Times:
    """The attacker's terrain multiplier; Anti-Tank Effects may lower it for armor and mech (9.4e-A, 9.4e-E)."""
    charts = look.world.charts
    counter = look.counter(unit)
    category = combat_class(counter)
    entry = charts.terrain_combat[terrain]
    printed = entry.attack[category]
    if category != "other":
        by, what, case = look.policies[AT_MULTIPLIER](look, unit, printed, defending_at)
        if by != printed:
            return Times(by, f"{entry.name}, attacking, x{show(printed)} lowered by {what}", case, "at_effects")
    return Times(printed, f"{entry.name}, attacking", "9.4b-A" if entry.scope == "hexside" else "9.4", "terrain_combat")


def _mode_factors(look: Look, unit: Unit) -> Iterator[Times]:
    """DG halves, Strat gives zero, Reserve halves the defence (it never attacks)."""
    states = look.world.charts.strength_states
    if unit.marker == "dg":
        yield Times(states.dg_combat, "Disorganized", "5.10b-A", "strength_states")
    elif unit.marker == "strat":
        yield look.policies[STRAT_FACTOR](look, unit)
    elif unit.marker == "reserve":
        yield Times(states.reserve_defence, "Reserve Mode", "5.7-B", "strength_states")


def strat_factor(look: Look, unit: Unit) -> Times:
    """No strength."""
    return Times(look.world.charts.strength_states.strat_combat, "Strat Mode", "5.8-C", "strength_states")


def step_factors(look: Look, unit: Unit, attacking: bool) -> Iterator[Times]:
    """A reduced multi-step unit: any loss in attack, half of the printed steps in defence (9.11d, reading 1.66)."""
    if not unit.steps_lost:
        return
    states = look.world.charts.strength_states
    half_gone = 2 * unit.steps_lost >= look.counter(unit).steps
    reason = f"{unit.steps_lost} of {look.counter(unit).steps} steps lost"
    if attacking:
        by = states.half_or_more_steps_lost_attack if half_gone else states.any_step_lost_attack
        yield Times(by, reason, "9.11d-A", "strength_states")
    elif half_gone:
        yield Times(states.half_or_more_steps_lost_defence, reason, "9.11d-B", "strength_states")


def supply_factors(look: Look, unit: Unit, use: Use, supplied: bool) -> tuple[Times, ...]:
    """Out of Supply (9.5a, 10.1b-B), and the defender's combat supply, each reducing by itself (9.5)."""
    states = look.world.charts.strength_states
    if use == "defence":
        return tuple(_defence_factors(look, unit, supplied))
    if not unit.out_of_supply or use == "movement":
        return ()
    by = states.out_of_supply_attack_with_combat_supply if use == "attack" else states.out_of_supply_barrage
    return (Times(by, "Out of Supply", "9.5a" if use == "attack" else "10.1b-B", "strength_states"),)


def _defence_factors(look: Look, unit: Unit, supplied: bool) -> Iterator[Times]:
    states = look.world.charts.strength_states
    if unit.out_of_supply and not supplied:
        by = states.out_of_supply_defence_without_combat_supply
        yield Times(by, "Out of Supply, no combat supply", "9.5a", "strength_states")
    elif unit.out_of_supply:
        yield Times(states.out_of_supply_defence_with_combat_supply, "Out of Supply", "9.5a", "strength_states")
    elif not supplied:
        yield Times(states.no_combat_supply_defence, "no combat supply", "9.5-B", "strength_states")


def _modified(look: Look, unit: Unit, what: str, factors: list[Times | Less]) -> Tally[Fraction]:
    counter = look.counter(unit)
    case = {"hq": "13.1c-A", "artillery": "13.4b"}.get(counter.kind, "5.2-B")
    printed = Part(Fraction(printed_strength(look, unit)), f"{counter.name}, {unit.facing} side", case)
    counting = [factor for factor in factors if isinstance(factor, Less) or factor.by != 1]
    return Tally(f"{what}: {counter.name}", (printed, *counting), unit.id)


def supply_forbids(look: Look, unit: Unit, use: Use) -> None:
    """12.8d: the marker forbids neither attack nor barrage nor movement."""


POLICIES = {
    "at_level": series_at_level,
    "at_multiplier": lowered,
    "loss_factors": step_factors,
    "strat_factor": strat_factor,
    "supply_factors": supply_factors,
    "supply_forbids": supply_forbids,
}

__all__ = [
    "POLICIES",
    "at_kind",
    "attack_strength",
    "combat_class",
    "defence_strength",
    "defending_at_level",
    "hedgehog_level",
]

"""Armor advantage: one level for the whole combat, by the odds of anti-tank strength.

Anti-tank strength is the printed strength of the side showing, less what lost steps have taken: the examples leave
modes, supply and terrain out. If terrain reduces every attacking armor or mech unit, there is no advantage; multipliers
below 1 are under every limit anyway, so only the DRM has to check this.

Cases: N9-armor-all-reduced, N9-armor-trigger, N9-armor-defender-cap, N9-armor-defender-drm, N9-armor-none-cap,
N9-armor-attacker-full, N9-armor-attacker-drm, N9-armor-heavy-first, N9-armor-heavy-first-single,
N9-armor-classes-guns, N9-armor-classes-hedgehog, N9-armor-odds-defender, N9-armor-odds-attacker, N9-armor-odds-none,
N9-armor-multipliers, N9-armor-examples-1, N9-armor-examples-2, N9-armor-examples-3
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from redball.core.battle import Confrontation
from redball.core.ledger import worth
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.new_ocs.classes import HARD, at_share
from redball.editions.new_ocs.combat_charts import Advantage, ArmorAdvantage
from redball.rules.combat.points import LOSS_FACTORS
from redball.rules.combat.strength import combat_class
from redball.rules.units.abilities import printed_strength

SAID = {
    "defender": "the defender's Armor Advantage",
    "none": "no Armor Advantage",
    "attacker": "the attacker's Armor Advantage",
}


def at_strength(look: Look, units: Iterable[Unit], *, attacking: bool) -> tuple[Fraction, Fraction]:
    """Heavy and light anti-tank strength of some units; guns count in defence only."""
    heavy = light = Fraction(0)
    for unit in units:
        share = at_share(look, look.counter(unit))
        if share.defenders_only and attacking:
            continue
        strength = worth(look.policies[LOSS_FACTORS](look, unit, attacking), Fraction(printed_strength(look, unit)))
        heavy += share.heavy * strength
        light += share.light * strength
    return heavy, light


def level(look: Look, side: str, hex_: int, attackers: Collection[Unit], defenders: Collection[Unit]) -> Advantage:
    """The advantage: heavy against heavy, or light against light if neither side has heavy. Hedgehogs give none."""
    if not any(look.counter(unit).colour in HARD for unit in attackers):
        return "none"
    ours, theirs = at_strength(look, attackers, attacking=True), at_strength(look, defenders, attacking=False)
    for attacking, defending in zip(ours, theirs, strict=True):
        if attacking or defending:
            return look.world.charts.table(ArmorAdvantage).who(attacking, defending)
    return "none"


def limited(look: Look, unit: Unit, printed: Fraction, advantage: str) -> tuple[Fraction, str, str]:
    """The terrain multiplier of an attacking yellow or red unit, as the level of the combat limits it."""
    most = look.world.charts.table(ArmorAdvantage).most[advantage]
    return (min(printed, most) if most else printed), SAID[advantage], f"N9-armor-{advantage}"


def counts(look: Look, met: Confrontation) -> bool:
    """Whether some attacking armor or mech unit has a terrain multiplier of 1 or more."""
    chart = look.world.charts.terrain_combat
    classes = ((unit, combat_class(look.counter(unit))) for unit in met.attackers)
    return any(kind != "other" and chart[met.terrain[unit.hex]].attack[kind] >= 1 for unit, kind in classes)


def drm(look: Look, met: Confrontation) -> int:
    """The DRM of the armor advantage, for both sides of the table."""
    return look.world.charts.table(ArmorAdvantage).drm[met.at_level] if counts(look, met) else 0


POLICIES = {"at_level": level, "at_multiplier": limited}

"""Combats on the two-sided table for the companion: a white and a red die, a column and a DRM for each side."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.companion.kinds import Asked, AskError, Fallen, hyphened, named, strength
from redball.analysis.companion.questions import TwoSidedQuestion
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.battle import DG_HEX, AnnouncedOdds, Surprise
from redball.core.chances import Throw
from redball.core.ledger import Line, signed
from redball.editions.burma.charts import BurmaRules
from redball.editions.new_ocs.armor import SAID
from redball.editions.new_ocs.combat_charts import (
    ArmorAdvantage,
    CombatLimits,
    CoverShift,
    DefendersTable,
    DensityEffect,
)
from redball.editions.new_ocs.combat_table import (
    Drm,
    effect_of,
    of_attackers,
    placed,
    read,
    spread,
    surprise_ways,
    understood,
    with_surprise,
)
from redball.editions.new_ocs.cover import together


class TwoSidedThrown(Struct, frozen=True):
    """One resolution as the companion tells it."""

    surprise: Surprise
    result: str


class TwoSidedCame(Struct, frozen=True):
    """A result with what both sides make of it."""

    result: str
    attacker_losses: int
    defender_losses: int
    defender_retreat: int
    defender_dg: bool
    exploit: int
    hex_open: bool


def terms_of(charts: Charts, asked: TwoSidedQuestion) -> list[Drm]:
    """The DRMs of both sides."""
    effect = effect_of(charts, asked.ar[0] - asked.ar[1])
    by = charts.table(ArmorAdvantage).drm[asked.armor]
    text = f"Action Ratings {asked.ar[0]} against {asked.ar[1]}"
    terms = [
        Drm(effect.left, effect.right, text, "N9-ar-effects", "rating_effects"),
        Drm(by, by, SAID[asked.armor], f"N9-armor-{asked.armor}", "armor_advantage"),
    ]
    if asked.fire:
        by = charts.table(CombatLimits).fire_drm
        terms.append(Drm(by, by, "Defensive Artillery Fire", "N9.5-defensive-fire-drm", "combat_limits"))
    rows = charts.rows(DensityEffect)
    names = {"none": (), "mixed": ("attackers",), "soft": ("attackers_soft",)}[asked.density]
    for name in (*names, *(("defenders",) if asked.crowded else ())):
        terms.append(Drm(rows[name].left, rows[name].right, "density", "N9-density", "combat_density"))
    return terms


def ready(charts: Charts, asked: TwoSidedQuestion, *, exploits: bool) -> Asked:
    """Odds, columns and DRMs, and the procedure that throws."""
    rows = charts.rows(CoverShift)
    name = named(asked.terrain, (row for row in rows if not row.startswith("hedgehog")), "terrain")
    if f"hedgehog_{asked.hedgehog}" not in rows:
        raise AskError(f"a hedgehog has at most level {charts.supply_costs.max_hedgehog_level}, not {asked.hedgehog}")
    if min(asked.ar) < 0:
        raise AskError(f"Action Ratings are not negative, and these are {asked.ar[0]} and {asked.ar[1]}")
    strengths = strength(asked.attack, "attack"), strength(asked.defend, "defend")
    shifts = together(charts, rows[name], hyphened(name), asked.hedgehog)
    found, tallies = placed(charts, strengths, name, shifts, terms_of(charts, asked), asked.armor)
    odds = charging(charts, asked, with_surprise(found, effect_of(charts, asked.ar[0] - asked.ar[1]), asked.dg))
    may_hold = asked.hold and (shifts.terrain.ignores_r1 or shifts.works.ignores_r1)
    return Asked(
        head=head_of(charts, odds),
        ledger=tuple(line for tally in tallies for line in (*tally.lines, Line(tally.total, tally.title))),
        procedure=lambda throw: once(charts, odds, throw),
        explain=explained,
        spread=lambda: spread(charts, "regular", odds).map(
            lambda one: came(asked, one.result, exploits=exploits, may_hold=may_hold)
        ),
        expected=EXPECTED,
        look_closer=lambda outcomes: closer(charts, odds),
    )


def charging(charts: Charts, asked: TwoSidedQuestion, odds: AnnouncedOdds) -> AnnouncedOdds:
    """The odds of a charge, if requested."""
    if asked.charge == "none":
        return odds
    if not charts.has(BurmaRules):
        raise AskError("these charts know no Banzai charge: the Burma rules do")
    from redball.editions.burma.banzai import with_charge

    return replace(odds, attackers=with_charge(charts, of_attackers(odds), wider=asked.charge == "wider"))


def head_of(charts: Charts, odds: AnnouncedOdds) -> dict[str, Any]:
    """What is known before the dice."""
    against = of_attackers(odds)
    return {
        "odds": odds.odds,
        "terrain": hyphened(odds.line),
        "attackers_column": against.label,
        "attackers_drm": signed(against.drm),
        "defenders_column": charts.table(DefendersTable).columns[odds.column],
        "defenders_drm": signed(odds.drm),
        "ambush_on_white": f"1-{against.ambush}" if against.ambush else "never",
        "surprise_on_red": f"{against.surprise}-6" if against.surprise else "never",
    }


def once(charts: Charts, odds: AnnouncedOdds, throw: Throw) -> TwoSidedThrown:
    """One roll of the white and the red die."""
    found = read(charts, odds, throw.one("white"), throw.one("red"))
    return TwoSidedThrown(found.surprise, found.result)


def came(asked: TwoSidedQuestion, text: str, *, exploits: bool, may_hold: bool) -> TwoSidedCame:
    """A result bounded by the steps present."""
    result = understood(text)
    lost, killed = min(result.a_loss, asked.attacker_steps), min(result.d_loss, asked.defender_steps)
    stands = killed < asked.defender_steps
    back = 0 if not stands or (result.d_retreat == 1 and may_hold) else result.d_retreat
    lives = lost < asked.attacker_steps
    return TwoSidedCame(
        result=text,
        attacker_losses=lost,
        defender_losses=killed,
        defender_retreat=back,
        defender_dg=back >= DG_HEX,
        exploit=result.exploit if lives and exploits else 0,
        hex_open=lives and (not stands or back > 0),
    )


def explained(thrown: TwoSidedThrown, fallen: Fallen) -> tuple[Line, ...]:
    """The two dice and their results."""
    dice = (Line(str(value), f"{name} die", "N9-surprise-roll") for name, value in fallen)
    who = {"attacker": "Surprise", "defender": "Ambush", "none": "nobody is surprised"}[thrown.surprise]
    return (*dice, Line(thrown.result, f"both sides of the table; {who}", "N9.0-two-sided", "combat_defenders"))


def closer(charts: Charts, odds: AnnouncedOdds) -> dict[str, Any]:
    """Who surprises."""
    ways = surprise_ways(charts, "regular", odds)
    return {"surprise": [{"side": side, "p": f"{count}/36", "chance": count / 36} for side, count in ways.items()]}


EXPECTED = {
    "attacker_losses": Source("N9.0-two-sided", "combat_attackers"),
    "defender_losses": Source("N9.0-two-sided", "combat_defenders"),
    "defender_retreat": Source("N9.12-defender-retreat-full", "combat_defenders"),
    "hex_open": Source("9.12g", "combat_defenders"),
}


def make_combat(charts: Charts, asked: TwoSidedQuestion) -> Asked:
    """A regular attack."""
    return ready(charts, asked, exploits=True)


def make_overrun(charts: Charts, asked: TwoSidedQuestion) -> Asked:
    """An overrun: the same table, without exploitation."""
    return ready(charts, asked, exploits=False)

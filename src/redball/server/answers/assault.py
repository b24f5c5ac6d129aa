"""A Beach Assault before its defender has chosen: both ways, for the side that plans it and for the side that chooses
(18.6b)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.analysis.assault import AssaultAnswer, TableOdds, assault_answer
from redball.analysis.policy import Policy
from redball.analysis.report import ChanceReport, chance_of
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.state import ABOARD


class LandingReport(Struct, frozen=True):
    """What may come of the roll, in words, with its chance."""

    text: str
    p: str
    chance: float


class AssaultReport(Struct, frozen=True, kw_only=True):
    """A Beach Assault by the Amphibious Landing Table beside combat: the terrain and the modifiers of the roll, its
    outcomes from failure to success, the steps that both sides would lose, and the chance that somebody comes ashore.
    `craft_lost`: points of Landing Craft by the table, `craft_lost_fighting`: in combat, on average. `verdict`: which
    way is better for the defender, in words."""

    terrain: str
    ledger: Ledger
    outcomes: tuple[LandingReport, ...]
    attacker_losses: float
    defender_losses: int
    craft_lost: float
    craft_lost_fighting: float
    taken: ChanceReport
    verdict: str


def assault_report(look: Look, side: str, hex_: int, units: tuple[str, ...], policy: Policy) -> AssaultReport | None:
    """Both ways of an attack by units that are aboard Landing Craft; None for any other attack."""
    if not units or look.unit(units[0]).hex != ABOARD:
        return None
    found = assault_answer(look, side, hex_, units, policy)
    table = found.table
    return AssaultReport(
        terrain=table.terrain,
        ledger=table.ledger,
        outcomes=tuple(landing_reports(table)),
        attacker_losses=float(table.attacker_losses),
        defender_losses=table.defender_losses,
        craft_lost=float(table.craft_lost),
        craft_lost_fighting=float(found.fight.outcomes.expect(lambda outcome: outcome.after.craft_lost)),
        taken=chance_of(table.taken),
        verdict=verdict(found, "the defender"),
    )


def landing_reports(table: TableOdds) -> Iterator[LandingReport]:
    """Each outcome of the roll."""
    for one in table.outcomes:
        yield LandingReport(one.text, str(one.p), float(one.p))


def verdict(found: AssaultAnswer, whom: str) -> str:
    """`fighting is better for the defender, by 2.4 steps`: the steps that the attacker loses, less their own."""
    by = f"{abs(float(found.gain)):.1f}"
    if found.better == "even":
        return f"both ways are alike for {whom}"
    way = "fighting" if found.better == "fight" else "letting them land"
    return f"{way} is better for {whom}, by {by} {'step' if by == '1.0' else 'steps'} lost against steps won"

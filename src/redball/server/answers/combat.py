"""Previews of attacks, barrages and plans: odds, exact chances, and what fog leaves open."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from redball.analysis.bounds import Attack, barrage_bounds, combat_bounds
from redball.analysis.chain import Plan, forecast
from redball.analysis.ground import CombatAnswer, combat_answer
from redball.analysis.policy import Policy, Way
from redball.analysis.report import (
    BarrageBoundsReport,
    CombatBoundsReport,
    CombatReport,
    PlanReport,
    barrage_bounds_report,
    combat_bounds_report,
    combat_report,
    plan_report,
)
from redball.core.battle import AnnouncedOdds, Leader, special_attack
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.sentences import ToldRefusal, refusal_text
from redball.game.sight.belief import believed, fogged
from redball.game.sight.beneath import doubt
from redball.game.sight.veils import STAND_IN, veils
from redball.rules.barrage import segment as barrage
from redball.rules.barrage.on_board import total_strength
from redball.rules.combat import segment as combat_segment
from redball.rules.combat.points import COMBAT_COLUMNS, REFUSE_COMPANY, SPECIAL_ATTACKS
from redball.rules.combat.record import Kind as CombatKind
from redball.rules.combat.record import TerrainChoice
from redball.rules.movement import overrun
from redball.server.answers.asked import hex_named, namer, own_units, told, told_or_none
from redball.server.session import Session

KINDS = ("regular", "overrun")
WAYS = ("losses", "retreat", "mixed")
NO_HEX = -1


class SpecialInfo(Struct, frozen=True):
    """A way of attacking besides the ordinary one; `losses_only`: the attacker takes options as losses."""

    name: str
    title: str
    case: str
    losses_only: bool


class OddsAnswer(Struct, frozen=True, kw_only=True):
    """The preview of an attack or overrun on what the side may believe.

    `column_label` is the odds above the column, `attackers_label` names the attackers' own column where the table has
    two sides, else "". The leaders are None where no unit has an Action Rating. `surprise` counts, of 36 throws, those
    that give surprise to the attacker, to nobody, to the defender. `attack_tokens` by attacker, under "" what all pay
    together. `bounds`: between what the odds stand for all that fog hides, None where nothing is hidden; `assumptions`:
    what fog hides and the preview takes for granted.
    """

    odds: AnnouncedOdds
    column_label: str
    attackers_label: str
    attack_leader: Leader | None
    defence_leader: Leader | None
    terrain: tuple[TerrainChoice, ...]
    surprise: tuple[int, int, int]
    attack_tokens: dict[str, int]
    defence_tokens: int
    ledgers: tuple[Ledger, ...]
    forecast: CombatReport
    bounds: CombatBoundsReport | None
    specials: list[SpecialInfo]
    assumptions: list[str]


class PlanAnswer(PlanReport, frozen=True, kw_only=True):
    """A plan, stroke by stroke; `refusals`: why units that exploit could not overrun."""

    refusals: list[ToldRefusal]


class GunAnswer(Struct, frozen=True):
    """Artillery within range: its strength as players write it, tokens if it fires alone, why it cannot fire."""

    unit: str
    strength: str
    cost: int
    refusal: ToldRefusal | None


class AttackerAnswer(Struct, frozen=True):
    """A unit next to the hex, and why it could not attack."""

    unit: str
    refusal: ToldRefusal | None


class Strokes(Struct, frozen=True):
    """Who could barrage a hex, and who could attack it then."""

    guns: list[GunAnswer]
    attackers: list[AttackerAnswer]


class BarrageAnswer(Struct, frozen=True, kw_only=True):
    """What a barrage would be: strength, price in tokens, column with its ledger, chances of 216; or why it cannot be
    (`refused`). Of several terrains the one that helps the target most is assumed. `price` tells how the price comes
    about where it is not just that of the column. `bounds` is None where nothing is hidden, or below one point."""

    units: tuple[str, ...]
    strength: str
    refused: ToldRefusal | None
    terrain: str
    cost: int
    column: str
    ledger: Ledger | None
    prospects: tuple[barrage.Prospect, ...]
    price: Ledger | None
    bounds: BarrageBoundsReport | None


def policy_named(attacker: str, defender: str) -> Policy:
    """How options are taken to be met. Raises ValueError that lists the ways."""
    for way in (attacker, defender):
        if way not in WAYS:
            raise ValueError(f"there is no way {way!r} to meet an option; there are: {', '.join(WAYS)}")
    return Policy(cast(Way, attacker), cast(Way, defender))


def must_know(look: Look, special: str) -> None:
    """The ordinary way of attacking (""), or one that the charts of the game have.

    Raises ValueError for another.
    """
    if special:
        special_attack(look.policies[SPECIAL_ATTACKS](look.world.charts), special)


def odds(
    session: Session,
    side: str,
    hex_: int,
    units: str,
    kind: str,
    policy: Policy,
    terrain: dict[int, str] | None = None,
    special: str = "",
) -> OddsAnswer:
    """The preview of an attack on what the side may believe, with its exact chances."""
    if kind not in KINDS:
        raise ValueError(f"there is no combat of kind {kind!r}; there are: {', '.join(KINDS)}")
    look = believed(session.game.look, side)
    attackers = own_units(look, side, units)
    if not look.has_combat_units(hex_named(look, hex_), look.enemy(side)):
        raise ValueError(f"no enemy combat units are known in {look.hex_name(hex_)}")
    must_be_able(session, side, look, kind, hex_, attackers)
    asked = Attack(cast(CombatKind, kind), hex_, attackers, policy, terrain, special)
    found = combat_answer(look, *asked)
    preview = found.preview
    return OddsAnswer(
        odds=preview.odds,
        column_label=preview.column_label,
        attackers_label=preview.attackers_label,
        attack_leader=preview.attack_leader,
        defence_leader=preview.defence_leader,
        terrain=preview.terrain,
        surprise=preview.surprise,
        attack_tokens=preview.attack_tokens,
        defence_tokens=preview.defence_tokens,
        ledgers=preview.ledgers,
        forecast=combat_report(found, look.policies[COMBAT_COLUMNS](look.world.charts, preview.odds)),
        bounds=bounds_of_combat(session, side, asked, found),
        specials=[
            SpecialInfo(one.id, one.title, one.case, one.losses_only)
            for one in look.policies[SPECIAL_ATTACKS](look.world.charts).values()
        ],
        assumptions=assumptions(session, side, hex_),
    )


def bounds_of_combat(session: Session, side: str, attack: Attack, found: CombatAnswer) -> CombatBoundsReport | None:
    """Between what an attack stands for all that fog hides of the stack it meets; None without fog."""
    look = session.game.look
    known = doubt(look, side, attack.hex) if fogged(look, side) else None
    return combat_bounds_report(combat_bounds(known, attack, found)) if known is not None else None


def bounds_of_barrage(session: Session, side: str, hex_: int, guns: tuple[str, ...]) -> BarrageBoundsReport | None:
    """The same of a barrage of at least one point."""
    look = session.game.look
    known = doubt(look, side, hex_) if fogged(look, side) else None
    charts, halved = look.world.charts.barrage, barrage.drafted_halves(look, hex_, guns)
    if known is None or not charts.allows(total_strength(known.look, guns, halved)):
        return None
    return barrage_bounds_report(barrage_bounds(known, side, hex_, guns), charts.columns)


def must_be_able(session: Session, side: str, look: Look, kind: str, hex_: int, attackers: tuple[str, ...]) -> None:
    """Attackers that the rules would let attack when the phase comes to it, fuel, MP and supply left aside.

    Raises ValueError with the rule's refusal in words.
    """
    units = [look.unit(uid) for uid in attackers]
    for i, unit in enumerate(units):
        if kind == "overrun":
            refused = overrun.refuse_plan(look, unit, hex_)
        else:
            refused = combat_segment.refuse_plan(look, unit.side, unit, hex_)
        must_not_be(session, side, refused or look.policies[REFUSE_COMPANY](look, attackers[:i], unit))


def must_not_be(session: Session, side: str, refused: Refusal | None) -> None:
    """Raises ValueError with a refusal in words, if there is one."""
    if refused is not None:
        raise ValueError(" ".join(filter(None, refusal_text(refused, namer(session, side)))))


def assumptions(session: Session, side: str, hex_: int) -> list[str]:
    """What fog hides of the stack in a hex and a preview takes for granted."""
    look = session.game.look
    hidden = fogged(look, side)
    if hidden and hex_ in veils(look, side):
        counter = look.world.counters[believed(look, side).unit(STAND_IN + look.hex_name(hex_)).counter]
        return [
            f"nobody is seen under the marker: a unit of middle strength is taken to lie there, such as {counter.name}"
        ]
    return ["the defender is taken to be the unit that you see, at full steps and supplied"] if hidden else []


def terrain_named(look: Look, text: str) -> dict[int, str] | None:
    """A choice of the defender's terrains, `{"-1": "woods", "312": "minor_river"}`, by attacking hex, -1 for the
    defender's own.

    Raises ValueError in one sentence.
    """
    if not text:
        return None
    try:
        found = msgspec.json.decode(text.encode(), type=dict[int, str])
    except msgspec.DecodeError as error:
        raise ValueError(f"terrain is an object from hexes to names of terrain: {error}") from None
    for name in found.values():
        if name not in look.world.charts.terrain_combat:
            raise ValueError(f"there is no terrain {name!r}")
    return found


def plan(
    session: Session, side: str, hex_: int, units: str, guns: str, then: int, policy: Policy, special: str = ""
) -> PlanAnswer:
    """The chance that barrage, attack and exploitation overrun open a hex, on what the side may believe."""
    look = believed(session.game.look, side)
    attackers = own_units(look, side, units)
    if not look.has_combat_units(hex_named(look, hex_), look.enemy(side)):
        raise ValueError(f"no enemy combat units are known in {look.hex_name(hex_)}")
    firing = own_units(look, side, guns) if guns else ()
    refused = barrage.refuse_plan(look, side, hex_, firing) if firing else None
    must_not_be(session, side, refused)
    must_be_able(session, side, look, "regular", hex_, attackers)
    if then != NO_HEX:
        hex_named(look, then)
    found = forecast(look, side, Plan(hex_, attackers, firing, then, special), policy)
    report = plan_report(found)
    return PlanAnswer(
        strokes=report.strokes,
        p=report.p,
        chance=report.chance,
        policy=report.policy,
        assumptions=(*report.assumptions, *assumptions(session, side, hex_)),
        refusals=[told(session, side, no) for no in found.refused],
    )


def strokes(session: Session, side: str, hex_: int) -> Strokes:
    """Who could barrage a hex and who could then attack it, each with what it costs, and why others cannot."""
    look = believed(session.game.look, side)
    guns = [
        GunAnswer(gun.unit, gun.strength, gun.cost, told_or_none(session, side, gun.refused))
        for gun in barrage.battery(look, side, hex_named(look, hex_))
    ]
    around = [unit for n in look.board.neighbours(hex_) for unit in look.combat_units_at(n, side)]
    attackers = [
        AttackerAnswer(u.id, told_or_none(session, side, combat_segment.refuse_plan(look, side, u, hex_)))
        for u in around
        if look.counter(u).kind != "artillery"
    ]
    return Strokes(guns, attackers)


def barrage_preview(session: Session, side: str, hex_: int, units: str) -> BarrageAnswer:
    """The preview of a barrage on what the side may believe."""
    look = believed(session.game.look, side)
    firing = own_units(look, side, units)
    found = barrage.preview(look, side, hex_named(look, hex_), firing)
    return BarrageAnswer(
        units=found.units,
        strength=found.strength,
        refused=told_or_none(session, side, found.refused),
        terrain=found.terrain,
        cost=found.cost,
        column=found.column,
        ledger=found.ledger,
        prospects=found.prospects,
        price=found.price,
        bounds=bounds_of_barrage(session, side, hex_, firing),
    )

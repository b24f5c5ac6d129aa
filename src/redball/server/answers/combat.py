"""Previews of attacks, barrages and plans: odds, exact chances, and what fog leaves open."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.bounds import Attack, barrage_bounds, combat_bounds
from redball.analysis.chain import Plan, forecast
from redball.analysis.ground import CombatAnswer, combat_answer
from redball.analysis.joint_bounds import joint_bounds
from redball.analysis.joint_fire import joint_answer, joint_of
from redball.analysis.mission_report import MissionReport, assumptions_of, mission_report
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
from redball.board.hexes import NO_HEX
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
from redball.rules.barrage.segment import BarrageSegment
from redball.rules.combat import segment as combat_segment
from redball.rules.combat.points import COMBAT_COLUMNS, REFUSE_COMPANY, REFUSE_FORCE, SPECIAL_ATTACKS
from redball.rules.combat.record import Kind as CombatKind
from redball.rules.combat.record import TerrainChoice
from redball.rules.ground.craft import craft_at, poised
from redball.rules.movement import overrun
from redball.server.answers.asked import called, hex_named, namer, own_units, told, told_or_none
from redball.server.answers.assault import AssaultReport, assault_report
from redball.server.session import Session

KINDS = ("regular", "overrun")
WAYS = ("losses", "retreat", "mixed")


class SpecialInfo(Struct, frozen=True):
    """A special kind of attack. `losses_only`: the attacker takes options as losses."""

    name: str
    title: str
    case: str
    losses_only: bool


class OddsAnswer(Struct, frozen=True, kw_only=True):
    """The preview of an attack or overrun, from what the side may believe.

    `column_label` is the odds above the column; `attackers_label` names the attackers' own column in a two-sided table,
    else "". The leaders are None where no unit has an Action Rating. `surprise` counts, out of 36 throws, those with
    attacker surprise, none, and defender surprise. `attack_tokens` is by attacker; "" is what all pay together.
    `bounds` are the limits of the chances over everything that fog hides, None if nothing is hidden. `assumptions` are
    what the preview assumes where fog hides the facts. `assault`: it would be a Beach Assault, which the defender may
    have resolved otherwise.
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
    assault: AssaultReport | None = None


class PlanAnswer(PlanReport, frozen=True, kw_only=True):
    """A plan, stroke by stroke. `refusals`: why exploiting units could not overrun."""

    refusals: list[ToldRefusal]


class GunAnswer(Struct, frozen=True):
    """Artillery in range: its strength as players write it, its cost in tokens if it fires alone, and why it cannot
    fire."""

    unit: str
    strength: str
    cost: int
    refusal: ToldRefusal | None


class AttackerAnswer(Struct, frozen=True):
    """A unit next to the hex, ashore or aboard Landing Craft, and why it cannot attack."""

    unit: str
    refusal: ToldRefusal | None


class Strokes(Struct, frozen=True):
    """The units that could barrage a hex, and those that could then attack it."""

    guns: list[GunAnswer]
    attackers: list[AttackerAnswer]


class BarrageAnswer(Struct, frozen=True, kw_only=True):
    """A barrage preview: strength, cost in tokens, column with its ledger, chances out of 216; or why it is not allowed
    (`refused`). It assumes the terrain that helps the target most. `price` explains the cost if it is not simply the
    column's. `bounds` is None if nothing is hidden, or below one point. `aircraft`: the whole barrage with those that
    the draft has for this hex, Flak included."""

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
    aircraft: MissionReport | None = None


def policy_named(attacker: str, defender: str) -> Policy:
    """How each side is assumed to meet options. Raises ValueError that lists the ways."""
    for way in (attacker, defender):
        if way not in WAYS:
            raise ValueError(f"there is no way {way!r} to meet an option; there are: {', '.join(WAYS)}")
    return Policy(cast(Way, attacker), cast(Way, defender))


def must_know(look: Look, special: str) -> None:
    """Accept the ordinary attack (""), or a special kind that the game's charts have.

    Raises ValueError for any other.
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
    """The preview of an attack from what the side may believe, with exact chances."""
    if kind not in KINDS:
        raise ValueError(f"there is no combat of kind {kind!r}; there are: {', '.join(KINDS)}")
    look = believed(session.game.look, side)
    attackers = own_units(look, side, units, aboard=kind == "regular")
    if not look.has_combat_units(hex_named(look, hex_), look.enemy(side)):
        raise ValueError(f"no enemy combat units are known in {look.hex_name(hex_)}")
    must_be_able(session, side, look, kind, hex_, attackers)
    asked = Attack(cast(CombatKind, kind), hex_, attackers, policy, terrain, special)
    found = combat_answer(look, *asked)
    answer = odds_answer(look, found, bounds_of_combat(session, side, asked, found), assumptions(session, side, hex_))
    by_sea = assault_report(look, side_of_units(look, attackers), hex_, attackers, policy)
    return msgspec.structs.replace(answer, assault=by_sea) if by_sea is not None else answer


def side_of_units(look: Look, units: tuple[str, ...]) -> str:
    """The side of units that attack together."""
    return look.unit(units[0]).side


def odds_answer(look: Look, found: CombatAnswer, bounds: CombatBoundsReport | None, assumed: list[str]) -> OddsAnswer:
    """A distribution as it is answered, with its bounds and what it assumes."""
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
        bounds=bounds,
        specials=[
            SpecialInfo(one.id, one.title, one.case, one.losses_only)
            for one in look.policies[SPECIAL_ATTACKS](look.world.charts).values()
        ],
        assumptions=assumed,
    )


def bounds_of_combat(session: Session, side: str, attack: Attack, found: CombatAnswer) -> CombatBoundsReport | None:
    """The limits of an attack's chances over everything that fog hides of the defending stack; None without fog."""
    look = poised(session.game.look, attack.attackers)
    known = doubt(look, side, attack.hex) if fogged(look, side) else None
    return combat_bounds_report(combat_bounds(known, attack, found)) if known is not None else None


def bounds_of_barrage(session: Session, side: str, hex_: int, guns: tuple[str, ...]) -> BarrageBoundsReport | None:
    """The limits for a barrage of at least one point; None without fog."""
    look = session.game.look
    known = doubt(look, side, hex_) if fogged(look, side) else None
    charts, halved = look.world.charts.barrage, barrage.drafted_halves(look, hex_, guns)
    if known is None or not charts.allows(total_strength(known.look, guns, halved)):
        return None
    return barrage_bounds_report(barrage_bounds(known, side, hex_, guns), charts.columns)


def must_be_able(session: Session, side: str, look: Look, kind: str, hex_: int, attackers: tuple[str, ...]) -> None:
    """Check that the rules would let these units attack in the right phase, ignoring fuel, MP and supply.

    Raises ValueError with the rule's refusal in words.
    """
    units = [look.unit(uid) for uid in attackers]
    for i, unit in enumerate(units):
        if kind == "overrun":
            refused = overrun.refuse_plan(look, unit, hex_)
        else:
            refused = combat_segment.refuse_plan(look, unit.side, unit, hex_)
        refused = refused or look.policies[REFUSE_FORCE](look, attackers[:i], unit)
        must_not_be(session, side, refused or look.policies[REFUSE_COMPANY](look, attackers[:i], unit))


def must_not_be(session: Session, side: str, refused: Refusal | None) -> None:
    """Raises ValueError with the refusal in words, if there is one."""
    if refused is not None:
        raise ValueError(" ".join(filter(None, refusal_text(refused, namer(session, side)))))


def assumptions(session: Session, side: str, hex_: int) -> list[str]:
    """What a preview assumes where fog hides the stack in a hex."""
    look = session.game.look
    hidden = fogged(look, side)
    if hidden and hex_ in veils(look, side):
        counter = look.world.counters[believed(look, side).unit(STAND_IN + look.hex_name(hex_)).counter]
        return [f"under the marker, where you see no unit, there is one of middle strength, such as {counter.name}"]
    return ["the defender is just the unit that you see, at full steps and supplied"] if hidden else []


def terrain_named(look: Look, text: str) -> dict[int, str] | None:
    """The defender's choice of terrain, `{"-1": "woods", "312": "minor_river"}`, by attacking hex; -1 is the defender's
    own.

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
    """The chance that barrage, attack and exploitation overrun open a hex, from what the side may believe."""
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
    """The units that could barrage a hex and those that could then attack it, each with its cost or why it cannot."""
    look = believed(session.game.look, side)
    guns = [
        GunAnswer(gun.unit, gun.strength, gun.cost, told_or_none(session, side, gun.refused))
        for gun in barrage.battery(look, side, hex_named(look, hex_))
    ]
    around = [unit for n in look.board.neighbours(hex_) for unit in look.combat_units_at(n, side)]
    near = [craft for n in look.board.neighbours(hex_) for craft in craft_at(look, n, side)]
    around += [look.unit(uid) for craft in near for uid in craft.units if look.counter(uid).is_combat_unit]
    attackers = [
        AttackerAnswer(u.id, told_or_none(session, side, combat_segment.refuse_plan(look, side, u, hex_)))
        for u in around
        if look.counter(u).kind != "artillery"
    ]
    return Strokes(guns, attackers)


def barrage_preview(session: Session, side: str, hex_: int, units: str) -> BarrageAnswer:
    """The preview of a barrage from what the side may believe. By no units it is one by aircraft alone."""
    look, there = believed(session.game.look, side), hex_named(session.game.look, hex_)
    firing = own_units(look, side, units) if units or not planes_for(look, side, there) else ()
    found, aircraft = barrage.preview(look, side, there, firing), with_aircraft(session, look, side, there, firing)
    return BarrageAnswer(
        units=found.units,
        strength=found.strength,
        refused=told_or_none(session, side, found.refused) if aircraft is None else None,
        terrain=found.terrain,
        cost=found.cost,
        column=found.column,
        ledger=found.ledger,
        prospects=found.prospects,
        price=found.price,
        bounds=bounds_of_barrage(session, side, hex_, firing),
        aircraft=aircraft,
    )


def planes_for(look: Look, side: str, hex_: int) -> BarrageSegment | None:
    """The draft of a barrage on this hex, if aircraft take part."""
    data = look.state.stack[-1].data if look.state.stack else None
    if not isinstance(data, BarrageSegment) or (data.side, data.target) != (side, hex_):
        return None
    return data if data.planes else None


def with_aircraft(session: Session, look: Look, side: str, hex_: int, guns: tuple[str, ...]) -> MissionReport | None:
    """The barrage by these guns and the aircraft of the side's draft; None without any, or if it could not be fired."""
    data = planes_for(look, side, hex_)
    joint = joint_of(look, replace(data, units=guns)) if data is not None else None
    if joint is None:
        return None
    true = session.game.look
    found, hidden = joint_answer(look, joint), doubt(true, side, hex_) if fogged(true, side) else None
    bounds = joint_bounds(hidden, joint) if hidden is not None else None
    return mission_report(found, called(namer(session, side)), assumptions_of(found, fog=fogged(true, side)), bounds)

"""What the page asks of a game besides its view: reach, why not, costs, supply, odds.

All of it is computed on what the side may believe; a unit that it does not see is none.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from redball.analysis.bounds import Attack, barrage_bounds, combat_bounds
from redball.analysis.chain import Plan, forecast
from redball.analysis.ground import CombatAnswer, combat_answer
from redball.analysis.policy import Policy, Way
from redball.analysis.report import barrage_bounds_report, combat_bounds_report, combat_report, plan_report
from redball.board.costs import ALL, PROHIBITED, explain_cost
from redball.charts.special_attacks import special_attack, special_attacks
from redball.core.actions import Action
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Unit
from redball.game.explain import supply as explanations
from redball.game.explain.bills import KINDS as BILL_KINDS
from redball.game.explain.bills import BillKind
from redball.game.explain.text import cuts_lines, in_words, move_lines
from redball.game.plan.moves import on_the_spot, reachable
from redball.game.plan.rail import rail_reach, train_reach
from redball.game.sentences import Namer, refusal_text
from redball.game.sight.belief import OPEN, believed, fogged, visible
from redball.game.sight.beneath import doubt
from redball.game.sight.veils import STAND_IN, veils
from redball.rules.barrage import segment as barrage
from redball.rules.barrage.on_board import total_strength
from redball.rules.combat import segment as combat_segment
from redball.rules.combat.points import COMBAT_COLUMNS, REFUSE_COMPANY
from redball.rules.combat.record import Kind as CombatKind
from redball.rules.ground import bridges as bridging
from redball.rules.movement import overrun
from redball.rules.rail.cap import show_points
from redball.rules.supply import payers as supply
from redball.rules.supply.paths import field_from
from redball.rules.trace import extender_links
from redball.rules.units.abilities import mobility, transport_kind
from redball.rules.works import construction
from redball.server.session import Session

KINDS = ("regular", "overrun")
WAYS = ("losses", "retreat", "mixed")
NO_HEX = -1


def namer(session: Session, side: str) -> Namer:
    """Names as a side may read them."""
    look = session.game.look
    counters = {u.id: u.counter for u in look.state.units.values()}
    return Namer(look.world, counters, side, visible(look, side) if fogged(look, side) else None)


def refusal_json(session: Session, side: str, refusal: Refusal) -> dict[str, Any]:
    """A refusal with its sentence and remedy, without the ids of units that the side does not see."""
    names = namer(session, side)
    text, remedy = refusal_text(refusal, names)
    shown = msgspec.structs.replace(refusal, units=tuple(filter(names.knows, refusal.units)))
    return {**msgspec.to_builtins(shown), "text": text, "remedy": remedy}


def units_named(look: Look, side: str, ids: str) -> tuple[str, ...]:
    """`a,b` as ids of units that the side sees.

    Raises ValueError that names the unknown one.
    """
    named = tuple(filter(None, ids.split(",")))
    seen = visible(look, side)
    for uid in named:
        if uid not in seen:
            raise ValueError(f"there is no unit {uid!r} in this game")
    if not named:
        raise ValueError("name at least one unit")
    return named


def own_units(look: Look, side: str, ids: str) -> tuple[str, ...]:
    """The same for the side's units on the map."""
    named = units_named(look, side, ids)
    for unit in map(look.unit, named):
        if unit.side != side or not unit.on_map:
            raise ValueError(f"{unit.id!r} is not one of your units on the map")
    return named


def hex_named(look: Look, hex_: int) -> int:
    """A hex of the board.

    Raises ValueError.
    """
    if not 0 <= hex_ < look.board.size:
        raise ValueError(f"there is no hex {hex_} on this map")
    return hex_


def why(session: Session, side: str, action: Action) -> dict[str, Any]:
    """Why an action is refused, or that it is legal."""
    refused = session.game.check(side, action)
    return {"ok": True} if refused is None else {"ok": False, "refusal": refusal_json(session, side, refused)}


def reach(session: Session, side: str, units: str) -> dict[str, Any]:
    """Where these units could go together, and what they could do as they begin."""
    named = own_units(session.game.look, side, units)
    answer = reachable(session.game, side, named)
    found: dict[str, Any] = {
        "hexes": {
            str(h): {"mp_left": show_mp(r.mp_left), "path": list(r.path), "stop": r.stop}
            for h, r in answer.hexes.items()
        },
        "overruns": list(answer.overruns),
        "unfueled": list(answer.unfueled),
        "acts": msgspec.to_builtins(on_the_spot(session.game, side, named)),
    }
    if answer.refusal is not None:
        found["refusal"] = refusal_json(session, side, answer.refusal)
    return found


def by_rail(session: Session, side: str, units: str, hex_: int) -> dict[str, Any]:
    """Where these units, or else the SP on the ground of a hex, could go by rail."""
    look = session.game.look
    if units:
        answer = rail_reach(session.game, side, own_units(look, side, units))
    else:
        answer = train_reach(session.game, side, hex_named(look, hex_))
    found: dict[str, Any] = {
        "left": show_points(answer.left),
        "hexes": {
            str(h): {"cost": show_points(stop.cost), "path": list(stop.path), "multi": stop.multi}
            for h, stop in answer.hexes.items()
        },
        "others": {str(h): refusal_json(session, side, refused) for h, refused in answer.others.items()},
        "tokens": answer.tokens,
        "change": list(answer.change),
    }
    if answer.refusal is not None:
        found["refusal"] = refusal_json(session, side, answer.refusal)
    return found


def cost(session: Session, side: str, unit: str, start: int, hex_: int) -> dict[str, Any]:
    """The terms of entering a hex from its neighbour, which are the same for all units of a mobility. The bridges of
    the asking side count for its own units."""
    look = session.game.look
    if unit not in look.state.units:
        raise ValueError(f"there is no unit {unit!r} in this game")
    direction = look.board.direction(hex_named(look, start), hex_named(look, hex_))
    if direction < 0:
        raise ValueError("the two hexes are not neighbours")
    kind = mobility(look, look.unit(unit))
    own = side == look.unit(unit).side or (side == OPEN and (look.state.over or not look.switch("fog")))
    standing = bridging.at_hexside(look, look.unit(unit), start, hex_) if own else ()
    table = look.world.cost_table(look.state.weather, len(standing))
    lines = explain_cost(look.board, table, kind, start, direction)
    return {
        "mobility": kind,
        "lines": [{"reason": reason, "mp": mp_text(amount)} for reason, amount in lines],
        "bridged_by": list(standing),
    }


def construction_of(session: Session, side: str, unit: str) -> list[dict[str, Any]]:
    """What a unit of the side could build or reduce, where, for how many tokens, and what forbids it."""
    look = believed(session.game.look, side)
    (uid,) = units_named(look, side, unit)
    if side not in (OPEN, look.unit(uid).side) or not look.unit(uid).on_map:
        raise ValueError(f"{uid!r} is not one of your units on the map")
    return [
        {
            "action": msgspec.to_builtins(action),
            "hex": action.hex,
            "task": action.task,
            "tokens": tokens,
            "ok": refused is None,
            "refusal": None if refused is None else refusal_json(session, side, refused),
        }
        for action, tokens, refused in construction.prospects(look, look.unit(uid).side, uid)
    ]


def mp_text(amount: int) -> str:
    """A movement cost as players write it."""
    return {PROHIBITED: "prohibited", ALL: "all"}.get(amount) or show_mp(amount)


def supply_of_hex(session: Session, side: str, hex_: int) -> dict[str, Any]:
    """From where one could draw from a dump in a hex, and where HQs could throw its supply."""
    look = believed(session.game.look, side)
    return {"dump": reach_json(supply.dump_reach(look, side, hex_named(look, hex_)))}


def extender_range(session: Session, side: str, unit: str) -> dict[str, Any]:
    """The hexes that an Extender of the side could link to, with their MP from it (12.7b)."""
    look = believed(session.game.look, side)
    (uid,) = own_units(look, side, unit.replace(",", " "))
    extender = look.unit(uid)
    if not extender.extender:
        raise ValueError(f"{uid!r} is no Extender")
    mix = extender_links.mix_of(look, side, transport_kind(look, extender))
    field = (
        field_from(look, side, extender.hex, mix.mobility, mix.range, facing=extender.facing)
        if mix is not None
        else None
    )
    return {"hexes": {str(h): show_mp(mp) for h, mp in sorted(field.cost.items())} if field is not None else {}}


def unit_of_viewer(session: Session, viewer: str, unit: str) -> tuple[str, str]:
    """A unit of the viewer, in open play of any side, and its side.

    Raises ValueError.
    """
    (uid,) = units_named(session.game.look, viewer, unit.replace(",", " "))
    side = session.game.look.unit(uid).side
    if viewer not in (OPEN, side):
        raise ValueError(f"{uid!r} is not your unit")
    return uid, side


def cuts(session: Session, viewer: str, unit: str, line: str) -> dict[str, Any]:
    """What would cut the trace or the supply of a unit."""
    uid, side = unit_of_viewer(session, viewer, unit)
    names = namer(session, viewer)
    told = explanations.cuts_of(session.game, side, uid, line)
    return {**in_words(told, names), "text": cuts_lines(told, names)}


def bills(session: Session, side: str, kind: str, hex_: int, units: str, special: str = "") -> dict[str, Any]:
    """Who could pay for an attack, an overrun or a barrage."""
    look = session.game.look
    if kind not in BILL_KINDS:
        raise ValueError(f"there is no bill of kind {kind!r}; there are: {', '.join(BILL_KINDS)}")
    named = own_units(look, side, units)
    must_know(look, special)
    told = explanations.bills_for(session.game, side, cast(BillKind, kind), hex_named(look, hex_), named, special)
    answer: dict[str, Any] = in_words(told, namer(session, side))
    return answer


def move_cost(session: Session, side: str, units: str, hex_: int) -> dict[str, Any]:
    """What a move costs in fuel, who pays, and the way to a hex."""
    look = session.game.look
    named = own_units(look, side, units)
    if len({look.unit(uid).hex for uid in named}) > 1:
        raise ValueError("units that move together stand in one hex")
    told = explanations.move_cost(session.game, side, named, hex_ if hex_ < 0 else hex_named(look, hex_))
    names = namer(session, side)
    return {**in_words(told, names), "text": move_lines(told, names)}


def supply_of_unit(session: Session, viewer: str, unit: str) -> dict[str, Any]:
    """Who could pay for a unit, along which path, and its trace; of an HQ also where it draws and throws."""
    uid, side = unit_of_viewer(session, viewer, unit)
    look = believed(session.game.look, side)
    subject: Unit = look.unit(uid)
    told = explanations.supply_of(session.game, side, uid)
    answer: dict[str, Any] = in_words(told, namer(session, viewer))
    if look.counter(subject).kind == "hq" and subject.on_map:
        answer["hq"] = reach_json(supply.hq_reach(look, subject))
    return answer


def reach_json(found: supply.Reachable) -> dict[str, Any]:
    """Draw and throw reach with MP in words."""
    plain: dict[str, Any] = msgspec.to_builtins(found)
    for name in ("draw", "throw"):
        plain[name] = {str(h): show_mp(mp) for h, mp in getattr(found, name).items()}
    return plain


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
        special_attack(look.world.charts, special)


def odds(
    session: Session,
    side: str,
    hex_: int,
    units: str,
    kind: str,
    policy: Policy,
    terrain: dict[int, str] | None = None,
    special: str = "",
) -> dict[str, Any]:
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
    labels = look.policies[COMBAT_COLUMNS](look.world.charts, found.preview.odds)
    return {
        **msgspec.to_builtins(found.preview),
        "forecast": combat_report(found, labels),
        "bounds": bounds_of_combat(session, side, asked, found),
        "specials": [
            {"name": one.id, "title": one.title, "case": one.case, "losses_only": one.losses_only}
            for one in special_attacks(look.world.charts).values()
        ],
        "assumptions": assumptions(session, side, hex_),
    }


def bounds_of_combat(session: Session, side: str, attack: Attack, found: CombatAnswer) -> dict[str, Any] | None:
    """Between what an attack stands for all that fog hides of the stack it meets; None without fog."""
    look = session.game.look
    known = doubt(look, side, attack.hex) if fogged(look, side) else None
    return combat_bounds_report(combat_bounds(known, attack, found)) if known is not None else None


def bounds_of_barrage(session: Session, side: str, hex_: int, guns: tuple[str, ...]) -> dict[str, Any] | None:
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
) -> dict[str, Any]:
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
    return {
        **plan_report(found),
        "assumptions": [*found.assumptions, *assumptions(session, side, hex_)],
        "refusals": [refusal_json(session, side, no) for no in found.refused],
    }


def strokes(session: Session, side: str, hex_: int) -> dict[str, Any]:
    """Who could barrage a hex and who could then attack it, each with what it costs, and why others cannot."""
    look = believed(session.game.look, side)

    def told(refused: Refusal | None) -> dict[str, Any] | None:
        return None if refused is None else refusal_json(session, side, refused)

    guns = [
        {"unit": gun.unit, "strength": gun.strength, "cost": gun.cost, "refusal": told(gun.refused)}
        for gun in barrage.battery(look, side, hex_named(look, hex_))
    ]
    around = [unit for n in look.board.neighbours(hex_) for unit in look.combat_units_at(n, side)]
    attackers = [
        {"unit": u.id, "refusal": told(combat_segment.refuse_plan(look, side, u, hex_))}
        for u in around
        if look.counter(u).kind != "artillery"
    ]
    return {"guns": guns, "attackers": attackers}


def barrage_preview(session: Session, side: str, hex_: int, units: str) -> dict[str, Any]:
    """The preview of a barrage on what the side may believe."""
    look = believed(session.game.look, side)
    firing = own_units(look, side, units)
    answer: dict[str, Any] = msgspec.to_builtins(barrage.preview(look, side, hex_named(look, hex_), firing))
    return answer | {"bounds": bounds_of_barrage(session, side, hex_, firing)}

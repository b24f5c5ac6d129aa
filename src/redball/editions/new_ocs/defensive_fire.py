"""Defensive Artillery Fire: ready guns within range of an attacking hex worsen the attack on both sides of the table.

The defender names guns, one by one, until they have enough points, then pays from supply within reach of one of them,
or with the internal stocks of one. Guns that fire are tapped. Only the present barrage strength of the guns counts: DG
halves it, and in Strat or Reserve Mode they are silent, as in a barrage.

Cases: N9.5-defensive-fire, N9.5-defensive-fire-drm, N9.5-defensive-fire-internal, N12.4-defensive-barrage,
N13.4-own-hex, N5-tap-mode, N7-defensive-fire, N7-defensive-fire-tap
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain

from msgspec.structs import replace

from redball.core.actions import OnUnit, Pay, UseInternals, Withhold
from redball.core.battle import AnnouncedOdds, Kind, OtherOdds
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.core.state import EXHAUSTED, Unit
from redball.core.telling import Names, units_do
from redball.editions.new_ocs.combat_charts import CombatLimits
from redball.editions.new_ocs.tap import UnitTapped, tapped
from redball.rules.barrage.on_board import barrage_strength, effective, total_strength
from redball.rules.barrage.segment import SILENT_MODES, in_range
from redball.rules.combat.odds import preview
from redball.rules.combat.record import CombatData
from redball.rules.combat.supply import open_bill, refuse_internals, use_internals
from redball.rules.supply.bills import Bill, offers, pay_candidates, refuse_pay


class SupportWith(OnUnit, frozen=True, tag="support_with"):
    """Support the defender in this combat with artillery, gun by gun (N9.5)."""

    shown = Shown("Support", 3, "{unit} supports the defence")


class DefensiveFire(Event, frozen=True, kw_only=True):
    """Artillery supports the defender of a hex (N9.5)."""

    hex: int
    units: tuple[str, ...]

    def told(self, n: Names) -> str:
        return f"{units_do(n, self.units, 'supports', 'support')} {n.side(self.side)} at {n.hex(self.hex)}"


EVENTS = (DefensiveFire,)


PURPOSE = "defensive fire"

NOT_READY = refusal(
    "fire.not_ready",
    case="N9.5-defensive-fire",
    text="{units} cannot support this defence; only ready artillery in range of an attacking hex can",
)
UNPAYABLE = refusal(
    "fire.unpayable",
    case="N9.5-defensive-fire",
    text="neither supply within reach nor internal stocks could pay {need} for {units}",
)
NOT_FIRING = refusal(
    "fire.not_firing", case="N9.5-defensive-fire-internal", text="{units} is not one of the firing guns"
)


# --- who can -----------------------------------------------------------------------------------------------------


def is_ready(look: Look, unit: Unit, hexes: Collection[int]) -> bool:
    """Whether the gun is not tapped, silent, or out of range of every attacking hex."""
    if tapped(unit) or unit.marker in SILENT_MODES or not barrage_strength(look, unit):
        return False
    return any(in_range(look, unit, hex_) for hex_ in hexes)


def guns(look: Look, side: str, hexes: Collection[int]) -> tuple[Unit, ...]:
    """The ready artillery of a side."""
    return tuple(unit for unit in look.own_of(side, "artillery") if is_ready(look, unit, hexes))


def points_needed(look: Look) -> int:
    """Barrage points that the fire takes."""
    return look.world.charts.table(CombatLimits).fire_points


def points(look: Look, side: str, units: Iterable[str]) -> Fraction:
    """What some guns of a side bring to the fire."""
    return effective(look, side, total_strength(look, units))


def supports(look: Look, side: str, hex_: int, attackers: Collection[Unit]) -> bool:
    """Whether the defender's guns have the points to fire at this attack."""
    ready = guns(look, look.enemy(side), {unit.hex for unit in attackers})
    return points(look, look.enemy(side), (unit.id for unit in ready)) >= points_needed(look)


def without(
    look: Look,
    kind: Kind,
    hex_: int,
    attackers: tuple[str, ...],
    terrain: Mapping[int, str] | None,
    odds: AnnouncedOdds,
) -> list[OtherOdds]:
    """The odds without the fire: previews assume that the guns fire."""
    units = [look.unit(uid) for uid in attackers]
    if not units or not supports(look, units[0].side, hex_, units):
        return []
    found = preview(look, kind, hex_, attackers, terrain, fire=False)
    return [OtherOdds("no Defensive Artillery Fire", "N9.5-defensive-fire", found.odds)]


def attacking_hexes(data: CombatData) -> frozenset[int]:
    """The hexes of the attackers."""
    return frozenset(stack.hex for stack in data.stacks)


def bill(look: Look, data: CombatData, uid: str) -> Bill:
    """The price of the fire, brought to one of the guns."""
    tokens = look.world.charts.table(CombatLimits).fire_tokens
    return Bill(look.enemy(data.side), (uid,), tokens, PURPOSE, "N9.5-defensive-fire")


def can_pay(look: Look, data: CombatData, units: Iterable[str]) -> bool:
    """Whether supply or internal stocks of one of the guns can pay."""
    return any(look.unit(uid).internals < EXHAUSTED or offers(look, bill(look, data, uid)) for uid in units)


# --- naming guns ---------------------------------------------------------------------------------------------------


def complete(look: Look, data: CombatData) -> bool:
    """Whether the named guns have the points."""
    return bool(data.fire) and points(look, look.enemy(data.side), data.fire) >= points_needed(look)


def decides(look: Look, data: CombatData) -> str | None:
    """The defender, while they could still fire and have not named enough."""
    if complete(look, data) or not data.defenders:
        return None
    ready = guns(look, look.enemy(data.side), attacking_hexes(data))
    names = tuple(unit.id for unit in ready)
    if points(look, look.enemy(data.side), names) < points_needed(look) or not can_pay(look, data, names):
        return None
    return look.enemy(data.side)


def candidates(look: Look, data: CombatData) -> Iterator[SupportWith]:
    """Guns that are not named yet."""
    ready = guns(look, look.enemy(data.side), attacking_hexes(data))
    return (SupportWith(unit.id) for unit in ready if unit.id not in data.fire)


def refuse(look: Look, data: CombatData, action: SupportWith) -> Refusal | None:
    """Refuse a gun that is not ready, or a last one if nothing can pay. (The points suffice while the step is open.)"""
    side, hexes = look.enemy(data.side), attacking_hexes(data)
    ready = [unit.id for unit in guns(look, side, hexes)]
    if action.unit not in ready or action.unit in data.fire:
        return NOT_READY(units=(action.unit,))
    named = (*data.fire, action.unit)
    if points(look, side, named) >= points_needed(look) and not can_pay(look, data, named):
        return UNPAYABLE(units=named, need=show_tokens(bill(look, data, action.unit).tokens))
    return None


def take(run: Run, data: CombatData, action: SupportWith) -> None:
    run.set(replace(data, fire=(*data.fire, action.unit)))


def take_withhold(run: Run, data: CombatData, action: Withhold) -> None:
    """Withhold the fire: no gun fires."""
    run.set(replace(data, fire=()))
    run.go("fire_over")


# --- paying --------------------------------------------------------------------------------------------------------


def pays(look: Look, data: CombatData) -> str | None:
    """The defender, when guns are named."""
    return look.enemy(data.side) if data.fire else None


def pay_ways(look: Look, data: CombatData) -> Iterator[Pay]:
    """From every source within reach of one of the guns."""
    return chain.from_iterable(pay_candidates(look, bill(look, data, uid)) for uid in data.fire)


def refuse_fire_pay(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """The bill of one of the guns."""
    if action.unit not in data.fire:
        return NOT_FIRING(units=(action.unit,))
    return refuse_pay(look, bill(look, data, action.unit), action)


def take_fire_pay(run: Run, data: CombatData, action: Pay) -> None:
    run.go("fire")
    open_bill(run, bill(run.look, data, action.unit), action)


def stocks(look: Look, data: CombatData) -> Iterator[UseInternals]:
    """The guns."""
    return (UseInternals(uid) for uid in data.fire)


def refuse_stocks(look: Look, data: CombatData, action: UseInternals) -> Refusal | None:
    """Stocks of one of the guns, where supply within its reach cannot pay (12.10a)."""
    if action.unit not in data.fire:
        return NOT_FIRING(units=(action.unit,))
    return refuse_internals(look, look.unit(action.unit), bill(look, data, action.unit))


def take_stocks(run: Run, data: CombatData, action: UseInternals) -> None:
    run.go("fire")
    use_internals(run, action.unit, bill(run.look, data, action.unit))


def fire(run: Run, data: CombatData) -> None:
    """The guns fire and are tapped."""
    if not data.fire:
        return
    side = run.look.enemy(data.side)
    run.emit(DefensiveFire(case="N9.5-defensive-fire", side=side, hex=data.hex, units=data.fire))
    for uid in data.fire:
        run.emit(UnitTapped(case="N9.5-defensive-fire", side=side, unit=uid))


def over(run: Run, data: CombatData) -> None:
    """The combat goes on."""


STEPS = (
    Choose(
        "defensive_fire",
        "Support the defence with artillery, gun by gun, or withhold it",
        decides,
        (
            Option(SupportWith, candidates, refuse, take),
            Option(Withhold, only(Withhold()), always_legal, take_withhold),
        ),
        case="N9.5-defensive-fire",
    ),
    Choose(
        "fire_supply",
        "Pay for the Defensive Artillery Fire, or cancel it",
        pays,
        (
            Option(Pay, pay_ways, refuse_fire_pay, take_fire_pay),
            Option(UseInternals, stocks, refuse_stocks, take_stocks),
            Option(Withhold, only(Withhold()), always_legal, take_withhold),
        ),
        case="N9.5-defensive-fire",
    ),
    Do("fire", fire),
    Do("fire_over", over),
)

POLICIES = {"supporting_fire": supports, "other_odds": without}
EDITS = tuple(
    ("combat", "after", before, step)
    for before, step in zip(("defence_supplied", *(s.name for s in STEPS)), STEPS, strict=False)
)

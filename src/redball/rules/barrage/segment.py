"""The Barrage Segment: a side declares artillery barrages, one at a time, until it is done.

A barrage is drafted (target, then units) and nothing happens until it is committed; then the procedure "barrage" runs.
A barrage that cannot be paid in full cannot be committed (10.1b-2), and its units have not fired.

Cases: 10.0-B, 10.0-C, 10.0-E, 10.0e-A, 10.0e-B, 10.0e-C, 10.0e-D, 10.0e-E, 10.1a, 10.1b-2, 13.4, 13.4a, 7.0b, 21.9a,
21.9b, 21.9c, HR-7-A
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import DeclareBarrage, OnUnit, RemoveUnit
from redball.core.chances import spread_of
from redball.core.derived import derived
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.ledger import Ledger, show, show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.core.state import Unit
from redball.core.telling import MODES, phase_name
from redball.core.world import World, of_world
from redball.rules.barrage.chart import Target, throw_barrage
from redball.rules.barrage.on_board import aim, best_terrain, effective, target_of, total_strength
from redball.rules.barrage.points import AIMED_PREVIEW, BARRAGE_PRICE_TOLD, REFUSE_FIRE_TOGETHER
from redball.rules.barrage.procedure import BARRAGE, Barrage, bill_for
from redball.rules.combat.drafts import Draft, Drafting, take_remove
from redball.rules.combat.points import CASE_OF, SUPPLY_FORBIDS
from redball.rules.supply.bills import offers, same_source, shared_payers
from redball.rules.supply.draw_and_throw import tokens_of
from redball.rules.units.abilities import CAN_ACT, usable_in_phase, weakened


class HalveFire(OnUnit, frozen=True, tag="halve_fire"):
    """Let artillery in a barrage that is being declared fire half its strength, or all of it again (HR-7)."""

    shown = Shown("Add", 5, "Half or all: {unit}")


HALF = option(
    "half_barrage",
    "HR-7-A",
    "Artillery may fire half its strength, to save supply",
    excludes=("fueled_guns",),
)
WHOLE = refusal("barrage.whole", case="10.0-C", text="{units} must fire at full strength or not at all")
REACTIVE = option(
    "reactive_artillery",
    "21.9",
    "Artillery in Combat or Move Mode may fire in Reaction without having been in Reserve Mode",
)
SILENT_MODES = {"reserve": "5.7-A", "strat": "5.8-C"}

NO_ENEMY = refusal("barrage.no_enemy", case="10.0-B", text="{hexes} holds no enemy combat units to barrage")
HEX_BARRAGED = refusal("barrage.hex_barraged", case="10.0e-A", text="{hexes} was already barraged in this phase")
NOBODY = refusal(
    "barrage.nobody",
    case="10.1a",
    text="no artillery can barrage {hexes} now",
    remedy="bring artillery within range, in Combat, Move or DG Mode, that has not fired in this phase",
)
SEGMENT_OVER = refusal(
    "barrage.segment_over",
    case="10.0-B",
    text="the Barrage Segment of this phase is over",
    remedy="declare barrages before you end the Barrage Segment",
)
WRONG_PHASE = refusal(
    "barrage.movement_phase",
    case="10.0e-C",
    text="artillery does not barrage in the Movement Phase: {units}",
    remedy="wait for the Barrage Segment of the Combat Phase",
)
NOT_OWN = refusal("barrage.not_own", case="10.0-B", text="{units} does not belong to the barraging side")
NOT_ARTILLERY = refusal(
    "barrage.not_artillery", case="13.4", text="{units} has no Barrage Strength on the side showing"
)
SILENT = refusal(
    "barrage.mode",
    case="13.4a",
    text="{units} is in {detail} Mode and cannot barrage",
    remedies={
        "release": "release it from Reserve first; then it may fire",
        "reserve": "keep it for the Reaction or Exploitation Phase, where it can be released to fire",
        "strat": "take it out of Strat Mode in your Movement Phase",
    },
)
NOT_USABLE = refusal(
    "barrage.not_usable",
    case="11.0a",
    text="in the {have} only {need} may barrage; {units} is not one",
    remedy="next time put artillery into Reserve Mode in your Movement Phase, then release it here",
)
FIRED = refusal("barrage.fired", case="10.0e-B", text="{units} has already barraged in this phase")
OUT_OF_RANGE = refusal(
    "barrage.range",
    case="10.1a",
    text="{hexes} is {have:hex} from {units}, whose range is {need}",
    remedy="fire at a hex within its range, or move closer in a Movement Segment",
)
ONE_HEX = refusal(
    "barrage.one_hex",
    case="10.0e-A",
    text="a barrage on {hexes} is being declared",
    remedy="commit it or take it back first",
)
NO_TARGET = refusal("barrage.no_target", case="10.0-D", text="choose a hex for the barrage first")
NO_UNITS = refusal(
    "barrage.no_units",
    case="10.0-D",
    text="no unit fires at {hexes} yet",
    remedy="add a unit, or take the declaration back",
)
ADDED = refusal("barrage.added", case="10.0e-B", text="{units} is already in the barrage")
NOT_ADDED = refusal("barrage.not_added", case="10.0-D", text="{units} is not in the barrage")
NO_POINTS = refusal(
    "barrage.no_points",
    case="10.0-E",
    text="{units} have {have} Barrage Points; a barrage needs at least {need} before shifts",
    remedy="add artillery, or turn its Combat side up next turn",
)
NO_SUPPLY = refusal(
    "barrage.no_supply",
    case="10.1b-2",
    text="this barrage costs {need}; one HQ or one dump can give {units} only {have}",
    remedy="fire fewer units, or bring enough supply within reach of one HQ or dump that serves all of them",
)


class BarrageSegment(Draft, frozen=True, tag=True):
    """A side's Barrage Segment and its draft; `halved` are units that fire half,
    `aim` is the target, where it may be other than units; `planes` are aircraft that join, where an edition lets them.
    """

    halved: tuple[str, ...] = ()
    aim: str = ""
    planes: tuple[str, ...] = ()


# --- who may barrage -----------------------------------------------------------------------------------------------


def refuse_artillery(look: Look, side: str, unit: Unit) -> Refusal | None:
    """Every reason why a unit cannot barrage in this phase, whatever the target."""
    phase = look.state.clock.phase
    if unit.side != side or not unit.on_map:
        return NOT_OWN(units=(unit.id,))
    if look.counter(unit).kind != "artillery" or not look.face(unit).barrage:
        return NOT_ARTILLERY(units=(unit.id,))
    if phase == "movement":
        return WRONG_PHASE(units=(unit.id,))
    if unit.marker in SILENT_MODES:
        so = "release" if unit.marker == "reserve" and phase in ("reaction", "exploitation") else unit.marker
        return SILENT(units=(unit.id,), detail=MODES[unit.marker], so=so)
    if not usable_in_phase(look, unit) and not may_react(look, unit):
        case = look.policies[CASE_OF](look, "7.0a" if phase == "reaction" else "11.0a")
        return NOT_USABLE(units=(unit.id,), have=phase_name(phase), need=CAN_ACT[phase], case=case)
    if unit.activity.barraged:
        return FIRED(units=(unit.id,))
    return look.policies[SUPPLY_FORBIDS](look, unit, "barrage") if weakened(unit) else None


def may_react(look: Look, unit: Unit) -> bool:
    """21.9a: artillery in Combat or Move Mode may fire in Reaction without having been in Reserve, from a hedgehog too.
    It gains nothing else: it does not move, and Exploitation does not change (21.9b)."""
    return look.state.clock.phase == "reaction" and not unit.marker and look.option(REACTIVE.name)


def refuse_unit(look: Look, side: str, unit: Unit, hex_: int) -> Refusal | None:
    """Every reason why a unit cannot barrage a hex; terrain and weather do not matter (10.1a)."""
    refused = refuse_artillery(look, side, unit)
    if refused is not None:
        return refused
    if not in_range(look, unit, hex_):
        distance, reach = look.board.distance(unit.hex, hex_), look.face(unit).barrage_range
        return OUT_OF_RANGE(units=(unit.id,), hexes=(hex_,), have=distance, need=reach)
    return None


def in_range(look: Look, unit: Unit, hex_: int) -> bool:
    """10.1a: from 1 hex to the range of the side showing."""
    return hex_ != unit.hex and hex_ in look.board.within(unit.hex, look.face(unit).barrage_range)


@derived
def guns(look: Look, side: str) -> tuple[Unit, ...]:
    """Units of a side that may barrage in this phase, in order of id."""
    return tuple(u for u in look.own_of(side, "artillery") if refuse_artillery(look, side, u) is None)


def possible_units(look: Look, side: str, hex_: int) -> tuple[str, ...]:
    """Units of a side that may barrage a hex now."""
    return tuple(unit.id for unit in guns(look, side) if in_range(look, unit, hex_))


@derived
def possible_targets(look: Look, side: str) -> tuple[int, ...]:
    """Hexes that a side may barrage now, in index order: those that `refuse_target` accepts."""
    near: set[int] = set()
    for unit in guns(look, side):
        near.update(look.board.within(unit.hex, look.face(unit).barrage_range))
    troops = look.facts.combat_units[look.enemy(side)]
    return tuple(sorted([h for h in near if troops[h] and h not in look.state.barraged]))


def refuse_target(look: Look, side: str, hex_: int) -> Refusal | None:
    """A hex with enemy combat units, not barraged in this phase, that some artillery reaches."""
    if not look.has_combat_units(hex_, look.enemy(side)):
        return NO_ENEMY(hexes=(hex_,))
    if hex_ in look.state.barraged:
        return HEX_BARRAGED(hexes=(hex_,), case=look.policies[CASE_OF](look, HEX_BARRAGED.case))
    return None if possible_units(look, side, hex_) else NOBODY(hexes=(hex_,))


def refuse_fire(
    look: Look, side: str, hex_: int, units: tuple[str, ...], halved: tuple[str, ...] = ()
) -> Refusal | None:
    """Whether these units together may barrage the hex: at least one point, and the whole price from one place."""
    if not units:
        return NO_UNITS(hexes=(hex_,))
    refused = look.policies[REFUSE_FIRE_TOGETHER](look, units)
    if refused is not None:
        return refused
    strength = effective(look, side, total_strength(look, units, halved))
    table = look.world.charts.barrage
    if not table.allows(strength):
        return NO_POINTS(units=units, have=show(strength), need=table.minimum_strength)
    bill = bill_for(look, side, units, halved)
    if bill.tokens and not offers(look, bill):
        found = shared_payers(look, units, frozenset())
        most = max((tokens_of(q for q in found if same_source(p, q)) for p in found), default=0)
        return NO_SUPPLY(units=units, have=show_tokens(most), need=show_tokens(bill.tokens))
    return None


def drafted_halves(look: Look, hex_: int, units: Iterable[str]) -> tuple[str, ...]:
    """Which of these units fire half in the drafted barrage of that hex, so that previews count them as they will fire
    (HR-7-A)."""
    data = look.state.stack[-1].data if look.state.stack else None
    drafted = data.halved if isinstance(data, BarrageSegment) and data.target == hex_ else ()
    return tuple(uid for uid in units if uid in drafted)


def refuse_barrage(look: Look, side: str, hex_: int, units: tuple[str, ...]) -> Refusal | None:
    """Every reason against a barrage of a hex by these units."""
    return (
        refuse_target(look, side, hex_)
        or next((no for uid in units if (no := refuse_unit(look, side, look.unit(uid), hex_)) is not None), None)
        or refuse_fire(look, side, hex_, units, drafted_halves(look, hex_, units))
    )


def refuse_plan(look: Look, side: str, hex_: int, units: tuple[str, ...]) -> Refusal | None:
    """As `refuse_barrage`, for a barrage later in this phase, before its attacks."""
    return SEGMENT_OVER() if look.state.clock.segment == "combat" else refuse_barrage(look, side, hex_, units)


class Gun(Struct, frozen=True):
    """Artillery in range of a hex: its strength, its cost in tokens if it fires alone, why it cannot fire."""

    unit: str
    strength: str
    cost: int
    refused: Refusal | None


def battery(look: Look, side: str, hex_: int) -> tuple[Gun, ...]:
    """All artillery of a side in range of a hex, in order of id."""
    near = [unit for unit in look.own_of(side, "artillery") if look.face(unit).barrage and in_range(look, unit, hex_)]
    return tuple(_gun(look, side, hex_, unit) for unit in near)


def _gun(look: Look, side: str, hex_: int, unit: Unit) -> Gun:
    halved = drafted_halves(look, hex_, (unit.id,))
    strength = total_strength(look, (unit.id,), halved)
    cost = bill_for(look, side, (unit.id,), halved).tokens if look.world.charts.barrage.allows(strength) else 0
    return Gun(unit.id, show(strength), cost, refuse_plan(look, side, hex_, (unit.id,)))


# --- preview -------------------------------------------------------------------------------------------------------


class Prospect(Struct, frozen=True):
    """A possible result: whether the hex becomes DG, steps lost, and in how many of 216 rolls of three dice."""

    dg: bool
    steps: int
    ways: int


class BarragePreview(Struct, frozen=True):
    """A barrage ahead: strength, price in tokens, column with its ledger, chances; or why it is not allowed.

    It assumes the terrain that helps the target most. `strength` is written as players write it.
    `price` is the derivation of the price if it is not simply the column's.
    """

    units: tuple[str, ...]
    strength: str
    refused: Refusal | None = None
    terrain: str = ""
    cost: int = 0
    column: str = ""
    ledger: Ledger | None = None
    prospects: tuple[Prospect, ...] = ()
    price: Ledger | None = None


def preview(look: Look, side: str, hex_: int, units: tuple[str, ...]) -> BarragePreview:
    """Look ahead to a barrage from what `look` knows: pass one that the player may believe."""
    aimed: BarragePreview | None = look.policies[AIMED_PREVIEW](look, side, hex_, units)
    if aimed is not None:
        return aimed
    halved = drafted_halves(look, hex_, units)
    strength = total_strength(look, units, halved)
    refused = refuse_barrage(look, side, hex_, units)
    table = look.world.charts.barrage
    if not table.allows(effective(look, side, strength)) or not look.has_combat_units(hex_, look.enemy(side)):
        return BarragePreview(units, show(strength), refused)
    terrain = best_terrain(look, hex_)
    at_units = aim(look, side, hex_, strength, terrain)
    price = look.policies[BARRAGE_PRICE_TOLD](look, units, strength)
    return BarragePreview(
        units=units,
        strength=show(strength),
        refused=refused,
        terrain=terrain,
        cost=bill_for(look, side, units, halved).tokens,
        column=at_units.label,
        ledger=at_units.ledger,
        prospects=prospects(look.world, at_units.column, target_of(look, side, hex_, terrain)),
        price=price.ledger() if price else None,
    )


@of_world
def prospects(world: World, column: int, target: Target) -> tuple[Prospect, ...]:
    """Every result of a barrage that reads this column, the lightest first."""
    found = spread_of(lambda throw: throw_barrage(world.charts, column, target, throw)).map(
        lambda read: (read.dg, read.steps)
    )
    scale = 216 // found.total
    return tuple(Prospect(dg, steps, ways * scale) for (dg, steps), ways in sorted(found.ways.items()))


# --- the decision --------------------------------------------------------------------------------------------------


def refuse_commit(look: Look, data: BarrageSegment) -> Refusal | None:
    """A draft must be able to fire."""
    return refuse_fire(look, data.side, data.target, data.units, data.halved)


def commit(run: Run, data: BarrageSegment) -> None:
    """The barrage is declared."""
    run.push("barrage", Barrage(side=data.side, hex=data.target, units=data.units, halved=data.halved))


# One barrage at a time; any number of units, each at full strength (10.0-C, 10.0e-B).
DRAFTING = Drafting(
    declare=DeclareBarrage,
    targets=possible_targets,
    refuse_target=refuse_target,
    able=possible_units,
    refuse_unit=refuse_unit,
    refuse_commit=refuse_commit,
    commit=commit,
    within=lambda look, unit: look.face(unit).barrage_range,
    spent=lambda look: look.state.barraged,
    one_target=ONE_HEX,
    no_target=NO_TARGET,
    added=ADDED,
    not_added=NOT_ADDED,
    together=lambda look, units, unit: look.policies[REFUSE_FIRE_TOGETHER](look, (*units, unit.id)),
)


def halve_candidates(look: Look, data: BarrageSegment) -> Iterator[HalveFire]:
    """Every unit of the barrage."""
    if look.option(HALF.name):
        yield from (HalveFire(uid) for uid in data.units)


def refuse_halve(look: Look, data: BarrageSegment, action: HalveFire) -> Refusal | None:
    """A unit of the barrage being declared."""
    if not look.option(HALF.name):
        return WHOLE(units=(action.unit,))
    return None if action.unit in data.units else NOT_ADDED(units=(action.unit,))


def take_halve(run: Run, data: BarrageSegment, action: HalveFire) -> None:
    """Half strength, or full again."""
    others = tuple(uid for uid in data.halved if uid != action.unit)
    run.set(replace(data, halved=others if len(others) < len(data.halved) else (*others, action.unit)))


def tidied(run: Run, data: BarrageSegment, action: RemoveUnit) -> None:
    """A unit taken out fires at full strength if added again."""
    take_remove(run, replace(data, halved=tuple(uid for uid in data.halved if uid != action.unit)), action)


SEGMENT = Procedure(
    "barrage_segment",
    BarrageSegment,
    (
        Choose(
            "declare",
            "Declare a barrage: choose the hex, add artillery, commit; or end the segment",
            DRAFTING.decides,
            (*DRAFTING.options(tidied), Option(HalveFire, halve_candidates, refuse_halve, take_halve)),
            case="10.0-B",
        ),
    ),
)

PROCEDURES = (SEGMENT, BARRAGE)
SWITCHES = (REACTIVE, HALF)

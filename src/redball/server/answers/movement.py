"""Where units could go, what a hex costs them, what they could build, and why an action is refused."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from redball.board.costs import ALL, PROHIBITED, explain_cost
from redball.core.actions import Action, Construct
from redball.core.ledger import show_mp
from redball.core.telling import show_rail_points
from redball.forces.counter import Mobility
from redball.game.plan.moves import on_the_spot, reachable
from redball.game.plan.rail import rail_reach, train_reach
from redball.game.plan.shipping import supply_by_sea, units_by_sea
from redball.game.plan.slowed import added_to
from redball.game.plan.voyages import reach_of_ship
from redball.game.sentences import ToldRefusal
from redball.game.sight.belief import OPEN, believed, refuse_unseen
from redball.rules.ground import bridges as bridging
from redball.rules.ground.craft import vessel_in
from redball.rules.moving_stack.points import STEP_TOLLS
from redball.rules.units.abilities import mobility
from redball.rules.works import construction
from redball.server.answers.asked import hex_named, own_units, told, told_or_none, unit_named
from redball.server.session import Session


class WhyAnswer(Struct, frozen=True):
    """Whether an action is legal; if not, the refusal."""

    ok: bool
    refusal: ToldRefusal | UnsetType = UNSET


class ReachHex(Struct, frozen=True):
    """A hex that a stack could reach: the lowest MP left in the stack, the path, and why the move must end there ("":
    it need not). `slowed`: the MP that markers of aircraft add on the path, "" for none."""

    mp_left: str
    path: tuple[int, ...]
    stop: str
    slowed: str = ""


class Reach(Struct, frozen=True):
    """Where units could go together. `overruns`: adjacent hexes with enemies. `unfueled`: units that need fuel first.
    `acts`: what they could do in their hex after beginning to move (`begin_move`, `add_unit` for the others, then
    this). `refusal`: why they cannot move at all."""

    hexes: dict[int, ReachHex]
    overruns: tuple[int, ...]
    unfueled: tuple[str, ...]
    acts: tuple[Action, ...]
    refusal: ToldRefusal | UnsetType = UNSET


class RailHex(Struct, frozen=True):
    """A hex where cargo could detrain: the Rail Cap that it takes, as text ("1 1/2"), for all units, or for 1T; the
    way; and whether all of it is multi-track."""

    cost: str
    path: tuple[int, ...]
    multi: bool


class RailReach(Struct, frozen=True):
    """Where cargo could go by rail. `left`: Rail Cap left. `others`: other stations, and why they are out of reach.
    `tokens`: the most that a train could load (`open_train`, `load_train`, `send_train`). `change`: units that must
    change to Move Mode first (`set_mode` before `ride_rail`). `refusal`: why nothing can go at all."""

    left: str
    hexes: dict[int, RailHex]
    others: dict[int, ToldRefusal]
    tokens: int
    change: tuple[str, ...]
    refusal: ToldRefusal | UnsetType = UNSET


class ShippingReach(Struct, frozen=True):
    """Where cargo could be shipped from its port: the points of the Shipping Allowance that it takes, as text, for all
    units, or for 1T, by port; for supply the most `tokens`, too. `left`: what is left of the allowance. `others`: other
    ports, and why not there. `change`: units that must change to Move Mode first (`set_mode` before `ship_to`).
    `refusal`: why nothing is shipped from there at all."""

    left: str
    hexes: dict[int, str]
    others: dict[int, ToldRefusal]
    tokens: dict[int, int]
    change: tuple[str, ...]
    refusal: ToldRefusal | UnsetType = UNSET


class CostLine(Struct, frozen=True):
    """A term in the cost of a hex: MP as text, "prohibited" or "all"."""

    reason: str
    mp: str


class HexCost(Struct, frozen=True):
    """The terms of entering a hex for a mobility, and the engineers whose bridges count."""

    mobility: Mobility
    lines: list[CostLine]
    bridged_by: tuple[str, ...]


class Work(Struct, frozen=True):
    """A construction task for a unit, with its price in tokens and whether the unit could do it."""

    action: Construct
    hex: int
    task: str
    tokens: int
    ok: bool
    refusal: ToldRefusal | None


def why(session: Session, side: str, action: Action) -> WhyAnswer:
    """Why an action is refused, or that it is legal."""
    refused = refuse_unseen(session.game.look, side, action) or session.game.check(side, action)
    return WhyAnswer(True) if refused is None else WhyAnswer(False, told(session, side, refused))


def reach(session: Session, side: str, units: str) -> Reach:
    """Where these units, or one ship, could go together, and what they could do as they begin."""
    if vessel_in(session.game.state, units) is not None:
        return _at_sea(session, side, units)
    named = own_units(session.game.look, side, units)
    answer = reachable(session.game, side, named)
    slowed = added_to(believed(session.game.look, side), side, named)
    return Reach(
        hexes={h: ReachHex(show_mp(r.mp_left), r.path, r.stop, slowed(r.path)) for h, r in answer.hexes.items()},
        overruns=answer.overruns,
        unfueled=answer.unfueled,
        acts=tuple(on_the_spot(session.game, side, named)),
        refusal=UNSET if answer.refusal is None else told(session, side, answer.refusal),
    )


def _at_sea(session: Session, side: str, ship: str) -> Reach:
    answer = reach_of_ship(session.game, side, ship)
    hexes = {hex_: ReachHex(show_mp(left), path, "") for hex_, (left, path) in answer.hexes.items()}
    return Reach(hexes, (), (), (), UNSET if answer.refusal is None else told(session, side, answer.refusal))


def by_rail(session: Session, side: str, units: str, hex_: int) -> RailReach:
    """Where these units, or else the SP on the ground of a hex, could go by rail."""
    look = session.game.look
    if units:
        answer = rail_reach(session.game, side, own_units(look, side, units))
    else:
        answer = train_reach(session.game, side, hex_named(look, hex_))
    return RailReach(
        left=show_rail_points(answer.left),
        hexes={h: RailHex(show_rail_points(stop.cost), stop.path, stop.multi) for h, stop in answer.hexes.items()},
        others={h: told(session, side, refused) for h, refused in answer.others.items()},
        tokens=answer.tokens,
        change=answer.change,
        refusal=UNSET if answer.refusal is None else told(session, side, answer.refusal),
    )


def by_sea(session: Session, side: str, units: str, hex_: int) -> ShippingReach:
    """Where these units, or else the SP on the ground of a hex, could be shipped."""
    look = session.game.look
    if units:
        answer = units_by_sea(session.game, side, own_units(look, side, units))
    else:
        answer = supply_by_sea(session.game, side, hex_named(look, hex_))
    return ShippingReach(
        left=show_rail_points(answer.left),
        hexes={h: show_rail_points(cost) for h, cost in answer.hexes.items()},
        others={h: told(session, side, refused) for h, refused in answer.others.items()},
        tokens=answer.tokens,
        change=answer.change,
        refusal=UNSET if answer.refusal is None else told(session, side, answer.refusal),
    )


def cost(session: Session, side: str, unit: str, start: int, hex_: int) -> HexCost:
    """The terms of entering a hex from its neighbour; all units of a mobility share them. Only the asking side's own
    units use its bridges."""
    look = session.game.look
    subject = look.unit(unit_named(look, side, unit))
    direction = look.board.direction(hex_named(look, start), hex_named(look, hex_))
    if direction < 0:
        raise ValueError("the two hexes are not neighbours")
    kind = mobility(look, subject)
    standing = bridging.at_hexside(look, subject, start, hex_) if side in (OPEN, subject.side) else ()
    table = look.world.cost_table(look.state.weather, len(standing))
    lines = explain_cost(look.board, table, kind, start, direction)
    if side in (OPEN, subject.side):
        lines += look.policies[STEP_TOLLS](look, subject, start, hex_)
    return HexCost(kind, [CostLine(reason, mp_text(amount)) for reason, amount in lines], tuple(standing))


def mp_text(amount: int) -> str:
    """A movement cost as players write it."""
    return {PROHIBITED: "prohibited", ALL: "all"}.get(amount) or show_mp(amount)


def construction_of(session: Session, side: str, unit: str) -> list[Work]:
    """What a unit of the side could build or reduce, where, at what price in tokens, and what forbids it."""
    look = believed(session.game.look, side)
    uid = unit_named(look, side, unit)
    if side not in (OPEN, look.unit(uid).side) or not look.unit(uid).on_map:
        raise ValueError(f"{uid!r} is not one of your units on the map")
    return [
        Work(
            action=action,
            hex=action.hex,
            task=action.task,
            tokens=tokens,
            ok=refused is None,
            refusal=told_or_none(session, side, refused),
        )
        for action, tokens, refused in construction.prospects(look, look.unit(uid).side, uid)
    ]

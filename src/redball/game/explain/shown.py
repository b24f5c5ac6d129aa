"""Explanations of supply for the page: MP as players write them, and a sentence beside what can be told in one.

The records are those of `rules` and `game.explain` as one side may read them. In all of them a `text` is a sentence,
hexes are indices, -1 none, MP are text, "" none, and supply is in tokens.
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.ledger import show_mp
from redball.core.telling import capital
from redball.game.explain.bills import BillExplained, BillsExplained
from redball.game.explain.supply import CutsExplained, MoveCost, SupplyExplained
from redball.game.explain.text import (
    bill_text,
    bills_text,
    cut_text,
    cuts_lines,
    hq_text,
    line_text,
    move_lines,
    obstacle_text,
    part_text,
    payer_text,
    ready_text,
)
from redball.game.sentences import Namer, ToldRefusal, told_refusal
from redball.rules.moving_stack.fuel_plan import FuelCost, Part
from redball.rules.supply import reasons as obstacles
from redball.rules.supply.lines import LegKind, Line, Mark
from redball.rules.supply.payers import Payer
from redball.rules.supply.reasons import HqObstacle, Obstacle, PayersExplained
from redball.rules.trace.cuts import By
from redball.rules.trace.reasons import LinkExplained, TraceExplained
from redball.rules.trace.tracing import TraceResult


class ShownMark(Struct, frozen=True):
    """A hex of a path and the MP spent there (of a move: the MP left); own units without which an enemy ZOC would stop
    it there."""

    hex: int
    mp: str
    negators: tuple[str, ...]


class ShownLine(Struct, frozen=True):
    """One leg: `kind` draw (by `user`, to the source), throw (by the HQ `user`, to the unit), link (by the Extender
    `user`, back to what it links to) or rail (from the map edge); `beside`: the hex that is served next to its end."""

    kind: LegKind
    user: str
    mobility: str
    limit: str
    marks: tuple[ShownMark, ...]
    beside: int
    text: str


class ShownPayer(Struct, frozen=True):
    """One way in which SP can reach a unit: from `source`, where `holder` carries them ("": on the ground), thrown by
    the HQ `via` ("": drawn directly). `path` leads from the unit to the source, `entered` are the hexes that cost MP.
    `organic`: the SP are on an Organic Truck."""

    unit: str
    side: str
    source: int
    holder: str
    via: str
    tokens: int
    mp: str
    path: tuple[int, ...]
    entered: tuple[int, ...]
    organic: bool
    text: str


class ShownObstacle(Struct, frozen=True):
    """What keeps a path from its `target`, the source or dump that is nearest in MP, and at which `hex`.

    `reason`: too_far, enemy_zoc, enemy_unit, no_way (terrain), damaged_rail, wrong_gauge, links_nothing, nothing_ahead,
    no_range, no_need, no_dump, organic, no_source, strat_hq, no_throw or divisional_hq. `have` is the range in MP,
    `need` what the way costs but for the enemy. `place`: path, rail, source, extender or ahead. `units`: whose ZOC or
    presence it is, as far as they are seen. `path` is the way that was meant, `around` the MP of the cheapest way
    round, `terrain` what cannot be crossed. `cause`: why the Extender at the target links nothing, and so on along its
    chain.
    """

    reason: str
    hex: int
    have: str
    need: str
    target: int
    place: obstacles.Place
    units: tuple[str, ...]
    path: tuple[ShownMark, ...]
    around: str
    terrain: str
    cause: ShownObstacle | None
    text: str


class ShownHqObstacle(Struct, frozen=True):
    """Why an HQ does not help: on which side of it the path breaks (draw or throw), and the obstacle there."""

    hq: str
    side_of_path: str
    obstacle: ShownObstacle
    hex: int
    text: str


class ShownPayers(Struct, frozen=True):
    """Who can pay for a unit, best first, with the legs of each way; if nobody can, the dump that is `nearest` in MP,
    what is in the way, and why no HQ helps."""

    payers: tuple[ShownPayer, ...]
    lines: tuple[tuple[ShownLine, ...], ...]
    nearest: int
    obstacle: ShownObstacle | None
    hqs: tuple[ShownHqObstacle, ...]


class ShownTraceResult(Struct, frozen=True):
    """Whether and how a unit traces: through the HQ `via` ("" directly) from `source`; `path` leads from the unit to
    it, `rail` on to the map edge. `dropped`: the case by which it does not though it could."""

    found: bool
    via: str
    source: int
    mp: str
    path: tuple[int, ...]
    rail: tuple[int, ...]
    entered: tuple[int, ...]
    dropped: str


class ShownTrace(Struct, frozen=True):
    """The trace of a unit, leg by leg; if there is none, what is in the way."""

    result: ShownTraceResult
    lines: tuple[ShownLine, ...]
    nearest: int
    obstacle: ShownObstacle | None
    hqs: tuple[ShownHqObstacle, ...]


class ShownLink(Struct, frozen=True):
    """How an Extender links, back to the map edge, or why it links nothing; whether it is a `source` of trace."""

    unit: str
    source: bool
    lines: tuple[ShownLine, ...]
    obstacle: ShownObstacle | None


class ShownCut(Struct, frozen=True):
    """A hex that cuts a line (`by` zoc, unit or unit_with_zoc); enemies in sight that could do it in one move."""

    hex: int
    by: By
    threats: tuple[str, ...]
    text: str


class ShownCuts(Struct, frozen=True):
    """The present line (trace or supply) of a unit and every single hex that would cut it off, and all that in
    sentences."""

    unit: str
    line: str
    lines: tuple[ShownLine, ...]
    cuts: tuple[ShownCut, ...]
    text: list[str]


class ShownBill(Struct, frozen=True):
    """One bill: `payers` with which it can be paid in full; `have` tokens reach the units together (of a `common` bill:
    from one source at most). `internals`: internal stocks would do. If nobody can pay and nothing reaches it, `supply`
    says for each unit what is in the way."""

    units: tuple[str, ...]
    tokens: int
    case: str
    common: bool
    payers: tuple[ShownPayer, ...]
    have: int
    internals: bool
    supply: tuple[ShownPayers, ...]
    text: str


class ShownBills(Struct, frozen=True):
    """All bills: `tokens` altogether, of which `short` are missing if all is paid from supply on the map."""

    bills: tuple[ShownBill, ...]
    tokens: int
    short: int
    text: str


class ShownPayment(Struct, frozen=True):
    """Tokens that a payer gives."""

    payer: ShownPayer
    tokens: int


class ShownPart(Struct, frozen=True):
    """One payment of fuel: by the `method` (single_unit, formation or hq) for `unit`; `covers` the units of the stack
    that can move by it, `others` those beside the stack that it fuels, too."""

    method: str
    unit: str
    tokens: int
    case: str
    payments: tuple[ShownPayment, ...]
    covers: tuple[str, ...]
    others: tuple[str, ...]
    formation: str
    text: str


class ShownPlan(Struct, frozen=True):
    """A way to fuel a stack, and what it costs."""

    tokens: int
    parts: tuple[ShownPart, ...]


class ShownReady(Struct, frozen=True):
    """A unit that can move as it is, and `why`: no_need, fueled, or hq (served by the fueled HQ `by`)."""

    unit: str
    why: str
    by: str
    text: str


class ShownDry(Struct, frozen=True):
    """A unit that cannot be fueled, and why."""

    unit: str
    supply: ShownPayers


class ShownFuel(Struct, frozen=True):
    """Fuel for a stack: `plans` cheapest first, which the macro `move` pays."""

    ready: tuple[ShownReady, ...]
    plans: tuple[ShownPlan, ...]
    dry: tuple[ShownDry, ...]


class ShownMoveCost(Struct, frozen=True):
    """What it takes to move units that stand together, to `hex` if one is named: fuel, the way with the MP that the
    most tired one has left (no way: out of reach), why they cannot move now, and all that in sentences."""

    units: tuple[str, ...]
    hex: int
    fuel: ShownFuel
    path: tuple[ShownMark, ...]
    refusal: ToldRefusal | None
    text: list[str]


class ShownSupply(Struct, frozen=True):
    """Trace and supply on the map of a unit. `marked`: it is Out of Supply until its side's next check. `link` of an
    Extender: how it links."""

    unit: str
    marked: bool
    trace: ShownTrace
    payers: ShownPayers
    link: ShownLink | None


def _sentence(text: str) -> str:
    return capital(text) + "."


def _mp(amount: int) -> str:
    return show_mp(amount) if amount >= 0 else ""


def _mark(mark: Mark) -> ShownMark:
    return ShownMark(mark.hex, _mp(mark.mp), mark.negators)


def _marks(marks: tuple[Mark, ...]) -> tuple[ShownMark, ...]:
    return tuple(map(_mark, marks))


def _line(line: Line, n: Namer) -> ShownLine:
    return ShownLine(
        kind=line.kind,
        user=line.user,
        mobility=line.mobility,
        limit=_mp(line.limit),
        marks=_marks(line.marks),
        beside=line.beside,
        text=_sentence(line_text(line, n)),
    )


def _lines(lines: tuple[Line, ...], n: Namer) -> tuple[ShownLine, ...]:
    return tuple(_line(line, n) for line in lines)


def _payer(payer: Payer, n: Namer) -> ShownPayer:
    return ShownPayer(
        unit=payer.unit,
        side=payer.side,
        source=payer.source,
        holder=payer.holder,
        via=payer.via,
        tokens=payer.tokens,
        mp=_mp(payer.mp),
        path=payer.path,
        entered=payer.entered,
        organic=payer.organic,
        text=_sentence(payer_text(payer, n)),
    )


def _obstacle(obstacle: Obstacle | None, n: Namer) -> ShownObstacle | None:
    return None if obstacle is None else show_obstacle(obstacle, n)


def show_obstacle(obstacle: Obstacle, n: Namer) -> ShownObstacle:
    """What is in the way."""
    return ShownObstacle(
        reason=obstacle.reason,
        hex=obstacle.hex,
        have=_mp(obstacle.have),
        need=_mp(obstacle.need),
        target=obstacle.target,
        place=obstacle.place,
        units=obstacle.units,
        path=_marks(obstacle.path),
        around=_mp(obstacle.around),
        terrain=obstacle.terrain,
        cause=_obstacle(obstacle.cause, n),
        text=_sentence(obstacle_text(obstacle, n)),
    )


def _hqs(hqs: tuple[HqObstacle, ...], n: Namer) -> tuple[ShownHqObstacle, ...]:
    return tuple(
        ShownHqObstacle(hq.hq, hq.side_of_path, show_obstacle(hq.obstacle, n), hq.hex, _sentence(hq_text(hq, n)))
        for hq in hqs
    )


def _payers(told: PayersExplained, n: Namer) -> ShownPayers:
    return ShownPayers(
        payers=tuple(_payer(payer, n) for payer in told.payers),
        lines=tuple(_lines(lines, n) for lines in told.lines),
        nearest=told.nearest,
        obstacle=_obstacle(told.obstacle, n),
        hqs=_hqs(told.hqs, n),
    )


def _trace_result(result: TraceResult) -> ShownTraceResult:
    return ShownTraceResult(
        found=result.found,
        via=result.via,
        source=result.source,
        mp=_mp(result.mp),
        path=result.path,
        rail=result.rail,
        entered=result.entered,
        dropped=result.dropped,
    )


def _trace(told: TraceExplained, n: Namer) -> ShownTrace:
    return ShownTrace(
        result=_trace_result(told.result),
        lines=_lines(told.lines, n),
        nearest=told.nearest,
        obstacle=_obstacle(told.obstacle, n),
        hqs=_hqs(told.hqs, n),
    )


def _link(link: LinkExplained, n: Namer) -> ShownLink:
    return ShownLink(link.unit, link.source, _lines(link.lines, n), _obstacle(link.obstacle, n))


def show_supply(told: SupplyExplained, n: Namer) -> ShownSupply:
    """Trace and supply of a unit."""
    link = None if told.link is None else _link(told.link, n)
    return ShownSupply(told.unit, told.marked, _trace(told.trace, n), _payers(told.payers, n), link)


def show_cuts(told: CutsExplained, n: Namer) -> ShownCuts:
    """What would cut a line."""
    cuts = tuple(ShownCut(cut.hex, cut.by, cut.threats, _sentence(cut_text(cut, n))) for cut in told.cuts)
    return ShownCuts(told.unit, told.line, _lines(told.lines, n), cuts, cuts_lines(told, n))


def _bill(bill: BillExplained, n: Namer) -> ShownBill:
    return ShownBill(
        units=bill.units,
        tokens=bill.tokens,
        case=bill.case,
        common=bill.common,
        payers=tuple(_payer(payer, n) for payer in bill.payers),
        have=bill.have,
        internals=bill.internals,
        supply=tuple(_payers(told, n) for told in bill.supply),
        text=_sentence(bill_text(bill, n)),
    )


def show_bills(told: BillsExplained, n: Namer) -> ShownBills:
    """All bills of an attack, an overrun or a barrage."""
    bills = tuple(_bill(bill, n) for bill in told.bills)
    return ShownBills(bills, told.tokens, told.short, _sentence(bills_text(told, n)))


def _part(part: Part, n: Namer) -> ShownPart:
    return ShownPart(
        method=part.method,
        unit=part.unit,
        tokens=part.tokens,
        case=part.case,
        payments=tuple(ShownPayment(_payer(paid.payer, n), paid.tokens) for paid in part.payments),
        covers=part.covers,
        others=part.others,
        formation=part.formation,
        text=_sentence(part_text(part, n)),
    )


def _fuel(fuel: FuelCost, n: Namer) -> ShownFuel:
    return ShownFuel(
        ready=tuple(ShownReady(one.unit, one.why, one.by, _sentence(ready_text(one, n))) for one in fuel.ready),
        plans=tuple(ShownPlan(plan.tokens, tuple(_part(part, n) for part in plan.parts)) for plan in fuel.plans),
        dry=tuple(ShownDry(one.unit, _payers(one.supply, n)) for one in fuel.dry),
    )


def show_move_cost(told: MoveCost, n: Namer) -> ShownMoveCost:
    """What a move costs."""
    return ShownMoveCost(
        units=told.units,
        hex=told.hex,
        fuel=_fuel(told.fuel, n),
        path=_marks(told.path),
        refusal=None if told.refusal is None else told_refusal(told.refusal, n),
        text=move_lines(told, n),
    )

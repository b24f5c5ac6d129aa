"""Explanations of supply for the page: MP as players write them, and a sentence beside each record.

The records are those of `rules` and `game.explain`, as one side may read them. Everywhere a `text` is a sentence, hexes
are indices (-1 for none), MP are text ("" for none), and supply is in tokens.
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.ledger import show_mp
from redball.core.telling import capital
from redball.game.explain.bills import BillExplained, BillsExplained
from redball.game.explain.supply import CutsExplained, MoveCost, SupplyExplained
from redball.game.explain.text import (
    bill_text,
    bills_line,
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
from redball.rules.supply.draw_and_throw import Payer
from redball.rules.supply.lines import LegKind, Line, Mark
from redball.rules.supply.reasons import HqObstacle, Obstacle, PayersExplained
from redball.rules.trace.cuts import By
from redball.rules.trace.reasons import LinkExplained, TraceExplained
from redball.rules.trace.tracing import TraceResult


class ShownMark(Struct, frozen=True):
    """A hex of a path, and the MP spent so far (for a move: the MP left). `negators` are own units there without which
    an enemy ZOC would stop the path."""

    hex: int
    mp: str
    negators: tuple[str, ...]


class ShownLine(Struct, frozen=True):
    """One leg. `kind` is draw (by `user`, to the source), throw (by the HQ `user`, to the unit), link (by the Extender
    `user`, back to what it links to) or rail (from the map edge). `beside` is the hex served next to its end."""

    kind: LegKind
    user: str
    mobility: str
    limit: str
    marks: tuple[ShownMark, ...]
    beside: int
    text: str


class ShownPayer(Struct, frozen=True):
    """One way for SP to reach a unit: from `source`, loaded on `holder` ("": on the ground), thrown by the HQ `via`
    ("": drawn directly). `path` leads from the unit to the source; `entered` are the hexes that cost MP. `organic`: the
    SP are on an Organic Truck."""

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
    """What keeps a path from its `target`, the source or dump nearest in MP; `hex` is where.

    `reason`: too_far, enemy_zoc, enemy_unit, no_way (terrain), damaged_rail, wrong_gauge, small_port, links_nothing,
    nothing_ahead, no_range, no_need, no_dump, organic, no_source, strat_hq, no_throw or divisional_hq. `have` is the
    range in MP, `need` the MP of the path if there were no enemy. `place`: path, rail, source, extender or ahead.
    `units` are the enemy units, as far as they are seen, whose ZOC or presence blocks. `path` is the blocked path,
    `around` the MP of the cheapest detour, `terrain` what cannot be crossed. `cause`: why the Extender at the target
    links nothing, and so on along its chain.
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
    """Why an HQ does not help: whether its draw or its throw fails (`side_of_path`), and the obstacle there."""

    hq: str
    side_of_path: str
    obstacle: ShownObstacle
    hex: int
    text: str


class ShownPayers(Struct, frozen=True):
    """Who can pay for a unit, best first, each with its legs. If nobody can: the dump `nearest` in MP, what blocks it,
    and why no HQ helps."""

    payers: tuple[ShownPayer, ...]
    lines: tuple[tuple[ShownLine, ...], ...]
    nearest: int
    obstacle: ShownObstacle | None
    hqs: tuple[ShownHqObstacle, ...]


class ShownTraceResult(Struct, frozen=True):
    """Whether and how a unit traces: through the HQ `via` ("" if direct) from `source`. `path` leads from the unit to
    the source, `rail` on to the map edge. `dropped` is the case that denies a trace the unit could have."""

    found: bool
    via: str
    source: int
    mp: str
    path: tuple[int, ...]
    rail: tuple[int, ...]
    entered: tuple[int, ...]
    dropped: str


class ShownTrace(Struct, frozen=True):
    """A unit's trace, leg by leg, or what blocks it."""

    result: ShownTraceResult
    lines: tuple[ShownLine, ...]
    nearest: int
    obstacle: ShownObstacle | None
    hqs: tuple[ShownHqObstacle, ...]


class ShownLink(Struct, frozen=True):
    """How an Extender links, leg by leg back to the map edge, or why it does not. `source`: it is a source of trace."""

    unit: str
    source: bool
    lines: tuple[ShownLine, ...]
    obstacle: ShownObstacle | None


class ShownCut(Struct, frozen=True):
    """A hex that cuts a line (`by` zoc, unit or unit_with_zoc), and the enemies in sight that could do so in one
    move."""

    hex: int
    by: By
    threats: tuple[str, ...]
    text: str


class ShownCuts(Struct, frozen=True):
    """A unit's present line (trace or supply), and every single hex that would cut it off, also in sentences."""

    unit: str
    line: str
    lines: tuple[ShownLine, ...]
    cuts: tuple[ShownCut, ...]
    text: list[str]


class ShownBill(Struct, frozen=True):
    """One bill: `payers` that can pay it in full. `have` tokens reach the units in all (for a `common` bill: the most
    from one source). `internals`: internal stocks could pay. If nothing reaches the units, `supply` says why for
    each."""

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
    """All bills: `tokens` in all; `short` are missing if supply on the map pays everything. `line`: who pays if nobody
    chooses otherwise."""

    bills: tuple[ShownBill, ...]
    tokens: int
    short: int
    text: str
    line: str


class ShownPayment(Struct, frozen=True):
    """The tokens that one payer pays."""

    payer: ShownPayer
    tokens: int


class ShownPart(Struct, frozen=True):
    """One fuel payment, by `method` (single_unit, formation or hq), for `unit`. `covers` are the units of the stack
    that can then move, `others` units elsewhere that it fuels too."""

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
    """One way to fuel a stack, and its cost."""

    tokens: int
    parts: tuple[ShownPart, ...]


class ShownReady(Struct, frozen=True):
    """A unit that can move without paying, and `why`: no_need, fueled, or hq (served by the fueled HQ `by`)."""

    unit: str
    why: str
    by: str
    text: str


class ShownDry(Struct, frozen=True):
    """A unit that cannot be fueled, and why."""

    unit: str
    supply: ShownPayers


class ShownFuel(Struct, frozen=True):
    """Fuel for a stack: `plans`, cheapest first. The macro `move` pays the first."""

    ready: tuple[ShownReady, ...]
    plans: tuple[ShownPlan, ...]
    dry: tuple[ShownDry, ...]


class ShownMoveCost(Struct, frozen=True):
    """What it takes to move units of one hex, to `hex` if given: fuel; the path with the lowest MP left in the stack at
    each hex (empty: out of reach); why they cannot move now; and all of it in sentences."""

    units: tuple[str, ...]
    hex: int
    fuel: ShownFuel
    path: tuple[ShownMark, ...]
    refusal: ToldRefusal | None
    text: list[str]


class ShownSupply(Struct, frozen=True):
    """A unit's trace and on-map supply. `marked`: it is Out of Supply until its side's next check. `link`: how it
    links, if it is an Extender."""

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
    """An obstacle for the page."""
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
    """A unit's trace and on-map supply for the page."""
    link = None if told.link is None else _link(told.link, n)
    return ShownSupply(told.unit, told.marked, _trace(told.trace, n), _payers(told.payers, n), link)


def show_cuts(told: CutsExplained, n: Namer) -> ShownCuts:
    """The cuts of a line for the page."""
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
    """The bills of an attack, overrun or barrage for the page."""
    bills = tuple(_bill(bill, n) for bill in told.bills)
    return ShownBills(bills, told.tokens, told.short, _sentence(bills_text(told, n)), bills_line(told, n))


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
    """The cost of a move for the page."""
    return ShownMoveCost(
        units=told.units,
        hex=told.hex,
        fuel=_fuel(told.fuel, n),
        path=_marks(told.path),
        refusal=None if told.refusal is None else told_refusal(told.refusal, n),
        text=move_lines(told, n),
    )

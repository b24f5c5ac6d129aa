"""Explanations of supply in sentences, as one side may read them."""

from __future__ import annotations

from redball.core.ledger import show_mp, show_tokens
from redball.core.telling import capital, counted
from redball.game.explain.bills import BillExplained, BillsExplained
from redball.game.explain.supply import CutExplained, CutsExplained, MoveCost, SupplyExplained
from redball.game.sentences import Namer, refusal_text
from redball.rules.moving_stack.fuel_plan import Part, Ready
from redball.rules.supply.draw_and_throw import Payer
from redball.rules.supply.lines import Line
from redball.rules.supply.reasons import HqObstacle, Obstacle
from redball.rules.trace.cuts import UNIT, UNIT_WITH_ZOC, ZOC
from redball.rules.trace.reasons import LinkExplained

METHODS = {"single_unit": "by itself", "formation": "with its formation", "hq": "as an HQ"}

DROPPED = {
    "12.6f": "its formation traces through another HQ or source",
    "C1.4-limit": "its HQs already supply as many units as they may",
}
LEGS = {"draw": "draws", "throw": "throws", "link": "links"}

PLAIN = {
    "no_need": "it uses no supply",
    "no_dump": "this side has no SP on the map",
    "organic": "the only SP are on Organic Trucks of other formations",
    "no_source": "this side has no source to trace from",
    "no_range": "Extenders of its kind have no range in this game",
    "strat_hq": "it is in Strat Mode",
    "no_throw": "it has no throw range",
    "divisional_hq": "it serves only its own division and independent units of its nationality",
}


def obstacle_text(obstacle: Obstacle, n: Namer) -> str:
    """The obstacle with its numbers, without a full stop."""
    plain = PLAIN.get(obstacle.reason)
    if plain is not None:
        return plain
    target = n.hex(obstacle.target)
    need, have = show_mp(obstacle.need), show_mp(obstacle.have)
    if obstacle.reason == "too_far":
        short = show_mp(obstacle.need - obstacle.have)
        return f"{target}, or a hex next to it, is {need} MP away; the range is {have} MP: {short} MP short"
    if obstacle.reason == "no_way":
        what = f"{obstacle.terrain} at {n.hex(obstacle.hex)} cannot be crossed" if obstacle.terrain else "no connection"
        return f"there is no way to {target}: {what}"
    if obstacle.place == "ahead":
        stop = "there is none to join" if obstacle.reason == "nothing_ahead" else _stop(obstacle, n)
        return f"at {target} it reaches only a railroad, so it must join another in its hex or next to it: {stop}"
    if obstacle.cause is not None:
        who = f"{n.units(obstacle.units)} at {n.hex(obstacle.hex)}"
        joins = ", which would join its railroad," if obstacle.place == "rail" else ""
        return f"{target} would be {need} MP away, but {who}{joins} links nothing: {obstacle_text(obstacle.cause, n)}"
    stop = _stop(obstacle, n)
    if obstacle.place == "source":
        return f"the source at {target} would be {need} MP away, but it is shut: {stop}"
    if obstacle.place == "rail":
        return f"{target} would be {need} MP away, but the railroad to it is cut: {stop}"
    if obstacle.around < 0:
        rest = "and there is no way round"
    else:
        rest = f"and the way round is {show_mp(obstacle.around - obstacle.have)} MP too long"
    return f"the way to {target} takes {need} of {have} MP, but {stop}, {rest}"


def _stop(obstacle: Obstacle, n: Namer) -> str:
    where, who = n.hex(obstacle.hex), n.units(obstacle.units)
    if obstacle.reason == "enemy_zoc":
        return f"an un-negated enemy ZOC stops it at {where}" + (f" ({who})" if who else "")
    if obstacle.reason == "enemy_unit":
        return f"enemy units are at {where}" + (f" ({who})" if who else "")
    if obstacle.reason == "damaged_rail":
        return f"the railroad is damaged at {where}"
    if obstacle.reason == "small_port":
        return f"the port at {where} is not a source now: the enemy has it, or it has less than 1 SP of capacity left"
    if obstacle.reason == "wrong_gauge":
        return f"from {where} it has {obstacle.terrain} gauge, which this side cannot use"
    return f"{obstacle.reason.replace('_', ' ')} at {where}"


def hq_text(hq: HqObstacle, n: Namer) -> str:
    """Why an HQ does not help."""
    return f"{n.unit(hq.hq)} at {n.hex(hq.hex)} cannot {hq.side_of_path}: {obstacle_text(hq.obstacle, n)}"


def line_text(line: Line, n: Namer) -> str:
    """One leg: the user, the MP, and the hexes with the MP spent at each."""
    if line.kind == "rail":
        ends = f"from {n.hex(line.marks[0].hex)} to {n.hex(line.marks[-1].hex)}"
        return f"railroad {ends}: {counted(len(line.marks) - 1, 'hex')}"
    who = LEGS[line.kind]
    hexes = ", ".join(f"{n.hex(mark.hex)} {show_mp(mark.mp)}{_held(mark.negators, n)}" for mark in line.marks[1:])
    beside = f", next to {n.hex(line.beside)}" if line.beside >= 0 else ""
    cost = f"{show_mp(line.mp)} of {show_mp(line.limit)} {line.mobility} MP"
    return f"{n.unit(line.user)} {who} from {n.hex(line.marks[0].hex)}: {cost}{': ' if hexes else ''}{hexes}{beside}"


def _held(negators: tuple[str, ...], n: Namer) -> str:
    return f" (the ZOC there is negated by {n.units(negators)})" if negators else ""


def payer_text(payer: Payer, n: Namer) -> str:
    """One way to get supply."""
    holder = f" on {n.unit(payer.holder)}" if payer.holder else ""
    way = f"thrown by {n.unit(payer.via)}" if payer.via else "drawn directly"
    return f"{show_tokens(payer.tokens)}{holder} in {n.hex(payer.source)}, {way}, {show_mp(payer.mp)} MP"


def cut_text(cut: CutExplained, n: Namer) -> str:
    """What would cut a line at a hex, and which enemies could do it."""
    what = {ZOC: "an enemy ZOC", UNIT: "an enemy unit", UNIT_WITH_ZOC: "an enemy unit with a ZOC"}[cut.by]
    into = "into" if cut.by == ZOC else "at"
    threats = (
        f"; in one move: {n.units(cut.threats)}" if cut.threats else "; no enemy in sight can get there in one move"
    )
    return f"{what} {into} {n.hex(cut.hex)}{threats}"


def part_text(part: Part, n: Namer) -> str:
    """One payment of fuel."""
    paid = "; ".join(f"{show_tokens(p.tokens)} of {payer_text(p.payer, n)}" for p in part.payments)
    covers = f", for {n.units(part.covers)}" if part.covers != (part.unit,) else ""
    others = f" and {len(part.others)} more of its formation" if part.others else ""
    return f"{show_tokens(part.tokens)}: {n.unit(part.unit)} {METHODS[part.method]}{covers}{others} ({paid})"


def ready_text(ready: Ready, n: Namer) -> str:
    """Why a unit may move without paying."""
    why = {"no_need": "needs no fuel", "fueled": "is fueled", "hq": f"is served by the fueled {n.unit(ready.by)}"}
    return f"{n.unit(ready.unit)} {why[ready.why]}"


def bill_text(bill: BillExplained, n: Namer) -> str:
    """One bill and who could pay it."""
    head = f"{n.units(bill.units)}: {show_tokens(bill.tokens)}"
    if bill.payers:
        return f"{head}, from {payer_text(bill.payers[0], n)}" + _more(len(bill.payers) - 1)
    stocks = "; internal stocks would do" if bill.internals else ""
    if bill.have:
        one = " from any one HQ or dump" if bill.common else ""
        return f"{head}, but only {show_tokens(bill.have)} is available{one}{stocks}"
    why = next((obstacle_text(s.obstacle, n) for s in bill.supply if s.obstacle is not None), "")
    reason = why or "no single source serves all of them"
    return f"{head}, and nothing can pay: {reason}{stocks}"


def _more(others: int) -> str:
    return f", or {counted(others, 'other way')}" if others else ""


def bills_text(bills: BillsExplained, n: Namer) -> str:
    """All bills together."""
    if not bills.short:
        return f"{show_tokens(bills.tokens)} in all; supply within reach is enough"
    return f"{show_tokens(bills.tokens)} in all; supply within reach is {show_tokens(bills.short)} short"


def bills_line(bills: BillsExplained, n: Namer) -> str:
    """Who pays if nobody chooses otherwise, in one line: `3T from the dump at 12.04`; each bill is paid by its best
    payers, as `default_payment` does."""
    if not bills.tokens:
        return "nothing to pay"
    if bills.short or not all(bill.payers for bill in bills.bills if bill.tokens):
        return bills_text(bills, n)
    paid: dict[str, int] = {}
    left: dict[tuple[int, str], int] = {}
    for bill in bills.bills:
        due = bill.tokens
        for payer in bill.payers:
            key = (payer.source, payer.holder)
            tokens = min(due, left.setdefault(key, payer.tokens))
            left[key] -= tokens
            due -= tokens
            if tokens:
                place = source_text(payer, n)
                paid[place] = paid.get(place, 0) + tokens
    return ", ".join(f"{show_tokens(tokens)} from {place}" for place, tokens in paid.items())


def source_text(payer: Payer, n: Namer) -> str:
    """Where supply comes from, without amounts: `the dump at 12.04, thrown by 10 Pz HQ`."""
    what = n.unit(payer.holder) if payer.holder else "the dump"
    return f"{what} at {n.hex(payer.source)}" + (f", thrown by {n.unit(payer.via)}" if payer.via else "")


def supply_lines(told: SupplyExplained, n: Namer) -> list[str]:
    """Everything about a unit's supply, in sentences."""
    name = n.unit(told.unit)
    said = [f"{name} is marked Out of Supply until its next check."] if told.marked else []
    if told.link is not None:
        said += _link_lines(told.link, n)
    trace = told.trace
    if trace.result.found:
        via = f"through {n.unit(trace.result.via)} " if trace.result.via else ""
        said.append(f"Trace: {via}from {n.hex(trace.result.source)}, {show_mp(trace.result.mp)} MP.")
    elif trace.result.dropped:
        why = DROPPED.get(trace.result.dropped, "others come first")
        said.append(f"Trace: none, because {why} ({trace.result.dropped}); its own way would be:")
    elif trace.obstacle is not None:
        said.append(f"Trace: none. {capital(obstacle_text(trace.obstacle, n))}.")
    said += [f"  {line_text(line, n)}." for line in trace.lines]
    said += [f"  {hq_text(hq, n)}." for hq in trace.hqs]
    payers = told.payers
    if payers.obstacle is not None:
        said.append(f"On-map supply: none. {capital(obstacle_text(payers.obstacle, n))}.")
    for payer, lines in zip(payers.payers, payers.lines, strict=True):
        said.append(f"On-map supply: {payer_text(payer, n)}.")
        said += [f"  {line_text(line, n)}." for line in lines]
    return said + [f"  {hq_text(hq, n)}." for hq in payers.hqs]


def _link_lines(link: LinkExplained, n: Namer) -> list[str]:
    """How an Extender links, or why it does not."""
    if link.obstacle is not None:
        return [f"Link: none. {capital(obstacle_text(link.obstacle, n))}."]
    what = "it is a source of trace" if link.source else "it joins railroads but is not a source itself"
    return [f"Link: {what}.", *(f"  {line_text(line, n)}." for line in link.lines)]


def cuts_lines(told: CutsExplained, n: Namer) -> list[str]:
    """What would cut a line, hex by hex."""
    what = "trace" if told.line == "trace" else "on-map supply"
    if not told.lines:
        return [f"{n.unit(told.unit)} has no {what}: there is nothing to cut."]
    if not told.cuts:
        return [f"No single hex cuts the {what} of {n.unit(told.unit)}; another way would remain."]
    return [f"The {what} of {n.unit(told.unit)} would be cut by", *(f"  {cut_text(cut, n)}." for cut in told.cuts)]


def move_lines(told: MoveCost, n: Namer) -> list[str]:
    """What a move costs."""
    said = []
    if told.refusal is not None:
        said.append(refusal_text(told.refusal, n)[0])
    if told.path:
        way = ", ".join(f"{n.hex(mark.hex)} {show_mp(mark.mp)}" for mark in told.path)
        said.append(f"The way, with the MP left: {way}.")
    elif told.hex >= 0 and told.refusal is None:
        said.append(f"{n.hex(told.hex)} is out of reach.")
    said += [f"{ready_text(ready, n)}." for ready in told.fuel.ready]
    for i, plan in enumerate(told.fuel.plans):
        said.append(f"{'Or' if i else 'Fuel'}: {show_tokens(plan.tokens)} in all{'' if i else ', the cheapest way'}.")
        said += [f"  {part_text(part, n)}." for part in plan.parts]
    for dry in told.fuel.dry:
        reason = obstacle_text(dry.supply.obstacle, n) if dry.supply.obstacle is not None else "too little is left"
        said.append(f"{n.unit(dry.unit)} cannot be fueled: {reason}.")
    return said

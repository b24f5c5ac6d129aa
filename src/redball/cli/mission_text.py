"""Previews of air missions in the terminal: what the page shows, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from redball.analysis.mission_report import (
    AbortsReport,
    FlightReport,
    LegsReport,
    MeetingReport,
    MissionBoundsReport,
    MissionReport,
    Named,
)
from redball.core.actions.air import MISSIONS
from redball.core.ledger import Ledger
from redball.core.telling import counted
from redball.server.answers.asked import called, namer
from redball.server.answers.missions import mission_odds
from redball.server.session import Session


def mission_odds_lines(session: Session, viewer: str, kind: str, hex_: int, planes: tuple[str, ...]) -> Iterator[str]:
    """The planned mission (no `kind`), or one that could be planned, from what the viewer knows; who cannot join it.

    Raises ValueError with the sentence of what the rules refuse.
    """
    found, name = mission_odds(session, viewer, kind, hex_, ",".join(planes)), called(namer(session, viewer))
    hex_name = session.game.look.hex_name
    where = f" to {hex_name(found.hex)}" if found.hex >= 0 else ""
    yield f"{MISSIONS[found.kind]}{where}: {', '.join(map(name, found.planes)) or 'no aircraft yet'}"
    if found.refused is not None:
        yield f"not ready: {found.refused.text} [{found.refused.case}]"
    if found.odds is not None:
        yield from report_lines(found.odds, len(found.planes), name)
        for both in found.odds.legs:
            yield from legs_lines(both, len(found.planes), name, hex_name(both.hex))
    elif found.planes:
        yield "its chances cannot be foreseen"
    for one in found.inactive:
        yield f"Inactive afterwards: {name(one.plane)}: {one.refusal.text} [{one.refusal.case}]"
    for one in found.grounded:
        yield f"cannot join: {one.refusal.text} [{one.refusal.case}]"


def report_lines(odds: MissionReport, planes: int, name: Named) -> Iterator[str]:
    """What it does, what gets there, how the numbers come about, and what they assume."""
    if odds.flak is None:
        yield "no Flak fires at it"
    else:
        yield f"Flak takes a step: {percent(odds.hit.chance)} ({odds.hit.p}), {ledger_text(odds.flak)}"
    yield from flight_lines(odds.flight, planes, name, odds.strikes_first)
    if odds.column is not None:
        yield f"{'by all of them' if odds.strikes_first else 'if all get there'}: column {ledger_text(odds.column)}"
    if odds.bounds is not None:
        yield from bounds_lines(odds.bounds)
    if odds.meeting is not None:
        yield from meeting_lines(odds.meeting, planes, name, odds.strikes_first)
    if odds.untold:
        yield odds.untold
    if odds.assumptions:
        yield f"assumed: {'; '.join(odds.assumptions)}"


def bounds_lines(bounds: MissionBoundsReport) -> Iterator[str]:
    """What may lie under the top of the target makes of it."""
    found = [
        f"{told} {percent(one.chance)} to {percent(other.chance)}"
        for told, (one, other) in (("DG", bounds.dg), ("any effect", bounds.some))
        if other.chance
    ]
    numbers = (("steps", bounds.steps), ("Levels", bounds.levels), ("own steps", bounds.own_steps))
    found += [f"{told} {least:.2f} to {most:.2f}" for told, (least, most) in numbers if most]
    yield f"whatever fog hides there: {', '.join(found)} ({bounds.told})"


def legs_lines(both: LegsReport, planes: int, name: Named, where: str) -> Iterator[str]:
    """Both legs of XYZ transport to a second base."""
    yield f"flown on to {where}, both legs together:"
    yield from (f"  {line}" for line in flight_lines(both.flight, planes, name, strikes_first=False))
    if both.met is not None:
        yield "  if the first leg has that Air Combat:"
        yield from (f"    {line}" for line in flight_lines(both.met, planes, name, strikes_first=False))


def flight_lines(flight: FlightReport, planes: int, name: Named, strikes_first: bool) -> Iterator[str]:
    """Effects, then arrivals, then units on board."""
    for effect in flight.effects:
        yield f"{percent(effect.chance):>8} {effect.text}"
    for arrival in flight.arrivals if len(flight.arrivals) > 1 else ():
        who = f"{len(arrival.planes)} of {planes} {'are left' if strikes_first else 'get there'}"
        points = f" with {arrival.points} points" if arrival.points else ""
        reduced = f", {', '.join(map(name, arrival.reduced))} reduced" if arrival.reduced else ""
        lost = f", {counted(arrival.lost, 'step')} lost" if arrival.lost else ""
        yield f"{percent(arrival.chance):>8} {who}{points}{reduced}{lost}"
    for piece in flight.pieces:
        yield f"{name(piece.unit)} comes down: {percent(piece.chance)} ({piece.p})"
    for field, value in flight.expected.items():
        yield f"{field.replace('_', ' ')} on average: {value:.2f} ({flight.expected_ledgers[field].total})"


def meeting_lines(met: MeetingReport, planes: int, name: Named, strikes_first: bool) -> Iterator[str]:
    """The same after the Air Combat that it must fight, or may have to."""
    who = ", ".join(map(name, met.planes))
    yield {"there": f"Air Combat with {who}, Active there:", "must": f"{who} must intercept:"}.get(
        met.why, f"if {who} intercepts:"
    )
    yield (
        f"  driven off: {percent(met.driven_off.chance)}, of yours some get past: {percent(met.past.chance)}, "
        f"the enemy loses {met.their_steps:.2f} steps on average"
    )
    for aborts in met.aborts:
        yield f"  {aborts_line(aborts)}"
    yield from (f"  {line}" for line in flight_lines(met.flight, planes, name, strikes_first))


def aborts_line(aborts: AbortsReport) -> str:
    """What voluntary aborts of one side could make of the Air Combat."""
    who = "some of yours abort" if aborts.own else "some of them abort"
    told = ((aborts.driven_off, "they are driven off"), (aborts.past, "some get past"))
    found = [f"{what} {percent(one.chance)} to {percent(other.chance)}" for (one, other), what in told]
    steps = ((aborts.own_steps, "you lose"), (aborts.their_steps, "the enemy loses"))
    found += [f"{what} {least:.2f} to {most:.2f} steps" for (least, most), what in steps]
    return f"if {who} before it: {', '.join(found)}"


def ledger_text(ledger: Ledger) -> str:
    """`+2 (+1 an HQ in the hex; +1 ...)`."""
    lines = "; ".join(f"{line.amount} {line.reason}" for line in ledger.lines)
    return f"{ledger.total} ({lines})" if lines else ledger.total


def percent(chance: float) -> str:
    """`8.3 %`."""
    return f"{100 * chance:.1f} %"

"""What a player asks ahead of time, in lines for the terminal: attacks from where units could stand, what a ZOC would
cut, the supply budget, reach by mode."""

from __future__ import annotations

from collections.abc import Iterator

from redball.analysis.policy import Policy
from redball.cli.wording import Words
from redball.core.ledger import show_tokens
from redball.core.telling import MODES, counted
from redball.game.explain.budget import Need
from redball.game.sentences import ToldRefusal
from redball.server.answers.ahead import Approach, approaches, budget_of, cuts_of_side, modes_of
from redball.server.session import Session

MOST = 12
"""Lines of a list that the terminal shows."""


def approach_lines(session: Session, side: str, hex_: int, units: tuple[str, ...], words: Words) -> Iterator[str]:
    """The attack of units on a hex from each hex next to it, the best first.

    Raises ValueError with the sentence of what cannot be asked.
    """
    found = approaches(session, side, ",".join(units), hex_, "", Policy(), alone=False)
    for one in found.approaches:
        yield f"from {words.hex(one.hex)}: {_told(one)}"
        if one.others:
            yield f"  with {', '.join(map(words.unit, one.others))}"
    yield from found.assumptions


def _told(one: Approach) -> str:
    way = f"{one.left} MP left there" if one.left else "not in reach now"
    over = ", over the stacking limit" if one.crowded else ""
    if one.refusal is not None:
        return f"{refused(one.refusal)} ({way})"
    least, most = one.spread or (one.taken, one.taken)
    span = f"{100 * least:.0f} to {100 * most:.0f}" if least != most else f"{100 * one.taken:.0f}"
    losses = f"steps lost {one.attacker_losses:.1f} for {one.defender_losses:.1f}"
    return f"column {one.column}, DRM {one.drm:+d}, taken in {span} %, {losses}, costs {one.tokens}T ({way}{over})"


def refused(refusal: ToldRefusal) -> str:
    """A refusal and its case."""
    return f"{refusal.text} [{refusal.case}]"


def cut_lines(session: Session, viewer: str, side: str, words: Words) -> Iterator[str]:
    """What single ZOCs would cut of a side's trace."""
    found = cuts_of_side(session, viewer, side)
    yield f"{words.side(found.side)}: {counted(found.traced, 'unit')} with {counted(found.steps, 'step')} trace"
    for cut in found.cuts[:MOST]:
        units = ", ".join(map(words.unit, cut.units[:4])) + (" ..." if len(cut.units) > 4 else "")
        yield f"a ZOC in {words.hex(cut.hex)} cuts off {counted(cut.steps, 'step')}: {units}"
    if not found.cuts:
        yield "no single ZOC cuts off any unit"
    elif len(found.cuts) > MOST:
        yield f"and {len(found.cuts) - MOST} more hexes"


def budget_lines(session: Session, side: str, words: Words) -> Iterator[str]:
    """The supply budget of a side."""
    found = budget_of(session, side)
    yield (
        f"{show_tokens(found.tokens)}: {show_tokens(found.ground)} on the ground, {show_tokens(found.loaded)} loaded, "
        f"{show_tokens(found.organic)} on Organic Trucks"
    )
    yield f"{found.served} of {counted(found.units, 'combat unit')} could be paid for"
    for hq in found.hqs:
        yield f"{words.unit(hq.unit)} draws {show_tokens(hq.tokens)} and could pay for {counted(hq.serves, 'unit')}"
    for need in found.fuel:
        yield f"fuel, {need.name or 'others'}: {_need(need)} for {counted(len(need.units), 'unit')}"
    if found.attacks:
        yield f"attacks in reach: {show_tokens(found.attacking)} if everybody attacks once"
    for need in found.attacks[:MOST]:
        yield f"  on {words.hex(need.hex)}: {_need(need)} for {counted(len(need.units), 'unit')}"
    if found.barrages:
        tokens = sum(need.tokens for need in found.barrages)
        yield f"barrages in reach: {show_tokens(tokens)} for {counted(len(found.barrages), 'gun')}, each alone"
    if found.feeding is not None:
        yield f"food: {_need(found.feeding)} for {counted(len(found.feeding.units), 'unit')} without trace"


def _need(need: Need) -> str:
    return show_tokens(need.tokens) + (
        "" if need.within >= need.tokens else f" (only {show_tokens(need.within)} there)"
    )


def mode_lines(session: Session, side: str, units: tuple[str, ...], words: Words) -> Iterator[str]:
    """How far units would come in each mode."""
    for one in modes_of(session, side, ",".join(units)):
        name = f"{MODES[one.mode]} Mode{' (now)' if one.shown else ''}"
        if one.refusal is not None:
            yield f"{name}: {refused(one.refusal)}"
            continue
        when = "" if one.later is None else f", in the next Movement Phase: {refused(one.later)}"
        fuel = f", {counted(len(one.thirsty), 'unit')} with fuel" if one.thirsty else ""
        yield f"{name}: {counted(len(one.hexes), 'hex')}{fuel}{when}"
        ends = sorted(one.hexes, key=words.look.hex_name)
        yield "  " + " ".join(f"{words.look.hex_name(hex_)} ({one.hexes[hex_]})" for hex_ in ends)

"""Previews of attacks and barrages in the terminal: what the page shows, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from redball.analysis.policy import Policy
from redball.cli.mission_text import report_lines
from redball.core.ledger import show_tokens
from redball.game.sight.belief import believed
from redball.rules.combat.points import SPECIAL_ATTACKS
from redball.server.answers import combat
from redball.server.answers.asked import called, namer
from redball.server.answers.assault import AssaultReport
from redball.server.answers.theatre import theatre
from redball.server.session import Session

DICE = 216


def odds_lines(session: Session, viewer: str, hex_: int, units: tuple[str, ...], kind: str) -> Iterator[str]:
    """An attack or overrun by these units, from what the viewer knows, with its bounds over what fog hides.

    Raises ValueError with the sentence of a unit that cannot attack.
    """
    found = combat.odds(session, viewer, hex_, ",".join(units), kind, Policy())
    for ledger in found.ledgers[:3]:
        yield f"{ledger.title}: {ledger.total}  ({'; '.join(f'{x.amount} {x.reason}' for x in ledger.lines)})"
    if found.bounds is None:
        yield f"{found.odds.odds}: column {found.column_label}, DRM {found.odds.drm:+d}"
    else:
        yield from bounds_lines(found)
    for way in found.forecast.others:
        yield f"with {way.choice}: column {way.column_label}, DRM {way.odds.drm:+d}"
    one, none, other = found.surprise
    yield f"surprise in 36: {one} for the attacker, {other} for the defender, {none} for neither"
    yield from expected_lines(found)
    price = sum(found.attack_tokens.values())
    yield f"costs {price}T; the defender pays {found.defence_tokens}T"
    look = believed(session.game.look, viewer)
    for special in look.policies[SPECIAL_ATTACKS](look.world.charts).values():
        yield f"{special.title}: costs {special.supply * price}T, a second roll at {special.second_roll:+d}"
    if found.assault is not None:
        yield from landing_instead(found.assault)
    yield from found.assumptions


def landing_instead(found: AssaultReport) -> Iterator[str]:
    """What the attack comes to if the defender has it resolved by the Amphibious Landing Table (18.6b)."""
    outcomes = "; ".join(f"{one.text}: {one.p}" for one in found.outcomes)
    yield f"by the Amphibious Landing Table, if the defender prefers it ({found.terrain.replace('_', ' ')}): {outcomes}"
    yield (
        f"then the attacker loses {found.attacker_losses:.2f} steps, the defender {found.defender_losses}; points of "
        f"Landing Craft lost: {found.craft_lost:.2f}, in combat {found.craft_lost_fighting:.2f}"
    )
    yield found.verdict


def assault_lines(session: Session, viewer: str) -> Iterator[str]:
    """A Beach Assault before its defender: both answers, and which is better."""
    found = theatre(session, viewer, Policy())
    if found is None or found.kind != "assault":
        return
    for one in found.choices:
        yield (
            f"{one.text} ({one.column}, DRM {one.drm:+d}): you lose {one.defender_losses:.2f} steps, they "
            f"{one.attacker_losses:.2f}; the hex is lost in {100 * one.taken:.0f} %"
        )
    for told in found.options:
        yield f"{told.name}: {told.text}"


def bounds_lines(found: combat.OddsAnswer) -> Iterator[str]:
    """The odds as bounds: what lies under the top of an enemy stack is not known."""
    bounds = found.bounds
    assert bounds is not None  # without fog there is one answer
    for i, name in ((0, "worst"), (1, "best")):
        defence = f"defence {bounds.defence[i]}"
        yield f"at {name} {bounds.odds[i]}: column {bounds.column[i]}, DRM {bounds.drm[i]:+d}, {defence}"
    yield f"against what you see {found.odds.odds}: column {found.column_label}, DRM {found.odds.drm:+d}"


def expected_lines(found: combat.OddsAnswer) -> Iterator[str]:
    """Losses and the chance of taking the hex; with fog from the least to the most."""
    numbers, taken = found.forecast.expected, found.forecast.taken.chance
    if found.bounds is None:
        losses = f"{numbers['attacker_losses']:.2f} steps, the defender {numbers['defender_losses']:.2f}"
        yield f"the attacker loses {losses} on average; the hex is taken in {100 * taken:.0f} % of all cases"
        return
    spans = found.bounds.expected
    yield (
        f"the attacker loses {span(spans.attacker_losses)} steps, the defender {span(spans.defender_losses)} on "
        f"average; the hex is taken in {100 * spans.taken[0]:.0f} to {100 * spans.taken[1]:.0f} % of all cases"
    )


def span(pair: tuple[float, float]) -> str:
    """`0.52 to 1.06`."""
    return f"{pair[0]:.2f} to {pair[1]:.2f}"


def barrage_lines(session: Session, viewer: str, hex_: int, guns: tuple[str, ...]) -> Iterator[str]:
    """A barrage by these guns: column, price, chances, bounds.

    Raises ValueError for units that are not the viewer's.
    """
    found = combat.barrage_preview(session, viewer, hex_, ",".join(guns))
    if found.aircraft is not None:
        planes = len({pid for arrival in found.aircraft.flight.arrivals for pid in arrival.planes})
        yield "with the aircraft of the draft:"
        yield from report_lines(found.aircraft, planes, called(namer(session, viewer)))
        return
    if found.refused is not None:
        yield f"No: {found.refused.text} [{found.refused.case}]"
        return
    yield f"{found.strength} Barrage Points: column {found.column}, costs {show_tokens(found.cost)}"
    if found.ledger is not None:
        yield "; ".join(f"{x.amount} {x.reason}" for x in found.ledger.lines)
    if found.bounds is not None:
        least, most = found.bounds.dg
        yield (
            f"DG in {100 * least.chance:.0f} to {100 * most.chance:.0f} % of all cases, {span(found.bounds.steps)} "
            f"steps on average; columns {found.bounds.column[0]} to {found.bounds.column[1]}"
        )
    for prospect in found.prospects:
        effects = [*(["DG"] if prospect.dg else []), *([f"{prospect.steps} steps"] if prospect.steps else [])]
        yield f"{100 * prospect.ways / DICE:5.1f} % {' and '.join(effects) or 'no effect'}"

"""What a side drafts at sea, foreseen: gunfire, aircraft that choose among ships, a landing; as records for a page or a
program."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from redball.analysis.gunfire import GunfireOdds, gunfire_odds, strike_odds
from redball.analysis.landing import GroupOdds, LandingOdds, landing_odds
from redball.core.chances import Spread
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.game.sight.belief import believed, fogged
from redball.game.view.ships import drafted
from redball.rules.ground.craft import the_craft
from redball.rules.naval.gunfire import DRAFT, Gunfire
from redball.rules.naval.invasion import DRAFT as LANDING_DRAFT
from redball.rules.naval.invasion import Invasion
from redball.rules.naval.ship_strike import TARGETS, ShipStrike


class SeaOutcome(Struct, frozen=True):
    """What may come of it, and how likely that is, as a fraction and as a number."""

    text: str
    p: str
    chance: float


class FireOdds(Struct, frozen=True):
    """Fire at one `target` ("": at the ground): its strength, the column ("": it cannot be fired so, or is too
    weak for its Protection) with its ledger, and the outcomes, the lightest first."""

    target: str
    strength: str
    column: str
    ledger: Ledger | None
    outcomes: tuple[SeaOutcome, ...]


class GroupReport(Struct, frozen=True):
    """A group of a landing: units, and DUKWs and LSTs; the terrain and the modifiers of its roll, and its outcomes from
    failure to success."""

    members: tuple[str, ...]
    terrain: str
    ledger: Ledger
    outcomes: tuple[SeaOutcome, ...]


class LandingReport(Struct, frozen=True):
    """A landing: its groups; what it costs in all, the likeliest first; for each unit aboard the chance that it loses a
    step, and that it is destroyed; for each counter of Landing Craft that it loses a point, and that it is gone."""

    groups: tuple[GroupReport, ...]
    tolls: tuple[SeaOutcome, ...]
    hurt: dict[str, float]
    destroyed: dict[str, float]
    hit: dict[str, float]
    sunk: dict[str, float]


class SeaOdds(Struct, frozen=True):
    """What the side drafts at sea can come to: the `gunfire`, or a `strike` by aircraft at each ship, or a landing."""

    gunfire: FireOdds | None = None
    strike: tuple[FireOdds, ...] = ()
    landing: LandingReport | None = None


def sea_odds(look: Look, viewer: str) -> SeaOdds:
    """Look ahead from what the side may believe; all of it None or empty if it drafts nothing."""
    fog = fogged(look, viewer)
    known = believed(look, viewer) if fog else look
    fire = drafted(look, viewer, Gunfire, DRAFT, fog=fog)
    strike = drafted(look, viewer, ShipStrike, TARGETS, fog=fog)
    landing = drafted(look, viewer, Invasion, LANDING_DRAFT, fog=fog)
    return SeaOdds(
        fire_report(fire.target, gunfire_odds(known, fire)) if fire is not None else None,
        # all ships there have been laid open (18.3c)
        tuple([fire_report(target, strike_odds(look, strike, target)) for target in sorted({*strike.aims})])
        if strike is not None
        else (),
        landing_report(landing_odds(known, landing), known) if landing is not None else None,
    )


def fire_report(target: str, odds: GunfireOdds) -> FireOdds:
    """Fire at something."""
    return FireOdds(target, odds.strength, odds.column, odds.ledger, told((one.text, one.p) for one in odds.outcomes))


def told(outcomes: Iterable[tuple[str, Fraction]]) -> tuple[SeaOutcome, ...]:
    """Outcomes in words, in their order."""
    return tuple([SeaOutcome(text, str(p), float(p)) for text, p in outcomes])


def landing_report(odds: LandingOdds, look: Look) -> LandingReport:
    """A landing by groups, and in all."""
    tolls = sorted(odds.toll, key=lambda found: (-found[1], found[0]))
    steps = {uid: look.unit(uid).points or look.steps(look.unit(uid)) for uid in odds.units}
    points = {cid: the_craft(look.state, cid).points for cid in odds.craft}
    return LandingReport(
        tuple(map(group_report, odds.groups)),
        told((toll.text, p) for toll, p in tolls),
        _chances(odds.units, dict.fromkeys(odds.units, 1)),
        _chances(odds.units, steps),
        _chances(odds.craft, dict.fromkeys(odds.craft, 1)),
        _chances(odds.craft, points),
    )


def group_report(odds: GroupOdds) -> GroupReport:
    """One group."""
    return GroupReport(odds.members, odds.terrain, odds.ledger, told((one.text, one.p) for one in odds.outcomes))


def _chances(spreads: dict[str, Spread[int]], least: dict[str, int]) -> dict[str, float]:
    """The chance of each to lose so many at least, if there is one."""
    found: dict[str, float] = {}
    for name, spread in spreads.items():
        found[name] = float(sum(p for number, p in spread if number >= least[name]))
    return {name: chance for name, chance in found.items() if chance}

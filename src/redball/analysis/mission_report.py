"""A mission foreseen, as records for a page or a program, with the words of what it does."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import asdict

from redball.analysis.aborts import AbortSpans
from redball.analysis.bounds import Span
from redball.analysis.expectation import Source, expectation
from redball.analysis.mission import BothLegs, Ended, Meeting, MissionAnswer
from redball.analysis.mission_bounds import MissionBounds
from redball.analysis.mission_ends import Effect
from redball.analysis.report import ChanceReport, chance_of
from redball.core.chances import Spread
from redball.core.ledger import Ledger, Tally, show_tokens
from redball.core.telling import counted
from redball.rules.naval.ship_target import ShipTarget, rank_text

IGNORED = "no Air Combat: what is Active there and what flies there ignore each other, since nobody can attack (14.3a)"
EXPECTED: dict[str, tuple[Source, Callable[[Ended], int]]] = {
    "own_steps": (Source("14.4f", "flak"), lambda end: end.arrival.lost),
    "steps": (Source("10.0a-B", "barrage"), lambda end: end.effect.steps),
    "levels": (Source("10.0c-A", "facility"), lambda end: end.effect.levels),
    "hits": (Source("10.0c-B", "facility"), lambda end: end.effect.hits),
    "tokens": (Source("14.9"), lambda end: end.effect.tokens),
}
"""Numbers of which a mission has an expected value: their source and what an end counts."""

Named = Callable[[str], str]
Aborts = tuple[AbortSpans | None, AbortSpans | None]
"""What voluntary aborts could make of a meeting: those of the mission, those of the enemy."""


class ArrivalReport(Struct, frozen=True):
    """What may get through: aircraft, those of them with a step lost, Barrage Points; steps `lost` on the way, and the
    chance."""

    planes: tuple[str, ...]
    reduced: tuple[str, ...]
    points: int
    lost: int
    p: str
    chance: float


class EffectReport(Struct, frozen=True, kw_only=True):
    """What a mission may do, in words and in numbers, and the chance: see `redball.analysis.mission_ends.Effect`."""

    text: str
    dg: bool
    steps: int
    levels: int
    hits: int
    ship: str
    struck: int
    craft: int
    aircraft: bool
    marker: bool
    zone: bool
    burnt: int
    percent: int
    works: int
    rails: bool
    tokens: int
    units: tuple[str, ...]
    elsewhere: tuple[str, ...]
    active: tuple[str, ...]
    p: str
    chance: float


class PieceReport(Struct, frozen=True):
    """The chance that a unit on board comes down at the hex."""

    unit: str
    p: str
    chance: float


class FlightReport(Struct, frozen=True):
    """The distribution of a mission, the likeliest first: what gets through (`whole`: the chance that nobody loses a
    step), what it does (`some`: the chance that it does anything), the chance of each unit on board, and expected
    numbers with the ledger of each."""

    whole: ChanceReport
    some: ChanceReport
    arrivals: tuple[ArrivalReport, ...]
    effects: tuple[EffectReport, ...]
    pieces: tuple[PieceReport, ...]
    expected: dict[str, float]
    expected_ledgers: dict[str, Ledger]


class AbortsReport(Struct, frozen=True):
    """What the Air Combat comes to, at least and at most, whatever aircraft its side, or else the enemy (`own`), aborts
    before it (14.3d-A): the chances of a `MeetingReport`, and the steps that both sides lose in it on average."""

    own: bool
    past: tuple[ChanceReport, ChanceReport]
    driven_off: tuple[ChanceReport, ChanceReport]
    own_steps: tuple[float, float]
    their_steps: tuple[float, float]


class MeetingReport(Struct, frozen=True):
    """The same mission if it meets these enemy aircraft in Air Combat, which are `there`, of which one `intercepts`, or
    which `must`; the chances that some of its own get `past` them and that they are all `driven_off`, and the steps
    that they are likely to lose. `aborts`: what voluntary aborts beforehand could make of it."""

    why: str
    planes: tuple[str, ...]
    past: ChanceReport
    driven_off: ChanceReport
    their_steps: float
    flight: FlightReport
    aborts: tuple[AbortsReport, ...] = ()


class LegsReport(Struct, frozen=True):
    """XYZ transport (21.12a) to a second base: what gets there and comes down there, with what both legs lose; and the
    same if the first leg meets the aircraft of the `meeting`."""

    hex: int
    flight: FlightReport
    met: FlightReport | None


class MissionBoundsReport(Struct, frozen=True):
    """What fog hides of the target makes of the mission, each at least and at most: the chances of DG and of any
    effect, the expected steps and Levels of the enemy, own steps."""

    dg: tuple[ChanceReport, ChanceReport]
    some: tuple[ChanceReport, ChanceReport]
    steps: tuple[float, float]
    levels: tuple[float, float]
    own_steps: tuple[float, float]
    told: str


class MissionReport(Struct, frozen=True):
    """A whole mission: the modifiers of Flak (None: none fires) and the chance that it takes a step; the distribution
    if nobody opposes it; the column that all its aircraft together would fire on; the known aircraft that it would
    meet (None: none is known, or it cannot be foreseen); what all of this assumes; whether it `strikes_first`, so
    that Flak takes nothing from it; both `legs` together, by the bases where the second one could end; its `bounds`
    where fog hides something that matters; and why there is no Air Combat with what is Active at its hex (`untold`, ""
    where there is one, or nobody)."""

    flak: Ledger | None
    hit: ChanceReport
    flight: FlightReport
    column: Ledger | None
    meeting: MeetingReport | None
    assumptions: tuple[str, ...]
    strikes_first: bool = False
    legs: tuple[LegsReport, ...] = ()
    bounds: MissionBoundsReport | None = None
    untold: str = ""


def bounds_report(found: MissionBounds) -> MissionBoundsReport:
    """The bounds as pairs."""
    return MissionBoundsReport(
        dg=_chances(found.dg),
        some=_chances(found.some),
        steps=_numbers(found.steps),
        levels=_numbers(found.levels),
        own_steps=_numbers(found.own_steps),
        told=found.told,
    )


def _chances(one: Span) -> tuple[ChanceReport, ChanceReport]:
    return chance_of(one.least), chance_of(one.most)


def _numbers(one: Span) -> tuple[float, float]:
    return float(one.least), float(one.most)


def mission_report(
    found: MissionAnswer,
    name: Named,
    assumptions: tuple[str, ...],
    bounds: MissionBounds | None = None,
    aborts: Aborts = (None, None),
) -> MissionReport:
    """A mission foreseen. `name` says what units and aircraft are called; `aborts` belong to its meeting."""
    riders = tuple([piece.unit for piece in found.mission.cargo if piece.unit])
    return MissionReport(
        flak=found.flak.ledger() if found.flak is not None else None,
        hit=chance_of(found.hit),
        flight=flight_report(found.ends, riders, name),
        column=found.column,
        meeting=_meeting(found.meeting, aborts, riders, name) if found.meeting is not None else None,
        assumptions=assumptions,
        strikes_first=found.strikes_first,
        legs=tuple([_legs(found, both, name) for both in found.legs]),
        bounds=bounds_report(bounds) if bounds is not None and bounds.open else None,
        untold=IGNORED if found.engaged and found.meeting is None else "",
    )


def _legs(found: MissionAnswer, both: BothLegs, name: Named) -> LegsReport:
    riders = tuple([piece.unit for piece in found.mission.cargo if piece.unit and piece.onward])
    met = flight_report(both.met, riders, name) if both.met is not None else None
    return LegsReport(both.hex, flight_report(both.ends, riders, name), met)


def _meeting(met: Meeting, spans: Aborts, riders: tuple[str, ...], name: Named) -> MeetingReport:
    losses = float(met.their_losses.expect(lambda steps: steps))
    past, won = chance_of(met.through), chance_of(met.won)
    aborts = tuple([_aborts(one, own=own) for one, own in zip(spans, (True, False), strict=True) if one])
    return MeetingReport(met.why, met.planes, past, won, losses, flight_report(met.ends, riders, name), aborts)


def _aborts(spans: AbortSpans, *, own: bool) -> AbortsReport:
    past, driven_off = _chances(spans.past), _chances(spans.driven_off)
    return AbortsReport(own, past, driven_off, _numbers(spans.own_steps), _numbers(spans.their_steps))


def flight_report(ends: Spread[Ended], riders: tuple[str, ...], name: Named) -> FlightReport:
    """The distribution as arrivals and effects, each with its chance."""
    arrivals = sorted(ends.map(lambda end: end.arrival), key=lambda pair: -pair[1])
    effects = sorted(ends.map(lambda end: end.effect), key=lambda pair: -pair[1])
    pieces = ((uid, ends.chance(lambda end, uid=uid: uid in end.effect.units)) for uid in riders)  # type: ignore[misc]
    expected = {field: tally for field, tally in expected_values(ends, name).items() if tally.value}
    return FlightReport(
        whole=chance_of(ends.chance(lambda end: not end.arrival.lost)),
        some=chance_of(ends.chance(lambda end: end.effect != Effect())),
        arrivals=tuple([ArrivalReport(**asdict(one), p=str(p), chance=float(p)) for one, p in arrivals]),
        effects=tuple(
            [
                EffectReport(**asdict(one), text=words(one, name, riders), p=str(p), chance=float(p))
                for one, p in effects
            ]
        ),
        pieces=tuple([PieceReport(uid, str(p), float(p)) for uid, p in pieces]),
        expected={field: float(tally.value) for field, tally in expected.items()},
        expected_ledgers={field: tally.ledger() for field, tally in expected.items()},
    )


def expected_values(ends: Spread[Ended], name: Named) -> dict[str, Tally[Fraction]]:
    """Steps lost by both sides, Levels, hits, tokens: each with its terms."""

    def said(field: str) -> Callable[[Ended], str]:
        return lambda end: "" if field == "own_steps" else words(end.effect, name)

    return {
        field: expectation(field.replace("_", " "), ends, value, said(field), source)
        for field, (source, value) in EXPECTED.items()
    }


def _at_sea(effect: Effect, name: Named) -> str:
    if effect.craft:
        return f"Landing Craft: {rank_text(ShipTarget('landing_craft', points=effect.craft), effect.struck)}"
    return f"{name(effect.ship)} {('', 'DG', 'damaged', 'sunk')[effect.struck]}"


def words(effect: Effect, name: Named, riders: tuple[str, ...] = ()) -> str:
    """`DG, 1 step`, `2T come down`, `no effect`; with units aboard it is not that if none of them comes down."""
    found = ["DG"] if effect.dg else []
    if effect.steps:
        found.append(counted(effect.steps, "step"))
    if effect.levels:
        found.append(f"the base loses {counted(effect.levels, 'Level')}")
    if effect.hits:
        found.append(f"{counted(effect.hits, 'hit')} on the port")
    if effect.ship:
        found.append(_at_sea(effect, name))
    if effect.aircraft:
        found.append("a step of an aircraft there")
    if effect.marker:
        found.append("a Trainbusting marker")
    if effect.zone:
        found.append("an Interdiction marker")
    if effect.burnt:
        found.append(f"{show_tokens(effect.burnt)} of the dump burn, if it has that much")
    if effect.percent:
        found.append(f"{effect.percent} % of supply and transport there")
    if effect.works:
        found.append(f"the hedgehog loses {counted(effect.works, 'Level')}")
    if effect.rails:
        found.append("the railroad is damaged")
    if effect.tokens:
        found.append(f"{show_tokens(effect.tokens)} {'comes' if effect.tokens == 1 else 'come'} down")
    if effect.units:
        found.append(f"{', '.join(map(name, effect.units))} come{'' if effect.units[1:] else 's'} down")
    if effect.elsewhere:
        found.append(f"{', '.join(map(name, effect.elsewhere))} scattered")
    if effect.active:
        found.append(f"{', '.join(map(name, effect.active))} Active")
    return ", ".join(found) or ("nobody comes down" if riders else "no effect")


# --- what it assumes ---------------------------------------------------------------------------------------------

UNOPPOSED = "nobody intercepts: whether the enemy does cannot be foreseen"
FORCED = "nobody intercepts, although a ready Fighter whose base is struck by day must"
ENGAGED = "no Air Combat: what is Active at the hex would be fought first"
FIRST = "all that are on it strike, and Flak fires afterwards"
FIGHT = "in Air Combat each side sends its best rating, and nobody aborts unless it says so"
DOUBLED = "a side that may send two aircraft against one does, the best it has; of two defenders the better one is hit"
CHOICES = "where Flak leaves a choice an aircraft with all its steps is hit; supply is lost before units"
TERRAIN = "the owner of the target chooses the terrain that helps it most"
ONWARD = "everybody flies on to the second base who can, with all that they can carry, and nobody intercepts there"
ONE_SHIP = "all of them go for one ship: the one that is meant, else the first that is seen there"
HIDDEN = (
    "only what you see is there: more units under a stack change the column, an HQ or a ship adds to Flak, and more"
    " aircraft may be Active at a base than the one on top"
)


def assumptions_of(found: MissionAnswer, *, fog: bool) -> tuple[str, ...]:
    """What a forecast takes for granted; `fog`: something may be hidden."""
    lines = found.column.lines if found.column is not None else ()
    at_ships = any(line.case == "18.3c-B" for line in lines)
    forced = found.meeting is not None and found.meeting.why == "must"
    told = {
        UNOPPOSED: found.intercepted and not forced,
        FORCED: forced,
        ENGAGED: found.engaged and found.meeting is not None,
        FIRST: found.strikes_first,
        FIGHT: found.meeting is not None,
        DOUBLED: found.meeting is not None and found.meeting.doubled,
        CHOICES: found.flak is not None and len(found.mission.planes) > 1,
        TERRAIN: found.column is not None and not at_ships,
        ONE_SHIP: at_ships,
        ONWARD: bool(found.legs),
        HIDDEN: fog,
    }
    return tuple([text for text, holds in told.items() if holds])

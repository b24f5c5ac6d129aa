"""Trace supply: which combat units trace, through whom, and from which hexes a trace would be possible.

A trace is a draw to a source, or the throw of an HQ that itself draws from one (12.3b-D, reading 1.92); what is next to
it will do (12.3c-A). All combat units of a multi-unit formation trace in one way: through one HQ, or directly from one
source.

Cases: 12.6f
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import Counter
from redball.rules.supply import described, may_throw, serves, throwers
from redball.rules.supply_paths import (
    Field,
    Leg,
    Targets,
    area_serving,
    around_all,
    draw_legs,
    draw_limit,
    draw_mobility,
    field_from,
    leg_by,
    may_negate,
    open_ways,
    targets_of,
    throw_fields,
)
from redball.rules.trace_sources import stations
from redball.rules.units import formation_of
from redball.rules.zoc import NOBODY, rely_on_negation


class Way(NamedTuple):
    """One way to trace: the HQ `via` ("" directly), the source, MP in 1/12, the draw and the throw (None if direct).

    A direct way of an HQ itself is also the one in which it shares the trace that it throws (12.6f).
    """

    via: str
    source: int
    mp: int
    draw: Leg
    throw: Leg | None


SPLIT = "12.6f"
"""The case by which units do without that could trace, but not as their formation does."""

Channel = tuple[str, int]
"""What a formation must have in common (12.6f): (HQ, -1) or ("", source of the direct draw)."""


class TraceResult(Struct, frozen=True):
    """Whether and how a unit traces: through the HQ `via` or directly, from `source`; `path` leads from the unit to the
    source, `rail` from the source to the map edge, `entered` are the hexes of draw and throw, `mp` their cost in 1/12.

    `dropped` is the case by which it does not though it could: its formation traces through another HQ or source
    (12.6f), or what else an edition has.
    """

    found: bool
    via: str = ""
    source: int = -1
    mp: int = 0
    path: tuple[int, ...] = ()
    rail: tuple[int, ...] = ()
    entered: tuple[int, ...] = ()
    dropped: str = ""


# --- ways ------------------------------------------------------------------------------------------------------


class Tracing:
    """How a side traces: the same object as long as its supply paths, its stations and its HQs do not change. `targets`
    are where a trace may end; the rest fills as it is asked for: draws by hex and mobility, the HQs that pass trace on
    (`_drawing`), what these throw and what is drawn by hex, ways and channels by unit."""

    __slots__ = ("channels", "direct", "drawing", "draws", "targets", "thrown", "ways")

    def __init__(self, targets: Targets) -> None:
        self.targets = targets
        self.draws: dict[tuple[int, str], dict[int, Leg]] = {}
        self.drawing: Drawing | None = None
        self.direct: dict[tuple[int, str], tuple[Way, ...]] = {}
        self.thrown: dict[int, tuple[tuple[Unit, Way], ...]] = {}
        self.ways: dict[tuple[str, str, int, str], tuple[Way, ...]] = {}
        self.channels: dict[tuple[str, str, int, str, str], dict[Channel, Way]] = {}


Drawing = tuple[tuple[Unit, int, Leg, tuple[Field, ...], frozenset[int]], ...]
"""HQs that throw and draw from a source, each with the nearest of its sources, where it throws, and the hexes that it
serves so."""


def _tracing(look: Look, side: str, absent: frozenset[str] = NOBODY) -> Tracing:
    def find() -> Tracing:
        targets = targets_of(look.world, stations(look, side, absent))
        parts = (open_ways(look, side, absent), targets, described(throwers(look, side)))
        return look.while_same(("trace.tracing", side, absent), parts, lambda: Tracing(targets))

    return look.memo(("trace.tracing", side, absent), find)


def _draws(look: Look, unit: Unit, absent: frozenset[str] = NOBODY) -> dict[int, Leg]:
    """The sources that a unit draws from, and how."""
    tracing, mobility = _tracing(look, unit.side, absent), draw_mobility(look.face(unit))
    key = (unit.hex, mobility)
    found = tracing.draws.get(key)
    if found is None:
        near = unit.hex in _area(look, unit.side, mobility, absent)
        found = tracing.draws[key] = draw_legs(look, unit, tracing.targets, absent) if near else {}
    return found


def ways(look: Look, unit: Unit) -> tuple[Way, ...]:
    """Every way in which a unit traces from where it is, best first: directly before through an HQ, then by MP.

    For each HQ the nearest of its sources. `unit` may be a changed record of a unit.
    """
    known = _tracing(look, unit.side).ways
    key = (unit.id, unit.counter, unit.hex, unit.facing)
    found = known.get(key)
    if found is None:
        found = known[key] = _ways(look, unit)
    return found


def traces(look: Look, unit: Unit) -> bool:
    """Whether a unit has any of the `ways` to trace, without listing them."""
    if unit.hex in _area(look, unit.side, draw_mobility(look.face(unit)), NOBODY):
        return True
    return any(serves(look, hq, unit) for hq, _ in _thrown(look, unit.side, unit.hex))


def _ways(look: Look, unit: Unit) -> tuple[Way, ...]:
    thrown = _thrown(look, unit.side, unit.hex)
    return (*_direct(look, unit), *[way for hq, way in thrown if serves(look, hq, unit)])


def _direct(look: Look, unit: Unit) -> tuple[Way, ...]:
    """The ways without an HQ, best first: the same for all of a hex that draw alike."""
    known, key = _tracing(look, unit.side).direct, (unit.hex, draw_mobility(look.face(unit)))
    found = known.get(key)
    if found is None:
        drawn = (Way("", source, leg.mp, leg, None) for source, leg in _draws(look, unit).items())
        found = known[key] = tuple(sorted(drawn, key=lambda way: (way.mp, way.source)))
    return found


def _thrown(look: Look, side: str, hex_: int) -> tuple[tuple[Unit, Way], ...]:
    """The HQs that pass trace on and throw to a hex, each with its way, best first."""
    known = _tracing(look, side).thrown
    found = known.get(hex_)
    if found is None:
        ways_there = []
        for hq, source, draw, fields, near in _drawing(look, side):
            throw = leg_by(look, fields, hex_) if hex_ in near else None
            if throw is not None:
                ways_there.append((hq, Way(hq.id, source, draw.mp + throw.mp, draw, throw)))
        ways_there.sort(key=lambda entry: (entry[1].mp, entry[1].source, entry[1].via))
        found = known[hex_] = tuple(ways_there)
    return found


def _drawing(look: Look, side: str) -> Drawing:
    """The HQs that throw and draw from a source."""

    def nearest(draws: dict[int, Leg]) -> tuple[int, Leg]:
        return min(draws.items(), key=lambda item: (item[1].mp, item[0]))

    tracing = _tracing(look, side)
    if tracing.drawing is None:
        able = ((hq, _draws(look, hq)) for hq in throwers(look, side))
        throwing = ((hq, *nearest(draws), throw_fields(look, hq)) for hq, draws in able if draws)
        tracing.drawing = tuple((*entry, around_all(look.board, entry[3])) for entry in throwing)
    return tracing.drawing


def channels_of(look: Look, unit: Unit) -> dict[Channel, Way]:
    """A unit's ways by what its formation would have in common. An HQ that draws traces through itself."""
    known = _tracing(look, unit.side).channels
    key = (unit.id, unit.counter, unit.hex, unit.facing, unit.marker)
    found = known.get(key)
    if found is None:
        found = known[key] = _channels_of(look, unit)
    return found


def _channels_of(look: Look, unit: Unit) -> dict[Channel, Way]:
    found: dict[Channel, Way] = {}
    for way in ways(look, unit):
        found.setdefault((way.via, -1 if way.via else way.source), way)
        if not way.via and may_throw(look, unit):
            found.setdefault((unit.id, -1), way)
    return found


def _result(look: Look, unit: Unit, way: Way) -> TraceResult:
    entered = way.draw.entered
    drawn = way.draw.path
    if way.throw is not None:
        entered += way.throw.entered
        thrown = way.throw.path[::-1]
        drawn = (*thrown[:-1], *drawn)
    start = () if drawn[0] == unit.hex else (unit.hex,)
    end = () if drawn[-1] == way.source else (way.source,)
    return TraceResult(
        found=True,
        via=way.via,
        source=way.source,
        mp=way.mp,
        path=start + drawn + end,
        rail=stations(look, unit.side)[way.source][::-1],
        entered=entered,
    )


# --- the whole side --------------------------------------------------------------------------------------------


def members(look: Look, side: str) -> dict[str, tuple[Unit, ...]]:
    """The combat units on the map of each multi-unit formation of a side."""
    found: dict[str, list[Unit]] = {}
    for unit in look.own(side):
        formation = formation_of(look, unit)
        if formation and look.counter(unit).is_combat_unit:
            found.setdefault(formation, []).append(unit)
    return {formation: tuple(found[formation]) for formation in sorted(found)}


def coverage(look: Look, units: Iterable[Unit]) -> dict[Channel, tuple[str, ...]]:
    """Which of the units trace in which common way; the one that covers most first."""
    units = tuple(units)
    return look.memo(("trace.coverage", units), lambda: _coverage(look, units))


def _coverage(look: Look, units: tuple[Unit, ...]) -> dict[Channel, tuple[str, ...]]:
    found: dict[Channel, list[str]] = {}
    for unit in units:
        for channel in channels_of(look, unit):
            found.setdefault(channel, []).append(unit.id)
    order = sorted(found, key=lambda channel: (-len(found[channel]), channel))
    return {channel: tuple(found[channel]) for channel in order}


def able(look: Look, units: Iterable[Unit]) -> frozenset[str]:
    """Those of the units that trace in any way."""
    return frozenset(unit.id for unit in units if traces(look, unit))


def splits(look: Look, side: str) -> dict[str, dict[Channel, tuple[str, ...]]]:
    """Formations whose tracing units have no way in common, with the ways that some have: the owner picks (12.6f)."""
    found = {}
    for formation, units in members(look, side).items():
        covered = coverage(look, units)
        if covered and len(next(iter(covered.values()))) < len(able(look, units)):
            found[formation] = covered
    return found


def traced(look: Look, side: str, favoured: Mapping[str, Channel] = {}) -> dict[str, TraceResult]:
    """Every combat unit of a side on the map and how it traces (12.6): as `outcomes`, with the paths."""
    return {
        uid: _result(look, look.unit(uid), way) if way is not None else TraceResult(False, dropped=dropped)
        for uid, (way, dropped) in outcomes(look, side, favoured).items()
    }


def outcomes(look: Look, side: str, favoured: Mapping[str, Channel] = {}) -> dict[str, tuple[Way | None, str]]:
    """Every combat unit of a side on the map and the way in which it traces, or None and the case by which it is
    `dropped` though it could (12.6f), "" if it could not.

    `favoured` are the owner's choices for formations that must split; where one is missing, the way that covers most
    units counts.
    """
    results: dict[str, tuple[Way | None, str]] = {}
    grouped = members(look, side)
    chosen = {formation: _channel(look, units, favoured.get(formation)) for formation, units in grouped.items()}
    for unit in look.own(side):
        if not look.counter(unit).is_combat_unit:
            continue
        formation = formation_of(look, unit)
        found = ways(look, unit)
        if not formation:
            results[unit.id] = (found[0] if found else None, "")
            continue
        channel = chosen[formation]
        way = channels_of(look, unit).get(channel) if channel is not None else None
        results[unit.id] = (way, SPLIT if way is None and found else "")
    free: dict[str, tuple[Way | None, str]] = look.policies.supplied_freely(look, side, results)
    return free


def everybody(look: Look, side: str, results: dict[str, Any]) -> dict[str, Any]:
    """12.6: an HQ serves all that trace through it."""
    return results


def _channel(look: Look, units: tuple[Unit, ...], favoured: Channel | None) -> Channel | None:
    covered = coverage(look, units)
    return favoured if favoured in covered else next(iter(covered), None)


# --- where a trace would be possible ---------------------------------------------------------------------------


def can_trace_from(look: Look, unit: Unit, hex_: int, moving: frozenset[str] = NOBODY) -> bool:
    """Trace supply would be possible for the unit if it stood in that hex (5.8b-A, 12.6e, reading 1.28).

    HQs are where they are; the unit itself and others that are `moving` neither throw, negate a ZOC nor make a hex
    detrainable where they stand now. `unit` may be a changed record. The formation rule does not bind: some trace must
    be possible. Must agree with `ways` for a unit that stands there.
    """
    if can_draw_from(look, unit, hex_, moving):
        return True
    absent = that_count(look, unit.side, moving | {unit.id})
    for hq in throwers(look, unit.side):
        if hq.id not in absent and serves(look, hq, unit) and _draws(look, hq, absent):
            face = look.face(hq)
            field = field_from(look, hq.side, hq.hex, face.throw_mobility, face.throw_range, absent, facing=hq.facing)
            if field.near(look.board, hex_) is not None:
                return True
    return False


def can_draw_from(look: Look, unit: Unit, hex_: int, moving: frozenset[str] = NOBODY) -> bool:
    """As `can_trace_from`, without the throw of an HQ."""
    absent = that_count(look, unit.side, moving | {unit.id})
    return hex_ in _area(look, unit.side, draw_mobility(look.face(unit)), absent)


def that_count(look: Look, side: str, absent: frozenset[str]) -> frozenset[str]:
    """The absent units without those that make no difference: combat units that could negate no ZOC, HQs apart."""
    contested = may_negate(look, side)
    return frozenset(uid for uid in absent if uid in contested or not _plain(look.counter(uid)))


def _plain(counter: Counter) -> bool:
    return counter.is_combat_unit and counter.kind != "hq"


def _area(look: Look, side: str, mobility: str, absent: frozenset[str]) -> dict[int, int]:
    limit = draw_limit(look.world)
    return look.memo(
        ("trace.area", side, mobility, absent),
        lambda: area_serving(look, side, stations(look, side, absent), mobility, limit, absent),  # type: ignore[arg-type]
    )


def rely_on_trace(run: Run, unit: Unit) -> None:
    """Bind the units whose negation the best trace of a unit relies on, where a move ends by that trace (4.5b-A)."""
    found = ways(run.look, unit)
    if found:
        result = _result(run.look, unit, found[0])
        rely_on_negation(run, unit.side, (*result.entered, *result.rail), frozenset({unit.id}))


POLICIES = {"supplied_freely": everybody}

"""Trace supply: which combat units trace, through which HQ, and from which hexes they could.

A trace is a draw to a source, or the throw of an HQ that draws from one itself (12.3b-D, reading 1.92). Coming next to
the target is enough (12.3c-A). All combat units of a multi-unit formation trace in one way: through one HQ, or directly
from one source.

Cases: 12.6f
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.board.kernel import united
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import TRUCK, Mobility
from redball.rules.supply.draw_and_throw import Served, User, may_throw, served, serves, throwing
from redball.rules.supply.fields import Field, Leg
from redball.rules.supply.paths import (
    Ways,
    cautious,
    draw_limit,
    draw_mobility,
    leg_by,
    may_negate,
    open_ways,
)
from redball.rules.trace.points import SUPPLIED_FREELY
from redball.rules.trace.sources import stations
from redball.rules.units.abilities import face_of, formation_of
from redball.rules.units.zoc import NOBODY, rely_on_negation


class Way(NamedTuple):
    """One way to trace: the HQ `via` ("" if direct), the source, MP in 1/12, the draw and the throw (None if direct).

    An HQ's own direct way is also the trace that it throws to its formation (12.6f).
    """

    via: str
    source: int
    mp: int
    draw: Leg
    throw: Leg | None


SPLIT = "12.6f"
"""The case for units that could trace, but not in the way of their formation."""

Channel = tuple[str, int]
"""What a formation's traces must have in common (12.6f): (HQ, NO_HEX), or ("", source) for a direct draw."""


class TraceResult(Struct, frozen=True):
    """Whether and how a unit traces: through the HQ `via` or directly, from `source`. `path` leads from the unit to the
    source, `rail` from there to the map edge. `entered` are the hexes of draw and throw, `mp` their cost in 1/12.

    `dropped` is the case that denies a trace the unit could have: its formation traces through another HQ or source
    (12.6f), or an edition's own rule.
    """

    found: bool
    via: str = ""
    source: int = NO_HEX
    mp: int = 0
    path: tuple[int, ...] = ()
    rail: tuple[int, ...] = ()
    entered: tuple[int, ...] = ()
    dropped: str = ""


# --- ways ------------------------------------------------------------------------------------------------------


class Tracing:
    """How a side traces over the supply paths `open` to its stations (`targets`, where a trace may end), through its
    `hqs`. Searches are kept, and so are the ways and channels of units."""

    def __init__(self, open_: Ways, targets: tuple[int, ...], hqs: tuple[Served, ...]) -> None:
        self.world = open_.world
        self.open = open_
        self.targets = targets
        self.hqs = hqs
        self._certain: bytes | None = None
        self._sources: dict[tuple[int, Mobility], tuple[int, ...]] = {}
        self._draws: dict[tuple[int, Mobility], dict[int, Leg]] = {}
        self._drawing: Drawing | None = None
        self._passing: tuple[tuple[Served, bytes], ...] | None = None
        self._direct: dict[tuple[int, Mobility], tuple[Way, ...]] = {}
        self._served: dict[tuple[Mobility, tuple[bytes, ...]], bytes] = {}
        self._thrown: dict[int, tuple[tuple[Served, Way], ...]] = {}
        self._areas: dict[Mobility, bytes] = {}
        self.ways: dict[Served, tuple[Way, ...]] = {}
        self.channels: dict[tuple[Served, str], dict[Channel, Way]] = {}

    def drawn_by(self, unit: User) -> Mobility:
        """The mobility in which a unit draws."""
        return draw_mobility(face_of(self.world, unit))

    def area(self, mobility: Mobility) -> bytes:
        """Mask of the hexes from which a source can be drawn from."""
        found = self._areas.get(mobility)
        if found is None:
            found = self._areas[mobility] = self.open.drawing_on(self.targets, mobility)
        return found

    def certain(self) -> bytes:
        """Mask of the hexes where every unit but an HQ traces if it draws in Truck MP. Throws of divisional HQs do not
        count."""
        if self._certain is None:
            for_all = (near for hq, near in self.passing() if not self.world.counters[hq.counter].divisional)
            self._certain = united((self.area(TRUCK), *for_all))
        return self._certain

    def sources(self, unit: User) -> tuple[int, ...]:
        """The sources that a unit can draw from."""
        mobility = self.drawn_by(unit)
        key = (unit.hex, mobility)
        found = self._sources.get(key)
        if found is None:
            near = self.area(mobility)[unit.hex]
            fields = self.open.fields(unit.hex, mobility, draw_limit(self.world)) if near else ()
            served = fields[-1].served if fields else b""  # as in `passing`
            found = self._sources[key] = tuple([h for h in self.targets if served[h]]) if served else ()
        return found

    def draws(self, unit: User) -> dict[int, Leg]:
        """The unit's `sources`, with the legs."""
        mobility = self.drawn_by(unit)
        key = (unit.hex, mobility)
        found = self._draws.get(key)
        if found is None:
            near = self.area(mobility)[unit.hex]
            found = self._draws[key] = self.open.draws(unit, self.targets) if near else {}
        return found

    def direct(self, unit: User) -> tuple[Way, ...]:
        """The direct ways, best first. They depend only on the unit's hex and draw mobility."""
        key = (unit.hex, self.drawn_by(unit))
        found = self._direct.get(key)
        if found is None:
            drawn = [Way("", source, leg.mp, leg, None) for source, leg in self.draws(unit).items()]
            found = self._direct[key] = tuple(sorted(drawn, key=lambda way: (way.mp, way.source)))
        return found

    def thrown(self, hex_: int) -> tuple[tuple[Served, Way], ...]:
        """The HQs that draw from a source and throw to a hex, each with its way, best first."""
        found = self._thrown.get(hex_)
        if found is None:
            ways_there = []
            for hq, source, draw, fields in self.drawing():
                throw = leg_by(self.world, fields, hex_)
                if throw is not None:
                    ways_there.append((hq, Way(hq.id, source, draw.mp + throw.mp, draw, throw)))
            ways_there.sort(key=lambda entry: (entry[1].mp, entry[1].source, entry[1].via))
            found = self._thrown[hex_] = tuple(ways_there)
        return found

    def served(self, unit: User) -> bytes:
        """Mask of the hexes where the unit could trace."""
        mobility = self.drawn_by(unit)
        through = tuple([near for hq, near in self.passing() if serves(self.world, hq, unit)])
        found = self._served.get((mobility, through))
        if found is None:
            found = self._served[mobility, through] = united((self.area(mobility), *through))
        return found

    def passing(self) -> tuple[tuple[Served, bytes], ...]:
        """The HQs of `drawing`, each with the mask of the hexes it throws to. The last of its fields serves every hex
        that the others serve."""
        if self._passing is None:
            able = [hq for hq in self.hqs if self.area(self.drawn_by(hq))[hq.hex]]
            self._passing = tuple([(hq, self.open.traces(hq)[-1].served) for hq in able])
        return self._passing

    def drawing(self) -> Drawing:
        """The HQs that can throw and draw from a source."""
        if self._drawing is None:
            able = ((hq, self.draws(hq)) for hq in self.hqs)
            self._drawing = tuple((hq, *_nearest(draws), self.open.traces(hq)) for hq, draws in able if draws)
        return self._drawing


Drawing = tuple[tuple[Served, int, Leg, tuple[Field, ...]], ...]
"""HQs that can throw and draw from a source, each with its nearest source, the draw, and its throw fields."""


def _nearest(draws: dict[int, Leg]) -> tuple[int, Leg]:
    return min(draws.items(), key=lambda item: (item[1].mp, item[0]))


def _tracing(look: Look, side: str, absent: frozenset[str] = NOBODY, plainly: bool = False) -> Tracing:
    """`plainly`: ignore which units a path binds. That changes how units trace, but not whether, nor from where."""
    return _plainly_tracing(look, side, absent, plainly or not cautious(look, side))


@derived
def _plainly_tracing(look: Look, side: str, absent: frozenset[str], plainly: bool) -> Tracing:
    hqs = tuple([hq for hq in throwing(look, side) if hq.id not in absent])
    return Tracing(open_ways(look, side, absent, plainly), _targets(look, side, absent), hqs)


@derived
def _targets(look: Look, side: str, absent: frozenset[str]) -> tuple[int, ...]:
    return tuple(stations(look, side, absent))


def ways(look: Look, unit: Unit) -> tuple[Way, ...]:
    """Every way for a unit to trace from its hex, best first: direct ways before HQs, then by MP.

    For each HQ only its nearest source counts. `unit` may be a changed record of a unit.
    """
    return _ways(look, unit, _tracing(look, unit.side))


def _ways(look: Look, unit: Unit, tracing: Tracing) -> tuple[Way, ...]:
    key = served(unit)
    found = tracing.ways.get(key)
    if found is None:
        thrown = [way for hq, way in tracing.thrown(unit.hex) if serves(look.world, hq, unit)]
        found = tracing.ways[key] = (*tracing.direct(unit), *thrown)
    return found


def traces(look: Look, unit: Unit) -> bool:
    """Whether a unit has any of the `ways`, without listing them."""
    return _traces_from(look, unit, unit.hex, _tracing(look, unit.side, plainly=True))


def untraced(look: Look, units: Iterable[Unit]) -> list[Unit]:
    """The units that do not trace. Cheaper than `traces` for many units."""
    units = tuple(units)
    tracings = {side: _tracing(look, side, plainly=True) for side in {unit.side for unit in units}}
    return [unit for unit in units if not _traces_from(look, unit, unit.hex, tracings[unit.side])]


def certain_hexes(look: Look, side: str) -> bytes:
    """Mask of the hexes where every unit of a side but an HQ traces, if it draws in Truck MP. The throws of divisional
    HQs do not count."""
    return _tracing(look, side, plainly=True).certain()


def _traces_from(look: Look, unit: Unit, hex_: int, tracing: Tracing) -> bool:
    mobility = draw_mobility(look.face(unit))
    if tracing.area(mobility)[hex_]:
        return True
    if mobility == TRUCK and tracing.certain()[hex_] and look.counter(unit).kind != "hq":
        return True
    return any(near[hex_] and serves(look.world, hq, unit) for hq, near in tracing.passing())


def channels_of(look: Look, unit: Unit) -> dict[Channel, Way]:
    """A unit's ways by channel. An HQ that draws traces through itself."""
    return _channels(look, unit, _tracing(look, unit.side))


def _channels(look: Look, unit: Unit, tracing: Tracing) -> dict[Channel, Way]:
    key = (served(unit), unit.marker)
    found = tracing.channels.get(key)
    if found is None:
        found = tracing.channels[key] = {}
        throws = may_throw(look, unit)
        for way in _ways(look, unit, tracing):
            found.setdefault((way.via, NO_HEX if way.via else way.source), way)
            if throws and not way.via:
                found.setdefault((unit.id, NO_HEX), way)
    return found


def _channels_without_ways(look: Look, unit: Unit, tracing: Tracing) -> list[Channel]:
    """The keys of `channels_of`, without building the ways."""
    sources = tracing.sources(unit)
    found: list[Channel] = [("", source) for source in sources]
    found += [(hq.id, NO_HEX) for hq, near in tracing.passing() if near[unit.hex] and serves(look.world, hq, unit)]
    if sources and may_throw(look, unit):
        found.append((unit.id, NO_HEX))
    return found


def _way_by(look: Look, unit: Unit, channel: Channel, tracing: Tracing) -> Way | None:
    """One value of `channels_of`, or None."""
    via, source = channel
    if not via:
        leg = tracing.draws(unit).get(source) if source in tracing.sources(unit) else None
        return Way("", source, leg.mp, leg, None) if leg is not None else None
    if via == unit.id:
        return next(iter(tracing.direct(unit)), None) if may_throw(look, unit) else None
    for hq, drawn, draw, fields in tracing.drawing():
        if hq.id == via and serves(look.world, hq, unit):
            throw = leg_by(look.world, fields, unit.hex)
            return Way(via, drawn, draw.mp + throw.mp, draw, throw) if throw is not None else None
    return None


def _best_way(look: Look, unit: Unit, tracing: Tracing) -> Way | None:
    """The first of the `ways`."""
    direct = tracing.direct(unit)
    thrown = () if direct else tracing.thrown(unit.hex)
    return direct[0] if direct else next((way for hq, way in thrown if serves(look.world, hq, unit)), None)


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


@derived
def members(look: Look, side: str) -> dict[str, tuple[Unit, ...]]:
    """The combat units on the map of each multi-unit formation of a side, by formation."""
    found: dict[str, list[Unit]] = {}
    for unit in look.own(side):
        formation = formation_of(look, unit)
        if formation and look.counter(unit).is_combat_unit:
            found.setdefault(formation, []).append(unit)
    return {formation: tuple(found[formation]) for formation in sorted(found)}


def coverage(look: Look, units: Iterable[Unit]) -> dict[Channel, tuple[str, ...]]:
    """Which of the units can use each channel; the one that covers most comes first."""
    found: dict[Channel, list[str]] = {}
    for unit in units:
        for channel in _channels_without_ways(look, unit, _tracing(look, unit.side, plainly=True)):
            found.setdefault(channel, []).append(unit.id)
    order = sorted(found, key=lambda channel: (-len(found[channel]), channel))
    return {channel: tuple(found[channel]) for channel in order}


def able(look: Look, units: Iterable[Unit]) -> frozenset[str]:
    """Ids of the units that trace in any way."""
    units = tuple(units)
    return frozenset(unit.id for unit in units) - {unit.id for unit in untraced(look, units)}


@derived
def splits(look: Look, side: str) -> dict[str, dict[Channel, tuple[str, ...]]]:
    """Formations whose tracing units have no channel in common, with the units that each channel covers: the owner
    picks (12.6f)."""
    found = {}
    for formation, units in members(look, side).items():
        covered = coverage(look, units)
        if covered and len(next(iter(covered.values()))) < len(able(look, units)):
            found[formation] = covered
    return found


def traced(look: Look, side: str, favoured: Mapping[str, Channel] = {}) -> dict[str, TraceResult]:
    """How every combat unit of a side on the map traces (12.6): as `outcomes`, with the paths."""
    return {
        uid: _result(look, look.unit(uid), way) if way is not None else TraceResult(False, dropped=dropped)
        for uid, (way, dropped) in outcomes(look, side, favoured).items()
    }


def outcomes(look: Look, side: str, favoured: Mapping[str, Channel] = {}) -> dict[str, tuple[Way | None, str]]:
    """The way by which each combat unit of a side on the map traces; or None, with the case if its formation keeps it
    from a trace it could have (12.6f), "" if it could have none.

    `favoured` are the owner's choices for formations that must split; without one, the way that covers most units
    counts.
    """
    results: dict[str, tuple[Way | None, str]] = {}
    tracing = _tracing(look, side)
    grouped = members(look, side)
    chosen = {formation: _channel(look, units, favoured.get(formation)) for formation, units in grouped.items()}
    for unit in look.own(side):
        if not look.counter(unit).is_combat_unit:
            continue
        formation = formation_of(look, unit)
        if not formation:
            results[unit.id] = (_best_way(look, unit, tracing), "")
            continue
        channel = chosen[formation]
        way = _way_by(look, unit, channel, tracing) if channel is not None else None
        results[unit.id] = (way, SPLIT if way is None and _traces_from(look, unit, unit.hex, tracing) else "")
    free: dict[str, tuple[Way | None, str]] = look.policies[SUPPLIED_FREELY](look, side, results)
    return free


def everybody(look: Look, side: str, results: dict[str, Any]) -> dict[str, Any]:
    """12.6: an HQ serves all that trace through it."""
    return results


def _channel(look: Look, units: tuple[Unit, ...], favoured: Channel | None) -> Channel | None:
    covered = coverage(look, units)
    return favoured if favoured in covered else next(iter(covered), None)


# --- where a trace would be possible ---------------------------------------------------------------------------


def can_trace_from(look: Look, unit: Unit, hex_: int, moving: frozenset[str] = NOBODY) -> bool:
    """Whether the unit could trace if it stood in that hex (5.8b-A, 12.6e, reading 1.28).

    HQs stay where they are. The unit itself and others that are `moving` neither throw, negate a ZOC nor make a hex
    detrainable where they stand now. `unit` may be a changed record. The formation rule does not apply: any trace will
    do. Must agree with `ways` for a unit that stands there.
    """
    return _traces_from(look, unit, hex_, _tracing_without(look, unit, moving))


def traceable(look: Look, unit: Unit, moving: frozenset[str] = NOBODY) -> bytes:
    """Mask of the hexes where the unit could trace. Must agree with `can_trace_from`."""
    return _tracing_without(look, unit, moving).served(unit)


def can_draw_from(look: Look, unit: Unit, hex_: int, moving: frozenset[str] = NOBODY) -> bool:
    """As `can_trace_from`, without HQs."""
    return bool(drawable(look, unit, moving)[hex_])


def drawable(look: Look, unit: Unit, moving: frozenset[str] = NOBODY) -> bytes:
    """Mask of the hexes where `can_draw_from` is true."""
    return _tracing_without(look, unit, moving).area(draw_mobility(look.face(unit)))


def _tracing_without(look: Look, unit: Unit, moving: frozenset[str]) -> Tracing:
    absent = moving if unit.id in moving else moving | {unit.id}
    return _tracing(look, unit.side, that_count(look, unit.side, absent), plainly=True)


def that_count(look: Look, side: str, absent: frozenset[str]) -> frozenset[str]:
    """The absent units that make a difference: HQs, Extenders and units that could negate a ZOC."""
    contested = may_negate(look, side)
    return frozenset([uid for uid in absent if uid in contested or _passes_on(look, look.unit(uid))])


def _passes_on(look: Look, unit: Unit) -> bool:
    return bool(unit.extender) or look.counter(unit).kind == "hq"


def rely_on_trace(run: Run, unit: Unit) -> None:
    """Bind the units whose negation a unit's best trace relies on, when a move that needs this trace ends (4.5b-A)."""
    way = _best_way(run.look, unit, _tracing(run.look, unit.side))
    if way is not None:
        result = _result(run.look, unit, way)
        rely_on_negation(run, unit.side, (*result.entered, *result.rail), frozenset({unit.id}))


POLICIES = {"supplied_freely": everybody}

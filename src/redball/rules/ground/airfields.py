"""Air bases: where a Level can be built or taken away, and what the work changes at once.

`rules.works.construction` decides who may work and how it is paid, `rules.capture` who takes a base. Air strips can be
raised to Level 1, never reduced. Sides build them whose scenario says so (`air_strips`), as long as they have fewer on
the map than it gives them; an air strip is no Level, so that nothing else limits them (15.3-B).

Cases: 3.3c-B, 15.2, 15.2-A, 15.2-E, 15.3-A, 15.3-B, 15.4-A, 15.4-B, K15.3-airbase
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.core.engine import Run
from redball.core.events import Event
from redball.core.events.construction import after_work
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import State
from redball.core.telling import Names
from redball.rules.ground.air_force import AIR_STRIP, Base, base_in, force_in, with_base

LOWEST = 1

HIGHEST = refusal(
    "air_base.highest", case="15.3-B", text="the air base at {hexes} is at Level {have}, the highest that can be built"
)
RAISED = refusal(
    "air_base.raised",
    case="15.3-B",
    text="the air base at {hexes} has already gained a Level this turn",
    remedy="build on next turn",
)
IS_STRIP = refusal(
    "air_base.strip", case="15.2-A", text="{hexes} has an air strip", remedy="raise the air strip to Level 1 for 3T"
)
NO_STRIP = refusal("air_base.no_strip", case="15.2-A", text="there is no air strip of this side at {hexes}")
NOT_ALLOWED = refusal(
    "air_strip.not_allowed",
    case="15.2",
    text="this side builds no air strips in this game",
    remedy="build an air base of Level 1 for 1 SP",
)
STRIP_LIMIT = refusal(
    "air_strip.limit",
    case="15.2",
    text="this side has {have} air strips on the map, and the scenario gives it {need}",
    remedy="raise one of them to Level 1 for 3T",
)
BASE_THERE = refusal("air_strip.base_there", case="15.0a", text="{hexes} has the {detail}, and a hex holds one")
NONE_THERE = refusal("air_base.none", case="15.4-B", text="there is no air base of this side at {hexes}")
LOWERED = refusal(
    "air_base.lowered",
    case="15.4-B",
    text="the air base at {hexes} has already lost a Level in this phase",
    remedy="go on in a later Movement Phase",
)
SMALLEST = refusal("air_base.lowest", case="15.4-B", text="the {detail} at {hexes} cannot be reduced")


class AirBaseBuilt(Event, frozen=True, kw_only=True):
    """An air base gained a Level, or its first, by the work of `units` (15.3); at Level 0 it is a new air strip."""

    hex: int
    level: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        base = base_in(state, self.hex) or Base(self.hex, self.side, self.level)
        raised = state.clock.turn if self.level else 0
        return with_base(after_work(state, self.units), replace(base, level=self.level, raised=raised))

    def told(self, n: Names) -> str:
        if not self.level:
            return f"{n.side(self.side)} builds an air strip at {n.hex(self.hex)}"
        return f"{n.side(self.side)} builds an air base of Level {self.level} at {n.hex(self.hex)}"


class AirBaseReduced(Event, frozen=True, kw_only=True):
    """An air base lost a Level by the work of `units` of its own side (15.4)."""

    hex: int
    level: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        base = base_in(state, self.hex)
        assert base is not None  # it is reduced
        return with_base(after_work(state, self.units), replace(base, level=self.level, reduced=True))

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} reduces the air base at {n.hex(self.hex)} to Level {self.level}"


class Crowded(Struct, frozen=True, tag=True):
    """A base of a side that has lost a Level; it may hold too many Active aircraft now."""

    side: str
    hex: int


def refuse_build(look: Look, side: str, hex_: int) -> Refusal | None:
    """15.3-B: a Level more, or the first; one a turn, up to the highest. Enemy bases are refused with what the enemy
    has in the hex."""
    base = base_in(look.state, hex_)
    if base is None:
        return None
    if base.level == AIR_STRIP:
        return IS_STRIP(hexes=(hex_,))
    if base.level >= look.world.charts.supply_costs.max_air_base_level:
        return HIGHEST(hexes=(hex_,), have=base.level)
    return RAISED(hexes=(hex_,)) if _raised_now(look, base) else None


def shut_for_building(look: Look) -> set[int]:
    """Every hex for which `refuse_build` says no."""
    most = look.world.charts.supply_costs.max_air_base_level
    bases = force_in(look.state).bases
    return {base.hex for base in bases if base.level in (AIR_STRIP, most) or _raised_now(look, base)}


def refuse_strip(look: Look, side: str, hex_: int) -> Refusal | None:
    """15.2: the scenario gives the side one more; 15.0a: no base is in the hex."""
    most, have = look.world.scenario.air_strips.get(side, 0), _strips_of(look, side)
    if not most:
        return NOT_ALLOWED()
    base = base_in(look.state, hex_)
    if base is not None:
        return BASE_THERE(hexes=(hex_,), detail=base.called)
    return STRIP_LIMIT(have=have, need=most) if have >= most else None


def open_for_strips(look: Look, side: str) -> bool:
    """`refuse_strip` does not say no everywhere."""
    return _strips_of(look, side) < look.world.scenario.air_strips.get(side, 0)


def _strips_of(look: Look, side: str) -> int:
    return sum(base.side == side and base.level == AIR_STRIP for base in force_in(look.state).bases)


def refuse_raise(look: Look, side: str, hex_: int) -> Refusal | None:
    """15.2-A: an own air strip becomes a base of Level 1."""
    base = base_in(look.state, hex_)
    if base is None or base.side != side or base.level != AIR_STRIP:
        return NO_STRIP(hexes=(hex_,))
    return None


def open_for_raising(look: Look, side: str) -> set[int]:
    """Every hex for which `refuse_raise` does not say no."""
    return {base.hex for base in force_in(look.state).bases if base.side == side and base.level == AIR_STRIP}


def refuse_reduce(look: Look, side: str, hex_: int) -> Refusal | None:
    """15.4-B, 15.2-E: an own base, once a phase, not below Level 1; never an air strip."""
    base = base_in(look.state, hex_)
    if base is None or base.side != side:
        return NONE_THERE(hexes=(hex_,))
    if base.level <= LOWEST:
        return SMALLEST(hexes=(hex_,), detail=base.called, case="15.2-E" if base.level == AIR_STRIP else "")
    return LOWERED(hexes=(hex_,)) if base.reduced else None


def open_for_reducing(look: Look, side: str) -> set[int]:
    """Every hex for which `refuse_reduce` does not say no."""
    bases = force_in(look.state).bases
    return {base.hex for base in bases if base.side == side and base.level > LOWEST and not base.reduced}


def build(run: Run, side: str, hex_: int, units: tuple[str, ...], case: str) -> None:
    """The new Level stands at once (13.8d-C)."""
    base = base_in(run.state, hex_)
    run.emit(AirBaseBuilt(case=case, side=side, hex=hex_, level=base.level + 1 if base else LOWEST, units=units))


def build_strip(run: Run, side: str, hex_: int, units: tuple[str, ...], case: str) -> None:
    """The air strip is there at once (13.8d-C)."""
    run.emit(AirBaseBuilt(case=case, side=side, hex=hex_, level=AIR_STRIP, units=units))


def reduce(run: Run, side: str, hex_: int, units: tuple[str, ...], case: str) -> None:
    """One Level is gone; Active aircraft for which there is no room stand down (`rules.air.crowded`)."""
    base = base_in(run.state, hex_)
    assert base is not None  # it is reduced
    run.emit(AirBaseReduced(case=case, side=side, hex=hex_, level=base.level - 1, units=units))
    run.push("air_crowded", Crowded(side, hex_))


def _raised_now(look: Look, base: Base) -> bool:
    return base.raised == look.state.clock.turn


EVENTS = (AirBaseBuilt, AirBaseReduced)

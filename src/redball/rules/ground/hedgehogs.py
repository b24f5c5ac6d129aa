"""Hedgehogs: where a Level can be built or reduced, and what the work changes at once.

`redball.rules.works.construction` decides which units may work and how it is paid; `redball.rules.combat` what works do
in combat; `redball.rules.movement` and `redball.rules.capture` who enters them. They need no supply and never move.

Cases: 16.0, 16.0a, 16.0b-B, 16.0c-B, HR-4
"""

from __future__ import annotations

from collections.abc import Collection

from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import HedgehogBuilt, HedgehogReduced
from redball.core.look import Look
from redball.core.refusals import Refusal, RefusalKind, refusal
from redball.rules.ground.points import BUILT, HEDGEHOG_LIMIT, WORKS_DONE
from redball.rules.units.abilities import marked

HIGHEST = refusal(
    "hedgehog.highest", case="16.0a", text="the hedgehog at {hexes} is already at Level {have}, the highest"
)
BEGUN = refusal(
    "hedgehog.begun",
    case="21.11a",
    text="{hexes} already has a hedgehog of Level {have}; what engineers may do there: {need}",
)
OTHER_LEVEL = refusal(
    "hedgehog.other_level",
    case="21.11a",
    text="the works at {hexes} have Level {have}; this task raises only Level {need}",
)
RAISED = refusal(
    "hedgehog.raised",
    case="16.0b-B",
    text="the hedgehog at {hexes} has already gained a Level this turn",
    remedy="build on next turn",
)
LOWERED = refusal(
    "hedgehog.lowered",
    case="16.0c-B",
    text="the hedgehog at {hexes} has already lost a Level this turn",
)
NONE_THERE = refusal("hedgehog.none", case="16.0c-A", text="there is no hedgehog of this side at {hexes}")
RESERVES = refusal(
    "hedgehog.reserves",
    case="16.0f",
    text="units in Reserve Mode are in {hexes}; they may not end the segment in a hedgehog",
)


ANYWHERE = -1

RESERVES_INSIDE = option("reserves_in_hedgehogs", "HR-4", "Units in Reserve Mode may end a segment in a hedgehog")
ENHANCED = option(
    "enhanced_construction",
    "21.11",
    "Only Engineer-Capable units raise a hedgehog, for one SP more than its new Level; a captured one loses a Level",
)
SWITCHES = (RESERVES_INSIDE, ENHANCED)


def closed_to_reserves(look: Look, hex_: int) -> bool:
    """Units in Reserve Mode may not end a segment there: it has a hedgehog (5.7g), unless a house rule lets them."""
    return hex_ in look.state.hedgehogs and not look.option(RESERVES_INSIDE.name)


def level(look: Look, hex_: int) -> int:
    """Level of the hedgehog in a hex, of whichever side; 0 none."""
    works = look.state.hedgehogs.get(hex_)
    return works.level if works is not None else 0


def price(look: Look, side: str) -> int:
    """Tokens for a Level, whoever builds."""
    return look.world.charts.supply_costs.build_or_improve_hedgehog_level


def limit(look: Look, side: str, hex_: int) -> tuple[int, RefusalKind]:
    """The highest Level there is, wherever it is."""
    return look.world.charts.supply_costs.max_hedgehog_level, HIGHEST


def refuse_build(look: Look, side: str, hex_: int) -> Refusal | None:
    """Add a Level: up to the highest, one a turn (16.0b-B)."""
    now = level(look, hex_)
    most, why = look.policies[HEDGEHOG_LIMIT](look, side, hex_)
    if now and look.option(ENHANCED.name):
        return BEGUN(hexes=(hex_,), have=now, need=f"raise_hedgehog_{now + 1}" if now < most else "nothing more")
    if now >= most:
        return why(hexes=(hex_,), have=now, need=most)
    if hex_ in look.policies[WORKS_DONE](look, side):
        return RAISED(hexes=(hex_,))
    inside = any(unit.marker == "reserve" for unit in look.units_at(hex_, side))
    if not now and inside and not look.option(RESERVES_INSIDE.name):
        return RESERVES(hexes=(hex_,))
    return None


def refuse_reduce(look: Look, side: str, hex_: int) -> Refusal | None:
    """Remove a Level of the side's own works, one a turn (16.0c-B)."""
    works = look.state.hedgehogs.get(hex_)
    if works is None or works.side != side:
        return NONE_THERE(hexes=(hex_,))
    return LOWERED(hexes=(hex_,)) if hex_ in look.state.lowered else None


def works_done(look: Look, side: str) -> Collection[int]:
    """16.0b-B: hexes that have already gained a Level this turn."""
    return look.state.raised


def shut_for_building(look: Look, side: str) -> set[int]:
    """Every hex for which `refuse_build` says no."""
    state, most = look.state, look.policies[HEDGEHOG_LIMIT]
    if most(look, side, ANYWHERE)[0] == 0:
        return set(range(look.board.size))
    highest = (h for h, works in state.hedgehogs.items() if works.level >= most(look, side, h)[0])
    shut = {*highest, *look.policies[WORKS_DONE](look, side)}
    if look.option(ENHANCED.name):
        shut.update(state.hedgehogs)
    if not look.option(RESERVES_INSIDE.name):
        shut.update(u.hex for u in marked(look, side, "reserve") if u.hex not in state.hedgehogs)
    return shut


def refuse_raise(look: Look, side: str, hex_: int, to: int) -> Refusal | None:
    """21.11a: from one Level to the next, one in a turn."""
    now = level(look, hex_)
    if now != to - 1:
        return OTHER_LEVEL(hexes=(hex_,), have=now, need=to - 1)
    most, why = look.policies[HEDGEHOG_LIMIT](look, side, hex_)
    if to > most:
        return why(hexes=(hex_,), have=now, need=most)
    return RAISED(hexes=(hex_,)) if hex_ in look.state.raised else None


def open_for_raising(look: Look, side: str, to: int) -> set[int]:
    """Every hex for which `refuse_raise` does not say no."""
    state, most = look.state, look.policies[HEDGEHOG_LIMIT]
    begun = (h for h, works in state.hedgehogs.items() if works.level == to - 1 and h not in state.raised)
    return {h for h in begun if to <= most(look, side, h)[0]}


def open_for_reducing(look: Look, side: str) -> set[int]:
    """Every hex for which `refuse_reduce` does not say no."""
    state = look.state
    return {h for h, works in state.hedgehogs.items() if works.side == side and h not in state.lowered}


def build(run: Run, side: str, hex_: int, units: tuple[str, ...], case: str) -> None:
    """The new Level stands at once (13.8d-C)."""
    reached = level(run.look, hex_) + 1
    run.emit(HedgehogBuilt(case=case, side=side, hex=hex_, level=reached, units=units))
    run.look.policies[BUILT](run, side, hex_, reached)


def reduce(run: Run, side: str, hex_: int, units: tuple[str, ...], case: str) -> None:
    """One Level is gone; below Level 1 the hedgehog is (16.0c-A)."""
    run.emit(HedgehogReduced(case=case, side=side, hex=hex_, level=level(run.look, hex_) - 1, units=units))


def nothing_built(run: Run, side: str, hex_: int, reached: int) -> None:
    """A new Level has no other effect."""


POLICIES = {"hedgehog_price": price, "hedgehog_limit": limit, "works_done": works_done, "built": nothing_built}

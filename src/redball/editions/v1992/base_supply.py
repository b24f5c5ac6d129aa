"""Supply of air bases in 1992, and the refit that it pays for.

In the Supply Usage Segment a base pays for the Levels that it is to use until the next one; who pays nothing is without
supply. In the Aircraft Refit Phase a die is thrown for every supplied base, and nothing more is paid. A base of which
nothing is said has all its Levels: one that was built or captured since. Air strips, which the booklet does not know,
are supplied for free and refit what they do in the series.

A Level more is built as in the series, at the price of the chart: by an Engineer-Capable unit, one Level a game turn.

Cases: E92-special-supply-bases, E92-special-supply-build-base, E92-supply-levels-bases, E92-air-refit-roll,
E92-air-refit-choice
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from msgspec.structs import replace

from redball.core.actions import Done
from redball.core.actions.base import OnHex
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.own import drop, find, put
from redball.core.procedures import Chance, Choose, Do, Option, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.core.state import State, StateOwn
from redball.core.telling import Names, counted
from redball.editions.v1992.supply_usage import SupplyUsage
from redball.rules.air.bases import NO_BASE, ashore_base, ashore_bases
from redball.rules.air.points import REFIT_LIMIT, REFIT_PRICE
from redball.rules.air.refit import Most, Refit
from redball.rules.air.refit_phase import AircraftRefit
from redball.rules.capture.claims import Capture
from redball.rules.ground.air_force import AIR_STRIP, Base, Plane, base_in, force_in
from redball.rules.supply.bills import Bill, offers, owed_from
from redball.rules.supply.draw_and_throw import tokens_of

PRICED = "E92-special-supply-bases"


class BaseSupply(StateOwn, frozen=True):
    """Bases that use other than all their Levels, with the number that they use; and in an Aircraft Refit Phase how
    many aircraft each base may refit. Both by hex."""

    usable: tuple[tuple[int, int], ...] = ()
    rolled: tuple[tuple[int, int], ...] = ()

    def in_new_phase(self, state: State) -> BaseSupply | None:
        """The rolls are those of one phase."""
        return _kept(BaseSupply(self.usable))

    def as_seen(self, look: Look, viewer: str) -> BaseSupply | None:
        """The Levels in use lie on the map as a marker; the rolls are the owner's."""
        own = {base.hex for base in ashore_bases(look, viewer)}
        return _kept(BaseSupply(self.usable, tuple([one for one in self.rolled if one[0] in own])))


RECORDS = (BaseSupply,)


def _kept(record: BaseSupply) -> BaseSupply | None:
    return record if record.usable or record.rolled else None


def supply_in(state: State) -> BaseSupply:
    """The record of a state; an empty one if it has none."""
    return find(state.own, BaseSupply) or BaseSupply()


def with_usable(state: State, levels: Mapping[int, int]) -> State:
    """The state in which these bases use so many Levels."""
    usable = dict(supply_in(state).usable)
    for hex_, use in levels.items():
        base = base_in(state, hex_)
        usable.pop(hex_, None)
        if base is not None and use < base.level:
            usable[hex_] = use
    return _with(state, replace(supply_in(state), usable=tuple(sorted(usable.items()))))


def _with(state: State, record: BaseSupply) -> State:
    return state.change(own=put(state.own, record) if _kept(record) else drop(state.own, BaseSupply))


def usable_levels(look: Look, base: Base) -> int:
    """The Levels that a base uses in this game turn."""
    return min(base.level, dict(supply_in(look.state).usable).get(base.hex, base.level))


# --- the Supply Usage Segment ------------------------------------------------------------------------------------


LEVELS_TEXT = {1: "1 Level", 2: "2 Levels", 3: "3 Levels"}


class SupplyBase(OnHex, frozen=True, tag="supply_base"):
    """Pay for Levels of an air base, which it uses in this game turn."""

    levels: int
    shown = Shown("Supply for this turn", 3, "Supply {levels} of the air base at {hex}", by={"levels": LEVELS_TEXT})


LEVELS = refusal(
    "usage.base_levels", case=PRICED, text="the {detail} at {hexes} cannot use {have:Level}; choose from 1 to {need}"
)
SUPPLIED = refusal("usage.base_supplied", case=PRICED, text="the base at {hexes} is supplied for this game turn")
UNPAID = refusal(
    "usage.base_unpaid",
    case=PRICED,
    text="{detail} of the base at {hexes} cost {need}; it can get {have}",
    remedy="supply fewer Levels, or bring SP within its draw, or an HQ that can throw to it",
)


class BasesSupplied(Event, frozen=True, kw_only=True):
    """The Levels that the bases of a side use until its next Supply Usage Segment, by hex."""

    levels: tuple[tuple[int, int], ...]

    def apply(self, state: State) -> State:
        return with_usable(state, dict(self.levels))

    def told(self, n: Names) -> str:
        found = (f"{use} at {n.hex(hex_)}" for hex_, use in self.levels)
        return f"{n.side(self.side)} supplies air base Levels: {', '.join(found)}"


def bill_of(look: Look, base: Base, levels: int) -> Bill:
    """What so many Levels cost."""
    tokens = look.policies[REFIT_PRICE](look.world.charts, Refit(base.level, levels, 0, 0))
    return Bill(base.side, (), tokens, "air base", PRICED, place=base.hex)


def open_bases(look: Look, data: SupplyUsage) -> Iterator[Base]:
    """Bases with Levels that are not supplied yet."""
    done = dict(data.bases)
    return (base for base in ashore_bases(look, data.side) if base.level != AIR_STRIP and base.hex not in done)


def candidates(look: Look, data: SupplyUsage) -> Iterator[SupplyBase]:
    """Each open base with every number of Levels that it can pay for."""
    for base in open_bases(look, data):
        for levels in range(1, base.level + 1):
            if not offers(look, bill_of(look, base, levels)):
                break
            yield SupplyBase(base.hex, levels)


def refuse_supply(look: Look, data: SupplyUsage, action: SupplyBase) -> Refusal | None:
    """An open base, Levels that it has, and a price that it can get."""
    base = ashore_base(look, data.side, action.hex)
    if base is None:
        return NO_BASE(hexes=(action.hex,))
    if not 1 <= action.levels <= base.level:
        return LEVELS(hexes=(base.hex,), detail=base.called, have=action.levels, need=base.level)
    if base not in open_bases(look, data):
        return SUPPLIED(hexes=(base.hex,))
    bill = bill_of(look, base, action.levels)
    if offers(look, bill):
        return None
    have, what = show_tokens(tokens_of(owed_from(look, bill))), counted(action.levels, "Level")
    return UNPAID(hexes=(base.hex,), detail=what, have=have, need=show_tokens(bill.tokens))


def take_supply(run: Run, data: SupplyUsage, action: SupplyBase) -> None:
    base = ashore_base(run.look, data.side, action.hex)
    assert base is not None  # it was offered
    run.set(replace(data, bases=(*data.bases, (action.hex, action.levels))))
    run.push("pay", bill_of(run.look, base, action.levels))


def set_usable(run: Run, data: SupplyUsage) -> None:
    """Bases that paid for nothing use no Level."""
    paid = dict(data.bases)
    levels = tuple([(b.hex, paid.get(b.hex, 0)) for b in ashore_bases(run.look, data.side) if b.level != AIR_STRIP])
    if levels:
        run.emit(BasesSupplied(case=PRICED, side=data.side, levels=levels))


def _decides(look: Look, data: SupplyUsage) -> str | None:
    return data.side if next(candidates(look, data), None) is not None else None


def unsupplied(look: Look, data: SupplyUsage) -> str:
    """Bases with aircraft that could still be supplied."""
    payable = {action.hex for action in candidates(look, data)}
    used = {plane.hex for plane in force_in(look.state).planes if plane.parked and plane.hex in payable}
    if not used:
        return ""
    return f"{counted(len(used), 'air base stays', 'air bases stay')} without supply for this turn"


SUPPLY_BASES = Choose(
    "bases",
    "Pay for the Levels of your air bases that you want to use this turn; a base without supply refits nobody, and "
    "nobody takes off there",
    _decides,
    (
        Option(SupplyBase, candidates, refuse_supply, take_supply, exact=True),
        Option(Done, only(Done()), always_legal, lambda run, data, action: run.go_on()),
    ),
    case=PRICED,
    gives_up=unsupplied,
)


def forget(run: Run, data: Capture) -> None:
    """9.14f-A: whoever captures a base uses it at once, whatever its last owner paid for."""
    base = ashore_base(run.look, data.side, data.hex)
    if base is not None and usable_levels(run.look, base) < base.level:
        run.emit(BasesSupplied(case="9.14f-A", side=data.side, levels=((base.hex, base.level),)))


# --- what an unsupplied base cannot do ---------------------------------------------------------------------------

NO_REFIT = refusal(
    "refit.unsupplied",
    case="E92-supply-levels-bases",
    text="the {detail} at {hexes} is without supply this turn and cannot refit aircraft",
    remedy="pay for its Levels in the next Supply Usage Segment",
)
NO_TAKE_OFF = refusal(
    "mission.unsupplied",
    case="E92-air-phasing-supplied",
    text="the {detail} at {hexes} is without supply this turn, so no aircraft takes off there",
    remedy="pay for its Levels in the next Supply Usage Segment",
)


def refuse_base_use(look: Look, base: Base, use: Literal["refit", "take_off"]) -> Refusal | None:
    """Aircraft refit and take off at supplied bases only."""
    if base.level == AIR_STRIP or usable_levels(look, base):
        return None
    return (NO_REFIT if use == "refit" else NO_TAKE_OFF)(hexes=(base.hex,), detail=base.called)


# --- the refit ---------------------------------------------------------------------------------------------------


class RefitRolled(Event, frozen=True, kw_only=True):
    """A side rolled for its supplied bases: how many aircraft each may refit, by hex."""

    audience: ClassVar[str] = "own"
    bases: tuple[tuple[int, int], ...]

    def apply(self, state: State) -> State:
        return _with(state, replace(supply_in(state), rolled=self.bases))

    def told(self, n: Names) -> str:
        return f"Aircraft that may refit: {', '.join(f'{most} at {n.hex(hex_)}' for hex_, most in self.bases)}"


EVENTS = (BasesSupplied, RefitRolled)


class _Thrown:
    """A throw of one die that has fallen."""

    def __init__(self, die: int) -> None:
        self._die = die

    def one(self, name: str = "die") -> int:
        return self._die

    def two(self, name: str = "dice") -> int:
        raise AssertionError("a refit takes one die")


def rolling(look: Look, data: AircraftRefit) -> tuple[Base, ...]:
    """The bases for which a die is thrown: all that are supplied, whatever stands there, so that the number of dice
    tells the enemy nothing."""
    if not force_in(look.state).planes:
        return ()
    return tuple([b for b in ashore_bases(look, data.side) if b.level != AIR_STRIP and usable_levels(look, b)])


def rolled(run: Run, data: AircraftRefit, dice: tuple[int, ...]) -> None:
    """A die for each base times its usable Levels."""
    limit, bases = run.look.policies[REFIT_LIMIT], []
    for base, die in zip(rolling(run.look, data), dice, strict=True):
        refit = Refit(base.level, usable_levels(run.look, base), 0, 0)
        bases.append((base.hex, limit(run.world.charts, refit, _Thrown(die))))
    run.emit(RefitRolled(case="E92-air-refit-roll", side=data.side, bases=tuple(bases)))


ROLL = Chance(
    "roll",
    "Air Unit Refit Table",
    "E92-air-refit-roll",
    lambda look, data: len(rolling(look, data)),
    rolled,
    lambda look, data: data.side,
)


def refit_most(look: Look, base: Base) -> Most:
    """What was rolled for the base; an air strip as in the series."""
    if base.level == AIR_STRIP:
        return Most(look.world.charts.air_transport_limits.refit_per_air_strip)
    return Most(dict(supply_in(look.state).rolled).get(base.hex, 0))


def refit_due(look: Look, base: Base, planes: tuple[Plane, ...]) -> int:
    """Nothing: its Levels are paid for."""
    return 0


POLICIES = {
    "usable_levels": usable_levels,
    "refuse_base_use": refuse_base_use,
    "refit_most": refit_most,
    "refit_due": refit_due,
}
EDITS = (
    ("capture", "after", "air_base", Do("base_supply", forget)),
    ("supply_usage", "after", "draw", SUPPLY_BASES),
    ("supply_usage", "before", "levels", Do("bases_supplied", set_usable)),
    ("aircraft_refit", "before", "refit", ROLL),
)

"""Barrages aimed at something in the hex, shared by editions where artillery fires at more than units.

A draft names the hex and the units as usual, plus the target (`AimBarrage`). One barrage per hex and phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from msgspec.structs import replace as with_fields

from redball.core.actions import Action
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Option
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.core.state import Dump, State
from redball.core.telling import Names
from redball.rules.barrage import segment as barrage
from redball.rules.barrage.segment import BarrageSegment, HalveFire
from redball.rules.combat.drafts import Drafting
from redball.rules.combat.points import CASE_OF


class AimBarrage(Action, frozen=True, tag="aim_barrage"):
    """Choose the target of the drafted barrage: "units", "supply", "works", "rails", "base", "port"
    or "ships" (1992)."""

    target: str
    shown = Shown("Fire at", 3, "At {target}")


class SupplyBarraged(Event, frozen=True, kw_only=True):
    """A barrage destroyed SP of `side` in a hex: tokens on the `ground`, and `loads` of units."""

    audience: ClassVar[str] = "own"
    hex: int
    ground: int
    loads: tuple[tuple[str, int], ...] = ()

    def touched(self) -> tuple[str, ...]:
        return tuple(uid for uid, _ in self.loads)

    def apply(self, state: State) -> State:
        dump = state.ground_supply(self.side, self.hex)
        state = state.with_dump(self.side, self.hex, Dump(dump.tokens - self.ground, dump.fresh))
        return state.with_units([state.units[u].change(load=state.units[u].load - burned) for u, burned in self.loads])

    def told(self, n: Names) -> str:
        destroyed = self.ground + sum(tokens for _, tokens in self.loads)
        return f"{show_tokens(destroyed)} destroyed at {n.hex(self.hex)}"


EVENTS = (SupplyBarraged,)


NOTHING = refusal("barrage.nothing", case="E92-barrage-dump", text="the enemy has nothing in {hexes} to barrage")
NO_DRAFT = refusal("barrage.no_draft", case="E92-barrage-dump", text="choose a hex for the barrage first")
NOT_THERE = refusal(
    "barrage.not_there",
    case="E92-barrage-dump",
    text="{hexes} has no {detail} to fire at, only {need}",
)
AIMED = refusal("barrage.aimed", case="E92-barrage-dump", text="the barrage on {hexes} is already aimed at {detail}")


@dataclass(frozen=True)
class Aiming:
    """The declaration of such barrages: `targets_in` lists what a side may fire at in a hex, units first, `commit`
    carries out a barrage at another target, `refuse_commit` says why it may not happen, `case` is the case for choosing
    a target, `words` are the edition's names for targets. `also` are hexes that something besides artillery reaches;
    `commit_units` and `refuse_units` are those of a barrage on units. Targets `by_air` are no targets of artillery, and
    have a limit of their own (18.3c)."""

    case: str
    words: tuple[tuple[str, str], ...]
    targets_in: Callable[[Look, str, int], tuple[str, ...]]
    commit: Callable[[Run, BarrageSegment, str], None]
    refuse_commit: Callable[[Look, BarrageSegment], Refusal | None] = barrage.refuse_commit
    also: Callable[[Look, str], tuple[int, ...]] = lambda look, side: ()
    commit_units: Callable[[Run, BarrageSegment], None] = barrage.commit
    refuse_units: Callable[[Look, BarrageSegment], Refusal | None] = barrage.refuse_commit
    by_air: frozenset[str] = frozenset()

    def refuse_target(self, look: Look, side: str, hex_: int) -> Refusal | None:
        """Refuse a hex without a target, already barraged in this phase, or out of reach of all artillery."""
        if not self.targets_in(look, side, hex_):
            return NOTHING(hexes=(hex_,), case=self.case)
        left = self.left_in(look, side, hex_)
        if not left:
            return barrage.HEX_BARRAGED(hexes=(hex_,), case=look.policies[CASE_OF](look, barrage.HEX_BARRAGED.case))
        guns = barrage.possible_units(look, side, hex_) if not self.by_air.issuperset(left) else ()
        near = guns or hex_ in self.also(look, side)
        return None if near else barrage.NOBODY(hexes=(hex_,))

    def left_in(self, look: Look, side: str, hex_: int) -> tuple[str, ...]:
        """The targets of a hex that may still be barraged in this phase."""
        there = self.targets_in(look, side, hex_)
        return there if hex_ not in look.state.barraged else tuple([kind for kind in there if kind in self.by_air])

    def possible_targets(self, look: Look, side: str) -> tuple[int, ...]:
        """Hexes that a side may barrage now, in index order."""
        near = set(self.also(look, side))
        for unit in barrage.guns(look, side):
            near.update(look.board.within(unit.hex, look.face(unit).barrage_range))
        return tuple(h for h in sorted(near) if self.refuse_target(look, side, h) is None)

    def aim_of(self, look: Look, data: BarrageSegment) -> str:
        """The target of the draft: the player's choice, or else the first target in the hex."""
        there = self.left_in(look, data.side, data.target)
        return next((kind for kind in there if kind == data.aim), there[0])

    def refuse_aim(self, look: Look, data: BarrageSegment, action: AimBarrage) -> Refusal | None:
        """Refuse a target that is not in the hex."""
        if data.target < 0:
            return NO_DRAFT(case=self.case)
        there = self.left_in(look, data.side, data.target)
        if action.target not in there:
            return NOT_THERE(hexes=(data.target,), detail=action.target, need=", ".join(there), case=self.case)
        aimed = action.target == self.aim_of(look, data)
        return AIMED(hexes=(data.target,), detail=action.target, case=self.case) if aimed else None

    def candidates(self, look: Look, data: BarrageSegment) -> Iterator[AimBarrage]:
        """Every target in the drafted hex."""
        if data.target >= 0:
            yield from (AimBarrage(kind) for kind in self.left_in(look, data.side, data.target))

    def _commit(self, run: Run, data: BarrageSegment) -> None:
        """On units as in the series."""
        aim = self.aim_of(run.look, data)
        if aim == "units":
            self.commit_units(run, data)
        else:
            self.commit(run, data, aim)

    def _refuse_commit(self, look: Look, data: BarrageSegment) -> Refusal | None:
        if self.aim_of(look, data) == "units":
            return self.refuse_units(look, data)
        return self.refuse_commit(look, data)

    def drafting(self) -> Drafting:
        """The rules of the declaration."""
        return replace(
            barrage.DRAFTING,
            targets=self.possible_targets,
            refuse_target=self.refuse_target,
            refuse_commit=self._refuse_commit,
            commit=self._commit,
        )

    def choose(self) -> Choose:
        """The step that replaces the declaration of the series."""
        drafting = self.drafting()
        return Choose(
            "declare",
            "Declare a barrage: choose the hex and the target, add artillery, commit; or end the segment",
            drafting.decides,
            (
                *drafting.options(barrage.tidied),
                Option(HalveFire, barrage.halve_candidates, barrage.refuse_halve, barrage.take_halve),
                Option(AimBarrage, self.candidates, self.refuse_aim, take_aim),
            ),
            case="10.0-B",
            words=self.words,
        )


def take_aim(run: Run, data: BarrageSegment, action: AimBarrage) -> None:
    run.set(with_fields(data, aim=action.target))


def burn(run: Run, side: str, hex_: int, tokens: int, case: str, loaded: bool) -> None:
    """SP of a side in a hex: SP on the ground first, then, if they burn, loads in order of id."""
    ground = min(tokens, run.state.ground_supply(side, hex_).tokens)
    rest, loads = tokens - ground, []
    for unit in run.look.units_at(hex_, side) if loaded else ():
        burned = min(rest, unit.load)
        if burned:
            loads.append((unit.id, burned))
            rest -= burned
    if ground or loads:
        run.emit(SupplyBarraged(case=case, side=side, hex=hex_, ground=ground, loads=tuple(loads)))

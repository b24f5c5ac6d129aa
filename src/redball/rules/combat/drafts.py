"""Drafts: a side declares attacks or barrages, one hex at a time, until it is done.

A draft names the hex, then the units. Nothing happens until it is committed; until then it can be cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import AddUnit, Cancel, DeclareAttack, DeclareBarrage, Done, RemoveUnit
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Option, only
from redball.core.refusals import Refusal, RefusalKind
from redball.core.state import Unit
from redball.rules.modes import release


class Draft(Struct, frozen=True):
    """A side's segment, and its draft: the hex (or NO_HEX) and units."""

    side: str
    target: int = NO_HEX
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drafting:
    """The rules of one kind of declaration, and its refusals.

    `targets` and `able` list what `refuse_target` and `refuse_unit` accept; `commit` carries a draft out;
    `within` is a unit's greatest distance to a target; `spent` are hexes already targeted; `together`
    says which units may not join the draft.
    """

    declare: type[DeclareAttack] | type[DeclareBarrage]
    targets: Callable[[Look, str], tuple[int, ...]]
    refuse_target: Callable[[Look, str, int], Refusal | None]
    able: Callable[[Look, str, int], tuple[str, ...]]
    refuse_unit: Callable[[Look, str, Unit, int], Refusal | None]
    refuse_commit: Callable[[Look, Any], Refusal | None]
    commit: Callable[[Run, Any], None]
    within: Callable[[Look, Unit], int]
    spent: Callable[[Look], frozenset[int]]
    one_target: RefusalKind
    no_target: RefusalKind
    added: RefusalKind
    not_added: RefusalKind
    together: Callable[[Look, tuple[str, ...], Unit], Refusal | None] = lambda look, units, unit: None

    def options(self, remove: Callable[[Run, Any, Any], None] | None = None) -> tuple[Option, ...]:
        """Name the hex, add and remove units, commit, cancel the draft, or end the segment."""
        return (
            Option(self.declare, self._hexes, self._refuse_declare, _take_declare, exact=True),
            Option(AddUnit, self._additions, self._refuse_add, _take_add, exact=True),
            Option(RemoveUnit, _removals, self._refuse_remove, remove or take_remove, exact=True),
            Option(Done, only(Done()), self._refuse_done, self._take_done),
            Option(Cancel, _cancel, self._refuse_cancel, _take_cancel),
            release.OPTION,
        )

    def decides(self, look: Look, data: Draft) -> str | None:
        """The side, while it has a draft or a possible target, counting Reserves that it may release."""
        able = data.target != NO_HEX or self.targets(look, data.side) or self._reserves_help(look, data.side)
        return data.side if able else None

    def _reserves_help(self, look: Look, side: str) -> bool:
        """A Reserve unit, once released, could be used (5.7b-A, 5.7b-B)."""
        ready = [release.released(unit) for unit in release.reserves(look, side)]
        if not ready:
            return False
        troops, spent = look.facts.combat_units[look.enemy(side)], self.spent(look)
        return any(
            troops[hex_] and hex_ not in spent and self.refuse_unit(look, side, unit, hex_) is None
            for unit in ready
            for hex_ in look.board.within(unit.hex, self.within(look, unit))
        )

    def _hexes(self, look: Look, data: Draft) -> Iterator[DeclareAttack | DeclareBarrage]:
        if data.target == NO_HEX:
            yield from (self.declare(h) for h in self.targets(look, data.side))

    def _refuse_declare(self, look: Look, data: Draft, action: DeclareAttack | DeclareBarrage) -> Refusal | None:
        """One hex at a time."""
        if data.target != NO_HEX:
            return self.one_target(hexes=(data.target,))
        return self.refuse_target(look, data.side, action.hex)

    def _additions(self, look: Look, data: Draft) -> Iterator[AddUnit]:
        if data.target != NO_HEX:
            able = self.able(look, data.side, data.target)
            free = (uid for uid in able if uid not in data.units)
            yield from (AddUnit(uid) for uid in free if self.together(look, data.units, look.unit(uid)) is None)

    def _refuse_add(self, look: Look, data: Draft, action: AddUnit) -> Refusal | None:
        """Any number of units."""
        if data.target == NO_HEX:
            return self.no_target()
        if action.unit in data.units:
            return self.added(units=(action.unit,))
        unit = look.unit(action.unit)
        return self.refuse_unit(look, data.side, unit, data.target) or self.together(look, data.units, unit)

    def _refuse_remove(self, look: Look, data: Draft, action: RemoveUnit) -> Refusal | None:
        return None if action.unit in data.units else self.not_added(units=(action.unit,))

    def _refuse_done(self, look: Look, data: Draft, action: Done) -> Refusal | None:
        """Without a draft the segment may end at any time."""
        return None if data.target == NO_HEX else self.refuse_commit(look, data)

    def _take_done(self, run: Run, data: Draft, action: Done) -> None:
        if data.target == NO_HEX:
            run.go_on()
            return
        run.set(_cleared(data))
        self.commit(run, data)

    def _refuse_cancel(self, look: Look, data: Draft, action: Cancel) -> Refusal | None:
        return None if data.target != NO_HEX else self.no_target()


def _take_declare(run: Run, data: Draft, action: DeclareAttack | DeclareBarrage) -> None:
    run.set(replace(data, target=action.hex))


def _take_add(run: Run, data: Draft, action: AddUnit) -> None:
    run.set(replace(data, units=tuple(sorted((*data.units, action.unit)))))


def _removals(look: Look, data: Draft) -> Iterator[RemoveUnit]:
    return (RemoveUnit(uid) for uid in data.units)


def take_remove(run: Run, data: Draft, action: RemoveUnit) -> None:
    run.set(replace(data, units=tuple(uid for uid in data.units if uid != action.unit)))


def _cancel(look: Look, data: Draft) -> Iterator[Cancel]:
    if data.target != NO_HEX:
        yield Cancel()


def _take_cancel(run: Run, data: Draft, action: Cancel) -> None:
    run.set(_cleared(data))


def _cleared(data: Draft) -> Draft:
    return type(data)(data.side)

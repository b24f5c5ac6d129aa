"""A look at one state: read only, with what is derived from it computed once and remembered.

Rules take a `Look`; they return facts, ledgers, refusals, and never change anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import compress
from operator import is_not
from typing import Any, TypeVar

from redball.board.board import Board
from redball.core import facts as occupation
from redball.core.facts import Facts, build, repair
from redball.core.policies import Policies
from redball.core.state import State, Unit
from redball.core.world import World
from redball.forces.counter import Counter, Face

T = TypeVar("T")
MOST_KEPT = 4096


class Look:
    """World and state together, and the derived facts of that state."""

    __slots__ = ("_base", "_facts", "_memo", "_touched", "board", "open", "policies", "state", "world")

    def __init__(self, world: World, state: State) -> None:
        self.world = world
        self.board: Board = world.board
        self.policies: Policies = world.edition.policies
        self.state = state
        self._facts: Facts | None = None
        self._base: Look | None = None
        self._touched: tuple[str, ...] = ()
        self._memo: dict[Any, Any] = {}
        self.open: Any = None
        """The open decision, once the engine has found it."""

    def after(self, state: State, touched: tuple[str, ...]) -> Look:
        """The look at a following state of which only the `touched` units differ; facts are repaired when asked for."""
        look = Look(self.world, state)
        if self._facts is not None:
            look._base, look._touched = self, touched
        elif self._base is not None:
            look._base, look._touched = self._base, self._touched + touched
        return look

    def at_stack(self, state: State) -> Look:
        """The look at a state that differs in its open procedures only: what was derived holds, no rule reads them."""
        look = Look(self.world, state)
        look._facts, look._memo = self._facts, self._memo
        look._base, look._touched = self._base, self._touched
        return look

    def supposing(self, side: str, combat: Iterable[int], zoc: Iterable[int]) -> Look:
        """The look at the same state as if `side` had one combat unit more in each hex of `combat` and one ZOC more in
        each of `zoc`: for questions, never for play."""
        look = Look(self.world, self.state)
        look._facts = occupation.supposing(self.facts, side, combat, zoc)
        return look

    def with_zocs_of(self, other: Look, side: str) -> Look:
        """The look at the same state with the ZOCs of a side as another look has them: for beliefs, never for play."""
        look = Look(self.world, self.state)
        look._facts = occupation.with_zocs_of(self.facts, other.facts, side)
        return look

    @property
    def facts(self) -> Facts:
        """Occupation and ZOCs of this state."""
        if self._facts is None:
            if self._base is None or self._base._facts is None:
                self._facts = build(self.world, self.state)
            else:
                base = self._base
                self._facts = repair(self.world, base._facts, base.state, self.state, self._touched)  # type: ignore[arg-type]
            self._base, self._touched = None, ()
        return self._facts

    def memo(self, key: Any, compute: Callable[[], T]) -> T:
        """Compute once for this state. The key begins with the function's own name."""
        try:
            found: T = self._memo[key]
            return found
        except KeyError:
            value = self._memo[key] = compute()
            return value

    def memo_of_facts(self, key: Any, compute: Callable[[], T]) -> T:
        """As `memo`, but kept while nobody moves: for what follows from occupation and ZOCs alone."""
        kept = (self._facts or self.facts).memo
        try:
            found: T = kept[key]
            return found
        except KeyError:
            value = kept[key] = compute()
            return value

    def while_same(self, key: Any, parts: tuple[Any, ...], compute: Callable[[], T]) -> T:
        """Compute once while the parts, all that the result depends on, stay equal: kept from state to state.

        Parts are never changed in place. The last result of each key is kept. Most parts are the very objects of the
        state before, which are not compared field by field.
        """
        kept = self.world.caches.get("look.while_same")
        if kept is None or len(kept) > MOST_KEPT:
            kept = self.world.caches["look.while_same"] = {}
        found = kept.get(key)
        if found is None or found[0] != parts:
            found = kept[key] = (parts, compute())
        value: T = found[1]
        return value

    def each(self, key: Any, units: tuple[Unit, ...], parts: tuple[Any, ...], compute: Callable[[Unit], T]) -> list[T]:
        """`compute` of each of the units, which are in the order of their ids: anew only of those whose records have
        changed, while the parts stay equal.

        The result must follow from the record of the unit and the parts alone. The list is not for changing.
        """
        kept = self.world.caches.setdefault("look.each", {})
        found: tuple[tuple[Any, ...], tuple[Unit, ...], list[T]] | None = kept.get(key)
        if found is None or found[0] != parts:
            results = [compute(unit) for unit in units]
        elif found[1] is units:
            return found[2]
        elif len(found[1]) == len(units):
            results = found[2].copy()
            for at in compress(range(len(units)), map(is_not, units, found[1])):
                results[at] = compute(units[at])
        else:
            known = dict(zip(map(id, found[1]), found[2], strict=True))  # they live, so no id is used twice
            results = [known[id(unit)] if id(unit) in known else compute(unit) for unit in units]
        kept[key] = (parts, units, results)
        return results

    # --- reading shortcuts -------------------------------------------------------------------------------------

    def unit(self, uid: str) -> Unit:
        """The unit of that id."""
        units = self.state.units
        return units.records[units.at[uid]]

    def counter(self, unit: Unit | str) -> Counter:
        """The printed counter of a unit."""
        if type(unit) is str:
            unit = self.state.units[unit]
        return self.world.counters[unit.counter]  # type: ignore[union-attr]

    def face(self, unit: Unit) -> Face:
        """The printed values of the side that shows (5.2-B); without a Combat side, the Move side (5.6b)."""
        counter = self.world.counters[unit.counter]
        if unit.facing == "combat" and counter.combat is not None:
            return counter.combat
        return counter.move

    def ids_at(self, hex_: int) -> tuple[str, ...]:
        """All unit ids in a hex, of either side."""
        return (self._facts or self.facts).units_at.get(hex_, ())

    def units_at(self, hex_: int, side: str = "") -> list[Unit]:
        """Units in a hex, of one side when it is named."""
        units = self.state.units
        found = [units[uid] for uid in self.facts.units_at.get(hex_, ())]
        return [u for u in found if u.side == side] if side else found

    def combat_units_at(self, hex_: int, side: str) -> list[Unit]:
        """Combat units of a side in a hex (3.2)."""
        facts = self.facts
        if not facts.combat_units[side][hex_]:
            return []
        units, combat = self.state.units, self.combat_ids(side)
        return [units[uid] for uid in facts.units_at[hex_] if uid in combat]

    def has_combat_units(self, hex_: int, side: str) -> bool:
        """Some combat unit of `side` is in the hex."""
        return (self._facts or self.facts).combat_units[side][hex_] > 0

    def in_zoc_of(self, side: str, hex_: int) -> bool:
        """The hex lies in a ZOC of `side`, negated or not (4.5-B)."""
        return (self._facts or self.facts).zoc[side][hex_] > 0

    def own(self, side: str) -> tuple[Unit, ...]:
        """Units of a side on the map, in the order of their ids."""
        found: tuple[Unit, ...] | None = self._memo.get(("own", side))
        return self._picked(("own", side)) if found is None else found

    def own_of(self, side: str, *kinds: str) -> tuple[Unit, ...]:
        """Units of a side on the map whose counters are of some kinds, in the order of their ids."""
        found: tuple[Unit, ...] | None = self._memo.get((side, kinds))
        return self._picked((side, kinds)) if found is None else found

    def _picked(self, key: tuple[str, Any]) -> tuple[Unit, ...]:
        """The units of `own` or `own_of`. The roster keeps where in the records they are, and what was picked last: the
        same tuple as long as nothing has changed."""
        units, kept = self.state.units, (self._facts or self.facts).roster.memo
        at, pick, last = kept.get(("look.picked", key), (None, None, None))
        if at is not units.at:
            at, pick = units.at, units.picker(self._listed(key))
        picked: tuple[Unit, ...] = pick(units.records)
        if picked == last:
            picked = last
        else:
            kept["look.picked", key] = (at, pick, picked)
        self._memo[key] = picked
        return picked

    def _listed(self, key: tuple[str, Any]) -> tuple[str, ...]:
        """The ids of these units."""
        side, kinds = key
        if isinstance(kinds, str):
            return self.facts.roster.ids[kinds]
        of_kind = self.world.counters_of(*kinds)
        return tuple([u.id for u in self.own(side) if u.counter in of_kind])

    def combat_ids(self, side: str) -> frozenset[str]:
        """Ids of the combat units of a side on the map (3.2)."""
        roster = self.facts.roster
        found: frozenset[str] | None = roster.memo.get((side, "combat units"))
        if found is None:
            fighting = self.world.combat_counters()
            found = roster.memo[side, "combat units"] = frozenset(
                [u.id for u in self.own(side) if u.counter in fighting]
            )
        return found

    def marked(self, side: str, marker: str) -> tuple[Unit, ...]:
        """Units of a side on the map with a marker, in the order of their ids."""
        key = ("look.marked", side, marker)
        found: tuple[Unit, ...] | None = self._memo.get(key)
        if found is None:
            own = self.own(side)
            found = self._memo[key] = tuple(compress(own, self.each(key, own, (), lambda unit: unit.marker == marker)))
        return found

    def regimental_equivalents(self, unit: Unit) -> int:
        """Current RE in quarters (4.6-C, 9.11d-C)."""
        return self.world.counters[unit.counter].regimental_equivalents(unit.steps_lost)

    def steps(self, unit: Unit) -> int:
        """Steps that the unit still has (9.11-A)."""
        return self.world.counters[unit.counter].steps - unit.steps_lost

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.world.enemy(side)

    def switch(self, name: str) -> Any:
        """The value of a switch of this game."""
        return self.world.switches[name]

    def option(self, name: str) -> bool:
        """A rule that players may add is in play; never in an edition that has no such switch."""
        return bool(self.world.switches.get(name, False))

    def hex_name(self, hex_: int) -> str:
        """`29.17`."""
        return self.board.hex_name(hex_)


def re_text(quarters: int) -> str:
    """RE as players write it: 2.5 RE."""
    return f"{float(Fraction(quarters, 4)):g} RE"

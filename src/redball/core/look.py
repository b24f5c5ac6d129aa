"""A look at one state: read only.

Rules take a `Look` and return facts, ledgers or refusals; they never change anything. `redball.core.derived` caches
their results.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from redball.board.board import Board
from redball.core import facts as occupation
from redball.core.facts import Facts, build, repair
from redball.core.point import Policies
from redball.core.state import State, Unit
from redball.core.world import World
from redball.forces.counter import Counter, Face


class Look:
    """World and state together, and the derived facts of that state."""

    __slots__ = ("_before", "_facts", "_touched", "board", "known", "open", "policies", "state", "world")

    base: Look | None = None
    """Of a `Reader`: the look that it reads."""
    inputs: Any = None
    used: Any = None
    """Of a `Reader`: the answers and the facts that it has read so far."""

    def __init__(self, world: World, state: State) -> None:
        self.world = world
        self.board: Board = world.board
        self.policies: Policies = world.edition.policies
        self.state = state
        self._facts: Facts | None = None
        self._before: Look | None = None
        self._touched: tuple[str, ...] = ()
        self.known: dict[Any, Any] = {}
        """What was derived from this state (`redball.core.derived`)."""
        self.open: Any = None
        """The open decision, once the engine has found it."""

    def after(self, state: State, touched: tuple[str, ...]) -> Look:
        """The look at a later state that differs in the `touched` units only; facts are repaired when somebody asks."""
        look = Look(self.world, state)
        if self._facts is not None:
            look._before, look._touched = self, touched
        elif self._before is not None:
            look._before, look._touched = self._before, self._touched + touched
        return look

    def at_stack(self, state: State) -> Look:
        """The look at a state that differs only in its open procedures; no rule reads those, so derived facts hold."""
        look = Look.__new__(Look)
        look.world, look.board, look.policies = self.world, self.board, self.policies
        look.state, look._facts, look.known, look.open = state, self._facts, self.known, None
        look._before, look._touched = self._before, self._touched
        return look

    def supposing(self, side: str, combat: Iterable[int], zoc: Iterable[int]) -> Look:
        """The look at the same state as if `side` had one combat unit more in each hex of `combat` and one ZOC more in
        each of `zoc`: for questions, never for play. Nameless units negate no ZOC (4.5b)."""
        look = Look(self.world, self.state)
        look._facts = occupation.supposing(self.facts, side, combat, zoc)
        return look

    def with_zocs_of(self, other: Look, side: str) -> Look:
        """The look at the same state with one side's ZOCs taken from another look: for beliefs, never for play."""
        look = Look(self.world, self.state)
        look._facts = occupation.with_zocs_of(self.facts, other.facts, side)
        return look

    @property
    def facts(self) -> Facts:
        """Occupation and ZOCs of this state."""
        if self._facts is None:
            if self._before is None or self._before._facts is None:
                self._facts = build(self.world, self.state)
            else:
                before = self._before
                self._facts = repair(self.world, before._facts, before.state, self.state, self._touched)  # type: ignore[arg-type]
            self._before, self._touched = None, ()
        return self._facts

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
        found: tuple[Unit, ...] | None = self.known.get(side)
        return self._picked(side, side) if found is None else found

    def own_of(self, side: str, *kinds: str) -> tuple[Unit, ...]:
        """Units of a side on the map whose counters are of some kinds, in the order of their ids."""
        found: tuple[Unit, ...] | None = self.known.get((side, kinds))
        return self._picked((side, kinds), side, kinds) if found is None else found

    def _picked(self, key: Any, side: str, kinds: tuple[str, ...] = ()) -> tuple[Unit, ...]:
        """The units of `own` or `own_of`. The roster caches their places in the records and the last tuple picked,
        and returns that tuple until a record changes."""
        units, picks = self.state.units, self.facts.roster.picks
        at, pick, last = picks.get(key, (None, None, None))
        if at is not units.at:
            ids = self.facts.roster.ids[side]
            if kinds:
                of_kind = self.world.counters_of(*kinds)
                ids = tuple([unit.id for unit in self.own(side) if unit.counter in of_kind])
            at, pick = units.at, units.picker(ids)
        picked: tuple[Unit, ...] = pick(units.records)
        if picked == last:
            picked = last
        else:
            picks[key] = (at, pick, picked)
        self.known[key] = picked
        return picked

    def combat_ids(self, side: str) -> frozenset[str]:
        """Ids of the combat units of a side on the map (3.2)."""
        roster = self.facts.roster
        found = roster.fighting.get(side)
        if found is None:
            fighting = self.world.combat_counters()
            found = frozenset([u.id for u in self.own(side) if u.counter in fighting])
            before = roster.fought.get(side)
            found = roster.fighting[side] = before if found == before else found
        return found

    def hexes_of(self, side: str) -> frozenset[int]:
        """The hexes with units of a side."""
        places = self.facts.places[side]
        if places.hexes is None:
            places.hexes = frozenset([unit.hex for unit in self.own(side)])
        return places.hexes

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
        """Whether an optional rule is in play; False in an edition without that switch."""
        return bool(self.world.switches.get(name, False))

    def hex_name(self, hex_: int) -> str:
        """`29.17`."""
        return self.board.hex_name(hex_)


def re_text(quarters: int) -> str:
    """RE as players write it: 2.5 RE."""
    return f"{float(Fraction(quarters, 4)):g} RE"

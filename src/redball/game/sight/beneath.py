"""What may lie under the top of an enemy stack, as far as a side may know: at least, and at most.

The rest of a stack is never shown (4.9a-A), nor are lost steps and stocks (4.9a-B). So there may be nothing, or as many
of the enemy's combat units as stacking allows, among those that the side sees nowhere. If the top has no ZOC, no unit
under it has one (4.8b-C). Nothing here reads the true state except through `sight`, so no hidden fact can change the
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.points import PROJECTS_ZOC
from redball.core.state import Facing, Marker, Unit
from redball.core.world import World, of_world
from redball.forces.counter import Counter
from redball.game.sight.belief import believed, visible
from redball.game.sight.veils import veils
from redball.rules.units.stacking import stacking_limit
from redball.rules.units.visibility import top_unit

UNSEEN = "?"
"""Prefix of a counter id: the unit that would be there."""
FACINGS: tuple[Facing, ...] = ("combat", "move")
MARKERS: tuple[Marker, ...] = ("", "dg", "reserve")
UNMARKED: tuple[tuple[Marker, bool], ...] = (("", False),)

Worth = Callable[[Unit], Fraction]


class Stack(NamedTuple):
    """A possible stack: the unit seen on top, then those under it."""

    top: Unit
    under: tuple[Unit, ...] = ()

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units of the stack."""
        return (self.top, *self.under)


class Doubt(NamedTuple):
    """An enemy stack as a side sees it: the unit on top at full steps, and every counter that may lie under it."""

    look: Look
    top: Unit
    unseen: tuple[Counter, ...]

    def tops(self) -> Iterator[Unit]:
        """The top unit with every possible number of lost steps."""
        return (self.top.change(steps_lost=lost) for lost in range(self.look.counter(self.top).steps))

    def least(self) -> Stack:
        """The weakest possible stack: the top alone, with one step left."""
        return Stack([*self.tops()][-1])

    def most(self, worth: Worth) -> Stack:
        """The stack with the highest worth that stacking allows (4.8-A); exact."""
        limit = stacking_limit(self.look.world)
        options = [self._options(counter, worth) for counter in self.unseen]
        found = []
        for top in self.tops():
            room = max(limit - self.look.regimental_equivalents(top), 0)
            value, under = pack(options, room)
            found.append((value + worth(top), Stack(top, under)))
        return max(found, key=lambda one: one[0])[1]

    def each(self) -> Iterator[Unit]:
        """Every unit that may be in the hex: the top, and every unseen counter that fits beside it, in every state."""
        yield self.top
        weakest = self.least().top
        room = stacking_limit(self.look.world) - self.look.regimental_equivalents(weakest)
        for counter in self.unseen:
            yield from (u for u in self.states_of(counter) if self.look.regimental_equivalents(u) <= room)

    def states_of(self, counter: Counter) -> tuple[Unit, ...]:
        """Every state that a counter may have under the top."""
        zoc = self.look.policies[PROJECTS_ZOC](self.look.world, self.top)
        return tuple(unit.change(hex=self.top.hex) for unit in states(self.look.world, counter, zoc))

    def _options(self, counter: Counter, worth: Worth) -> list[tuple[int, Fraction, Unit]]:
        """A counter's best state for each size, in quarter RE."""
        best: dict[int, tuple[int, Fraction, Unit]] = {}
        for unit in self.states_of(counter):
            size, value = self.look.regimental_equivalents(unit), worth(unit)
            if size not in best or value > best[size][1]:
                best[size] = (size, value, unit)
        return list(best.values())

    def seen_as(self, stack: Stack, *others: Unit) -> Look:
        """What the side believes, with that stack in the hex; `others` are added as they are."""
        units = [*stack.units, *others]
        return self.look.after(self.look.state.with_units(units), tuple(unit.id for unit in units))


def doubt(look: Look, viewer: str, hex_: int) -> Doubt | None:
    """An enemy stack and what the side cannot know about it. None if it knows of no combat unit there, or sees only a
    marker (HR-2)."""
    if hex_ in veils(look, viewer):
        return None
    known = believed(look, viewer)
    top = top_unit(known, hex_, known.enemy(viewer))
    return Doubt(known, top, unseen(look, viewer)) if top is not None else None


@derived
def unseen(look: Look, viewer: str) -> tuple[Counter, ...]:
    """The enemy's combat counters that the viewer sees nowhere, on the map or off it."""
    seen = {look.unit(uid).counter for uid in visible(look, viewer)}
    theirs = (c for c in look.world.counters.values() if c.side == look.enemy(viewer) and c.is_combat_unit)
    return tuple(counter for counter in theirs if counter.id not in seen)


@of_world
def states(world: World, counter: Counter, zoc: bool) -> tuple[Unit, ...]:
    """Every state that a counter may have under a top with a ZOC (`zoc`) or without. With a ZOC on top, unmarked states
    are enough: marks would only make it weaker."""
    free = [
        Unit(UNSEEN + counter.id, counter.id, counter.side, 0, facing, marker, lost, out_of_supply=hungry)
        for facing, lost in product(FACINGS, range(counter.steps))
        for marker, hungry in (product(MARKERS, (False, True)) if not zoc else UNMARKED)
    ]
    return tuple(u for u in free if zoc or not world.policies[PROJECTS_ZOC](world, u))


def pack(options: Iterable[list[tuple[int, Fraction, Unit]]], room: int) -> tuple[Fraction, tuple[Unit, ...]]:
    """The units that are worth most together within `room`; at most one from each list of (size, worth, unit).

    >>> from redball.core.state import Unit
    >>> one, two, big = (Unit(name, name, "axis", 0, "combat") for name in ("one", "two", "big"))
    >>> halves = [[(2, Fraction(3), one)], [(2, Fraction(4), two)], [(4, Fraction(6), big), (2, Fraction(1), big)]]
    >>> [(str(value), [unit.id for unit in units]) for value, units in (pack(halves, room) for room in (1, 3, 4, 5, 6))]
    [('0', []), ('4', ['two']), ('7', ['two', 'one']), ('7', ['two', 'one']), ('10', ['big', 'two'])]
    """
    choices = [*_worth_packing(options, room)]
    scale = lcm(*(value.denominator for choice in choices for _, value, _ in choice))
    best: list[tuple[int, tuple[Unit, ...]]] = [(0, ())] * (room + 1)
    for choice in choices:
        before = best.copy()
        for size, value, unit in choice:
            worth = value.numerator * (scale // value.denominator)
            for filled in range(size, room + 1):
                others, units = before[filled - size]
                if others + worth > best[filled][0]:
                    best[filled] = (others + worth, (*units, unit))
    together, units = best[room]
    return Fraction(together, scale), units


def _worth_packing(
    options: Iterable[list[tuple[int, Fraction, Unit]]], room: int
) -> Iterator[list[tuple[int, Fraction, Unit]]]:
    """The choices worth packing: of units with a single size, only the best, and only as many as fit."""
    alike: dict[int, list[tuple[int, Fraction, Unit]]] = {}
    for choice in options:
        if len(choice) == 1:
            alike.setdefault(choice[0][0], []).append(choice[0])
        else:
            yield choice
    for size, those in sorted(alike.items()):
        best = sorted(those, key=lambda one: -one[1])
        yield from ([one] for one in best[: room // size if size else len(best)])

"""The worst and the best case of a barrage of 1992 with aircraft, under fog.

More units under the top of the target are hit more easily, and their Flak is stronger, so neither end of what may lie
there is the best or the worst case. A stack counts here by its size and its steps alone. Of all sizes and steps that
the unseen counters can make, one stack is foreseen for each pair of a shift for density and a column of Flak; with
and without a dump under it, which adds to Flak, too.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterator

from redball.analysis.joint_fire import joint_answer
from redball.analysis.mission_bounds import MissionBounds, bounds_of
from redball.core.look import Look
from redball.core.state import Dump, Unit
from redball.editions.v1992.charts import HexFlak
from redball.editions.v1992.hex_flak import strength_in
from redball.editions.v1992.joint_barrage import JointBarrage
from redball.forces.counter import Counter
from redball.game.sight.beneath import Doubt, Stack
from redball.rules.units.stacking import stacking_limit

TOLD = (
    "under the unit that you see lies nothing, or as much as stacking allows of the enemy's combat units that you see"
    " nowhere, and perhaps supply: more of them are hit more easily, and add to Flak"
)
UNITS = "units"

Kind = tuple[tuple[int, int, Unit], ...]
"""The states of a counter that differ: RE in quarters, steps, and the unit in that state."""


def joint_bounds(doubt: Doubt, data: JointBarrage) -> MissionBounds:
    """The bounds of a barrage at a stack whose top unit alone is seen."""
    return bounds_of([joint_answer(look, data).ends for look in looks(doubt, data)], TOLD)


def looks(doubt: Doubt, data: JointBarrage) -> Iterator[Look]:
    """What the side believes with one stack for each column of Flak and, if units are the target, each shift."""
    charts, known = doubt.look.world.charts, doubt.look
    table, enemy = charts.table(HexFlak), known.enemy(data.side)
    alone = doubt.seen_as(doubt.least())
    bare = strength_in(alone, data.side, data.hex, barrage=True).value - alone.steps(doubt.least().top)
    stocked = with_dump(alone, enemy, data.hex)
    loads = {0, strength_in(stocked, data.side, data.hex, barrage=True).value - bare - alone.steps(doubt.least().top)}
    seen: set[tuple[int, int]] = set()
    for size, steps, stack in stacks(doubt):
        shift = charts.barrage.density_shift(size) if data.target == UNITS else 0
        for more in sorted(loads):
            flak = bare + steps + more
            column = max((i for i, least in enumerate(table.column_min) if flak >= least), default=0) if flak else -1
            if (shift, column) not in seen:
                seen.add((shift, column))
                look = doubt.seen_as(stack)
                yield with_dump(look, enemy, data.hex) if more else look


def with_dump(look: Look, side: str, hex_: int) -> Look:
    """With a Supply Point of that side in the hex, if there is none."""
    dump = look.state.ground_supply(side, hex_)
    return look if dump.tokens else look.after(look.state.with_dump(side, hex_, Dump(1)), ())


def stacks(doubt: Doubt) -> Iterator[tuple[int, int, Stack]]:
    """Each size (quarter RE) and number of steps that the stack may have, with one stack that has them."""
    look, limit = doubt.look, stacking_limit(doubt.look.world)
    done: set[tuple[int, int]] = set()
    for top in doubt.tops():
        room = max(limit - look.regimental_equivalents(top), 0)
        layers, kinds = reach(doubt, room)
        for size, steps in (
            (s, k) for s, bits in enumerate(layers[-1]) for k in range(bits.bit_length()) if bits >> k & 1
        ):
            whole = look.regimental_equivalents(top) + size, look.steps(top) + steps
            if whole not in done:
                done.add(whole)
                yield *whole, Stack(top, under(layers, kinds, size, steps))


def reach(doubt: Doubt, room: int) -> tuple[list[list[int]], list[Kind]]:
    """For the first counters, one more in each layer: by size the numbers of steps that they can have together, as
    bits. Counters beyond what there is room for of one kind are left out."""
    kinds: list[Kind] = []
    taken: Multiset[tuple[tuple[int, int], ...]] = Multiset()
    for states in (kind_of(doubt, counter) for counter in doubt.unseen):
        alike = tuple((size, steps) for size, steps, _ in states)
        least = min(size for size, _ in alike)
        if not least or taken[alike] * least < room:
            taken[alike] += 1
            kinds.append(states)
    layers = [[1, *[0] * room]]
    for states in kinds:
        new = [*layers[-1]]
        for size, steps, _ in states:
            for before in range(room - size + 1):
                new[before + size] |= layers[-1][before] << steps
        layers.append(new)
    return layers, kinds


def kind_of(doubt: Doubt, counter: Counter) -> Kind:
    """The states of a counter that differ here."""
    found: dict[tuple[int, int], Unit] = {}
    for unit in doubt.states_of(counter):
        found.setdefault((doubt.look.regimental_equivalents(unit), doubt.look.steps(unit)), unit)
    return tuple((size, steps, unit) for (size, steps), unit in sorted(found.items()))


def under(layers: list[list[int]], kinds: list[Kind], size: int, steps: int) -> tuple[Unit, ...]:
    """Units that have this size and so many steps together."""
    found: list[Unit] = []
    for before, states in zip(layers[-2::-1], reversed(kinds), strict=True):
        if before[size] >> steps & 1:
            continue
        size, steps, unit = next(
            (size - its, steps - of, unit)
            for its, of, unit in states
            if its <= size and of <= steps and before[size - its] >> (steps - of) & 1
        )
        found.append(unit)
    return tuple(found)

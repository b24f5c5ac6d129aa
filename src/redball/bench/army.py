"""An army on a map, for the supply benchmarks: dumps, HQs and units behind a front, an enemy beyond it. It is either
generated from a seed, or one side of a scenario at set-up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from redball.board.board import Board
from redball.board.costs import MoveGraph
from redball.board.hexes import MP
from redball.board.kernel import Supply, supply
from redball.board.masks import RingMask
from redball.board.supply_net import SupplyNet
from redball.core.look import Look

DRAW_RANGE = 5 * MP
THROW_RANGE = 15 * MP
CLOSE = 3


class Army:
    """Hexes of an army's units, HQs and dumps, and of enemy units.

    `blocked` marks the hexes of enemy units, `near` the hexes next to them, where truck paths stop; `at_front` says
    whether a hex is close to the front.
    """

    def __init__(
        self,
        board: Board,
        *,
        enemies: list[int],
        units: list[int],
        headquarters: list[int],
        dumps: list[int],
        at_front: Callable[[int], bool],
    ) -> None:
        self.board = board
        self.enemies = enemies
        self.units = units
        self.headquarters = headquarters
        self.dumps = dumps
        self.at_front = at_front
        self.blocked = bytearray(board.size)
        self.near = RingMask(board, self.enemies)
        for h in self.enemies:
            self.blocked[h] = 1

    def moves(self, seed: int, count: int) -> Iterator[tuple[int, int]]:
        """One-hex moves of single enemies near the front to empty hexes: (from, to).

        The caller must carry out each move before it asks for the next.
        """
        rng = random.Random(seed)
        for _ in range(count):
            alone = Counter(self.enemies)
            at = rng.choice([at for at, h in enumerate(self.enemies) if alone[h] == 1 and self.at_front(h)])
            h = self.enemies[at]
            free = [n for n in self.board.neighbours(h) if not self.blocked[n] and self.at_front(n)]
            if free:
                self.enemies[at] = rng.choice(free)
                yield h, self.enemies[at]

    def step(self, a: int, b: int) -> tuple[dict[int, int], dict[int, int]]:
        """Move an enemy from `a` to `b`: update the masks, and return the hexes that changed in each."""
        self.blocked[a], self.blocked[b] = 0, 1
        stop = dict.fromkeys(self.near.remove(a), 0)
        for h in self.near.add(b):
            if stop.pop(h, None) is None:
                stop[h] = 1
        return {a: 0, b: 1}, stop


def random_army(board: Board, seed: int, units: int, headquarters: int, dumps: int) -> Army:
    """An army with this many units on each side of a front that winds down the middle of the map."""
    rng = random.Random(seed)
    front = [board.columns // 2 + (row * 7 % 13) - 6 for row in range(1, board.rows + 1)]

    def place(low: int, high: int) -> int:
        row = rng.randint(1, board.rows)
        column = min(max(front[row - 1] + rng.randint(low, high), 1), board.columns)
        return (column - 1) * board.rows + row - 1

    def at_front(h: int) -> bool:
        column, row = board.position(h)
        return column - front[row - 1] <= CLOSE

    enemies = [place(1, 9) for _ in range(units)]
    return Army(
        board,
        enemies=[h for h in enemies if "swamp" not in board.terrain[h]],
        units=[place(-9, -1) for _ in range(units)],
        headquarters=[place(-14, -3) for _ in range(headquarters)],
        dumps=[place(-18, -3) for _ in range(dumps)],
        at_front=at_front,
    )


def army_of(look: Look, side: str) -> Army:
    """A side's present army. Dumps that enemies stand on do not count; sources count as dumps."""
    enemies = [unit.hex for unit in look.own(look.enemy(side)) if look.counter(unit).is_combat_unit]
    held = set(enemies)
    own = look.own(side)
    dumps = {*look.state.dumps[side], *look.world.scenario.sources.get(side, ())}
    close = {near for unit in own for near in look.board.within(unit.hex, CLOSE)}
    return Army(
        look.board,
        enemies=enemies,
        units=[unit.hex for unit in own if look.counter(unit).is_combat_unit],
        headquarters=[unit.hex for unit in own if look.counter(unit).kind == "hq"],
        dumps=sorted(dumps - held),
        at_front=close.__contains__,
    )


def supply_from_nothing(army: Army, graph: MoveGraph) -> Supply:
    """Supply of the whole army, computed from scratch: what can be drawn, which HQs can throw, how far, and who is
    supplied."""
    return supply(graph.cost, graph.neighbours, army.dumps, DRAW_RANGE, army.headquarters, THROW_RANGE, army.blocked,
                  army.near.mask)  # fmt: skip


def kept_supply(army: Army, graph: MoveGraph) -> SupplyNet:
    """The same, as a net that can be repaired."""
    return SupplyNet(graph.cost, graph.neighbours, dumps=army.dumps, draw_limit=DRAW_RANGE,
                     headquarters=army.headquarters, throw_limit=THROW_RANGE, enemies=army.enemies)  # fmt: skip

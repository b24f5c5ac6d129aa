"""Random searches, and a plain reading of what a search means, to hold the kernels against."""

from __future__ import annotations

import random
from array import array
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st

from redball.board.board import Board
from redball.board.kernel import kernel_name, using_kernel
from redball.board.pure import ROOT


def has_c() -> bool:
    """Whether the compiled kernel is there."""
    try:
        with using_kernel("c"):
            return kernel_name() == "c"
    except ImportError:
        return False


NEEDS_C = pytest.mark.skipif(not has_c(), reason="the compiled kernel is not built")


class Problem(NamedTuple):
    """The arguments of a search."""

    cost: array[int]
    neighbours: array[int]
    sources: list[tuple[int, int]]
    limit: int
    blocked: bytearray
    stop: bytearray
    reverse: bool


def make_problem(seed: int) -> Problem:
    """A small random search: few different costs, so that paths are often equally cheap."""
    rng = random.Random(seed)
    columns, rows = rng.randint(1, 7), rng.randint(1, 7)
    board = Board(name="random", columns=columns, rows=rows, raised=rng.choice(["even", "odd"]),
                  base=["open"] * (columns * rows))  # fmt: skip
    prices = rng.choice([[1, 2, 3], [-1, 6, 12, 12, 24], [-2, -1, 0, 1, 5, 40]])
    cost = array("h", rng.choices(prices, k=board.size * 6))
    sources = [(rng.randrange(board.size), rng.choice([0, 0, 0, 3, 6, 14, 60])) for _ in range(rng.randint(0, 4))]
    return Problem(
        cost=cost,
        neighbours=board.neighbour_array,
        sources=sources,
        limit=rng.choice([-1, 0, 3, 12, 30, 60, 32767]),
        blocked=bytearray(rng.random() < 0.15 for _ in range(board.size)),
        stop=bytearray(rng.random() < rng.choice([0, 0.3]) for _ in range(board.size)),
        reverse=rng.random() < 0.5,
    )


problems = st.builds(make_problem, st.integers(0, 2**32))


def plain_answer(p: Problem) -> tuple[dict[int, int], dict[int, int]]:
    """Cost and step of every hex in reach, by relaxing every edge until nothing changes."""
    never = 10**9
    size = len(p.neighbours) // 6
    start = [min([s for h, s in p.sources if h == hex_], default=never) for hex_ in range(size)]
    arrive = [never] * size

    def leave(h: int) -> int:
        if p.reverse and p.blocked[h]:
            return never
        return start[h] if p.stop[h] else min(start[h], arrive[h])

    def offers(n: int) -> list[tuple[int, int]]:
        """(cost, direction) of each way to come to `n` from a neighbour that lies nearer to a source."""
        found = []
        for back in range(6):
            h, d = p.neighbours[n * 6 + back], (back + 3) % 6
            if h < 0 or (p.blocked[n] and not p.reverse):
                continue
            price = p.cost[n * 6 + back] if p.reverse else p.cost[h * 6 + d]
            if price > 0 and leave(h) + price <= p.limit:
                found.append((leave(h) + price, d))
        return found

    changed = True
    while changed:
        changed = False
        for n in range(size):
            best = min((cost for cost, _ in offers(n)), default=never)
            if best < arrive[n]:
                arrive[n], changed = best, True
    costs = {h: min(start[h], arrive[h]) for h in range(size) if min(start[h], arrive[h]) <= p.limit}
    steps = {h: ROOT if start[h] == cost else min(d for c, d in offers(h) if c == cost) for h, cost in costs.items()}
    return costs, steps


def numbers(found: Any) -> list[int]:
    """What a search found, as a list: it may be any sequence, also one that is worked out as it is read."""
    return [*found]

"""Searches on a map, beside networkx and scipy: A1 to A4, B1 and B2 of the performance goals.

The map is a large generated one, or Smolensk with its units at the start of the game."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import fmean, median
from time import perf_counter
from typing import Any

from redball.bench.army import (
    DRAW_RANGE,
    THROW_RANGE,
    Army,
    army_of,
    kept_supply,
    random_army,
    supply_from_nothing,
)
from redball.bench.maps import generate_board
from redball.bench.results import Goal, Result, at_least, at_most, clock_itself, compare, seconds, side_by_side
from redball.board.board import Board
from redball.board.costs import MOBILITIES, CostTable, Mobility, MoveGraph, compile_graph
from redball.board.formats import load_board
from redball.board.hexes import MP
from redball.board.kernel import kernel_name, reach, using_kernel
from redball.charts.loading import load_charts
from redball.game import Game
from redball.scenarios.load import DATA

SEED = 1941
RANGES = (10, 20, 45)
MEGABYTE = 1_000_000
REFRESH, REFRESH_SMOLENSK = 350, 15
"""Goals for A3: how many times faster than scipy rebuilds its matrix. Its time grows with the map, ours does not."""
IN_A_ROW = 50
"""Calls in a row per turn of the supply benchmarks, for us and the peers, as elsewhere for short jobs."""


def run(quick: bool = False) -> Iterator[Result]:
    """All results. `quick` measures a small map for a few rounds: a second, but little evidence."""
    columns, rows = (40, 30) if quick else (300, 200)

    def draw() -> Board:
        return generate_board(columns, rows, seed=SEED)

    board, share = draw(), columns * rows / 60_000
    army = random_army(board, SEED, units=round(1500 * share), headquarters=round(60 * share) or 1,
                       dumps=round(40 * share) or 1)  # fmt: skip
    table = CostTable.from_records(load_charts("v4").terrain_movement.values())
    yield from _all(BoardBench(board, table, army, range(board.size), draw, 1 if quick else 40, REFRESH))


def run_on_smolensk(quick: bool = False) -> Iterator[Result]:
    """The same on the map of Smolensk with its units at the start: movement ranges from their hexes, supply of the Axis
    army."""
    look = Game.new("smolensk", seed=SEED).look
    world = look.world
    starts = sorted({unit.hex for side in world.sides for unit in look.own(side)})
    army = army_of(look, "axis")
    yield from _all(
        BoardBench(world.board, world.cost_table(), army, starts, draw_smolensk, 1 if quick else 40, REFRESH_SMOLENSK)
    )


def draw_smolensk() -> Board:
    """The map of Smolensk, loaded again."""
    return load_board(DATA / "smolensk" / "board.hexmap")


def _all(bench: BoardBench) -> Iterator[Result]:
    for part in (bench.movement_range, bench.refresh, bench.supply, bench.repaired_supply, bench.memory):
        yield from part()


class BoardBench:
    """A map with an army, its graphs, and the peers' copies of them.

    Movement ranges start from `starts`. `draw` makes the map again, to measure its memory. `refresh` is the goal of A3.
    """

    def __init__(
        self,
        board: Board,
        table: CostTable,
        army: Army,
        starts: Sequence[int],
        draw: Callable[[], Board],
        rounds: int,
        refresh: float,
    ) -> None:
        from redball.bench.peers import NetworkxSearch, ScipySearch

        self.board, self.table, self.army = board, table, army
        self.starts, self.draw, self.rounds, self.refresh_goal = starts, draw, rounds, refresh
        self.graphs = {mobility: compile_graph(board, table, mobility) for mobility in MOBILITIES}
        self.networkx = {mobility: NetworkxSearch(graph) for mobility, graph in self.graphs.items()}
        self.scipy = {mobility: ScipySearch(graph.cost, graph.neighbours) for mobility, graph in self.graphs.items()}

    # A1 and A2: movement range -----------------------------------------------------------------------------------

    def movement_range(self) -> Iterator[Result]:
        """Bounded movement range from one hex, for each mobility and range; ratios are means over all of these."""
        what = "movement range, mean over leg, track, truck and 10, 20, 45 MP"
        if kernel_name() == "c":
            times = self._range_times("c", 24, max(2, self.rounds // 8))
            for peer, goal in (("networkx", at_least(40)), ("scipy", at_least(5))):
                yield _mean("A1", f"{what}, compiled", times, peer, goal)
        times = self._range_times("python", 8, max(2, self.rounds // 8))
        yield _mean("A2", f"{what}, pure Python", times, "networkx", at_least(2.5))

    def _range_times(self, kernel: str, starts: int, rounds: int) -> dict[str, list[float]]:
        """Seconds for one search by "ours" and by each peer, for every mobility and range.

        A turn is `starts` searches from hexes all over the map.
        """
        rng = random.Random(SEED)
        times: dict[str, list[float]] = {}
        with using_kernel(kernel):
            for mobility in MOBILITIES:
                for limit in RANGES:
                    hexes = rng.choices(self.starts, k=starts)
                    for name, took in side_by_side(self._range_jobs(mobility, hexes, limit * MP), rounds).items():
                        times.setdefault(name, []).append(took / starts)
        return times

    def _range_jobs(self, mobility: Mobility, hexes: list[int], limit: int) -> dict[str, Callable[[], object]]:
        graph, networkx, scipy = self.graphs[mobility], self.networkx[mobility], self.scipy[mobility]
        for h in hexes[:2]:
            _same(reach(graph.cost, graph.neighbours, (h,), limit), networkx.distances([h], limit))
        return {
            "ours": lambda: [reach(graph.cost, graph.neighbours, (h,), limit) for h in hexes],
            "networkx": lambda: [networkx.distances([h], limit) for h in hexes],
            "scipy": lambda: [scipy.distances(h, limit) for h in hexes],
        }

    # A3: what blocks, after a move -------------------------------------------------------------------------------

    def refresh(self) -> Iterator[Result]:
        """An enemy moves one hex: we update the blocking masks; scipy must rebuild its matrix."""
        army = self.army
        ours = [seconds(partial(army.step, a, b)) for a, b in army.moves(SEED, 20 * self.rounds)]
        search = self.scipy["truck"]
        theirs = side_by_side(
            {"scipy": lambda: search.rebuild(army.blocked, army.near.mask, army.headquarters)}, self.rounds // 4 + 1
        )
        yield compare("A3", "refresh what blocks after an enemy's move", median(ours), peer="scipy",
                      theirs=theirs["scipy"], goal=at_least(self.refresh_goal))  # fmt: skip

    # A4: memory --------------------------------------------------------------------------------------------------

    def memory(self) -> Iterator[Result]:
        """A map with the graphs of three mobilities and the kernel's workspace, against one networkx graph."""
        from redball.bench.peers import NetworkxSearch

        def ours() -> list[Any]:
            board = self.draw()
            graphs = [compile_graph(board, self.table, mobility) for mobility in MOBILITIES]
            return [board, graphs]

        held = _memory(ours) + _workspace_bytes(self.graphs["leg"])
        theirs = _memory(lambda: NetworkxSearch(self.graphs["truck"]))
        yield compare("A4", "memory of the map, three mobilities and the workspace (peer: one mobility)", held,
                      peer="networkx", theirs=theirs, goal=at_most(12 * MEGABYTE), unit="bytes")  # fmt: skip

    # B1 and B2: supply of an army --------------------------------------------------------------------------------

    def supply(self) -> Iterator[Result]:
        """Draws and throws for a whole army in two multi-source searches, the same in scipy, and unit by unit."""
        army, graph, scipy = self.army, self.graphs["truck"], self.scipy["truck"]
        found = supply_from_nothing(army, graph)
        fed = found.draw.mask(adjacent=True)
        sources = [h for h in army.headquarters if fed[h]]
        forward = scipy.rebuild(army.blocked, army.near.mask, sources)
        backward = scipy.rebuild(army.blocked, army.near.mask, army.dumps).T.tocsr()

        def multi_source() -> Any:
            fed = scipy.near(scipy.multi_source(army.dumps, DRAW_RANGE, backward))
            throwing = [h for h in army.headquarters if fed[h]]
            return scipy.near(scipy.multi_source(throwing, THROW_RANGE, forward))

        if bytes(multi_source()) != found.supplied:
            raise AssertionError(f"our supply and scipy's differ ({self.board.name})")
        sample = random.Random(SEED).sample(army.units, min(IN_A_ROW, len(army.units)))

        def unit_by_unit() -> object:
            return [scipy.distances(h, THROW_RANGE, forward) for h in sample]

        def ours() -> object:
            return supply_from_nothing(army, graph)

        taken = side_by_side({"ours": ours, "scipy": multi_source}, self.rounds, calls=4 * IN_A_ROW)
        single = side_by_side({"scipy": unit_by_unit}, self.rounds // 8 + 1)["scipy"] / len(sample) * len(army.units)
        what = f"supply of {len(army.units)} units, {len(army.headquarters)} HQs, {len(army.dumps)} dumps"
        yield compare(
            "B1", f"{what}, multi-source", taken["ours"], peer="scipy", theirs=taken["scipy"], goal=at_least(5)
        )
        yield compare("B1", f"{what}, one search per unit", taken["ours"], peer="scipy", theirs=single,
                      goal=at_least(500))  # fmt: skip

    def repaired_supply(self) -> Iterator[Result]:
        """Supply after an enemy near the front has moved: repaired, and computed from scratch. The answers must agree.

        The two take turns, several calls in a row. Each call is timed alone by the wall clock, because reading the
        processor clock takes too long here; the time to read the clock is subtracted.
        """
        army, graph = self.army, self.graphs["truck"]
        kept = kept_supply(army, graph)
        repaired, fresh = [], []
        moves = army.moves(SEED + 1, 40 * self.rounds)
        while block := list(islice(self._carried_out(moves), IN_A_ROW)):
            repaired += [seconds(partial(kept.move, a, b), perf_counter) for a, b in block]
            fresh += [seconds(partial(supply_from_nothing, army, graph), perf_counter) for _ in block]
            found = supply_from_nothing(army, graph)
            if (dict(found.draw.items()), dict(found.throw.items()), found.supplied) != (
                dict(kept.draw.items()), dict(kept.throw.items()), bytes(map(bool, kept.supplied))
            ):  # fmt: skip
                raise AssertionError(f"repaired supply differs ({self.board.name})")
        clock = median(clock_itself(perf_counter) for _ in repaired)
        yield compare("B2", "supply after one unit moved, repaired instead of worked out anew",
                      median(repaired) - clock, peer="redball, anew", theirs=median(fresh) - clock,
                      goal=at_least(6))  # fmt: skip

    def _carried_out(self, moves: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """The moves, each carried out on the masks that supply from scratch uses."""
        for a, b in moves:
            self.army.step(a, b)
            yield a, b


def _mean(id_: str, what: str, times: dict[str, list[float]], peer: str, goal: Goal) -> Result:
    ours, theirs = times["ours"], times[peer]
    ratios = [b / a for a, b in zip(ours, theirs, strict=True)]
    return compare(id_, what, fmean(ours), peer=peer, theirs=fmean(theirs), ratio=fmean(ratios), goal=goal)


def _same(found: Any, distances: dict[int, int]) -> None:
    if dict(found.items()) != distances:
        raise AssertionError(f"our search and networkx differ (seed {SEED})")


def _memory(make: Callable[[], object]) -> int:
    """Bytes that the made object keeps allocated."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = make()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    return after - before


def _workspace_bytes(graph: MoveGraph) -> int:
    """The memory that the kernel keeps between searches after one has covered the whole map."""
    if kernel_name() != "c":
        return 0
    from redball.board import _kernel  # type: ignore[attr-defined, unused-ignore]

    reach(graph.cost, graph.neighbours, [0], 10**6)
    held: int = _kernel.workspace_bytes()
    return held

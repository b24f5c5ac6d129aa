"""Searches that are kept: after any change they must say what a search from scratch says."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board.search_oracle import NEEDS_C, Problem, make_problem, plain_answer
from redball.board.board import Board
from redball.board.costs import path_graph
from redball.board.kernel import reach, using_kernel
from redball.board.masks import RingMask
from redball.board.repair import RepairableReach
from redball.board.sketch import sketch_board


def change(rng: random.Random, p: Problem) -> tuple[Problem, dict[str, Any]]:
    """A few random changes: the problem afterwards, and the arguments of `update`."""
    size = len(p.neighbours) // 6
    blocked, stop = bytearray(p.blocked), bytearray(p.stop)
    news: dict[str, dict[int, Any]] = {"blocked": {}, "stop": {}, "sources": {}}
    starts = {h: min(s for other, s in p.sources if other == h) for h, _ in p.sources}
    for _ in range(rng.randint(1, 4)):
        h, what = rng.randrange(size), rng.choice(["blocked", "stop", "sources"])
        if what == "sources":
            start = rng.choice([None, 0, 3, 6, 25])
            news[what][h] = start
            starts.pop(h, None)
            if start is not None:
                starts[h] = start
        else:
            mask = blocked if what == "blocked" else stop
            mask[h] = news[what][h] = rng.random() < 0.5
    return p._replace(blocked=blocked, stop=stop, sources=list(starts.items())), news


def check_same(kept: RepairableReach, p: Problem) -> None:
    costs, steps = plain_answer(p)
    size = len(p.neighbours) // 6
    assert dict(kept.items()) == costs
    assert {h: kept.steps[h] for h in costs} == steps
    fresh = reach(*p)
    assert [kept.path_to(h) for h in costs] == [fresh.path_to(h) for h in costs]
    assert kept.hexes() == sorted(costs)
    assert len(kept) == len(costs)
    for h in set(range(size)) - set(costs):
        assert kept.cost_to(h) is None
        assert h not in kept


def run_changes(seed: int, name: str) -> None:
    rng = random.Random(seed)
    p = make_problem(seed)
    with using_kernel(name):
        kept = RepairableReach(*p)
        check_same(kept, p)
        for _ in range(5):
            before = [kept.cost_to(h) for h in range(len(p.neighbours) // 6)]
            twin = kept.copy()
            p, news = change(rng, p)
            changed = kept.update(**news)
            check_same(kept, p)
            assert changed == [h for h, cost in enumerate(before) if kept.cost_to(h) != cost]
            assert [twin.cost_to(h) for h in range(len(before))] == before


@given(st.integers(0, 2**32))
def test_a_repaired_search_is_a_fresh_one(seed: int) -> None:
    run_changes(seed, "python")


@NEEDS_C
@given(st.integers(0, 2**32))
def test_the_compiled_repair_agrees(seed: int) -> None:
    run_changes(seed, "c")


@pytest.mark.usefixtures("either_kernel")
class TestRepairableReach:
    board = sketch_board(". . . . .", railroads=["01.01 02.01 03.01 04.01 05.01"])

    def trace(self, **rest: Any) -> RepairableReach:
        return RepairableReach(path_graph(self.board, ["railroad"]), self.board.neighbour_array, [0], 100, **rest)

    def test_a_block_comes_and_goes(self) -> None:
        trace = self.trace()
        assert trace.update(blocked={2: True}) == [2, 3, 4]
        assert (trace.cost_to(1), trace.cost_to(2), trace.hexes()) == (1, None, [0, 1])
        assert trace.update(blocked={2: False}) == [2, 3, 4]
        assert trace.path_to(4) == [0, 1, 2, 3, 4]

    def test_a_stop_comes_and_goes(self) -> None:
        trace = self.trace()
        assert trace.update(stop={2: True}) == [3, 4]
        assert trace.cost_to(2) == 2
        assert trace.update(stop={2: False}) == [3, 4]

    def test_sources_come_and_go(self) -> None:
        trace = self.trace()
        assert trace.update(sources={4: 1}) == [3, 4]
        assert [trace.path_to(h)[0] for h in range(5)] == [0, 0, 0, 4, 4]
        assert trace.update(sources={0: None}) == [0, 1, 2]
        assert trace.cost_to(0) == 5
        assert trace.update(sources={4: 101}) == [0, 1, 2, 3, 4]
        assert len(trace) == 0
        with pytest.raises(KeyError):
            trace.path_to(0)

    def test_what_is_as_it_was_changes_nothing(self) -> None:
        trace = self.trace(stop=bytes([0, 0, 1, 0, 0]))
        assert trace.update(stop={2: 7}, blocked={1: 0}, sources={0: 0, 3: None}) == []
        assert trace.update() == []
        assert trace.hexes() == [0, 1, 2]

    def test_wrong_arguments_are_refused(self) -> None:
        trace = self.trace()
        for news in ({"blocked": {5: 1}}, {"stop": {-1: 1}}, {"sources": {-1: 0}}, {"sources": {9: 0}}):
            with pytest.raises(IndexError):
                trace.update(**news)
        with pytest.raises(ValueError, match="starting cost below 0"):
            trace.update(sources={1: -1})
        with pytest.raises(ValueError, match="4 items instead of 5"):
            self.trace(stop=bytes(4))
        assert trace.hexes() == [0, 1, 2, 3, 4]


@given(st.integers(0, 2**32))
def test_a_ring_mask_is_what_lies_next_to_something(seed: int) -> None:
    rng = random.Random(seed)
    board = Board(name="x", columns=6, rows=5, raised="odd", base=["open"] * 30)
    here = [rng.randrange(30) for _ in range(4)]
    near = RingMask(board, here)
    for _ in range(12):
        before = bytes(near.mask)
        if here and rng.random() < 0.5:
            changed = near.remove(here.pop(rng.randrange(len(here))))
        else:
            here.append(rng.randrange(30))
            changed = near.add(here[-1])
        assert near.mask == bytes(any(n in here for n in board.neighbours(h)) for h in range(30))
        assert sorted(changed) == [h for h in range(30) if before[h] != near.mask[h]]


def test_nothing_is_removed_from_where_nothing_stands() -> None:
    board = sketch_board(". . .")
    near = RingMask(board, [0])
    with pytest.raises(ValueError, match=r"nothing stands at 02\.01"):
        near.remove(1)
    near.remove(0)
    assert not any(near.mask)

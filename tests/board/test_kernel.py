"""The search kernel: both versions against a plain reading of what a search means."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from array import array
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given

import redball.board
from board.search_oracle import NEEDS_C, Problem, make_problem, numbers, plain_answer, problems
from redball.board import kernel, pure
from redball.board.board import Board
from redball.board.hexes import opposite
from redball.board.kernel import Reach, reach, united, using_kernel
from redball.board.pure import OWN, ROOT


def flat(columns: int, rows: int = 1, price: int = 2) -> Board:
    return Board(name="flat", columns=columns, rows=rows, raised="even", base=["open"] * (columns * rows))


def costs_of(board: Board, price: int = 2) -> array[int]:
    return array("h", [price if n >= 0 else -1 for n in board.neighbour_array])


def travel(p: Problem, path: list[int], start: int) -> int:
    """What a path costs, step by step, with a check that it may be travelled."""
    order = path[::-1] if p.reverse else path
    for i, (a, b) in enumerate(pairwise(order)):
        d = list(p.neighbours[a * 6 : a * 6 + 6]).index(b)
        price = p.cost[a * 6 + d]
        assert price > 0
        assert not p.blocked[b]
        assert i == 0 or not p.stop[a]
        start += price
    return start


def check_against_plain(p: Problem, name: str) -> Reach:
    with using_kernel(name):
        found = reach(*p)
        costs, steps = plain_answer(p)
        assert dict(found.items()) == costs
        assert len(found) == len(costs)
        assert list(found.hexes()) == [h for h, _ in found.items()]
        assert [cost for _, cost in found.items()] == sorted(costs.values())
        raw = pure.search(*p) if name == "python" else None
        if raw is not None:
            assert {h: step & ~OWN for h, step in zip(raw[0], numbers(raw[2]), strict=True)} == steps
        starts = dict(sorted(p.sources, key=lambda source: -source[1]))
        for h in range(len(p.neighbours) // 6):
            assert found.cost_to(h) == costs.get(h)
            assert (h in found) == (h in costs)
            around = {h, *p.neighbours[h * 6 : h * 6 + 6]} & costs.keys()
            assert found.nearest(h) == min(((costs[there], there) for there in around), default=None)
            if h in costs:
                path = found.path_to(h)
                assert path[-1] == h
                assert travel(p, path, starts[path[0]]) == costs[h]
            else:
                with pytest.raises(KeyError):
                    found.path_to(h)
        return found


@given(problems)
def test_the_specification_means_what_it_says(p: Problem) -> None:
    check_against_plain(p, "python")


@NEEDS_C
@given(problems)
def test_the_compiled_kernel_agrees_exactly(p: Problem) -> None:
    check_against_plain(p, "c")
    with using_kernel("c"):
        found = kernel._implementation.search(*p)
    hexes, costs, steps = pure.search(*p)
    assert memoryview(found[0]).cast("i").tolist() == list(hexes)
    assert memoryview(found[1]).cast("h").tolist() == list(costs)
    assert numbers(found[2]) == numbers(steps)


def test_ways_that_are_kept_follow_the_costs() -> None:
    """`pure._ways` looks steps up once: what it keeps is what `Ways` would find, also after somebody changed a cost."""
    board = flat(5, 4)
    cost, neighbours = costs_of(board), board.neighbour_array
    for edge, price in ((7, 5), (8, -1), (40, 1)):
        for reverse in (False, True):
            arguments = ([3], 100, None, None, reverse)
            before = pure.search(cost, neighbours, *arguments)
            assert pure._ways(cost, neighbours, reverse) is pure._ways(cost, neighbours, reverse)
            cost[edge] = price
            after = pure.search(cost, neighbours, *arguments)
            assert [numbers(part) for part in after] == [
                numbers(part) for part in pure.search(cost[:], neighbours[:], *arguments)
            ]
            cost[edge] = 2
            assert [numbers(part) for part in pure.search(cost, neighbours, *arguments)] == [
                numbers(part) for part in before
            ]
        cost[edge] = price
    kept, plain = pure._ways(cost, neighbours, False), pure.Ways(cost, neighbours, False)
    assert [kept.known[h] or kept.look_up(h) for h in range(20)] == [plain.look_up(h) for h in range(20)]


def test_few_graphs_have_their_ways_kept() -> None:
    board = flat(3)
    for _ in range(3 * pure.MOST_WAYS):
        pure.search(costs_of(board), board.neighbour_array, [0], 9, None, None, False)
    assert len(pure._kept_ways) <= pure.MOST_WAYS


def test_distances_on_a_large_map_are_an_array(monkeypatch: pytest.MonkeyPatch) -> None:
    board = flat(5, 4)
    arguments = (costs_of(board), board.neighbour_array, [3], 100, None, None, False)
    few = pure.search(*arguments)
    monkeypatch.setattr(pure, "SMALL", 10)
    many = pure.search(*arguments)
    assert [numbers(part) for part in few] == [numbers(part) for part in many]


@NEEDS_C
def test_a_workspace_serves_boards_of_any_size_in_turn() -> None:
    with using_kernel("c"):
        for seed in [*range(60), *range(60)]:
            check_against_plain(make_problem(seed), "c")


@NEEDS_C
@pytest.mark.parametrize("searches", range(2**14 - 4, 2**14 + 2))
def test_a_workspace_survives_more_searches_than_it_can_count(searches: int) -> None:
    """It numbers its searches with 14 bits: when a number comes again, labels of long ago must not count."""
    small, big = flat(2), flat(9)
    with using_kernel("c"):
        wide = reach(costs_of(big), big.neighbour_array, [0], 100).hexes()
        search = kernel._implementation.search
        arguments = (costs_of(small), small.neighbour_array, (0,), 1, None, None, False)
        for _ in range(searches):
            search(*arguments)
        assert reach(costs_of(big), big.neighbour_array, [8], 2).hexes() == [8, 7]
        assert reach(costs_of(big), big.neighbour_array, [0], 100).hexes() == wide


@pytest.mark.usefixtures("either_kernel")
class TestReach:
    board = flat(5)

    def reach(self, sources: Any, limit: int = 100, **rest: Any) -> Reach:
        return reach(costs_of(self.board), self.board.neighbour_array, sources, limit, **rest)

    def test_the_limit_is_included(self) -> None:
        assert dict(self.reach([0], 4).items()) == {0: 0, 1: 2, 2: 4}
        assert dict(self.reach([0], 3).items()) == {0: 0, 1: 2}
        assert dict(self.reach([0], -5).items()) == {}

    def test_a_limit_without_end_is_the_highest(self) -> None:
        assert len(self.reach([0], 10**12)) == 5

    def test_nothing_may_enter_a_blocked_hex_but_a_path_may_begin_in_it(self) -> None:
        blocked = bytes([0, 0, 1, 0, 0])
        assert self.reach([0], enter_blocked=blocked).hexes() == [0, 1]
        assert self.reach([2], enter_blocked=blocked).hexes()[0] == 2
        assert len(self.reach([2], enter_blocked=blocked)) == 5

    def test_backwards_nothing_may_go_to_a_blocked_source_but_much_may_come_from_blocked_hexes(self) -> None:
        blocked = bytes([0, 0, 1, 0, 0])
        assert self.reach([0], enter_blocked=blocked, reverse=True).hexes() == [0, 1, 2]
        assert self.reach([2], enter_blocked=blocked, reverse=True).hexes() == [2]

    def test_a_stop_is_entered_and_not_left(self) -> None:
        stop = bytes([0, 0, 1, 0, 0])
        assert self.reach([0], stop=stop).hexes() == [0, 1, 2]
        assert len(self.reach([2], stop=stop)) == 5

    def test_a_source_in_a_stop_goes_on_from_its_own_start_only(self) -> None:
        found = self.reach([0, (2, 10)], stop=bytes([0, 0, 1, 0, 0]))
        assert (found.cost_to(2), found.path_to(2)) == (4, [0, 1, 2])
        assert (found.cost_to(3), found.path_to(3)) == (12, [2, 3])
        assert found.path_to(4) == [2, 3, 4]

    def test_the_lower_of_two_starts_counts(self) -> None:
        assert self.reach([(0, 5), (0, 3), (0, 4)], 3).cost_to(0) == 3
        assert self.reach([(0, 5)], 4).cost_to(0) is None

    def test_its_own_start_is_preferred_to_an_equal_path(self) -> None:
        assert self.reach([0, (1, 2)]).path_to(2) == [1, 2]
        assert self.reach([0, (1, 3)]).path_to(2) == [0, 1, 2]

    def test_costs_differ_by_direction(self) -> None:
        cost = costs_of(self.board)
        for h in range(5):
            for d in (4, 5):  # westward is dearer
                if self.board.neighbour(h, d) >= 0:
                    cost[h * 6 + d] = 7
        neighbours = self.board.neighbour_array
        assert reach(cost, neighbours, [2], 99).cost_to(0) == 14
        assert reach(cost, neighbours, [2], 99, reverse=True).cost_to(0) == 4

    def test_the_lowest_direction_wins_among_equal_paths(self) -> None:
        board = flat(5, 5)
        found = reach(costs_of(board), board.neighbour_array, [board.index("03.03")], 100)
        for h in found.hexes():
            path = found.path_to(h)
            if len(path) > 1:
                last = board.direction(path[-2], h)
                before = [(d, board.neighbour(h, opposite(d))) for d in range(6)]
                others = [d for d, n in before if n >= 0 and found.cost_to(n) == found.cost_to(path[-2])]
                assert last == min(others)

    def test_a_full_map_is_looked_up_like_a_small_one(self) -> None:
        board = flat(30, 30)
        found = reach(costs_of(board), board.neighbour_array, [0], 1000)
        assert len(found) == board.size
        assert all(found.cost_to(h) == 2 * board.distance(0, h) for h in range(board.size))
        assert -1 not in found

    def test_a_mask_of_what_is_in_reach_or_next_to_it(self) -> None:
        assert self.reach([0], 2).mask() == bytes([1, 1, 0, 0, 0])
        assert self.reach([0], 2).mask(adjacent=True) == bytes([1, 1, 1, 0, 0])
        assert self.reach([4], 0).mask(adjacent=True) == bytes([0, 0, 0, 1, 1])
        assert self.reach([], 9).mask(adjacent=True) == bytes(5)

    def test_wrong_arguments_are_refused(self) -> None:
        for source, error in ((5, IndexError), (-1, IndexError), ((0, -1), ValueError)):
            with pytest.raises(error, match=r"source -?\d"):
                self.reach([source])
        masks: tuple[dict[str, Any], ...] = ({"enter_blocked": bytes(4)}, {"stop": bytes(6)})
        for mask in masks:
            with pytest.raises(ValueError, match="items instead of 5"):
                self.reach([0], **mask)
        with pytest.raises(ValueError, match="29 items instead of 30"):
            reach(costs_of(self.board)[:-1], self.board.neighbour_array, [0], 5)
        with pytest.raises(TypeError):
            self.reach(["a1"])


@pytest.mark.parametrize("count", [0, 1, 7, 90])
@pytest.mark.usefixtures("either_kernel")
def test_sources_come_in_any_order_from_anything_that_can_be_gone_through(count: int) -> None:
    board = flat(20, 10)
    rng = random.Random(count)
    starts = [(rng.randrange(board.size), rng.randrange(6)) for _ in range(count)]
    first, *others = (
        reach(costs_of(board), board.neighbour_array, sources, 3)
        for sources in (sorted(starts, key=lambda pair: pair[::-1]), starts, tuple(starts), iter(starts), set(starts))
    )
    assert all((found.hexes(), found.costs()) == (first.hexes(), first.costs()) for found in others)


@NEEDS_C
def test_the_compiled_kernel_refuses_what_it_cannot_read() -> None:
    board = flat(2)
    cost, neighbours = costs_of(board), board.neighbour_array
    with using_kernel("c"):
        with pytest.raises(ValueError, match='cost must be an array of kind "h", not "i"'):
            reach(array("i", cost), neighbours, [0], 5)
        with pytest.raises(ValueError, match='neighbours must be an array of kind "i"'):
            reach(cost, array("q", neighbours), [0], 5)
        with pytest.raises(ValueError, match="six items for each hex"):
            reach(cost[:-1], neighbours[:-1], [0], 5)
        with pytest.raises(ValueError, match="a hex and its starting cost"):
            reach(cost, neighbours, [(0, 1, 2)], 5)  # type: ignore[list-item]
        with pytest.raises(OverflowError):
            reach(cost, neighbours, [2**80], 5)
        with pytest.raises(TypeError):
            reach(cost, neighbours, 3, 5)  # type: ignore[arg-type]


def test_a_failing_source_list_leaves_the_kernel_sound() -> None:
    board = flat(3)

    def broken() -> Any:
        yield 0
        assert reach(costs_of(board), board.neighbour_array, [2], 100).hexes() == [2, 1, 0]  # a search within
        yield 1
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        reach(costs_of(board), board.neighbour_array, broken(), 100)
    assert reach(costs_of(board), board.neighbour_array, [0], 100).hexes() == [0, 1, 2]


def test_the_kernel_is_chosen_by_name() -> None:
    with using_kernel("python"):
        assert kernel.kernel_name() == "python"
        with pytest.raises(ValueError, match='must be "c" or "python", not "rust"'), using_kernel("rust"):
            pass
        assert kernel.kernel_name() == "python"


def test_the_environment_chooses_the_kernel() -> None:
    code = "import redball.board.kernel as k; print(k.kernel_name())"
    environment = {**os.environ, "REDBALL_KERNEL": "python", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "python"


def test_asking_for_c_without_it_says_how_to_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_compiled", lambda: None)
    with pytest.raises(ImportError, match=r"python -m redball\.board\.build_kernel"), using_kernel("c"):
        pass
    with using_kernel("auto"):
        assert kernel.kernel_name() == "python"


def test_a_kernel_of_another_version_is_left_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """One from before a `git pull` would read its arguments wrongly."""
    monkeypatch.setattr(redball.board, "_kernel", SimpleNamespace(INTERFACE=kernel.INTERFACE - 1), raising=False)
    with pytest.warns(UserWarning, match=r"another version .* `python -m redball\.board\.build_kernel`"):
        assert kernel._compiled() is None


def test_root_is_no_direction() -> None:
    assert ROOT not in range(6)
    assert ROOT & OWN == 0


@pytest.mark.parametrize("name", ["python", pytest.param("c", marks=NEEDS_C)])
def test_the_nearest_of_no_hex_is_an_error(name: str) -> None:
    """Of a hex that is not on the board, and of equally cheap ones the lowest."""
    board = flat(3, 3)
    with using_kernel(name):
        found = reach(costs_of(board), board.neighbour_array, [4], 2)
        assert found.nearest(4) == (0, 4)
        assert found.nearest(0) == min((found.cost_to(h), h) for h in board.around(0) if h in found)
        for outside in (-1, board.size):
            with pytest.raises(IndexError):
                found.nearest(outside)


@pytest.mark.parametrize("name", ["python", pytest.param("c", marks=NEEDS_C)])
def test_masks_are_united_alike(name: str) -> None:
    """Byte by byte, whatever the bytes are, and the masks given stay as they are."""
    rng = Random(7)
    masks = [rng.randbytes(1001) for _ in range(5)]
    with using_kernel(name):
        assert united(iter(masks)) == bytes(a | b | c | d | e for a, b, c, d, e in zip(*masks, strict=True))
        assert united([masks[0]]) == masks[0]
        assert united([bytearray(b"\1\0"), b"\0\2"]) == b"\1\2"
        assert united([]) == b""
        assert masks[0] == Random(7).randbytes(1001)


@NEEDS_C
def test_the_compiled_kernel_unites_masks_of_one_length_only() -> None:
    with using_kernel("c"):
        for masks, error in (([b"\0\0", b"\0"], ValueError), ([b"\0", 1], TypeError), (7, TypeError)):
            with pytest.raises(error):
                united(masks)  # type: ignore[arg-type]
        assert hasattr(kernel._implementation, "united")  # else the Python version would do the work, unseen

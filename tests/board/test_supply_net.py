"""Supply of a whole side in one call, and kept while things move: both kernels against plain searches."""

import random
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board.search_oracle import NEEDS_C, Problem, make_problem, numbers, plain_answer
from redball.board import kernel, pure
from redball.board.board import Board
from redball.board.costs import path_graph
from redball.board.kernel import Reach, supply, using_kernel
from redball.board.masks import RingMask
from redball.board.pure import OWN
from redball.board.repair import Kept
from redball.board.sketch import sketch_board
from redball.board.supply_net import SupplyNet


def around(p: Problem, h: int) -> list[int]:
    return [h, *(n for n in p.neighbours[h * 6 : h * 6 + 6] if n >= 0)]


class Army:
    """A random side and its enemies, who come and go; `plain` works its supply out edge by edge."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        self.p = make_problem(seed)
        self.size = len(self.p.neighbours) // 6
        self.limits = rng.choice([-1, 0, 6, 24, 60]), rng.choice([-1, 0, 12, 40, 32767])
        self.dumps = {rng.randrange(self.size) for _ in range(rng.randint(0, 3))}
        self.headquarters = {rng.randrange(self.size) for _ in range(rng.randint(0, 4))}
        self.enemies = [rng.randrange(self.size) for _ in range(rng.randint(0, 4))]

    def masks(self) -> tuple[bytearray, bytearray]:
        """What blocks and what stops."""
        near = {n for h in self.enemies for n in around(self.p, h)[1:]}
        held = set(self.enemies)
        return bytearray(h in held for h in range(self.size)), bytearray(h in near for h in range(self.size))

    def search(self, sources: set[int], limit: int, reverse: bool) -> tuple[dict[int, int], dict[int, int]]:
        blocked, stop = self.masks()
        sources_ = [(h, 0) for h in sources]
        return plain_answer(self.p._replace(sources=sources_, limit=limit, blocked=blocked, stop=stop, reverse=reverse))

    def plain(self) -> tuple[Any, Any, bytes]:
        draw = self.search(self.dumps, self.limits[0], True)
        fed = {h for h in self.headquarters if any(n in draw[0] for n in around(self.p, h))}
        throw = self.search(fed, self.limits[1], False)
        return draw, throw, bytes(any(n in throw[0] for n in around(self.p, h)) for h in range(self.size))

    def net(self) -> SupplyNet:
        return SupplyNet(
            self.p.cost, self.p.neighbours, dumps=self.dumps, draw_limit=self.limits[0],
            headquarters=self.headquarters, throw_limit=self.limits[1], enemies=self.enemies,
        )  # fmt: skip

    def change(self, net: SupplyNet) -> bool:
        """One random change, here and in the net; what the net says of it."""
        rng, h = self.rng, self.rng.randrange(self.size)
        what = rng.choice(["dump", "headquarters", "enemy", "enemy", "enemy"])
        if what == "enemy":
            gone = rng.choice([None, *self.enemies])
            come = rng.choice([None, h, h])
            if gone is not None:
                self.enemies.remove(gone)
            if come is not None:
                self.enemies.append(come)
            return net.move(gone, come)
        hexes, place = {
            "dump": (self.dumps, net.place_dump), "headquarters": (self.headquarters, net.place_headquarters)
        }[what]  # fmt: skip
        there = rng.random() < 0.6
        (hexes.add if there else hexes.discard)(h)
        return place(h, there)


def check(found: Reach | Kept, answer: tuple[dict[int, int], dict[int, int]]) -> None:
    costs, steps = answer
    assert dict(found.items()) == costs
    if isinstance(found, Kept):
        assert {h: found.steps[h] for h in costs} == steps
    else:
        assert {h: step & ~OWN for h, step in zip(found.hexes(), numbers(found._steps), strict=True)} == steps


def run_supply(seed: int, name: str) -> None:
    army = Army(seed)
    blocked, stop = army.masks()
    draw, throw, supplied = army.plain()
    with using_kernel(name):
        found = supply(
            army.p.cost, army.p.neighbours, army.dumps, army.limits[0], army.headquarters, army.limits[1], blocked, stop
        )
    check(found.draw, draw)
    check(found.throw, throw)
    assert found.supplied == supplied


def run_changes(seed: int, name: str) -> None:
    army = Army(seed)
    with using_kernel(name):
        net = army.net()
        _, _, before = army.plain()
        for _ in range(6):
            altered = army.change(net)
            draw, throw, supplied = army.plain()
            check(net.draw, draw)
            check(net.throw, throw)
            assert bytes(map(bool, net.supplied)) == supplied
            assert altered == (supplied != before)
            before = supplied


@given(st.integers(0, 2**32))
def test_supply_in_one_call_is_that_of_single_searches(seed: int) -> None:
    run_supply(seed, "python")


@NEEDS_C
@given(st.integers(0, 2**32))
def test_the_compiled_supply_agrees(seed: int) -> None:
    run_supply(seed, "c")


@NEEDS_C
@given(st.integers(0, 2**32))
def test_the_compiled_supply_has_the_order_of_the_specification(seed: int) -> None:
    army = Army(seed)
    arguments = army.p.cost, army.p.neighbours, army.dumps, army.limits[0], army.headquarters, army.limits[1]
    with using_kernel("c"):
        found = supply(*arguments, *army.masks())
    for ours, (hexes, costs, steps) in zip(
        (found.draw, found.throw), pure.supply(*arguments, *army.masks()), strict=False
    ):
        assert (ours.hexes(), ours.costs(), numbers(ours._steps)) == (numbers(hexes), numbers(costs), numbers(steps))


@given(st.integers(0, 2**32))
def test_a_net_says_what_supply_says(seed: int) -> None:
    run_changes(seed, "python")


@NEEDS_C
@given(st.integers(0, 2**32))
def test_the_compiled_net_agrees(seed: int) -> None:
    run_changes(seed, "c")


@NEEDS_C
def test_both_nets_leave_the_same_in_their_arrays() -> None:
    """On a map of some size, where labels hang on each other over many hexes."""
    board = Board(name="x", columns=30, rows=30, raised="odd", base=["open"] * 900)
    rng = random.Random(5)
    cost = array("h", rng.choices([6, 12, 12, 24, 24, 36, -1], k=900 * 6))
    enemies = [rng.randrange(900) for _ in range(40)]
    nets = []
    for name in ("python", "c"):
        with using_kernel(name):
            nets.append(SupplyNet(cost, board.neighbour_array, dumps=[33, 450, 800], draw_limit=60,
                                  headquarters=[40, 444, 470, 777], throw_limit=180, enemies=enemies))  # fmt: skip
    for _ in range(150):
        at, to = rng.randrange(40), rng.randrange(900)
        said = [net.move(enemies[at], to) for net in nets]
        enemies[at] = to
        near = RingMask(board, enemies).mask
        with using_kernel("c"):
            found = supply(cost, board.neighbour_array, [33, 450, 800], 60, [40, 444, 470, 777], 180,
                           bytes(h in enemies for h in range(900)), near)  # fmt: skip
        assert said[0] == said[1]
        for net in nets:
            for kept, fresh in ((net.draw, found.draw), (net.throw, found.throw)):
                assert dict(kept.items()) == dict(fresh.items())
                assert [kept.path_to(h) for h in kept.hexes()] == [fresh.path_to(h) for h in kept.hexes()]
        assert nets[0].supplied == nets[1].supplied
        assert bytes(map(bool, nets[0].supplied)) == found.supplied


@pytest.mark.usefixtures("either_kernel")
def test_supply_reads_its_arguments_as_a_search_does() -> None:
    board = sketch_board(". . . . . .", railroads=["01.01 02.01 03.01 04.01 05.01 06.01"])
    cost, neighbours = path_graph(board, ["railroad"]), board.neighbour_array
    assert supply(cost, neighbours, [0], 10**12, [5], 10**12).throw.hexes() == [5, 4, 3, 2, 1, 0]
    assert supply(cost, neighbours, [0], -5, [5], 9).draw.hexes() == []
    assert supply(cost, neighbours, [(0, 4)], 5, [(1, 3), 5], 4).throw.cost_to(2) == 4
    for dumps, headquarters in (([6], [0]), ([0], [-1])):
        with pytest.raises(IndexError, match=r"source -?\d"):
            supply(cost, neighbours, dumps, 1, headquarters, 1)
    for masks in ((bytes(5), None), (None, bytes(7))):
        with pytest.raises(ValueError, match="items instead of 6"):
            supply(cost, neighbours, [0], 1, [1], 1, *masks)
    with pytest.raises(TypeError):
        supply(cost, neighbours, ["a1"], 1, [1], 1)  # type: ignore[list-item]


@pytest.mark.usefixtures("either_kernel")
def test_headquarters_without_a_way_out_supply_where_they_stand_and_what_is_next_to_it() -> None:
    board = sketch_board(". . . . .")
    cost, neighbours = path_graph(board, ["railroad"]), board.neighbour_array
    assert supply(cost, neighbours, [1], 9, [1], 9).supplied == bytes([1, 1, 1, 0, 0])
    assert supply(cost, neighbours, [1], 9, [(1, 4)], 3).supplied == bytes(5)


@NEEDS_C
def test_the_compiled_supply_wants_all_its_arguments() -> None:
    with using_kernel("c"), pytest.raises(TypeError, match="eight arguments"):
        kernel._implementation.supply(array("h"), array("i"))


@pytest.mark.usefixtures("either_kernel")
class TestSupplyNet:
    board = sketch_board(". . . . . .", railroads=["01.01 02.01 03.01 04.01 05.01 06.01"])

    def net(self, **rest: Any) -> SupplyNet:
        cost = path_graph(self.board, ["railroad"])
        given_ = {"dumps": [0], "draw_limit": 2, "headquarters": [3], "throw_limit": 1, **rest}
        return SupplyNet(cost, self.board.neighbour_array, **given_)

    def supplied(self, net: SupplyNet) -> list[int]:
        return [h for h in range(6) if net.supplied[h]]

    def test_an_enemy_in_the_way_cuts_the_throw_or_the_draw(self) -> None:
        net = self.net()
        assert (net.draw.hexes(), net.throw.hexes(), self.supplied(net)) == ([0, 1, 2], [2, 3, 4], [1, 2, 3, 4, 5])
        assert not net.move(None, 5)
        assert net.move(5, 4)
        assert self.supplied(net) == [1, 2, 3, 4]
        assert net.move(4, 1)
        assert (net.draw.hexes(), net.throw.hexes(), self.supplied(net)) == ([0, 1], [], [])
        assert net.move(1, None)
        assert self.supplied(net) == [1, 2, 3, 4, 5]

    def test_two_enemies_in_a_hex_leave_one_by_one(self) -> None:
        net = self.net(enemies=[1, 1])
        assert not net.move(1, None)
        assert self.supplied(net) == []
        assert net.move(1, None)

    def test_dumps_and_headquarters_come_and_go(self) -> None:
        net = self.net()
        assert net.place_dump(0, False)
        assert self.supplied(net) == []
        assert net.place_dump(5, True)
        assert not net.place_headquarters(4, True)
        assert net.place_headquarters(3, False)
        assert self.supplied(net) == [2, 3, 4, 5]
        assert net.throw.path_to(3) == [4, 3]

    def test_what_is_not_there_is_refused(self) -> None:
        net = self.net(enemies=[4])
        for gone, come in ((6, None), (-1, 0), (None, 6), (4, -1)):
            with pytest.raises(IndexError):
                net.move(gone, come)
        for h in (6, -1):
            with pytest.raises(IndexError):
                net.place_dump(h, True)
            with pytest.raises(IndexError):
                net.place_headquarters(h, True)
        with pytest.raises(ValueError, match="no enemy stands in hex 3"):
            net.move(3, 2)
        with pytest.raises(TypeError):
            net.move("a1", 2)  # type: ignore[arg-type]
        for _ in range(254):
            net.move(None, 4)
        with pytest.raises(ValueError, match="no more enemies can be counted in hex 4"):
            net.move(None, 4)
        assert self.supplied(net) == [1, 2, 3, 4]


@NEEDS_C
def test_the_compiled_net_refuses_arrays_it_cannot_use() -> None:
    board = sketch_board(". . .")
    side = pure.Side(array("h", [-1] * 3), bytearray(3), array("h", [-1] * 3), bytearray(3), 10)
    cost = path_graph(board, ["railroad"])
    with using_kernel("c"):
        with pytest.raises(ValueError, match="near has 2 items instead of 3"):
            kernel.net(cost, board.neighbour_array, bytearray(3), bytearray(3), bytearray(2), side, side)
        short = side._replace(distance=array("h", [-1] * 2))
        with pytest.raises(ValueError, match="distance has 2 items instead of 3"):
            kernel.net(cost, board.neighbour_array, bytearray(3), bytearray(3), bytearray(3), side, short)
        net = kernel.net(cost, board.neighbour_array, bytearray(3), bytearray(3), bytearray(3), side, side)
        with pytest.raises(TypeError, match="the hex that an enemy leaves and the hex that it enters"):
            net.move(1)  # type: ignore[call-arg]
        with pytest.raises(BufferError):
            side.steps.append(1)  # the net looks at it
        del net
        side.steps.append(1)

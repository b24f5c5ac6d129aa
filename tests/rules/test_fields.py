"""Searches for supply paths on small ground: forward, backward and from many hexes alike."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from redball.board.costs import MoveGraph
from redball.board.kernel import Reach, reach
from redball.board.pure import LIMIT_MAX
from redball.core.look import Look
from redball.core.world import World
from redball.forces.counter import Mobility
from redball.rules.supply import fields
from redball.rules.supply.fields import (
    Field,
    area,
    area_mask,
    field_on,
    search,
    served_from,
    window,
)
from redball.rules.supply.nearest import Homeward, nearest
from redball.rules.supply.step_costs import supply_graph
from rules.supply_table import look_at, scattered
from support import LEG

LIMITS = (0, 12, 24, 60)


def ground(seed: int, mobility: Mobility) -> tuple[World, MoveGraph, bytes]:
    """Ground at random, and a mask that shuts every seventh hex or so."""
    world, dice = scattered(seed).world, random.Random(seed)
    return world, supply_graph(world, mobility, ""), bytes(dice.randrange(7) == 0 for _ in range(world.board.size))


@pytest.mark.parametrize(("seed", "mobility"), [(1, "leg"), (2, "truck"), (4, "leg")])
@pytest.mark.case("12.3a-A", "12.3c-A")
def test_paths_are_the_same_from_either_end_and_from_many_hexes(seed: int, mobility: Mobility) -> None:
    world, graph, mask = ground(seed, mobility)
    hexes = range(world.board.size)
    targets = (5, 31)
    for limit in LIMITS:
        fields = {start: search(graph, start, limit, mask) for start in hexes}
        legs = {start: fields[start].legs_to(world.board, targets) for start in hexes}
        best = {start: min(leg.mp for leg in there.values()) for start, there in legs.items() if there}
        assert area(world, graph, targets, limit, mask) == best
        assert {h for h in hexes if area_mask(world, graph, targets, limit, mask)[h]} == set(best)
        starts = (3, 17, 40)
        served = {h for h in hexes if served_from(graph, starts, limit, mask)[h]}
        assert served == {h for h in hexes if any(fields[start].served[h] for start in starts)}


@pytest.mark.parametrize("seed", range(3))
def test_a_search_reads_its_mask_within_its_window_only(seed: int) -> None:
    world, graph, mask = ground(seed, "leg")
    for start, limit in product(range(0, world.board.size, 6), LIMITS):
        within = window(world, graph, start, limit).to_bytes(world.board.size, "little")
        nearby = bytes(shut & near for shut, near in zip(mask, map(bool, within), strict=True))
        field = search(graph, start, limit, mask)
        assert search(graph, start, limit, nearby).cost == field.cost == field_on(world, graph, start, limit, mask).cost


def mountain(mobility: Mobility) -> tuple[Look, MoveGraph]:
    """Three hexes with a mountain between, which takes all the MP of Leg units."""
    look = look_at(f"[terrain]\n. m .\n[units]\naxis 01.01 a {LEG}\nsoviet 03.01 s {LEG} strat")
    return look, supply_graph(look.world, mobility, "")


@pytest.mark.case("12.3d-D")
@pytest.mark.parametrize(
    ("mobility", "limit", "cost"),
    [("leg", 12, {0: 0, 1: 12}), ("leg", 0, {0: 0}), ("leg", LIMIT_MAX, {0: 0}), ("truck", 60, {0: 0})],
)
def test_the_whole_allowance_pays_for_one_step_if_there_is_an_allowance(
    mobility: Mobility, limit: int, cost: dict[int, int]
) -> None:
    look, graph = mountain(mobility)
    free = bytes(look.board.size)
    field = search(graph, 0, limit, free)
    assert field.cost == cost
    ahead = field.near(look.board, 2)
    assert ahead == ((limit, 1) if 1 in cost else None)
    shut = bytes((0, 1, 0))
    assert search(graph, 0, limit, shut).cost == {0: 0}


@pytest.mark.case("12.3c-A")
def test_a_leg_is_asked_for_as_often_as_a_game_likes() -> None:
    """One field and more sets of targets than it keeps."""
    look, graph = mountain("leg")
    field = search(graph, 0, 24, bytes(look.board.size))
    for _ in range(2):
        for targets in [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2), (2, 1, 0), (2, 0), (1, 0)]:
            legs = field.legs_to(look.board, targets)
            assert {target: leg.end for target, leg in legs.items()} == {h: (0, 0, 1)[h] for h in sorted(targets)}


def test_a_search_is_done_again_only_when_a_hex_shuts_that_it_would_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    world, graph, _ = ground(1, "leg")
    free = bytearray(world.board.size)
    searches: list[int] = []

    def counted(graph: MoveGraph, start: int, limit: int, mask: bytes) -> Field:
        searches.append(start)
        return search(graph, start, limit, mask)

    monkeypatch.setattr(fields, "search", counted)
    near, far = (bytearray(free), bytearray(free))
    served = field_on(world, graph, 0, 24, bytes(free)).served
    far[served.rindex(0)] = near[served.rindex(1)] = 1
    for mask, total in ((free, 1), (far, 1), (near, 2), (far, 2), (near, 2)):
        field_on(world, graph, 0, 24, bytes(mask))
        assert len(searches) == total


@pytest.mark.parametrize("mobility", ["leg", "truck"])
def test_the_kept_area_of_a_target_holds_only_under_masks_that_are_the_same_there(mobility: Mobility) -> None:
    world, graph, _ = ground(4, mobility)
    dice, size, found = random.Random(mobility), world.board.size, set[bytes]()
    for _ in range(40):
        mask = bytes(dice.randrange(5) == 0 for _ in range(size))
        targets = tuple(sorted(dice.sample(range(0, size, 5), 3)))
        together = area_mask(world, graph, targets, 24, mask)
        assert {h for h in range(size) if together[h]} == area(world, graph, targets, 24, mask).keys()
        found.add(together)
    assert len(found) > 20


@pytest.mark.parametrize(("seed", "mobility"), [(1, "leg"), (2, "truck"), (3, "leg")])
@pytest.mark.case("12.3c-A")
def test_paths_to_the_nearest_are_those_of_a_search_of_all_the_ground(seed: int, mobility: Mobility) -> None:
    world, graph, mask = ground(seed, mobility)
    size, none = world.board.size, 0
    cut_off = bytes(h % 8 == 3 for h in range(size))
    for start, hexes, shut in product(range(0, size, 5), ((5,), (31, 40, 2)), (bytes(size), mask, cut_off)):
        plain, found = search(graph, start, LIMIT_MAX, shut), nearest(world, graph, start, hexes, shut)
        nears = {h: near for h in hexes if (near := plain.near(world.board, h)) is not None}
        if not nears:
            none += 1
            assert found is None
            continue
        assert found is not None
        least = min(near[0] for near in nears.values())
        assert found.cost == {h: mp for h, mp in plain.cost.items() if mp <= least}
        assert {h: found.near(world.board, h) for h in hexes if found.served[h]} == {
            h: near for h, near in nears.items() if near[0] == least
        }
        for end in found.cost:
            assert found.path(end) == plain.path(end)
            assert [found.mp(h) for h in found.path(end)] == [plain.cost[h] for h in plain.path(end)]
    assert none, "some hexes are cut off from all others"


def test_all_starts_share_one_search_from_the_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes as far as the farthest start, the limit doubling, and is not done again."""
    world, graph, _ = ground(1, "leg")
    free, limits = bytes(world.board.size), []

    def counted(*args: Any) -> Reach:
        limits.append(args[3])
        return reach(*args)

    monkeypatch.setattr("redball.rules.supply.nearest.reach", counted)
    monkeypatch.setattr("redball.rules.supply.nearest.FIRST_LOOK", 12)
    home = Homeward(graph, (0,), free)
    far = [home.mp(start) for start in range(world.board.size)]
    assert 3 < len(limits) < world.board.size
    assert limits == [min(12 * 2**n, LIMIT_MAX) for n in range(len(limits))]
    searched = len(limits)
    assert far == [home.mp(start) for start in range(world.board.size)]
    assert len(limits) == searched, "nothing more was searched"


def test_what_is_out_of_reach_has_no_price() -> None:
    _, graph = mountain("truck")
    field = search(graph, 0, 12, bytes(3))
    with pytest.raises(KeyError):
        field.mp(2)

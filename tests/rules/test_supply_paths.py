"""The fast ways of counting supply paths agree with the plain ones, and weather counts only where it helps."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace as altered
from typing import Any

import pytest
from msgspec.structs import replace

from redball.board.costs import ALL, MoveGraph
from redball.board.masks import nonzero
from redball.core.look import Look
from redball.forces.counter import Mobility
from redball.rules.supply import fields
from redball.rules.supply.draw_and_throw import payers, stocks, throwers
from redball.rules.supply.fields import Field, field_on, search
from redball.rules.supply.paths import (
    area_serving,
    blocked,
    draw_legs,
    draw_limit,
    field_from,
    plainly_blocked,
)
from redball.rules.supply.reasons import explain_payers, find_obstacle, refuse_payer
from redball.rules.supply.step_costs import supply_graph
from rules.supply_table import INF, look_at, scattered, ways
from support import line


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.case("12.3d-B", "12.3d-C")
def test_the_mask_agrees_with_the_plain_question(seed: int) -> None:
    look = scattered(seed)
    for moving in (frozenset[str](), frozenset({"a0", "a1"})):
        for kind in ("leg", "track", "truck"):
            mask = blocked(look, "axis", kind, moving)
            for hex_ in range(look.board.size):
                assert bool(mask[hex_]) == bool(plainly_blocked(look, "axis", kind, hex_, moving)), look.hex_name(hex_)


@pytest.mark.parametrize("seed", range(12))
def test_remembered_searches_agree_with_fresh_ones(seed: int) -> None:
    """After a unit is gone, another look at the same world finds what a search from scratch finds."""
    look = scattered(seed)
    gone = next(u for u in look.state.units.values() if u.side == "soviet")
    for there in (look, Look(look.world, look.state.with_unit(gone.change(hex=-2))), look):
        for start in range(0, look.board.size, 5):
            kept = field_from(there, "axis", start, "truck", 60)
            graph = supply_graph(there.world, "truck", "")
            assert kept.cost == search(graph, start, 60, blocked(there, "axis", "truck")).cost
    assert field_from(look, "axis", 0, "truck", 60) is field_from(look, "axis", 0, "truck", 60)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.case("12.3a-A")
def test_searching_backward_agrees_with_searching_forward(seed: int) -> None:
    look = scattered(seed)
    dumps = stocks(look, "axis")
    for hq in (look.unit("h0"), look.unit("h1"), look.unit("a2")):
        kind = look.face(hq).throw_mobility if look.face(hq).throw_range else "truck"
        area = area_serving(look, "axis", dumps, kind, draw_limit(look.world))
        for hex_ in range(look.board.size):
            legs = draw_legs(look, hq.change(hex=hex_), dumps)
            best = min((leg.mp for leg in legs.values()), default=None)
            assert area.get(hex_) == best, look.hex_name(hex_)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("phase", ["supply", "movement"])
def test_what_is_not_listed_is_refused_and_explained(seed: int, phase: str) -> None:
    look = scattered(seed, phase)
    places = [(s.hex, s.holder) for side in ("axis", "soviet") for here in stocks(look, side).values() for s in here]
    for unit in look.own("axis"):
        listed = {(p.source, p.holder, p.via) for p in payers(look, unit)}
        assert len(listed) == len(payers(look, unit))
        for source, holder in places:
            for via in ("", "a0", "s0", "h0", "h1", "h2"):
                refused = refuse_payer(look, unit, source, holder, via)
                assert (refused is None) == ((source, holder, via) in listed)
        told = explain_payers(look, unit)
        assert told.payers == payers(look, unit)
        if not told.payers and look.counter(unit).is_combat_unit:
            assert told.obstacle is not None
            silent = {h.hq for h in told.hqs if h.obstacle.reason in ("strat_hq", "no_throw", "divisional_hq")}
            assert {h.hq for h in told.hqs} - silent <= {hq.id for hq in throwers(look, "axis")}


def test_some_scattered_units_are_supplied_and_some_are_not() -> None:
    """The random positions above try both."""
    found = [bool(payers(look, u)) for look in map(scattered, range(12)) for u in look.own("axis")]
    assert 20 < sum(found) < len(found) - 20


def test_counts_become_bytes_whatever_their_size() -> None:
    assert [bool(b) for b in nonzero(array("H", [0, 1, 255, 256, 512]))] == [False, True, True, True, True]


def with_weather(body: str, effects: dict[str, dict[str, str]]) -> Look:
    """A position in which it rains, and what that does to terrain."""
    look = look_at(body)
    scenario = replace(look.world.scenario, weather_effects={"rain": effects})
    return Look(altered(look.world, scenario=scenario), look.state.change(weather="rain"))


@pytest.mark.case("12.3d-D", "K12.3d-path-cost")
def test_bad_ground_does_not_shorten_paths_and_good_ground_lengthens_them() -> None:
    units = f"axis 01.01 a {INF}\nsoviet 09.01 s {INF} strat"
    open_row = line(9, units, "[supply]\naxis 07.01 1")
    assert ways(with_weather(open_row, {"open": {"truck": "3"}}), "a") == {("07.01", "", "")}
    wood_row = open_row.replace(" .", " w")
    assert ways(with_weather(wood_row, {"open": {"truck": "3"}}), "a") == set()
    assert ways(with_weather(wood_row, {"woods": {"truck": "1"}}), "a") == {("07.01", "", "")}


@pytest.mark.case("12.3d-D")
def test_of_one_weather_only_what_it_lowers_counts() -> None:
    """Mud everywhere, but the river freezes: the open hex behind it keeps its normal cost."""
    units = f"axis 01.01 a {INF}\nsoviet 09.01 s {INF} strat"
    body = line(9, units, '[supply]\naxis 07.01 1\n[hexsides]\nminor_river "-" 01.01/NE')
    assert ways(look_at(body), "a") == set()
    look = with_weather(body, {"open": {"truck": "prohibited", "leg": "all"}, "minor_river": {"truck": "+0"}})
    assert ways(look, "a") == {("07.01", "", "")}
    assert look.world.graph("leg", "rain").step_cost(0, 1) == ALL
    assert supply_graph(look.world, "leg", "rain").step_cost(0, 1) == 24


def test_an_obstacle_is_none_where_the_way_is_open() -> None:
    look = look_at(line(9, f"axis 01.01 a {INF}\nsoviet 09.01 s {INF} strat"))
    assert find_obstacle(look, "axis", 0, "truck", 60, 6) is None
    far = find_obstacle(look, "axis", 0, "truck", 60, 7)
    assert far is not None
    assert (far.reason, far.hex, far.need) == ("too_far", 7, 72)


@pytest.mark.case("12.3d-D")
@pytest.mark.parametrize(
    ("kind", "now", "counted"),
    [
        ("leg", "2", 24),
        ("leg", "prohibited", ALL),
        ("truck", "all", ALL),
        ("truck", "4", 48),
        ("track", "prohibited", -1),
    ],
)
def test_what_is_cheaper_for_paths(kind: Mobility, now: str, counted: int) -> None:
    """A mountain takes all the MP of leg units and is closed to the others."""
    body = f"[terrain]\n. m\n[units]\naxis 01.01 a {INF}\nsoviet 01.01 s {INF}"
    look = with_weather(body, {"mountain": {kind: now}})
    assert supply_graph(look.world, kind, "rain").step_cost(0, 1) == counted


def test_a_mountain_is_the_first_hex_too() -> None:
    look = look_at(f"[terrain]\nm . .\n[units]\naxis 02.01 a {INF}\nsoviet 03.01 s {INF} strat")
    assert field_from(look, "axis", 1, "leg", 60).cost == {0: 60, 1: 0}
    assert field_from(look, "axis", 1, "leg", 0).cost == {1: 0}
    assert field_from(look, "axis", 1, "truck", 60).cost == {1: 0}
    assert area_serving(look, "axis", (0,), "leg", 60) == {0: 0, 1: 0, 2: 12}
    free = look_at(f"[terrain]\n. m . .\n[units]\naxis 02.01 a {INF}\nsoviet 04.01 s {INF} strat")
    assert area_serving(free, "axis", (2,), "leg", 60) == {0: 60, 1: 0, 2: 0, 3: 0}
    assert area_serving(free, "axis", (2,), "leg", 0) == {1: 0, 2: 0, 3: 0}


KINDS: tuple[Mobility, ...] = ("truck", "leg")


def test_a_search_is_kept_while_its_mask_stays_the_same_where_it_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """`field_on` against `search` on masks that shut and open a hex at a time."""
    searches: list[int] = []

    def counted(graph: MoveGraph, start: int, *more: Any) -> Field:
        searches.append(start)
        return search(graph, start, *more)

    monkeypatch.setattr(fields, "search", counted)

    world, rng, asked = scattered(3).world, random.Random(5), 0
    mask = bytearray(world.board.size)
    for turn in range(150):
        mask[rng.randrange(world.board.size)] ^= 1
        start, limit = rng.randrange(8), (0, 24, 60)[turn % 3]
        for kind in KINDS:
            graph = supply_graph(world, kind, "")
            kept = field_on(world, graph, start, limit, bytes(mask))
            plain = search(graph, start, limit, bytes(mask))
            assert (kept.cost, kept.served) == (plain.cost, plain.served)
            assert all(kept.path(end) == plain.path(end) for end in kept.cost)
            asked += 1
    assert len(searches) < asked

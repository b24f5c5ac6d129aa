"""What would cut a line: written positions, and every hex of random ones tried with a real enemy unit."""

from __future__ import annotations

import pytest

from redball.board.costs import PROHIBITED
from redball.core.facts import build
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.supply.draw_and_throw import payers
from redball.rules.trace.cuts import LINES, UNIT, UNIT_WITH_ZOC, ZOC, cuts
from redball.rules.trace.tracing import ways
from rules.supply_table import look_at, scattered
from rules.test_supply import crossing
from rules.test_trace import INF, rails
from support import and_long

VILLAGE = '06.02 village "V"'
RAILROAD = """[paths]
railroad "-" 01.01 02.01 03.02 04.02 05.03
[places]
05.03 village "V"
[sources]
axis 01.01 09.07
"""


def told(look: Look, line: str, uid: str = "a") -> dict[str, str]:
    """What cuts, by name of hex."""
    return {look.hex_name(cut.hex): cut.by for cut in cuts(look, look.unit(uid), line).cuts}


def row(units: str, supply: str = "axis 05.01 1", columns: int = 6) -> Look:
    """One row of open hexes, with no way round."""
    body = f"[terrain]\n{' .' * columns}\n[units]\n{units}\nsoviet 0{columns}.01 far {INF} strat"
    return look_at(f"{body}\n[supply]\n{supply}")


# --- written positions -----------------------------------------------------------------------------------------


@pytest.mark.case("12.3d-B", "12.3d-C", "12.3c-A")
def test_on_a_single_road_every_hex_that_is_entered_cuts_and_the_dump_by_an_enemy_in_it() -> None:
    look = row(f"axis 01.01 a {INF}")
    found = told(look, "supply")
    assert found == {"02.01": ZOC, "03.01": ZOC, "04.01": ZOC, "05.01": UNIT}


@pytest.mark.case("12.3c-A")
def test_next_to_its_dump_only_an_enemy_in_the_dump_cuts_a_unit_off() -> None:
    assert told(row(f"axis 04.01 a {INF}"), "supply") == {"05.01": UNIT}
    assert told(row(f"axis 05.01 a {INF}"), "supply") == {}, "nobody else can be where the unit is"


@pytest.mark.case("4.5b-A")
def test_where_a_zoc_is_negated_none_cuts() -> None:
    held = row(f"axis 01.01 a {INF}\naxis 03.01 b {INF}")
    assert told(held, "supply") == {"02.01": ZOC, "04.01": ZOC, "05.01": UNIT}
    free = row(f"axis 01.01 a {INF}\naxis 02.01 t truck 1 40T")
    assert told(free, "supply")["02.01"] == ZOC, "a truck negates nothing"


@pytest.mark.case("12.3b-2", "12.3d-C")
def test_a_throw_on_foot_is_cut_by_units_only() -> None:
    look = row(f"axis 01.01 a {INF}\naxis 05.01 h hq 6L-3T/9L-20T")
    assert told(look, "supply") == {"02.01": UNIT, "03.01": UNIT, "04.01": UNIT}


def test_where_two_ways_lead_no_single_hex_cuts() -> None:
    body = f"[terrain]\n{chr(10).join([' .' * 6] * 5)}\n[units]\naxis 01.03 a {INF}\nsoviet 06.01 far {INF} strat\n"
    look = look_at(f"{body}[supply]\naxis 04.01 1\naxis 04.05 1")
    assert told(look, "supply") == {}
    one = look_at(f"{body}[supply]\naxis 04.03 1")
    assert told(one, "supply") == {"04.03": UNIT}


@pytest.mark.case("4.5a-D", "12.6b", "13.3c-3")
def test_a_railroad_is_cut_by_a_zoc_on_any_hex_of_it() -> None:
    look = look_at(rails(f"axis 09.02 a {INF}", places=VILLAGE))
    found = told(look, "trace")
    assert {h for h, by in found.items() if by == ZOC} == {f"0{c}.02" for c in range(1, 7)}
    assert found["05.03"] == UNIT_WITH_ZOC
    near = look_at(rails(f"axis 05.02 a {INF}", places=VILLAGE))
    assert told(near, "trace")["01.02"] == ZOC
    assert told(near, "trace")["03.02"] == UNIT_WITH_ZOC, "a ZOC on the rails alone can be walked round"


def test_nothing_to_cut_and_no_such_line() -> None:
    look = crossing(f"soviet 03.02 s {INF}")
    assert cuts(look, look.unit("a"), "supply").lines == ()
    assert told(look, "supply") == {}
    truck = row("axis 04.01 a truck 1 40T")
    assert cuts(truck, truck.unit("a"), "trace").lines == ()
    with pytest.raises(ValueError, match="there is no line 'rail'; there are: trace, supply"):
        cuts(look, look.unit("a"), "rail")


# --- every hex, with a real unit -------------------------------------------------------------------------------


def with_enemy(look: Look, hex_: int, by: str) -> Look:
    """An enemy more in a hex, with or without a ZOC; supply that it walks over is gone."""
    model = next(u for u in look.state.units.values() if u.side == "soviet")
    facing = "combat" if by == UNIT_WITH_ZOC else "move"
    new = model.change(id="zz", hex=hex_, facing=facing, marker="", out_of_supply=False)
    there = [u.change(load=0) for u in look.state.units.values() if u.hex == hex_]
    dumps = {side: {h: d for h, d in there.items() if h != hex_} for side, there in look.state.dumps.items()}
    return Look(look.world, look.state.with_units([*there, new]).change(dumps=dumps))


def lines_of(look: Look, unit: Unit, line: str) -> bool:
    """The unit has that line."""
    return bool(ways(look, unit) if line == "trace" else payers(look, unit))


@pytest.mark.parametrize("seed", and_long(7, 14))
@pytest.mark.parametrize("line", LINES)
def test_what_is_named_cuts_and_nothing_else_does(seed: int, line: str) -> None:
    """Every hex of the map is tried, not only those beside the path."""
    look = scattered(seed, rest=RAILROAD)
    for unit in look.own("axis")[:5]:
        if not look.counter(unit).is_combat_unit or not lines_of(look, unit, line):
            continue
        found = {cut.hex: cut.by for cut in cuts(look, unit, line).cuts}
        for hex_ in range(look.board.size):
            zoc = not lines_of(look.supposing("soviet", (), (hex_,)), unit, line)
            assert zoc == (found.get(hex_) == ZOC)
            if look.has_combat_units(hex_, "axis") or found.get(hex_) == ZOC:
                continue
            by_unit = not lines_of(with_enemy(look, hex_, UNIT), unit, line)
            with_zoc = not lines_of(with_enemy(look, hex_, UNIT_WITH_ZOC), unit, line)
            expected = UNIT if by_unit else UNIT_WITH_ZOC if with_zoc else None
            assert found.get(hex_) == (expected if enterable(look, hex_) else None), (look.hex_name(hex_), unit.id)


def enterable(look: Look, hex_: int) -> bool:
    """Somebody could stand there."""
    ways_in = [(n, look.board.direction(n, hex_)) for n in look.board.neighbours(hex_)]
    graphs = [look.world.graph(kind, "") for kind in ("leg", "truck", "track")]
    return any(graph.step_cost(n, way) != PROHIBITED for n, way in ways_in for graph in graphs)


def test_a_supposed_enemy_is_what_a_real_one_would_be() -> None:
    look = scattered(3)
    for hex_ in range(0, look.board.size, 7):
        real = build(look.world, with_enemy(look, hex_, UNIT_WITH_ZOC).state)
        supposed = look.supposing("soviet", (hex_,), look.board.neighbours(hex_)).facts
        assert (supposed.zoc, supposed.combat_units) == (real.zoc, real.combat_units)
        assert look.facts == build(look.world, look.state), "the look itself is as it was"

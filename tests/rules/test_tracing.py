"""The short cuts of trace give what the ways give, on small ground with units of both sides at random."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.trace.tracing import (
    SPLIT,
    Channel,
    can_draw_from,
    can_trace_from,
    channels_of,
    coverage,
    drawable,
    members,
    outcomes,
    traceable,
    traces,
    untraced,
    ways,
)
from rules.supply_table import INF, look_at, scattered
from support import line

SEEDS = range(8)
PHASES = ("supply", "movement")
SOURCES = "[sources]\naxis 01.01 05.04"


def placed(look: Look) -> Iterator[Unit]:
    """The axis units, where they stand and as if they stood in some other hexes."""
    own = look.own("axis")
    yield from own
    yield from (own[hex_ % len(own)].change(hex=hex_) for hex_ in range(0, look.board.size, 3))


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.case("12.6a")
def test_who_traces_has_a_way(seed: int, phase: str) -> None:
    look = scattered(seed, phase, SOURCES)
    units = [*placed(look)]
    without = [unit for unit in units if not ways(look, unit)]
    assert untraced(look, units) == without == [unit for unit in units if not traces(look, unit)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.case("12.6f")
def test_what_a_formation_has_in_common_are_channels_of_its_units(seed: int) -> None:
    look = scattered(seed, "supply", SOURCES)
    units = [unit for unit in look.own("axis") if look.counter(unit).is_combat_unit]
    plain: dict[Channel, tuple[str, ...]] = {}
    for unit in units:
        plain |= {channel: (*plain.get(channel, ()), unit.id) for channel in channels_of(look, unit)}
    assert list(coverage(look, units).items()) == sorted(plain.items(), key=lambda item: (-len(item[1]), item[0]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.case("12.6f")
def test_a_formation_traces_in_one_way_and_others_in_their_best(seed: int) -> None:
    look = scattered(seed, "supply", SOURCES)
    common = {name: list(coverage(look, units)) for name, units in members(look, "axis").items()}
    assert all(look.counter(unit).is_combat_unit for units in members(look, "axis").values() for unit in units)
    chosen = {name: channels[-1] for name, channels in common.items() if channels}
    found = outcomes(look, "axis", chosen)
    for unit in (u for u in look.own("axis") if look.counter(u).is_combat_unit):
        formation, listed = look.counter(unit).formation, ways(look, unit)
        by = channels_of(look, unit).get(chosen[formation]) if formation in chosen else None
        way = by if formation else next(iter(listed), None)
        assert found[unit.id] == (way, SPLIT if formation and way is None and listed else "")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.case("12.6e", "5.8b-A")
def test_where_a_unit_could_trace_is_where_it_would_have_a_way(seed: int) -> None:
    """The unit itself passes nothing on from where it stood."""
    look = scattered(seed, "movement", SOURCES)
    for unit in look.own("axis")[::2]:
        told, drawn = traceable(look, unit), drawable(look, unit)
        bare = Look(look.world, look.state.with_unit(unit.change(hex=-2)))
        for hex_ in range(0, look.board.size, 2):
            there = ways(bare, unit.change(hex=hex_))
            assert bool(told[hex_]) == can_trace_from(look, unit, hex_) == bool(there)
            assert bool(drawn[hex_]) == can_draw_from(look, unit, hex_) == any(not way.via for way in there)


@pytest.mark.case("12.6a", "13.1d-B")
@pytest.mark.parametrize(
    ("marks", "found"), [("formation=x", True), ("formation=y", False), ("", True), ("nation=fi", False)]
)
def test_through_a_divisional_hq_its_division_and_independents_of_its_nation_trace(marks: str, found: bool) -> None:
    units = f"axis 08.01 a {INF} {marks}\naxis 05.01 h hq 4T-3T/10T-20T divisional formation=x"
    look = look_at(
        line(20, f"{units}\naxis 05.01 b {INF} formation=x\nsoviet 20.01 s {INF} strat", "[sources]\naxis 01.01")
    )
    assert traces(look, look.unit("a")) == bool(ways(look, look.unit("a"))) == found


@pytest.mark.case("12.6a")
def test_an_hq_between_two_sources_draws_from_the_first_of_equals() -> None:
    units = f"axis 12.01 a {INF}\naxis 06.01 h hq 5T-3T/10T-20T\nsoviet 20.01 s {INF} strat"
    look = look_at(line(20, units, "[sources]\naxis 01.01 11.01"))
    way = next(way for way in ways(look, look.unit("a")) if way.via == "h")
    assert look.hex_name(way.source) == "01.01"

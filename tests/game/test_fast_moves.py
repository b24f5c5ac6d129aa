"""Short cuts of a stack on the move and of trace give what the plain way gives, all along games played at random."""

from __future__ import annotations

from copy import copy
from itertools import product

import pytest

from game.test_fast_paths import played
from redball.board.costs import compile_graph
from redball.core import engine
from redball.core.actions import Action, SetMode, StepTo
from redball.core.look import Look
from redball.game import Game
from redball.rules.moving_stack import move_ends
from redball.rules.moving_stack.move_ends import MoveData
from redball.rules.supply.step_costs import supply_graph
from redball.rules.trace.tracing import SPLIT, Channel, channels_of, coverage, members, outcomes, traces, untraced, ways


def test_who_traces_in_a_common_way_is_told_without_the_ways() -> None:
    """`coverage` against `channels_of`, for the formations of both sides and for all of their units together."""
    seen = 0
    for number, game in enumerate(played("smolensk", 4, 120)):
        look = game.look
        for side in look.world.sides if number % 20 == 0 else ():
            for units in (*members(look, side).values(), look.own(side)):
                plain: dict[Channel, tuple[str, ...]] = {}
                for unit in units:
                    plain |= {channel: (*plain.get(channel, ()), unit.id) for channel in channels_of(look, unit)}
                ordered = sorted(plain.items(), key=lambda item: (-len(item[1]), item[0]))
                assert list(coverage(look, units).items()) == ordered
                seen += len(plain)
    assert seen > 100


def test_how_a_side_traces_is_told_unit_by_unit() -> None:
    """`outcomes` against `ways` and `channels_of`, by the ways that cover most units and by others."""
    seen: set[tuple[bool, bool, str]] = set()
    for number, game in enumerate(played("smolensk", 4, 120)):
        look = game.look
        for side, last in product(look.world.sides, (False, True)) if number % 20 == 0 else ():
            common = {name: list(coverage(look, units)) for name, units in members(look, side).items()}
            chosen = {name: channels[-last] for name, channels in common.items() if channels}
            found = outcomes(look, side, chosen)
            for unit in (u for u in look.own(side) if look.counter(u).is_combat_unit):
                formation, listed = look.counter(unit).formation, ways(look, unit)
                by = channels_of(look, unit).get(chosen[formation]) if formation in chosen else None
                way = by if formation else next(iter(listed), None)
                dropped = SPLIT if formation and way is None and listed else ""
                assert found[unit.id] == (way, dropped)
                seen.add((bool(formation), way is not None, dropped))
    assert {(True, True, ""), (False, True, ""), (True, False, SPLIT)} <= seen


def test_who_does_not_trace_is_told_at_once() -> None:
    """`traces` and `untraced` against `ways`, where units stand and for some as if they stood elsewhere."""
    seen: set[bool] = set()
    for number, game in enumerate(played("yelnya", 5, 100)):
        look = game.look
        for side in look.world.sides if number % 10 == 0 else ():
            own = look.own(side)
            elsewhere = [own[h % len(own)].change(hex=h) for h in range(number % 17, look.board.map_size, 17)]
            for units in (own, elsewhere):
                plain = [unit for unit in units if not ways(look, unit)]
                assert untraced(look, units) == plain == [unit for unit in units if not traces(look, unit)]
                seen |= {bool(plain), len(plain) < len(units)}
    assert seen == {False, True}


def test_no_end_is_missed_where_the_reserve_markers_are_far_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """`too_far` leaves out no hex that a stack could reach: steps and modes are the same without it."""
    asked: list[object] = []
    for game in played("smolensk", 4, 500):
        if isinstance(game.state.stack[-1].data, MoveData):
            there = engine.choices(game.look, StepTo, SetMode)
            with monkeypatch.context() as patch:
                patch.setattr(move_ends, "too_far", lambda *which: asked.append(which))
                assert engine.choices(Look(game.world, game.state), StepTo, SetMode) == there
    assert len(asked) > 50


def test_a_weather_shares_the_ground_that_it_does_not_change() -> None:
    """Graphs of a weather against those compiled from its own chart."""
    world = Game.new("smolensk", seed=1).world
    assert world.weather_costs("rain")
    for mobility in ("leg", "track", "truck"):
        plain = compile_graph(world.board, world.cost_table("rain"), mobility)
        assert world.graph(mobility, "rain").cost == plain.cost
    assert world.graph("leg", "rain") is world.graph("leg")
    assert supply_graph(world, "truck", "rain") is world.graph("truck"), "rain makes nothing cheaper"


def test_an_action_is_judged_unless_it_was_listed_for_this_very_decision() -> None:
    """What was listed one decision ago is refused where it is illegal now, and what is only equal is judged."""
    judged = refused = 0
    before: list[Action] = []
    for game in played("crossing", 3, 200):
        look, open_ = game.look, game.decision
        assert open_ is not None
        for action in before[::7]:
            now = game.check(open_.side, action)
            refused += now is not None
            assert now is None or game.take(open_.side, action).refusal == now
        offered = game.choices_by_kind()
        before = [action for alike in offered.values() for action in alike]
        for action in before[::7]:
            assert engine.offered_option(look, open_.side, action, offered) is engine.check(look, open_.side, action)
            assert engine.offered_option(look, open_.side, copy(action), offered) is None
            assert engine.offered_option(look, look.enemy(open_.side), action, offered) is None
            judged += 1
    assert min(judged, refused) > 50

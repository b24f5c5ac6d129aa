"""Derived facts in play: two states that differ in one thing never share a wrong answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.test_derived import (
    SIDES,
    STATE,
    WORLD,
    census,
    fighting_in,
    hexes,
    in_zoc,
    judged,
    marker_of,
    world,
    zoc_counted,
)
from redball.bots.random_play import at_random
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED, Dump, Hedgehog, State
from redball.game import Game
from redball.rules.barrage import segment as barrage
from redball.rules.combat import segment as combat
from redball.rules.ground.bridges import bridges, ground
from redball.rules.ground.occupancy import held_by
from redball.rules.movement.segment import MovementSegment, begin_candidates
from redball.rules.supply.draw_and_throw import stocks, throwers
from redball.rules.supply.enough import can_get, wanted
from redball.rules.supply.paths import MOBILITIES, blocked, cautious, contested, held, may_negate, troops
from redball.rules.trace.rail_control import controlled_rail, users
from redball.rules.trace.tracing import traceable
from redball.rules.units.stacking import overstacked
from redball.rules.units.zoc import zoc_hexes
from redball.rules.works.candidates import engineers, hexes_of_workers, open_tasks, works_of


def found(look: Look) -> list[Any]:
    """A set of facts, most of which read others."""
    facts: list[Any] = []
    for side in SIDES:
        facts += [read(look, side) for read in OF_SIDES]
        facts += [blocked(look, side, kind) for kind in MOBILITIES]
        facts += [list(ground(look, side, kind).cost) for kind in MOBILITIES]
        facts += [begin_candidates(look, MovementSegment(side)), held(look, side, strict=True)]
        facts += [judged(look, side, "it is"), census(look, side), zoc_counted(look, side), hexes(look, side)]
        facts += [read(look, side, h) for read in (in_zoc, fighting_in) for h in range(0, look.board.size, 3)]
        for unit in look.own(side):
            facts.append(marker_of(look, unit.id))
            facts += [can_get(look, unit, wanted(look, side, 1)), can_get(look, unit, wanted(look, side, 5))]
            facts.append(bytes(traceable(look, unit)))
    return facts


OF_SIDES: tuple[Callable[[Look, str], Any], ...] = (
    may_negate, contested, troops, cautious, stocks, throwers, bridges, held_by, zoc_hexes, overstacked, engineers,
    hexes_of_workers, open_tasks, works_of, users, controlled_rail, barrage.possible_targets, combat.possible_targets,
)  # fmt: skip

HEXES = st.integers(0, WORLD.board.size - 1)
SIDE = st.sampled_from(SIDES)
OF_A_UNIT = st.fixed_dictionaries(
    {},
    optional={
        "hex": st.one_of(HEXES, HEXES, st.sampled_from([NOT_ARRIVED, DEAD_PILE])),
        "facing": st.sampled_from(["combat", "move"]),
        "marker": st.sampled_from(["", "dg", "reserve", "strat", "exploit"]),
        "out_of_supply": st.booleans(),
        "load": st.integers(0, 4),
    },
)
CHANGES = st.one_of(
    st.tuples(st.just("unit"), st.sampled_from(sorted(STATE.units)), OF_A_UNIT),
    st.tuples(st.just("dump"), SIDE, st.tuples(HEXES, st.integers(0, 8))),
    st.tuples(st.just("hedgehogs"), SIDE, st.tuples(HEXES, st.integers(1, 4))),
    st.tuples(st.just("control"), SIDE, HEXES),
    st.tuples(st.just("acting"), SIDE, st.sampled_from(["movement", "combat", "barrage"])),
    st.tuples(st.just("gone"), st.sampled_from(["a4", "a5", "s3"]), st.none()),
)


def state_after(state: State, kind: str, who: str, what: Any) -> tuple[State, tuple[str, ...]]:
    """The state after a change, and the ids of the units that it touches."""
    if kind == "unit" and who in state.units:
        return state.with_unit(state.units[who].change(**what)), (who,)
    if kind == "gone":
        unit = STATE.units[who]
        return (state.without_units([who]) if who in state.units else state.with_unit(unit)), (who,)
    if kind == "dump":
        return state.with_dump(who, what[0], Dump(what[1])), ()
    if kind == "hedgehogs":
        return state.change(hedgehogs=state.hedgehogs | {what[0]: Hedgehog(who, what[1])}), ()
    if kind == "control":
        return state.change(control=state.control | {what: who}), ()
    if kind == "acting":
        clock = state.clock
        now = type(clock)(clock.turn, clock.first, who, "combat" if what == "combat" else "movement", what, who)
        return state.change(clock=now), ()
    return state, ()


STEPS = st.lists(st.tuples(CHANGES, st.integers(0, 3), st.booleans()), max_size=12)


@settings(max_examples=15)
@given(STEPS)
def test_states_that_differ_in_one_thing_never_share_a_wrong_answer(
    steps: list[tuple[tuple[str, str, Any], int, bool]],
) -> None:
    never_share_a_wrong_answer(steps)


@pytest.mark.long
@settings(max_examples=60)
@given(STEPS)
def test_more_states_that_differ_never_share_one(steps: list[tuple[tuple[str, str, Any], int, bool]]) -> None:
    never_share_a_wrong_answer(steps)


def never_share_a_wrong_answer(steps: list[tuple[tuple[str, str, Any], int, bool]]) -> None:
    """One change after another, each to one of the last four states: as after an undo, or in a fork."""
    kept = world()
    looks = [Look(kept, STATE)]
    found(looks[0])
    for change, back, supposing in steps:
        look = looks[-1 - back % len(looks)]
        state, touched = state_after(look.state, *change)
        there = look.after(state, touched)
        if supposing:
            found(there.supposing(SIDES[0], (back,), (back, back + 1)))
        assert found(there) == found(Look(world(), state))
        looks.append(there)
    for look in looks[-4:]:
        again = Look(kept, look.state)
        assert found(again) == found(look)
    kept.forget()
    assert found(Look(kept, looks[-1].state)) == found(looks[-1])


@pytest.mark.parametrize("seed", range(3))
def test_play_with_forks_and_undo_never_finds_a_wrong_answer(seed: int) -> None:
    """A game played at random whose moves are made in a fork before and taken back now and then."""
    rng, game, undone = Random(seed), Game.new("crossing", seed=seed), 0
    for number in range(60):
        open_ = game.decision
        assert open_ is not None
        fork = game.fork()
        fork.take(open_.side, at_random(fork.choices(), rng.getrandbits(64), False))
        found(fork.look)
        game.take(open_.side, at_random(game.choices(), rng.getrandbits(64), number % 2 == 0))
        if game.decision is not None and rng.random() < 0.3:
            undone += game.undo(game.decision.side) is None
        if number % 4 == 0:
            assert found(game.look) == found(Look(replace(game.world), game.state))
    assert undone

"""Bounds of previews under fog: whatever is hidden of a stack, the truth lies between them, and they do not move."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from redball.analysis.bounds import FIELDS, Attack, CombatBounds, barrage_bounds, combat_bounds, expected
from redball.analysis.ground import aftermaths, combat_answer
from redball.analysis.policy import Policy, Way
from redball.bots.random_play import at_random
from redball.core.chances import spread_of
from redball.core.look import Look
from redball.core.state import State, Unit
from redball.game import Game
from redball.game.sight.belief import believed, visible
from redball.game.sight.beneath import doubt, pack, unseen
from redball.game.watch.disguise import disguised
from redball.rules.barrage.chart import aim_at, throw_barrage
from redball.rules.barrage.on_board import best_terrain, density, target_of, total_strength
from redball.rules.combat.odds import preview
from redball.rules.combat.played import announced_combat
from redball.rules.combat.points import RESULT_WAYS
from redball.rules.units.stacking import re_in_hex, stacking_limit
from support import long

WAYS: tuple[Way, ...] = ("losses", "retreat", "mixed")
SEEDS, MOVES, PER_SIDE = range(6), 120, 4


class Asked(NamedTuple):
    """A position, who looks at it, and the attack that he asks about."""

    look: Look
    viewer: str
    attack: Attack


@cache
def positions(edition: str = "") -> tuple[Asked, ...]:
    """Attacks in positions that random play comes to, with other policies here and there."""
    return tuple(asked for seed in SEEDS for asked in attacks(played(seed, edition), Random(seed)))


def played(seed: int, edition: str) -> Look:
    """A game under fog after some random moves."""
    game, rng = Game.new("yelnya", seed=seed, edition=edition, switches={"fog": True}), Random(seed)
    for _ in range(MOVES):
        if game.decision is None:
            break
        game.take(game.decision.side, at_random(game.choices(), rng.getrandbits(64)))
    return game.look


def attacks(look: Look, rng: Random) -> Iterator[Asked]:
    """Some stacks of each side that have enemies next to them, attacked by a part of these."""
    for side in look.world.sides:
        enemy = look.enemy(side)
        held = sorted({u.hex for u in look.own(enemy) if u.on_map and look.has_combat_units(u.hex, enemy)})
        rng.shuffle(held)
        near = {h: [u.id for n in look.board.neighbours(h) for u in look.combat_units_at(n, side)] for h in held}
        for hex_ in [h for h in held if near[h]][:PER_SIDE]:
            units = tuple(rng.sample(near[hex_], rng.randint(1, len(near[hex_]))))
            policy = Policy(rng.choice(WAYS), rng.choice(WAYS), rng.random() < 0.5)
            yield Asked(look, side, Attack(rng.choice(("regular", "overrun")), hex_, units, policy))


def truths(asked: Asked) -> Iterator[State]:
    """States that look alike to the viewer: the true one, others with other hidden facts, and covered units that stand
    elsewhere."""
    yield asked.look.state
    rng = Random(asked.attack.hex)
    for _ in range(2):
        yield disguised(asked.look, asked.viewer, rng)
    yield shuffled(asked, rng)


def shuffled(asked: Asked, rng: Random) -> State:
    """Units that the viewer does not see are laid under the stack that is attacked, as long as there is room and the
    same unit stays on top."""
    look, seen = asked.look, visible(asked.look, asked.viewer)
    hidden = [u for u in look.own(look.enemy(asked.viewer)) if u.id not in seen and look.counter(u).is_combat_unit]
    rng.shuffle(hidden)
    for unit in hidden:
        moved = look.after(look.state.with_unit(unit.change(hex=asked.attack.hex)), (unit.id,))
        fits = re_in_hex(moved, unit.side, asked.attack.hex) <= stacking_limit(look.world)
        if fits and visible(moved, asked.viewer) == seen:
            look = moved
    return look.state


def bounds(look: Look, asked: Asked) -> CombatBounds:
    found = doubt(look, asked.viewer, asked.attack.hex)
    assert found is not None
    return combat_bounds(found, asked.attack, combat_answer(believed(look, asked.viewer), *asked.attack))


@pytest.mark.case("4.9a-A", "4.9a-B", "4.8b-C")
@pytest.mark.parametrize("edition", ["v4.2", long("new-ocs")])
def test_the_truth_lies_between_the_bounds(edition: str) -> None:
    """Strength, column, DRM, expected losses and the chance to take the hex, with combat supply and not."""
    rng, tried, narrower = Random(7), 0, 0
    for asked in positions(edition):
        told = bounds(asked.look, asked)
        attack = asked.attack
        for state in truths(asked):
            look = Look(asked.look.world, state)
            there = look.combat_units_at(attack.hex, look.enemy(asked.viewer))
            hungry = {unit.id for unit in there if rng.random() < 0.5}
            true = preview(look, attack.kind, attack.hex, attack.attackers, unsupplied=hungry)
            assert told.defence.holds(Fraction(true.odds.defend)), (asked, there)
            assert told.worst.odds.column <= true.odds.column <= told.best.odds.column, (asked, there)
            assert told.drm[0] <= true.odds.drm <= told.drm[1], (asked, there)
            ways = look.policies[RESULT_WAYS](look.world.charts, attack.kind, true.odds)
            data = announced_combat(look, attack.kind, attack.hex, attack.attackers, true)
            came = aftermaths(look, data, ways, attack.policy)
            for field in FIELDS:
                value = expected(ways, came, field)
                assert told.spans[field].holds(value), (field, value, told.spans[field], asked, there)
            tried += 1
            narrower += told.spans["taken"].least < told.spans["taken"].most
    assert tried >= 150
    assert narrower > tried / 2


@pytest.mark.case("4.9a-A", "4.9a-B")
def test_what_is_hidden_moves_no_bound() -> None:
    for asked in positions()[::4]:
        due = bounds(asked.look, asked)
        for state in truths(asked):
            assert bounds(Look(asked.look.world, state), asked) == due, asked


@pytest.mark.case("4.9a-A")
def test_what_is_seen_moves_them() -> None:
    """The test above can fail: a unit seen elsewhere is not under this stack."""
    asked = positions()[0]
    known = unseen(asked.look, asked.viewer)
    hidden = next(u for u in asked.look.own(asked.look.enemy(asked.viewer)) if u.counter == known[0].id)
    empty = next(h for h in range(asked.look.board.size) if not asked.look.units_at(h))
    shown = Look(asked.look.world, asked.look.state.with_unit(hidden.change(hex=empty)))
    assert {counter.id for counter in known} - {counter.id for counter in unseen(shown, asked.viewer)} == {known[0].id}


@pytest.mark.case("4.9a-A", "10.0a-C", "4.9c")
def test_the_truth_of_a_barrage_lies_between_its_bounds() -> None:
    tried = 0
    for asked in positions():
        look, hex_ = asked.look, asked.attack.hex
        guns = tuple(u.id for u in look.own_of(asked.viewer, "artillery") if u.on_map)[:2]
        found = doubt(look, asked.viewer, hex_)
        assert found is not None
        if not look.world.charts.barrage.allows(total_strength(look, guns)):
            continue
        told = barrage_bounds(found, asked.viewer, hex_, guns)
        for state in truths(asked):
            true = Look(look.world, state)
            other = doubt(true, asked.viewer, hex_)
            assert other is not None
            assert barrage_bounds(other, asked.viewer, hex_, guns) == told
            target = target_of(true, asked.viewer, hex_, best_terrain(true, hex_))
            column = aim_at(true.world.charts, total_strength(true, guns), target).column
            spread = spread_of(lambda throw, c=column, t=target: throw_barrage(true.world.charts, c, t, throw))  # type: ignore[misc] # noqa: B023
            assert told.density.holds(density(true, true.enemy(asked.viewer), hex_))
            assert told.column.holds(column)
            assert told.dg.holds(spread.chance(lambda read: read.dg))
            assert told.steps.holds(spread.expect(lambda read: read.steps))
            tried += 1
    assert tried >= 100


def test_what_is_packed_is_the_best_of_all_that_fits() -> None:
    """Against every choice there is: sizes as counters have them, some units in several states."""
    rng = Random(3)
    for _ in range(60):
        options = []
        for number in range(rng.randint(0, 6)):
            unit = Unit(str(number), "x", "axis", 0, "combat")
            sizes = rng.sample((1, 2, 4, 8, 12), rng.choice((1, 1, 2)))
            options.append([(size, Fraction(rng.randrange(30), rng.choice((1, 2, 3))), unit) for size in sizes])
        room = rng.randrange(17)
        every = product(*([(0, Fraction(0), None), *choice] for choice in options))
        fitting = (taken for taken in every if sum(size for size, _, _ in taken) <= room)
        due = max(sum((worth for _, worth, _ in taken), Fraction(0)) for taken in fitting)
        worth, units = pack(options, room)
        assert worth == due
        assert len({unit.id for unit in units}) == len(units)

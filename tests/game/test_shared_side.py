"""Sides that several people play: the parts of a side, and whose each action is."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from redball.core import engine
from redball.core.actions import (
    Action,
    AddUnit,
    BeginMove,
    BlowDump,
    DeclareAttack,
    Done,
    ElectOrder,
    FromSource,
    OnUnit,
    PlaceSupply,
)
from redball.core.events import DiceRolled
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.game import Game
from redball.game.teams.parts import SUPPLY, parts
from redball.game.teams.whose import NOT_ALL_READY, NOT_YOURS, Member, Team, can_have

CHIEF = Member(1, "Anna")


def shared(game: Game, side: str, *, lends: bool = False) -> Team:
    """A side of which two members have alternate HQs, or alternate units where there is one HQ only; the chief the
    rest."""
    hqs = [part for part in parts(game.world, side) if part.id in game.world.counters]
    if len(hqs) > 1:
        split = [tuple(part.id for part in hqs[first::3]) for first in (0, 1)]
    else:
        split = [tuple(hqs[0].counters[first::3]) for first in (0, 1)]
    members = [Member(n, name, army, lends) for n, name, army in zip((2, 3), ("Boris", "Carl"), split, strict=True)]
    return Team(game.world, side, CHIEF, members)


def positions(scenario: str, actions: int, seed: int, every: int) -> Iterator[Game]:
    """A game played by lot, now and then. It ends few segments, so that much happens in each."""
    game, lot = Game.new(scenario, seed=seed), random.Random(seed)
    for number in range(actions):
        open_ = game.decision
        if open_ is None:
            return
        if number % every == 0:
            yield game
        offered = game.choices()
        chosen = lot.choice([a for a in offered if not isinstance(a, Done) or lot.random() < 0.1] or offered)
        assert not game.take(open_.side, chosen).refusal


def one_part(game: Game, side: str, part: str, number: int = 2) -> Team:
    """A side of which one member has one part."""
    return Team(game.world, side, CHIEF, [Member(number, "Boris", (part,))])


# --- parts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["crossing", "yelnya", "smolensk", "sicily", "crete", "sedan", "kohima", "etna"])
def test_no_counter_is_in_two_parts_and_formations_stay_together(scenario: str) -> None:
    world = Game.new(scenario, seed=1).world
    for side in world.sides:
        found = parts(world, side)
        ids = [one for part in found for one in part.counters]
        assert len(ids) == len(set(ids))
        assert all(can_have(world, side, part.id) for part in found)
        assert not any(can_have(world, world.enemy(side), one) for one in ids)
        of = {one: part.id for part in found for one in part.counters}
        for counter in world.counters.values():
            if counter.side == side and counter.formation:
                same = {
                    of.get(c.id)
                    for c in world.counters.values()
                    if (c.side, c.formation) == (side, counter.formation) and c.kind != "hq"
                }
                assert len(same) == 1, counter.formation
        fighting = [
            c for c in world.counters.values() if c.side == side and c.kind in ("combat", "artillery", "engineer")
        ]
        assert sum(c.id in of for c in fighting) >= 0.9 * len(fighting), "few are left to the chief"


def test_parts_are_what_players_expect() -> None:
    yelnya = {part.name: part for part in parts(Game.new("yelnya", seed=1).world, "axis")}
    assert "de-10pz-sr69" in yelnya["XX AK Corps"].counters, "10 Pz holds Yelnya, where XX AK is"
    sicily = parts(Game.new("sicily", seed=1).world, "allied")
    assert {part.army for part in sicily if part.army} == {"US", "BR", "CA"}
    assert [part.id for part in sicily if part.id.startswith(("air:", "sea", "supply"))][-2:] == ["sea", "supply"]
    smolensk = parts(Game.new("smolensk", seed=1).world, "axis")
    assert {"Panzergruppe 2", "9. Armee"} <= {part.army for part in smolensk}


def test_the_more_exact_word_counts() -> None:
    game = Game.new("yelnya", seed=1)
    members = [
        Member(2, "Boris", ("de-hq-20ak",)),
        Member(3, "Carl", ("formation:10 Pz",)),
        Member(4, "Dora", ("de-10pz-sr69", SUPPLY)),
    ]
    team = Team(game.world, "axis", CHIEF, members)
    look = game.look
    owners = [team.owner(look, one) for one in ("de-hq-20ak", "de-10pz-k10", "de-10pz-sr69", SUPPLY, "de-hq-9ak")]
    assert owners == [2, 3, 4, 4, 1]


# --- whose -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "actions", "every"), [("crossing", 240, 4), ("yelnya", 180, 9)])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_legal_action_is_somebodys_and_nobody_elses(scenario: str, actions: int, every: int, seed: int) -> None:
    """The chief may take each; of the others only who owns what it names. What a member may take changes no unit of
    another, before dice fall."""
    refused, taken = 0, 0
    for game in positions(scenario, actions, seed, every):
        open_ = game.decision
        assert open_ is not None
        team = shared(game, open_.side)
        for action in game.choices():
            assert team.refuse(game.look, CHIEF.number, action) is None
            for number in team.members:
                answer = team.refuse(game.look, number, action)
                named = [
                    getattr(action, one) for one in type(action).unit_fields if one != "via" and getattr(action, one)
                ]
                own = [uid for uid in named if game.state.units[uid].side == open_.side]
                if any(team.owner(game.look, uid) != number for uid in own):
                    assert answer is not None, (number, action)
                refused += answer is not None
                if answer is None:
                    taken += 1
                    untouched(game, team, number, action)
    assert min(refused, taken) > 50


def untouched(game: Game, team: Team, number: int, action: Action) -> None:
    """What a member does, apart from ending something or from dice, leaves the units of the others alone."""
    after = engine.apply(game.look, game.dice, team.side, action)
    assert not isinstance(after, Refusal)
    look, events = after
    if isinstance(action, Done) or any(isinstance(event, DiceRolled) for event in events):
        return
    for unit in game.look.own(team.side):
        if team.owner(game.look, unit.id) != number:
            now = look.state.units.get(unit.id)
            assert now is not None, (action, unit)
            assert (now.hex, now.mode, now.load, now.steps_lost) == (unit.hex, unit.mode, unit.load, unit.steps_lost), (
                action
            )


def first(game: Game, *kinds: type[Action]) -> Action:
    """The first legal action of some kinds."""
    return next(a for a in game.choices() if isinstance(a, kinds))


def test_who_orders_what() -> None:
    """Names, supply, and what nobody has."""
    game = Game.new("yelnya", seed=3)
    supply = first(game, PlaceSupply)
    team = Team(game.world, "soviet", CHIEF, [Member(2, "Boris", ("su-hq-24a",)), Member(3, "Carl", (SUPPLY,))])
    answer = team.refuse(game.look, 2, supply)
    assert answer is not None
    assert (answer.code, answer.detail) == (NOT_YOURS.code, "Carl (Trains, shipments, arriving supply and dumps)")
    assert team.refuse(game.look, 3, supply) is None
    while not any(isinstance(a, BeginMove) for a in game.choices()):
        game.do(game.choices()[0])
    moves = [a for a in game.choices() if isinstance(a, BeginMove)]
    own = [a for a in moves if team.owner(game.look, a.unit) == 2]
    others = [a for a in moves if team.owner(game.look, a.unit) == 1]
    assert own
    assert others
    assert [team.refuse(game.look, 2, a) for a in own] == [None] * len(own)
    answer = team.refuse(game.look, 2, others[0])
    assert answer is not None
    assert (answer.code, answer.have, answer.detail) == (
        NOT_YOURS.code,
        team.thing_told(game.look, others[0].unit),
        "Anna (chief)",
    )
    # the stack that moves is whose it is: each step, and the end of it
    assert not game.take("soviet", own[0]).refusal
    steps = [a for a in game.choices() if not isinstance(a, OnUnit | FromSource | AddUnit)]
    for action in steps:
        if not list(team.named(game.look, action)):
            assert team.refuse(game.look, 2, action) is None
            refused = team.refuse(game.look, 3, action)
            assert refused is not None
            assert refused.code == "team.not_your_choice"
    assert team.deciders(game.look) == {2}


def test_the_order_of_play_is_the_chiefs() -> None:
    for game in positions("crossing", 400, 2, 1):
        for action in game.choices():
            if isinstance(action, ElectOrder):
                open_ = game.decision
                assert open_ is not None
                refused = shared(game, open_.side).refuse(game.look, 2, action)
                assert refused is not None
                assert refused.detail == "Anna (chief)"
                return
    pytest.fail("nobody elected an order")


def at_move(game: Game) -> Look:
    """The game at the first segment in which units move."""
    while not any(isinstance(a, BeginMove) for a in game.choices()):
        game.do(game.choices()[0])
    return game.look


def test_a_segment_ends_when_all_are_ready_who_could_act() -> None:
    game = Game.new("yelnya", seed=3)
    look = at_move(game)
    side = "soviet"
    armies = [tuple(p.id for p in parts(game.world, side) if p.id != "su-hq-20a"), ("su-hq-20a",)]

    def team(*ready: int, chief: bool = False) -> Team:
        members = [
            Member(n, name, army, ready=n in ready)
            for n, name, army in zip((2, 3), ("Boris", "Carl"), armies, strict=True)
        ]
        return Team(game.world, side, CHIEF._replace(ready=chief), members)

    open_ = game.decision
    assert open_ is not None
    assert team().ends_segment(look, open_)
    could = team().could_act(look)
    assert {2, 3} <= could
    answer = team().refuse(look, 2, Done())
    assert answer is not None
    assert answer.code == NOT_ALL_READY.code
    assert "Carl" in answer.detail
    assert team(3, chief=True).refuse(look, 2, Done()) is None
    assert team().refuse(look, 1, Done()) is None, "the chief need not wait"
    assert team(2, chief=True).refuse(look, 2, Done()) is not None, "their own word does not stand for Carl's"
    assert (team(3).refuse(look, 2, Done()) is None) is (1 not in could)


def test_an_attack_is_opened_by_those_who_could_take_part_and_joined_by_those_who_lend() -> None:
    """9.2: of a draft, each adds their own units; others only of those who lend theirs."""
    game, joint = Game.new("yelnya", seed=4), 0
    while (open_ := game.decision) is not None and open_.procedure.name != "combat_segment":
        offered = game.choices()
        game.do(next((a for a in offered if isinstance(a, Done)), offered[0]))
    assert open_ is not None
    for action in [a for a in game.choices() if isinstance(a, DeclareAttack)][:8]:
        after = engine.apply(game.look, game.dice, open_.side, action)
        assert not isinstance(after, Refusal)
        could = sorted({a.unit for a in engine.choices(after[0]) if isinstance(a, AddUnit)})
        for uid in could:
            counter = game.state.units[uid].counter
            team = Team(game.world, open_.side, CHIEF, [Member(2, "Boris", (counter,)), Member(3, "Carl", ())])
            assert team.refuse(game.look, 2, action) is None
            assert team.refuse(game.look, 3, action) is not None
        if len(could) > 1:
            joined(game, open_.side, after[0], could)
            joint += 1
    assert joint


def joined(game: Game, side: str, look: Look, could: list[str]) -> None:
    """A draft of one's own unit takes another's if they lend it, and not otherwise."""
    mine, other = (game.state.units[uid].counter for uid in could[:2])
    drafted = engine.apply(look, game.dice, side, AddUnit(could[0]))
    assert not isinstance(drafted, Refusal)
    for lends in (False, True):
        team = Team(game.world, side, CHIEF, [Member(2, "Boris", (mine,)), Member(3, "Carl", (other,), lends)])
        answer = team.refuse(drafted[0], 2, AddUnit(could[1]))
        assert (answer is None) is lends
        assert team.refuse(drafted[0], 3, AddUnit(could[1])) is None
        assert team.refuse(drafted[0], 2, Done()) is None
        assert team.refuse(drafted[0], 3, Done()) is not None, "most of it is Boris's"


def test_a_dump_is_blown_up_by_whoever_has_supply_or_stands_there_alone() -> None:
    for game in positions("crossing", 300, 1, 1):
        open_ = game.decision
        assert open_ is not None
        for action in game.choices():
            here = [u for u in game.look.own(open_.side) if isinstance(action, BlowDump) and u.hex == action.hex]
            counters = [u.counter for u in here if game.world.counters[u.counter].kind != "hq"]
            if len(here) < 2 or not counters:
                continue
            world, everything = game.world, tuple(u.counter for u in here)
            alone = Team(world, open_.side, CHIEF, [Member(2, "Boris", everything), Member(3, "Carl", (SUPPLY,))])
            beside = Team(world, open_.side, CHIEF, [Member(2, "Boris", (counters[0],)), Member(3, "Carl", (SUPPLY,))])
            assert alone.refuse(game.look, 2, action) is None
            assert beside.refuse(game.look, 2, action) is not None
            assert alone.refuse(game.look, 3, action) is None
            return
    pytest.fail("no dump with two units")

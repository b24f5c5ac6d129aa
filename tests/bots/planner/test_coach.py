"""The coach: which decisions of a Player Turn cost most, judged by what the side knew then and not by its dice."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from redball.bots import SteadyBot
from redball.bots.planner.advice import player_turns
from redball.bots.planner.again import ALL, AS_PLAYED, Hands, Played, Trial, replay, trials_of
from redball.bots.planner.coach import JUDGED, KEPT, LEAST, Games, Moment, Review, finding, moments_of
from redball.bots.planner.coach_words import cost_words, decision_words, instead_words
from redball.bots.planner.groups import groups_of
from redball.bots.planner.rollout import Outcome, player_turn
from redball.bots.planner.strokes import Passage, passages
from redball.core.actions import BeginMove, DeclareAttack, Done, StepTo
from redball.game import Game
from redball.game.past import Past
from redball.game.sight.belief import believed
from redball.game.view.segment_ends import of_segment
from redball.game.watch.invariants import in_disguise


@pytest.fixture(scope="module")
def played() -> Game:
    """Crossing by two steady bots, two turns long."""
    game, bots = Game.new("crossing", seed=5), {side: SteadyBot(5) for side in ("axis", "soviet")}
    while (open_ := game.decision) is not None and game.state.clock.turn < 3:
        game.take(open_.side, bots[open_.side].choose(game, open_.side))
    return game


@pytest.fixture(scope="module")
def moments(played: Game) -> list[Moment]:
    """Those of the first Player Turn."""
    first, second = player_turns(played)[:2]
    return moments_of(Past(played), played, first.side, first.at, second.at)


def test_strokes_are_the_actions_that_were_taken(played: Game) -> None:
    """Nothing of the side's is lost but what it decides between segments, and how a segment ends."""
    first, second = player_turns(played)[:2]
    past = Past(played)
    found = passages(past, played, first.side, first.at, second.at)
    assert {"movement_segment", "combat_segment"} <= {passage.procedure for passage in found}
    begun = [stroke for passage in found for stroke in passage.strokes]
    for stroke in begun:
        assert stroke.actions[0] == played.records[stroke.at].action
        assert of_segment(past.at(stroke.at).look)
        assert not isinstance(stroke.actions[0], Done)
    taken = [record.action for record in played.records[first.at : second.at] if record.side == first.side]
    for kind in (BeginMove, DeclareAttack, StepTo):
        those = [act for stroke in begun for act in stroke.actions if isinstance(act, kind)]
        assert those == [act for act in taken if isinstance(act, kind)]
        assert those


def test_a_turn_that_is_played_again_is_the_same_as_it_was(played: Game, moments: list[Moment]) -> None:
    """Without fog and with the true dice, the strokes lead to the very position in which the segment ended."""
    moment = next(one for one in moments if one.passage.moves and one.passage.phase == "movement")
    side = played.records[moment.passage.at].side
    game = Game(moment.game.world, moment.game.dice, moment.game.look, (), keep_undo=False)
    hands, enemy = Hands(moment.game, side, moment.passage, AS_PLAYED, 1), SteadyBot(5)
    clock = game.state.clock
    while (open_ := game.decision) is not None and game.state.clock == clock:
        chosen = hands.choose(game, side) if open_.side == side else enemy.choose(game, open_.side)
        assert game.take(open_.side, chosen).refusal is None
    past = Past(played)
    number = moment.passage.at
    while past.at(number).state.clock == clock:
        number += 1
    assert {u.id: u.hex for u in game.look.own(side)} == {u.id: u.hex for u in past.at(number).look.own(side)}


def test_what_is_left_out_is_not_done(played: Game, moments: list[Moment]) -> None:
    """The moves of a group are made by the bot's will, an attack is not made, other groups stay as they were."""
    side = played.records[0].side
    moves = next(one for one in moments if one.passage.moves and any(trial.without for trial in one.trials))
    trial = next(trial for trial in moves.trials if trial.without)
    kept, other = (replay(moves.game, side, moves.passage, moves.groups, each, 7) for each in (AS_PLAYED, trial))
    group = moves.groups[trial.group].units
    assert {uid for uid in kept.ends if kept.ends[uid] != other.ends.get(uid)} - set(group) == set()
    nobody = replace(trial, free=frozenset())
    stayed = replay(moves.game, side, moves.passage, moves.groups, nobody, 7)
    assert {uid for uid in group if stayed.ends[uid] != moves.game.look.unit(uid).hex} == set()


def test_attacks_may_be_left_out_or_added(played: Game, moments: list[Moment]) -> None:
    side = played.records[0].side
    fights = next(one for one in moments if one.passage.procedure == "combat_segment")
    without = next(trial for trial in fights.trials if trial.hex >= 0)
    adds = next(trial for trial in fights.trials if trial.adds)
    assert adds.group == ALL
    made = replay(fights.game, side, fights.passage, fights.groups, AS_PLAYED, 7)
    assert made.added == ()
    nothing = Trial(without=frozenset(range(len(fights.passage.strokes))), adds=True)
    assert without.hex in replay(fights.game, side, fights.passage, fights.groups, nothing, 7).added


class Told(Games):
    """Games whose outcome is given: what the group has in each as it was played, and otherwise."""

    def __init__(self, side: str, kept: list[float], other: list[float], trial: Trial, at: int) -> None:
        super().__init__(side, 1)
        for each, values in ((AS_PLAYED, kept), (trial, other)):
            played = [Played(Outcome(0.0, ({"points": v}, {"steps": 1.0})), {}, ()) for v in values]
            self.found[at, each] = dict(enumerate(played))


def test_a_cost_is_what_the_group_would_have_had_more(moments: list[Moment]) -> None:
    moment, trial = moments[0], moments[0].trials[0]
    games = Told("axis", [1.0, 2.0], [4.0, 5.0], trial, moment.passage.at)
    assert games.costs(moment, trial, range(2)) == [3.0, 3.0]
    told = finding(games, moment, trial, range(2))
    assert (told.cost, told.error, told.games) == (3.0, 1.0, 2)
    assert told.lost == "Where it shows: places worth points (3.0)."
    assert told.at == moment.passage.at


def test_the_whole_side_is_the_sum_of_its_groups() -> None:
    """And the side's supply, which belongs to no group, counts with each of them."""
    one = Played(Outcome(0.0, ({"points": 1.0, "steps": 2.0}, {"steps": 3.0}), {"tokens": 0.5}), {})
    assert one.account(ALL) == {"points": 1.0, "steps": 5.0, "tokens": 0.5}
    assert one.account(1) == {"steps": 3.0, "tokens": 0.5}


def test_a_review_says_what_it_costs_to_do_nothing() -> None:
    """The Axis ends every segment of its turn: the bot would have moved. The same game gives the same findings."""
    game = Game.new("crossing", seed=5)
    bots = {side: SteadyBot(5) for side in ("axis", "soviet")}
    turn = player_turn(game)
    while (open_ := game.decision) is not None and (player_turn(game) == turn or game.state.clock.turn < 2):
        idle = open_.side == "axis" and Done() in game.choices()
        game.take(open_.side, Done() if idle else bots[open_.side].choose(game, open_.side))
    begun = player_turns(game)
    mine, end = begun[0], begun[1].at

    def review() -> Review:
        found = Review(Past(game), game, "axis", mine.at, end)
        while found.think():
            assert found.done <= found.of
        return found

    found = review()
    assert found.found
    assert all(one.cost > LEAST * one.error and one.games == JUDGED for one in found.found)
    assert [one.cost for one in found.found] == sorted((one.cost for one in found.found), reverse=True)
    assert len(found.found) <= KEPT
    assert any("no moves of" in one.text and one.instead for one in found.found)
    assert review().found == found.found


def test_it_is_said_in_words(played: Game, moments: list[Moment]) -> None:
    moment = next(one for one in moments if one.passage.moves)
    side, group = played.records[0].side, moment.groups[0]
    look = believed(moment.game.look, side)
    passage = Passage(0, "combat_segment", "exploitation", "combat", ())
    enemy = next(u for u in look.own(look.enemy(side)) if look.counter(u).is_combat_unit)
    attack = decision_words(look, side, passage, group, Trial(0, hex=enemy.hex))
    assert attack.startswith("Exploitation Phase, Combat Segment: the attack on ")
    assert attack.endswith(f" in {look.hex_name(enemy.hex)}.")
    assert decision_words(look, side, passage, None, Trial(adds=True)).endswith(": no more attacks.")
    barrage = replace(passage, procedure="barrage_segment", segment="barrage")
    assert ": the barrage of " in decision_words(look, side, barrage, group, Trial(0, hex=enemy.hex))
    first, second = group.units[:2]
    here, there = look.unit(first).hex, enemy.hex
    nothing = Outcome(0.0, ())
    kept = Played(nothing, {first: there, second: look.unit(second).hex}, ())
    other = Played(nothing, {first: here, second: there}, ())
    told = instead_words(look, side, passage, group, Trial(0), kept, other)
    assert f"stays in {look.hex_name(here)}" in told
    assert f"to {look.hex_name(there)}" in told
    added = Played(nothing, {}, (there, there))
    said = instead_words(look, side, passage, None, Trial(adds=True), kept, added)
    assert said == f"The bot would also have attacked {look.hex_name(there)}."
    not_made = instead_words(look, side, passage, group, Trial(0, hex=there), kept, other)
    assert not_made == "The bot would not have made it."
    assert cost_words([{"points": 2.0}], [{"points": 1.0}]) == ""


def test_what_is_hidden_changes_nothing_that_it_says() -> None:
    """Equal knowledge gives equal games: a segment is played again in what its side could hold for the true one."""
    game = Game.new("yelnya", seed=5)
    side = game.world.sides[0]
    bots = {each: SteadyBot(5) for each in game.world.sides}
    while (open_ := game.decision) is not None and open_.procedure.name != "movement_segment":
        game.take(open_.side, bots[open_.side].choose(game, open_.side))
    twin = in_disguise(game, side, Random(4))
    assert twin is not None
    assert twin.state != game.state

    def told(each: Game) -> tuple[list[Played], list[str]]:
        look = believed(each.look, side)
        groups, passage = groups_of(look, side), Passage(0, "movement_segment", "movement", "movement", ())
        trials = {trial.kind: trial for trial in reversed([*trials_of(look, side, passage, groups)])}
        assert set(trials) == {"units", "supply", "dump"}
        found, said = [replay(each, side, passage, groups, AS_PLAYED, 7)], []
        for trial in trials.values():
            other = replay(each, side, passage, groups, trial, 7)
            group = groups[trial.group] if trial.group != ALL else None
            said += [
                decision_words(look, side, passage, group, trial),
                cost_words([found[0].account(trial.group)], [other.account(trial.group)]),
                instead_words(look, side, passage, group, trial, found[0], other),
            ]
            found.append(other)
        return found, said

    first = told(game)
    assert first == told(twin)
    assert any("no moves of" in text for text in first[1])

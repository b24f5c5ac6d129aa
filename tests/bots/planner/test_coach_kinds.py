"""What the coach judges beside moves and attacks: supply, dumps, fuel, flights, arrivals, and answers to the enemy."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from redball.bots import SteadyBot
from redball.bots.planner.again import ALL, AS_PLAYED, Hands, Played, Trial, replay, trials_of
from redball.bots.planner.answers import answers, said, where
from redball.bots.planner.coach import NOBODY, moments_of
from redball.bots.planner.coach_words import decision_words, instead_words
from redball.bots.planner.groups import groups_of
from redball.bots.planner.kinds import DOES
from redball.bots.planner.more_odds import attackers_of, more_words
from redball.bots.planner.rollout import Outcome, common
from redball.bots.planner.strokes import ALONE, Passage, Stroke, passages
from redball.core.actions import (
    Action,
    AddUnit,
    BeginMove,
    BlowDump,
    DeclareAttack,
    Done,
    Halt,
    LoadSupply,
    PayFuel,
    PlanMission,
    RemoveUnit,
    StepTo,
    Withhold,
)
from redball.game import Game
from redball.game.past import Past
from redball.game.sight.belief import believed
from redball.game.watch.invariants import in_disguise
from support import HQ, LEG, Sitting, land, sit

INF = "Rgt infantry other 4-3-3L/2-3-8T"
NEAR = land(columns=8, rows=6)
NOTHING = Played(Outcome(0.0, ()), {})


Odd = Callable[[Game], Action | None]


def steadily(game: Game, until: Callable[[Game], bool], odd: Odd = lambda game: None) -> None:
    """Play by `steady`, except where `odd` decides."""
    bots = {side: SteadyBot(5) for side in game.world.sides}
    while (open_ := game.decision) is not None and not until(game):
        action = odd(game) or bots[open_.side].choose(game, open_.side)
        assert game.take(open_.side, action).refusal is None


def by_hand(start: Game, side: str, passage: Passage, trial: Trial) -> tuple[Hands, list[Action]]:
    """The segment played again in the true game, and what the side did in it."""
    game = Game(start.world, start.dice, start.look, (), keep_undo=False)
    hands, enemy = Hands(start, side, passage, trial, 1), SteadyBot(5)
    clock, done = game.state.clock, []
    while (open_ := game.decision) is not None and game.state.clock == clock:
        chosen = hands.choose(game, side) if open_.side == side else enemy.choose(game, open_.side)
        assert game.take(open_.side, chosen).refusal is None
        done += [chosen] if open_.side == side else []
    return hands, done


@pytest.fixture(scope="module")
def yelnya() -> Game:
    """A turn of the Soviet player in which supply arrives in the last hex offered."""
    game = Game.new("yelnya", seed=5)
    arriving = "reinforcement_phase.place_supply"
    steadily(
        game,
        lambda game: game.state.clock.phasing == "axis",
        lambda game: game.choices()[-1] if where(game) == arriving else None,
    )
    return game


def test_where_supply_arrives_is_a_decision(yelnya: Game) -> None:
    past = Past(yelnya)
    (run,) = (one for one in answers(past, yelnya, "soviet", 0, len(yelnya.records)) if one.phase == "reinforcement")
    assert (run.at, run.acting, set(run.steps)) == (0, "soviet", {"reinforcement_phase.place_supply"})
    look = believed(past.at(0).look, "soviet")
    (trial,) = trials_of(look, "soviet", run, groups_of(look, "soviet"))
    assert (trial.group, trial.without) == (ALL, frozenset({0}))
    played = [record.action for record in yelnya.records[: len(run.steps)]]
    assert by_hand(past.at(0), "soviet", run, AS_PLAYED)[1] == played
    bot, other = SteadyBot(1), by_hand(past.at(0), "soviet", run, trial)[1]
    assert other[0] == bot.choose(past.at(0), "soviet") != played[0]
    text = decision_words(look, "soviet", run, None, trial)
    assert text == f"Reinforcement Phase: where supply arrived (“{run.chose}”)."
    assert instead_words(look, "soviet", run, None, trial, NOTHING, NOTHING) == f"The bot’s choice: “{run.instead}”."


def test_fuel_for_several_may_be_paid_one_by_one(yelnya: Game) -> None:
    """Those who moved move all the same."""
    past = Past(yelnya)
    moving = [one for one in passages(past, yelnya, "soviet", 0, len(yelnya.records)) if one.idle]
    passage, (number, moved) = moving[0], moving[0].idle[0]
    trial = Trial(single=number, at=passage.strokes[number].at)
    kept, other = (by_hand(past.at(passage.at), "soviet", passage, one) for one in (AS_PLAYED, trial))

    def methods(done: list[Action]) -> list[str]:
        return [act.method for act in done if isinstance(act, PayFuel)]

    assert methods(kept[1]).count(ALONE) < methods(other[1]).count(ALONE) <= methods(kept[1]).count(ALONE) + moved
    assert len(set(methods(other[1]))) < len(set(methods(kept[1])))
    for hands, _ in (kept, other):
        hands.close(past.at(passage.at))
    assert kept[0].ends == other[0].ends
    look = past.at(passage.at).look
    text = decision_words(look, "soviet", passage, None, trial)
    assert text.startswith(("Movement Phase, Movement Segment: fuel for ", "Movement Phase: fuel for "))
    assert text.endswith(f", of which {moved} units moved.")
    for some, tried in ((1, [number]), (9, [])):
        other_one = replace(passage, idle=((number, some),))
        trials = trials_of(look, "soviet", other_one, groups_of(look, "soviet"))
        assert [one.single for one in trials if one.single >= 0] == tried


DEPOT = "[supply]\naxis 01.01 9\n[sources]\naxis 01.01\nsoviet 08.01"


def blown() -> Sitting:
    """The Axis has blown its dump, with no enemy near, and driven a truck."""
    table = sit(
        f"axis 02.03 a {INF}\naxis 02.03 q {HQ}\naxis 01.01 t truck 1 45T\nsoviet 08.06 s {LEG}", NEAR, rest=DEPOT
    )
    return table.do(BlowDump(table.hex("01.01"), 36), BeginMove("t"), StepTo(table.hex("02.01")), Halt())


def test_a_dump_need_not_be_blown_and_trucks_may_drive_elsewhere() -> None:
    table = blown()
    past = Past(table.game)
    (passage,) = passages(past, table.game, "axis", 0, len(table.game.records))
    assert [stroke.kind for stroke in passage.strokes] == ["dump", "supply"]
    look = past.at(0).look
    trials = {one.kind: one for one in trials_of(look, "axis", passage, groups_of(look, "axis"))}
    assert set(trials) == {"dump", "supply", "units"}
    assert trials["units"].without == frozenset(), "a truck is nobody's"
    dumps, done = by_hand(past.at(0), "axis", passage, trials["dump"])
    assert not [act for act in done if isinstance(act, BlowDump)]
    assert StepTo(table.hex("02.01")) in done
    assert dumps.begun == []
    told = decision_words(look, "axis", passage, None, trials["dump"])
    assert told.endswith(": which dumps were blown.")
    assert instead_words(look, "axis", passage, None, trials["dump"], NOTHING, NOTHING) == "The bot would blow no dump."
    begun = Played(Outcome(0.0, ()), {}, (), ("a", "b", "c", "d", "e"))
    assert instead_words(look, "axis", passage, None, trials["dump"], NOTHING, begun) == (
        "The bot’s choice: “a”, “b”, “c”, and 2 more."
    )
    _, done = by_hand(past.at(0), "axis", passage, trials["supply"])
    assert done[0] == passage.strokes[0].actions[0]
    assert [type(act) for act in done[1:3]] == [BeginMove, LoadSupply], "the player’s truck drove empty"
    assert common(look, "axis")["tokens"] > 0


def test_steady_blows_what_the_enemy_could_take() -> None:
    table = sit(f"axis 05.03 a {INF}\naxis 05.03 q {HQ}\nsoviet 02.02 s {LEG}", NEAR, rest=DEPOT).do(Done())
    past = Past(table.game)
    (passage,) = passages(past, table.game, "axis", 0, 1)
    look = past.at(0).look
    trial = next(one for one in trials_of(look, "axis", passage, groups_of(look, "axis")) if one.kind == "dump")
    hands, done = by_hand(past.at(0), "axis", passage, trial)
    assert done[0] == BlowDump(table.hex("01.01"), 36)
    assert hands.begun == ["Try to destroy 9 SP in 01.01"]


def test_flights_and_ships_are_left_to_the_bot_where_there_are_some() -> None:
    """Crete: the bot would fly in a Movement Segment that its side ended at once."""
    game = Game.new("crete", seed=5)
    steadily(game, lambda game: where(game) == "movement_segment.choose_unit")
    assert game.decision is not None
    side = game.decision.side
    look, passage = believed(game.look, side), Passage(0, "movement_segment", "movement", "movement", ())
    trials = {one.kind: one for one in trials_of(look, side, passage, groups_of(look, side) or NOBODY)}
    assert {"flight", "ship"} <= set(trials) <= {"units", *DOES}
    hands = Hands(game, side, passage, trials["flight"], 1)
    assert isinstance(hands.choose(game, side), PlanMission)
    assert len(hands.begun) == 1


@pytest.mark.parametrize("fog", [False, True])
def test_answers_to_an_attack_are_judged_unless_fog_hides_who_attacks(fog: bool) -> None:
    table = sit(
        f"axis 02.03 a {INF}\naxis 02.03 b {INF}\nsoviet 03.03 s {LEG}\nsoviet 06.03 t {LEG}",
        NEAR,
        at="combat",
        rest="[supply]\naxis 01.01 9\naxis 02.03 9\nsoviet 03.03 9\n[sources]\naxis 01.01\nsoviet 08.01",
        switches={"fog": fog},
    )
    target = table.hex("03.03")
    table.do(DeclareAttack(target), AddUnit("a"), AddUnit("b"), Done())
    steadily(
        table.game,
        lambda game: game.state.clock.phase != "combat",
        lambda game: Withhold() if where(game) == "combat.defender_supply" else None,
    )
    past, end = Past(table.game), len(table.game.records)
    found = answers(past, table.game, "soviet", 0, end)
    if fog:
        assert found == []
        return
    run = found[0]
    assert (run.steps[0], run.hex, run.acting, run.chose) == (
        "combat.defender_supply",
        target,
        "axis",
        "Withhold supply",
    )
    look = past.at(run.at).look
    (trial,) = trials_of(look, "soviet", run, groups_of(look, "soviet"))
    assert trial.group >= 0
    kept, other = (by_hand(past.at(run.at), "soviet", run, one)[1] for one in (AS_PLAYED, trial))
    assert (kept[0], type(other[0]).__name__) == (Withhold(), "Pay")
    assert decision_words(look, "soviet", run, None, trial) == (
        "The enemy’s Combat Phase: supply for the defence of 03.03 (“Withhold supply”)."
    )


def test_reserves_that_stay_in_reaction_are_not_judged() -> None:
    """`steady` releases none there: without strokes nothing is tried."""
    game = Game.new("crossing", seed=5)
    steadily(game, lambda game: game.state.clock.turn > 1)
    past, end = Past(game), len(game.records)
    reacted = [one for one in passages(past, game, "axis", 0, end) if one.phase == "reaction"]
    assert reacted
    assert all(not one.strokes for one in reacted)
    assert not [one for one in moments_of(past, game, "axis", 0, end) if one.passage.phase == "reaction"]


def test_what_an_attack_lacked() -> None:
    units = f"axis 02.03 a {INF}\naxis 03.04 b {INF}\naxis 01.03 c {INF}\nsoviet 03.03 s {LEG}"
    look = sit(units, NEAR, at="combat", rest=DEPOT).look
    target = look.unit("s").hex

    def told(*strokes: Stroke, procedure: str = "combat_segment") -> str:
        return more_words(look, "axis", Passage(0, procedure, "combat", "combat", strokes), 0, target)

    attack = Stroke(0, (DeclareAttack(target), AddUnit("a"), AddUnit("b"), RemoveUnit("b"), Done()))
    assert attackers_of(attack) == ("a",)
    assert told(attack).startswith("With ")
    assert " from 03.04 too it would have been " in told(attack)
    other = Stroke(9, (DeclareAttack(target), AddUnit("b"), Done()))
    assert " from 01.03 too it would have been " in told(attack, other), "beside the attacker, who has room"
    last = Stroke(9, (DeclareAttack(target), AddUnit("c"), Done()))
    assert told(attack, other, last) == "", "all are busy"
    assert told(attack, procedure="barrage_segment") == ""


def test_what_is_hidden_does_not_change_what_is_said_of_other_decisions() -> None:
    """Where supply arrives: equal knowledge gives the same choice of the bot, and the same games."""
    game = Game.new("yelnya", seed=5)
    twin = in_disguise(game, "soviet", Random(4))
    assert twin is not None
    assert twin.state != game.state

    def told(each: Game) -> tuple[str, list[Played]]:
        look, odd = believed(each.look, "soviet"), each.choices()[-1]
        wanted = SteadyBot(0).choose(each, "soviet")
        assert wanted != odd
        phase, made = "reinforcement", (Stroke(0, (odd,)),)
        run = Passage(0, "reinforcement_phase", phase, phase, made, steps=(where(each),), acting="soviet")
        groups = groups_of(look, "soviet")
        (trial,) = trials_of(look, "soviet", run, groups)
        found = [replay(each, "soviet", run, groups, one, 7) for one in (AS_PLAYED, trial)]
        return said(each, "soviet", wanted), found

    assert told(game) == told(twin)

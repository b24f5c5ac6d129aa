"""The bot that plans: honest under fog, the same by seed, in slices or at once; tasks are carried out and said."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy
import pytest

from redball.bots import make_bot
from redball.bots.planner import LEVELS, PlannerBot
from redball.bots.planner.advice import Advice
from redball.bots.planner.beliefs import COMMON, LUCK, OWN, PRIOR, Beliefs
from redball.bots.planner.bot import Seen
from redball.bots.planner.choice import FULL, Effort, Trials, chosen_of, judged, thinking
from redball.bots.planner.elsewhere import Thoughtful, here
from redball.bots.planner.groups import groups_of
from redball.bots.planner.guide import Plain, Tasks
from redball.bots.planner.plans import Group, Plan, Task
from redball.bots.planner.propose import options, usual, with_task
from redball.bots.planner.raids import Raids
from redball.bots.planner.rollout import Outcome, accounts, enemy_of, homes, play_out, player_turn
from redball.bots.planner.tempers import Cautious
from redball.bots.planner.value import margin, value
from redball.bots.planner.words import MOST_HAULS, supply_words, words
from redball.bots.steady import SteadyBot
from redball.bots.steady.hands import KEEN, STAUNCH, Hands
from redball.bots.steady.scene import Guide
from redball.core.actions import Action
from redball.core.events.supply import Spent
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.state import DEAD_PILE
from redball.game import Game
from redball.game.game import Taken
from redball.game.sight.belief import believed, fogged
from redball.game.watch.invariants import in_disguise
from redball.rules.supply.draw_and_throw import stocks


@pytest.fixture(scope="module")
def begun() -> Game:
    """Yelnya when the second player begins turn 1."""
    game = Game.new("yelnya", seed=5)
    game.keep_undo = False
    first, second = game.world.sides
    bots = {side: SteadyBot(5) for side in (first, second)}
    started = game.state.clock.first or first
    other = game.world.enemy(started)
    while (open_ := game.decision) is not None and not (game.state.clock.phasing == other and open_.side == other):
        game.take(open_.side, bots[open_.side].choose(game, open_.side))
    return game


def bot_of(seed: int = 3) -> PlannerBot:
    """One that tries two tasks of each group in one game, and the better one in another."""
    bot = PlannerBot(seed)
    bot.effort = Effort(((2, 1), (1, 1)))
    return bot


def side_of(game: Game) -> str:
    assert game.decision is not None
    return game.decision.side


def turn_of(game: Game, side: str, bot: SteadyBot) -> list[Action]:
    """What the bot does in this Player Turn; the enemy answers as `steady` does."""
    enemy, turn, done = SteadyBot(9), player_turn(game), []
    while (open_ := game.decision) is not None and player_turn(game) == turn:
        action = (bot if open_.side == side else enemy).choose(game, open_.side)
        done += [action] if open_.side == side else []
        assert game.take(open_.side, action).refusal is None
    return done


def test_equal_knowledge_gives_the_same_plan_and_action(begun: Game) -> None:
    game, side = begun.fork(), side_of(begun)
    assert fogged(game.look, side)
    twin = in_disguise(game, side, Random(4))
    assert twin is not None
    assert twin.state != game.state
    here, there = bot_of(), bot_of()
    assert here.choose(game, side) == there.choose(twin, side)
    assert here.plans() == there.plans()
    (record,) = here.plans()
    assert len(record.tried) >= 3
    assert all(1 <= one.games <= 2 and one.plan.changes == 1 for one in record.tried)
    assert bot_of(seed=4).lot(game, side) != here.lot(game, side), "another seed imagines other games"


def test_in_slices_or_at_once_it_finds_the_same() -> None:
    begun = Game.new("crossing", seed=2)
    side = side_of(begun)
    sliced, at_once = bot_of(), bot_of()
    pieces = 0
    while sliced.think(begun, side):
        pieces += 1
    assert pieces in (3, 5), "without a plan, and two tasks; the plan, if there is one, is checked"
    assert sliced.plans()
    assert sliced.choose(begun, side) == at_once.choose(begun, side)
    assert sliced.plans() == at_once.plans()


def test_by_1992_each_of_the_two_player_turns_in_a_game_turn_has_its_plan() -> None:
    game, bot, enemy = Game.new("crossing", edition="1992", seed=2), bot_of(), SteadyBot(2)
    side = side_of(game)
    while game.decision is not None and game.state.clock.turn == 1:
        game.take(side_of(game), (bot if side_of(game) == side else enemy).choose(game, side_of(game)))
    first = [record for record in bot.plans() if record.phase == "mode_determination"]
    assert len(first) == 2, "the phase with which a Player Turn begins"


def test_work_that_was_begun_for_another_decision_is_begun_again() -> None:
    game, bot = Game.new("crossing", seed=2), bot_of()
    side = side_of(game)
    assert bot.think(game, side)
    assert bot.thought() == (1, bot.effort.rollouts)
    game.take(side, SteadyBot(5).choose(game, side))
    assert side_of(game) == side
    pieces = 0
    while bot.think(game, side):
        pieces += 1
    assert pieces in (3, 5), "the first piece was of no use any more"
    assert bot.thought() == (0, 0)


def test_work_that_is_of_no_use_any_more_is_not_shown_as_going_on() -> None:
    game, bot, hands = Game.new("crossing", seed=2), bot_of(), SteadyBot(5)
    side = side_of(game)
    assert bot.think(game, side)
    assert bot.thought()[0] == 1
    while game.decision is not None and game.state.clock.phasing in ("", side):
        game.take(side_of(game), hands.choose(game, side_of(game)))
    assert not bot.think(game, side), "it is the enemy's Player Turn"
    assert bot.thought() == (0, 0)


def shares_of(look: Look, side: str, groups: tuple[Group, ...], home: dict[str, int]) -> tuple[float, ...]:
    return Outcome(0.0, accounts(look, side, groups, home)).shares


def test_what_happens_is_put_down_to_the_groups(begun: Game) -> None:
    side, look = side_of(begun), begun.look
    groups = groups_of(look, side)
    home = homes(look, side, groups)
    before = shares_of(look, side, groups, home)
    victim = look.unit(groups[1].units[0])
    dead = look.steps(victim)
    lost = look.state.steps_lost | {side: look.state.steps_lost[side] + dead}
    state = look.state.with_units([victim.change(hex=DEAD_PILE, steps_lost=dead)]).change(steps_lost=lost)
    after = shares_of(Look(look.world, state), side, groups, home)
    assert after[1] < before[1] - 0.25
    assert after[0] == pytest.approx(before[0], abs=0.2)
    away = value(Look(look.world, state), side) - value(look, side)
    assert sum(after) - sum(before) == pytest.approx(away), "no part of the value is lost or counted twice"


def test_a_strike_is_at_an_enemy_who_can_be_beaten(begun: Game) -> None:
    side, look = side_of(begun), believed(begun.look, side_of(begun))
    for group in groups_of(look, side):
        found = options(look, side, group, 1)
        assert len(found) == len(set(found))
        for task in found:
            if task.kind == "strike":
                assert look.has_combat_units(task.hex, look.enemy(side))


def test_a_usual_plan_plays_as_steady_does(begun: Game) -> None:
    side = side_of(begun)
    plan = usual(begun.look, side)
    assert turn_of(begun.fork(), side, SteadyBot(7, Tasks(plan))) == turn_of(begun.fork(), side, SteadyBot(7))


def test_a_group_goes_where_it_is_sent(begun: Game) -> None:
    side, look = side_of(begun), begun.look
    plan = usual(look, side)
    group = plan.groups[0]
    hexes = [entry.hex for entry in look.world.scenario.victory.hexes]
    far = max(hexes, key=lambda h: look.board.distance(group.hex, h))

    def mean_after(task: Task) -> float:
        game = begun.fork()
        turn_of(game, side, SteadyBot(7, Tasks(Plan(plan.groups, (task, *plan.tasks[1:])))))
        left = [game.look.unit(uid) for uid in group.units if game.look.unit(uid).on_map]
        return sum(look.board.distance(unit.hex, far) for unit in left) / len(left)

    assert mean_after(Task("take", far)) < mean_after(Task()) - 0.5


def test_every_unit_on_the_map_is_in_one_group(begun: Game) -> None:
    look = begun.look
    for side in look.world.sides:
        groups = groups_of(look, side)
        ids = [uid for group in groups for uid in group.units]
        assert 1 <= len(groups) <= 10
        assert len({group.name for group in groups}) == len(groups)
        assert len(ids) == len(set(ids))
        assert set(ids) == {u.id for u in look.own(side) if look.counter(u).is_combat_unit and u.on_map}


def test_an_hq_whose_units_are_with_another_leads_no_group(begun: Game) -> None:
    side, look = side_of(begun), begun.look
    heads = [unit for unit in look.own(side) if look.counter(unit).kind == "hq"]
    there = [unit.change(hex=heads[0].hex) for unit in heads]
    groups = groups_of(look.after(look.state.with_units(there), tuple(unit.id for unit in there)), side)
    assert len(heads) > 2
    assert len(groups) <= 2
    assert all(group.units for group in groups)


def test_one_plan_has_one_value_in_one_imagined_game(begun: Game) -> None:
    side = side_of(begun)
    plan = usual(begun.look, side)
    assert play_out(begun, side, plan, 11, 1) == play_out(begun, side, plan, 11, 1)


def test_the_value_of_one_side_is_the_others_loss(begun: Game) -> None:
    first, second = begun.world.sides
    assert value(begun.look, first) == pytest.approx(-value(begun.look, second))
    assert value(begun.look, first) != margin(begun.look, first), "it looks farther than the score"


def test_a_plan_is_said_by_names_and_places(begun: Game) -> None:
    side, look = side_of(begun), begun.look
    plan = usual(look, side)
    assert words(look, plan) == ("Every group makes the best moves and attacks it can find.",)
    entry = look.world.scenario.victory.hexes[0]
    told = words(look, Plan(plan.groups, (Task("take", entry.hex), *plan.tasks[1:])))
    assert told[0].startswith(f"{plan.groups[0].name} (")
    assert f"goes for {entry.name} ({look.hex_name(entry.hex)}, {entry.points} points)" in told[0]
    assert told[1].startswith(plan.groups[1].name)


def test_what_it_expects_to_spend_is_the_mean_of_imagined_games(begun: Game) -> None:
    look, side = begun.look, side_of(begun)
    there = show_tokens(sum(stock.tokens for here in stocks(look, side).values() for stock in here))
    spent = [{"combat": 8, "fuel": 2}, {"combat": 4, "fuel": 4, "barrage": 1}, {"fuel": 3}]
    assert supply_words(look, side, spent, []) == f"About 1 SP 3T of {there}: 1 SP for combat, 3T for fuel."
    assert supply_words(look, side, [{"eaten": 5}, {}], []).endswith(": 2T for food.")
    assert supply_words(look, side, [{}], []) == f"Nothing of {there}."
    assert supply_words(look, side, [], []) == ""


def test_where_supply_is_brought_is_said_if_half_of_the_games_bring_it_the_most_first(begun: Game) -> None:
    look, side = begun.look, side_of(begun)
    a, b, c = (look.board.index(name) for name in ("10.10", "11.10", "12.10"))
    told = supply_words(look, side, [{}] * 3, [{a: 4, b: 9}, {a: 4, b: 9}, {c: 40}])
    assert told.endswith(". Trucks and trains bring 1 SP 2T to 11.10 and 3T to 10.10."), told
    assert supply_words(look, side, [], [{a: 4}, {b: 4}, {c: 4}]) == ""
    assert supply_words(look, side, [], [{a: 1}, {}]) == "", "less than a token on the average"
    assert supply_words(look, side, [], [dict.fromkeys(range(9), 4)]).count(" to ") == MOST_HAULS


def test_a_rollout_counts_what_its_side_spends_in_its_own_player_turn(
    begun: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what the enemy spends, nor what the side spends in other Player Turns."""
    side, first = side_of(begun), player_turn(begun)
    told: Counter[tuple[bool, str, str]] = Counter()
    take = Game.take

    def noted(game: Game, by: str, action: Action, *more: str) -> Taken:
        turn, taken = player_turn(game), take(game, by, action, *more)
        for event in taken.events:
            if isinstance(event, Spent):
                told[turn == first, event.side, event.purpose] += event.tokens
        return taken

    monkeypatch.setattr(Game, "take", noted)
    found = play_out(begun, side, usual(begun.look, side), 11, 2)
    assert found.spent == {purpose: tokens for (now, by, purpose), tokens in told.items() if now and by == side}
    assert found.spent
    assert any(not now and by == side for now, by, _ in told)
    assert any(by != side for _, by, _ in told)


def test_without_rollouts_it_plays_as_usual(begun: Game) -> None:
    work = thinking(begun, side_of(begun), Effort(()), 1)
    with pytest.raises(StopIteration) as done:
        next(work)
    record = done.value.value
    assert record.chosen.plan.changes == 0
    assert record.sure == "Nothing else was tried."


def test_it_plans_once_for_a_phase_and_again_after_a_surprise() -> None:
    game, bot, other = Game.new("crossing", seed=5), PlannerBot(3), SteadyBot(1)
    bot.effort = Effort(((1, 1),))
    side = side_of(game)
    while (open_ := game.decision) is not None:
        taken = game.take(open_.side, (bot if open_.side == side else other).choose(game, open_.side))
        assert taken.refusal is None
    when = [(record.turn, record.phase) for record in bot.plans()]
    assert len(when) == len(set(when))
    assert {turn for turn, _ in when} == set(range(1, game.state.clock.turn + 1)), "every turn has a plan"
    assert (1, "exploitation") in when, "dice fell, and units may still move"


def test_whoever_has_gone_back_plans_anew() -> None:
    """What was planned for a turn was planned after what is now to be played again, otherwise."""
    game, bot = Game.new("crossing", seed=5), PlannerBot(3)
    bot.effort = Effort(((1, 1),))
    heard: list[tuple[str, int, bool]] = []
    bot.hears = lambda name, game, record, again: heard.append((name, len(game.records), again))
    side = side_of(game)
    for _ in range(3):
        assert game.take(side, bot.choose(game, side)).refusal is None
    assert len(bot.plans()) == 1
    game.rewind(2)
    bot.choose(game, side)
    assert len(bot.plans()) == 2
    assert heard == [("planner", 0, False), ("planner", 2, False)]


def test_what_is_not_a_surprise() -> None:
    before = Seen({"axis": 1, "soviet": 2}, frozenset({5, 6}))
    assert not before.surprised_by(Seen({"axis": 1, "soviet": 2}, frozenset({5})))
    assert before.surprised_by(Seen({"axis": 1, "soviet": 2}, frozenset({5, 7})))
    assert before.surprised_by(Seen({"axis": 1, "soviet": 3}, frozenset({5, 6})))


USUAL, PRESS, HOLD = Task(), Task("press"), Task("hold")


def believing(*tasks: Task, present: Task = USUAL) -> Beliefs:
    return Beliefs(tasks, present)


def test_a_task_at_present_stays_unless_it_is_clearly_worse() -> None:
    """And no other is chosen for what may well be luck."""
    assert believing(PRESS, HOLD).best() == USUAL
    assert believing(PRESS, HOLD, present=PRESS).best() == PRESS
    for gain, stays in ((-1.0, True), (-6.0, False)):
        found = believing(PRESS, HOLD, present=PRESS)
        found.see({PRESS: gain})
        assert (found.best() == PRESS) is stays
    for gain, taken in ((1.0, False), (8.0, True)):
        found = believing(PRESS, HOLD)
        found.see({PRESS: gain})
        assert (found.best() == PRESS) is taken


def test_what_is_seen_counts_by_how_much_it_tells() -> None:
    """The more games, the closer is the belief to their mean, and the surer it is."""
    found, errors = believing(PRESS, HOLD), []
    for games in range(1, 120):
        found.see({PRESS: 5.0})
        errors.append(found.error(PRESS))
        assert found.seen[PRESS] == games
        assert PRIOR < found.gain(PRESS) < 5.0
    assert found.gain(PRESS) == pytest.approx(5.0, abs=0.5)
    assert errors == sorted(errors, reverse=True)
    assert found.gain(HOLD) > PRIOR, "where one task gains, so do others"
    assert found.error(HOLD) > found.error(PRESS)


def test_luck_of_the_play_as_usual_does_not_count_for_the_tasks() -> None:
    """If all tasks of a game look so much better, play as usual was unlucky there: that says little of any of them, and
    nothing of which is the best."""
    some, more = believing(PRESS, HOLD), believing(PRESS, HOLD)
    some.see({PRESS: 6.0, HOLD: -2.0})
    more.see({PRESS: 16.0, HOLD: 8.0})
    assert some.gain(PRESS) > some.gain(HOLD)
    assert more.gain(PRESS) - more.gain(HOLD) == pytest.approx(some.gain(PRESS) - some.gain(HOLD))
    assert 0 < more.gain(PRESS) - some.gain(PRESS) < 10.0 * (COMMON + OWN) / (COMMON + OWN + LUCK)


def test_beliefs_agree_with_the_same_regression_by_matrices() -> None:
    """Three tasks, two games: the mean and spread of a normal distribution, given what was seen."""
    tasks = [Task("press"), Task("hold"), Task("take", 5)]
    found = Beliefs(tasks, Task())
    games: list[dict[Task, float]] = [{tasks[0]: 3.0, tasks[1]: -2.0}, {tasks[0]: 1.0, tasks[2]: 4.0}]
    for game in games:
        found.see(game)
    rows = [(task, number, gain) for number, game in enumerate(games) for task, gain in game.items()]
    design = numpy.array(
        [[*(task == one for one in tasks), -(number == 0), -(number == 1)] for task, number, _ in rows]
    )
    spread = numpy.diag([OWN] * 3 + [LUCK] * 2)
    spread[:3, :3] += COMMON
    weight = spread @ design.T @ numpy.linalg.inv(design @ spread @ design.T + LUCK * numpy.eye(4))
    before = numpy.array([PRIOR] * 3 + [0.0] * 2)
    means = before + weight @ (numpy.array([gain for _, _, gain in rows]) - design @ before)
    after = spread - weight @ design @ spread
    assert [found.gain(task) for task in tasks] == pytest.approx(list(means[:3]))
    assert [found.error(task) ** 2 for task in tasks] == pytest.approx(list(numpy.diag(after)[:3]))


def test_a_plan_is_as_good_as_its_tasks_together(begun: Game) -> None:
    base = usual(begun.look, side_of(begun))
    beliefs = [believing(PRESS, HOLD) for _ in base.groups]
    for of_group in beliefs[:2]:
        of_group.see({PRESS: 9.0})
    plan = Plan(base.groups, tuple([of_group.best() for of_group in beliefs]))
    assert plan.changes == 2
    chosen = chosen_of(plan, beliefs, 1)
    assert chosen.gain == pytest.approx(2 * beliefs[0].gain(PRESS), abs=0.01)
    assert chosen.error == pytest.approx(2**0.5 * beliefs[0].error(PRESS), abs=0.01)
    tried = judged(base, beliefs)
    assert [(one.plan, one.games) for one in tried] == [(with_task(base, group, PRESS), 1) for group in (0, 1)]


def test_what_a_task_gains_is_measured_in_the_same_game(begun: Game) -> None:
    """Against play as usual; the mean of all plans of that game in which the group had the task."""
    base = usual(begun.look, side_of(begun))
    one = with_task(base, 0, PRESS)
    two = with_task(one, 1, HOLD)

    def ended(*of_groups: float) -> Outcome:
        return Outcome(0.0, tuple([{"points": share} for share in of_groups] + [{} for _ in base.groups[2:]]))

    trials = Trials(begun, side_of(begun), base, 1, STAUNCH)
    trials.outcomes[4] = {base: ended(1.0, 2.0), one: ended(3.0, 7.0), two: ended(5.0, 1.0)}
    assert trials.gains(4, 0) == {PRESS: 3.0}
    assert trials.gains(4, 1) == {HOLD: -1.0}


@pytest.mark.parametrize(("name", "hands"), [("planner-quick", KEEN), ("planner", STAUNCH)])
def test_a_level_plays_and_imagines_by_its_own_hands(name: str, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """In second thoughts and in large games, too."""
    imagined, thoughts = set[Hands](), list[Hands]()

    def note(game: Game, side: str, plan: Plan, lot: int, turns: int, own: Hands) -> Outcome:
        imagined.add(own)
        return play_out(game, side, plan, lot, turns, own)

    def begins(game: Game, side: str, effort: Effort, lot: int, present: Plan) -> Thoughtful:
        thoughts.append(effort.hands)
        return here(game, side, Effort(((1, 1),), effort.hands), lot, present)

    monkeypatch.setattr("redball.bots.planner.choice.play_out", note)
    game, bot, other = Game.new("crossing", seed=5), PlannerBot(3, name), SteadyBot(1)
    bot.begins, side = begins, side_of(game)
    while (open_ := game.decision) is not None and len(thoughts) < 3:
        game.take(open_.side, (bot if open_.side == side else other).choose(game, open_.side))
    assert len({record.turn for record in bot.plans()}) < len(bot.plans()), "there was a second thought"
    assert {*thoughts, *imagined, bot._hands.guide.hands, LEVELS[name].among(4000).hands} == {hands}


def test_enemies_in_imagined_games_play_in_four_ways() -> None:
    ways = [enemy_of(lot) for lot in range(8)]
    assert [type(way) for way in ways] == [Plain, Guide, Raids, Cautious] * 2
    assert ways[0].hands == STAUNCH
    assert ways[2] is not ways[6], "a raider keeps its map of one game"


def test_in_a_large_game_fewer_games_are_imagined_and_each_round_keeps_one() -> None:
    slow = LEVELS["planner-slow"]
    fitting = [slow.among(counters) for counters in (0, 1, FULL, FULL + 1, 200, 280, 364, 4000)]
    assert fitting[:3] == [slow] * 3
    assert [effort.rollouts for effort in fitting[3:]] == [113, 101, 34, 19, 19]
    assert all([width for width, _ in effort.rounds] == [6, 4, 3, 2] for effort in fitting)
    assert all(games >= 1 for effort in fitting for _, games in effort.rounds)


@pytest.mark.parametrize(("scenario", "rollouts"), [("yelnya", 120), ("smolensk", 19)])
def test_what_is_tried_depends_on_the_counters_of_the_scenario(scenario: str, rollouts: int) -> None:
    game = Game.new(scenario, seed=4)
    bot, efforts = PlannerBot(4, "planner-slow"), list[Effort]()

    def heard(game: Game, side: str, effort: Effort, lot: int, present: Plan) -> Thoughtful:
        efforts.append(effort)
        return here(game, side, Effort(()), lot, present)

    bot.begins = heard
    side = side_of(game)
    bot.choose(game, side)
    advice = Advice(game, side, "planner-slow")
    assert [effort.rollouts for effort in efforts] == [rollouts] == [advice.of]


def test_levels_have_names() -> None:
    assert [effort.rollouts for effort in LEVELS.values()] == [6, 12, 120]
    assert [make_bot(name, 1).name for name in ("planner-quick", "planner", "planner-slow")] == [
        "planner-quick",
        "planner",
        "planner-slow",
    ]

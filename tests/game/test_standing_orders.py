"""Standing orders: conditions, which order counts, what they did on the log, and when they wait for the player."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from game.test_standing_answers import BEST, DIV, RGT, WEAK, defence, fought
from redball.bots import make_bot
from redball.core.actions import Done, Intercept, LoseStep, TakeRetreat, Withhold
from redball.core.events import StepLost
from redball.game import Game
from redball.game.game import Record
from redball.game.past import Past
from redball.game.sight.belief import visible
from redball.game.standing.alone import by_itself
from redball.game.standing.asked import Asked
from redball.game.standing.order_text import order_text, order_written, parse_order
from redball.game.standing.orders import ASK, MOST_ORDERS, StandingOrder, When, holds, odds_of, strengths
from redball.game.standing.questions import HALTS, OFTEN, Picked, Standing, checked, picked, refuse_unknown
from redball.game.standing.surprise import last_word, surprise
from redball.game.standing.told import by_answer, by_itself_told
from redball.game.standing.trial import trial
from rules.table import Table
from rules.test_air_combat import BASES, BF109, GERMANS, IL2, LAGG, SOVIETS, sky, transfer
from rules.test_reaction_exploitation import exploitation, reaction
from support import Sitting, asked


def at_hand(table: Sitting | Table) -> Asked:
    """The open decision as its side knows it."""
    return Asked(table.game.look, asked(table.game), table.game.choices_by_kind())


def option() -> Table:
    """Two attackers have won against a division and a regiment in 04.03, who may retreat."""
    table = fought([DIV, RGT], "Ae3 DL2o2DG")
    assert table.step == "defender_option"
    return table


# --- conditions ------------------------------------------------------------------------------------------------


def test_where_it_happens() -> None:
    table = option()
    here, there = table.hex("04.03"), table.hex("04.04")
    assert holds(at_hand(table), When(hexes=(there, here))) is True
    assert holds(at_hand(table), When(hexes=(there,))) is False
    assert holds(at_hand(table), When()) is True


def test_a_retreat_is_where_it_began() -> None:
    table = option().do(TakeRetreat())
    assert table.step == "go"
    found = at_hand(table)
    assert found.where == table.hex("04.03")
    assert set() < set(found.concerned) <= {"r1", "r2"}
    table.do(table.game.choices()[0])
    if table.step == "go":
        assert at_hand(table).where == table.hex("04.03"), "also when it has begun"


def test_whom_it_concerns_by_unit_or_formation() -> None:
    units = [f"{DIV} formation=10pz", RGT]
    found = at_hand(fought(units, "Ae3 DL2o2DG"))
    assert holds(found, When(units=("r1",))) is True
    assert holds(found, When(units=("10pz", "other"))) is True
    assert holds(found, When(units=("9pz",))) is False
    assert holds(found, When(units=("a1",))) is False, "the enemy's units are nobody of ours"


@pytest.mark.parametrize(
    ("least", "below", "true"),
    [
        ("2:1", "", True),
        ("3:1", "", False),
        ("", "2:1", False),
        ("", "3:1", True),
        ("1:1", "3:1", True),
        ("", "1:1", False),
    ],
)
def test_the_odds_are_bounded_below_and_above(least: str, below: str, true: bool) -> None:
    """16 against 8 are 2:1: a lower bound includes it, an upper one does not."""
    found = at_hand(defence([RGT], "soviet 03.03 1", "Rgt infantry other 16-3-3L/4-3-6L"))
    assert odds_of(found) == 2, "as if the defence paid"
    assert holds(found, When(odds_from=least, odds_below=below)) is true


def test_odds_are_as_announced_once_they_are() -> None:
    table = defence([RGT, BEST], "soviet 03.03 1", "Rgt infantry other 16-3-3L/4-3-6L")
    assert odds_of(at_hand(table)) == 1, "as if the defence paid"
    table.do(Withhold()).run_to("defender_leader")
    assert odds_of(at_hand(table)) == 2, "a defence without supply fights at half strength"
    won = option()
    fight = at_hand(won).fight
    assert fight is not None
    assert fight.odds is not None
    assert odds_of(at_hand(won)) == strengths(fight.odds.attack, fight.odds.defend)
    assert odds_of(at_hand(sky(f"{GERMANS}\n{SOVIETS}", BASES))) is None, "nobody fights"


def test_odds_before_they_are_announced_are_those_that_the_side_sees() -> None:
    table = defence([RGT], "soviet 03.03 1")
    found = at_hand(table)
    assert found.fight is not None
    assert found.fight.odds is None
    assert odds_of(found) == 1
    unseen = Asked(table.game.look, asked(table.game), table.game.choices_by_kind())
    unseen.knows = lambda uid: uid != "a1"  # type: ignore[method-assign]
    assert odds_of(unseen) is None
    assert holds(unseen, When(odds_from="1:1")) is None, "nobody knows"
    assert holds(unseen, When(odds_from="1:1", turn_from=9)) is False, "and it does not matter"


@pytest.mark.parametrize(
    ("attack", "defend", "ratio"), [("13 1/2", "4 1/2", Fraction(3)), ("8", "6.5", Fraction(16, 13)), ("8", "0", None)]
)
def test_strengths_are_read_as_players_write_them(attack: str, defend: str, ratio: Fraction | None) -> None:
    assert strengths(attack, defend) == ratio


@pytest.mark.parametrize(("least", "below", "true"), [(6, 0, True), (7, 0, False), (0, 6, False), (0, 7, True)])
def test_supply_that_could_pay_is_bounded(least: int, below: int, true: bool) -> None:
    found = at_hand(defence([RGT], "soviet 03.03 2T\nsoviet 03.04 1"))
    assert holds(found, When(supply_from=least, supply_below=below)) is true


@pytest.mark.parametrize(("first", "last", "true"), [(1, 1, True), (2, 0, False), (0, 1, True), (1, 0, True)])
def test_turns_are_bounded_and_included(first: int, last: int, true: bool) -> None:
    table = option()
    assert table.game.state.clock.turn == 1
    assert holds(at_hand(table), When(turn_from=first, turn_to=last)) is true


# --- which order counts ----------------------------------------------------------------------------------------


def test_the_first_order_that_holds_counts_then_the_answer() -> None:
    table = option()
    here = table.hex("04.03")
    stand, give = StandingOrder("option", "stand"), StandingOrder("option", "retreat", When(hexes=(here,)))
    said = picked(at_hand(table), Standing({"option": "stand"}, orders=(give, stand)))
    assert said == Picked("option", "retreat", 1, TakeRetreat())
    said = picked(at_hand(table), Standing({"option": "stand"}, orders=(stand, give)))
    assert (said.answer, said.order) == ("stand", 1)
    elsewhere = StandingOrder("option", "retreat", When(hexes=(here + 1,)))
    said = picked(at_hand(table), Standing({"option": "stand"}, orders=(elsewhere,)))
    assert (said.answer, said.order) == ("stand", 0)
    assert said.action is not None
    assert picked(at_hand(table), Standing(orders=(elsewhere,))) == Picked("option", "", 0, None)


def test_an_order_can_leave_it_to_the_player() -> None:
    table = option()
    ask = StandingOrder("option", ASK, When(hexes=(table.hex("04.03"),)))
    said = picked(at_hand(table), Standing({"option": "stand"}, orders=(ask, StandingOrder("option", "retreat"))))
    assert said == Picked("option", ASK, 1, None)
    assert by_itself(table.game, Standing({"option": "stand"}, orders=(ask,)), table.game.state.clock) is None


def test_what_cannot_be_told_is_left_to_the_player() -> None:
    table = defence([RGT], "soviet 03.03 1")
    found = at_hand(table)
    found.knows = lambda uid: uid != "a1"  # type: ignore[method-assign]
    standing = Standing(
        orders=(StandingOrder("defence", "withhold", When(odds_from="1:2")), StandingOrder("defence", "pay"))
    )
    assert picked(found, standing) == Picked("defence", ASK, 1, None)
    assert picked(at_hand(table), standing).action == Withhold()


def test_an_order_is_told_by_its_number() -> None:
    table = option()
    order = StandingOrder("option", "retreat", When(hexes=(table.hex("04.03"),)))
    taken = by_itself(table.game, Standing(orders=(StandingOrder("leader", "highest"), order)), table.game.state.clock)
    assert taken is not None
    assert (taken.action, taken.by) == (TakeRetreat(), "standing option retreat 2")
    told = by_itself_told(taken.by)
    assert told is not None
    assert told.text == "by order 2: options are met by retreat"
    assert not told.question, "no button can turn off one order of many"
    assert by_itself_told(by_answer("option", "retreat")) != told


# --- interception and reaction ---------------------------------------------------------------------------------


@pytest.mark.case("14.5-A")
@pytest.mark.parametrize(
    ("chosen", "flies", "wanted"),
    [
        ("pass", IL2, Done()),
        ("best", IL2, Intercept("g")),
        ("best", BF109, Intercept("g")),
        ("better", IL2, Intercept("g")),
        ("better", "F 3-3-12/2-2-12", Intercept("g")),
        ("better", BF109, Done()),
    ],
)
def test_who_intercepts(chosen: str, flies: str, wanted: Any) -> None:
    """The best fighter has a rating of 4, which is not more than that of another Bf 109."""
    table = transfer(f"soviet 01.01 b {flies}\naxis 11.01 l {LAGG}\naxis 11.01 g {BF109}")
    assert table.step == "air_mission.intercept"
    assert picked(at_hand(table), Standing({"intercept": chosen})).action == wanted


@pytest.mark.case("14.5-A")
def test_a_mission_whose_aircraft_the_side_does_not_know_is_the_players_to_judge() -> None:
    table = transfer(f"soviet 01.01 b {IL2}\naxis 11.01 g {BF109}")
    found = at_hand(table)
    found.data = replace(found.data, planes=("unknown",))
    assert picked(found, Standing({"intercept": "better"})).action is None
    assert picked(found, Standing({"intercept": "pass"})).action == Done()


@pytest.mark.case("2.3-H")
@pytest.mark.parametrize(("where", "passes"), [("04.02", False), ("05.02", True)])
def test_reaction_is_passed_while_the_enemy_is_away_from_reserves(where: str, passes: bool) -> None:
    table = reaction(f"axis 02.02 a {RGT} reserve\nsoviet {where} r1 {BEST}")
    found = at_hand(table)
    assert found.at == "reaction/movement_segment.choose_unit"
    said = picked(found, Standing({"reaction": "calm"}))
    assert (said.question, said.action) == ("reaction", Done() if passes else None)
    assert picked(found, Standing({"reaction": "pass"})).action == Done()
    assert not exploitation(f"axis 02.02 a {RGT} exploit").step.startswith("reaction"), "it is the side's own phase"


@pytest.mark.case("2.3-H")
def test_reaction_passes_by_itself_though_the_side_acts_in_it() -> None:
    table = reaction(f"axis 02.02 a {RGT} reserve")
    elsewhere = table.game.state.clock.__class__()
    taken = by_itself(table.game, Standing({"reaction": "pass"}), elsewhere)
    assert taken is not None
    assert taken.by == "standing reaction pass"
    assert by_itself(table.game, Standing({"reaction": "pass"}), table.game.state.clock) is None, (
        "the player is at work"
    )


# --- on the log ------------------------------------------------------------------------------------------------


def steady(actions: int = 400, seed: int = 4) -> Game:
    """A game that two bots have played."""
    game = Game.new("crossing", seed=seed)
    bots = {side: make_bot("steady", 1) for side in game.world.sides}
    while (open_ := game.decision) is not None and len(game.records) < actions:
        assert game.take(open_.side, bots[open_.side].choose(game, open_.side)).refusal is None
    return game


@pytest.fixture(scope="module")
def played() -> Game:
    """A game with some combats."""
    return steady()


EVERY = Standing({"leader": "highest", "losses": "spare", "option": "stand", "payer": "nearest", "retreat": "supply"})


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_trial_counts_what_the_log_has(played: Game, side: str) -> None:
    past, expected = Past(played), []
    for number, record in enumerate(played.records):
        if record.side == side:
            game = past.at(number)
            said = picked(Asked(game.look, asked(game), game.choices_by_kind()), EVERY)
            if said.question in EVERY.answers:
                expected.append((number, record.action, said.action))
    found = trial(played, side, EVERY, most=10_000)
    assert expected, "or the test shows nothing"
    assert found.covered == len(expected)
    assert found.answered == sum(would is not None for _, _, would in expected)
    assert found.same == sum(did == would for _, did, would in expected)
    others = [(n, did, would) for n, did, would in reversed(expected) if did != would]
    assert [(one.number, one.did, one.would) for one in found.others] == others
    assert not found.more


def test_a_trial_tries_the_last_decisions_first(played: Game) -> None:
    whole = trial(played, "axis", EVERY, most=10_000)
    assert whole.covered > 4
    few = trial(played, "axis", EVERY, most=3)
    assert (few.covered, few.more) == (3, True)
    assert trial(played, "axis", EVERY, most=whole.covered).more is False


def test_a_trial_leaves_the_game_as_it_is(played: Game) -> None:
    before, records = played.state, list(played.records)
    trial(played, "soviet", EVERY)
    assert played.state is before
    assert played.records == records


def test_questions_without_an_answer_are_not_tried(played: Game) -> None:
    assert trial(played, "axis", Standing()).covered == 0
    asking = trial(played, "axis", Standing(orders=(StandingOrder("payer", ASK),)))
    assert asking.covered > 0
    assert asking.answered == 0
    assert all(one.would is None and one.order == 1 for one in asking.others)
    every = trial(played, "axis", Standing(orders=tuple(StandingOrder(name, ASK) for name in EVERY.answers)))
    numbers = [one.number for one in every.others]
    assert len(numbers) > 4
    assert numbers == sorted(numbers, reverse=True), "the last first, also of one Player Turn"


# --- when they wait --------------------------------------------------------------------------------------------


def test_they_wait_once_a_unit_is_destroyed() -> None:
    table = fought([RGT, WEAK, WEAK], "Ae3 DL2o2DG")
    game, past = table.game, Past(table.game)
    careful = Standing(EVERY.answers, halts=("destroyed",))
    assert surprise(game, past, "soviet", careful) == ""
    table.do(next(a for a in game.choices() if isinstance(a, LoseStep)))
    last = game.records[-1]
    assert any(isinstance(event, StepLost) and event.destroyed for event in last.events)
    assert surprise(game, past, "soviet", careful) == "", "they have just acted themselves"
    game.records[-1] = Record("soviet", last.action, last.events, "standing losses spare")
    assert "was destroyed" in surprise(game, past, "soviet", careful)
    assert surprise(game, past, "soviet", EVERY) == "", "nobody asked for it"
    assert surprise(game, past, "axis", careful) == "", "it is not their unit"
    assert surprise(game, past, "soviet", Standing(EVERY.answers, halts=("destroyed",), given=len(game.records))) == ""


def test_they_wait_after_many_answers(played: Game) -> None:
    game = played.fork()
    answered = [
        type(record)(record.side, record.action, record.events, "standing payer nearest")
        for record in game.records[:30]
    ]
    own = [number for number, record in enumerate(answered) if record.side == "axis"]
    assert len(own) > OFTEN
    often = Standing(halts=("often",))
    game.records = answered[: own[OFTEN - 1]]
    assert surprise(game, Past(game), "axis", often) == ""
    game.records = answered[: own[OFTEN - 1] + 1]
    assert surprise(game, Past(game), "axis", often) == f"{OFTEN} decisions in a row were answered"


def test_they_wait_when_the_enemy_comes_into_sight(played: Game) -> None:
    """Of the moments of a game: those at which the side sees somebody whom it did not see when it last acted."""
    past, careful, seen = Past(played), Standing(halts=("sighted",)), 0
    for number in range(0, len(played.records), 3):
        game = past.at(number)
        since = last_word(game, "soviet", 0)
        told = surprise(game, past, "soviet", careful)
        before, now = visible_to(past.at(since)), visible_to(game)
        assert bool(told) == bool(now - before), number
        seen += bool(told)
    assert seen, "or the test shows nothing"


def visible_to(game: Game) -> frozenset[str]:
    """The enemy units that the Soviet side sees."""
    return frozenset(uid for uid in visible(game.look, "soviet") if game.state.units[uid].side == "axis")


# --- as text, and what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "option retreat", "payer ask when supply below 8",
        "option stand when hex 03.03 04.02, unit a1 10pz, odds from 3:1, odds below 4:1, turn from 2, turn to 3",
        "defence pay when supply from 4, supply below 9",
    ],
)  # fmt: skip
def test_an_order_is_written_as_it_is_read(line: str) -> None:
    world = option().game.world
    order = parse_order(line, world)
    assert order_written(order, world) == line
    assert parse_order(order_written(order, world), world) == order


def test_an_order_in_words() -> None:
    table = option()
    order = StandingOrder(
        "option", "stand", When(hexes=(table.hex("04.03"), 3), units=("r2",), odds_from="3:1", turn_to=3)
    )
    text = order_text(table.game.look, "soviet", order)
    assert text.startswith("The defender's option: options are met by steps while a unit is left, in 04.03 or ")
    assert "at odds from 3:1" in text
    assert "in turns to 3" in text
    assert order_text(table.game.look, "soviet", StandingOrder("payer", ASK)) == "Who pays? ask me"


@pytest.mark.parametrize(
    "line",
    [
        "option", "option retreat hex 03.03", "option retreat when", "option retreat when hex 99.99",
        "option retreat when odds about 3:1", "payer ask when supply from many", "option retreat when hex",
        "option retreat when unit", "leader ask when odds to 3:1",
    ],
)  # fmt: skip
def test_a_line_that_is_no_order_is_refused(line: str) -> None:
    world = option().game.world
    with pytest.raises(ValueError, match=r"write an order as|no hex 99.99|no number"):
        parse_order(line, world)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (StandingOrder("nothing", "x"), "no standing question"),
        (StandingOrder("option", "x"), "no answer to 'option'"),
        (StandingOrder("option", "stand", When(odds_from="3")), "no odds"),
        (StandingOrder("option", "stand", When(odds_from="0:1")), "no odds"),
        (StandingOrder("payer", "nearest", When(odds_from="3:1")), "no condition for 'payer'"),
        (StandingOrder("option", "stand", When(supply_from=1)), "no condition for 'option'"),
        (StandingOrder("payer", "nearest", When(supply_from=-1)), "not negative"),
        (StandingOrder("payer", "nearest", When(turn_to=-1)), "not negative"),
        (StandingOrder("option", "stand", When(hexes=(-1,))), "no hex -1"),
        (StandingOrder("option", "stand", When(hexes=(9999,))), "no hex"),
        (StandingOrder("option", "stand", When(hexes=tuple(range(MOST_ORDERS + 1)))), "at most"),
    ],
)  # fmt: skip
def test_orders_that_make_no_sense_are_refused_and_left_out(order: StandingOrder, why: str) -> None:
    world = option().game.world
    with pytest.raises(ValueError, match=why):
        refuse_unknown(world, Standing(orders=(order,)))
    good = StandingOrder("option", "stand")
    assert checked(world, Standing(orders=(order, good))).orders == (good,)


def test_only_so_many_orders_and_known_surprises() -> None:
    world = option().game.world
    refuse_unknown(world, Standing(orders=(StandingOrder("option", "stand"),) * MOST_ORDERS, halts=tuple(HALTS)))
    with pytest.raises(ValueError, match="at most"):
        refuse_unknown(world, Standing(orders=(StandingOrder("option", "stand"),) * (MOST_ORDERS + 1)))
    with pytest.raises(ValueError, match="no surprise"):
        refuse_unknown(world, Standing(halts=("rain",)))
    assert checked(world, Standing(halts=("rain", "often"))).halts == ("often",)

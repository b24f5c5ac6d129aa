"""What a plan says that each group will do: what imagined games have in common, by the group that did it."""

from __future__ import annotations

from collections import Counter, defaultdict
from re import findall

import pytest

from bots.planner.test_mission_words import Watch, plan_of
from redball.bots.planner.ground_words import GROUND, ground_deed, ground_words, group_at
from redball.bots.planner.mission_words import Deed, Deeds
from redball.bots.planner.plans import Group, Plan, Task
from redball.bots.planner.propose import usual
from redball.bots.planner.rollout import play_out, player_turn
from redball.bots.planner.words import words
from redball.core.events.combat import AttackDeclared
from redball.core.events.movement import ModeChanged, OverrunDeclared
from redball.core.events.sequence import ControlChanged
from redball.core.events.supply import SupplyRailed, SupplyUnloaded
from redball.core.look import Look
from redball.game import Game

SIDE, FOE = "soviet", "axis"
YELNYA = "15.14"


@pytest.fixture(scope="module")
def begun() -> Game:
    """Yelnya as it begins: the Soviet player's turn."""
    return Game.new("yelnya", seed=5)


def done(kind: str, *hexes: int) -> Deeds:
    return {Deed(GROUND, kind, hex_): 1 for hex_ in hexes}


def test_attacks_overruns_places_taken_and_reserves_are_deeds_of_the_side_alone() -> None:
    attack = AttackDeclared(case="", side=SIDE, hex=7, units=("a", "b"))
    overrun = OverrunDeclared(case="", side=SIDE, start=6, hex=7, units=("a",))
    taken = ControlChanged(case="", side=SIDE, hex=7)
    waits = ModeChanged(case="", side=SIDE, unit="a", mode="reserve", facing="combat")
    moves = ModeChanged(case="", side=SIDE, unit="a", mode="move", facing="move")
    assert ground_deed(attack, SIDE) == (Deed(GROUND, "attack", 7), ("a", "b"))
    assert ground_deed(overrun, SIDE) == (Deed(GROUND, "overrun", 7), ("a",))
    assert ground_deed(taken, SIDE) == (Deed(GROUND, "take", 7), ())
    assert ground_deed(waits, SIDE) == (Deed(GROUND, "reserve"), ("a",))
    assert ground_deed(moves, SIDE) is None
    assert not [event for event in (attack, overrun, taken, waits) if ground_deed(event, FOE)]


def test_a_deed_belongs_to_the_group_of_most_who_do_it_or_stand_there(begun: Game) -> None:
    attack, look = Deed(GROUND, "attack", 7), begun.look
    home = {"a": 2, "b": 1, "c": 1, "d": 2}
    assert group_at(look, attack, ("a", "b", "c"), home) == 1
    assert group_at(look, attack, ("a", "b", "c", "d"), home) == 1, "of two the first"
    assert group_at(look, attack, ("a", "x", "y"), home) == 2
    assert group_at(look, attack, ("x",), home) is None
    unit = next(unit for unit in look.own(SIDE) if look.counter(unit).is_combat_unit)
    assert group_at(look, Deed(GROUND, "take", unit.hex), (), {unit.id: 3}) == 3
    assert group_at(look, Deed(GROUND, "take", look.board.index("02.02")), (), {unit.id: 3}) is None


def test_what_at_least_half_of_the_games_have_is_said_by_kind_and_name(begun: Game) -> None:
    look = begun.look
    yelnya, a, b = (look.board.index(name) for name in (YELNYA, "10.10", "11.10"))
    games = [done("attack", yelnya, a) | done("take", yelnya), done("attack", yelnya) | done("take", yelnya, b), {}]
    assert ground_words(look, games) == "attacks at Yelnya (15.14); takes Yelnya (15.14)"
    assert ground_words(look, [done("overrun", a), done("overrun", a, b)]) == "overruns at 10.10 and 11.10"
    assert (
        ground_words(look, [done("attack", a), done("attack", b), done("attack", yelnya)]) == "attacks at various hexes"
    )
    assert ground_words(look, [done("take", a), done("take", b), done("take", yelnya)]) == ""
    assert ground_words(look, [done("attack", *range(30, 35))]).endswith(", and elsewhere")
    assert "elsewhere" not in ground_words(look, [done("attack", *range(30, 34))])
    assert ground_words(look, [{}, {}]) == ground_words(look, []) == ""


def test_how_many_go_into_reserve_is_the_mean_of_the_games(begun: Game) -> None:
    waits = Deed(GROUND, "reserve")
    assert ground_words(begun.look, [{waits: 4}, {waits: 1}, {}]) == "2 units in Reserve"
    assert ground_words(begun.look, [{waits: 1}, {}, {}]) == ""


def test_a_group_with_a_task_comes_first_and_each_says_what_is_expected(begun: Game) -> None:
    look = begun.look
    groups = tuple([Group(name, ("x",), look.board.index(YELNYA)) for name in ("A", "B", "C")])
    plan = Plan(groups, (Task(), Task("press"), Task()))
    assert words(look, plan, ["attacks at 10.10", "takes 11.10", ""]) == (
        "B (1 unit) at 15.14 presses on and attacks at some risk. Expected: takes 11.10.",
        "A (1 unit) at 15.14 plays as always. Expected: attacks at 10.10.",
        "C: their own moves and attacks, as always.",
    )
    assert words(look, Plan(groups, (Task(),) * 3), ["", "takes 11.10", ""]) == (
        "B (1 unit) at 15.14 plays as always. Expected: takes 11.10.",
        "Every group makes the best moves and attacks it can find.",
    )


def owned(look: Look, groups: tuple[Group, ...]) -> dict[str, int]:
    return {uid: number for number, group in enumerate(groups) for uid in group.units}


def test_a_rollout_counts_for_each_group_what_it_does_in_its_own_player_turn(
    begun: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what the enemy does, nor what the side does in other Player Turns."""
    first, plan, watch = player_turn(begun), usual(begun.look, SIDE), Watch(monkeypatch)
    found = play_out(begun, SIDE, plan, 11, 4)
    home = owned(begun.look, plan.groups)
    told: list[Counter[Deed]] = [Counter() for _ in plan.groups]
    for turn, event in watch.events:
        deed = ground_deed(event, SIDE)
        if turn == first and deed is not None and deed[1]:
            number = group_at(begun.look, *deed, home)
            if number is not None:
                told[number][deed[0]] += 1
    named = [{deed: times for deed, times in group.items() if deed.kind != "take"} for group in found.deeds]
    assert named == told
    assert sum(map(bool, told)) > 1, "more than one group did something"
    assert any(deed.kind == "take" for group in found.deeds for deed in group)
    assert any(turn != first and ground_deed(event, SIDE) for turn, event in watch.events)


def test_a_rollout_counts_what_transports_and_trains_put_down_in_its_own_player_turn(
    begun: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what the enemy brings, nor what comes in other Player Turns."""
    first, watch = player_turn(begun), Watch(monkeypatch)
    found = play_out(begun, SIDE, usual(begun.look, SIDE), 11, 4)
    told: dict[tuple[bool, str], Counter[int]] = defaultdict(Counter)
    for turn, event in watch.events:
        if isinstance(event, SupplyUnloaded | SupplyRailed):
            told[turn == first, event.side][event.hex] += event.tokens
    assert found.brought == told[True, SIDE]
    assert all(told[when, side] for when, side in ((True, SIDE), (False, SIDE), (False, FOE)))


def test_a_plan_names_attacks_that_the_imagined_games_made(begun: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    first, watch = player_turn(begun), Watch(monkeypatch)
    told = " ".join(plan_of(begun, SIDE).words)
    made = {
        begun.look.hex_name(event.hex)
        for turn, event in watch.events
        if turn == first and isinstance(event, AttackDeclared) and event.side == SIDE
    }
    said = [hex_ for part in findall(r"attacks at ([^;]*?)[;.] ", f"{told} ") for hex_ in findall(r"\d\d\.\d\d", part)]
    assert said
    assert set(said) <= made

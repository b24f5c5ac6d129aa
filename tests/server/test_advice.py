"""A player asks for a plan, and looks at what a bot planned: never at what is hidden from them."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from redball.bots import Bot, PlannerBot, SteadyBot
from redball.bots.planner.advice import Advice, player_turns
from redball.bots.planner.plans import Group, Judged, Plan, Record, Task
from redball.bots.planner.words import spoken_of, words
from redball.game import Game
from redball.game.past import Past
from redball.server.answers.advice import PlanShown, shown_plan

Client = TestClient[Any]


def new_game(client: Client, **fields: Any) -> str:
    wish = {"scenario": "crossing", "players": {"axis": "human", "soviet": "planner-quick"}, "seed": 3, **fields}
    made = client.post("/api/games", json=wish)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def ask(client: Client, gid: str, **fields: Any) -> Any:
    """Ask until there is a plan; every answer says how far it is."""
    done = -1
    for _ in range(300):
        answer = client.post(f"/api/games/{gid}/advice", json={"level": "planner-quick", **fields})
        if answer.status_code != 200:
            return answer
        told = answer.json()
        assert done < told["done"] <= told["of"] or told["plan"]
        done = told["done"]
        if told["plan"] is not None:
            return told
    raise AssertionError("no plan came")


def test_a_player_is_told_a_plan_for_their_turn_and_nothing_has_changed(client: Client) -> None:
    gid = new_game(client, switches={"fog": True})
    seq = client.get(f"/api/games/{gid}/view?side=axis").json()["seq"]
    told = ask(client, gid, side="axis", of="axis")
    assert (told["side"], told["turn"], told["at"], told["of"]) == ("axis", 1, 0, 6)
    plan = told["plan"]
    assert plan["tried"]
    assert all(one["games"] >= 1 for one in plan["tried"])
    assert plan["lines"] or plan["rest"]
    assert "" not in (plan["sure"], plan["feared"], plan["believed"])
    assert " of " in plan["supply"]
    assert plan["missions"] == "", "nobody flies or sails in Crossing"
    assert client.get(f"/api/games/{gid}/view?side=axis").json()["seq"] == seq
    assert ask(client, gid, side="axis", of="axis") == told


def test_what_the_enemy_plans_is_not_told_under_fog_and_is_told_without(client: Client) -> None:
    hidden = new_game(client, switches={"fog": True})
    refused = ask(client, hidden, side="axis", of="soviet")
    assert (refused.status_code, refused.json()["error"]) == (
        400,
        "what the enemy planned is shown when the game is over",
    )
    turns = client.get(f"/api/games/{hidden}/plans?side=axis").json()
    assert [one["side"] for one in turns["turns"]] == ["axis"]
    assert turns["levels"] == ["planner-quick", "planner", "planner-slow"]
    gid = new_game(client, switches={"fog": False})
    answer = client.post(f"/api/games/{gid}/advice", json={"of": "soviet", "side": "axis"})
    assert answer.status_code == 400
    assert answer.json()["error"] == "a side can ask for a plan in its own Player Turn, when the decision is its own"


@pytest.mark.parametrize(
    ("fields", "said"),
    [({"level": "oracle"}, "there is no level 'oracle'"), ({"of": "french"}, "there is no side 'french'")],
)
def test_what_there_is_not_is_said(client: Client, fields: dict[str, str], said: str) -> None:
    gid = new_game(client)
    answer = client.post(f"/api/games/{gid}/advice", json={"side": "axis", "of": "axis", **fields})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(said)


def test_it_is_the_plan_that_the_bot_made() -> None:
    """Nobody keeps it: it is found again from the game."""
    game, bot = Game.new("crossing", seed=5), PlannerBot(5, "planner-quick")
    bots: dict[str, Bot] = {"axis": bot, "soviet": SteadyBot(5)}
    while game.state.clock.turn < 2 and game.decision is not None:
        side = game.decision.side
        assert game.take(side, bots[side].choose(game, side)).refusal is None
    mine = [one for one in player_turns(game) if one.side == "axis"]
    first = {record.turn: record for record in reversed(bot.plans())}
    planned = list(reversed(first.values()))
    assert len(planned) == len(mine) >= 1
    for begun, record in zip(mine, planned, strict=True):
        again = Advice(Past(game).at(begun.at), "axis", "planner-quick")
        while again.think():
            pass
        assert again.found == record
        spoken = spoken_of(record.chosen.plan, record.expected)
        assert len(shown_plan(again.game, record).lines) == len(spoken) >= record.chosen.plan.changes


def test_a_plan_shows_a_line_for_each_group_that_is_spoken_of_and_one_for_the_rest() -> None:
    """Plans that a server kept before they said what is expected have lines for tasks alone."""
    game = Game.new("crossing", seed=5)
    groups = tuple([Group(name, ("a",), hex_) for name, hex_ in (("A", 20), ("B", 21), ("C", 22))])
    plan = Plan(groups, (Task(), Task("take", 30), Task()))

    def shown(*expected: str) -> PlanShown:
        told = words(game.look, plan, expected)
        return shown_plan(
            game, Record(1, "axis", "movement", Judged(plan, 1, 1, 2), (), told, "", "", "", "", "", expected)
        )

    found = shown("attacks at 01.01", "", "")
    assert [(line.hex, line.to) for line in found.lines] == [(21, 30), (20, -1)]
    assert found.lines[1].text.endswith("Expected: attacks at 01.01.")
    assert found.rest == "C: their own moves and attacks, as always."
    before = shown()
    assert [(line.hex, line.to) for line in before.lines] == [(21, 30)]
    assert before.rest == "A, C: their own moves and attacks, as always."


def look_back(client: Client, gid: str, **fields: Any) -> Any:
    """Ask until everything has been looked at."""
    done = -1
    for _ in range(300):
        answer = client.post(f"/api/games/{gid}/coach", json=fields)
        told = answer.json()
        if answer.status_code != 200 or told["findings"] is not None:
            return answer
        assert done < told["done"] <= told["of"]
        done = told["done"]
    raise AssertionError("it never ended")


def idle_turn(client: Client, gid: str) -> None:
    """The Axis player ends every segment of their Player Turn."""
    while (view := client.get(f"/api/games/{gid}/view?side=axis").json())["phasing"] in ("", "axis"):
        if not view["decision"]["yours"]:
            client.post(f"/api/games/{gid}/bot", json={"side": "axis", "seq": view["seq"], "until": "decision"})
            continue
        ends = {"type": "done"}
        wish = ends if ends in view["choices"] else view["choices"][0]
        taken = client.post(f"/api/games/{gid}/act", json={"side": "axis", "seq": view["seq"], "actions": [wish]})
        assert taken.status_code == 200, taken.text


def test_the_coach_says_what_a_turn_cost_and_nothing_has_changed(client: Client) -> None:
    gid = new_game(client, players={"axis": "human", "soviet": "steady"}, switches={"fog": True})
    idle_turn(client, gid)
    seq = client.get(f"/api/games/{gid}/view?side=axis").json()["seq"]
    answer = look_back(client, gid, side="axis", of="axis", at=0)
    told = answer.json()
    assert (answer.status_code, told["side"], told["turn"], told["at"]) == (200, "axis", 1, 0)
    assert told["findings"], "the bot would have moved"
    assert "Under fog, answers to the enemy’s attacks" in told["aside"]
    for one in told["findings"]:
        assert one["cost"] > one["error"] > 0
        assert one["text"]
        assert 0 <= one["at"] < seq
    assert client.get(f"/api/games/{gid}/view?side=axis").json()["seq"] == seq
    assert look_back(client, gid, side="axis", of="axis", at=0).json() == told


def test_the_coach_tells_nothing_of_the_enemy_under_fog_and_no_turn_that_was_none(client: Client) -> None:
    hidden = new_game(client, switches={"fog": True})
    refused = look_back(client, hidden, side="axis", of="soviet", at=0)
    assert (refused.status_code, refused.json()["error"]) == (
        400,
        "what the enemy planned is shown when the game is over",
    )
    none = look_back(client, hidden, side="axis", of="axis", at=1)
    assert (none.status_code, none.json()["error"]) == (400, "no Player Turn of axis began after action 1")

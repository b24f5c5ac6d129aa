"""Sides that several people play, through the server."""

from __future__ import annotations

from typing import Any

import pytest

from online.people import Person, Site, selects
from online.playing import by_lot
from redball.core.actions import Done, ElectOrder
from redball.game.teams.whose import Member, Team

HALVES = (["ax-pz", "ax-sr"], ["ax-ir1", "ax-ir2"])
"""What Boris and Carl have of the Axis in Crossing; Anna, the chief, has the rest."""


def team_game(site: Site, *armies: list[str], **wish: Any) -> tuple[str, list[Person], Person]:
    """A game in which Anna is the chief of the Axis and others have these armies; Emil plays the other side."""
    names = ("Anna", "Boris", "Carl", "Dora")
    gid, (anna, emil) = site.begun("Anna", "Emil", **wish)
    shares = [{"army": army} for army in armies]
    answer = anna.post(f"/api/games/{gid}/team", side="axis", shares=shares)
    assert answer.status_code == 200, answer.text
    people = [anna]
    for seat, name in zip(answer.json()["seats"][1:], names[1:], strict=False):
        people.append(member(site, anna, gid, "axis", seat["number"], name))
    return gid, people, emil


def member(site: Site, chief: Person, gid: str, side: str, seat: int, name: str) -> Person:
    """Somebody new, whom the chief of a side invites to a seat."""
    made = chief.post(f"/api/games/{gid}/invitations", role="member", side=side, seat=seat)
    assert made.status_code == 201, made.text
    person = site.person(name)
    joined = person.post(f"/api/games/{gid}/join", invitation=made.json()["token"])
    assert joined.status_code == 200, joined.text
    assert (joined.json()["role"], joined.json()["side"]) == ("member", side), joined.text
    return person


def told(person: Person, gid: str, side: str = "axis") -> Any:
    """The team as somebody sees it."""
    answer = person.get(f"/api/games/{gid}/team", side=side)
    assert answer.status_code == 200, answer.text
    return answer.json()


def at_segment(site: Site, gid: str, procedure: str) -> None:
    """Play on to a segment of the Axis, by ending and paying whatever comes before it."""
    while True:
        with site.house.using(gid) as session:
            open_ = session.game.decision
            assert open_ is not None
            if (open_.side, open_.procedure.name) == ("axis", procedure):
                return
            offered = session.game.choices()
            chosen = next((a for a in offered if isinstance(a, Done)), offered[0])
            assert session.take(open_.side, chosen) is None


def test_a_question_about_a_shared_side_asks_for_its_seats_once(site: Site) -> None:
    gid, (_, boris, _), _ = team_game(site, *HALVES)
    boris.view(gid, "axis")
    with selects(site.house.database) as asked:
        boris.view(gid, "axis")
    assert len(asked) == 2, asked  # the door's, and this


# --- every legal action by every wrong member -----------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "side", "points"), [("crossing", "axis", 12), ("yelnya", "soviet", 4)])
def test_every_legal_action_of_every_wrong_member_is_refused(site: Site, scenario: str, side: str, points: int) -> None:
    """In positions drawn by lot: what the rule says is another's is refused with a sentence, and changes nothing."""
    anna, emil = site.person("Anna"), site.person("Emil")
    gid = anna.made(scenario=scenario, side=side)
    assert emil.post(f"/api/games/{gid}/join", side="soviet" if side == "axis" else "axis").status_code == 200
    parts = [part for part in told(anna, gid, side)["parts"] if part["counters"]]
    ids = [one for part in parts for one in part["counters"]] if scenario == "crossing" else [p["id"] for p in parts]
    shares = [{"army": ids[first::3]} for first in (1, 2)]
    seats = anna.post(f"/api/games/{gid}/team", side=side, shares=shares).json()["seats"]
    people = {seats[0]["number"]: anna}
    for seat, name in zip(seats[1:], ("Boris", "Carl"), strict=True):
        link = anna.post(f"/api/games/{gid}/invitations", role="member", side=side, seat=seat["number"]).json()
        people[seat["number"]] = site.person(name)
        assert people[seat["number"]].post(f"/api/games/{gid}/join", invitation=link["token"]).status_code == 200
    refused = asked = 0
    while asked < points:
        by_lot(site.house, gid, 7, seed=asked + 3, at_once=7)
        with site.house.using(gid) as session:
            open_ = session.game.decision
            if open_ is None:
                break
            seq, look, offered = len(session.game.records), session.game.look, session.game.choices()
        if open_.side != side:
            continue
        asked += 1
        chief, *members = (
            Member(s["number"], s["name"] or n, tuple(s["army"]))
            for s, n in zip(seats, ("", "Boris", "Carl"), strict=True)
        )
        team = Team(look.world, side, chief, members)
        view = anna.view(gid, side)
        assert view["seq"] == seq
        assert len(view["choices"]) == len(offered)
        for action, sent in list(zip(offered, view["choices"], strict=True))[:: max(1, len(offered) // 40)]:
            for number in team.members:
                answer = team.refuse(look, number, action)
                if answer is None:
                    continue
                got = people[number].act(gid, side, seq, sent)
                assert got.status_code == 409, (got.text, action)
                assert got.json()["refusal"]["code"] == answer.code
                assert got.json()["error"].endswith(".")
                refused += 1
            assert emil.act(gid, side, seq, sent).status_code == 403
        assert anna.view(gid, side)["seq"] == seq
    assert asked >= 4
    assert refused > 20


def test_members_move_their_own_units_by_every_door(site: Site) -> None:
    gid, (anna, boris, carl), _ = team_game(site, *HALVES)
    at_segment(site, gid, "movement_segment")
    seq = anna.view(gid, "axis")["seq"]
    refused = carl.act(gid, "axis", seq, {"type": "begin_move", "unit": "ax-pz"})
    assert refused.status_code == 409
    assert refused.json()["error"] == "I/7 Bn belongs to Boris (I/7 Bn, SR 69 Rgt)."
    hex_ = next(u["hex"] for u in boris.view(gid, "axis")["units"] if u["id"] == "ax-pz")
    for wish in (
        {"type": "move", "units": ["ax-pz"], "path": [hex_, hex_ + 1], "halt": True},
        {"type": "turn", "units": ["ax-pz"], "mode": "move", "facing": "move"},
    ):
        got = carl.post(f"/api/games/{gid}/macro", side="axis", seq=seq, macro=wish)
        assert got.status_code == 409, got.text
        assert got.json()["refusal"]["code"] in ("team.not_yours", "series.interrupted"), got.text
    assert anna.view(gid, "axis")["seq"] == seq
    moved = boris.act(gid, "axis", seq, {"type": "begin_move", "unit": "ax-pz"})
    assert moved.status_code == 200, moved.text
    seq = moved.json()["view"]["seq"]
    assert told(carl, gid)["deciders"] == [
        seat["number"] for seat in told(carl, gid)["seats"] if seat["name"] == "Boris"
    ]
    # Carl can neither go on with it, nor take it back; Boris and the chief can
    assert carl.act(gid, "axis", seq, {"type": "halt"}).status_code == 409
    back = carl.post(f"/api/games/{gid}/undo", side="axis", seq=seq)
    assert (back.status_code, back.json()["refusal"]["code"]) == (409, "team.not_yours")
    undone = boris.post(f"/api/games/{gid}/undo", side="axis", seq=seq)
    assert undone.status_code == 200, undone.text
    seq = undone.json()["view"]["seq"]
    assert carl.post(f"/api/games/{gid}/redo", side="axis", seq=seq).status_code == 409
    again = anna.post(f"/api/games/{gid}/redo", side="axis", seq=seq)
    assert again.status_code == 200, again.text


def test_a_segment_ends_with_the_last_who_is_ready_or_with_the_chief(site: Site) -> None:
    """All counters of the side are shared out, so the chief need not say anything."""
    gid, (anna, boris, carl), emil = team_game(site, ["ax-hq"], ["ax-pz"])
    at_segment(site, gid, "movement_segment")
    seq = anna.view(gid, "axis")["seq"]
    before = told(boris, gid)
    assert before["ends"]
    numbers = {seat["name"]: seat["number"] for seat in before["seats"]}
    assert {numbers["Boris"], numbers["Carl"]} <= set(before["waits"])
    early = boris.act(gid, "axis", seq, {"type": "done"})
    assert (early.status_code, early.json()["refusal"]["code"]) == (409, "team.not_all_ready")
    first = boris.post(f"/api/games/{gid}/ready", side="axis", seq=seq, ready=True)
    assert first.status_code == 200, first.text
    assert numbers["Boris"] not in first.json()["waits"]
    assert [s["ready"] for s in first.json()["seats"]] == [False, True, False]
    assert anna.view(gid, "axis")["seq"] == seq, "nothing has been played, and no line tells the enemy"
    assert boris.post(f"/api/games/{gid}/ready", side="axis", seq=seq, ready=False).json()["waits"] == before["waits"]
    assert boris.post(f"/api/games/{gid}/ready", side="axis", seq=seq, ready=True).status_code == 200
    site.house.forget(gid)  # it is in the database, not in memory
    assert [s["ready"] for s in told(carl, gid)["seats"]] == [False, True, False]
    assert emil.post(f"/api/games/{gid}/ready", side="axis", seq=seq, ready=True).status_code == 403
    last = carl.post(f"/api/games/{gid}/ready", side="axis", seq=seq, ready=True)
    assert last.status_code == 200, last.text
    over = anna.view(gid, "axis")["seq"] > seq
    assert over is (before["waits"] == sorted((numbers["Boris"], numbers["Carl"])))
    if not over:
        assert anna.act(gid, "axis", seq, {"type": "done"}).status_code == 200, "the chief ends it"
    assert not any(seat["ready"] for seat in told(anna, gid)["seats"]), "of the next segment nobody has said anything"


# --- seats -------------------------------------------------------------------------------------------------------


def test_only_the_chief_shares_out_and_invites(site: Site) -> None:
    gid, (anna, boris, carl), emil = team_game(site, *HALVES)
    seats = told(anna, gid)["seats"]
    assert [(s["name"], s["chief"], s["told"]) for s in seats] == [
        ("Anna", True, ""),
        ("Boris", False, "I/7 Bn, SR 69 Rgt"),
        ("Carl", False, "IR 1 Rgt, IR 2 Rgt"),
    ]
    for person in (boris, emil, site.person("Fedor")):
        assert person.post(f"/api/games/{gid}/team", side="axis", shares=[]).status_code == 403
        assert person.post(f"/api/games/{gid}/standing", side="axis").status_code == 403
    spy = emil.post(f"/api/games/{gid}/invitations", role="member", side="axis", seat=seats[1]["number"])
    assert spy.status_code == 400, "no other player invites to a seat of this side"
    assert boris.post(f"/api/games/{gid}/invitations", role="member", side="axis", seat=2).status_code == 403
    for shares in (
        [{"army": ["su-hq"]}],
        [{"army": ["nothing"]}],
        [{"army": ["ax-pz"]}, {"army": ["ax-pz"]}],
        [{"army": [], "seat": 99}],
        [{"army": [], "seat": seats[0]["number"]}],
        [{"army": [], "seat": seats[1]["number"]}] * 2,
    ):
        assert anna.post(f"/api/games/{gid}/team", side="axis", shares=shares).status_code == 400, shares
    # Carl's seat is given up, Boris gets more, and a new seat waits for somebody
    shares = [{"army": ["ax-pz", "ax-ir1"], "seat": seats[1]["number"]}, {"army": ["ax-ar"]}]
    now = anna.post(f"/api/games/{gid}/team", side="axis", shares=shares)
    assert now.status_code == 200, now.text
    assert [s["name"] for s in now.json()["seats"]] == ["Anna", "Boris", ""]
    assert carl.get(f"/api/games/{gid}/view", side="axis").status_code == 403
    assert now.json()["owners"]["ax-ir1"] == seats[1]["number"]
    assert "ax-ar" not in now.json()["owners"], "what waits for somebody is the chief's"
    assert told(emil, gid, "soviet")["owners"] == {}
    assert emil.get(f"/api/games/{gid}/team", side="axis").status_code == 403


def test_an_invitation_is_for_one_seat_once(site: Site) -> None:
    gid, (anna, _), _ = team_game(site, ["ax-pz"])
    answer = anna.post(f"/api/games/{gid}/team", side="axis", shares=[{"army": ["ax-ir1"]}]).json()
    number = answer["seats"][1]["number"]
    links = [
        anna.post(f"/api/games/{gid}/invitations", role="member", side="axis", seat=number).json()["token"]
        for _ in range(2)
    ]
    dora, emma = site.person("Dora"), site.person("Emma")
    assert dora.post(f"/api/games/{gid}/join", invitation=links[0]).status_code == 200
    assert emma.post(f"/api/games/{gid}/join", invitation=links[0]).status_code == 400
    late = emma.post(f"/api/games/{gid}/join", invitation=links[1])
    assert (late.status_code, "taken" in late.json()["error"]) == (400, True)
    assert emma.post(f"/api/games/{gid}/join", side="axis").status_code == 400
    # a seat that is gone is not the seat of whoever comes next
    assert anna.post(f"/api/games/{gid}/team", side="axis", shares=[]).status_code == 200
    again = anna.post(f"/api/games/{gid}/team", side="axis", shares=[{"army": ["ax-ir1"]}]).json()
    assert again["seats"][1]["number"] != number
    assert emma.post(f"/api/games/{gid}/join", invitation=links[1]).status_code == 400


def test_a_side_is_shared_out_before_the_game_begins(site: Site) -> None:
    anna, boris = site.person("Anna"), site.person("Boris")
    gid = anna.made(scenario="yelnya", side="axis")
    before = told(anna, gid)
    assert [part["name"] for part in before["parts"]][:4] == [
        "XX AK Corps",
        "IX AK Corps",
        "VII AK Corps",
        "XXXXVI Pz Corps",
    ]
    now = anna.post(f"/api/games/{gid}/team", side="axis", shares=[{"army": ["de-hq-9ak"]}]).json()
    link = anna.post(f"/api/games/{gid}/invitations", role="member", side="axis", seat=now["seats"][1]["number"])
    assert boris.post(f"/api/games/{gid}/join", invitation=link.json()["token"]).status_code == 200
    assert site.person("Emil").post(f"/api/games/{gid}/join", side="soviet").status_code == 200
    listed = boris.get("/api/lobby").json()["yours"][0]
    assert (listed["state"], [s["army"] for s in listed["seats"] if s["role"] == "member"]) == (
        "playing",
        ["IX AK Corps"],
    )
    assert boris.get(f"/api/games/{gid}").json()["players"]["axis"] == "human"
    assert boris.view(gid, "axis")["side"] == "axis"
    assert boris.get(f"/api/games/{gid}/view", side="soviet").status_code == 403


def test_the_lobby_says_whose_units_the_decision_is_about(site: Site) -> None:
    gid, (anna, boris, carl), emil = team_game(site, *HALVES)
    at_segment(site, gid, "movement_segment")
    seq = anna.view(gid, "axis")["seq"]
    assert boris.act(gid, "axis", seq, {"type": "begin_move", "unit": "ax-pz"}).status_code == 200
    for person, waits in ((anna, ["Boris"]), (carl, ["Boris"]), (emil, [])):
        assert [game["waits"] for game in person.get("/api/lobby").json()["yours"]] == [waits]


def test_others_units_join_an_attack_only_if_they_are_lent(site: Site) -> None:
    """Who lends is theirs to say, and the chief's order of battle does not say it for them."""
    gid, (anna, boris, _), emil = team_game(site, *HALVES)
    lent = boris.post(f"/api/games/{gid}/lend", side="axis", lends=True)
    assert lent.status_code == 200, lent.text
    assert [s["lends"] for s in lent.json()["seats"]] == [False, True, False]
    assert [s["lends"] for s in told(anna, gid)["seats"]] == [False, True, False]
    assert emil.post(f"/api/games/{gid}/lend", side="axis", lends=True).status_code == 403


def at_election(site: Site, gid: str) -> str:
    """Play on until a side elects who goes first, which the dice decide; that side."""
    while True:
        with site.house.using(gid) as session:
            open_ = session.game.decision
            assert open_ is not None, "nobody elected an order"
            offered = session.game.choices()
            if isinstance(offered[0], ElectOrder):
                return open_.side
            chosen = next((a for a in offered if isinstance(a, Done)), offered[0])
            assert session.take(open_.side, chosen) is None


def test_the_order_of_play_is_the_chiefs(site: Site) -> None:
    """The side that elects is shared out only then."""
    gid, (axis, soviet) = site.begun("Anna", "Emil")
    side = at_election(site, gid)
    chief = axis if side == "axis" else soviet
    shares = [{"army": [told(chief, gid, side)["parts"][0]["id"]]}]
    answer = chief.post(f"/api/games/{gid}/team", side=side, shares=shares)
    assert answer.status_code == 200, answer.text
    boris = member(site, chief, gid, side, answer.json()["seats"][1]["number"], "Boris")
    view = chief.view(gid, side)
    refused = boris.act(gid, side, view["seq"], view["choices"][0])
    assert (refused.status_code, refused.json()["error"]) == (409, f"This is for {chief.name} (chief) to decide.")
    assert chief.act(gid, side, view["seq"], view["choices"][0]).status_code == 200

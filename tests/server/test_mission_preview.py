"""An air mission foreseen: through the interface, in the terminal; what is refused, what is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from litestar.testing import TestClient

from editions.new_ocs import test_new_air as new
from editions.v1992 import test_v1992_air_barrage as joint
from redball.cli.text import Table
from redball.core.actions import AddPlane, AimMission, PlanMission
from redball.game.save import SaveFile
from redball.server.session import Session
from rules.test_air_strikes import FAR, FIGHTER, HQ, STUKA, TANKS, front
from server.kit import get
from support import Sitting

BOMBER = new.BOMBER
PEOPLE = {"axis": "human", "soviet": "human"}
PLANES = f"axis 01.01 st {STUKA} name=Ju_87\naxis 01.01 bf {FIGHTER} name=Bf_109\naxis 01.01 idle {STUKA} inactive"
ENEMY = f"\nsoviet 20.01 mig {FIGHTER} name=MiG-3"
BASES = "axis 01.01 3\nsoviet 20.01 2"


def aloft(more: str = "") -> Sitting:
    """A barrage on two brigades and an HQ in a Patrol Zone, before its draft."""
    return front(f"t1 {TANKS}\nt2 {TANKS}\nhq {HQ}", PLANES + ENEMY + more, bases=BASES)


def seated(table: Sitting, folder: Path) -> Session:
    """A session of the game, kept in the folder."""
    gid = uuid4().hex[:12]
    return Session(gid, table.game, SaveFile(folder / f"{gid}.redball", table.game), PEOPLE)


def served(client: TestClient[Any], table: Sitting) -> str:
    """The id of the game, which the server keeps as long as it runs."""
    store = client.app.state.store
    session = seated(table, store.folder)
    store._open[session.id] = session  # there is no call for it: the server makes games of scenarios only
    return session.id


@pytest.mark.case("14.2f-A", "14.4e", "14.5-A")
def test_the_draft_is_told_with_what_it_would_meet(client: TestClient[Any]) -> None:
    """Before an aircraft is added, who cannot join and why; then the whole mission, and the same if intercepted."""
    table = aloft().do(PlanMission("barrage"), AimMission(15 - 1))
    gid = served(client, table)
    told = get(client, gid, "mission", side="axis")
    assert (told["odds"], told["refused"]["code"]) == (None, "mission.empty")
    assert [(one["plane"], one["refusal"]["code"]) for one in told["grounded"]] == [("idle", "mission.inactive")]
    table.do(AddPlane("st"), AddPlane("bf"))
    told = get(client, gid, "mission", side="axis")
    odds, flight = told["odds"], told["odds"]["flight"]
    assert (told["planes"], told["refused"]) == (["st", "bf"], None)
    assert (odds["hit"]["p"], odds["flak"]["total"]) == ("1/6", "+1"), "the HQ lies under the brigade"
    assert flight["whole"]["p"] == "5/6"
    assert flight["arrivals"][0]["points"] == 21
    assert sum(one["chance"] for one in flight["effects"]) == pytest.approx(1)
    assert flight["effects"][0]["text"] in ("DG", "no effect")
    assert odds["column"]["lines"][0]["amount"] == "17-24"
    assert set(flight["expected"]) == {"own_steps", "steps"} == set(flight["expected_ledgers"])
    assert (odds["meeting"]["why"], odds["meeting"]["planes"]) == ("intercepts", ["mig"])
    assert odds["assumptions"][0] == "nobody intercepts: whether the enemy does cannot be foreseen"


def test_a_mission_that_nobody_plans_yet_can_be_asked_for(client: TestClient[Any]) -> None:
    """With a kind; what the rules refuse is answered in their words. Without a kind or a draft there is nothing."""
    gid = served(client, aloft())
    told = get(client, gid, "mission", side="axis", kind="barrage", hex=14, planes="st,bf")
    assert told["odds"]["flight"]["arrivals"][0]["planes"] == ["st", "bf"]
    for query, sentence in (
        ({}, "no mission is planned"),
        ({"kind": "barrage", "hex": 14, "planes": "idle"}, "is Inactive"),
        ({"kind": "barrage", "hex": 13, "planes": "st"}, "no enemy combat units"),
        ({"kind": "air_transport", "hex": 14}, "can be flown in the"),
        ({"kind": "flying_circus", "hex": 14}, "can be flown in the"),
    ):
        answer = client.get(f"/api/games/{gid}/mission", params={"side": "axis", **query})  # type: ignore[dict-item]
        assert answer.status_code == 400
        assert sentence in answer.text
    assert client.get(f"/api/games/{gid}/mission", params={"side": "soviet"}).status_code == 400


@pytest.mark.case("4.8b-E", "4.9a-A")
def test_twin_games_are_told_the_same(client: TestClient[Any]) -> None:
    """More of the enemy's under the top one, Inactive ones: not a letter of the answer is another."""
    hidden = f"\nsoviet 20.01 mig2 {FIGHTER} name=MiG-3\nsoviet 20.01 n {STUKA} inactive"
    told = []
    for more in ("", hidden):
        gid = served(client, aloft(more))
        query = {"side": "axis", "kind": "barrage", "hex": 14, "planes": "st,bf"}
        told.append(client.get(f"/api/games/{gid}/mission", params=query).text)  # type: ignore[arg-type]
    assert told[0] == told[1]


def test_the_terminal_tells_the_same_in_lines(tmp_path: Path) -> None:
    said = list[str]()
    screen = Table(seated(aloft(), tmp_path), said.append)
    screen.play(iter([f"mission barrage {FAR} st bf"]))
    out = "\n".join(said)
    for words in (
        "Barrage of units to 15.01: Ju 87, Bf 109",
        "Flak takes a step: 16.7 % (1/6), +1 (+1",
        "2 of 2 get there with 21 points\n",
        "Ju 87 reduced, 1 step lost\n",
        "if all get there: column",
        "if MiG-3 intercepts:",
        "assumed: nobody intercepts",
        "cannot join: Idle is Inactive. [14.1a]",
    ):
        assert words in out, out
    said.clear()
    screen.play(iter(["mission barrage 15.01 idle", "mission"]))
    assert "is Inactive" in "\n".join(said)
    assert "no mission is planned" in "\n".join(said)


@pytest.mark.case("N14-strike-flak", "N14-interception-ready")
def test_a_strike_of_new_ocs_is_told_with_the_flak_after_it(client: TestClient[Any], tmp_path: Path) -> None:
    """On a base with a ready Fighter, which must intercept."""
    planes = f"axis 01.01 b {BOMBER} name=Do_17\nsoviet 08.01 x F 4-3-12/3-2-8 name=LaGG"
    table = new.sky(planes, bases="axis 01.01 2\nsoviet 08.01 2", units=f"{new.UNITS}\nsoviet 08.01 t {TANKS}")
    table.do(PlanMission("base_barrage"), AimMission(table.hex("08.01")), AddPlane("b"))
    odds = get(client, served(client, table), "mission", side="axis")["odds"]
    assert (odds["strikes_first"], odds["hit"]["p"], odds["flak"]["total"]) == (True, "1/6", "+1")
    assert {arrival["points"] for arrival in odds["flight"]["arrivals"]} == {18}
    assert (odds["meeting"]["why"], odds["meeting"]["planes"]) == ("must", ["x"])
    said = list[str]()
    Table(seated(table, tmp_path), said.append).play(iter(["mission"]))
    out = "\n".join(said)
    for words in (
        "1 of 1 are left with 18 points\n",
        "LaGG must intercept:",
        "assumed: nobody intercepts, although a ready Fighter whose base is struck by",
    ):
        assert words in out, out


@pytest.mark.case("E92-flak-results", "E92-air-phasing-wait")
def test_a_barrage_of_1992_is_told_with_its_aircraft(client: TestClient[Any], tmp_path: Path) -> None:
    """Alone and with a gun, on the page and in the terminal; without aircraft in the draft as it always was."""
    table = joint.drafted(joint.sky(at="combat_barrage", head="edition 1992\n"))
    gid, hex_ = served(client, table), table.hex("08.02")
    assert get(client, gid, "barrage", side="axis", hex=hex_, units="g")["aircraft"] is None
    table.do(AddPlane("b"))
    alone, both = (get(client, gid, "barrage", side="axis", hex=hex_, units=guns)["aircraft"] for guns in ("", "g"))
    assert [odds["column"]["lines"][0]["reason"] for odds in (alone, both)] == [
        "18 Barrage Points",
        "26 Barrage Points",
    ]
    assert sum(one["chance"] for one in both["flight"]["effects"]) == pytest.approx(1)
    assert get(client, gid, "barrage", side="axis", hex=hex_ - 1, units="g")["aircraft"] is None
    said = list[str]()
    Table(seated(table, tmp_path), said.append).play(iter(["barrage 08.02"]))
    out = "\n".join(said)
    assert "with the aircraft of the draft:" in out
    assert "of 1 get there with 18 points" in out

"""Moves that are prepared while the other side acts: kept, foreseen, sent when they are due, and where they stop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from redball.core import engine
from redball.core.actions import BeginMove, Done, Halt, Release, StepTo
from redball.game import Game
from redball.game.plan.formations import Left, MarchMacro
from redball.game.save import Unwritable, verify
from redball.game.standing.plans import MOST_ENTRIES, NO_PLAN, Plan
from redball.game.standing.questions import Standing
from redball.server.answers.prepared import PreparedMoves, prepared
from redball.server.app import create_app
from redball.server.session import Session
from server.kit import asking, get
from support import LEG, land, text

MOVEMENT, REACTION, EXPLOITATION = (f"{phase}/movement_segment" for phase in ("movement", "reaction", "exploitation"))
PEOPLE = {"axis": "human", "soviet": "human"}
TWO = f"axis 02.03 a {LEG} move\naxis 02.04 b {LEG} move\nsoviet 10.03 r {LEG} reserve"


def waiting(folder: Path, units: str = TWO, **switches: object) -> Session:
    """The Soviets are in their Exploitation Phase, with a Reserve; then it is the Axis Player Turn."""
    written = text(
        units, land(columns=10, rows=6), at="exploitation_movement", phasing="soviet", rest="[sources]\naxis 01.03\n"
    )
    return Session.begin(folder, Game.from_position(written, seed=1, switches=switches), PEOPLE)


def plan(table: Session, *moves: tuple[str, str], segment: str = MOVEMENT, sends: bool = False) -> None:
    index = table.game.world.board.index
    entries = tuple(MarchMacro(tuple(units.split()), index(hex_)) for units, hex_ in moves)
    table.prepare("axis", Plan(segment, entries, sends))


def pass_on(table: Session) -> None:
    """The Soviets end what they have to decide, and the Axis what comes before its movement."""
    while (open_ := table.game.decision) is not None and not at_movement(table):
        assert table.act(open_.side, [Done()]) is None
        if any(record.by == "planned" for record in table.game.records):
            return


def at_movement(table: Session) -> bool:
    open_ = table.game.decision
    return open_ is not None and open_.side == "axis" and engine.decision_name(table.game.look, open_) == MOVEMENT


def where(table: Session, uid: str) -> str:
    return table.game.world.board.hex_name(table.game.look.unit(uid).hex)


def codes(left: tuple[Left, ...]) -> list[tuple[str, str]]:
    return [(uid, one.refusal.code) for one in left for uid in one.units]


def told(found: PreparedMoves) -> list[tuple[str, int, str]]:
    """Of each unit how many hexes it would go, or why it would not."""
    legs = [leg for move in found.moves for leg in move.legs]
    return [(leg.unit, len(leg.path), leg.refusal.code if leg.refusal else "") for leg in legs]


def test_a_plan_is_sent_when_it_is_due_and_not_before(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    plan(table, ("a", "04.03"), ("b", "04.04"))
    with pytest.raises(ValueError, match="nothing is prepared for this decision"):
        table.send("axis")
    pass_on(table)
    assert where(table, "a") == "02.03", "without a click nothing goes"
    assert prepared(table, "axis").due
    assert table.send("axis") == ()
    assert (where(table, "a"), where(table, "b")) == ("04.03", "04.04")
    assert [record.by for record in table.game.records if isinstance(record.action, StepTo)] == [""] * 4
    assert table.standing_of("axis").plan == NO_PLAN
    assert at_movement(table), "the player goes on with whom they like"


def test_what_is_foreseen_is_what_comes_if_nothing_does(tmp_path: Path) -> None:
    """In the Soviet Exploitation Phase the Axis units could not move; they will in their own Movement Phase."""
    table = waiting(tmp_path)
    plan(table, ("a", "04.03"), ("b", "10.03"), ("a", "09.06"))
    before = prepared(table, "axis")
    assert not before.due
    assert told(before) == [("a", 3, ""), ("b", 0, "move.enemy"), ("a", 7, "")]
    pass_on(table)
    after = prepared(table, "axis")
    assert (after.due, told(after)) == (True, told(before))
    assert [name.name for name in after.segments] == [MOVEMENT, REACTION, EXPLOITATION]
    for segment in (REACTION, EXPLOITATION):  # only Reserves move there (7.0a, 11.0a)
        plan(table, ("a", "04.03"), segment=segment)
        assert [one[2] for one in told(prepared(table, "axis"))] == ["move.not_usable"]


def test_who_cannot_go_stays_in_the_plan_with_the_reason(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    plan(table, ("a b", "04.03"), ("b", "04.04"))
    pass_on(table)
    for action in (BeginMove("a"), StepTo(table.game.world.board.index("03.03")), Halt()):
        assert table.act("axis", [action]) is None
    assert codes(table.send("axis")) == [("a", "move.moved"), ("b", "move.moved")]
    (entry, other), said = table.standing_of("axis").plan.entries, table.standing_of("axis").plan
    assert (entry.units, other.units) == (("a",), ("b",)), "b has gone by the first entry, so the second was refused"
    assert said.halted == "B Rgt has finished its move in this phase."
    assert (where(table, "a"), where(table, "b")) == ("03.03", "04.03")


def test_it_stops_where_an_enemy_shows(tmp_path: Path) -> None:
    """A marker hides the Soviets (HR-2) until somebody is next to them."""
    units = f"axis 02.03 a {LEG} move\naxis 02.06 b {LEG} move\nsoviet 07.03 r {LEG} reserve"
    table = waiting(tmp_path, units, fog=True, denser_fog=True)
    plan(table, ("a", "06.03"), ("b", "02.05"), sends=True)
    pass_on(table)
    said = table.standing_of("axis").plan
    assert said.halted == "R Rgt came into sight."
    assert not said.sends
    assert [entry.units for entry in said.entries] == [("b",)]
    assert (where(table, "a"), where(table, "b")) == ("06.03", "02.06")


def test_it_goes_by_itself_if_the_player_wants_that(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    plan(table, ("a", "04.03"), ("b", "04.04"), sends=True)
    pass_on(table)
    assert (where(table, "a"), where(table, "b")) == ("04.03", "04.04")
    taken = [record for record in table.game.records if record.by == "planned"]
    assert {record.side for record in taken} == {"axis"}
    assert table.standing_of("axis").plan == NO_PLAN
    own, other = ([entry for entry in table.journal.read(side) if entry.by] for side in ("axis", "soviet"))
    assert {entry.by.text for entry in own if entry.by and entry.by.why == "planned"} == {"as you prepared it"}
    assert "planned" not in {entry.by.why for entry in other if entry.by}, "the enemy is not told why"
    assert not [entry for entry in own if entry.type == "ByItself" and "prepared" in entry.text]
    # one undo takes back what nobody clicked, and it does not go again
    assert table.undo("axis") is None
    assert (where(table, "a"), where(table, "b")) == ("02.03", "02.04")
    # a save tells the same
    loaded, replayed, *_ = verify(table.save.path)
    assert loaded.state == replayed.state == table.game.state


def test_a_plan_that_came_in_the_segment_waits_for_a_click(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    pass_on(table)
    plan(table, ("b", "04.04"), sends=True)
    for action in (BeginMove("a"), StepTo(table.game.world.board.index("03.03")), Halt()):
        assert table.act("axis", [action]) is None
    assert where(table, "b") == "02.04"
    assert table.send("axis") == ()
    assert where(table, "b") == "04.04"


def test_a_plan_waits_after_a_surprise_that_the_player_has_named(tmp_path: Path) -> None:
    """The Soviets in sight move away, and those below them show (4.8b-D)."""
    units = f"axis 02.03 a {LEG} move\nsoviet 06.03 r {LEG} reserve\nsoviet 06.03 s {LEG} move"
    table = waiting(tmp_path, units, fog=True)
    table.stand("axis", Standing(halts=("sighted",)))
    plan(table, ("a", "02.05"), sends=True)
    for action in (Release("r"), BeginMove("r"), StepTo(table.game.world.board.index("07.03")), Halt()):
        assert table.act("soviet", [action]) is None
    pass_on(table)
    assert table.surprise("axis")
    assert where(table, "a") == "02.03"
    assert prepared(table, "axis").due, "a click sends it still"
    assert table.send("axis") == ()


def test_it_wakes_with_the_save_and_is_withdrawn(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    plan(table, ("a", "04.03"), sends=True)
    again = Session.resume(table.save.path)
    assert again.standing_of("axis") == table.standing_of("axis")
    assert again.standing_of("axis").plan.sends
    plan(again)
    assert Session.resume(table.save.path).standing_of("axis").plan == NO_PLAN


def test_a_unit_that_is_gone_is_told(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    plan(table, ("a ghost", "04.03"))
    assert told(prepared(table, "axis")) == [("a", 3, ""), ("ghost", 0, "move.off_map")]
    pass_on(table)
    assert codes(table.send("axis")) == [("ghost", "move.off_map")]
    assert where(table, "a") == "04.03"


def test_a_full_disk_leaves_the_plan_for_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = waiting(tmp_path)
    plan(table, ("a", "04.03"), sends=True)
    take = table.take

    def full(side: str, action: Any, by: str = "") -> Any:
        if by == "planned":
            raise Unwritable("no room")
        return take(side, action, by)

    monkeypatch.setattr(table, "take", full)
    pass_on(table)
    assert at_movement(table)
    assert table.standing_of("axis").plan.entries


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        (Plan("combat/combat_segment", (MarchMacro(("a",), 1),)), "no segment"),
        (Plan(MOVEMENT, (MarchMacro(("a",), 10**6),)), "no hex"),
        (Plan(MOVEMENT, (MarchMacro((), 1),)), "1 to"),
        (Plan(MOVEMENT, (MarchMacro(("a",), 1),) * (MOST_ENTRIES + 1)), "at most"),
    ],
)
def test_what_the_game_does_not_have_is_refused(tmp_path: Path, wrong: Plan, match: str) -> None:
    table = waiting(tmp_path)
    with pytest.raises(ValueError, match=match):
        table.prepare("axis", wrong)
    assert table.standing_of("axis").plan == NO_PLAN
    table.recall({"axis": {"plan": {"segment": "nowhere", "entries": [{"type": "march", "units": ["a"], "hex": 1}]}}})
    assert table.standing_of("axis").plan == NO_PLAN, "nor taken over from another version of the program"


def test_who_stands_there_already_need_not_go(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    plan(table, ("a", "02.03"), ("b", "04.04"))
    assert told(prepared(table, "axis")) == [("a", 1, ""), ("b", 3, "")]
    pass_on(table)
    assert table.send("axis") == ()
    assert table.standing_of("axis").plan == NO_PLAN
    assert not table.game.look.unit("a").activity.moved


def test_the_calls(tmp_path: Path) -> None:
    """Prepared, changed, sent and withdrawn over HTTP; what is sent is an ordinary answer with the new view."""
    table = waiting(tmp_path)
    goal, ordered = table.game.world.board.index("04.03"), {"side": "axis", "segment": MOVEMENT}
    with asking(create_app(tmp_path)) as client:
        address = f"/api/games/{table.id}"

        def post(what: str, **body: Any) -> Any:
            return client.post(f"{address}/{what}", json=body)

        found = post("prepared", **ordered, moves=[{"units": ["a", "b", "a"], "hex": goal}]).json()
        assert [(move["units"], move["hex"], len(move["legs"])) for move in found["moves"]] == [(["a", "b"], goal, 2)]
        assert found == get(client, table.id, "prepared", side="axis")
        assert (found["due"], found["sends"], found["halted"]) == (False, False, "")
        early = post("send", side="axis", seq=0)
        assert (early.status_code, early.json()["error"]) == (400, "nothing is prepared for this decision")
        for units, hex_ in ((["r"], goal), (["nobody"], goal), ([], goal), (["a"], 10**6)):
            wrong = post("prepared", **ordered, moves=[{"units": units, "hex": hex_}])
            assert wrong.status_code == 400, (units, wrong.text)
        assert get(client, table.id, "prepared", side="axis") == found
        for number in range(2):
            side = ("soviet", "axis")[number]
            seq = get(client, table.id, "view", side=side)["seq"]
            assert post("act", side=side, seq=seq, actions=[{"type": "done"}]).status_code == 200
            if get(client, table.id, "prepared", side="axis")["due"]:
                break
        seq = get(client, table.id, "view", side="axis")["seq"]
        sent = post("send", side="axis", seq=seq).json()
        assert sent["taken"] == sent["view"]["seq"] - seq == 8
        assert {unit["id"]: unit["hex"] for unit in sent["view"]["units"] if unit["side"] == "axis"} == dict.fromkeys(
            "ab", goal
        )
        assert "left" not in sent
        assert get(client, table.id, "prepared", side="axis")["moves"] == []
        post("prepared", **ordered, moves=[{"units": ["a"], "hex": goal}])
        assert post("prepared", **ordered, moves=[]).json()["moves"] == []

"""Standing answers on the server: said, used, marked, saved, undone; and what nobody is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from redball.bots import make_bot
from redball.core.actions import Action, BeginMove, Cancel, ChooseLeader, DeclareAttack, Done, Halt, Pay, StepTo
from redball.core.actions import AddUnit as Add
from redball.core.actions.naval import AddShip, AimAtShip, AimGuns
from redball.game import Game
from redball.game.save import SaveFile, Unwritable, load, verify
from redball.game.standing.alone import undoable
from redball.game.standing.orders import StandingOrder, When
from redball.game.standing.questions import QUESTIONS, Standing, questions_of
from redball.game.view.decision import undo_view
from redball.server.session import Session
from rules.test_gunfire import aimed, sea
from server.kit import made
from support import asked, text

PEOPLE = {"axis": "human", "soviet": "human"}
RGT = "Rgt infantry other 8-3-3L/4-3-6L"
BEST = "Rgt infantry other 8-5-3L/4-5-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
FIGHT = f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {RGT}\nsoviet 03.03 r2 {BEST}"
STOCKS = "[supply]\naxis 02.02 4\nsoviet 03.03 4\n"
ALL = {"leader": "highest", "defence": "pay"}


def seated(
    folder: Path, units: str, *, at: str = "combat", rest: str = STOCKS, players: dict[str, str] = PEOPLE
) -> Session:
    """A game from a position, with its save in the folder."""
    game = Game.from_position(text(units, at=at, rest=rest), seed=3, script=(3, 4, 3, 4, 3, 4))
    return Session.begin(folder, game, players)


def act(session: Session, side: str, *actions: Action) -> None:
    for action in actions:
        assert session.act(side, [action]) is None


def attack(session: Session, *units: str, where: str = "03.03") -> None:
    """The axis attacks, and pays from its hex."""
    hex_ = session.game.world.board.index(where)
    act(session, "axis", DeclareAttack(hex_), *map(Add, units), Done())


def pays(session: Session, where: str = "02.02", unit: str = "a1") -> None:
    act(session, "axis", Pay(unit, session.game.world.board.index(where)))


def marks(session: Session, viewer: str) -> list[str]:
    """What the log says of answers that were given for a side."""
    return [entry.by.text for entry in session.journal.read(viewer) if entry.by]


def bys(session: Session) -> list[str]:
    return [record.by for record in session.game.records if record.by]


def test_a_standing_answer_is_used_and_marked(tmp_path: Path) -> None:
    session = seated(tmp_path, FIGHT)
    session.stand("soviet", Standing(ALL))
    attack(session, "a1")
    pays(session)
    assert bys(session)[:2] == ["standing defence pay", "standing leader highest"]
    leader = next(e for e in session.journal.read("soviet") if e.type == "LeaderChosen" and e.side == "soviet")
    assert ChooseLeader("r2") in [record.action for record in session.game.records]
    assert leader.by
    assert leader.by.text == "by standing answer: the highest Action Rating leads"
    assert not [mark for mark in marks(session, "axis") if "standing" in mark], "the enemy is not told why"


def test_what_cannot_be_saved_is_asked_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full after the player's own action: that one counts, and the next decision is theirs to make."""
    session = seated(tmp_path, FIGHT)
    session.stand("axis", Standing(ALL, always=True))
    hex_ = session.game.world.board.index("03.03")
    act(session, "axis", DeclareAttack(hex_), Add("a1"))
    take = session.take

    def full(side: str, action: Action, by: str = "") -> object:
        if by:
            raise Unwritable("no room")
        return take(side, action)

    monkeypatch.setattr(session, "take", full)
    number = len(session.game.records)
    assert session.act("axis", [Done()]) is None
    assert len(session.game.records) == number + 1
    assert session.game.decision is not None


def test_nothing_is_answered_that_was_not_said(tmp_path: Path) -> None:
    session = seated(tmp_path, FIGHT)
    attack(session, "a1")
    pays(session)
    assert session.decides("soviet")
    assert bys(session) == []


def test_marks_and_answers_survive_a_reload(tmp_path: Path) -> None:
    session = seated(tmp_path, FIGHT)
    session.stand("soviet", Standing(ALL, ("reaction/movement_segment",), always=True))
    attack(session, "a1")
    pays(session)
    told, path = marks(session, "soviet"), session.save.path
    assert told
    again = Session.resume(path)
    assert marks(again, "soviet") == told
    assert again.game.records == session.game.records
    assert again.standing_of("soviet") == session.standing_of("soviet")
    loaded, replayed, *_ = verify(path)
    assert loaded.state == replayed.state


def test_an_older_program_reads_the_line_as_an_undo_of_nothing(tmp_path: Path) -> None:
    session = seated(tmp_path, FIGHT)
    attack(session, "a1")
    number = len(session.game.records)
    session.stand("soviet", Standing(ALL))
    line = session.save.path.read_text().splitlines()[-1]
    assert f'"undo":{number}' in line
    assert len(load(session.save.path).game.records) == number
    act(session, "axis", Pay("a1", session.game.world.board.index("02.02")))
    assert bys(Session.resume(session.save.path))


def test_a_change_after_an_undo_stays(tmp_path: Path) -> None:
    session = seated(tmp_path, FIGHT)
    act(session, "axis", DeclareAttack(session.game.world.board.index("03.03")))
    session.stand("axis", Standing(ALL))
    assert session.undo("axis") is None
    assert session.standing_of("axis") == Standing(ALL)
    assert Session.resume(session.save.path).standing_of("axis") == Standing(ALL)


# --- what nobody is asked, and undo ----------------------------------------------------------------------------

TWO_DUMPS = f"axis 02.02 a1 {DIV}\naxis 02.02 a2 {RGT}\nsoviet 03.03 r1 {RGT} exhausted"


def paying(folder: Path) -> Session:
    """a1 owes 3T, and the first dump has 2T: who pays the rest is no question."""
    session = seated(folder, TWO_DUMPS, rest="[supply]\naxis 02.02 2T\naxis 02.01 2T\n")
    attack(session, "a1", "a2")
    return session


@pytest.mark.case("12.4-A")
def test_the_only_choice_is_taken_and_undone_with_its_gesture(tmp_path: Path) -> None:
    session = paying(tmp_path)
    before = len(session.game.records)
    pays(session)
    assert [record.by for record in session.game.records[before:]] == ["", "only"]
    assert marks(session, "axis") == ["the only choice"]
    assert session.decides("axis"), "a2 is still to be paid for"
    assert session.undo("axis") is None
    assert len(session.game.records) == before
    assert session.redo("axis") is None
    assert len(session.game.records) == before + 2
    assert session.undo("axis", 2) is None
    assert len(session.game.records) == before, "as the page counts"


def test_undo_stops_at_a_seal_before_what_followed(tmp_path: Path) -> None:
    """Where a seal stands between the gesture and what followed, only that is taken back, and the player is asked."""
    session = paying(tmp_path)
    before = len(session.game.records)
    pays(session)
    session.game._undo = session.game._undo[-1:]  # as if the payment had rolled dice
    session.game._sealed_by = "dice"
    assert session.undo("axis") is None
    assert len(session.game.records) == before + 1
    assert session.game.decision is not None
    assert session.game.decision.procedure.name == "pay"
    assert session.undo("axis") is not None
    pays(session, "02.01")
    assert len(session.game.records) == before + 2


def test_an_undone_decision_is_asked_again(tmp_path: Path) -> None:
    """What was undone is not at once done again."""
    session = paying(tmp_path)
    pays(session)
    session.undo("axis")
    assert session.decides("axis")
    assert [a for a in session.game.choices() if isinstance(a, Pay)]
    assert not [a for a in session.game.choices() if isinstance(a, Cancel)]


WAITING = f"axis 01.01 a1 {RGT}\nsoviet 06.05 r1 {RGT}"
DUMP = "[supply]\nsoviet 06.05 2\n"


@pytest.mark.case("12.11a-A")
def test_a_reaction_with_nothing_useful_passes_with_a_line(tmp_path: Path) -> None:
    session = seated(tmp_path, WAITING, at="movement", rest=DUMP)
    act(session, "axis", Done())
    assert bys(session)[0] == "passed"
    line = next(e for e in session.journal.read("soviet") if e.type == "ByItself")
    assert line.text == "Reaction Phase, Movement Segment: nothing useful could be done, so it passed by itself"
    assert not [e for e in session.journal.read("axis") if e.type == "ByItself"]
    again = Session.resume(session.save.path)
    assert [e.text for e in again.journal.read("soviet")] == [e.text for e in session.journal.read("soviet")]


def test_the_player_can_say_where_to_stop(tmp_path: Path) -> None:
    session = seated(tmp_path, WAITING, at="movement", rest=DUMP)
    session.stand("soviet", Standing(stops=("reaction/movement_segment",)))
    act(session, "axis", Done())
    assert session.decides("soviet")
    assert session.game.state.clock.phase == "reaction"


def test_own_movement_is_never_passed_while_something_can_move(tmp_path: Path) -> None:
    session = seated(tmp_path, WAITING, at="exploitation_movement", rest=DUMP)
    for _ in range(40):
        open_ = session.game.decision
        assert open_ is not None
        if session.game.state.clock.phase == session.game.state.clock.segment == "movement":
            break
        act(session, open_.side, Done())
    asked_now = session.game.decision
    assert asked_now is not None
    assert (asked_now.procedure.name, asked_now.side) == ("movement_segment", "soviet")


def test_it_all_holds_while_a_bot_plays(tmp_path: Path) -> None:
    """The server answers for the player in the bot's turn; the bot itself is never answered for."""
    session = seated(tmp_path, FIGHT, players={"axis": "steady", "soviet": "human"})
    session.stand("soviet", Standing(ALL | {"option": "retreat", "retreat": "supply", "losses": "spare"}))
    for _ in range(60):
        if not session.bot_plays("soviet", "step"):
            break
    assert all(record.side == "soviet" for record in session.game.records if record.by)


def prompts(tmp_path: Path, standing: Standing) -> int:
    """How often the Axis is asked in the first Soviet Player Turn of Yelnya."""
    game = Game.new("yelnya", seed=1)
    session = Session.begin(tmp_path, game, {"soviet": "steady", "axis": "human"})
    session.stand("axis", standing)
    bots, count = {side: make_bot("steady", 0) for side in ("soviet", "axis")}, 0
    while game.state.clock.phasing != "axis":
        open_ = asked(game)
        count += open_.side == "axis"
        assert session.act(open_.side, [bots[open_.side].choose(game, open_.side)]) is None
    return count


def test_sensible_answers_leave_hardly_anything_to_be_asked(tmp_path: Path) -> None:
    """Those that the form fills in: one for each question, and none is used before the player says so."""
    sensible = {name: question.sensible for name, question in QUESTIONS.items()}
    assert all(answer in QUESTIONS[name].answers for name, answer in sensible.items())
    before = prompts(tmp_path, Standing())
    there = {name: sensible[name] for name in questions_of(Game.new("yelnya", seed=1).world)}
    after = prompts(tmp_path, Standing(there))
    assert before > 8
    assert after <= 2


# --- the calls -------------------------------------------------------------------------------------------------


def put(client: TestClient[Any], gid: str, **wish: Any) -> Any:
    return client.post(f"/api/games/{gid}/standing", json={"side": "axis", **wish})


def chosen(form: Any) -> dict[str, str]:
    return {question["name"]: question["chosen"] for question in form["questions"] if question["chosen"]}


def test_the_form_is_filled_in_bit_by_bit(client: TestClient[Any]) -> None:
    gid = made(client)
    assert chosen(client.get(f"/api/games/{gid}/standing", params={"side": "axis"}).json()) == {}
    assert chosen(put(client, gid, answers={"leader": "highest"}).json()) == {"leader": "highest"}
    assert chosen(put(client, gid, answers={"losses": "spare"}).json()) == {"leader": "highest", "losses": "spare"}
    form = put(client, gid, answers={"leader": ""}, stops=["reaction/movement_segment"], always=True).json()
    assert chosen(form) == {"losses": "spare"}
    assert [stop["name"] for stop in form["stops"] if stop["chosen"]] == ["reaction/movement_segment"]
    assert form["always"] is True
    other = client.get(f"/api/games/{gid}/standing", params={"side": "soviet"}).json()
    assert chosen(other) == {}


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"answers": {"leader": "loudest"}}, "loudest"),
        ({"answers": {"mood": "good"}}, "mood"),
        ({"stops": ["siesta"]}, "siesta"),
        ({"side": "nobody"}, "nobody"),
        ({"answers": {"x" * 300: "y"}}, "no standing question|too long"),
    ],
)
def test_what_does_not_exist_is_refused_in_a_sentence(client: TestClient[Any], wish: dict[str, Any], word: str) -> None:
    gid = made(client)
    answer = put(client, gid, **wish)
    assert answer.status_code == 400
    assert any(part in answer.json()["error"] for part in word.split("|"))


def test_a_bots_side_has_no_form(client: TestClient[Any]) -> None:
    gid = made(client, players={"axis": "human", "soviet": "random"})
    assert put(client, gid, side="soviet", answers={"leader": "highest"}).status_code == 400
    assert client.get(f"/api/games/{gid}/standing", params={"side": "soviet"}).status_code == 400


# --- stacks that can do nothing but halt -----------------------------------------------------------------------


def on_the_move(folder: Path, units: str) -> Session:
    return seated(folder, f"{units}\nsoviet 06.05 r1 {RGT}", at="movement", rest="")


def step(session: Session, *names: str) -> None:
    board = session.game.world.board
    for name in names:
        assert asked(session.game).procedure.name == "move"
        act(session, "axis", StepTo(board.index(name)))


@pytest.mark.case("6.1g")
def test_a_stack_without_mp_halts_by_itself(tmp_path: Path) -> None:
    """It is not marked: there was nothing to decide. One undo takes it back with the step before it."""
    session = on_the_move(tmp_path, f"axis 01.01 a1 {RGT}")
    act(session, "axis", BeginMove("a1"))
    step(session, "01.02", "01.03", "01.04")
    assert asked(session.game).procedure.name == "movement_segment"
    assert (session.game.records[-1].action, bys(session)) == (Halt(), ["spent"])
    assert session.game.look.unit("a1").activity.moved
    assert marks(session, "axis") == []
    assert not any(line.type == "ByItself" for line in session.journal.read("axis"))
    assert session.undo("axis") is None
    assert session.game.world.board.hex_name(session.game.look.unit("a1").hex) == "01.03"
    assert asked(session.game).procedure.name == "move"
    assert session.redo("axis") is None
    assert asked(session.game).procedure.name == "movement_segment"


@pytest.mark.case("6.1f")
@pytest.mark.parametrize(("others", "halts"), [("4-3-3L", True), ("4-3-4L", False)])
def test_a_stack_halts_when_none_of_its_units_has_mp(tmp_path: Path, others: str, halts: bool) -> None:
    """Who is left behind lets the others go on."""
    session = on_the_move(tmp_path, f"axis 01.01 a1 {RGT}\naxis 01.01 a2 Rgt infantry other {others}/4-3-6L")
    act(session, "axis", BeginMove("a1"), Add("a2"))
    step(session, "01.02", "01.03", "01.04")
    assert (asked(session.game).procedure.name == "movement_segment") is halts


def test_a_stack_that_could_still_work_is_asked(tmp_path: Path) -> None:
    session = on_the_move(tmp_path, f"axis 01.01 a1 {RGT}")
    act(session, "axis", BeginMove("a1"))
    step(session, "01.02", "01.03")
    assert asked(session.game).procedure.name == "move", "it has MP left"
    assert bys(session) == []


# --- orders ----------------------------------------------------------------------------------------------------


def test_orders_are_tried_kept_and_used(client: TestClient[Any]) -> None:
    gid = made(client)
    wish = {"side": "axis", "orders": [{"question": "payer", "answer": "ask", "when": {"supply_below": 8}}]}
    tried = client.post(f"/api/games/{gid}/trial", json=wish)
    assert tried.status_code == 200, tried.text
    assert tried.json() == {"covered": 0, "answered": 0, "same": 0, "others": [], "more": False}
    form = client.get(f"/api/games/{gid}/standing", params={"side": "axis"}).json()
    assert form["orders"] == [], "a trial changes nothing"
    form = client.post(f"/api/games/{gid}/standing", json={**wish, "halts": ["sighted"]}).json()
    assert [order["text"] for order in form["orders"]] == ["Who pays? ask me, with tokens less than 8"]
    assert [halt["name"] for halt in form["halts"] if halt["chosen"]] == ["sighted"]
    assert form["waits"] == ""
    kept: Session = client.app.state.store.get(gid)
    assert kept.standing_of("axis").orders == (StandingOrder("payer", "ask", When(supply_below=8)),)
    assert Session.resume(kept.save.path).standing_of("axis") == kept.standing_of("axis")
    again = client.post(f"/api/games/{gid}/standing", json={"side": "axis", "answers": {}}).json()
    assert again["orders"] == form["orders"], "what is left out stays"
    assert client.post(f"/api/games/{gid}/standing", json={"side": "axis", "orders": []}).json()["orders"] == []


@pytest.mark.parametrize("call", ["trial", "standing"])
@pytest.mark.parametrize(
    "orders",
    [
        [{"question": "payer", "answer": "x"}],
        [{"question": "payer", "answer": "ask", "when": {"odds_from": "3:1"}}],
        [{"question": "payer", "answer": "ask", "unless": {}}],
        [{"question": "payer", "answer": "ask", "when": {"hexes": ["x"]}}],
        [{"question": "x" * 300, "answer": "ask"}],
    ],
)
def test_orders_that_make_no_sense_get_a_sentence(client: TestClient[Any], call: str, orders: list[Any]) -> None:
    gid = made(client)
    answer = client.post(f"/api/games/{gid}/{call}", json={"side": "axis", "orders": orders})
    assert answer.status_code == 400
    assert 0 < len(answer.json()["error"]) <= 300
    assert client.post(f"/api/games/{gid}/{call}", json={"side": "nobody"}).status_code == 400


def test_an_order_acts_as_a_logged_action_and_waits_after_a_surprise(tmp_path: Path) -> None:
    session = seated(tmp_path, FIGHT)
    here = session.game.world.board.index("03.03")
    orders = (StandingOrder("defence", "pay", When(hexes=(here,))), StandingOrder("leader", "highest"))
    session.stand("soviet", Standing(orders=orders, halts=("often",)))
    attack(session, "a1")
    pays(session)
    assert bys(session)[:2] == ["standing defence pay 1", "standing leader highest 2"]
    assert "by order 2: the highest Action Rating leads" in marks(session, "soviet")
    assert not [mark for mark in marks(session, "axis") if "order" in mark], "the enemy is not told why"
    loaded, replayed, *_ = verify(session.save.path)
    assert loaded.state == replayed.state


def test_orders_wait_for_the_player_who_sees_what_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = seated(tmp_path, FIGHT)
    session.stand("soviet", Standing(ALL, halts=("often",)))
    monkeypatch.setattr("redball.game.standing.surprise.OFTEN", 1)
    attack(session, "a1")
    pays(session)
    assert bys(session) == ["standing defence pay"], "the second one waits"
    assert session.surprise("soviet") == "1 decision in a row was answered"
    assert session.decides("soviet")
    act(session, "soviet", ChooseLeader("r2"))
    assert session.surprise("soviet") == "", "the player has the game in hand again"


@pytest.mark.case("2.1-C")
def test_the_halt_that_followed_dice_by_itself_is_not_undone_alone(tmp_path: Path) -> None:
    """Nobody chose it, and there is nothing else to choose; after an action of the player's, that is undone."""
    table = aimed(sea(dice=(1, 1)), "ships", "08.04").do(AimAtShip("s1"), AddShip("bb"), Done())
    game, there = table.game, AimGuns(table.hex("08.04"), "ships")
    session = Session("x", game, SaveFile(tmp_path / "x.redball", game), {"axis": "human", "soviet": "human"})
    assert game.take("axis", there, "spent").refusal is None
    assert (game.undo_steps, undoable(game), undo_view(game, "axis").possible) == (1, 0, False)
    refused = session.undo("axis")
    assert refused is not None
    assert (refused.code, len(game.records)) == ("undo.sealed", 4 + 1)
    assert game.take("axis", AddShip("ca")).refusal is None
    assert undoable(game) == 2
    assert session.undo("axis") is None
    assert undoable(game) == 0

"""The open combat, as the attacker and the defender are told of it while they decide."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from e2e.desk import force
from redball.analysis.policy import Policy
from redball.core.actions import (
    AddUnit,
    ChooseLeader,
    ChooseTerrain,
    DeclareAttack,
    DeclareBarrage,
    Done,
    Pay,
    Withhold,
)
from redball.core.look import Look
from redball.game import Game
from redball.game.save import SaveFile
from redball.game.watch.disguise import disguised
from redball.server.answers.theatre import theatre
from redball.server.session import Session
from support import asked

HOTSEAT = {"axis": "human", "soviet": "human"}
ATTACK = """redball-position 1
at combat phasing=axis
[terrain]
. . . . . . .
. . w . . . .
. . . . . . .
[units]
axis 02.02 a1 Rgt infantry other 12-4-3L/6-4-6L
axis 02.02 a2 Rgt infantry other 8-2-3L/4-2-6L
soviet 03.02 r1 Rgt infantry other 6-3-3L/3-3-6L
soviet 03.02 r2 Rgt infantry other 4-1-3L/2-1-6L
[supply]
axis 02.02 9
soviet 03.02 9
"""
GUNS = """redball-position 1
at combat_barrage phasing=axis
[terrain]
. . . . . . .
. . . w . . .
. . . . . . .
[units]
axis 01.02 g1 artillery b30-3-3-3T/b5-2-3-14T
axis 03.02 ir1 Rgt infantry other 8-3-3L/2-3-6L
soviet 04.02 r1 Div infantry other 12-3-3L/6-3-8L re=3
soviet 04.02 r2 Rgt infantry other 4-1-3L/2-1-6L
[supply]
axis 01.01 9
"""


def sit(tmp_path: Path, text: str, *, fog: bool = True, **switches: bool) -> Session:
    """A game from a written position, two people at it."""
    game = Game.from_position(text, seed=3, switches={"fog": fog, **switches})
    return Session("x", game, SaveFile(tmp_path / "x.redball", game), HOTSEAT)


def attack(session: Session) -> int:
    """The attack on the hex is declared and paid: the defender must decide about supply."""
    hex_ = session.game.world.board.index("03.02")
    for action in (DeclareAttack(hex_), AddUnit("a1"), AddUnit("a2"), Done()):
        assert session.take("axis", action) is None
    while asked(session.game).side == "axis":
        pay = next(c for c in session.game.choices() if isinstance(c, Pay))
        assert session.take("axis", pay) is None
    return hex_


@pytest.mark.case("9.2-2", "9.5-B")
def test_the_defender_is_told_what_paying_and_withholding_come_to(tmp_path: Path) -> None:
    session = sit(tmp_path, ATTACK)
    hex_ = attack(session)
    found = theatre(session, "soviet", Policy())
    assert found is not None
    assert (found.kind, found.hex, found.role) == ("regular", hex_, "defender")
    assert set(found.defender.units) == {"r1", "r2"}
    assert found.chances is not None
    pay, withhold = found.choices
    assert pay.text.startswith("Pay ")
    assert "pay" in pay.actions
    assert withhold.actions == ("withhold",)
    assert withhold.taken > pay.taken
    assert pay.taken == found.chances.forecast.taken.chance


@pytest.mark.case("N9.5-defensive-fire", "N9.5-defensive-fire-drm")
def test_the_defender_is_told_what_artillery_support_comes_to(tmp_path: Path) -> None:
    """Both while guns are named and while the fire is paid for."""
    guns = "soviet 04.02 g1 artillery b12-3-3-4T/b6-2-3-14T\n[supply]\nsoviet 04.02 9\n"
    text = ATTACK.replace("at combat", "edition new-ocs\nat combat").replace("[supply]\n", guns)
    session = sit(tmp_path, text, fog=False)
    attack(session)
    assert session.take("soviet", next(c for c in session.game.choices() if isinstance(c, Pay))) is None
    for step, fires in (("defensive_fire", "support_with"), ("fire_supply", "pay")):
        assert asked(session.game).step.name == step
        found = theatre(session, "soviet", Policy())
        assert found is not None
        support, nothing = found.choices
        assert (support.text, nothing.text) == ("Artillery supports", "No support")
        assert fires in support.actions
        assert nothing.actions == ("withhold",)
        assert support.drm == nothing.drm - 1
        assert support.taken < nothing.taken
        seen = theatre(session, "axis", Policy())
        assert seen is not None
        assert seen.choices == ()
        assert session.take("soviet", session.game.choices()[0]) is None
    assert found is not None
    assert found.chances is not None
    drm = found.chances.odds.drm
    assert drm == support.drm, "until it is decided the chances count with the guns"


@pytest.mark.case("4.9a-A", "4.9b")
def test_the_defender_sees_only_the_top_of_the_attackers(tmp_path: Path) -> None:
    session = sit(tmp_path, ATTACK)
    attack(session)
    found = theatre(session, "soviet", Policy())
    assert found is not None
    assert len(found.attacker.units) == 1
    assert found.attacker.others
    assert not found.defender.others
    look = session.game.look
    for seed in range(6):
        session.game.look = Look(session.game.world, disguised(look, "soviet", Random(seed)))
        assert theatre(session, "soviet", Policy()) == found, "no hidden fact changes the answer"


def test_without_fog_both_see_all(tmp_path: Path) -> None:
    session = sit(tmp_path, ATTACK, fog=False)
    attack(session)
    answers = [theatre(session, side, Policy()) for side in ("axis", "soviet")]
    told = [(f.attacker, f.defender, f.chances and f.chances.odds) for f in answers if f is not None]
    assert told[0] == told[1]
    assert set(told[0][0].units) == {"a1", "a2"}
    assert [len(f.choices) for f in answers if f is not None] == [0, 2], "only who decides is told of choices"


@pytest.mark.case("9.6-A", "9.4c")
def test_each_leader_and_each_terrain_has_its_chances(tmp_path: Path) -> None:
    session = sit(tmp_path, ATTACK, fog=False)
    attack(session)
    assert session.take("soviet", Withhold()) is None
    found = theatre(session, "axis", Policy())
    assert found is not None
    assert [c.unit for c in found.choices] == ["a1", "a2"]
    assert found.choices[0].drm == found.choices[1].drm + 2
    assert "AR 4" in found.choices[0].text
    assert session.take("axis", ChooseLeader("a1")) is None
    theirs = theatre(session, "soviet", Policy())
    assert theirs is not None
    assert theirs.attacker.leader is not None
    assert theirs.attacker.leader.action_rating == 4
    assert session.take("soviet", ChooseLeader("r1")) is None
    open_ = asked(session.game)
    if any(isinstance(c, ChooseTerrain) for c in session.game.choices()):
        terrain = theatre(session, open_.side, Policy())
        assert terrain is not None
        assert len({c.taken for c in terrain.choices}) > 1


@pytest.mark.case("4.9b")
def test_a_hidden_leader_is_told_by_the_rating_alone(tmp_path: Path) -> None:
    session = sit(tmp_path, ATTACK)
    attack(session)
    assert session.take("soviet", Withhold()) is None
    seen = theatre(session, "soviet", Policy())
    assert seen is not None
    hidden = ({"a1", "a2"} - set(seen.attacker.units)).pop()
    assert session.take("axis", ChooseLeader(hidden)) is None
    found = theatre(session, "soviet", Policy())
    assert found is not None
    assert found.attacker.leader is not None
    assert found.attacker.leader.unit == ""
    assert found.chances is not None
    assert found.chances.attack_leader is not None
    assert found.chances.attack_leader == found.attacker.leader
    assert not any(hidden == line.unit for ledger in found.chances.ledgers for line in ledger.lines)


@pytest.mark.case("9.9", "9.10a")
def test_the_result_is_told_in_words_while_it_is_carried_out(tmp_path: Path) -> None:
    session = sit(tmp_path, ATTACK, fog=False)
    attack(session)
    assert session.take("soviet", Withhold()) is None
    for action in (ChooseLeader("a1"), ChooseLeader("r1")):
        assert session.take(asked(session.game).side, action) is None
    force(session.game, 3, 4, 6, 6)
    while not (found := theatre(session, asked(session.game).side, Policy())) or not found.result:
        assert session.take(asked(session.game).side, session.game.choices()[0]) is None
    assert found.chances is None
    assert found.odds is not None
    assert found.column_label
    assert found.meaning.endswith(".")
    (line,) = [entry for entry in session.journal.read("") if entry.type == "CombatResolved"]
    assert line.details.meaning == found.meaning
    assert found.owed is not None


@pytest.mark.case("10.0a-B", "4.9c")
def test_a_barrage_is_told_to_its_target(tmp_path: Path) -> None:
    session = sit(tmp_path, GUNS)
    hex_ = session.game.world.board.index("04.02")
    for action in (DeclareBarrage(hex_), AddUnit("g1"), Done()):
        assert session.take("axis", action) is None
    force(session.game, 6, 6, 6)
    while theatre(session, asked(session.game).side, Policy()) is not None:
        side = asked(session.game).side
        found = theatre(session, side, Policy())
        assert found is not None
        assert found.kind == "barrage"
        if side == "soviet" and found.result:
            assert found.meaning.startswith("The target becomes DG")
            assert found.owed is not None
            assert found.owed.losses > 0
            return
        if side == "soviet":
            assert found.fire is not None
            assert len({c.defender_losses for c in found.choices}) > 1
        assert session.take(side, session.game.choices()[0]) is None
    raise AssertionError("the barrage was never told to its target")


@pytest.mark.case("21.8b")
@pytest.mark.parametrize("empty", [True, False])
def test_an_attack_on_an_empty_hex_has_no_chances(tmp_path: Path, empty: bool) -> None:
    """Nobody is there to roll against: the attacker pays, and is told no odds; with an enemy there, they are."""
    text = ATTACK.replace("soviet 03.02 r", "soviet 06.02 r") if empty else ATTACK
    session = sit(tmp_path, text, attacking_empties=True)
    hex_ = session.game.world.board.index("03.02")
    for action in (DeclareAttack(hex_), AddUnit("a1"), Done()):
        assert session.take("axis", action) is None
    found = theatre(session, "axis", Policy())
    assert found is not None
    assert (found.hex, found.attacker.units) == (hex_, ("a1",))
    assert (found.chances is None) == empty


def test_there_is_nothing_to_tell_without_a_combat(tmp_path: Path) -> None:
    session = sit(tmp_path, ATTACK)
    assert theatre(session, "axis", Policy()) is None

"""A Beach Assault as both sides are told of it before it is resolved."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from redball.analysis.policy import Policy
from redball.cli.text import Table
from redball.core.actions import AddUnit, DeclareAttack, Done
from redball.core.look import Look
from redball.game import Game
from redball.game.save import SaveFile
from redball.game.watch.disguise import disguised
from redball.server.answers.combat import odds
from redball.server.answers.theatre import theatre
from redball.server.session import Session
from rules.test_beach_assault import COAST, FOE, SOURCES, TWO, lc
from support import LEG, text

HOTSEAT = {"axis": "human", "soviet": "human"}


def beach(tmp_path: Path, *, fog: bool) -> Session:
    """Landing Craft with two regiments lie off a defended beach in the Combat Segment."""
    craft = f"{SOURCES}[craft]\n{lc('a,b')}\n"
    written = text(f"{TWO}\n{FOE}\naxis 03.02 s {LEG}", COAST, at="combat", rest=craft)
    game = Game.from_position(written, seed=3, switches={"fog": fog})
    return Session("x", game, SaveFile(tmp_path / "x.redball", game), HOTSEAT)


def declared(session: Session) -> int:
    hex_ = session.game.world.board.index("04.02")
    for action in (DeclareAttack(hex_), AddUnit("a"), AddUnit("b"), Done()):
        assert session.take("axis", action) is None
    return hex_


@pytest.mark.case("18.6b-A")
def test_the_attacker_is_told_both_ways_before_they_commit(tmp_path: Path) -> None:
    session = beach(tmp_path, fog=True)
    hex_ = session.game.world.board.index("04.02")
    found = odds(session, "axis", hex_, "a,b", "regular", Policy())
    assert found.assault is not None
    assert [one.text.split(":")[0] for one in found.assault.outcomes] == ["failure", "mixed", "success"]
    assert (found.assault.defender_losses, found.assault.terrain) == (1, "open_village")
    assert found.assault.craft_lost_fighting > found.assault.craft_lost > 0
    assert found.assault.verdict.startswith("fighting is better for the defender, by ")
    assert found.bounds is not None
    assert found.bounds.taken[0].chance <= found.forecast.taken.chance <= found.bounds.taken[1].chance
    assert odds(session, "axis", hex_, "s", "regular", Policy()).assault is None


@pytest.mark.case("18.6b-A")
def test_without_fog_the_defender_is_told_exactly_what_each_answer_comes_to(tmp_path: Path) -> None:
    session = beach(tmp_path, fog=False)
    hex_ = declared(session)
    found = theatre(session, "soviet", Policy())
    assert found is not None
    assert (found.kind, found.hex, found.role) == ("assault", hex_, "defender")
    assert found.chances is not None
    fight, land = found.choices
    assert (fight.text, land.text) == ("Fight", "Let them land")
    assert fight.taken == found.chances.forecast.taken.chance
    assert (land.defender_losses, land.taken) == (1, 1)
    assert found.options[0].name == "Which is better?"
    assert found.options[0].text.startswith("fighting is better for you")
    other = theatre(session, "axis", Policy())
    assert other is not None
    assert (other.choices, other.options) == ((), ()), "it is not theirs to choose"


@pytest.mark.case("18.6b-A", "4.9a-A", "18.3c")
def test_under_fog_the_defender_is_told_of_both_ends_and_nothing_hidden_changes_that(tmp_path: Path) -> None:
    session = beach(tmp_path, fog=True)
    declared(session)
    found = theatre(session, "soviet", Policy())
    assert found is not None
    assert found.attacker.units == ()
    assert found.attacker.others
    assert found.chances is None
    assert [one.text for one in found.choices] == [
        "Fight the strongest",
        "Let the strongest land",
        "Fight the weakest",
        "Let the weakest land",
    ]
    look = session.game.look
    for seed in range(6):
        session.game.look = Look(session.game.world, disguised(look, "soviet", Random(seed)))
        assert theatre(session, "soviet", Policy()) == found


@pytest.mark.case("18.6b-A")
def test_the_terminal_tells_both_ways_to_both_sides(tmp_path: Path) -> None:
    said: list[str] = []
    session = beach(tmp_path, fog=False)
    table = Table(session, said.append)
    table.play(iter(["odds 04.02 a b"]))
    told = "\n".join(said)
    assert "by the Amphibious Landing Table, if the defender prefers it" in told.replace("\n  ", " ")
    assert "fighting is better for the defender" in told.replace("\n  ", " ")
    declared(session)
    said.clear()
    table.play(iter(["choices"]))
    told = "\n".join(said).replace("\n  ", " ")
    assert "Fight (" in told
    assert "Let them land (landing table, DRM +0): you lose 1.00 steps" in told
    assert "fighting is better for you" in told

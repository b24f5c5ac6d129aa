"""A `done` that comes late ends no other decision than the one that it was meant for."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.core.actions import Done
from redball.core.refusals import Refusal
from redball.game import Game
from redball.game.save import load
from redball.game.view.decision import decision_view
from redball.server.session import Session

WRITTEN = """redball-position 1
at movement phasing=axis
sides axis soviet
[terrain]
. . . .
. . . .
. . . .
[units]
axis 02.02 ar artillery b20-3-4-3L/b10-3-4-12T
axis 02.02 u Bn tank armor 9-5-12K/3-5-15K
soviet 03.02 far Rgt infantry other 4-3-3L/2-3-6L
[supply]
axis 02.02 9
[sources]
axis 01.01
soviet 04.01
"""
PEOPLE = {"axis": "human", "soviet": "human"}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = Session.begin(tmp_path, Game.from_position(WRITTEN), PEOPLE)
    return made


def name(session: Session) -> str:
    view = decision_view(session.game, "")
    assert view is not None
    return view.ends


def step(session: Session) -> str:
    clock = session.game.state.clock
    return f"{clock.phase}_{clock.segment}"


def code(refused: Refusal | None) -> str:
    return refused.code if refused is not None else ""


def test_the_second_of_two_ends_nothing(session: Session) -> None:
    ends = name(session)
    assert ends == "movement/movement_segment"
    assert code(session.act("axis", [Done(ends), Done(ends)])) == "turn.passed"
    assert len(session.game.records) == 1
    assert session.take(session.game.decision.side, Done(name(session))) is None  # type: ignore[union-attr]


def test_in_a_list_one_without_a_name_is_meant_for_the_segment_of_the_list(session: Session) -> None:
    assert session.act("axis", [Done()]) is None
    while session.game.decision is not None and session.game.decision.side != "axis":
        session.take(session.game.decision.side, Done())
    before, segment = len(session.game.records), step(session)
    assert segment == "combat_barrage"
    assert code(session.act("axis", [Done(), Done()])) == "turn.passed"
    assert (len(session.game.records), step(session)) == (before + 1, "combat_combat")


def test_one_without_a_name_ends_what_is_open_and_a_save_keeps_both(session: Session) -> None:
    while len(session.game.records) < 3:
        side = session.game.decision.side  # type: ignore[union-attr]
        assert session.take(side, Done(name(session) if len(session.game.records) == 1 else "")) is None
    again = load(next(Path(session.save.path).parent.glob("*.redball"))).game
    assert [record.action for record in again.records] == [record.action for record in session.game.records]
    assert again.state == session.game.state

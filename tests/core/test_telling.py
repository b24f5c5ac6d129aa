"""Words that sentences share."""

from __future__ import annotations

from typing import get_args

import pytest

from redball.core.events import DiceRolled, TransportDivided
from redball.core.state import Marker, Mode, PhaseName
from redball.core.telling import MODES, PHASES
from redball.game import Game
from redball.game.sentences import Namer, sentence


def test_every_phase_and_every_mode_has_a_name() -> None:
    assert set(PHASES) == set(get_args(PhaseName))
    assert set(MODES) == set(get_args(Mode)) >= set(get_args(Marker)) - {""}


def test_dice_that_belong_to_no_side_name_none() -> None:
    """Sentences do not begin with a blank."""
    namer = Namer(Game.new("crossing").world, {}, "", None)
    both = [DiceRolled(case="17", side=side, dice=(3, 2), reason="weather", first=0) for side in ("", "axis")]
    assert [sentence(event, namer) for event in both] == ["Rolled 3 + 2 = 5: weather", "Axis rolls 3 + 2 = 5: weather"]
    alone = DiceRolled(case="17", side="axis", dice=(5,), reason="surprise shift", first=0)
    assert sentence(alone, namer) == "Axis rolls 5: surprise shift"


def test_a_divided_transport_point_is_told_by_its_number() -> None:
    namer = Namer(Game.new("crossing").world, {}, "", None)
    told = [
        sentence(TransportDivided(case="13.2c", unit="ax-tr", new="ax-tr/2", points=n, tokens=t), namer).partition(
            ": "
        )[2]
        for n, t in ((1, 0), (2, 4))
    ]
    assert told == ["1 point stays", "2 points with 1 SP stay"]


@pytest.mark.case("SETUP-I-F-B")
def test_a_box_is_called_by_its_name() -> None:
    """Its id is for files; a hex has its number, and the name of a place in it."""
    board = Game.new("crete").world.board
    namer = Namer(Game.new("crete").world, {}, "", None)
    assert [namer.hex(board.index(name)) for name in ("topolia", "05.10", "01.01")] == [
        "Topolia and Tanagra",
        "05.10 Maleme",
        "01.01",
    ]

"""Words that sentences share."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from redball.core.events import (
    AttritionResult,
    BarrageDeclared,
    DiceRolled,
    OverrunDeclared,
    SurpriseRolled,
    TransportDivided,
)
from redball.core.ledger import Ledger
from redball.core.refusals import REFUSALS
from redball.core.state import Marker, Mode, PhaseName
from redball.core.telling import MODES, PHASES
from redball.game import Game
from redball.game.sentences import Namer, refusal_text, sentence


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
    assert told == ["1 point stays behind", "2 points with 1 SP stay behind"]


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


def test_one_of_something_is_not_told_as_several() -> None:
    namer = Namer(Game.new("crossing").world, {}, "", None)
    events = [
        *(AttritionResult(case="12.8b", hex=1, steps=n, ledger=Ledger("", (), "")) for n in (1, 2, -1)),
        *(SurpriseRolled(case="9.8", hex=1, who="attacker", roll=10, shift=n) for n in (1, 2)),
        *(BarrageDeclared(case="10.0", hex=1, units=(), strength=n, side="axis") for n in ("1", "12")),
    ]
    told = [sentence(event, namer).partition(": ")[2] or sentence(event, namer) for event in events]
    assert told[:5] == ["1 step lost", "2 steps lost", "all steps lost", "1 column", "2 columns"]
    assert "with 1 point (" in told[5]
    assert "with 12 points (" in told[6]
    none = AttritionResult(case="12.8b", hex=1, steps=0, ledger=Ledger("", (), ""))
    assert sentence(none, namer).endswith(": nothing lost")
    far = REFUSALS["barrage.range"]
    assert "is 1 hex from" in refusal_text(far(hexes=(1,), have=1, need=2), namer)[0]
    assert "is 3 hexes from" in refusal_text(far(hexes=(1,), have=3, need=2), namer)[0]


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (("ax-tr",), "A Truck overruns 01.02 from 01.01"),
        (("ax-tr", "ax-tr"), "A Truck, a Truck overrun 01.02 from 01.01"),
        (("su-x",), "Enemy units overrun 01.02 from 01.01"),
        (("su-x", "su-y"), "Enemy units overrun 01.02 from 01.01"),
        (("ax-tr", "su-x"), "A Truck, others overrun 01.02 from 01.01"),
    ],
)
def test_what_units_do_does_not_tell_how_many_the_reader_does_not_know(units: tuple[str, ...], told: str) -> None:
    world = Game.new("crossing").world
    namer = Namer(world, {}, "axis", frozenset({"ax-tr"}))
    start, target = world.board.index("01.01"), world.board.index("01.02")
    assert sentence(OverrunDeclared(case="8.1a", start=start, hex=target, units=units), namer) == told


def test_no_refusal_writes_the_word_for_several_behind_a_number() -> None:
    """`{have:hex}` is `1 hex` or `3 hexes`."""
    several = re.compile(r"\{(?:have|need)\} (?:hexes|points|steps|turns|units|Levels|columns|dice)\b")
    texts = {code: (kind.text, kind.remedy, *kind.remedies.values()) for code, kind in REFUSALS.items()}
    assert [code for code, all_ in texts.items() if any(map(several.search, all_))] == []

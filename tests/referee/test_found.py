"""What random play under the referee has found: the shortest play that shows it. A point of `known.py` is marked as one
that fails; once it is mended, mark and row go, and the test stays."""

from __future__ import annotations

import pytest

from redball.core.actions import Action, AddUnit, BeginMove, Done, Halt, LoadSupply, PayFuel, SetMode, StepTo
from redball.core.actions.naval import LandAll, LandCraft, PlanLanding, StayAfloat
from redball.game import Game
from referee.play import referee_of
from support import HEAD, LEG, TANKS


def judged(text: str, *actions: Action) -> list[str]:
    """What the referee says of some actions from a position, and of the rest of the segment."""
    game = Game.from_position(HEAD + text)
    referee = referee_of(game)
    for action in actions:
        before = game.state
        taken = game.do(action)
        assert taken.refusal is None, f"the program refuses {action}: {taken.refusal}"
        referee.watch(before, action, taken.events, game.state)
    if (before := game.state).clock.segment == "movement" and Done() in game.choices():
        referee.watch(before, Done(), game.do(Done()).events, game.state)
    return [str(one) for one in referee.book.found]


@pytest.mark.case("4.5b-A", "12.5c-A")
def test_units_that_negate_for_a_formation_stay() -> None:
    """The way from t2 to the dump leads through the hexes of three regiments next to the enemy; one walks off."""
    found = judged(
        f"""at movement phasing=axis
[terrain]
~ ~ . ~ ~
. . . . .
[units]
axis 01.01 t1 {TANKS} formation=f
axis 02.01 n2 {LEG}
axis 03.01 n3 {LEG}
axis 04.01 n4 {LEG}
axis 05.01 t2 {TANKS} formation=f
soviet 03.02 r1 {LEG}
[supply]
axis 01.01 4T
""",
        BeginMove("t1"),
        PayFuel("formation", "t1", 0),
    )
    assert found == []


@pytest.mark.case("5.7g")
def test_a_unit_that_joins_does_not_keep_another_in_works() -> None:
    """r1 takes up Reserve because it could leave the works. The unit in Strat Mode that joins it finds no hex where it
    traces, so that both may halt; then r1 may not stay in Reserve."""
    found = judged(
        f"""at movement phasing=axis
[terrain]
. . .
[units]
axis 01.01 r1 {LEG}
axis 01.01 r2 {LEG} strat
soviet 03.01 s1 {LEG} move
[hedgehogs]
axis 01.01 1
[reserve_markers]
axis 2
""",
        BeginMove("r1"),
        SetMode("r1", "reserve", "move"),
        AddUnit("r2"),
        Halt(),
    )
    assert found == []


@pytest.mark.case("5.7g")
def test_a_truck_in_reserve_does_not_load_itself_fast_in_works() -> None:
    """An Organic Truck may enter the works, because it could go on; loading twice takes the MP for that, so that it
    may not stay in Reserve."""
    found = judged(
        f"""at movement phasing=axis
[terrain]
. . . .
[units]
axis 01.01 o1 organic 2 45T formation=f
axis 02.01 r1 {LEG}
soviet 04.01 s1 {LEG} move
[supply]
axis 02.01 8T
[hedgehogs]
axis 02.01 1
[reserve_markers]
axis 2
""",
        BeginMove("o1"),
        SetMode("o1", "reserve", "move"),
        StepTo(1),
        LoadSupply("o1", 1),
        LoadSupply("o1", 1),
        Halt(),
    )
    assert found == []


def test_the_reproductions_need_what_they_have() -> None:
    """Without the company, the unit in Reserve must leave the works."""
    assert (
        judged(
            f"""at movement phasing=axis
[terrain]
. . .
[units]
axis 01.01 r1 {LEG}
soviet 03.01 s1 {LEG} move
[hedgehogs]
axis 01.01 1
[reserve_markers]
axis 2
""",
            BeginMove("r1"),
            SetMode("r1", "reserve", "move"),
            StepTo(1),
            Halt(),
        )
        == []
    )


BEACH = f"""at movement phasing=axis
[terrain]
- - - - - -
. . . . . .
. . . . . .
[units]
axis aboard u {LEG}
axis 06.01 a {LEG}
soviet 01.01 z {LEG}
[sources]
axis 06.01
soviet 01.01
[craft]
axis 04.02 lc landing_craft 4 aboard=u
axis 04.02 d1 dukw 1
axis 04.02 d2 dukw 1
"""
"""Landing Craft with a unit off a beach, and two DUKWs."""


@pytest.mark.case("18.4e-A", "18.5f-B")
def test_a_dukw_stays_in_a_landing_that_everybody_joins() -> None:
    """d1 is put into the landing, everybody else joins, then d2: both come ashore by the roll."""
    plan = (PlanLanding(10), LandCraft("d1", 0), LandAll(), LandCraft("d2", 0))
    assert judged(BEACH, *plan, Done()) == []


@pytest.mark.case("18.4e-A")
@pytest.mark.parametrize("hidden", [LandCraft("d1", 0), StayAfloat("d2")])
def test_a_dukw_that_nobody_put_into_the_landing_is_noticed(hidden: LandCraft | StayAfloat) -> None:
    """The referee does not see that d1 lands, or sees d2 stay afloat: by either, one comes ashore without a roll."""
    game = Game.from_position(HEAD + BEACH)
    referee = referee_of(game)
    for action in (PlanLanding(10), LandCraft("d1", 0), LandCraft("d2", 0), LandAll(), Done()):
        before, taken = game.state, game.do(action)
        assert taken.refusal is None, taken.refusal
        if action != hidden:
            referee.watch(before, action, taken.events, game.state)
        if isinstance(hidden, StayAfloat) and isinstance(action, LandAll):
            referee.watch(game.state, hidden, (), game.state)
    name = hidden.ship
    assert [str(one) for one in referee.book.found if one.case == "18.4e-A" and name in str(one)] != []

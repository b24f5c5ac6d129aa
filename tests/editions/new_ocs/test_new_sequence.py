"""The sequence of play of New OCS."""

from __future__ import annotations

import pytest

from editions.new_ocs.new_support import HEAD, sit
from redball.core.actions import (
    AddUnit,
    BeginMove,
    Breakout,
    DeclareAttack,
    DeclareBarrage,
    DeclareOverrun,
    Done,
    Eat,
    ElectOrder,
    Release,
)
from redball.core.events import (
    DiceRolled,
    FirstPlayerSet,
    FuelRemoved,
    MarkedOutOfSupply,
    OutOfSupplyCleared,
    PhaseBegan,
    TraceChecked,
    TurnBegan,
    WeatherSet,
)
from redball.core.look import Look
from redball.core.state import Clock, Frame
from redball.editions.new_ocs.tap import UnitReadied, UnitTapped, tapped
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.rules.sequence.turn import GameFlow
from rules.game_book import with_scenario
from rules.test_weather import MUD, TABLE
from support import GUNS, HQ, LEG, TANKS, Sitting, in_scenario, land, line, opened

BOTH = f"axis 02.02 u {LEG}\nsoviet 06.05 r {LEG}"
FAST = "Rgt infantry other 4-3-8L/2-3-9L"
EDGES = "[sources]\naxis 01.01\nsoviet 06.01\n"
STOCKS = "[supply]\naxis 02.02 9\nsoviet 06.05 9\n"
PHASES = [
    ("reinforcement", "reinforcement"),
    ("air_operations", "air_operations"),
    ("movement", "movement"),
    ("bombardment", "bombardment"),
    ("combat", "combat"),
    ("reaction", "movement"),
    ("exploitation", "movement"),
    ("exploitation", "combat"),
    ("supply", "breakout"),
    ("supply", "supply"),
    ("clean_up", "clean_up"),
]


def began(table: Sitting, phase: str, phasing: str = "axis") -> int:
    """How often a phase of a side has begun."""
    return sum((e.phase, e.phasing) == (phase, phasing) for e in table.all(PhaseBegan))


def pass_to(table: Sitting, phase: str, phasing: str = "axis") -> Sitting:
    """Do as little as may be done until a phase of a side has begun once more."""
    before = began(table, phase, phasing)
    return table.idle(lambda: began(table, phase, phasing) > before)


@pytest.mark.case(
    "N2.2-player-turn",
    "N2.2-reinforcement",
    "N2.2-supply-order",
    "N7-timing",
    "N10-phasing-single",
    "N2.2-movement",
    "N2.2-bombardment",
    "N2.2-enemy-reaction",
    "N2.2-exploitation-move",
)
def test_the_phases_of_a_player_turn() -> None:
    table = pass_to(sit(BOTH, at="clean_up", phasing="soviet", rest=EDGES), "clean_up")
    turn = table.all(PhaseBegan)[1 : len(PHASES) + 1]
    assert [(e.phase, e.segment) for e in turn] == PHASES
    assert {e.side for e in turn if e.phase == "reaction"} == {"soviet"}
    assert {e.side for e in turn if e.phase != "reaction"} == {"axis"}


@pytest.mark.case("N2.2-weather", "N2.2-fixed-order", "N2.2-turn-end", "2.3-L")
def test_weather_comes_first_and_the_scenario_fixes_who_goes_first() -> None:
    game = Game.new("crossing", edition="new-ocs", seed=3)
    table = Sitting(game)
    kinds = [type(event) for event in game.events()]
    assert kinds.index(TurnBegan) < kinds.index(FirstPlayerSet) < kinds.index(PhaseBegan)
    for turn in (1, 2, 3):
        pass_turn(table, turn)
    assert {event.first for event in table.all(FirstPlayerSet)} == {"axis"}
    assert len(table.all(FirstPlayerSet)) == len(table.all(TurnBegan)) == 3
    assert not [e for e in table.all(DiceRolled) if "first player" in e.reason]
    assert ElectOrder(True) not in game.choices()


def pass_turn(table: Sitting, turn: int) -> None:
    """Do as little as possible until a turn's second side moves."""
    while (table.game.state.clock.turn, table.game.state.clock.phasing) != (turn, "soviet"):
        done = Done() in table.game.choices()
        table.do(Done() if done else table.game.choices()[0])


@pytest.mark.case("N2.2-fixed-order")
def test_without_a_name_the_first_side_goes_first_each_turn() -> None:
    table = sit(BOTH, at="clean_up", phasing="soviet first=axis", rest=EDGES)
    assert table.one(FirstPlayerSet).first == "axis"


@pytest.mark.case(
    "N2.2-movement",
    "N2.2-bombardment",
    "N5-tap-barrage",
    "N5-tap-ready",
    "N10-one-per-hex-tap",
    "N7-defensive-fire-tap",
)
def test_guns_that_fire_are_tapped_until_their_next_movement_phase() -> None:
    table = sit(f"axis 02.02 g {GUNS}\naxis 05.05 s {LEG}\nsoviet 04.03 r {LEG}", at="bombardment", rest=STOCKS + EDGES)
    table.do(DeclareBarrage(table.hex("04.03")), AddUnit("g"), Done())
    table.idle(lambda: table.step.startswith("barrage_segment") or table.side == "soviet")
    assert [event.unit for event in table.all(UnitTapped)] == ["g"]
    assert table.spent("axis", "barrage") == 2
    assert tapped(table.unit("g"))
    pass_to(table, "movement", "soviet")
    assert tapped(table.unit("g"))  # all through the enemy's Player Turn
    pass_to(table, "movement")
    assert [event.unit for event in table.all(UnitReadied)] == ["g"]
    assert not tapped(table.unit("g"))


@pytest.mark.case("N2.2-weather")
def test_the_weather_is_rolled_once_before_the_first_player_turn() -> None:
    units = f"axis 01.01 u {LEG}\nsoviet 06.01 r {LEG}"
    look = with_scenario(f"{HEAD}{line(6, units, EDGES)}", turn=0)
    look = in_scenario(look, weather=TABLE, weather_effects=MUD)
    look = Look(look.world, look.state.change(clock=Clock()))
    table = Sitting(opened(look, Frame("game", "begin_turn", GameFlow()), dice=(5, 4)))
    table.idle(lambda: len(table.all(TurnBegan)) >= 2)
    told = [type(event) for event in table.events if isinstance(event, TurnBegan | WeatherSet | PhaseBegan)]
    second = told.index(TurnBegan, 1)
    assert told[:3] == told[second : second + 3] == [TurnBegan, WeatherSet, PhaseBegan]
    assert WeatherSet not in told[3:second], "the second Player Turn has the same weather"
    assert [event.weather for event in table.all(WeatherSet)][:2] == ["mud", "clear"]


@pytest.mark.case("N2.2-exploitation-move")
def test_exploiting_units_and_released_reserves_may_overrun() -> None:
    units = f"axis 02.02 u {FAST} exploit\naxis 04.02 v {FAST} reserve\nsoviet 02.03 r {LEG}\nsoviet 04.03 s {LEG}"
    table = sit(units, at="exploitation_movement", rest=STOCKS)
    assert table.do(Release("v")).begin("v").offered(DeclareOverrun)
    assert table.halt().begin("u").offered(DeclareOverrun)


@pytest.mark.case("N2.2-exploitation-combat")
def test_only_exploiting_and_released_units_attack_after_exploitation() -> None:
    units = f"axis 02.02 u {LEG} exploit\naxis 02.02 v {LEG} reserve\naxis 02.02 w {LEG}\nsoviet 02.03 r {LEG}"
    table = sit(units, at="exploitation_combat", rest=STOCKS).do(Release("v"))
    table.do(DeclareAttack(table.hex("02.03")))
    assert {add.unit for add in table.offered(AddUnit)} == {"u", "v"}
    assert table.refused(AddUnit("w")) == ("combat.not_exploiting", "11.0a")


@pytest.mark.case("N2.2-supply-order")
def test_the_supply_phase_traces_feeds_and_starves() -> None:
    """The first unit traces, the second eats, the third does neither and rolls on the Attrition Table."""
    units = f"axis 01.02 u {LEG}\naxis 12.01 v {LEG}\naxis 12.05 w {LEG}\nsoviet 01.05 r {LEG}"
    rest = "[sources]\naxis 01.01\nsoviet 01.05\n[supply]\naxis 12.01 1T\n"
    barrier = land(*(f"{c:02}.03=~" for c in range(1, 13)), columns=12)
    table = sit(units, barrier, at="supply", rest=rest)
    table.do(next(eat for eat in table.offered(Eat) if eat.unit == "v"))
    assert {event.unit: event.found or event.ate for event in table.all(TraceChecked)} == {
        "u": True, "v": True, "w": False,
    }  # fmt: skip
    assert [event.unit for event in table.all(MarkedOutOfSupply)] == ["w"]
    assert [event.reason for event in table.all(DiceRolled)] == ["attrition at 12.05"]


@pytest.mark.case("N2.5-bombardment", "N7-timing-content", "N2.2-enemy-reaction")
def test_reaction_has_movement_and_overruns_only() -> None:
    units = f"axis 02.02 u {FAST} reserve\naxis 02.02 g {GUNS} reserve\nsoviet 02.03 r {LEG} move\nsoviet 06.05 s {LEG}"
    table = sit(units, at="reaction_movement", phasing="soviet", rest=STOCKS)
    assert table.offered(DeclareBarrage) == []
    table.do(Release("u"), BeginMove("u"))
    assert table.offered(DeclareOverrun)
    table.halt()
    pass_to(table, "exploitation", "soviet")
    assert not [e for e in table.all(PhaseBegan) if e.phase == "reaction" and e.segment != "movement"]


@pytest.mark.case("N2.2-enemy-reaction", "N7-timing-who")
def test_only_reserves_move_in_reaction_and_lose_their_marker() -> None:
    table = sit(
        f"axis 02.02 u {LEG} reserve\naxis 03.02 v {LEG}\nsoviet 06.05 r {LEG}", at="reaction_movement",
        phasing="soviet", rest=STOCKS,
    )  # fmt: skip
    assert table.refused(BeginMove("v")) == ("move.not_usable", "N7-timing-who")
    table.do(Release("u"))
    assert table.unit("u").mode == "combat"
    table.move("u", "02.03")


@pytest.mark.case("N2.2-exploitation-move", "N2.2-exploitation-combat")
def test_exploitation_is_movement_and_combat_of_exploiting_and_reserve_units() -> None:
    units = f"axis 02.02 u {LEG} exploit\naxis 03.02 v {LEG}\naxis 02.02 g {GUNS} reserve\nsoviet 02.04 r {LEG}"
    table = sit(units, at="exploitation_movement", rest=STOCKS)
    assert table.refused(BeginMove("v")) == ("move.not_usable", "11.0a")
    table.move("u", "02.03").done()
    assert table.step == "combat_segment.declare"
    assert table.offered(DeclareBarrage) == []


@pytest.mark.case("N2.2-supply-breakout", "N2.2-supply-oos", "N2.2-supply-order")
def test_breakout_is_offered_before_the_late_trace_check() -> None:
    ring = "\n".join(f"soviet {h} s{i} {LEG}" for i, h in enumerate(("04.03", "04.04", "05.03", "06.03", "06.04")))
    units = f"axis 05.05 u {LEG}\naxis 02.02 v {LEG} oos\naxis 05.04 w {LEG}\n{ring}"
    table = sit(units, at="supply_breakout", rest=EDGES)
    assert Breakout("w") in table.game.choices()
    table.done()
    pass_to(table, "clean_up")
    assert {event.unit for event in table.all(OutOfSupplyCleared)} == {"v"}
    assert "w" in {event.unit for event in table.all(MarkedOutOfSupply)}


@pytest.mark.case("N2.2-cleanup-fuel")
def test_fuel_of_the_phasing_side_goes_in_its_clean_up_phase() -> None:
    """The markers of its HQs come off, those of its formations are turned over."""
    units = f"axis 02.02 h {HQ} hqfuel\nsoviet 06.05 k {HQ} hqfuel"
    units += f"\naxis 02.02 t {TANKS} formation=pz formationfuel\nsoviet 06.05 s {TANKS} formation=tk formationfuel"
    table = sit(units, at="clean_up", rest=f"{EDGES}[this_phase]\nfueled pz tk\n")
    removed = table.one(FuelRemoved)
    assert (removed.units, removed.formations) == (("h", "t"), ("pz",))
    assert (table.unit("t").formation_fueled, table.unit("s").formation_fueled) == (False, True)
    assert table.game.state.fueled_formations == {"tk"}


@pytest.mark.case("N2.2-player-turn")
def test_a_position_in_a_phase_of_this_edition_is_written_and_read() -> None:
    table = sit(f"axis 02.02 g {TANKS}\nsoviet 06.05 r {LEG}", at="combat", rest=STOCKS)
    again = Game.from_position(dump_position(table.game.world, table.game.state))
    assert again.state.clock == table.game.state.clock
    assert again.world.edition.name == "new-ocs"

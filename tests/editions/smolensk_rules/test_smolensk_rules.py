"""The Smolensk rules on the board: guns, works, Strat Mode, overruns, shares of supply."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.core.actions import (
    AddUnit,
    Construct,
    DeclareBarrage,
    DeclareOverrun,
    Done,
    Pay,
    PlaceSupply,
    SetMode,
    StepTo,
)
from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import BarrageDeclared, BarrageResolved, HedgehogBuilt, HedgehogCaptured, HedgehogReduced
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions import edition
from redball.editions.smolensk.supply import divided
from redball.editions.smolensk.works import WorksBegunAnew, new_works
from redball.game.game import Game
from redball.rules.barrage.segment import preview
from redball.rules.combat.strength import defence_strength
from redball.rules.ground import hedgehogs
from redball.rules.modes.points import REFUSE_MODE_AT
from redball.rules.moving_stack.move_ends import MoveData
from redball.rules.reinforcement.points import SUPPLY_BATCHES
from redball.rules.units.abilities import action_rating
from rules.table import Table, barrage_segment, combat
from support import LEG, TANKS, Sitting, in_scenario, position, sit

NAME = "new-ocs+smolensk"
BOARD = f"""edition {NAME}
[terrain]
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
[units]
"""
RIFLES = "Rgt infantry other 8-3-3L/4-3-6L"
GUN = "artillery b{points}-3-3-4T/b6-2-3-14T"


# --- guns ----------------------------------------------------------------------------------------------------------


def guns(*lines: str, nation: str = "su") -> Table:
    """A Barrage Segment of the axis, whose guns are of that nation."""
    units = "\n".join(f"axis {line} nation={nation}" for line in lines)
    enemies = f"soviet 04.03 r {RIFLES} nation=de\nsoviet 04.02 s {RIFLES} nation=de"
    text = f"{BOARD}{units}\n{enemies}\n[supply]\naxis 03.03 20\naxis 03.02 20\n"
    return barrage_segment(text, dice=(1, 1, 1, 1), phase="bombardment")


@pytest.mark.case("S2.3d-halved")
def test_soviet_barrages_pay_in_full_and_count_half() -> None:
    """16 points: the price of 16, the column of 8."""
    line = f"03.03 g {GUN.format(points=16)}"
    soviet, german = guns(line), guns(line, nation="de")
    target = soviet.hex("04.03")
    halved, full = preview(soviet.look, "axis", target, ("g",)), preview(german.look, "axis", target, ("g",))
    assert (halved.cost, halved.strength) == (full.cost, "16")
    eight = guns(f"03.03 g {GUN.format(points=8)}", nation="de")
    assert halved.column == preview(eight.look, "axis", target, ("g",)).column != full.column
    assert halved.ledger is not None
    assert halved.ledger.lines[0].case == "S2.3d-halved"
    soviet.do(DeclareBarrage(target), AddUnit("g"), Done())
    soviet.do(soviet.offered(Pay)[0])
    assert soviet.one(BarrageResolved).column == halved.column
    assert soviet.one(BarrageDeclared).strength == "16"


@pytest.mark.case("S2.3d-halved")
def test_a_single_soviet_point_is_too_little() -> None:
    table = guns(f"03.03 g {GUN.format(points=1)}")
    table.do(DeclareBarrage(table.hex("04.03")), AddUnit("g"))
    assert table.refused(Done())[0] == "barrage.no_points"
    assert preview(table.look, "axis", table.hex("04.03"), ("g",)).column == ""


@pytest.mark.case("S2.3d-combine")
def test_soviet_guns_of_two_hexes_do_not_fire_together() -> None:
    lines = [f"03.03 g {GUN.format(points=16)}", f"03.03 h {GUN.format(points=16)}", f"03.02 k {GUN.format(points=16)}"]
    table = guns(*lines)
    table.do(DeclareBarrage(table.hex("04.03")), AddUnit("g"), AddUnit("h"))
    assert table.refused(AddUnit("k")) == ("barrage.apart", "S2.3d-combine")
    german = guns(*lines, nation="de")
    german.do(DeclareBarrage(german.hex("04.03")), AddUnit("g"), AddUnit("k"), Done())
    assert german.offered(Pay)


@pytest.mark.case("S2.3d-combine")
def test_a_hex_is_barraged_once_in_a_phase() -> None:
    table = guns(f"03.03 g {GUN.format(points=16)}", f"03.02 k {GUN.format(points=16)}")
    table.do(DeclareBarrage(table.hex("04.03")), AddUnit("g"), Done())
    table.do(table.offered(Pay)[0])
    assert table.refused(DeclareBarrage(table.hex("04.03")))[0] == "barrage.hex_barraged"
    assert table.offered(DeclareBarrage) == [DeclareBarrage(table.hex("04.02"))]


@pytest.mark.case("S2.3d-halved-defensive")
@pytest.mark.parametrize(("points", "nation", "asked"), [(23, "su", False), (24, "su", True), (12, "de", True)])
def test_soviet_defensive_fire_takes_24_points(points: int, nation: str, asked: bool) -> None:
    text = f"""{BOARD}
axis 02.02 a {RIFLES}
soviet 03.03 r {RIFLES} nation={nation}
soviet 03.04 g {GUN.format(points=points)} nation={nation}
[supply]
axis 02.02 20
soviet 03.04 20
"""
    table = combat(text, "03.03", "a", dice=(3, 4))
    while table.step in ("attacker_supply", "defender_supply"):
        table.do(table.offered(Pay)[0])
    assert (table.step == "defensive_fire") is asked


# --- works ---------------------------------------------------------------------------------------------------------


def site(turn: int, works: str = "", nation: str = "su") -> Sitting:
    """A Movement Phase of a side of that nation."""
    return sit(
        f"axis 02.02 a {LEG} nation={nation}\nsoviet 06.05 r {LEG} nation=xx",
        at=f"movement turn={turn}",
        rest=f"[supply]\naxis 02.02 9\n[hedgehogs]\n{works}\n",
        edition=NAME,
    )


def build(table: Sitting) -> Construct:
    """A level in 02.02."""
    return Construct("", table.hex("02.02"), "build_hedgehog")


@pytest.mark.case("S1.3-russian")
def test_the_red_army_digs_from_the_eighth_turn_on_for_one_sp_a_level() -> None:
    assert site(7).refused(build(site(7))) == ("hedgehog.not_yet", "S1.3-russian")
    table = site(8)
    before = table.tokens("axis", "02.02")
    table.do(build(table))
    while table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    assert table.one(HedgehogBuilt).level == 1
    assert before - table.tokens("axis", "02.02") == 4
    german = site(1, nation="de")
    german.do(build(german))


@pytest.mark.case("S1.3-limit", "SETUP-III")
@pytest.mark.parametrize("nation", ["su", "de"])
def test_works_stop_at_level_2(nation: str) -> None:
    table = site(8, "axis 02.02 2", nation)
    assert table.refused(build(table)) == ("hedgehog.level_limit", "S1.3-limit")
    one = site(8, "axis 02.02 1", nation)
    one.do(build(one))


def entering(nation: str, setup: bool, *, anew: bool = False) -> Table:
    """A unit of that nation steps into works of level 2, which the scenario set up or not; `anew`: those of the
    start had gone, and these were built later."""
    units = f"axis 02.02 a {TANKS} nation={nation} fueled\nsoviet 06.05 r {LEG} nation=su"
    look = position(f"{BOARD}{units}\n[hedgehogs]\nsoviet 02.03 2\n", phase="movement")
    if setup:
        works = Game.new("smolensk", edition=NAME).world.scenario.hedgehogs[0]
        look = in_scenario(look, hedgehogs=(replace(works, hex=look.board.index("02.03"), level=2),))
    look = Look(look.world, look.state.change(clock=replace(look.state.clock, segment="movement")))
    if anew:
        bare = look.state.change(hedgehogs={})
        run = Run(Look(look.world, bare), Dice(seed=1))
        for _ in range(2):
            hedgehogs.build(run, "soviet", look.board.index("02.03"), (), "16.0b-A")
        assert sum(isinstance(event, WorksBegunAnew) for event in run.events) == 1
        look = run.look
    table = Table(look, Frame("move", "go", MoveData("axis", look.unit("a").hex, ("a",), (0,))))
    return table.do(StepTo(table.hex("02.03")))


def _fields(look: Look) -> dict[str, object]:
    world = look.world
    names = ("board", "edition", "switches", "counters", "sides", "position")
    return {name: getattr(world, name) for name in names}


@pytest.mark.case("S1.3-start")
def test_works_of_the_start_are_gone_as_germans_enter() -> None:
    table = entering("de", setup=True)
    assert table.one(HedgehogReduced).level == 0
    assert not table.look.state.hedgehogs
    assert not table.all(HedgehogCaptured)


@pytest.mark.case("S1.3-start")
@pytest.mark.parametrize(("nation", "setup"), [("de", False), ("xx", True)])
def test_other_works_change_hands(nation: str, setup: bool) -> None:
    table = entering(nation, setup)
    assert len(table.all(HedgehogCaptured)) == 1
    assert table.look.state.hedgehogs[table.hex("02.03")].level == 2


@pytest.mark.case("S1.3-start")
def test_works_built_where_those_of_the_start_had_gone_change_hands() -> None:
    table = entering("de", setup=True, anew=True)
    assert len(table.all(HedgehogCaptured)) == 1
    assert table.look.state.hedgehogs[table.hex("02.03")].level == 2
    assert new_works(table.look.state) == {table.hex("02.03")}


# --- Strat Mode ----------------------------------------------------------------------------------------------------


RATED = "mode.strat_rating"


def strat(turn: int, rating: int, words: str = "nation=su") -> str:
    """Why a unit may not go into Strat Mode in a turn, "" if it may."""
    line = f"axis 02.02 a Rgt infantry other 4-{rating}-3L/2-{rating}-6L {words}"
    table = sit(
        f"{line}\nsoviet 06.05 r {LEG} nation=de",
        at=f"movement turn={turn}",
        edition=NAME,
        rest="[sources]\naxis 01.01\n",
    ).begin("a")
    change = SetMode("a", "strat", "move")
    return "" if change in table.game.choices() else table.refused(change)[0]


@pytest.mark.case("S2.3e-turn-1", "S-scenarios")
@pytest.mark.parametrize(("rating", "words"), [(5, "nation=su"), (2, 'nation=su formation="1 MRD"')])
def test_no_soviet_unit_in_the_first_turn(rating: int, words: str) -> None:
    assert strat(1, rating, words.replace('"1 MRD"', "1_MRD")) == "mode.strat_first_turn"


@pytest.mark.case("S-scenarios")
def test_the_red_army_moves_in_full_in_the_first_turn() -> None:
    line = f"axis 02.02 a {LEG} nation=su"
    far = sit(f"{line}\nsoviet 06.05 r {LEG} nation=de", at="movement turn=1", edition=NAME).begin("a")
    near = sit(f"{line}\nsoviet 06.05 r {LEG} nation=de", at="movement turn=8", edition=NAME).begin("a")
    assert far.left("a") == near.left("a") == "3"


@pytest.mark.case("S2.3e-turns-2-7", "S1.4b-strat")
@pytest.mark.parametrize(
    ("turn", "rating", "code"),
    [(2, 3, ""), (2, 2, RATED), (7, 2, RATED), (7, 4, ""), (3, 0, RATED)],
)
def test_the_better_soviet_units_from_the_second_turn_on(turn: int, rating: int, code: str) -> None:
    assert strat(turn, rating) == code


@pytest.mark.case("S2.3e-turn-8")
def test_everybody_from_the_eighth_turn_on_and_germans_ever() -> None:
    assert (strat(8, 0), strat(1, 2, "nation=de")) == ("", "")


@pytest.mark.case("S2.3e-turns-2-7")
def test_the_1st_motorized_whole() -> None:
    """Its regiment of tanks is rated 2 and may; other tanks may not."""
    game = Game.new("smolensk", edition=NAME, seed=1)
    late = Look(game.world, game.state.change(clock=replace(game.state.clock, turn=2)))
    formation = [unit for unit in late.own("soviet") if late.counter(unit).formation == "1 MRD"]
    tanks = late.unit("su-13td-25")
    refuse = edition(NAME).policies[REFUSE_MODE_AT]
    assert len(formation) == 3
    assert [refuse(late, unit, "strat", unit.hex) for unit in formation] == [None] * 3
    refused = refuse(late, tanks, "strat", tanks.hex)
    assert refused is not None
    assert refused.case == "S2.3e-turns-2-7"
    early = Look(game.world, game.state)
    assert all(refuse(early, unit, "strat", unit.hex) is not None for unit in formation)


@pytest.mark.case("S2.3e-strat-strength")
@pytest.mark.parametrize(("reading", "strength"), [("none", 0), ("half", 2)])
def test_strat_mode_has_no_strength_or_half_of_the_move_side(reading: str, strength: int) -> None:
    look = position(f"{BOARD}axis 02.02 a {RIFLES} strat\nsoviet 06.05 r {RIFLES}", strat_strength=reading)
    unit = look.unit("a")
    assert defence_strength(look, unit, "open", True).value == strength
    assert action_rating(look, unit) == 0


# --- overruns ------------------------------------------------------------------------------------------------------


def stack(overran: bool, hexsides: str = "", spent: str = "") -> Table:
    """Tanks on the move beside an enemy."""
    text = f"{BOARD}axis 02.02 a {TANKS.replace('12K/', '20K/')} fueled\nsoviet 02.03 r {LEG}\n[supply]\naxis 02.02 9\n"
    look = position(f"{text}{hexsides}{spent}", phase="movement")
    look = Look(look.world, look.state.change(clock=replace(look.state.clock, segment="movement")))
    data = MoveData("axis", look.unit("a").hex, ("a",), (0,), begun=True, overran=overran)
    return Table(look, Frame("move", "go", data))


@pytest.mark.case("S-overrun-one-stack")
def test_a_stack_makes_one_overrun_in_its_move() -> None:
    fresh = stack(overran=False)
    attack = DeclareOverrun(fresh.hex("02.03"))
    assert attack in fresh.offered(DeclareOverrun)
    again = stack(overran=True)
    assert again.refused(attack) == ("overrun.second", "S-overrun-one-stack")
    fresh.do(attack)
    moving = next(frame.data for frame in fresh.look.state.stack if isinstance(frame.data, MoveData))
    assert moving.overran


@pytest.mark.case("S-overrun-one-hex")
def test_a_hex_is_tried_once_in_a_phase() -> None:
    table = stack(overran=False, spent="[this_phase]\noverrun 02.03\n")
    assert table.refused(DeclareOverrun(table.hex("02.03")))[0] == "overrun.again"


@pytest.mark.case("S-overrun-terrain")
def test_only_major_rivers_forbid_overruns() -> None:
    board = Game.new("smolensk", edition=NAME).world.board
    assert not any("mountain" in kinds for kinds in board.terrain)
    river = "[hexsides]\nmajor_river r 02.02/N\n[paths]\nroad r 02.02 02.03\n"
    table = stack(overran=False, hexsides=river)
    assert table.refused(DeclareOverrun(table.hex("02.03")))[0] == "overrun.river"
    minor = stack(overran=False, hexsides=river.replace("major", "minor"))
    assert minor.offered(DeclareOverrun)


# --- shares --------------------------------------------------------------------------------------------------------


@pytest.mark.case("S3.4b-split")
@pytest.mark.parametrize(
    ("tokens", "parts"), [(80, (32, 32, 16)), (81, (33, 33, 15)), (1, (1,)), (3, (1, 1, 1)), (5, (2, 2, 1))]
)
def test_neither_panzer_group_gets_more_than_three_fifths(tokens: int, parts: tuple[int, ...]) -> None:
    look = Game.new("smolensk", edition=NAME).look
    shares = look.world.scenario.supply_tables["axis"].shares
    found = edition(NAME).policies[SUPPLY_BATCHES](look, "axis", tokens)
    assert tuple(part for _, part in found) == parts
    assert sum(parts) == tokens
    if len(parts) == 3:
        assert [entries for entries, _ in found[:2]] == list(shares.values())
        assert set(found[2][0]) == {hex_ for entries in shares.values() for hex_ in entries}
        for other in (0, 1):
            assert tokens - found[other][1] <= max(tokens * 60 // 100, (tokens + 1) // 2)


@pytest.mark.case("S3.4b-split")
def test_who_has_no_shares_places_as_ever() -> None:
    look = Game.new("smolensk", edition=NAME).look
    table = look.world.scenario.supply_tables["soviet"]
    assert edition(NAME).policies[SUPPLY_BATCHES](look, "soviet", 40) == ((table.entries, 40),)
    assert divided(lambda look, side, tokens: ())(look, "soviet", 40) == ()


@pytest.mark.case("S3.4b-split")
def test_the_axis_places_its_supply_in_parts() -> None:
    """The first part goes to entries of one group only."""
    game = Game.new("smolensk", edition=NAME, seed=1)
    while not (game.decision and game.decision.step.name == "place_supply" and game.decision.side == "axis"):
        choices = game.choices()
        game.do(Done() if Done() in choices else choices[0])
    shares = game.world.scenario.supply_tables["axis"].shares
    offered = {choice.hex for choice in game.choices() if isinstance(choice, PlaceSupply)}
    assert offered <= set(shares["Panzer Group 3"])
    wrong = next(hex_ for hex_ in shares["Panzer Group 2"])
    assert game.check("axis", PlaceSupply(wrong, 1)) is not None

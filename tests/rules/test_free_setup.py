"""What the players set up themselves: zones, modes, loads, and what each sees of the other meanwhile."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from as_json import plain, view
from redball.bots import make_bot
from redball.core.actions import (
    Cancel,
    Done,
    LoadSupply,
    PickSupply,
    PickUnit,
    PlaceRest,
    PlaceSupply,
    PlaceUnit,
    TakeBack,
    TakeBackSupply,
    UnloadSupply,
)
from redball.core.events import LoadSetUp, MarkerRemoved, SetUpBegan, SetUpEnded, SupplySetUp, UnitSetUp, UnitTakenBack
from redball.core.refusals import REFUSALS
from redball.core.state import NOT_ARRIVED, AnyFacing, Dump, Mode
from redball.game import Game
from redball.game.position.parse import parse_position
from redball.game.sight.belief import believed
from redball.game.view.journal import Journal
from redball.game.watch.invariants import Rates, Watch, check_hidden
from redball.scenarios.records import FreeSetUp, Placement, SetUpGroup, SideInfo
from support import GUNS, HQ, LEG, Sitting, shown_in

DIVISION = "Div infantry other 12-3-3L/6-3-8L re=4"
UNITS = f"""[units]
axis 01.01 a {LEG}
axis 01.01 hq {HQ}
axis 01.01 big {DIVISION}
axis 01.01 tr truck 2 50T
axis 01.01 org organic 1 50T formation=9.PD
soviet 05.01 s {LEG}
soviet 05.01 g {GUNS}
soviet 05.01 w {LEG}
""" + "".join(f"axis 01.01 x{i} {LEG}\n" for i in range(7))
FLAT = "[terrain]\n. . . . .\n. . . . .\n. . . . .\n"


def hexes(game_or_world: Any, names: str) -> tuple[int, ...]:
    return tuple(game_or_world.board.index(name) for name in names.split())


def open_game(
    *groups: tuple[Any, ...],
    order: tuple[str, ...] = ("axis", "soviet"),
    hidden: bool = False,
    board: str = FLAT,
    placements: tuple[tuple[Any, ...], ...] = (),
    markers: int = 9,
    fog: bool = True,
) -> Sitting:
    """A game that opens with a free set-up. A group is (side, hexes, units, tokens, load), a placement (side, hex,
    units, mode, facing, tokens)."""
    world, _ = parse_position(f"redball-position 1\nsides axis soviet\n{board}{UNITS}")
    free = FreeSetUp(
        order,
        hidden,
        tuple(
            SetUpGroup(side, f"group {i}", tuple(sorted(hexes(world, names))), tuple(units.split()), *rest)
            for i, (side, names, units, *rest) in enumerate(groups)
        ),
    )
    setup = tuple(
        Placement(side, world.board.index(name), tuple(units.split()), *rest) for side, name, units, *rest in placements
    )
    sides = (SideInfo("axis", "Axis", markers), SideInfo("soviet", "Soviet", markers))
    scenario = replace(world.scenario, setup=setup, free_setup=free, turns=1, dates=("1",), sides=sides)
    return Sitting(Game.new(scenario, seed=3, switches={"fog": fog}))


def place(sitting: Sitting, uid: str, name: str, mode: Mode = "combat", facing: AnyFacing = "") -> Sitting:
    """Pick a unit and place it."""
    return sitting.do(PickUnit(uid), unit_at(sitting, uid, name, mode, facing))


def unit_at(sitting: Sitting, uid: str, name: str, mode: Mode = "combat", facing: AnyFacing = "") -> PlaceUnit:
    return PlaceUnit(uid, sitting.hex(name), mode, facing or shown_in(mode))


def refused_at(sitting: Sitting, uid: str, name: str, mode: Mode = "combat", facing: AnyFacing = "") -> tuple[str, str]:
    """The refusal of a place for a unit that is picked and put away again."""
    sitting.do(PickUnit(uid))
    found = sitting.refused(unit_at(sitting, uid, name, mode, facing))
    sitting.do(Cancel())
    return found


ONE = ("axis", "01.01 01.02 02.01", "a big")


# --- the procedure -------------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-IV-A")
def test_a_unit_goes_anywhere_in_its_zone_and_a_stack_may_spread() -> None:
    game = open_game(ONE, order=("axis",))
    assert (game.step, game.side, game.one(SetUpBegan).side) == ("free_set_up.choose", "axis", "axis")
    place(game, "a", "01.02")
    assert refused_at(game, "big", "03.01") == ("setup.outside", "SETUP-IV-A")
    place(game, "big", "02.01", "move")
    assert [(event.unit, event.facing) for event in game.all(UnitSetUp)] == [("a", "combat"), ("big", "move")]
    assert (game.at("a"), game.at("big"), game.unit("big").mode) == ("01.02", "02.01", "move")
    game.done()
    game.one(SetUpEnded)
    assert game.game.state.clock.phase != "set_up"


@pytest.mark.case("SETUP-IV-A")
def test_nothing_is_left_behind() -> None:
    game = open_game((*ONE, 8), order=("axis",))
    assert game.refused(Done()) == ("setup.left", "SETUP-IV-A")
    place(place(game, "a", "01.01"), "big", "01.01")
    assert game.refused(Done()) == ("setup.left", "SETUP-IV-A")
    game.do(PickSupply(0), PlaceSupply(game.hex("01.01"), 8)).done()
    assert game.tokens("axis", "01.01") == 8


@pytest.mark.case("SETUP-IV-A")
def test_a_unit_is_taken_up_and_placed_again() -> None:
    game = open_game(ONE, order=("axis",), placements=(("axis", "04.01", "hq"),))
    place(game, "a", "01.02", "strat")
    assert game.refused(PickUnit("a")) == ("setup.not_waiting", "SETUP-IV-A")
    assert game.refused(PickUnit("s")) == ("setup.not_waiting", "SETUP-IV-A")
    assert game.refused(TakeBack("hq")) == ("setup.not_placed", "SETUP-IV-A")
    game.do(TakeBack("a"))
    assert game.one(UnitTakenBack).facing == "combat"
    unit = game.unit("a")
    assert (unit.hex, unit.facing, unit.marker) == (NOT_ARRIVED, "combat", "")
    assert game.refused(TakeBack("a")) == ("setup.not_placed", "SETUP-IV-A")
    game.do(PickUnit("a"))
    assert game.refused(unit_at(game, "big", "01.01")) == ("setup.not_in_hand", "SETUP-IV-A")
    game.do(Cancel())
    assert game.step == "free_set_up.choose"


@pytest.mark.case("SETUP-IV-A")
def test_undo_takes_a_placement_back_and_ends_with_the_set_up() -> None:
    game = open_game(ONE, order=("axis",))
    before = game.game.state
    place(game, "a", "01.02")
    assert game.game.undo("axis") is None
    assert game.game.undo("axis") is None
    assert game.game.state == before
    game.do(PlaceRest()).done()
    assert game.game.undo_steps == 0, "dice have fallen since"


# --- where and how -------------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-IV-I")
@pytest.mark.parametrize(
    ("board", "uid", "wrong"),
    [
        ("[terrain]\n. . . . .\n~ . . . .\n. . . . .\n", "a", True),
        ("[terrain]\n. . . . .\ns . . . .\n. . . . .\n", "a", False),
        ("[terrain]\n. . . . .\nm . . . .\n. . . . .\n", "tr", True),
    ],
)
def test_nobody_goes_where_he_could_not_go(board: str, uid: str, wrong: bool) -> None:
    game = open_game(("axis", "01.02 02.02", uid, 0), order=("axis",), board=board)
    mode: Mode = "move" if uid == "tr" else "combat"
    game.do(PickUnit(uid))
    if wrong:
        assert game.refused(unit_at(game, uid, "01.02", mode)) == ("setup.closed", "SETUP-IV-I")
    else:
        game.do(unit_at(game, uid, "01.02", mode))


@pytest.mark.case("SETUP-IV-F")
@pytest.mark.parametrize(("there", "wrong"), [(6, False), (7, True)])
def test_nobody_stacks_too_high(there: int, wrong: bool) -> None:
    board = f"{FLAT}"
    game = open_game(
        ("axis", "01.01 01.02", "big"), order=("axis",), board=board, placements=(("axis", "01.01", _stack(there)),)
    )
    game.do(PickUnit("big"))
    if wrong:
        assert game.refused(unit_at(game, "big", "01.01")) == ("setup.overstacked", "SETUP-IV-F")
    else:
        game.do(unit_at(game, "big", "01.01"))


def _stack(size: int) -> str:
    return " ".join(f"x{i}" for i in range(size))


@pytest.mark.case("SETUP-IV-B", "4.8-G")
@pytest.mark.parametrize(
    ("where", "mode", "refusal"),
    [
        ("02.01", "reserve", ("setup.near_enemy", "SETUP-IV-B")),
        ("02.01", "strat", ("setup.near_enemy", "SETUP-IV-B")),
        ("02.01", "move", None),
        ("01.01", "reserve", None),
        ("01.01", "strat", None),
        ("03.01", "combat", ("setup.shared", "4.8-G")),
    ],
)
def test_reserve_and_strat_stay_away_from_the_enemy(where: str, mode: Mode, refusal: Any) -> None:
    game = open_game(
        ("axis", "01.01 02.01 03.01", "a"), order=("axis",), placements=(("soviet", "03.01", "s", "move", "move"),)
    )
    if refusal is not None:
        assert refused_at(game, "a", where, mode) == refusal
    else:
        place(game, "a", where, mode)
        assert game.unit("a").mode == mode


@pytest.mark.case("5.5c", "5.4a", "5.3")
def test_modes_are_those_that_the_unit_has() -> None:
    game = open_game(("axis", "01.01 02.01", "a hq tr"), order=("axis",), markers=1)
    assert refused_at(game, "tr", "01.01", "combat") == ("mode.transport", "5.5c")
    assert refused_at(game, "a", "01.01", "dg") == ("mode.unknown", "5.3")
    assert refused_at(game, "a", "01.01", cast(Any, ""), "move") == ("mode.unknown", "5.3")
    assert refused_at(game, "a", "01.01", "combat", "move") == ("mode.unknown", "5.3")
    place(game, "a", "01.01", "reserve")
    assert refused_at(game, "hq", "02.01", "reserve") == ("mode.no_reserve_marker", "5.4a")
    place(game, "hq", "01.01", "reserve")


@pytest.mark.case("SETUP-IV-B")
def test_who_sets_up_second_exposes_nobody() -> None:
    game = open_game(("axis", "02.01", "a"), ("soviet", "03.01 05.01", "s"))
    place(game, "a", "02.01", "reserve").done()
    assert game.side == "soviet"
    for mode in ("combat", "move"):
        assert refused_at(game, "s", "03.01", mode) == ("setup.exposes", "SETUP-IV-B")
    place(game, "s", "05.01").done()
    assert (game.unit("a").mode, game.all(MarkerRemoved)) == ("reserve", [])


# --- supply --------------------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-IV-A")
def test_supply_is_placed_in_parts_and_taken_up_again() -> None:
    game = open_game(("axis", "01.01 02.01", "", 14), ("axis", "02.01", "", 4), order=("axis",))
    first, second = game.hex("01.01"), game.hex("02.01")
    game.do(PickSupply(0))
    assert {a.tokens for a in game.offered(PlaceSupply)} == {1, 2, 3, 4, 8, 12, 14}
    for tokens in (0, -4, 5, 15, 16):
        assert game.refused(PlaceSupply(first, tokens)) == ("setup.amount", "SETUP-IV-A")
    assert game.refused(PlaceSupply(game.hex("03.01"), 4)) == ("setup.outside", "SETUP-IV-A")
    game.do(PlaceSupply(second, 8), PickSupply(0), PlaceSupply(first, 6))
    for group in (0, -1, 2, 7):
        assert game.refused(PickSupply(group)) == ("setup.no_supply_left", "SETUP-IV-A")
    game.do(PickSupply(1), PlaceSupply(second, 4))
    assert [(event.hex, event.tokens) for event in game.all(SupplySetUp)] == [(second, 8), (first, 6), (second, 4)]
    assert game.refused(TakeBackSupply(game.hex("03.01"))) == ("setup.no_supply_there", "SETUP-IV-A")
    game.do(TakeBackSupply(second))
    assert (game.tokens("axis", "02.01"), game.tokens("axis", "01.01")) == (0, 6)
    assert game.offered(PickSupply) == [PickSupply(0), PickSupply(1)]
    game.do(PickSupply(0), Cancel(), PlaceRest()).done()
    assert game.tokens("axis", "01.01") + game.tokens("axis", "02.01") == 18


@pytest.mark.case("SETUP-IV-C", "SETUP-IV-D")
def test_transport_loads_from_supply_in_its_hex_only() -> None:
    game = open_game(("axis", "01.01 02.01", "tr org", 10, {"org": 1}), order=("axis",))
    place(place(game, "tr", "01.01", "move"), "org", "01.01", "move")
    assert (game.unit("tr").load, game.unit("org").load) == (0, 1)
    assert game.refused(LoadSupply("tr", 1)) == ("setup.no_load", "SETUP-IV-C")
    game.do(PickSupply(0), PlaceSupply(game.hex("01.01"), 10))
    assert game.refused(LoadSupply("tr", 9)) == ("setup.no_load", "SETUP-IV-C")
    assert game.refused(LoadSupply("org", 4)) == ("setup.no_load", "SETUP-IV-C")
    assert game.refused(LoadSupply("s", 1)) == ("setup.not_placed", "SETUP-IV-A")
    game.do(LoadSupply("tr", 8))
    assert game.refused(LoadSupply("org", 3)) == ("setup.no_load", "SETUP-IV-C"), "2T are left on the ground"
    game.do(LoadSupply("org", 2))
    assert [event.tokens for event in game.all(LoadSetUp)] == [8, 2]
    assert (game.unit("tr").load, game.unit("org").load, game.tokens("axis", "01.01")) == (8, 3, 0)
    assert game.refused(TakeBackSupply(game.hex("01.01"))) == ("setup.no_supply_there", "SETUP-IV-A")
    assert game.refused(UnloadSupply("org", 3)) == ("setup.no_unload", "SETUP-IV-C"), "1T is the scenario's"
    assert game.refused(UnloadSupply("s", 1)) == ("setup.not_placed", "SETUP-IV-A")
    game.do(UnloadSupply("org", 2), TakeBack("tr"))
    assert (game.tokens("axis", "01.01"), game.unit("tr").load, game.unit("org").load) == (10, 0, 1)
    game.do(TakeBackSupply(game.hex("01.01")))
    assert game.tokens("axis", "01.01") == 0


@pytest.mark.case("SETUP-IV-A", "SETUP-IV-C")
def test_what_is_loaded_stays_when_supply_is_taken_up() -> None:
    game = open_game(("axis", "01.01 02.01", "tr", 14), order=("axis",))
    first, second = game.hex("01.01"), game.hex("02.01")
    place(game, "tr", "01.01", "move")
    for hex_, tokens in ((first, 4), (second, 1), (first, 8)):
        game.do(PickSupply(0), PlaceSupply(hex_, tokens))
    for wrong in (LoadSupply("tr", 0), LoadSupply("tr", 9)):
        assert game.refused(wrong) == ("setup.no_load", "SETUP-IV-C")
    game.do(LoadSupply("tr", 1), LoadSupply("tr", 7))
    game.do(TakeBackSupply(first))
    assert (game.tokens("axis", "01.01"), game.tokens("axis", "02.01"), game.unit("tr").load) == (0, 1, 8)
    assert [(laid.hex, laid.tokens) for laid in game.data.laid] == [(first, 4), (second, 1), (first, 4)]
    game.do(PickSupply(0))
    assert max(a.tokens for a in game.offered(PlaceSupply)) == 5, "1T was left, 4T came up again"
    game.do(Cancel())
    assert game.refused(UnloadSupply("tr", 0)) == ("setup.no_unload", "SETUP-IV-C")
    game.do(UnloadSupply("tr", 1), UnloadSupply("tr", 7), TakeBackSupply(first))
    assert [(laid.hex, laid.tokens) for laid in game.data.laid] == [(second, 1)]


@pytest.mark.case("SETUP-IV-A", "SETUP-IV-I", "4.8-G")
def test_supply_lies_where_somebody_could_go_and_no_enemy_is() -> None:
    lake = "[terrain]\n. . . . .\n. ~ . . .\n. . . . .\n"
    groups = (("axis", "03.01", "a"), ("soviet", "02.01 02.02 03.01", "", 4))
    game = open_game(*groups, board=lake)
    place(game, "a", "03.01").done().do(PickSupply(1))
    assert game.refused(PlaceSupply(game.hex("03.01"), 4)) == ("setup.shared", "4.8-G")
    assert game.refused(PlaceSupply(game.hex("02.02"), 4)) == ("setup.closed", "SETUP-IV-I")
    assert {a.hex for a in game.offered(PlaceSupply)} == {game.hex("02.01")}


@pytest.mark.case("SETUP-IV-J", "SETUP-IV-G")
def test_nobody_begins_with_fuel_or_losses() -> None:
    game = open_game(("axis", "01.01", "a hq org"), order=("axis",)).do(PlaceRest())
    for unit in game.game.state.units.values():
        assert (unit.hq_fueled, unit.formation_fueled, unit.activity.fueled, unit.steps_lost) == (False,) * 3 + (0,)


# --- the rest ------------------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-IV-A", "SETUP-IV-F")
def test_the_program_places_the_rest_where_there_is_room() -> None:
    crowd = _stack(7)
    game = open_game(("axis", "01.01 02.01", f"big a {crowd} hq tr", 5), order=("axis",))
    place(game, "a", "02.01")
    game.do(PlaceRest())
    assert game.at("a") == "02.01"
    assert game.refused(PlaceRest()) == ("setup.nothing_left", "SETUP-IV-A")
    game.done()


@pytest.mark.case("SETUP-IV-F")
def test_it_says_what_finds_no_room() -> None:
    game = open_game(("axis", "01.01 02.01", f"big {_stack(7)}"), ("axis", "02.01", "a hq"), order=("axis",))
    for i in range(7):
        place(game, f"x{i}", "02.01")
    place(game, "hq", "02.01")
    place(game, "a", "02.01")
    game.do(PlaceRest(), TakeBack("big"), TakeBack("x0"), TakeBack("a"))
    place(game, "x0", "02.01")
    place(game, "big", "01.01")
    game.do(PlaceRest())
    game.do(TakeBack("big"), TakeBack("a"))
    assert game.offered(PlaceRest)


@pytest.mark.case("SETUP-IV-F")
def test_a_zone_that_is_full_is_told_and_can_be_cleared() -> None:
    game = open_game(("axis", "01.01 02.01", f"big {_stack(7)}"), ("axis", "02.01", "a"), order=("axis",))
    for i in range(6):
        place(game, f"x{i}", "02.01")
    place(game, "big", "02.01")
    assert game.refused(PlaceRest()) == ("setup.no_room", "SETUP-IV-F")
    game.do(TakeBack("big"), PlaceRest()).done()


@pytest.mark.case("SETUP-IV-F")
def test_a_scenario_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="no room for x6"):
        open_game(("axis", "01.01", f"big {_stack(7)}"), order=("axis",))
    assert "setup.impossible" in REFUSALS
    with pytest.raises(ValueError, match="no room for the SP of group 0"):
        open_game(("axis", "01.02", "", 4), order=("axis",), board="[terrain]\n. . . . .\n~ . . . .\n. . . . .\n")


# --- what is seen --------------------------------------------------------------------------------------------------

BOTH = (("axis", "01.01 02.01", "a tr", 4), ("soviet", "03.01 04.01", "s g w", 8))


@pytest.mark.case("SETUP-IV-A", "SETUP-IV-B")
def test_in_a_hidden_set_up_neither_side_sees_the_other() -> None:
    game = open_game(*BOTH, hidden=True, placements=(("axis", "01.03", "hq"),))
    bare = view(game.game, "soviet")
    place(game, "a", "02.01", "reserve")
    seen = view(game.game, "soviet")
    for key in ("units", "stacks", "dumps", "set_up", "losses", "reserve_markers"):
        assert seen[key] == bare[key], key
    assert [unit["hex"] for unit in seen["units"] if unit["id"] in ("a", "hq")] == [NOT_ARRIVED, game.hex("01.03")]
    game.do(PlaceRest()).done()
    assert game.side == "soviet"
    assert "a" not in believed(game.game.look, "soviet").state.units
    assert believed(game.game.look, "soviet").state.dumps["axis"] == {}
    place(game, "s", "03.01")  # next to a unit in Reserve that its player cannot see
    game.do(PlaceRest())
    assert (game.unit("a").mode, game.all(MarkerRemoved)) == ("reserve", [])
    game.done()
    assert (game.one(MarkerRemoved).unit, game.unit("a").mode) == ("a", "combat")
    assert [unit["hex"] for unit in view(game.game, "soviet")["units"] if unit["id"] == "a"] == [game.hex("02.01")]


@pytest.mark.case("SETUP-IV-A", "4.9a-A")
def test_what_is_hidden_changes_no_view_and_is_told_to_nobody() -> None:
    game = open_game(*BOTH, hidden=True)
    journal = Journal(game.game.world)
    journal.begin(game.game.opening, game.game.look)
    for action in (PickUnit("a"), unit_at(game, "a", "01.01"), PlaceRest()):
        before = game.game.look
        game.do(action)
        journal.add(len(game.game.records), game.game.records[-1], before, game.game.look)
        check_hidden(game.game, "soviet", Random(1))
        check_hidden(game.game, "axis", Random(1))
    assert [row["type"] for row in plain(journal.read("soviet"))] == ["SetUpBegan"]
    assert "UnitSetUp" in [row["type"] for row in plain(journal.read("axis"))]
    assert {row["phase"] for row in plain(journal.read("axis"))} == {"set_up"}


@pytest.mark.case("SETUP-IV-A")
@pytest.mark.parametrize("hidden", [False, True])
def test_without_fog_nothing_is_hidden(hidden: bool) -> None:
    game = open_game(*BOTH, hidden=hidden, fog=False)
    place(game, "a", "02.01")
    assert [unit["hex"] for unit in view(game.game, "")["units"] if unit["id"] == "a"] == [game.hex("02.01")]
    assert view(game.game, "soviet")["set_up"]["covered"] is False


@pytest.mark.case("SETUP-IV-A", "4.9a-A")
def test_in_turn_the_second_sees_what_lies_on_top() -> None:
    game = open_game(*BOTH)
    place(game, "a", "02.01")
    game.do(PlaceRest()).done()
    shown = {unit["id"]: unit["hex"] for unit in view(game.game, "soviet")["units"]}
    assert shown["a"] == game.hex("02.01")
    assert "tr" not in shown
    assert [group["name"] for group in view(game.game, "soviet")["set_up"]["groups"]] == ["group 1"]
    assert view(game.game, "soviet")["set_up"]["groups"][0]["tokens"] == 8
    game.do(PlaceRest()).done()
    assert view(game.game, "soviet")["set_up"] is None


@pytest.mark.case("SETUP-IV-B")
def test_a_refusal_tells_nothing_of_what_lies_beneath() -> None:
    """A unit in Reserve under another one: who may not know of it is not held back by it; it loses its marker."""
    game = open_game(("axis", "02.01", "a hq"), ("soviet", "03.01 04.01", "s"))
    place(place(game, "a", "02.01", "combat"), "hq", "02.01", "reserve").done()
    place(game, "s", "03.01").done()
    assert [(event.unit, event.marker) for event in game.all(MarkerRemoved)] == [("hq", "reserve")]


# --- all together --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("name", ["random", "steady"])
def test_bots_set_up(name: str, hidden: bool) -> None:
    game = open_game(*BOTH, hidden=hidden).game
    watch = Watch(game, Random(2), Rates(refused=1, offered=2, facts=2, packed=2, undo=2, hidden=1))
    bot = make_bot(name, 5)
    for _ in range(1500):
        if game.state.clock.phase != "set_up" or game.decision is None:
            break
        watch.choices()
        watch.take(game.decision.side, bot.choose(game, game.decision.side))
    assert game.state.clock.phase != "set_up"
    assert all(unit.on_map for uid, unit in game.state.units.items() if uid in ["a", "tr", "s", "g", "w"])
    assert sum(dump.tokens for dump in game.state.dumps["soviet"].values()) == 8
    watch.finish()


def test_a_set_up_is_saved_and_loaded(tmp_path: Path) -> None:
    """The packed state keeps the frame of the set-up."""
    from redball.game.save import decode_state, encode_state

    game = open_game(*BOTH)
    game.do(PickSupply(0), PlaceSupply(game.hex("01.01"), 4), PickUnit("a"))
    assert game.game.state.dumps["axis"] == {game.hex("01.01"): Dump(4)}
    assert decode_state(game.game.world, encode_state(game.game.state)) == game.game.state

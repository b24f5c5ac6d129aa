"""Ships: where they can be, how they move in all three phases, and what becomes of them in a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from redball.core.actions import AddUnit, Advance, BeginMove, BeginSail, DeclareAttack, Done, Halt, StepTo
from redball.core.events import OddsSet
from redball.core.look import Look
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.sight.belief import believed
from redball.game.view.ships import ShipView, sea_view
from redball.rules.ground.fleet import Vessel, ship_in, with_ship
from redball.rules.naval.naval import ShipRecovered, ShipSailed, ShipsDestroyed, VoyageEnded
from redball.rules.naval.sailing import Voyage, refuse_step, sea_reach
from redball.rules.naval.set_up import berth_faults
from support import LEG, TANKS, Sitting, land, sit, text

BIG = "battleship 30-4-2-3/20-3-1-2"
SMALL = "destroyer 8-2-1-0/4-2-0-0 several"
COAST = land(*(f"{column:02d}.01=." for column in range(1, 25)), columns=24, rows=4, ground="-")
"""A sea of three rows, and a row of land below it."""
HAVEN = '[places]\n05.01 port "Haven"\n[sources]\naxis 20.01\nsoviet 24.01\n'


ARMIES = f"axis 20.01 a {LEG}\nsoviet 24.01 r {LEG}"


def fleet(ships: str, *, units: str = ARMIES, rest: str = "", **how: Any) -> Sitting:
    """A game with ships off that coast."""
    return sit(units, COAST, rest=f"{HAVEN}[ships]\n{ships}\n{rest}", **how)


def ship(table: Sitting, sid: str) -> Vessel:
    found = ship_in(table.look.state, sid)
    assert found is not None
    return found


def where(table: Sitting, sid: str) -> str:
    return table.look.hex_name(ship(table, sid).hex)


def sailed(table: Sitting, sid: str, *hexes: str) -> Sitting:
    """The whole voyage of a ship."""
    return table.do(BeginSail(sid)).go(*hexes).do(Halt())


@pytest.mark.case("18.0")
def test_a_game_without_ships_knows_nothing_of_them() -> None:
    table = sit(f"axis 01.01 a {LEG}\nsoviet 05.01 r {LEG}", land(columns=5))
    assert table.refused(BeginSail("a")) == ("ship.unknown", "18.1e")
    assert not table.offered(BeginSail)
    assert sea_view(table.look, "axis") is UNSET


# --- where they can be -------------------------------------------------------------------------------------------


@pytest.mark.case("18.1c")
def test_ships_enter_only_hexes_that_are_all_sea() -> None:
    """A coastal hex, and one in which a coast runs through the sea, are closed; a lake is no sea."""
    table = fleet(f"axis 03.02 bb {BIG}").do(BeginSail("bb"))
    assert table.refused(table.to("03.01")) == ("ship.no_sea", "18.1c")
    table.do(table.to("04.02"))
    shore = sit(f"axis 01.01 a {LEG}", "- - ~", rest=f"[also]\n01.01 open\n[ships]\naxis 02.01 bb {BIG}", head="")
    shore.do(BeginSail("bb"))
    assert {shore.refused(shore.to(name))[0] for name in ("01.01", "03.01")} == {"ship.no_sea"}


@pytest.mark.case("18.1c")
def test_a_port_is_open_to_the_types_that_the_scenario_lets_in() -> None:
    head = "ships_in_ports destroyer\n"
    table = fleet(f"axis 05.02 bb {BIG}\naxis 05.02 dd {SMALL}", head=head).do(BeginSail("bb"))
    assert table.refused(table.to("05.01")) == ("ship.no_sea", "18.1c")
    sailed(table.do(Halt()), "dd", "05.01")
    assert where(table, "dd") == "05.01"
    shut = fleet(f"axis 05.02 dd {SMALL}").do(BeginSail("dd"))
    assert shut.refused(shut.to("05.01")) == ("ship.no_sea", "18.1c")


@pytest.mark.case("18.1c")
def test_from_a_port_a_ship_goes_back_to_sea_and_not_over_land() -> None:
    head = "ships_in_ports destroyer\n"
    table = fleet(f"axis 05.01 dd {SMALL}", head=head).do(BeginSail("dd"))
    assert table.refused(table.to("06.01")) == ("ship.no_sea", "18.1c")
    assert table.hexes() == {"05.02", "04.02", "06.02"} & table.hexes()
    table.do(table.to("05.02"))


@pytest.mark.case("18.1b")
def test_any_number_of_ships_share_a_hex_but_never_with_enemy_ships() -> None:
    many = "\n".join(f"axis 02.03 b{number} {BIG}" for number in range(12))
    table = fleet(f"{many}\naxis 03.03 bb {BIG}\nsoviet 04.03 sb {BIG}").do(BeginSail("bb"))
    assert table.refused(table.to("04.03")) == ("ship.enemy", "18.1b")
    table.do(table.to("02.03"), Halt())
    assert sum(where(table, sid) == "02.03" for sid in ("bb", *(f"b{number}" for number in range(12)))) == 13


@pytest.mark.case("18.1b", "4.8c-B")
def test_a_ship_enters_a_port_with_enemy_supply_and_both_stay_but_not_one_with_enemy_troops() -> None:
    head = "ships_in_ports destroyer\n"
    rest = "[supply]\nsoviet 05.01 2\n[bases]\nsoviet 05.01 1\n"
    table = sailed(fleet(f"axis 05.02 dd {SMALL}", rest=rest, head=head), "dd", "05.01")
    assert where(table, "dd") == "05.01"
    assert table.tokens("soviet", "05.01") == 8
    held = fleet(f"axis 05.02 dd {SMALL}", units=f"axis 20.01 a {LEG}\nsoviet 05.01 r {LEG}", head=head)
    held.do(BeginSail("dd"))
    assert held.refused(held.to("05.01")) == ("ship.enemy", "18.1b")


@pytest.mark.case("4.8c-A", "9.14g")
def test_attack_capable_units_that_enter_a_port_destroy_the_ships_there_and_others_stay_out() -> None:
    head = "ships_in_ports destroyer\n"
    trucks = "truck 2 45T"
    units = f"axis 06.01 a {LEG}\naxis 06.01 t {trucks}\nsoviet 24.01 r {LEG}"
    table = fleet(f"soviet 05.01 dd {SMALL}\nsoviet 05.02 d2 {SMALL}", units=units, head=head)
    weak = table.begin("t")
    assert weak.refused(weak.to("05.01"))[0] == "move.enemy_noncombat"
    table.halt().move("a", "05.01")
    assert table.one(ShipsDestroyed).ships == ("dd",)
    assert not ship(table, "dd").afloat
    assert ship(table, "d2").afloat


@pytest.mark.case("18.1b", "18.1c")
@pytest.mark.parametrize(("name", "code"), [("03.01", "setup.aground"), ("04.03", "setup.ship_with_enemy")])
def test_a_set_up_is_judged_like_a_move(name: str, code: str) -> None:
    table = fleet(f"axis 03.03 bb {BIG}\nsoviet 04.03 sb {BIG}")
    world, state = table.look.world, table.look.state
    assert [*berth_faults(world, state)] == []
    found = {fault.code for fault in berth_faults(world, with_ship(state, "bb", hex=table.hex(name)))}
    assert found == {code}


# --- moving ------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.1e", "18.1f")
@pytest.mark.parametrize(
    ("printed", "reach"),
    [
        (BIG, 20),
        (f"{BIG} damaged", 10),
        (f"{BIG} several damaged", 20),
        (f"{BIG} slow", 10),
        (f"{BIG} slow several damaged", 10),
        (f"{BIG} dg", 20),
    ],
)
def test_a_ship_sails_twenty_hexes_in_a_phase_and_a_slow_one_ten(printed: str, reach: int) -> None:
    """A single ship that is damaged is slow; several ships keep their speed."""
    row = [f"{column:02d}.04" for column in range(1, 25)]
    table = fleet(f"axis 01.04 bb {printed}").do(BeginSail("bb")).go(*row[1 : reach + 1])
    assert table.refused(table.to(row[reach + 1])) == ("ship.no_mp", "18.1f")
    table.do(Halt())
    assert {event.mp for event in table.all(ShipSailed)} == {12}
    assert table.one(VoyageEnded).hexes == reach


@pytest.mark.case("18.1e", "7.0c", "11.0d", "2.3-E", "2.3-H", "2.3-J")
def test_a_ship_moves_in_movement_reaction_and_exploitation_without_reserve_and_once_in_each() -> None:
    table = fleet(f"axis 01.04 bb {BIG}\nsoviet 20.04 sb {BIG}")
    sailed(table, "bb", "02.04")
    assert table.refused(BeginSail("bb")) == ("ship.sailed", "18.1e")
    assert table.refused(BeginSail("sb")) == ("ship.not_own", "18.1e")
    table.idle(lambda: table.look.state.clock.phase == "reaction")
    assert table.side == "soviet"
    sailed(table, "sb", "19.04")
    table.idle(lambda: table.look.state.clock.phase == "exploitation")
    sailed(table, "bb", "03.04")
    assert (where(table, "bb"), where(table, "sb")) == ("03.04", "19.04")


@pytest.mark.case("7.0c", "11.0d")
def test_phases_without_anything_to_use_pass_by_themselves_where_there_are_no_ships() -> None:
    bare = sit(f"axis 01.01 a {LEG}\nsoviet 05.01 r {LEG}", at="exploitation_movement")
    assert (bare.look.state.clock.phase, bare.side) == ("movement", "soviet")
    table = fleet(f"axis 01.04 bb {BIG}", at="exploitation_movement")
    assert (table.look.state.clock.phase, table.side) == ("exploitation", "axis")
    spent = fleet(f"axis 01.04 bb {BIG} sailed", at="exploitation_movement")
    assert spent.side == "soviet"


@pytest.mark.case("18.1a", "12.9d")
def test_ships_need_no_supply() -> None:
    """Nobody has any, and it sails and is never out of supply."""
    table = sailed(fleet(f"axis 01.04 bb {BIG}"), "bb", "02.04")
    assert not table.spent()


def test_steps_are_refused_for_what_is_far_or_unknown() -> None:
    table = fleet(f"axis 01.04 bb {BIG}\naxis sunk gone {BIG}")
    assert table.refused(BeginSail("gone")) == ("ship.sunk", "18.3d-A")
    assert table.refused(BeginSail("nobody")) == ("ship.unknown", "18.1e")
    table.do(BeginSail("bb"))
    assert table.refused(table.to("05.04")) == ("ship.not_next", "18.1e")
    assert table.why(BeginMove("a")).code == "turn.not_now"


@pytest.mark.case("2.4-3")
def test_in_a_simulcast_turn_no_ship_goes_onto_anything_of_the_enemys() -> None:
    how = {"head": "ships_in_ports destroyer\n", "rest": "[supply]\nsoviet 05.01 2\n"}
    table = fleet(f"axis 05.02 dd {SMALL}", **how).do(BeginSail("dd"))
    assert "05.01" in table.hexes()
    clock = replace(table.look.state.clock, simulcast=True)
    quiet = Look(table.look.world, table.look.state.change(clock=clock))
    refused = refuse_step(quiet, table.data, table.to("05.01"))
    assert refused is not None
    assert refused.code == "simulcast.offensive"
    assert refuse_step(quiet, table.data, table.to("05.03")) is None
    assert table.hex("05.01") not in sea_reach(quiet, ship(table, "dd"))


def walked(look: Look, data: Voyage) -> dict[int, int]:
    """Every hex that steps lead to, with the MP spent: the plain version of `sea_reach`."""
    found, edge = {data.hex: 0}, [data]
    while edge:
        edge = [*_further(look, edge, found)]
    return found


def _further(look: Look, edge: list[Voyage], found: dict[int, int]) -> Iterator[Voyage]:
    for data in edge:
        for hex_ in look.board.neighbours(data.hex):
            there = Voyage(data.side, data.ship, data.start, hex_, data.spent + 12)
            if hex_ not in found and refuse_step(look, data, StepTo(hex_)) is None:
                found[hex_] = there.spent
                yield there


@pytest.mark.case("18.1e")
@pytest.mark.parametrize("printed", [BIG, f"{BIG} damaged", SMALL])
def test_the_search_finds_what_steps_find(printed: str) -> None:
    ships = f"axis 03.03 bb {printed}\nsoviet 06.04 s1 {BIG}\nsoviet 06.03 s2 {BIG}\nsoviet 07.02 s3 {BIG}"
    table = fleet(ships, head="ships_in_ports destroyer\n").do(BeginSail("bb"))
    assert isinstance(table.data, Voyage)
    costs = {hex_: cost for hex_, (cost, _) in sea_reach(table.look, ship(table, "bb")).items()}
    assert costs == walked(table.look, table.data)


# --- a turn ------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.1d", "5.1-B")
def test_dg_comes_off_in_the_clean_up_phase_of_its_owner_only_and_changes_no_value() -> None:
    table = fleet(f"axis 01.04 bb {BIG} dg\nsoviet 20.04 sb {BIG} dg")
    assert [(one.dg, one.speed, one.face.barrage) for one in seen(table, "axis").values()] == [(True, 20, 30)] * 2
    table.idle(lambda: table.look.state.clock.phasing == "soviet")
    assert (ship(table, "bb").dg, ship(table, "sb").dg) == (False, True)
    assert table.one(ShipRecovered).ship == "bb"


# --- what is seen ------------------------------------------------------------------------------------------------


def seen(table: Sitting, viewer: str) -> dict[str, ShipView]:
    view = sea_view(table.look, viewer)
    return {one.id: one for one in view.ships}  # type: ignore[union-attr]


@pytest.mark.case("4.9a-A")
def test_the_enemy_sees_the_top_ship_of_a_hex_and_nothing_of_what_it_did() -> None:
    table = fleet(f"axis 01.04 b1 {BIG} sailed fired\naxis 01.04 b2 {BIG}\naxis 02.04 b3 {BIG} damaged")
    assert set(seen(table, "axis")) == {"b1", "b2", "b3"}
    theirs = seen(table, "soviet")
    assert set(theirs) == {"b1", "b3"}
    assert (theirs["b1"].sailed, theirs["b1"].fired, theirs["b3"].damaged) == (None, None, True)
    known = believed(table.look, "soviet")
    assert ship_in(known.state, "b2") is None
    assert not ship_in(known.state, "b1").sailed  # type: ignore[union-attr]


def test_without_ships_nothing_is_shown() -> None:
    table = sit(f"axis 01.01 a {LEG}")
    assert sea_view(table.look, "axis") is sea_view(table.look, "soviet")
    assert not table.offered(BeginSail)


# --- written positions -------------------------------------------------------------------------------------------


def test_a_position_with_ships_is_written_and_read_again() -> None:
    ships = (
        f"axis 01.04 bb {BIG} slow aircraft=12 name=Big_One nation=gb damaged dg sailed fired shelled shown ashore\n"
        f"axis sunk b2 {BIG}\nsoviet 05.01 dd {SMALL}"
    )
    written = text(
        f"axis 20.01 a {LEG}\nsoviet 24.01 r {LEG}",
        COAST,
        rest=f"{HAVEN}[ships]\n{ships}\n[shelled]\nr\n",
        head="ships_in_ports destroyer\n",
    )
    world, state = parse_position(written)
    again_world, again = parse_position(dump_position(world, state))
    assert again.own == state.own
    assert again_world.scenario.ships == world.scenario.ships
    assert again_world.scenario.ships_in_ports == ("destroyer",)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"axis 03.01 bb {BIG}", "not all sea"),
        (f"axis 03.03 bb {BIG}\nsoviet 03.03 sb {BIG}", "shares"),
        ("axis 03.03 bb frigate 1-1-1-1/1-1-1-1", "not a type of ship"),
        ("axis 03.03 bb cruiser 1-1-1-1", "no damaged side"),
        ("axis 03.03 bb cruiser 1-1/1-1", "barrage-range-Flak-Protection"),
        (f"axis 03.03 bb {BIG} quick", "unknown mark"),
        (f"axis 03.03 a {BIG}", "used twice"),
        (f"axis sunk bb {BIG} dg", "has no such marks"),
        (f"finland 03.03 bb {BIG}", "finland"),
        ("axis 03.03 bb", "a ship is side"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, says: str) -> None:
    written = text(f"axis 20.01 a {LEG}\nsoviet 24.01 r {LEG}", COAST, rest=f"[ships]\n{line}\n")
    with pytest.raises(PositionError, match=says):
        parse_position(written)


@pytest.mark.case("9.0-B")
def test_a_ship_never_attacks() -> None:
    """Beside the enemy's hex it is no attacker, alone or with a unit."""
    units = f"axis 03.01 b {TANKS}\nsoviet 04.01 d {LEG}"
    table = fleet(f"axis 04.02 bb {BIG}", units=units, at="combat", rest="[supply]\naxis 03.01 9\n")
    table.do(DeclareAttack(table.hex("04.01")))
    assert [add.unit for add in table.offered(AddUnit)] == ["b"]
    assert table.refused(AddUnit("bb"))[0] == "input.unknown_unit"
    alone = fleet(
        f"axis 04.02 bb {BIG}", units=f"axis 20.01 b {TANKS}\nsoviet 04.01 d {LEG}\nsoviet 21.01 e {LEG}", at="combat"
    )
    assert alone.refused(DeclareAttack(alone.hex("04.01")))[0].startswith("combat.")


@pytest.mark.case("9.0-D", "9.14g")
def test_a_ship_in_a_port_takes_no_part_in_its_defence() -> None:
    """The regiment alone defends, and is destroyed; the ship has no hit and does not retreat, and is lost to whoever
    enters."""
    units = f"axis 06.01 b Div infantry other 60-5-3L/30-5-6L\nsoviet 05.01 d {LEG} exhausted"
    how: dict[str, Any] = {"head": "ships_in_ports destroyer\n", "rest": "[supply]\naxis 06.01 9\n"}
    table = fleet(f"soviet 05.01 dd {SMALL}", units=units, at="combat", dice=(6, 3, 4, 6, 6), **how)
    table.do(DeclareAttack(table.hex("05.01")), AddUnit("b"), Done())
    table.idle(lambda: bool(table.offered(Advance)))
    assert table.one(OddsSet).defend == "2", "half of 4 without combat supply"
    assert (table.at("d"), where(table, "dd"), ship(table, "dd").damaged) == ("dead", "05.01", False)
    table.do(Advance("b"))
    assert table.one(ShipsDestroyed).ships == ("dd",)

"""Construction and hedgehogs: who works where, on what, for how much, and what comes of it."""

from __future__ import annotations

import dataclasses

import pytest

from as_json import plain, view
from redball.core import engine
from redball.core.actions import AddUnit, BeginMove, Cancel, Construct, Done, Pay
from redball.core.events import HedgehogBuilt, HedgehogReduced, SupplySpent
from redball.core.look import Look
from redball.core.state import Hedgehog
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.rules.works.construction import in_radius
from redball.server.answers.movement import construction_of
from redball.server.session import Session
from support import HQ, LEG, Sitting, land, sit
from support import text as position_text

ENGINEERS = "Bn engineer other 3-4-3L/1-4-8T kind=engineer"
BATTALION = "Bn infantry other 4-3-3L/2-3-6L"
BUILD, REDUCE = "build_hedgehog", "reduce_hedgehog"
FAR = f"soviet 06.05 r {LEG}"


def site(units: str, rest: str = "", *, supply: str = "axis 02.02 9\n", terrain: str = "") -> Sitting:
    """A Movement Phase with supply in 02.02."""
    return sit(f"{units}\n{FAR}", terrain, rest=f"[supply]\n{supply}{rest}")


def work(table: Sitting, where: str, task: str = BUILD, unit: str = "") -> Construct:
    """The action."""
    return Construct(unit, table.hex(where), task)


def level(table: Sitting, where: str) -> int:
    """The Level of the works in a hex."""
    works = table.game.state.hedgehogs.get(table.hex(where))
    return works.level if works else 0


def built(table: Sitting, where: str, unit: str = "", task: str = BUILD) -> Sitting:
    """The work, paid in the first way."""
    table.do(work(table, where, task, unit))
    while table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    return table


# --- by 1 RE of units ------------------------------------------------------------------------------------------


@pytest.mark.case("16.0b-A", "16.0a", "13.8d-B", "13.8d-C", "K16.0a-hedgehog", "12.3-A")
def test_a_regiment_builds_in_its_hex_for_two_sp_and_does_not_move() -> None:
    table = built(site(f"axis 02.02 a {LEG}"), "02.02")
    assert (level(table, "02.02"), table.tokens("axis", "02.02")) == (1, 28)
    assert table.one(HedgehogBuilt).units == ("a",)
    assert [(e.tokens, e.purpose) for e in table.all(SupplySpent)] == [(8, BUILD)]
    assert table.refused(BeginMove("a")) == ("construct.worked", "13.8d-C")


@pytest.mark.case("16.0b-A")
@pytest.mark.parametrize(
    ("units", "code"),
    [
        (f"axis 02.02 a {BATTALION}", "construct.party"),
        (f"axis 02.02 a {BATTALION}\naxis 02.02 b {BATTALION} move", "construct.party"),
        (f"axis 02.02 a {BATTALION}\naxis 02.02 b {BATTALION} spent", "construct.party"),
        (f"axis 02.02 a {BATTALION}\naxis 02.02 b {BATTALION} worked", "construct.party"),
        (f"axis 02.02 a {BATTALION}\naxis 02.02 b {BATTALION} origin=01.01", "construct.party"),
        (f"axis 02.02 a {BATTALION}\naxis 02.03 b {BATTALION}", "construct.party"),
        (f"axis 02.02 a {LEG} reserve", "hedgehog.reserves"),
    ],
)
def test_who_is_no_working_party(units: str, code: str) -> None:
    table = site(f"{units}\naxis 01.05 c {LEG}")
    assert table.refused(work(table, "02.02"))[0] == code


@pytest.mark.case("16.0b-A")
def test_two_battalions_are_chosen_one_by_one() -> None:
    """Reading 1.132: several units that are 1 RE together; who is not needed stays free to move."""
    units = "\n".join(f"axis 02.02 {name} {BATTALION}" for name in "abc")
    table = site(f"{units}\naxis 02.02 m {BATTALION} move\naxis 02.02 g {BATTALION} dg\naxis 02.03 n {BATTALION}")
    table.do(work(table, "02.02"))
    assert (table.step, table.offered(AddUnit)) == ("construction.party", [AddUnit("a"), AddUnit("b"), AddUnit("c")])
    assert table.refused(AddUnit("m")) == ("construct.not_working", "16.0b-A")
    assert table.refused(AddUnit("n")) == ("construct.not_working", "16.0b-A")
    assert table.refused(AddUnit("g")) == ("construct.dg", "5.10e-B")
    table.do(AddUnit("c"), AddUnit("a")).do(table.offered(Pay)[0])
    assert table.one(HedgehogBuilt).units == ("c", "a")
    assert table.refused(BeginMove("a"))[0] == "construct.worked"
    table.begin("b")


@pytest.mark.case("16.0b-A")
def test_a_party_can_be_sent_back() -> None:
    table = site("\n".join(f"axis 02.02 {name} {BATTALION}" for name in "abc"))
    table.do(work(table, "02.02"), AddUnit("a"), Cancel())
    assert level(table, "02.02") == 0
    table.begin("a")


@pytest.mark.case("5.10e-B")
def test_dg_units_dig_nothing_and_dg_engineers_do() -> None:
    table = site(f"axis 02.02 a {LEG} dg\naxis 02.03 e {ENGINEERS} dg")
    assert table.refused(work(table, "02.02")) == ("construct.party", "16.0b-A")
    assert level(built(table, "02.02", "e"), "02.02") == 1


@pytest.mark.case("13.8d-C", "16.0b-A")
def test_a_change_of_mode_without_mp_is_no_move() -> None:
    """Reading 1.117."""
    table = site(f"axis 02.02 a {LEG} move")
    assert table.refused(work(table, "02.02"))[0] == "construct.party"
    table.begin("a").mode("a", "combat").halt()
    assert level(built(table, "02.02"), "02.02") == 1
    gone = site(f"axis 02.02 a {LEG}").move("a", "02.03", "02.02")
    assert gone.refused(work(gone, "02.02"))[0] == "construct.party"


@pytest.mark.case("16.0b-A", "2.3-H")
@pytest.mark.parametrize("at", ["reaction_movement", "exploitation_movement"])
def test_hedgehogs_are_worked_on_in_the_movement_phase(at: str) -> None:
    phasing = "soviet" if at == "reaction_movement" else "axis"
    units = f"axis 02.02 a {LEG}\naxis 02.03 x {LEG} {'released' if phasing == 'soviet' else 'exploit'}\n{FAR}"
    table = sit(units, at=at, phasing=phasing, rest="[supply]\naxis 02.02 9\n")
    assert table.side == "axis"
    assert table.refused(work(table, "02.02")) == ("construct.phase", "16.0b-A")


# --- by engineers ----------------------------------------------------------------------------------------------


@pytest.mark.case("13.8d-A", "13.8d-C", "13.1b")
@pytest.mark.parametrize("unit", [HQ, ENGINEERS])
def test_an_engineer_builds_within_two_hexes_whatever_enemy_zoc_lies_there(unit: str) -> None:
    table = site(f"axis 02.02 e {unit}\nsoviet 05.03 z {LEG}\naxis 01.05 o {LEG}")
    assert table.refused(work(table, "05.02", BUILD, "e")) == ("construct.too_far", "13.8d-A")
    assert table.game.look.in_zoc_of("soviet", table.hex("04.03"))
    assert level(built(table, "04.03", "e"), "04.03") == 1
    assert table.refused(work(table, "02.02", BUILD, "e")) == ("construct.worked", "13.8d-C")
    assert table.refused(BeginMove("e")) == ("construct.worked", "13.8d-C")


@pytest.mark.case("13.8d-C")
def test_who_has_worked_does_not_join_the_move_of_another() -> None:
    table = site(f"axis 02.02 e {ENGINEERS}\naxis 02.02 f {ENGINEERS}\naxis 02.02 a {LEG}")
    built(table, "02.03", "e").begin("a")
    assert table.refused(AddUnit("e")) == ("construct.worked", "13.8d-C")
    assert table.offered(AddUnit) == [AddUnit("f")]


@pytest.mark.case("13.8d-A")
def test_the_radius_is_a_path_that_leg_mp_can_pass() -> None:
    """Water on both ways east; mountains cost all of the allowance and are passable; enemies are not."""
    table = site(f"axis 02.02 e {ENGINEERS}\nsoviet 02.03 z {LEG}", terrain=land("03.02=~", "03.03=~", "01.02=m"))
    look = table.game.look
    names = {look.hex_name(h) for h in in_radius(look, table.unit("e"))}
    assert {"02.02", "01.02", "02.01", "03.01", "01.01"} <= names
    assert {"03.02", "03.03", "04.02", "02.03", "02.04"}.isdisjoint(names)
    crossing = '[hexsides]\nmajor_river "r" 02.02/N\nsea_or_lake "s" 02.02/S\n'
    table = site(f"axis 02.02 e {ENGINEERS}", crossing)
    names = {look.hex_name(h) for h in in_radius(table.game.look, table.unit("e"))}
    assert "02.03" in names, "a river takes the whole allowance of infantry, and is passable"
    assert "02.01" in names, "round the water by 01.02"


@pytest.mark.case("13.8d-C", "13.8a")
@pytest.mark.parametrize(
    ("marks", "code", "case"),
    [
        ("move", "construct.not_capable", "13.8a"),
        ("strat", "construct.not_capable", "13.8a"),
        ("spent", "construct.moved", "13.8d-C"),
        ("origin=02.03", "construct.moved", "13.8d-C"),
        ("railed", "construct.moved", "13.8d-C"),
        ("worked", "construct.worked", "13.8d-C"),
        ("", "", ""),
    ],
)
def test_who_does_no_engineers_work(marks: str, code: str, case: str) -> None:
    table = site(f"axis 02.02 e {ENGINEERS} {marks}\naxis 01.05 o {LEG}")
    action = work(table, "02.01", BUILD, "e")
    if code:
        assert table.refused(action) == (code, case)
    else:
        table.do(action)


@pytest.mark.case("13.8d-C", "13.8d-B")
def test_strangers_and_unknown_tasks() -> None:
    table = site(f"axis 02.02 a {LEG}\nsoviet 05.02 e {ENGINEERS}")
    assert table.refused(work(table, "05.02", BUILD, "e")) == ("construct.not_own", "13.8d-C")
    assert table.refused(work(table, "02.02", "build_castle")) == ("construct.task", "13.8d-B")
    assert table.refused(work(table, "02.02", BUILD, "a")) == ("construct.not_capable", "13.8a")


@pytest.mark.case("13.8d-A")
def test_nobody_builds_where_something_of_the_enemys_is() -> None:
    table = site(f"axis 02.02 e {ENGINEERS}", "[hedgehogs]\nsoviet 02.03 1\n", supply="axis 02.02 9\nsoviet 03.02 1\n")
    assert table.refused(work(table, "02.03", BUILD, "e")) == ("construct.enemy", "13.8d-A")
    assert table.refused(work(table, "03.02", BUILD, "e")) == ("construct.enemy", "13.8d-A")


# --- supply ----------------------------------------------------------------------------------------------------


@pytest.mark.case("13.8d-B", "16.0b-A")
@pytest.mark.parametrize(("supply", "able"), [("7T", False), ("2", True)])
def test_the_work_is_paid_where_the_workers_are(supply: str, able: bool) -> None:
    """Reading 1.116: the dump is out of reach of the hex that gains the works, and within reach of the engineer."""
    west = site(
        f"axis 02.02 a {LEG}\naxis 06.01 e {ENGINEERS}", supply=f"axis 02.02 {supply}\n", terrain=land(ground="f")
    )
    if able:
        assert level(built(west, "02.02"), "02.02") == 1
    else:
        assert west.refused(work(west, "02.02")) == ("construct.supply", "16.0b-A")
    assert west.refused(work(west, "06.01", BUILD, "e")) == ("construct.supply", "13.8d-B")


@pytest.mark.case("16.0b-A")
def test_those_who_cannot_share_the_supply_do_not_work_together() -> None:
    """The SP of an Organic Truck are for its formation."""
    units = (
        f"axis 02.02 a {BATTALION} formation=x\naxis 02.02 b {BATTALION}\naxis 02.02 t organic 2 30T formation=x load=2"
    )
    table = site(units, supply="")
    assert table.refused(work(table, "02.02")) == ("construct.supply", "16.0b-A")
    table = site(f"{units}\naxis 02.02 c {BATTALION} formation=x", supply="").do(Construct("", 6, BUILD))
    assert table.refused(AddUnit("b")) == ("construct.supply", "16.0b-A")
    assert table.offered(AddUnit) == [AddUnit("a"), AddUnit("c")]


@pytest.mark.case("13.2a-A")
def test_a_pausing_truck_pays_from_its_load_alone() -> None:
    truck = "axis 01.01 t truck 2 12T load=2"
    units = f"axis 03.02 a {LEG}\n{truck}\naxis 05.05 b {LEG}"
    table = site(units, supply="axis 03.02 9\naxis 05.05 9\n", terrain=land(ground="f")).begin("t").go("02.01")
    assert table.refused(work(table, "05.05")) == ("construct.supply", "16.0b-A")
    table.do(work(table, "03.02"))
    dump = Pay("a", table.hex("03.02"), "", "")
    assert table.refused(dump) == ("supply.not_pausing", "13.2a-A")
    table.do(*table.offered(Pay))
    assert (level(table, "03.02"), table.unit("t").load, table.step) == (1, 0, "move.go")
    table.go("02.02")


@pytest.mark.case("13.2a-A")
def test_in_a_move_nothing_else_pays_and_nothing_is_reduced() -> None:
    rest = "[hedgehogs]\naxis 03.02 1\n"
    table = site(f"axis 03.02 a {LEG}\naxis 01.01 b {LEG}", rest).begin("b")
    assert table.refused(work(table, "03.02")) == ("construct.pausing", "13.2a-A")
    table = site(f"axis 03.02 a {LEG}\naxis 01.01 t truck 2 12T load=2", rest).begin("t")
    assert table.refused(work(table, "03.02", REDUCE)) == ("construct.pausing", "13.2a-A")
    table = site("axis 02.02 t truck 2 12T load=2\naxis 02.02 e " + ENGINEERS).begin("t", "e")
    assert table.refused(work(table, "02.02", BUILD, "e")) == ("construct.moved", "13.8d-C")


@pytest.mark.case("13.2a-A", "16.0b-A")
def test_who_is_on_the_move_makes_no_party_larger() -> None:
    """A battalion that stays cannot work with the regiment that has begun to move in its hex."""
    units = f"axis 02.02 a {BATTALION}\naxis 02.02 b {LEG}\naxis 02.02 t truck 2 12T load=2"
    table = site(units, supply="").begin("b", "t")
    assert table.refused(work(table, "02.02")) == ("construct.party", "16.0b-A")
    assert table.offered(Construct) == []
    table = site(f"{units}\naxis 02.02 c {BATTALION}", supply="").begin("b", "t")
    assert table.offered(Construct) == [work(table, "02.02")]


# --- levels ----------------------------------------------------------------------------------------------------


@pytest.mark.case("16.0a", "16.0b-B")
@pytest.mark.parametrize(
    ("works", "wanted"),
    [
        ("axis 02.02 3", 4),
        ("axis 02.02 4", ("hedgehog.highest", "16.0a")),
        ("axis 02.02 1 raised", ("hedgehog.raised", "16.0b-B")),
        ("axis 02.02 1 lowered", 2),
    ],
)
def test_one_level_in_a_turn_up_to_four(works: str, wanted: object) -> None:
    table = site(f"axis 02.02 a {LEG}", f"[hedgehogs]\n{works}\n")
    if isinstance(wanted, int):
        assert level(built(table, "02.02"), "02.02") == wanted
    else:
        assert table.refused(work(table, "02.02")) == wanted


@pytest.mark.case("16.0c-A", "16.0c-B", "13.8d-B")
@pytest.mark.parametrize(
    ("works", "wanted"),
    [
        ("axis 02.02 3", 2),
        ("axis 02.02 1", 0),
        ("axis 02.02 2 lowered", ("hedgehog.lowered", "16.0c-B")),
        ("axis 02.02 2 raised", 1),
        ("axis 02.03 2", ("hedgehog.none", "16.0c-A")),
    ],
)
def test_reducing_is_free_and_goes_by_one_level_in_a_turn(works: str, wanted: object) -> None:
    table = site(f"axis 02.02 a {LEG}\naxis 02.03 b {LEG}", f"[hedgehogs]\n{works}\n", supply="")
    if isinstance(wanted, int):
        built(table, "02.02", task=REDUCE)
        assert (level(table, "02.02"), table.one(HedgehogReduced).level) == (wanted, wanted)
        assert (table.hex("02.02") in table.game.state.hedgehogs) is bool(wanted)
    else:
        assert table.refused(work(table, "02.02", REDUCE)) == wanted


@pytest.mark.case("16.0c-A")
@pytest.mark.parametrize(
    ("units", "code"),
    [
        (f"axis 02.02 a {BATTALION}", "construct.party"),
        (f"axis 02.02 a {LEG} move", "construct.party"),
        (f"axis 02.02 a {LEG} spent", "construct.party"),
        (f"axis 02.02 a {BATTALION}\naxis 02.02 b {BATTALION}", ""),
    ],
)
def test_who_may_reduce_a_hedgehog(units: str, code: str) -> None:
    table = site(f"{units}\naxis 01.05 c {LEG}", "[hedgehogs]\naxis 02.02 2\n", supply="")
    if code:
        assert table.refused(work(table, "02.02", REDUCE))[0] == code
    else:
        assert level(built(table, "02.02", task=REDUCE), "02.02") == 1


@pytest.mark.case("16.0c-A")
def test_an_engineer_reduces_a_hedgehog_from_a_hex_away() -> None:
    table = site(f"axis 02.03 e {ENGINEERS}", "[hedgehogs]\naxis 02.02 2\n", supply="")
    assert level(built(table, "02.02", "e", REDUCE), "02.02") == 1


@pytest.mark.case("16.0c-A")
def test_hedgehogs_are_reduced_in_the_movement_phase_only() -> None:
    units = f"axis 02.02 a {LEG} exploit\naxis 02.03 x {LEG} exploit\n{FAR}"
    table = sit(units, at="exploitation_movement", rest="[hedgehogs]\naxis 02.02 2\n")
    assert table.refused(work(table, "02.02", REDUCE))[0] == "construct.phase"


@pytest.mark.case("16.0c-B")
def test_a_hedgehog_goes_down_by_one_level_and_by_another_in_the_next_turn() -> None:
    rest = "[hedgehogs]\naxis 02.02 3\n[sources]\naxis 01.02\nsoviet 06.04\n"
    table = site(f"axis 02.02 a {LEG}\naxis 02.02 b {LEG}", rest, supply="")
    table.do(work(table, "02.02", REDUCE), AddUnit("a"))
    assert level(table, "02.02") == 2
    assert table.refused(work(table, "02.02", REDUCE)) == ("hedgehog.lowered", "16.0c-B")
    table.idle(lambda: table.game.state.clock.turn == 2)
    table.idle(lambda: (table.game.state.clock.phase, table.game.state.clock.phasing) == ("movement", "axis"))
    table.do(work(table, "02.02", REDUCE), AddUnit("a"))
    assert level(table, "02.02") == 1


@pytest.mark.case("16.0b-B", "16.0c-B")
def test_a_new_turn_forgets_what_was_built() -> None:
    table = built(site(f"axis 02.02 a {LEG}", "[sources]\naxis 01.02\nsoviet 06.04\n"), "02.02")
    while table.game.state.clock.turn == 1:
        table.do(Done() if Done() in table.game.choices() else table.game.choices()[0])
    assert not table.game.state.raised
    assert table.game.state.hedgehogs == {table.hex("02.02"): Hedgehog("axis", 1)}


@pytest.mark.case("16.0f")
def test_no_works_under_units_in_reserve() -> None:
    table = site(f"axis 02.02 a {LEG}\naxis 02.02 b {LEG} reserve")
    assert table.refused(work(table, "02.02")) == ("hedgehog.reserves", "16.0f")


# --- told ------------------------------------------------------------------------------------------------------


@pytest.mark.case("13.8d-B")
def test_the_page_is_told_what_can_be_built_for_how_much_and_why_not() -> None:
    table = site(f"axis 02.02 e {ENGINEERS}\naxis 04.04 a {BATTALION}", "[hedgehogs]\naxis 02.03 1\n")
    session = Session("x", table.game, None, {})  # type: ignore[arg-type]
    found = plain(construction_of(session, "axis", "e"))
    assert len(found) == 2 * len(in_radius(table.game.look, table.unit("e")))
    by = {(table.game.look.hex_name(p["hex"]), p["task"]): p for p in found}
    assert (by["02.02", BUILD]["ok"], by["02.02", BUILD]["tokens"]) == (True, 8)
    assert by["02.02", BUILD]["action"] == {"type": "construct", "unit": "e", "hex": table.hex("02.02"), "task": BUILD}
    assert by["02.02", REDUCE]["refusal"]["code"] == "hedgehog.none"
    assert (by["02.03", REDUCE]["ok"], by["02.03", REDUCE]["tokens"]) == (True, 0)
    party = plain(construction_of(session, "axis", "a"))
    assert [(p["action"]["unit"], p["ok"]) for p in party] == [("", False), ("", False)]
    with pytest.raises(ValueError, match="not one of your units"):
        construction_of(session, "soviet", "e")


@pytest.mark.case("13.8d-C")
def test_a_view_shows_who_worked_to_its_owner_and_the_works_to_both() -> None:
    table = built(site(f"axis 02.02 a {LEG}"), "02.02")
    shown = {side: view(table.game, side) for side in ("axis", "soviet")}
    assert {u["id"]: u["worked"] for u in shown["axis"]["units"]}["a"] is True
    assert {u["id"]: u["worked"] for u in shown["soviet"]["units"]}["a"] is None
    assert shown["soviet"]["hedgehogs"] == [{"hex": table.hex("02.02"), "side": "axis", "level": 1}]


def test_works_of_the_turn_are_part_of_a_position() -> None:
    rest = "[hedgehogs]\naxis 02.02 2 raised\nsoviet 03.03 0 lowered\n"
    world, state = parse_position(position_text(f"axis 02.02 a {LEG} worked\n{FAR}", rest=rest))
    assert (state.raised, len(state.lowered), len(state.hedgehogs)) == ({world.board.index("02.02"): 1}, 1, 1)
    again = parse_position(dump_position(world, state))[1]
    assert (again.raised, again.lowered, again.hedgehogs, again.units) == (
        state.raised,
        state.lowered,
        state.hedgehogs,
        state.units,
    )
    for bad in ("axis 02.02 0", "axis 02.02 2 painted"):
        with pytest.raises(ValueError, match=r"levels go from 1|marks of a hedgehog"):
            Game.from_position(position_text(f"axis 02.02 a {LEG}\n{FAR}", rest=f"[hedgehogs]\n{bad}\n"))


def test_where_an_engineer_works_follows_it() -> None:
    """Also where nothing else has changed since the list was made: as a world that remembers nothing has it."""
    table = site(f"axis 02.02 e {ENGINEERS}\naxis 01.01 i {LEG}", supply="axis 02.02 90\n")
    here, seen = table.game.look, set()
    for name in ("02.02", "03.02", "03.02", "02.02", "04.03"):
        moved = here.unit("e").change(hex=here.board.index(name))
        here = here.after(here.state.with_unit(moved), ("e",))
        listed = engine.choices(here, Construct)
        assert listed == engine.choices(Look(dataclasses.replace(here.world), here.state), Construct)
        seen.add(frozenset(action.hex for action in listed if isinstance(action, Construct) and action.unit == "e"))
    assert len(seen) == 3

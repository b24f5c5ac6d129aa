"""Draw and throw: who can use which dump, over which path, and how it is spent."""

from __future__ import annotations

import pytest

from redball.core.events import NegationRelied, SupplySpent
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Dump
from redball.rules.supply.draw_and_throw import dump_reach, hq_reach, payers, spend, stocks, tokens_of
from redball.rules.supply.reasons import explain_payers, refuse_payer
from redball.rules.units.abilities import action_rating, has_attack_strength, printed_strength
from rules.supply_table import look_at, only, run_at, ways
from support import line

INF = "Rgt infantry other 4-3-3L/2-3-8T"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
HQ = "hq 4T-3T/10T-20T"


def why(look: Look, uid: str, source: str, via: str = "", holder: str = "") -> Refusal:
    """The refusal of a payment."""
    found = refuse_payer(look, look.unit(uid), look.board.index(source), holder, via)
    assert found is not None
    return found


def names(look: Look, hexes: tuple[int, ...]) -> list[str]:
    """Names of hexes."""
    return [look.hex_name(h) for h in hexes]


# --- direct draw -----------------------------------------------------------------------------------------------


@pytest.mark.case("12.3a-A", "12.3c-A", "K12.3a-draw")
def test_a_draw_goes_five_mp_and_one_hex_more() -> None:
    look = look_at(line(9, f"axis 01.01 a {INF}\nsoviet 09.01 s {INF} strat", "[supply]\naxis 07.01 1"))
    payer = only(payers(look, look.unit("a")))
    assert (payer.tokens, payer.mp, payer.via) == (4, 5 * 12, "")
    assert names(look, payer.path) == [f"0{c}.01" for c in range(1, 8)]
    assert names(look, payer.entered) == [f"0{c}.01" for c in range(2, 7)]


@pytest.mark.case("12.3a-A", "12.3c-A")
def test_a_draw_goes_no_farther() -> None:
    look = look_at(line(9, f"axis 01.01 a {INF}\nsoviet 09.01 s {INF} strat", "[supply]\naxis 08.01 1"))
    assert payers(look, look.unit("a")) == ()
    refused = why(look, "a", "08.01")
    assert (refused.code, refused.case, refused.have, refused.need) == ("supply.too_far", "12.3a-A", "5", "6")


@pytest.mark.case("12.3a-A")
def test_several_dumps_may_be_combined() -> None:
    look = look_at(line(9, f"axis 04.01 a {INF}\nsoviet 09.01 s {INF} strat", "[supply]\naxis 01.01 1\naxis 06.01 2T"))
    found = payers(look, look.unit("a"))
    assert ways(look, "a") == {("01.01", "", ""), ("06.01", "", "")}
    assert look.hex_name(found[0].source) == "06.01", "the nearer one comes first"
    assert tokens_of(found) == 6


@pytest.mark.case("12.3a-B")
@pytest.mark.parametrize(
    ("unit", "dump", "reached"), [(INF, "05.01", False), (INF, "04.01", True), ("hq 4L-3L/4L-9L", "07.01", True)]
)
def test_draws_are_counted_in_truck_mp_but_for_leg_hqs(unit: str, dump: str, reached: bool) -> None:
    """Light woods cost trucks 2 MP and legs 1: a leg unit still draws by truck."""
    body = f"[terrain]\n{' w' * 8}\n[units]\naxis 01.01 a {unit}\nsoviet 08.01 s {INF} strat\n[supply]\naxis {dump} 1"
    assert bool(ways(look_at(body), "a")) is reached


@pytest.mark.case("12.3a-B")
def test_a_leg_hq_draws_five_leg_mp() -> None:
    body = f"[terrain]\n{' w' * 9}\n[units]\naxis 01.01 a hq 4L-3L/4L-9L\nsoviet 09.01 s {INF} strat\n[supply]"
    assert ways(look_at(f"{body}\naxis 08.01 1"), "a") == set()


# --- throws ----------------------------------------------------------------------------------------------------


def thrown(unit_at: str, hq: str = HQ, extra: str = "") -> Look:
    """A dump at 01.01, an HQ at 07.01, a unit farther on."""
    return look_at(
        line(
            20,
            f"axis 07.01 h {hq}\naxis {unit_at} a {INF}\nsoviet 20.01 s {INF} strat\n{extra}",
            "[supply]\naxis 01.01 1",
        )
    )


@pytest.mark.case("12.3b-1", "12.3b-2", "12.3c-A", "13.1b", "K12.3b-throw", "K12.3c-adjacent")
def test_an_hq_draws_and_throws_with_adjacency_at_both_ends() -> None:
    look = thrown("12.01")
    payer = only(payers(look, look.unit("a")))
    assert (payer.via, payer.mp) == ("h", 9 * 12)
    assert names(look, payer.path) == [f"{c:02}.01" for c in range(12, 0, -1)]
    assert set(names(look, payer.entered)) == {f"{c:02}.01" for c in (2, 3, 4, 5, 6, 8, 9, 10, 11)}


@pytest.mark.case("12.3b-1")
def test_a_throw_goes_no_farther_than_its_range() -> None:
    look = thrown("13.01")
    assert payers(look, look.unit("a")) == ()
    refused = why(look, "a", "01.01", "h")
    assert (refused.code, refused.have, refused.need) == ("supply.throw_short", "4", "5")


@pytest.mark.case("12.3b-1")
def test_an_hq_that_cannot_draw_has_nothing_to_throw() -> None:
    look = look_at(
        line(12, f"axis 08.01 h {HQ}\naxis 10.01 a {INF}\nsoviet 12.01 s {INF} strat", "[supply]\naxis 01.01 1")
    )
    assert payers(look, look.unit("a")) == ()
    assert why(look, "a", "01.01", "h").code == "supply.too_far"


@pytest.mark.case("13.1a-A")
@pytest.mark.parametrize(("marks", "reached"), [("", False), ("move", True), ("dg", False), ("dg move", True)])
def test_an_hq_throws_by_the_side_that_shows(marks: str, reached: bool) -> None:
    """Here the Move side throws farther; DG changes nothing."""
    assert bool(ways(thrown("16.01", f"{HQ} {marks}"), "a")) is reached


@pytest.mark.case("12.3b-C", "5.8b-B", "13.1a-A")
@pytest.mark.parametrize("marks", ["reserve", "dg", "oos", "move"])
def test_only_strat_mode_keeps_an_hq_from_throwing(marks: str) -> None:
    assert ways(thrown("12.01", f"{HQ} {marks}"), "a") == {("01.01", "", "h")}
    look = thrown("12.01", f"{HQ} strat")
    assert ways(look, "a") == set()
    assert why(look, "a", "01.01", "h").code == "supply.strat_hq"
    assert ways(look, "h") == {("01.01", "", "")}, "it still draws for itself"


@pytest.mark.case("12.3b-1")
def test_an_hq_without_a_throw_range_throws_nothing() -> None:
    look = thrown("08.01", "hq 0T-3T/10T-20T")
    assert ways(look, "h") == {("01.01", "", "")}
    assert ways(look, "a") == set()
    assert why(look, "a", "01.01", "h").code == "supply.not_hq"


@pytest.mark.case("12.3b-D")
def test_thrown_supply_is_used_but_not_thrown_on() -> None:
    look = thrown("17.01", extra=f"axis 12.01 b {HQ}")
    assert ways(look, "b") == {("01.01", "", "h")}
    assert ways(look, "a") == set()
    assert why(look, "a", "01.01", "b").code == "supply.too_far"
    assert why(look, "b", "01.01", "b").code == "supply.own_throw"


@pytest.mark.case("12.3b-B", "13.1d-A")
def test_an_hq_serves_any_number_of_any_nation() -> None:
    extra = f"axis 11.01 c {INF} nation=ro\naxis 10.01 d {INF} formation=x\naxis 09.01 e {DIV}"
    look = thrown("12.01", f"{HQ} nation=de", extra)
    assert all(("01.01", "", "h") in ways(look, uid) for uid in "acde")
    assert why(look, "a", "01.01", "s").code == "supply.not_hq"


@pytest.mark.case("13.1d-B")
@pytest.mark.parametrize(
    ("marks", "served"),
    [
        ("formation=pz nation=de", True),
        ("formation=inf nation=de", False),
        ("nation=de", True),
        ("nation=ro", False),
        ("re=3 nation=de", False),
    ],
)
def test_a_divisional_hq_serves_its_own_and_independents_of_its_nation(marks: str, served: bool) -> None:
    hq = f"{HQ} formation=pz nation=de"
    look = look_at(
        line(
            20,
            f"axis 07.01 h {hq} divisional\naxis 12.01 a {INF} {marks}\nsoviet 20.01 s {INF} strat",
            "[supply]\naxis 01.01 1",
        )
    )
    assert bool(ways(look, "a")) is served
    if not served:
        assert why(look, "a", "01.01", "h").code == "supply.divisional_hq"


@pytest.mark.case("13.1a-B", "13.1c-A")
@pytest.mark.parametrize(("marks", "strength"), [("", 5), ("move", 1), ("dg", 5), ("reserve", 5), ("reserve move", 1)])
def test_an_hq_defends_by_the_side_that_shows(marks: str, strength: int) -> None:
    look = look_at(line(9, f"axis 01.01 h {HQ} {marks}\nsoviet 09.01 s {INF} strat"))
    assert printed_strength(look, look.unit("h")) == strength
    assert action_rating(look, look.unit("h").change(marker="")) == 0
    assert not has_attack_strength(look.world, look.unit("h"))


# --- adjacency, enemies, ZOCs ----------------------------------------------------------------------------------


@pytest.mark.case("12.3c-A")
@pytest.mark.parametrize(("dump", "reached"), [("02.01", True), ("03.01", False)])
def test_the_last_step_crosses_anything(dump: str, reached: bool) -> None:
    body = line(4, f"axis 01.01 a {INF}\nsoviet 04.01 s {INF} strat", f"[supply]\naxis {dump} 1")
    look = look_at(f'{body}\n[hexsides]\nsea_or_lake "-" 01.01/NE')
    assert bool(ways(look, "a")) is reached
    if not reached:
        assert why(look, "a", dump).code == "supply.no_way"


@pytest.mark.case("12.3c-A")
@pytest.mark.parametrize(("at", "reached"), [("06.01", True), ("07.01", False)])
def test_a_throw_may_end_across_prohibited_terrain_too(at: str, reached: bool) -> None:
    body = line(9, f"axis 02.01 h {HQ}\naxis {at} a {INF}\nsoviet 09.01 s {INF} strat", "[supply]\naxis 01.01 1")
    look = look_at(f'{body}\n[hexsides]\nsea_or_lake "-" 05.01/NE')
    assert (("01.01", "", "h") in ways(look, "a")) is reached


TWO_ROWS = f"[terrain]\n{' ~' * 9}\n{' .' * 9}\n"


def crossing(units: str, supply: str = "axis 06.01 1", *, phase: str = "supply") -> Look:
    """One row to walk on; above it is water, from where an enemy at 03.02 has a ZOC over 02.01, 03.01 and 04.01."""
    return look_at(f"{TWO_ROWS}[units]\naxis 01.01 a {INF}\n{units}\n[supply]\n{supply}", phase)


@pytest.mark.case("12.3d-C", "4.5a-B", "K12.3d-path-block")
def test_an_enemy_zoc_stops_a_path_in_truck_mp() -> None:
    look = crossing(f"soviet 03.02 s {INF}")
    assert ways(look, "a") == set()
    refused = why(look, "a", "06.01")
    assert (refused.code, names(look, refused.hexes)) == ("supply.enemy_zoc", ["02.01"])
    assert ways(crossing(f"soviet 03.02 s {INF} move"), "a") == {("06.01", "", "")}, "no ZOC, no stop"


@pytest.mark.case("12.3d-C", "4.5a-B", "4.5b-A")
def test_a_friendly_combat_unit_negates_the_zoc() -> None:
    held = f"soviet 03.02 s {INF}\naxis 02.01 b {INF} strat\naxis 03.01 c {INF} oos\naxis 04.01 d {HQ}"
    assert ("06.01", "", "") in ways(crossing(held), "a")
    truck = held.replace(f"axis 04.01 d {HQ}", "axis 04.01 d truck 2 40T")
    assert ways(crossing(truck), "a") == set(), "a Transport Point negates nothing"


@pytest.mark.case("12.3d-C", "4.5a-B")
def test_leg_and_track_paths_ignore_zocs() -> None:
    for kind in "LK":
        look = crossing(f"axis 01.01 h hq 4{kind}-3L/4{kind}-9L\nsoviet 03.02 s {INF}")
        assert ("06.01", "", "h") in ways(look, "a")
        assert ("06.01", "", "") not in ways(look, "a")


@pytest.mark.case("12.3d-C")
def test_own_hex_and_last_step_are_not_entered() -> None:
    """Reading 1.89: a user in a ZOC draws; a dump in a ZOC is drawn from beside it."""
    look = crossing(f"axis 04.01 b {INF}\nsoviet 03.02 s {INF}")
    assert ways(look, "b") == {("06.01", "", "")}
    look = crossing(f"soviet 04.02 s {INF}", "axis 04.01 1")
    assert look.in_zoc_of("soviet", look.board.index("04.01"))
    assert ways(look, "a") == {("04.01", "", "")}


@pytest.mark.case("12.3d-B", "4.8c-D", "K12.3d-path-block")
@pytest.mark.parametrize("kind", ["T", "L"])
def test_enemy_combat_units_stop_every_path_and_nothing_else_does(kind: str) -> None:
    hq = f"axis 01.01 h hq 4{kind}-3L/4{kind}-9L"
    look = look_at(line(9, f"{hq}\nsoviet 03.01 s {INF} strat", "[supply]\naxis 06.01 1"))
    assert ways(look, "h") == set()
    refused = why(look, "h", "06.01")
    assert (refused.code, names(look, refused.hexes)) == ("supply.enemy_unit", ["03.01"])
    free = look_at(
        line(
            9,
            f"{hq}\nsoviet 03.01 s truck 2 40T load=1",
            "[supply]\naxis 06.01 1\nsoviet 04.01 1\n[hedgehogs]\nsoviet 04.01 2",
        )
    )
    assert ways(free, "h") == {("06.01", "", "")}


@pytest.mark.case("12.3d-A")
def test_paths_obey_the_rules_of_movement() -> None:
    """Prohibited terrain may be neither entered nor left (6.1d), and no hex is free because it is the first (6.1c)."""
    swamp = f"[terrain]\ns . . .\n[units]\naxis 01.01 a {INF}\nsoviet 04.01 s {INF} strat\n[supply]\naxis 03.01 1"
    assert ways(look_at(swamp), "a") == set()
    assert ways(look_at(f'{swamp}\n[paths]\nroad "-" 01.01 02.01'), "a") == {("03.01", "", "")}
    short = "axis 02.01 h hq 1T-3T/1T-20T"
    for sign, reached in (("w", False), (".", True)):
        body = f"[terrain]\n. . {sign} . . .\n[units]\n{short}\naxis 04.01 a {INF}\nsoviet 06.01 s {INF} strat"
        assert (("01.01", "", "h") in ways(look_at(f"{body}\n[supply]\naxis 01.01 1"), "a")) is reached


@pytest.mark.case("12.3d-A")
@pytest.mark.parametrize(("dump", "reached"), [("03.01", True), ("04.01", False)])
def test_terrain_that_takes_the_whole_allowance_is_the_one_hex_of_a_path(dump: str, reached: bool) -> None:
    body = f"[terrain]\n. m . . .\n[units]\naxis 01.01 h hq 4L-3L/4L-9L\nsoviet 05.01 s {INF} strat\n[supply]"
    look = look_at(f"{body}\naxis {dump} 1")
    assert bool(ways(look, "h")) is reached
    if reached:
        assert only(payers(look, look.unit("h"))).mp == 5 * 12
        assert names(look, only(payers(look, look.unit("h"))).path) == ["01.01", "02.01", "03.01"]


# --- whose supply, for whom ------------------------------------------------------------------------------------


@pytest.mark.case("12.1b", "12.1d")
def test_loaded_sp_are_a_dump_and_belong_to_their_owner() -> None:
    units = f"axis 01.01 a {INF}\naxis 02.01 t truck 2 40T load=1+2T\nsoviet 02.02 s truck 1 40T load=1"
    look = look_at(f"[terrain]\n. . .\n. . .\n[units]\n{units}\n[supply]\nsoviet 03.01 2")
    assert ways(look, "a") == {("02.01", "t", "")}
    assert only(payers(look, look.unit("a"))).tokens == 6
    assert why(look, "a", "03.01").code == "supply.not_own"
    assert why(look, "a", "02.02", holder="s").code == "supply.not_own"
    assert why(look, "a", "01.01").code == "supply.no_dump"


@pytest.mark.case("12.2b")
def test_sp_just_unloaded_may_be_spent() -> None:
    run = run_at(line(4, f"axis 01.01 a {INF}\nsoviet 04.01 s {INF} strat"), "movement")
    state = run.state.with_dump("axis", run.look.board.index("02.01"), Dump(3, fresh=3))
    look = Look(run.world, state)
    assert only(payers(look, look.unit("a"))).tokens == 3


@pytest.mark.case("13.2g-B")
def test_organic_trucks_serve_their_formation_only() -> None:
    units = f"axis 01.01 a {INF} formation=pz\naxis 01.01 b {INF}\naxis 12.01 c {INF} formation=pz\naxis 12.01 d {INF}"
    look = look_at(
        line(
            20,
            f"{units}\naxis 07.01 h {HQ}\naxis 02.01 t organic 2 40T load=1 formation=pz\nsoviet 20.01 s {INF} strat",
        )
    )
    assert ways(look, "a") == {("02.01", "t", "")}
    assert ways(look, "c") == {("02.01", "t", "h")}, "through an HQ too"
    assert ways(look, "b") == ways(look, "d") == set()
    assert ways(look, "h") == set(), "an HQ of no formation passes it on but may not use it"
    assert why(look, "b", "02.01", holder="t").code == "supply.organic"
    assert why(look, "d", "02.01", "h", "t").code == "supply.organic"


@pytest.mark.case("13.2g-B")
def test_a_captured_organic_truck_serves_all() -> None:
    units = f"axis 01.01 b {INF}\naxis 02.01 t organic 2 40T load=1 formation=pz captured\nsoviet 09.01 s {INF} strat"
    assert ways(look_at(line(9, units)), "b") == {("02.01", "t", "")}


@pytest.mark.case("12.0-B", "12.9a", "13.2b", "12.9b")
def test_only_combat_units_use_supply() -> None:
    look = look_at(
        line(9, f"axis 01.01 t truck 2 40T\naxis 01.01 h {HQ}\nsoviet 09.01 s {INF} strat", "[supply]\naxis 02.01 1")
    )
    assert payers(look, look.unit("t")) == ()
    assert why(look, "t", "02.01").code == "supply.no_need"
    assert ways(look, "h") == {("02.01", "", "")}


@pytest.mark.case("12.3-B")
def test_drawing_and_throwing_need_no_fuel() -> None:
    """HQ and user move by truck and nobody has fuel."""
    look = thrown("12.01", f"{HQ} move")
    assert not any(u.hq_fueled or u.activity.fueled for u in look.state.units.values())
    assert ways(look, "a") == {("01.01", "", "h")}


# --- spending --------------------------------------------------------------------------------------------------


@pytest.mark.case("12.1a")
@pytest.mark.parametrize(("stock", "spent", "left"), [("2", 1, 4 + 3), ("5", 2, 4 * 4 + 2)])
def test_the_examples_of_making_change(stock: str, spent: int, left: int) -> None:
    """1T of 2 SP leaves 1 SP and 3T; 2T of 5 SP leaves 4 SP and 2T."""
    run = run_at(line(4, f"axis 01.01 a {INF}\nsoviet 04.01 s {INF} strat", f"[supply]\naxis 02.01 {stock}"))
    spend(run, only(payers(run.look, run.look.unit("a"))), spent, "fuel", "a")
    assert run.state.ground_supply("axis", run.look.board.index("02.01")).tokens == left
    event = run.events[0]
    assert isinstance(event, SupplySpent)
    assert (event.side, event.tokens, event.purpose, event.unit, event.case) == ("axis", spent, "fuel", "a", "12.3a-A")


@pytest.mark.case("12.1b", "12.3b-A")
def test_thrown_sp_are_spent_at_once_and_lie_nowhere_else() -> None:
    run = run_at(
        line(9, f"axis 01.01 t truck 2 40T load=2\naxis 04.01 h {HQ}\naxis 07.01 a {INF}\nsoviet 09.01 s {INF} strat")
    )
    payer = next(p for p in payers(run.look, run.look.unit("a")) if p.via == "h")
    spend(run, payer, 3, "combat")
    assert run.state.units["t"].load == 5
    assert stocks(run.look, "axis").keys() == {run.look.board.index("01.01")}
    assert run.state.dumps["axis"] == {}


@pytest.mark.case("12.3-A")
def test_nobody_spends_what_is_not_there() -> None:
    run = run_at(line(4, f"axis 01.01 a {INF}\nsoviet 04.01 s {INF} strat", "[supply]\naxis 02.01 2T"))
    payer = only(payers(run.look, run.look.unit("a")))
    assert refuse_payer(run.look, run.look.unit("a"), payer.source, "", "", need=2) is None
    short = refuse_payer(run.look, run.look.unit("a"), payer.source, "", "", need=3)
    assert short is not None
    assert (short.code, short.have, short.need) == ("supply.too_little", "2T", "3T")
    for tokens in (0, 3):
        with pytest.raises(ValueError, match="from a payer that has 2T"):
            spend(run, payer, tokens, "fuel")
    spend(run, payer, 2, "fuel")
    assert payers(run.look, run.look.unit("a")) == ()


@pytest.mark.case("4.5b-A", "12.3d-C")
def test_a_path_binds_the_units_whose_negation_it_relies_on() -> None:
    held = f"soviet 04.02 s {INF}\naxis 04.01 b {INF}"
    run = run_at(f"{TWO_ROWS}[units]\naxis 01.01 a {INF}\n{held}\n[supply]\naxis 06.01 1", "movement")
    spend(run, only(payers(run.look, run.look.unit("a"))), 1, "fuel", "a")
    assert [e.unit for e in run.events if isinstance(e, NegationRelied)] == ["b"]
    run = run_at(f"{TWO_ROWS}[units]\naxis 01.01 a {INF}\n{held} moved\n[supply]\naxis 06.01 1", "movement")
    spend(run, only(payers(run.look, run.look.unit("a"))), 1, "fuel", "a")
    assert not any(isinstance(e, NegationRelied) for e in run.events), "it has finished and negates freely"


@pytest.mark.case("4.5b-A")
def test_a_path_that_binds_nobody_is_preferred() -> None:
    """The short way runs through a ZOC that an unmoved unit negates, the long way through free hexes."""
    body = f"""[terrain]
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
[units]
axis 01.02 a {INF}
axis 03.02 b {INF}
soviet 03.01 s {INF}
[supply]
axis 06.02 1
"""
    look = look_at(body, "movement")
    binding = look.board.index("03.02")
    assert look.in_zoc_of("soviet", binding)
    assert binding not in only(payers(look, look.unit("a"))).entered
    assert binding in only(payers(look_at(body, "combat"), look.unit("a"))).entered, (
        "nobody moves: the short way is free"
    )
    moving = payers(look, look.unit("a"), frozenset({"b"}))
    assert binding not in only(moving).entered


@pytest.mark.case("4.5b-A")
def test_units_on_the_move_negate_nothing() -> None:
    look = crossing(f"soviet 04.02 s {INF}\naxis 04.01 b {INF}", phase="movement")
    assert payers(look, look.unit("a"))
    assert payers(look, look.unit("a"), frozenset({"b"})) == ()


# --- how far things reach, and why not -------------------------------------------------------------------------


@pytest.mark.case("12.3a-A", "12.3b-1")
def test_the_reach_of_an_hq_and_of_a_dump() -> None:
    look = thrown("12.01")
    reach = hq_reach(look, look.unit("h"))
    assert reach.draw == {look.board.index(f"{c:02}.01"): abs(c - 7) * 12 for c in range(2, 13)}
    assert reach.throw == {look.board.index(f"{c:02}.01"): abs(c - 7) * 12 for c in range(3, 12)}
    assert {look.board.index("02.01"), look.board.index("12.01")} == reach.throw_beside
    dump = dump_reach(look, "axis", look.board.index("01.01"))
    assert dump.draw == {look.board.index(f"{c:02}.01"): max(0, c - 2) * 12 for c in range(1, 8)}
    assert dump.throw == reach.throw
    far = dump_reach(look, "axis", look.board.index("20.01"))
    assert far.throw == {}
    assert hq_reach(thrown("12.01", f"{HQ} strat"), look.unit("h").change(marker="strat")).throw == {}


def test_an_explanation_names_what_is_in_the_way() -> None:
    look = thrown("13.01")
    told = explain_payers(look, look.unit("a"))
    assert told.payers == ()
    assert told.obstacle is not None
    assert (told.obstacle.reason, told.obstacle.have, told.obstacle.need) == ("too_far", 60, 132)
    (hq,) = told.hqs
    assert (hq.hq, hq.side_of_path, hq.obstacle.reason, hq.obstacle.need) == ("h", "throw", "too_far", 60)
    blocked = crossing(f"axis 01.01 h {HQ}\nsoviet 03.02 s {INF}")
    told = explain_payers(blocked, blocked.unit("a"))
    assert told.obstacle is not None
    assert (told.obstacle.reason, blocked.hex_name(told.obstacle.hex)) == ("enemy_zoc", "02.01")
    assert [(h.side_of_path, h.obstacle.reason) for h in told.hqs] == [("draw", "enemy_zoc")]
    assert explain_payers(thrown("12.01"), look.unit("a").change(hex=look.board.index("12.01"))).obstacle is None

"""The book's worked examples of supply, transport and works, played through the façade: what a player does and sees."""

from __future__ import annotations

from typing import Any

import pytest

from game.test_explanations import supply
from redball.core.actions import (
    AddUnit,
    BeginMove,
    BlowDump,
    Construct,
    DeclareBarrage,
    Displace,
    Done,
    Eat,
    LoadSupply,
    Pay,
    PayFuel,
    Release,
    UnloadSupply,
)
from redball.core.events import DumpBlown, DumpCaptured, TransportCaptured
from redball.game.explain import supply as explanations
from support import LEG, TANKS, Sitting, land, sit

INF = "Rgt infantry other 4-3-3L/2-3-8T"
FAR = f"soviet 20.01 far {LEG} strat"


def row(units: str, supply: str = "", **what: Any) -> Sitting:
    """A row of twenty open hexes; an enemy without ZOC stands at its end."""
    rest = f"[supply]\n{supply}\n{what.pop('rest', '')}"
    return sit(f"{units}\n{FAR}", land(columns=20, rows=1), rest=rest, **what)


def until_axis_moves(table: Sitting) -> None:
    """Nobody does anything until the next Movement Segment of the axis."""
    for _ in range(30):
        if (table.game.state.clock.phase, table.step, table.side) == (
            "movement",
            "movement_segment.choose_unit",
            "axis",
        ):
            return
        table.do(Done() if Done() in table.game.choices() else table.game.choices()[0])
    pytest.fail(f"still at {table.step}")


@pytest.mark.case("12.1a", "12.5c-C")
def test_12_1a_one_token_of_two_sp_fuels_a_tank_unit() -> None:
    table = row(f"axis 02.01 t {TANKS}", "axis 01.01 2").begin("t")
    table.do(PayFuel("single_unit", "t", table.hex("01.01"))).go("03.01").halt()
    assert table.tokens("axis", "01.01") == 4 + 3, "1 SP and 3T in change"


@pytest.mark.case("12.1a", "10.1b-1")
def test_12_1a_two_tokens_of_five_sp_pay_for_a_barrage() -> None:
    units = f"axis 02.01 g artillery b5-3-4-3L/b2-3-4-12T\naxis 04.01 eyes {LEG}\nsoviet 05.01 s {LEG}"
    table = row(units, "axis 01.01 5", at="combat_barrage", dice=(1, 1, 1, 1))
    table.do(DeclareBarrage(table.hex("05.01")), AddUnit("g"), Done(), Pay("g", table.hex("01.01")))
    assert (table.spent(), table.tokens("axis", "01.01")) == (2, 4 * 4 + 2), "4 SP and 2T"


@pytest.mark.case("12.3b-1", "12.3b-2", "12.3c-A", "13.3c-1", "13.8c")
def test_12_3_two_hqs_at_the_end_of_their_stretch() -> None:
    """The example under 12.3; its map is lost, light woods at 2 MP for trucks are kept."""
    table = sit(
        f"""axis 07.02 A hq 7T-4T/12T-20T
axis 12.03 B hq 3T-4T/8T-20T
axis 14.02 div Div infantry other 12-3-3L/6-3-8L re=3
soviet 16.01 s {INF} strat""",
        land("11.02=w", columns=16, rows=3),
        rest='[paths]\nrailroad "-" 01.02 02.02 03.02 04.02 05.02 06.02 07.02\n[sources]\naxis 01.02\n'
        "[supply]\naxis 06.03 3\n",
    )
    told = explanations.supply_of(table.game, "axis", "div")
    assert told.trace.result.found
    assert table.game.look.hex_name(told.trace.result.source) == "07.02", "HQ A makes its rail hex detrainable"
    throw = next(leg for leg in told.trace.lines if leg.kind == "throw")
    assert throw.beside == table.hex("14.02"), "there is not enough for the last hex; next to it is good enough"
    assert "B" in {payer.via for payer in told.payers.payers}
    draws = [leg for lines in told.payers.lines for leg in lines if leg.kind == "draw" and leg.user == "B"]
    assert [(leg.mp, leg.beside) for leg in draws] == [(60, table.hex("06.03"))], "all 5 MP, and beside the SP"
    assert any("throws from 07.02" in line for line in supply(table, "div"))


@pytest.mark.case("12.5c-A", "12.5c-B", "12.5c-C", "12.5e-A", "12.5a-B")
def test_12_5_a_panzer_division_and_five_assault_gun_battalions() -> None:
    """5T in Reaction: 1 SP for the HQ that runs the battalions, 1T for the panzers, and the infantry walks."""
    gun = "Bn assault_gun armor (3)-3-10K/(1)-3-12K reserve"
    guns = "\n".join(f"axis {5 + n:02}.01 g{n} {gun}" for n in range(5))
    mot = "Rgt motorized_infantry mech 6-4-4L/3-4-18T"
    division = f"axis 04.01 pz {TANKS} formation=pzdiv reserve\naxis 04.01 mot {mot} formation=pzdiv reserve"
    units = f"axis 07.01 h hq 4T-3T/10T-20T\n{guns}\n{division}"
    table = row(units, "axis 01.01 9T", at="reaction_movement", phasing="soviet")
    table.do(*(Release(uid) for uid in ("g0", "g1", "g2", "g3", "g4", "pz", "mot")))
    told = explanations.move_cost(table.game, "axis", ("g0",), table.hex("06.01"))
    assert {part.method for plan in told.fuel.plans for part in plan.parts} >= {"hq", "single_unit"}
    table.do(BeginMove("g0"))
    table.do(next(a for a in table.offered(PayFuel) if (a.method, a.unit) == ("hq", "h"))).go("06.01").halt()
    for n in range(1, 5):
        table.move(f"g{n}", f"{4 + n:02}.01")
    table.move("mot", "05.01")
    table.begin("pz")
    table.do(next(a for a in table.offered(PayFuel) if a.method == "single_unit")).go("05.01").halt()
    assert (table.spent(), table.tokens("axis", "01.01")) == (5, 4)


@pytest.mark.case("12.6c-A")
def test_12_6c_six_and_a_half_re_eat_four_tokens() -> None:
    units = "".join(f"\naxis 02.01 {uid} {INF}" for uid in "abcdef")
    table = row(f"axis 02.01 x Bn infantry other 4-3-3L/2-3-8T{units}", "axis 01.01 2", at="supply")
    while table.step.startswith("trace_check") and table.offered(Eat):
        table.do(table.offered(Eat)[0])
    assert table.spent() == 4
    assert not any(table.unit(uid).out_of_supply for uid in "xabcdef")


@pytest.mark.case("12.11a-A", "12.11a-B")
def test_12_11a_three_of_four_sp_are_blown_at_75_percent() -> None:
    table = row(f"axis 05.01 a {LEG}", "axis 01.01 4", dice=(5,))
    table.do(BlowDump(table.hex("01.01"), 12))
    assert table.one(DumpBlown).destroyed == 9, "2 SP and 1T"
    assert table.tokens("axis", "01.01") == 4 + 3


@pytest.mark.case("13.2f-C", "13.2f-A", "13.2f-B")
def test_13_2f_a_truck_with_45_ma_pays_five_to_load_and_to_unload() -> None:
    table = row(f"axis 01.01 tr truck 2 45T\naxis 03.01 a {LEG}", "axis 01.01 2").begin("tr")
    table.do(LoadSupply("tr", 8))
    assert table.left("tr") == "40"
    table.go("02.01", "03.01").do(UnloadSupply("tr", 8))
    assert (table.left("tr"), table.tokens("axis", "03.01")) == ("33", 8)


@pytest.mark.case("16.0b-A", "16.0b-B", "16.0a", "13.8d-B")
def test_16_0b_a_hedgehog_of_level_4_takes_four_turns_and_eight_sp() -> None:
    rest = "[supply]\naxis 02.02 8\n[sources]\naxis 01.01\nsoviet 06.05\n"
    table = sit(f"axis 02.02 a {LEG}\nsoviet 06.04 far {LEG}", rest=rest)
    work = Construct("", table.hex("02.02"), "build_hedgehog")
    for level in range(1, 5):
        until_axis_moves(table)
        table.do(work, Pay("a", work.hex))
        assert table.game.state.hedgehogs[work.hex].level == level
        assert table.refused(work)[0] in ("hedgehog.raised", "hedgehog.highest")
        if level < 4:
            table.done()
    assert (table.game.state.clock.turn, table.tokens("axis", "02.02")) == (4, 0)
    assert table.spent(purpose="build_hedgehog") == 32
    assert table.refused(work) == ("hedgehog.highest", "16.0a")


@pytest.mark.case("9.14c-A", "9.14c-C", "9.14c-E", "9.14b", "9.14c-D", "13.2i")
def test_9_14c_three_trucks_and_twelve_sp() -> None:
    """A 3 takes a truck and 3T of the 3 SP on them; a 5 takes 4 SP and 2T of the 9 SP on the ground."""
    table = sit(
        f"axis 02.01 r {LEG} move\nsoviet 03.01 tr truck 3 50T load=3\nsoviet 20.01 far {LEG}",
        land(columns=20, rows=1),
        rest="[supply]\nsoviet 03.01 9\n",
        dice=(3, 5),
    )
    table.begin("r").go("03.01")
    assert table.side == "soviet"
    table.do(Displace("tr", table.hex("13.01")))
    assert (table.at("tr"), table.unit("tr").points) == ("13.01", 2)
    captured = table.unit(table.one(TransportCaptured).unit)
    assert (captured.side, captured.points, captured.load) == ("axis", 1, 3)
    dump = table.one(DumpCaptured)
    assert (dump.captured, table.tokens("axis", "03.01")) == (18, 18)
    table.halt().begin(captured.id).go("02.01").halt()

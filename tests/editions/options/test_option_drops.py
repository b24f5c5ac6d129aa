"""What is dropped: HR-15 by terrain, the modifier of early Allied drops, and 21.8c, attacks after landing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.cli.air_text import mission_lines
from redball.core.actions import (
    AddPlane,
    AddUnit,
    Advance,
    AimMission,
    DeclareAttack,
    Done,
    Embark,
    LoadPlanes,
    Pay,
    PlanMission,
)
from redball.core.events import AttackCancelled, CombatResolved, SupplySpent
from redball.core.look import Look
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.view.air import AirView, air_view
from redball.game.watch.ledgers import check_ledgers
from redball.rules.air.air_drop import UnitDropped
from redball.rules.air.supply_drop import SupplyDropped, drop_of
from redball.rules.combat.odds import preview
from rules.table import Table, combat_segment
from rules.test_air_drop import FOES, PARA, ju
from support import Sitting, again, in_scenario, land, sit

BASES = "axis 01.01 2\naxis 09.01 1\nsoviet 14.01 1"


def field(where: str, *, head: str = "", dice: tuple[int, ...] = (), also: str = "", **switches: object) -> Sitting:
    """A row of fourteen hexes with a planned drop, and a Transport with its cargo at 01.01."""
    air = f"[supply]\naxis 01.01 4\n[bases]\n{BASES}\n[aircraft]\n{ju('j')}\n[drops]\np {where} turn=1\n"
    drawn = land("04.01=m", "05.01=C", "06.01=w", columns=14, rows=1)
    units = f"axis 01.01 p {PARA} move\n{FOES}"
    return sit(units, drawn, rest=also + air, head=head, dice=dice, switches=switches)


def dropped(table: Sitting, where: str, kind: str = "air_drop", trip: str = "return") -> Sitting:
    load = LoadPlanes(table.hex("01.01"), 1) if kind == "supply_drop" else Embark("p")
    return table.do(PlanMission(kind), AimMission(table.hex(where)), AddPlane("j", trip), load).done()


# --- HR-15 -------------------------------------------------------------------------------------------------------


@pytest.mark.case("HR-15")
@pytest.mark.parametrize(("where", "less"), [("04.01", 1), ("05.01", 2), ("06.01", 0), ("07.01", 0)])
@pytest.mark.parametrize("on", [True, False])
def test_what_is_dropped_into_hard_terrain_has_less_on_its_roll(where: str, less: int, on: bool) -> None:
    """Seven lands in closed terrain, six in the open; with one less it does not."""
    lands = 7 if where != "07.01" else 6
    table = dropped(field(where, dice=(lands - 3, 3), drop_terrain=on), where)
    found = table.one(UnitDropped)
    assert (found.roll, found.lands) == (lands - (less if on else 0), not (on and less))
    lines = [(line.case, line.amount) for line in found.ledger.lines if line.case == "HR-15"]
    assert lines == ([("HR-15", f"-{less}")] if on and less else [])


@pytest.mark.case("HR-15")
@pytest.mark.parametrize(("dice", "lands"), [((4, 4), True), ((4, 3), False)])
def test_supply_is_dropped_with_the_same_modifier(dice: tuple[int, ...], lands: bool) -> None:
    table = dropped(field("04.01", dice=dice, drop_terrain=True), "04.01", "supply_drop")
    assert table.one(SupplyDropped).lands is lands
    check_ledgers(table.game.world.charts, 0, (table.one(SupplyDropped),))


@pytest.mark.case("HR-15")
def test_only_the_hardest_terrain_of_a_hex_counts() -> None:
    look = field("04.01", also="[also]\n04.01 major_city\n05.01 mountain\n", drop_terrain=True).look
    for where in ("04.01", "05.01"):
        assert drop_of(look, "axis", look.board.index(where), "").terrain == "extremely_close"


@pytest.mark.case("HR-15")
@pytest.mark.parametrize(
    ("on", "p", "line"),
    [
        (True, "5/12", "lands: 5/12 (41.7 %) (-1 very close terrain)"),
        (False, "7/12", "lands: 7/12 (58.3 %)"),
    ],
)
def test_the_chance_of_a_planned_drop_counts_it_and_says_why(on: bool, p: str, line: str) -> None:
    table = field("04.01", drop_terrain=on)
    table.do(PlanMission("air_drop"), AimMission(table.hex("04.01")), AddPlane("j", "return"), Embark("p"))
    view = air_view(table.game.look, "axis")
    assert isinstance(view, AirView)
    assert view.mission is not None
    landing = view.mission.cargo[0].landing
    assert landing is not None
    assert landing.p == p
    assert f"  carries p from 01.01, {line}" in [*mission_lines(table.look, "axis")]


# --- Allied drops ------------------------------------------------------------------------------------------------


def dated(table: Sitting, *dates: str, dice: tuple[int, ...] = ()) -> Sitting:
    """The same game, begun anew with other dates."""
    return Sitting(again(in_scenario(table.look, dates=dates), dice))


@pytest.mark.case("14.10d-A")
@pytest.mark.parametrize(
    ("head", "dates", "roll"),
    [
        ("allied_drops axis\n", (), 5),
        ("allied_drops axis\n", ("31 Aug 1944",), 5),
        ("allied_drops axis\n", ("1 Sep 1944",), 6),
        ("allied_drops soviet\n", ("31 Aug 1944",), 6),
        ("", ("31 Aug 1944",), 6),
    ],
)
def test_allied_drops_are_worse_up_to_august_1944(head: str, dates: tuple[str, ...], roll: int) -> None:
    table = dropped(dated(field("07.01", head=head), *dates, dice=(3, 3)), "07.01")
    assert (table.one(UnitDropped).roll, table.one(UnitDropped).lands) == (roll, roll > 5)


@pytest.mark.case("14.10d-A")
@pytest.mark.parametrize(("turn", "nation"), [(1, "allied_eto_to_aug_1944"), (2, ""), (3, "allied_eto_to_aug_1944")])
def test_each_turn_has_its_date(turn: int, nation: str) -> None:
    """Beyond the dates of the scenario there are none."""
    table = dated(field("07.01", head="allied_drops axis\n"), "29 Aug 1944", "1 Sep 1944")
    state = table.look.state
    look = Look(table.look.world, state.change(clock=replace(state.clock, turn=turn)))
    assert drop_of(look, "axis", look.board.index("07.01"), "").nation == nation


@pytest.mark.case("14.10d-A")
def test_soviet_aircraft_have_their_own_modifier_only() -> None:
    look = field("07.01", head="allied_drops axis\n").look
    drops = [drop_of(look, "axis", look.board.index("07.01"), nation).nation for nation in ("soviet", "axis")]
    assert drops == ["soviet", "allied_eto_to_aug_1944"]


def test_a_written_position_names_the_sides() -> None:
    game = field("07.01", head="allied_drops axis\n").game
    written = dump_position(game.world, game.state)
    assert "allied_drops axis" in written.splitlines()
    assert parse_position(written)[0].scenario.allied_drops == ("axis",)
    other = field("07.01").game
    assert "allied_drops" not in dump_position(other.world, other.state)


# --- 21.8c -------------------------------------------------------------------------------------------------------

LANDED = f"axis 02.02 p {PARA} move\naxis 02.02 q {PARA} move\nsoviet 05.03 far {PARA}"


def after_landing(*, landed: str = "p landed", foe: str = "", supply: str = "axis 02.02 5") -> Table:
    rest = f"[supply]\n{supply}\n[drops]\n{landed}\n"
    text = f"[terrain]\n. . . . .\n. . . . .\n. . . . .\n[units]\n{LANDED}\n{foe}\n{rest}"
    return combat_segment(text, attacking_empties=True, dice=(3, 3, 3))


def attacked(table: Table, *units: str) -> Table:
    return table.do(DeclareAttack(table.hex("03.02")), *(AddUnit(uid) for uid in units), Done())


@pytest.mark.case("21.8c")
def test_who_was_dropped_in_this_turn_attacks_nobody_for_nothing() -> None:
    table = attacked(after_landing(supply=""), "p")
    assert table.offered(Advance) == [Advance("p")]
    table.do(Advance("p"), Done())
    assert (table.at("p"), table.all(SupplySpent), table.all(CombatResolved)) == ("03.02", [], [])


@pytest.mark.case("21.8c", "21.8b")
def test_others_beside_it_pay_as_usual() -> None:
    table = attacked(after_landing(), "p", "q")
    assert {pay.unit for pay in table.offered(Pay)} == {"q"}
    table.do(Pay("q", table.hex("02.02")))
    assert table.one(SupplySpent).tokens == 1
    assert table.offered(Advance) == [Advance("p"), Advance("q")]


@pytest.mark.case("21.8c")
def test_who_was_dropped_pays_against_an_enemy() -> None:
    table = attacked(after_landing(foe=f"soviet 03.02 r {PARA}"), "p")
    assert [pay.unit for pay in table.offered(Pay)] == ["p"]
    table = attacked(after_landing(landed="", supply=""), "q")
    assert not table.all(AttackCancelled), "internal stocks are left"


@pytest.mark.case("21.8c")
def test_the_price_is_told_before() -> None:
    def price(look: Look) -> dict[str, int]:
        return preview(look, "regular", look.board.index("03.02"), ("p", "q")).attack_tokens

    assert price(after_landing().look) == {"p": 0, "q": 1}
    assert price(after_landing(landed="").look) == {"p": 1, "q": 1}
    assert price(after_landing(foe=f"soviet 03.02 r {PARA}").look) == {"p": 1, "q": 1}

"""Railroads of 1992: artillery damages them, nobody uses a damaged hex, Rail Repair units mend it."""

from __future__ import annotations

import pytest

from as_json import view
from redball.core.actions import AddUnit, Cancel, ConvertRail, DeclareBarrage, Done, OpenTrain, Pay, RideRail
from redball.core.events import BarrageResolved, PhaseBegan, SupplySpent
from redball.editions.aimed_barrage import AimBarrage
from redball.editions.v1992.damaged_rails import RailDamaged, RailRepaired, RailsRestored, damaged_rails
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.save import decode_state, encode_state
from redball.rules.ground.railroads import can_use, unusable
from redball.rules.rail.paths import NO_WAY
from redball.rules.trace.closed_stops import closed_stops
from redball.rules.trace.sources import detrainable, stations
from rules.table import Table, barrage_segment
from support import HEAD, Sitting, play, position, sitting

INF = "Rgt infantry other 4-3-3L/2-3-6L"
GUN = "artillery b20-3-3-3T/b2-2-3-14T"
REPAIR = "Bn rail_repair other (1)-2-4L/(1)-2-8L kind=rail_repair"
ROW = ". " * 12
LINE = " ".join(f"{n:02}.02" for n in range(1, 13))
CASE = "E92-facility-rail-hedgehog"
REST = f"""[paths]
railroad "-" {LINE}
[places]
01.02 village "Brest"
04.02 village "Minsk"
08.02 village "Orsha"
[sources]
axis 01.02
soviet 12.02
[rail]
axis 4
soviet 4
"""


def text(units: str, more: str = "") -> str:
    """12 by 3 open hexes; a railroad runs along the second row between the sources of both sides."""
    return f"edition 1992\n[terrain]\n{ROW}\n{ROW}\n{ROW}\n[units]\n{units}\n{REST}{more}"


def barrage(units: str, *dice: int, more: str = "") -> Table:
    """A Barrage Segment of the axis."""
    return barrage_segment(text(units, f"[supply]\naxis 05.03 9\n{more}"), dice=dice)


def moving(units: str, more: str = "", side: str = "axis") -> Sitting:
    """A Movement Segment."""
    return play(text(units, more), phasing=side)


GUNS = f"axis 05.03 g1 {GUN}\naxis 05.03 g2 {GUN}\nsoviet 11.02 far {INF}"
BROKEN = "[damaged_rails]\naxis 06.02\n"


@pytest.mark.case("E92-facility-rail-hedgehog", "E92-facility", "E92-barrage-supply")
@pytest.mark.parametrize(("die", "damaged"), [(2, False), (3, True), (6, True)])
def test_artillery_damages_a_railroad_by_the_table_of_facilities(die: int, damaged: bool) -> None:
    table = barrage(GUNS, die)
    table.do(DeclareBarrage(table.hex("07.02")), AddUnit("g1"), AddUnit("g2"))
    table.do(Done())
    table.do(Pay(table.data.unit, table.hex("05.03")))  # 40 points
    assert table.one(BarrageResolved).column == "21-40"
    assert [event.hex for event in table.all(RailDamaged)] == ([table.hex("07.02")] if damaged else [])
    assert damaged_rails(table.look.state) == ({table.hex("07.02"): "axis"} if damaged else {})
    assert sum(event.tokens for event in table.all(SupplySpent)) == 2


@pytest.mark.case("E92-facility-rail-hedgehog")
def test_what_may_be_fired_at() -> None:
    """Rails that the enemy could use and where nobody of the own side stands; once damaged they are no target."""
    table = barrage(f"{GUNS}\naxis 04.02 own {INF}\nsoviet 06.02 r {INF}", more=BROKEN.replace("06.02", "07.02"))
    offered = {table.look.hex_name(action.hex) for action in table.offered(DeclareBarrage)}
    assert offered == {"02.02", "03.02", "05.02", "06.02", "08.02"}
    table.do(DeclareBarrage(table.hex("06.02")), AddUnit("g1"))
    assert [action.target for action in table.offered(AimBarrage)] == ["supply", "rails"], (
        "it is aimed at units already"
    )
    table.do(AimBarrage("rails"), Cancel())
    assert table.refused(DeclareBarrage(table.hex("07.02")))[0] == "barrage.nothing"
    assert table.refused(DeclareBarrage(table.hex("06.03")))[0] == "barrage.nothing"


@pytest.mark.case("E92-facility-rail-hedgehog")
def test_nobody_uses_a_damaged_railroad() -> None:
    units = f"axis 01.02 a {INF} move\naxis 10.02 garrison {INF}\naxis 04.02 q hq 15T-4T/10T-20T\nsoviet 12.03 r {INF}"
    whole, broken = moving(units, "[supply]\naxis 01.02 5\n"), moving(units, f"[supply]\naxis 01.02 5\n{BROKEN}")
    whole.begin("a")
    broken.begin("a")
    assert {whole.game.look.hex_name(a.hex) for a in whole.offered(RideRail)} == {"04.02", "08.02"}
    assert {broken.game.look.hex_name(a.hex) for a in broken.offered(RideRail)} == {"04.02"}
    assert broken.refused(RideRail(broken.hex("06.02"))) == ("rail.damaged", CASE)
    assert broken.refused(RideRail(broken.hex("08.02")))[0] in (NO_WAY.code, "rail.control", "rail.no_line")
    broken.halt()
    assert OpenTrain(broken.hex("01.02")) in broken.game.choices()


@pytest.mark.case("E92-facility-rail-hedgehog")
def test_traces_end_before_it_and_the_page_says_why() -> None:
    units = f"axis 10.02 a {INF}\nsoviet 12.03 r {INF}"
    look, cut = (position(text(units, more)) for more in ("", BROKEN))
    at = look.board.index
    assert at("08.02") in detrainable(look, "axis")
    assert at("08.02") not in detrainable(cut, "axis")
    assert set(stations(look, "axis")) - set(stations(cut, "axis")) == {at("08.02")}
    assert closed_stops(cut, "axis")[at("08.02")].reason == "damaged_rail"
    mask = unusable(cut, "soviet")
    assert mask is not None
    assert [look.hex_name(h) for h in range(look.board.size) if not can_use(cut, "soviet", h)] == ["06.02"]
    assert [h for h, byte in enumerate(mask) if byte] == [at("06.02")]
    assert unusable(look, "axis") is None


@pytest.mark.case("E92-facility-rail-hedgehog", "E92-special-supply-rail")
def test_a_rail_repair_unit_moves_in_and_repairs_it_for_a_token() -> None:
    units = f"axis 05.02 p {REPAIR}\nsoviet 12.03 r {INF}"
    table = moving(units, f"[supply]\naxis 05.02 3\n{BROKEN}").begin("p")
    assert table.refused(ConvertRail("p")) == ("convert.not_entered", "13.3f-B")
    table.go("06.02").do(ConvertRail("p"))
    assert table.one(RailRepaired).hex == table.hex("06.02")
    assert (damaged_rails(table.game.state), table.unit("p").activity.converted) == ({}, 1)
    if table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    assert sum(event.tokens for event in table.all(SupplySpent) if event.purpose == "rail repair") == 1
    assert table.refused(ConvertRail("p")) == ("convert.nothing", "13.3f")


@pytest.mark.case("E92-facility-rail-hedgehog")
@pytest.mark.parametrize(("switch", "left"), [("until_repaired", {"axis", "soviet"}), ("until_clean_up", {"soviet"})])
def test_how_long_the_damage_lasts_is_a_switch(switch: str, left: set[str]) -> None:
    """The Clean Up Phase of the Soviets ends what the axis damaged."""
    head = "redball-position 1\nat exploitation_combat phasing=soviet\nsides axis soviet\n"
    units = f"axis 02.02 a {INF}\nsoviet 11.02 r {INF}"
    more = "[damaged_rails]\naxis 06.02 07.02\nsoviet 05.02\n"
    game = Game.from_position(head + text(units, more), seed=1, switches={"rail_damage": switch})
    while not any(isinstance(e, PhaseBegan) and e.phase == "clean_up" for e in game.events()):
        game.do(Done() if Done() in game.choices() else game.choices()[0])
    assert set(damaged_rails(game.state).values()) == left
    restored = [event for event in game.events() if isinstance(event, RailsRestored)]
    assert [len(event.hexes) for event in restored] == ([2] if switch == "until_clean_up" else [])


@pytest.mark.case("E92-facility-rail-hedgehog")
def test_damage_is_written_kept_and_shown() -> None:
    world, state = parse_position(HEAD + text(f"axis 02.02 a {INF}", BROKEN))
    again = parse_position(dump_position(world, state))[1]
    assert damaged_rails(again) == {world.board.index("06.02"): "axis"}
    assert decode_state(world, encode_state(state)).own == state.own
    game = sitting(HEAD + text(f"axis 02.02 a {INF}", BROKEN)).game
    assert view(game, "soviet")["rail"]["damaged"] == [world.board.index("06.02")]

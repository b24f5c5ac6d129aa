"""Air Drops of supply: where, in which ways, a roll for each token, and what becomes of the cargo of the others."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import (
    AbortPlane,
    AddPlane,
    AimMission,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoadSupply,
    PlanMission,
    ReturnTo,
)
from redball.game.watch.bookkeeping import check_events
from redball.game.watch.ledgers import check_ledgers
from redball.rules.air.air import CargoLost
from redball.rules.air.supply_drop import SupplyDropped, drop_of
from rules.test_air_missions import FIGHTER, JU52, at
from support import LEG, Sitting, land, sit

BASES = "axis 01.01 2\naxis 09.01 1\nsoviet 14.01 1"
FOES = f"soviet 14.01 r {LEG}"
SUPPLY = "axis 01.01 4"
PARA = "Bn parachute other 2-5-3L/1-5-6L"


def field(planes: str, *units: str, ground: tuple[str, ...] = (), supply: str = SUPPLY, **more: Any) -> Sitting:
    """A row of fourteen hexes: bases of the axis at 01 (with SP) and 09."""
    air = f"[supply]\n{supply}\n[bases]\n{BASES}\n[aircraft]\n{planes}\n"
    return sit("\n".join([*units, FOES]), land(*ground, columns=14, rows=1), rest=air, **more)


def ju(*ids: str, marks: str = "") -> str:
    """Transports of range 6 and 2T, or 1T if reduced."""
    return "\n".join(f"axis 01.01 {pid} {JU52} {marks}" for pid in ids)


def planned(table: Sitting, where: str, tokens: int, *planes: str, trip: str = "return") -> Sitting:
    """A drop in its draft."""
    table.do(PlanMission("supply_drop"), AimMission(table.hex(where)), *(AddPlane(pid, trip) for pid in planes))
    return table.do(LoadPlanes(table.hex("01.01"), tokens))


def ground(table: Sitting, where: str) -> tuple[int, int]:
    """Tokens on the ground, and how many of them were moved in this phase."""
    dump = table.game.state.ground_supply("axis", table.hex(where))
    return dump.tokens, dump.fresh


@pytest.mark.case("14.10", "14.10b-C", "14.10d-A", "14.2", "14.2e-D", "2.3-F")
def test_each_token_rolls_by_itself_and_lands_or_is_destroyed() -> None:
    """A friendly unit is in the open hex: 5 and more lands, 4 does not."""
    table = field(ju("j"), f"axis 05.01 u {LEG}", dice=(2, 3, 1, 3))
    planned(table, "05.01", 2, "j").done()
    assert [(e.roll, e.lands, e.case) for e in table.all(SupplyDropped)] == [
        (5, True, "14.10d-A"),
        (4, False, "14.10d-A"),
    ]
    assert (ground(table, "01.01"), ground(table, "05.01")) == ((14, 0), (1, 1))
    table.do(ReturnTo("j", table.hex("01.01")))
    assert at(table, "j") == ("01.01", False)


@pytest.mark.case("14.10d-A")
@pytest.mark.parametrize(
    ("units", "where", "ground", "nation", "fails", "lands"),
    [
        ((f"axis 05.01 u {LEG}",), "05.01", "", "", 4, 5),
        ((f"axis 05.01 u {LEG}",), "05.01", "w", "", 5, 6),
        ((), "05.01", "", "", 5, 6),
        ((), "05.01", "w", "", 6, 7),
        ((), "05.01", "v", "", 5, 6),
        (("axis 05.01 t truck 1 50T",), "05.01", "", "", 5, 6),
        ((f"axis 05.01 u {LEG}",), "05.01", "", "soviet", 5, 6),
    ],
)
def test_what_lands(units: tuple[str, ...], where: str, ground: str, nation: str, fails: int, lands: int) -> None:
    """By who was there when the phase began, the terrain, and the nation of the transports."""
    for total, arrives in ((fails, False), (lands, True)):
        dice = (1, total - 1) if total < 8 else (6, total - 6)
        planes = ju("j", marks=f"nation={nation}" if nation else "")
        table = field(planes, *units, ground=(f"{where}={ground}",) if ground else (), dice=dice)
        planned(table, where, 1, "j").done()
        assert table.one(SupplyDropped).lands is arrives


@pytest.mark.case("14.10d-A")
def test_a_unit_that_came_in_this_phase_is_no_friend_yet_and_one_that_left_still_is() -> None:
    table = field(ju("j"), f"axis 04.01 u {LEG}")
    assert not drop_of(table.look, "axis", table.hex("05.01"), "").friendly
    table.move("u", "05.01")
    assert not drop_of(table.look, "axis", table.hex("05.01"), "").friendly
    assert drop_of(table.look, "axis", table.hex("04.01"), "").friendly


@pytest.mark.case("14.10", "14.10d-B", "14.9e-C")
def test_where_supply_is_dropped() -> None:
    table = field(ju("j", "k"), "soviet 06.01 t truck 1 50T", f"axis 03.01 u {LEG}")
    table.do(PlanMission("supply_drop"))
    hexes = {table.look.hex_name(a.hex) for a in table.offered(AimMission)}
    assert hexes == {"02.01", "03.01", "04.01", "05.01", "07.01"}
    assert table.refused(AimMission(table.hex("09.01"))) == ("drop.own_base", "14.10")
    assert table.refused(AimMission(table.hex("06.01"))) == ("drop.enemy", "14.10d-B")
    assert table.refused(AimMission(table.hex("08.01"))) == ("mission.reach", "14.2d")
    table.do(AimMission(table.hex("04.01")))
    assert {add.trip for add in table.offered(AddPlane)} == {"return", "double"}
    assert table.refused(AddPlane("j", "stay")) == ("mission.trip", "14.9e")
    table.do(AddPlane("j", "double"), LoadPlanes(table.hex("01.01"), 4))


@pytest.mark.case("14.10b-A")
def test_units_drop_only_by_plan() -> None:
    table = field(ju("j", "k"), f"axis 01.01 p {PARA} move")
    table.do(PlanMission("supply_drop"), AimMission(table.hex("05.01")), AddPlane("j", "return"))
    assert table.refused(Embark("p")) == ("cargo.no_plan", "14.10b-A")
    assert not table.offered(Embark)
    assert table.refused(Done()) == ("cargo.none", "14.9")


@pytest.mark.case("14.10b-C")
@pytest.mark.parametrize(("at_", "phasing"), [("reaction_movement", "soviet"), ("exploitation_movement", "axis")])
def test_supply_is_dropped_in_reaction_and_exploitation_too(at_: str, phasing: str) -> None:
    table = field(ju("j"), f"axis 01.01 u {LEG} reserve", at=at_, phasing=phasing, dice=(6, 6))
    planned(table, "05.01", 1, "j").done()
    assert ground(table, "05.01") == (1, 1)


@pytest.mark.case("14.9d-D")
def test_dropped_supply_is_not_loaded_in_that_phase() -> None:
    table = field(ju("j"), "axis 05.01 t truck 1 50T", dice=(6, 6))
    planned(table, "05.01", 1, "j").done()
    table.do(ReturnTo("j", table.hex("01.01"))).begin("t")
    assert not table.offered(LoadSupply)


@pytest.mark.case("14.4g", "14.10d-A")
def test_who_aborts_takes_its_share_home_and_what_flak_costs_is_lost() -> None:
    """Two transports with 4T: one aborts before the Air Combat, and 2T are back where they came from."""
    table = field(f"{ju('j', 'k')}\nsoviet 14.01 x {FIGHTER}", dice=(6, 6, 6, 6))
    planned(table, "07.01", 4, "j", "k").done()
    table.do(Intercept("x"))
    table.idle(lambda: bool(table.offered(AbortPlane)))
    table.do(AbortPlane("k"))
    table.idle(lambda: table.step == "movement_segment.choose_unit")
    dropped, lost = len(table.all(SupplyDropped)), sum(e.tokens for e in table.all(CargoLost))
    assert dropped + lost <= 2
    assert ground(table, "01.01")[0] == 16 - dropped - lost


@pytest.mark.case("14.4g")
def test_flak_costs_supply_before_the_drop() -> None:
    """The only transport is reduced: of 2T one is lost, one is dropped."""
    table = field(f"{ju('j')}\nsoviet 14.01 x {FIGHTER}", dice=(6, 6, 6, 6))
    planned(table, "07.01", 2, "j").done().done()
    assert table.one(CargoLost).tokens == 1
    assert len(table.all(SupplyDropped)) == 1
    assert (ground(table, "01.01"), ground(table, "07.01")) == ((14, 0), (1, 1))


def test_the_books_of_a_drop_balance() -> None:
    table = field(ju("j"), f"axis 05.01 u {LEG}", dice=(2, 3, 1, 3))
    planned(table, "05.01", 2, "j")
    before = table.game.state
    done = table.game.do(Done())
    check_events(table.game.world, 1, before, done.events, table.game.state)
    check_ledgers(table.game.world.charts, 1, done.events)


@pytest.mark.case("14.10")
def test_nobody_drops_where_no_unit_could_be() -> None:
    """An island in the row, with water on all its sides."""
    lake = "[hexsides]\nsea_or_lake Lake 03.01/N 03.01/NE 03.01/SE 03.01/S 03.01/SW 03.01/NW\n"
    air = f"[supply]\n{SUPPLY}\n[bases]\n{BASES}\n[aircraft]\n{ju('j')}\n{lake}"
    table = sit(FOES, land(columns=14, rows=1), rest=air).do(PlanMission("supply_drop"))
    assert table.refused(AimMission(table.hex("03.01"))) == ("drop.closed", "14.10")

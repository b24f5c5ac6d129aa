"""The bot in the air behind the front: raids on bases, Trainbusting, Hip Shoots, fighters forward, air strips, second
legs."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bots.test_steady_air import ACE, BOMBER, FIGHTER, TRANSPORT, chosen, played, scene_of, sky
from redball.bots.steady import rear
from redball.charts import Charts
from redball.core.actions import AddPlane, AimMission, Done, PlanMission
from redball.rules.air.air import BaseRaided, StrikeMade, SupplyAirlifted
from redball.rules.air.trainbusting import TrainbustingRolled
from redball.rules.barrage.facility import Facility
from redball.rules.ground.air_force import plane_in
from redball.rules.ground.airfields import AirBaseBuilt
from rules.test_air_base_works import ENGINEERS
from support import LEG, land, sit

TWO = f"axis 01.01 b {BOMBER}\naxis 01.01 c {BOMBER}"
FAR = f"axis 02.01 a {LEG}\nsoviet 13.01 r {LEG}"
"""Nobody is near enough to be worth a strike."""


@pytest.mark.parametrize(("at", "flies"), [("exploitation_barrage", True), ("movement_barrage", False)])
def test_bombers_with_nobody_to_strike_raid_a_base_when_the_attacks_are_over(at: str, *, flies: bool) -> None:
    planes = f"{TWO}\nsoviet 12.01 e {BOMBER}"
    table = sky(planes, "axis 01.01 1\nsoviet 12.01 3", FAR, at=at, dice=(1, 1, 6, 6))
    assert (chosen(table.game) == PlanMission("base_barrage")) is flies
    if flies:
        took = played(table, "axis", most=5)
        assert took[1:3] == [AimMission(table.hex("12.01")), AddPlane("b")]
        assert table.one(BaseRaided).hex == table.hex("12.01")


@pytest.mark.parametrize(("level", "guard"), [(1, ""), (3, f"\nsoviet 12.01 f {ACE}")])
def test_it_raids_no_base_that_loses_nothing_or_is_well_guarded(level: int, guard: str) -> None:
    """The first Level stays, and nobody is seen there; fighters on the base would be met first."""
    table = sky(TWO + guard, f"axis 01.01 1\nsoviet 12.01 {level}", FAR, at="exploitation_barrage")
    assert PlanMission("base_barrage") in table.game.choices()
    assert chosen(table.game) == Done()


def test_troops_are_struck_before_a_base() -> None:
    units = f"axis 07.01 a {LEG}\nsoviet 08.01 r Rgt infantry other 8-3-3L/4-3-6L\nsoviet 08.01 s {LEG}"
    table = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1\nsoviet 12.01 2", units, at="exploitation_barrage")
    assert chosen(table.game) == PlanMission("barrage")


SOURCES = "[sources]\nsoviet 14.01\naxis 01.01\n"
RAILS = f"[paths]\nrailroad - {' '.join(f'{column:02}.01' for column in range(6, 15))}\n{SOURCES}"


@pytest.mark.parametrize("rails", [True, False])
def test_spare_bombers_bust_trains_behind_the_front(*, rails: bool) -> None:
    """A railroad that the enemy controls, two to eight hexes from the front; beside a stack that would come up."""
    units = f"axis 05.01 a {LEG}\nsoviet 06.01 r {LEG}\nsoviet 09.01 s {LEG}"
    rest = RAILS if rails else SOURCES
    table = sky(TWO, "axis 01.01 1", units, at="exploitation_barrage", rest=rest)
    if not rails:
        assert PlanMission("trainbusting") in table.game.choices()
    played(table, "axis")
    busted = [table.look.board.distance(e.hex, table.hex("09.01")) for e in table.all(TrainbustingRolled)]
    assert (busted[:1] in ([0], [1])) is rails
    assert bool(busted) is rails


def test_a_railroad_two_to_eight_hexes_behind_the_front_is_worth_more_beside_who_would_come_up() -> None:
    """Beside the stack at 07; those at the front do not count."""
    units = f"axis 05.01 a {LEG}\nsoviet 06.01 r {LEG}\nsoviet 07.01 s {LEG}"
    table = sky(TWO, "axis 01.01 1", units, at="exploitation_barrage", rest=RAILS)
    found = {table.look.hex_name(hex_): worth for hex_, worth in rear.rails(scene_of(table.game)).items()}
    assert found == {"07.01": 90, "08.01": 90} | dict.fromkeys((f"{c:02d}.01" for c in range(9, 14)), 60)


def test_a_raid_is_worth_the_levels_and_half_of_the_aircraft_that_it_is_likely_to_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Level is worth 150, the bomber 216; nothing where there is no base, or with too few points."""
    table = sky(f"{TWO}\nsoviet 12.01 e {BOMBER}", "axis 01.01 1\nsoviet 12.01 2", FAR, at="exploitation_barrage")
    look, hex_ = table.look, table.hex("12.01")
    least = look.world.charts.facility.minimum_strength
    targets: list[Facility] = []

    class Sure:
        """One Level and a step are lost for certain."""

        def expect(self, worth: Callable[[Any], int]) -> int:
            return worth(SimpleNamespace(levels=1, planes=1))

    def spread(charts: Charts, column: int, target: Facility) -> Sure:
        targets.append(target)
        return Sure()

    monkeypatch.setattr(rear, "facility_spread", spread)
    assert rear.raid_worth(look, "axis", hex_, least) == 150 + 216 // 2
    assert targets == [Facility("air_base", 2, planes=1)]
    assert rear.raid_worth(look, "axis", hex_, least - 1) == 0
    assert rear.raid_worth(look, "axis", table.hex("11.01"), least) == 0


def test_the_chance_of_a_marker_is_that_of_the_table() -> None:
    look = sky(TWO, "axis 01.01 1").look
    chances = {0: (0, 1), 1: (0, 6), 2: (1, 6), 3: (2, 6), 5: (3, 6), 18: (3, 6)}
    assert {points: rear.busts(look, points) for points in chances} == chances


@pytest.mark.parametrize(("front", "busts"), [("09.01", True), ("02.01", False)])
def test_nobody_busts_trains_far_behind_the_front(front: str, *, busts: bool) -> None:
    """The railroad ends at 15: six hexes from 09, but thirteen from 02."""
    units = f"axis {front} a {LEG}\nsoviet 15.01 s {LEG}"
    line = " ".join(f"{column:02}.01" for column in range(15, 25))
    air = f"[bases]\naxis 01.01 1\n[aircraft]\n{TWO.replace('-12', '-20')}\n"
    rest = f"{air}[paths]\nrailroad - {line}\n[sources]\nsoviet 24.01\naxis 01.01\n"
    table = sit(units, land(columns=24, rows=1), rest=rest, at="exploitation_barrage")
    played(table, "axis")
    assert bool(table.all(TrainbustingRolled)) is busts


STUKA = f"{BOMBER} nation=german"
HEAD = "hip_shoots german\n"
ATTACK = f"axis 07.01 a {LEG} moved\naxis 07.01 c {LEG} moved\nsoviet 08.01 r {LEG}"


@pytest.mark.parametrize(
    ("head", "units", "shoots"),
    [
        (HEAD, ATTACK, True),
        ("", ATTACK, False),
        (HEAD, f"axis 05.01 a {LEG} moved\nsoviet 08.01 r {LEG}", False),
    ],
)
def test_hip_shoots_at_what_is_about_to_be_attacked(head: str, units: str, *, shoots: bool) -> None:
    table = sky(
        f"axis 01.01 p {STUKA}\naxis 01.01 q {STUKA}",
        "axis 01.01 1",
        units,
        head=head,
        rest="[supply]\naxis 07.01 9\n",
        dice=(1, 1, 1, 1, 1, 1, 1, 1),
    )
    took = played(table, "axis")
    assert (PlanMission("hip_shoot") in took) is shoots
    assert {e.hex for e in table.all(StrikeMade)} == ({table.hex("08.01")} if shoots else set())


@pytest.mark.parametrize(("where", "goes"), [("09.01", True), ("17.01", False), ("03.01", False)])
def test_a_fighter_that_protects_nobody_moves_up_behind_a_spearhead(where: str, *, goes: bool) -> None:
    """From 12 hexes behind to a base within ten of the front, but not to one beside the enemy, or as far away."""
    units = f"axis 16.01 a {LEG}\nsoviet 18.01 r {LEG}"
    air = f"[bases]\naxis 01.01 1\naxis {where} 1\n[aircraft]\naxis 01.01 f {FIGHTER.replace('12', '20')}\n"
    table = sit(units, land(columns=24, rows=1), rest=air)
    took = played(table, "axis")
    assert (PlanMission("base_transfer") in took) is goes
    if goes:
        found = plane_in(table.game.state, "f")
        assert found is not None
        assert (table.look.hex_name(found.hex), found.active) == (where, True)


@pytest.mark.parametrize("planes", [f"axis 01.01 t {TRANSPORT}", f"axis 01.01 f {FIGHTER}"])
def test_engineers_build_a_strip_for_units_that_are_cut_off_if_somebody_flies_supply(planes: str) -> None:
    units = f"axis 09.01 a {LEG}\naxis 09.01 e {ENGINEERS}\naxis 02.01 c {LEG}\nsoviet 06.01 r {LEG}"
    rest = "[supply]\naxis 01.01 3\naxis 09.01 1T\n[sources]\naxis 01.01\n"
    table = sky(planes, "axis 01.01 1", units, rest=rest, head="air_strips axis=1\n")
    played(table, "axis")
    built = table.all(AirBaseBuilt)
    assert len(built) == (" t " in planes)
    assert all(event.level == 0 and table.look.has_combat_units(event.hex, "axis") for event in built)


@pytest.mark.case("21.12a-A")
@pytest.mark.parametrize("xyz", [True, False])
def test_supply_for_two_hungry_bases_is_flown_in_two_legs(*, xyz: bool) -> None:
    units = f"axis 09.01 a {LEG}\naxis 11.01 d {LEG}\naxis 02.01 c {LEG}\nsoviet 06.01 r {LEG}"
    more = TRANSPORT.replace("2T,1T", "4T,2T")
    table = sky(
        f"axis 01.01 t {more}",
        "axis 01.01 1\naxis 09.01 2\naxis 11.01 1",
        units,
        rest="[supply]\naxis 01.01 3\n[sources]\naxis 01.01\n",
        switches={"xyz_transport": xyz},
    )
    took = played(table, "axis")
    assert (PlanMission("onward") in took) is xyz
    landed = {(table.look.hex_name(e.hex), e.tokens) for e in table.all(SupplyAirlifted)}
    assert (("11.01", 1) in landed) is xyz, "of 4T the first base wants three"

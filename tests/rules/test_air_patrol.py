"""Patrol Zones: ten hexes around every base with an Active Fighter, as far as the enemy can know."""

from __future__ import annotations

import pytest

from redball.core.look import Look
from redball.game.sight.belief import believed
from redball.rules.air.patrol import Patrol, in_patrol_zone, patrol_zone, patrols_over
from redball.rules.ground.air_force import plane_in, with_planes
from support import LEG, Sitting, land, sit

FIGHTER, BOMBER = "F 4-3-12/3-2-12", "T (1)-18-9/(1)-9-9"


def sky(planes: str, bases: str = "axis 01.01 1") -> Sitting:
    """A long row of hexes with the base at its left end."""
    rest = f"[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit(f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}", land(columns=14, rows=1), rest=rest)


@pytest.mark.case("14.4c")
def test_a_zone_reaches_ten_hexes_and_no_farther() -> None:
    table = sky(f"axis 01.01 b {FIGHTER}")
    look, at = table.look, table.hex
    assert patrols_over(look, "axis", at("11.01")) == (Patrol(at("01.01"), 10, ("b",)),)
    assert patrols_over(look, "axis", at("12.01")) == ()
    assert patrol_zone(look, "axis") == {at(f"{column:02d}.01") for column in range(1, 12)}
    assert not in_patrol_zone(look, "soviet", at("01.01"))


@pytest.mark.case("14.4c", "14.1-A", "14.1-B")
@pytest.mark.parametrize(
    ("plane", "patrols"),
    [
        (FIGHTER, True),
        (f"{FIGHTER} reduced", True),
        (f"{FIGHTER} flown", True),
        ("F+T 4-3-12/3-2-12", True),
        (f"{FIGHTER} inactive", False),
        (BOMBER, False),
        ("T 4-3-12/3-2-12", False),
    ],
)
def test_only_active_fighters_patrol(plane: str, patrols: bool) -> None:
    """The type counts, not the rating."""
    table = sky(f"axis 01.01 b {plane}")
    assert in_patrol_zone(table.look, "axis", table.hex("03.01")) is patrols


@pytest.mark.case("14.4c")
def test_a_zone_goes_with_the_last_fighter_of_its_base() -> None:
    """Of two bases one is left when the fighter of the other is on a mission; the nearest comes first."""
    table = sky(f"axis 01.01 b {FIGHTER}\naxis 05.01 c {FIGHTER}\naxis 05.01 d {FIGHTER}", "axis 01.01 1\naxis 05.01 1")
    look, hex_ = table.look, table.hex("04.01")
    assert [(one.distance, one.fighters) for one in patrols_over(look, "axis", hex_)] == [(1, ("c", "d")), (3, ("b",))]
    away = [plane_in(look.state, pid) for pid in ("c", "d")]
    state = with_planes(look.state, [p.change(hex=table.hex("13.01"), base=p.hex) for p in away if p is not None])
    gone = Look(look.world, state)
    assert [one.fighters for one in patrols_over(gone, "axis", hex_)] == [("b",)]
    assert not in_patrol_zone(gone, "axis", table.hex("13.01"))


@pytest.mark.case("14.4c", "4.8b-E")
def test_the_enemy_knows_where_there_is_a_zone_but_not_how_many_fighters_make_it() -> None:
    """A fighter lies on top, so a bomber with a lower id does not hide it."""
    look = sky(f"axis 01.01 a0 {BOMBER}\naxis 01.01 b {FIGHTER}\naxis 01.01 c {FIGHTER}").look
    known = believed(look, "soviet")
    assert patrol_zone(known, "axis") == patrol_zone(look, "axis")
    assert [one.fighters for one in patrols_over(known, "axis", 0)] == [("b",)]
    assert [one.fighters for one in patrols_over(believed(look, "axis"), "axis", 0)] == [("b", "c")]

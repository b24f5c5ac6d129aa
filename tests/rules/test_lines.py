"""Supply lines hex by hex: who stands on them, and what that is worth."""

from __future__ import annotations

import pytest

from redball.core.look import Look
from redball.rules.supply.draw_and_throw import payers
from redball.rules.supply.lines import Line, lines_of_payer
from rules.supply_table import INF, look_at
from support import land


def ground(units: str) -> Look:
    """Three rows of open hexes with a dump at 01.01 and a lone enemy at 20.03."""
    terrain = land(columns=20, rows=3)
    return look_at(f"[terrain]\n{terrain}\n[units]\n{units}\nsoviet 20.03 far {INF} strat\n[supply]\naxis 01.01 1")


def lines(look: Look) -> tuple[Line, ...]:
    """The legs of the first payer of unit a."""
    unit = look.unit("a")
    return lines_of_payer(look, unit, payers(look, unit)[0])


def helpers(line: Line) -> set[str]:
    """The units named on a leg because they negate a ZOC there."""
    return {uid for mark in line.marks for uid in mark.negators}


@pytest.mark.case("4.5b-A")
@pytest.mark.parametrize(("enemy", "helps"), [("", False), (f"\nsoviet 03.03 s {INF}", True)])
def test_only_units_in_enemy_zocs_help_a_draw(enemy: str, helps: bool) -> None:
    (draw,) = lines(ground(f"axis 05.01 a {INF}\naxis 03.02 b {INF}\naxis 03.01 c {INF}{enemy}"))
    assert bool(helpers(draw)) == helps


@pytest.mark.case("12.3d-C", "12.3b-1")
@pytest.mark.parametrize(("mobility", "helps"), [("L", False), ("T", True)])
def test_a_throw_on_foot_needs_no_help_against_zocs(mobility: str, helps: bool) -> None:
    friends = "\n".join(f"axis 0{column}.01 b{column} {INF}" for column in (5, 6, 7))
    hq = f"hq 9{mobility}-3T/9{mobility}-9T"
    look = ground(f"axis 08.01 a {INF}\naxis 02.01 h {hq}\n{friends}\nsoviet 06.02 s {INF}")
    throw, _ = lines(look)
    assert throw.kind == "throw"
    assert bool(helpers(throw)) == helps

"""The Clean Up Phase."""

from __future__ import annotations

import pytest

from redball.core.dice import Dice
from redball.core.engine import Run
from redball.rules.sequence.cleanup import clean_up
from support import position

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
SCENE = f"""
[terrain]
. . .
. . .
[units]
axis 01.01 a {RIFLES} dg
axis 01.01 b {RIFLES} dg move
axis 01.01 c {RIFLES} exploit
axis 01.02 d {RIFLES} reserve
axis 01.02 e {RIFLES} strat
axis 02.01 hq hq 8T-4T/6T-12T hqfuel
axis 02.01 f {TANKS} formation=pz formationfuel
soviet 03.01 s {RIFLES} dg
soviet 03.01 t {RIFLES} exploit
soviet 03.02 shq hq 8T-4T/6T-12T hqfuel
soviet 03.02 sf {TANKS} formation=td formationfuel
"""


def cleaned() -> Run:
    """After the Clean Up Phase of the axis."""
    run = Run(position(SCENE, phase="clean_up"), Dice(seed=1))
    clean_up(run, "axis")
    return run


@pytest.mark.case("2.3-K", "5.10-B", "5.9-C", "5.4-D")
def test_dg_and_exploit_markers_of_the_phasing_side_come_off() -> None:
    run = cleaned()
    assert [run.look.unit(uid).mode for uid in "abc"] == ["combat", "move", "combat"]
    assert not run.look.unit("c").keeps_zoc


@pytest.mark.case("2.3-K", "5.10-B", "5.9-C", "5.4-D")
def test_other_markers_and_the_enemy_s_stay() -> None:
    run = cleaned()
    assert [run.look.unit(uid).mode for uid in "dest"] == ["reserve", "strat", "dg", "exploit"]


@pytest.mark.case("2.3-K")
def test_fuel_of_the_phasing_side_comes_off() -> None:
    run = cleaned()
    assert (run.look.unit("hq").hq_fueled, run.look.unit("shq").hq_fueled) == (False, True)
    assert (run.look.unit("f").formation_fueled, run.look.unit("sf").formation_fueled) == (False, True)
    assert run.state.fueled_formations == {"td"}

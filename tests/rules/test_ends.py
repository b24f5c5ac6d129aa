"""Where units in Reserve and Strat Mode may end, by every way of ending that is not a plain halt."""

from __future__ import annotations

import pytest

from redball.core.actions import Detach, Halt, RetreatTo, TagAlong
from redball.core.events import MarkerRemoved
from rules.table import Table, retreat
from rules.test_retreat import field
from support import LEG, TANKS, Sitting, sit

DIV = "Div infantry other 27-3-3L/9-3-6L re=3"
PART = "axis pool bd3 Rgt infantry other 4-3-3L/2-3-6L kind=breakdown"
FAR = f"soviet 06.05 r {LEG}"
SOURCES = "[sources]\naxis 01.02\nsoviet 06.05\n"


def camp(units: str, rest: str = "") -> Sitting:
    """A Movement Phase of the axis, with Breakdowns in its pool."""
    return sit(f"{units}\n{PART}\n{FAR}", rest=SOURCES + rest, at="movement")


# --- detaching -------------------------------------------------------------------------------------------------


@pytest.mark.case("5.7g", "16.0f")
def test_a_reserve_division_detaches_nothing_in_a_hedgehog() -> None:
    table = camp(f"axis 02.02 d {DIV}", "[hedgehogs]\naxis 02.02 1\n").begin("d").mode("d", "reserve")
    assert table.refused(Detach("d", "bd3")) == ("move.reserve_hedgehog", "5.7g")
    table.go("02.03").halt()
    assert table.unit("d").mode == "reserve"


@pytest.mark.case("5.4a")
def test_a_reserve_division_detaches_nothing_without_a_marker() -> None:
    """It may pass through hexes without a marker, but what it leaves behind needs one."""
    units = f"axis 02.02 d {DIV}\naxis 02.03 x {LEG} reserve"
    table = camp(units, "[reserve_markers]\naxis 1\n").begin("d").mode("d", "reserve")
    assert table.refused(Detach("d", "bd3")) == ("mode.no_reserve_marker", "5.4a")
    table.go("02.03").halt()
    two = camp(units, "[reserve_markers]\naxis 2\n").begin("d").mode("d", "reserve")
    two.do(Detach("d", "bd3"))
    assert two.unit("bd3/1").mode == "reserve"


@pytest.mark.case("5.8b-A", "12.6e")
def test_a_strat_division_detaches_nothing_where_nothing_traces() -> None:
    blocks = "\n".join(f"soviet {h} z{i} {LEG}" for i, h in enumerate(("03.04", "05.04")))
    table = sit(f"axis 02.02 d {DIV} strat\n{PART}\n{blocks}", rest="[sources]\nsoviet 06.05\n", at="movement").begin(
        "d"
    )
    assert table.refused(Detach("d", "bd3")) == ("move.strat_trace", "5.8b-A")


# --- retreats --------------------------------------------------------------------------------------------------


def tagging(*, works: str = "", markers: int = 9, others: str = "") -> Table:
    """A soviet retreat of one hex from 05.04, that a Reserve unit may join."""
    units = f"soviet 05.04 r1 {LEG}\nsoviet 05.04 b1 {LEG} reserve\n{others}"
    rest = f"[reserve_markers]\nsoviet {markers}\n" + (f"[hedgehogs]\nsoviet {works} 1\n" if works else "")
    return retreat(field(units, more=rest), 1, ("r1",))


@pytest.mark.case("5.7g", "16.0f", "9.12d-A")
@pytest.mark.parametrize(("works", "mode"), [("05.05", "combat"), ("", "reserve")])
def test_a_reserve_unit_that_joins_a_retreat_into_a_hedgehog_loses_that_mode(works: str, mode: str) -> None:
    table = tagging(works=works).do(TagAlong("b1"))
    table.do(RetreatTo(table.hex("05.05")))
    assert (table.at("b1"), table.unit("b1").mode) == ("05.05", mode)
    assert [(e.unit, e.case) for e in table.all(MarkerRemoved)] == ([("b1", "5.7g")] if works else [])


@pytest.mark.case("5.4a", "9.12d-A")
@pytest.mark.parametrize(("markers", "joins", "modes"), [(1, "b1", "cr"), (1, "b1 b2", "rr"), (2, "b1", "rr")])
def test_reserve_units_that_join_a_retreat_need_a_marker(markers: int, joins: str, modes: str) -> None:
    table = tagging(markers=markers, others=f"soviet 05.04 b2 {LEG} reserve\n")
    table.do(*(TagAlong(uid) for uid in joins.split()))
    table.do(RetreatTo(table.hex("05.05")))
    assert "".join(table.unit(uid).mode[0] for uid in ("b1", "b2")) == modes


# --- the last resort -------------------------------------------------------------------------------------------


@pytest.mark.case("5.7g", "5.4a")
def test_a_reserve_unit_that_can_only_halt_in_a_hedgehog_loses_that_mode() -> None:
    """Only a written position begins so. The tanks have no fuel to get out."""
    table = camp(f"axis 02.02 u {TANKS} reserve", "[hedgehogs]\naxis 02.02 1\n").begin("u")
    table.do(Halt())
    assert (table.unit("u").mode, table.one(MarkerRemoved).case) == ("combat", "5.7g")

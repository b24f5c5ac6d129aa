"""The limits of HQs and armies, cell by cell: what is just allowed, and one more."""

from __future__ import annotations

import pytest

from redball.editions import charts_from
from redball.editions.command_control.charts import ArmyLimit, CommandLimit

CHARTS = charts_from("v4", "command_control")


def rows(table: str, hq: str, month: str = "") -> list[CommandLimit]:
    found = CHARTS.rows(CommandLimit).values()
    return [row for row in found if (row.table, row.hq) == (table, hq) and row.holds_in(month)]


@pytest.mark.parametrize(
    ("table", "hq", "full", "more", "month"),
    [
        pytest.param(
            "1940-german",
            "corps",
            {"infantry": 3},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-german-ak"),
        ),
        pytest.param(
            "1940-german",
            "corps",
            {"infantry": 3},
            "panzer",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-german-ak"),
        ),
        pytest.param(
            "1940-german",
            "motorized_corps",
            {"panzer": 2, "motorized": 1},
            "panzer",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-german-ak-mot"),
        ),
        pytest.param(
            "1940-german",
            "motorized_corps",
            {"panzer": 1, "motorized": 2},
            "motorized",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-german-ak-mot"),
        ),
        pytest.param(
            "1940-german",
            "army",
            {"panzer": 1, "motorized": 1, "infantry": 1},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-german-army"),
        ),
        pytest.param(
            "1940-dutch",
            "corps",
            {"infantry": 2},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-dutch"),
        ),
        pytest.param(
            "1940-belgian",
            "corps",
            {"infantry": 3},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-belgian-corps"),
        ),
        pytest.param(
            "1940-belgian",
            "cavalry_corps",
            {"infantry": 2, "cavalry": 1},
            "cavalry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-belgian-cavalry"),
        ),
        pytest.param(
            "1940-british",
            "corps",
            {"infantry": 3},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-british"),
        ),
        pytest.param(
            "1940-british",
            "army",
            {"infantry": 3},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-british"),
        ),
        pytest.param(
            "1940-french",
            "corps",
            {"infantry": 2, "motorized": 1},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-french-corps"),
        ),
        pytest.param(
            "1940-french",
            "corps",
            {"infantry": 1, "motorized": 1},
            "motorized",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-french-corps"),
        ),
        pytest.param(
            "1940-french",
            "cavalry_corps",
            {"light_mechanized": 2},
            "light_mechanized",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-french-cavalry"),
        ),
        pytest.param(
            "1940-french",
            "armoured_group",
            {"armoured": 2, "infantry": 1},
            "motorized",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-french-cuirasse"),
        ),
        pytest.param(
            "1940-french",
            "army",
            {"light_cavalry": 2},
            "light_cavalry",
            "",
            marks=pytest.mark.case("C1.6-blitzkrieg-legend-french-army"),
        ),
        pytest.param(
            "desert-italian", "corps", {"infantry": 3}, "infantry", "", marks=pytest.mark.case("C1.6-dak-italian")
        ),
        pytest.param(
            "desert-commonwealth",
            "corps",
            {"infantry": 2, "tank": 1},
            "tank",
            "",
            marks=pytest.mark.case("C1.6-dak-commonwealth"),
        ),
        pytest.param(
            "1941-axis",
            "corps",
            {"infantry": 3},
            "infantry",
            "1941-12",
            marks=pytest.mark.case("C1.6-case-blue-axis-german"),
        ),
        pytest.param(
            "1941-axis",
            "corps",
            {"infantry": 4},
            "infantry",
            "1942-01",
            marks=pytest.mark.case("C1.6-case-blue-axis-german"),
        ),
        pytest.param(
            "1941-axis",
            "rumanian_corps",
            {"rumanian": 3},
            "rumanian",
            "",
            marks=pytest.mark.case("C1.6-case-blue-axis-rumanian"),
        ),
        pytest.param(
            "1941-axis",
            "hungarian_corps",
            {"hungarian": 2},
            "hungarian",
            "",
            marks=pytest.mark.case("C1.6-case-blue-axis-hungarian"),
        ),
        pytest.param(
            "1941-axis",
            "italian_corps",
            {"italian": 3},
            "italian",
            "",
            marks=pytest.mark.case("C1.6-case-blue-axis-italian"),
        ),
        pytest.param(
            "1941-axis",
            "motorized_corps",
            {"panzer": 2, "motorized": 1, "infantry": 1},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-case-blue-axis-panzer"),
        ),
        pytest.param(
            "1941-axis",
            "motorized_corps",
            {"panzer": 3, "motorized": 1},
            "panzer",
            "",
            marks=pytest.mark.case("C1.6-case-blue-axis-panzer"),
        ),
        pytest.param(
            "1941-axis", "army", {"panzer": 3}, "infantry", "", marks=pytest.mark.case("C1.6-case-blue-axis-army")
        ),
        pytest.param(
            "1941-soviet",
            "army",
            {"tank_corps": 1, "cavalry_corps": 1, "rifle": 8, "tank_brigade": 3},
            "rifle",
            "",
            marks=pytest.mark.case("C1.6-case-blue-soviet-army"),
        ),
        pytest.param(
            "1941-soviet",
            "army",
            {"tank_brigade": 3, "artillery_group": 30, "cavalry_unit": 9},
            "tank_brigade",
            "",
            marks=pytest.mark.case("C1.6-case-blue-soviet-army"),
        ),
        pytest.param(
            "1941-soviet",
            "tank_army",
            {"tank_corps": 2, "rifle": 2, "tank_brigade": 1},
            "rifle",
            "1942-07",
            marks=pytest.mark.case("C1.6-case-blue-soviet-tank"),
        ),
        pytest.param(
            "1941-soviet",
            "tank_army",
            {"cavalry_corps": 1, "rifle": 1},
            "rifle",
            "1942-08",
            marks=pytest.mark.case("C1.6-case-blue-soviet-tank-0842"),
        ),
        pytest.param(
            "1944-axis",
            "corps",
            {"panzer": 1, "infantry": 4},
            "motorized",
            "",
            marks=pytest.mark.case("C1.6-baltic-gap-axis-ak"),
        ),
        pytest.param(
            "1944-axis",
            "panzer_corps",
            {"panzer": 2, "infantry": 1},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-baltic-gap-axis-pk"),
        ),
        pytest.param(
            "1944-soviet",
            "army",
            {"tank_corps": 1, "rifle": 9, "tank_brigade": 1},
            "mech_corps",
            "",
            marks=pytest.mark.case("C1.6-baltic-gap-soviet-army"),
        ),
        pytest.param(
            "1944-soviet",
            "tank_army",
            {"tank_corps": 2, "mech_corps": 2},
            "mech_corps",
            "",
            marks=pytest.mark.case("C1.6-baltic-gap-soviet-tank"),
        ),
        pytest.param(
            "1944-soviet",
            "army",
            {"artillery_division": 1, "artillery_unit": 9},
            "artillery_division",
            "",
            marks=pytest.mark.case("C1.6-baltic-gap-soviet-arty"),
        ),
        pytest.param(
            "1945-axis",
            "corps",
            {"motorized": 1, "infantry": 4},
            "panzer",
            "",
            marks=pytest.mark.case("C1.6-hungarian-rhapsody-axis-ak"),
        ),
        pytest.param(
            "1945-axis",
            "panzer_corps",
            {"panzer": 3, "infantry": 3},
            "motorized",
            "",
            marks=pytest.mark.case("C1.6-hungarian-rhapsody-axis-pk"),
        ),
        pytest.param(
            "1945-axis",
            "hungarian_corps",
            {"hungarian_panzer": 1, "hungarian_infantry": 2, "infantry": 1},
            "infantry",
            "",
            marks=pytest.mark.case("C1.6-hungarian-rhapsody-axis-ak-ung"),
        ),
        pytest.param(
            "1945-rumanian",
            "corps",
            {"infantry": 3, "cavalry": 1},
            "cavalry",
            "",
            marks=pytest.mark.case("C1.6-hungarian-rhapsody-rumanian"),
        ),
        pytest.param(
            "1945-soviet",
            "army",
            {"rifle": 10, "tank_brigade": 1, "artillery_division": 1},
            "tank_corps",
            "",
            marks=pytest.mark.case("C1.6-hungarian-rhapsody-soviet-army"),
        ),
        pytest.param(
            "1945-soviet",
            "tank_army",
            {"tank_corps": 3, "cavalry_corps": 1, "rifle": 1},
            "tank_corps",
            "",
            marks=pytest.mark.case("C1.6-hungarian-rhapsody-soviet-tank"),
        ),
        pytest.param(
            "1945-soviet",
            "cavalry_mechanized_group",
            {"tank_corps": 1, "cavalry_corps": 2},
            "rifle",
            "",
            marks=pytest.mark.case("C1.6-hungarian-rhapsody-soviet-cavmech"),
        ),
    ],
)
@pytest.mark.case("C1.6-max")
def test_an_hq_commands_so_many_and_not_one_more(
    table: str, hq: str, full: dict[str, int], more: str, month: str
) -> None:
    found = rows(table, hq, month)
    assert any(row.excess(full) == 0 for row in found)
    beyond = {**full, more: full.get(more, 0) + 1}
    assert all(row.excess(beyond) > 0 for row in found)


@pytest.mark.case("C1.6-interval")
def test_an_interval_says_the_least_too() -> None:
    (row,) = rows("1941-soviet", "army")
    assert row.lacking({"rifle": 1}) == {"rifle": 1, "artillery_group": 1, "cavalry_unit": 1}
    assert row.lacking({"rifle": 2, "artillery_group": 1, "cavalry_unit": 4}) == {}


LIMITS = """
1940-german corps: 3 infantry
1940-german motorized_corps: 2 panzer, 1 motorized
1940-german motorized_corps: 1 panzer, 2 motorized
1940-german army: 3 of any class
1940-dutch corps: 2 infantry
1940-belgian corps: 3 infantry
1940-belgian cavalry_corps: 2 infantry, 1 cavalry
1940-british corps: 3 infantry
1940-british army: 3 infantry
1940-french corps: 1 motorized, 3 infantry or motorized
1940-french cavalry_corps: 2 light_mechanized
1940-french armoured_group: 2 armoured, 1 infantry or motorized
1940-french army: 2 light_cavalry
desert-italian corps: 3 infantry
desert-commonwealth corps: 2 infantry, 1 tank
1941-axis corps (to 1941-12): 3 infantry
1941-axis corps (from 1942-01): 4 infantry
1941-axis rumanian_corps: 3 rumanian
1941-axis hungarian_corps: 2 hungarian
1941-axis italian_corps: 3 italian
1941-axis motorized_corps: 2 panzer, 1 motorized, 0 infantry, 1 more of any class
1941-axis army: 3 of any class
1941-soviet army: 1 tank_corps, 1 cavalry_corps, 2-8 rifle, 3 tank_brigade, 1-* artillery_group, 1-* cavalry_unit
1941-soviet tank_army (to 1942-07): 1-2 tank_corps, 1 cavalry_corps, 2 rifle, 1 tank_brigade, * artillery_group,
    * cavalry_unit
1941-soviet tank_army (from 1942-08): 1-2 tank_corps, 1 cavalry_corps, 1 rifle, 1 tank_brigade,
    * artillery_group, * cavalry_unit
1944-axis corps: 4 infantry, 1 panzer or motorized
1944-axis panzer_corps: 2 panzer, 1 infantry
1944-soviet army: 9 rifle, 1 tank_brigade, 1 artillery_division, 1-* artillery_unit, 1-* cavalry_unit,
    1 tank_corps or mech_corps
1944-soviet tank_army: 2 tank_corps, 2 mech_corps, 1 tank_brigade, 1 artillery_division, * artillery_unit,
    * cavalry_unit
1945-axis corps: 4 infantry, 1 panzer or motorized
1945-axis panzer_corps: 6 panzer or motorized or infantry
1945-axis hungarian_corps: 1 hungarian_panzer, 3 hungarian_infantry, 1 of them of any class
1945-rumanian corps: 4 infantry or cavalry
1945-soviet army: 10 rifle, 1 tank_brigade, 1 artillery_division, 1-* artillery_unit, 1-* cavalry_unit
1945-soviet tank_army: 3 tank_corps, 1 cavalry_corps, 1 rifle, 1 tank_brigade, 1 artillery_division,
    * artillery_unit, * cavalry_unit
1945-soviet cavalry_mechanized_group: 1 tank_corps, 2 cavalry_corps, 1 tank_brigade, 1 artillery_division,
    * artillery_unit, * cavalry_unit
"""


def written(row: CommandLimit) -> str:
    """A row as players write it: least and most of each class, `*` without limit."""
    least = {kind: f"{count}-" for kind, count in row.least.items()}
    cells = [f"{least.get(kind, '')}{count} {kind}" for kind, count in row.most.items()]
    cells += [f"{least.get(kind, '')}* {kind}" for kind in row.unlimited]
    cells += [f"{pool.most} {' or '.join(pool.classes)}" for pool in row.pooled]
    cells += [f"{row.total} of any class"] if row.total else []
    cells += [f"{row.spare} more of any class"] if row.spare else []
    cells += [f"{row.guests} of them of any class"] if row.guests else []
    months = [f"from {row.since}"] * bool(row.since) + [f"to {row.until}"] * bool(row.until)
    when = f" ({' '.join(months)})" if months else ""
    return f"{row.table} {row.hq}{when}: {', '.join(cells)}"


@pytest.mark.case(
    "C1.6-blitzkrieg-legend-german-ak",
    "C1.6-blitzkrieg-legend-german-ak-mot",
    "C1.6-blitzkrieg-legend-german-army",
    "C1.6-blitzkrieg-legend-dutch",
    "C1.6-blitzkrieg-legend-belgian-corps",
    "C1.6-blitzkrieg-legend-belgian-cavalry",
    "C1.6-blitzkrieg-legend-british",
    "C1.6-blitzkrieg-legend-french-corps",
    "C1.6-blitzkrieg-legend-french-cavalry",
    "C1.6-blitzkrieg-legend-french-cuirasse",
    "C1.6-blitzkrieg-legend-french-army",
    "C1.6-dak-italian",
    "C1.6-dak-commonwealth",
    "C1.6-case-blue-axis-german",
    "C1.6-case-blue-axis-rumanian",
    "C1.6-case-blue-axis-hungarian",
    "C1.6-case-blue-axis-italian",
    "C1.6-case-blue-axis-panzer",
    "C1.6-case-blue-axis-army",
    "C1.6-case-blue-soviet-army",
    "C1.6-case-blue-soviet-tank",
    "C1.6-case-blue-soviet-tank-0842",
    "C1.6-baltic-gap-axis-ak",
    "C1.6-baltic-gap-axis-pk",
    "C1.6-baltic-gap-soviet-army",
    "C1.6-baltic-gap-soviet-tank",
    "C1.6-hungarian-rhapsody-axis-ak",
    "C1.6-hungarian-rhapsody-axis-pk",
    "C1.6-hungarian-rhapsody-axis-ak-ung",
    "C1.6-hungarian-rhapsody-rumanian",
    "C1.6-hungarian-rhapsody-soviet-army",
    "C1.6-hungarian-rhapsody-soviet-tank",
    "C1.6-hungarian-rhapsody-soviet-cavmech",
)
def test_every_cell_of_the_limits_of_hqs() -> None:
    written_rows = [written(row) for row in CHARTS.rows(CommandLimit).values()]
    assert written_rows == LIMITS.strip().replace("\n    ", " ").split("\n")


@pytest.mark.case("C1.6-baltic-gap-soviet-arty")
@pytest.mark.parametrize("table", ["1944-soviet", "1945-soviet"])
def test_an_artillery_division_meets_the_minimum_of_artillery_units(table: str) -> None:
    (row,) = rows(table, "army")
    assert row.lacking({"cavalry_unit": 1}) == {"artillery_unit": 1}
    assert row.lacking({"cavalry_unit": 1, "artillery_unit": 1}) == {}
    assert row.lacking({"cavalry_unit": 1, "artillery_division": 1}) == {}


def army(name: str, month: str = "") -> ArmyLimit:
    (row,) = [row for row in CHARTS.rows(ArmyLimit).values() if f"{row.table}/{row.hq}" == name and row.holds_in(month)]
    return row


@pytest.mark.parametrize(
    ("name", "month", "full", "more"),
    [
        pytest.param("1941-axis/army", "1941-07", {"corps": 6}, "corps", marks=pytest.mark.case("C3.1-axis-armee")),
        pytest.param(
            "1941-axis/army", "1941-07", {"corps": 5}, "motorized_corps", marks=pytest.mark.case("C3.1-axis-armee")
        ),
        pytest.param(
            "1941-axis/army",
            "1942-03",
            {"corps": 5, "motorized_corps": 1},
            "corps",
            marks=pytest.mark.case("C3.1-axis-armee"),
        ),
        pytest.param(
            "1941-axis/army",
            "1942-11",
            {"corps": 4, "motorized_corps": 2},
            "corps",
            marks=pytest.mark.case("C3.1-axis-armee"),
        ),
        pytest.param(
            "1941-axis/panzer_army",
            "1941-07",
            {"corps": 3, "motorized_corps": 3},
            "motorized_corps",
            marks=pytest.mark.case("C3.1-axis-panzer"),
        ),
        pytest.param(
            "1941-axis/hungarian_army",
            "1942-06",
            {"hungarian_corps": 3},
            "corps",
            marks=pytest.mark.case("C3.1-axis-allied"),
        ),
        pytest.param(
            "1941-soviet/front", "1941-07", {"army": 4, "tank_army": 2}, "army", marks=pytest.mark.case("C3.1-soviet")
        ),
    ],
)
@pytest.mark.case("C3.1-rule")
def test_an_army_holds_so_many_hqs(name: str, month: str, full: dict[str, int], more: str) -> None:
    assert army(name, month).excess(full) == 0
    assert army(name, month).excess({**full, more: full.get(more, 0) + 1}) > 0


@pytest.mark.case("C3.1-axis-allied")
def test_the_armies_of_allies_are_there_from_their_date() -> None:
    found = [row.id for row in CHARTS.rows(ArmyLimit).values() if row.table == "1941-axis" and row.holds_in("1942-04")]
    assert not any("hungarian" in name or "italian" in name for name in found)


ARMIES = """
1941-axis army (to 1941-12): 3-6 corps
1941-axis army (from 1942-01 to 1942-10): 3-6 corps, 1 motorized_corps, 6 corps or motorized_corps
1941-axis army (from 1942-11): 3-6 corps, 2 motorized_corps, 6 corps or motorized_corps
1941-axis panzer_army: 3 corps, 1-3 motorized_corps
1941-axis rumanian_army: 1-3 rumanian_corps
1941-axis hungarian_army (from 1942-05): 1-3 hungarian_corps
1941-axis italian_army (from 1942-08): 1-3 italian_corps
1941-soviet front: 6 army or tank_army
"""


@pytest.mark.case("C3.1-axis-armee", "C3.1-axis-panzer", "C3.1-axis-allied", "C3.1-soviet")
def test_every_cell_of_the_limits_of_armies() -> None:
    """The least of a front is that of C2-min-armies."""
    assert [written(row) for row in CHARTS.rows(ArmyLimit).values()] == ARMIES.strip().split("\n")


@pytest.mark.case("C3.1-axis-armee")
@pytest.mark.parametrize(
    ("month", "corps", "motorized", "lacking"),
    [
        ("1941-07", 3, 0, 0),
        ("1941-07", 2, 0, 1),
        ("1942-03", 2, 1, 0),
        ("1942-03", 2, 0, 1),
        ("1942-11", 1, 2, 0),
        ("1942-11", 1, 1, 1),
    ],
)
def test_a_motorized_corps_replaces_another_in_the_least_of_an_army(
    month: str, corps: int, motorized: int, lacking: int
) -> None:
    load = {"corps": corps, "motorized_corps": motorized}
    assert army("1941-axis/army", month).lacking(load) == ({"corps": lacking} if lacking else {})

"""Landings foreseen, held to a count of every lot in every order, and to landings through the façade."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice

import pytest

from analysis import sea_fights
from analysis.landing_dice import Boat, End, Ends, Rider, landed
from analysis.mission_skies import DOUBTFUL
from analysis.test_monte_carlo import holm
from redball.analysis.landing import LandingOdds, Toll, drawn_of, group_outcomes, landing_odds, shares
from redball.analysis.sea_report import sea_odds
from redball.charts.rounding import round_half_up
from redball.core.actions.naval import LandCraft, LandUnit, PlanLanding
from redball.core.chances import SUMS
from redball.game.view.ships import sea_view
from redball.rules.naval.beach import Stakes, due
from redball.rules.naval.landing import Landing
from rules.test_invasion import at_four, beach
from support import GUNS, LEG, Sitting

THROWS = 30
HEAVY, DIVISION = "Rgt infantry other 4-3-3L/2-3-8L", "Div infantry other 12-3-3L/6-3-8L re=3"
LIGHT, FULL, THREE = (0, 8), (0, 16), (0, 16, 32, 48)
"""What they weigh by steps left: a light regiment half a point, any other one a point, a division a point a step."""

Case = tuple[str, dict[str, str], list[tuple[str, ...]], list[Boat]]
CASES: dict[str, Case] = {
    "one group of a boat": (
        "axis 04.02 lc landing_craft 3 aboard=a,b,c",
        dict.fromkeys("abc", HEAVY),
        [("a", "b", "c")],
        [Boat("lc", 3, tuple(Rider(n, 1, FULL) for n in "abc"))],
    ),
    "a division and supply": (
        "axis 04.02 lc landing_craft 4 aboard=a sp=1",
        {"a": DIVISION},
        [("a",)],
        [Boat("lc", 4, (Rider("a", 3, THREE),), 4)],
    ),
    "two groups of one boat, the second crowded": (
        "axis 04.02 lc landing_craft 2 aboard=a,b,c,d",
        dict.fromkeys("abcd", LEG),
        [("a",), ("b", "c", "d")],
        [Boat("lc", 2, tuple(Rider(n, 1, LIGHT) for n in "abcd"))],
    ),
    "two groups, each of two boats": (
        "axis 04.02 l1 landing_craft 3 aboard=a,b,c\naxis 04.02 l2 landing_craft 2 aboard=d sp=1",
        dict.fromkeys("abcd", HEAVY),
        [("a", "d"), ("b", "c")],
        [Boat("l1", 3, tuple(Rider(n, 1, FULL) for n in "abc")), Boat("l2", 2, (Rider("d", 1, FULL),), 4)],
    ),
    "supply and a unit that stay aboard": (
        "axis 04.02 lc landing_craft 3 aboard=a,b sp=1",
        dict.fromkeys("ab", HEAVY),
        [("a",)],
        [Boat("lc", 3, tuple(Rider(n, 1, FULL) for n in "ab"), 4)],
    ),
    "a DUKW and an LST that come ashore": (
        "axis 04.02 d dukw 3 aboard=a sp=1\naxis 04.02 l lst 2 aboard=b",
        {"a": f"{LEG} move", "b": HEAVY},
        [("a", "d", "b", "l")],
        [
            Boat("d", 3, (Rider("a", 1, LIGHT),), 4, swims=True),
            Boat("l", 2, (Rider("b", 1, FULL),), swims=True),
        ],
    ),
}


def drafted(craft: str, units: dict[str, str], groups: list[tuple[str, ...]], foes: str = "") -> Sitting:
    """That landing at 04.02 in its draft."""
    aboard = "\n".join(f"axis aboard {uid} {values}" for uid, values in units.items())
    table = beach(craft, f"{aboard}\n{foes}".strip())
    table.do(PlanLanding(table.hex("04.02")))
    for number, group in enumerate(groups):
        for name in group:
            table.do(LandUnit(name, number) if name in units else LandCraft(name, number))
    return table


def counts(ends: Ends, value: Callable[[End], object]) -> dict[object, Fraction]:
    """The chances of a value."""
    found: dict[object, Fraction] = {}
    for end, chance in ends.items():
        found[value(end)] = found.get(value(end), Fraction(0)) + chance
    return found


def agrees(found: LandingOdds, ends: Ends, boats: list[Boat]) -> None:
    """The whole toll; each unit's steps, each boat's points."""
    steps = {rider.name: rider.steps for boat in boats for rider in boat.riders}
    points, tokens = {boat.name: boat.points for boat in boats}, sum(boat.tokens for boat in boats)

    def toll(end: End) -> Toll:
        left = [sum(number for _, number in part) for part in end]
        return Toll(sum(points.values()) - left[0], sum(steps.values()) - left[1], 0, tokens - left[2])

    assert counts(ends, toll) == dict(found.toll)
    for uid, number in steps.items():
        assert counts(ends, lambda end, uid=uid, n=number: n - dict(end.steps)[uid]) == dict(found.units[uid])  # type: ignore[misc]
    for name, number in points.items():
        assert counts(ends, lambda end, c=name, n=number: n - dict(end.points)[c]) == dict(found.craft[name])  # type: ignore[misc]


@pytest.mark.case("18.5f", "18.5f-B", "18.5f-C", "18.3d-B")
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("guns", [0, 3])
def test_a_landing_is_foreseen_as_every_lot_in_every_order(name: str, guns: int) -> None:
    """Coastal artillery makes the roll worse: then failures are likely."""
    craft, units, groups, boats = CASES[name]
    coastal = "\n".join(f"soviet 06.01 g{n} {GUNS} symbol=coastal_artillery" for n in range(guns))
    table = drafted(craft, units, groups, coastal)
    found = landing_odds(table.look, table.data)
    agrees(found, landed(boats, groups, "open_village", -guns), boats)
    assert all(sum(out.p for out in group.outcomes) == 1 for group in found.groups)
    assert [group.members for group in found.groups] == groups


@pytest.mark.case("18.5f-C")
def test_shares_of_a_draw_are_those_of_every_draw() -> None:
    found = shares(("a", "a", "b"), 2)
    assert dict(found) == {(("a", 2), ("b", 0)): Fraction(1, 3), (("a", 1), ("b", 1)): Fraction(2, 3)}
    assert dict(shares((), 0)) == {(): Fraction(1)}


def test_tolls_are_told_in_words() -> None:
    assert Toll().text == "nothing lost"
    assert Toll(1, 2, 0, 4).text == "1 point, 2 steps and 4 tokens lost"
    assert (Toll(1) + Toll(1, 1)).text == "2 points and 1 step lost"


@pytest.mark.slow
@pytest.mark.case("18.5f", "18.5f-C", "18.3c", "18.3c-D", "18.3d-B", "18.3g-C", "18.3b")
def test_landings_and_gunfire_fall_as_foreseen_through_the_facade() -> None:
    """One of each kind of `sea_fights`; many more in `make soak`."""
    found = []
    for number, fight in enumerate(islice(sea_fights.fights(4), len(sea_fights.KINDS))):
        chances = sea_fights.held(fight, THROWS, 1000 * number)
        if min(chances) < DOUBTFUL:
            chances = sea_fights.held(fight, 10 * THROWS, 1_000_000 + 1000 * number)
        found += chances
    assert holm(found), sorted(found)[:3]


def test_what_is_wrong_is_found() -> None:
    """The chances of one fight, held to the throws of another."""
    fight = next(one for one in sea_fights.fights(5) if one.kind == "ship" and len(one.questions[0][0]) > 2)
    ((foreseen, value),) = fight.questions
    worst, best = max(foreseen, key=foreseen.__getitem__), min(foreseen, key=foreseen.__getitem__)
    swapped = {**foreseen, worst: foreseen[best], best: foreseen[worst]}
    assert not holm(sea_fights.held(fight._replace(questions=((swapped, value),)), 120, 1))


@pytest.mark.case("18.5f")
@pytest.mark.parametrize("terrain", ["open_village", "low_hills", "hills", "rough", "mountain_city", "port"])
def test_the_chances_are_those_of_all_thirty_six_throws(terrain: str) -> None:
    table = beach(at_four("a"), f"axis aboard a {LEG}")
    charts, stakes = table.look.world.charts, Stakes(("lc",) * 3, ("a", "b", "b"))
    for holds in ((), ("non_dg_adjacent",), ("enemy_zoc", "elite")):
        landing_ = Landing(terrain, holds, 1)
        by = sum(charts.alt.modifier(name) for name in holds) - 1
        for one in group_outcomes(charts, landing_, stakes):
            ways = sum(ways for total, ways in SUMS.items() if charts.alt.read(terrain, total + by) == one.result)
            assert one.p == Fraction(ways, 36)
            losses = charts.alt.codes[one.result]
            assert one.points == round_half_up(3 * losses.landing_craft_lost) == due(3, losses.landing_craft_lost)
            assert one.steps == round_half_up(3 * losses.units_lost)


@pytest.mark.case("18.5f-C")
@pytest.mark.parametrize(("steps", "lost"), [((1, 1), 1), ((1, 2), 2), ((3, 1, 1), 3), ((2, 2), 2)])
def test_the_chance_to_be_destroyed_is_that_of_all_draws(steps: tuple[int, ...], lost: int) -> None:
    """Brute force over every order in which the lots can fall."""
    names = tuple(str(number) for number, count in enumerate(steps) for _ in range(count))

    def falls(left: tuple[str, ...], rest: int, share: Fraction) -> dict[tuple[str, ...], Fraction]:
        if not rest:
            return {left: share}
        found: dict[tuple[str, ...], Fraction] = {}
        for lot in range(len(left)):
            for end, p in falls(left[:lot] + left[lot + 1 :], rest - 1, share / len(left)).items():
                found[end] = found.get(end, Fraction(0)) + p
        return found

    ends = falls(names, lost, Fraction(1))
    for number, count in enumerate(steps):
        destroyed = sum((p for end, p in ends.items() if str(number) not in end), Fraction(0))
        assert drawn_of(count, len(names), lost).chance(lambda n, own=count: n == own) == destroyed  # type: ignore[misc]


@pytest.mark.case("18.5f")
def test_the_draft_shows_the_chances_of_each_group_to_its_side_only() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcd")
    table = beach(at_four("a,b,c,d"), units)
    table.do(PlanLanding(table.hex("04.02")), LandUnit("a", 0), LandUnit("b", 1))
    view = sea_view(table.look, "axis").landing  # type: ignore[union-attr]
    assert view is not None
    assert (view.groups, view.fewest) == ((("a",), ("b",)), 1)
    odds = sea_odds(table.look, "axis").landing
    assert odds is not None
    assert [group.members for group in odds.groups] == [("a",), ("b",)]
    for group in odds.groups:
        assert sum(Fraction(one.p) for one in group.outcomes) == 1
    assert [one.text.split(":")[0] for one in odds.groups[0].outcomes] == ["failure", "mixed", "success"]
    assert set(odds.destroyed) == {"a", "b"}
    assert set(odds.hit) == {"lc"}
    assert sum(Fraction(one.p) for one in odds.tolls) == 1
    assert sea_view(table.look, "soviet").landing is None  # type: ignore[union-attr]
    assert sea_odds(table.look, "soviet").landing is None

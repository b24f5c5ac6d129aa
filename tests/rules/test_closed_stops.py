"""Why an Extender links nothing: the stop of its chain that is closed, the way there with its MP, what blocks it."""

from __future__ import annotations

import random

import pytest

from as_json import plain
from game.test_explanations import namer
from redball.core.look import Look
from redball.core.state import Unit
from redball.game.explain import supply as explanations
from redball.game.explain.shown import show_supply
from redball.game.explain.text import obstacle_text, supply_lines
from redball.rules.supply.lines import Mark
from redball.rules.supply.reasons import Obstacle
from redball.rules.trace.closed_stops import closed_stops, link_obstacle
from redball.rules.trace.cuts import cuts
from redball.rules.trace.extender_links import extenders
from redball.rules.trace.reasons import explain_link, explain_trace
from redball.rules.trace.sources import network, stations
from rules.supply_table import look_at
from support import sit

RIFLES = "Rgt infantry other 4-3-3L/2-3-8L"
RAIL = '[paths]\nrailroad "-" 01.02 02.02 03.02 04.02 05.02\n{more}[places]\n05.02 village "Station"\n{places}'
MIX = "[sources]\naxis 01.02\n[extenders]\naxis truck 4 10T\naxis wagon 1 4L\n"


def body(units: str, more: str = "", places: str = "", mix: str = MIX, row: str = " ." * 40) -> str:
    """Forty by three hexes, open but for the row given; a railroad from the source 01.02 to a station at 05.02."""
    terrain = f"{' .' * 40}\n{row}\n{' .' * 40}"
    return f"[terrain]\n{terrain}\n[units]\n{units}\n{RAIL.format(more=more, places=places)}{mix}"


def seen(units: str, more: str = "", places: str = "", **what: str) -> Look:
    return look_at(body(f"{units}\nsoviet 40.03 far {RIFLES} strat", more, places, **what))


def why(look: Look, uid: str) -> Obstacle:
    found = link_obstacle(look, look.unit(uid))
    assert found is not None
    assert uid not in network(look, "axis").links
    return found


def told(look: Look, obstacle: Obstacle) -> tuple[str, str, str, int, int]:
    """Reason, where, towards what, MP of the range and of the way."""
    return obstacle.reason, look.hex_name(obstacle.hex), look.hex_name(obstacle.target), obstacle.have, obstacle.need


def named(look: Look, marks: tuple[Mark, ...]) -> str:
    """The hexes of a line."""
    return " ".join(look.hex_name(mark.hex) for mark in marks)


def extender(at: str, uid: str, kind: str = "truck 5 20T") -> str:
    return f"axis {at} {uid} {kind} extender"


# --- one Extender --------------------------------------------------------------------------------------------------


@pytest.mark.case("12.7b", "12.7d-C", "12.3d-C")
def test_an_enemy_zoc_on_the_link_is_named_with_the_way_and_its_mp() -> None:
    look = seen(f"{extender('14.02', 'e')}\nsoviet 09.01 z1 {RIFLES}\nsoviet 09.03 z2 {RIFLES}")
    found = why(look, "e")
    assert (found.reason, found.place, look.hex_name(found.target)) == ("enemy_zoc", "path", "05.02")
    assert (found.have, found.need, found.around) == (120, 96, -1)
    assert [mark.mp for mark in found.path] == [12 * n for n in range(9)]
    assert look.hex_name(found.hex) == "10.03"
    assert found.units == ("z2",)


@pytest.mark.case("12.7b", "12.7g")
def test_one_mp_too_far_is_told_as_such() -> None:
    look = seen(extender("17.02", "e"))
    assert told(look, why(look, "e")) == ("too_far", "05.02", "05.02", 120, 132)
    assert link_obstacle(*both(seen(extender("16.02", "e")), "e")) is None


def both(look: Look, uid: str) -> tuple[Look, Unit]:
    return look, look.unit(uid)


@pytest.mark.case("12.6b", "12.7d-C", "K12.6b-zoc")
@pytest.mark.parametrize(("guard", "shut"), [("", True), (f"axis 12.02 g {RIFLES}", False)])
def test_an_enemy_zoc_in_its_own_hex_shuts_it_until_negated(guard: str, shut: bool) -> None:
    look = seen(f"{extender('12.02', 'e')}\nsoviet 13.02 z {RIFLES}\n{guard}")
    found = link_obstacle(look, look.unit("e"))
    if not shut:
        assert found is None
        return
    assert found is not None
    here = look.board.index("12.02")
    assert found == Obstacle("enemy_zoc", here, 0, 0, here, "source", ("z",))
    assert closed_stops(look, "axis") == {here: found}


@pytest.mark.case("12.7b", "12.3d-A")
def test_ground_that_nothing_crosses_and_a_side_without_a_source() -> None:
    look = look_at(
        f"[terrain]\n . . . ~ . . . .\n[units]\n{extender('06.01', 'e')}\nsoviet 08.01 s {RIFLES} strat\n"
        "[sources]\naxis 01.01\n[extenders]\naxis truck 1 10T\n"
    )
    assert told(look, why(look, "e")) == ("no_way", "04.01", "01.01", 120, -1)
    bare = seen(extender("12.02", "e"), mix="[extenders]\naxis truck 1 10T\n")
    here = bare.board.index("12.02")
    assert why(bare, "e") == Obstacle("no_source", here, 0, 0)
    assert why(seen(extender("12.02", "e"), mix="[sources]\naxis 01.02\n"), "e") == Obstacle("no_range", here, 0, 0)


# --- what is behind it ---------------------------------------------------------------------------------------------


@pytest.mark.case("12.7c", "12.7d-C")
def test_a_chain_is_followed_back_to_the_stop_that_is_closed() -> None:
    """e3 reaches e2, e2 reaches e1, and the enemy shuts e1's way to the station."""
    chain = "\n".join(extender(at, uid) for at, uid in (("14.02", "e1"), ("23.02", "e2"), ("32.02", "e3")))
    look = seen(f"{chain}\nsoviet 09.02 z {RIFLES} move\nsoviet 09.01 y {RIFLES}\nsoviet 09.03 x {RIFLES}")
    found = why(look, "e3")
    assert (found.reason, found.place, found.units) == ("links_nothing", "extender", ("e2",))
    assert (found.have, found.need, look.hex_name(found.target)) == (120, 8 * 12, "23.02")
    assert found.cause is not None
    assert (found.cause.reason, found.cause.units) == ("links_nothing", ("e1",))
    root = found.cause.cause
    assert root is not None
    assert (root.place, look.hex_name(root.target), root.have, root.need) == ("path", "05.02", 120, 96)
    assert root == link_obstacle(look, look.unit("e1"))
    stops = closed_stops(look, "axis")
    assert [(look.hex_name(at), stop.units, stop.have, stop.need) for at, stop in sorted(stops.items())] == [
        ("14.02", ("e1",), 0, 0),
        ("23.02", ("e2",), 0, 0),
        ("32.02", ("e3",), 0, 0),
    ]
    assert all(
        (stop.reason, stop.target, stop.place) == ("links_nothing", at, "extender") for at, stop in stops.items()
    )
    whole = seen(chain)
    assert not any(link_obstacle(whole, unit) for unit in extenders(whole, "axis"))
    assert closed_stops(whole, "axis") == {}


@pytest.mark.case("12.7a-A", "13.3c-3", "4.5a-D")
def test_a_railroad_cut_behind_the_station_breaks_the_link() -> None:
    look = seen(f"{extender('14.02', 'e')}\nsoviet 03.02 z {RIFLES} move")
    found = why(look, "e")
    assert (found.reason, found.place, look.hex_name(found.hex)) == ("enemy_unit", "rail", "03.02")
    assert (look.hex_name(found.target), found.need) == ("05.02", 96)
    cut, station = look.board.index("03.02"), look.board.index("05.02")
    assert closed_stops(look, "axis")[station] == Obstacle("enemy_unit", cut, 0, 0, station, "rail", ("z",))


@pytest.mark.case("13.3f", "12.6a-2")
def test_a_station_on_rails_of_another_gauge_is_closed_by_it() -> None:
    gauges = "[rail]\naxis 2 gauge=standard\n[gauges]\nbroad *\nstandard 01.02 02.02 03.02\n"
    look = seen(f"axis 09.02 a {RIFLES}", mix=MIX + gauges)
    shut, station = look.board.index("04.02"), look.board.index("05.02")
    assert closed_stops(look, "axis") == {
        station: Obstacle("wrong_gauge", shut, 0, 0, station, "rail", terrain="broad")
    }


FORWARD = 'railroad "-" 13.02 14.02 15.02 16.02 17.02 18.02\n'


@pytest.mark.case("12.7a-B", "12.7a-C")
def test_a_station_on_a_line_that_a_broken_extender_would_join_names_it() -> None:
    units = f"{extender('12.02', 'e')}\naxis 20.02 u {RIFLES}"
    whole = seen(units, FORWARD, '18.02 village "Front"\n')
    told = explain_trace(whole, whole.unit("u"))
    assert told.result.found
    assert [(leg.kind, leg.user, named(whole, leg.marks), leg.beside) for leg in told.lines] == [
        ("draw", "u", "20.02 19.02", whole.board.index("18.02")),
        ("rail", "", "12.02 13.02 14.02 15.02 16.02 17.02 18.02", -1),
        ("link", "e", "12.02 11.03 10.03 09.03 08.02 07.02 06.01", whole.board.index("05.02")),
        ("rail", "", "01.02 02.02 03.02 04.02 05.02", -1),
    ]
    assert {mark.mp for leg in told.lines if leg.kind == "rail" for mark in leg.marks} == {0}
    assert [leg.limit for leg in told.lines] == [60, -1, 120, -1]
    look = seen(f"{units}\nsoviet 09.01 z1 {RIFLES}\nsoviet 09.03 z2 {RIFLES}", FORWARD, '18.02 village "Front"\n')
    found = explain_trace(look, look.unit("u")).obstacle
    assert found is not None
    assert (found.reason, found.place, found.units) == ("links_nothing", "rail", ("e",))
    assert (look.hex_name(found.target), found.need) == ("18.02", 12)
    assert found.cause is not None
    assert found.cause.reason == "enemy_zoc"
    cut = seen(f"{units}\nsoviet 15.02 z {RIFLES} move", FORWARD, '18.02 village "Front"\n')
    found = explain_trace(cut, cut.unit("u")).obstacle
    assert found is not None
    assert (found.reason, found.place, cut.hex_name(found.hex)) == ("enemy_unit", "rail", "15.02")
    assert [cut.hex_name(hex_) for hex_ in closed_stops(cut, "axis")] == ["18.02"]
    assert closed_stops(whole, "axis") == {}


TRACK = 'railroad "-" 05.02 06.02 07.02 08.02 09.02\nrailroad "-" 12.02 13.02\n'


@pytest.mark.case("12.7a-B")
def test_behind_it_only_track_and_the_railroad_ahead_is_shut() -> None:
    """The station is out of a wagon's range; it could do no more than join 12.02 to the track at 09.02."""
    assert link_obstacle(*both(seen(extender("11.02", "a", "wagon 5 10L"), TRACK), "a")) is None
    found = why(seen(f"{extender('11.02', 'a', 'wagon 5 10L')}\nsoviet 12.02 z {RIFLES} move", TRACK), "a")
    assert (found.reason, found.place, found.units) == ("enemy_unit", "ahead", ("z",))


@pytest.mark.case("12.7a-B")
def test_where_another_has_joined_the_railroad_the_nearest_station_is_meant() -> None:
    wagons = f"{extender('11.02', 'a', 'wagon 5 10L')}\n{extender('11.02', 'b', 'wagon 5 10L')}"
    look = seen(wagons, TRACK, mix=MIX.replace("wagon 1", "wagon 2"))
    assert told(look, why(look, "b")) == ("too_far", "05.02", "05.02", 48, 60)


# --- units that depend on it ---------------------------------------------------------------------------------------


@pytest.mark.case("12.7d-C")
def test_a_unit_beside_a_broken_extender_is_told_why_it_is_no_source() -> None:
    units = f"{extender('14.02', 'e')}\naxis 17.02 u {RIFLES}\nsoviet 09.01 z1 {RIFLES}\nsoviet 09.03 z2 {RIFLES}"
    look = seen(units)
    found = explain_trace(look, look.unit("u")).obstacle
    assert found is not None
    assert (found.reason, found.units, found.need, found.have) == ("links_nothing", ("e",), 24, 60)
    assert [look.hex_name(mark.hex) for mark in found.path] == ["17.02", "16.02", "15.02"]
    assert found.cause == link_obstacle(look, look.unit("e"))


@pytest.mark.case("12.7a-A", "12.7c", "12.7g")
def test_a_whole_chain_is_told_leg_by_leg() -> None:
    look = seen(f"{extender('14.02', 'e1')}\n{extender('16.02', 'w', 'wagon 5 10L')}\naxis 18.02 u {RIFLES}")
    lines = explain_trace(look, look.unit("u")).lines
    assert [(leg.kind, leg.user) for leg in lines] == [("draw", "u"), ("link", "w"), ("link", "e1"), ("rail", "")]
    assert [leg.mp for leg in lines[:3]] == [12, 12, 96]
    assert [look.hex_name(mark.hex) for mark in lines[3].marks] == [f"0{n}.02" for n in range(1, 6)]
    link = explain_link(look, look.unit("w"))
    assert (link.source, link.lines, link.obstacle) == (True, lines[1:], None)


@pytest.mark.case("12.7h", "12.7d-C")
def test_an_enemy_on_a_link_in_leg_mp_would_cut_the_line() -> None:
    look = seen(f"{extender('09.02', 'w', 'wagon 5 10L')}\naxis 13.02 u {RIFLES}", row=" ." * 5 + " ." * 35)
    narrow = look_at(
        "[terrain]\n" + " ." * 14 + f"\n[units]\n{extender('09.01', 'w', 'wagon 5 10L')}\naxis 13.01 u {RIFLES}\n"
        f"soviet 14.01 s {RIFLES} strat\n[sources]\naxis 05.01\n[extenders]\naxis wagon 1 4L\n"
    )
    assert explain_trace(look, look.unit("u")).result.found
    found = {narrow.hex_name(cut.hex): cut.by for cut in cuts(narrow, narrow.unit("u"), "trace").cuts}
    assert found["07.01"] == "unit", "a ZOC does not stop Leg MP"
    assert found["09.01"] == "zoc"


# --- all Extenders, and words --------------------------------------------------------------------------------------


@pytest.mark.case("12.7d-C", "12.7c")
def test_every_extender_either_links_or_says_why_not() -> None:
    """Four Extenders and six enemies thrown about a map with two railroads, three hundred times."""
    rng = random.Random(7)
    broken = chained = 0
    for _ in range(300):
        spots = [f"{rng.randrange(6, 34):02}.0{rng.randrange(1, 4)}" for _ in range(10)]
        kinds = ("truck 5 20T", "truck 5 20T", "truck 5 20T", "wagon 5 10L")
        own = "\n".join(extender(at, f"e{i}", kind) for i, (at, kind) in enumerate(zip(spots, kinds, strict=False)))
        enemy = "\n".join(
            f"soviet {at} s{i} {RIFLES}{rng.choice(('', ' move'))}"
            for i, at in enumerate(spots[4:])
            if at not in spots[:4]
        )
        look = seen(f"{own}\n{enemy}", FORWARD, '18.02 village "Front"\n')
        links, open_ = network(look, "axis").links, stations(look, "axis")
        for unit in extenders(look, "axis"):
            found = link_obstacle(look, unit)
            assert (found is None) == (unit.id in links), unit
            broken += found is not None
            chained += found is not None and found.cause is not None
        assert not closed_stops(look, "axis").keys() & open_.keys()
    assert broken > 300
    assert chained > 40


@pytest.mark.case("12.7d-C")
def test_a_broken_chain_in_sentences_through_the_facade() -> None:
    units = f"{extender('14.02', 'e1')}\n{extender('23.02', 'e2')}\naxis 26.02 u {RIFLES}\nsoviet 09.02 z {RIFLES}"
    table = sit(units, f"{' .' * 40}\n" * 3, rest=RAIL.format(more="", places="") + MIX)
    n = namer(table)
    end = (
        "the way to 05.02 Station takes 8 of 10 MP, but an un-negated enemy ZOC stops it at 09.03 (z Rgt), "
        "and there is no way round"
    )
    beside = supply_lines(explanations.supply_of(table.game, "axis", "u"), n)
    assert beside[0] == (
        "Trace: none. 23.02 would be 2 MP away, but e2 at 23.02 links nothing: 14.02 would be 8 MP away, but "
        f"e1 at 14.02 links nothing: {end}."
    )
    said = supply_lines(explanations.supply_of(table.game, "axis", "e1"), n)
    assert said[0] == f"Link: none. T{end[1:]}."
    shown = plain(show_supply(explanations.supply_of(table.game, "axis", "e2"), n))
    assert (shown["link"]["obstacle"]["need"], shown["link"]["obstacle"]["have"]) == ("8", "10")
    assert shown["link"]["obstacle"]["cause"]["text"] == f"T{end[1:]}."
    assert [mark["mp"] for mark in shown["link"]["obstacle"]["path"]] == [str(mp) for mp in range(9)]


AHEAD = "at 01.01 it reaches only a railroad, so it must join another in its hex or next to it: "
JOINER = "01.01 would be 3 MP away, but u Rgt at 05.01, which would join its railroad, links nothing: "
WORDS = [
    (
        Obstacle("links_nothing", 4, 60, 36, 0, "rail", ("u",), cause=Obstacle("no_source", 4, 0, 0)),
        f"{JOINER}this side has no source to trace from",
    ),
    (Obstacle("no_range", 4, 0, 0), "Extenders of its kind have no range in this game"),
    (
        Obstacle("nothing_ahead", 4, 60, 36, 0, "ahead"),
        f"{AHEAD}there is none to join",
    ),
    (
        Obstacle("enemy_unit", 4, 60, 36, 0, "ahead", ("s",)),
        f"{AHEAD}enemy units are at 05.01 (s Rgt)",
    ),
]


@pytest.mark.parametrize(("obstacle", "text"), WORDS)
def test_words_for_what_closes_a_stop(obstacle: Obstacle, text: str) -> None:
    table = sit(f"axis 03.01 u {RIFLES}\nsoviet 10.01 s {RIFLES} strat", " ." * 10)
    assert obstacle_text(obstacle, namer(table)) == text

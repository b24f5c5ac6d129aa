"""Positions that one can write down."""

from __future__ import annotations

import pytest

from redball.core.state import EXHAUSTED, LOW, Dump, Hedgehog
from redball.game import Game
from redball.game.game import beginning
from redball.game.position.dump import dump_position
from redball.game.position.parse import PASSED_BY, of_edition, parse_position
from redball.game.position.sections import PositionError
from redball.game.save import decode_state, encode_state
from redball.rules.sequence.turn import SEGMENTS, Segment
from redball.scenarios.records import RailSide

HEAD = "redball-position 1\n"
BODY = """sides axis soviet
at movement phasing=axis
[terrain]
. . w .
. . . .
[units]
axis 01.01 a Rgt infantry other 4-3-3L/2-3-6L
soviet 04.01 r Rgt infantry other 4-2-3L/2-2-6L
"""
EVERYTHING = """redball-position 1
edition v4.2
sides axis soviet
raised odd
turns 12
at combat_barrage phasing=soviet first=axis turn=3
[key]
g  low_hills
[terrain]
4 . . g .     # with row numbers
3 . ~ . .
2 . . . f
1 . . . .
[places]
02.02 village "Elnya"
[also]
03.03 swamp
[hexsides]
minor_river "Desna" 01.01/N 02.01/NW
[paths]
railroad - 01.01 01.02
[units]
axis   01.01 pz  Bn tank armor 9-5-12K/3-5-15K formation=10pz low fueled
axis   01.01 hq  hq 15T-4T/10T-20T hqfuel divisional nation=de
axis   01.02 ar  artillery b20-3-4-3L/b10-3-4-12T exhausted move
axis   01.02 tr  truck 2 45T load=1+2T
axis   01.02 or  organic 1 45T formation=10pz reserve captured
soviet 03.01 rd  Div infantry other 12-3-3L/6-3-8L re=3 lost=2 dg oos
soviet 03.02 rp  repl pax /1-0-6L
soviet 03.02 ml  Rgt militia other (3)-1-2L/(1)-1-4L strat origin=04.01 moved
[supply]
axis   01.02 4+1T
soviet 03.02 1/2 new=1T
[hedgehogs]
soviet 03.01 2
[sources]
axis   01.01 01.02
[reserve_markers]
axis   3
[rail]
axis   0 gauge=standard
soviet 2+1T gauge=broad spent=8
[arrived]
rp
[gauges]
broad *
standard 01.02!
"""


def test_everything_that_a_position_can_say() -> None:
    world, state = parse_position(EVERYTHING)
    at = world.board.index
    units = state.units
    assert (state.clock.turn, state.clock.first, state.clock.phasing) == (3, "axis", "soviet")
    assert (state.clock.phase, state.clock.segment, state.clock.acting) == ("combat", "barrage", "soviet")
    assert state.dumps == {"axis": {at("01.02"): Dump(17)}, "soviet": {at("03.02"): Dump(2)}}
    assert state.hedgehogs == {at("03.01"): Hedgehog("soviet", 2)}
    assert (units["pz"].internals, units["ar"].internals, units["ar"].mode) == (LOW, EXHAUSTED, "move")
    assert (units["tr"].points, units["tr"].load, units["hq"].hq_fueled) == (2, 6, True)
    assert (units["or"].mode, units["or"].captured) == ("reserve", True)
    assert (units["rd"].steps_lost, units["rd"].mode, units["rd"].out_of_supply) == (2, "dg", True)
    assert (units["ml"].mode, units["ml"].activity.moved, units["ml"].began_at) == ("strat", True, at("04.01"))
    assert units["pz"].activity.fueled
    counters = world.counters
    assert (counters["hq"].divisional, counters["hq"].nation) == (True, "de")
    shown = {uid: counter.combat for uid, counter in counters.items() if counter.combat is not None}
    assert shown["hq"].throw_range == 180
    assert (counters["rp"].kind, counters["rp"].combat) == ("repl", None)
    assert shown["ml"].parenthesized
    assert world.scenario.sources["axis"] == (at("01.01"), at("01.02"))
    assert [info.reserve_markers for info in world.scenario.sides] == [3, 99]
    assert world.board.terrain[at("03.04")] == ("low_hills",)
    assert (world.board.raised, world.scenario.turns) == ("odd", 12)
    rail = world.scenario.rail
    assert (rail.gauge, rail.hexes, rail.sides["axis"]) == (
        "broad",
        {at("01.02"): "standard"},
        RailSide(((1, 0),), "standard"),
    )
    assert rail.sides["soviet"] == RailSide(((1, 9),), "broad")
    assert (state.landed, state.rail_spent, state.new_rails) == ({at("03.02"): 1}, 8, frozenset({at("01.02")}))


def test_what_was_converted_in_play_is_written_down_as_it_is_now() -> None:
    world, state = parse_position(EVERYTHING)
    at = world.board.index
    changed = state.change(regauged={at("01.01"): "standard", at("01.02"): "broad"}, new_rails=frozenset({at("01.02")}))
    world, again = parse_position(dump_position(world, changed))
    assert (world.scenario.rail.gauge, world.scenario.rail.hexes) == (
        "broad",
        {at("01.01"): "standard", at("01.02"): "broad"},
    )
    assert again.new_rails == {at("01.02")}


def test_what_is_written_down_is_read_again() -> None:
    world, state = parse_position(EVERYTHING)
    again_world, again = parse_position(dump_position(world, state))
    assert again_world.board.terrain == world.board.terrain
    assert again_world.scenario.rail == world.scenario.rail
    for name in ("dumps", "hedgehogs", "clock", "stack", "landed", "arrived", "rail_spent", "new_rails"):
        assert getattr(again, name) == getattr(state, name)
    for uid, unit in state.units.items():
        assert again.units[uid].change(activity=unit.activity, keeps_zoc=unit.keeps_zoc) == unit
        assert again.units[uid].activity.moved == unit.activity.moved
    assert dump_position(again_world, again) == dump_position(world, state)


@pytest.mark.parametrize("segment", SEGMENTS, ids=lambda segment: segment.name)
def test_a_game_starts_in_any_segment(segment: Segment) -> None:
    text = HEAD + BODY.replace("at movement", f"at {segment.name}")
    if segment.name in PASSED_BY:  # it passes by itself where nobody flies
        assert Game.from_position(text).opening
        mark = " inactive" if segment.phase == "aircraft_refit" else ""
        text += f"[bases]\naxis 01.01 1\n[aircraft]\naxis 01.01 plane F 2-2-9/1-1-9{mark}\n"
    clock = parse_position(text)[1].clock
    if segment.procedure:
        assert (clock.phase, clock.segment) == (segment.phase, segment.part)
        assert clock.acting == ("soviet" if segment.reacts else "axis")
    game = Game.from_position(text)
    assert game.decision is not None or game.over


@pytest.mark.parametrize("step", ["clean_up", "movement_stacking"])
def test_a_game_starts_at_any_other_step(step: str) -> None:
    text = HEAD + BODY.replace("at movement", f"at {step}") + "[sources]\naxis 01.01\nsoviet 04.01\n"
    assert Game.from_position(text).decision is not None


def test_marks_of_this_phase_are_kept() -> None:
    game = Game.from_position(HEAD + BODY.replace("2-3-6L", "2-3-6L released moved"))
    assert game.state.units["a"].activity.moved


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("redball-position 1\n", "redball-position 2\n", "a position begins with the line 'redball-position 1'"),
        ("sides axis soviet", "sides axis", "a position has two sides, not ['axis']"),
        ("sides axis soviet", "side axis soviet", "line 2, 'side axis soviet': unknown word 'side'"),
        ("at movement", "at moving", "'at moving phasing=axis': procedure 'player_turn' has no step 'moving'"),
        (
            "phasing=axis",
            "phasing=finns",
            "line 3, 'at movement phasing=finns': side 'finns' is not one of axis",
        ),
        ("phasing=axis", "phasing=axis turn=x", "line 3, 'at movement phasing=axis turn=x': 'x' is not a whole number"),
        ("phasing=axis", "phasing=axis frist=axis", "word 'frist' is not one of first, phasing, simulcast, turn"),
        ("phasing=axis", "phasing=axis simulcast=maybe", "simulcast 'maybe' is not one of no, yes"),
        ("at movement", "raised both\nat movement", "line 3, 'raised both': raised 'both' is not one of even, odd"),
        (
            "Rgt infantry",
            "Rgt infantery",
            "line 8, 'axis 01.01 a Rgt infantery other 4-3-3L/2-3-6L': symbol 'infantery'",
        ),
        ("infantry other", "infantry others", "colour 'others' is not one of armor, mech, other"),
        ("2-3-6L", "2-3-6L kind=fighting", "kind 'fighting' is not one of artillery, breakdown, combat"),
        ("2-3-6L", "2-3-6L printed=finns", "side 'finns' is not one of axis, soviet"),
        ("2-3-6L", "2-3-6L re=-2", "'-2' is not a whole number"),
        ("4-3-3L/", "four-3-3L/", "'four' is not a strength such as 14 or (3)"),
        ("Rgt infantry other 4-3-3L/2-3-6L", "repl infantry /2-3-6L", "symbol 'infantry' is not one of eq, pax"),
        ("Rgt infantry other 4-3-3L/2-3-6L", "hq 15T-4T/10T-20T size=Crps", "size 'Crps' is not one of Army, Bde"),
        ("[terrain]", "[key]\nq low_hils\n[terrain]", 'line 5: no terrain "low_hils"'),
        ("[terrain]", "[key]\nq\n[terrain]", "line 5, 'q': a sign and the name of its terrain"),
        ("[units]", "[unit]", "line 7: there is no section [unit]"),
        (". . w .", ". . ? .", "line 5"),
        ("01.01 a", "09.09 a", "line 8, 'axis 09.09 a Rgt infantry other 4-3-3L/2-3-6L': no hex 09.09"),
        ("Rgt infantry", "Regiment infantry", "'Regiment' is neither a size nor hq, artillery, repl, truck, wagon"),
        ("4-3-3L/2-3-6L", "4-3-3L", "'4-3-3L' has no Move side"),
        ("4-3-3L/2-3-6L", "4-3/2-3-6L", "'4-3' has 2 values instead of 3"),
        ("4-3-3L/2-3-6L", "4-3-3X/2-3-6L", "'3X' does not end in L, T or K"),
        ("2-3-6L", "2-3-6L reserv", "unknown mark 'reserv'"),
        ("2-3-6L", "2-3-6L dg strat", "a unit is in one mode at a time"),
        ("2-3-6L", "2-3-6L lost=1", "1 step lost of 1"),
        ("other 4-3-3L/2-3-6L", "other", "Rgt takes 3 printed values"),
        ("soviet 04.01 r", "axis 04.01 a", "line 9"),
        (
            "soviet 04.01 r",
            "finns 04.01 r",
            "line 9, 'finns 04.01 r Rgt infantry other 4-2-3L/2-2-6L': side 'finns'",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, message: str) -> None:
    text = (HEAD + BODY).replace(old, new, 1)
    assert text != HEAD + BODY
    with pytest.raises(PositionError) as error:
        parse_position(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("section", "line", "message"),
    [
        ("supply", "axis 01.01", "2 words instead of 3"),
        ("supply", "axis 01.01 2 old=1", "unknown word 'old=1'"),
        ("rail", "axis", "a side (axis, soviet), its Rail Cap"),
        ("rail", "finns 2", "a side (axis, soviet), its Rail Cap"),
        ("rail", "axis 2 gage=broad", "unknown word 'gage=broad'"),
        ("gauges", "broad 77.01", "no hex 77.01"),
        ("arrived", "nobody", "there is no unit 'nobody'"),
        ("supply", "finns 01.01 2", "'finns' is not one of the sides axis, soviet"),
        ("supply", "axis 77.01 2", "no hex 77.01"),
        ("supply", "axis 01.01 0", "a dump holds at least 1T"),
        ("supply", "axis 01.01 lots", "'lots' is not a whole number"),
        ("hedgehogs", "axis 01.01 9", "levels go from 1 to 4"),
        ("sources", "finns 01.01", "'finns' is not one of the sides"),
        ("sources", "axis 1.1", "is not the name of a hex"),
        ("reserve_markers", "axis many", "'many' is not a whole number"),
        ("this_phase", "fueled 9pz", "'9pz' is neither unit nor formation"),
        ("this_phase", "covers finns 3 at=01.01", "side 'finns' is not one of axis, soviet"),
        ("this_phase", "covers axis 3 via=hq9", "unit 'hq9' is not one of a, r"),
        ("this_phase", "covers axis", "a covers line reads"),
        ("extenders", "axis lorry 2 30T", "Extenders 'lorry' is not one of truck, wagon"),
        ("trucks_lost", "a", "trucks lost are a counter and how many points"),
        ("ways", "rear", "a way reads: BOX SIDE MP EXIT"),
    ],
)
def test_so_are_the_other_sections(section: str, line: str, message: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(f"{HEAD}{BODY}[{section}]\n{line}\n")
    assert message in str(error.value)
    assert f"line 11, {line!r}" in str(error.value)


def test_a_position_in_a_save_is_read_as_it_was_when_the_game_began() -> None:
    text = HEAD + BODY.replace("Rgt infantry other", "Rgt grenadiers other", 1)
    with pytest.raises(PositionError, match="symbol 'grenadiers'"):
        Game.from_position(text)
    game = Game.from_position(text, kept=True)
    assert game.world.counters["a"].symbol == "grenadiers"
    assert beginning(game.world).units.keys() == game.state.units.keys()


def test_loads_must_fit() -> None:
    with pytest.raises(PositionError, match="9T are too many for 2 points"):
        parse_position(HEAD + BODY + "axis 01.01 t truck 2 45T load=2+1T\n")


def test_an_unknown_edition_is_named() -> None:
    with pytest.raises(PositionError, match="there is no edition 'v9'"):
        parse_position(HEAD + "edition v9\n" + BODY)
    with pytest.raises(PositionError, match="line 2, 'turns ten': 'ten' is not a whole number"):
        parse_position(HEAD + "turns ten\n" + BODY)


def test_a_position_needs_a_map() -> None:
    with pytest.raises(PositionError, match=r"a position needs a \[terrain\] picture"):
        parse_position(HEAD + "sides axis soviet\n")


def test_a_position_carries_switches_weather_and_formation_fuel() -> None:
    text = (
        HEAD
        + "switches fog=off capture_order=dump_first\nweather rain\n"
        + BODY.replace(
            "soviet 04.01",
            "axis 01.02 t Bn tank armor 9-5-12K/3-5-15K formation=10pz formationfuel changed\nsoviet 04.01",
        )
    )
    world, state = parse_position(text)
    assert (world.switches["fog"], world.switches["capture_order"]) == (False, "dump_first")
    assert (state.weather, state.fueled_formations) == ("rain", frozenset({"10pz"}))
    assert (state.units["t"].formation_fueled, state.units["a"].formation_fueled) == (True, False)
    again, same = parse_position(dump_position(world, state))
    assert (again.switches, same.change(stack=())) == (world.switches, state.change(stack=()))
    assert again.position == dump_position(world, state)
    assert parse_position(text, {"fog": True})[0].switches["fog"] is True


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("switches frog=off", "no switch 'frog'"),
        ("switches fog=maybe", "takes on or off"),
        ("switches fog", "takes on"),
    ],
)
def test_switches_that_there_are_not(line: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        parse_position(HEAD + line + "\n" + BODY)


def test_marks_of_another_edition_do_not_spoil_a_save() -> None:
    tapped = HEAD + BODY.replace("2-3-6L", "2-3-6L tapped", 1)
    with pytest.raises(PositionError, match=r"marks that v4\.2 does not have"):
        Game.from_position(tapped)
    game = Game.from_position(tapped, edition="v4.2")
    assert decode_state(game.world, encode_state(game.state)) == game.state
    assert not beginning(game.world).units["a"].own
    world, state = parse_position(tapped, None, "new-ocs")
    assert of_edition(world, state) is state
    assert beginning(world).units["a"].own == state.units["a"].own  # by the edition of the game, not of the text
    assert state.units["a"].own
    assert decode_state(world, encode_state(state)) == state

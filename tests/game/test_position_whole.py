"""A written position is whole: what random play came to, written down and read again, is the same and goes on alike."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.bots.random_play import at_random
from redball.core.actions import BeginMove, DivideTransport, LoadSupply
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED, State
from redball.editions.command_control.record import Zone, command_in
from redball.editions.command_control.slots import armies_of, army_of, parent_of
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.watch.invariants import check_hidden
from redball.rules.ground.railroads import gauge_of
from support import LEG, TANKS, long, sit

ELSEWHERE = {"stack", "dice", "outcome", "regauged"}
"""What a position does not tell: open procedures, dice, the end; gauges and attachments are told as they are now."""
SEGMENT = 3
"""The frames of a segment in which nothing else is open."""


def whole(game: Game) -> str:
    """The text of a position, after every field of its state, counter and gauge was compared."""
    text = dump_position(game.world, game.state)
    world, state = parse_position(text)
    for field in State.__struct_fields__:
        if field == "command":
            assert command_in(state) == replace(command_in(game.state), attached=(), under=())
        elif field not in ELSEWHERE:
            assert getattr(state, field) == getattr(game.state, field), field
    for unit in state.units.values():
        assert world.counters[unit.counter] == game.world.counters[unit.counter]
    again = game.look.__class__(world, state)
    hqs = [u for u in game.state.units.values() if game.look.counter(u).kind == "hq"]
    assert [army_of(again, state.units[hq.id]) for hq in hqs] == [army_of(game.look, hq) for hq in hqs]
    assert _parents(again) == _parents(game.look)
    assert all(gauge_of(again, h) == gauge_of(game.look, h) for h in game.state.regauged)
    assert dump_position(world, state) == text
    return text


def _parents(look: Look) -> list[str]:
    """The parent of every army, as it is now."""
    return [parent_of(look, side, army) for side in look.world.sides for army in armies_of(look, side)]


def goes_on_alike(game: Game, text: str) -> bool:
    """Where nothing but the segment is open, the game that begins from the text offers the same; False elsewhere."""
    other = Game.from_position(text)
    now, then = game.decision, other.decision
    if now is None or then is None or len(game.state.stack) > SEGMENT:
        return False
    if (now.procedure.name, now.step.name, now.data) != (then.procedure.name, then.step.name, then.data):
        return False  # the segment has begun, and may only now be ended
    assert game.choices() == other.choices(), now.step.name
    return True


@pytest.mark.parametrize(
    ("scenario", "seed", "actions"),
    [("yelnya", 1, 300), long("yelnya", 2, 300), long("smolensk", 1, 150), ("crossing", 1, 600), long("sedan", 3, 300)],
)
def test_what_random_play_came_to_is_written_down_whole(scenario: str, seed: int, actions: int) -> None:
    game, rng, steady = Game.new(scenario, seed=seed), Random(seed), make_bot("steady", 0)
    written = alike = 0
    for _ in range(actions):
        open_ = game.decision
        if open_ is None:
            break
        at_its_beginning = len(game.state.stack) <= SEGMENT and rng.random() < 0.2
        if game.state.clock.phase != "pre_turn" and (at_its_beginning or rng.random() < 0.02):
            written += 1
            alike += goes_on_alike(game, whole(game))
        if rng.random() < 0.3:
            game.take(open_.side, steady.choose(game, open_.side))
        else:
            game.take(open_.side, at_random(game.choices(), rng.getrandbits(64), seed % 2 == 0))
    assert written > 10
    assert alike > 0


@pytest.mark.case("13.2c-A", "4.9a-A")
def test_parts_of_a_divided_transport_point_share_a_counter_and_tell_nothing() -> None:
    table = sit(f"axis 02.02 tr truck 3 45T load=2\naxis 02.02 u {LEG}\nsoviet 06.04 far {LEG}")
    table.do(BeginMove("tr"), DivideTransport("tr", 1, 4))
    game = Game.from_position(whole(table.game))
    part = game.state.units["tr/2"]
    assert (part.counter, part.points, part.load) == ("tr", 1, 4)
    for seed in range(5):
        check_hidden(game, "soviet", Random(seed))
    lost = f"axis removed tr/2 truck 3 45T counter=tr points=1\naxis 02.02 u {LEG}\nsoviet 06.04 far {LEG}"
    table = sit(f"axis 02.02 tr truck 3 45T points=2\n{lost}")
    check_hidden(table.game, "soviet", Random(1))


@pytest.mark.case("12.2a")
def test_what_was_unloaded_in_this_phase_stays_so() -> None:
    units = f"axis 02.02 tr truck 2 45T\naxis 02.02 u {LEG}\nsoviet 06.04 far {LEG}"
    table = sit(units, rest="[supply]\naxis 02.02 2 fresh=1+2T\n")
    whole(table.game)
    table.do(BeginMove("tr"))
    assert max(a.tokens for a in table.game.choices() if isinstance(a, LoadSupply)) == 2


def test_everything_else_that_a_line_can_say() -> None:
    units = f"""axis 02.02 u {TANKS} exploit no_zoc formation=3_Pz name=A_1 origin=01.01 fuel_hex=01.02 bridge=02.02
axis 02.02 v {TANKS} counter=u formation=3_Pz name=A_1 reverted barraged attacked pledged
axis dead w {TANKS} lost=0
axis waiting x {TANKS}
axis turn=4 y Div infantry other 12-3-3L/6-3-8L re=3 lost=2
axis 03.02 s truck 2 45T printed=soviet captured points=1 symbol=wagon
axis 03.02 a artillery b20-3-4-3L/b10-3-4-12T size=Bn symbol=rocket_artillery colour=mech
soviet 06.04 far {LEG} strat"""
    rest = "[control]\naxis 01.01 01.02\nsoviet 06.05\n[steps_lost]\nsoviet 3\n"
    rest += "[this_phase]\nblown 02.02\nfueled 3_Pz\n"
    world, state = parse_position(
        "redball-position 1\nat movement phasing=axis simulcast=yes\nsides axis soviet\n[terrain]\n"
        + ". . . . . .\n" * 5 + f"[units]\n{units}\n[supply]\naxis 02.02 0T new=2T\n{rest}"
    )  # fmt: skip
    at = world.board.index
    unit = state.units["u"]
    assert (unit.keeps_zoc, unit.activity.origin, unit.activity.fuel_hex) == (False, at("01.01"), at("01.02"))
    assert (unit.activity.bridge, world.counters["u"].name) == (at("02.02"), "A 1")
    done = state.units["v"].activity
    assert (done.reverted, done.barraged, done.attacked, done.pledged, done.moved) == (True, True, True, True, False)
    assert world.counters["u"].formation == "3 Pz"
    assert state.units["v"].counter == "u"
    assert (state.units["w"].hex, state.units["w"].steps_lost) == (DEAD_PILE, 0)
    assert (state.units["x"].hex, state.units["y"].returns, state.units["y"].steps_lost) == (NOT_ARRIVED, 4, 2)
    assert (world.counters["s"].side, state.units["s"].side, state.units["s"].points) == ("soviet", "axis", 1)
    assert (world.counters["a"].symbol, world.counters["a"].colour) == ("rocket_artillery", "mech")
    assert state.control == {at("01.01"): "axis", at("01.02"): "axis", at("06.05"): "soviet"}
    assert (state.steps_lost, state.blown) == ({"axis": 0, "soviet": 3}, frozenset({at("02.02")}))
    assert state.fueled_formations == {"3 Pz"}
    assert (state.landed, state.dumps["axis"], state.clock.simulcast) == ({at("02.02"): 2}, {}, True)
    again = parse_position(dump_position(world, state))[1]
    assert again.change(stack=()) == state.change(stack=())


@pytest.mark.parametrize(
    ("section", "line", "message"),
    [
        ("control", "finns 01.01", "'finns' is not one of axis, soviet"),
        ("this_phase", "burnt 01.01", "'burnt' is not one of barraged, attacked, blown"),
        ("supply", "axis 01.01 1T fresh=2T", "2T of 1T cannot be fresh"),
        ("units", f"axis 01.01 b {TANKS} counter=a", "the counter 'a' has other printed values in an earlier line"),
        ("units", "axis 01.01 b truck 2 45T points=1 load=2", "8T are too many for 1 point"),
        ("units", f"axis dead b {LEG} lost=2", "2 steps lost of 1"),
    ],
)
def test_what_cannot_be(section: str, line: str, message: str) -> None:
    head = f"redball-position 1\nsides axis soviet\n[terrain]\n. .\n. .\n[units]\naxis 01.01 a {LEG}\n"
    with pytest.raises(PositionError) as error:
        parse_position(f"{head}[{section}]\n{line}\n")
    assert message in str(error.value)


COMMANDED = f"""redball-position 1
edition v4.2+command-control
at movement phasing=axis
sides axis soviet
[terrain]
. . . . . .
. . . . . .
. . . . . .
[units]
axis 02.02 hq hq 15T-4T/10T-20T
axis 02.02 hq2 hq 15T-4T/10T-20T
axis 02.02 u {TANKS} formation=3_Pz
soviet 06.02 far {LEG}
[command]
month 1941-07
axis 1941-axis armies=1941-axis attachments_change
[armies]
axis 2 army name=2._Armee hq
axis pg2 panzer_army under=2 hq2
[headquarters]
axis corps hq hq2
[classes]
axis panzer 3_Pz
[zones]
axis 2 left=05.01 right=05.03 rear=NW
[orders]
army 2
hq hq
led hq 3_Pz
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("month 1941-07", "month July", "line 15, 'month July': 'July' is not a month such as 1941-07"),
        ("axis 1941-axis", "axis 1941-axes", "table '1941-axes' is not one of"),
        ("armies=1941-axis", "armies=1941-axes", "table of armies '1941-axes' is not one of"),
        ("pg2 panzer_army", "pg2 panzer_armie", "kind of army 'panzer_armie' is not one of"),
        ("under=2", "under=3", "army '3' is not one of 2, pg2"),
        ("axis corps", "axis copse", "line 21, 'axis copse hq hq2': HQ 'copse' is not one of"),
        ("\narmy 2", "\narmy 3", "line 27, 'army 3': army '3' is not one of 2, pg2"),
        ("\nhq hq", "\nhq 3_Pz", "'3_Pz' is neither unit nor formation of this position that could stand here"),
        ("axis corps hq hq2", "axis", "the line begins with a side, a row or class and its members"),
    ],
)
def test_names_of_commands_are_checked(old: str, new: str, message: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(COMMANDED.replace(old, new, 1))
    assert message in str(error.value)


def test_who_commands_whom_is_written_down_and_read() -> None:
    world, state = parse_position(COMMANDED)
    assert command_in(state).zones == (Zone("axis", "2", world.board.index("05.01"), world.board.index("05.03"), 5),)
    assert (command_in(state).army, command_in(state).hq, command_in(state).led) == ("2", "hq", (("3 Pz", "hq"),))
    assert world.scenario.command is not None
    side = world.scenario.command.sides["axis"]
    assert (side.classes, side.army_limits, side.attachments_change) == ({"3 Pz": "panzer"}, "1941-axis", True)
    assert [(army.name, army.under) for army in side.armies] == [("2. Armee", ""), ("pg2", "2")]
    whole(Game.from_position(COMMANDED))


@pytest.mark.parametrize(
    ("line", "wrong", "told"),
    [
        ("axis 2 left=05.01 right=05.03 rear=NW", "axis 3 left=05.01 right=05.03 rear=NW", "axis has no army '3'"),
        ("axis 2 left=05.01 right=05.03 rear=NW", "axis 2 left=05.01 rear=NW", "a zone reads"),
        ("axis 2 left=05.01 right=05.03 rear=NW", "axis 2 left=05.01 right=05.03 rear=W", "a zone reads"),
        ("axis panzer 3_Pz", "axis panzer 4_Pz", "'4_Pz' is neither unit nor formation"),
        ("axis corps hq hq2", "finn corps hq", "'finn' is not one of the sides"),
        ("led hq 3_Pz", "leads hq", "'leads': orders are"),
        ("axis 2 army name=2._Armee hq", "axis 2 army size=3 hq", "unknown word 'size'"),
        ("axis 1941-axis armies", "finn 1941-axis armies", "neither 'month' nor one of the sides"),
        ("attachments_change", "attachment", "unknown word 'attachment'"),
    ],
)
def test_a_line_of_command_that_cannot_be_read_is_refused(line: str, wrong: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        parse_position(COMMANDED.replace(line, wrong))

"""Movement by armies and HQs, played on Sedan's first German Movement Phase."""

from __future__ import annotations

import pytest

from editions.command_control.sedan import EDITION, at_movement, command_of, play, with_limits
from redball.core.actions import Action, AddUnit, BeginMove, Done, Halt, PayFuel, PlanMission, SetMode, StepTo
from redball.core.events import PhaseBegan
from redball.core.look import Look
from redball.core.state import DEAD_PILE, Facing
from redball.editions.command_control import slots
from redball.editions.command_control.actions import BeginOutside, TakeArmy, TakeHq
from redball.editions.command_control.charts import ArmyLimit, CommandLimit
from redball.editions.command_control.events import (
    ArmyEnded,
    ArmySubordinated,
    ArmyTaken,
    CommandEvent,
    ForgottenBegan,
    HqAttached,
    HqEnded,
    HqMovedBehind,
    HqTaken,
    MovementHalved,
    SpareForgone,
    UnitLed,
    UnledMoved,
    ZoneLifted,
    ZonePlaced,
)
from redball.editions.command_control.record import command_in, halved
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.sentences import Namer, sentence
from redball.game.sight.belief import believed
from redball.game.standing.alone import gives_up
from redball.rules.units.abilities import movement_allowance
from support import HQ, LEG, Sitting, sit


@pytest.fixture
def game(at_first_move: Game) -> Game:
    """A game of its own at the first decision of the German Movement Phase."""
    return at_first_move.fork()


@pytest.fixture(scope="module")
def smolensk() -> Look:
    return Game.new("smolensk", seed=1, edition=EDITION).look


def code(game: Game, action: Action) -> str:
    """The refusal of an action, "" if it is legal."""
    refused = game.check("axis", action)
    return refused.code if refused is not None else ""


@pytest.mark.case(
    "C1.3-sequence",
    "C1.3-army-movement-only",
    "C1.3-army-movement-hqs",
    "C1.3-limited-units-phases",
    "C1.1-army",
    "C1.3-hq-selection-finish",
)
def test_a_phase_goes_army_by_army_and_hq_by_hq(game: Game) -> None:
    assert code(game, BeginMove("de-1pz-a")) == "command.no_army"
    assert code(game, TakeHq("de-hq-19")) == "command.wrong_hq", "no army yet"
    play(game, TakeArmy("kleist"))
    assert code(game, TakeArmy("4")) == "command.wrong_army", "one at a time"
    assert code(game, BeginMove("de-1pz-a")) == "command.no_hq"
    assert code(game, TakeHq("de-hq-15")) == "command.wrong_hq", "of another army"
    play(game, TakeHq("de-hq-19"))
    assert code(game, TakeHq("de-hq-41")) == "command.wrong_hq", "one at a time"
    assert code(game, BeginMove("de-1pz-a")) == ""
    assert code(game, BeginMove("de-7pz-a")) == "command.out_of_range"
    play(game, Done(), Done(), TakeHq("de-hq-41"))
    assert code(game, TakeHq("de-hq-19")) == "command.wrong_hq", "it has been played"
    play(game, Done(), Done(), Done())
    assert code(game, TakeArmy("kleist")) == "command.wrong_army", "it has been played"
    play(game, TakeArmy("4"))


@pytest.mark.case("C1.3-limited-units", "C1.3-hq-movement-units", "C1.3-hq-selection-type")
def test_an_hq_leads_no_more_than_its_table_allows(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"))
    for unit in ("de-1pz-k", "de-10pz-aa"):
        play(game, BeginMove(unit), Halt())
    assert command_in(game.state).led == (("1 Pz", "de-hq-19"), ("10 Pz", "de-hq-19"))
    refused = game.check("axis", BeginMove("de-2pz-k"))
    assert refused is not None
    assert (refused.code, refused.case) == ("command.no_room", "C1.3-hq-selection-type")
    assert refused.have == "2 panzer", "a third panzer division is too many; a motorized one would not be"
    assert code(game, BeginMove("de-1pz-aa")) == "", "the rest of a division that is led takes no other slot"


LIMITED = [
    ("axis", "10 Pz", "panzer", "1940-german", "motorized_corps", 2),
    ("axis", "de-5id", "infantry", "1941-axis", "corps", 3),
    ("soviet", "su-100rd", "rifle", "1941-soviet", "army", 8),
    ("soviet", "su-7vdb", "rifle", "1941-soviet", "army", 8),
    ("soviet", "su-48td", "tank_brigade", "1941-soviet", "army", 3),
    ("soviet", "su-ptb4", "tank_brigade", "1941-soviet", "army", 3),
    ("soviet", "13 TD", "tank_corps", "1941-soviet", "tank_army", 2),
    ("soviet", "13 TD", "mech_corps", "1944-soviet", "tank_army", 2),
    ("soviet", "su-50kd", "cavalry_corps", "1941-soviet", "army", 1),
]
"""Side, slot and class; the table and row of an HQ, and how many of the class it commands by them."""


@pytest.mark.case("C1.3-limited-units")
@pytest.mark.parametrize(("side", "slot", "kind", "table", "row", "most"), LIMITED)
def test_each_class_of_limited_units_fills_slots(
    smolensk: Look, side: str, slot: str, kind: str, table: str, row: str, most: int
) -> None:
    """Divisions of one or several units; Soviet infantry brigades, tank brigades and regiments, and corps."""
    unit = next(u for u in smolensk.state.units.values() if slots.slot_of(smolensk, u) == slot)
    hq = smolensk.own_of(side, "hq")[0]
    others = [f"other-{number}" for number in range(most)]
    look = with_limits(
        smolensk, side, limits=table, headquarters={hq.id: row}, classes=dict.fromkeys((slot, *others), kind)
    )
    led = [(other, hq.id) for other in others]
    assert slots.has_room(look, hq, unit, led[1:])
    assert not slots.has_room(look, hq, unit, led)


@pytest.mark.case("C1.3-limited-units")
def test_soviet_cavalry_counts_though_any_number_may_be_led(smolensk: Look) -> None:
    army = smolensk.unit("su-hq-20a")
    assert slots.lacking(smolensk, army, [])["cavalry_unit"] == 1
    assert "cavalry_unit" not in slots.lacking(smolensk, army, [("su-50kd", army.id)])


@pytest.mark.case("C1.3-limited-units", "C1.3-limited-units-free")
@pytest.mark.parametrize("name", ["sedan", "smolensk"])
def test_every_division_and_formation_of_a_scenario_has_a_class(name: str) -> None:
    look = Game.new(name, seed=1, edition=EDITION).look
    whole: set[tuple[str, str]] = set()
    parts: set[tuple[str, str]] = set()
    for counter in look.world.counters.values():
        if counter.is_combat_unit and counter.kind != "hq":
            large = counter.size == "Div" or (counter.side == "soviet" and counter.symbol in ("tank", "cavalry"))
            (whole if large or counter.formation else parts).add((counter.side, counter.formation or counter.id))
    sides = command_of(look).sides
    assert {slot for side, slot in whole if slot not in sides[side].classes} <= {"GD"}
    others = {sides[side].classes.get(slot, "") for side, slot in parts}
    assert others <= {"", "artillery_group", "infantry"}, "security brigades stand for divisions"


@pytest.mark.case("C1.1-army-soviet")
def test_soviet_hqs_are_armies_and_their_groups_fronts(smolensk: Look) -> None:
    soviet, axis = (command_of(smolensk).sides[side] for side in ("soviet", "axis"))
    assert set(soviet.headquarters.values()) == {"army", "tank_army"}
    assert {army.kind for army in soviet.armies} == {"front"}
    assert "corps" in axis.headquarters.values()
    assert "front" not in {army.kind for army in axis.armies}
    rows = smolensk.world.charts.rows(CommandLimit).values()
    assert not {row.hq for row in rows if "soviet" in row.table} & {"corps", "motorized_corps", "panzer_corps"}
    groups = smolensk.world.charts.rows(ArmyLimit).values()
    assert {row.hq for row in groups if "soviet" in row.table} == {"front"}
    assert "front" not in {row.hq for row in groups if "soviet" not in row.table}


@pytest.mark.case("C1.3-limited-units-free")
def test_other_units_need_no_slot_but_must_be_in_range(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"))
    for unit in ("de-1pz-k", "de-10pz-aa", "de-gd-1", "de-flak102", "de-pi505"):
        play(game, BeginMove(unit), Halt())
    assert code(game, BeginMove("de-7pz-ar")) == "command.out_of_range"


@pytest.mark.case("C1.3-hq-movement", "C1.3-hq-movement-units")
def test_an_hq_that_is_taken_sets_its_mode_and_its_units_move_as_a_stack(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-hq-19"))
    hq = game.look.unit("de-hq-19")
    other: Facing = "combat" if hq.facing == "move" else "move"
    assert SetMode(hq.id, other, other) in game.choices()
    assert any(isinstance(action, PayFuel) and action.unit == hq.id for action in game.choices())
    play(game, Halt(), BeginMove("de-1pz-a"), AddUnit("de-1pz-b"))
    assert game.look.state.stack[-1].data.units == ("de-1pz-a", "de-1pz-b")


@pytest.mark.case("C1.3-hq-selection-range")
def test_the_range_is_measured_when_a_unit_is_selected(game: Game) -> None:
    play(game, TakeArmy("12"), TakeHq("de-hq-3"))
    far = "de-16id"
    assert code(game, BeginMove(far)) == "command.out_of_range"
    near = "de-3id"
    assert code(game, BeginMove(near)) == ""


@pytest.mark.case("C1.3-hq-movement", "C1.3-hq-movement-once")
def test_an_hq_moves_before_or_behind_its_units_not_both(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-hq-19"), Halt())
    assert code(game, BeginMove("de-1pz-k")) == "", "it moved ahead of them"
    play(game, BeginMove("de-1pz-k"), Halt())
    assert code(game, BeginMove("de-hq-19")) == "move.moved"
    play(game, Done(), Done(), TakeHq("de-hq-41"), BeginMove("de-6pz-k"), Halt(), BeginMove("de-hq-41"), Halt())
    assert command_in(game.state).closing
    assert code(game, BeginMove("de-8pz-k")) == "command.hq_behind"
    assert code(game, BeginMove("de-6pz-aa")) == "command.hq_behind", "the rest of a division that it led stays too"
    assert code(game, BeginMove("de-hq-pzgk")) == "command.other_hq"


@pytest.mark.case("C1.3-army-movement-one-free", "C1.3-non-commanded")
def test_one_unit_without_command_follows_each_hq(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-pzgk"), Done())
    assert command_in(game.state).spare
    play(game, BeginMove("de-2pz-k"), Halt())
    assert code(game, BeginMove("de-2pz-a")) == "", "the same division"
    assert code(game, BeginMove("de-1pz-a")) == "command.slot_taken"
    play(game, TakeHq("de-hq-19"))
    assert code(game, BeginMove("de-1pz-a")) == ""


DIVISION = "Div infantry other 9-3-3L/4-3-6L re=3"
PART = "Rgt infantry other 4-3-3L/2-3-6L kind=breakdown"
LEADERLESS = """[command]
axis 1941-axis
[armies]
axis 2 army hq
[headquarters]
axis corps hq
[classes]
axis infantry d e
[orders]
army 2
spare
"""

SOURCES = "[sources]\naxis 01.01\nsoviet 06.01\n"


def leaderless(division: str = "lost=1", part: str = "03.02", nation: str = "") -> Sitting:
    """One unit without command may move: a division in 02.02, a Breakdown, another division and Breakdown."""
    units = f"""
        axis 01.05 hq {HQ}
        axis 02.02 d {DIVISION} {division}
        axis {part} p {PART} {nation}
        axis pool bd {PART}
        axis 05.03 e {DIVISION} lost=1
        axis 05.04 q {PART}
        soviet 06.01 far {LEG}"""
    return sit(units, rest=f"{LEADERLESS}{SOURCES}", edition=EDITION)


@pytest.mark.case("C1.3-breakdown")
@pytest.mark.parametrize(("first", "way", "then"), [("d", "01.02", "p"), ("p", "04.02", "d")])
@pytest.mark.parametrize("part", ["02.02", "03.02"])
def test_a_breakdown_beside_its_division_moves_as_one_unit_with_it(first: str, way: str, then: str, part: str) -> None:
    table = leaderless(part=part)
    table.move(first, way if part != "02.02" else "02.03")
    assert table.refused(BeginMove("e"))[0] == table.refused(BeginMove("q"))[0] == "command.slot_taken"
    table.begin(then)
    assert table.look.unit(then).id in table.data.units
    assert table.halt().refused(BeginMove("e"))[0] == "command.slot_taken"


@pytest.mark.case("C1.3-breakdown")
@pytest.mark.parametrize(
    ("division", "part", "nation"), [("", "03.02", ""), ("lost=1", "04.03", ""), ("lost=1", "03.02", "nation=it")]
)
def test_a_breakdown_beside_a_division_of_its_nation_that_lacks_a_step_and_no_other(
    division: str, part: str, nation: str
) -> None:
    table = leaderless(division, part, nation).begin("d").halt()
    assert table.refused(BeginMove("p")) == ("command.slot_taken", "C1.3-army-movement-one-free")


@pytest.mark.case("C1.3-breakdown")
def test_a_breakdown_of_a_division_that_was_destroyed_is_by_itself() -> None:
    look = leaderless().look
    part, division = look.unit("p"), look.unit("d")
    assert slots.in_spare_slot(look, part, "d")
    dead = Look(look.world, look.state.with_unit(division.change(hex=DEAD_PILE)))
    everywhere = range(look.board.size)
    assert not any(slots.in_spare_slot(dead, part.change(hex=hex_), "d") for hex_ in everywhere)


@pytest.mark.case("C1.3-breakdown")
@pytest.mark.parametrize("order", ["dp", "pd"])
def test_a_breakdown_between_two_divisions_goes_with_one_of_them(order: str) -> None:
    units = f"""
        axis 01.05 hq {HQ}
        axis 02.02 d {DIVISION} lost=1
        axis 03.02 p {PART}
        axis pool bd {PART}
        axis 04.02 e {DIVISION} lost=1
        soviet 06.01 far {LEG}"""
    table = sit(units, rest=f"{LEADERLESS}{SOURCES}", edition=EDITION)
    for uid in order:
        table.begin(uid).halt()
    assert table.refused(BeginMove("e"))[0] == "command.slot_taken"


@pytest.mark.case("C1.3-exempt")
def test_trucks_trains_and_columns_move_at_any_time(game: Game) -> None:
    inside = game.fork()
    assert code(game, BeginMove("de-tr-1")) == "", "Transport Points"
    assert code(game, BeginOutside("de-3id")) == ""
    look = play(game, BeginOutside("de-3id"))
    ahead = next(h for h in look.board.neighbours(look.unit("de-3id").hex))
    assert code(game, StepTo(ahead)) == "command.not_outside"
    play(game, SetMode("de-3id", "strat", "move"))
    assert code(game, StepTo(ahead)) != "command.not_outside"
    play(inside, TakeArmy("12"), TakeHq("de-hq-3"))
    assert code(inside, BeginOutside("de-3id")) == "command.in_order"


@pytest.mark.case("C1.3-exempt")
def test_aircraft_fly_at_any_time() -> None:
    """Before an army is taken, while an HQ leads, and once the forgotten move."""
    game = at_movement(Game.new("sedan", seed=1, edition=EDITION, switches={"aircraft": True}), "axis")
    planned = []
    for actions in ((), (TakeArmy("12"), TakeHq("de-hq-3")), (Done(),)):
        at = game.fork()
        play(at, *actions)
        planned.append([action.kind for action in at.choices() if isinstance(action, PlanMission)])
    assert planned[0]
    assert planned == planned[:1] * 3


@pytest.mark.case("C1.3-forgotten")
def test_the_forgotten_move_last_and_half_as_far(game: Game) -> None:
    whole = movement_allowance(game.look, game.look.unit("de-7pz-a"))
    play(game, Done())
    assert command_in(game.state).forgotten
    assert not any(isinstance(action, TakeArmy | TakeHq) for action in game.choices())
    look = play(game, BeginMove("de-7pz-a"), AddUnit("de-7pz-b"))
    assert movement_allowance(look, look.unit("de-7pz-a")) * 2 == whole
    assert halved(look.unit("de-7pz-b"))
    assert halved(believed(look, "axis").unit("de-7pz-b"))
    unknown = believed(look, "allied").state.units.get("de-7pz-b")
    assert unknown is None or not halved(unknown), "nobody else knows"
    assert "halved" in dump_position(look.world, look.state)
    began = PhaseBegan(case="2.2", side="axis", phase="combat", segment="barrage", phasing="axis", new_phase=True)
    assert not any(halved(unit) for unit in began.apply(look.state).units.values())
    play(game, Halt(), Done())
    assert game.state.clock.segment != "movement" or game.state.clock.phase != "movement"


@pytest.mark.case("C1.3-forgotten", "C1.3-sequence")
def test_who_would_pass_over_armies_is_told_of_them(game: Game) -> None:
    """What would be lost is said only where no army is being played, and of those that have an HQ there."""

    def lost() -> str:
        assert game.decision is not None
        return gives_up(game.look, game.decision)

    names = {one.id: one.name for one in slots.armies_of(game.look, "axis")}
    playable = [one for one in names if slots.headquarters_of(game.look, "axis", one)]
    assert len(playable) > 2
    assert lost() == f"{' and '.join(names[one] for one in playable)} have not been played and would lead nobody"
    for number, one in enumerate(playable, 1):
        play(game, TakeArmy(one))
        assert lost() == ""
        play(game, Done())
        if number == len(playable) - 1:
            assert lost() == f"{names[playable[-1]]} has not been played and would lead nobody"
    assert lost() == ""
    assert {one for one in names if game.check("axis", TakeArmy(one)) is None} == names.keys() - set(playable)
    play(game, Done())
    assert (command_in(game.state).forgotten, lost()) == (True, "")


@pytest.mark.case("C1.1-army")
def test_armies_are_called_by_their_names(game: Game) -> None:
    namer, fields = Namer(game.world, {}, "axis", None), {"case": "", "side": "axis"}
    events = (
        ArmyTaken(**fields, army="kleist"),
        ArmyEnded(**fields, army="4"),
        HqAttached(**fields, hq="de-hq-15", army="12"),
        ArmySubordinated(**fields, army="kleist", parent="4"),
        ZonePlaced(**fields, army="4", left=0, right=1, rear=0),
        ZoneLifted(**fields, army="12"),
    )
    assert [sentence(event, namer) for event in events] == [
        "Panzergruppe Kleist begins its moves",
        "4. Armee has finished its moves",
        f"{namer.unit('de-hq-15')} is attached to 12. Armee",
        "Panzergruppe Kleist is subordinate to 4. Armee",
        f"Zone of 4. Armee: from {namer.hex(0)} to {namer.hex(1)}",
        "12. Armee has no zone of operations",
    ]
    play(game, TakeArmy("kleist"))
    refused = game.check("axis", TakeArmy("4"))
    assert refused is not None
    assert refused.detail == "4. Armee"


@pytest.mark.case("C1.3-hq-selection-change", "C1.3-fuel-notes")
def test_who_is_led_is_settled_anew_in_each_movement_phase(game: Game) -> None:
    play(
        game,
        TakeArmy("kleist"),
        TakeHq("de-hq-19"),
        BeginMove("de-1pz-k"),
        Halt(),
        Done(),
        Done(),
        Done(),
        Done(),
        Done(),
    )
    assert command_in(game.state).led == (("1 Pz", "de-hq-19"),), "kept for the rest of the player turn"
    at_movement(game, "allied")
    assert command_in(game.state).led == (("1 Pz", "de-hq-19"),), "and in the enemy's turn, for retreats"
    assert command_in(game.state).fed == ()
    at_movement(game, "axis")
    assert command_in(game.state).led == ()
    assert not command_in(game.state).forgotten


@pytest.mark.case("C1.6-interval")
def test_a_soviet_army_leads_at_least_two_divisions_if_it_can() -> None:
    game = Game.new("smolensk", seed=1, edition=EDITION)
    game = at_movement(game, "soviet")
    hq = next(hq for hq in game.look.own_of("soviet", "hq") if hq.id == "su-hq-20a")
    game.do(TakeArmy("west"))
    game.do(TakeHq(hq.id))
    refused = game.check("soviet", Done())
    assert refused is not None
    assert (refused.code, refused.case, refused.need) == ("command.least", "C1.6-interval", "2 rifle")


@pytest.mark.case("C1.3-example")
def test_what_happened_is_told_in_the_order_of_the_rulebook(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-1pz-k"), Halt(), BeginMove("de-hq-19"), Halt())
    play(game, Done(), BeginMove("de-2pz-k"), Halt(), Done(), Done(), Done(), BeginMove("de-7pz-aa"), Halt())
    events = (event for event in game.events() if isinstance(event, CommandEvent | MovementHalved))
    told = [type(event) for event in events if not isinstance(event, ZonePlaced)]
    assert told == [
        ArmyTaken,
        HqTaken,
        UnitLed,
        HqMovedBehind,
        HqEnded,
        UnledMoved,
        SpareForgone,
        ArmyEnded,
        ForgottenBegan,
        MovementHalved,
    ]


def test_without_armies_nothing_changes() -> None:
    game = Game.new("crossing", seed=1, edition=EDITION)
    while game.decision is not None and game.decision.step.name != "choose_unit":
        game.do(next(iter(game.choices())))
    assert not any(isinstance(action, TakeArmy | BeginOutside) for action in game.choices())
    assert any(isinstance(action, BeginMove) for action in game.choices())

"""Standing answers: each policy from a written position, and what is answered without asking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import pytest

from redball.bots.random_play import of_kinds
from redball.core import engine
from redball.core.actions import (
    Action,
    AddPlane,
    AimMission,
    ChooseLeader,
    ChooseTerrain,
    Displace,
    Done,
    IgnoreOption,
    LoseStep,
    Pay,
    PlanMission,
    RetreatTo,
    ReturnTo,
    TagAlong,
    TakeRetreat,
    UseInternals,
    Withhold,
)
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions import names
from redball.game import Game
from redball.game.standing.alone import by_itself, gives_up, has_a_choice, of_use, only_choice, passes
from redball.game.standing.asked import Asked
from redball.game.standing.proposal import Proposal, proposal
from redball.game.standing.questions import (
    NOTHING,
    QUESTIONS,
    Standing,
    checked,
    pick,
    question_at,
    questions_of,
    refuse_unknown,
    stops_of,
)
from redball.game.standing.told import by_itself_told
from redball.rules.capture.claims import CAPTURE, Capture
from redball.rules.reinforcement.replacements import Due, Replacements
from redball.scenarios.records import VictoryHex
from rules.table import Table, combat, resolved
from rules.table import retreat as open_retreat
from support import LEG, Sitting, asked, in_scenario, land, opened, play, position, sit

OPEN = "[terrain]\n" + (". " * 7 + "\n") * 7 + "[units]\n"
RGT = "Rgt infantry other 8-3-3L/4-3-6L"
BEST = "Rgt infantry other 8-5-3L/4-5-6L"
WEAK = "Bn infantry other 2-3-3L/1-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"


def answer(table: Sitting, name: str, chosen: str, **others: str) -> Action | None:
    """What a standing answer picks at the open decision; it must be one of the legal actions."""
    game = table.game
    standing = Standing({name: chosen, **others})
    before = game.state
    found = pick(Asked(game.look, table.asked, game.choices_by_kind()), standing, name, chosen)
    assert found is None or found in game.choices()
    assert game.state is before
    return found


def fought(defend: list[str], result: str, rest: str = "") -> Table:
    """Two attackers in 03.03 and defenders r1, r2 ... in 04.03 after a certain result."""
    units = [f"axis 03.03 a{i} {RGT}" for i in (1, 2)]
    units += [f"soviet 04.03 r{i} {line}" for i, line in enumerate(defend, start=1)]
    return resolved(OPEN + "\n".join(units) + f"\n{rest}", "04.03", "a1", "a2", result=result)


def defence(defend: list[str], rest: str, attack: str = RGT) -> Table:
    """Defenders in 03.03, asked for combat supply; the attacker in 02.02 has paid."""
    units = [f"axis 02.02 a1 {attack}", *(f"soviet 03.03 r{i} {line}" for i, line in enumerate(defend, start=1))]
    table = combat(OPEN + "\n".join(units) + f"\n[supply]\naxis 02.02 9\n{rest}", "03.03", "a1")
    table.do(Pay("a1", table.hex("02.02")))
    assert table.step == "defender_supply"
    return table


# --- leaders, losses -------------------------------------------------------------------------------------------


@pytest.mark.case("9.6-A")
@pytest.mark.parametrize(("chosen", "leads"), [("highest", "r2"), ("cheapest", "r3")])
def test_the_highest_rating_leads_or_the_cheapest_step(chosen: str, leads: str) -> None:
    table = defence([RGT, BEST, WEAK], "soviet 03.03 1").do(Withhold()).run_to("defender_leader")
    assert answer(table, "leader", chosen) == ChooseLeader(leads)


@pytest.mark.case("9.6-A")
def test_among_equal_ratings_the_cheapest_step_leads() -> None:
    table = defence([RGT, DIV, WEAK], "soviet 03.03 1").do(Withhold()).run_to("defender_leader")
    assert answer(table, "leader", "highest") == ChooseLeader("r2"), "a division survives the loss of a step"


@pytest.mark.case("9.11a")
@pytest.mark.parametrize(("chosen", "loses"), [("spare", "r2"), ("weakest", "r3")])
def test_who_loses_a_step(chosen: str, loses: str) -> None:
    table = fought([RGT, DIV, WEAK], "Ae3 DL2o2DG")
    assert table.step == "defender_loss"
    assert answer(table, "losses", chosen) == LoseStep(loses)


# --- terrain ---------------------------------------------------------------------------------------------------


CITY = """
[terrain]
. . . . .
. . . . .
. . c . .
. . . . .
. . . . .
[hexsides]
minor_river "r" 03.03/SW 03.03/S 03.03/SE
[units]
"""


@pytest.mark.case("9.4b-A", "9.4b-B", "9.4c")
def test_the_terrain_that_helps_most_is_chosen() -> None:
    """As in the book: the city against armor, the river against infantry, the city for the defender."""
    tanks = "Bn tank armor 6-5-12K/3-5-15K"
    units = f"axis 02.02 a1 {tanks}\naxis 04.02 a2 {RGT}\nsoviet 03.03 r1 {RGT} exhausted"
    table = combat(f"{CITY}{units}\n[supply]\naxis 02.02 2\naxis 04.02 2\n", "03.03", "a1", "a2").run_to("terrain")
    for terrain, against in (("minor_city", "02.02"), ("minor_river", "04.02")):
        found = answer(table, "terrain", "best")
        assert found == ChooseTerrain(terrain, table.hex(against))
        table.do(found)


# --- supply ----------------------------------------------------------------------------------------------------

NEAR_AND_FAR = "soviet 03.03 2T\nsoviet 03.04 6"


@pytest.mark.case("12.4-B")
@pytest.mark.parametrize(("payer", "where"), [("nearest", "03.03"), ("fullest", "03.04")])
def test_the_defence_pays_from_the_payer_that_was_named(payer: str, where: str) -> None:
    table = defence([RGT], NEAR_AND_FAR)
    assert answer(table, "defence", "pay", payer=payer) == Pay("", table.hex(where))


@pytest.mark.case("9.5-B")
def test_a_defence_withholds_when_it_was_told_to() -> None:
    assert answer(defence([RGT], NEAR_AND_FAR), "defence", "withhold") == Withhold()


@pytest.mark.case("9.5-B")
@pytest.mark.parametrize(
    ("chosen", "stock", "pays"),
    [("low", "7T", False), ("low", "2", True), ("lower", "15T", False), ("lower", "4", True)],
)
def test_a_defence_withholds_below_a_reserve(chosen: str, stock: str, pays: bool) -> None:
    table = defence([RGT], f"soviet 03.03 {stock}")
    assert answer(table, "defence", chosen) == (Pay("", table.hex("03.03")) if pays else Withhold())


@pytest.mark.case("9.5-B", "9.7")
@pytest.mark.parametrize(("defender", "pays"), [(RGT, True), (WEAK, False)])
def test_a_defence_withholds_where_it_changes_no_column(defender: str, pays: bool) -> None:
    """8 to 8, or to 4, is another column; 40 to 2, or to 1, is off the table's end either way."""
    table = defence([defender], "soviet 03.03 2", attack=RGT if pays else RGT.replace("8-", "40-"))
    assert answer(table, "defence", "useful") == (Pay("", table.hex("03.03")) if pays else Withhold())


@pytest.mark.case("12.10a")
@pytest.mark.parametrize(("chosen", "expected"), [("pay", None), ("stocks", UseInternals("r1"))])
def test_internal_stocks_are_asked_about_unless_they_were_allowed(chosen: str, expected: Action | None) -> None:
    assert answer(defence([RGT], ""), "defence", chosen) == expected


# --- the option ------------------------------------------------------------------------------------------------


@pytest.mark.case("9.10a")
@pytest.mark.parametrize(
    ("chosen", "defenders", "expected"),
    [
        ("retreat", [DIV], TakeRetreat()),
        ("stand", [DIV], LoseStep("r1")),
        ("stand", [RGT], TakeRetreat()),
        ("places", [DIV], TakeRetreat()),
    ],
)
def test_an_option_is_met_as_the_player_said(chosen: str, defenders: list[str], expected: Action) -> None:
    table = fought(defenders, "Ao1 Do1").do(LoseStep("a1"))
    assert table.step == "defender_option"
    assert answer(table, "option", chosen) == expected


@pytest.mark.case("9.10a")
def test_places_with_points_are_held() -> None:
    table = fought([DIV], "Ao1 Do1").do(LoseStep("a1"))
    counts = VictoryHex(table.hex("04.03"), 1, "Town")
    victory = msgspec.structs.replace(table.look.world.scenario.victory, hexes=(counts,))
    table.look = in_scenario(table.look, victory=victory)
    assert answer(table, "option", "places") == LoseStep("r1")


@pytest.mark.case("9.10c-A")
def test_an_excused_defender_skips_the_option() -> None:
    table = fought([RGT, RGT], "Ao1e4 DL1o2").do(TakeRetreat())
    table.do(RetreatTo(table.hex("02.03")))
    while table.step != "defender_option":
        table.do(table.game.choices()[0])
    assert {answer(table, "option", chosen) for chosen in ("retreat", "stand", "places")} == {IgnoreOption()}


# --- ways ------------------------------------------------------------------------------------------------------


def going(units: str, rest: str = "", distance: int = 1) -> Table:
    """r1 retreats from 04.04."""
    return open_retreat(f"{OPEN}axis 01.01 x1 {RGT}\nsoviet 04.04 r1 {RGT}\n{units}\n{rest}", distance, ("r1",))


@pytest.mark.case("9.12c-A")
@pytest.mark.parametrize(("chosen", "where"), [("supply", "04.05"), ("hq", "04.03")])
def test_a_retreat_makes_for_supply_or_for_an_hq(chosen: str, where: str) -> None:
    table = going("soviet 04.01 hq1 hq 15T-4T/10T-20T", "[supply]\nsoviet 04.06 2")
    assert answer(table, "retreat", chosen) == RetreatTo(table.hex(where))


@pytest.mark.case("9.12c-A")
def test_a_retreat_goes_away_from_the_enemy() -> None:
    table = open_retreat(f"{OPEN}axis 04.02 x1 {WEAK}\nsoviet 04.04 r1 {RGT}", 1, ("r1",))
    best = answer(table, "retreat", "away")
    assert isinstance(best, RetreatTo)
    assert table.look.board.distance(best.hex, table.hex("04.02")) == 3


@pytest.mark.case("9.12e-A", "4.8-A")
def test_a_retreat_shuns_zocs_and_full_hexes() -> None:
    """The dump is behind an enemy ZOC; the hex beside it is full."""
    full = "\n".join(f"soviet 05.05 f{i} {DIV}" for i in range(2))
    table = going(f"axis 04.06 e1 {RGT}\n{full}", "[supply]\nsoviet 04.07 2")
    best = answer(table, "retreat", "supply")
    assert isinstance(best, RetreatTo)
    assert not table.look.in_zoc_of("axis", best.hex)
    assert best.hex != table.hex("05.05")


@pytest.mark.case("13.2g-E")
def test_organic_trucks_retreat_with_their_stack() -> None:
    table = going("soviet 04.04 ot organic 1 20T formation=D")
    assert answer(table, "retreat", "supply") == TagAlong("ot")


def escaping(rest: str, units: str = "") -> Table:
    """A truck in 03.02 must get away from the battalion that entered; the map is wide."""
    wide = "[terrain]\n" + (". " * 16 + "\n") * 3 + "[units]\n"
    there = "axis 03.02 krad Bn motorcycle mech 2-4-8T/1-4-20T\nsoviet 03.02 tr truck 3 50T load=3"
    text = f"{wide}{there}\n{units}\n[supply]\n{rest}"
    look = position(text, phase="movement")
    return Table(
        look, Frame("capture", CAPTURE.steps[0].name, Capture("axis", look.board.index("03.02"), "soviet")), (3, 5)
    )


@pytest.mark.case("9.14c-C")
@pytest.mark.parametrize(("chosen", "where"), [("near", "08.02"), ("hq", "12.02")])
def test_transport_gets_away_to_supply_out_of_reach(chosen: str, where: str) -> None:
    """The dump in 05.02 is nearer, but an enemy stands beside it."""
    table = escaping("soviet 05.02 2\nsoviet 08.02 2\n", f"axis 05.03 e1 {WEAK}\nsoviet 12.02 hq1 hq 15T-4T/10T-20T")
    assert table.step == "displace"
    assert answer(table, "escape", chosen) == Displace("tr", table.hex(where))


@pytest.mark.case("9.14c-C")
def test_of_very_many_hexes_a_few_are_proposed() -> None:
    table = escaping("soviet 07.02 2\n", f"axis 02.02 e1 {WEAK}")
    found = proposal(table.game, table.asked)
    assert found is not msgspec.UNSET
    assert found.action == Displace("tr", table.hex("07.02"))
    assert found.sensible[0] == table.hex("07.02")
    assert 1 < len(found.sensible) <= 8 < len(table.offered(Displace))
    assert not any(table.look.in_zoc_of("axis", hex_) for hex_ in found.sensible)


# --- what is not asked -----------------------------------------------------------------------------------------


def test_an_answer_counts_only_where_it_was_given() -> None:
    table = defence([RGT, BEST], "soviet 03.03 2").do(Withhold()).run_to("defender_leader")
    assert by_itself(table.game, NOTHING, table.game.state.clock) is None
    assert by_itself(table.game, Standing({"losses": "spare"}), table.game.state.clock) is None
    found = by_itself(table.game, Standing({"leader": "highest"}), table.game.state.clock)
    assert found == (ChooseLeader("r2"), "standing leader highest")


def test_an_answer_counts_in_own_segments_only_if_that_was_said() -> None:
    text = f"{OPEN}axis 02.02 a1 {RGT}\naxis 02.02 a2 {BEST}\nsoviet 03.03 r1 {RGT} exhausted\n[supply]\naxis 02.02 2\n"
    table = combat(text, "03.03", "a1", "a2").run_to("attacker_leader")
    clock = table.game.state.clock
    assert by_itself(table.game, Standing({"leader": "highest"}), clock) is None
    found = by_itself(table.game, Standing({"leader": "highest"}, always=True), clock)
    assert found is not None
    assert found.action == ChooseLeader("a2")


@pytest.mark.case("12.4-A")
def test_the_only_choice_is_not_asked() -> None:
    units = f"axis 02.02 a1 {DIV}\naxis 02.02 a2 {RGT}\nsoviet 03.03 r1 {RGT} exhausted"
    text = f"{OPEN}{units}\n[supply]\naxis 02.02 2T\naxis 02.01 2T\n"
    table = combat(text, "03.03", "a1", "a2")
    clock = table.game.state.clock
    assert by_itself(table.game, NOTHING, clock) is None, "there are two dumps, and units could be left out"
    table.do(Pay("a1", table.hex("02.02")))
    assert by_itself(table.game, NOTHING, clock) == (Pay("a1", table.hex("02.01")), "only")


def test_what_a_player_must_want_is_never_the_only_choice() -> None:
    assert only_choice({Done: [Done()]}) is None
    assert only_choice({RetreatTo: [RetreatTo(1)]}) == RetreatTo(1)
    assert only_choice({RetreatTo: [RetreatTo(1), RetreatTo(2)]}) is None


def reaction(units: str = "") -> Sitting:
    """The soviets react with a dump that they could blow up, and with these units."""
    body = f"{OPEN}axis 01.01 a1 {RGT}\nsoviet 07.07 r1 {RGT}\n{units}\n[supply]\nsoviet 07.07 2\n"
    table = play(body, "reaction_movement")
    assert (table.side, table.step) == ("soviet", "movement_segment.choose_unit")
    return table


@pytest.mark.case("12.11a-A")
def test_a_segment_with_nothing_useful_passes() -> None:
    table = reaction()
    clock = table.game.state.clock
    before = msgspec.structs.replace(clock, phase="supply")
    assert len(table.game.choices()) > 1, "a dump could be blown up"
    assert by_itself(table.game, NOTHING, before) == (Done(), "passed")
    assert by_itself(table.game, NOTHING, clock) is None, "the player was there before"
    assert by_itself(table.game, Standing(stops=("reaction/movement_segment",)), before) is None


@pytest.mark.case("5.7b")
def test_a_segment_with_reserves_does_not_pass() -> None:
    table = reaction(f"soviet 07.06 r2 {RGT} reserve")
    before = msgspec.structs.replace(table.game.state.clock, phase="supply")
    assert by_itself(table.game, NOTHING, before) is None


def test_a_movement_segment_in_which_something_can_move_does_not_pass() -> None:
    table = play(f"{OPEN}axis 01.01 a1 {RGT}\nsoviet 07.07 r1 {RGT}", "movement")
    before = msgspec.structs.replace(table.game.state.clock, phase="supply")
    assert by_itself(table.game, NOTHING, before) is None


# --- giving up -------------------------------------------------------------------------------------------------


@pytest.mark.case("9.12g-D")
def test_ending_an_advance_gives_the_hex_up() -> None:
    table = fought([WEAK], "Ae3 DL2o2DG")
    assert table.step == "advance"
    assert gives_up(table.look, table.asked) == "No unit advances into 04.03"
    table.do(next(choice for choice in table.game.choices() if choice != Done()))
    assert gives_up(table.look, table.asked) == "No more units advance into 04.03"


@pytest.mark.case("13.6")
def test_repls_that_are_not_placed_are_lost() -> None:
    look = position(f"{OPEN}axis 01.01 a1 {RGT}\nsoviet 07.07 r1 {RGT}", phase="reinforcement")
    world = in_scenario(look).world.scenario
    table = opened(
        in_scenario(look, sources={**world.sources, "axis": (0,)}),
        Frame("replacements", "place", Replacements("axis", due=(Due("pax", 2),))),
    )
    assert gives_up(table.look, Sitting(table).asked) == "2 Repls are lost"


def test_other_decisions_give_nothing_up() -> None:
    assert gives_up(reaction().look, reaction().asked) == ""


@pytest.mark.case("14.1c-A")
def test_aircraft_return_to_the_base_from_which_they_came() -> None:
    """Unless they cannot land there: then the player must say where."""
    bases = "axis 01.01 2\naxis 02.01 1\naxis 03.01 1\nsoviet 08.01 1"
    planes = "axis 02.01 f F 4-3-12/3-2-12\nsoviet 08.01 x F 1-2-8/1-1-8"
    units = f"axis 01.01 a {LEG}\nsoviet 09.01 r {LEG}"
    table = sit(units, land(columns=9, rows=1), rest=f"[bases]\n{bases}\n[aircraft]\n{planes}\n", dice=(6, 6, 1))
    table.do(PlanMission("fighter_sweep"), AimMission(table.hex("08.01")), AddPlane("f"), Done())
    table.idle(lambda: table.step == "air_return.base")
    game, own = table.game, ReturnTo("f", table.hex("02.01"))
    assert proposal(game, asked(game)) == Proposal(own, "aircraft return to the base from which they came")
    offered = game.choices_by_kind()
    assert pick(Asked(game.look, asked(game), offered), NOTHING, "home", "own") == own
    others: dict[type[Action], list[Action]] = {ReturnTo: [one for one in offered[ReturnTo] if one != own]}
    assert len(others[ReturnTo]) == 2
    assert pick(Asked(game.look, asked(game), others), NOTHING, "home", "own") is None
    assert "home" in questions_of(game.world)
    assert "home" not in questions_of(Game.new("crossing", seed=1).world), "no aircraft, no question"


# --- what need not be listed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "most"), [("crossing", 400), ("yelnya", 100)])
def test_whether_a_side_has_a_choice_is_known_before_everything_is_listed(scenario: str, most: int) -> None:
    """And it agrees with the whole list: then nothing is the only choice, and no segment passes."""
    game, rng, seen = Game.new(scenario, seed=3), Random(3), set[bool]()
    while (open_ := game.decision) is not None and len(game.records) < most:
        early = has_a_choice(game)
        offered = game.choices_by_kind()
        assert offered == engine.choices_by_kind(Look(game.world, game.state)), "what was listed is whole"
        if early:
            assert only_choice(offered) is None
            assert not passes(game.look, open_, offered, NOTHING)
        else:
            assert sum(map(len, offered.values())) == 1 or not any(map(of_use, offered))
        seen.add(early)
        game.take(open_.side, of_kinds(offered, rng.getrandbits(64), evenly=True))
    assert seen == {True, False}


def test_kinds_after_those_that_say_so_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, listed = Game.new("crossing", seed=1), list[type[Action]]()
    whole = engine.listing

    def noting(look: Look, *kinds: type[Action]) -> Iterator[tuple[type[Action], Sequence[Action]]]:
        for kind, alike in whole(look, *kinds):
            listed.append(kind)
            yield kind, alike

    monkeypatch.setattr(engine, "listing", noting)
    assert has_a_choice(game)
    assert len(listed) < len(game.choices_by_kind())


# --- the form --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", names())
def test_every_edition_has_questions_and_segments(edition: str) -> None:
    world = Game.new("crossing", seed=1, edition=edition).world
    assert {"losses", "retreat"} <= set(questions_of(world))
    assert ("leader" in questions_of(world)) == (not edition.startswith("new-ocs")), "there the best one leads by rule"
    assert any(stop.startswith("reaction/") for stop in stops_of(world))
    for name, question in QUESTIONS.items():
        assert all(question_at(at) == name for at in question.at)
        assert not question.proposes or question.proposes in question.answers


def test_what_nobody_knows_is_refused_or_left_out() -> None:
    world = Game.new("crossing", seed=1).world
    odd = Standing({"leader": "loudest", "losses": "spare", "mood": "good"}, ("siesta",))
    assert checked(world, odd) == Standing({"losses": "spare"})
    for part in (Standing({"leader": "loudest"}), Standing({"mood": "good"}), Standing(stops=("siesta",))):
        with pytest.raises(ValueError, match=r"loudest|mood|siesta"):
            refuse_unknown(world, part)
    refuse_unknown(world, Standing({"leader": "highest"}, ("reaction/movement_segment",)))


def test_why_nobody_was_asked_is_told() -> None:
    assert by_itself_told("") is None
    told = by_itself_told("standing leader highest")
    assert told is not None
    assert (told.text, told.question) == ("by standing answer: the highest Action Rating leads", "leader")
    later = by_itself_told("standing mood good")
    assert later is not None
    assert later.text == "by standing answer"

"""Denser fog: under a marker one looks only from the next hex."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from as_json import view
from redball.bots import make_bot
from redball.cli.text import Table
from redball.cli.textmap import stack_lines
from redball.core.actions import BeginMove, StepTo
from redball.core.points import PROJECTS_ZOC
from redball.game import Game
from redball.game.save import SaveFile, load
from redball.game.sight.belief import believed, visible
from redball.game.sight.beneath import doubt
from redball.game.sight.veils import STAND_IN, veils
from redball.game.watch.disguise import disguised
from redball.game.watch.invariants import check_hidden
from redball.rules.units.points import PRINTED_STRENGTH
from redball.rules.units.zoc import has_zoc
from redball.server.answers.combat import assumptions
from redball.server.app import create_app
from redball.server.session import Session
from server.kit import asking
from support import HQ, LEG, MILITIA, TANKS, Sitting, long, sit

FAR, BESIDE = "02.02", "03.04"
"""Hexes away from the stack at 04.04, and next to it."""
PLAYERS = {"axis": "human", "soviet": "human"}


def fog(units: str, rest: str = "", **switches: bool) -> Game:
    """A position with the denser fog, and Soviet units that nobody sees."""
    unseen = f"soviet 06.05 a {TANKS}\nsoviet 06.05 b {LEG}\nsoviet 06.05 c {MILITIA}"
    return sit(f"{units}\n{unseen}", rest=rest, switches={"denser_fog": True} | switches).game


def shown_at(game: Game, name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What the Axis view has of a hex: the stack, and its units."""
    hex_, shown = game.world.board.index(name), view(game, "axis")
    (stack,) = [s for s in shown["stacks"] if s["hex"] == hex_]
    return stack, [u for u in shown["units"] if u["hex"] == hex_]


@pytest.mark.case("HR-2")
@pytest.mark.parametrize(
    ("marks", "hidden"),
    [
        ("dg", True),
        ("reserve", True),
        ("strat", True),
        ("oos", True),
        ("", False),
        ("move", False),
        ("low lost=1", False),
    ],
)
def test_who_lies_under_a_marker_is_not_seen_from_afar(marks: str, hidden: bool) -> None:
    """Mode and Out of Supply markers lie on top, those of stocks and steps do not (4.8b-A, 4.8b-B)."""
    division = "Div infantry other 12-3-3L/6-3-8L re=3"
    game = fog(f"axis {FAR} u {LEG}\nsoviet 04.04 s {division} {marks}")
    assert ("s" not in visible(game.look, "axis")) == hidden
    stack, units = shown_at(game, "04.04")
    assert stack["combat"]
    assert [u["id"] for u in units] == [stack["top"]] == ([f"{STAND_IN}04.04"] if hidden else ["s"])
    assert (units[0]["ar"] is None) == hidden
    assert units[0]["out_of_supply"] == (marks == "oos"), "the marker itself lies open"
    assert units[0]["marker"] == (marks if marks in ("dg", "reserve", "strat") else "")
    assert '"s"' not in json.dumps(view(game, "axis")) or not hidden
    assert "s" in visible(game.look, "soviet")


@pytest.mark.case("HR-2")
def test_a_hedgehog_is_a_marker_too_and_its_zoc_is_told() -> None:
    game = fog(f"axis {FAR} u {LEG}\nsoviet 04.04 s {LEG}", "[hedgehogs]\nsoviet 04.04 1\n")
    stack, (unit,) = shown_at(game, "04.04")
    assert unit["id"] == f"{STAND_IN}04.04"
    assert (stack["zoc"], unit["zoc"]) == (True, True)
    weak = fog(f"axis {FAR} u {LEG}\nsoviet 04.04 s {MILITIA}", "[hedgehogs]\nsoviet 04.04 1\n")
    stack, (unit,) = shown_at(weak, "04.04")
    assert (stack["zoc"], unit["zoc"]) == (False, False)


@pytest.mark.case("HR-2")
@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (f"axis {BESIDE} u {LEG}", True),
        (f"axis {BESIDE} u {LEG} dg", True),
        (f"axis {FAR} u {LEG}", False),
        (f"axis {BESIDE} u {HQ}", False),
        (f"axis {BESIDE} u {MILITIA}", False),
        (f"axis {BESIDE} u {LEG} strat", False),
        (f"axis {BESIDE} u {LEG} reserve", False),
    ],
)
def test_only_an_attack_capable_unit_next_to_it_looks_under_a_marker(viewer: str, seen: bool) -> None:
    game = fog(f"{viewer}\nsoviet 04.04 s {LEG} dg\nsoviet 04.04 t {LEG} dg")
    assert ("s" in visible(game.look, "axis")) == seen
    assert "t" not in visible(game.look, "axis"), "and never farther down than the top"


@pytest.mark.case("HR-2")
def test_without_the_rule_and_without_fog_all_is_as_ever() -> None:
    units = f"axis {FAR} u {LEG}\nsoviet 04.04 s {LEG} dg"
    assert "s" in visible(fog(units, denser_fog=False).look, "axis")
    assert "s" in visible(fog(units, fog=False).look, "axis")
    assert shown_at(fog(units, fog=False), "04.04")[1][0]["id"] == "s"


@pytest.mark.case("HR-2")
@pytest.mark.parametrize("printed", [LEG, TANKS, HQ])
def test_what_a_side_believes_does_not_depend_on_who_lies_there(printed: str) -> None:
    """Somebody of middle strength, where the hex is seen to be held; the enemy's ZOCs are those that there are."""
    game = fog(f"axis {FAR} u {LEG}\nsoviet 04.04 s {printed} dg")
    known = believed(game.look, "axis")
    unit = known.unit(f"{STAND_IN}04.04")
    strengths = sorted((game.look.policies[PRINTED_STRENGTH](game.look, game.look.unit(uid)), uid) for uid in "bcs")
    assert (unit.counter, unit.marker) == (strengths[1][1], "dg")
    assert not has_zoc(known, unit)
    assert known.facts.zones == game.look.facts.zones
    assert doubt(game.look, "axis", unit.hex) is None, "no bounds are told of a stack that is not seen"


@pytest.mark.case("HR-2")
def test_veiled_units_that_change_places_change_no_view() -> None:
    units = f"axis {FAR} u {LEG}\nsoviet 04.04 s {LEG} dg\nsoviet 06.02 t {TANKS} dg\nsoviet 01.05 x {HQ} dg"
    game = fog(units)
    moved = set()
    for seed in range(12):
        state = disguised(game.look, "axis", Random(seed))
        moved |= {uid for uid in ("s", "t", "x") if state.units[uid].hex != game.state.units[uid].hex}
        check_hidden(game, "axis", Random(seed))
    assert moved == {"s", "t", "x"}


@pytest.mark.case("HR-2")
@pytest.mark.parametrize("edition", ["", long("new-ocs")])
def test_nothing_of_veiled_stacks_shows_in_play(edition: str) -> None:
    """Where hexes have ZOCs, too: who is taken to lie there has one if the hex has, whoever could have one alone."""
    game = Game.new("yelnya", seed=3, edition=edition, switches={"denser_fog": True})
    rng, bot = Random(3), make_bot("steady", 0)
    checked = 0
    for _ in range(250):
        open_ = game.decision
        assert open_ is not None
        if rng.random() < 0.1:
            for side in game.world.sides:
                checked += len(veils(game.look, side)) > 1
                check_hidden(game, side, rng)
                for hex_, top in veils(game.look, side).items():
                    taken = believed(game.look, side).unit(STAND_IN + game.look.hex_name(hex_))
                    assert game.look.policies[PROJECTS_ZOC](game.world, taken) == has_zoc(game.look, top)
        game.take(open_.side, bot.choose(game, open_.side) if rng.random() < 0.5 else rng.choice(game.choices()))
    assert checked > 10


@pytest.mark.case("HR-2")
def test_the_text_map_tells_the_marker() -> None:
    game = fog(f"axis {FAR} u {LEG}\nsoviet 04.04 s {LEG} dg oos")
    lines = [*stack_lines(game.look, "axis", game.world.board.index("04.04"))]
    assert any("unseen units (dg, out of supply)" in line for line in lines)
    assert not any(" s:" in line for line in lines)


@pytest.mark.case("HR-2")
def test_a_preview_says_what_it_takes_for_granted(tmp_path: Path) -> None:
    """An overrun is looked ahead to from afar: nobody is seen there yet, so no bounds are told, only the assumption."""
    with asking(create_app(tmp_path, static=tmp_path / "none")) as client:
        wish = {"scenario": "crossing", "players": {"axis": "human", "soviet": "human"}, "seed": 5}
        gid = client.post("/api/games", json=wish).json()["id"]
        session = client.app.state.store.get(gid)
        game = fog(f"axis {FAR} u {LEG}\naxis 03.02 h {MILITIA}\naxis 02.03 g {GUN}\nsoviet 04.02 s {LEG} dg")
        session.game = game
        target = game.world.board.index("04.02")
        asked: dict[str, str | int] = {"side": "axis", "hex": target, "units": "g"}
        answer = client.get(f"/api/games/{gid}/barrage", params=asked).json()
        assert answer["bounds"] is None
        assert answer["strength"] == "20"
        told = assumptions(session, "axis", target)
        assert told[0].startswith("under the marker, where you see no unit, there is one of middle strength")
        assert "that you see" in assumptions(session, "axis", game.world.board.index("06.05"))[0]


GUN = "artillery b20-3-4-3L/b10-3-4-12T"


# --- what was seen stays seen ----------------------------------------------------------------------------------


def looked(denser: bool = True, fogged: bool = True) -> Sitting:
    """A unit has stepped next to a stack under a marker."""
    units = f"axis 02.03 u {LEG}\nsoviet 04.04 s {LEG} dg\nsoviet 04.04 t {LEG} dg"
    game = fog(units, denser_fog=denser, fog=fogged)
    return Sitting(game).begin("u").go(BESIDE)


@pytest.mark.case("HR-2")
def test_a_look_under_a_marker_is_not_taken_back() -> None:
    table = looked()
    game = table.game
    assert "s" in visible(game.look, "axis")
    assert (game.undo_steps, game.sealed_by) == (0, "s Rgt was seen")
    refusal = game.undo("axis")
    assert refusal is not None
    assert refusal.code == "undo.sealed"
    table.go("03.03")
    assert game.undo("axis") is None, "what came after the look may be taken back"
    assert game.undo("axis") is not None
    assert view(game, "axis")["undo"]["sealed_by"] == "s Rgt was seen"


@pytest.mark.case("HR-2")
@pytest.mark.parametrize(("denser", "fogged"), [(False, True), (True, False)])
def test_where_everything_was_seen_before_a_step_is_taken_back(denser: bool, fogged: bool) -> None:
    game = looked(denser, fogged).game
    assert (game.undo_steps, game.sealed_by) == (2, "")


@pytest.mark.case("HR-2")
def test_a_stack_seen_from_the_next_hex_already_seals_nothing() -> None:
    units = f"axis 02.03 u {LEG}\naxis {BESIDE} v {LEG}\nsoviet 04.04 s {LEG} dg\nsoviet 04.03 t {LEG}"
    table = Sitting(fog(units)).begin("u").go("03.03")
    assert (table.game.undo_steps, table.game.sealed_by) == (2, "")


@pytest.mark.case("HR-2")
def test_the_log_marks_the_look_and_a_loaded_game_knows_it(tmp_path: Path) -> None:
    table = looked()
    session = Session.begin(tmp_path, fog(f"axis 02.03 u {LEG}\nsoviet 04.04 s {LEG} dg"), PLAYERS)
    for record in table.game.records:
        assert session.take(record.side, record.action) is None
    assert [(e.n, e.sealed) for e in session.journal.read("axis", 1)] == [(2, True)]
    assert not any(e.sealed for e in session.journal.read("soviet", 1))
    (path,) = tmp_path.iterdir()
    again = Session.resume(path)
    assert (again.game.undo_steps, again.game.sealed_by) == (0, "s Rgt was seen")
    assert [(e.n, e.sealed) for e in again.journal.read("axis", 1)] == [(2, True)]


@pytest.mark.case("HR-2")
def test_the_terminal_says_what_was_seen(tmp_path: Path) -> None:
    session = Session.begin(tmp_path, fog(f"axis 02.03 u {LEG}\nsoviet 04.04 s {LEG} dg"), PLAYERS)
    said: list[str] = []
    Table(session, said.append).play(iter(["do begin_move unit=u", f"do step_to hex={BESIDE}", "undo"]))
    assert any("arlier actions are sealed: s Rgt was seen" in line for line in said)
    assert len(session.game.records) == 2


@pytest.mark.case("HR-2")
def test_a_save_with_a_look_that_was_taken_back_still_loads(tmp_path: Path) -> None:
    """Saves from before this was sealed have such lines."""
    game = fog(f"axis 02.03 u {LEG}\nsoviet 04.04 s {LEG} dg")
    save = SaveFile(tmp_path / "a.redball", game)
    for action in (BeginMove("u"), StepTo(game.world.board.index(BESIDE))):
        game.do(action)
    save.undone(1)
    again = load(tmp_path / "a.redball").game
    assert (len(again.records), again.undo_steps, again.sealed_by) == (1, 1, "")

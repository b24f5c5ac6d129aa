"""Orders for many units: one call, atomic actions that are legal, and what was left is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.core.actions import (
    AddUnit,
    BeginMove,
    DeclareAttack,
    DeclareBarrage,
    DeclareOverrun,
    Done,
    Halt,
    PayFuel,
    Release,
    StepTo,
)
from redball.core.events import SupplySpent
from redball.core.refusals import Refusal
from redball.game import Game
from redball.game.plan.formations import FuelMacro, MarchMacro, TurnMacro, leg_of
from redball.game.plan.macros import Macro
from redball.game.plan.moves import range_of
from redball.game.plan.route import missing, way_to
from redball.game.plan.whether import whether
from redball.game.save import SaveFile
from redball.rules.moving_stack.fuel import is_fueled
from redball.server.carrying_out import cut_short
from redball.server.session import Session
from support import LEG, TANKS, Sitting, land, text

DIVISION = "\n".join(f"axis 02.03 p{n} {TANKS} formation=pz" for n in range(1, 6))
PEOPLE = {"axis": "human", "soviet": "human"}


def session(tmp_path: Path, units: str, *, head: str = "", rest: str = "[supply]\naxis 02.03 9\n") -> Session:
    """A game on the server from a position on ten by six open hexes."""
    tmp_path.mkdir(exist_ok=True)
    written = text(units, land(columns=10, rows=6), rest=rest, head=head)
    game = Game.from_position(written, seed=1)
    return Session("g", game, SaveFile(tmp_path / "g.redball", game), PEOPLE)


def done(table: Session, macro: Macro) -> tuple[list[str], list[tuple[str, str]]]:
    """The kinds of the actions that a macro took, and who was left with which refusal."""
    before = len(table.game.records)
    answer = table.macro("axis", macro)
    assert answer.refusal is None
    kinds = [type(record.action).__name__ for record in table.game.records[before:]]
    return kinds, [(uid, one.refusal.code) for one in answer.left for uid in one.units]


@pytest.mark.case("12.5c-A")
def test_one_payment_fuels_the_formation_and_names_who_is_out_of_reach(tmp_path: Path) -> None:
    table = session(tmp_path, f"{DIVISION}\naxis 10.06 far {TANKS} formation=pz")
    uids = (*(f"p{n}" for n in range(1, 6)), "far")
    kinds, left = done(table, FuelMacro(uids, "p2"))
    assert kinds == ["BeginMove", "PayFuel"]
    assert left == [("far", "series.not_shared")]
    first, second = (record.action for record in table.game.records[-2:])
    assert first == BeginMove("p2")
    assert isinstance(second, PayFuel)
    assert second.method == "formation"
    assert [uid for uid in uids if is_fueled(table.game.look, table.game.look.unit(uid))] == list(uids[:-1])


@pytest.mark.case("5.4-A")
def test_all_that_can_turn_do_and_the_rest_is_told(tmp_path: Path) -> None:
    table = session(tmp_path, f"axis 02.03 a {LEG}\naxis 02.04 b {LEG} dg\naxis 08.03 c {LEG}\nsoviet 09.03 r {LEG}")
    kinds, left = done(table, TurnMacro(("a", "b", "c"), "reserve", "combat"))
    assert kinds == ["BeginMove", "SetMode", "Halt"]
    assert left == [("b", "mode.involuntary"), ("c", "mode.in_zoc")]
    assert table.game.look.unit("a").marker == "reserve"
    assert not table.game.look.unit("c").activity.moved, "who cannot turn may still move"


@pytest.mark.case("6.1e")
def test_a_column_goes_foremost_first_each_with_its_own_mp(tmp_path: Path) -> None:
    table = session(tmp_path, f"axis 01.03 i {LEG} move\n{DIVISION}")
    goal = table.game.world.board.index("08.03")
    _, left = done(table, MarchMacro(("i", *(f"p{n}" for n in range(1, 6))), goal))
    at = {uid: table.game.look.hex_name(table.game.look.unit(uid).hex) for uid in ("i", "p1", "p5")}
    assert left == []
    assert at == {"i": "07.03", "p1": "08.03", "p5": "08.03"}
    began = [record.action.unit for record in table.game.records if isinstance(record.action, BeginMove)]
    assert began[-1] == "i", "who is behind goes last"
    spent = [e.tokens for e in Sitting(table.game).all(SupplySpent)]
    assert spent == [4], "the formation's fuel is cheaper than five single payments"


def test_a_march_stops_where_a_new_enemy_shows_and_names_the_rest(tmp_path: Path) -> None:
    units = f"axis 02.03 a {LEG} move\naxis 02.03 b {LEG} move\nsoviet 06.03 r {LEG}\nsoviet 09.03 s {LEG}"
    table = session(tmp_path, units, head="switches fog=on\n")
    goal = table.game.world.board.index("05.03")
    answer = table.macro("axis", MarchMacro(("a", "b"), goal))
    told = {uid for one in answer.left for uid in one.units}
    moved = {u.id for u in table.game.look.own("axis") if u.activity.moved}
    assert told | moved == {"a", "b"}
    assert not told & moved


@pytest.mark.case("6.2")
def test_a_way_goes_through_its_waypoints_or_says_how_much_is_missing(tmp_path: Path) -> None:
    table = session(tmp_path, f"axis 02.03 a {LEG} move\nsoviet 10.03 r {LEG}")
    index = table.game.world.board.index
    way = way_to(table.game, "axis", ("a",), index("05.03"), (index("03.01"),))
    assert index("03.01") in [hex_ for hex_, _ in way.marks]
    assert way.refusals == ()
    far = way_to(table.game, "axis", ("a",), index("09.03"))
    assert [(one.code, one.have, one.need, one.detail) for one in far.refusals] == [("route.short", "6", "7", "1")]
    after = way_to(table.game, "axis", ("a",), index("09.03"), (index("08.03"),))
    told = [(one.code, one.have, one.need, one.so) for one in after.refusals]
    assert told == [("route.short", "0", "1", "spent")], "with nothing left, no part of the way can be gone"
    there = way_to(table.game, "axis", ("a",), index("10.03"))
    assert [(one.code, one.so) for one in there.refusals] == [("move.enemy", "far")]
    back = way_to(table.game, "axis", ("a",), index("02.03"), (index("03.03"),))
    assert [one.code for one in back.refusals] == ["route.crossed"]


def test_redo_takes_as_many_steps_as_one_undo_took_back(tmp_path: Path) -> None:
    table = session(tmp_path, DIVISION)
    done(table, FuelMacro(tuple(f"p{n}" for n in range(1, 6))))
    hex_ = table.game.world.board.index("03.03")
    assert table.take("axis", StepTo(hex_)) is None
    assert table.undo("axis", 3) is None
    assert len(table.game.records) == 0
    assert table.redo("axis", 3) is None
    assert len(table.game.records) == 3
    assert table.redo("axis", 1) is not None, "nothing more was taken back"


# --- why an order cannot be given ----------------------------------------------------------------------------------


def test_an_order_for_another_segment_says_when_it_is_given(tmp_path: Path) -> None:
    game = session(tmp_path, f"axis 02.03 a {LEG}\naxis 03.03 b {LEG}\nsoviet 08.03 r {LEG}").game
    there = game.world.board.index("08.03")
    orders = (DeclareAttack(there), DeclareBarrage(there), DeclareOverrun(there))
    told = [refused.code for order in orders if (refused := whether(game, "axis", order))]
    assert told == ["orders.attack_later", "orders.barrage_later", "orders.overrun_far"]
    game.do(BeginMove("a"))
    busy = whether(game, "axis", BeginMove("b"))
    assert busy is not None
    assert (busy.code, busy.units) == ("orders.another_moves", ("a",))


def test_nobody_begins_to_move_or_leaves_reserve_while_others_fight(tmp_path: Path) -> None:
    units = f"axis 03.03 a {LEG}\naxis 02.03 b {LEG} reserve\nsoviet 04.03 r {LEG}"
    game = Game.from_position(text(units, at="combat", rest="[supply]\naxis 03.03 9\n"), seed=1)
    for action in (DeclareAttack(game.world.board.index("04.03")), AddUnit("a"), Done()):
        game.do(action)
    while game.decision is not None and game.decision.side != "axis":
        game.do(game.choices()[0])
    told = [refused.code for order in (BeginMove("b"), Release("b")) if (refused := whether(game, "axis", order))]
    assert told == ["orders.move_later", "orders.release_later"]


def test_no_member_wants_fuel(tmp_path: Path) -> None:
    table = session(tmp_path, f"axis 02.03 a {LEG} move\nsoviet 10.06 q {LEG}")
    refused = table.macro("axis", FuelMacro(("a",), "")).refusal
    assert refused is not None
    assert refused.code == "series.no_member"


def test_what_bars_a_way_is_told(tmp_path: Path) -> None:
    wall = "\n".join(f"soviet 05.0{row} r{row} {LEG}" for row in range(1, 7))
    barred = session(tmp_path, f"axis 02.03 a {LEG} move\n{wall}").game
    index = barred.world.board.index
    assert [one.code for one in way_to(barred, "axis", ("a",), index("08.03")).refusals] == ["route.barred"]
    gap = f"axis 02.03 a truck 2 45T\nsoviet 05.02 r {LEG}\nsoviet 05.05 s {LEG}"
    way = way_to(session(tmp_path / "2", gap).game, "axis", ("a",), index("08.03"))
    assert [one.code for one in way.refusals] == ["route.zoc"]


def test_no_common_way_is_told(tmp_path: Path) -> None:
    game = session(tmp_path, f"axis 02.03 a {LEG} move\naxis 02.03 b {LEG} move\nsoviet 10.06 r {LEG}").game
    units = [game.look.unit(uid) for uid in ("a", "b")]
    ranges = [range_of(game.look, unit, 0, frozenset({"a", "b"})) for unit in units]
    goal = game.world.board.index("03.03")
    assert [one.code for one in missing(game.look, ranges, units, goal)] == ["route.apart"], "each alone could go there"


def test_a_column_makes_no_long_detour_and_needs_room(tmp_path: Path) -> None:
    wall = "\n".join(f"soviet 05.0{row} r{row} {LEG}" for row in range(1, 6))
    game = session(tmp_path, f"axis 04.01 a {LEG} move\n{wall}").game
    refused = leg_of(game, "axis", "a", game.world.board.index("06.01"))
    assert isinstance(refused, Refusal)
    assert refused.code == "series.detour"
    full = "\n".join(f"axis 03.03 d{n} Div infantry other 12-3-3L/6-3-8L re=3" for n in range(6))
    game = session(tmp_path / "2", f"axis 02.03 a {LEG} move\n{full}\nsoviet 10.06 r {LEG}").game
    refused = leg_of(game, "axis", "a", game.world.board.index("03.03"))
    assert isinstance(refused, Refusal)
    assert refused.code == "series.full"


def test_a_series_that_is_cut_short_names_who_has_not_gone(tmp_path: Path) -> None:
    table = session(tmp_path, f"axis 02.03 a {LEG} move\naxis 02.03 b {LEG} move\nsoviet 10.06 r {LEG}")
    for action in (BeginMove("a"), Halt()):
        table.game.do(action)
    (left,) = cut_short(table.game, MarchMacro(("a", "b"), table.game.world.board.index("05.03")), [])
    assert (left.units, left.refusal.code) == (("b",), "series.interrupted")

"""What `staunch` does beyond `keen`: it opens the way to units that are cut off, keeps Reserves, never breaks out, and
fears danger where it is hunted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.bots.planner.guide import Plain
from redball.bots.steady.hands import KEEN, STAUNCH, STEADY
from redball.bots.steady.march import consider
from redball.bots.steady.places import held_off, hunted
from redball.bots.steady.positions import Wish, best_wish
from redball.bots.steady.relief import AN_HQ, NEAR, STARVING, cut_off, gaps, openings, relief
from redball.bots.steady.reserves import FAR, able, comes_out, has_marker, waits
from redball.bots.steady.scene import Guide, Memory, Scene
from redball.bots.steady.worth import power
from redball.core.actions import Action, BeginMove, Breakout, Done, Release, SetMode
from redball.core.look import Look
from support import GUNS, HQ, LEG, MILITIA, Sitting, in_scenario, land, sit

CUT = f"axis 03.02 b {LEG}\naxis 10.02 a {LEG}\naxis 10.02 c {LEG}\nsoviet 07.01 e {LEG}"
"""Two rows of hexes. The enemy's ZOC shuts 07.02, the one way from the source to `a` and `c`."""
SOURCES = "[sources]\naxis 05.02\nsoviet 12.01\n[supply]\naxis 03.02 4\n"


def pocket(units: str = CUT, rest: str = SOURCES, **more: Any) -> Sitting:
    return sit(units, land(columns=12, rows=2), rest=rest, **more)


def scene(table: Sitting, guide: Guide, side: str = "axis") -> Scene:
    open_ = table.game.decision
    assert open_ is not None
    return Scene(table.game, side, open_, Memory(), guide=guide)


# --- relief ------------------------------------------------------------------------------------------------------


def test_one_unit_more_in_the_right_hex_feeds_the_pocket() -> None:
    table = pocket()
    look = table.game.look
    lost = cut_off(look, "axis")
    assert [unit.id for unit in lost] == ["a", "c"]
    assert openings(look, "axis", look.unit("b"), lost) == {table.hex("07.02"): 2 * STARVING}


def test_an_hq_that_is_cut_off_counts_for_those_it_throws_to() -> None:
    table = pocket(CUT.replace(f"c {LEG}", f"c {HQ}"))
    look = table.game.look
    assert openings(look, "axis", look.unit("b"), cut_off(look, "axis")) == {table.hex("07.02"): (1 + AN_HQ) * STARVING}


def test_gaps_lie_in_an_enemy_zoc_where_a_trace_ends_and_near_who_needs_one() -> None:
    look = pocket().game.look
    names = {look.hex_name(hex_) for hex_ in gaps(look, "axis", [look.unit("a")])}
    assert names == {"06.01", "07.02", "08.01"}
    assert gaps(pocket(rest="").game.look, "axis", [look.unit("a")]) == [], "without a source no trace gets there"
    far = look.unit("a").change(hex=look.board.index("12.02"))
    assert "06.01" in {look.hex_name(hex_) for hex_ in gaps(look, "axis", [far])}
    wide = sit(CUT, land(columns=7 + NEAR + 1, rows=2), rest=SOURCES).game.look
    away = {hex_: wide.unit("a").change(hex=wide.board.index(f"{7 + hex_:02d}.02")) for hex_ in (NEAR, NEAR + 1)}
    found = {hex_: gaps(wide, "axis", [unit]) for hex_, unit in away.items()}
    assert wide.board.index("07.02") in found[NEAR]
    assert wide.board.index("07.02") not in found[NEAR + 1]


def test_an_occupied_hex_is_no_gap() -> None:
    table = pocket(f"{CUT}\nsoviet 07.02 f {LEG}")
    look = table.game.look
    assert table.hex("07.02") not in gaps(look, "axis", cut_off(look, "axis"))


def test_staunch_sends_a_unit_there_and_keen_does_not() -> None:
    table = pocket()
    unit = table.game.look.unit("b")
    wishes = [best_wish(scene(table, Plain(hands)), unit) for hands in (KEEN, STAUNCH)]
    ends = [wish.path[-1] if wish else -1 for wish in wishes]
    assert (ends[0] != table.hex("07.02"), ends[1]) == (True, table.hex("07.02"))


@pytest.mark.parametrize(("sort", "helps"), [(LEG, True), (GUNS, False), (HQ, False), (MILITIA, False)])
def test_only_who_could_attack_is_sent(sort: str, *, helps: bool) -> None:
    table = pocket(CUT.replace(f"b {LEG}", f"b {sort}"))
    assert bool(relief(scene(table, Plain()), table.game.look.unit("b"))) is helps


def test_the_share_is_that_of_the_hands() -> None:
    table = pocket()
    unit = table.game.look.unit("b")
    assert relief(scene(table, Plain()), unit) == {table.hex("07.02"): 2 * STARVING * STAUNCH.relief // 100}
    assert relief(scene(table, Plain(KEEN)), unit) == {}


def test_hunger_counts_double() -> None:
    """A unit that is cut off leaves its place for one where it traces: at the price of twice the hunger."""
    assert (STEADY.hunger, KEEN.hunger, STAUNCH.hunger) == (100, 100, 200)
    table = pocket(CUT, SOURCES)
    gains = []
    for hands in (KEEN, replace(KEEN, hunger=200)):
        guide = Guide()
        guide.hands = hands
        wish = best_wish(scene(table, guide), table.game.look.unit("a"))
        gains.append(wish.gain if wish else 0)
    assert gains[1] - gains[0] == STARVING


# --- danger ------------------------------------------------------------------------------------------------------

HUNTED = f"axis 03.03 a {LEG}\naxis 12.05 far {LEG}\nsoviet 05.03 e {LEG}\nsoviet 05.03 f {LEG}\nsoviet 05.03 g {LEG}"


def test_a_weaker_side_with_few_stacks_within_reach_is_hunted() -> None:
    """Stacks farther off do not count."""
    look = plain(HUNTED).game.look
    assert hunted(look, "axis", 1)
    assert not hunted(look, "soviet", 9), "the stronger side"
    more = plain(f"{HUNTED}\naxis 03.02 b {LEG}").game.look
    assert not hunted(more, "axis", 1)
    assert hunted(more, "axis", 2)


def test_staunch_fears_danger_only_where_it_is_hunted() -> None:
    look = plain(HUNTED).game.look
    here, strength = look.unit("a").hex, power(look, look.unit("a"))
    feared = held_off(look, "axis", here, 9 * strength, strength, STAUNCH)
    assert feared == 2 * held_off(look, "axis", here, 9 * strength, strength, STEADY) > 0
    assert held_off(look, "axis", here, 9 * strength, strength, KEEN) == 0
    assert held_off(look, "axis", here, 9 * strength, strength, replace(STAUNCH, few=-1)) == 0, "too many stacks"
    assert held_off(look, "soviet", here, 9 * strength, strength, STAUNCH) == 0
    assert held_off(look, "soviet", here, 9 * strength, strength, replace(STAUNCH, few=0)) == feared, "always"


# --- Reserves ----------------------------------------------------------------------------------------------------

BEHIND = f"axis 03.03 a {LEG}\nsoviet 09.03 e {LEG}"


def plain(units: str = BEHIND, **more: Any) -> Sitting:
    return sit(units, land(columns=16, rows=5), rest="[sources]\naxis 01.03\nsoviet 16.03\n", **more)


def wish_to(table: Sitting, name: str, overrun: int = -1) -> Wish:
    return Wish(500, "", (table.game.look.unit("a").hex, table.hex(name)), overrun)


def test_who_will_not_fight_waits_and_who_will_does_not() -> None:
    table = plain()
    unit, now = table.game.look.unit("a"), scene(table, Plain())
    assert waits(now, unit, wish_to(table, "06.03")) == "combat"
    assert waits(now, unit, None) == "combat"
    assert waits(now, unit, Wish(500, "move", (table.hex("06.03"),))) == "move", (
        "it turns up the side it wants to be on"
    )
    assert not waits(now, unit, wish_to(table, "08.03")), "next to the enemy it may attack in this phase"
    assert not waits(now, unit, wish_to(table, "06.03", table.hex("07.03")))
    assert not waits(scene(table, Plain(KEEN)), unit, None)


def test_who_has_no_trace_does_not_wait() -> None:
    """The Supply Phase comes first: it would be counted where it is."""
    ring = f"axis 03.03 a {LEG}\nsoviet 09.03 e {LEG}\n"
    shut = "\n".join(f"soviet 02.{row:02d} z{row} {LEG}" for row in (1, 3, 5))
    for units, stays in ((ring, True), (ring.replace("03.03", "05.03") + shut, False)):
        table = plain(units)
        unit = table.game.look.unit("a")
        assert able(table.game.look, unit)
        assert bool(waits(scene(table, Plain()), unit, None)) is stays


def test_nobody_waits_who_may_not_or_has_no_use_for_it() -> None:
    def fit(units: str) -> bool:
        look = plain(units).game.look
        return able(look, look.unit("a"))

    assert fit(BEHIND)
    assert not fit(BEHIND.replace("03.03", "08.03")), "in an enemy ZOC"
    assert not fit(BEHIND.replace(f"a {LEG}", f"a {GUNS}"))
    assert not fit(BEHIND.replace(f"a {LEG}", f"a {MILITIA}")), "it cannot attack"
    assert not fit(f"axis 01.03 a {LEG}\nsoviet {2 + FAR:02d}.03 e {LEG}"), "too far behind"
    assert fit(f"axis 01.03 a {LEG}\nsoviet {1 + FAR:02d}.03 e {LEG}")


def test_each_hex_of_waiting_units_needs_a_marker() -> None:
    table = plain(f"{BEHIND}\naxis 03.04 b {LEG} reserve\naxis 03.03 c {LEG}")

    def left(look: Look, markers: int, uid: str) -> bool:
        sides = tuple(replace(side, reserve_markers=markers) for side in look.world.scenario.sides)
        return has_marker(in_scenario(look, sides=sides), look.unit(uid))

    look = table.game.look
    assert (left(look, 1, "a"), left(look, 2, "a")) == (False, True)
    beside = plain(f"{BEHIND}\naxis 03.03 b {LEG} reserve").game.look
    assert left(beside, 1, "a"), "one marker serves a hex"


def test_it_goes_into_reserve_is_released_and_comes_out_before_the_enemys_turn() -> None:
    """In the Movement Phase it takes a marker and stays; in the Exploitation Phase it is released, wish or no wish."""
    table = plain()
    bot = make_bot("staunch", 1)
    taken: list[Action] = []
    while (open_ := table.game.decision) is not None and open_.side == "axis" and len(taken) < 20:
        action = bot.choose(table.game, "axis")
        taken.append(action)
        assert table.game.take("axis", action).refusal is None
        if table.game.look.unit("a").marker == "reserve":
            break
    assert taken[-2] == BeginMove("a")
    assert isinstance(taken[-1], SetMode)
    late = plain(BEHIND.replace(f"a {LEG}", f"a {LEG} reserve"), at="exploitation_movement")
    assert consider(scene(late, Plain()), late.game.look.unit("a")) == Release("a")
    unit = late.game.look.unit("a")
    assert comes_out(scene(late, Plain()), unit)
    assert not comes_out(scene(late, Plain(KEEN)), unit)
    assert not comes_out(scene(table, Plain()), unit), "not in the Movement Phase"


@pytest.mark.parametrize(("edition", "keeps"), [("v4.2", True), ("new-ocs", True), ("1992", False)])
def test_nobody_waits_where_modes_change_in_a_phase_of_their_own(edition: str, *, keeps: bool) -> None:
    table = plain(edition=edition)
    assert bool(waits(scene(table, Plain()), table.game.look.unit("a"), None)) is keeps


# --- breakouts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "tries"), [("steady", True), ("keen", True), ("staunch", False)])
def test_staunch_units_hold_out_where_others_break_out(name: str, *, tries: bool) -> None:
    strong = "Rgt infantry other 7-3-3L/2-3-6L"
    around = "\n".join(f"soviet 02.0{row} e{row} {strong}" for row in range(1, 5))
    table = sit(f"axis 01.02 a {LEG}\n{around}", land(columns=4, rows=4), at="movement_breakout")
    assert make_bot(name, 1).choose(table.game, "axis") == (Breakout("a") if tries else Done())

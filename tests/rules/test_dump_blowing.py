"""Blowing dumps: what a side destroys before the enemy can take it."""

from __future__ import annotations

import pytest

from redball.core.actions import BeginMove, BlowDump, Done, Halt, UnloadSupply
from redball.core.events import DiceRolled, DumpBlown
from redball.game.watch.bookkeeping import tokens
from support import Sitting, line, play

AFAR = "soviet 09.01 far Rgt infantry other 4-3-3L/2-3-8L"
OWN = "axis 05.01 own Rgt infantry other 4-3-3L/2-3-8L"


def at(
    units: str = "", supply: str = "axis 01.01 4", *dice: int, step: str = "movement", phasing: str = "axis"
) -> Sitting:
    """A dump at 01.01, in a Movement Segment."""
    return play(line(9, f"{OWN}\n{AFAR}\n{units}", f"[supply]\n{supply}"), step, phasing, dice)


def blow(t: Sitting, amount: int, name: str = "01.01") -> BlowDump:
    return BlowDump(t.hex(name), amount)


@pytest.mark.case("12.11a-A", "12.11a-B")
def test_the_example_three_of_four_sp_are_tried_and_nine_tokens_burn() -> None:
    t = at("", "axis 01.01 4", 5)
    t.do(blow(t, 12))
    found = t.one(DumpBlown)
    assert (found.tokens, found.destroyed, t.tokens("axis", "01.01")) == (12, 9, 7)


@pytest.mark.case("12.11a-B")
@pytest.mark.parametrize(
    ("die", "tried", "destroyed"),
    [(1, 8, 2), (2, 8, 4), (3, 8, 4), (4, 8, 6), (5, 8, 6), (6, 8, 8), (1, 1, 0), (1, 2, 1), (4, 1, 1), (2, 1, 1)],
)
def test_a_percentage_of_what_is_tried_to_the_nearest_token(die: int, tried: int, destroyed: int) -> None:
    t = at("", "axis 01.01 2", die)
    t.do(blow(t, tried))
    assert t.one(DumpBlown).destroyed == destroyed
    assert t.tokens("axis", "01.01") == 8 - destroyed
    assert t.one(DiceRolled).reason == "Dump Blowing Table"


@pytest.mark.case("12.11a-A", "12.11a-B")
def test_what_is_loaded_counts_and_the_points_survive() -> None:
    t = at("axis 01.01 tr truck 2 45T load=2\naxis 01.01 z truck 1 45T load=1", "axis 01.01 1", 6)
    t.do(blow(t, 10))
    found = t.one(DumpBlown)
    assert (found.ground, found.loads) == (4, (("tr", 6),))
    assert (t.unit("tr").load, t.unit("z").load, t.tokens("axis", "01.01")) == (2, 4, 0)
    assert (t.unit("tr").points, t.unit("z").points) == (2, 1)
    assert tokens(t.look.state)["axis"] == 6


@pytest.mark.case("12.11a-A")
def test_a_dump_on_the_ground_alone_and_a_load_alone_can_be_blown() -> None:
    t = at("axis 02.01 tr truck 1 45T load=1", "axis 01.01 1")
    assert {(t.look.hex_name(a.hex), a.tokens) for a in t.offered(BlowDump)} == {
        (name, tokens) for name in ("01.01", "02.01") for tokens in (1, 2, 3, 4)
    }


@pytest.mark.case("12.11a-A")
def test_once_a_phase_and_again_in_the_next() -> None:
    t = at("", "axis 01.01 4", 1, 1, 1, 1)  # two of them for Attrition in between
    t.do(blow(t, 4))
    refused = t.why(blow(t, 4))
    assert (refused.code, refused.case) == ("blow.again", "12.11a-A")
    t.do(Done())
    while t.step != "movement_segment.choose_unit" or t.asked.side != "axis":
        t.do(Done())
    assert t.look.state.clock.phase == "exploitation"
    t.do(blow(t, 4))
    assert [event.destroyed for event in t.all(DumpBlown)] == [1, 1]


@pytest.mark.case("12.11a-A", "K12.11-blowing", "2.3-H")
@pytest.mark.parametrize(
    ("step", "phasing", "asked"),
    [("movement", "axis", True), ("reaction_movement", "soviet", True), ("exploitation_movement", "axis", True),
     ("combat_barrage", "axis", False), ("reaction_movement", "axis", False)],
)  # fmt: skip
def test_in_the_movement_segments_of_its_owner_only(step: str, phasing: str, asked: bool) -> None:
    t = at(step=step, phasing=phasing)
    offered = t.step == "movement_segment.choose_unit" and t.asked.side == "axis" and bool(t.offered(BlowDump))
    assert (offered and t.look.state.clock.phase == step.split("_")[0]) == asked


@pytest.mark.case("12.11a-A")
def test_having_blown_a_dump_a_reaction_goes_on_until_its_side_ends_it() -> None:
    t = at("", "axis 01.01 1", 6, step="reaction_movement", phasing="soviet")
    t.do(blow(t, 4))
    assert (t.step, t.asked.side) == ("movement_segment.choose_unit", "axis")
    assert t.offered(Done)


@pytest.mark.case("12.11a-A")
def test_a_reaction_with_nothing_to_blow_is_passed_over() -> None:
    t = at("", "soviet 09.01 1", step="reaction_movement", phasing="soviet")
    assert t.look.state.clock.phase != "reaction"


@pytest.mark.case("12.11a-A")
@pytest.mark.parametrize(
    ("name", "amount", "code", "need"),
    [
        ("01.01", 0, "blow.amount", "4 SP"),
        ("01.01", 17, "blow.amount", "4 SP"),
        ("02.01", 1, "blow.no_supply", ""),
        ("09.01", 1, "blow.no_supply", ""),
    ],
)
def test_what_cannot_be_blown(name: str, amount: int, code: str, need: str) -> None:
    t = at("", "axis 01.01 4\nsoviet 09.01 3")
    refused = t.why(blow(t, amount, name))
    assert (refused.code, refused.case, refused.need) == (code, "12.11a-A", need)


@pytest.mark.case("12.11a-A")
def test_what_was_unloaded_in_this_phase_burns_first() -> None:
    t = at("axis 05.01 tr truck 1 45T load=1", "axis 05.01 1", 2)
    t.do(BeginMove("tr"), UnloadSupply("tr", 4), Halt(), blow(t, 4, "05.01"))
    dump = t.look.state.ground_supply("axis", t.hex("05.01"))
    assert (dump.tokens, dump.fresh) == (6, 2)

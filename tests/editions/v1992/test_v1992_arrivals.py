"""Arrivals of 1992: both sides place theirs in the Overphase, and keep what arrivals have until they have moved."""

from __future__ import annotations

from random import Random

import pytest

from redball.core.actions import Done, ElectOrder, RideRail
from redball.core.events import OverstackingNoted, PhaseBegan, UnitEliminated
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.watch.invariants import Watch
from support import HEAD, Sitting, sitting

INF = "Rgt infantry other 4-3-3L/2-3-6L"
ROW = ". " * 12


def overphase(units: str, more: str = "", at: str = "replacement phasing=soviet") -> Sitting:
    """The end of the Overphase on 12 by 3 open hexes: a railroad along the second row from the source of the axis."""
    line = " ".join(f"{n:02}.02" for n in range(1, 13))
    rest = f'[paths]\nrailroad "-" {line}\n[places]\n04.02 village "Minsk"\n12.02 village "Orsha"\n'
    rest += f"[sources]\naxis 01.02\nsoviet 12.03\n[rail]\naxis 4\nsoviet 4\n{more}\n"
    head = f"{HEAD}edition 1992\nturns 2\nat {at}\n[terrain]\n{ROW}\n{ROW}\n{ROW}\n"
    return sitting(f"{head}[units]\n{units}{rest}")


def stack(side: str, hex_: str, count: int, words: str = INF) -> str:
    """So many units of 1 RE in a hex."""
    return "".join(f"{side} {hex_} {side[0]}{n} {words}\n" for n in range(count))


def play_to(table: Sitting, phase: str, side: str) -> Sitting:
    """On to a phase of a side, doing nothing; the axis goes first."""
    while (table.game.state.clock.phase, table.game.state.clock.acting) != (phase, side):
        choices = table.game.choices()
        first = ElectOrder(table.side == "axis")
        table.do(next(a for a in (first, Done(), *choices) if a in choices))
    return table


@pytest.mark.case("4.8a-A", "4.8a-B")
def test_arrivals_of_the_second_player_are_thinned_out_after_his_own_movement_only() -> None:
    table = overphase(stack("axis", "01.01", 1) + stack("soviet", "12.03", 12))
    table = play_to(table, "movement", "axis")
    assert table.one(OverstackingNoted).hexes == (table.hex("12.03"),)
    play_to(table, "movement", "soviet")
    assert not table.all(UnitEliminated)
    table.move("s0", "12.02").done()
    assert (table.step, table.side) == ("stacking_check.eliminate", "soviet")
    table.do(table.game.choices()[0])
    assert [event.case for event in table.all(UnitEliminated)] == ["4.8a-A"]
    assert not table.game.state.overfull


@pytest.mark.case("4.8a-A", "4.8a-B")
def test_the_first_players_arrivals_are_thinned_out_as_his_movement_ends() -> None:
    table = play_to(overphase(stack("axis", "01.01", 11) + stack("soviet", "12.03", 1)), "movement", "axis")
    table.done()
    assert (table.step, table.side) == ("stacking_check.eliminate", "axis")


@pytest.mark.case("4.8a-A")
def test_what_overstacks_later_is_thinned_out_at_once() -> None:
    """Only the hexes in which arrivals were too many wait."""
    table = play_to(overphase(stack("axis", "01.01", 1) + stack("soviet", "12.03", 10)), "movement", "axis")
    assert not table.all(OverstackingNoted)


@pytest.mark.case("4.8a-B")
def test_the_hexes_that_wait_are_written_into_a_position() -> None:
    table = play_to(overphase(stack("axis", "01.01", 1) + stack("soviet", "12.03", 12)), "movement", "axis")
    state = table.game.state
    read = parse_position(dump_position(table.game.world, state))[1]
    assert read.overfull == state.overfull == {table.hex("12.03")}


@pytest.mark.case("13.3e-1")
def test_arrivals_entrain_where_they_came_in_their_next_movement_phase() -> None:
    units = f"axis 02.02 a0 {INF} move\naxis 12.02 garrison {INF}\nsoviet 12.03 s0 {INF}\n"
    table = play_to(overphase(units, "[arrived]\na0\n"), "movement", "axis").begin("a0")
    table.do(RideRail(table.hex("04.02")))
    assert table.at("a0") == "04.02"
    without = play_to(overphase(units), "movement", "axis").begin("a0")
    assert without.refused(RideRail(without.hex("04.02"))) == ("rail.not_detrainable", "13.3c-1")


@pytest.mark.case("13.3e-1")
def test_each_side_has_its_arrivals_until_its_own_movement_phase_is_over() -> None:
    units = f"axis 02.02 a0 {INF} move\naxis 12.01 far {INF}\nsoviet 11.02 s0 {INF} move\n"
    table = overphase(units, "[arrived]\na0\ns0\n[supply]\naxis 02.02 3T new=3T\nsoviet 11.02 2T new=2T\n")
    state = play_to(table, "movement", "axis").game.state
    assert state.arrived == {"a0", "s0"}
    state = play_to(table, "movement", "soviet").game.state
    assert (state.arrived, state.landed) == (frozenset({"s0"}), {table.hex("11.02"): 2})
    state = play_to(table, "mode_determination", "axis").game.state
    assert (state.arrived, state.landed) == (frozenset(), {})


@pytest.mark.case("13.3e-1")
def test_a_unit_that_has_moved_meanwhile_is_no_arrival_any_more() -> None:
    table = overphase(f"axis 02.02 a0 {INF} move\naxis 05.02 a1 {INF} move origin=04.02\n", "[arrived]\na0\na1\n")
    began = PhaseBegan(case="2.2", side="axis", phase="clean_up", segment="clean_up", phasing="axis", new_phase=True)
    assert began.apply(table.game.state).arrived == {"a0"}


def test_play_with_crowded_arrivals_breaks_no_invariant() -> None:
    table = overphase(stack("axis", "01.01", 1) + stack("soviet", "12.03", 12))
    watch = Watch(table.game, Random(3))
    while (table.game.state.clock.first, table.game.state.clock.phasing) != ("axis", "soviet"):
        choices = watch.choices()
        first = ElectOrder(table.side == "axis")
        watch.take(table.side, next(a for a in (first, Done(), *choices) if a in choices))
    assert not table.all(UnitEliminated)

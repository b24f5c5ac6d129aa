"""Beach Assaults whose defenders a barrage has destroyed, by other doors, and in other editions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from redball.core.actions import (
    AddUnit,
    BeginMove,
    DeclareAttack,
    DeclareBarrage,
    Done,
    LeaveOut,
    Pay,
    TakeRetreat,
)
from redball.core.actions.naval import BeginSail
from redball.core.engine import Run
from redball.core.look import Look
from redball.editions.v1992.combat import AtAllCosts
from redball.game.sight.belief import visible
from redball.game.view.whole import view as as_view
from redball.rules.combat.segment import able_attackers, usual_attackers
from redball.rules.ground.craft import BeachCleared, SupplySpentAfloat, note_cleared
from redball.rules.ground.fleet import fleet_in
from redball.rules.naval.assault_events import AssaultEnded
from redball.rules.naval.invasion_events import LandingRolled
from rules.test_beach_assault import (
    BIG,
    DIVISION,
    FIGHT,
    FRAIL,
    ONE,
    OVER,
    SUCCESS,
    TWO,
    declare,
    lc,
    run_to,
    shore,
    target,
)
from support import LEG, Sitting

# --- nobody is left ----------------------------------------------------------------------------------------------


def barraged(units: str, *, dice: tuple[int, ...], foe: str = FRAIL) -> Sitting:
    """Guns at 03.02 fire at the beach in the Barrage Segment of the Combat Phase."""
    guns = "\n".join(f"axis 03.02 g{n} artillery b60-3-4-3L/b10-3-4-12T" for n in range(2))
    there, supply = f"{units}\n{guns}", "[supply]\naxis 03.02 40\n"
    table = shore(there, lc("a"), rest=supply, foe=foe, at="combat_barrage", dice=dice)
    table.do(DeclareBarrage(target(table)), AddUnit("g0"), AddUnit("g1"), Done())
    while table.offered(Pay):
        table.do(table.offered(Pay)[0])
    return table


@pytest.mark.case("18.6a-H")
def test_if_a_barrage_has_destroyed_all_defenders_the_assault_lands_by_the_table() -> None:
    table = barraged(ONE, dice=(6, 6, 6, *SUCCESS))
    assert table.at("d") == "dead"
    assert table.one(BeachCleared).hex == target(table)
    run_to(table, "combat_segment.declare")
    declare(table, "a")
    assert len(table.all(LandingRolled)) == 1, "nobody is there to choose"
    assert table.at("a") == "04.02"
    assert not table.all(SupplySpentAfloat)
    run_to(table, "movement_segment.choose_unit")
    assert not table.offered(BeginMove), "nobody moves after such a landing"


@pytest.mark.case("18.6a-H")
def test_while_one_defender_is_left_the_assault_is_one() -> None:
    table = barraged(ONE, dice=(6, 6, 6), foe=f"{FRAIL}\nsoviet 04.02 e {BIG}\nsoviet 04.02 f {BIG}")
    while not table.step.startswith("combat_segment"):
        table.do(table.game.choices()[0] if not table.offered(Done) else Done())
    assert not table.all(BeachCleared)
    declare(table, "a")
    assert table.step == "beach_assault.answer"


@pytest.mark.case("18.6a-H")
def test_what_the_other_side_clears_in_reaction_is_no_beach_of_this_turn() -> None:
    for phasing, noted in (("axis", 1), ("soviet", 0)):
        events: list[Any] = []
        look = shore(ONE, lc("a"), foe=f"axis 20.01 z {LEG}\nsoviet 24.01 r {LEG}").look
        look = Look(look.world, look.state.change(clock=replace(look.state.clock, phasing=phasing)))
        run = cast(Run, SimpleNamespace(look=look, emit=events.append))
        note_cleared(run, "axis", look.board.index("04.02"))
        assert len(events) == noted


@pytest.mark.case("18.6a-H")
@pytest.mark.parametrize(
    ("phase", "kept"), [("supply", True), ("reaction", True), ("combat", True), ("exploitation", False)]
)
def test_a_beach_that_was_cleared_in_the_movement_phase_counts_up_to_the_combat_phase(phase: Any, kept: bool) -> None:
    state = shore(ONE, lc("a")).look.state
    state = state.change(clock=replace(state.clock, phase=phase))
    assert bool(replace(fleet_in(state), cleared=(3,)).in_new_phase(state).cleared) is kept


@pytest.mark.case("18.6a-H")
def test_a_beach_that_was_cleared_is_forgotten_after_the_combat_phase() -> None:
    table = barraged(ONE, dice=(6, 6, 6))
    run_to(table, "combat_segment.declare").done()
    run_to(table, "movement_segment.choose_unit")
    assert table.look.state.clock.phase == "exploitation"
    assert not fleet_in(table.look.state).cleared


# --- other doors, other editions ---------------------------------------------------------------------------------


@pytest.mark.case("18.6a", "21.8a")
def test_an_empty_coast_is_not_assaulted_with_option_21_8_either() -> None:
    bare = f"axis 20.01 z {LEG}\nsoviet 24.01 r {LEG}"
    table = shore(f"{ONE}\naxis 03.02 s {LEG}", lc("a"), foe=bare, switches={"attacking_empties": True})
    table.do(DeclareAttack(target(table)))
    assert table.refused(AddUnit("a")) == ("assault.undefended", "18.6a")
    table.do(AddUnit("s"))


@pytest.mark.case("18.6a")
def test_landing_craft_do_not_overrun() -> None:
    """Nobody enters a defended hex from the sea but by an assault (18.1b)."""
    table = shore(ONE, lc("a"), at="movement")
    table.do(BeginSail("lc"))
    assert table.refused(table.to("04.02")) == ("ship.enemy", "18.1b")


@pytest.mark.case("18.6a", "E92-at-all-costs", "E92-combat-supply-at-all-costs")
def test_by_1992_an_assault_may_be_made_at_all_costs_and_none_is_left_out() -> None:
    table = declare(shore(TWO, lc("a,b"), edition="1992"), "a", "b").do(FIGHT)
    table.do(AtAllCosts(True))
    assert table.refused(LeaveOut("a")) == ("combat.assault_together", "18.6b-A")
    table.do(table.offered(Pay)[0])
    assert table.one(SupplySpentAfloat).tokens == 4, "2T for both together, and twice that"


@pytest.mark.case("18.6a-C", "E92-combat-results-attacker-retreat")
def test_by_1992_no_attacker_goes_back_either() -> None:
    for first in range(1, 7):
        table = declare(shore(DIVISION, lc("a"), edition="1992", dice=(first, 2)), "a").do(FIGHT, AtAllCosts(False))
        run_to(table, "combat.attacker_option", *OVER)
        if table.step == "combat.attacker_option":
            assert table.refused(TakeRetreat()) == ("combat.no_way_back", "18.6a-C")
            return
    raise AssertionError("no option in any roll")


@pytest.mark.case("18.6a", "18.6b-A")
@pytest.mark.parametrize("edition", ["1992", "new-ocs", "v4.2+v4.1a", "v4.2+command-control", "new-ocs+burma"])
def test_every_edition_with_ships_has_the_assault_and_the_choice(edition: str) -> None:
    table = declare(shore(ONE, lc("a"), edition=edition), "a")
    assert (table.step, table.side) == ("beach_assault.answer", "soviet")
    table.do(FIGHT)
    assert table.at("a") == "04.03"
    run_to(table, "combat_segment.declare", "movement_segment.choose_unit", "combat.advance")
    assert table.step == "combat.advance" or table.all(AssaultEnded)


@pytest.mark.case("18.6b-A", "4.9a-A")
def test_the_defender_who_chooses_sees_the_landing_craft_and_not_what_is_aboard() -> None:
    """Whatever is aboard, both views are the same; once they fight, the top of the stack shows."""
    one = declare(shore(ONE, lc("a")), "a")
    other = declare(shore(f"axis aboard a {BIG}", lc("a")), "a")
    views = [as_view(table.game, "soviet") for table in (one, other)]
    assert views[0] == views[1]
    assert "a" not in visible(one.look, "soviet")
    assert "a" in visible(one.do(FIGHT).look, "soviet")


@pytest.mark.case("18.6a-A")
def test_who_would_attack_by_default_is_who_may() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abce")
    table = shore(units, f"{lc('a,b,c,e', 16, 9)}")
    assert usual_attackers(table.look, "axis", target(table)) == ("a", "b", "c")
    both = shore(f"{ONE}\naxis 03.02 s {LEG}", lc("a"))
    assert usual_attackers(both.look, "axis", target(both)) == ("s",)
    assert able_attackers(both.look, "axis", target(both)) == ("s", "a")

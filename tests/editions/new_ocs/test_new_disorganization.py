"""Two kinds of DG, and when each ends."""

from __future__ import annotations

import pytest

from editions.new_ocs.new_support import sit
from redball.core.actions import DeclareOverrun
from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.look import Look
from redball.editions.new_ocs.tap import tapped
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.rules.barrage.on_board import barrage_strength
from redball.rules.combat.strength import attack_strength, defence_strength
from redball.rules.modes.disorganization import DisorganizationEased, Disorganized, dg_kind, disorganize_hex
from redball.rules.sequence.cleanup import clean_up
from redball.rules.units.abilities import action_rating, movement_allowance
from support import position

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
SCENE = f"""edition new-ocs
[terrain]
. . .
[units]
axis 01.01 a {RIFLES}
axis 01.01 f {RIFLES} dg=fire
axis 01.01 c {RIFLES} dg=combat
soviet 03.01 sf {RIFLES} dg=fire
soviet 03.01 sc {RIFLES} dg=combat
"""


def run_of(**switches: str) -> Run:
    """The position, open to events."""
    return Run(position(SCENE, **switches), Dice(seed=1))


def kinds(run: Run) -> dict[str, str]:
    """The kind of DG of every unit, "" for one that is none."""
    return {uid: dg_kind(unit) if unit.marker == "dg" else "" for uid, unit in run.state.units.items()}


@pytest.mark.case("N5.10-fire", "N5.10-combat")
def test_a_barrage_gives_fire_dg_and_a_retreat_combat_dg() -> None:
    run = run_of()
    disorganize_hex(run, "axis", 0, "5.10a-A", "barrage")
    assert kinds(run) == {"a": "fire", "f": "fire", "c": "combat", "sf": "fire", "sc": "combat"}
    disorganize_hex(run, "axis", 0, "9.12a-B", "combat")
    assert kinds(run) == {"a": "combat", "f": "combat", "c": "combat", "sf": "fire", "sc": "combat"}
    assert [event.unit for event in run.events if isinstance(event, Disorganized)] == ["a", "a", "f"]


@pytest.mark.case("N2.2-cleanup-phasing-dg", "N2.2-cleanup-fire-dg", "N5.10-fire-removal", "N10-table-features-dg")
def test_the_phasing_side_recovers_wholly_the_other_from_fire() -> None:
    run = run_of()
    clean_up(run, "axis")
    assert kinds(run) == {"a": "", "f": "", "c": "", "sf": "", "sc": "combat"}
    clean_up(run, "soviet")
    assert set(kinds(run).values()) == {""}


@pytest.mark.case("N5.10-combat-removal")
@pytest.mark.parametrize(("reading", "after"), [("two_clean_ups", ["fire", ""]), ("next_own_turn", ["combat", "fire"])])
def test_combat_dg_from_the_own_player_turn_by_the_other_wordings(reading: str, after: list[str]) -> None:
    """The unit of the phasing side was driven back by a reaction overrun; the other was hit in the enemy's turn."""
    run = run_of(combat_dg=reading)
    clean_up(run, "axis")
    assert (kinds(run)["c"], kinds(run)["sc"]) == (after[0], "fire")
    clean_up(run, "soviet")
    assert (kinds(run)["c"], kinds(run)["sc"]) == (after[1], "")
    clean_up(run, "axis")
    assert kinds(run)["c"] == ""
    assert any(isinstance(event, DisorganizationEased) for event in run.events)


@pytest.mark.case("N5.10-effects")
@pytest.mark.parametrize("kind", ["f", "c"])
def test_both_kinds_have_the_effects_of_the_series(kind: str) -> None:
    look = run_of().look
    well, hit = look.unit("a"), look.unit(kind)
    assert movement_allowance(look, hit) * 2 == movement_allowance(look, well)
    assert action_rating(look, hit) == action_rating(look, well) - 1


@pytest.mark.case("N5.10-fire")
def test_kinds_of_dg_and_tapped_guns_are_written_and_read() -> None:
    guns = "axis 02.01 g artillery b20-3-4-3L/b10-3-4-12T tapped"
    look = position(SCENE + guns)
    again = Look(*parse_position(dump_position(look.world, look.state)))
    assert again.state.units == look.state.units
    assert tapped(again.unit("g"))
    with pytest.raises(ValueError, match="not 'bad'"):
        position(SCENE + f"axis 02.01 x {RIFLES} dg=bad")


@pytest.mark.case("N5.10-effects")
@pytest.mark.parametrize("kind", ["fire", "combat"])
def test_both_kinds_halve_strength_and_forbid_overruns(kind: str) -> None:
    guns = "artillery b20-3-4-3L/b10-3-4-12T"
    look = position(SCENE + f"axis 02.01 g {guns} dg={kind}\naxis 02.01 t {RIFLES} dg={kind}")
    assert barrage_strength(look, look.unit("g")) == 10
    assert attack_strength(look, look.unit("t"), "open", "none").value == 2
    assert defence_strength(look, look.unit("t"), "open", True).value == 2
    table = sit(f"axis 02.02 u Rgt infantry other 4-3-8L/2-3-9L dg={kind}\nsoviet 02.03 r {RIFLES}").begin("u")
    assert table.refused(DeclareOverrun(table.hex("02.03"))) == ("overrun.mode", "5.10b-C")

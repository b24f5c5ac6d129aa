"""What is printed on a counter, and what follows from it."""

from __future__ import annotations

import pytest

from redball.forces.counter import Face, example
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError

FACE = Face(strength=None, parenthesized=False, action_rating=0, ma=540, mobility="truck")


@pytest.mark.case("3.1", "3.1a", "5.5", "5.6")
def test_each_side_has_values_and_mobility_of_its_own() -> None:
    world, state = parse_position(
        """
        redball-position 1
        sides axis soviet
        [terrain]
        . .
        [units]
        axis 01.01 ir Rgt motorized_infantry mech 5-4-4L/3-3-14T
        """.replace("        ", "")
    )
    counter = world.counters["ir"]
    assert counter.combat is not None
    assert (counter.combat.strength, counter.combat.action_rating, counter.combat.ma) == (5, 4, 48)
    assert (counter.move.strength, counter.move.action_rating, counter.move.ma) == (3, 3, 168)
    assert (counter.combat.mobility, counter.move.mobility) == ("leg", "truck")
    assert state.units["ir"].hex == world.board.index("01.01")


@pytest.mark.case("3.1")
@pytest.mark.parametrize(
    ("words", "combat", "move"),
    [
        (
            "artillery b20-3-4-5L/b10-3-2-12T",
            Face(None, False, 4, 60, "leg", barrage=20, barrage_range=3),
            Face(None, False, 2, 144, "truck", barrage=10, barrage_range=3),
        ),
        (
            "hq 15T-4T/10T-20T",
            Face(None, False, 0, 48, "truck", throw_range=180, throw_mobility="truck"),
            Face(None, False, 0, 240, "truck", throw_range=120, throw_mobility="truck"),
        ),
        (
            "Rgt militia other (3)-1-2L/1-1-4L",
            Face(3, True, 1, 24, "leg"),
            Face(1, False, 1, 48, "leg"),
        ),
    ],
)
def test_a_side_prints_strength_barrage_range_rating_ma_and_throw_range(words: str, combat: Face, move: Face) -> None:
    world, _ = parse_position(f"redball-position 1\nsides axis soviet\n[terrain]\n. .\n[units]\naxis 01.01 u {words}")
    assert (world.counters["u"].combat, world.counters["u"].move) == (combat, move)


@pytest.mark.case("3.1", "3.1a")
def test_a_counter_has_a_designation_a_size_and_a_symbol() -> None:
    world, _ = parse_position(
        "redball-position 1\nsides axis soviet\n[terrain]\n. .\n[units]\naxis 01.01 2-5pz Bn tank armor 9-5-12K/3-5-15K"
    )
    counter = world.counters["2-5pz"]
    assert (counter.name, counter.size, counter.symbol, counter.colour) == ("2-5pz", "Bn", "tank", "armor")
    assert {face.mobility for face in (counter.combat, counter.move) if face is not None} == {"track"}


@pytest.mark.case("3.1a")
def test_a_mobility_letter_that_nobody_knows_is_refused() -> None:
    with pytest.raises(PositionError, match="5-4-4X"):
        parse_position(
            "redball-position 1\nsides axis soviet\n[terrain]\n. .\n[units]\n"
            "axis 01.01 ir Rgt infantry other 5-4-4X/3-3-14T"
        )


@pytest.mark.case("3.1c", "3.2f")
def test_a_formation_takes_a_units_independence() -> None:
    assert example(formation="").is_independent
    assert not example(formation="10pz").is_independent


@pytest.mark.case("3.2d", "3.2f")
def test_a_multi_step_unit_is_not_independent() -> None:
    assert example(printed_re=3).is_multi_step
    assert not example(printed_re=3).is_independent
    assert not example(printed_re=0).is_multi_step


@pytest.mark.case("3.2", "3.2e", "3.3-A")
@pytest.mark.parametrize("kind", ["combat", "hq", "artillery", "engineer", "rail_repair", "repl"])
def test_specialized_units_are_combat_units_with_steps(kind: str) -> None:
    counter = example(kind=kind)
    assert counter.is_combat_unit
    assert counter.steps == 1


@pytest.mark.case("3.3-A", "4.6-A")
def test_transport_points_have_no_steps_to_lose_and_no_re() -> None:
    truck = example(kind="transport", points=3, transport="truck", size="", combat=None, move=FACE)
    assert not truck.is_combat_unit
    assert truck.steps == 0
    assert truck.regimental_equivalents() == 0


@pytest.mark.case("4.6-B")
@pytest.mark.parametrize(
    ("size", "quarters"),
    [("Co", 1), ("Bn", 2), ("KG", 4), ("Rgt", 4), ("Bde", 4), ("Div", 4), ("Corps", 4), ("Army", 4)],
)
def test_re_by_size(size: str, quarters: int) -> None:
    assert example(size=size).regimental_equivalents() == quarters


@pytest.mark.case("4.6-B", "13.1")
def test_re_of_repls_and_hqs_whatever_size_is_printed() -> None:
    assert example(kind="repl", size="Rgt").regimental_equivalents() == 1
    assert example(kind="hq", size="Bn").regimental_equivalents() == 4


@pytest.mark.case("4.6-C", "4.6-D", "9.11d-C", "3.2d", "4.6-B")
def test_a_step_lost_takes_one_re() -> None:
    division = example(size="Div", printed_re=3)
    assert [division.regimental_equivalents(lost) for lost in (0, 1, 2)] == [12, 8, 4]
    assert (division.steps, example(size="Div").steps) == (3, 1)


@pytest.mark.case("3.1b", "3.2a")
def test_the_symbol_changes_neither_category_nor_mobility() -> None:
    for symbol in ("infantry", "motorized_infantry", "tank"):
        counter = example(symbol=symbol, colour="mech")
        assert counter.colour == "mech"
        assert counter.move.mobility == "leg"

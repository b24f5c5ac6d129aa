"""Occupation and ZOCs, repaired as units change, are those built anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from redball.core.facts import build
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED, Unit
from redball.game.position.parse import parse_position
from support import GUNS, HQ, LEG, MILITIA, text

UNITS = "\n".join(
    [
        f"axis 01.01 a1 {LEG}", f"axis 02.02 a2 {LEG} dg", f"axis 02.02 a3 {HQ}", "axis 03.03 a4 truck 2 45T",
        f"soviet 04.04 s1 {LEG}", f"soviet 04.04 s2 {MILITIA}", f"soviet 05.05 s3 {GUNS}", f"soviet 06.01 s4 {LEG} oos",
    ]
)  # fmt: skip
WORLD, STATE = parse_position(text(UNITS))
HEXES = st.sampled_from([NOT_ARRIVED, DEAD_PILE, *range(WORLD.board.size)])


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """One unit and what becomes of it."""
    fields = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "hex": HEXES,
                "facing": st.sampled_from(["combat", "move"]),
                "marker": st.sampled_from(["", "dg", "reserve", "strat", "exploit"]),
                "out_of_supply": st.booleans(),
                "keeps_zoc": st.booleans(),
                "side": st.sampled_from(WORLD.sides),
                "load": st.integers(0, 4),
            },
        )
    )
    return draw(st.sampled_from(sorted(STATE.units))), fields


@given(st.lists(st.tuples(changes(), st.booleans()), max_size=25))
def test_repaired_facts_are_those_built_anew(steps: list[tuple[tuple[str, dict[str, object]], bool]]) -> None:
    """Whether facts are asked for after every change or only now and then."""
    look = Look(WORLD, STATE)
    assert look.facts == build(WORLD, STATE)
    for (uid, fields), asked in steps:
        state = look.state.with_unit(look.unit(uid).change(**fields))
        look = look.after(state, (uid,))
        if asked:
            assert look.facts == build(WORLD, state)
    assert look.facts == build(WORLD, look.state)


def test_units_come_and_go() -> None:
    """A Transport Point that divides and combines again."""
    look = Look(WORLD, STATE)
    assert look.facts == Look(WORLD, STATE).facts
    part = look.unit("a4").change(id="a4/2", points=1)
    more = look.after(look.state.with_unit(part), ("a4/2",))
    assert more.ids_at(part.hex) == ("a4", "a4/2")
    assert more.after(more.state.without_units(["a4/2"]), ("a4/2",)).facts == look.facts


def test_who_is_in_a_hex_is_told_in_the_order_of_ids() -> None:
    look = Look(WORLD, STATE)
    assert look.facts == Look(WORLD, STATE).facts
    moved = look.after(look.state.with_unit(look.unit("s1").change(hex=look.unit("s3").hex)), ("s1",))
    assert moved.ids_at(look.unit("s3").hex) == ("s1", "s3")
    back = moved.after(moved.state.with_unit(moved.unit("s1").change(hex=look.unit("s2").hex)), ("s1",))
    assert back.ids_at(look.unit("s2").hex) == ("s1", "s2")


def test_reading_shortcuts() -> None:
    look = Look(WORLD, STATE)
    assert [unit.id for unit in look.own("soviet")] == ["s1", "s2", "s3", "s4"]
    assert [unit.id for unit in look.units_at(look.unit("a2").hex)] == ["a2", "a3"]
    assert look.units_at(look.unit("a2").hex, "soviet") == []
    assert look.combat_units_at(look.unit("a4").hex, "axis") == []
    assert look.has_combat_units(look.unit("s2").hex, "soviet")
    assert look.enemy("axis") == "soviet"
    assert isinstance(look.unit("a1"), Unit)

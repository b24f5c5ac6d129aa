"""Derived facts: worked out once, kept while what they read stays as it is, and never wrong."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from redball.core import derived as engine
from redball.core.derived import derived, of_each, of_state
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED, Dump, Frame, Hedgehog, State, Unit
from redball.core.world import World, of_world
from redball.game.position.parse import parse_position
from support import GUNS, HQ, LEG, MILITIA, land, text

UNITS = "\n".join(
    [
        f"axis 01.01 a1 {LEG}", f"axis 02.02 a2 {LEG} dg", f"axis 02.02 a3 {HQ}", "axis 03.03 a4 truck 2 45T load=1",
        f"axis 03.04 a5 {MILITIA} re=2", f"soviet 04.04 s1 {LEG}", f"soviet 04.04 s2 {MILITIA}",
        f"soviet 05.05 s3 {GUNS}", f"soviet 06.01 s4 {LEG} oos", f"soviet 05.02 s5 {HQ}",
    ]
)  # fmt: skip
REST = """[supply]
axis 02.02 4
soviet 05.05 2
[hexsides]
minor_river "-" 02.02/NE 02.02/N
"""
WORLD, STATE = parse_position(text(UNITS, land("03.02=w", "04.03=w"), rest=REST))
SIDES = WORLD.sides
WORKED_OUT: Tally[str] = Tally()


def world() -> World:
    """The same that keeps nothing yet."""
    return replace(WORLD)


@pytest.fixture
def look() -> Look:
    """A look at the position in a world that keeps nothing yet."""
    WORKED_OUT.clear()
    return Look(world(), STATE)


def fact(read: Callable[..., Any]) -> Callable[..., Any]:
    """A fact that counts how often it is worked out."""

    def counted(look: Look, *args: Any) -> Any:
        WORKED_OUT[read.__name__] += 1
        return read(look, *args)

    counted.__name__ = read.__name__
    return derived(counted)


def after(look: Look, uid: str, **fields: Any) -> Look:
    """The look after one unit has changed."""
    return look.after(look.state.with_unit(look.unit(uid).change(**fields)), (uid,))


def changed(look: Look, **fields: Any) -> Look:
    """The look after something else of the state has changed."""
    return look.after(look.state.change(**fields), ())


# --- what is read ----------------------------------------------------------------------------------------------


@fact
def marker_of(look: Look, uid: str) -> str:
    return look.unit(uid).marker


@fact
def is_there(look: Look, uid: str) -> bool:
    return uid in look.state.units and look.state.units.get(uid) is not None


@fact
def own_ids(look: Look, side: str) -> list[str]:
    return [unit.id for unit in look.own(side)]


@fact
def places_of_hqs(look: Look, side: str) -> list[int]:
    return [unit.hex for unit in look.own_of(side, "hq")]


@fact
def stack_in(look: Look, hex_: int) -> tuple[str, ...]:
    return tuple(unit.id for unit in look.units_at(hex_))


@fact
def in_zoc(look: Look, side: str, hex_: int) -> bool:
    return look.in_zoc_of(side, hex_)


@fact
def all_zocs(look: Look, side: str) -> list[int]:
    return list(look.facts.zoc[side])


@fact
def fighting_in(look: Look, side: str, hex_: int) -> bool:
    return look.has_combat_units(hex_, side)


@fact
def fighters_at(look: Look, side: str, hex_: int) -> list[str]:
    return [unit.id for unit in look.combat_units_at(hex_, side)]


@fact
def fighters(look: Look, side: str) -> frozenset[str]:
    return look.combat_ids(side)


@fact
def where(look: Look, side: str) -> frozenset[int]:
    return look.hexes_of(side)


@fact
def stacks(look: Look) -> dict[int, tuple[str, ...]]:
    return dict(look.facts.units_at)


@fact
def tokens(look: Look, side: str) -> int:
    return sum(dump.tokens for dump in look.state.dumps[side].values())


@fact
def tokens_of_all(look: Look) -> dict[str, int]:
    return {side: len(dumps) for side, dumps in look.state.dumps.items()}


@fact
def tokens_in(look: Look, side: str, hex_: int) -> int:
    return look.state.ground_supply(side, hex_).tokens


@fact
def hedgehogs(look: Look) -> int:
    return sum(work.level for work in look.state.hedgehogs.values())


@fact
def weather(look: Look) -> str:
    return look.state.weather


@fact
def controlled(look: Look) -> dict[int, str]:
    return dict(look.state.control)


@fact
def acting(look: Look) -> str:
    return look.state.clock.acting


@fact
def dice_thrown(look: Look) -> int:
    return look.state.dice.drawn


@fact
def loads(look: Look) -> int:
    return sum(unit.load for unit in look.state.units.values())


@fact
def over(look: Look) -> bool:
    return look.state.over


HEX = WORLD.board.index("04.04")
FAR = WORLD.board.index("01.05")


@pytest.mark.parametrize(
    ("read", "args", "change"),
    [
        (marker_of, ("a1",), lambda look: after(look, "a1", marker="reserve")),
        (is_there, ("a4",), lambda look: look.after(look.state.without_units(["a4"]), ("a4",))),
        (own_ids, ("axis",), lambda look: after(look, "a1", hex=DEAD_PILE)),
        (places_of_hqs, ("axis",), lambda look: after(look, "a3", hex=FAR)),
        (places_of_hqs, ("axis",), lambda look: after(look, "a3", hex=NOT_ARRIVED)),
        (stack_in, (HEX,), lambda look: after(look, "s1", hex=FAR)),
        (in_zoc, ("soviet", HEX - 1), lambda look: after(after(look, "s1", marker="strat"), "s2", hex=FAR)),
        (all_zocs, ("soviet",), lambda look: after(look, "s1", hex=FAR)),
        (fighting_in, ("axis", FAR), lambda look: after(look, "a1", hex=FAR)),
        (fighters_at, ("soviet", HEX), lambda look: after(look, "s1", hex=FAR)),
        (fighters, ("soviet",), lambda look: after(look, "s1", hex=DEAD_PILE)),
        (where, ("soviet",), lambda look: after(look, "s3", hex=FAR)),
        (stacks, (), lambda look: after(look, "s3", hex=FAR)),
        (tokens, ("axis",), lambda look: look.after(look.state.with_dump("axis", FAR, Dump(3)), ())),
        (tokens_of_all, (), lambda look: look.after(look.state.with_dump("soviet", FAR, Dump(3)), ())),
        (tokens_in, ("axis", FAR), lambda look: look.after(look.state.with_dump("axis", FAR, Dump(3)), ())),
        (hedgehogs, (), lambda look: changed(look, hedgehogs={FAR: Hedgehog("axis", 2)})),
        (weather, (), lambda look: changed(look, weather="rain")),
        (controlled, (), lambda look: changed(look, control={FAR: "soviet"})),
        (acting, (), lambda look: changed(look, clock=changed_clock(look.state))),
        (loads, (), lambda look: after(look, "a4", load=1)),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_reads_a_thing_is_worked_out_once_and_anew_when_it_changes(
    look: Look, read: Callable[..., Any], args: tuple[Any, ...], change: Callable[[Look], Look]
) -> None:
    name = read.__name__
    first = read(look, *args)
    assert read(look, *args) is first
    assert WORKED_OUT[name] == 1, "once in a state"
    elsewhere = changed(look, barraged=frozenset({FAR}))
    assert read(elsewhere, *args) is first
    assert WORKED_OUT[name] == 1, "nothing that it read has changed"
    there = change(elsewhere)
    found = read(there, *args)
    assert WORKED_OUT[name] == 2
    assert found != first
    assert found == read(Look(world(), there.state), *args)
    assert read(look, *args) == first, "the state before has its own"


def changed_clock(state: State) -> Any:
    """A clock by which somebody else acts."""
    clock = state.clock
    other = next(side for side in SIDES if side != clock.acting)
    return type(clock)(clock.turn, clock.first, clock.phasing, clock.phase, clock.segment, other)


@pytest.mark.parametrize(
    ("read", "args", "change"),
    [
        (marker_of, ("a1",), lambda look: after(look, "a2", marker="")),
        (own_ids, ("axis",), lambda look: after(look, "s1", hex=FAR)),
        (places_of_hqs, ("axis",), lambda look: after(look, "a1", hex=FAR)),
        (stack_in, (HEX,), lambda look: after(look, "a1", hex=FAR)),
        (in_zoc, ("soviet", HEX), lambda look: after(look, "a1", hex=FAR)),
        (fighting_in, ("soviet", HEX), lambda look: after(look, "a1", hex=FAR)),
        (fighters, ("soviet",), lambda look: after(look, "s1", hex=FAR)),
        (where, ("soviet",), lambda look: after(look, "a1", hex=FAR)),
        (tokens, ("axis",), lambda look: look.after(look.state.with_dump("soviet", FAR, Dump(3)), ())),
        (weather, (), lambda look: after(look, "a1", hex=FAR)),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_does_not_read_a_thing_is_kept_when_it_changes(
    look: Look, read: Callable[..., Any], args: tuple[Any, ...], change: Callable[[Look], Look]
) -> None:
    first = read(look, *args)
    assert read(change(look), *args) is first
    assert WORKED_OUT[read.__name__] == 1


def test_a_unit_that_is_asked_for_and_gone_is_missed(look: Look) -> None:
    marker_of(look, "a4")
    with pytest.raises(KeyError):
        marker_of(look.after(look.state.without_units(["a4"]), ("a4",)), "a4")
    assert marker_of(look, "a4") == ""


def test_arguments_are_told_apart(look: Look) -> None:
    assert own_ids(look, "axis") != own_ids(look, "soviet")
    assert WORKED_OUT["own_ids"] == 2


def test_a_world_that_forgets_works_all_out_again(look: Look) -> None:
    found = own_ids(look, "axis")
    look.world.forget()
    assert own_ids(look, "axis") == found
    assert WORKED_OUT["own_ids"] == 2


def test_a_whole_state_is_read_where_something_asks_for_all_of_it(look: Look) -> None:
    assert over(look) is False
    over(changed(look, weather="rain"))
    assert WORKED_OUT["over"] == 2


def test_the_open_procedures_are_not_for_facts(look: Look) -> None:
    @derived
    def opened(look: Look) -> int:
        return len(look.state.stack)

    with pytest.raises(LookupError, match="open procedures"):
        opened(look)


def test_open_procedures_change_nothing(look: Look) -> None:
    first = own_ids(look, "axis")
    there = look.at_stack(look.state.change(stack=(Frame("stacking_check", "eliminate", None),)))
    assert own_ids(there, "axis") is first
    assert own_ids(there.after(there.state.change(stack=()), ()), "axis") is first
    assert WORKED_OUT["own_ids"] == 1


def test_no_more_facts_are_kept_than_a_world_holds(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MOST_KEPT", 4)
    for hex_ in range(20):
        assert stack_in(look, hex_) == look.ids_at(hex_)
        assert len(look.world.facts) <= 4


# --- facts that read facts -------------------------------------------------------------------------------------


@fact
def hexes(look: Look, side: str) -> tuple[int, ...]:
    return tuple(sorted(unit.hex for unit in look.own(side)))


@fact
def leftmost(look: Look, side: str) -> list[int]:
    return [min(hexes(look, side))]


@fact
def both(look: Look) -> int:
    return sum(leftmost(look, "axis") + leftmost(look, "soviet"))


def test_a_fact_that_reads_another_changes_with_it(look: Look) -> None:
    first = leftmost(look, "axis")
    there = after(look, "a1", hex=FAR)
    assert leftmost(there, "axis") == [min(unit.hex for unit in there.own("axis"))] != first
    assert (WORKED_OUT["hexes"], WORKED_OUT["leftmost"]) == (2, 2)


def test_an_equal_value_keeps_the_old_object_and_what_follows_from_it(look: Look) -> None:
    first, whole = hexes(look, "axis"), both(look)
    before = WORKED_OUT.copy()
    there = after(look, "a1", marker="reserve")
    assert both(there) == whole
    assert hexes(there, "axis") is first
    assert WORKED_OUT - before == Tally({"hexes": 1}), "who stands where is asked again, and nothing else"


def test_a_fact_in_between_stops_what_changes(look: Look) -> None:
    both(look)
    before = WORKED_OUT.copy()
    there = after(look, "a5", hex=HEX + 1)
    assert both(there) == both(Look(world(), there.state))
    assert leftmost(there, "axis") == leftmost(look, "axis")
    assert (WORKED_OUT - before)["both"] == 1, "only in the world that keeps nothing"


def test_a_value_of_another_kind_is_no_equal_value(look: Look) -> None:
    @derived
    def told(look: Look) -> Any:
        return 1 if look.state.weather else True

    assert told(look) is True
    assert type(told(changed(look, weather="rain"))) is int


def test_a_question_that_only_one_answer_leads_to_is_not_put_after_another(look: Look) -> None:
    """The marker of a unit is asked for only while it is there."""

    @derived
    def worn(look: Look, side: str) -> list[str]:
        return [marker_of(look, uid) for uid in own_ids(look, side)]

    assert len(worn(look, "axis")) == 5
    assert len(worn(look.after(look.state.without_units(["a4"]), ("a4",)), "axis")) == 4


# --- units one by one ------------------------------------------------------------------------------------------

JUDGED: list[str] = []


@of_each
def judged(look: Look, unit: Unit, word: str) -> tuple[str, str, str]:
    JUDGED.append(unit.id)
    return unit.id, unit.marker, f"{word} {look.state.weather}"


def test_of_each_works_out_only_the_units_that_changed(look: Look) -> None:
    JUDGED.clear()
    first = judged(look, "axis", "in")
    assert [uid for uid, _, _ in first] == JUDGED == ["a1", "a2", "a3", "a4", "a5"]
    assert judged(after(look, "s1", hex=FAR), "axis", "in") is first
    assert len(JUDGED) == 5
    JUDGED.clear()
    there = after(look, "a4", marker="reserve", load=0)
    assert judged(there, "axis", "in") == [entry if entry[0] != "a4" else ("a4", "reserve", "in ") for entry in first]
    assert JUDGED == ["a4"]
    JUDGED.clear()
    fewer = after(there, "a2", hex=DEAD_PILE)
    assert [uid for uid, _, _ in judged(fewer, "axis", "in")] == ["a1", "a3", "a4", "a5"]
    assert JUDGED == []
    more = after(fewer, "a2", hex=FAR)
    assert [uid for uid, _, _ in judged(more, "axis", "in")] == ["a1", "a2", "a3", "a4", "a5"]
    assert JUDGED == ["a2"]
    assert judged(look, "axis", "in") == first, "the list before is not changed"


def test_of_each_works_all_out_when_anything_else_changes(look: Look) -> None:
    judged(look, "axis", "in")
    JUDGED.clear()
    assert judged(changed(look, weather="rain"), "axis", "in")[0] == ("a1", "", "in rain")
    assert JUDGED == ["a1", "a2", "a3", "a4", "a5"]


def test_of_each_keeps_an_equal_list(look: Look) -> None:
    first = judged(look, "axis", "in")
    assert judged(after(look, "a4", load=0), "axis", "in") is first


@of_each
def worn_by(look: Look, unit: Unit) -> str:
    return str(marker_of(look, unit.id))


def test_of_each_asks_nothing_about_a_unit_that_is_no_more(look: Look) -> None:
    assert worn_by(look, "axis") == ["", "dg", "", "", ""]
    fewer = look.after(look.state.without_units(["a4"]), ("a4",))
    assert worn_by(fewer, "axis") == ["", "dg", "", ""]


# --- all of a state --------------------------------------------------------------------------------------------


@of_state
def census(look: Look, side: str) -> tuple[int, int]:
    """Units of a side on the map and the hexes in its ZOC."""
    WORKED_OUT["census"] += 1
    return len(look.own(side)), sum(map(bool, look.facts.zoc[side]))


@fact
def zoc_counted(look: Look, side: str) -> int:
    return census(look, side)[1]


def test_of_state_holds_while_only_procedures_change(look: Look) -> None:
    first = census(look, "axis")
    assert census(look.at_stack(look.state.change(stack=())), "axis") is first
    assert WORKED_OUT["census"] == 1
    census(changed(look, weather="rain"), "axis")
    assert WORKED_OUT["census"] == 2


def test_a_fact_that_reads_a_whole_state_follows_it(look: Look) -> None:
    first = zoc_counted(look, "soviet")
    there = after(look, "s1", hex=DEAD_PILE)
    assert zoc_counted(there, "soviet") == zoc_counted(Look(world(), there.state), "soviet") < first


def test_what_is_supposed_of_a_state_is_no_fact_of_it(look: Look) -> None:
    """A look of `supposing` has the same state: what follows from ZOCs and combat units does not hold in it."""
    free = next(h for h in range(look.board.size) if not look.in_zoc_of("soviet", h) and not look.ids_at(h))
    there = look.supposing("soviet", (free,), (free,))
    for read in (in_zoc, fighting_in):
        assert (read(look, "soviet", free), read(there, "soviet", free)) == (False, True)
        assert read(look, "soviet", free) is read(Look(look.world, look.state), "soviet", free) is False
    assert own_ids(there, "soviet") is own_ids(look, "soviet")
    counted = zoc_counted(look, "soviet")
    assert zoc_counted(there, "soviet") == counted + 1
    assert zoc_counted(look.with_zocs_of(there, "soviet"), "soviet") == counted + 1
    assert zoc_counted(Look(look.world, look.state), "soviet") == counted


@fact
def supposed(look: Look, hex_: int) -> bool:
    return look.supposing("soviet", (), (hex_,)).facts.zoc["soviet"][hex_] > 1


def test_a_fact_that_supposes_follows_what_is_supposed_itself(look: Look) -> None:
    free = next(h for h in range(look.board.size) if not look.in_zoc_of("soviet", h))
    assert supposed(look, free) is False
    assert supposed(look.supposing("soviet", (), (free,)), free) is True
    assert supposed(Look(look.world, look.state), free) is False


# --- of the world ----------------------------------------------------------------------------------------------


def test_of_world_keeps_at_most_so_many() -> None:
    asked: list[int] = []

    @of_world(most=2)
    def doubled(world: World, number: int) -> int:
        asked.append(number)
        return 2 * number

    here = world()
    for number in (1, 2, 1, 2):
        assert doubled(here, number) == 2 * number
    assert asked == [1, 2]
    for number in (3, 4, 5, 1):
        assert doubled(here, number) == 2 * number
        assert len(here.constants[doubled]) <= 2
    assert asked == [1, 2, 3, 4, 5, 1]
    assert doubled(world(), 1) == 2, "another world has its own"
    assert asked[-2:] == [1, 1]

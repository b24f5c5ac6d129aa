"""Events are the only things that change a state; each can be written, read and told."""

from __future__ import annotations

import msgspec
import pytest

from redball.core import events
from redball.core.actions import Action
from redball.core.events import (
    Event,
    PhaseBegan,
    SupplyLoaded,
    SupplySpent,
    SupplyUnloaded,
    TransportCombined,
    TransportDivided,
    UnitEliminated,
    UnitMoved,
)
from redball.core.kinds import leaves
from redball.core.state import DEAD_PILE, Dump, State
from redball.editions import edition, ways_to_play
from redball.editions.new_ocs.defensive_fire import SupportWith
from redball.editions.new_ocs.tap import UnitTapped
from redball.game.position.parse import parse_position
from support import LEG, text

UNITS = f"axis 01.01 a {LEG}\naxis 02.02 t truck 3 45T load=2\naxis 02.02 t2 truck 1 45T load=1\nsoviet 06.05 r {LEG}"


def state(rest: str = "[supply]\naxis 02.02 1\n") -> State:
    """A small position."""
    return parse_position(text(UNITS, rest=rest))[1]


def here(name: str) -> int:
    """The index of a hex."""
    return parse_position(text(UNITS))[0].board.index(name)


PARTS = {kind for played in ways_to_play() for kind in played.events}
"""Events that parts bring."""


@pytest.mark.parametrize("kind", leaves(Event), ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_a_docstring_and_a_home(kind: type[Event]) -> None:
    assert kind.__doc__
    assert "told" in vars(kind), "its sentence stands beside it"
    assert (kind in events.EVENTS) != (kind in PARTS), "it is the series' or some part's"
    if kind in events.EVENTS:
        assert getattr(events, kind.__name__) is kind
        assert kind.__name__ in events.__all__


def test_an_edition_reads_its_own_events_and_actions_and_no_others() -> None:
    tapped = msgspec.json.encode([UnitTapped(case="N5-tap", side="axis", unit="a")])
    assert edition("new-ocs").read_events(tapped) == (UnitTapped(case="N5-tap", side="axis", unit="a"),)
    with pytest.raises(msgspec.ValidationError):
        edition("v4.2").read_events(tapped)
    support = {"type": "support_with", "unit": "a"}
    assert edition("new-ocs+command-control").read_action(support) == SupportWith("a")
    with pytest.raises(msgspec.ValidationError):
        edition("v4.2").read_action(support)


def test_every_action_is_one_of_the_series_or_offered_by_some_edition_or_option() -> None:
    assert {kind for played in ways_to_play() for kind in played.actions} == set(leaves(Action))


def test_events_are_written_and_read_again() -> None:
    happened = (
        UnitMoved(case="6.1a", side="axis", unit="a", start=0, hex=1, mp=12),
        SupplySpent(case="12.3a-A", side="axis", hex=3, tokens=2, purpose="fuel"),
    )
    assert edition("v4.2").read_events(msgspec.json.encode(happened)) == happened


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        edition("v4.2").read_events(b'[{"type": "UnitFlew", "case": "1"}]')


@pytest.mark.case("12.2a")
def test_supply_is_moved_between_ground_and_transport_and_never_made() -> None:
    before, hex_ = state(), here("02.02")
    loaded = SupplyLoaded(case="13.2f-A", side="axis", unit="t", hex=hex_, tokens=3).apply(before)
    assert (loaded.units["t"].load, loaded.ground_supply("axis", hex_)) == (11, Dump(1))
    unloaded = SupplyUnloaded(case="13.2f-B", side="axis", unit="t", hex=hex_, tokens=5).apply(loaded)
    assert (unloaded.units["t"].load, unloaded.ground_supply("axis", hex_)) == (6, Dump(6, fresh=5))
    spent = SupplySpent(case="12.3a-A", side="axis", hex=hex_, tokens=2, purpose="fuel").apply(unloaded)
    assert spent.ground_supply("axis", hex_) == Dump(4, fresh=3)
    gone = SupplySpent(case="12.3a-A", side="axis", hex=hex_, tokens=4, purpose="fuel").apply(spent)
    assert hex_ not in gone.dumps["axis"]


def test_more_than_there_is_cannot_be_spent() -> None:
    with pytest.raises(ValueError, match="a dump of -1T"):
        SupplySpent(case="12.3a-A", side="axis", hex=here("02.02"), tokens=5, purpose="fuel").apply(state())
    with pytest.raises(ValueError, match="t2 carries 4T, not 5T"):
        SupplySpent(case="x", side="axis", hex=here("02.02"), tokens=5, purpose="fuel", holder="t2").apply(state())


@pytest.mark.case("13.2c-A")
def test_dividing_and_combining_change_neither_points_nor_load() -> None:
    before = state()
    divided = TransportDivided(case="13.2c-A", side="axis", unit="t", new="t/2", points=1, tokens=3).apply(before)
    assert [(u.id, u.points, u.load) for u in divided.units.values() if u.points] == [
        ("t", 2, 5),
        ("t/2", 1, 3),
        ("t2", 1, 4),
    ]
    combined = TransportCombined(case="13.2c-A", side="axis", unit="t", other="t/2").apply(divided)
    assert combined.units == before.units


def test_units_are_kept_in_the_order_of_their_ids() -> None:
    part = state().units["t"].change(id="b")
    assert list(state().with_unit(part).units) == ["a", "b", "r", "t", "t2"]


def test_a_dead_unit_loses_its_marks_and_counts_its_steps() -> None:
    dead = UnitEliminated(case="4.8a-A", side="soviet", unit="r", steps=1, cause="overstacked").apply(state())
    assert (dead.units["r"].hex, dead.steps_lost["soviet"]) == (DEAD_PILE, 1)


def test_a_new_phase_clears_what_was_done_and_a_new_segment_only_the_attacks() -> None:
    busy = state().change(attacked=frozenset({3}), barraged=frozenset({4}))
    busy = busy.with_unit(busy.units["a"].act(moved=True)).with_dump("axis", 5, Dump(4, fresh=2))
    began = PhaseBegan(case="2.2", side="axis", phase="combat", segment="combat", phasing="axis", new_phase=False)
    after = began.apply(busy)
    assert (after.attacked, after.barraged, after.units["a"].activity.moved) == (frozenset(), frozenset({4}), True)
    assert after.ground_supply("axis", 5).fresh == 2
    after = msgspec.structs.replace(began, new_phase=True).apply(busy)
    assert (after.attacked, after.barraged, after.units["a"].activity.moved) == (frozenset(), frozenset(), False)
    assert after.ground_supply("axis", 5) == Dump(4)

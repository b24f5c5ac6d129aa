"""The watch over a game: quiet while all is well, and loud about every kind of fault that is planted."""

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from redball.core import events as ev
from redball.core import refusals
from redball.core.actions import BeginMove, Done, Halt, StepTo
from redball.core.state import Dump, State
from redball.game import Game
from redball.game.game import Record, Taken
from redball.game.view.whole import View, view
from redball.game.watch import invariants
from redball.game.watch.bookkeeping import EXPECTED, EXPECTED_POINTS, EXPECTED_STEPS, check_events, check_supply, tokens
from redball.game.watch.invariants import (
    INVARIANTS,
    InvariantBroken,
    Rates,
    Watch,
    check_hidden,
    check_replay,
    named_in,
)
from redball.game.watch.probes import anything, probes
from redball.rules.movement import segment
from rules.rail_table import GAUGES, HEAVY, REPAIR, railway
from support import LEG, sit

ALWAYS = Rates(refused=1, offered=1, facts=1, packed=1, undo=1, hidden=1, kept=1)


def watch(rates: Rates = ALWAYS, seed: int = 1) -> Watch:
    return Watch(Game.new("crossing", seed=seed), Random(seed), rates)


def play(over: Watch, actions: int) -> None:
    """So many random actions."""
    for _ in range(actions):
        open_ = over.game.decision
        if open_ is None:
            return
        over.take(open_.side, over.rng.choice(over.choices()))


def broken(act: Callable[[], Any]) -> str:
    """The name of the invariant that an act breaks."""
    with pytest.raises(InvariantBroken) as caught:
        act()
    assert caught.value.name in INVARIANTS
    assert caught.value.name in str(caught.value)
    return caught.value.name


def test_a_sound_game_passes_every_check() -> None:
    over = watch()
    play(over, 150)
    over.finish()
    assert over.tally.events["UnitMoved"] > 0
    assert over.tally.decisions["move.go"] > 0
    assert over.tally.refusals["turn.not_your_decision"] > 0


def test_a_crash_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    over = watch()

    def fail(*_: object) -> Taken:
        raise KeyError("lost")

    monkeypatch.setattr(over.game, "take", fail)
    with pytest.raises(InvariantBroken, match=r"KeyError\('lost'\) in test_invariants.py"):
        over.take("axis", Done())


def test_a_refused_offer_is_found() -> None:
    over = watch()
    assert broken(lambda: over.take("axis", StepTo(0))) == "offered"


def test_a_decision_without_actions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    over = watch()
    monkeypatch.setattr(over, "_survey", lambda open_: [])
    assert broken(over.choices) == "no dead end"


def test_accepting_the_other_side_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    over = watch(Rates(0, 0, 0, 0, 0, 0))
    monkeypatch.setattr(over.game, "take", lambda side, action: Taken())
    assert broken(over.choices) == "turn"


def test_accepting_what_was_not_offered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    over = watch(Rates(refused=1, offered=0, facts=0, kept=0, packed=0, undo=0, hidden=0))
    monkeypatch.setattr(over.game, "check", lambda side, action: None)
    assert broken(over.choices) == "refused"


def test_refusing_what_was_offered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    over = watch(Rates(refused=0, offered=1, facts=0, kept=0, packed=0, undo=0, hidden=0))
    monkeypatch.setattr(over.game, "check", lambda side, action: refusals.GAME_OVER())
    assert broken(over.choices) == "offered"


def test_facts_that_were_repaired_wrongly_are_found() -> None:
    over = watch(Rates(refused=0, offered=0, facts=1, kept=0, packed=0, undo=0, hidden=0))
    over.choices()
    over.game.look.facts.zoc["axis"][0] += 1
    assert broken(over.choices) == "facts"


def test_what_is_kept_too_long_is_found() -> None:
    over = watch(Rates(refused=0, offered=0, facts=0, kept=1, packed=0, undo=0, hidden=0))
    while not any(isinstance(action, BeginMove) for action in over.choices()):
        play(over, 1)
    world = over.game.world
    kept = world.facts[segment._begins, (over.game.state.clock.acting,)]
    kept.value = [None] * len(kept.value)
    look = over.game.look
    look.known.clear()
    over.game.look = look.at_stack(look.state)  # nothing changes, so what is kept of the world holds
    try:
        assert broken(over.choices) == "kept"
    finally:
        world.forget()  # it serves other tests, too


def test_a_state_that_changes_when_packed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    over = watch(Rates(refused=0, offered=0, facts=0, kept=0, packed=1, undo=0, hidden=0))
    monkeypatch.setattr(invariants, "decode_state", lambda world, raw: over.game.state.change(weather="hail"))
    assert broken(over.choices) == "packed"


def test_an_undo_that_does_not_restore_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    over = watch(Rates(refused=0, offered=0, facts=0, kept=0, packed=0, undo=1, hidden=0))

    def forget(self: Game, side: str) -> None:
        self.records.pop()

    monkeypatch.setattr(Game, "undo", forget)
    assert broken(lambda: play(over, 40)) == "undo"


@pytest.mark.parametrize("leak", ["steps_lost", "load", "internals", "hq_fueled"])
@pytest.mark.case("4.9a-B")
def test_a_hidden_fact_in_a_view_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("throw-range", seed=1)
    sound = view

    def leaky(game: Game, side: str) -> View:
        return replace(sound(game, side), date=str([getattr(u, leak) for _, u in sorted(game.state.units.items())]))

    for seed in range(9):
        check_hidden(game, "soviet", Random(seed))
    monkeypatch.setattr(invariants, "view", leaky)

    def all_checked() -> None:
        for seed in range(9):
            check_hidden(game, "soviet", Random(seed))

    assert broken(all_checked) == "hidden"


class Seen(Struct):
    """A view of one unit."""

    id: str
    counter: str


@pytest.mark.case("4.9a-A")
def test_a_hidden_name_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("crossing", seed=1)
    monkeypatch.setattr(invariants, "view", lambda game, side: Seen("ax-ar", "ax-pz"))
    assert broken(lambda: check_hidden(game, "soviet", Random(1))) == "hidden"
    monkeypatch.setattr(invariants, "view", lambda game, side: Seen("ax-ir1", "ax-ar"))
    check_hidden(game, "soviet", Random(1))


def test_another_history_is_found_by_the_replay() -> None:
    over = watch(Rates(0, 0, 0, 0, 0, 0))
    play(over, 30)
    check_replay(over.game)
    number, told = max((n, record) for n, record in enumerate(over.game.records) if record.events)
    over.game.records[number] = Record(told.side, told.action, ())
    assert broken(lambda: check_replay(over.game)) == "replay"
    over.game.records[number] = Record(told.side, StepTo(0), told.events)
    assert broken(lambda: check_replay(over.game)) == "replay"
    del over.game.records[number:]
    assert broken(lambda: check_replay(over.game)) == "replay"


# --- bookkeeping -----------------------------------------------------------------------------------------------


def spent(amount: int) -> tuple[Game, State, ev.Event, State]:
    """A game, its state, an event that spends from the Axis dump, and the state after it."""
    game = Game.new("crossing", seed=1)
    hex_ = next(iter(game.state.dumps["axis"]))
    event = ev.SupplySpent(case="12.4-A", side="axis", hex=hex_, tokens=amount, purpose="combat")
    return game, game.state, event, event.apply(game.state)


def test_supply_that_an_event_accounts_for_is_in_order() -> None:
    game, before, event, after = spent(3)
    assert tokens(before)["axis"] - tokens(after)["axis"] == 3
    check_events(game.world, 1, before, (event,), after)


def test_supply_that_goes_without_account_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game, before, event, after = spent(3)
    monkeypatch.delitem(cast(dict[type, Any], EXPECTED), ev.SupplySpent)
    assert broken(lambda: check_events(game.world, 1, before, (event,), after)) == "supply"


def supplied() -> Game:
    """Axis has 8T at 02.02, a truck with 4T there and one elsewhere."""
    units = f"axis 02.02 tr truck 2 45T load=1\naxis 03.03 other truck 1 45T load=1\nsoviet 06.04 far {LEG}"
    return sit(units, rest="[supply]\naxis 02.02 2\naxis 04.04 1\nsoviet 06.04 1").game


HERE, THERE, ELSEWHERE = 6, 20, 18
MOVED = {
    "rail": ev.SupplyRailed(case="13.3e", side="axis", start=HERE, hex=THERE, path=(HERE, THERE), tokens=4, cost=16),
    "load": ev.SupplyLoaded(case="13.2f-A", side="axis", unit="tr", hex=HERE, tokens=4),
    "capture": ev.DumpCaptured(case="9.14b", side="soviet", loser="axis", hex=HERE, captured=3, destroyed=5),
    "truck": ev.TransportCaptured(case="9.14c-A", side="soviet", unit="tr", may_move=True),
    "blow": ev.DumpBlown(case="12.11a-B", side="axis", hex=HERE, tokens=8, destroyed=6, ground=5, loads=(("tr", 1),)),
}


@pytest.mark.case("9.14b", "9.14c-A", "12.11a-B", "13.3a-A")
@pytest.mark.parametrize("name", MOVED)
def test_supply_that_goes_astray_as_it_is_moved_taken_or_blown_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token out of nothing; and one that goes from a truck to a dump which the event has nothing to do with."""
    game, event = supplied(), MOVED[name]
    apply = type(event).apply

    def check() -> None:
        check_events(game.world, 1, game.state, (event,), event.apply(game.state))

    def astray(token: int, hex_: int) -> None:
        def wrong(self: ev.Event, state: State) -> State:
            after = apply(self, state)
            after = after.with_dump("soviet", 0, Dump(token)) if token else after
            if hex_ < 0:
                return after
            pile = after.ground_supply("axis", hex_)
            return after.with_dump("axis", hex_, Dump(pile.tokens + 1)).with_unit(
                after.units["other"].change(load=after.units["other"].load - 1)
            )

        monkeypatch.setattr(type(event), "apply", wrong)

    if name != "rail":  # there is no railroad here, and no Rail Cap
        check()
    astray(1, -1)
    assert broken(check) == "supply"
    astray(0, ELSEWHERE)
    assert broken(check) == "supply", "the sums are right, the places are not"


@pytest.mark.parametrize(
    ("kind", "name", "accounts"), [("combat", "steps", EXPECTED_STEPS), ("transport", "points", EXPECTED_POINTS)]
)
def test_steps_and_points_that_go_without_account_are_found(
    kind: str, name: str, accounts: dict[type, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new("crossing", seed=1)
    gone = next(u for u in game.look.own("axis") if game.look.counter(u).kind == kind and not u.load)
    steps = game.look.steps(gone)
    event = ev.UnitEliminated(case="9.12-B", side="axis", unit=gone.id, steps=steps, cause="a test")
    after = event.apply(game.state)
    check_events(game.world, 1, game.state, (event,), after)
    monkeypatch.delitem(accounts, ev.UnitEliminated)
    assert broken(lambda: check_events(game.world, 1, game.state, (event,), after)) == name


@pytest.mark.case("13.3b")
@pytest.mark.parametrize(("cap", "fits"), [("1", True), ("3/4", False)])
def test_more_rail_cap_than_there_is_is_found(cap: str, fits: bool) -> None:
    """An event that no rule would emit: a regiment takes a whole point."""
    table = railway("axis 01.02 a Rgt infantry other 4-3-3L/2-3-8L move", cap=f"axis {cap}")
    before, there = table.game.state, table.hex("04.02")
    event = ev.UnitRailed(case="13.3e", side="axis", unit="a", start=0, hex=there, path=(), cost=16)
    if fits:
        check_events(table.game.world, 1, before, (event,), event.apply(before))
    else:
        assert broken(lambda: check_events(table.game.world, 1, before, (event,), event.apply(before))) == "rail"


@pytest.mark.case("13.3e", "13.3f-B")
@pytest.mark.parametrize("gauges", ["", GAUGES])
def test_random_play_on_a_railroad(gauges: str) -> None:
    """Kinds of actions are drawn before actions, and those of rail come first every second time."""
    cap = "axis 4 gauge=standard\nsoviet 3 gauge=broad" if gauges else "axis 4\nsoviet 3"
    units = f"axis 01.02 a {HEAVY} move\naxis 01.02 p {REPAIR}\naxis 04.02 t truck 2 45T load=1\naxis 08.02 b {HEAVY}"
    game = railway(units, cap=cap, gauges=gauges, supply="axis 01.02 2").game
    over = Watch(game, Random(3), Rates(refused=3, offered=4, facts=6, packed=8, undo=8, hidden=30))
    for number in range(60):
        choices = over.choices()
        if not choices:
            break
        offered = {type(action) for action in choices} - {Done, Halt}
        by_rail = {kind for kind in offered if kind.__name__ in ("RideRail", "OpenTrain", "LoadTrain", "SendTrain")}
        kinds = sorted(by_rail if by_rail and number % 2 else offered, key=lambda kind: kind.__name__)
        kind = over.rng.choice(kinds or [type(choices[0])])
        decider = game.decision
        assert decider is not None
        over.take(decider.side, over.rng.choice([action for action in choices if type(action) is kind]))
    assert {"UnitRailed", "SupplyRailed"} & set(over.tally.events)


def test_a_change_without_an_event_is_found() -> None:
    game, before, _, after = spent(3)
    assert broken(lambda: check_events(game.world, 1, before, (), after)) == "events"


def test_an_overloaded_truck_is_found() -> None:
    game = Game.new("crossing", seed=1)
    truck = game.state.units["ax-tr"]
    check_supply(game.state.with_unit(truck.change(load=4 * truck.points)), 1)
    over = game.state.with_unit(truck.change(load=4 * truck.points + 1))
    assert broken(lambda: check_supply(over, 1)) == "supply"


@pytest.mark.case("4.8a-A")
def test_too_much_in_a_hex_at_the_end_of_a_segment_is_found() -> None:
    game = Game.new("yelnya", seed=1)
    state = game.state.change(clock=game.state.clock.__class__(first="axis", phase="combat", segment="combat"))
    divisions = [u for u in state.units.values() if u.id.endswith("rd") and u.on_map][:4]  # 3 RE each
    ends = ev.PhaseBegan(case="2.2", side="axis", phase="clean_up", segment="clean_up", phasing="axis", new_phase=True)

    def gathered(count: int) -> State:
        return state.with_units([u.change(hex=divisions[0].hex) for u in divisions[:count]])

    check_events(game.world, 1, gathered(3), (ends,), ends.apply(gathered(3)))
    full = gathered(4)
    assert broken(lambda: check_events(game.world, 1, full, (ends,), ends.apply(full))) == "stacking"


# --- probes ----------------------------------------------------------------------------------------------------


def test_probes_are_of_every_kind_and_differ_from_what_is_offered() -> None:
    game = Game.new("crossing", seed=1)
    open_ = game.decision
    assert open_ is not None
    found = probes(game.look, Random(1), open_, game.choices(), 400)
    assert len({type(action) for action in found}) > 30
    assert sum(action not in game.choices() for action in found) > 200
    assert anything(game.look, Random(1), StepTo) != anything(game.look, Random(2), StepTo)


def test_ids_are_found_among_the_texts_of_a_view() -> None:
    """What is printed on a counter does not count, nor does a part of a longer text."""
    data = {"units": [{"id": "A", "name": "B", "note": "C moves"}], "D": 1}
    assert named_in(data, ("A", "B", "C", "D", "E")) == ["A", "D"]
    assert named_in(data, ("E", "1")) == []

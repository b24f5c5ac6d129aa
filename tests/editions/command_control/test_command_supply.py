"""Fuel and trace supply through HQs, and units that move without command."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace as changed

from editions.command_control.sedan import EDITION, at_movement, command_of, led_only_as, play, with_limits
from redball.core.actions import BeginMove, Done, Halt, PayFuel, SetMode
from redball.core.events import FuelDrawn, MarkedOutOfSupply
from redball.core.look import Look
from redball.editions.command_control import slots
from redball.editions.command_control.actions import TakeArmy, TakeHq
from redball.editions.command_control.charts import CommandZones
from redball.editions.command_control.record import command_in, with_command
from redball.editions.command_control.supply import Matching, Requests, requests, supplied_freely
from redball.game import Game
from redball.rules.moving_stack.fuel import fuel_leg, fueled_hqs, is_fueled
from redball.rules.supply_phase.trace_check import TraceCheck, meal_price
from redball.rules.trace.tracing import outcomes, ways


@pytest.fixture
def game(at_first_move: Game) -> Game:
    """A game of its own at the first decision of the German Movement Phase."""
    return at_first_move.fork()


def fueled(look: Look, *hqs: str, **command: Any) -> Look:
    """The look once HQs have Fuel markers and the command is so."""
    units = [look.unit(hq).change(hq_fueled=True) for hq in hqs]
    state = look.state.with_units(units)
    return Look(look.world, with_command(state, changed(command_in(state), **command)))


# --- fuel ------------------------------------------------------------------------------------------------------


@pytest.mark.case("C1.3-fuel-units")
def test_fuel_of_an_hq_is_for_the_units_that_it_leads(game: Game) -> None:
    near = "de-flak18"
    for leading, served in (("de-hq-19", True), ("de-hq-pzgk", False), ("", False)):
        look = fueled(game.look, "de-hq-19", army="kleist", hq=leading)
        assert [hq.id for hq in fueled_hqs(look, "axis")] == ["de-hq-19"]
        assert is_fueled(look, look.unit(near)) is served, leading
    look = fueled(game.look, "de-hq-19", army="kleist", hq="de-hq-19")
    assert fuel_leg(look, look.unit("de-hq-19"), look.unit("de-hq-pzgk")) is None, "another HQ waits for its turn"
    plain = Game.new("sedan", seed=1, edition="v4.2")
    at_movement(plain, "axis")
    assert is_fueled(fueled(plain.look, "de-hq-19"), plain.look.unit(near)), "as the series rules have it"


@pytest.mark.case("C1.3-fuel-units")
def test_outside_the_movement_phase_the_series_rules_hold(game: Game) -> None:
    look = fueled(game.look, "de-hq-19")
    state = look.state.change(clock=changed(look.state.clock, phase="exploitation"))
    assert is_fueled(Look(look.world, state), state.units["de-flak18"])


@pytest.mark.case("C1.3-fuel-hqs")
def test_a_fueled_hq_fuels_those_that_come_later(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-flak18"), SetMode("de-flak18", "move", "move"))
    offers = [a for a in game.choices() if isinstance(a, PayFuel) and a.method == "hq"]
    assert {offer.unit for offer in offers} == {"de-hq-19"}, "only the HQ that leads"
    look = play(game, offers[0], Halt())
    assert not look.unit("de-hq-pzgk").activity.fueled
    look = play(game, Done())
    told = [event for event in game.events() if isinstance(event, FuelDrawn) and event.case == "C1.3-fuel-hqs"]
    assert [(event.hq, event.unit) for event in told] == [("de-hq-19", "de-hq-41"), ("de-hq-19", "de-hq-pzgk")]
    assert is_fueled(look, look.unit("de-hq-pzgk"))
    assert not is_fueled(look, look.unit("de-hq-15")), "of another army"


@pytest.mark.case("C1.3-fuel-hqs")
def test_hqs_that_were_played_get_none(game: Game) -> None:
    look = fueled(game.look, "de-hq-19", army="kleist", hq="de-hq-19", played=frozenset({"de-hq-pzgk"}))
    later = [
        hq.id for hq in slots.headquarters_of(look, "axis", "kleist") if hq.id not in command_in(look.state).played
    ]
    assert "de-hq-pzgk" not in later
    play(game, TakeArmy("kleist"), TakeHq("de-hq-pzgk"), Done(), TakeHq("de-hq-19"))
    play(game, BeginMove("de-flak18"), SetMode("de-flak18", "move", "move"))
    play(game, next(a for a in game.choices() if isinstance(a, PayFuel) and a.method == "hq"), Halt(), Done())
    told = [event.unit for event in game.events() if isinstance(event, FuelDrawn) and event.case == "C1.3-fuel-hqs"]
    assert "de-hq-pzgk" not in told


# --- without command -------------------------------------------------------------------------------------------


@pytest.mark.case("C1.3-non-commanded-oos")
def test_a_unit_without_command_that_draws_from_no_source_is_out_of_supply(game: Game) -> None:
    look = play(game, TakeArmy("kleist"), TakeHq("de-hq-pzgk"), Done())
    thrown = next(
        u.id
        for u in look.own("axis")
        if look.counter(u).is_combat_unit and ways(look, u) and all(way.via for way in ways(look, u))
    )
    direct = "de-3id"
    assert any(not way.via for way in ways(look, look.unit(direct)))
    forked = game.fork()
    assert play(game, BeginMove(thrown)).unit(thrown).out_of_supply
    told = [e for e in game.events() if isinstance(e, MarkedOutOfSupply)]
    assert [(e.unit, e.case) for e in told] == [(thrown, "C1.3-non-commanded-oos")]
    assert not play(forked, BeginMove(direct)).unit(direct).out_of_supply


# --- the Supply Phase ------------------------------------------------------------------------------------------


def wanted(**hqs: tuple[str, ...]) -> Requests:
    """Divisions, by id with underscores, and the HQs that would do."""
    found = Requests()
    for name, choice in hqs.items():
        unit = name.replace("_", "-")
        found.units[unit] = [unit]
        found.hqs[unit] = choice
    return found


@pytest.mark.case("C1.4-limit", "C1.3-limited-units-phases")
def test_an_hq_supplies_as_many_as_it_commands(game: Game) -> None:
    only = ("de-hq-3",)
    four = wanted(de_3id=only, de_23id=only, de_32id=only, de_12id=only)
    served = Matching(game.look, four).hq_of
    assert len(served) == 3, "a corps of 1940 commands three infantry divisions"


@pytest.mark.case("C1.4-limit")
def test_nobody_goes_short_while_hqs_could_exchange() -> None:
    look = Game.new("sedan", seed=1, edition=EDITION).look
    both, third, second = ("de-hq-3", "de-hq-2"), ("de-hq-3",), ("de-hq-2",)
    # The first three fill corps 3; the next three have no other; one of those of corps 2 has no other either.
    six = wanted(de_3id=both, de_23id=both, de_32id=both, de_12id=third, de_8id=third, de_28id=third)
    assert sorted(Matching(look, six).hq_of.values()) == ["de-hq-2"] * 3 + ["de-hq-3"] * 3
    seven = wanted(de_3id=both, de_23id=both, de_32id=both, de_12id=third, de_8id=third, de_28id=third, de_16id=second)
    assert len(Matching(look, seven).hq_of) == 6


@pytest.mark.case("C1.4-direct")
def test_who_draws_directly_counts_against_nobody(game: Game) -> None:
    look = game.look
    found = outcomes(look, "axis")
    asking = requests(look, "axis", found)
    assert asking.units
    for uids in asking.units.values():
        assert all(way is None or way.via for way, _ in map(found.__getitem__, uids))
    direct = [uid for uid, (way, _) in found.items() if way is not None and not way.via]
    assert not set(direct) & {uid for uids in asking.units.values() for uid in uids}


def crowded(look: Look) -> tuple[Look, str]:
    """The look in which no HQ commands panzer divisions, and a unit that then goes without free supply."""
    look = led_only_as(look, "axis", "corps")
    without = next(uid for uid, (way, case) in outcomes(look, "axis").items() if case)
    return look, without


@pytest.mark.case("C1.4-limit", "C1.4-extra")
def test_who_is_beyond_the_limit_pays_a_token_for_two_re(game: Game) -> None:
    look, unit = crowded(game.look)
    assert ways(look, look.unit(unit)), "it could trace"
    assert outcomes(look, "axis")[unit] == (None, "C1.4-limit")
    numbers = look.world.charts.table(CommandZones)
    assert numbers.extra_supply_re_per_token == look.world.charts.supply_costs.eat_off_map_re_per_t
    size = look.regimental_equivalents(look.unit(unit))
    price = meal_price(look, TraceCheck("axis", hungry=(unit,)), look.unit(unit), (0, ""))
    assert price == -(-size // (4 * numbers.extra_supply_re_per_token))


@pytest.mark.case("C1.4-limit")
def test_a_side_without_armies_is_served_as_ever() -> None:
    look = Game.new("crossing", seed=1, edition=EDITION).look
    side = look.world.scenario.sides[0].id
    assert supplied_freely(look, side, {"x": (None, "")}) == {"x": (None, "")}


# --- Breakdowns ------------------------------------------------------------------------------------------------


@pytest.mark.case("C1.6-all-optional")
@pytest.mark.parametrize("chosen", [False, True])
def test_with_the_option_a_breakdown_is_commanded_as_its_parents_are(chosen: bool) -> None:
    look = Game.new("smolensk", seed=1, edition=EDITION, switches={"breakdown_command": chosen}).look
    pool = next(p for p in look.world.scenario.breakdowns if p.side == "axis")
    regiment = look.unit("de-7id").change(id="part", hex=100, counter=pool.counters[0])
    assert slots.has_room(look, look.unit("de-hq-7ak"), regiment, ()), "a corps commands infantry divisions"
    headquarters = {**command_of(look).sides["axis"].headquarters, "de-hq-7ak": "nobody"}
    others = with_limits(look, "axis", headquarters=headquarters)
    assert slots.has_room(others, look.unit("de-hq-7ak"), regiment, ()) is not chosen

"""Short cuts of the engine give what the plain way gives, all along games that are played at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from random import Random

import pytest

from redball.bots.random_play import at_random
from redball.core import engine
from redball.core.actions import Action, BeginMove, Construct, OpenTrain, PayFuel, SendTrain, SetMode, StepTo
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import Mobility
from redball.game import Game
from redball.game.save import decode_state, encode_state
from redball.rules.air.kind import kind_of
from redball.rules.air.missions import in_range
from redball.rules.barrage import segment as barrage
from redball.rules.combat import segment as combat_segment
from redball.rules.combat.retreat import has_way, refuse_entry, refuse_way
from redball.rules.ground.bridges import bridges, ground
from redball.rules.ground.occupancy import held_by
from redball.rules.ground.railroads import rail_hexes
from redball.rules.ground.trainbusting import with_markers
from redball.rules.modes.change import mode_candidates
from redball.rules.movement import move
from redball.rules.movement import segment as movement
from redball.rules.movement import step as move_step
from redball.rules.movement.segment import MovementSegment
from redball.rules.moving_stack import fuel
from redball.rules.moving_stack.fuel import loaded_trucks
from redball.rules.moving_stack.move_ends import MoveData, may_end, refuse_end_at
from redball.rules.rail import train as rail_supply
from redball.rules.rail.paths import SUPPLIES, destinations, rate_of, rates_from, refuse_trip, trips, way_to
from redball.rules.supply import dump_blowing
from redball.rules.supply.bills import offers, shared_payers
from redball.rules.supply.draw_and_throw import paid_by_loads, payers, payers_in, stocks, tokens_of, uses_supply
from redball.rules.supply.enough import ALL, NONE, can_get, enough, gets, together, wanted
from redball.rules.supply.paths import (
    area_serving,
    draw_limit,
    draw_mobility,
    drawing_on,
    field_from,
    held,
    may_negate,
    open_ways,
)
from redball.rules.trace.rail_control import controlled_rail, users
from redball.rules.trace.sources import stations
from redball.rules.trace.tracing import can_trace_from, that_count, traceable
from redball.rules.units.abilities import marked
from redball.rules.units.engineers import engineer_capable
from redball.rules.units.stacking import overstacked, re_in_hex, stacking_limit
from redball.rules.works import candidates as works_offered
from redball.rules.works import construction
from support import long

GAMES = (("yelnya", 1, 150), ("yelnya", 2, 150), ("throw-range", 3, 120), ("crossing", 4, 120))
DRAWN_BY: tuple[Mobility, ...] = ("truck", "leg")


def played(
    scenario: str, seed: int, actions: int, switches: dict[str, object] | None = None, edition: str = ""
) -> Iterator[Game]:
    """A game at each of its decisions."""
    rng = Random(seed)
    game = Game.new(scenario, seed=seed, switches=switches or {}, edition=edition)
    for number in range(actions):
        open_ = game.decision
        if open_ is None:
            return
        yield game
        game.take(open_.side, at_random(game.choices(), rng.getrandbits(64), number % 2 == 0))


@pytest.mark.parametrize(("scenario", "seed", "actions"), GAMES)
def test_what_is_offered_needs_no_second_judgement(scenario: str, seed: int, actions: int) -> None:
    """Options that call their candidates exact have no candidate that is refused."""
    for game in played(scenario, seed, actions):
        assert game.choices() == engine.plain_choices(game.look)


@pytest.mark.parametrize(("scenario", "seed", "actions"), GAMES)
def test_what_is_remembered_from_other_states_holds(scenario: str, seed: int, actions: int) -> None:
    """A world in which nothing was searched before finds the same legal actions."""
    for number, game in enumerate(played(scenario, seed, actions)):
        if number % 10 == 0:
            assert engine.choices(Look(replace(game.world), game.state)) == game.choices()


def test_what_rails_and_negation_follow_from_is_named_whole() -> None:
    """`controlled_rail`, `bridges`, `may_negate` and `held` of a world that remembers, and of one that does not."""

    def found(look: Look) -> list[object]:
        return [kept(look, side) for kept in (controlled_rail, bridges, may_negate, held) for side in look.world.sides]

    for number, game in enumerate(played("smolensk", 6, 400)):
        if number % 8 == 0:
            assert found(Look(replace(game.world), game.state)) == found(game.look)


def test_the_supply_of_one_hex_is_that_of_the_whole_list() -> None:
    seen = 0
    for game in played("yelnya", 7, 400):
        data = game.state.stack[-1].data
        if not isinstance(data, MoveData) or not loaded_trucks(game.look, data):
            continue
        moving = frozenset(data.units)
        for unit in game.look.own(data.side):
            for hex_ in stocks(game.look, data.side):
                listed = tuple(p for p in payers(game.look, unit, moving) if p.source == hex_)
                assert payers_in(game.look, unit, hex_, moving) == listed
                seen += len(listed)
        for hex_ in stocks(game.look, data.side):
            ids = game.look.ids_at(hex_) or data.units
            shared = tuple(p for p in shared_payers(game.look, ids, moving) if p.source == hex_)
            assert shared_payers(game.look, ids, moving, hex_) == shared
    assert seen > 100


def test_what_loads_pay_for_is_found_at_once() -> None:
    """`paid_by_loads` against `payers_in` of every unit, and who gets enough of them against their tokens."""
    seen: set[bool] = set()
    for game in chain(played("yelnya", 5, 400), played("smolensk", 2, 300)):
        look, data = game.look, game.state.stack[-1].data
        trucks = loaded_trucks(look, data) if isinstance(data, MoveData) else frozenset()
        if not trucks:
            continue
        own, here, moving = look.own(data.side), data.hex, frozenset(data.units)
        plain = {u.id: tuple(p for p in payers_in(look, u, here, moving) if p.holder in trucks) for u in own}
        users = [unit for unit in own if uses_supply(look, unit)]
        found = {unit.id: there for unit, there in paid_by_loads(look, data.side, here, trucks, users, moving)}
        ways = {uid: [(p.holder, p.tokens, p.via) for p in there] for uid, there in plain.items() if there}
        assert {uid: [(load.holder, load.tokens, via) for load, via in there] for uid, there in found.items()} == ways
        for tokens in (1, 4):
            supply = enough(look, wanted(look, data.side, tokens, moving, here, tuple(sorted(trucks))))
            for unit in own:
                assert gets(look, unit, supply) == (tokens_of(plain[unit.id]) >= tokens)
                seen.add(gets(look, unit, supply))
    assert seen == {False, True}


@pytest.mark.parametrize(("scenario", "seed", "actions"), [("yelnya", 5, 400), long("smolensk", 10, 300)])
def test_all_fuel_that_can_be_paid_is_offered(scenario: str, seed: int, actions: int) -> None:
    """The list of fuel is that of every method, unit and payer that is not refused."""
    seen = 0
    for number, game in enumerate(played(scenario, seed, actions)):
        look, data = game.look, game.state.stack[-1].data
        if isinstance(data, MoveData) and (number % 3 == 0 or loaded_trucks(look, data)):
            own, moving = look.own(data.side), frozenset(data.units)
            payments = {
                PayFuel(method, u.id, p.source, p.holder, p.via)
                for u, method in product(own, fuel.methods(look))
                for p in payers(look, u, moving)
            }
            plain = {payment for payment in payments if fuel.refuse_fuel(look, data, payment) is None}
            listed = list(fuel.fuel_candidates(look, data))
            assert set(listed) == plain
            assert len(listed) == len(plain)
            seen += len(plain)
    assert seen > 500


def test_who_is_where_is_told_alike() -> None:
    for game in played("yelnya", 9, 60):
        look = game.look
        for side in look.world.sides:
            enemy, works = look.enemy(side), look.state.hedgehogs
            theirs = {h for h, hedgehog in works.items() if hedgehog.side == enemy} | look.state.dumps[enemy].keys()
            plain_held = {h for h in range(look.board.size) if look.units_at(h, enemy) or h in theirs}
            assert held_by(look, enemy) == plain_held
            plain = sorted(
                h for h in {u.hex for u in look.own(side)} if re_in_hex(look, side, h) > stacking_limit(look.world)
            )
            assert overstacked(look, side) == tuple(plain)
            on_map = [u for u in look.state.units.values() if u.side == side and u.on_map]
            assert list(look.own(side)) == on_map
            assert list(look.own_of(side, "hq")) == [u for u in on_map if look.counter(u).kind == "hq"]


def test_nothing_is_packed_of_an_idle_unit() -> None:
    """Equal states are packed alike, whether what a unit did is `IDLE` itself or only equal to it."""
    game = Game.new("crossing", seed=1)
    unit = next(iter(game.state.units.values()))
    idle = unit.act(moved=True).act(moved=False)
    assert idle.activity is not unit.activity
    assert encode_state(game.state.with_unit(idle)) == encode_state(game.state)
    assert len(encode_state(game.state.with_unit(unit.act(moved=True)))) > len(encode_state(game.state))


def test_trains_are_offered_without_judging_every_dump_and_hex() -> None:
    """Opened where `refuse_open` finds nothing, sent where `refuse_send` finds nothing."""
    seen: set[str] = set()
    for number, game in enumerate(played("smolensk", 1, 200)):
        look, side = game.look, game.state.clock.acting
        dumps = sorted(look.state.dumps[side])
        plain = [OpenTrain(h) for h in dumps if rail_supply.refuse_open(look, None, OpenTrain(h)) is None]
        assert list(rail_supply.open_candidates(look, None)) == plain
        for start in [action.hex for action in plain[:2]] if number % 20 == 0 else ():
            assert [h for h in range(look.board.size) if rail_supply.refuse_entrain(look, side, h) is None] == sorted(
                trips(look, side, SUPPLIES).entrances
            )
            for tokens in (1, 40, 200):
                train = rail_supply.Train(side, start, tokens)
                sent = [SendTrain(h) for h in rail_hexes(look.world)]
                sent = [action for action in sent if rail_supply.refuse_send(look, train, action) is None]
                assert list(rail_supply.send_candidates(look, train)) == sent
                seen |= {"sent" if sent else "too heavy"}
        seen |= {"opened" if plain else "none"}
    assert seen == {"sent", "too heavy", "opened", "none"}


def test_what_is_kept_by_hex_is_packed() -> None:
    """Converted rail hexes and supply that has just landed come back, in any order of their hexes."""
    game = Game.new("crossing", seed=1)
    one = game.state.change(regauged={7: "wide", 3: "narrow"}, landed={9: 4, 2: 8})
    other = game.state.change(regauged={3: "narrow", 7: "wide"}, landed={2: 8, 9: 4})
    assert encode_state(one) == encode_state(other)
    assert decode_state(game.world, encode_state(one)) == one


def test_where_trains_can_go_is_told_alike() -> None:
    """The list of destinations holds the hexes to which no trip is refused."""
    seen = 0
    for number, game in enumerate(played("smolensk", 3, 30)):
        look = game.look
        for side in look.world.sides if number % 10 == 0 else ():
            for start in sorted(look.state.dumps[side])[:4]:
                plain = [h for h in rail_hexes(look.world) if refuse_trip(look, side, SUPPLIES, start, h) is None]
                assert list(destinations(look, side, SUPPLIES, start)) == plain
                rates = {rate_of(look, side, SUPPLIES, start, end) for end in plain}
                assert rates_from(look, side, SUPPLIES, start) == rates
                for end in plain:
                    way = way_to(look, side, SUPPLIES, start, end)
                    assert way is not None
                    assert rate_of(look, side, SUPPLIES, start, end) == way.rate
                    seen += 1
    assert seen


def test_the_absent_who_are_left_out_make_no_difference() -> None:
    """Where trace comes from and from where it can be drawn is the same without them."""
    left_out = 0
    for number, game in enumerate(played("yelnya", 5, 120)):
        look = game.look
        side = look.state.clock.acting
        for unit in look.own(side)[number % 7 :: 7] if number % 10 == 0 else ():
            absent = frozenset({unit.id, look.own(side)[0].id})
            reduced = that_count(look, side, absent)
            left_out += len(absent) - len(reduced)
            there = dict(stations(look, side, absent))
            assert dict(stations(look, side, reduced)) == there
            for mobility in ("truck", "leg"):
                whole = area_serving(look, side, tuple(there), mobility, draw_limit(look.world), absent)
                assert whole == area_serving(look, side, tuple(there), mobility, draw_limit(look.world), reduced)
    assert left_out


def test_a_field_serves_what_it_reaches_and_comes_next_to() -> None:
    """Not zero for the hexes of `near`."""
    look = Game.new("crossing", seed=1).look
    field = field_from(look, look.world.sides[0], look.board.size // 2, "truck", 48)
    for hex_ in range(look.board.map_size):
        ends = [h for h in (hex_, *look.board.neighbours(hex_)) if h in field.cost]
        assert bool(field.served[hex_]) == bool(ends)
        near = min(((field.cost[h], h) for h in ends), default=None)
        assert field.near(look.board, hex_) == near


def test_who_can_get_supply_is_told_without_the_payers() -> None:
    """As many tokens as the payers have together, and no more."""
    seen: set[bool] = set()
    for number, game in enumerate(played("yelnya", 6, 100)):
        look = game.look
        for unit in look.own(look.state.clock.acting)[number % 5 :: 5] if number % 8 == 0 else ():
            have = tokens_of(payers(look, unit))
            for tokens in {1, max(1, have), have + 1}:
                want = wanted(look, unit.side, tokens)
                assert can_get(look, unit, want) == gets(look, unit, enough(look, want)) == (have >= tokens)
            seen.add(have > 0)
    assert seen == {False, True}


def test_what_is_certain_of_a_hex_holds_for_all_who_stand_there() -> None:
    """`together`, `Enough.certain` and `Enough.scarce` against the payers of each and those that all have in common,
    where units stand and for single ones as if they stood elsewhere."""
    seen: set[bool | None] = set()
    sure_of: set[int] = set()
    for number, game in enumerate(chain(played("yelnya", 6, 100), played("smolensk", 2, 60))):
        look, side = game.look, game.state.clock.acting
        own = [u for u in look.own(side) if uses_supply(look, u)] if number % 10 == 0 else []
        plain = [u for u in own if look.counter(u).kind != "hq"]
        elsewhere = [plain[h % len(plain)].change(hex=h) for h in range(number % 9, look.board.map_size, 9) if own]
        for units in (*[look.combat_units_at(h, side) for h in {u.hex for u in own}], *[[unit] for unit in elsewhere]):
            for tokens in (1, 4, 9):
                want = wanted(look, side, tokens)
                sure = together(look, units, want)
                have = [{(p.source, p.holder, p.via): p for p in payers(look, unit)} for unit in units]
                common = [p for way, p in have[0].items() if all(way in others for others in have)]
                assert sure is not True or tokens_of(common) >= tokens
                assert sure is not False or max(tokens_of(there.values()) for there in have) < tokens
                seen.add(sure)
                if all(draw_mobility(look.face(unit)) == "truck" for unit in units):
                    supply = enough(look, want)
                    certain = supply.certain()[units[0].hex]
                    assert certain != ALL or sure is True
                    assert certain != NONE or sure is False
                    assert not supply.scarce(units[0].hex) or max(tokens_of(there.values()) for there in have) < tokens
                    sure_of.add(certain)
    assert seen == {False, True, None}
    assert sure_of == {0, ALL, NONE}


def test_where_draws_come_from_is_told_without_their_mp() -> None:
    """`drawing_on` against `area_serving`, over ground where a step may take the whole allowance too."""
    for number, game in enumerate(played("smolensk", 3, 40)):
        look = game.look
        for side, kind in product(look.world.sides, DRAWN_BY) if number % 10 == 0 else ():
            targets = tuple(stocks(look, side))
            area = area_serving(look, side, targets, kind, draw_limit(look.world))
            told = drawing_on(look, side, targets, kind, draw_limit(look.world))
            assert {hex_ for hex_, near in enumerate(told) if near} == set(area)


def test_where_an_engineer_works_is_searched_only_where_the_enemy_is_near() -> None:
    """`in_radius` against `plain_radius`."""
    seen: set[bool] = set()
    for number, game in enumerate(played("yelnya", 4, 80)):
        look = game.look
        for unit in (u for side in look.world.sides for u in look.own(side)) if number % 20 == 0 else ():
            graph, troops = ground(look, unit.side, "leg"), look.facts.combat_units[look.enemy(unit.side)]
            plain = construction.plain_radius(unit.hex, graph, troops)
            assert construction.in_radius(look, unit) == plain
            seen.add(plain == construction.plain_radius(unit.hex, graph, bytes(look.board.size)))
    assert seen == {False, True}


def leads_out(look: Look, unit: Unit, start: int, gone: int, distance: int) -> bool:
    """Some walk over hexes that a unit may enter leads from `start` to the full distance, one hex farther each step."""
    return gone == distance or any(
        refuse_entry(look, unit, start, hex_, gone) is None and leads_out(look, unit, hex_, gone + 1, distance)
        for hex_ in look.board.neighbours(start)
        if look.board.distance(unit.hex, hex_) == gone + 1
    )


def test_ways_of_a_retreat_are_those_of_all_walks() -> None:
    """`refuse_way` and `has_way` against all walks, around where units stand, for retreats of one to three hexes."""
    asked = closed = 0
    for number, game in enumerate(played("yelnya", 5, 60)):
        look = game.look
        units = [u for side in game.world.sides for u in look.own(side)] if number % 20 == 19 else []
        for unit, distance in product(units, (1, 2, 3)):
            open_to = False
            for hex_ in look.board.neighbours(unit.hex):
                plain = refuse_entry(look, unit, unit.hex, hex_, 0) is None
                plain = plain and leads_out(look, unit, hex_, 1, distance)
                assert (refuse_way(look, unit, unit.hex, unit.hex, hex_, 0, distance) is None) == plain
                asked, closed, open_to = asked + 1, closed + (not plain), open_to or plain
            assert has_way(look, unit, unit.hex, unit.hex, 0, distance) == open_to
    assert asked > 1000
    assert closed > 100


@pytest.mark.parametrize(("scenario", "seed", "actions"), [*GAMES, ("smolensk", 10, 150)])
def test_all_work_that_can_be_done_is_offered(scenario: str, seed: int, actions: int) -> None:
    """The list of works is that of every unit, hex and task that is not refused."""
    seen = 0
    for number, game in enumerate(played(scenario, seed, actions)):
        data = game.state.stack[-1].data
        if isinstance(data, MovementSegment | MoveData) and (number % 3 == 0 or loaded_trucks_of(game, data)):
            look = game.look
            able = [u for u in look.own(data.side) if engineer_capable(look, u)]
            alone = [(u.id, h) for u in able for h in construction.in_radius(look, u)]
            together = [("", h) for h in {u.hex for u in look.own(data.side)}]
            works = (Construct(uid, h, task) for uid, h in (*alone, *together) for task in construction.TASKS)
            plain = {work for work in works if construction.refuse(look, data, work) is None}
            listed = list(works_offered.candidates(look, data))
            assert set(listed) == plain
            assert len(listed) == len(plain)
            seen += len(plain)
    assert seen


@pytest.mark.parametrize(("scenario", "seed", "actions"), GAMES)
def test_what_the_lists_of_a_move_leave_out_would_be_refused(scenario: str, seed: int, actions: int) -> None:
    """Units that begin, steps and modes: the lists hold all that is not refused."""
    seen = 0
    for game in played(scenario, seed, actions):
        look, data = game.look, game.state.stack[-1].data
        if isinstance(data, MovementSegment):
            begins = [BeginMove(unit.id) for unit in look.own(data.side)]
            plain: list[Action] = [a for a in begins if movement.refuse_in_order(look, data, a) is None]
            assert list(movement.begin_candidates(look, data)) == plain
        elif isinstance(data, MoveData):
            steps = [StepTo(hex_) for hex_ in look.board.neighbours(data.hex)]
            modes = [a for uid in data.units for a in mode_candidates(look, look.unit(uid))]
            plain = [a for a in steps if move_step.refuse_step(look, data, a) is None]
            plain += [a for a in modes if move.refuse_set_mode(look, data, a) is None]
            assert [a for a in engine.choices(look, StepTo, SetMode) if isinstance(a, StepTo | SetMode)] == plain
        else:
            continue
        seen += len(plain)
    assert seen > 100


def loaded_trucks_of(game: Game, data: MovementSegment | MoveData) -> bool:
    return isinstance(data, MoveData) and bool(loaded_trucks(game.look, data))


def test_where_work_is_shut_out_is_told_alike() -> None:
    """The bytes of a task are not zero where it is refused."""
    for number, game in enumerate(played("yelnya", 8, 200)):
        look = game.look
        for side in look.world.sides if number % 20 == 0 else ():
            for task in construction.TASKS.values():
                plain = [task.refuse(look, side, h) is not None for h in range(look.board.size)]
                assert list(map(bool, task.shut(look, side))) == plain


def test_those_of_a_hex_who_get_supply_together_have_payers_in_common() -> None:
    """Each of them can, and all of them together from the same payers."""
    seen = 0
    for number, game in enumerate(played("yelnya", 6, 100)):
        look, side = game.look, game.state.clock.acting
        for hex_ in {u.hex for u in look.own(side)} if number % 8 == 0 else ():
            units = look.combat_units_at(hex_, side)
            if units and together(look, units, wanted(look, side, 4)):
                shared = shared_payers(look, tuple(u.id for u in units), frozenset())
                assert tokens_of(shared) >= 4
                seen += len(units)
    assert seen


def test_repaired_facts_tell_whose_units_moved() -> None:
    """`places` of a side is the same object only while its units are where they were."""
    known: dict[str, tuple[object, object]] = {}
    seen: set[bool] = set()
    for game in played("yelnya", 11, 150):
        look = game.look
        for side in look.world.sides:
            where, now = [(u.id, u.hex) for u in look.own(side)], look.facts.places[side]
            if side in known and known[side][0] is now:
                assert known[side][1] == where
            seen.add(side in known and known[side][0] is now)
            known[side] = (now, where)
    assert seen == {False, True}


def test_what_draws_from_many_hexes_serve_is_found_by_one_search() -> None:
    """`Ways.served` against the fields of every hex, where draws count ZOCs and where they do not."""
    seen = 0
    for number, game in enumerate(played("smolensk", 5, 60)):
        look = game.look
        for side in look.world.sides if number % 15 == 0 else ():
            ways, hexes = open_ways(look, side), sorted({unit.hex for unit in look.own(side)})
            for kind in DRAWN_BY:
                told = ways.served(hexes, kind)
                fields = [ways.fields(hex_, kind, draw_limit(look.world))[-1] for hex_ in hexes]
                plain = [any(field.served[h] for field in fields) for h in range(look.board.size)]
                assert list(map(bool, told)) == plain
                seen += sum(plain)
    assert seen > 100


def test_where_a_unit_could_trace_is_told_at_once() -> None:
    """`traceable` against `can_trace_from` in every hex, for some units of both sides."""
    seen: set[bool] = set()
    for number, game in enumerate(played("yelnya", 5, 100)):
        look = game.look
        for unit in (look.own(side)[number % 11] for side in look.world.sides if number % 10 == 0):
            told = traceable(look, unit)
            for hex_ in range(number % 3, look.board.size, 3):
                assert bool(told[hex_]) == can_trace_from(look, unit, hex_)
            seen |= set(map(bool, told))
    assert seen == {False, True}


@pytest.mark.parametrize("switches", [{}, {"strat_direct_draw": True}])
def test_where_reserves_and_strat_may_end_is_told_of_many_hexes(switches: dict[str, object]) -> None:
    """`may_end` against `refuse_end_at` in every hex, for units of both sides as if they were in these modes."""
    seen: set[tuple[str, bool]] = set()
    for number, game in enumerate(played("yelnya", 5, 100, switches)):
        look = game.look
        for unit in (look.own(side)[number % 11] for side in look.world.sides if number % 20 == 0):
            stack = frozenset({unit.id, look.own(unit.side)[number % 7].id})
            for mode in ("reserve", "strat"):
                changed = unit.change(marker=mode)
                may = may_end(look, changed, stack)
                for hex_ in range(number % 3, look.board.size, 3):
                    assert may(hex_) == (refuse_end_at(look, changed, hex_, stack, stack) is None)
                    seen.add((mode, may(hex_)))
    assert {("reserve", True), ("strat", True), ("strat", False)} <= seen


def test_what_a_party_can_pay_is_told_without_the_offers() -> None:
    """`payable` against the offers for the bill, for all combat units of a hex and each of them."""
    seen: set[bool] = set()
    for number, game in enumerate(played("yelnya", 6, 100)):
        look, side = game.look, game.state.clock.acting
        for hex_ in {u.hex for u in look.own(side)} if number % 10 == 0 else ():
            ids = tuple(u.id for u in look.combat_units_at(hex_, side))
            for units in (ids, *((uid,) for uid in ids)) if ids else ():
                works = construction.Works(side, hex_, "build_hedgehog", units)
                plain = bool(offers(look, construction.bill_of(look, works)))
                assert construction.payable(look, works) == plain
                seen.add(plain)
    assert seen == {False, True}


def test_who_draws_is_told_from_the_printed_counters() -> None:
    """The users of `controlled_rail` are the combat units of the side, as their present faces draw."""
    for number, game in enumerate(played("yelnya", 10, 100)):
        look = game.look
        for side in look.world.sides if number % 10 == 0 else ():
            combat = [u for u in look.own(side) if look.counter(u).is_combat_unit]
            assert users(look, side) == {(u.hex, draw_mobility(look.face(u))) for u in combat}


def test_targets_and_marked_units_are_listed_without_asking_of_every_hex_and_unit() -> None:
    """What may be attacked and barraged is what is not refused; dumps to blow are those with SP; Reserves wear the
    marker."""
    seen: set[str] = set()
    for number, game in enumerate(played("yelnya", 9, 300)):
        look, hexes = game.look, range(game.look.board.size)
        for side in look.world.sides if number % 20 == 0 else ():
            barraged = [h for h in hexes if barrage.refuse_target(look, side, h) is None]
            assert list(barrage.possible_targets(look, side)) == barraged
            attacked = [h for h in hexes if combat_segment.refuse_target(look, side, h) is None]
            assert list(combat_segment.possible_targets(look, side)) == attacked
            tokens = {h: dump_blowing.dump_tokens(look, side, h) for h in hexes if h not in look.state.blown}
            assert dump_blowing.dumps_to_blow(look, side) == {h: there for h, there in tokens.items() if there}
            reserves = tuple(u for u in look.own(side) if u.marker == "reserve")
            assert marked(look, side, "reserve") == reserves
            kinds = {"barrages": barraged, "attacks": attacked, "dumps": tokens, "reserves": reserves}
            seen |= {kind for kind, found in kinds.items() if found}
    assert seen == {"barrages", "attacks", "dumps", "reserves"}


@pytest.mark.parametrize(
    ("edition", "kinds"),
    [
        ("v4.2", {"trainbusting", "supply_drop", "barrage", "base_barrage"}),
        ("new-ocs", {"interdiction", "patrol", "supply_drop", "dump_barrage"}),
        ("1992", {"station", "supply_drop"}),
    ],
)
def test_where_missions_may_go_is_listed_without_asking_of_every_hex(edition: str, kinds: set[str]) -> None:
    """The hexes of a kind of mission against its refusal of each hex, and the byte of each hex in range against its
    distance."""
    seen = set()
    for number, game in enumerate(played("crete", 3, 120, edition=edition)):
        world, board = game.world, game.world.board
        marked = with_markers(
            game.state.change(barraged=frozenset({50, 51})), dict(zip((60, 61), world.sides, strict=True))
        )
        look = Look(world, marked)
        for name in kinds if number % 10 == 0 else ():
            kind = kind_of(look, name)
            for side in world.sides:
                listed = list(kind.hexes(look, side))
                plain = [hex_ for hex_ in range(board.map_size) if kind.refuse_hex(look, side, hex_) is None]
                assert [hex_ for hex_ in listed if not board.is_box(hex_)] == plain, (name, side)
                seen.add((name, 0 < len(plain) < board.map_size))
    assert {name for name, some in seen if some} >= kinds - {"patrol"}
    for start in (0, 100, board.size - 1):
        near = in_range(world, start, 9).to_bytes(board.size, "little")
        distances = [board.distance(start, hex_) for hex_ in range(board.size)]
        assert list(near) == [0 < distance <= 9 for distance in distances]

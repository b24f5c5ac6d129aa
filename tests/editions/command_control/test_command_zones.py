"""Zones of operations: where they lie, how they are drawn, and what they do to units of other armies."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace as changed

from as_json import view
from editions.command_control.sedan import EDITION, led_only_as
from redball.core.actions import Action, BeginMove, Done, RetreatTo, RideRail, ShipTo, StepTo
from redball.core.engine import Run
from redball.core.look import Look
from redball.editions.command_control import boundaries, zone_effects, zones
from redball.editions.command_control.actions import PlaceBoundary, SlideZone, TakeArmy, TakeHq, TurnZone
from redball.editions.command_control.boundaries import Boundaries
from redball.editions.command_control.events import MovementHalved, ZoneLifted, ZonePlaced
from redball.editions.command_control.record import Zone, command_in, halved, with_command
from redball.game import Game
from redball.game.sight.belief import believed
from redball.rules.combat.odds import attack_cost, defence_cost
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.combat.retreat import RetreatData, group, take_go
from redball.rules.modes.disorganization import Disorganized
from redball.rules.movement.step import take_step
from redball.rules.moving_stack.move_ends import MoveData, mp_left
from redball.rules.units.abilities import movement_allowance
from redball.rules.units.visibility import top_unit
from redball.scenarios.command import _check_parent
from redball.scenarios.records import ArmyInfo
from rules.rail_table import INF, position
from support import HQ, sitting

NE, SE, SW = 1, 2, 4
START, NEXT, OTHER = "14.19", "15.20", "15.20"
"""Hexes in the zone of 4. Armee as the tests lay it, where nobody stands."""


@pytest.fixture
def game(at_first_boundaries: Game) -> Game:
    """A game of its own at the first German decision about armies and boundaries."""
    return at_first_boundaries.fork()


def zoned(look: Look, *found: Zone, led: tuple[tuple[str, str], ...] = ()) -> Look:
    """The look with these zones, once HQs have led units."""
    command = changed(command_in(look.state), zones=found, led=led)
    return Look(look.world, with_command(look.state, command))


def zone(look: Look, army: str, left: str, right: str, rear: int = NE, side: str = "axis") -> Zone:
    """A zone by the names of its flank hexes."""
    return Zone(side, army, look.board.index(left), look.board.index(right), rear)


def at(look: Look, unit: str, name: str) -> Look:
    """The look with a unit in another hex."""
    moved = look.unit(unit).change(hex=look.board.index(name))
    return Look(look.world, look.state.with_unit(moved))


def run_of(look: Look, game: Game) -> Run:
    return Run(look, game.dice)


def names(look: Look, hexes: object) -> set[str]:
    return {look.hex_name(hex_) for hex_ in hexes}  # type: ignore[attr-defined]


def plain_borders(look: Look, zone: Zone) -> frozenset[int]:
    """`zones.borders`, asked of every hex."""
    lanes = zones.offset(look.board, zone.rear, zone.left, zone.right)[1]
    inside = zones.hexes_of(look, zone)
    return frozenset(h for h in inside if zones.offset(look.board, zone.rear, zone.left, h)[1] in (0, lanes))


def test_the_hexes_of_a_zone_are_those_that_it_holds(game: Game) -> None:
    """`hexes_of` and `borders` against `holds` and the lanes of every hex, for flanks and rears of all kinds."""
    look = game.look
    on_map = [hex_ for hex_ in range(look.board.size) if not look.board.is_box(hex_)]
    seen = 0
    for left, right in pairwise(on_map[7::193]):
        zone = Zone("axis", "12", left, right, (left + right) % 6)
        inside = {hex_ for hex_ in on_map if zones.holds(look, zone, hex_)}
        assert zones.hexes_of(look, zone) == inside
        assert zones.borders(look, zone) == plain_borders(look, zone)
        seen += len(inside)
    assert seen > 300


# --- where they lie --------------------------------------------------------------------------------------------


@pytest.mark.case("C4.2-flanks", "C4.2-rear", "C4.1")
def test_a_zone_reaches_six_hexes_to_the_rear_between_its_flanks(game: Game) -> None:
    look, board = game.look, game.look.board
    flat = zone(look, "12", "15.10", "10.12")
    inside = zones.hexes_of(look, flat)
    for flank in (flat.left, flat.right):
        hex_ = flank
        for depth in range(8):
            assert (hex_ in inside) is (depth <= 6), depth
            hex_ = board.neighbour(hex_, NE)
    assert {flat.left, flat.right} <= zones.borders(look, flat)
    assert all(zones.holds(look, flat, hex_) is (hex_ in inside) for hex_ in range(board.size))
    lanes = abs(zones.offset(board, NE, flat.left, flat.right)[1])
    assert len(inside) >= 7 * (lanes - 1), "the rear limit is parallel to the front"


@pytest.mark.case("C4.2-flanks")
def test_a_front_reaches_ten() -> None:
    look = Game.new("smolensk", seed=1, edition=EDITION).look
    assert (zones.length(look, "soviet", "west"), zones.length(look, "axis", "pg2")) == (10, 6)


@pytest.mark.case("C4.2-subordinate-zone", "C4.2-subordinate")
def test_a_subordinate_army_uses_the_zone_of_its_parent(game: Game) -> None:
    look = zoned(game.look, zone(game.look, "12", "15.10", "10.12"), zone(game.look, "4", "10.12", "10.20"))
    found = zones.zone_of(look, "axis", "kleist")
    assert found is not None
    assert found.army == "12"
    own, other = look.board.index("14.13"), look.board.index(OTHER)
    assert own in zones.hexes_of(look, found)
    assert not zones.in_another(look, "axis", "kleist", own)
    assert zones.in_another(look, "axis", "kleist", other)
    assert [army.id for army in zones.owners(look, "axis")] == ["4", "12"], "it has none of its own"


class Fail:
    """Says where a scenario is wrong."""

    def fail(self, where: str, message: str) -> ValueError:
        return ValueError(f"{where}: {message}")


@pytest.mark.case("C4.2-subordinate")
@pytest.mark.parametrize(
    ("under", "message"),
    [
        ({"a": "b", "b": ""}, ""),
        ({"a": "x", "b": ""}, "there is no army 'x'"),
        ({"a": "b", "b": "c", "c": ""}, "'b' is itself under 'c'"),
        ({"a": "b", "c": "b", "b": ""}, "'c' is under 'b' already"),
    ],
)
def test_one_army_is_put_under_one_that_is_under_none(under: dict[str, str], message: str) -> None:
    armies = {name: ArmyInfo(name, name, "army", (), parent) for name, parent in under.items()}
    if message:
        with pytest.raises(ValueError, match=message):
            _check_parent(Fail(), armies, "a", "here")  # type: ignore[arg-type]
    else:
        _check_parent(Fail(), armies, "a", "here")  # type: ignore[arg-type]


@pytest.mark.case("C4.2-no-zone")
def test_an_army_far_from_supplied_enemies_has_no_zone(game: Game) -> None:
    look = game.look
    assert {z.army for z in zones.proposed(look, "axis")} == {"4", "12"}
    starved = [u.change(out_of_supply=True) for u in look.own("allied")]
    assert zones.proposed(Look(look.world, look.state.with_units(starved)), "axis") == ()
    hqs = [u.id for u in zones.headquarters(look, "axis", "4")]
    for hq in hqs:
        look = at(look, hq, "30.30")
    assert not zones.near_enemy(look, "axis", "4")
    assert "4" not in {z.army for z in zones.proposed(look, "axis")}
    only = zoned(look, zone(look, "12", "15.10", "10.12"), led=(("5 Pz", "de-hq-15"),))
    stranger = at(only, "de-5pz-a", "14.13").unit("de-5pz-a")
    assert not zones.abroad(only, stranger, "4", stranger.hex), "its units are strangers nowhere"


@pytest.mark.case("C4.2-no-zone")
@pytest.mark.parametrize(
    ("scenario", "side", "army", "far"), [("sedan", "axis", "4", 6), ("smolensk", "soviet", "west", 10)]
)
@pytest.mark.parametrize("beyond", [0, 1])
def test_far_is_more_than_six_hexes_or_ten(scenario: str, side: str, army: str, far: int, beyond: int) -> None:
    look = Game.new(scenario, seed=1, edition=EDITION).look
    board, foes = look.board, zones.enemies(look, side)
    on_map = (hex_ for hex_ in range(board.size) if not board.is_box(hex_))
    there = next(h for h in on_map if min(board.distance(h, foe) for foe in foes) == far + beyond)
    hqs = zones.headquarters(look, side, army)
    assert hqs
    moved = Look(look.world, look.state.with_units([hq.change(hex=there) for hq in hqs]))
    assert zones.near_enemy(moved, side, army) is (beyond == 0)


@pytest.mark.case("C4.2-no-zone", "C4.2-front")
def test_who_is_supplied_is_read_off_the_top_of_a_stack(game: Game) -> None:
    """Marks of the tops decide; what lies under them, and whether it traces since, changes nothing (4.9a-A)."""
    look = game.look
    stacks = {h: top_unit(look, h, "allied") for h in look.hexes_of("allied") if look.has_combat_units(h, "allied")}
    tops = {h: top for h, top in stacks.items() if top is not None and not look.board.is_box(h)}
    assert zones.enemies(look, "axis") == sorted(tops)
    hidden = [u for u in look.own("allied") if u.hex in tops and u.id != tops[u.hex].id]
    assert hidden
    under = look.state.with_units([u.change(out_of_supply=True) for u in hidden])
    assert zones.enemies(Look(look.world, under), "axis") == sorted(tops)
    marked = Look(look.world, look.state.with_unit(tops[min(tops)].change(out_of_supply=True)))
    assert zones.enemies(marked, "axis") == sorted(tops)[1:]
    assert zones.enemies(
        Look(look.world, look.state.change(dumps={s: {} for s in look.state.dumps})), "axis"
    ) == sorted(tops), "between the checks that mark them, units count as they are marked"


@pytest.mark.case("C4.2-front")
def test_a_zone_follows_the_front_up_to_the_enemy(game: Game) -> None:
    look = game.look
    back = zone(look, "12", "18.12", "13.14")
    ahead = look.board.neighbour(back.left, SW)
    assert not look.has_combat_units(ahead, "allied")
    assert zones.holds(look, back, ahead)
    assert not zones.holds(at(look, "fr-1dic", look.hex_name(ahead)), back, ahead), "the enemy stands there"
    beyond = look.board.neighbour(ahead, SW)
    assert not zones.holds(at(look, "fr-1dic", look.hex_name(ahead)), back, beyond), "nor what lies beyond him"


@pytest.mark.case("C4.2-front")
def test_flanks_stand_at_the_enemy_front_line(game: Game) -> None:
    look = game.look
    front = zones.front(look, "axis", NE)
    for hex_ in front:
        assert not look.has_combat_units(hex_, "allied")
        assert any(look.has_combat_units(there, "allied") for there in look.board.neighbours(hex_))
    for found in zones.proposed(look, "axis"):
        assert {found.left, found.right} <= set(front)


# --- drawing them ----------------------------------------------------------------------------------------------


@pytest.mark.case("C4.3-definition")
def test_boundaries_are_placed_in_the_reinforcement_phase(game: Game) -> None:
    look = game.look
    assert (look.state.clock.phase, {z.army for z in zones.zones(look, "axis")}) == ("reinforcement", {"4", "12"})
    action = next(a for a in game.choices() if isinstance(a, PlaceBoundary) and a.flank == "left" and a.army == "12")
    game.take("axis", action)
    placed = next(z for z in command_in(game.state).zones if z.army == "12")
    assert placed.left == action.hex
    refused = game.check("axis", action)
    assert refused is not None
    assert (refused.code, refused.case) == ("zone.set", "C4.3-definition")
    game.take("axis", Done())
    assert game.decision is not None
    assert game.decision.procedure.name != "boundaries"


def refusal(look: Look, action: Action, *done: tuple[str, str]) -> str:
    """The code with which a boundary is refused, "" if it is not."""
    data = Boundaries("axis", done)
    if isinstance(action, TurnZone):
        refused = boundaries.refuse_turn(look, data, action)
    else:
        assert isinstance(action, PlaceBoundary)
        refused = boundaries.refuse_boundary(look, data, action)
    return refused.code if refused is not None else ""


@pytest.mark.case("C4.3-definition", "C4.2-front", "C4.2-flanks", "C4.2-no-zone", "C4.1")
def test_where_a_boundary_may_not_stand(game: Game) -> None:
    look = game.look
    four = next(z for z in command_in(look.state).zones if z.army == "4")
    assert refusal(look, PlaceBoundary("kleist", "left", four.left)) == "zone.none", "it is subordinate"
    assert refusal(look, PlaceBoundary("4", "left", look.board.index("30.30"))) == "zone.not_front"
    assert refusal(look, PlaceBoundary("4", "left", four.right)) == "zone.narrow"
    candidates = [*boundaries.boundary_candidates(look, Boundaries("axis"))]
    over = [a for a in candidates if refusal(look, a) == "zone.overlaps"]
    assert over, "across the boundary of the neighbour"
    assert refusal(look, PlaceBoundary("4", "left", four.left)) == "zone.set", "there it is"
    assert refusal(look, TurnZone("4", four.rear)) == "zone.set"
    assert refusal(look, PlaceBoundary("4", "middle", four.left)) == "zone.not_front"
    offered = {a for a in candidates if refusal(look, a) == ""}
    every = (PlaceBoundary(army, flank, h) for army in ("4", "12") for flank in ("left", "right") for h in range(900))
    assert {a for a in every if refusal(look, a) == ""} == offered
    assert offered
    assert refusal(look, TurnZone("4", SW)) == "zone.not_front", "the enemy would be behind"
    assert refusal(look, TurnZone("4", 6)) == "zone.none"
    assert refusal(look, TurnZone("4", SE), ("4", "rear")) == "zone.set"


@pytest.mark.case("C4.3-definition")
def test_the_rear_can_be_turned(game: Game) -> None:
    turns = [a for a in game.choices() if isinstance(a, TurnZone)]
    assert turns
    game.take("axis", turns[0])
    assert next(z for z in command_in(game.state).zones if z.army == turns[0].army).rear == turns[0].rear


@pytest.mark.case("C4.3-duration")
def test_a_zone_stays_until_the_next_reinforcement_phase(game: Game) -> None:
    before = zones.zones(game.look, "axis")
    game.take("axis", Done())
    while (game.state.clock.phase, game.state.clock.phasing) != ("reinforcement", "axis"):
        assert zones.zones(game.look, "axis") == before
        actions = game.choices()
        game.do(next((a for a in actions if isinstance(a, Done)), actions[0]))


@pytest.mark.case("C4.3-duration")
def test_a_zone_slides_after_the_front_and_not_to_and_fro(game: Game) -> None:
    look = game.look
    twelve = next(z for z in command_in(look.state).zones if z.army == "12")
    front_now = zones.gap(look, twelve)
    assert front_now is not None
    back = zones.slid(look, twelve, forward=False)
    assert back is not None
    farther = zones.slid(look, back, forward=False)
    assert farther is not None
    behind = zoned(look, farther)
    assert boundaries.refuse_slide(behind, "axis", SlideZone("12", True)) is None, "nobody is next to it"
    refused = boundaries.refuse_slide(behind, "axis", SlideZone("12", False))
    assert refused is not None
    assert (refused.code, refused.case) == ("zone.no_slide", "C4.3-duration")
    run = run_of(behind, game)
    boundaries.take_slide(run, "axis", SlideZone("12", True))
    assert zones.zones(run.look, "axis") == (back,)
    assert run.events == [
        ZonePlaced(case="C4.3-duration", side="axis", army="12", left=back.left, right=back.right, rear=NE)
    ]


@pytest.mark.case("C4.1", "C4.3-duration")
def test_a_zone_does_not_slide_over_that_of_another_army(game: Game) -> None:
    look = game.look
    twelve = next(z for z in command_in(look.state).zones if z.army == "12")
    back = zones.slid(look, twelve, forward=False)
    assert back is not None
    farther = zones.slid(look, back, forward=False)
    assert farther is not None
    refused = boundaries.refuse_slide(zoned(look, farther, changed(back, army="4")), "axis", SlideZone("12", True))
    assert refused is not None
    assert (refused.code, refused.case) == ("zone.overlaps", "C4.1")


@pytest.mark.case("C4.2-no-zone")
def test_a_zone_is_lifted_where_the_enemy_is_gone(game: Game) -> None:
    look = game.look
    starved = [u.change(out_of_supply=True) for u in look.own("allied")]
    run = run_of(Look(look.world, look.state.with_units(starved)), game)
    boundaries.propose(run, Boundaries("axis"))
    assert {event.army for event in run.events if isinstance(event, ZoneLifted)} == {"4", "12"}
    assert zones.zones(run.look, "axis") == ()


# --- what they do ----------------------------------------------------------------------------------------------


@pytest.fixture
def parted(game: Game) -> Look:
    """Two zones; the panzers of Kleist's group are led by its HQs, the 5th by the XV Corps of 4. Armee."""
    led = (("1 Pz", "de-hq-19"), ("2 Pz", "de-hq-19"), ("5 Pz", "de-hq-15"))
    return zoned(game.look, zone(game.look, "12", "15.10", "10.12"), zone(game.look, "4", "10.12", "10.20"), led=led)


@pytest.mark.case("C4.4-own", "C4.4-other")
def test_a_unit_that_is_led_out_of_another_zone_has_half_its_allowance(parted: Look, game: Game) -> None:
    for name, slow in (("14.13", False), (OTHER, True), ("25.25", False)):
        look = at(parted, "de-1pz-k", name)
        run = run_of(look, game)
        zone_effects.begins(run, look.unit("de-1pz-k"), "kleist")
        assert [type(event) for event in run.events] == [MovementHalved] * slow, name
        if slow:
            assert run.events[0].case == "C4.4-other"
            whole = movement_allowance(look, look.unit("de-1pz-k"))
            assert movement_allowance(run.look, run.look.unit("de-1pz-k")) == whole // 2


def entered(look: Look, game: Game, name: str, *units: str) -> Run:
    """What happens as units enter a hex."""
    for unit in units:
        look = at(look, unit, name)
    run = run_of(look, game)
    look.policies[ENTERED_HEX](run, units, look.board.index(name))
    return run


@pytest.mark.case("C4.4-into", "C4.4-into-half")
def test_who_enters_a_stack_in_another_zone_disorganizes_it_and_himself(parted: Look, game: Game) -> None:
    look = at(parted, "de-5pz-sr", OTHER)
    run = entered(look, game, OTHER, "de-1pz-k")
    assert {(e.unit, e.case) for e in run.events if isinstance(e, Disorganized)} == {
        ("de-1pz-k", "C4.4-into"),
        ("de-5pz-sr", "C4.4-into"),
    }
    whole = movement_allowance(look, look.unit("de-1pz-k"))
    assert movement_allowance(run.look, run.look.unit("de-1pz-k")) * 2 == whole
    assert run.look.unit("de-5pz-sr").steps_lost == 0
    assert entered(parted, game, OTHER, "de-1pz-k").events == [], "nobody is there"
    assert entered(at(parted, "de-5pz-sr", "14.13"), game, "14.13", "de-1pz-k").events == [], "its own zone"
    assert entered(at(parted, "de-1pz-sr", OTHER), game, OTHER, "de-7pz-k").events == [], "nobody led it"


@pytest.mark.case("C4.4-into-hq")
def test_hqs_are_neither_disorganized_nor_strangers(parted: Look, game: Game) -> None:
    alone = at(parted, "de-hq-15", OTHER)
    assert entered(alone, game, OTHER, "de-1pz-k").events == []
    both = at(at(parted, "de-5pz-sr", OTHER), "de-hq-15", OTHER)
    told = entered(both, game, OTHER, "de-1pz-k", "de-hq-19").events
    assert {e.unit for e in told if isinstance(e, Disorganized)} == {"de-1pz-k", "de-5pz-sr"}
    assert entered(both, game, OTHER, "de-hq-19").events == []


@pytest.mark.case("C4.4-into")
def test_a_retreat_into_another_zone_disorganizes_too(parted: Look, game: Game) -> None:
    look = at(at(parted, "de-5pz-sr", NEXT), "de-1pz-k", START)
    start, there = look.board.index(START), look.board.index(NEXT)
    assert look.board.direction(start, there) >= 0
    run = run_of(look, game)
    data = RetreatData("axis", 1, (group(start, ("de-1pz-k",)),), bystanders=False, involved=("de-1pz-k",))
    run.push("retreat", data)
    take_go(run, data, RetreatTo(there))
    assert {e.unit for e in run.events if isinstance(e, Disorganized)} == {"de-1pz-k", "de-5pz-sr"}


@pytest.mark.case("C4.4-into")
def test_a_step_into_another_zone_disorganizes(parted: Look, game: Game) -> None:
    look = at(at(parted, "de-5pz-sr", NEXT), "de-1pz-k", START)
    start, there = look.board.index(START), look.board.index(NEXT)
    run = run_of(look, game)
    data = MoveData("axis", start, ("de-1pz-k",), (0,))
    run.push("move", data)
    take_step(run, data, StepTo(there))
    assert {e.unit for e in run.events if isinstance(e, Disorganized)} == {"de-1pz-k", "de-5pz-sr"}


RAILWAY = """[command]
axis 1941-axis
[armies]
axis 1 army h1
axis 2 army h2
[headquarters]
axis corps h1 h2
[classes]
axis infantry u
[zones]
axis 1 left=01.01 right=03.01 rear=N
axis 2 left=07.01 right=09.01 rear=N
[orders]
army 1
hq h1
led h1 u
"""


@pytest.mark.case("C4.4-into")
@pytest.mark.parametrize(
    ("to", "there", "dg"), [("08.02", "08.02", {"u", "v"}), ("08.02", "09.02", set()), ("04.02", "04.02", set())]
)
def test_who_detrains_in_another_zone_disorganizes_too(to: str, there: str, dg: set[str]) -> None:
    units = f"axis 01.02 u {INF} move\naxis 01.02 h1 {HQ}\naxis 13.02 h2 {HQ}\naxis {there} v {INF}"
    table = sitting(position(units, more=RAILWAY), edition=EDITION).begin("u")
    assert zones.abroad(table.look, table.unit("u"), "1", table.hex(to)) is (to == "08.02")
    table.do(RideRail(table.hex(to)))
    assert {event.unit for event in table.all(Disorganized)} == dg


PORTS = (
    '[places]\n01.02 port "West"\n08.02 port "East"\n04.02 port "Home"\n[ports]\n01.02 9\n08.02 9\n04.02 9\n'
    "[harbours]\naxis 01.02\naxis 08.02\naxis 04.02\n[shipping]\naxis 9\n"
)


@pytest.mark.case("C4.4-into", "19.0f")
@pytest.mark.parametrize(
    ("to", "there", "dg"), [("08.02", "08.02", {"u", "v"}), ("08.02", "09.02", set()), ("04.02", "04.02", set())]
)
def test_who_is_shipped_into_another_zone_disorganizes_too(to: str, there: str, dg: set[str]) -> None:
    """As on foot, by rail and in retreat: the stack that it enters, and itself."""
    units = f"axis 01.02 u {INF} move\naxis 01.02 h1 {HQ}\naxis 13.02 h2 {HQ}\naxis {there} v {INF}"
    table = sitting(position(units, more=f"{PORTS}{RAILWAY}"), edition=EDITION).begin("u")
    table.do(ShipTo(table.hex(to)))
    assert table.at("u") == to
    assert {event.unit for event in table.all(Disorganized)} == dg


@pytest.mark.case("C4.4-into-half")
@pytest.mark.parametrize(("used", "stops"), [(0, False), (90, True)])
def test_who_has_used_more_than_half_of_the_allowance_stops_there(
    parted: Look, game: Game, used: int, stops: bool
) -> None:
    look = at(at(parted, "de-5pz-sr", NEXT), "de-1pz-k", START)
    run = run_of(look, game)
    data = MoveData("axis", look.board.index(START), ("de-1pz-k",), (used,), begun=bool(used))
    run.push("move", data)
    take_step(run, data, StepTo(look.board.index(NEXT)))
    moving = run.state.stack[-1].data
    assert isinstance(moving, MoveData)
    assert (mp_left(run.look, moving, "de-1pz-k") <= 0) is stops


@pytest.mark.case("C4.4-combat-supply")
def test_combat_supply_in_another_zone_costs_twice(parted: Look) -> None:
    def prices(name: str) -> tuple[int, int]:
        look = at(parted, "de-1pz-sr", name)
        unit = look.unit("de-1pz-sr")
        return attack_cost(look, unit), defence_cost(look, [unit])

    attack, defence = prices("14.13")
    assert prices(OTHER) == (2 * attack, 2 * defence)
    assert prices("25.25") == (attack, defence)


@pytest.mark.case("C1.3-army-movement-where")
def test_where_a_unit_without_command_must_stand(parted: Look) -> None:
    def code(unit: str, name: str, army: str = "kleist") -> str:
        look = at(parted, unit, name)
        refused = zone_effects.refuse_place(look, army, look.unit(unit))
        assert refused is None or refused.case == "C1.3-army-movement-where"
        return refused.code if refused is not None else ""

    assert code("de-7pz-k", "14.13") == "", "in the zone"
    assert code("de-7pz-k", "23.17") == "", "behind it"
    assert code("de-7pz-k", OTHER) == "command.other_zone"
    assert code("de-7pz-k", "09.07") == "command.ahead_of_zone"
    assert code("de-7pz-k", "25.25") == ""
    french = parted.unit("fr-1dic")
    command = parted.world.scenario.command
    assert command is not None
    assert zone_effects.refuse_place(parted, "2", french) is None
    cavalry = parted.unit("fr-1dlc").change(hex=french.hex)
    refused = zone_effects.refuse_place(parted, "2", cavalry)
    assert refused is None, "an army HQ commands light cavalry"


@pytest.mark.case("C1.3-army-movement-where")
def test_of_a_class_that_no_hq_of_the_army_commands_none_moves(parted: Look) -> None:
    refused = zone_effects.refuse_place(parted, "12", parted.unit("de-1pz-k"))
    assert refused is None, "higher HQs command any kind"
    bare = led_only_as(parted, "axis", "corps")
    refused = zone_effects.refuse_place(bare, "12", bare.unit("de-1pz-k"))
    assert refused is not None
    assert refused.code == "command.not_commanded"


@pytest.mark.case("C4.4-own")
def test_a_subordinate_army_is_at_home_in_the_zone_of_its_parent(game: Game) -> None:
    game.take("axis", Done())
    while game.state.clock.segment != "movement":
        actions = game.choices()
        game.do(next((a for a in actions if isinstance(a, Done)), actions[0]))
    look = game.look
    where = look.hex_name(look.unit("de-1pz-k").hex)
    here = next(z for z in zones.zones(look, "axis") if look.unit("de-1pz-k").hex in zones.hexes_of(look, z))
    assert here.army == "12", where
    for action in (TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-1pz-k")):
        assert game.check("axis", action) is None
        game.take("axis", action)
    assert not halved(game.look.unit("de-1pz-k")), "in the zone of its parent"


# --- what a player sees ----------------------------------------------------------------------------------------


def test_a_view_tells_who_commands_whom(game: Game) -> None:
    game.take("axis", Done())
    while game.state.clock.segment != "movement":
        actions = game.choices()
        game.do(next((a for a in actions if isinstance(a, Done)), actions[0]))
    for action in (TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-1pz-k")):
        game.take("axis", action)
    shown = view(game, "axis")["command"]
    kleist = next(army for army in shown["armies"] if army["id"] == "kleist")
    assert (kleist["state"], kleist["under"], shown["hq"]) == ("now", "12", "de-hq-19")
    leading = next(hq for hq in kleist["hqs"] if hq["unit"] == "de-hq-19")
    assert leading["led"] == ["1 Pz"]
    assert {"kind": "panzer", "have": 1, "most": 2} in leading["slots"]
    assert "1 Pz" not in {left["slot"] for left in shown["left"]}
    assert {"2 Pz", "de-3id"} <= {left["slot"] for left in shown["left"]}
    assert {zone["side"] for zone in shown["zones"]} <= {"axis", "allied"}
    other = view(game, "allied")["command"]
    assert other["hq"] == "", "the enemy does not say who leads"
    assert {army["side"] for army in other["armies"]} == {"allied"}
    assert other["left"] == []
    assert [zone["hexes"] for zone in other["zones"]] == [zone["hexes"] for zone in shown["zones"]]
    assert view(Game.new("sedan", seed=1, edition="v4.2"), "axis")["command"] is None


def test_under_fog_nobody_knows_whom_the_enemy_leads(game: Game) -> None:
    led = (("1 Pz", "de-hq-19"), ("fr-1dic", "fr-hq-23"))
    look = zoned(game.look, *command_in(game.state).zones, led=led)
    assert command_in(believed(look, "axis").state).led == led[:1]
    assert command_in(believed(look, "allied").state).led == led[1:]
    assert command_in(believed(look, "axis").state).zones == command_in(game.state).zones

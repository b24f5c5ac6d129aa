"""Units and their counters as one side may see them (4.9a-B); with the denser fog, stacks that show only a marker.

Cases: 4.8b-A, 4.8b-B
"""

from __future__ import annotations

from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from redball.core.derived import of_keys
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.state import DEAD_PILE, REMOVED, Facing, Unit
from redball.core.world import World, of_world
from redball.editions.new_ocs.tap import tapped
from redball.editions.v1992.low_supply import low_supply
from redball.forces.counter import Colour, Counter, Face, Kind, Mobility
from redball.game.sight.belief import fogged, visible
from redball.game.sight.veils import STAND_IN, UNSEEN_COUNTER, UNSEEN_NAME, UNSEEN_SYMBOL, veils
from redball.game.view.stack_summary import fuel_state
from redball.rules.modes.disorganization import dg_kind
from redball.rules.units.abilities import action_rating, attack_capable, movement_allowance, printed_strength
from redball.rules.units.engineers import engineer_capable
from redball.rules.units.zoc import has_zoc


class FaceView(Struct, frozen=True):
    """One printed side of a counter: strength in points (None: not printed), `ma` and `throw_range` in MP as players
    write them ("" throw range: it cannot throw), barrage range in hexes."""

    strength: int | None
    parenthesized: bool
    action_rating: int
    ma: str
    mobility: Mobility
    barrage: int
    barrage_range: int
    throw_range: str
    throw_mobility: Mobility


class CounterView(Struct, frozen=True):
    """A printed counter. `combat` is None for units without a Combat side; `move` and `no_rebuild` are None, too, for
    unseen units."""

    id: str
    side: str
    name: str
    nation: str
    formation: str
    kind: Kind
    size: str
    symbol: str
    colour: Colour
    printed_re: int
    no_rebuild: bool | None
    combat: FaceView | None
    move: FaceView | None
    points: int
    transport: str
    divisional: bool


class UnitView(Struct, frozen=True, kw_only=True):
    """A unit as the viewer may know it. `hex` < 0: off the map. `dg_kind`: fire or combat, in editions with two kinds
    of DG. `ar`: Action Rating.

    The other fields are None where fog hides them: `re` in RE, `internals` used of its internal stocks, `fueled` (also
    None if it needs no fuel), `load` in tokens, Transport `points`, points locked in an `extender`, whether it has
    `moved` or `worked` at construction in this phase, `strength` ("" for transport) and `ma` as players write them.
    """

    id: str
    side: str
    hex: int
    counter: CounterView
    facing: Facing
    marker: str
    dg_kind: str
    tapped: bool
    mode: str
    out_of_supply: bool
    low_supply: bool
    attack_capable: bool
    zoc: bool
    ar: int | None
    engineer: bool
    steps: int | None = None
    steps_lost: int | None = None
    re: float | None = None
    internals: int | None = None
    fueled: bool | None = None
    load: int | None = None
    points: int | None = None
    extender: int | None = None
    moved: bool | None = None
    worked: bool | None = None
    strength: str | None = None
    ma: str | None = None


def unit_views(look: Look, side: str) -> list[UnitView]:
    """Every unit that a side may see, then the stacks that show it only a marker."""
    seen, units = visible(look, side), look.state.units
    if not fogged(look, side):
        return unit_views_of(look, units.keys(), False)
    ids: dict[bool, list[str]] = {False: [], True: []}
    for uid, unit in units.items():
        if uid in seen:
            ids[unit.side != side].append(uid)
    shown = [view for hidden, those in ids.items() for view in unit_views_of(look, those, hidden)]
    shown.sort(key=attrgetter("id"))
    return shown + [veiled_view(look, top) for top in veiled_stacks(look, side).values()]


@of_keys
def unit_views_of(look: Look, uid: str, hidden: bool) -> UnitView:
    """Units that a side sees; of `hidden` ones, which are the enemy's, only what 4.9a-B allows."""
    unit = look.unit(uid)
    counter = look.counter(unit)
    shown = UnitView(
        id=unit.id,
        side=unit.side,
        hex=unit.hex,
        counter=printed(look.world, unit.counter),
        facing=unit.facing,
        marker=unit.marker,
        dg_kind=dg_kind(unit),
        tapped=tapped(unit),
        mode=unit.mode,
        out_of_supply=unit.out_of_supply,
        low_supply=low_supply(unit),
        attack_capable=attack_capable(look, unit),
        zoc=has_zoc(look, unit),
        ar=action_rating(look, unit),
        engineer=engineer_capable(look, unit),
    )
    if hidden and unit.hex not in (DEAD_PILE, REMOVED):
        return shown
    return replace(
        shown,
        steps=counter.steps,
        steps_lost=unit.steps_lost,
        re=look.regimental_equivalents(unit) / 4,
        internals=unit.internals,
        fueled=fuel_state(look, unit.id),
        load=unit.load,
        points=unit.points,
        extender=unit.extender,
        moved=unit.activity.moved,
        worked=unit.activity.worked,
        strength=str(printed_strength(look, unit)) if counter.is_combat_unit else "",
        ma=show_mp(movement_allowance(look, unit)),
    )


def veiled_stacks(look: Look, side: str) -> dict[int, Unit]:
    """The stacks that show a viewer only their marker, by hex."""
    return veils(look, side) if fogged(look, side) else {}


def veiled_view(look: Look, top: Unit) -> UnitView:
    """A stack that shows only its marker, as one unit (HR-2): its presence, the marker, and its ZOC."""
    nation = next(c.nation for c in look.world.counters.values() if c.side == top.side)
    zoc = has_zoc(look, top)
    return UnitView(
        id=STAND_IN + look.hex_name(top.hex),
        side=top.side,
        hex=top.hex,
        counter=blank_counter(top.side, nation),
        facing="combat",
        marker=top.marker,
        dg_kind=dg_kind(top),
        tapped=False,
        mode=top.marker,
        out_of_supply=top.out_of_supply,
        low_supply=False,
        attack_capable=zoc,
        zoc=zoc,
        ar=None,
        engineer=False,
    )


def blank_counter(side: str, nation: str) -> CounterView:
    """The counter of unseen units."""
    return CounterView(
        id=UNSEEN_COUNTER,
        side=side,
        name=UNSEEN_NAME,
        nation=nation,
        formation="",
        kind="combat",
        size="",
        symbol=UNSEEN_SYMBOL,
        colour="other",
        printed_re=0,
        no_rebuild=None,
        combat=None,
        move=None,
        points=0,
        transport="",
        divisional=False,
    )


@of_world
def printed(world: World, uid: str) -> CounterView:
    """A printed counter by its id."""
    return counter_of(world.counters[uid])


def counter_of(counter: Counter) -> CounterView:
    """A printed counter, with MP as players write them."""
    return CounterView(
        id=counter.id,
        side=counter.side,
        name=counter.name,
        nation=counter.nation,
        formation=counter.formation,
        kind=counter.kind,
        size=counter.size,
        symbol=counter.symbol,
        colour=counter.colour,
        printed_re=counter.printed_re,
        no_rebuild=counter.no_rebuild,
        combat=face_of(counter.combat) if counter.combat is not None else None,
        move=face_of(counter.move),
        points=counter.points,
        transport=counter.transport,
        divisional=counter.divisional,
    )


def face_of(face: Face) -> FaceView:
    """One printed side of a counter."""
    return FaceView(
        strength=face.strength,
        parenthesized=face.parenthesized,
        action_rating=face.action_rating,
        ma=show_mp(face.ma),
        mobility=face.mobility,
        barrage=face.barrage,
        barrage_range=face.barrage_range,
        throw_range=show_mp(face.throw_range) if face.throw_range else "",
        throw_mobility=face.throw_mobility,
    )

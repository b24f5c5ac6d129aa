"""Ports in play: whose they are, their hits, and what goes through them in a phase.

A port is a non-combat unit that never moves. The map prints its capacity, the scenario says whose it is, and the state
keeps only those that differ from that: a game without ports has no such record. An enemy ZOC shuts a port for
everything that is landed or shipped there, negated or not (reading 1.19); for trace supply see `rules.trace.sources`.
With option 21.12b shipping goes on there by night.

Cases: 18.4f-A, 18.4f-D, 18.4f-E, 19.0, 19.0a-A, 19.0a-B, 19.0a-C, 19.0b, 3.3c-D, 4.5a-G, E92-port-hits
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from redball.charts.rounding import percent_of
from redball.core.derived import derived
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.own import drop, find, put
from redball.core.refusals import Refusal, refusal
from redball.core.state import State, StateOwn
from redball.core.telling import Names, counted, show_rail_points
from redball.core.world import World, of_world
from redball.forces.craft import LST
from redball.rules.ground.points import PORT_SHUT
from redball.rules.units.equivalents import PER_TOKEN
from redball.rules.units.zoc import NOBODY, blocks_truck, rely_on_negation

SHUT = refusal(
    "port.shut",
    case="19.0a-C",
    text="the port {hexes} is shut: it is in an enemy ZOC, so nothing is landed or shipped there",
    remedy="drive the enemy units away from it first",
)
CLOSED = refusal(
    "port.no_capacity",
    case="19.0b",
    text="the port {hexes} has no capacity left with {have:hit}",
    remedy="repair it with an Engineer-Capable unit",
)
FRESH = refusal(
    "port.fresh",
    case="18.4f-E",
    text="the LST at {hexes} became a port in this phase, and nothing goes through it yet",
    remedy="use it from the next phase on",
)
FULL = refusal(
    "port.full",
    case="19.0a-A",
    text="the port {hexes} can take {have} SP more in this phase; this takes {need}",
    remedy="use another port, or go on in a later phase",
)

CLOAK = option(
    "cloak_of_night",
    "21.12b",
    "Ports in an enemy ZOC may be shipped to and from by night, for four times the Shipping Allowance",
)
SWITCHES = (CLOAK,)


class Harbour(Struct, frozen=True, omit_defaults=True):
    """A port in play and its hits. `wrecked`: the turn of its last voluntary hit, else 0 (19.0c); `mended`: repaired in
    this phase (19.0d); `used`: what it has loaded and unloaded in this phase, in 1/16 SP; `whole`: its capacity was
    used for one unit larger than it (19.0a-B). `lst`: it is an LST (18.4f), deployed in this phase if it is `fresh`;
    nothing hits it, and nobody works on it."""

    hex: int
    side: str
    hits: int = 0
    wrecked: int = 0
    mended: bool = False
    used: int = 0
    whole: bool = False
    lst: bool = False
    fresh: bool = False


class Harbours(StateOwn, frozen=True):
    """Ports that differ from what the scenario says of them, by hex; and the Shipping Allowance that the phasing side
    has used in this phase, in 1/16 points."""

    ports: tuple[Harbour, ...] = ()
    shipped: int = 0

    def in_new_phase(self, state: State) -> Harbours:
        return Harbours(tuple([_rested(port, state.clock.turn) for port in self.ports]))

    def as_seen(self, look: Any, viewer: str) -> Harbours:
        """Hits are public; what the enemy ships is not."""
        ports = [port if port.side == viewer else replace(port, used=0, whole=False) for port in self.ports]
        return Harbours(tuple(ports), self.shipped if look.state.clock.phasing == viewer else 0)


def _rested(port: Harbour, turn: int) -> Harbour:
    """The port as a phase of that turn begins."""
    return replace(
        port, wrecked=port.wrecked if port.wrecked == turn else 0, mended=False, used=0, whole=False, fresh=False
    )


RECORDS = (Harbours,)
NOTHING = Harbours()
NOWHERE: frozenset[int] = frozenset()
LST_TOKENS = 4
"""18.4f-D: an LST is a port of 1 SP."""


# --- reading and changing ----------------------------------------------------------------------------------------


def record_in(state: State) -> Harbours:
    """The record of a state; an empty one if it has none."""
    return find(state.own, Harbours) or NOTHING


def with_record(state: State, record: Harbours) -> State:
    """The state with this record."""
    return state.change(own=drop(state.own, Harbours) if record == NOTHING else put(state.own, record))


@of_world
def may_have_ports(world: World) -> bool:
    """Whether a game has ports, or LSTs that could become some: without any, nothing here is worth asking."""
    return bool(world.scenario.ports) or any(craft.kind == LST for craft in world.scenario.craft.values())


@of_world
def _at_start(world: World) -> dict[int, Harbour]:
    return {port.hex: Harbour(port.hex, port.side, port.hits) for port in world.scenario.ports}


def harbours_in(world: World, state: State) -> dict[int, Harbour]:
    """All ports in play, by hex."""
    start = _at_start(world)
    return start | {port.hex: port for port in record_in(state).ports} if may_have_ports(world) else start


@derived
def harbours(look: Look) -> dict[int, Harbour]:
    """The same as a fact."""
    return harbours_in(look.world, look.state)


def harbour_at(look: Look, hex_: int) -> Harbour | None:
    """The port of the map in a hex; LSTs are no such ports (`quay`)."""
    port = harbours(look).get(hex_) if look.world.scenario.ports else None
    return None if port is None or port.lst else port


def own_harbour(look: Look, side: str, hex_: int) -> Harbour | None:
    """The port of a side in a hex."""
    port = harbour_at(look, hex_)
    return port if port is not None and port.side == side else None


def any_quay(look: Look, hex_: int) -> Harbour | None:
    """The port in a hex, whoever has it: one of the map, or an LST that has become one (18.4f-D)."""
    return harbours(look).get(hex_) if may_have_ports(look.world) else None


def quay(look: Look, side: str, hex_: int) -> Harbour | None:
    """What a side loads and unloads at in a hex, by Landing Craft or by shipping: its port, or its LST."""
    port = any_quay(look, hex_)
    return port if port is not None and port.side == side else None


def with_harbour(state: State, port: Harbour) -> State:
    """The state with this port in its hex."""
    record = record_in(state)
    by_hex = {one.hex: one for one in record.ports} | {port.hex: port}
    return with_record(state, replace(record, ports=tuple([by_hex[hex_] for hex_ in sorted(by_hex)])))


def harbour_in(state: State, hex_: int, side: str, hits: int) -> Harbour:
    """The port that an event is about, which says whose it was and its hits for states that keep nothing of it."""
    kept = (port for port in record_in(state).ports if port.hex == hex_)
    return next(kept, Harbour(hex_, side, hits))


# --- capacity ----------------------------------------------------------------------------------------------------


def printed(world: World, port: Harbour) -> int:
    """Its capacity without hits, in tokens."""
    if port.lst:
        return LST_TOKENS
    return world.board.ports[port.hex].capacity


def capacity(world: World, port: Harbour) -> int:
    """19.0b: its capacity in tokens with its hits, by its own Damage Track or the chart, to the nearest token. An LST
    does not serve in the phase in which it was deployed (18.4f-E)."""
    if port.lst:
        return 0 if port.fresh else LST_TOKENS
    on_map = world.board.ports[port.hex]
    if on_map.track:
        return (on_map.capacity, *on_map.track)[port.hits]
    return percent_of(on_map.capacity, world.charts.port_damage.percent(port.hits))


def shut_by_zoc(look: Look, side: str, hex_: int) -> bool:
    """4.5a-G: an enemy ZOC shuts the port of a side for landing and shipping; nothing negates it."""
    return look.in_zoc_of(look.enemy(side), hex_)


def is_shut(look: Look, port: Harbour, moving: frozenset[str] = NOBODY) -> bool:
    """19.0a-C: the enemy shuts it for what is landed and shipped there. Units that are `moving` out keep no port open
    that way (4.5b-A)."""
    if look.policies[PORT_SHUT](look, port.side, port.hex):
        return True
    return bool(moving) and blocks_truck(look, port.side, port.hex, moving)


def by_night(look: Look, port: Harbour) -> bool:
    """21.12b: it is shipped to and from by night, since the enemy shuts it by day."""
    return is_shut(look, port) and look.option(CLOAK.name)


def sea_capacity(look: Look, port: Harbour, *, shipped: bool = False) -> int:
    """What its side may load and unload there in a phase, in tokens: nothing while it is shut, unless it is `shipped`
    by night."""
    open_ = not is_shut(look, port) or (shipped and by_night(look, port))
    return capacity(look.world, port) if open_ else 0


def room(look: Look, port: Harbour, *, shipped: bool = False) -> int:
    """What it can still load and unload in this phase, in 1/16 SP."""
    return 0 if port.whole else max(PER_TOKEN * sea_capacity(look, port, shipped=shipped) - port.used, 0)


def takes_whole(look: Look, port: Harbour, amount: int, alone: bool, *, shipped: bool) -> bool:
    """19.0a-B: `alone` one combat unit that is larger than the port, which has moved nothing else in this phase."""
    most = PER_TOKEN * sea_capacity(look, port, shipped=shipped)
    return alone and 0 < most < amount and not port.used and not port.whole


def refuse_traffic(
    look: Look,
    port: Harbour,
    amount: int,
    alone: bool = False,
    case: str = "",
    *,
    shipped: bool = False,
    moving: frozenset[str] = NOBODY,
) -> Refusal | None:
    """19.0a: so much, in 1/16 SP, may be loaded or unloaded there; `alone`: it is one combat unit. `case` is that of
    the traffic, if it has one; `moving` as in `is_shut`."""
    if is_shut(look, port, moving) and not (shipped and by_night(look, port)):
        return SHUT(hexes=(port.hex,), case=case)
    if port.fresh:
        return FRESH(hexes=(port.hex,))
    if not capacity(look.world, port):
        return CLOSED(hexes=(port.hex,), have=port.hits, case=case)
    left = room(look, port, shipped=shipped)
    if amount <= left or takes_whole(look, port, amount, alone, shipped=shipped):
        return None
    return FULL(hexes=(port.hex,), have=show_rail_points(left), need=show_rail_points(amount), case=case)


def after_traffic(look: Look, port: Harbour, amount: int, alone: bool, *, shipped: bool) -> Harbour:
    """The port once that went through."""
    if amount > room(look, port, shipped=shipped) and takes_whole(look, port, amount, alone, shipped=shipped):
        return replace(port, used=PER_TOKEN * sea_capacity(look, port, shipped=shipped), whole=True)
    return replace(port, used=port.used + amount)


class PortUsed(Event, frozen=True, kw_only=True):
    """A port of `side` has loaded or unloaded something in this phase: `used` in all, in 1/16 SP (19.0a)."""

    audience: ClassVar[str] = "own"
    hex: int
    hits: int
    used: int
    whole: bool = False

    def apply(self, state: State) -> State:
        port = harbour_in(state, self.hex, self.side, self.hits)
        return with_harbour(state, replace(port, used=self.used, whole=self.whole))

    def told(self, n: Names) -> str:
        how = ", by one unit alone" if self.whole else ""
        return f"the port at {n.hex(self.hex)} has handled {show_rail_points(self.used)} SP this phase{how}"


EVENTS = (PortUsed,)


def use(
    run: Run,
    port: Harbour,
    amount: int,
    case: str,
    alone: bool = False,
    *,
    shipped: bool = False,
    moving: frozenset[str] = NOBODY,
) -> None:
    """So much goes through it, in 1/16 SP; `refuse_traffic` allowed it. Where it does so in an enemy ZOC by day, it
    relies on own units that negate this, none of which is `moving`."""
    after = after_traffic(run.look, port, amount, alone, shipped=shipped)
    if not is_shut(run.look, port):
        rely_on_negation(run, port.side, (port.hex,), moving)
    run.emit(PortUsed(case=case, side=port.side, hex=port.hex, hits=port.hits, used=after.used, whole=after.whole))


def called(world: World, port: Harbour) -> str:
    """What sentences call it.

    `port of 3 SP, 2 hits: 1 SP 3T`.
    """
    size = show_tokens(printed(world, port))
    if port.lst:
        return f"LST, a port of {size}" + (" from the next phase on" if port.fresh else "")
    if not port.hits:
        return f"port of {size}"
    return f"port of {size}, {counted(port.hits, 'hit')}: {show_tokens(capacity(world, port))}"


# --- where -------------------------------------------------------------------------------------------------------


def port_hexes(look: Look, side: str) -> frozenset[int]:
    """The hexes with a port of a side (19.0), LSTs among them (18.4f)."""
    return _port_hexes(look, side) if may_have_ports(look.world) else NOWHERE


@derived
def _port_hexes(look: Look, side: str) -> frozenset[int]:
    return frozenset(hex_ for hex_, port in harbours(look).items() if port.side == side)


def with_ports(usual: Callable[[Look, str], frozenset[int]]) -> Callable[[Look, str], frozenset[int]]:
    """3.3c-D: only Attack-Capable units enter the hex of an enemy port, too."""

    def facilities(look: Look, side: str) -> frozenset[int]:
        found = usual(look, side)
        return found | port_hexes(look, side) if may_have_ports(look.world) else found

    return facilities


def lst_hexes(look: Look, side: str) -> tuple[int, ...]:
    """18.4f-D: the hexes with LSTs of a side that serve as ports, which are sources of trace supply."""
    if not any(craft.kind == LST for craft in look.world.scenario.craft.values()):
        return ()
    return _lst_hexes(look, side)


@derived
def _lst_hexes(look: Look, side: str) -> tuple[int, ...]:
    there = (port for port in harbours(look).values() if port.lst and not port.fresh and port.side == side)
    return tuple(sorted(port.hex for port in there))


POLICIES = {"port_shut": shut_by_zoc}
WRAPS = {"facilities": with_ports}

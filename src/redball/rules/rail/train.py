"""SP go by rail: a train is opened at a dump, loaded, and sent to where it is unloaded.

It takes three decisions, so that every amount and every hex can be offered. Nothing is spent until the train is
sent; until then it can be cancelled. Stations and ways are the same as for all cargo (`rail.paths`, 13.3e).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Cancel, LoadTrain, OpenTrain, SendTrain
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import SupplyRailed
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.telling import phase_name, show_rail_points
from redball.core.world import World, of_world
from redball.rules.rail.cap import RATES, Rate, cap_left, may_rail, price
from redball.rules.rail.paths import (
    SUPPLIES,
    destinations,
    rate_of,
    rates_from,
    refuse_station,
    refuse_track,
    refuse_trip,
    trips,
    way_to,
)
from redball.rules.rail.ride import NO_CAP, PHASE
from redball.rules.units.equivalents import supply_equivalent

NO_SUPPLY = refusal("rail.no_supply", case="13.3a-A", text="you have no supply on the ground in {hexes}")
FRESH = refusal(
    "rail.fresh",
    case="12.2a",
    text="all {have} in {hexes} were unloaded in this phase and may not be loaded again in it",
)
NOWHERE = refusal("rail.nowhere", case="13.3e-3", text="no other detrainable hex can be reached by rail from {hexes}")
AMOUNT = refusal("rail.amount", case="13.3b", text="from 1T to {need} may be loaded on the train, not {have}")


class Train(Struct, frozen=True, tag=True):
    """A train with SP: its hex, and its tokens once loaded."""

    side: str
    start: int
    tokens: int = 0


# --- what may be loaded ----------------------------------------------------------------------------------------


def refuse_entrain(look: Look, side: str, hex_: int) -> Refusal | None:
    """Why no SP can entrain in a hex, or only new ones (13.3e-1)."""
    return refuse_station(look, side, SUPPLIES, hex_)


@derived
def entrainable(look: Look, side: str, hex_: int) -> int:
    """Tokens in a hex that may entrain: those not unloaded in this phase (12.2a), and, where the hex is not
    detrainable, only those that came in there this turn (13.3e-1)."""
    dump = look.state.ground_supply(side, hex_)
    whole = dump.tokens - dump.fresh
    if refuse_entrain(look, side, hex_) is None:
        return whole
    new = min(whole, look.state.landed.get(hex_, 0))
    return new if refuse_track(look, side, SUPPLIES, hex_) is None else 0


def cost_of(look: Look, side: str, start: int, end: int, tokens: int) -> int:
    """Rail Cap for tokens over an existing way, in 1/16 points."""
    return price(look.world, supply_equivalent(look.world, tokens), rate_of(look, side, SUPPLIES, start, end))


def cheapest_token(look: Look, side: str, start: int) -> int:
    """Rail Cap for 1T from a hex to the cheapest of its destinations, in 1/16 points."""
    prices = token_prices(look.world)
    return min(prices[rate] for rate in rates_from(look, side, SUPPLIES, start))


@of_world
def token_prices(world: World) -> dict[Rate, int]:
    """Rail Cap for 1T by the rate of its way, in 1/16 points."""
    return {rate: price(world, supply_equivalent(world, 1), rate) for rate in RATES}


def most(look: Look, side: str, start: int) -> int:
    """The most tokens that could be sent from a hex to one of its destinations."""
    return min(entrainable(look, side, start), cap_left(look, side) // cheapest_token(look, side, start))


# --- the train -------------------------------------------------------------------------------------------------


def refuse_open(look: Look, data: object, action: OpenTrain) -> Refusal | None:
    """A train can be opened where some SP may entrain, with somewhere to go and Rail Cap for at least 1T."""
    side, hex_ = look.state.clock.acting, action.hex
    if not may_rail(look, side):
        return PHASE(have=phase_name(look.state.clock.phase))
    dump = look.state.ground_supply(side, hex_)
    if not dump.tokens:
        return NO_SUPPLY(hexes=(hex_,))
    if dump.fresh >= dump.tokens:
        return FRESH(hexes=(hex_,), have=show_tokens(dump.tokens))
    if not entrainable(look, side, hex_):
        return refuse_entrain(look, side, hex_)
    if not destinations(look, side, SUPPLIES, hex_):
        return NOWHERE(hexes=(hex_,))
    if not most(look, side, hex_):
        need = cheapest_token(look, side, hex_)
        return NO_CAP(have=show_rail_points(cap_left(look, side)), need=show_rail_points(need))
    return None


def open_candidates(look: Look, data: object) -> list[OpenTrain]:
    """Every dump that `refuse_open` accepts."""
    side = look.state.clock.acting
    left = cap_left(look, side)
    within = frozenset([rate for rate, price in token_prices(look.world).items() if price <= left])
    return _trains(look, side, within) if within else []


@derived
def _trains(look: Look, side: str, within: frozenset[Rate]) -> list[OpenTrain]:
    """Trains to open where there is a way of one of the rates that are `within` the Rail Cap."""
    lines, dumps, landed = trips(look, side, SUPPLIES), look.state.dumps[side], look.state.landed
    loadable = [hex_ for hex_, dump in sorted(dumps.items()) if dump.tokens > dump.fresh]
    new = {hex_ for hex_, tokens in landed.items() if tokens > 0 and lines.passable(hex_)}
    there = [hex_ for hex_ in loadable if hex_ in lines.entrances or hex_ in new]
    return [OpenTrain(hex_) for hex_ in there if not within.isdisjoint(lines.rates(hex_))]


def take_open(run: Run, data: object, action: OpenTrain) -> None:
    run.push("train", Train(run.state.clock.acting, action.hex))


def whose(look: Look, data: Train) -> str:
    """The owner."""
    return data.side


def refuse_load(look: Look, data: Train, action: LoadTrain) -> Refusal | None:
    """No more than may entrain and than the Rail Cap can carry."""
    limit = most(look, data.side, data.start)
    if 1 <= action.tokens <= limit:
        return None
    return AMOUNT(have=f"{action.tokens}T", need=show_tokens(limit))


def load_candidates(look: Look, data: Train) -> Iterator[LoadTrain]:
    """Every amount."""
    return (LoadTrain(tokens) for tokens in range(most(look, data.side, data.start), 0, -1))


def take_load(run: Run, data: Train, action: LoadTrain) -> None:
    run.set(replace(data, tokens=action.tokens))
    run.go_on()


def refuse_send(look: Look, data: Train, action: SendTrain) -> Refusal | None:
    """A detrainable hex on an open way, within the Rail Cap."""
    refused = refuse_trip(look, data.side, SUPPLIES, data.start, action.hex)
    if refused is not None:
        return refused
    need, left = cost_of(look, data.side, data.start, action.hex, data.tokens), cap_left(look, data.side)
    return NO_CAP(have=show_rail_points(left), need=show_rail_points(need)) if need > left else None


def send_candidates(look: Look, data: Train) -> Iterator[SendTrain]:
    """All hexes where SP could detrain within the Rail Cap: those that `refuse_send` accepts."""
    left, equivalent = cap_left(look, data.side), supply_equivalent(look.world, data.tokens)
    affordable = {rate: price(look.world, equivalent, rate) <= left for rate in RATES}
    return (SendTrain(hex_) for hex_ in trips(look, data.side, SUPPLIES).within(data.start, affordable))


def take_send(run: Run, data: Train, action: SendTrain) -> None:
    """The SP are on the ground there, and may not be loaded again in this phase (12.2a)."""
    look = run.look
    way = way_to(look, data.side, SUPPLIES, data.start, action.hex)
    assert way is not None  # refuse_send found it
    run.emit(
        SupplyRailed(
            case="13.3e",
            side=data.side,
            start=data.start,
            hex=action.hex,
            path=way.path,
            tokens=data.tokens,
            cost=cost_of(look, data.side, data.start, action.hex, data.tokens),
            new=refuse_entrain(look, data.side, data.start) is not None,
        )
    )
    run.finish()


def take_cancel(run: Run, data: Train, action: Cancel) -> None:
    run.finish()


OPTION = Option(OpenTrain, open_candidates, refuse_open, take_open, exact=True)
CANCEL = Option(Cancel, only(Cancel()), always_legal, take_cancel)
TRAIN = Procedure(
    "train",
    Train,
    (
        Choose(
            "load",
            "Load supply on the train",
            whose,
            (Option(LoadTrain, load_candidates, refuse_load, take_load), CANCEL),
            case="13.3e-1",
        ),
        Choose(
            "send",
            "Send the train to a detrainable hex",
            whose,
            (Option(SendTrain, send_candidates, refuse_send, take_send, exact=True), CANCEL),
            case="13.3e-3",
        ),
    ),
)

PROCEDURES = (TRAIN,)

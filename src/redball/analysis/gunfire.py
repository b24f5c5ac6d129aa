"""The chances of gunfire that is drafted, and of aircraft that choose among ships: every outcome with its exact
probability.

They are counted over all throws of the procedures that a barrage itself uses.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct

from redball.core.chances import Spread, spread_of
from redball.core.ledger import Ledger, show
from redball.core.look import Look
from redball.core.telling import counted
from redball.rules.air.base_raid import BaseRaid, exposed
from redball.rules.barrage.chart import throw_barrage
from redball.rules.barrage.facility import Facility, facility_spread
from redball.rules.barrage.on_board import aim, best_terrain, target_of
from redball.rules.barrage.port_raid import PortRaid, column_of
from redball.rules.ground.air_force import base_in
from redball.rules.ground.harbours import own_harbour
from redball.rules.naval.damage import target_of as naval_target
from redball.rules.naval.gunfire import BASE, PORT, SHIPS, UNITS, Gunfire, aim_of, refuse_done, strength_of
from redball.rules.naval.ship_strike import ShipStrike, at_target, fires
from redball.rules.naval.ship_strike import aim_of as strike_aim
from redball.rules.naval.ship_target import RANKS, rank, rank_text, throw_at_ship

NOTHING = RANKS[0]


class Outcome(Struct, frozen=True):
    """What may come of it, in words, and its probability."""

    text: str
    p: Fraction


class GunfireOdds(Struct, frozen=True):
    """Strength, final column with its ledger, and the outcomes, the lightest first; `column` is "" before it can be
    fired."""

    strength: str
    column: str = ""
    ledger: Ledger | None = None
    outcomes: tuple[Outcome, ...] = ()


def gunfire_odds(look: Look, data: Gunfire) -> GunfireOdds:
    """Look ahead from what `look` knows: pass one that the player may believe."""
    strength = strength_of(look, data)
    if refuse_done(look, data) is not None:
        return GunfireOdds(show(strength))
    charts = look.world.charts
    if data.at == UNITS:
        terrain = best_terrain(look, data.hex)
        at_units = aim(look, data.side, data.hex, strength, terrain, naval=True)
        target = target_of(look, data.side, data.hex, terrain, naval=True)
        found = spread_of(lambda throw: throw_barrage(charts, at_units.column, target, throw)).map(
            lambda read: (read.steps, read.dg)
        )
        return GunfireOdds(show(strength), at_units.label, at_units.ledger, _told(found, _at_units))
    if data.at == BASE:
        return _at_base(look, data, strength)
    if data.at == PORT:
        return _at_port(look, data, strength)
    aimed, ship = aim_of(look, data), naval_target(look, data.at, data.target)
    reads = spread_of(lambda throw: throw_at_ship(charts, aimed.column, ship, throw)).map(lambda read: rank(ship, read))
    return GunfireOdds(show(strength), aimed.label, aimed.ledger, _told(reads, partial(rank_text, ship)))


def _at_units(result: tuple[int, bool]) -> str:
    steps, dg = result
    lost = f"{counted(steps, 'step')} lost" if steps else ""
    return ", and ".join(filter(None, (lost, "DG" if dg else ""))) or NOTHING


def _told(spread: Spread[Any], words: Callable[[Any], str]) -> tuple[Outcome, ...]:
    """Each outcome in words, the lightest first."""
    return tuple([Outcome(words(result), Fraction(ways, spread.total)) for result, ways in sorted(spread.ways.items())])


def _at_base(look: Look, data: Gunfire, strength: Fraction) -> GunfireOdds:
    """10.0c-A: the Levels that the base loses, and the aircraft there that lose a step, as far as they are known."""
    base, charts = base_in(look.state, data.hex), look.world.charts
    assert base is not None  # it is the target
    column = charts.facility.column(int(strength))
    planes = len(exposed(look, BaseRaid(data.side, data.hex, int(strength), naval=True)))
    spread = facility_spread(charts, column, Facility("air_base", base.level, planes=planes))
    results = spread.map(lambda read: (read.levels, read.planes))

    def words(result: tuple[int, int]) -> str:
        levels, hit = result
        told = (f"{counted(levels, 'Level')} lost" if levels else "", f"{hit} aircraft hit" if hit else "")
        return ", ".join(filter(None, told)) or NOTHING

    return GunfireOdds(show(strength), charts.facility.columns[column], None, _told(results, words))


def _at_port(look: Look, data: Gunfire, strength: Fraction) -> GunfireOdds:
    """10.0c-B: the hits that the port takes."""
    port, charts = own_harbour(look, look.enemy(data.side), data.hex), look.world.charts
    assert port is not None  # it is the target
    column = column_of(look, PortRaid(data.side, data.hex, int(strength), naval=True))
    spread = facility_spread(charts, column, Facility("port", hits=port.hits)).map(lambda read: read.port_hits)
    label = charts.facility.columns[column]
    return GunfireOdds(
        show(strength), label, None, _told(spread, lambda hits: counted(hits, "hit") if hits else NOTHING)
    )


# --- barrages by aircraft ----------------------------------------------------------------------------------------


def at_one_ship(look: Look, data: ShipStrike, target: str) -> Spread[int]:
    """How bad the barrage by the aircraft that go for a ship is for it, by `rank`."""
    if not fires(look, data, target):
        return Spread.sure(0)
    ship, column = naval_target(look, SHIPS, target), strike_aim(look, data, target).column
    return spread_of(lambda throw: throw_at_ship(look.world.charts, column, ship, throw)).map(
        lambda read: rank(ship, read)
    )


def strike_odds(look: Look, data: ShipStrike, target: str) -> GunfireOdds:
    """The same, to be shown; `column` is "" if they are too few for its Protection."""
    points = show(sum(wing.points for wing in at_target(data, target)))
    if not fires(look, data, target):
        return GunfireOdds(points)
    aimed = strike_aim(look, data, target)
    words = partial(rank_text, naval_target(look, SHIPS, target))
    return GunfireOdds(points, aimed.label, aimed.ledger, _told(at_one_ship(look, data, target), words))

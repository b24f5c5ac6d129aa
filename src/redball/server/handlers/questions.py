"""Questions about a game that change nothing."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery

from redball.analysis.sea_report import SeaOdds, sea_odds
from redball.game.explain.shown import ShownBills, ShownCuts, ShownMoveCost
from redball.game.view.warnings import WarningView
from redball.game.view.warnings import warnings as warnings_of
from redball.game.view.whole import check_viewer
from redball.server.answers import combat, movement
from redball.server.answers import entries as answers_entries
from redball.server.answers import supply as answers_supply
from redball.server.answers.combat import BarrageAnswer, OddsAnswer, PlanAnswer, Strokes
from redball.server.answers.entries import EntryAnswer
from redball.server.answers.missions import MissionOdds, mission_odds
from redball.server.answers.movement import HexCost, RailReach, Reach, ShippingReach, WhyAnswer, Work
from redball.server.answers.supply import DumpSupply, ExtenderRange, UnitSupply
from redball.server.answers.theatre import TheatreAnswer
from redball.server.answers.theatre import theatre as open_theatre
from redball.server.handlers.asking import Asked, actor, session_of
from redball.server.requests import held_short, plain_json


@get("/api/games/{gid:str}/reach", sync_to_thread=True)
def reach(request: Asked, gid: FromPath[str], units: FromQuery[str], side: FromQuery[str] = "") -> Reach:
    """Where units could go."""
    with session_of(request, gid) as session:
        return movement.reach(session, actor(session, side), units)


@get("/api/games/{gid:str}/warnings", sync_to_thread=True)
def warnings(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> list[WarningView]:
    """What is left to do before the segment that the side could end now."""
    with session_of(request, gid) as session:
        check_viewer(session.game.look, side)
        return warnings_of(session.game, side)


@get("/api/games/{gid:str}/rail", sync_to_thread=True)
def rail(
    request: Asked,
    gid: FromPath[str],
    units: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
    side: FromQuery[str] = "",
) -> RailReach:
    """Where units or supply could go by rail."""
    with session_of(request, gid) as session:
        return movement.by_rail(session, actor(session, side), units, hex)


@get("/api/games/{gid:str}/shipping", sync_to_thread=True)
def shipping(
    request: Asked,
    gid: FromPath[str],
    units: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
    side: FromQuery[str] = "",
) -> ShippingReach:
    """Where units or supply could be shipped."""
    with session_of(request, gid) as session:
        return movement.by_sea(session, actor(session, side), units, hex)


@get("/api/games/{gid:str}/range", sync_to_thread=True)
def extender_range(
    request: Asked, gid: FromPath[str], unit: FromQuery[str], side: FromQuery[str] = ""
) -> ExtenderRange:
    """What an Extender could link to."""
    with session_of(request, gid) as session:
        return answers_supply.extender_range(session, actor(session, side), unit)


@get("/api/games/{gid:str}/why", sync_to_thread=True)
def why(request: Asked, gid: FromPath[str], action: FromQuery[list[str]], side: FromQuery[str] = "") -> list[WhyAnswer]:
    """Why actions are not allowed."""
    with session_of(request, gid) as session:
        asked = [session.game.world.edition.read_action(held_short(plain_json(one))) for one in action]
        return [movement.why(session, actor(session, side), one) for one in asked]


@get("/api/games/{gid:str}/cost", sync_to_thread=True)
def cost(
    request: Asked,
    gid: FromPath[str],
    unit: FromQuery[str],
    start: FromQuery[int],
    hex: FromQuery[int],
    side: FromQuery[str] = "",
) -> HexCost:
    """What a hex costs a unit."""
    with session_of(request, gid) as session:
        actor(session, side)
        return movement.cost(session, side, unit, start, hex)


@get("/api/games/{gid:str}/construction", sync_to_thread=True)
def construction(request: Asked, gid: FromPath[str], unit: FromQuery[str], side: FromQuery[str] = "") -> list[Work]:
    """What a unit could build, and why not."""
    with session_of(request, gid) as session:
        actor(session, side)
        return movement.construction_of(session, side, unit)


@get("/api/games/{gid:str}/supply", sync_to_thread=True)
def supply(
    request: Asked,
    gid: FromPath[str],
    side: FromQuery[str] = "",
    unit: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
) -> UnitSupply | DumpSupply:
    """Supply of a unit, an HQ or a dump."""
    with session_of(request, gid) as session:
        who = actor(session, side)
        return (
            answers_supply.supply_of_unit(session, side, unit)
            if unit
            else answers_supply.supply_of_hex(session, who, hex)
        )


@get("/api/games/{gid:str}/cuts", sync_to_thread=True)
def cuts(
    request: Asked,
    gid: FromPath[str],
    unit: FromQuery[str],
    side: FromQuery[str] = "",
    line: FromQuery[str] = "trace",
) -> ShownCuts:
    """What would cut a unit's trace or supply."""
    with session_of(request, gid) as session:
        actor(session, side)
        return answers_supply.cuts(session, side, unit, line)


@get("/api/games/{gid:str}/entries", sync_to_thread=True)
def entries(request: Asked, gid: FromPath[str], hexes: FromQuery[str], side: FromQuery[str] = "") -> list[EntryAnswer]:
    """What the hexes lead to where supply and units come onto the map."""
    with session_of(request, gid) as session:
        return answers_entries.entries(session, actor(session, side), hexes)


@get("/api/games/{gid:str}/bills", sync_to_thread=True)
def bills(
    request: Asked,
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    kind: FromQuery[str] = "regular",
    special: FromQuery[str] = "",
) -> ShownBills:
    """Who could pay for an attack, an overrun or a barrage."""
    with session_of(request, gid) as session:
        return answers_supply.bills(session, actor(session, side), kind, hex, units, special)


@get("/api/games/{gid:str}/fuel", sync_to_thread=True)
def fuel(
    request: Asked,
    gid: FromPath[str],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
) -> ShownMoveCost:
    """What a move costs in fuel."""
    with session_of(request, gid) as session:
        return answers_supply.move_cost(session, actor(session, side), units, hex)


@get("/api/games/{gid:str}/odds", sync_to_thread=True)
def odds(
    request: Asked,
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    kind: FromQuery[str] = "regular",
    attacker: FromQuery[str] = "losses",
    defender: FromQuery[str] = "retreat",
    terrain: FromQuery[str] = "",
    special: FromQuery[str] = "",
) -> OddsAnswer:
    """The preview of an attack or overrun, with exact chances."""
    with session_of(request, gid) as session:
        policy = combat.policy_named(attacker, defender)
        chosen = combat.terrain_named(session.game.look, terrain)
        return combat.odds(session, actor(session, side), hex, units, kind, policy, chosen, special)


@get("/api/games/{gid:str}/plan", sync_to_thread=True)
def plan(
    request: Asked,
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    guns: FromQuery[str] = "",
    then: FromQuery[int] = -1,
    attacker: FromQuery[str] = "losses",
    defender: FromQuery[str] = "retreat",
    special: FromQuery[str] = "",
) -> PlanAnswer:
    """The exact chance of a barrage, an attack and an exploitation overrun in sequence."""
    with session_of(request, gid) as session:
        policy = combat.policy_named(attacker, defender)
        return combat.plan(session, actor(session, side), hex, units, guns, then, policy, special)


@get("/api/games/{gid:str}/strokes", sync_to_thread=True)
def strokes(request: Asked, gid: FromPath[str], hex: FromQuery[int], side: FromQuery[str] = "") -> Strokes:
    """Who could barrage and attack a hex."""
    with session_of(request, gid) as session:
        return combat.strokes(session, actor(session, side), hex)


@get("/api/games/{gid:str}/barrage", sync_to_thread=True)
def barrage(
    request: Asked,
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
) -> BarrageAnswer:
    """The preview of a barrage."""
    with session_of(request, gid) as session:
        return combat.barrage_preview(session, actor(session, side), hex, units)


@get("/api/games/{gid:str}/mission", sync_to_thread=True)
def mission(
    request: Asked,
    gid: FromPath[str],
    side: FromQuery[str] = "",
    kind: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
    planes: FromQuery[str] = "",
) -> MissionOdds:
    """The air mission that is planned, or one that could be, with exact chances."""
    with session_of(request, gid) as session:
        return mission_odds(session, actor(session, side), kind, hex, planes)


@get("/api/games/{gid:str}/sea", sync_to_thread=True)
def sea(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> SeaOdds:
    """What the gunfire, the strike at ships or the landing that the side drafts can come to."""
    with session_of(request, gid) as session:
        return sea_odds(session.game.look, actor(session, side))


@get("/api/games/{gid:str}/theatre", sync_to_thread=True)
def theatre(
    request: Asked,
    gid: FromPath[str],
    side: FromQuery[str] = "",
    attacker: FromQuery[str] = "losses",
    defender: FromQuery[str] = "retreat",
) -> TheatreAnswer | None:
    """The combat or barrage that is open, with its odds as the side may see them."""
    with session_of(request, gid) as session:
        return open_theatre(session, actor(session, side), combat.policy_named(attacker, defender))

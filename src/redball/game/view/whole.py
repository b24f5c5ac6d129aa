"""What one side may see of a game, as plain data: redaction happens here, before anything is serialised.

The shape is written down in `docs/api.md`. `view(game, "axis")` is that side's; `view(game, "")` is open play and
allowed only without fog or after the end.

Cases: 4.8b-A, 4.8b-B, 13.2h
"""

from __future__ import annotations

from typing import Any

import msgspec

from redball.core.actions import Breakout
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED, REMOVED, SET_UP, Unit
from redball.editions.new_ocs.tap import tapped
from redball.editions.v1992.low_supply import low_supply
from redball.forces.counter import Counter
from redball.game.game import Game
from redball.game.past import Past
from redball.game.plan.rail import rail_view
from redball.game.sight.belief import OPEN, believed, fogged, visible
from redball.game.sight.redaction import decision_data
from redball.game.sight.veils import BLANK, STAND_IN, UNSEEN_COUNTER, veils
from redball.game.view.renewal import renewal_view
from redball.game.view.stack_summary import fuel_state, summarize
from redball.game.view.warnings import lists, warnings
from redball.rules.ground import bridges as bridging
from redball.rules.modes import change as modes
from redball.rules.modes.disorganization import dg_kind
from redball.rules.movement.points import COMMAND_SHOWN
from redball.rules.sequence import victory
from redball.rules.setup.places import covered, groups, tokens_left, without_unseen
from redball.rules.supply_phase.breakout import chance, is_first_turn, return_entries
from redball.rules.trace.extender_links import extenders, mix_of
from redball.rules.trace.sources import network
from redball.rules.units.abilities import (
    action_rating,
    attack_capable,
    movement_allowance,
    printed_strength,
    transport_kind,
)
from redball.rules.units.engineers import engineer_capable
from redball.rules.units.visibility import top_unit
from redball.rules.units.zoc import has_zoc

HIDDEN_FROM_ENEMY = (
    *("steps", "steps_lost", "re", "internals", "fueled", "load", "moved", "worked", "strength", "ma", "points"),
    "extender",
)


class NotAllowed(ValueError):
    """An open view of a game that is played under fog, or the view of a side that there is not."""


def check_viewer(look: Look, side: str) -> None:
    """Who may look: a side, or everybody ("") without fog and after the end.

    Raises NotAllowed.
    """
    if side != OPEN and side not in look.world.sides:
        raise NotAllowed(f"there is no side {side!r}; there are: {', '.join(look.world.sides)}")
    if side == OPEN and look.switch("fog") and not look.state.over:
        raise NotAllowed("this game is played with fog of war: ask for the view of a side")


def view(game: Game, side: str) -> dict[str, Any]:
    """The view of a side as JSON-ready data.

    Raises NotAllowed for an open view under fog, or for an unknown side.
    """
    check_viewer(game.look, side)
    return _shown(game, side) | decision_view(game, side)


def past_view(past: Past, game: Game, side: str, number: int) -> dict[str, Any]:
    """The view as a side had it after action `number`, without choices. Who may look is decided by the game as it is
    now: after the end everybody sees all of the past.

    Raises NotAllowed as `view` does, ValueError for a number that is not in the history.
    """
    check_viewer(game.look, side)
    then = past.at(number)
    return _shown(then, side) | decision_view(then, side, choices=False)


def _shown(game: Game, side: str) -> dict[str, Any]:
    look = without_unseen(game.look, side)
    clock, scenario = look.state.clock, look.world.scenario
    return {
        "seq": len(game.records),
        "turn": clock.turn,
        "turns": scenario.turns,
        "date": scenario.dates[clock.turn - 1] if clock.turn <= len(scenario.dates) else "",
        "phase": clock.phase,
        "segment": clock.segment,
        "phasing": clock.phasing,
        "acting": clock.acting,
        "first": clock.first,
        "simulcast": clock.simulcast,
        "weather": look.state.weather,
        "over": look.state.over,
        "outcome": msgspec.to_builtins(look.state.outcome) if look.state.outcome else None,
        "side": side,
        "units": [
            *(unit_view(look, look.unit(uid), side) for uid in sorted(visible(look, side))),
            *(veiled_view(look, top) for top in _veiled(look, side).values()),
        ],
        "stacks": stacks(look, side),
        "dumps": dumps(look, side),
        "blown": blown(look, side),
        "extenders": extender_views(look, side),
        "bridges": bridges(look, side),
        "hedgehogs": [{"hex": h, "side": g.side, "level": g.level} for h, g in sorted(look.state.hedgehogs.items())],
        "rail": rail_view(look, side),
        "control": {str(h): s for h, s in sorted(look.state.control.items())},
        "score": msgspec.to_builtins(victory.score(look)),
        "reserve_markers": {
            s: {"used": len(modes.reserve_hexes(believed(look, side), s)), "limit": modes.reserve_limit(look, s)}
            for s in look.world.sides
        },
        "losses": {s: losses(look, s) for s in look.world.sides},
        "arrivals": arrivals(look),
        "rebuild": rebuild_view(look, side),
        "breakdowns": pools(look),
        "lists": lists(look, side),
        "warnings": warnings(game, side),
        "command": command(look, side),
        "set_up": set_up(look, side),
        "undo": undo_view(game, side),
        "guide": guide(game, side),
    }


def decision_view(game: Game, side: str, *, choices: bool = True) -> dict[str, Any]:
    """The deciding side, what the viewer may know of the decision, and the viewer's legal actions if requested."""
    open_ = game.decision
    if open_ is None:
        return {"decision": None, "choices": []}
    yours = side in (OPEN, open_.side)
    data = decision_data(game.look, open_.data, open_.step, side, yours=yours)
    decision = {
        "side": open_.side,
        "procedure": open_.procedure.name,
        "step": open_.step.name,
        "prompt": open_.step.prompt,
        "case": open_.step.case,
        "words": dict(open_.step.words),
        "yours": yours,
        "data": data,
    }
    if yours and open_.procedure.name == "breakout_segment":
        decision["breakouts"] = breakouts(game)
    return {"decision": decision, "choices": msgspec.to_builtins(game.choices()) if yours and choices else []}


def breakouts(game: Game) -> list[dict[str, Any]]:
    """Who may break out, with the throws of six that succeed (12.8e-2)."""
    look = game.look
    units = [look.unit(action.unit) for action in game.choices() if isinstance(action, Breakout)]
    return [{"unit": u.id, "first_turn": is_first_turn(u), "chance": chance(look, u)} for u in units]


def unit_view(look: Look, unit: Unit, side: str) -> dict[str, Any]:
    """One unit; of an enemy's only what 4.9a-B allows."""
    counter = look.counter(unit)
    shown: dict[str, Any] = {
        "id": unit.id,
        "side": unit.side,
        "hex": unit.hex,
        "counter": counter_view(look, unit),
        "facing": unit.facing,
        "marker": unit.marker,
        "dg_kind": dg_kind(unit),
        "tapped": tapped(unit),
        "mode": unit.mode,
        "out_of_supply": unit.out_of_supply,
        "low_supply": low_supply(unit),
        "attack_capable": attack_capable(look, unit),
        "zoc": has_zoc(look, unit),
        "ar": action_rating(look, unit),
        "engineer": engineer_capable(look, unit),
    }
    if fogged(look, side) and unit.side != side and unit.hex not in (DEAD_PILE, REMOVED):
        return shown | dict.fromkeys(HIDDEN_FROM_ENEMY)
    return shown | {
        "steps": counter.steps,
        "steps_lost": unit.steps_lost,
        "re": look.regimental_equivalents(unit) / 4,
        "internals": unit.internals,
        "fueled": fuel_state(look, unit),
        "load": unit.load,
        "points": unit.points,
        "extender": unit.extender,
        "moved": unit.activity.moved,
        "worked": unit.activity.worked,
        "strength": str(printed_strength(look, unit)) if counter.is_combat_unit else "",
        "ma": show_mp(movement_allowance(look, unit)),
    }


def _veiled(look: Look, side: str) -> dict[int, Unit]:
    """The stacks of which a viewer sees only the marker."""
    return veils(look, side) if fogged(look, side) else {}


def veiled_view(look: Look, top: Unit) -> dict[str, Any]:
    """Units of which only the marker on top is seen, as one (HR-2): that they are there, the marker, and their ZOC."""
    blank = dict.fromkeys(counter_view(look, top)) | BLANK | {"id": UNSEEN_COUNTER, "side": top.side}
    nation = next(c.nation for c in look.world.counters.values() if c.side == top.side)
    zoc = has_zoc(look, top)
    return {
        "id": STAND_IN + look.hex_name(top.hex),
        "side": top.side,
        "hex": top.hex,
        "counter": blank | {"kind": "combat", "nation": nation, "points": 0, "transport": "", "divisional": False},
        "facing": "combat",
        "marker": top.marker,
        "dg_kind": dg_kind(top),
        "tapped": False,
        "mode": top.marker,
        "out_of_supply": top.out_of_supply,
        "low_supply": False,
        "attack_capable": zoc,
        "zoc": zoc,
        "ar": None,
        "engineer": False,
    } | dict.fromkeys(HIDDEN_FROM_ENEMY)


def counter_view(look: Look, unit: Unit) -> dict[str, Any]:
    """The printed counter of a unit."""
    return counter_of(look.counter(unit))


def counter_of(counter: Counter) -> dict[str, Any]:
    """A printed counter, with MP as players write them."""
    plain: dict[str, Any] = msgspec.to_builtins(counter)
    for name in ("combat", "move"):
        face = plain[name]
        if face is not None:
            face["ma"] = show_mp(face["ma"])
            face["throw_range"] = show_mp(face["throw_range"]) if face["throw_range"] else ""
    return plain


def stacks(look: Look, side: str) -> list[dict[str, Any]]:
    """Every hex with units or supply of either side, as the viewer may see it."""
    hexes = {(u.hex, u.side) for u in look.state.units.values() if u.on_map}
    hexes |= {(h, s) for s in look.world.sides for h in look.state.dumps[s]}
    found, veiled = [], _veiled(look, side)
    for hex_, owner in sorted(hexes):
        hidden = fogged(look, side) and owner != side
        combat = look.has_combat_units(hex_, owner)
        top = top_unit(look, hex_, owner)
        units = look.units_at(hex_, owner)
        found.append(
            {
                "hex": hex_,
                "side": owner,
                "top": (STAND_IN + look.hex_name(hex_) if hex_ in veiled else top.id) if top else None,
                "combat": combat,
                "zoc": any(has_zoc(look, u) for u in units),
                "supply": None if hidden and combat else hex_ in look.state.dumps[owner],
                "transport": None if hidden and combat else any(u.points or u.extender for u in units),
                "hidden": hidden,
                "summary": None if hidden else msgspec.to_builtins(summarize(look, hex_, owner)),
            }
        )
    return found


def dumps(look: Look, side: str) -> list[dict[str, Any]]:
    """SP on the ground: amounts of one's own; of the enemy only that a dump without combat units on it is there."""
    found = []
    for owner in look.world.sides:
        hidden = fogged(look, side) and owner != side
        for hex_, dump in sorted(look.state.dumps[owner].items()):
            if not hidden:
                found.append({"hex": hex_, "side": owner, "tokens": dump.tokens, "fresh": dump.fresh})
            elif not look.has_combat_units(hex_, owner):
                found.append({"hex": hex_, "side": owner, "tokens": None, "fresh": None})
    return found


def extender_views(look: Look, side: str) -> list[dict[str, Any]]:
    """A side's own Extenders: range, and how each links, if it does (12.7b)."""
    found = []
    for owner in look.world.sides:
        if fogged(look, side) and owner != side:
            continue
        links = network(look, owner).links
        for unit in extenders(look, owner):
            mix, link = mix_of(look, owner, transport_kind(look, unit)), links.get(unit.id)
            found.append(
                {
                    "unit": unit.id,
                    "side": owner,
                    "hex": unit.hex,
                    "range": show_mp(mix.range) if mix is not None else "",
                    "mobility": mix.mobility if mix is not None else "",
                    "source": link is not None and link.source,
                    "link": list(link.path) if link is not None else [],
                    "joins": list(link.joins) if link is not None else [],
                }
            )
    return found


def blown(look: Look, side: str) -> list[int]:
    """Hexes in which the acting side has tried to blow its SP in this phase, for itself."""
    hidden = fogged(look, side) and look.state.clock.acting != side
    return [] if hidden else sorted(look.state.blown)


def bridges(look: Look, side: str) -> list[dict[str, Any]]:
    """Where an engineer that the viewer sees stands by a river, which it bridges for its own side (13.8b-A)."""
    seen = visible(look, side)
    return [
        {"hex": bridge.hex, "side": owner, "unit": bridge.unit}
        for owner in look.world.sides
        for bridge in bridging.bridges(look, owner)
        if bridge.unit in seen
    ]


def losses(look: Look, side: str) -> dict[str, Any]:
    """Steps lost, the Dead Pile, and what is out of the game: both sides may look at them."""

    def named(pile: int) -> list[dict[str, Any]]:
        there = (u for u in look.state.units.values() if u.side == side and u.hex == pile)
        return [{"id": u.id, "name": look.counter(u).name} for u in sorted(there, key=lambda u: u.id)]

    return {"steps": look.state.steps_lost.get(side, 0), "units": named(DEAD_PILE), "removed": named(REMOVED)}


def arrivals(look: Look) -> list[dict[str, Any]]:
    """What is still to come, by turn: the schedule is open to both sides."""
    found = []
    for arrival in look.world.scenario.arrivals:
        known = look.state.units  # a Transport Point that has combined with another is no longer there
        waiting = [uid for uid in arrival.units if uid in known and known[uid].hex == NOT_ARRIVED]
        if waiting or (arrival.tokens and arrival.turn > look.state.clock.turn):
            found.append(
                {
                    "turn": arrival.turn,
                    "side": arrival.side,
                    "units": [{"id": uid, "counter": counter_view(look, look.unit(uid))} for uid in waiting],
                    "tokens": arrival.tokens,
                    "entry": list(arrival.entry),
                }
            )
    return found + [_returning(look, unit) for _, unit in sorted(look.state.units.items()) if unit.returns]


def _returning(look: Look, unit: Unit) -> dict[str, Any]:
    """A unit that broke out, as an arrival of its own (12.8e-2)."""
    return {
        "turn": unit.returns,
        "side": unit.side,
        "units": [{"id": unit.id, "counter": counter_view(look, unit)}],
        "tokens": 0,
        "entry": list(return_entries(look, unit.side)),
    }


def command(look: Look, side: str) -> dict[str, Any] | None:
    """The viewer's order of command; zones of operations are visible to both sides."""
    return look.policies[COMMAND_SHOWN](look, (side,) if fogged(look, side) else look.world.sides)


def set_up(look: Look, side: str) -> dict[str, Any] | None:
    """What the viewer has still to set up, and where; None when nobody is setting up."""
    clock = look.state.clock
    if clock.phase != SET_UP:
        return None
    own = [group for s in look.world.sides if side in (OPEN, s) for group in groups(look.world, s)]
    laid = look.state.stack[-1].data.laid if side in (OPEN, clock.acting) else ()
    found = []
    for group in own:
        number = look.world.scenario.free_setup.groups.index(group)  # type: ignore[union-attr]
        found.append(
            {
                "side": group.side,
                "name": group.name,
                "group": number,
                "units": [uid for uid in group.units if look.state.units[uid].hex == NOT_ARRIVED],
                "tokens": tokens_left(look.world, group.side, laid, number) if group.side == clock.acting else 0,
                "hexes": list(group.hexes),
            }
        )
    return {"covered": covered(look), "groups": found}


def pools(look: Look) -> list[dict[str, Any]]:
    """The Breakdowns that each nation may detach: the counter-mix is open to both sides (20.0g)."""
    return [
        {
            "side": pool.side,
            "nation": pool.nation,
            "limit": pool.limit,
            "counters": [counter_of(look.world.counters[uid]) for uid in pool.counters],
        }
        for pool in look.world.scenario.breakdowns
    ]


def rebuild_view(look: Look, side: str) -> dict[str, Any]:
    """What could be rebuilt; with the counters of lost trucks, which stand nowhere."""
    found = renewal_view(look, side)
    for own in found.values():
        for entry in own["trucks"]:
            entry["printed"] = counter_of(look.world.counters[entry["counter"]])
    return found


def undo_view(game: Game, side: str) -> dict[str, Any]:
    """May the viewer take something back, how much, and if not, what sealed it?"""
    open_ = game.decision
    steps = game.undo_steps if open_ is not None and side in (OPEN, open_.side) else 0
    again = game.redo_steps if open_ is not None and side in (OPEN, open_.side) else 0
    return {"possible": steps > 0, "steps": steps, "sealed_by": game.sealed_by or None, "redo": again}


def guide(game: Game, side: str) -> list[dict[str, Any]]:
    """The steps of a teaching scenario and which of them are done by the viewer's side."""
    found = []
    events = game.events() if game.world.scenario.guide else []
    for step in game.world.scenario.guide:
        done = any(
            type(e).__name__ == step.done_when
            and (side in (OPEN, e.side) or not e.side)
            and all(getattr(e, name, None) == value for name, value in step.when.items())
            for e in events
        )
        found.append({"text": step.text, "done": done})
    return found

"""Options that are exact leave nothing out: they offer all that is not refused, along games played at random."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from game.test_fast_paths import played
from redball.core import engine
from redball.core.actions import Action, Exchange, PlaceRepl, PlaceSupply, PlaceUnit, Rebuild
from redball.core.look import Look
from redball.rules.modes.change import mode_candidates
from redball.rules.reinforcement.phase import ReinforcementPhase
from redball.rules.reinforcement.rebuild import dead
from redball.rules.reinforcement.replacements import kinds_due, new_repl


def everything(look: Look, data: object, kind: type[Action], offered: list[Action]) -> list[Action]:
    """Whatever could be named in an action of the kind: in the hexes that are offered, at the edge and near units."""
    near = {h for h in range(look.board.size) if look.board.on_edge(h) or look.ids_at(h)}
    hexes = sorted(near | {action.hex for action in offered if isinstance(action, PlaceUnit | PlaceRepl | Rebuild)})
    side, counters = look.state.clock.acting, sorted(look.world.counters)
    if kind is Exchange:
        return [Exchange(unit.id, other) for unit, other in product(look.own(side), counters)]
    if kind is PlaceRepl:
        kinds = kinds_due(data, repls=True)  # type: ignore[arg-type]
        repls = [(name, new_repl(look, side, name)) for name in kinds]
        return [
            PlaceRepl(name, hex_, way.mode, way.facing)
            for name, repl in repls
            for hex_, way in product(hexes, mode_candidates(look, repl))
        ]
    off_map = dead(look, side) if kind is Rebuild else [u for u in look.state.units.values() if not u.on_map]
    return [
        kind(unit.id, hex_, way.mode, way.facing)
        for unit in off_map
        for hex_, way in product(hexes, mode_candidates(look, unit))
    ]


def test_arrivals_and_exchanges_are_listed_without_asking_of_every_one() -> None:
    """PlaceUnit, PlaceRepl, Rebuild and Exchange against everything that could be named."""
    seen: dict[type[Action], int] = {}
    for game in played("smolensk", 19, 1100):
        look, open_ = game.look, game.decision
        assert open_ is not None
        for option in open_.step.options:
            if option.action in (PlaceUnit, PlaceRepl, Rebuild, Exchange) and seen.get(option.action, 0) < 3:
                offered = list(option.candidates(look, open_.data))
                named = everything(look, open_.data, option.action, offered)
                legal = {action for action in named if option.refuse(look, open_.data, action) is None}
                assert option.exact
                assert set(offered) == legal
                assert len(offered) == len(legal)
                seen[option.action] = seen.get(option.action, 0) + bool(legal)
    assert all(seen.get(kind) for kind in (PlaceUnit, PlaceRepl, Rebuild, Exchange))


def test_what_is_kept_as_others_are_placed_holds() -> None:
    """PlaceUnit and PlaceSupply are listed as in a world that remembers nothing."""
    seen = {PlaceUnit: 0, PlaceSupply: 0}
    for game in played("smolensk", 12, 700):
        offered = [c for c in game.choices() if isinstance(c, PlaceUnit | PlaceSupply)]
        if offered and isinstance(game.state.stack[-1].data, ReinforcementPhase):
            forgetful = replace(game.world)
            assert engine.choices(Look(forgetful, game.state), PlaceUnit, PlaceSupply) == offered
            seen[type(offered[0])] += 1
    assert min(seen.values()) > 10, seen

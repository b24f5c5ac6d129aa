"""The bot itself: finds the policy of a decision and makes sure its answer is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from redball.bots.steady import (
    air_phase,
    aircraft,
    answers,
    attack,
    flights,
    march,
    rails,
    renewal,
    retreat,
    sea_assault,
    sea_guns,
    sea_landing,
    sea_phase,
    sea_ports,
    supply,
    works,
    zones,
)
from redball.bots.steady.scene import NO_PLAN, Guide, Memory, Scene, segment_key
from redball.core.actions import Action, Cancel, Done, Halt
from redball.game import Game

Policy = Callable[[Scene], Action | None]
POLICIES: dict[str, Policy] = {
    "boundaries.place": zones.draw,
    "free_set_up.choose": answers.set_up,
    "game.elect": answers.elect,
    "reinforcement_phase.place": supply.place_unit,
    "reinforcement_phase.place_supply": supply.place_supply,
    "reinforcement_phase.load": supply.load_arrived,
    "replacements.place": renewal.place,
    "rebuilding.rebuild": renewal.rebuild,
    "breakout_segment.try": answers.break_out,
    "aircraft_refit.refit": aircraft.refit,
    "reinforcement_phase.place_aircraft": aircraft.place,
    "reinforcement_phase.place_ships": sea_phase.place,
    "reinforcement_phase.withdraw_craft": sea_phase.let_go,
    "aircraft_rebuilding.rebuild": aircraft.rebuild,
    "air_crowded.stand_down": aircraft.stand_down,
    "air_mission.draft": flights.draft,
    "air_mission.intercept": aircraft.intercept,
    "air_mission.flak_loss": aircraft.lose_plane,
    "air_mission.cargo_loss": aircraft.lose_cargo,
    "air_onward.onward": flights.fly_on,
    "air_combat.before_first": aircraft.keep_all,
    "air_combat.before_second": aircraft.keep_all,
    "air_combat.send": aircraft.send,
    "air_combat.meet": aircraft.send,
    "air_combat.after_first": aircraft.keep_all,
    "air_combat.after_second": aircraft.keep_all,
    "air_return.base": aircraft.land,
    "air_operations.assign": air_phase.assign,
    "air_scramble.intercept": air_phase.intercept,
    "air_rounds.send": aircraft.send,
    "air_rounds.meet": aircraft.send,
    "air_flak.flak_loss": aircraft.lose_plane,
    "air_sortie.cargo_loss": aircraft.lose_cargo,
    "movement_segment.choose_unit": march.choose_unit,
    "move.go": march.go,
    "train.load": rails.load,
    "train.send": rails.send,
    "construction.party": works.party,
    "pay.pay": supply.pay,
    "recovery.recover": supply.recover,
    "trace_check.favour": supply.favour,
    "trace_check.eat": supply.eat,
    "supply_usage.favour": supply.favour,
    "supply_usage.draw": supply.draw,
    "supply_usage.bases": aircraft.supply_base,
    "raider_check.call": answers.call_raider_check,
    "mode_determination.set": march.set_mode,
    "attrition.lose": answers.lose_step,
    "stacking_check.eliminate": answers.eliminate,
    "barrage_segment.declare": sea_guns.strike_or_fire,
    "gunfire.draft": sea_guns.draft,
    "sail.go": sea_phase.go,
    "landing.draft": sea_landing.draft,
    "beach_assault.answer": sea_assault.answer,
    "shipment.load": sea_ports.load,
    "barrage.terrain": answers.terrain,
    "barrage.losses": answers.lose_step,
    "combat_segment.declare": sea_assault.declare,
    "combat.at_all_costs": answers.ordinary,
    "combat.attacker_supply": attack.pay,
    "combat.defender_supply": answers.defend,
    "combat.defensive_fire": answers.support,
    "combat.fire_supply": answers.pay_for_fire,
    "combat.attacker_leader": answers.leader,
    "combat.defender_leader": answers.leader,
    "combat.terrain": answers.terrain,
    "combat.banzai": answers.charge,
    "combat.attacker_loss": answers.lose_step,
    "combat.attacker_option": answers.attacker_option,
    "combat.defender_loss": answers.lose_step,
    "combat.defender_option": answers.defender_option,
    "combat.advance": answers.advance,
    "hq_evasion.relocate": supply.displace,
    "retreat.go": retreat.go,
    "retreat.owed": answers.lose_step,
    "transport_capture.give_up": supply.give_up,
    "transport_capture.displace": supply.displace,
    "extender_collapse.displace": supply.displace,
}
LAST_RESORT = (Done, Halt, Cancel)
IN_THE_AIR = ("aircraft_refit.refit", "air_mission.intercept", "air_operations.assign", "air_scramble.intercept")
"""What a bot that does not fly ends at once."""


class SteadyBot:
    """Plays to win, without looking far ahead."""

    name = "steady"
    flies = True

    def __init__(self, seed: int, guide: Guide = NO_PLAN) -> None:
        self.seed = seed
        self.guide = guide
        self._memory = Memory()

    def choose(self, game: Game, side: str) -> Action:
        """The action that the policy of this decision prefers."""
        scene = self.scene(game, side)
        where = f"{scene.procedure}.{scene.step}"
        policy = POLICIES.get(where) if self.flies or where not in IN_THE_AIR else None
        action = policy(scene) if policy is not None else None
        if action is not None and scene.allows(action):
            return action
        return otherwise(scene)

    def scene(self, game: Game, side: str) -> Scene:
        """The decision as the bot sees it, with its notes on the segment."""
        open_ = game.decision
        if open_ is None or open_.side != side:
            raise ValueError(f"it is not for {side} to decide")
        return Scene(game, side, open_, self._remembered(game), flies=self.flies, guide=self.guide)

    def leave(self, game: Game, units: Iterable[str]) -> None:
        """Take up no move of these units in this segment."""
        self._remembered(game).passed.update(units)

    def _remembered(self, game: Game) -> Memory:
        """The notes on this segment."""
        key = segment_key(game)
        if key != self._memory.key:
            self._memory = Memory(key)
        return self._memory


class GroundBot(SteadyBot):
    """The same without its air rules, to measure what they gain: it neither refits nor flies nor intercepts. Decisions
    about aircraft that it cannot avoid (which to meet, which takes a loss, where they land) it makes as the other
    does."""

    name = "steady-ground"
    flies = False


def otherwise(scene: Scene) -> Action:
    """If no policy has an answer: end what can be ended, else the first legal action."""
    for kind in LAST_RESORT:
        for action in scene.choices:
            if isinstance(action, kind):
                return action
    return scene.choices[0]

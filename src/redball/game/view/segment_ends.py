"""What `Done` means at the open decision, in words: which segment it ends, or what it commits. The page, the terminal
and the lists of legal actions get it from here."""

from __future__ import annotations

from redball.core.actions import Cancel, Done
from redball.core.engine import Decision
from redball.core.look import Look
from redball.core.telling import PHASES
from redball.core.world import World
from redball.game.game import Game
from redball.game.standing.alone import TURNS
from redball.game.standing.questions import stops_of

ENDS_OTHERWISE = {
    "mode_determination.set": "End Mode Determination",
    "supply_usage.draw": "Done drawing supply",
    "supply_usage.bases": "Done supplying bases",
    "combat.advance": "Done advancing",
    "combat.banzai": "Make an ordinary attack",
    "rebuilding.rebuild": "Done rebuilding",
    "aircraft_rebuilding.rebuild": "Done rebuilding aircraft",
    "air_mission.intercept": "Let the mission pass",
    "ship_strike.targets": "Strike",
    "air_onward.onward": "Fly home from here",
    "air_operations.assign": "Fly the missions",
    "air_scramble.intercept": "Done choosing interceptors",
    "air_combat.before_first": "Done aborting",
    "air_combat.before_second": "Done aborting",
    "air_combat.send_beside": "Only the first one attacks",
    "air_combat.meet_beside": "Only the first one defends",
    "air_combat.after_first": "Done aborting",
    "air_combat.after_second": "Done aborting",
    "reinforcement_phase.place_aircraft": "Done placing: the rest is lost",
    "replacements.place": "Done placing: the rest is lost",
    "free_set_up.choose": "Finish the set-up",
    "raider_check.call": "Let them be",
    "hill_bases.move": "Leave the bases where they are",
    "boundaries.place": "Finish the boundaries",
}
"""Decisions within a segment, and those that are called otherwise, by procedure and step."""
IN_SEGMENTS = ("movement", "combat")
"""Phases one of whose segments is called the same."""
COMMITS = {
    "air_mission": "Fly the mission",
    "aircraft_refit": "Refit them",
    "gunfire": "Fire",
    "landing": "Land",
    "barrage_segment": "Fire",
    "combat_segment": "Attack",
}
"""What is drafted, and could be taken back, by procedure."""


def done_text(game: Game) -> str:
    """What a `Done` would do now; "" if none is legal."""
    open_ = game.decision
    offered = game.choices_by_kind()
    if open_ is None or Done not in offered:
        return ""
    return told_of(game.look, open_, drafted=Cancel in offered)


def told_of(look: Look, open_: Decision, *, drafted: bool) -> str:
    """As `done_text`, for a decision at which `Done` is legal. `drafted`: something could be taken back."""
    procedure = open_.procedure.name
    if drafted and procedure in COMMITS:
        return COMMITS[procedure]
    found = ENDS_OTHERWISE.get(f"{procedure}.{open_.step.name}", "")
    if found or not of_segment(look):
        return found or "Done"
    clock = look.state.clock
    return segment_end(clock.phase, clock.segment)


def of_segment(look: Look) -> bool:
    """The open decision is the one of a segment itself, not of something within it."""
    stack = look.state.stack
    return len(stack) > 1 and stack[-2].procedure in TURNS


def end_named(world: World, ends: str) -> str:
    """What a `Done` that names its decision (`Done.ends`) is meant to end, in words; "" if that is no segment."""
    phase, _, procedure = ends.partition("/")
    segment = procedure.removesuffix("_segment") if procedure.endswith("_segment") else phase
    return segment_end(phase, segment) if ends in stops_of(world) else ""


def segment_end(phase: str, segment: str) -> str:
    """The end of a segment or a phase. A segment names its phase, unless they are called the same.

    >>> segment_end("movement", "movement"), segment_end("supply", "supply"), segment_end("reaction", "barrage")
    ('End the Movement Segment', 'End the Supply Phase', 'End the Barrage Segment (Reaction Phase)')
    """
    if segment != phase:
        return f"End the {segment.capitalize()} Segment ({PHASES[phase]})"
    return f"End the {segment.capitalize()} Segment" if phase in IN_SEGMENTS else f"End the {PHASES[phase]}"

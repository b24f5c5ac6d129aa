"""What the steady bot's air rules gain: it plays the same bot without them, in pairs of games.

    python tools/air_gain.py --scenario smolensk --turns 3 --pairs 50

In a pair the bot has one side first and then the other, with the same seed. It is ahead in the pair if the points of
its two games are more than its opponent's. With `--diary` each game tells what each side flew and what came of it.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from statistics import mean, stdev

from redball.bots import make_bot
from redball.bots.arena.ladder import SURE, wilson
from redball.core.events import BarrageResolved, Event, SupplySpent
from redball.editions.new_ocs.interdict import InterdictionFlown
from redball.editions.v1992.joint_barrage import AircraftStruck
from redball.game import Game
from redball.rules.air.air import (
    AircraftHit,
    AircraftLost,
    AircraftRefitted,
    AirRound,
    BaseCaptured,
    FighterScrambled,
    FlakFired,
    MissionFlown,
    StrikeMade,
    SupplyAirlifted,
    UnitAirlifted,
)
from redball.rules.air.tasks import InterceptorSent
from redball.rules.sequence.victory import score

FLIES, WALKS = "steady", "steady-ground"
WITHOUT = ("smolensk", "sedan", "kohima", "yelnya")
"""Scenarios whose aircraft come with a switch."""

COUNTED = (
    FighterScrambled,
    InterceptorSent,
    SupplyAirlifted,
    UnitAirlifted,
    AircraftHit,
    AircraftLost,
    BaseCaptured,
    InterdictionFlown,
)
"""Events that the diary only counts."""


def main() -> None:
    """Play the pairs, and tell the gain with its interval."""
    parser = argparse.ArgumentParser(description="the gain of the steady bot's air rules")
    parser.add_argument("--scenario", default="smolensk")
    parser.add_argument("--edition", default="")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--diary", action="store_true")
    chosen = parser.parse_args()
    switches: dict[str, object] = {"aircraft": True} if chosen.scenario in WITHOUT else {}
    gains: list[int] = []
    for seed in range(chosen.seed, chosen.seed + chosen.pairs):
        began, gain = time.perf_counter(), 0
        margins = []
        for first in (True, False):
            game = Game.new(chosen.scenario, seed=seed, edition=chosen.edition, switches=switches)
            diary = played(game, (FLIES, WALKS) if first else (WALKS, FLIES), seed, chosen.turns)
            points = score(game.look).points
            own, other = (points[side] for side in (game.world.sides if first else game.world.sides[::-1]))
            margins.append(own - other)
            gain += own - other
            if chosen.diary:
                print(f"  {FLIES} has {game.world.sides[not first]}: {points}, steps lost {game.state.steps_lost}")
                for side in game.world.sides:
                    print(f"    {side}: " + ", ".join(f"{what} {n}" for what, n in sorted(diary[side].items())))
        gains.append(gain)
        seconds = time.perf_counter() - began
        print(
            f"seed {seed}: {margins[0]:+} as first side, {margins[1]:+} as second: {gain:+} ({seconds:.0f} s)",
            flush=True,
        )
        print("  " + told(gains), flush=True)


def told(gains: list[int]) -> str:
    """The mean gain of a pair, and the share of pairs in which the bot is ahead, with intervals of 95 %."""
    decided, ahead = [gain for gain in gains if gain], sum(gain > 0 for gain in gains)
    low, high = wilson(ahead, len(decided))
    share = f"ahead in {ahead} of {len(decided)} decided pairs ({low:.0%} to {high:.0%}), {len(gains)} played"
    if len(gains) < 2:
        return share
    half = SURE * stdev(gains) / len(gains) ** 0.5
    return f"{mean(gains):+.2f} points a pair, between {mean(gains) - half:+.2f} and {mean(gains) + half:+.2f}; {share}"


def played(game: Game, bots: tuple[str, str], seed: int, turns: int) -> dict[str, Counter[str]]:
    """Play so many turns; what each side did in the air."""
    game.keep_undo = False
    players = {side: make_bot(name, seed) for side, name in zip(game.world.sides, bots, strict=True)}
    diary: dict[str, Counter[str]] = {side: Counter() for side in game.world.sides}
    while (open_ := game.decision) is not None and game.state.clock.turn <= turns:
        taken = game.take(open_.side, players[open_.side].choose(game, open_.side))
        assert taken.refusal is None, taken.refusal
        for side, what, count in notes(taken.events):
            diary[side][what] += count
    return diary


def notes(events: tuple[Event, ...]) -> Iterator[tuple[str, str, int]]:
    """Side, what, how often: of what happened in the air."""
    by = "guns"
    for event in events:
        if isinstance(event, MissionFlown):
            yield event.side, event.kind, 1
        elif isinstance(event, StrikeMade | AircraftStruck):
            by = "aircraft"
            yield event.side, "points dropped", event.points
        elif isinstance(event, BarrageResolved):
            yield event.side, f"barrage by {by}: {event.result}", 1
            yield event.side, f"steps by {by}", event.steps
        elif isinstance(event, AirRound):
            won = "won" if event.result == "defender_aborts" else "not won"
            yield event.side, f"rounds {won}{', with losses' if event.loss else ''}", 1
        elif isinstance(event, FlakFired):
            yield event.side, "Flak hits" if event.hit else "Flak misses", 1
        elif isinstance(event, AircraftRefitted):
            yield event.side, "refitted", len(event.planes)
        elif isinstance(event, COUNTED):
            yield event.side, type(event).__name__, 1
        elif isinstance(event, SupplySpent):
            yield event.side, f"tokens for {event.purpose}", event.tokens


if __name__ == "__main__":
    main()

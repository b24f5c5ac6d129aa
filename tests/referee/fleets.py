"""Fleets under aircraft in New OCS and 1992: the positions of `tests/fuzz` with ships, at steps of those editions, and
with more bombers."""

from __future__ import annotations

from random import Random

from fuzz.test_fuzz_ships import position as fleets

STEPS = {
    "new-ocs": ("air_operations", "air_operations", "movement"),
    "1992": ("movement", "movement_barrage", "reaction_movement", "exploitation_barrage"),
}
"""Where a game begins, by edition."""
BOMBERS = ("T (1)-18-9/(1)-9-9", "T (0)-2(12)-8/(0)-1(6)-8", "F+T 3-8-8/2-4-8")


def position(seed: int, edition: str) -> str:
    """A position of v4.2 as one of another edition."""
    rng = Random(f"fleets/{seed}")
    head, at, rest = fleets(seed).partition("\nat ")
    more = [f"axis 02.02 ab{i} {rng.choice(BOMBERS)}" for i in range(rng.randrange(1, 4))]
    more += [f"soviet 07.02 sb{i} {rng.choice(BOMBERS)}" for i in range(rng.randrange(1, 4))]
    text = f"{head}\nedition {edition}{at}{rng.choice(STEPS[edition])} {rest.partition(' ')[2]}"
    return text.replace("[aircraft]\n", "[aircraft]\n" + "\n".join(more) + "\n")


def new_ocs(seed: int) -> str:
    """One of New OCS."""
    return position(seed, "new-ocs")


def in_1992(seed: int) -> str:
    """One of 1992."""
    return position(seed, "1992")

"""Which games an arena plays: every bot meets every other at every table, by each seed once from either side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct


class Table(Struct, frozen=True):
    """What is played: a scenario with its edition ("": the scenario's own) and switches by name, in order, to its end
    or for so many `turns`."""

    scenario: str
    edition: str = ""
    switches: tuple[tuple[str, Any], ...] = ()
    turns: int = 0

    @property
    def label(self) -> str:
        """The table in a few words.

        >>> Table("sedan", "new-ocs", (("fog", False),), 2).label
        'sedan by new-ocs, fog=False, 2 turns'
        """
        words = [f"{self.scenario} by {self.edition}" if self.edition else self.scenario]
        words += [f"{name}={value}" for name, value in self.switches]
        words += [f"{self.turns} turn{'s' if self.turns != 1 else ''}"] if self.turns else []
        return ", ".join(words)


class Meeting(Struct, frozen=True):
    """One game: `bots` are the names for the scenario's first and second side."""

    table: Table
    bots: tuple[str, str]
    seed: int

    @property
    def key(self) -> str:
        """A name of the game that can be a file's, and that no other game has.

        >>> Meeting(Table("sedan"), ("steady", "random"), 7).key
        'sedan-steady-random-7'
        >>> Meeting(Table("sedan", turns=2), ("steady", "random"), 7).key
        'sedan-steady-random-7-3747cd13'
        """
        key = f"{self.table.scenario}-{'-'.join(self.bots)}-{self.seed}"
        if self.table != Table(self.table.scenario):
            rest = msgspec.json.encode(self.table, order="deterministic")
            key += f"-{blake2b(rest, digest_size=4).hexdigest()}"
        return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in key)


def meetings(bots: Sequence[str], tables: Iterable[Table], seeds: Iterable[int]) -> list[Meeting]:
    """All games: those of one seed stand together, so that a run that was stopped has judged everybody alike.

    A bot by itself plays against itself, once by each seed: that measures the scenario's balance.

    >>> [game.bots for game in meetings(["a", "b"], [Table("sedan")], [1])]
    [('a', 'b'), ('b', 'a')]
    >>> [game.bots for game in meetings(["a"], [Table("sedan")], [1, 2])]
    [('a', 'a'), ('a', 'a')]
    """
    pairs = [(a, b) for first, second in combinations(bots, 2) for a, b in ((first, second), (second, first))]
    tables = list(tables)
    return [
        Meeting(table, pair, seed)
        for seed in seeds
        for table in tables
        for pair in pairs or [(bot, bot) for bot in bots]
    ]

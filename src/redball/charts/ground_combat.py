"""The tables of ground combat: odds, surprise, results, anti-tank effects, strengths by state.

Cases: 9.1g, 9.7, 9.7a, 9.7b, 9.10, 9.14a-A, 9.14a-B, 9.14a-C
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import ClassVar, Literal, cast

from redball.charts.errors import TableProblem
from redball.charts.rounding import round_half_up
from redball.charts.shapes import BandTable, Count, Grid, Modifier, Number, Record

Line = Literal["open", "close", "very_close", "extremely_close"]
Surprise = Literal["attacker", "defender", "none"]
ODDS = re.compile(r"[1-9]\d*:[1-9]\d*")


@cache
def parse_odds(text: str) -> tuple[int, int]:
    """Odds as printed above a column, attacker first.

    >>> parse_odds("1:5")
    (1, 5)
    """
    a, d = text.split(":")
    return int(a), int(d)


class Cell(Record, frozen=True, kw_only=True):
    """9.10: a result of the Combat Table, losses (L) and options (o) in steps.

    `exploit` is the least Action Rating that exploits, 0 for none; `d_dg` disorganizes the defender.
    """

    text: str
    a_loss: Count
    a_option: Count
    exploit: Count
    d_loss: Count
    d_option: Count
    d_dg: bool

    def __post_init__(self) -> None:
        attacker = [("L", self.a_loss), ("o", self.a_option), ("e", self.exploit)]
        defender = [("L", self.d_loss), ("o", self.d_option), ("DG", "" if self.d_dg else 0)]
        sides = ["".join(f"{sign}{n}" for sign, n in side if n != 0) for side in (attacker, defender)]
        text = " ".join(mark + side for mark, side in zip("AD", sides, strict=True) if side)
        if self.text != text:
            raise TableProblem(f"this result means {text!r} by its numbers", row=self.text)


class CombatTable(Grid[str], frozen=True, kw_only=True):
    """The Combat Table. Columns are counted from 0; `lines` gives the odds of each column for a line of terrain.

    >>> from redball.charts import load_charts
    >>> table = load_charts("v4").combat
    >>> column = table.initial_column("open", 1, 12)
    >>> table.column_label("open", column), table.column_label("open", table.shift(column, 6))
    ('1:5', '3:1')
    """

    coded: ClassVar[bool] = True
    lines: Mapping[str, tuple[str, ...]]
    codes: Mapping[str, Cell]
    modifiers: tuple[Modifier, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_codes(self.codes)
        for line, labels in self.lines.items():
            if len(labels) != len(self.columns):
                raise TableProblem(f"{len(labels)} odds for {len(self.columns)} columns", row=line)
            for label in labels:
                if not ODDS.fullmatch(label):
                    raise TableProblem("odds are written like 3:1", row=line, column=label)
            odds = [Fraction(*parse_odds(label)) for label in labels]
            for (one, two), label in zip(pairwise(odds), labels[1:], strict=True):
                if two <= one:
                    raise TableProblem("columns are not ascending", row=line, column=label)
            if "1:1" not in labels:
                raise TableProblem("there is no 1:1 column (9.14a)", row=line)
        if self.columns not in self.lines.values():
            raise TableProblem("no line of terrain has the odds that name the columns", row="columns")

    @staticmethod
    def odds(attack: Number, defend: Number) -> tuple[int, int]:
        """9.7, 4.2-A: both strengths divided by the smaller, each rounded half up, attacker first.

        A strength of zero has no odds (9.14a): it reads 1:0 or 0:1, and 1:1 if both are zero. Raises ValueError for a
        negative strength.

        >>> CombatTable.odds(15, 6), CombatTable.odds(10, 25), CombatTable.odds(7, 0)
        ((3, 1), (1, 3), (1, 0))
        """
        if attack < 0 or defend < 0:
            raise ValueError(f"strengths cannot be negative: {attack} to {defend}")
        if not attack or not defend:
            return (1, 1) if attack == defend else (1, 0) if attack else (0, 1)
        smaller = min(Fraction(attack), Fraction(defend))
        return round_half_up(attack / smaller), round_half_up(defend / smaller)

    @classmethod
    def odds_text(cls, attack: Number, defend: Number) -> str:
        """The rounded odds as players write them, "3:1"."""
        return "{}:{}".format(*cls.odds(attack, defend))

    def initial_column(self, line: str, attack: Number, defend: Number) -> int:
        """Index of the column before shifts, on the line of the defender's terrain.

        9.7a: the highest column not above the rounded odds. 9.7b, 9.1g: odds off the table take its end column.
        9.14a: the last column against zero strength, the first for an attack with zero, 1:1 for zero against zero.
        Raises KeyError for an unknown line.
        """
        labels = self.lines[line]
        a, d = self.odds(attack, defend)
        if not d:
            return self.last_column
        found = self.first_column
        for index, label in enumerate(labels):
            column_a, column_d = parse_odds(label)
            if column_a * d > a * column_d:
                break
            found = index
        return found

    def column_label(self, line: str, column: int) -> str:
        """The odds above a column on that line of terrain. Raises IndexError for a column off the table."""
        if not self.first_column <= column <= self.last_column:
            raise IndexError(f"no column {column} in the Combat Table")
        return self.lines[line][column]

    def lookup(self, column: int, roll: int) -> Cell:
        """9.9: the result of a modified roll; totals off the table read its first or last row."""
        return self.codes[self.result(column, roll)]


class SurpriseTable(BandTable, frozen=True, kw_only=True):
    """Who gets surprise from a modified roll, for regular attacks and for overruns."""

    band_names: ClassVar[frozenset[str]] = frozenset({"regular", "overrun"})
    results: ClassVar[tuple[str, ...]] = ("attacker", "defender", "none")
    modifier_ids: ClassVar[frozenset[str]] = frozenset({"action_rating_difference", "hedgehog"})

    def who(self, kind: Literal["regular", "overrun"], modified_roll: int) -> Surprise:
        """9.8-A: the side that has surprise."""
        return cast(Surprise, self.read(kind, modified_roll))

    def possible(self, kind: Literal["regular", "overrun"]) -> bool:
        """Whether either side can get surprise at all; some tables give it only with an optional rule."""
        return any(band.result != "none" for band in self.bands[kind])

    @property
    def hedgehog_modifier(self) -> int:
        """9.8-A: added to the surprise roll once, whatever the level."""
        return self.modifier("hedgehog")


class AtEffects(Record, frozen=True, kw_only=True):
    """9.4e: anti-tank levels, and the multiplier that they lower. `level` is by kind of unit (see the data file)."""

    levels: tuple[str, ...]
    full_multiplier: Fraction
    reduced_multiplier: Fraction
    level: Mapping[str, str]

    def __post_init__(self) -> None:
        for kind, level in self.level.items():
            if level not in self.levels:
                raise TableProblem(f"unknown level {level!r}", row="level", column=kind)

    def multiplier(self, printed: Fraction, attacker_level: str, defender_level: str) -> Fraction:
        """The terrain multiplier of an attacking unit against the highest level in the defender's hex.

        Only the full multiplier is lowered, and only for a unit that has a level itself (armor and mech all have one).
        Raises ValueError for an unknown level.
        """
        own, against = self.levels.index(attacker_level), self.levels.index(defender_level)
        return self.reduced_multiplier if printed == self.full_multiplier and 0 < own <= against else printed


class ActionRatingStates(Record, frozen=True, kw_only=True):
    """What states do to an Action Rating: `dg` is added, `strat` and `hq` replace the rating."""

    dg: int
    strat: int
    hq: int


class StrengthStates(Record, frozen=True, kw_only=True):
    """Multipliers by state (strength unless another value is named), and a few printed allowances of the same chart.

    MP are whole MP as printed, the stacking limit is whole RE.
    """

    dg_combat: Fraction
    dg_barrage: Fraction
    dg_movement: Fraction
    reserve_defence: Fraction
    strat_combat: Fraction
    no_combat_supply_defence: Fraction
    out_of_supply_attack_with_combat_supply: Fraction
    out_of_supply_defence_with_combat_supply: Fraction
    out_of_supply_defence_without_combat_supply: Fraction
    out_of_supply_barrage: Fraction
    any_step_lost_attack: Fraction
    half_or_more_steps_lost_attack: Fraction
    half_or_more_steps_lost_defence: Fraction
    hq_defence_combat_mode: Count
    hq_defence_move_mode: Count
    artillery_defence: Count
    beach_assault_hexside_attack: Fraction
    strat_movement: Fraction
    reserve_movement_phase_movement: Fraction
    exploitation_movement: Fraction
    reaction_released_reserve_movement: Fraction
    overrun_mp: Count
    overrun_max_entry_mp: Count
    stacking_re: Count
